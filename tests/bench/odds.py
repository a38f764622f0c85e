"""Odds and luck: exact odds of operations, samples, and the luck of a whole game."""

import random
from functools import cache
from types import ModuleType

from adjudication.chances.luck import luck
from adjudication.chances.odds import Odds, odds
from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from domain.game.game import Game
from domain.table.state import State
from domain.views.view import WHITE
from tests.bench import Measured, bench, best, best_of_a_core
from tests.bench.ramadi import fresh
from tests.core.games import new_game, seat
from tests.table import Table
from tests.toys import salvoes, volley

RAMADI = load("ramadi")
SENSIBLE = RAMADI.policy("sensible")
SAMPLES = 300


@cache
def played() -> tuple[Game, tuple[tuple[State, Order], ...]]:
    """A whole game, and the table before each of its operations."""
    session: Session = fresh()
    chance = random.Random(1)
    session.people = PolicyPeople({}, SENSIBLE, chance)
    session.begin()
    operations = []
    while session.state.verdict is None:
        order = SENSIBLE.order(session.state, session.legal(), chance)
        if order.name == "execute":
            operations.append((session.state.copy(), order))
        session.order(order, "policy")
    return session.game, tuple(operations)


def _odds(state: State, order: Order, limit: int = 20_000) -> Odds:
    return odds(
        RAMADI, state, [order], "isf", policy=SENSIBLE, limit=limit, samples=SAMPLES, with_choices=False
    )


def _took(state: State, order: Order) -> float:
    assert _odds(state, order).exact
    return best_of_a_core(lambda: _odds(state, order), times=3)


@bench
def operation_odds() -> Measured:
    """The operation that takes longest: the budget is for any."""
    slowest = max(_took(state, order) for state, order in played()[1])
    return Measured("exact odds of any operation of a game", slowest * 1000, "ms", at_most=300)


def _toy(module: ModuleType, order: Order, found: str = "") -> float:
    """Seconds of processor time that exact odds of an order of a toy take, for each of its viewers."""
    session = seat(new_game((module.NAME, {})))
    session.begin()
    if found:
        session.state.marks[found]["found"] = True

    def work_out() -> None:
        for viewer in (WHITE, *session.state.sides):
            assert odds(session.system, session.state, [order], viewer, with_choices=False).exact

    return best_of_a_core(work_out, times=3) / (1 + len(session.state.sides))


@bench
def strike_odds() -> Measured:
    took = _toy(salvoes, Order("red", "strike", {"target": "cvn", "salvoes": 18}), found="cvn")
    return Measured("exact odds of a strike of 18 salvoes", took * 1000, "ms", at_most=300)


@bench
def ows_strike_odds() -> Measured:
    """Eighteen Tomahawks at an airfield and its two squadron bases, behind two grey shields."""
    table = Table("ows", "proving-ground", dice="scripted").phase("long-range strikes", side="blue")
    targets = ("airfield-r", "sq-j16", "sq-h6")
    salvos = {f"ssgn-1/tomahawk/{n}": targets[n % 3] for n in range(1, 19)}
    order = Order("blue", "strike", {"hex": "0903", "salvos": salvos})
    system, state = table.session.system, table.state

    def work_out() -> None:
        assert odds(system, state, [order], WHITE).exact

    took = best_of_a_core(work_out, times=3)
    return Measured("exact odds of 18 salvos on 3 targets (ows)", took * 1000, "ms", at_most=300)


@bench
def combat_odds() -> Measured:
    took = _toy(volley, Order("green", "attack", {"origin": "gate", "to": "bridge"}))
    return Measured("exact odds of a combat of 3 blocks on 3", took * 1000, "ms", at_most=1000)


@bench
def odds_a_second() -> Measured:
    operations = played()[1]
    took = sum(_took(state, order) for state, order in operations)
    return Measured("exact odds of operations", len(operations) / took, "odds/s")


@bench
def odds_runs() -> Measured:
    state, order = played()[1][0]
    return Measured("the same, branch by branch", _odds(state, order).runs / _took(state, order), "runs/s")


@bench
def odds_sampled() -> Measured:
    state, order = played()[1][0]
    took = best(lambda: _odds(state, order, limit=0), times=3)
    return Measured("sampled odds of an operation", SAMPLES / took, "samples/s")


@bench
def luck_of_a_game() -> Measured:
    game = played()[0]
    took = best(lambda: luck(RAMADI, game, SENSIBLE), times=1)
    return Measured("luck of a whole game", took, "s", at_most=15)
