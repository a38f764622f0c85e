"""The course of a game in the review: what each side did, how it came out, in the clock's own time."""

import random
import re
from functools import cache

import msgspec
import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import play_out
from domain.events import Chosen, GameOpened, OrderGiven, PhaseEntered, Ruled, Scored, TakenBack
from domain.game.game import Game
from domain.ledger.logfile import read_log
from domain.time_zone import local, zone_here, zone_of, zone_words
from domain.views.view import WHITE
from reports.document.blocks import Bullets, Cards, Document, Paragraph, Section, every_block, plain, spans
from reports.review import build_review
from tests.record import FOLDER
from tests.reports.games import entries_of, played
from tests.seminar.golden import seminar
from tests.table import Table


def review_of(game: Game, viewer: str = WHITE) -> Document:
    entries = entries_of(game)
    return build_review(game, entries, audit(entries), viewer)


def part(document: Document, anchor: str) -> Section:
    return next(b for b in every_block(document.sections) if isinstance(b, Section) and b.anchor == anchor)


def story_of(document: Document) -> list[tuple[str, str]]:
    """Every entry of the course: the event that it leads to, and its words."""
    found = []
    for block in every_block(part(document, "course").blocks):
        if isinstance(block, Bullets):
            for item in block.items:
                links = [span.to for span in spans(item) if span.to]
                found.append((links[-1], plain(item)))
    return found


def test_every_judged_action_is_told_with_its_outcome_and_the_reason() -> None:
    game = seminar()[0]
    told = dict(story_of(review_of(game)))
    ruled = {event.concerns: event for event in game.log if isinstance(event, Ruled)}
    acts = {e.number: e for e in game.log if isinstance(e, OrderGiven) and e.order == "act"}
    judged = 0
    for event in game.log:
        if not isinstance(event, Chosen) or event.number in game.struck or event.procedure not in acts:
            continue
        if event.side != WHITE or isinstance(event.value, bool):
            continue
        judged += 1
        words = told[f"e{event.procedure}"]
        assert acts[event.procedure].arguments["intent"] in words
        now = ruled.get(event.number)
        outcome, reason = (now.value, now.because) if now else (event.value, event.because)
        assert f"– {outcome}" in words
        assert f"Reason: {reason}" in words
        assert (f"first answer: {event.value}" in words) == bool(now)
    assert judged >= 4


def test_what_comes_after_the_last_pass_of_a_phase_is_told_under_the_phase_that_follows() -> None:
    table = Table("somalia", seed=3)
    play_out(table.session, table.session.system.policy("sensible"), random.Random(3))
    words = [words for _, words in story_of(review_of(table.session.game))]
    assert any("Raid on" in told for told in words)
    assert any(told.startswith("Bandit Victory Points +") for told in words)
    assert not [told for told in words if "pass:" in told or ("Raid on" in told and "Points +" in told)]


def test_what_was_undone_is_not_in_the_story_but_the_undo_is() -> None:
    game = seminar()[0]
    told = dict(story_of(review_of(game)))
    undos = [event for event in game.log if isinstance(event, TakenBack)]
    assert undos
    assert {f"e{number}" for number in game.struck}.isdisjoint(told)
    assert {f"e{event.number}" for event in undos} <= set(told)


def test_the_story_goes_on_in_the_order_of_the_log_and_leaves_no_score_out() -> None:
    game = seminar()[0]
    document = review_of(game)
    told = story_of(document)
    numbers = [int(link[1:]) for link, _ in told]
    assert numbers == sorted(numbers)
    scored = [e.procedure for e in game.log if isinstance(e, Scored) and e.number not in game.struck]
    assert {f"e{number}" for number in scored} <= {link for link, _ in told}


def test_a_side_reads_the_story_that_it_may_know() -> None:
    game = seminar()[0]
    told = " ".join(words for _, words in story_of(review_of(game, "aldmark")))
    assert "The frigates escort one grain ship through the Narrows" in told
    assert "Grain in Aldport lasts eleven days" in told, "an inject of its own"
    assert "batteries" not in told, "an inject of another side"


def test_turning_points_of_a_game_that_people_judge_are_what_moved_a_track_furthest() -> None:
    game = seminar()[0]
    document = review_of(game)
    (cards,) = [b for b in every_block(part(document, "turning-points").blocks) if isinstance(b, Cards)]
    scored = [e for e in game.log if isinstance(e, Scored) and e.number not in game.struck]
    assert {e.track for e in scored} == {"tension"}, "a track that is no side's score"
    most = sorted(scored, key=lambda e: (-abs(e.change), e.number))[:3]
    links = [span.to for card in cards.items for note in card.notes for span in spans(note) if span.to]
    assert links == [f"e{number}" for number in sorted(e.procedure for e in most)]
    told = next(card for card in cards.items if f"e{most[0].procedure}" in str(card.notes))
    assert told.value == f"Tension {most[0].change:+d}"
    assert f"now {most[0].value}" in plain(told.words)


