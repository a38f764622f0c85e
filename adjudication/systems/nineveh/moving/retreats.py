"""Retreats from combat (6.4) and overstacking (5.21): where a unit may go, who chooses, and what it costs.

A unit that must retreat goes to a secure area with room; failing that to a secure area beyond its limit, and
all there are disrupted (by option only where no area has room); failing that to any adjacent area without the
enemy, and loses a step; failing that it is destroyed (5.21a, 6.4d-6.4m). A defender that retreats by choice
has the first of these alone.
"""

from collections.abc import Sequence
from typing import NamedTuple

import adjudication.systems.nineveh.cards.standing as standing
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.moving.movement import show_way_in, terrain_allows
from adjudication.systems.nineveh.table.asking import choose, choose_piece
from adjudication.systems.nineveh.table.blocks import (
    DAESH,
    ENEMY,
    FLANK,
    HQ,
    ISF,
    UNITS,
    blocks,
    in_play,
    limit,
    moves,
    number,
    on_map,
    room,
    sheet,
)
from adjudication.systems.nineveh.table.board import (
    NORTH,
    OLD_CITY,
    SOUTH,
    WEST,
    closer,
    is_area,
    tagged,
    terrain,
)
from adjudication.systems.nineveh.table.forces import PMF
from adjudication.systems.nineveh.table.hits import disrupt, lose_step, remove
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("nineveh", __file__)
T = texts("nineveh")

OVERSTACK = "defenders_overstack"
"""The option: a defender that has no other area to retreat to may overstack too (5.21a)."""
OVERSTACK_LAST = "overstack_last"
"""The option: a unit that must retreat overstacks only where no adjacent area has room for it, as 5.21 says;
before that it goes in another direction, and loses a step (6.4l)."""


class Way(NamedTuple):
    """How a unit may retreat now: to which areas, and whether each costs it a step (6.4l)."""

    areas: list[str]
    costs: bool = False


# --- where to ----------------------------------------------------------------------------------------


def free_areas(state: State, unit: Piece) -> list[str]:
    """The adjacent areas, open to the unit, that are vacant or hold friendly blocks only (6.4d, 5.3)."""
    clear = _clear(state, ENEMY[unit.side], unit.place)
    return [area for area in clear if terrain_allows(state, unit, area)]


@derived
def _clear(state: State, enemy: str, area: str) -> list[str]:
    """The areas beside an area that hold no block of the enemy."""
    beside = state.board.neighbours[area]
    return [each for each in beside if is_area(state.board, each) and not number(state, enemy, each)]


def secure_areas(state: State, unit: Piece) -> list[str]:
    """Those of them in a direction in which its side may retreat, or in any by a card (6.4e-6.4i); Army
    units also off the map, if they may (6.4h)."""
    free = free_areas(state, unit)
    if standing.allows(state, "retreat anywhere", unit):
        found = free
    else:
        found = [area for area in free if own_way(state, unit, area)]
    if flanks(state, unit):
        found = [area for area in free if area in found or closer(state.board, unit.place, area, WEST)]
    if flanks(state, unit) and unit.place in tagged(state.board, WEST):
        found.append(FLANK)
    return found


def right_way(state: State, unit: Piece, area: str) -> bool:
    """Whether an area lies in a direction in which a unit may retreat (6.4e-6.4h)."""
    return own_way(state, unit, area) or (flanks(state, unit) and closer(state.board, unit.place, area, WEST))


def own_way(state: State, unit: Piece, area: str) -> bool:
    """The same without any card (6.4e-6.4g)."""
    if unit.side == DAESH:
        return area in _closer(state.board, unit.place, (NORTH, OLD_CITY), unit.side)
    goals = (SOUTH, WEST) if sheet(unit).formation == PMF else (SOUTH,)
    headquarters = _hq(state, unit)
    return area in _closer(state.board, unit.place, (*goals, headquarters) if headquarters else goals, ISF)


@derived
def _closer(board: Board, here: str, goals: tuple[str, ...], side: str) -> list[str]:
    """The areas beside an area that lie closer to one of these goals; for Daesh in the Old City all areas of
    it too (6.4e)."""
    inside = side == DAESH and terrain(board, here) == OLD_CITY
    return [
        area
        for area in board.neighbours[here]
        if is_area(board, area)
        and (
            (inside and terrain(board, area) == OLD_CITY)
            or any(closer(board, here, area, goal) for goal in goals)
        )
    ]


def _hq(state: State, unit: Piece) -> str:
    """The area of a unit's HQ, unless it is gone or in the same area (6.4f)."""
    area = _hq_areas(state).get(sheet(unit).formation, "")
    return area if area != unit.place else ""


@derived
def _hq_areas(state: State) -> dict[str, str]:
    """Formation -> where its HQ is, on the map."""
    return {sheet(block).hq: block.place for block in in_play(state, ISF, HQ)}


def flanks(state: State, unit: Piece) -> bool:
    """Whether a unit may retreat by the Flanking Maneuver: an Army unit with the card in play (6.4h)."""
    return standing.allows(state, "flank", unit)


def with_room(state: State, unit: Piece, areas: Sequence[str]) -> list[str]:
    """Those of these areas that take one block more; the Flanking Attack card always does (5.2, 6.4h)."""
    return [area for area in areas if area == FLANK or room(state, unit.side, area)]


