"""Each check of the audit by itself: accounts, bytes, heads, seals, chances; on events no session writes."""

import hmac
from collections.abc import Sequence
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.audits.accounting import Accounts, audit_accounts
from adjudication.audits.canonical import _audit_numbers, _audit_times
from adjudication.audits.chances import Source, audit_chances, derive, shuffle
from adjudication.audits.cups import Cups
from adjudication.audits.dice_words import _notices as dice_notices
from adjudication.audits.findings import AuditReport, Finding, describe
from adjudication.audits.opening import audit_dice
from adjudication.audits.paper import _compare, _meant, audit_paper, read_paper
from adjudication.audits.seals import Seals
from domain.errors import BadData
from domain.events import (
    BoardData,
    BoardLaid,
    CounterDrawn,
    DieRolled,
    EntropyGiven,
    Event,
    GameClosed,
    Noted,
    OrderDone,
    Picked,
    PieceData,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    Ruled,
    SealRevealed,
    Shuffled,
    TakenBack,
)
from domain.events.strikes import Strikes
from tests.builders import SECRET, opening
from tests.forgeries.few import (
    BEGUN,
    DONE,
    GAME,
    KEY,
    TIME,
    given,
    log,
    report,
    rolled,
    said,
)

# --- findings -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "unchecked", "verdict", "words"),
    [
        ([], [], "verified", ("whole", "none", "followed")),
        ([], ["x"], "not fully checked", ("whole", "none", "followed")),
        (["chain"], ["x"], "findings", ("broken", "none", "followed")),
        (["dice"], [], "findings", ("whole", "wrong", "followed")),
        (["rules"], [], "findings", ("whole", "none", "broken")),
        (["log"], [], "findings", ("whole", "none", "followed")),
    ],
)
def test_a_verdict_follows_from_what_was_found_and_what_was_not_checked(
    kinds: list[str], unchecked: list[str], verdict: str, words: tuple[str, ...]
) -> None:
    found = report()
    found.unchecked += unchecked
    for kind in kinds:
        found.find(3, kind, "x")
    found.conclude()
    assert (found.verdict, (found.chain, found.dice, found.rules)) == (verdict, words)
    assert found.found() is bool(kinds)
    assert found.found("chain", "dice") is (kinds in (["chain"], ["dice"]))


def test_findings_come_once_and_all_by_their_events() -> None:
    found = report()
    found.find(7, "log", "b")
    found.add(Finding(3, "log", "a"), Finding(7, "log", "b"))
    found.notices += ["Event 12: x", "Of the game", "Event 3: y"]
    found.conclude()
    assert said(found) == ["a", "b"]
    assert found.notices == ["Of the game", "Event 3: y", "Event 12: x"]


def test_an_event_is_described_by_its_own_fields() -> None:
    rolled = DieRolled(
        number=4, procedure=2, time=TIME, die=6, face=3, purpose="fire", rule="toy 2", chance=1
    )
    assert (
        describe(rolled) == "die-rolled.1: rule toy 2, die 6, face 3, purpose fire, chance 1, source sealed"
    )
    assert "again 3" in describe(replace(rolled, again=3))
    assert len(describe(Noted(number=1, text="x" * 900))) == 500


# --- accounts -------------------------------------------------------------------------------------


def accounted(*more: Event) -> AuditReport:
    events = log(*more)
    opened: Any = events[0]
    found = report()
    audit_accounts(Accounts(events), Strikes(events), opened, False, found)
    return found


