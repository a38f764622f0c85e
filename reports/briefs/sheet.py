"""Own forces in pictures: each counter as the map shows it, with its name, on one sheet."""

from collections.abc import Sequence

from domain.table.state import State
from domain.views.view import PieceView
from reports.figures.svg import attributes, split, tag, title, words
from reports.maps.drawing import counters_for
from reports.maps.pieces import INK, alike
from reports.words.names import Names, one_line

MOST = 60
"""The most counters on a sheet; more are listed only in the table."""
_COLUMNS, _WIDE, _HIGH, _SIZE = 6, 120, 104, 56


def sheet(state: State, pieces: Sequence[PieceView], names: Names) -> str:
    """The counters as one `svg` element; empty if there are none, or too many."""
    groups = alike([piece for piece in pieces if piece.known])
    if not 0 < len(groups) <= MOST:
        return ""
    counters = counters_for(state, names, "own")
    drawn = []
    for index, group in enumerate(groups):
        row, column = divmod(index, _COLUMNS)
        x, y = column * _WIDE + _WIDE / 2, row * _HIGH + _SIZE / 2 + 10
        drawn.append(counters.draw(counters.slot(group, x, y, _SIZE)))
        called = one_line(group[0].name if len(group) == 1 else counters.kinds.get(group[0].kind, ""))
        for line, part in enumerate(split(called or group[0].name, 19, 2)):
            drawn.append(words(part, x, y + _SIZE / 2 + 17 + line * 13, 11))
    rows = -(-len(groups) // _COLUMNS)
    width, height = _COLUMNS * _WIDE, rows * _HIGH + 6
    root: dict[str, object] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {width} {height}",
        "role": "img",
        "class": "map",
        "font-family": "system-ui, 'DejaVu Sans', sans-serif",
        "fill": INK,
    }
    paper = tag("rect", width=width, height=height, fill="#fbfaf7")
    inside = title("Own forces") + tag("defs", counters.definitions()) + paper + "".join(drawn)
    return f"<svg {attributes(root).strip()}>{inside}</svg>"
