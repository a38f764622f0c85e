"""A real game is forged, and chained anew as a forger would: the audit finds it and names the event."""

import random
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.audits.audit import AuditReport, audit
from adjudication.chances.selfplay import PolicyPeople
from domain.events import (
    Chosen,
    CounterDrawn,
    DieRolled,
    Event,
    LookedUp,
    Marked,
    Modified,
    OrderGiven,
    PhaseEntered,
    Picked,
    PieceChanged,
    PieceKnown,
    PieceMoved,
    Scored,
)
from domain.game.chain import GENESIS, Entry, enter
from domain.table.dice import SealedDice
from tests.ramadi.playing import combination, new_game

TURNS = 4


@cache
def game() -> tuple[Event, ...]:
    """Some turns of a game with all options, closed, the seal of its dice revealed."""
    session = new_game(87, combination(31))
    policy, chance = session.system.policy("sensible"), random.Random(87)
    session.people = PolicyPeople({}, policy, chance)
    while session.state.turn < TURNS:
        session.order(policy.order(session.state, session.legal(), chance), "policy")
    assert isinstance(session.dice, SealedDice)
    session.close(session.dice.secret)
    return tuple(session.game.log)


def adjudicated() -> list[Event]:
    """The events that orders are made of."""
    return [event for event in game() if event.procedure]


def of_kind(*kinds: type[Event]) -> list[Any]:
    found = [event for event in game() if isinstance(event, kinds)]
    assert found, kinds
    return found


def changed(event: Event, **fields: Any) -> Event:
    return msgspec.structs.replace(event, **fields)


def audited(events: Sequence[Event]) -> AuditReport:
    """The audit of these events, chained as they stand."""
    return audit(enter(game()[0].game, events, GENESIS))  # type: ignore[attr-defined]


def first(report: AuditReport) -> int:
    """The event that the earliest finding names; 0 when there is none."""
    return min((finding.event for finding in report.findings), default=0)


def with_one(forged: Event) -> list[Event]:
    """The game with one event replaced by a forged one."""
    return [forged if event.number == forged.number else event for event in game()]


def renumbered(events: Sequence[Event]) -> list[Event]:
    """The events numbered by their places, with the orders they belong to."""
    places = {event.number: place for place, event in enumerate(events, start=1)}
    return [
        changed(event, number=place, procedure=places.get(event.procedure, event.procedure))
        for place, event in enumerate(events, start=1)
    ]


