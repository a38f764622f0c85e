"""What stands beside a board that is drawn in the terminal: its pieces in lists, and its legend."""

from collections.abc import Mapping, Sequence

from domain.events import SpaceData
from domain.table.board import Board
from domain.table.state import State
from domain.views.view import PieceView, StateView
from reports.maps.layout import map_name, scale_of
from reports.maps.marks import codes, glyph
from reports.maps.pieces import carrying
from reports.maps.terrain import style_of
from reports.words.lasting import lasting
from reports.words.names import number_of, one_line, spoken

LIST_WIDTH = 80
"""The width of lists in columns, if no terminal gives its width."""
PLANNED = "!"
"""Marks a planned target in a hex."""


def maps_of(board: Board) -> dict[str, list[SpaceData]]:
    """The spaces of each map."""
    maps: dict[str, list[SpaceData]] = {}
    for space in board.data.spaces:
        maps.setdefault(space.map, []).append(space)
    return maps


def standing_at(view: StateView) -> dict[str, list[PieceView]]:
    """The pieces the viewer sees at each place."""
    standing: dict[str, list[PieceView]] = {}
    for piece in view.pieces:
        if not piece.aboard:
            standing.setdefault(piece.place, []).append(piece)
    return standing


def lists(state: State, view: StateView, width: int, legend: bool, drawn: set[str]) -> list[str]:
    """The pieces in spaces that are drawn, in spaces that could not be drawn, and beside the map."""
    standing = standing_at(view)
    short = codes(state.kinds)
    board = state.board
    marked = lasting(state, view.viewer)
    lines: list[str] = []
    maps = maps_of(board)
    for chart, spaces in maps.items():
        if len(maps) > 1 and not all(space.id in drawn for space in spaces):
            lines += [f"{map_name(board.data, chart)}{scale_of(board.data, chart)}:"]
        empty = 0
        for space in spaces:
            if space.id not in drawn and space.id not in marked and _blank(space, standing):
                empty += 1
            elif space.id not in drawn:
                lines += _area(space, board, standing, short, marked)
            elif space.id in standing or space.id in marked:
                lines.append(_at(space, standing.get(space.id, ()), short, marked))
        if empty:
            lines.append(f"And {number_of(empty, 'empty hex', 'empty hexes')} without a name.")
    boxes = [
        f"{one_line(box.name or box.id)}: {_counted(standing[box.id], state, short)}"
        for box in board.data.boxes
        if box.id in standing
    ]
    elsewhere = [place for place in standing if place not in board.spaces]
    boxes += [f"{one_line(place)}: {_counted(standing[place], state, short)}" for place in elsewhere]
    lines += ["", "Beside the map:", *(f"  {line}" for line in boxes)] if boxes else []
    if legend:
        lines += _legend(board, state, view, short, drawn)
    return [piece for line in lines for piece in _wrapped(line, min(width, LIST_WIDTH))]


def _blank(space: SpaceData, standing: dict[str, list[PieceView]]) -> bool:
    """Whether a hex has neither a name nor a piece: a list of hundreds leaves it out."""
    return space.kind == "hex" and not space.name and space.id not in standing


def _at(
    space: SpaceData,
    pieces: Sequence[PieceView],
    short: dict[str, str],
    marked: Mapping[str, Sequence[str]],
) -> str:
    name = one_line(space.name or space.id)
    place = name if name.casefold() == space.id.casefold() else f"{one_line(space.id)} {name}"
    return f"{place}: {_contents(space, pieces, short, marked)}"


def _contents(
    space: SpaceData,
    pieces: Sequence[PieceView],
    short: dict[str, str],
    marked: Mapping[str, Sequence[str]],
) -> str:
    """The marks of a space, and its pieces; empty if it has neither."""
    return "; ".join(filter(None, [*marked.get(space.id, ()), _spelt(pieces, short)]))