def test_a_log_that_accounts_for_everything_says_so() -> None:
    found = accounted(*BEGUN, given(procedure=8), OrderDone(procedure=8), Noted(text="x"))
    assert said(found) == []
    assert found.checked[0].startswith("Each of the 10 events belongs to the opening")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ((*BEGUN, BoardLaid(board=BoardData())), "not part of the opening: it comes too late"),
        ((replace(BoardLaid(board=BoardData()), procedure=6),), "not part of the opening"),
        (
            (*BEGUN, opening(GAME)[0]),
            "opened a second time",
        ),
        ((given("begin", "", 5), OrderDone(procedure=5)), "An order does not carry its own number."),
        ((*BEGUN, DieRolled(die=6, face=1, purpose="x")), "Something changed on the table without an order."),
        ((*BEGUN, DieRolled(die=6, face=1, purpose="x", procedure=9)), "order 9, which had not been given"),
        ((*BEGUN, Noted(text="x", procedure=6)), "cannot be part of an order; it names order 6"),
        (
            (*BEGUN, DieRolled(die=6, face=1, purpose="x", procedure=6)),
            "order 6, which was over with event 7",
        ),
        ((*BEGUN, given("begin", "", 8), OrderDone(procedure=8)), "Play is opened a second time."),
        ((given(procedure=6), DONE), "Play was not opened first."),
        ((*BEGUN, EntropyGiven(side="blue", text="x", audience=())), "is for everyone to see, which is not"),
        ((*BEGUN, EntropyGiven(side="blue", text="x", rule="toy 1")), "cites toy 1; it cites no rule"),
        ((*BEGUN, Noted(text="x", blind="0" * 32)), "It is blinded; the events of this log are not."),
        ((*BEGUN, SealRevealed(secret=SECRET), GameClosed()), "this game committed itself to none"),
        ((*BEGUN, GameClosed(), GameClosed()), "The game is closed a second time."),
        (
            (*BEGUN, GameClosed(), TakenBack(first=6, by="", because="x")),
            "was recorded after the game was closed",
        ),
    ],
)
def test_what_does_not_belong_is_found(more: Sequence[Event], message: str) -> None:
    found = accounted(*more)
    assert any(message in each for each in said(found)), said(found)
    assert found.checked == []


def test_what_joins_an_undone_order_is_found_and_what_came_before_is_not() -> None:
    undone = (given(procedure=8), TakenBack(first=8, by="", because="x"))
    late = DieRolled(die=6, face=1, purpose="x", procedure=8)
    assert said(accounted(*BEGUN, *undone, late)) == ["It joins order 8, which event 9 had undone."]
    assert said(accounted(*BEGUN, given(procedure=8), late, undone[1])) == []


def test_an_end_before_its_order_ends_nothing() -> None:
    early = (*BEGUN, OrderDone(procedure=9), given(procedure=9), rolled(1, 3, procedure=9))
    assert said(accounted(*early)) == ["It belongs to order 9, which had not been given."]


def test_the_seal_is_revealed_once_right_before_the_close() -> None:
    seal, closed = SealRevealed(secret=SECRET), GameClosed()

    def found(*more: Event, cut: bool = False) -> list[str]:
        events = log(*BEGUN, *more)
        blinded = [replace(event, blind="0" * 32) for event in events]
        opened: Any = replace(blinded[0], commitment="c" * 64)
        audited = report()
        accounts = Accounts([opened, *blinded[1:]])
        audit_accounts(accounts, Strikes(accounts.events), opened, cut, audited)
        return said(audited)

    assert found(seal, closed) == []
    assert found() == []
    assert found(seal, Noted(text="x"), closed) == [
        "The seal is revealed, but the game is not closed right after it."
    ]
    assert found(seal) == ["The seal is revealed, but the game is not closed right after it."]
    assert found(seal, cut=True) == []
    assert found(seal, seal, closed) == [
        "The seal is revealed, but the game is not closed right after it.",
        "The seal is revealed a second time.",
    ]
    assert found(closed) == ["The game is closed, but the seal of its dice was not revealed."]
    assert "SealRevealed" not in found(closed, seal)
    assert "The game is closed, but the seal of its dice was not revealed." in found(closed, seal)


@pytest.mark.parametrize(("late", "told"), [(1, "1 entry was"), (2, "2 entries were")])
def test_entries_after_the_close_are_told(late: int, told: str) -> None:
    found = accounted(*BEGUN, GameClosed(), *[Noted(text="x")] * late)
    assert said(found) == []
    (notice,) = found.notices
    assert notice.startswith(f"Event 8: the game was closed. After that {told} added")
    assert accounted(*BEGUN, GameClosed()).notices == []


def test_a_blinded_log_has_digits_everywhere() -> None:
    events = log(*BEGUN, secret=SECRET)
    found = report()
    opened: Any = events[0]
    audit_accounts(Accounts(events), Strikes(events), opened, False, found)
    unblinded = [event for event in events if not event.blind]
    assert said(found) == ["It is not blinded: 32 hexadecimal digits do that."] * len(unblinded)


