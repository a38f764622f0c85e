"""Forged logs, chained anew as a forger would: each is a finding, or makes the audit incomplete.

The numbers are those of the families: 1 accounting, 2 dice without rules, 3 guards, 4 the seal, 5 the
commitment, 7 the opening, 8 bytes and times.
"""

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from adjudication.audits.audit import AuditReport, audit
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.seminar.secret_orders import dropping, opening, sealing
from domain.events import (
    Chosen,
    CounterDrawn,
    DieRolled,
    Event,
    GameClosed,
    GameForked,
    LookedUp,
    Noted,
    OrderDone,
    OrderGiven,
    Picked,
    PieceMoved,
    Ruled,
    Scored,
    SealRevealed,
    SeatTaken,
    SecretOrderDropped,
    SecretOrderSealed,
    Shuffled,
    SideAdded,
    SideData,
    TableAdopted,
    TablesLaid,
    TakenBack,
    TimerSet,
    VerdictReached,
)
from domain.game.chain import GENESIS, Entry, digest_of, enter
from domain.game.opening import committed, opening_of
from domain.table.dice import secret_from_seed
from tests.core.games import (
    SECRET,
    TIME,
    altered,
    findings,
    new_game,
    play_orders,
    play_to_end,
    random_people,
)
from tests.core.games import seat as at_table
from tests.seminar.games import act, freeform, go_on


def numbered(events: Sequence[Event]) -> list[Event]:
    """Events by their places; an order among them belongs to itself."""
    return [
        altered(event, number=place, **({"procedure": place} if isinstance(event, OrderGiven) else {}))
        for place, event in enumerate(events, start=1)
    ]


def told(report: AuditReport) -> str:
    return " / ".join(f"{finding.event}: {finding.message}" for finding in report.findings)


def found(events: Sequence[Event], event: int, part: str) -> None:
    """The audit fails, and one finding names that event and says so."""
    report = findings(list(events))
    assert report.verdict == "findings"
    assert any(each.event == event and part in each.message for each in report.findings), told(report)


def recommitted(events: Sequence[Event]) -> list[Event]:
    """The log of a game that was opened so and sealed with the same secret."""
    laid = opening_of(events)
    return [*committed(laid, SECRET), *events[len(laid) :]]


def replaced(events: Sequence[Event], event: Event) -> list[Event]:
    return [event if each.number == event.number else each for each in events]


def first(events: Sequence[Event], kind: type[Event], **fields: Any) -> Any:
    return next(
        each
        for each in events
        if isinstance(each, kind) and all(getattr(each, name) == value for name, value in fields.items())
    )


def undone_game(close: bool = True) -> list[Event]:
    """A freeform game in which one manual change was made and undone."""
    session = freeform()
    session.by_hand("hand-score", {"track": "tension", "change": 1}, "A slip")
    session.by_hand("hand-roll", {"dice": [6], "purpose": "morale"}, "Who holds?")
    session.take_back(9, "It was a slip", "Ada")
    if close:
        session.close(SECRET)
    return list(session.game.log)


def toy(name: str = "toy-losses", seed: int = 3) -> list[Event]:
    return list(play_to_end((name, {}), seed).game.log)


# --- 1: every event belongs to something ----------------------------------------------------------


def test_1_nothing_joins_an_order_that_was_undone() -> None:
    events = undone_game()
    assert findings(events).verdict == "verified"
    taken = first(events, TakenBack)
    gift = Scored(number=0, time=TIME, procedure=9, rule="house", track="tension", change=5, value=5)
    sub = PieceMoved(number=0, time=TIME, procedure=9, rule="house", piece="x", origin="a", to="b")
    die = DieRolled(number=0, time=TIME, procedure=9, rule="house", die=6, face=6, purpose="morale", chance=2)
    for slipped in (gift, sub, die):
        forged = numbered([*events[: taken.number], slipped, *events[taken.number :]])
        found(forged, taken.number + 1, "joins order 9, which event")


def test_1_nothing_joins_an_order_that_is_over() -> None:
    events = toy()
    done = first(events, OrderDone)
    slipped = altered(first(events, DieRolled), procedure=done.procedure)
    for place in (done.number, len(events) - 2):
        forged = renumbered_behind([*events[:place], slipped, *events[place:]], place)
        found(forged, place + 1, f"joins order {done.procedure}, which was over")


