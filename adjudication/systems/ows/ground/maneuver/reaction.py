"""Defensive reaction moves (10.4.1.1.1), an option: in the enemy's 3.E the headquarters of a formation under
attack may bring up its reserves."""

from dataclasses import dataclass

from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.combats import declared
from adjudication.systems.ows.ground.forces.designations import designated, leave_reserve
from adjudication.systems.ows.ground.forces.formations import (
    called,
    chain,
    formation,
    formation_of,
    formations,
    headquarters,
    hq_disrupted,
)
from adjudication.systems.ows.ground.forces.units import ground_units_at
from adjudication.systems.ows.ground.maneuver.movement import allowance, reachable, walk
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import RESERVE, hexes
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

REACTED = Mark[list[str]]("reacted")
"""Mark of the game: the formations that have tried to react in this action."""
DIE = 6
DISRUPTED_HQ = -2
"""The modifier of the roll for a headquarters that is under Disrupt C2 or suppressed (10.4.1.1.1d)."""


@dataclass(frozen=True, slots=True)
class React:
    """Try to bring up the reserves of a formation (10.4.1.1.1)."""

    side: str
    formation: str


def react(umpire: Umpire, order: React) -> None:
    """The roll less the proficiency of the headquarters is how many counters may move up to half their
    allowance."""
    state = umpire.state
    named = formation(state, order.formation)
    umpire.mark("game", REACTED, [*reacted(state), named.id], rule=R["10.4.1.1.1a"])
    attempt = umpire.sum(T("reserve counters that may react"))
    rolled = umpire.roll(DIE, T("reaction of a formation", formation=named.id), rule=R["10.4.1.1.1a"])
    attempt.add(T("die"), rolled, rule=R["10.4.1.1.1a"])
    if hq_disrupted(state, named.id):
        attempt.add(T("headquarters disrupted or suppressed"), DISRUPTED_HQ, rule=R["10.4.1.1.1d"])
    attempt.add(
        T("proficiency of a formation", formation=named.id), -named.proficiency, rule=R["10.4.1.1.1c"]
    )
    able = [unit for unit in reserves(umpire.state, named.id) if may_go(umpire.state, unit)]
    most = min(max(0, attempt.total), len(able))
    if not most:
        return
    question = T("reserves that react", formation=named.id, most=most)
    side = (order.side,)
    chosen = umpire.choose_some(order.side, question, able, most=most, rule=R["10.4.1.1.1a"], audience=side)
    for unit in chosen:
        move_up(umpire, unit)


def move_up(umpire: Umpire, unit: str) -> None:
    """A unit that reacts is in Reserve no more, and moves up to half its allowance (10.4.1.1.1b)."""
    state = umpire.state
    points = allowance(state, unit, half=True)
    ways = reachable(state, unit, points)
    leave_reserve(umpire, unit, rule=R["10.4.1.1.1b"])
    if not ways:
        return
    piece = state.pieces[unit]
    to = umpire.choose(
        piece.side,
        T("hex that a reserve moves to", unit=unit),
        sorted(ways),
        rule=R["10.4.1.1.1b"],
        audience=(piece.side,),
    )
    walk(umpire, unit, ways[to], points, rule=R["10.4.1.1.1b"])


def end_action(umpire: Umpire) -> None:
    """The actioning unit is done: in the next one's 3.E all may react again."""
    if umpire.state.mark("game", REACTED) is not None:
        umpire.mark("game", REACTED, None, rule=R["ground.4"])


def reacted(state: State) -> tuple[str, ...]:
    """The formations that have tried in this action: once each."""
    return tuple(state.mark("game", REACTED, []))


@derived
def reserves(state: State, formation_id: str) -> tuple[str, ...]:
    """The units in Reserve of a formation and of those below it, in the order of the scenario."""
    places = hexes(state.board)
    side = formation(state, formation_id).side
    return tuple(
        unit
        for unit in state.pieces
        if unit in state.marked(RESERVE)
        and state.pieces[unit].side == side
        and state.pieces[unit].place in places
        and formation_id in chain(state, formation_of(state, unit))
    )


def may_go(state: State, unit: str) -> bool:
    """Whether a unit has anywhere to go, and fuel where it needs it (10.13.2.1b)."""
    return bool(reachable(state, unit, allowance(state, unit, half=True)))


@derived
def under_attack(state: State, side: str) -> tuple[str, ...]:
    """The formations of a side with units in hexes that are attacked, and those above them."""
    found = [
        each
        for hex in declared(state)
        for unit in ground_units_at(state, hex, side)
        for each in chain(state, formation_of(state, unit.id))
    ]
    return tuple(each.id for each in formations(state, side) if each.id in found)


@derived
def able_to_react(state: State, side: str) -> tuple[str, ...]:
    """The formations that may try: they are under attack, have a headquarters and reserves that can move, and
    have not tried."""
    if not on(state, "reaction_moves") or not designated(state, side, RESERVE):
        return ()
    done = reacted(state)
    return tuple(
        each
        for each in under_attack(state, side)
        if each not in done
        and headquarters(state, each) is not None
        and any(may_go(state, unit) for unit in reserves(state, each))
    )


REACTS = Legality(
    IN_TURN,
    insist(
        lambda state, side: on(state, "reaction_moves"),
        "option",
        R["10.4.1.1.1a"],
        "this game is played without reaction moves",
    ),
    only(
        "formation",
        able_to_react,
        "formation",
        R["10.4.1.1.1a"],
        lambda state, formation: T("cannot react", formation=called(state, formation)),
    ),
    arguments={"formation": able_to_react},
    sides=acting,
    phases=("defensive fires",),
    elsewhere=R["10.4.1.1.1a"],
)
KINDS = (OrderKind("react", React, react, R["10.4.1.1.1a"], "try to bring up reserves", legality=(REACTS,)),)
