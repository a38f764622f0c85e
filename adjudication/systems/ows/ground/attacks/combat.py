"""A ground combat from its declaration to its result (10.15.9): who takes part, the odds and the modifiers,
one roll on the Ground Combat Adjudication Table, and what it brings."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.attacks.gcat import (
    TABLE,
    Assault,
    arms_of,
    base_die,
    column_of,
    columns,
    maneuver_steps,
    may_lead,
    modifiers,
    strongest,
    unlike,
)
from adjudication.systems.ows.ground.attacks.results import advance, present, suffer
from adjudication.systems.ows.ground.fires import support
from adjudication.systems.ows.ground.fires.arms import listened_to
from adjudication.systems.ows.ground.forces.combats import Combat
from adjudication.systems.ows.ground.forces.engineers import bridges_left, place_bridge
from adjudication.systems.ows.ground.forces.postures import delaying, take_delay
from adjudication.systems.ows.ground.forces.units import RECON, ground_units_at, is_maneuver
from adjudication.systems.ows.ground.maneuver import exploiting
from adjudication.systems.ows.ground.maneuver.movement import take, takes
from adjudication.systems.ows.table.counters import GROUND, sheet
from adjudication.systems.ows.table.damage import defence
from adjudication.systems.ows.table.ladder import modified
from adjudication.systems.ows.table.status import DETECTED, SIGINT, detect, enemy_of
from adjudication.systems.ows.table.tokens import turn_up
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

EXPLOITATION_COMBAT = "exploitation combat"


class Result(NamedTuple):
    """A cell of the table: step losses and hexes of retreat of attacker and defender, and exploitation."""

    a: int
    ar: int
    d: int
    dr: int
    exp: int


def still_attacking(state: State, combat: Combat) -> list[Piece]:
    """The attackers that are still where they attack from."""
    return [
        state.pieces[id]
        for id, place in combat.attackers.items()
        if id in state.pieces and state.pieces[id].place == place and state.pieces[id].steps
    ]


def leads(state: State, combat: Combat) -> list[Piece]:
    """The units that the attacker may choose between as its lead unit (10.15.9.1a)."""
    return may_lead(state, still_attacking(state, combat))


def fight(umpire: Umpire, combat: Combat, lead: str = "", *, supported: bool = True) -> None:
    """Adjudicate a declared combat and apply its result. lead: the attacker's lead unit, where it is said.
    supported: whether supporting fires count, and are spent."""
    state = umpire.state
    attackers = still_attacking(state, combat)
    if not maneuver_steps(attackers):
        return  # fires have left nobody to attack
    side = enemy_of(state, attackers[0].side)
    defenders = ground_units_at(state, combat.hex, side)
    if not defenders:
        occupy(umpire, combat, attackers)
        return
    for unit in (*attackers, *defenders):
        if not state.mark(unit.id, DETECTED):
            detect(umpire, unit.id, rule=R["10.15.9"])
    go_over_to_delay(umpire, defenders)
    if supported and state.phase == EXPLOITATION_COMBAT:
        support.answer(umpire, combat.hex)
    assault = prepare(umpire, combat, attackers, defenders, lead, supported)
    result = adjudicate(umpire, assault)
    if supported:
        for each in (attackers[0].side, side):
            for piece in support.supporting(umpire.state, combat.hex, each):
                support.spend(umpire, piece.id, rule=R["10.15.5d"])
    apply(umpire, combat, assault, result)


def go_over_to_delay(umpire: Umpire, defenders: Sequence[Piece]) -> None:
    """Reconnaissance units that are attacked may go over to a Delay mission before the combat is adjudicated
    (10.8.1)."""
    state = umpire.state
    able = [unit.id for unit in defenders if sheet(unit).type == RECON and not delaying(state, unit.id)]
    if not able:
        return
    chosen = umpire.choose_some(
        defenders[0].side,
        T("units that go over to Delay"),
        able,
        suggest=[],
        because=T("they defend the hex"),
        rule=R["10.8.1"],
    )
    for unit in chosen:
        take_delay(umpire, unit, rule=R["10.8.1"])


def prepare(
    umpire: Umpire,
    combat: Combat,
    attackers: Sequence[Piece],
    defenders: Sequence[Piece],
    lead: str,
    supported: bool,
) -> Assault:
    """The lead units of both sides (10.15.9.1): the attacker's choice, or its Main Effort; the defender's
    strongest, of equals the one that it says."""
    state = umpire.state
    ours = may_lead(state, list(attackers))
    first = lead if lead in [unit.id for unit in ours] else ""
    if not first:
        question = T("unit that leads the attack", hex=combat.hex)
        names = [unit.id for unit in unlike(state, ours)]
        first = umpire.choose_piece(attackers[0].side, question, names, rule=R["10.15.9.1a"])
    theirs = [unit.id for unit in unlike(state, strongest(state, list(defenders)))]
    question = T("unit that leads the defence", hex=combat.hex)
    second = umpire.choose_piece(defenders[0].side, question, theirs, rule=R["10.15.9.1b"])
    return Assault(
        combat.hex,
        tuple(attackers),
        tuple(defenders),
        tuple(dict.fromkeys(unit.place for unit in attackers)),
        state.pieces[first],
        state.pieces[second],
        combat.river,
        supported,
    )


def adjudicate(umpire: Umpire, assault: Assault) -> Result:
    """The odds column with its net shift, the die of the lead unit with its net promotion, one roll against
    the shield of the defender's lead unit (10.15.9.1.5)."""
    state, hex = umpire.state, assault.hex
    totals: dict[str, int] = {}
    for side in (assault.lead.side, assault.against.side):
        added = umpire.sum(T("supporting arms", side=side, hex=hex))
        for arm in arms_of(state, assault, side):
            added.add(arm.label, arm.number, rule=arm.rule)
        totals[side] = added.total
    for unit in (*assault.attackers, *assault.defenders):
        if listened_to(state, [unit]):
            turn_up(umpire, state.pieces[state.marked(SIGINT)[unit.id]], rule=R["10.15.9.1.2"])
    found = modifiers(state, assault, totals)
    attacking, defending = maneuver_steps(assault.attackers), maneuver_steps(assault.defenders)
    start, all_columns = column_of(state, attacking, defending), columns(state)
    net = umpire.sum(T("column shifts", column=all_columns[start], hex=hex))
    for shift in found.columns:
        net.add(shift.label, shift.rungs, rule=shift.rule)
    column = all_columns[min(max(start + net.total, 0), len(all_columns) - 1)]
    die = modified(umpire, base_die(assault.lead), found.die, T("ground attack", hex=hex))
    shield = defence(state, assault.against)[0]
    purpose = T(
        "ground combat",
        lead=assault.lead.id,
        against=assault.against.id,
        hex=hex,
        attacking=attacking,
        defending=defending,
        column=column,
        shield=shield,
    )
    return umpire.result_of(cell_of, column, die, shield, purpose)


