"""What is told of a game of every rule system and toy: views, the log in words, reviews, and odds."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from adjudication.chances.odds import Odds, odds
from adjudication.engine.choices import Choices
from adjudication.engine.games.systems import load
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.umpire import Question
from domain.errors import Refused
from domain.events import (
    Chosen,
    CounterDrawn,
    DieRolled,
    Event,
    Marked,
    OrderDone,
    OrderGiven,
    Picked,
    Shuffled,
)
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from domain.game.replay import table_before
from domain.ledger.logfile import from_lines, to_lines
from domain.table.dice import SealedDice
from domain.table.state import State
from domain.views.view import WHITE, EventView, see, see_log
from reports.document.html import html
from reports.document.markdown import markdown
from reports.review import build_review
from reports.words.phrases import phrases
from reports.words.then import words_then
from tests.cli.conftest import Cell
from tests.contract.moments import as_given, some, stood, whole_orders
from tests.contract.plays import PLAYS, every_game, every_system, game, played
from tests.core.games import findings
from tests.odds.oracle import Result, as_order, cast, far_apart, sampled, told

REVIEWED = 15
"""Orders of a game that is reviewed; whole games are in `tests/reports`."""
BARE_MASK = re.compile(r"(?<![\w”\"')\]\\])\\?\?(?!\w)")
"""What stands in plain data for a name that the viewer may not read, said as it is: a `?` on its own."""
WEIGHED = 2
"""Orders of a game whose odds are asked for."""
LIMIT, SAMPLES = 300, 40
"""Runs that exact odds may take, and samples; so many throws are held against them."""


def viewers(state: State) -> Sequence[str]:
    """Everybody who may look."""
    return (WHITE, *state.sides)


@every_game
def test_every_viewer_sees_the_same_where_the_game_is_read_back(name: str) -> None:
    here = stood(game(name), len(played(name, 1)))
    read, _ = from_lines(to_lines(enter(here.id, here.log, GENESIS)))
    there = Game.from_entries(here.id, read)
    for viewer in viewers(here.state):
        assert encoded(see(there.state, viewer)) == encoded(see(here.state, viewer))
        assert see_log(there.log, viewer) == list(seen(name, viewer))


@cache
def seen(name: str, viewer: str) -> tuple[EventView, ...]:
    """What a viewer sees of a game's log."""
    return tuple(see_log(list(played(name, 1)), viewer))


def encoded(value: Any) -> bytes:
    """Everything in a view."""
    return msgspec.json.encode(value, order="deterministic")


@every_game
def test_every_viewer_reads_every_line(name: str) -> None:
    log = list(played(name, 1))
    for viewer in viewers(Game.from_events("", log).state):
        views = seen(name, viewer)
        words = words_then(log, views, viewer)
        assert len(words) == len(views)
        for said in words.values():
            assert said.strip(), said
            assert not {"None", "{", "}"} & set(said.split()), said
            assert not BARE_MASK.search(said), said


@every_game
def test_there_are_words_for_every_order_and_mark(name: str) -> None:
    system = load(PLAYS[name][0])
    words = phrases(system.name)
    if not words.marks and not words.orders:
        return  # a system may do without
    log = game(name).whole
    assert {event.mark for event in log if isinstance(event, Marked)} <= words.marks.keys()
    orders = {event.order for event in log if isinstance(event, OrderGiven)} & system.orders.keys()
    assert orders <= {*words.orders, *words.ends_phase}


@every_game
def test_there_is_a_review_for_every_audience(name: str) -> None:
    found = game(name)
    last = whole_orders(found.log)[:REVIEWED][-1].number
    upto = next(
        event.number for event in found.log if isinstance(event, OrderDone) and event.procedure == last
    )
    reviewed = stood(found, upto)
    entries, report = enter(reviewed.id, reviewed.log, GENESIS), findings(reviewed.log)
    for viewer in viewers(reviewed.state):
        review = build_review(reviewed, entries, report, viewer)
        page = html(review)
        assert page.count("<h1") == 1
        assert "Traceback" not in page
        bare = [line for line in markdown(review).decode().splitlines() if BARE_MASK.search(line)]
        assert not bare