# --- bytes and times ------------------------------------------------------------------------------


def timed(*times: str, forked: int = 0, closed: int = 0) -> AuditReport:
    found = report()
    events: list[Event] = [
        GameClosed(number=nth, time=time) if nth == closed else Noted(number=nth, time=time, text="x")
        for nth, time in enumerate(times, start=1)
    ]
    _audit_times(events, found, forked)
    return found


def after(**more: int) -> str:
    return (datetime.fromisoformat(TIME) + timedelta(**more)).strftime("%Y-%m-%dT%H:%M:%SZ")


def test_times_do_not_run_backwards_and_long_pauses_are_told() -> None:
    assert said(timed(TIME, TIME, after(seconds=1))) == []
    assert said(timed(after(seconds=1), TIME)) == [
        f"Time runs backwards: event 1 was recorded at {after(seconds=1)}."
    ]
    assert timed(TIME, after(hours=12)).notices == []
    assert timed(TIME, after(hours=12, seconds=1)).notices == ["Event 2: recorded 12 hours after event 1."]
    assert timed(TIME, after(hours=49), forked=1).notices == []
    assert timed(TIME, after(hours=49), after(hours=98), forked=1).notices == [
        "Event 3: recorded 49 hours after event 2."
    ]
    assert timed(TIME, after(hours=1), after(hours=99), closed=2).notices == []
    assert said(timed(after(hours=1), TIME, after(hours=2), forked=2)) == [], "a fork is opened later"
    assert said(timed("", "")) == []
    assert said(timed(TIME, "", TIME)) == ["The event has no time, though others in this log have one."]


@pytest.mark.parametrize(
    "time", ["2024-05-01T10:00:00", "2024-13-01T10:00:00Z", "now", "2024-05-01 10:00:00Z"]
)
def test_what_is_no_time_is_found_and_passed_over(time: str) -> None:
    assert said(timed(TIME, time, TIME)) == [f"{time!r} is not a time in UTC to the second."]


def test_numbers_are_places_and_a_gap_is_found_once() -> None:
    def found(*numbers: int) -> list[str]:
        audited = report()
        entries: Any = [SimpleNamespace(event=Noted(number=number, text="x")) for number in numbers]
        _audit_numbers(entries, audited)
        return said(audited)

    assert found(1, 2, 3) == []
    assert found(1, 3, 4) == ["Event 3 is in place 2."]
    assert found(1, 3, 3) == ["Event 3 is in place 2.", "Event 3 is in place 3."]
    assert found(2, 3) == ["Event 2 is in place 1."]


# --- what was written down ------------------------------------------------------------------------


def test_what_was_written_down_is_read() -> None:
    assert read_paper("3F2A-91c0 77de.1") == ("3f2a91c077de1", 0)
    assert read_paper(" 157 : 3f2a91c0") == ("3f2a91c0", 157)
    assert read_paper("f" * 64).digits == "f" * 64
    for wrong in ("3f2a91c", "f" * 65, "3f2a91cg", "", "0:3f2a91c0", ":3f2a91c0", "x:3f2a91c0"):
        with pytest.raises(BadData):
            read_paper(wrong)


def entry(number: int, digest: str, event: Event | None = None) -> Any:
    return SimpleNamespace(number=number, digest=digest, event=event or Noted(number=number, text="x"))


def test_a_head_without_a_number_is_the_last_or_the_close_or_what_came_after() -> None:
    entries = [
        entry(1, "a" * 64),
        entry(2, "b" * 64, GameClosed(number=2)),
        entry(3, "c" * 64),
        entry(4, "d" * 64),
    ]
    for digits, event in (("b", 2), ("c", 3), ("d", 4), ("a", 4), ("e", 4)):
        assert _meant(read_paper(digits * 8), entries) == event
    assert _meant(read_paper("a" * 8), entries[:1]) == 1