def cell_of(umpire: Umpire, column: str, die: int, shield: int, purpose: Text) -> Result:
    """The one roll, and the cell of the table."""
    roll = umpire.roll(die, purpose, rule=R["10.15.9.1.5"])
    row = umpire.look_up(TABLE, odds=column, margin=roll - shield, rule=R["10.15.9.1.5"])
    return Result(row.a, row.ar, row.d, row.dr, row.exp)


def apply(umpire: Umpire, combat: Combat, assault: Assault, result: Result) -> None:
    """Losses and retreats of the defender, then of the attacker, as if at once; then exploitation, a bridge
    after a River Assault, and the advance of the attackers (10.15.9.1.6)."""
    ours, theirs = [unit.id for unit in assault.attackers], [unit.id for unit in assault.defenders]
    origins = [place for place in assault.origins if place != combat.hex] or [combat.hex]
    against, lead = assault.against.id, assault.lead.id
    suffer(umpire, theirs, against, result.d, result.dr, origins, rule=R["10.15.9.1.6b"])
    suffer(umpire, ours, lead, result.a, result.ar, [combat.hex], rule=R["10.15.9.1.6a"])
    left = [
        unit for unit in present(umpire.state, ours) if umpire.state.pieces[unit].place in assault.origins
    ]
    if result.exp:
        for unit in left:
            exploiting.commit(umpire, unit, rule=R["10.15.9.1.6d"])
    if left and not ground_units_at(umpire.state, combat.hex, assault.against.side):
        occupy(umpire, combat, [umpire.state.pieces[unit] for unit in left])


def occupy(umpire: Umpire, combat: Combat, attackers: Sequence[Piece]) -> None:
    """The enemy is out of the hex: a bridge is placed after a River Assault (10.11.2c), the attackers may
    advance (10.15.9), and those that landed there hold it."""
    if combat.river:
        bridge(umpire, combat, attackers)
    advance(umpire, [unit.id for unit in attackers if unit.kind.group == GROUND], combat.hex)
    state, side = umpire.state, attackers[0].side
    if takes(state, side, combat.hex) and any(
        is_maneuver(sheet(unit)) for unit in ground_units_at(state, combat.hex, side)
    ):
        take(umpire, side, combat.hex)


def bridge(umpire: Umpire, combat: Combat, attackers: Sequence[Piece]) -> None:
    """An engineer unit of the assault places a bridge into the hex; the attacker says which (10.11.2c)."""
    able = [unit.id for unit in attackers if unit.place != combat.hex and bridges_left(umpire.state, unit)]
    if able:
        side = attackers[0].side
        which = umpire.choose_piece(side, T("unit that places a bridge"), able, rule=R["10.11.2c"])
        here = umpire.state.pieces[which].place
        place_bridge(umpire, which, here, combat.hex, rule=R["10.11.2c"])
