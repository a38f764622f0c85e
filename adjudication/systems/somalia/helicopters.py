"""Helicopters (8.3): they fly over everything, carry a unit, and can be ambushed only where they halt."""

from collections.abc import Callable, Mapping, Sequence

import adjudication.systems.somalia.ambushes as ambushes
from adjudication.engine.choices import Allotment
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.forces import (
    CIVIC,
    ENGINEER,
    GUARDS,
    HELICOPTER,
    INFANTRY,
    MARINE,
    MILITARY,
    POLICE,
    has_acted,
    kind_of,
    on_map,
)
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("somalia", __file__)

CARGO = (INFANTRY, MARINE, CIVIC, POLICE, ENGINEER)
"""What a Helicopter can carry (8.3b)."""
Lift = Mapping[str, str]
"""Helicopter -> the unit that it carries."""


def is_helicopter(piece: Piece) -> bool:
    """Whether a unit is a Helicopter."""
    return piece.kind.group == MILITARY and kind_of(piece) == HELICOPTER


@derived
def ready(state: State) -> tuple[str, ...]:
    """The UN units that have not acted this turn (6.0c)."""
    return tuple(unit.id for unit in on_map(state, MILITARY) if not has_acted(state, unit))


@derived
def lifts(state: State, to: str) -> dict[str, list[str]]:
    """Which units each Helicopter may carry to a Zone: none that is there already."""
    cargo = [
        unit
        for unit in ready(state)
        if kind_of(state.pieces[unit]) in CARGO and state.pieces[unit].place != to
    ]
    found = {unit: cargo for unit in ready(state) if is_helicopter(state.pieces[unit])}
    return found if cargo else {}


def against(state: State, lift: Lift | None, zone: str) -> str:
    """Why units cannot be carried to a Zone like that; empty where they can (8.3b)."""
    may = lifts(state, zone)
    for helicopter, unit in (lift or {}).items():
        for piece in (helicopter, unit):
            if piece not in state.pieces:
                return f"There is no unit {piece!r}."
        carrier, carried = state.pieces[helicopter].name, state.pieces[unit].name
        if helicopter not in may:
            return f"{carrier} cannot carry {carried}: a Helicopter that has not acted this turn carries."
        if unit not in may[helicopter]:
            return (
                f"{carrier} cannot carry {carried}: it carries an infantry, marine, Civic Affairs, Military "
                "Police or engineer unit that has not acted this turn and is in another Zone."
            )
    carried_units = list((lift or {}).values())
    twice = next((unit for unit in carried_units if carried_units.count(unit) > 1), "")
    return f"{state.pieces[twice].name} is carried by one Helicopter." if twice else ""


def ways(may: Mapping[str, Sequence[str]], most: int = 99) -> Allotment:
    """The ways to carry units with these Helicopters: one of them at least, and at most so many."""

    def fits(lift: Mapping[str, str]) -> str:
        return f"At most {most} can be carried." if len(lift) > most else _fits(lift)

    return Allotment(may, False, fits)


def _fits(lift: Mapping[str, str]) -> str:
    if not lift:
        return "Name a Helicopter and the unit that it carries."
    return "" if len(set(lift.values())) == len(lift) else "A unit is carried by one Helicopter."


def fly(
    umpire: Umpire, lift: Lift, alone: Sequence[str], to: str, *, stops: Callable[[State], bool]
) -> list[str]:
    """Helicopters bring units to a Zone, and those `alone` fly there. Returns who has arrived. stops: whether
    they give up on the way (6.3c, 11.12b)."""
    arrived: list[str] = []
    flights: list[tuple[str, str]] = [*lift.items(), *((helicopter, "") for helicopter in alone)]
    for helicopter, unit in flights:
        if not stops(umpire.state) and _fly(umpire, helicopter, unit, to, stops):
            arrived += [helicopter, unit] if unit else [helicopter]
    return [] if stops(umpire.state) else arrived


def _fly(umpire: Umpire, helicopter: str, unit: str, to: str, stops: Callable[[State], bool]) -> bool:
    """One flight: where it picks up a unit it halts and can be ambushed (8.3c), and again where it lands
    (8.3a), by which the unit is not touched (8.3e). Helicopters are ambushed in a Zone once (6.22e)."""
    state = umpire.state
    origin = state.pieces[helicopter].place
    halt = state.pieces[unit].place if unit else origin
    umpire.mark(helicopter, GUARDS, None, rule=R["8.3b"])
    if unit:
        if halt != origin:
            umpire.move(helicopter, halt, rule=R["8.3b"])
        ambushes.offer(umpire, [helicopter], halt, rule=R["8.3c"])
        if stops(umpire.state):
            return False
        umpire.mark(unit, GUARDS, None, rule=R["8.3b"])
        umpire.move(unit, to, rule=R["8.3d"])
    if halt != to:
        umpire.move(helicopter, to, rule=R["8.3a"])
        ambushes.offer(umpire, [helicopter], to, rule=R["8.3a"])
    return True