def renumbered_behind(events: Sequence[Event], place: int) -> list[Event]:
    """Numbers behind a place where one event was put in, and all that refers to them."""

    def moved(number: int) -> int:
        return number + (number > place)

    new = [*events[:place], altered(events[place], number=place + 1)]
    new += [altered(e, number=e.number + 1, procedure=moved(e.procedure)) for e in events[place + 1 :]]
    return new


def test_1_a_change_belongs_to_an_order_and_a_note_to_none() -> None:
    events = toy()
    loose = Scored(number=0, time=TIME, track="t", change=1, value=1, rule="house")
    note = Noted(number=0, time=TIME, procedure=first(events, OrderGiven).number, text="x", audience=())
    for slipped, part in ((loose, "without an order"), (note, "cannot be part of an order")):
        place = len(events) - 2
        found(renumbered_behind([*events[:place], slipped, *events[place:]], place), place + 1, part)


def test_1_a_struck_order_is_replayed_up_to_its_strike() -> None:
    """What an undone order told is held against the rules too."""
    events = undone_game()
    scored = first(events, Scored)
    found(replaced(events, altered(scored, value=5, change=5)), scored.number, "does not give this event")


# --- 2: the dice without the rules ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["toy-losses", "toy-cards", "toy-factions", "toy-events"])
def test_2_every_chance_is_derived_though_the_rules_are_not_here(name: str) -> None:
    events = toy(name)
    opened = events[0]
    elsewhere = recommitted([altered(opened, system="another"), *events[1:]])
    report = findings(elsewhere)
    chances = [e for e in events if isinstance(e, DieRolled | CounterDrawn | Picked | Shuffled)]
    assert chances
    assert (report.verdict, report.rules) == ("not fully checked", "not checked")
    assert (report.dice, report.derived, report.procedures) == ("derived", len(chances), 0)
    assert any("no order was replayed" in each for each in report.unchecked)
    assert not any("Replaying" in each for each in report.checked)
    for event in chances[:: max(1, len(chances) // 8)]:
        forged = _another(event)
        if forged is not None:
            report = findings(replaced(elsewhere, forged))
            assert report.verdict == "findings"
            assert any(f.kind == "dice" and f.event == event.number for f in report.findings), told(report)
            assert report.dice == "wrong"


def _another(event: Any) -> Event | None:
    match event:
        case DieRolled(face=face, die=die):
            return altered(event, face=face % die + 1)
        case Picked(value=value, options=options):
            return altered(event, value=next(each for each in options if each != value))
        case Shuffled(order=order) if len(order) > 1:
            return altered(event, order=(*order[1:], order[0]))
        case CounterDrawn():
            return altered(event, piece="nothing of the kind")
    return None


def test_2_a_struck_chance_is_derived_at_its_place() -> None:
    events = undone_game()
    die = first(events, DieRolled)
    assert findings(events).derived == 1
    report = findings(replaced(events, altered(die, face=die.face % 6 + 1)))
    assert [(f.event, f.kind) for f in report.findings if f.kind == "dice"] == [(die.number, "dice")]


def test_2_a_sealed_chance_has_no_author_and_no_other_source() -> None:
    events = toy()
    die = first(events, DieRolled)
    found(replaced(events, altered(die, by="Ada")), die.number, "nobody's entry")
    found(replaced(events, altered(die, source="scripted")), die.number, "comes as sealed, not scripted")


def test_2_a_repeated_chance_is_the_one_recorded_and_counts_once() -> None:
    events = toy()
    one, other = [e for e in events if isinstance(e, DieRolled)][:2]
    for change, part in (
        ({"again": one.number}, "is not the same"),
        ({"again": other.number - 1}, "recorded no chance first"),
        ({"again": 10_000}, "recorded no chance first"),
    ):
        found(replaced(events, altered(other, **change)), other.number, part)
    twice = altered(one, number=other.number, time=other.time, again=one.number)
    found(replaced(events, twice), other.number, "used a second time")


def test_2_the_dice_of_an_open_game_are_not_called_derived() -> None:
    session = play_to_end(("toy-losses", {}), 3, close=False)
    report = findings(session.game.log)
    assert (report.verdict, report.dice, report.derived) == ("not fully checked", "sealed", 0)
    assert any("could not be derived: the game is still open" in each for each in report.unchecked)
    report = findings(session.game.log, SECRET)
    assert (report.verdict, report.dice) == ("verified", "derived")


# --- 3: what the session refuses ------------------------------------------------------------------


def decided() -> tuple[list[Event], Session]:
    session = play_to_end(("toy-losses", {}), 3, close=False)
    assert session.state.verdict is not None
    return list(session.game.log), session


def test_3_no_order_is_given_after_the_verdict_and_no_second_verdict() -> None:
    events, _ = decided()
    order = [e for e in events if isinstance(e, OrderGiven) and e.order != "begin"][-1]
    late = [altered(order, time=TIME), *[e for e in events if e.procedure == order.number][1:]]
    number = len(events) + 1
    late = [altered(e, number=number + n, procedure=number) for n, e in enumerate(late)]
    found([*events, *late], number, "after the game was decided")
    verdict = first(events, VerdictReached)
    second = altered(verdict, number=number, winner="", procedure=order.number)
    found([*events, second], number, "joins order")


def test_3_nothing_that_changes_the_table_comes_after_the_close() -> None:
    events = toy()
    number = len(events) + 1
    note = Noted(number=number, time=TIME, text="Later", audience=(), blind="0" * 32)
    report = findings([*events, note])
    assert report.verdict == "verified"
    assert any("After that 1 entry was added" in notice for notice in report.notices)
    timer = TimerSet(number=number, time=TIME, purpose="tea", seconds=60)
    found([*events, timer], number, "was recorded after the game was closed")
    found([*events, GameClosed(number=number, time=TIME)], number, "closed a second time")
    fork = GameForked(
        number=number, time=TIME, audience=(), game="f" * 32, name="again", at=9, blind="0" * 32
    )
    assert findings([*events, fork]).verdict == "verified"
    for change, part in (
        ({"at": number}, "from which no game can go on"),
        ({"at": 3}, "from which no game can go on"),
        ({"game": ""}, "names the game"),
        ({"audience": None}, "white cell alone"),
    ):
        found([*events, altered(fork, **change)], number, part)


def test_3_a_ruling_comes_in_time_on_an_answer_in_force_for_those_who_may_know() -> None:
    session = at_table(new_game(("toy-losses", {})), random_people(4))
    session.begin()
    play_orders(session, 12, random.Random(4))
    events = list(session.game.log)
    die = first(events, DieRolled)
    number = len(events) + 1
    ruled = Ruled(
        number=number, time=TIME, audience=die.audience, concerns=die.number, value=6, by="Ada", because="Fog"
    )
    assert any(isinstance(e, OrderGiven) and e.number > die.number for e in events)
    found([*events, ruled], number, "It comes too late")
    found([*events, altered(ruled, concerns=number + 3)], number, "concerns no earlier event")
    found([*events, altered(ruled, concerns=2)], number, "is not a roll, look-up or choice")
    found([*events, altered(ruled, because=" ")], number, "needs a reason")
    found([*events, altered(ruled, audience=("green",))], number, "not the audience recorded")


def test_3_a_take_back_is_of_an_order_in_force_with_a_reason_and_sides_that_exist() -> None:
    events = undone_game(close=False)
    taken = first(events, TakenBack)
    found(replaced(events, altered(taken, because="")), taken.number, "needs a reason")
    found(replaced(events, altered(taken, first=7)), taken.number, "not an order in force")
    found(replaced(events, altered(taken, overruled=("atlantis",))), taken.number, "not a side")
    found(replaced(events, altered(taken, audience=())), taken.number, "not the audience recorded")
    found([*events, altered(taken, number=len(events) + 1)], len(events) + 1, "not an order in force")
    seated = SeatTaken(number=len(events) + 1, time=TIME, name="Ada", role="facilitator")
    more = freeform()
    more.record(lambda number, time: altered(seated, number=number, time=time))
    more.by_hand("hand-score", {"track": "tension", "change": 1}, "A slip", "Ada")
    order = more.orders_in_force()[-1].number
    more.take_back(order, "It was a slip", "Ada", agreed=("Ada",))
    log = list(more.game.log)
    assert findings(log).findings == []
    taken = first(log, TakenBack)
    found(replaced(log, altered(taken, agreed=("Mallory",))), taken.number, "neither seated nor a side")


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"rule": "toy-losses 1"}, "cites"),
        ({"because": "Why not"}, "reason"),
        ({"audience": ()}, "not the audience recorded"),
        ({"side": "atlantis"}, "not a side"),
    ],
)
def test_3_an_order_is_as_the_session_writes_it(change: dict[str, Any], part: str) -> None:
    events = toy()
    order = next(e for e in events if isinstance(e, OrderGiven) and e.side)
    found(replaced(events, altered(order, **change)), order.number, part)


