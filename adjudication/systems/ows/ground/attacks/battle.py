"""Resolving ground combat (ground.3.F, 10.15.9): the declared combats one by one, as the attacker says;
opposed landings with their second round (10.15.8.3)."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

import adjudication.systems.ows.sea.landing as landing
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import Order, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.attacks.combat import fight, leads, still_attacking
from adjudication.systems.ows.ground.attacks.gcat import unlike
from adjudication.systems.ows.ground.forces import combats
from adjudication.systems.ows.ground.forces.acting import acts_now
from adjudication.systems.ows.ground.forces.action_points import may_act
from adjudication.systems.ows.ground.forces.combats import Combat, combat_at, declared
from adjudication.systems.ows.ground.forces.landed import AIR, SEA, landed, wave_of
from adjudication.systems.ows.ground.forces.numbers import figure
from adjudication.systems.ows.ground.forces.units import counted_steps, ground_units_at
from adjudication.systems.ows.table.status import enemy_of
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

PHASES = ("ground combat", "exploitation combat")
"""The impulses in which combats are resolved (ground.3.F, ground.3.H)."""


@dataclass(frozen=True, slots=True)
class Resolve:
    """Resolve the combat declared against a hex; the lead unit of the attack is asked for where it is not
    said (10.15.9.1a)."""

    side: str
    hex: str
    lead: Contact | None = None


def begin(umpire: Umpire) -> None:
    """The attacker says in which order combats are resolved."""


def end(umpire: Umpire) -> None:
    """Combats that are left are resolved in the order in which they were declared."""
    for hex in declared(umpire.state):
        resolve_one(umpire, hex)


def resolve(umpire: Umpire, order: Resolve) -> None:
    """One combat is fought."""
    resolve_one(umpire, order.hex, order.lead or "")


def resolve_one(umpire: Umpire, hex: str, lead: str = "") -> None:
    """Fight a combat, an opposed landing in two rounds where the first is inconclusive; then its marker comes
    off."""
    combat = combat_at(umpire.state, hex)
    assert combat is not None
    umpire.step_over(fight, combat, lead)
    if combat.landing and inconclusive(umpire.state, combat):
        second = reinforced(umpire, combat)
        fight(umpire, second, supported=False)
    combats.resolved(umpire, hex, rule=R["ground.3.F"])


def next_combat(state: State) -> Order | None:
    """What `next` does: the combat that was declared first, with the attacker's strongest lead unit left to
    it."""
    found = declared(state)
    return Order(acting(state)[0], "resolve", {"hex": found[0]}) if found and acting(state) else None


# --- opposed landings: 10.15.8.3 --------------------------------------------------------------------------


def inconclusive(state: State, combat: Combat) -> bool:
    """Whether both sides still have units in the hex of a landing (10.15.8.3b)."""
    ashore = [unit for unit in still_attacking(state, combat) if unit.place == combat.hex]
    return bool(ashore) and bool(ground_units_at(state, combat.hex, enemy_of(state, ashore[0].side)))


def reinforced(umpire: Umpire, combat: Combat) -> Combat:
    """The second round: units of the landing force that were not in the first, ashore or still aboard, may
    join, so that each wave has up to 6 steps again; whoever attacks from beside the hex goes on from there
    (10.15.8.3b)."""
    state = umpire.state
    ours = [unit.id for unit in still_attacking(state, combat)]
    ashore = [unit for unit in ours if combat.attackers[unit] == combat.hex]
    side = state.pieces[ashore[0]].side
    aboard = landing.still_aboard(state, side, combat.hex)
    fresh = [
        unit
        for unit in (*(each.id for each in ground_units_at(state, combat.hex, side)), *aboard)
        if unit not in combat.attackers
        and acts_now(state, unit)
        and may_act(state, unit)
        and (unit in aboard or landed(state, unit))
    ]

    def fit(chosen: list[str]) -> bool | Why:
        return within_waves(state, [*ashore, *chosen], aboard)

    joining: list[str] = []
    able = [unit for unit in fresh if fit([unit]) is True]
    if able:
        suggested: list[str] = []
        for unit in able:
            if fit([*suggested, unit]) is True:
                suggested.append(unit)
        joining = umpire.choose_some(
            side,
            T("units that join the second round", hex=combat.hex),
            able,
            fits=fit,
            suggest=suggested,
            because=T("waves filled up"),
            rule=R["10.15.8.3b"],
        )
    for unit in joining:
        if unit in aboard:
            landing.put_ashore(umpire, aboard[unit], [unit], rule=R["10.15.8.3b"])
    attackers = {unit: combat.attackers[unit] for unit in ours} | dict.fromkeys(joining, combat.hex)
    return combat._replace(attackers=attackers)


def within_waves(state: State, units: Sequence[str], aboard: Container[str]) -> bool | Why:
    """Whether the waves from the sea and from the air have no more steps than they may (10.15.8.2). aboard:
    those that would land from their ships now."""
    most = figure(state, "assault wave")
    steps = {SEA: 0, AIR: 0}
    for unit in units:
        steps[SEA if unit in aboard else wave_of(state, unit)] += counted_steps(state.pieces[unit])
    if max(steps.values()) <= most:
        return True
    return T("too many steps in the assault waves", most=most)


# --- what is legal ----------------------------------------------------------------------------------------


def lead_units(state: State, hex: str) -> tuple[str, ...]:
    """The units that may lead the attack on a hex (10.15.9.1a)."""
    combat = combat_at(state, hex)
    return tuple(unit.id for unit in leads(state, combat)) if combat is not None else ()


def listed_leads(state: State, hex: str) -> tuple[str | None, ...]:
    """The same for the list: of units that are alike the first, nobody where there is none to lead."""
    return tuple(unit.id for unit in unlike(state, [state.pieces[id] for id in lead_units(state, hex)])) or (
        None,
    )


RESOLVE = Legality(
    IN_TURN,
    only("hex", declared, "combat", R["ground.3.F"], "no combat is declared there"),
    only(
        "lead",
        lead_units,
        "lead",
        R["10.15.9.1a"],
        "cannot lead the attack",
    ),
    arguments={"hex": declared, "lead": listed_leads},
    sides=acting,
    phases=PHASES,
    elsewhere=R["ground.3.F"],
)

KINDS: tuple[OrderKind, ...] = (
    OrderKind("resolve", Resolve, resolve, R["ground.3.F"], "resolve a declared combat", legality=(RESOLVE,)),
)
