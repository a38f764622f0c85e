"""The zones of a map: lines along the hexsides between them, and their names, faint below the counters."""

from domain.table.state import State
from reports.figures.svg import tag, title, words
from reports.maps.layout import Sheet, Spot
from reports.maps.terrain import Stroke, drawn_line, stroke_of
from reports.words.names import capital, one_line

KIND = "zones"
_LETTERS = 30.0


def zones(state: State, sheet: Sheet) -> list[str]:
    """The lines and names of zones, on maps with a line of the kind `zones`."""
    board, at = state.board, sheet.at
    shown = frozenset(line.map for line in board.data.lines if line.kind == KIND and not line.points)
    stroke = stroke_of(board.data, KIND)
    sides: list[str] = []
    members: dict[tuple[str, str], list[Spot]] = {}
    for spot in sheet.spots:
        space = spot.space
        if space.map not in shown or not space.zone:
            continue
        members.setdefault((space.map, space.zone), []).append(spot)
        for other in board.touching[space.id]:
            beyond = at.get(other)
            if beyond is not None and space.id < other and beyond.space.zone not in ("", space.zone):
                sides.append(_side(spot, beyond, stroke))
    if not sides:
        return []
    lines = tag("g", title("zone boundary"), *sides)
    return [lines, *(_name(zone, spots, stroke) for (_, zone), spots in members.items())]


def _side(one: Spot, other: Spot, stroke: Stroke) -> str:
    """A line along the side that two hexes share."""
    corners = {(round(x), round(y)) for x, y in other.outline}
    shared = [(x, y) for x, y in one.outline if _near(round(x), round(y), corners)]
    if len(shared) != 2:
        return ""
    return drawn_line("M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in shared), stroke)


def _near(x: int, y: int, corners: set[tuple[int, int]]) -> bool:
    return any((x + dx, y + dy) in corners for dx in (-1, 0, 1) for dy in (-1, 0, 1))


def _name(zone: str, spots: list[Spot], stroke: Stroke) -> str:
    x = sum(spot.x for spot in spots) / len(spots)
    y = sum(spot.y for spot in spots) / len(spots)
    style = {"fill": stroke.colour, "fill_opacity": "0.45", "font_weight": "bold", "letter_spacing": 6}
    return words(capital(one_line(zone)), x, y, _LETTERS, **style)
