"""Reviews of games in which everything was undone once: no history is one that a report cannot tell."""

import random

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.session import Session
from domain.events import DieRolled, OrderGiven
from domain.game.game import Game
from domain.views.view import WHITE
from reports.document import FORMATS
from reports.document.paper import in_format
from reports.review import build_review
from reports.story.fights import UNDONE, Fights, InALine
from reports.story.turns import story
from reports.words.names import Names
from tests.reports.games import entries_of
from tests.table import Table

ORDERS = (40, pytest.param(250, marks=pytest.mark.slow))
"""How many orders of each game are played."""
POLICIES = {"ows": "staff", "nineveh": "sensible", "somalia": "sensible"}
GAMES = [
    ("ramadi", "historical"),
    ("ows", "tutorial"),
    ("nineveh", "historical"),
    ("somalia", "unosom"),
    ("ignorant-armies", "gulf-war"),
]


def undone_once(session: Session, chance: random.Random, orders: int) -> set[str]:
    """Play on for so many orders; the first of each kind, and the first that rolls, is undone before it is
    given again.

    Returns the kinds that were undone.
    """
    policy = session.system.policy(POLICIES.get(session.system.name, "random"))
    session.people = PolicyPeople({}, policy, chance)
    undone: set[str] = set()
    rolled: set[str] = set()
    for _ in range(orders):
        if session.state.verdict is not None or not (legal := session.legal()):
            break
        order = policy.order(session.state, legal, chance)
        events = session.order(order, by="Ann").events
        rolls = any(isinstance(event, DieRolled) for event in events)
        if order.name in undone and not (rolls and order.name not in rolled):
            continue
        given = next(event for event in events if isinstance(event, OrderGiven))
        undone.add(order.name)
        rolled |= {order.name} if rolls else set()
        session.take_back(given.number, "It was typed in the wrong order.", by="Ann")
    return undone


def fights_of(game: Game, viewer: str) -> list[InALine]:
    told = story(game, viewer)
    orders = told.orders()
    lines = [line for order in orders for line in order.lines]
    fights = Fights(orders, lines, Names(game.state, viewer))
    return [each for turn in told.turns for each in fights.of(turn)]


@pytest.mark.parametrize("orders", ORDERS)
@pytest.mark.parametrize(("system", "scenario"), GAMES)
def test_a_review_tells_every_undone_order_for_every_audience(
    system: str, scenario: str, orders: int
) -> None:
    session = Table(system, scenario, seed=1).session
    undone = undone_once(session, random.Random(1), orders)
    assert undone
    game, entries = session.game, entries_of(session.game)
    report = audit(entries)
    assert report.findings == []
    for viewer in (WHITE, *game.state.players()):
        document = build_review(game, entries, report, viewer)
        page = FORMATS["html"](in_format(document, "html", False)).decode()
        assert "<html" in page
        for fight in fights_of(game, viewer):
            assert (fight.parts == (UNDONE,)) == bool(fight.order.struck_by), fight.whole()
