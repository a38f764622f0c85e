"""A long game along its calendar: events, what lasts and for how long, the track, the ending."""

import random
from itertools import combinations
from xml.etree import ElementTree

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import play_out
from domain.game.game import Game
from reports.document.blocks import Figure, every_block
from reports.document.html import html
from reports.figures.calendar import _in_rows, _Label, along, down
from reports.review import build_review
from reports.story.calendar import Course, Effect, Happened, course_of
from reports.story.turns import story
from reports.words.names import Names
from tests.ignorant_armies.war import FIRST_TURN, War
from tests.reports.games import entries_of
from tests.table import Table


def told(game: Game, viewer: str = "white") -> Course:
    found = course_of(story(game, viewer), game.state, Names(game.state, viewer))
    assert found is not None
    return found


def played(seed: int) -> Game:
    table = Table("ignorant-armies", seed=seed)
    play_out(table.session, table.session.system.policy("offensives"), random.Random(seed))
    return table.session.game


def test_events_by_number_and_name_hollow_where_they_came_to_nothing() -> None:
    war = War()
    war.event(54, turn=2)
    war.event(54, turn=3)
    course = told(war.session.game)
    assert course.events[1:] == (
        Happened(2, "54", "Israel bombs Tuwaitha", False),
        Happened(3, "54", "Israel bombs Tuwaitha", True),
    )
    assert (course.values, course.last) == ({1: 0, 2: 1, 3: 1}, 3)
    assert course.turns[1] == (2, 1981, "Winter")


def test_a_bar_goes_from_the_beginning_of_an_effect_to_its_end() -> None:
    war = War()
    war.event(32, turn=2)  # until the end of the game-turn
    war.event(46, turn=3)  # for good
    war.event(31, turn=4)
    assert told(war.session.game).effects == (
        Effect("Iran: no attacks", ((2, 3),)),
        Effect("Iran: chemical weapons", ((3, 5),)),
    )


def test_what_ends_within_a_turn_lasts_to_its_end() -> None:
    war = War()
    war.event(31, turn=2)
    war.iran_moves().order("move", unit="brigade-84", to="2234")
    war.end_iranian_turn(2, dice=[1])
    war.iran_moves(turn=3).order("move", unit="brigade-84", to="2020")
    effects = {effect.name: effect.spans for effect in told(war.session.game).effects}
    assert effects["Iranian units in Kuwait"] == ((2, 4),)


def test_what_was_undone_is_not_there() -> None:
    war = War()
    events = war.event(54, turn=2)
    war.session.take_back(events[0].number, because="a slip", by="Mara")
    assert [event.number for event in told(war.session.game).events] == ["24"]


def test_the_ending_stands_where_it_fell() -> None:
    war = War()
    war.track("index", -1)
    war.event(11, turn=FIRST_TURN[1987], dice=[3])
    course = told(war.session.game)
    assert (course.last, course.ending) == (FIRST_TURN[1987], "Iraq wins: ceasefire: UN Resolution 598")


def test_a_game_without_dates_has_none() -> None:
    game = Table("ramadi").session.game
    assert course_of(story(game), game.state, Names(game.state, "white")) is None


@pytest.mark.parametrize("seed", range(6))
def test_names_of_events_do_not_touch(seed: int) -> None:
    course = told(played(seed))
    column = 788 / len(course.turns)
    labels = [_Label(event, 200 + column * (event.turn - 0.5)) for event in course.events if not event.void]
    rows = _in_rows(labels)
    for (one, row), (other, another) in combinations(list(zip(labels, rows, strict=True)), 2):
        (a, b), (c, d) = one.span, other.span
        assert row != another or b < c or d < a
    assert all(0 < low < high <= 1000 for low, high in (label.span for label in labels))


def test_each_drawing_is_whole_and_names_every_event() -> None:
    course = told(played(4))
    for draw in (along, down):
        root = ElementTree.fromstring(draw(course, "The war", "a"))
        texts = " ".join("".join(element.itertext()) for element in root.iter())
        assert all(event.number in texts for event in course.events)
        assert all(effect.name in texts for effect in course.effects)
        assert course.ending in texts


@pytest.mark.parametrize("viewer", ["white", "iraq", "iran"])
def test_the_review_shows_it_in_two_widths_and_in_words(viewer: str) -> None:
    game = played(5)
    document = build_review(game, entries_of(game), audit(entries_of(game)), viewer)
    (section,) = [section for section in document.sections if section.anchor == "calendar"]
    (figure,) = [block for block in every_block(section.blocks) if isinstance(block, Figure)]
    assert figure.svg != figure.narrow
    for event in told(game).events:
        assert event.void or f"{event.number}, {event.name}" in figure.text
    page = html(document)
    assert 'class="on-narrow"' in page
    assert page.count('id="wide-calendar"') == page.count('id="narrow-calendar"') == 1