def test_heads_and_the_commitment_are_compared_digit_by_digit() -> None:
    opened: Any = replace(opening(GAME)[0], commitment="c" * 64)
    entries = [entry(1, "a" * 64, opened), entry(2, "b" * 64)]
    found = report()
    audit_paper(found, entries, ["b" * 8, "1:" + "a" * 64, "3:" + "a" * 8], "c" * 10)
    assert found.checked == [
        "The head of the log after event 2 is the one written down, in its first 8 digits of 64.",
        "The head of the log after event 1 is the one written down.",
        "The commitment of the dice is the one written down, in its first 10 digits of 64.",
    ]
    assert [(each.event, each.kind, each.message) for each in found.findings] == [
        (3, "chain", "A head was written down after event 3; the log ends before it.")
    ]
    wrong = report()
    audit_paper(wrong, entries, ["2:" + "a" * 8], "d" * 8)
    assert [(each.event, each.recorded, each.expected) for each in wrong.findings] == [
        (2, "b" * 8, "a" * 8),
        (1, "c" * 8, "d" * 8),
    ]
    none = report()
    _compare(none, "x", read_paper("a" * 8), "", 1)
    assert none.findings[0].recorded == "none"


# --- seals and chances ----------------------------------------------------------------------------


def test_a_number_is_derived_without_bias_and_a_shuffle_from_as_many() -> None:
    key = bytes.fromhex(SECRET)

    def by_hand(chance: int, sides: int) -> int:
        digest = hmac.digest(key, f"{chance}:0".encode(), "sha256")
        return int.from_bytes(digest[:8], "big") % sides + 1

    for chance in range(1, 40):
        assert derive(key, chance, 6) == by_hand(chance, 6)
    assert derive(key, 3, 1) == 1
    pieces = ["a", "b", "c"]
    first = by_hand(5, 3)
    rest = [each for nth, each in enumerate(pieces, start=1) if nth != first]
    second = by_hand(5 + 2**32, 2)
    assert shuffle(key, 5, pieces) == (pieces[first - 1], rest[second - 1], rest[2 - second])
    assert shuffle(key, 5, []) == ()


def chances_of(*more: Event, secret: bytes | None = None, dice: str = "sealed") -> AuditReport:
    events = log(*more)
    opened: Any = replace(events[0], dice=dice)
    found = report()
    audit_chances(events, Strikes(events), lambda number: Source(opened, secret), found)
    return found


def test_every_chance_is_derived_in_its_order() -> None:
    drawn = CounterDrawn(cup="cup", piece=["r1", "r2"][derive(KEY, 2, 2) - 1], to="a1", purpose="x", chance=2)
    picked = Picked(purpose="x", options=("a", "b", "c"), value="abc"[derive(KEY, 3, 3) - 1], chance=3)
    put = Shuffled(place="a1", order=shuffle(KEY, 4, ("b1", "b2", drawn.piece)), chance=4)
    found = chances_of(rolled(1), drawn, picked, put, secret=KEY)
    assert said(found) == []
    assert (found.derived, found.dice) == (4, "derived")
    unknown = chances_of(rolled(1), rolled(2))
    assert (unknown.derived, unknown.dice, said(unknown)) == (0, "sealed", [])
    wrong = replace(picked, value="abc"[derive(KEY, 3, 3) % 3])
    assert [
        (each.message, each.expected) for each in chances_of(rolled(1), drawn, wrong, secret=KEY).findings
    ] == [("The seal does not give this.", picked.value)]
    other = chances_of(rolled(1, 1 + derive(KEY, 1, 6) % 6), secret=KEY)
    assert [each.expected for each in other.findings] == [str(derive(KEY, 1, 6))]
    back = replace(put, order=put.order[::-1])
    assert [each.expected for each in chances_of(rolled(1), drawn, picked, back, secret=KEY).findings] == [
        ", ".join(put.order)
    ]


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (rolled(2), "Chance 1 should come here, not chance 2."),
        (rolled(1, 0), "A D6 has no face 0."),
        (rolled(1, 7), "A D6 has no face 7."),
        (rolled(1, True), "A D6 has no face True."),
        (
            CounterDrawn(cup="cup", piece="b1", to="a1", purpose="x", chance=1),
            "b1 was not in cup to be drawn.",
        ),
        (
            Picked(purpose="x", options=(1, 2), value=True, chance=1),
            "True is not one of the options of this pick.",
        ),
        (Shuffled(place="cup", order=("r1",), chance=1), "The order is not one of the pieces in cup."),
        (
            rolled(1, source="typed"),
            "The dice of this game are sealed: die-rolled comes as sealed, not typed.",
        ),
        (rolled(1, by="Zoe"), "A sealed chance is nobody's entry, yet it names Zoe."),
        (rolled(1, again=3), "It repeats event 3, which recorded no chance first."),
    ],
)
def test_what_cannot_have_come_is_found(event: Event, message: str) -> None:
    assert said(chances_of(event)) == [message]


