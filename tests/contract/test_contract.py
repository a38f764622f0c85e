"""What every rule system and every toy is held to, on one random game of each: a new system is in it as soon
as `tests.worlds.games` plays a game of it."""

import random
import re
from collections.abc import Sequence

import pytest

from adjudication.chances.odds import odds
from adjudication.engine.register import registers
from adjudication.engine.running import BEGIN
from adjudication.engine.systems import load, names
from domain.errors import Refused
from domain.events import Event, OrderDone, OrderGiven, TakenBack
from domain.game.game import Game
from domain.views.view import WHITE, see_log
from reports.document.html import html
from reports.document.markdown import markdown
from reports.review import build_review
from reports.story.replay import table_before, walk
from reports.words.then import words_then
from tests.core.games import check_conservation, findings, seat, table
from tests.reports.games import entries_of
from tests.toys import NAMES
from tests.worlds.games import GAMES, LARGE, TABLES, played

SLOW = (*LARGE, "nineveh with options", "nineveh alone", "ramadi with options")
every_game = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name in SLOW else ()) for name in (*GAMES, *TABLES)]
)
REVIEWED = 40
"""Orders of a game that is reviewed."""
BARE_MASK = re.compile(r"(?<![\w”\"')\]\\])\\?\?(?!\w)")
"""What stands in plain data for a name that the viewer may not read, said as it is: a `?` on its own."""
ODDS = 300
"""Samples where odds are not exact."""


def whole_orders(log: Sequence[Event]) -> list[OrderGiven]:
    """The orders of a log that are completed in it, without the opening of play."""
    done = {event.procedure for event in log if isinstance(event, OrderDone)}
    return [
        event
        for event in log
        if isinstance(event, OrderGiven) and event.order != BEGIN and event.number in done
    ]


def some(orders: Sequence[OrderGiven], count: int) -> list[OrderGiven]:
    """So many of them, spread over the game."""
    return list(orders[:: max(1, len(orders) // count)])


def test_every_system_is_held_to_it() -> None:
    played_here = {*NAMES, *(name.partition(" ")[0] for name in (*GAMES, *TABLES))}
    with_a_register = {name for name in names() if name in registers()}
    assert with_a_register
    assert with_a_register <= played_here


@every_game
def test_every_order_conserves_pieces_and_tracks(name: str) -> None:
    for event, state in walk(played(name, 1)):
        if isinstance(event, OrderDone):
            check_conservation(state)


@every_game
def test_the_log_is_audited_clean_and_rebuilds_the_table(name: str) -> None:
    log = list(played(name, 1))
    assert findings(log).findings == []
    assert table(Game.from_events("", log).state) == table(table_before([*log, log[-1]], len(log) + 1))


@every_game
def test_an_order_undone_leaves_the_table_as_it_was_before_it(name: str) -> None:
    log = list(played(name, 1))
    for order in some(whole_orders(log), 4):
        upto = next(e.number for e in log if isinstance(e, OrderDone) and e.procedure == order.number)
        session = seat(Game.from_events("", log[:upto]))
        before = table(table_before(log, order.number))
        assert isinstance(session.take_back(order.number, "A slip of the hand.", by="Ann"), TakenBack)
        assert table(session.state) == before
        assert findings(session.game.log).findings == []


@every_game
def test_every_viewer_reads_every_line(name: str) -> None:
    log = list(played(name, 1))
    for viewer in (WHITE, *Game.from_events("", log).state.sides):
        views = see_log(log, viewer)
        words = words_then(log, views, viewer)
        assert len(words) == len(views)
        for said in words.values():
            assert said.strip(), said
            assert not {"None", "{", "}"} & set(said.split()), said
            assert not BARE_MASK.search(said), said


@every_game
def test_there_is_a_review_for_every_audience(name: str) -> None:
    log = list(played(name, 1))
    last = whole_orders(log)[:REVIEWED][-1].number
    upto = next(event.number for event in log if isinstance(event, OrderDone) and event.procedure == last)
    game = Game.from_events("0" * 32, log[:upto])
    entries, report = entries_of(game), findings(game.log)
    for viewer in (WHITE, *game.state.sides):
        review = build_review(game, entries, report, viewer)
        page = html(review)
        assert page.count("<h1") == 1
        assert "Traceback" not in page
        bare = [line for line in markdown(review).decode().splitlines() if BARE_MASK.search(line)]
        assert not bare


@every_game
def test_odds_of_listed_orders_sum_to_one(name: str) -> None:
    log = list(played(name, 1))
    chance = random.Random(1)
    asked = 0
    for order in some(whole_orders(log), 3):
        state = table_before(log, order.number)
        system = load(Game.from_events("", log).opened.system)
        legal = system.legal(state)
        if not len(legal):
            continue
        trial = legal[chance.randrange(len(legal))]
        try:
            found = odds(system, state, [trial], WHITE, samples=ODDS, seed=1)
        except Refused:
            continue
        asked += 1
        for spread in found.tracks.values():
            assert sum(spread.values.values()) == pytest.approx(1)
    assert asked or not whole_orders(log), "no odds were worked out"
