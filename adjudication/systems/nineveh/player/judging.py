"""What a player makes of an area: how many hits either side's blocks there promise, as far as it can tell."""

from collections.abc import Sequence

from adjudication.systems.nineveh.fighting.firing import modifiers
from adjudication.systems.nineveh.table.blocks import DAESH, ENEMY, ISF, blocks, is_unit, number, value
from adjudication.systems.nineveh.table.board import (
    EXIT,
    MOSQUE,
    OLD_CITY,
    areas,
    of_terrain,
    tagged,
    terrain,
)
from adjudication.systems.nineveh.table.supply import daesh_in_supply, joined_north
from domain.events.seen import knows
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.dice import D6
from domain.table.state import Piece, State

UNKNOWN = {ISF: 26, DAESH: 14}
"""What a face-down block of a side is worth, in tenths of the hits of six dice: ISF blocks are nearly all
units; of Daesh blocks a good part are Rumours and IEDs."""
UNKNOWN_IN_OLD_CITY = 22
"""The same of a Daesh block in the Old City, where its best stand."""
WHOLE = 10


def strength(state: State, viewer: str, side: str, area: str) -> int:
    """What a side's blocks in an area are worth to one who sees what the viewer sees, in tenths."""
    return sum(worth(state, viewer, block, area) for block in blocks(state, side, area))


def worth(state: State, viewer: str, block: Piece, area: str) -> int:
    """What a block is worth in a fight in an area, with the steps that it has left, in tenths."""
    if block.side != viewer and not knows(viewer, block.known_to):
        if block.side == DAESH and terrain(state.board, area) == OLD_CITY:
            return UNKNOWN_IN_OLD_CITY
        return UNKNOWN[block.side]
    if not is_unit(block):
        return 0
    return faces(state, viewer, block, area) * (WHOLE + 3 * (block.steps - 1))


def faces(state: State, viewer: str, unit: Piece, area: str) -> int:
    """How many of the six faces of a unit's die hit there, by the cards that the viewer can see."""
    by = sum(each.by for each in modifiers(state, unit, area) if _sees(state, viewer, each.card))
    return min(max(D6 + 1 - value(unit) + by, 0), D6)


def _sees(state: State, viewer: str, card: str) -> bool:
    return card not in state.pieces or knows(viewer, state.pieces[card].known_to)


def ours(state: State, side: str, units: Sequence[Piece], area: str) -> int:
    """What some units of one's own would be worth together in an area."""
    return sum(worth(state, side, unit, area) for unit in units)


def odds(state: State, side: str, units: Sequence[Piece], area: str) -> float:
    """How strong some units would be there against the enemy who stands there: 1 is even. The defender fires
    first, so an attacker needs more."""
    against = strength(state, side, ENEMY[side], area)
    return ours(state, side, units, area) / max(against, 1)


@derived
def far_from_old_city(board: Board) -> dict[str, int]:
    """Area -> how many areas one enters from it to the nearest area of the Old City."""
    return _far(board, of_terrain(board, OLD_CITY))


@derived
def far_from_mosque(board: Board) -> dict[str, int]:
    """Area -> how many areas one enters from it to the Grand Mosque."""
    return _far(board, tagged(board, MOSQUE))


@derived
def way_north(board: Board) -> tuple[str, ...]:
    """The areas outside the Old City of a shortest way from it to an exit in the north, along which Daesh is
    supplied (7.1a)."""
    far = _far(board, tagged(board, EXIT))
    here = min(of_terrain(board, OLD_CITY), key=lambda area: (far[area], area))
    found = []
    while far[here]:
        here = min(board.neighbours[here], key=lambda area: (far.get(area, len(far)), area))
        found.append(here)
    return tuple(found)


@derived
def cuts(state: State) -> list[str]:
    """The areas from which ISF alone keeps Daesh out of supply: without the blocks there it would have it."""
    if daesh_in_supply(state):
        return []
    return [area for area in areas(state.board) if number(state, ISF, area) and joined_north(state, area)]


def _far(board: Board, goals: Sequence[str]) -> dict[str, int]:
    found = dict.fromkeys(goals, 0)
    queue = list(goals)
    for here in queue:
        for there in board.neighbours[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found
