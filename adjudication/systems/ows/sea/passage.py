"""Passing enemies at sea: interception (6.2), and surface combat air patrols (6.5.10.4)."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.missions import SUCAP, mission_type
from adjudication.systems.ows.joint_fires.exchanges import adjudicate
from adjudication.systems.ows.joint_fires.salvos import place_markers
from adjudication.systems.ows.table.counters import (
    MISSION,
    SEA,
    SHIP,
    SUBMARINE,
    Weapon,
    salvos_left,
    sheet,
    weapons,
)
from adjudication.systems.ows.table.status import EMITTING, EXPENDED, INTERCEPTED, detect, detected, enemy_of
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")


@derived
def naval_at(state: State, side: str, hex: str) -> tuple[str, ...]:
    """A side's ships and submarines in a hex."""
    found = state.pieces_at(hex)
    return tuple(each.id for each in found if each.side == side and each.kind.group in (SHIP, SUBMARINE))


def seen_passing(state: State, unit: Piece, hex: str, by: tuple[str, ...]) -> bool:
    """Whether a unit that passes through a hex is detected there: it is already, it emits, or it has a high
    signature and passes a ship or aircraft (8.3.2); a submarine alone would have to roll for it (6.4.2a)."""
    if detected(state, unit) or state.mark(unit.id, EMITTING):
        return True
    watched = any(state.pieces[each].kind.group in (SHIP, MISSION) for each in by)
    return watched and not sheet(unit).low_signature


def intercept(umpire: Umpire, units: list[str], hex: str) -> list[str]:
    """Units are about to pass through a hex: whoever of the enemy is there may stop those that it detects.
    The fight comes in the Combat Phase (6.2). Gives those that are stopped."""
    state = umpire.state
    enemy = enemy_of(state, state.pieces[units[0]].side)
    there = naval_at(state, enemy, hex)
    found = [unit for unit in units if there and seen_passing(state, state.pieces[unit], hex, there)]
    if not found:
        return []
    asked = T("whether units are stopped", units=found, hex=hex)
    if not umpire.choose(enemy, asked, [True, False], rule=R["6.2"], audience=(enemy,)):
        return []
    return found


def stop(umpire: Umpire, units: list[str]) -> None:
    """Units are stopped by the enemy in the hex in which they are (6.2)."""
    for unit in units:
        if not detected(umpire.state, umpire.state.pieces[unit]):
            detect(umpire, unit, rule=R["8.3.2"])
        umpire.mark(unit, INTERCEPTED, True, rule=R["6.2"])


# --- surface combat air patrols --------------------------------------------------------------------------


@derived
def patrols(state: State, side: str, hex: str) -> tuple[str, ...]:
    """A side's SUCAP missions in a hex that have not attacked this turn (6.5.10.4b)."""
    return tuple(
        each.id
        for each in state.pieces_at(hex)
        if each.side == side
        and each.kind.group == MISSION
        and mission_type(state, each) == SUCAP
        and not state.mark(each.id, EXPENDED)
        and arms(state, each)
    )


def arms(state: State, mission: Piece) -> list[Weapon]:
    """What an air mission attacks ships with."""
    return [
        weapon
        for weapon in weapons(state, mission)
        if SEA in weapon.at and (not weapon.salvos or salvos_left(state, mission, weapon))
    ]


def patrolled(umpire: Umpire, units: list[str], hex: str) -> list[tuple[str, str]]:
    """Units are about to enter a hex: each SUCAP mission there attacks one of those that it detects, or holds
    fire (6.5.10.4a). Gives missions with their targets."""
    state = umpire.state
    enemy = enemy_of(state, state.pieces[units[0]].side)
    found: list[tuple[str, str]] = []
    for mission in patrols(state, enemy, hex):
        ships = [unit for unit in units if state.pieces[unit].kind.group == SHIP]
        seen = [ship for ship in ships if seen_passing(state, state.pieces[ship], hex, (mission,))]
        if not seen:
            continue
        asked = T("whether a patrol attacks", patrol=mission, hex=hex, ships=seen)
        if umpire.choose(enemy, asked, [True, False], rule=R["6.5.10.4a"], audience=(enemy,)):
            which = T("ship that a patrol attacks", patrol=mission)
            target = umpire.choose_piece(enemy, which, seen, rule=R["6.5.10.4a"], audience=(enemy,))
            found.append((mission, target))
    return found


def attack(umpire: Umpire, mission: str, target: str) -> bool:
    """A SUCAP mission strikes a ship with all that it carries against ships, and is expended (6.5.10.4a,
    6.5.10.4b). Gives whether that stops the ship: it is damaged, which suppresses it too (9.6.1), or lost."""
    state = umpire.state
    before = state.pieces[target].steps
    umpire.mark(mission, EXPENDED, True, rule=R["6.5.10.4b"])
    fired = [f"{mission}/{weapon.id}/1" for weapon in arms(state, state.pieces[mission])]
    adjudicate(umpire, place_markers(umpire.state, dict.fromkeys(fired, target)))
    return umpire.state.pieces[target].steps < before
