"""The boxes beside a map, in rows below it: pools, available assets, eliminated pieces."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.table.state import State
from domain.views.view import PieceView
from reports.figures.svg import tag, words
from reports.maps.layout import MARGIN
from reports.maps.pieces import Counters, Slot, alike

_CHIP = (70, 62)
_HEAD = 22
_MOST = 8
"""The most counters in a row of a box."""


class Panel(NamedTuple):
    """A box where it is drawn; `chips` is the number of counters in one of its rows."""

    place: str
    name: str
    x: float
    y: float
    width: float
    height: float
    chips: int


def panels(state: State, groups: Mapping[str, int], width: float, top: float) -> tuple[list[Panel], float]:
    """The boxes with these numbers of groups of counters, in rows below the map, and the lower end of the
    rows."""
    places = [(box.id, box.name or box.id) for box in state.board.data.boxes if box.id in groups]
    places += [(place, place) for place in groups if place not in state.board.spaces]
    most = max(1, min(_MOST, int((width - 2 * MARGIN - 8) // _CHIP[0])))
    # High boxes share a row; otherwise each would leave its neighbours empty.
    places.sort(key=lambda place: -(-groups[place[0]] // most))
    found: list[Panel] = []
    row: list[Panel] = []
    left = MARGIN

    def close() -> float:
        """End a row: its boxes are as high as the highest."""
        high = max(panel.height for panel in row)
        found.extend(panel._replace(height=high) for panel in row)
        return top + high + 10

    for place, name in places:
        chips = min(most, groups[place])
        wide = max(chips * _CHIP[0] + 8.0, 6.4 * len(name) + 20)
        if row and left + wide > width - MARGIN + 1:
            top, row, left = close(), [], MARGIN
        height = float(_HEAD + _CHIP[1] * -(-groups[place] // chips))
        row.append(Panel(place, name, left, top, wide, height, chips))
        left += wide + 10
    return (found, close()) if row else (found, top)


def frame(panel: Panel) -> str:
    """A box without its contents."""
    place = {"x": panel.x, "y": panel.y, "width": panel.width, "height": panel.height}
    return tag(
        "g",
        tag("rect", **place, rx=6, fill="#ffffff", stroke="#8d867a"),
        words(panel.name, panel.x + 8, panel.y + 14, 10, text_anchor="start", font_weight="600"),
    )


def filled(panel: Panel, pieces: Sequence[PieceView], counters: Counters) -> list[Slot]:
    """The contents of a box, in rows."""
    return [
        counters.slot(
            group,
            panel.x + 39 + number % panel.chips * _CHIP[0],
            panel.y + 42 + number // panel.chips * _CHIP[1],
            36,
            named=True,
        )
        for number, group in enumerate(alike(pieces))
    ]
