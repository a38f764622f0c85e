"""Supporting fires of ground combat (ground.3.D, ground.3.E, 10.15.6): indirect fire, close air support and
naval gunfire that each side allots to declared combats. They count as supporting arms there."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from adjudication.engine.choices import Subset
from adjudication.engine.legality import Legality, only, unless
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.allotments import serves
from adjudication.systems.ows.air.missions import CAS, in_the_air, mission_type
from adjudication.systems.ows.ground.fires.fire_missions import (
    acts,
    batteries,
    beyond_span,
    by_weapon,
    fire_off,
    in_battlespace,
    offered,
    over,
    paid_for,
    unit_of,
    why_silent,
)
from adjudication.systems.ows.ground.fires.zone_of_action import in_zone_of_action
from adjudication.systems.ows.ground.forces.acting import opposing_side
from adjudication.systems.ows.ground.forces.combats import combat_at, declared
from adjudication.systems.ows.ground.forces.designations import in_reserve
from adjudication.systems.ows.ground.forces.formations import formation_of
from adjudication.systems.ows.ground.forces.units import fires, ground_units_at
from adjudication.systems.ows.table.counters import LAND, MISSION, SHIP, Weapon, sheet, weapons
from adjudication.systems.ows.table.magazines import GUN, expend, holds_fire, ready_salvos
from adjudication.systems.ows.table.status import (
    AIRBORNE,
    AMPHIBIOUS,
    EXPENDED,
    LIFTED,
    SUPPORT,
    SUPPRESSED,
    SupportGiven,
    on_map,
)
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

ATTACK, DEFENCE = "support-attack", "support-defence"
IN_ATTACK, IN_DEFENCE = ("supporting fires", "exploitation combat"), ("defensive fires",)
"""The phases in which either side allots supporting fires."""
NOBODY: frozenset[str] = frozenset()
LANDS: tuple[Mark[Any], ...] = (AMPHIBIOUS, AIRBORNE, LIFTED)


@dataclass(frozen=True, slots=True)
class Support:
    """Allot supporting fires to a declared combat: artillery and rocket units (single missions where they may
    be split, `pal-1/tubes/1`), close air support missions, ships."""

    side: str
    hex: str
    fires: tuple[str, ...]


def begin(umpire: Umpire) -> None:
    """The attacker allots."""


def end(umpire: Umpire) -> None:
    """It has allotted."""


# --- what other modules ask --------------------------------------------------------------------------------


def supporting(state: State, hex: str, side: str) -> list[Piece]:
    """The units of a side whose fires support the combat against a hex: those allotted to it that are still
    able to. Artillery suppressed since then is not (10.15.7d)."""
    found = []
    for id, mark in state.marked(SUPPORT).items():
        piece = state.pieces[id]
        if mark["hex"] == hex and piece.side == side and able(state, piece):
            found.append(piece)
    return found


def able(state: State, piece: Piece) -> bool:
    """Whether a unit can give the support that it was allotted to."""
    if not piece.steps or state.mark(piece.id, EXPENDED):
        return False
    return piece.kind.group in (MISSION, SHIP) or not state.mark(piece.id, SUPPRESSED)


def factors(state: State, piece: Piece) -> int:
    """What a supporting unit counts among the supporting arms: each die of artillery, 1 for each air mission
    and ship (10.15.9.1.2)."""
    if piece.kind.group in (MISSION, SHIP):
        return 1
    mark = state.mark(piece.id, SUPPORT)
    return sum(mark["missions"].values()) if mark else 0


def spend(umpire: Umpire, piece: str, *, rule: str) -> None:
    """A unit has given its support: its missions are fired, and it is Expended (10.15.5d)."""
    state = umpire.state
    unit, mark = state.pieces[piece], state.mark(piece, SUPPORT)
    used: dict[str, int] = mark["missions"] if mark else {}
    release(umpire, piece, rule=rule)
    if unit.kind.group == SHIP:
        expend(umpire, piece, used, rule=rule)
    elif unit.kind.group == MISSION:
        umpire.mark(piece, EXPENDED, True, rule=rule)
    else:
        fire_off(umpire, piece, used, rule=rule)


def release(umpire: Umpire, piece: str, *, rule: str) -> None:
    """A unit supports no combat any more."""
    if umpire.state.mark(piece, SUPPORT):
        umpire.mark(piece, SUPPORT, None, rule=rule)


def clear_away(umpire: Umpire) -> None:
    """The action is over: what was not called on is free again."""
    for id in list(umpire.state.marked(SUPPORT)):
        release(umpire, id, rule=R["ground.4"])


def answer(umpire: Umpire, hex: str) -> None:
    """In exploitation combat the defender says as the combat is resolved which of its unexpended fires
    support it (ground.3.H). For odds, units that lie face down give no support."""
    state = umpire.state
    side = opposing_side(state)
    unknown = frozenset(id for id in on_map(state, side) if umpire.leaves_open(state.pieces[id]))
    question = T("fires that support the defence", hex=hex)
    ways = choices(state, side, hex, least=0, without=unknown)
    chosen = umpire.choose(side, question, ways, rule=R["ground.3.H"], audience=(side,))
    allot(umpire, hex, chosen, rule=R["ground.3.H"])


# --- what may be allotted ----------------------------------------------------------------------------------


@derived
def available(state: State, side: str, hex: str, without: frozenset[str] = NOBODY) -> tuple[str, ...]:
    """What a side may allot to the combat against a hex: artillery in range of it that is not suppressed
    (2.2.7.3, 10.15.7d), close air support over it, ships whose guns reach it. without: pieces not to be
    looked at."""
    attacks = side != opposing_side(state)
    found: list[str] = []
    for id in batteries(state, side, without):
        battery = state.pieces[id]
        if state.mark(id, SUPPRESSED) or any(state.mark(id, mark) for mark in LANDS):
            continue
        elsewhere = state.mark(id, SUPPORT)
        if elsewhere and elsewhere["hex"] != hex:
            continue
        if _may_support(state, id, hex, attacks):
            found += offered(state, battery, hex)
    for id in in_the_air(state, side):
        if supports_from_the_air(state, state.pieces[id], hex):
            found.append(id)
    for id in on_map(state, side):
        ship = state.pieces[id]
        if id in without:
            continue
        if ship.kind.group == SHIP and not state.mark(id, SUPPORT) and naval_guns(state, ship, hex):
            found.append(id)
    return tuple(found)


def _may_support(state: State, battery: str, hex: str, attacks: bool) -> bool:
    if attacks and state.phase == "exploitation combat":
        in_time = acts(state, battery) or in_reserve(state, battery)
    elif attacks:
        in_time = acts(state, battery)
    else:
        in_time = not in_reserve(state, battery) and in_zone_of_action(
            state, state.pieces[battery].side, battery
        )
    return in_time and in_battlespace(state, battery, hex)


def supports_from_the_air(state: State, mission: Piece, hex: str) -> bool:
    """Whether a mission on close air support flies over a hex or in its kill box, is allotted to nobody else
    (ground.2.C), and has not attacked."""
    if (
        mission_type(state, mission) != CAS
        or state.mark(mission.id, EXPENDED)
        or state.mark(mission.id, SUPPORT)
    ):
        return False
    if not serves(state, mission, hex, _fighting(state, mission.side, hex)):
        return False
    return over(state, mission, hex)


def _fighting(state: State, side: str, hex: str) -> list[str]:
    """The formations of a side that fight in the combat for a hex."""
    combat = combat_at(state, hex)
    if side == opposing_side(state):
        units = [piece.id for piece in ground_units_at(state, hex, side)]
    else:
        units = list(combat.attackers) if combat is not None else []
    return [formation_of(state, unit) for unit in units]


def naval_guns(state: State, ship: Piece, hex: str) -> list[Weapon]:
    """The guns with which a ship can support a combat (10.15.9.1.2)."""
    if holds_fire(state, ship) or not ship.steps:
        return []
    guns = [weapon for weapon in weapons(state, ship) if weapon.flight == GUN and LAND in weapon.at]
    apart = state.board.range(ship.place, hex) if guns else None
    return [
        gun for gun in guns if apart is not None and apart <= gun.range and ready_salvos(state, ship, gun)
    ]


def choices(state: State, side: str, hex: str, least: int = 1, without: frozenset[str] = NOBODY) -> Subset:
    """The sets of fires that a side may allot to a combat, within its span of control (10.15.3)."""
    already = allotted(state, side, hex)

    def fits(chosen: list[str]) -> Why:
        return beyond_span(state, [*already, *(unit_of(item) for item in chosen)])

    return Subset(list(available(state, side, hex, without)), least=least, fits=fits)


def allotted(state: State, side: str, hex: str) -> list[str]:
    """The artillery that supports a combat already."""
    return [piece.id for piece in supporting(state, hex, side) if fires(sheet(piece))]


def room_for_more(state: State, side: str, hex: str) -> bool:
    """Whether a side has anything that it may still allot to a combat, within its span of control."""
    already = allotted(state, side, hex)
    return any(not beyond_span(state, [*already, unit_of(item)]) for item in available(state, side, hex))


def open_support(name: str) -> Callable[[State], list[OrderChoice]]:
    """The list of orders of that name: one line for each declared combat."""

    def found(state: State) -> list[OrderChoice]:
        return [
            OrderChoice(side, name, {"hex": hex}, "fires", choices(state, side, hex))
            for side in acting(state)
            for hex in declared(state)
            if room_for_more(state, side, hex)
        ]

    return found


def support(umpire: Umpire, order: Support) -> None:
    """The fires are allotted; the enemy does not learn which."""
    allot(umpire, order.hex, list(order.fires), rule=R["10.15.5d"])


def allot(umpire: Umpire, hex: str, chosen: list[str], *, rule: str) -> None:
    """Mark what supports the combat against a hex."""
    state = umpire.state
    artillery = [item for item in chosen if fires(sheet(state.pieces[unit_of(item)]))]
    for unit, used in paid_for(umpire, by_weapon(state, artillery, hex)).items():
        support = state.mark(unit, SUPPORT)
        before = support["missions"] if support else {}
        total = {id: before.get(id, 0) + used.get(id, 0) for id in {**before, **used}}
        umpire.mark(unit, SUPPORT, SupportGiven(hex=hex, missions=total), rule=rule)
    for item in chosen:
        if item in artillery:
            continue
        piece = state.pieces[item]
        guns = {gun.id: 1 for gun in naval_guns(state, piece, hex)[:1]} if piece.kind.group == SHIP else {}
        umpire.mark(item, SUPPORT, SupportGiven(hex=hex, missions=guns), rule=rule)


def _legality(name: str, phases: tuple[str, ...], rule: str) -> Legality:
    return Legality(
        IN_TURN,
        only("hex", lambda state: declared(state), "combat", R["10.15.6"], "no attack is declared there"),
        unless(misfit, "span", R["10.15.3"]),
        sides=acting,
        phases=phases,
        elsewhere=rule,
        quickly=open_support(name),
    )


def why_not_there(state: State, side: str, hex: str, item: str) -> Why:
    """Why something cannot support the combat against a hex."""
    unit = unit_of(item)
    if unit in on_map(state, side) or unit in in_the_air(state, side):
        elsewhere = state.mark(unit, SUPPORT)
        if elsewhere and elsewhere["hex"] != hex:
            return Reason(T("supports another combat", unit=unit, hex=elsewhere["hex"]), R["10.15.5d"])
        if state.mark(unit, SUPPRESSED):
            return Reason(T("suppressed", unit=unit), R["10.15.7d"])
        if any(state.mark(unit, mark) for mark in LANDS):
            return Reason(T("landed and gives no support yet", unit=unit), R["10.15.8.4b"])
        if unit in batteries(state, side):
            why = why_silent(state, unit, hex, side == opposing_side(state))
            if why:
                return why
    return Reason(T("no supporting fire that reaches it", item=item, hex=hex), R["2.2.7.3"])


def misfit(state: State, side: str, hex: str, fires: tuple[str, ...] | None) -> Why:
    """Why these fires cannot be allotted together; empty where they can."""
    if not fires:
        return Reason(T("name the fires that support the combat"), R["10.15.6"])
    offers = available(state, side, hex)
    why = next((why_not_there(state, side, hex, item) for item in fires if item not in offers), "")
    return why or choices(state, side, hex).refusal(list(fires))


KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        ATTACK,
        Support,
        support,
        R["ground.3.D"],
        "allot supporting fires to an attack",
        secret=True,
        legality=(_legality(ATTACK, IN_ATTACK, R["ground.3.D"]),),
    ),
    OrderKind(
        DEFENCE,
        Support,
        support,
        R["ground.3.E"],
        "allot supporting fires to the defence of a hex",
        secret=True,
        legality=(_legality(DEFENCE, IN_DEFENCE, R["ground.3.E"]),),
    ),
)
