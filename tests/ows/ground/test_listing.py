"""Lists of orders that are kept from order to order are those of a table that keeps nothing, and marches lead
where the rules of the walk lead."""

import random
from itertools import product
from typing import Any

import pytest

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.choices import as_data
from adjudication.engine.orders import LegalOrders, OpenOrder
from adjudication.engine.policies import Policy, RandomByKind, RandomPolicy
from adjudication.engine.session import Session
from adjudication.systems.ows import SYSTEM, TAKE_BACK
from adjudication.systems.ows.ground.forces.acting import actioning_side
from adjudication.systems.ows.ground.forces.landed import landed
from adjudication.systems.ows.ground.forces.stacking import fits
from adjudication.systems.ows.ground.forces.ways import extra, goes_on, hex_cost, mover
from adjudication.systems.ows.ground.forces.zones import ground_hexes, known_zoc, seen_hexes
from adjudication.systems.ows.ground.maneuver.march import PHASE, hexes_to_go, moves, points_left
from adjudication.systems.ows.player.policy import StaffPolicy
from domain.table.kept import Kept
from domain.table.state import State
from tests.ows.playing import new_game
from tests.thinned import thinned

POLICIES: dict[str, Policy] = {
    "random": RandomPolicy(TAKE_BACK),
    "by kind": RandomByKind(TAKE_BACK),
    "staff": StaffPolicy(),
}


def begun(scenario: str, policy: Policy, chance: random.Random) -> Session:
    session = new_game(scenario, 5)
    session.people = PolicyPeople({}, policy, chance)
    session.begin()
    return session


def as_listed(legal: LegalOrders) -> list[Any]:
    """All orders of a list as plain data; what stands for many with how many it stands for and the first."""
    return [
        (order.side, as_data(order.data()), order.choices.size if isinstance(order, OpenOrder) else 1)
        for order in legal
    ]


def compare(state: State) -> None:
    """The list of this table, and that of a copy that works everything out."""
    plain = state.copy()
    plain.forget()
    assert as_listed(SYSTEM.legal(state)) == as_listed(SYSTEM.legal(plain)), state.phase


@pytest.mark.parametrize(
    ("scenario", "policy"), thinned(product(["river", "littoral", "strait"], POLICIES), 4, several=True)
)
def test_what_is_listed_along_a_game_is_what_a_table_lists_that_keeps_nothing(
    scenario: str, policy: str
) -> None:
    chance = random.Random(scenario + policy)
    session = begun(scenario, POLICIES[policy], chance)
    for nth in range(250):
        if session.state.verdict is not None:
            break
        if nth % 5 == 0:
            compare(session.state)
        session.order(POLICIES[policy].order(session.state, session.legal(), chance))


class Deaf(Kept):
    """Keeps everything whatever moves."""

    __slots__ = ()

    def moved(self, group: str, origin: str, to: str) -> None:
        pass


def test_a_list_that_was_kept_too_long_is_found() -> None:
    chance = random.Random(1)
    session = begun("river", StaffPolicy(), chance)
    session.state.kept = Deaf()

    def play_on() -> None:
        for _ in range(250):
            compare(session.state)
            session.order(StaffPolicy().order(session.state, session.legal(), chance))

    with pytest.raises(AssertionError, match="ground movement"):
        play_on()


def led_to(state: State, unit: str) -> set[str]:
    """Where a march may end, step by step by what a walk costs, as far as the side of the unit knows."""
    piece = state.pieces[unit]
    start, side, limit = piece.place, piece.side, points_left(state, unit)
    who = mover(state, unit, limit)
    zoc, friends, closed = known_zoc(state, side), ground_hexes(state, side), seen_hexes(state, side)
    least: dict[tuple[str, str], int] = {("", start): 0}
    queue, far = [("", start)], 0
    while queue and far < hexes_to_go(state, piece):
        further, far = [], far + 1
        for before, here in queue:
            spent = least[before, here]
            if here != start and not goes_on(who.began, before, here, zoc, friends):
                continue
            for there in state.board.neighbours[here]:
                cost = hex_cost(state, who, here, there)
                if cost is None or there in closed or there == start:
                    continue
                whole = spent + cost + extra(state, who.began, here, there, zoc)
                if here == start and who.free and whole > limit:
                    whole = limit + 1
                elif whole > limit:
                    continue
                if whole < least.get((here, there), limit + 2):
                    least[here, there] = whole
                    further.append((here, there))
        queue = further
    return {hex for _, hex in least if hex != start and fits(state, [unit], hex)}


@pytest.mark.parametrize("scenario", ["river", "littoral"])
def test_units_march_where_a_walk_leads_and_nowhere_else(scenario: str) -> None:
    chance = random.Random(2)
    session = begun(scenario, RandomPolicy(TAKE_BACK), chance)
    marches = 0
    while session.state.verdict is None and marches < 400:
        state = session.state
        if state.phase == PHASE and chance.random() < 0.1:
            for unit, to in moves(state, actioning_side(state)).own.items():
                if not landed(state, unit):
                    assert set(to) == led_to(state, unit), f"{unit} from {state.pieces[unit].place}"
                    marches += 1
        session.order(RandomPolicy(TAKE_BACK).order(state, session.legal(), chance))
    assert marches > 50
