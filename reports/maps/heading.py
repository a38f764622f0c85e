"""The title block above a drawn map: the game, its turn, the viewer, north, and the scale."""

import math

from domain.table.state import State
from domain.views.view import WHITE
from reports.figures.svg import tag, title, words
from reports.maps.layout import MARGIN, R, Sheet
from reports.words.names import Names, one_line

PAPER = "#fbfaf7"
HIGH = 54.0
"""The height of the block."""
_LETTERS = 8.6
_TITLE = 16.0


def heading(state: State, viewer: str, sheet: Sheet) -> str:
    """The block, above the upper edge of the drawing."""
    top = 0.0
    board = state.board.data
    named = state.opened.title if state.opened is not None else ""
    place, named = one_line(board.name), one_line(named)
    told = named if place.casefold() in named.casefold() else " · ".join(filter(None, (place, named)))
    room = sheet.width - 2 * MARGIN - 60
    size = min(_TITLE, _TITLE * room / max(1.0, _LETTERS * len(told)))
    whose = "White cell's view" if viewer == WHITE else f"View of {Names(state, viewer).side(viewer)}"
    under = f"Turn {state.turn_name()} · {whose}" if state.turn else f"Set-up · {whose}"
    left = {"text_anchor": "start"}
    drawn = words(told or "Map", MARGIN, top + 22, size, font_weight="bold", **left)
    drawn += words(under, MARGIN, top + 40, 12, fill="#4d4740", **left)
    paper = tag("rect", width=sheet.width, height=HIGH, fill=PAPER)
    return paper + drawn + _north(sheet, top) + _scale(state, sheet, top)


def _is_chart(sheet: Sheet) -> bool:
    """Whether a map shows where things are, and not only what is adjacent."""
    return any(len(spot.outline) != 4 or spot.reach is not None for spot in sheet.spots)


def _north(sheet: Sheet, top: float) -> str:
    """An arrow to the north, which is at the top of every map."""
    if not _is_chart(sheet):
        return ""
    x, y = sheet.width - MARGIN - 12, top + 12
    arrow = tag("path", d=f"M{x:.0f} {y:.0f}l7 18-7-4-7 4z", fill="#4d4740")
    return tag("g", title("North"), arrow, words("N", x, y + 31, 11, font_weight="bold"))


def _scale(state: State, sheet: Sheet, top: float) -> str:
    """A bar as long as the distance across one hex, if all maps have one scale."""
    scales = {(chart.scale, chart.unit) for chart in state.board.data.maps.values() if chart.scale}
    if len(scales) != 1 or len({spot.space.map for spot in sheet.spots}) != 1:
        return ""
    ((scale, unit),) = scales
    long = math.sqrt(3) * R
    right, y = sheet.width - MARGIN - 40, top + 38
    bar = f"M{right - long:.0f} {y - 5:.0f}v5h{long:.0f}v-5"
    told = words(f"{scale} {one_line(unit)}", right - long / 2, y - 4, 10.5)
    return tag("path", d=bar, fill="none", stroke="#4d4740", stroke_width=1.2) + told
