"""The board drawn in the terminal: hexes as staggered text cells, or a list if there are no hexes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from adjudication.engine.games.systems import RuleSystem
from domain.events import HexLayout, SpaceData
from domain.table.board import Board
from domain.table.state import State
from domain.views.view import WHITE, PieceView, StateView, see
from reports.maps.layout import map_name, scale_of
from reports.maps.lists import PLANNED, lists, maps_of, standing_at
from reports.maps.marks import codes, glyph
from reports.maps.terrain import style_of
from reports.story.control import held
from reports.words.names import one_line
from reports.words.phrases import Phrases, phrases

if TYPE_CHECKING:
    from rich.text import Text

WIDTH = 100
"""The width in columns of maps, if no terminal gives its width."""
_ACROSS, _DOWN = 6, 4
"""Characters from one column to the next, and lines from one row to the next."""
_BETWEEN = 4
"""Columns between two maps side by side."""

_STYLES = {
    "~": "blue",
    "#": "bright_black",
    "*": "bold yellow",
    "%": "green",
    "=": "magenta",
    "+": "cyan",
}
_SIDE_STYLES = ("bold cyan", "bold red", "bold green", "bold magenta")
_HELD_STYLES = ("white on #1f4e79", "white on #7a2f1d", "white on #2f5d34", "white on #5c2d66")
_PLANNED_STYLE = "bold black on yellow"
"""Background colours: who holds a hex, and a planned target. Letters show both as well."""


class _Cell(NamedTuple):
    """Four lines of text for one hex, 4, 6, 6 and 4 characters wide, and their colours."""

    lines: tuple[str, str, str, str]
    styles: tuple[str, str, str, str]


class _Canvas:
    """A sheet of characters, each with a style of its own; `drawn` are the spaces on it."""

    def __init__(self, width: int, height: int, drawn: set[str]) -> None:
        self.drawn = drawn
        self.rows = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, style: str = "") -> None:
        """Write text; nothing is written beyond the edges."""
        for offset, char in enumerate(text):
            if 0 <= row < len(self.rows) and 0 <= column + offset < len(self.rows[row]):
                self.rows[row][column + offset] = char
                self.styles[row][column + offset] = style

    def is_empty(self, row: int, column: int) -> bool:
        """Whether nothing has been written at a place."""
        return self.rows[row][column] == " "

    def under(self, heading: str) -> "_Canvas":
        """The same sheet with a heading above it."""
        sheet = _Canvas(max(len(self.rows[0]), len(heading)), len(self.rows) + 1, self.drawn)
        sheet.put(0, 0, heading, "bold")
        sheet.copy(self, 1, 0)
        return sheet

    def beside(self, other: "_Canvas", width: int) -> "_Canvas | None":
        """The two sheets side by side; None if they are too wide."""
        left = len(self.rows[0]) + _BETWEEN
        if left + len(other.rows[0]) > width:
            return None
        rows = max(len(self.rows), len(other.rows))
        sheet = _Canvas(left + len(other.rows[0]), rows, self.drawn | other.drawn)
        sheet.copy(self, 0, 0)
        sheet.copy(other, 0, left)
        return sheet

    def copy(self, other: "_Canvas", row: int, column: int) -> None:
        """Put another sheet on this one."""
        for number, (chars, styles) in enumerate(zip(other.rows, other.styles, strict=True), start=row):
            self.rows[number][column : column + len(chars)] = chars
            self.styles[number][column : column + len(styles)] = styles

    def text(self) -> list[str]:
        """The lines without their styles."""
        return ["".join(row).rstrip() for row in self.rows]


def map_text(
    state: State,
    viewer: str = WHITE,
    *,
    width: int = WIDTH,
    legend: bool = True,
    system: RuleSystem | None = None,
) -> str:
    """The board as plain text, with the pieces as the viewer sees them, and the boxes beside it.

    width: columns of the terminal; a map of hexes that does not fit is listed instead, maps that fit are side
    by side. legend: the meaning of signs, letters and codes, and names. system: gives control, and plans.
    """
    lines: list[str] = []
    view = see(state, viewer)
    drawn: set[str] = set()
    for canvas in _canvases(state, view, width, system):
        lines += [*canvas.text(), ""]
        drawn |= canvas.drawn
    return "\n".join([*lines, *lists(state, view, width, legend, drawn)])


def map_rich(
    state: State,
    viewer: str = WHITE,
    *,
    width: int = WIDTH,
    legend: bool = True,
    system: RuleSystem | None = None,
) -> "Text":
    """The same with colours for a rich console, which leaves them out when NO_COLOR asks for that."""
    from rich.text import Text

    text = Text(no_wrap=True)
    view = see(state, viewer)
    drawn: set[str] = set()
    for canvas in _canvases(state, view, width, system):
        drawn |= canvas.drawn
        for row, styles in zip(canvas.rows, canvas.styles, strict=True):
            for char, style in zip(row, styles, strict=True):
                text.append(char, style)
            text.rstrip()
            text.append("\n")
        text.append("\n")
    text.append("\n".join(lists(state, view, width, legend, drawn)))
    return text


class _Told(NamedTuple):
    """Facts about hexes besides their pieces. sides: each with its letters. control: hex -> side. planned:
    hexes that are to be attacked."""

    sides: dict[str, str]
    control: Mapping[str, str]
    planned: frozenset[str]


def _told(state: State, view: StateView, system: RuleSystem | None) -> _Told:
    words = phrases(system.name) if system is not None else Phrases()
    marks = {*words.planned, *(each.mark for each in words.overlays.combats)}
    planned = frozenset(subject for subject, said in view.marks.items() if not marks.isdisjoint(said))
    return _Told(_letters(state.sides), held(state, view.viewer, system, view), planned)


def _canvases(state: State, view: StateView, width: int, system: RuleSystem | None) -> list[_Canvas]:
    """The maps of hexes that fit; those with room side by side are on one canvas."""
    told = _told(state, view, system)
    standing = standing_at(view)
    short = codes(state.kinds)
    board = state.board
    maps = {chart: spaces for chart, spaces in maps_of(board).items() if spaces[0].kind == "hex"}
    found: list[_Canvas] = []
    for chart, spaces in maps.items():
        layout = board.layout_of(chart)
        hexes = [space for space in spaces if space.kind == "hex"]
        sheet = None if layout is None else _map(state, layout, hexes, standing, short, told, width)
        if sheet is None:
            continue
        if len(maps_of(board)) > 1:
            sheet = sheet.under(map_name(board.data, chart) + scale_of(board.data, chart))
        beside = found[-1].beside(sheet, width) if found else None
        found[-1:] = [sheet] if not found else [beside] if beside is not None else [found[-1], sheet]
    return found


def columns_needed(board: Board) -> int:
    """The number of columns of the widest map of hexes; 0 without one."""
    needed = 0
    for chart, spaces in maps_of(board).items():
        layout = board.layout_of(chart)
        if layout is not None and spaces[0].kind == "hex":
            columns = [space.column for space in spaces if space.kind == "hex"]
            offset_by_half = _ACROSS // 2 if layout.orientation == "pointy" else 0
            needed = max(needed, (max(columns) - min(columns) + 1) * _ACROSS + offset_by_half + 2)
    return needed


def _map(
    state: State,
    layout: HexLayout,
    spaces: Sequence[SpaceData],
    standing: dict[str, list[PieceView]],
    short: dict[str, str],
    told: _Told,
    width: int,
) -> _Canvas | None:
    """One map of hexes; None if it is too wide."""
    pointy = layout.orientation == "pointy"
    canvas = _canvas_for(spaces, pointy, layout.offset == "even", width)
    inside = _ACROSS - 1 if pointy else _ACROSS
    if canvas is None:
        return None
    sheet, places = canvas
    for space in spaces:
        row, column = places[space.id]
        closed = space.terrain in state.board.data.impassable
        sign = glyph(space.terrain, style_of(state.board.data, space.terrain).texture)
        pieces, holder = standing.get(space.id, ()), told.control.get(space.id, "")
        planned = space.id in told.planned
        cell = _cell(space, sign, pieces, short, told.sides, holder, planned, closed, inside)
        if pointy:
            _brick(sheet, row, column, cell)
        else:
            _hexagon(sheet, row, column, cell)
    return sheet


def _canvas_for(
    spaces: Sequence[SpaceData], pointy: bool, offsets_even: bool, width: int
) -> tuple[_Canvas, dict[str, tuple[int, int]]] | None:
    """A canvas, and the row and column at which each hex begins; None if it is too wide."""
    west = min(space.column for space in spaces)
    north = min(space.row for space in spaces)
    places = {}
    for space in spaces:
        offset_by_half = ((space.row if pointy else space.column) % 2 == 0) == offsets_even
        row = (space.row - north) * _DOWN
        column = (space.column - west) * _ACROSS
        if pointy:
            column += _ACROSS // 2 if offset_by_half else 0
        else:
            row += _DOWN // 2 if offset_by_half else 0
        places[space.id] = (row, column)
    needed = max(column for _, column in places.values()) + _ACROSS + 2
    if needed > width:
        return None
    return _Canvas(needed, max(row for row, _ in places.values()) + _DOWN + 1, set(places)), places


def _hexagon(sheet: _Canvas, row: int, column: int, cell: _Cell) -> None:
    first, second, third, fourth = cell.lines
    if sheet.is_empty(row, column + 2):  # else the last line of the hex above is there
        sheet.put(row, column + 2, "____", "dim")
    sheet.put(row + 1, column + 1, "/", "dim")
    sheet.put(row + 1, column + 2, first, cell.styles[0])
    sheet.put(row + 1, column + 6, "\\", "dim")
    sheet.put(row + 2, column, "/", "dim")
    sheet.put(row + 2, column + 1, second, cell.styles[1])
    sheet.put(row + 2, column + 7, "\\", "dim")
    sheet.put(row + 3, column, "\\", "dim")
    sheet.put(row + 3, column + 1, third, cell.styles[2])
    sheet.put(row + 3, column + 7, "/", "dim")
    sheet.put(row + 4, column + 1, "\\", "dim")
    sheet.put(row + 4, column + 2, fourth.replace(" ", "_"), cell.styles[3])
    sheet.put(row + 4, column + 6, "/", "dim")


def _brick(sheet: _Canvas, row: int, column: int, cell: _Cell) -> None:
    sheet.put(row, column, "+" + "-" * (_ACROSS - 1) + "+", "dim")
    for offset, (text, style) in enumerate(zip(cell.lines[:3], cell.styles, strict=False), start=1):
        sheet.put(row + offset, column, "|", "dim")
        sheet.put(row + offset, column + 1, text[: _ACROSS - 1].ljust(_ACROSS - 1), style)
        sheet.put(row + offset, column + _ACROSS, "|", "dim")
    sheet.put(row + _DOWN, column, "+" + "-" * (_ACROSS - 1) + "+", "dim")


def _cell(
    space: SpaceData,
    sign: str,
    pieces: Sequence[PieceView],
    short: dict[str, str],
    sides: Mapping[str, str],
    holder: str,
    planned: bool,
    closed: bool,
    width: int,
) -> _Cell:
    """The text of a hex: its number, its terrain with its holder, its pieces; empty for a closed hex,
    which no piece can enter. width: of its second and third line."""
    if closed and not pieces:
        fill = sign if sign in "~ " else " "
        style = _STYLES.get(fill, "")
        return _Cell((fill * 4, fill * 6, fill * 6, fill * 4), (style,) * 4)
    order = list(sides)
    side = next((piece.side for piece in pieces if piece.side in sides), "")
    ink = _SIDE_STYLES[order.index(side) % len(_SIDE_STYLES)] if side else ""
    third, rest = _fill(_tokens(pieces, short), width)
    fourth, rest = _fill(rest, 4)
    if rest:
        fourth = f"{fourth.rstrip()[:2]}+{len(rest)}".ljust(4)[:4]
    state = f"{sign}{PLANNED if planned else ' '}{sides.get(holder, '')}"
    lines = (one_line(space.id)[-4:].ljust(4), state[:width].ljust(width), third, fourth)
    if planned:
        return _Cell(lines, (_PLANNED_STYLE,) * 4)
    if holder in sides:
        return _Cell(lines, (_HELD_STYLES[order.index(holder) % len(_HELD_STYLES)],) * 4)
    terrain = _STYLES.get(sign, "")
    return _Cell(lines, (terrain, terrain, ink, ink))


def _letters(sides: Iterable[str]) -> dict[str, str]:
    """Each side in at most four letters, no two alike."""
    found: dict[str, str] = {}
    for side in sides:
        code = "".join(filter(str.isalnum, side)).upper()[:4]
        while code in found.values():
            code = f"{code[:3]}{len(found) + 1}"
        found[side] = code
    return found


def _tokens(pieces: Sequence[PieceView], short: dict[str, str]) -> list[str]:
    """Codes of the pieces, with equal ones counted: `MEC`, `INF2`, `?3` for three unknown pieces."""
    counts: dict[str, int] = {}
    for piece in pieces:
        code = short.get(piece.kind, "?") if piece.known else "?"
        counts[code] = counts.get(code, 0) + 1
    return [code if count == 1 else f"{code}{count}" for code, count in counts.items()]


def _fill(tokens: Sequence[str], width: int) -> tuple[str, Sequence[str]]:
    """As many tokens as fit in that many characters, and the rest."""
    line = ""
    for index, token in enumerate(tokens):
        longer = f"{line} {token}" if line else token
        if len(longer) > width:
            return line.ljust(width), tokens[index:]
        line = longer
    return line.ljust(width), ()