def test_3_a_secret_order_is_for_its_side_alone() -> None:
    """Which orders are secret, the rules say; a log that says otherwise is found."""
    from adjudication.engine.games.systems import load

    for name in ("toy-sealed", "toy-detection", "toy-blocks", "toy-reaction"):
        system = load(name)
        events = toy(name)
        for order in [e for e in events if isinstance(e, OrderGiven) and e.order in system.orders][:6]:
            secret = system.orders[order.order].secret
            assert order.audience == ((order.side,) if secret else None)
            forged = altered(order, audience=None if secret else (order.side,))
            found(replaced(events, forged), order.number, "not the audience recorded")


def test_3_entries_by_people_are_as_the_session_writes_them() -> None:
    session = freeform()
    session.note("A remark")
    session.record(
        lambda number, time: TimerSet(
            number=number, time=time, purpose="planning", seconds=60, turn=1, phase=session.state.phase
        )
    )
    events = list(session.game.log)
    assert findings(events).findings == []
    note, timer = first(events, Noted), first(events, TimerSet)
    for event, change, part in (
        (note, {"text": " "}, "needs a text"),
        (note, {"turns": (99,)}, "no turn 99"),
        (note, {"sides": ("atlantis",)}, "There is no side"),
        (note, {"concerns": note.number}, "There is no event"),
        (note, {"rule": "freeform 1"}, "cites no rule"),
        (timer, {"seconds": 10**9}, "cannot run"),
        (timer, {"turn": 9}, "not when it was set"),
        (timer, {"purpose": ""}, "needs a purpose"),
    ):
        found(replaced(events, altered(event, **change)), event.number, part)


