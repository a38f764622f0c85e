"""Declaring ground combat (ground.3.C, 10.15.1): who attacks which hex, across which hexsides; attacks of the
exploitation force (ground.3.G) are declared in the same way."""

from collections.abc import Sequence
from dataclasses import dataclass

from adjudication.engine.choices import Subset
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, only, unless
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.attacks.battle import resolve_one
from adjudication.systems.ows.ground.forces import combats
from adjudication.systems.ows.ground.forces.acting import acting_units, actioning
from adjudication.systems.ows.ground.forces.action_points import may_act
from adjudication.systems.ows.ground.forces.combats import Combat, combat_at
from adjudication.systems.ows.ground.forces.designations import attacked, in_reserve
from adjudication.systems.ows.ground.forces.engineers import bridged, bridges_left, river_between
from adjudication.systems.ows.ground.forces.landed import landed, may_attack, wave_of
from adjudication.systems.ows.ground.forces.numbers import figure
from adjudication.systems.ows.ground.forces.postures import delaying
from adjudication.systems.ows.ground.forces.units import counted_steps, is_maneuver
from adjudication.systems.ows.ground.forces.zones import seen_hexes
from adjudication.systems.ows.ground.maneuver.exploiting import activate, exploits
from adjudication.systems.ows.table.counters import GROUND, sheet
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import DISORGANIZED, enemy_of
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

