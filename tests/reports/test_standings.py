"""Points that a rule system counts on the table: their course, turning points by them, who reads them."""

import re
from functools import cache

import pytest

from adjudication.audits.audit import audit
from adjudication.engine.games.systems import load
from adjudication.systems.ows.command.objectives import scored
from cli.game.starting import in_memory
from domain.events import PhaseEntered
from domain.game.game import Game
from domain.ledger.logfile import read_log
from domain.views.view import WHITE
from reports.document.blocks import Cards, Document, Figure, Section, every_block
from reports.document.markdown import markdown
from reports.review import build_review
from reports.review.moments import MOMENTS, by_margin, orders_told
from reports.review.review import Review
from reports.story.standings import margins_of, standings
from tests.ows.playing import new_game
from tests.record import FOLDER
from tests.reports.games import entries_of, played
from tests.somalia.golden import played as season


@cache
def recorded() -> Game:
    entries, _ = read_log(FOLDER / "ows-tutorial-staff.jsonl")
    return Game.from_entries(entries[0].game, entries)


def document(viewer: str = WHITE, *, senior: bool = False) -> Document:
    game = recorded()
    entries = entries_of(game)
    return build_review(game, entries, audit(entries), viewer, senior=senior)


def review(game: Game, viewer: str = WHITE) -> Review:
    entries = entries_of(game)
    return Review(game, entries, audit(entries), viewer)


def section(found: Document, anchor: str) -> Section | None:
    return next((each for each in found.sections if each.anchor == anchor), None)


def test_the_points_end_where_the_verdict_says_and_every_change_adds_up() -> None:
    game = recorded()
    found = standings(game, load("ows"))
    assert game.state.verdict is not None
    assert found[-1].points == game.state.verdict.scores
    for side, first in found[0].points.items():
        assert first + sum(each.change.get(side, 0) for each in found[1:]) == found[-1].points[side]
        assert found[-1].points[side] == sum(score.points for score in scored(game.state, side))


def test_turning_points_are_the_orders_that_changed_the_margin_most_in_time_order() -> None:
    game = recorded()
    by_order: dict[int, int] = {}
    for each in standings(game, load("ows"))[1:]:
        by_order[each.order] = by_order.get(each.order, 0) + each.change["blue"] - each.change["red"]
    largest = sorted((abs(change) for change in by_order.values()), reverse=True)[:3]
    found = by_margin(review(game), MOMENTS)
    assert sorted((abs(by_order[moment.number]) for moment in found), reverse=True) == largest
    for moment in found:
        change = by_order[moment.number]
        assert moment.side == ("blue" if change > 0 else "red")
        assert f"{abs(change):+d}, now " in moment.moved


def test_the_curve_and_the_cards_show_the_same_changes_of_the_points() -> None:
    game = recorded()
    first = document().sections[0]
    figure = next(block for block in every_block(first.blocks) if isinstance(block, Figure))
    verdict = game.state.verdict
    assert verdict is not None
    blue = verdict.scores["blue"] - verdict.scores["red"]
    assert f"{blue} after turn 2." in figure.text
    assert section(document(), "points") is None, "the review opens with them"
    own, other = sorted(verdict.scores.values(), reverse=True)
    assert document().headline.endswith((f", {own}-{other}.", f"A draw, {own}-{other}."))
    (cards,) = [block for block in every_block(first.blocks) if isinstance(block, Cards)]
    moments = sorted(by_margin(review(game), MOMENTS), key=lambda moment: moment.number)
    assert len(cards.items) == len(moments)
    for number, (card, moment) in enumerate(zip(cards.items, moments, strict=True), 1):
        before, after = (int(part) for part in card.value.split(" to "))
        assert abs(after - before) == int(re.findall(r"[+-](\d+)", moment.moved)[0])
        assert f"{number}, turn {game_turn(moment.turn)}" in figure.text
        assert f">{number}</text>" in figure.svg


def game_turn(turn: int) -> str:
    return review(recorded()).names.turn(turn)


@pytest.mark.parametrize("side", ["blue", "red"])
def test_a_side_reads_no_points_but_those_of_the_verdict(side: str) -> None:
    found = document(side)
    assert section(found, "points") is None
    text = markdown(found).decode()
    assert "margin of" not in text
    assert "Points**:" not in text
    assert review(recorded(), side).standings == []


def test_what_was_undone_changes_no_points() -> None:
    session = new_game("tutorial", 1)
    session.begin()
    system = load("ows")
    before = standings(session.game, system)[-1].points
    ship = next(p for p in session.state.pieces.values() if p.kind.group == "ship" and p.side == "red")
    arguments = {"subject": ship.id, "steps": ship.steps - 1}
    session.by_hand("hand-change", arguments, "a trial", "Ann")
    changed = standings(session.game, system)[-1]
    assert margins_of(changed.points)["blue"] == margins_of(before)["blue"] + 1
    assert changed.change == {"blue": 1, "red": 0}
    session.take_back(changed.order, "it was a trial", by="Ann", agreed=())
    back = standings(session.game, system)
    assert back[-1].points == before
    assert all(not any(each.change.values()) for each in back)


def test_a_system_whose_points_are_tracks_has_no_standings() -> None:
    assert standings(played()[0], load("ramadi")) == []


def test_what_ends_a_turn_is_named_by_the_phase_that_moved_the_points() -> None:
    """In Somalia a pass ends the operations: points move in the Political Phase, then income comes in."""
    *_, session = season()
    found = review(session.game)
    entered = {
        (event.procedure, event.phase) for event in session.game.log if isinstance(event, PhaseEntered)
    }
    told = orders_told(found)
    passed = {order for order, phase in entered if phase == "political" and (order, "logistics") in entered}
    assert len(passed) == 2
    assert {told[order].words for order in passed} == {"Political phase"}
    moments = {moment.number: moment.turn for moment in by_margin(found, len(told))}
    scored_in = {
        event.procedure: event.turn
        for event in session.game.log
        if isinstance(event, PhaseEntered) and event.phase == "political"
    }
    named = passed & moments.keys()
    assert named
    assert {order: moments[order] for order in named} == {order: scored_in[order] for order in named}


@cache
def war() -> Game:
    return in_memory("somalia", "war-2006", {}, "random", 2).game


def test_points_count_from_when_the_scenario_is_set_up() -> None:
    game = war()
    ready = next(event for event in game.log if isinstance(event, PhaseEntered) and event.phase == "missions")
    found = standings(game, load("somalia"))
    assert (found[0].number, found[0].turn) == (ready.number, 3)
    assert not any(found[0].change.values())
    assert ready.procedure not in {moment.number for moment in by_margin(review(game), 100)}
    page = markdown(build_review(game, entries_of(game), audit(entries_of(game)))).decode()
    assert f"turns 3 to {game.state.turn}, " in page


def test_an_order_that_may_end_a_phase_is_named_by_what_it_did_itself() -> None:
    """Only where the next phase moved more points is it named by that."""
    found = review(war())
    given = {told.number: told for told in reversed(found.story.orders()) if told.number}
    fought = [told for told in given.values() if told.name in ("move", "raid") and told.decisive()]
    assert len(fought) > 10
    named = orders_told(found)
    own = [told for told in fought if named[told.number].words == told.words]
    assert len(own) > 10
    assert all(named[told.number].words.endswith(" phase") for told in fought if told not in own)