def test_3_a_judgement_has_its_reason() -> None:
    session = freeform()
    go_on(session)
    act(session, "aldmark", "Sail through", "ald-frigates:narrows")
    session.decide("fails", "Ada", "The missiles")
    events = list(session.game.log)
    assert findings(events).findings == []
    judged = first(events, Chosen, value="fails")
    report = findings(replaced(events, altered(judged, because=" ")))
    assert [(f.event, f.expected) for f in report.findings] == [(judged.number, "a judgement with a reason")]


def sealed_orders() -> list[Event]:
    """A game in which a side's orders were sealed and opened, and one was dropped."""
    session = freeform()
    orders = [Order("verrin", "move", {"piece": "ver-envoy", "to": "talks"})]
    session.record(lambda number, time: sealing(number, time, "verrin", orders, "00" * 16, "Ada"))
    session.record_all(
        lambda number, time: opening(session.system, session.state, number, time, ["verrin"], "Ada", "")
    )
    session.record(lambda number, time: dropping(session.game, number, time, 1, (), "Ada", "It is late"))
    return list(session.game.log)


def test_3_opened_orders_are_given_or_dropped_or_said_not_to_be() -> None:
    events = sealed_orders()
    report = findings(events)
    assert report.findings == []
    assert not any("never given" in notice for notice in report.notices)
    dropped = first(events, SecretOrderDropped)
    report = findings([e for e in events if e is not dropped])
    assert any(
        "move piece=ver-envoy to=talks of verrin was opened, but never given" in n for n in report.notices
    )
    found(replaced(events, altered(dropped, because="")), dropped.number, "without a reason")
    other = {"order": "move", "piece": "ver-envoy", "to": "selmhaven"}
    found(replaced(events, altered(dropped, order=other)), dropped.number, "was not opened, or")
    found([*events, altered(dropped, number=len(events) + 1)], len(events) + 1, "was not opened, or")
    sealed = first(events, SecretOrderSealed)
    found(replaced(events, altered(sealed, side="atlantis")), sealed.number, "not a side of this game")
    joined = SideAdded(number=len(events) + 1, time=events[-1].time, side=SideData("atlantis", "Atlantis"))
    early = [*replaced(events, altered(sealed, side="atlantis")), joined]
    found(early, sealed.number, "sealed by atlantis, which was not a side of this game then")


