"""How a player moves: ISF gathers against one area after the other on its way to the Old City; Daesh
holds, falls back into it, drives its VBIEDs into whom it can reach, and strikes at what is weak."""

from typing import TYPE_CHECKING

from adjudication.engine.orders import Order
from adjudication.systems.nineveh.moving.hq import able, mobile
from adjudication.systems.nineveh.moving.movement import destinations, movers
from adjudication.systems.nineveh.player.judging import (
    cuts,
    far_from_mosque,
    far_from_old_city,
    odds,
    strength,
)
from adjudication.systems.nineveh.table.blocks import (
    DAESH,
    HQ,
    IED,
    ISF,
    RUMOUR,
    blocks,
    is_combat_unit,
    is_unit,
    number,
    room,
    sheet,
)
from adjudication.systems.nineveh.table.board import OLD_CITY, areas, terrain
from domain.table.derived import derived
from domain.table.state import Piece, State

if TYPE_CHECKING:
    import random

ENOUGH, ENOUGH_LATE, LATE = 1.5, 1.0, 10
"""How much stronger ISF wants to be where it attacks; from this turn on time presses."""
WEAK, EVEN = 1.4, 1.0
"""How much stronger Daesh wants to be where it strikes; where that opens its way to the north."""
KEPT = 1
"""Special orders that an HQ keeps for Leadership."""


def move(state: State, side: str, chance: "random.Random") -> Order | None:
    """The next move, or None when all have moved that should."""
    return _isf(state) if side == ISF else _daesh(state, chance)


# --- ISF -------------------------------------------------------------------------------------------------


def _isf(state: State) -> Order | None:
    attack = assault(state)
    if attack is not None:
        return attack
    far = far_from_mosque(state.board)
    for unit in movers(state, ISF):
        piece = state.pieces[unit]
        safe = [area for area in destinations(state, unit) if not number(state, DAESH, area)]
        here = far.get(piece.place, 99)
        if piece.kind.group == HQ:
            safe = [area for area in safe if number(state, ISF, area)]
        better = [area for area in safe if far[area] < here and _leaves_room(state, area)]
        if better:
            return Order(ISF, "move", {"unit": unit, "to": min(better, key=lambda area: (far[area], area))})
    return extra_move(state)


def _leaves_room(state: State, area: str) -> bool:
    return room(state, ISF, area) > 0


def assault(state: State) -> Order | None:
    """The next unit into the area that is attacked this turn: units go on joining until they are enough
    or the area is full; nobody goes where not enough can come."""
    for area in areas(state.board):
        if not (number(state, ISF, area) and number(state, DAESH, area)):
            continue
        more = _reinforcement(state, area)
        if more is not None:
            return more
    for area in _targets(state):
        force = _force(state, area)
        if force and odds(state, ISF, force, area) >= _needed(state):
            return Order(ISF, "move", {"unit": force[0].id, "to": area})
    return None


def _needed(state: State) -> float:
    """How much stronger ISF wants to be."""
    return ENOUGH_LATE if state.turn >= LATE else ENOUGH


def _reinforcement(state: State, area: str) -> Order | None:
    there = [block for block in blocks(state, ISF, area) if is_unit(block)]
    if not room(state, ISF, area) or odds(state, ISF, there, area) >= 2 * ENOUGH:
        return None
    coming = _force(state, area)
    return Order(ISF, "move", {"unit": coming[0].id, "to": area}) if coming else None


def _targets(state: State) -> list[str]:
    """The areas that Daesh holds and ISF can reach, those nearest to the Old City first."""
    far = far_from_mosque(state.board)
    held = [area for area in areas(state.board) if number(state, DAESH, area)]
    free = [area for area in held if not number(state, ISF, area)]
    return sorted(free, key=lambda area: (far[area], strength(state, ISF, DAESH, area), area))


def _force(state: State, area: str) -> list[Piece]:
    """Who can reach an area, the best first, no more than there is room for; HQs stay out of fights."""
    able_to = [piece for piece in _ready(state) if area in destinations(state, piece.id)]
    able_to.sort(key=lambda piece: (-odds(state, ISF, [piece], area), piece.id))
    return able_to[: room(state, ISF, area)]


@derived
def _ready(state: State) -> list[Piece]:
    """Who may be sent into a fight: no HQ, and nobody on the last step of several, for whom losses count
    double (6.3c)."""
    units = [state.pieces[unit] for unit in movers(state, ISF)]
    return [
        unit for unit in units if unit.kind.group != HQ and (unit.steps > 1 or len(sheet(unit).values) == 1)
    ]


