"""Games of random legal orders, each scenario with many combinations of options: all end, nothing is lost."""

import json
import random
from pathlib import Path

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.contacts import by_ids
from adjudication.engine.orders import Order, read_arguments
from adjudication.engine.running import run
from adjudication.engine.session import Session
from adjudication.engine.systems import RandomByKind, RandomPolicy
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows import TAKE_BACK
from adjudication.systems.ows.staff.policy import StaffPolicy
from domain.events import OrderGiven
from domain.events.mutators import apply
from domain.game.chain import Entry
from domain.ledger.logfile import from_lines, to_lines, write_log
from domain.table.dice import SampledDice, secret_from_seed
from tests.ows.playing import combination, entries, new_game, play

FAILING = Path(__file__).parent.parent / "games" / "failing"
GAMES = {"strait": 100, "tutorial": 100, "proving-ground": 20, "proving-field": 100}
"""Games of each scenario; every other one takes the kinds of orders with equal chances."""
QUICK = {"strait": 6, "tutorial": 12, "proving-ground": 4, "proving-field": 12}
"""The first of them, which are not slow."""


def keep(session: Session, name: str) -> list[Entry]:
    """A game that failed, as a log to look at."""
    FAILING.mkdir(parents=True, exist_ok=True)
    write_log(FAILING / f"ows-{name}.jsonl", entries(session))
    return entries(session)


@pytest.mark.parametrize(
    ("scenario", "seed"),
    [
        pytest.param(name, seed, marks=[pytest.mark.slow] if seed >= QUICK[name] else [])
        for name, number in GAMES.items()
        for seed in range(number)
    ],
)
def test_a_random_game_keeps_all_books_and_ends(scenario: str, seed: int) -> None:
    session = new_game(scenario, seed, combination(seed * 2654435761 >> 7))
    try:
        play(
            session, chance=random.Random(seed), rest=(RandomByKind if seed % 2 else RandomPolicy)(TAKE_BACK)
        )
        if seed % 10 == 0:
            read_back = from_lines(to_lines(entries(session)))[0]
            assert audit(read_back, secret=secret_from_seed(seed)).findings == []
    except BaseException:
        keep(session, f"{scenario}-{seed}")
        raise


@pytest.mark.parametrize(
    ("scenario", "seed"), [("river", 21), ("river", 22), ("littoral", 21), ("littoral", 22)]
)
def test_a_game_of_two_staffs_on_land_keeps_all_books_and_ends(scenario: str, seed: int) -> None:
    session = new_game(scenario, seed)
    try:
        play(session, dict.fromkeys(("blue", "red"), StaffPolicy()), random.Random(seed))
    except BaseException:
        keep(session, f"staff-{scenario}-{seed}")
        raise


@pytest.mark.parametrize("scenario", GAMES)
def test_every_listed_order_is_taken_and_comes_back_from_json(scenario: str) -> None:
    """Other orders of the list are given on a copy of the table; what one refuses is an error."""
    session = new_game(scenario, 7)
    chance = random.Random(7)
    session.people = PolicyPeople({}, RandomPolicy(), chance)
    session.begin()
    for _ in range(400):
        if session.state.verdict is not None:
            break
        legal = session.legal()
        for _ in range(2):
            take_on_a_copy(session, legal.sample(chance), chance)
        order = legal.sample(chance)
        sent = json.loads(json.dumps(order.data()))
        assert sent.pop("order") == order.name
        assert read_arguments(session.system.kind(order.name), sent) == order.arguments
        session.order(order)


def take_on_a_copy(session: Session, order: Order, chance: random.Random) -> None:
    """Give a listed order on a second table; whatever it refuses or asks in vain is an error."""
    state = session.state.copy()
    number = state.number + 1
    given = OrderGiven(
        number=number,
        procedure=number,
        side=order.side,
        order=order.name,
        arguments=by_ids(session.system.kind(order.name).form, order.arguments, state, order.side),
    )
    apply(state, given)
    people = PolicyPeople({}, RandomPolicy(), chance)
    umpire = Umpire(state, number, SampledDice(chance.randrange(2**32)), people)
    assert run(session.system, umpire, given) == ()