# --- 4: the seal ----------------------------------------------------------------------------------


def test_4_a_closed_game_without_its_seal_is_a_finding() -> None:
    events = numbered([e for e in toy() if not isinstance(e, SealRevealed)])
    found(events, len(events), "was not revealed")


def test_4_the_seal_is_revealed_once_right_before_the_close() -> None:
    events = toy()
    sealed = first(events, SealRevealed)
    early = renumbered_behind([*events[:12], altered(sealed, number=0), *events[12:]], 12)
    found(early, 13, "not closed right after it")
    other = altered(sealed, secret=secret_from_seed(9))
    twice = renumbered_behind([*events[: sealed.number], other, *events[sealed.number :]], sealed.number)
    found(twice, sealed.number + 1, "a second time")


def test_4_a_sealed_game_has_a_commitment() -> None:
    events = toy()
    found([altered(events[0], commitment=""), *events[1:]], 1, "committed itself to no seal")


def test_4_what_was_written_down_is_compared() -> None:
    events = toy()
    entries = enter("", events, GENESIS)
    opened: Any = events[0]
    good = audit(entries, heads=[entries[-1].digest[:12]], commitment=opened.commitment)
    assert good.findings == []
    assert len([each for each in good.checked if "is the one written down" in each]) == 2
    assert [f.message for f in audit(entries, heads=["0" * 12]).findings] == [
        f"The head of the log after event {len(entries)} is not the one written down."
    ]
    assert audit(entries, commitment="0" * 12).findings[0].event == 1


# --- 7: the opening -------------------------------------------------------------------------------


def test_7_a_table_of_its_own_is_found_or_makes_the_audit_incomplete() -> None:
    events = toy("toy-both-fire")
    laid = first(events, TablesLaid)
    name, data = next(iter(laid.tables.items()))
    rows = (*data.rows[:-1], {**data.rows[-1]})
    column = next(c for c in data.rows[0] if c not in data.keys)
    rows = tuple({**row, column: data.rows[0][column]} for row in data.rows)
    better = msgspec.structs.replace(data, rows=rows, provenance="document")
    forged = replaced(events, altered(laid, tables={**laid.tables, name: better}))
    found(forged, laid.number, "not what the scenario lays out")
    labelled = [altered(forged[0], scenario_digest="0" * 64), *forged[1:]]
    report = findings(labelled)
    assert report.verdict != "verified"
    assert any("is not the one the game was played with" in each for each in report.unchecked)
    unknown = findings(recommitted([altered(events[0], scenario="elsewhere"), *events[1:]]))
    assert unknown.verdict == "verified"
    assert any("does not come with the program" in each for each in unknown.notices)
    renamed = [altered(events[0], scenario="elsewhere"), *events[1:]]
    found(renamed, first(events, SealRevealed).number, "not the one it committed itself to")
    shorter = recommitted([altered(events[0], scenario="elsewhere"), *events[1:]])
    shorter[1], shorter[2] = altered(shorter[2], number=2), altered(shorter[1], number=3)
    found(shorter, 2, "not what the scenario lays out")