def _spelt(pieces: Sequence[PieceView], short: dict[str, str]) -> str:
    """Pieces by name with their state; similar ones are counted."""
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[_label(piece, short)] = counts.get(_label(piece, short), 0) + 1
    return "; ".join(label if count == 1 else f"{count} x {label}" for label, count in counts.items())


def _counted(pieces: Sequence[PieceView], state: State, short: dict[str, str]) -> str:
    """Pieces in a box: several similar ones by kind and number, single ones by name."""
    alike: dict[tuple[object, ...], list[PieceView]] = {}
    for piece in pieces:
        alike.setdefault((piece.kind, piece.face, piece.back, piece.side, piece.carries), []).append(piece)
    told = []
    for group in alike.values():
        kind, face = group[0].kind, group[0].face
        label = _label(group[0], short)
        if len(group) > 1 and group[0].known and kind in state.kinds:
            shown = f", {spoken(face)}" if face else ""
            label = f"{short.get(kind, '')} {one_line(state.kinds[kind].name)}{shown}".strip()
        told.append(label if len(group) == 1 else f"{len(group)} x {label}")
    return "; ".join(told)


def _label(piece: PieceView, short: dict[str, str]) -> str:
    if not piece.known:
        return f"hidden {one_line(piece.back) or 'piece'}"
    states = [spoken(piece.face)] if piece.face else []
    states += [number_of(piece.steps, "step")] if piece.steps else []
    states += [carrying(piece)] if piece.carries else []
    state = f", {', '.join(states)}" if states else ""
    return f"{short.get(piece.kind, '')} {one_line(piece.name or piece.id)}{state}".strip()


def _area(
    space: SpaceData,
    board: Board,
    standing: dict[str, list[PieceView]],
    short: dict[str, str],
    marked: Mapping[str, Sequence[str]],
) -> list[str]:
    """A space that is not drawn: its neighbours, and its pieces."""
    about = [spoken(space.terrain)] if space.terrain else []
    about += [f"part of {one_line(space.lies_in)}"] if space.lies_in else []
    terrain = f" ({', '.join(about)})" if about else ""
    beside = ", ".join(one_line(other) for other in board.neighbours[space.id]) or "nothing"
    name = one_line(space.name or space.id)
    shown = name if name.casefold() == space.id.casefold() else f"{one_line(space.id)} {name}"
    lines = [f"{shown}{terrain}, beside {beside}"]
    contents = _contents(space, standing.get(space.id, ()), short, marked)
    return [*lines, f"    {contents}"] if contents else lines


def _legend(board: Board, state: State, view: StateView, short: dict[str, str], drawn: set[str]) -> list[str]:
    terrains = dict.fromkeys(space.terrain for space in board.data.spaces if space.terrain)
    kinds = dict.fromkeys(piece.kind for piece in view.pieces if piece.known)
    lines = []
    if drawn and terrains:
        glyphs = {each: glyph(each, style_of(board.data, each).texture) for each in terrains}
        signs = [f"{sign} {spoken(terrain)}" for terrain, sign in glyphs.items() if sign != " "]
        lines += ["", f"Terrain: {', '.join(signs)}"]
        lines += [f"In a hex: number; terrain, {PLANNED} a planned target, who holds it; what stands there"]
    if kinds:
        names = [f"{short[kind]} {one_line(state.kinds[kind].name)}" for kind in kinds if kind in short]
        lines += [f"Counters: {', '.join(names)}, ? not known"]
    if drawn:
        impassable = set(board.data.impassable)
        long = [
            f"{one_line(space.id)} {one_line(space.name)}"
            for space in board.data.spaces
            if space.id in drawn and space.name not in ("", space.id) and space.terrain not in impassable
        ]
        lines += [f"Names: {', '.join(long)}"] if long else []
    return lines


def _wrapped(line: str, width: int) -> list[str]:
    from textwrap import wrap

    indent = line[: len(line) - len(line.lstrip())]
    return wrap(line, width, subsequent_indent=indent + "  ", break_on_hyphens=False) or [""]