def ways(state: State, unit: Piece) -> list[str]:
    """Where a unit may retreat by choice: to a secure area with room (6.4c, 6.4d); by option, where there is
    none, to one beyond its limit (5.21a)."""
    if not can_retreat(state, unit):
        return []
    secure = secure_areas(state, unit)
    return with_room(state, unit, secure) or (secure if state.options[OVERSTACK] else [])


def forced_ways(state: State, unit: Piece) -> Way:
    """Where a unit goes that must retreat (5.21a, 6.4l)."""
    secure, other = secure_areas(state, unit), free_areas(state, unit)
    within, elsewhere = with_room(state, unit, secure), with_room(state, unit, other)
    if within:
        return Way(within)
    if secure and not (elsewhere and state.options.get(OVERSTACK_LAST)):
        return Way(secure)
    return Way(elsewhere or other, costs=True)


def can_retreat(state: State, unit: Piece) -> bool:
    """Whether a block can retreat at all: what does not move does not (6.1f)."""
    return unit.kind.group in UNITS and moves(unit) and not standing.forbids(state, "retreat", unit)


# --- retreating --------------------------------------------------------------------------------------


def retreat(umpire: Umpire, side: str, units: Sequence[str], area: str, forced: bool) -> None:
    """Units retreat from an area, each to where its owner says (6.4j); then all blocks in areas that they
    have overstacked are disrupted, once (6.4k). forced: they must; else those that find no area stay."""
    left = [unit for unit in units if can_retreat(umpire.state, umpire.state.pieces[unit])]
    overstacked: dict[str, None] = {}
    room_for_all = False
    while left:
        room_for_all = room_for_all or _all_find_room(umpire.state, left)
        unit = left[0] if room_for_all else _next(umpire, side, left, forced)
        left.remove(unit)
        to = retreat_one(umpire, side, unit, forced)
        if to and _beyond(umpire.state, side, to):
            overstacked[to] = None
    for crowded in overstacked:
        for block in blocks(umpire.state, side, crowded):
            disrupt(umpire, block.id, rule=R["6.4k"])


def retreat_one(umpire: Umpire, side: str, unit: str, forced: bool) -> str:
    """One unit retreats, and loses a step or is destroyed where it must (6.4l, 6.4m). Returns where to."""
    state = umpire.state
    block = state.pieces[unit]
    way = _way(state, block, forced)
    if not way.areas:
        if forced:
            remove(umpire, unit, rule=R["6.4m"])
        return ""
    if way.costs:
        lose_step(umpire, unit, rule=R["6.4l"])
        if not on_map(umpire.state, umpire.state.pieces[unit]):
            return ""
    question = T("area where a unit retreats", unit=unit)
    to = str(
        choose(umpire, side, question, way.areas, suggest=_best(state, block, way.areas), rule=R["6.4j"])
    )
    show_means(umpire, block, to)
    umpire.move(unit, to, rule=R["6.4h"] if to == FLANK else R["6.4d"])
    return to


def open_ways(state: State, unit: Piece, areas: Sequence[str]) -> list[str]:
    """Those of these areas to which a unit retreats without a card that is still face down."""
    return [area for area in areas if not _by_face_down_card(state, unit, area)]


def _by_face_down_card(state: State, unit: Piece, to: str) -> bool:
    means = means_to(state, unit, to)
    return bool(means) and standing.needs_face_down(state, means, unit)


def means_to(state: State, unit: Piece, to: str) -> str:
    """What a card must allow a unit for it to retreat there (6.2c); empty where none needs to."""
    if to == FLANK or (not own_way(state, unit, to) and right_way(state, unit, to)):
        return "flank"
    return "" if right_way(state, unit, to) else "retreat anywhere"


def show_means(umpire: Umpire, unit: Piece, to: str) -> None:
    """Turn up the card by which a unit retreats in a direction that it would not have without (6.2c)."""
    state = umpire.state
    means = means_to(state, unit, to)
    if means:
        standing.use(umpire, means, unit)
    if to != FLANK:
        show_way_in(umpire, unit, to)


def _way(state: State, unit: Piece, forced: bool) -> Way:
    return forced_ways(state, unit) if forced else Way(ways(state, unit))


def _next(umpire: Umpire, side: str, left: list[str], forced: bool) -> str:
    """The unit that retreats next: its owner says, where not all find the room that they have now."""
    state = umpire.state
    going = [unit for unit in left if _way(state, state.pieces[unit], forced).areas]
    if len(going) < 2 or _all_find_room(state, going):
        return left[0]
    return choose_piece(umpire, side, T("unit that retreats first"), going, suggest=going[0], rule=R["6.4j"])


def _all_find_room(state: State, left: Sequence[str]) -> bool:
    """Whether each of these units finds room wherever the others go."""
    for unit in left:
        block = state.pieces[unit]
        within = with_room(state, block, secure_areas(state, block))
        if FLANK in within:
            continue
        if sum(room(state, block.side, area) for area in within) < len(left):
            return False
    return True


def _beyond(state: State, side: str, area: str) -> bool:
    """Whether an area holds more blocks of a side than its limit (5.2a)."""
    if area == FLANK:
        return False
    most = limit(state, side, area)
    return most is not None and number(state, side, area) > most


def _best(state: State, unit: Piece, areas: Sequence[str]) -> str:
    """A sensible area: one with room and company of its own, the first of equals."""
    return max(
        open_ways(state, unit, areas) or areas,
        key=lambda area: (with_room(state, unit, [area]) != [], min(number(state, unit.side, area), 2)),
    )