def test_no_section_stands_empty() -> None:
    anchors = {section.anchor for section in review_of(seminar()[0]).sections}
    assert anchors.isdisjoint({"casualties", "chances", "luck", "readings"})
    assert {"course", "insights", "rulings", "corrections"} <= anchors


def test_a_long_turn_tells_what_decided_most() -> None:
    document = review_of(played()[0])
    turns = [b for b in part(document, "course").blocks if isinstance(b, Section)]
    assert len(turns) > 5
    for turn in turns:
        lists = [block for block in turn.blocks if isinstance(block, Bullets)]
        assert sum(len(block.items) for block in lists) <= 14


@cache
def at_sea() -> tuple[Game, Document]:
    """A recorded game of OWS, and its review."""
    entries, _ = read_log(FOLDER / "ows-proving-ground-staff.jsonl")
    game = Game.from_entries(entries[0].game, entries)
    return game, build_review(game, entries, audit(entries))


def test_a_game_by_rules_is_told_phase_by_phase_in_the_order_of_the_log() -> None:
    game, document = at_sea()
    phases = {event.phase for event in game.log if isinstance(event, PhaseEntered)}
    turns = [block for block in part(document, "course").blocks if isinstance(block, Section)]
    assert turns
    for turn in turns:
        numbers: list[int] = []
        headings: list[str] = []
        for block in turn.blocks:
            if isinstance(block, Paragraph):
                headings.append(plain(block.words).lower())
            elif isinstance(block, Bullets):
                links = [[span.to for span in spans(item) if span.to][-1] for item in block.items]
                numbers += [int(link[1:]) for link in links]
        assert numbers == sorted(numbers)
        assert len(set(numbers)) == len(numbers), "an order is told once"
        assert len(headings) > 2
        assert headings == list(dict.fromkeys(headings)), "each phase of a turn stands once"
        assert set(headings) - phases <= {headings[-1]}


def test_what_cost_something_is_told_before_what_came_to_nothing() -> None:
    game, document = at_sea()
    told = {link for link, _ in story_of(document)}
    strikes = [
        event.number
        for event in game.log
        if isinstance(event, OrderGiven) and event.order == "strike" and event.number not in game.struck
    ]
    assert strikes
    assert {f"e{number}" for number in strikes} <= told
    words = " ".join(words for _, words in story_of(document))
    assert " hits" in words
    assert "removed from" not in words, "cards that were played are no losses"
    assert "How many sizes" not in words, "a judgement that changes nothing"


# --- the clock on the wall --------------------------------------------------------------------------


def in_zone(zone: str) -> Game:
    log = list(seminar()[0].log)
    assert isinstance(log[0], GameOpened)
    log[0] = msgspec.structs.replace(log[0], zone=zone)
    return Game.from_events(seminar()[0].id, log)


def words_of(document: Document) -> str:
    from reports.document.markdown import markdown

    return markdown(document).decode()


@pytest.mark.parametrize(
    ("zone", "begun", "called"),
    [
        ("", "09:00", "UTC"),
        ("Europe/Oslo", "10:00", "Europe/Oslo time"),
        ("-03:30", "05:30", "UTC-03:30"),
        ("Nowhere/Else", "09:00", "UTC"),
    ],
)
def test_times_are_those_of_the_room(zone: str, begun: str, called: str) -> None:
    document = review_of(in_zone(zone))
    assert f"begun 2026-03-03 {begun} {called}" in document.meta
    assert f"All times are {called}." in words_of(document)
    assert re.search(rf"Time\*\*: {begun} to ", words_of(document))


def test_a_zone_that_does_not_exist_is_none() -> None:
    for name in ("Nowhere/Else", "../etc/passwd", "/etc/passwd", "+aa:bb", "+99:00", "+", "\0"):
        assert zone_of(name) is None, name
        assert zone_words(name) == "UTC"
        assert local("2026-03-03T09:00:00Z", name) == "2026-03-03 09:00"
    assert local("not a time at all", "Europe/Oslo") == "not a time at al"
    assert local("", "Europe/Oslo") == ""


def test_the_zone_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Oslo")
    assert zone_here() == "Europe/Oslo"
    monkeypatch.setenv("TZ", "Etc/UTC")
    assert zone_here() == ""
