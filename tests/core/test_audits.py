"""Audits of every toy: clean when the game was played by the rules, and naming the event when it was not."""

import random
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from adjudication.audits.audit import AuditReport, audit
from adjudication.engine.session import Session
from domain.events import (
    CHANCE,
    BoardLaid,
    Chosen,
    CounterDrawn,
    CountersLaid,
    DieRolled,
    EntropyGiven,
    Event,
    GameClosed,
    GameOpened,
    LookedUp,
    Marked,
    Modified,
    OrderDone,
    OrderGiven,
    Picked,
    PieceMoved,
    Scored,
    SealRevealed,
    Shuffled,
    TablesLaid,
    TracksLaid,
)
from domain.game.chain import GENESIS, Entry, enter
from domain.table.dice import secret_from_seed
from tests.core.games import (
    SECRET,
    VARIANTS,
    Variant,
    altered,
    answer_at_random,
    asked,
    findings,
    new_game,
    play_orders,
    play_to_end,
    random_people,
    renumbered,
    seat,
    together,
    variant_id,
)
from tests.table import Table

FORGED = ("toy-cards", "toy-sealed", "toy-events", "toy-factions", "toy-strikes", "toy-landing")
"""Toys that have every kind of event between them; the others are slow."""
every_toy = pytest.mark.parametrize(
    "variant",
    [pytest.param(each, marks=() if each[0] in FORGED else pytest.mark.slow) for each in VARIANTS],
    ids=variant_id,
)
BESIDE = (GameOpened, BoardLaid, CountersLaid, TablesLaid, TracksLaid, EntropyGiven, SealRevealed, GameClosed)
SEEDS = (31, 32, 33)
each_seed = pytest.mark.parametrize(
    "seed", [SEEDS[0], *(pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS[1:])]
)
"""One game of each toy is forged; more of them are slow."""
here_and_there = pytest.mark.parametrize("most", [8, pytest.param(25, marks=pytest.mark.slow)])
"""On how many events of a game a forgery is tried, from its beginning to its end."""


@every_toy
@pytest.mark.parametrize("games", [2, pytest.param(6, marks=pytest.mark.slow)])
def test_games_played_by_the_rules_have_no_findings(variant: Variant, games: int) -> None:
    for seed in range(games):
        for dice in ("sealed", "typed"):
            session = play_to_end(variant, seed, dice)
            report = findings(session.game.log)
            assert report.findings == []
            assert (report.chain, report.rules) == ("whole", "followed")
            sources = {event.source for event in session.game.log if isinstance(event, CHANCE)}
            told = {"derived" if source == "sealed" else source for source in sources}
            assert report.dice == ("+".join(sorted(told)) or "none")
            assert report.verdict == "verified"
            assert report.events == len(session.game.log)
            assert report.procedures == sum(isinstance(event, OrderGiven) for event in session.game.log)


@every_toy
def test_a_game_still_going_on_is_audited_as_far_as_it_went(variant: Variant) -> None:
    """At every length of its log that a process may leave behind: after each order and each answer."""
    session = seat(new_game(variant, "typed"))
    session.begin()
    chance = random.Random(8)
    for _ in range(60):
        questions = session.pending()
        assert findings(session.game.log, SECRET).findings == []
        if questions:
            value = answer_at_random(questions[-1], chance).value
            session.decide(value, because="at random", side=questions[-1].side)
        elif session.state.verdict is None:
            legal = session.legal()
            session.order(legal[int(chance.random() * len(legal))])
    report = findings(session.game.log)
    assert report.findings == []
    assert (report.dice == "none") or "typed" in report.dice or report.notices


def first(report: AuditReport) -> int:
    """The event that the earliest finding names; 0 for a clean audit."""
    return min((finding.event for finding in report.findings), default=0)


def replaced(events: list[Event], event: Event) -> list[Event]:
    return [event if old.number == event.number else old for old in events]


