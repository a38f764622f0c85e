"""Helicopters (8.3): they fly over everything, carry a unit, and can be ambushed only where they halt."""

from collections.abc import Mapping, Sequence
from typing import Any

import adjudication.systems.somalia.missions.ambushes as ambushes
from adjudication.engine.choices import Allotment
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.missions.critical import Halts
from adjudication.systems.somalia.table.forces import (
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
T = texts("somalia")

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


def against(state: State, lift: Lift | None, zone: str) -> Why:
    """Why units cannot be carried to a Zone like that; empty where they can (8.3b)."""
    may = lifts(state, zone)
    for helicopter, unit in (lift or {}).items():
        for piece in (helicopter, unit):
            if piece not in state.pieces:
                return T("no such unit", piece=piece)
        _carrier, _carried = state.pieces[helicopter].name, state.pieces[unit].name
        if helicopter not in may:
            return T("no Helicopter that can carry", carrier=helicopter, unit=unit)
        if unit not in may[helicopter]:
            return T("cannot carry that unit", carrier=helicopter, unit=unit)
    carried_units = list((lift or {}).values())
    twice = next((unit for unit in carried_units if carried_units.count(unit) > 1), "")
    return T("carried by one Helicopter", unit=twice) if twice else ""


def ways(may: Mapping[str, Sequence[str]], most: int = 99) -> Allotment:
    """The ways to carry units with these Helicopters: one of them at least, and at most so many."""

    def fits(lift: Mapping[str, str]) -> Why:
        return T("no more can be carried", most=most) if len(lift) > most else _fits(lift)

    return Allotment(may, False, fits)


def _fits(lift: Mapping[str, str]) -> Why:
    if not lift:
        return T("name a Helicopter and the unit that it carries")
    return "" if len(set(lift.values())) == len(lift) else T("a unit is carried by one Helicopter")


def flights(lift: Lift, alone: Sequence[str], to: str, *, stops: Halts) -> list[tuple[Any, ...]]:
    """The parts of flights that bring units to a Zone, and Helicopters `alone`. stops: whether they give up
    where an Ambush confines the UN to base (6.3c)."""
    found: list[tuple[Any, ...]] = []
    for helicopter, unit in lift.items():
        found += [(_pick_up, helicopter, unit, stops), (_land, helicopter, unit, to, stops)]
    return [*found, *((_land, helicopter, "", to, stops) for helicopter in alone)]


def _pick_up(umpire: Umpire, helicopter: str, unit: str, stops: Halts) -> None:
    """It flies to a unit, and can be ambushed as it halts there (8.3b, 8.3c)."""
    state = umpire.state
    if stops(state):
        return
    halt = state.pieces[unit].place
    umpire.mark(helicopter, GUARDS, None, rule=R["8.3b"])
    if state.pieces[helicopter].place != halt:
        umpire.move(helicopter, halt, rule=R["8.3b"])
    ambushes.offer(umpire, [helicopter], halt, rule=R["8.3c"])


def _land(umpire: Umpire, helicopter: str, unit: str, to: str, stops: Halts) -> None:
    """It sets the unit down, which is not touched by an Ambush, and can be ambushed itself where its move
    ends (8.3a, 8.3d, 8.3e). A Helicopter that is there already does not move."""
    state = umpire.state
    if stops(state) or state.pieces[helicopter].place == to:
        return
    if unit:
        umpire.mark(unit, GUARDS, None, rule=R["8.3b"])
        umpire.move(unit, to, rule=R["8.3d"])
    umpire.mark(helicopter, GUARDS, None, rule=R["8.3a"])
    umpire.move(helicopter, to, rule=R["8.3a"])
    ambushes.offer(umpire, [helicopter], to, rule=R["8.3a"])