# --- odds ---------------------------------------------------------------------------------------------


class AsPlayed(RandomPolicy):
    """Answers as was answered in play, and what was not asked there with the last option."""

    def __init__(self, events: Sequence[Event]) -> None:
        super().__init__()
        self.said: dict[str, list[Any]] = {}
        for event in events:
            if isinstance(event, Chosen):
                self.said.setdefault(event.side, []).append(event.value)

    def answer(self, question: Question, state: State, chance: Random) -> Any:
        options = question.options
        for said in self.said.get(question.side, ()):
            value = question.as_asked(said)
            if value in options:
                return value
        return options.sample(Random(0)) if isinstance(options, Choices) else options[-1]


def chancy(log: Sequence[Event]) -> list[OrderGiven]:
    """Orders with something left to chance; without any, all."""
    by_chance = {event.procedure for event in log if isinstance(event, DieRolled | CounterDrawn | Picked)}
    orders = whole_orders(log)
    return [each for each in orders if each.number in by_chance] or orders


@every_game
def test_odds_sum_to_one_and_agree_with_the_dice(name: str) -> None:
    """What the dice of the game come to has a chance; other dice come to it as often as the odds say."""
    found, system = game(name), load(PLAYS[name][0])
    fates = not any(isinstance(event, Shuffled) for event in found.log)
    asked = 0
    for given in some(chancy(found.log), WEIGHED):
        state = table_before(found.log, given.number)
        events = [event for event in found.log if event.procedure == given.number]
        order, recorded, policy = as_given(state, given), as_order(given), AsPlayed(events)
        try:
            ours = odds(
                system, state, [order], WHITE, policy=policy, limit=LIMIT, samples=SAMPLES, with_choices=False
            )
        except Refused:  # it asks for somebody's own words
            continue
        asked += 1
        check_sums(ours)
        if not ours.exact:
            continue
        came = cast(system, state, state.copy(), [recorded], WHITE, SealedDice(found.secret), policy)
        if not any(isinstance(event, Chosen) for event in events):
            after = table_before(found.log, events[-1].number + 1)
            assert dict(came[0]) == changes(state, after)
        expected = by_kinds(told(ours), fates)
        counts = by_kinds(dict(sampled(system, state, [recorded], WHITE, SAMPLES, policy)), fates)
        assert by_kinds({came: 1}, fates).keys() | counts.keys() <= expected.keys()
        for result, probability in expected.items():
            assert not far_apart(probability, counts.get(result, 0), SAMPLES), (given, result)
    assert asked


def changes(before: State, after: State) -> dict[str, int]:
    """By how much tracks have changed."""
    return {
        id: track.value - before.tracks[id].value
        for id, track in after.tracks.items()
        if track.value != before.tracks[id].value
    }


def by_kinds(results: Mapping[Result, Any], with_fates: bool) -> dict[Any, Any]:
    """Results by tracks, winner, and what became of pieces of which kinds. Which piece of several that look
    alike, and marks, of which odds tell less, are left out; where counters are shuffled all fates are."""
    found: dict[Any, Any] = {}
    for (tracks, fates, winner, given, _), weight in results.items():
        kinds = tuple(sorted(fate[1:] for fate in fates)) if with_fates else ()
        key = tuple(sorted(tracks)), kinds, winner, given
        found[key] = found.get(key, 0) + weight
    return found


def check_sums(found: Odds) -> None:
    """Chances sum to one: of what the order comes to, and of each track."""
    assert sum(outcome.probability for outcome in found.outcomes) == pytest.approx(1)
    for spread in (*found.tracks.values(), *found.margins.values()):
        assert sum(spread.values.values()) == pytest.approx(1)


# --- the command line ---------------------------------------------------------------------------------


@every_system
@pytest.mark.parametrize("typed", ["nonsense-like-it", "{}", "../../x", "99999"])
def test_a_nonsensical_command_is_refused_and_the_log_untouched(
    system: str, typed: str, tmp_path: Path
) -> None:
    cell = Cell(tmp_path / "games.db")
    cell.done("new", system, "--seed", "1")
    cell.refused("order", *typed.split())
    cell.refused("order", next(iter(load(system).orders)), "nothing-like-it=x")
