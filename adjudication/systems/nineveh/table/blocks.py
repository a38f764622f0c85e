"""Blocks (2.1): what the sheet of a kind says, the value that is up, who is a unit, where blocks stand,
and who controls an area (2.5)."""

from collections.abc import Mapping

import msgspec

from adjudication.engine.register import citations
from adjudication.engine.sheets import Sheets, reading
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.table.board import LIMIT, START, areas, is_area, on_the_map, tagged, terrain
from domain.errors import BadData
from domain.events.data import KindData
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("nineveh", __file__)

ISF, DAESH = "isf", "daesh"
ENEMY = {ISF: DAESH, DAESH: ISF}

HQ, UNIT, PRODUCTION, IED, RUMOUR, SHIELDS = "hq", "unit", "production", "ied", "rumour", "shields"
"""Groups of blocks (2.11, 2.12). An HQ, a unit and a production unit are units; the others are not."""
UNITS = (HQ, UNIT, PRODUCTION)
BLOCKS = (*UNITS, IED, RUMOUR, SHIELDS)

SMALL, LARGE, VBIED = "ied", "large", "vbied"
"""Faces of an IED block (7.5g)."""

DISRUPTED = Mark[bool]("disrupted")
"""Mark of a unit with a Disruption marker under it (6.31)."""
RESERVE, ELIMINATED, FLANK = "reserve", "eliminated", "flank"
"""Boxes. `reserve-SIDE`: blocks that are not in play."""


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the card of a unit says. values: its hit numbers, from the starting edge on; as many as it has
    steps.

    formation: whose HQ orders it. hq: the formation that it commands. combat: a Daesh combat unit
    (2.11a). terrain: what its combat dice count more there (6.2a). save: the die that cancels a hit
    (6.3d). second_round: 6.1g. fast: fast movement (5.1a). moves: whether it moves at all. old_city:
    whether it may enter the Old City (5.3).
    """

    values: tuple[int, ...] = ()
    formation: str = ""
    hq: str = ""
    combat: bool = False
    terrain: dict[str, int] = {}
    save: int = 0
    second_round: bool = False
    fast: bool = False
    moves: bool = False
    old_city: bool = True


SHEETS = Sheets(reading(Sheet, "sheet"))


def sheet(piece: Piece) -> Sheet:
    """The sheet of a block's kind. Raises BadData where its data is no sheet."""
    return SHEETS.of(piece.kind)


def check(kinds: Mapping[str, KindData]) -> None:
    """Raises BadData for the first unit that cannot be read, or does not say what the rules ask of it."""
    for kind in kinds.values():
        if kind.group in UNITS:
            said = SHEETS.of(kind)
            for what, missing in (("hit numbers", not said.values), ("formation", not said.formation)):
                if missing:
                    raise BadData(f"The sheet of {kind.name} has no {what}.")
            if kind.group == HQ and not said.hq:
                raise BadData(f"The sheet of {kind.name} does not say which formation it commands.")


def value(unit: Piece) -> int:
    """The hit number that is up: a combat die of so much or more hits (2.1b)."""
    return sheet(unit).values[-unit.steps]


def is_unit(piece: Piece) -> bool:
    """Whether a block is a unit (2.11, 2.12)."""
    return piece.kind.group in UNITS


def is_combat_unit(piece: Piece) -> bool:
    """Whether a block is a Daesh combat unit, which alone counts for the end of the game (2.11a)."""
    return piece.kind.group in UNITS and sheet(piece).combat


def moves(piece: Piece) -> bool:
    """Whether a block may move once placed: of IEDs only VBIEDs (5.0a, 7.5d)."""
    if piece.kind.group == IED:
        return piece.face == VBIED
    return piece.kind.group in BLOCKS and sheet(piece).moves


def is_fast(piece: Piece) -> bool:
    """Whether a block may use fast movement by its own card (5.1a)."""
    if piece.kind.group == IED:
        return piece.face == VBIED
    return piece.kind.group in BLOCKS and sheet(piece).fast


@derived
def blocks(state: State, side: str, area: str) -> list[Piece]:
    """A side's blocks in an area."""
    return [piece for piece in state.pieces_at(area) if piece.side == side and piece.kind.group in BLOCKS]


@derived
def number(state: State, side: str, area: str) -> int:
    """How many blocks a side has in an area; anybody can count them."""
    return sum(piece.side == side for piece in state.pieces_at(area))


@derived
def control(state: State) -> dict[str, str]:
    """Area -> the side that controls it: whose blocks alone are there, of any kind (2.5)."""
    return {area: sides[0] for area, sides in sides_in(state).items() if len(sides) == 1}


@derived
def sides_in(state: State) -> dict[str, list[str]]:
    """Each area in which blocks stand -> the sides that have some there."""
    found: dict[str, list[str]] = {}
    pieces, at = state.pieces, state.at
    for area in areas(state.board):
        there = [pieces[id].side for id in at.get(area, ())]
        if sides := list(dict.fromkeys(side for side in there if side)):
            found[area] = sides
    return found


def limit(state: State, side: str, area: str) -> int | None:
    """How many blocks of a side an area holds; None without limit, as for ISF in the starting areas
    (5.2a, 5.2d)."""
    if side == ISF and area in tagged(state.board, START):
        return None
    return LIMIT[terrain(state.board, area)]


def room(state: State, side: str, area: str) -> int:
    """How many more blocks of a side an area takes; a large number where there is no limit (5.2)."""
    most = limit(state, side, area)
    return 99 if most is None else max(0, most - number(state, side, area))


def on_map(state: State, piece: Piece) -> bool:
    """Whether a block stands in an area."""
    return is_area(state.board, piece.place)


@derived
def standing_on_map(state: State, side: str) -> list[Piece]:
    """A side's pieces on the map."""
    there = on_the_map(state.board)
    return [piece for piece in state.pieces.values() if piece.side == side and piece.place in there]


def in_play(state: State, side: str, *groups: str) -> list[Piece]:
    """A side's blocks of these groups on the map. Nothing is asked of blocks of the other side, which
    whoever works out odds may not know."""
    there = standing_on_map(state, side)
    return [piece for group in groups for piece in there if piece.kind.group == group]


def reserve(side: str) -> str:
    """The box of a side's blocks that are not in play."""
    return f"{RESERVE}-{side}"


def show(umpire: Umpire, piece: str, *, rule: str) -> None:
    """Turn a block face up, with its value as it is (2.1g)."""
    umpire.reveal(piece, rule=rule)


def stand_up(umpire: Umpire, piece: Piece, *, rule: str) -> None:
    """Hide a block again from the enemy, with its value as it is (2.1g, 4.1.4a)."""
    umpire.hide(piece.id, known_to=(piece.side,), rule=rule)