def test_where_dice_are_typed_draws_are_sealed() -> None:
    drawn = CounterDrawn(cup="cup", piece="r1", to="a1", purpose="x", chance=2)
    thrown = rolled(1, 3, source="typed", by="Zoe")
    assert said(chances_of(thrown, drawn, dice="typed")) == []
    assert chances_of(thrown, drawn, dice="typed").dice == "sealed+typed"
    assert said(chances_of(rolled(1, 3), dice="typed")) == [
        "The dice of this game are typed: die-rolled comes as typed, not sealed."
    ]


def test_a_chance_told_again_is_the_same_and_counts_once() -> None:
    """The order is ruled on, and what was rolled before is told again."""
    order = (given(procedure=6), rolled(1, procedure=6), rolled(2, procedure=6))
    ruled = Ruled(concerns=7, value=1, by="", because="x")
    again = rolled(2, procedure=6, again=8)
    assert said(chances_of(*order, ruled, again, rolled(3, procedure=6), secret=KEY)) == []
    other = rolled(2, 1 + derive(KEY, 2, 6) % 6, procedure=6, again=8)
    (found,) = chances_of(*order, ruled, other, secret=KEY).findings
    assert (found.event, found.message) == (10, "It repeats event 8, but is not the same.")
    assert f"face {other.face}" in found.recorded
    assert f"face {derive(KEY, 2, 6)}" in found.expected
    assert said(chances_of(*order, again, secret=KEY)) == ["Chance 2 is used a second time."]
    for change in ({"purpose": "y"}, {"rule": "toy 1"}, {"procedure": 5}, {"die": 20}, {"chance": 1}):
        assert "It repeats event 8, but is not the same." in said(
            chances_of(*order, ruled, replace(again, **change), secret=KEY)
        ), change


def test_words_for_the_dice_are_part_of_the_key() -> None:
    key = hmac.digest(KEY, b"entropy:" + b"5:first\x003:two", "sha256")
    words = (EntropyGiven(side="blue", text="first"), EntropyGiven(side="red", text="two"))
    right = DieRolled(die=20, face=derive(key, 1, 20), purpose="x", chance=1)
    assert said(chances_of(*words, right, secret=KEY)) == []
    only = DieRolled(die=20, face=1 + derive(key, 1, 20) % 20, purpose="x", chance=1)
    assert said(chances_of(*words, only, secret=KEY)) == ["The seal does not give this."]


def test_pieces_are_followed_and_put_back() -> None:
    events = log(
        given(procedure=6),
        PieceMoved(piece="b1", origin="a1", to="b2", procedure=6),
        PieceRemoved(piece="r1", origin="cup", procedure=6),
        PiecePlaced(piece=PieceData("r9", "cell", "cup"), procedure=6),
        Shuffled(place="cup", order=("r9", "r2"), procedure=6),
        CounterDrawn(cup="cup", piece="r9", to="b2", purpose="x", procedure=6),
        PieceMoved(piece="nobody", origin="a1", to="b2", procedure=6),
        PiecePlaced(piece=PieceData("r9", "cell", "lost"), procedure=6),
        TakenBack(first=6, by="", because="x"),
    )
    cups = Cups(events, Strikes(events))
    lain = []
    for place in range(len(events)):
        cups.take(place)
        lain.append({where: list(ids) for where, ids in cups.at.items() if ids})
    first = {"a1": ["b1", "b2"], "cup": ["r1", "r2"], "c3": ["r3"]}
    assert lain[2] == lain[5] == first
    assert lain[8] == {"a1": ["b2"], "b2": ["b1"], "cup": ["r2", "r9"], "c3": ["r3"]}
    assert lain[9]["cup"] == ["r9", "r2"]
    assert lain[10] == {"a1": ["b2"], "b2": ["b1", "r9"], "cup": ["r2"], "c3": ["r3"]}
    assert lain[12] == lain[11] == lain[10]
    assert lain[13] == first


