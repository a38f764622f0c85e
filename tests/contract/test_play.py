"""Random play of every rule system and toy: it ends, keeps its books, and takes the orders that it lists and
no others."""

import json
from collections.abc import Collection, Sequence
from random import Random

import pytest

from adjudication.audits.audit import audit
from adjudication.engine.games.systems import load, names
from adjudication.engine.orders import Order, read_arguments
from adjudication.engine.register import registers
from domain.errors import IllegalOrder, NotFound, Refused
from domain.events import OrderGiven
from tests.contract.held import keep_books
from tests.contract.moments import listed, lists, seated, some, whole_orders
from tests.contract.plays import PLAYS, SYSTEMS, Played, every_game, every_play, every_system, game, held
from tests.core.games import random_people, table
from tests.unlisted import HOSTILE

MORE = 6
"""Moments of a game at which any two listed orders are given."""
AUDITED = 4
"""Of the many games of a play, one of so many is audited."""
MANY = [
    (name, seed) for name, (_, play) in PLAYS.items() for seed in range(1 if play.slow else 2, play.seeds + 1)
]


def test_every_system_is_held_to_it() -> None:
    with_a_register = {name for name in names() if name in registers()}
    assert with_a_register
    assert with_a_register <= set(SYSTEMS)
    assert set(SYSTEMS) == {system for system, _ in PLAYS.values()}


def check(name: str, seed: int) -> None:
    """The game of a seed ends, and its books are kept."""
    (system, play), found = PLAYS[name], game(name, seed)
    state = keep_books(found.whole, held(system))
    if not play.orders:
        assert state.verdict is not None
        assert not load(system).legal_now(state)


@every_play
def test_a_random_game_ends_and_keeps_its_books(name: str) -> None:
    check(name, 1)


@every_system
def test_games_come_to_the_rules_that_they_are_to_show(system: str) -> None:
    of = held(system)
    played = [game(play.name).whole for play in of.plays if of.shown and not play.slow]
    assert of.shown <= {event.rule for log in played for event in log}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seed"), MANY)
def test_random_games_end_and_keep_their_books(name: str, seed: int) -> None:
    check(name, seed)
    if seed % AUDITED == 0:
        session = seated(game(name, seed), len(game(name, seed).whole))
        session.close(game(name, seed).secret)
        assert audit(session.game.unsaved()).findings == []
    game.cache_clear()


# --- orders that are listed ---------------------------------------------------------------------------


def give(found: Played, upto: int, orders: Sequence[Order]) -> None:
    """Listed orders are taken, each on the table as it stood then, and come back from JSON as they are."""
    session = seated(found, upto, random_people(upto))
    for order in orders:
        sent = json.loads(json.dumps(order.data()))
        assert sent.pop("order") == order.name
        read = read_arguments(session.system.kind(order.name), sent)
        assert {name: read[name] for name in order.arguments} == order.arguments
        given, *_ = session.order(order).events
        assert isinstance(given, OrderGiven)
        assert (given.side, given.order) == (order.side, order.name)
        session.game.forget_after(upto)


@every_game
def test_every_order_that_is_listed_is_taken(name: str) -> None:
    found, chance = game(name), Random(name)
    firsts: dict[int, list[Order]] = {}
    for first in listed(name).values():
        firsts.setdefault(first.upto, []).append(first.order)
    at_random = {given.number for given in some(whole_orders(found.log), MORE)}
    for legal, _, given in lists(found.log):
        if given.number in at_random and legal:
            firsts.setdefault(given.number - 1, []).extend(legal.sample(chance) for _ in range(2))
    assert firsts
    for upto, orders in firsts.items():
        give(found, upto, orders)


def kinds_listed(system: str, seeds: int, but: Collection[str], slow: bool) -> set[str]:
    """The kinds of orders that games of a system list: of so many seeds, until all but those are found."""
    found, kinds = set[str](), load(system).orders.keys()
    for seed in range(1, seeds + 1):
        for play in held(system).plays:
            if (slow or not play.slow) and seed <= play.seeds and kinds - found - set(but):
                found |= listed(play.name, seed).keys()
    assert found <= kinds
    return found


@every_system
def test_every_kind_of_order_is_listed_in_some_game_or_it_is_said_why_not(system: str) -> None:
    of = held(system)
    seldom = {*of.seldom, *of.not_listed}
    assert load(system).orders.keys() - kinds_listed(system, 3, seldom, slow=False) <= seldom


@pytest.mark.slow
@every_system
def test_every_kind_of_order_that_is_listed_seldom_is_listed_all_the_same(system: str) -> None:
    of = held(system)
    found = kinds_listed(system, 20, of.not_listed, slow=True)
    assert load(system).orders.keys() - found == of.not_listed.keys()
    assert all(of.not_listed.values())


@every_game
def test_an_order_out_of_its_phase_is_refused_by_its_rule(name: str) -> None:
    found = game(name)
    system = load(PLAYS[name][0])
    moments: dict[str, int] = {}
    for _, state, given in lists(found.log):
        moments.setdefault(state.phase, given.number - 1)
    for phase, upto in moments.items():
        session = seated(found, upto)
        for kind, first in listed(name).items():
            legality = system.orders[kind].legality
            if not legality or any(not each.phases or phase in each.phases for each in legality):
                continue
            with pytest.raises(IllegalOrder) as refused:
                session.order(first.order)
            assert refused.value.code == "phase"
            assert refused.value.rule in {each.elsewhere for each in legality} - {""}
            assert len(session.game.log) == upto


# --- nonsense -----------------------------------------------------------------------------------------


@every_game
def test_nonsense_is_refused_and_nothing_recorded(name: str) -> None:
    found, chance = game(name), Random(name)
    for given in some(whole_orders(found.log), 2):
        session = seated(found, given.number - 1)
        before = table(session.state)
        sides = ("", "nobody", *session.state.sides)
        for text in HOSTILE:
            with pytest.raises(NotFound):
                session.order(Order(chance.choice(sides), text, {}))
            with pytest.raises(Refused):
                session.order(Order(given.side, given.order, {text: text}))
        with pytest.raises(Refused):
            session.order(Order("nobody", given.order, given.arguments))
        assert len(session.game.log) == given.number - 1
        assert table(session.state) == before
