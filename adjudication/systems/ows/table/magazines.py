"""Magazines (2.2.2.1, 9.5): what a unit may fire at sea or land targets, and what is crossed off then.

A munition for attack or defence is one of both (2.2.2.8): whichever use is made of it, both are spent.
"""

from collections.abc import Mapping

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.counters import (
    LAND,
    LOADED,
    MISSILES,
    MISSION,
    SEA,
    SHIP,
    SPENT,
    Shield,
    Weapon,
    salvos_left,
    sheet,
    shields_left,
    spent,
    weapons,
)
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import DISRUPTED, SUPPRESSED, is_ready
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State
from domain.texts import Said

R = citations("ows", __file__)
T = texts("ows")

BOMB, ROCKET, GUN = "bomb", "rocket", "gun"
"""How other salvos reach their target: bombs and guided munitions of aircraft, rocket artillery, tubes."""
STRIKES = (*MISSILES, BOMB, ROCKET, GUN)
LAUNCHED = (*MISSILES, ROCKET)
"""Salvos whose launch reveals the launcher (9.9.4.2)."""
FIRED = Mark[list[str]]("fired", turns=1, seen_by=OWNER)
"""Mark of a unit: the enduring attack dice that it has used this turn, by id."""


def strikes(weapon: Weapon) -> bool:
    """Whether a weapon is for strikes on ships or on land."""
    return weapon.flight in STRIKES and (SEA in weapon.at or LAND in weapon.at)


def holds_fire(state: State, piece: Piece) -> Said:
    """Why a unit cannot fire now; empty where it can."""
    if state.mark(piece.id, DISRUPTED) and piece.kind.group != MISSION:
        return T("its C2 is disrupted", unit=piece.id)
    if state.mark(piece.id, SUPPRESSED) and piece.kind.group == SHIP:
        return T("damaged and out of combat", unit=piece.id)
    if not is_ready(state, piece.id):
        return T("waits for a decision card", unit=piece.id)
    return ""


def cannot_defend(state: State, piece: Piece) -> bool:
    """Whether a unit can commit no grey shield to defend (7.2.1.1b, 9.6.1a, 10.15.7f)."""
    if state.mark(piece.id, DISRUPTED) and not on(state, "disrupted_units_defend"):
        return True
    if not state.mark(piece.id, SUPPRESSED):
        return False
    return piece.kind.group != SHIP or not on(state, "suppressed_ships_defend")


def ready_salvos(state: State, piece: Piece, weapon: Weapon) -> int:
    """How many salvos of a weapon a unit can fire now: what is left of its magazine, of the munitions counter
    that it carries, or one a turn of an enduring die."""
    load = state.mark(piece.id, LOADED)
    if load and sheet(piece).weapon(weapon.id) is None:
        return int(load["salvos"])
    if not weapon.salvos:
        return 0 if weapon.id in state.mark(piece.id, FIRED, []) else 1
    left = salvos_left(state, piece, weapon)
    shield = sheet(piece).shield(weapon.shares) if weapon.shares else None
    return left if shield is None else min(left, shields_left(state, piece, shield))


def ready_shields(state: State, piece: Piece, shield: Shield) -> int:
    """How many grey shields of a sort a unit can commit now."""
    left = shields_left(state, piece, shield)
    weapon = sheet(piece).weapon(shield.shares) if shield.shares else None
    return left if weapon is None or not weapon.salvos else min(left, salvos_left(state, piece, weapon))


def strike_weapons(state: State, piece: Piece) -> list[tuple[Weapon, int]]:
    """The weapons that a unit can fire in a strike, each with how many salvos."""
    found = (
        (weapon, ready_salvos(state, piece, weapon)) for weapon in weapons(state, piece) if strikes(weapon)
    )
    return [(weapon, left) for weapon, left in found if left]


def expend(umpire: Umpire, piece: str, used: Mapping[str, int], *, rule: str) -> None:
    """Cross off so many symbols of each weapon or shield of a unit, by id, with what is the same munition."""
    state = umpire.state
    unit = state.pieces[piece]
    read, now, fired = sheet(unit), dict[str, int](), []
    for id, number in used.items():
        weapon, shield = read.weapon(id), read.shield(id)
        if weapon is None and shield is None:
            load = state.marked(LOADED)[piece].copy()
            load["salvos"] -= number
            umpire.mark(piece, LOADED, load, rule=rule)
        elif weapon is not None and not weapon.salvos and not weapon.shares:
            fired.append(id)
        else:
            shares = weapon.shares if weapon is not None else shield.shares if shield is not None else ""
            for each in (id, shares) if shares else (id,):
                now[each] = now.get(each, 0) + number
    if now:
        before = state.mark(piece, SPENT, {})
        after = {**before, **{id: spent(state, unit, id) + number for id, number in now.items()}}
        umpire.mark(piece, SPENT, after, rule=rule)
    if fired:
        before_this = state.mark(piece, FIRED, [])
        umpire.mark(piece, FIRED, [*before_this, *fired], rule=rule)