def extra_move(state: State) -> Order | None:
    """An HQ that would not keep the order that it regains has a unit go on that is not at the enemy yet."""
    far = far_from_mosque(state.board)
    for hq in able(state, ISF):
        if state.track(f"orders-{hq}") <= KEPT + 1:
            continue
        for unit in mobile(state, ISF, hq):
            piece = state.pieces[unit]
            if piece.kind.group == HQ:
                continue
            near = [
                area
                for area in destinations(state, unit)
                if far[area] < far.get(piece.place, 99) and not number(state, DAESH, area)
            ]
            if near:
                to = min(near, key=lambda area: (far[area], area))
                return Order(ISF, "maneuver", {"hq": hq, "unit": unit, "to": to})
    return None


# --- Daesh ----------------------------------------------------------------------------------------------


def _daesh(state: State, chance: "random.Random") -> Order | None:
    far = far_from_old_city(state.board)
    for unit in movers(state, DAESH):
        piece = state.pieces[unit]
        options = destinations(state, unit)
        order = None
        if piece.kind.group == IED:
            order = _drive(state, piece, options)
        elif piece.kind.group == RUMOUR:
            order = _whisper(state, piece, options, chance)
        elif is_unit(piece):
            order = _fall_back(state, piece, options, far) or _strike(state, piece, options)
        if order is not None:
            return order
    return _make_room(state) or _spring(state)


def _drive(state: State, vbied: Piece, options: list[str]) -> Order | None:
    """A VBIED goes for the area with most ISF blocks."""
    goals = [area for area in options if number(state, ISF, area)]
    if not goals:
        return None
    to = max(goals, key=lambda area: (number(state, ISF, area), area))
    return Order(DAESH, "move", {"unit": vbied.id, "to": to})


def _whisper(state: State, rumour: Piece, options: list[str], chance: "random.Random") -> Order | None:
    """A Rumour alone in front of ISF stays; another now and then goes to where nobody stands."""
    if number(state, DAESH, rumour.place) == 1 or chance.random() > 0.3:
        return None
    empty = [area for area in options if not state.at.get(area) and _near_isf(state, area)]
    return Order(DAESH, "move", {"unit": rumour.id, "to": empty[0]}) if empty else None


def _near_isf(state: State, area: str) -> bool:
    return any(number(state, ISF, near) for near in state.board.neighbours[area])


def _fall_back(state: State, unit: Piece, options: list[str], far: dict[str, int]) -> Order | None:
    """A combat unit outside the Old City goes in as soon as ISF is near, or the end is, and there is room."""
    if not _wants_in(state, unit):
        return None
    inside = [area for area in options if far[area] < far[unit.place] and not number(state, ISF, area)]
    if not inside:
        return None
    return Order(DAESH, "move", {"unit": unit.id, "to": min(inside, key=lambda area: (far[area], area))})


def _wants_in(state: State, unit: Piece) -> bool:
    outside = far_from_old_city(state.board)[unit.place] > 0
    return outside and (_near_isf(state, unit.place) or state.turn >= LATE)


def _make_room(state: State) -> Order | None:
    """A Rumour leaves an area of the Old City that a combat unit wants to enter and that is full."""
    far = far_from_old_city(state.board)
    for unit in movers(state, DAESH):
        if not is_combat_unit(state.pieces[unit]) or not _wants_in(state, state.pieces[unit]):
            continue
        for area in state.board.neighbours[state.pieces[unit].place]:
            if far.get(area) == 0 and not number(state, ISF, area) and not room(state, DAESH, area):
                for block in blocks(state, DAESH, area):
                    if block.kind.group == RUMOUR:
                        return Order(DAESH, "remove-rumour", {"rumour": block.id})
    return None


def _strike(state: State, unit: Piece, options: list[str]) -> Order | None:
    """A strong unit strikes at an ISF area that it, and those with it, can beat; the Leader never."""
    if unit.kind.group == HQ or not sheet(unit).combat:
        return None
    for area in options:
        if number(state, ISF, area) == 0:
            continue
        there = [block for block in blocks(state, DAESH, area) if is_unit(block)]
        if odds(state, DAESH, [*there, unit], area) >= (EVEN if area in cuts(state) else WEAK):
            return Order(DAESH, "move", {"unit": unit.id, "to": area})
    return None


def _spring(state: State) -> Order | None:
    """The Leader has a unit make another move into an empty area of the Old City that ISF could take."""
    for hq in able(state, DAESH):
        if state.track(f"orders-{hq}") <= KEPT + 1:
            continue
        for unit in mobile(state, DAESH, hq):
            if state.pieces[unit].kind.group == HQ or number(state, DAESH, state.pieces[unit].place) < 2:
                continue
            for area in destinations(state, unit):
                if (
                    terrain(state.board, area) == OLD_CITY
                    and not state.at.get(area)
                    and _near_isf(state, area)
                ):
                    return Order(DAESH, "maneuver", {"hq": hq, "unit": unit, "to": area})
    return None