def test_what_another_order_moved_stays_when_a_ruling_strikes() -> None:
    events = log(
        given(procedure=6),
        rolled(1, 3, procedure=6),
        given(procedure=8),
        PieceMoved(piece="b1", origin="a1", to="b2", procedure=6),
        PieceMoved(piece="b2", origin="a1", to="c3", procedure=8),
        PieceMoved(piece="r1", origin="cup", to="c3", procedure=8),
        Ruled(concerns=7, value=4, by="", because="x"),
    )
    cups = Cups(events, Strikes(events))
    for place in range(len(events)):
        cups.take(place)
    assert {where: ids for where, ids in cups.at.items() if ids} == {
        "a1": ["b1"],
        "cup": ["r2"],
        "c3": ["r3", "b2", "r1"],
    }


def test_the_seal_of_each_event_is_that_of_the_game_that_recorded_it() -> None:
    events = opening(GAME, secret=SECRET)
    opened: Any = events[0]
    found = report()
    assert Seals(events, opened, [], {opened.game: SECRET}, found).source(3).secret == KEY
    assert Seals(events, opened, [], {}, found).source(3).secret is None
    assert said(found) == []
    assert Seals(events, opened, [], {opened.game: "00" * 32}, found).source(3).secret is None
    assert Seals(events, opened, [], {opened.game: "no hex"}, found).source(3).secret is None
    assert Seals(events, opened, [], {opened.game: SECRET.upper()}, found).source(3).secret is None
    assert said(found) == ["The seal of this game is not the one it committed itself to."] * 3
    revealed = [*events, SealRevealed(number=6, secret="00" * 32)]
    late = report()
    Seals(revealed, opened, [], {opened.game: SECRET}, late)
    assert [finding.event for finding in late.findings] == [6]
    parent: Any = replace(opened, game="p")
    line: Any = [SimpleNamespace(origin=SimpleNamespace(name="first"), opened=parent, last=4)]
    seals = Seals(events, opened, line, {opened.game: SECRET}, report())
    assert [seals.source(number).opened.game for number in (1, 4, 5, 99)] == ["p", "p", GAME, GAME]


def test_where_the_dice_come_from_is_told() -> None:
    opened: Any = opening(GAME, secret=None)[0]

    def told(**more: Any) -> tuple[list[str], int]:
        found = report()
        audit_dice(replace(opened, **more), found)
        return said(found), len(found.notices)

    for dice in ("sealed", "typed"):
        assert told(dice=dice, commitment="") == (
            [f"The dice are {dice}, but the game committed itself to no seal."],
            0,
        )
        assert told(dice=dice, commitment="c") == ([], 0)
        assert told(dice=dice, commitment="c", seeded=True) == ([], 1)
    assert told(dice="scripted", commitment="") == ([], 1)


@pytest.mark.parametrize(
    ("opened", "given_", "thrown", "told"),
    [
        ({"commitment": "c"}, [], True, "No side gave words"),
        ({"commitment": "c"}, ["x"], True, ""),
        ({"commitment": "c", "forked_from": 1}, ["x"], True, "The seal of this fork was drawn after"),
        ({"commitment": "c"}, [], False, ""),
        ({"commitment": ""}, [], True, ""),
        ({"commitment": "c", "seeded": True}, [], True, ""),
        (None, [], True, ""),
    ],
)
def test_who_could_have_chosen_the_dice_is_told(
    opened: Any, given_: list[str], thrown: bool, told: str
) -> None:
    usual = {"seeded": False, "forked_from": None}
    first = None if opened is None else SimpleNamespace(**{**usual, **opened})
    ceremony: Any = SimpleNamespace(opened=first, thrown=thrown, given=given_)
    found = dice_notices(ceremony)
    assert [each[: len(told)] for each in found] == ([told] if told else [])