def test_7_other_rules_and_another_program_are_said() -> None:
    events = toy()

    def opened_with(**changes: Any) -> AuditReport:
        return findings(recommitted([altered(events[0], **changes), *events[1:]]))

    report = opened_with(rules_digest="0" * 64)
    assert report.verdict == "not fully checked"
    assert "The rule register here is not the one the game was played with." in report.unchecked
    report = opened_with(program="whitecell 0.0.1")
    assert any("Recorded with whitecell 0.0.1" in notice for notice in report.notices)
    report = opened_with(code_digest="0" * 64)
    assert report.verdict == "not fully checked"
    assert any("replaying under the current code reproduces every event" in e for e in report.unchecked)
    report = opened_with(seeded=True)
    assert any("--seed" in notice for notice in report.notices)


def test_7_an_option_that_the_scenario_does_not_have_is_found() -> None:
    events = toy("toy-options")
    opened: Any = events[0]
    for options in ({**opened.options, "cheat": True}, {}, dict.fromkeys(opened.options, "much")):
        found([altered(opened, options=options), *events[1:]], 1, "Option ")


# --- 8: bytes and times ---------------------------------------------------------------------------


def rechained(entries: Sequence[Entry], place: int, body: bytes) -> list[Entry]:
    """The entries with other bytes at one place, chained anew."""
    new: list[Entry] = []
    head = GENESIS
    for at, entry in enumerate(entries):
        bytes_here = body if at == place else entry.body
        head = digest_of(entry.wire_name, bytes_here, head)
        new.append(msgspec.structs.replace(entry, body=bytes_here, digest=head))
    return new


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("an unknown field", lambda body: body[:-1] + b',"more":1}'),
        ("a float for a number", lambda body: body.replace(b'"chance":1', b'"chance":1.0')),
        ("a space", lambda body: body.replace(b":", b": ", 1)),
        ("a default written out", lambda body: body[:-1] + b',"again":0}'),
        ("another order of fields", lambda body: b'{"face":' + body.partition(b'"face":')[2]),
        ("a letter escaped", lambda body: body.replace(b'"purpose":"', b'"purpose":"\\u0020', 1)),
    ],
)
def test_8_only_the_canonical_bytes_are_accepted(what: str, change: Any) -> None:
    entries = enter("", toy(), GENESIS)
    place = next(n for n, e in enumerate(entries) if isinstance(e.event, DieRolled))
    body = change(entries[place].body)
    assert body != entries[place].body, what
    report = audit(rechained(entries, place, body))
    assert (report.verdict, report.chain) == ("findings", "whole")
    assert (place + 1, "The event is not stored in the canonical form.") in {
        (f.event, f.message) for f in report.findings
    }


def test_8_times_do_not_run_backwards_and_long_pauses_are_said() -> None:
    events = toy()
    note = events[20]
    found(replaced(events, altered(note, time="2025-12-31T23:59:59Z")), 21, "Time runs backwards")
    found(replaced(events, altered(note, time="")), 21, "has no time")
    found(replaced(events, altered(note, time="2026-01-01 00:00")), 21, "is not a time in UTC")
    later = [altered(e, time="2026-01-02T00:00:00Z") if e.number > 20 else e for e in events]
    report = findings(later)
    assert report.findings == []
    assert "Event 21: recorded 24 hours after event 20." in report.notices
    timeless = recommitted([altered(e, time="") for e in events])
    assert findings(timeless).findings == []


def test_a_table_adopted_needs_its_reason() -> None:
    session = freeform()
    name, table = next(iter(session.state.tables.items()))
    session.adopt_table(name, msgspec.structs.replace(table.data, provenance="house"), "Agreed")
    events = list(session.game.log)
    assert findings(events).findings == []
    adopted = first(events, TableAdopted)
    found(replaced(events, altered(adopted, because="")), adopted.number, "needs a reason")


def test_a_log_without_look_ups_is_no_excuse() -> None:
    """Else the tests above pass because there is nothing to forge."""
    assert any(isinstance(e, LookedUp) for e in toy("toy-both-fire"))


@pytest.mark.parametrize(
    "change",
    [{"dice": "typed"}, {"options": {}}, {"title": "Another"}, {"seeded": True}, {"program": "other"}],
)
def test_5_the_commitment_binds_the_whole_opening(change: dict[str, Any]) -> None:
    events = toy("toy-options")
    report = findings([altered(events[0], **change), *events[1:]])
    assert report.verdict == "findings"
    assert any("is not the one it committed itself to" in f.message for f in report.findings)