def test_the_game_itself_is_clean() -> None:
    report = audited(game())
    assert report.findings == []
    assert (report.chain, report.dice, report.rules) == ("whole", "derived", "followed")
    of_kind(DieRolled, CounterDrawn)
    of_kind(Picked)
    of_kind(Chosen)


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_an_altered_die_face_is_named(data: st.DataObject) -> None:
    event = data.draw(st.sampled_from(of_kind(DieRolled)))
    face = data.draw(st.sampled_from([face for face in range(1, 8) if face != event.face]))
    report = audited(with_one(changed(event, face=face)))
    assert first(report) == event.number
    assert report.chain == "whole"
    assert report.rules == "broken" if face > 6 else report.dice == "wrong"


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_another_counter_drawn_is_named(data: st.DataObject) -> None:
    event = data.draw(st.sampled_from(of_kind(CounterDrawn)))
    group = {"pool-ied": "ied-", "pool-fighters": "f-"}.get(event.cup, "")
    pieces = game()[2].pieces  # type: ignore[attr-defined]
    others = [p.id for p in pieces if p.at == event.cup and p.id.startswith(group) and p.id != event.piece]
    report = audited(with_one(changed(event, piece=data.draw(st.sampled_from(others)))))
    assert first(report) == event.number


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_an_altered_table_result_is_named(data: st.DataObject) -> None:
    event = data.draw(st.sampled_from(of_kind(LookedUp)))
    column = data.draw(st.sampled_from(sorted(event.result)))
    old = event.result[column]
    new = {"isf": "isis", "isis": "isf", "repelled": "casualty", "casualty": "repelled"}.get(old)
    result = {**event.result, column: new if new else (old or 0) + 1}
    report = audited(with_one(changed(event, result=result)))
    assert first(report) == event.number
    finding = report.findings[0]
    assert (finding.kind, finding.rule) == ("rules", event.rule)
    assert finding.recorded != finding.expected


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_another_place_modifier_score_mark_or_face_is_named(data: st.DataObject) -> None:
    kinds: tuple[type[Event], ...] = (
        PieceMoved,
        Modified,
        Scored,
        PieceChanged,
        PhaseEntered,
        Marked,
        PieceKnown,
    )
    event = data.draw(st.sampled_from(of_kind(data.draw(st.sampled_from(kinds)))))
    match event:
        case PieceMoved():
            places = [place for place in ("0809", "transfer", "0310", "markers") if place != event.to]
            forged = changed(event, to=data.draw(st.sampled_from(places)))
        case Modified():
            forged = changed(event, amount=event.amount + data.draw(st.sampled_from([-1, 1])))
        case Scored():
            forged = changed(event, value=event.value + 1, change=event.change + 1)
        case PieceChanged():
            forged = changed(event, face="" if event.face else "casualty")
        case PhaseEntered():
            forged = changed(event, turn=event.turn + 1)
        case Marked():
            forged = changed(event, value=None if event.value is not None else 1)
        case _:
            forged = changed(event, sides=("isf",) if event.sides is None else None)
    report = audited(with_one(forged))
    assert first(report) == event.number
    assert report.rules == "broken"


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_another_answer_is_named_in_its_order(data: st.DataObject) -> None:
    """An answer that was offered too is found where its consequences begin."""
    event = data.draw(st.sampled_from(of_kind(Chosen)))
    report = audited(with_one(changed(event, value="surrender")))
    assert first(report) == event.number
    if isinstance(event.value, bool):
        found = first(audited(with_one(changed(event, value=not event.value))))
        assert event.number < found
        assert game()[found - 1].procedure == event.procedure


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_another_order_is_named(data: st.DataObject) -> None:
    given_orders = [event for event in of_kind(OrderGiven) if event.arguments]
    event = data.draw(st.sampled_from(given_orders))
    key = data.draw(st.sampled_from(sorted(event.arguments)))
    report = audited(with_one(changed(event, arguments={**event.arguments, key: "0406"})))
    assert first(report) != 0
    assert game()[first(report) - 1].procedure == event.number or first(report) == event.number


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_a_dropped_event_is_named(data: st.DataObject) -> None:
    event = data.draw(st.sampled_from(adjudicated()))
    rest = [other for other in game() if other is not event]
    report = audited(renumbered(rest))
    assert report.chain == "whole"
    assert first(report) == event.number


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_two_swapped_events_are_named(data: st.DataObject) -> None:
    pairs = [(a, b) for a, b in pairwise(adjudicated()) if b.number == a.number + 1]
    one, other = data.draw(st.sampled_from(pairs))
    log = list(game())
    log[one.number - 1 : other.number] = [other, one]
    report = audited(renumbered(log))
    assert report.chain == "whole"
    assert first(report) in (one.number, other.number)


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_an_inserted_event_is_named(data: st.DataObject) -> None:
    event = data.draw(st.sampled_from([e for e in adjudicated() if not isinstance(e, OrderGiven)]))
    doubled = [*game()[: event.number], changed(event, number=-1), *game()[event.number :]]
    report = audited(renumbered(doubled))
    assert report.chain == "whole"
    assert first(report) == event.number + 1


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_a_gift_from_nowhere_is_named(data: st.DataObject) -> None:
    """Points, a unit brought back or a mark, slipped in between as if by an order or by none."""
    after = data.draw(st.sampled_from(adjudicated()))
    procedure = data.draw(st.sampled_from([0, after.procedure]))
    gift = data.draw(
        st.sampled_from(
            [
                Scored(number=-1, track="isf_vp", change=1, value=1, procedure=procedure),
                Marked(number=-1, subject="game", mark="operations", value=9, procedure=procedure),
                PieceMoved(number=-1, piece="cleared-12", origin="markers", to="0806", procedure=procedure),
            ]
        )
    )
    report = audited(renumbered([*game()[: after.number], gift, *game()[after.number :]]))
    assert first(report) == after.number + 1


# --- by one who cannot chain it anew -------------------------------------------------------------


@cache
def entries() -> tuple[Entry, ...]:
    return tuple(enter(game()[0].game, game(), GENESIS))  # type: ignore[attr-defined]


@settings(max_examples=30, deadline=None)
@given(
    place=st.integers(1, 10**6),
    what=st.sampled_from(["altered", "dropped", "doubled", "swapped", "digest"]),
)
def test_without_the_chain_made_anew_the_chain_names_it(place: int, what: str) -> None:
    log = list(entries())
    at = place % (len(log) - 2) + 1
    entry = log[at]
    match what:
        case "altered":
            forged = changed(entry.event, time="1999-12-31T23:59:59Z")
            body = msgspec.json.encode(forged, order="deterministic")
            log[at] = msgspec.structs.replace(entry, body=body, event=forged)
        case "dropped":
            del log[at]
        case "doubled":
            log.insert(at, entry)
        case "swapped":
            log[at], log[at + 1] = log[at + 1], log[at]
        case "digest":
            log[at] = msgspec.structs.replace(entry, digest=log[at - 1].digest)
    report = audit(log, of=len(entries()))
    assert report.chain == "broken"
    named = {finding.event for finding in report.findings if finding.kind == "chain"}
    assert named & {at + 1, at + 2}


@pytest.mark.parametrize("lost", [1, 2, 50])
def test_a_lost_tail_is_named(lost: int) -> None:
    report = audit(entries()[:-lost], of=len(entries()))
    assert report.verdict != "verified"
    assert any(each.startswith("The end of the log is missing") for each in report.unchecked)
