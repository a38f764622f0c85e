"""Where the staff takes loaded transports: to the harbour or beach that is worth most, where they get their
troops ashore, and by a way that keeps off the enemy."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudication.systems.ows.player.land import facing, far, garrisons, to_take
from adjudication.systems.ows.player.picture import aims, bases, near, seen_at_sea, to_deliver
from adjudication.systems.ows.sea.landing import BEACH, landing
from adjudication.systems.ows.table.counters import GROUND
from adjudication.systems.ows.table.facilities import PORT, held
from adjudication.systems.ows.table.maps import tactical
from adjudication.systems.ows.table.status import enemy_of, holder
from domain.table.derived import derived
from domain.table.state import Piece, State

WEAKLY_HELD = 3
"""The enemy steps on a beach beyond which the staff does not land there."""
INLAND = 5
"""How far from a beach what is to be taken may lie, in hexes of a tactical map."""
OF_A_HEX = 3
"""What a hex nearer to where troops go ashore is worth, in points of the objectives."""
UNARMED = {0: 9, 1: 4}
"""What transports lose where enemy ships are in their hex or beside it, in the same measure."""
TIES = 10
"""Parts of a point that decide between hexes that are as good."""


class Destination(NamedTuple):
    """Where transports can get their troops ashore, and what that is worth in points."""

    hex: str
    points: int


def merit_of_transports(state: State, side: str, ships: Sequence[Piece], to: str) -> int:
    """How well loaded transports would lie in a hex; of two as good, in the one farther from the enemy's
    airfields."""
    danger = UNARMED.get(near(state, to, seen_at_sea(state, side)), 0)
    ends = destinations(state, side, tuple(ship.id for ship in ships))
    if any(end.hex == to for end in ends):
        danger //= 2  # they are where they unload
    value = max(
        (end.points - OF_A_HEX * near(state, to, [end.hex]) for end in ends),
        default=-OF_A_HEX * near(state, to, [ships[0].place]),
    )
    return TIES * (value - danger) + min(near(state, to, bases(state, enemy_of(state, side))), TIES - 1)


@derived
def destinations(state: State, side: str, ships: tuple[str, ...]) -> tuple[Destination, ...]:
    """Where all of these transports can get their troops ashore; else where some of them can."""
    loaded = [state.pieces[id] for id in ships if _troops(state, state.pieces[id])]
    found = {
        hex: [ship for ship in loaded if _gets_ashore(state, side, ship, hex)]
        for hex in (*to_deliver(state, side), *beaches_near(state, side))
    }
    able = [hex for hex in found if len(found[hex]) == len(loaded)] or [hex for hex in found if found[hex]]
    return tuple(Destination(hex, _points(state, side, found[hex], hex)) for hex in able)


@derived
def beaches_near(state: State, side: str) -> dict[str, str]:
    """The hostile beaches of tactical maps from which troops can march to what is to be taken, that are not
    held by more than a landing can beat: each with the goal that it is for."""
    found: dict[str, str] = {}
    for goal in to_deliver(state, side):
        for hex, space in state.board.spaces.items():
            if (
                BEACH in space.tags
                and tactical(state, hex)
                and hex != goal
                and holder(state, hex) != side
                and far(state, hex, goal) <= INLAND
                and steps_at(state, side, hex) <= WEAKLY_HELD
                and (hex not in found or far(state, hex, goal) < far(state, hex, found[hex]))
            ):
                found[hex] = goal
    return found


def steps_at(state: State, side: str, hex: str) -> int:
    """The enemy steps that a side sees in a hex."""
    garrison = garrisons(state, side).get(hex)
    return garrison.steps if garrison is not None else 0


def _troops(state: State, ship: Piece) -> list[Piece]:
    return [unit for unit in state.aboard(ship.id) if unit.kind.group == GROUND]


def _gets_ashore(state: State, side: str, ship: Piece, hex: str) -> bool:
    """Whether a transport lands its troops on a hostile beach, or finds a port of its side that nobody
    fights for."""
    if holder(state, hex) != side:
        return BEACH in state.board.spaces[hex].tags and bool(landing(state, ship))
    ports = held(state, side, PORT)
    return (
        hex in ports
        and bool(state.pieces[ports[hex]].steps)
        and hex not in garrisons(state, side)
        and near(state, hex, seen_at_sea(state, side)) > 0
    )


def _points(state: State, side: str, ships: Sequence[Piece], hex: str) -> int:
    """What the troops score in a hex."""
    steps = sum(unit.steps for ship in ships for unit in _troops(state, ship))
    goal = beaches_near(state, side).get(hex)
    if goal is not None:
        held_by = steps_at(state, side, hex) + facing(state, side, hex)
        return to_take(state, side).get(goal, 0) - far(state, hex, goal) - held_by
    total = 0
    for what, subject, points in aims(state, side):
        if subject == hex and what == "units delivered":
            total += points * steps
        if subject == hex and what == "hexes controlled" and holder(state, hex) != side:
            total += points
    return total