MOVEMENT, EXPLOITATION = "ground movement", "exploitation"


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack a hex with these units, each from where it is; they join those that attack it already."""

    side: str
    hex: str
    units: tuple[Contact, ...]


def attack(umpire: Umpire, order: Attack) -> None:
    """The Combat marker goes on the hex. Whoever is attacked is in Reserve no longer (10.4.1c), and a reserve
    that attacks in exploitation is activated (10.4.1.1)."""
    state = umpire.state
    for unit in order.units:
        if in_reserve(state, unit):
            activate(umpire, unit, rule=R["10.4.1.1"])
    before = combat_at(state, order.hex)
    attackers = dict(before.attackers) if before is not None else {}
    attackers |= {unit: state.pieces[unit].place for unit in order.units}
    landing = before is not None and before.landing
    combats.declare(
        umpire,
        Combat(order.hex, attackers, is_river_assault(state, order.hex, attackers), landing),
        rule=R["ground.3.C"],
    )
    attacked(umpire, order.hex, enemy_of(state, order.side))


def combat_of(umpire: Umpire, order: Attack) -> None:
    """The combat that an attack leads to, as if it were resolved now (ground.3.F)."""
    resolve_one(umpire, order.hex)


def is_river_assault(state: State, hex: str, attackers: dict[str, str]) -> bool:
    """Whether some of the attackers cross a major river where there is no bridge (10.11.2a)."""
    return any(unbridged(state, place, hex) for place in attackers.values())


def unbridged(state: State, one: str, other: str) -> bool:
    """Whether a major river without a bridge lies between two hexes."""
    return one != other and river_between(state, one, other) and not bridged(state, one, other)


# --- who may attack what ----------------------------------------------------------------------------------


@derived
def attackers(state: State, side: str) -> tuple[str, ...]:
    """The units of a side that can attack now: maneuver units, and engineers with them. In movement those of
    the actioning unit that are not in Reserve (10.4.1b), in exploitation those of the exploitation force and
    reserves (ground.3.G); no unit on a Delay mission (10.8a), and none that attacks already."""
    now = actioning(state)
    if now is None or now.side != side:
        return ()
    busy = {unit for mark in state.marked(combats.COMBAT).values() for unit in mark["attackers"]}
    return tuple(id for id in acting_units(state) if id not in busy and able(state, state.pieces[id]))


def able(state: State, unit: Piece) -> bool:
    """Whether a unit may attack in this impulse."""
    read = sheet(unit)
    if unit.kind.group != GROUND or not unit.steps or not (is_maneuver(read) or read.engineer):
        return False
    if delaying(state, unit.id) or not may_act(state, unit.id):
        return False
    if state.mark(unit.id, DISORGANIZED) or not may_attack(state, unit.id):
        return False
    if state.phase == EXPLOITATION:
        return in_reserve(state, unit.id) or exploits(state, unit.id)
    return not in_reserve(state, unit.id)


@derived
def open_to_attack(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """The hexes with enemy ground units that a side sees: each with its units beside it, or in it, that can
    attack it. A landing force attacks beside its hex after an unopposed landing alone (10.15.8.1a)."""
    found: dict[str, list[str]] = {}
    enemy = seen_hexes(state, side)
    for id in attackers(state, side):
        here = state.pieces[id].place
        opposed = here in enemy and landed(state, id)  # a landing force assaults the hex that it lands in
        for hex in (here,) if opposed else (here, *state.board.neighbours[here]):
            if hex in enemy:
                found.setdefault(hex, []).append(id)
    return {hex: tuple(units) for hex, units in found.items() if _possible(state, hex, units)}


def _possible(state: State, hex: str, units: Sequence[str]) -> bool:
    return any(not why_not(state, hex, together) for together in _smallest(state, hex, units))


def _smallest(state: State, hex: str, units: Sequence[str]) -> list[list[str]]:
    """The attacks that are tried to see whether a hex can be attacked at all: a maneuver unit, alone or with
    an engineer unit from the same hex."""
    pieces = [state.pieces[id] for id in units]
    found = []
    for unit in pieces:
        with_it = [each.id for each in pieces if sheet(each).bridges and each.place == unit.place]
        found += [[unit.id], *([unit.id, other] for other in with_it if other != unit.id)]
    return found


def why_not(state: State, hex: str, units: Sequence[str]) -> Why:
    """Why these units cannot attack a hex together, with those that do already; empty where they can."""
    if not units:
        return Reason(T("name the units that attack"), R["ground.3.C"])
    before = combat_at(state, hex)
    attack = {unit: state.pieces[unit].place for unit in units} | (before.attackers if before else {})
    pieces = [state.pieces[unit] for unit in attack]
    if not any(is_maneuver(sheet(piece)) for piece in pieces):
        return Reason(
            T("an attack needs a maneuver unit"),
            R["10.15.9.1.1"],
        )
    ashore = [piece for piece in pieces if attack[piece.id] == hex and landed(state, piece.id)]
    most = figure(state, "assault wave")
    for wave in dict.fromkeys(wave_of(state, piece.id) for piece in ashore):
        steps = sum(counted_steps(piece) for piece in ashore if wave_of(state, piece.id) == wave)
        if steps > most:
            return Reason(
                T("an assault wave has too many steps", wave=wave, most=most, steps=steps),
                R["10.15.8.3a"],
            )
    most = figure(state, "hexside")
    for place in dict.fromkeys(attack.values()):
        if place == hex:
            continue
        stack = [piece for piece in pieces if attack[piece.id] == place]
        over = unbridged(state, place, hex)
        steps = sum(0 if over and sheet(piece).engineer else counted_steps(piece) for piece in stack)
        if steps > most:
            return Reason(
                T("too many steps across one hexside", most=most, steps=steps, place=place),
                R["10.15.1"],
            )
        if over and not on(state, "unbridged_assaults") and not any(bridges_left(state, p) for p in stack):
            return Reason(
                T("a major river without a bridge", place=place, hex=hex),
                R["10.11.2b"],
            )
    return ""


def open_attacks(state: State) -> list[OrderChoice]:
    """Every attack that may be declared now: one line for each hex."""
    return [
        OrderChoice(side, "attack", {"hex": hex}, "units", ways(state, hex, units))
        for side in acting(state)
        for hex, units in open_to_attack(state, side).items()
    ]


def ways(state: State, hex: str, units: Sequence[str]) -> Subset:
    """The units that may attack a hex together."""
    return Subset(units, least=1, fits=lambda chosen: why_not(state, hex, chosen))


def candidates(state: State, side: str, hex: str) -> tuple[str, ...]:
    """The units that may attack a hex."""
    return open_to_attack(state, side).get(hex, ())


def why_refused(state: State, side: str, hex: str, units: tuple[str, ...] | None) -> Why:
    """Why an attack is refused; empty where it is not."""
    able_to = candidates(state, side, hex)
    why = next((why for unit in units or () if (why := barred(state, side, unit))), "")
    if why:
        return why
    wrong = [unit for unit in units or () if unit not in able_to]
    if wrong:
        return T("cannot attack the hex", units=wrong, hex=hex)
    return why_not(state, hex, units or ())


def barred(state: State, side: str, unit: str) -> Why:
    """Why a unit of a side attacks nothing now; empty where it may."""
    if unit not in state.pieces or state.pieces[unit].side != side:
        return ""
    if delaying(state, unit):
        return Reason(T("on a Delay mission and does not attack", unit=unit), R["10.8a"])
    if in_reserve(state, unit) and state.phase == MOVEMENT:
        return Reason(T("in Reserve and does not attack in this phase", unit=unit), R["10.4.1b"])
    if state.mark(unit, DISORGANIZED):
        return Reason(T("disorganized and does not attack", unit=unit), R["10.10.2"])
    if state.pieces[unit].kind.group == GROUND and not may_attack(state, unit):
        return Reason(
            T("landed and advanced this turn", unit=unit),
            R["10.15.8.1b"],
        )
    return ""


def why_not_open(state: State, side: str, hex: str, units: tuple[str, ...] | None) -> Why:
    """Why a hex cannot be attacked."""
    beside = hex in seen_hexes(state, side)
    for unit in units or () if beside else ():
        why = barred(state, side, unit)
        if why:
            return why
    able = attackers(state, side)
    near = (hex, *state.board.neighbours[hex]) if beside else ()
    if units and beside and all(unit in able and state.pieces[unit].place in near for unit in units):
        why = why_not(state, hex, units)
        if why:
            return why
    return T("cannot be attacked", hex=hex)


ATTACK = Legality(
    IN_TURN,
    only(
        "hex",
        open_to_attack,
        "hex",
        R["ground.3.C"],
        why_not_open,
    ),
    unless(why_refused, "units", R["ground.3.C"]),
    sides=acting,
    phases=(MOVEMENT, EXPLOITATION),
    elsewhere=R["ground.3.C"],
    quickly=open_attacks,
)

KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "attack",
        Attack,
        attack,
        R["ground.3.C"],
        "declare an attack on a hex",
        legality=(ATTACK,),
        leads_to=combat_of,
    ),
)