def some(events: list[Any], count: int = 12) -> list[Any]:
    """At most so many of them, from all over the game."""
    return events[:: max(1, len(events) // count)]


@every_toy
@each_seed
def test_a_forged_die_face_is_named(variant: Variant, seed: int) -> None:
    log = play_to_end(variant, seed).game.log
    for event in some([event for event in log if isinstance(event, DieRolled)]):
        report = findings(replaced(log, altered(event, face=event.face % event.die + 1)))
        assert first(report) == event.number
        assert any(f.kind == "dice" and f.event == event.number for f in report.findings)
        assert report.dice == "wrong"
        report = findings(replaced(log, altered(event, face=event.die + 1)))
        assert first(report) == event.number
        report = findings(replaced(log, altered(event, source="typed")))
        assert first(report) == event.number


@every_toy
def test_forged_draws_picks_and_shuffles_are_named(variant: Variant) -> None:
    log = play_to_end(variant, SEEDS[0]).game.log
    for event in log:
        if isinstance(event, Shuffled) and len(event.order) > 1:
            forged: Event = altered(event, order=(*event.order[1:], event.order[0]))
        elif isinstance(event, Picked):
            forged = altered(event, value=next(o for o in event.options if o != event.value))
        elif isinstance(event, CounterDrawn):
            forged = altered(event, to="deck")
        else:
            continue
        assert first(findings(replaced(log, forged))) == event.number


@every_toy
@each_seed
def test_a_forged_look_up_modifier_move_or_score_is_named(variant: Variant, seed: int) -> None:
    session = play_to_end(variant, seed)
    log = session.game.log
    spaces = list(session.state.board.spaces)
    for event in some([e for e in log if isinstance(e, LookedUp | Modified | PieceMoved | Scored)], 30):
        match event:
            case LookedUp():
                column = next(iter(event.result))
                forged: Event = altered(event, result={**event.result, column: 99})
            case Modified():
                forged = altered(event, amount=event.amount + 1)
            case PieceMoved():
                forged = altered(event, to=next(place for place in spaces if place != event.to))
            case _:
                forged = altered(event, value=event.value + 1)
        report = findings(replaced(log, forged))
        assert first(report) == event.number
        assert report.rules == "broken"
        finding = report.findings[0]
        assert finding.rule == event.rule
        assert finding.recorded != finding.expected


@every_toy
@each_seed
@pytest.mark.parametrize("most", [6, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_forged_choice_is_named_where_its_consequences_begin(
    variant: Variant, seed: int, most: int
) -> None:
    """An answer nobody offered is named itself; another that was offered, by the first event that no
    longer follows from it, which is in the same order. most: how many others are tried of each question."""
    session = play_to_end(variant, seed)
    log, questions = session.game.log, asked(session)
    choices = [event for event in log if isinstance(event, Chosen) and not followed(event)]
    assert [event.question for event in choices] == [question.text for question, _ in questions]
    for event, (question, _) in some(list(zip(choices, questions, strict=True))):
        assert first(findings(replaced(log, altered(event, value="surrender")))) == event.number
        others = [value for value in question.options if value != event.value]
        for value in some(others, most)[:most]:
            report = findings(replaced(log, altered(event, value=value)))
            itself = event.digest or question.pieces  # a seal is named, and so is a piece
            assert first(report) >= event.number + (not itself)
            assert log[first(report) - 1].procedure == event.procedure


def followed(event: Chosen) -> bool:
    """Whether it is what the rules suggested, which a policy takes without being asked."""
    return bool(event.suggested) and event.value in event.suggested


def in_orders(log: list[Event]) -> list[Event]:
    """Events that orders are made of; those beside (a note, a stirring) may come or not."""
    return [event for event in log if not isinstance(event, BESIDE)]


@every_toy
@here_and_there
def test_a_dropped_event_is_named(variant: Variant, most: int) -> None:
    log = play_to_end(variant, SEEDS[0]).game.log
    for event in some(in_orders(log), most):
        rest = [other for other in log if other.number != event.number]
        report = findings(rest)
        assert first(report) in (event.number, event.number + 1), "numbers left as they were show the gap"
        assert [f.event for f in report.findings if f.kind == "chain"] == [event.number + 1]
        report = findings(renumbered(rest))
        assert report.chain == "whole"
        assert first(report) in (event.number, event.number + (event.number in together(log)))


@every_toy
def test_what_is_laid_before_play_cannot_be_dropped_or_changed(variant: Variant) -> None:
    log = play_to_end(variant, SEEDS[0]).game.log
    for number in (2, 3, 4, 5):
        rest = renumbered([event for event in log if event.number != number])
        assert first(findings(rest)) == number
    counters = log[2]
    assert isinstance(counters, CountersLaid)
    moved = altered(counters.pieces[0], at="nowhere")  # type: ignore[arg-type]
    forged = altered(counters, pieces=(moved, *counters.pieces[1:]))
    assert first(findings(replaced(log, forged))) == 3
    again = renumbered([*log[:5], altered(counters, pieces=()), *log[5:]])
    assert first(findings(again)) == 6
    opened = log[0]
    assert first(findings(replaced(log, altered(opened, title="Another game")))) == 1


@every_toy
@here_and_there
def test_an_inserted_event_is_named(variant: Variant, most: int) -> None:
    log = play_to_end(variant, SEEDS[0]).game.log
    for event in some(in_orders(log), most):
        copied = [*log[: event.number], event, *log[event.number :]]
        assert first(findings(copied)) == event.number, "two events of one number"
        report = findings(inserted(log, event.number, event))
        assert report.chain == "whole"
        assert first(report) == event.number + 1
        loose = Marked(number=0, subject="game", mark="peace", value=True, rule="house")
        assert first(findings(inserted(log, event.number, loose))) == event.number + 1


def inserted(log: list[Event], after: int, event: Event) -> list[Event]:
    """The log with one event more, numbered as if it had always been there."""

    def shift(number: int) -> int:
        return number + (number > after)

    new: list[Event] = []
    for old in (*log[:after], altered(event, number=after), *log[after:]):
        changes: dict[str, Any] = {"procedure": shift(old.procedure)}
        if isinstance(old, OrderGiven):
            changes["procedure"] = len(new) + 1
        new.append(altered(old, number=len(new) + 1, **changes))
    return new


@every_toy
@here_and_there
def test_two_swapped_events_are_named(variant: Variant, most: int) -> None:
    log = play_to_end(variant, SEEDS[0]).game.log
    sealed = together(log)
    for one, other in some(list(pairwise(log[5:-2])), most):
        if one.number in sealed and other.number in sealed:
            continue
        if isinstance(one, EntropyGiven) or isinstance(other, EntropyGiven):
            continue
        swapped = [*log[: one.number - 1], other, one, *log[other.number :]]
        assert first(findings(swapped)) in (one.number, other.number)
        report = findings(renumbered(swapped))
        assert report.chain == "whole"
        assert 0 < first(report) <= other.number


def chained(log: list[Event]) -> list[Entry]:
    return enter("", log, GENESIS)


def tampered(entries: list[Entry], rng: random.Random) -> Iterator[tuple[str, int, list[Entry]]]:
    """Logs that somebody changed who could not chain them anew: what was done, and where it must show."""
    place = rng.randrange(1, len(entries) - 1)
    number = place + 1
    entry = entries[place]
    later = altered(entry.event, time="1999-01-01T00:00:00Z")
    body = msgspec.json.encode(later, order="deterministic")
    forged = msgspec.structs.replace(entry, body=body, event=later)
    yield "altered", number, [*entries[:place], forged, *entries[place + 1 :]]
    yield "dropped", number + 1, [*entries[:place], *entries[place + 1 :]]
    yield "doubled", number, [*entries[: place + 1], entry, *entries[place + 1 :]]
    yield "swapped", number + 1, [*entries[:place], entries[place + 1], entry, *entries[place + 2 :]]


def place_before(what: str, number: int) -> int:
    """Nothing before the change is named; of two swapped, the lower number comes second."""
    return number - 1 if what == "swapped" else number


@every_toy
def test_without_the_chain_made_anew_the_chain_names_the_event(variant: Variant) -> None:
    entries = chained(play_to_end(variant, SEEDS[0]).game.log)
    rng = random.Random(1)
    for _ in range(5):
        for what, number, forged in tampered(entries, rng):
            report = audit(forged)
            assert report.chain == "broken", what
            named = [finding.event for finding in report.findings if finding.kind == "chain"]
            assert number in named, what
            assert min(named) >= place_before(what, number), what


def test_a_lost_tail_is_named_when_the_file_says_how_long_it_was() -> None:
    entries = chained(play_to_end(VARIANTS[0], 1).game.log)
    assert audit(entries, of=len(entries)).findings == []
    report = audit(entries[:-3], of=len(entries))
    assert (report.verdict, report.findings) == ("not fully checked", [])
    count = len(entries)
    assert (
        f"The end of the log is missing: the file says it has {count} events and contains {count - 3}."
        in report.unchecked
    )
    report = audit(entries, of=len(entries) - 3)
    assert [finding.event for finding in report.findings] == [count - 2]


def test_a_seal_that_was_not_committed_to_is_named() -> None:
    log = play_to_end(("toy-options", {}), 1).game.log
    sealed = next(event for event in log if isinstance(event, SealRevealed))
    report = findings(replaced(log, altered(sealed, secret=secret_from_seed(1))))
    assert [(finding.event, finding.kind) for finding in report.findings] == [(sealed.number, "dice")]
    report = findings(replaced(log, altered(sealed, secret="no seal at all")))
    assert first(report) == sealed.number


def test_before_the_seal_is_revealed_the_audit_says_so_or_takes_it_from_the_auditor() -> None:
    session = play_to_end(("toy-options", {}), 1, close=False)
    report = findings(session.game.log)
    assert (report.findings, report.dice) == ([], "sealed")
    assert any("the game is still open" in each for each in report.unchecked)
    assert findings(session.game.log, SECRET).dice == "derived"
    assert first(findings(session.game.log, secret_from_seed(1))) == 1


def test_an_order_given_while_another_waited_is_named() -> None:
    """A forger who drops the end of an order that asked for an answer cannot let the next one follow."""
    session = seat(new_game(("toy-options", {})), random_people(1))
    session.begin()
    play_orders(session, 3, random.Random(1))
    orders = [event for event in session.game.log if isinstance(event, OrderGiven)]
    first_order, next_order = orders[1], orders[2]
    log = session.game.log
    cut = renumbered([*log[: first_order.number], *log[next_order.number - 1 :]])
    report = findings(cut, SECRET)
    assert any(
        finding.event == first_order.number + 1 and "still waiting" in finding.message
        for finding in report.findings
    )


def test_an_order_that_the_rules_refuse_is_named() -> None:
    session = seat(new_game(("toy-blocks", {})), random_people(1))
    session.begin()
    play_orders(session, 1, random.Random(1))
    given = session.orders_in_force()[0]
    forged = altered(given, side="black")
    report = findings(replaced(session.game.log, forged), SECRET)
    assert first(report) == given.number
    assert "It is not the turn of black" in report.findings[0].message
    nameless = altered(given, order="surrender")
    assert first(findings(replaced(session.game.log, nameless), SECRET)) == given.number


def test_tables_used_that_are_not_the_documents_own_are_listed() -> None:
    report = findings(play_to_end(("toy-both-fire", {}), 1).game.log)
    assert 'The table "Fire" is a house table, not the published one.' in report.notices


def test_a_map_and_cards_that_are_reconstructions_are_listed() -> None:
    table = Table("nineveh")
    notices = audit(table.session.game.unsaved()).notices
    assert 'Map "West Mosul" is a reconstruction, not the published one.' in notices
    (told,) = (each for each in notices if "counters and cards" in each)
    kinds = table.state.kinds.values()
    count = sum(kind.provenance == "reconstructed" for kind in kinds)
    events = sum(kind.provenance == "reconstructed" and kind.group == "event" for kind in kinds)
    assert told.startswith(
        f"{count} kinds of counters and cards are reconstructions, not the published ones: "
    )
    assert f"event {events}" in told
    toy = findings(play_to_end(("toy-both-fire", {}), 1).game.log).notices
    assert not any("Map" in each or "counters" in each for each in toy)


def test_every_kind_of_forgery_was_tried_on_some_toy() -> None:
    """Else a test above passes because there is nothing to forge."""
    kinds: dict[type[Event], set[str]] = {}
    for variant in VARIANTS:
        for event in play_to_end(variant, SEEDS[0]).game.log:
            kinds.setdefault(type(event), set()).add(variant_id(variant))
    for kind in (DieRolled, Chosen, LookedUp, Modified, PieceMoved, Scored, OrderDone):
        assert len(kinds[kind]) >= 4, kind
        assert len(kinds[kind] & {*FORGED}) >= 2, kind
    assert {"toy-cards", "toy-factions", "toy-events"} <= {*FORGED}
    assert {"toy-cards"} <= kinds[Shuffled]
    assert {"toy-cards"} <= kinds[CounterDrawn]
    assert {"toy-factions", "toy-events"} <= kinds[Picked]


def test_an_audit_leaves_the_log_alone() -> None:
    session: Session = play_to_end(("toy-losses", {}), 2)
    entries = chained(session.game.log)
    before = [entry.body for entry in entries]
    audit(entries)
    assert [entry.body for entry in chained(session.game.log)] == before


CHECKED = (
    "Every event carries the digest of its bytes and of the event before it, "
    "and is stored in the canonical form.",
    "Each of the {events} events belongs to the opening, to an order or manual change, "
    "to an entry by a person, or to the closing.",
    "Every order, manual change and entry by people was allowed when it was made.",
)


def test_an_audit_says_what_it_has_checked_and_no_more() -> None:
    log = play_to_end(("toy-losses", {}), 3).game.log

    def said(events: list[Event]) -> list[bool]:
        report = findings(events)
        return [each.format(events=len(events)) in report.checked for each in CHECKED]

    assert said(list(log)) == [True, True, True]
    checked = findings(log).checked
    replays = sum(isinstance(event, OrderGiven) for event in log)
    assert f"Replaying every order reproduces every recorded event ({replays} replays)." in checked
    derived = sum(bool(getattr(event, "chance", 0)) for event in log)
    assert f"The seal gives {derived} sealed chances, with no rule code involved." in checked
    given = next(e for e in log if isinstance(e, OrderGiven) and e.side)
    forged = [altered(e, audience=()) if e is given else e for e in log]
    assert said(forged) == [True, True, False]
    assert not any("Replaying" in each for each in findings(forged).checked)
    stray = [altered(e, procedure=0) if isinstance(e, DieRolled) else e for e in log]
    assert said(stray)[1] is False
