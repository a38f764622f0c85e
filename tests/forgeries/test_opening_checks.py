"""What the audit says of the opening, of where a fork comes from, and of the dice."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.audits import audit as auditing
from adjudication.audits.accounting import Accounts
from adjudication.audits.audit import _replay, _revealed, _tell_dice, audit
from adjudication.audits.canonical import is_canonical
from adjudication.audits.chances import Source, audit_chances
from adjudication.audits.findings import EXIT_CODES
from adjudication.audits.opening import _options, _recorded, audit_code
from adjudication.audits.origins import _hold_against
from adjudication.audits.outcomes import Outcomes
from adjudication.engine.games.rule_code import code_digest
from adjudication.engine.games.systems import Rules, load
from domain.events import (
    Event,
    GameClosed,
    GameForked,
    GameOpened,
    LookedUp,
    Noted,
    OrderDone,
    Ruled,
    SealRevealed,
    TakenBack,
)
from domain.events.strikes import Strikes
from domain.game.chain import GENESIS, enter
from tests.builders import SECRET, TABLES, opening
from tests.forgeries.few import BEGUN, GAME, ORDER, given, log, report, rolled, said


def opened(**more: Any) -> GameOpened:
    first = opening(GAME, secret=None)[0]
    assert isinstance(first, GameOpened)
    return replace(first, **more)


def test_a_verdict_has_its_exit_code() -> None:
    assert EXIT_CODES == {"verified": 0, "findings": 1, "not fully checked": 3}


# --- options and code ---------------------------------------------------------------------------


def options(played: dict[str, Any]) -> tuple[bool, list[str], list[str]]:
    scenario: Any = SimpleNamespace(
        options={"night": False, "turns": 3, "weather": "fair"}, one_of={"weather": ("fair", "foul")}
    )
    found = report()
    same = _options(opened(options=played), scenario, found)
    return same, said(found), found.notices


def test_options_are_those_of_the_scenario() -> None:
    usual = {"night": False, "turns": 3, "weather": "fair"}
    assert options(usual) == (True, [], [])
    assert options({**usual, "turns": 4}) == (True, [], ["Option turns was set to 4 (default 3)."])
    assert options({**usual, "night": True})[2] == ["Option night was set to on (default off)."]
    for wrong, message in (
        ({**usual, "more": 1}, "Option more is not an option of the scenario, or is missing."),
        (
            {"night": False, "weather": "fair"},
            "Option turns is not an option of the scenario, or is missing.",
        ),
        ({**usual, "turns": True}, "Option turns cannot be True."),
        ({**usual, "night": 0}, "Option night cannot be 0."),
        ({**usual, "weather": "odd"}, "Option weather is one of fair, foul, not 'odd'."),
    ):
        assert options(wrong) == (False, [message], [])


def test_the_rule_code_is_that_of_the_game_or_that_is_said() -> None:
    system = load("ramadi")

    def told(digest: str, broken: bool = False) -> tuple[list[str], list[str]]:
        found = report()
        if broken:
            found.find(3, "rules", "x")
        audit_code(opened(code_digest=digest), system, found)
        return [each[:36] for each in found.unchecked], [each[:36] for each in found.notices]

    changed = "The rule code has changed since this"
    assert told(code_digest(system)) == ([], [])
    assert told("") == (["The opening does not say by which ru"], [])
    assert told("c0de") == ([changed], [])
    assert told("c0de", broken=True) == ([], [changed])


def test_what_was_laid_is_read_from_the_opening() -> None:
    events = opening(GAME)
    found = _recorded(events, opened())
    assert list(found.kinds) == ["company", "cell"]
    assert len(found.pieces) == 5
    assert found.tables == TABLES
    assert [track.id for track in found.tracks] == ["vp", "alert"]
    assert len(found.board.spaces) == 9
    none = _recorded(events[:1], opened())
    assert (none.kinds, none.pieces, none.tables, none.tracks) == ({}, (), {}, ())


# --- bytes ------------------------------------------------------------------------------------------


def test_an_event_is_stored_as_it_is_encoded_again() -> None:
    (entry,) = enter(GAME, [Noted(number=1, text="x", by="Ann")], GENESIS)
    assert is_canonical(entry)
    for change in (
        {"wire_name": "note.1"},
        {"body": entry.body.replace(b'","', b'", "')},
        {"body": entry.body + b" "},
        {"event": replace(entry.event, text="y")},
    ):
        assert not is_canonical(replace(entry, **change))


# --- where a fork comes from --------------------------------------------------------------------


def held(change: str = "") -> tuple[list[tuple[int, str]], list[str], list[str]]:
    """A fork at event 4 of a game of five events, held against that game's log."""
    forked = GameForked(number=6, game=GAME, name="x", at=4)
    parent = enter("p", [*opening("p", secret=None), forked], GENESIS)
    own = [*opening(GAME, secret=None)[:1], *(entry.event for entry in parent[1:5])]
    first = parent[0].body.decode()
    origin: Any = SimpleNamespace(game="p", name="first", opening=first if change != "opening" else "{}")
    child: Any = SimpleNamespace(forked_from=origin, game=GAME if change != "unsaid" else "other")
    theirs = list(parent)
    if change == "short":
        theirs = theirs[:3]
    if change == "event":
        others = [parent[0].event, Noted(number=2, text="x"), *(each.event for each in parent[2:])]
        theirs = enter("p", others, GENESIS)
    if change == "broken":
        theirs[1] = replace(theirs[1], digest="0" * 64)
    found = report()
    forebear: Any = SimpleNamespace(last=4, origin=origin)
    _hold_against(enter(GAME, own, GENESIS), child, forebear, theirs, found)
    return [(each.event, each.message) for each in found.findings], found.unchecked, found.notices


def test_what_was_carried_over_is_held_against_the_other_log() -> None:
    assert held() == ([], [], [])
    assert held("opening") == ([(1, "The log of first has a different opening.")], [], [])
    assert held("event") == ([(2, "first has a different event here.")], [], [])
    assert held("short") == ([], ["The log of first at hand ends before event 4; it was not compared."], [])
    assert held("unsaid") == ([], [], ["The log of first at hand does not mention this fork."])
    findings, unchecked, notices = held("broken")
    assert (findings, len(unchecked), notices) == ([], 1, [])
    assert unchecked[0].startswith("The log of first was not compared: it is broken at its event 2")


def test_seals_are_taken_from_the_logs_that_reveal_them() -> None:
    shown = enter("p", [*opening("p"), SealRevealed(number=6, secret=SECRET)], GENESIS)
    assert _revealed({"p": shown, "q": shown[:5]}) == {"p": SECRET}


# --- the dice as a whole ------------------------------------------------------------------------


def dice_told(
    derived: int = 0, wrong: bool = False, closed: bool = False, typed: int = 0, **more: int
) -> Any:
    found = report()
    found.derived, found.rolls = derived, {"typed": typed} if typed else {}
    if wrong:
        found.find(3, "dice", "x")
    line: Any = [SimpleNamespace(origin=SimpleNamespace(name="first"), opened=SimpleNamespace(game="p"))]
    events: list[Event] = [GameClosed(number=6)] if closed else []
    unknown = {GAME if game == "own" else game: count for game, count in more.items()}
    _tell_dice(events, opened(), line, unknown, found)
    return found.checked, found.unchecked, found.notices


def test_what_was_derived_and_what_was_not_is_told() -> None:
    assert dice_told() == ([], [], [])
    assert dice_told(derived=1)[0] == ["The seal gives 1 sealed chance, with no rule code involved."]
    assert dice_told(derived=2)[0] == ["The seal gives 2 sealed chances, with no rule code involved."]
    assert dice_told(derived=2, wrong=True)[0] == []
    assert dice_told(own=2)[1] == ["2 sealed chances could not be derived: the game is still open."]
    assert dice_told(own=1, closed=True)[1] == [
        "1 sealed chance could not be derived: the seal of this game is not at hand."
    ]
    assert dice_told(own=1, wrong=True)[1] == []
    assert dice_told(p=3)[1] == [
        "The seal of first is not at hand: 3 sealed chances carried over from it could not be derived."
    ]
    assert dice_told(typed=1)[2][0].startswith("1 die was thrown by hand")
    assert dice_told(typed=2)[2][0].startswith("2 dice were thrown by hand")


def test_chances_that_could_not_be_derived_are_counted_by_game() -> None:
    events = log(rolled(1, 3), rolled(2, 3), rolled(3, 3))
    parent = opened(game="p")

    def source(number: int) -> Source:
        return Source(parent if number <= 6 else opened(), None)

    assert audit_chances(events, Strikes(events), source, report()) == {"p": 1, GAME: 2}


def test_a_log_that_does_not_begin_with_its_opening_is_not_checked_further() -> None:
    found = audit(enter(GAME, [Noted(number=1, text="x")], GENESIS))
    assert "The log does not begin with the opening of a game." in said(found)
    assert (found.rules, found.verdict, found.events) == ("not checked", "findings", 1)
    none = audit([])
    assert (none.verdict, none.head, none.game) == ("findings", "", "")


def test_a_line_that_export_would_not_write_is_found() -> None:
    found = audit(enter(GAME, opening(GAME), GENESIS), odd_line=3)
    assert "Line 3 of the file is not in the form that `export` writes." in said(found)
    assert (found.game, found.system, found.events) == (GAME, "toy", 5)


# --- replaying ----------------------------------------------------------------------------------------


def replayed(*more: Event, system: Any = None, at_a_time: int = 250) -> tuple[Any, list[int]]:
    events = log(*more)
    found, told = report(), list[int]()
    _replay(events, Accounts(events), Strikes(events), system, opened(), 0, found, told.append)
    return found, told


def test_a_log_of_rules_that_are_not_here_is_followed_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auditing, "_AT_A_TIME", 4)
    found, told = replayed(*BEGUN, Noted(text="x"))
    assert said(found) == []
    assert found.checked == ["Every order, manual change and entry by people was allowed when it was made."]
    assert told == [4], "of eight events the fifth is told of"
    broken, _ = replayed(*BEGUN, TakenBack(first=99, by="", because="x"))
    assert said(broken) == ["It takes back event 99, which was not an order in force."]
    assert broken.checked == []


def test_a_contradiction_on_the_table_is_told_once_for_as_long_as_it_lasts() -> None:
    many = ("toy 1", "Two are one too many.")
    wrong = iter(([many], [many], [], [("toy 1", "Again.")]))
    rules = Rules(contradictions=lambda state: next(wrong))
    system: Any = SimpleNamespace(rules=rules, orders={}, name="toy", begin=None)
    orders = [each for nth in (8, 10, 12) for each in (given(procedure=nth), OrderDone(procedure=nth))]
    events = log(*BEGUN, *orders)
    found = report()
    accounts = Accounts(events)
    accounts.orders.clear()  # nothing is run again
    _replay(events, accounts, Strikes(events), system, opened(), 0, found, lambda number: None)
    told = [(each.event, each.message, each.rule) for each in found.findings if each.rule == "toy 1"]
    assert told == [(7, "Two are one too many.", "toy 1"), (13, "Again.", "toy 1")]


# --- outcomes ----------------------------------------------------------------------------------------------


def test_an_outcome_is_as_recorded_ruled_or_corrected_late_at_its_place() -> None:
    row = LookedUp(table="results", keys={}, row=1, result={"loss": 1, "retreat": 0}, procedure=8)

    def late(value: Any, procedure: int) -> Event:
        return given("hand-late-ruling", "", procedure, arguments={"concerns": 9, "value": value})

    events = log(
        *ORDER[:3],
        row,
        OrderDone(procedure=8),
        Ruled(concerns=9, value={"loss": 2}, by="", because="x"),
        late({"retreat": 5}, 12),
        late({"loss": 4}, 13),
        TakenBack(first=13, by="", because="x"),
    )
    answer = events[8]
    outcomes = Outcomes(events, Strikes(events))
    stood = [outcomes.before(place, answer) for place in (9, 11, 12, 13, 14)]
    assert stood == [
        {"loss": 1, "retreat": 0},
        {"loss": 2, "retreat": 0},
        {"loss": 2, "retreat": 5},
        {"loss": 4, "retreat": 5},
        {"loss": 2, "retreat": 5},
    ]


def test_a_ruling_that_was_undone_with_its_order_says_nothing_any_more() -> None:
    done = OrderDone(procedure=8)
    ruled = Ruled(concerns=9, value=5, by="", because="x")
    events = log(*ORDER, done, ruled, TakenBack(first=8, by="", because="x"), Noted(text="x"))
    answer = events[8]
    outcomes = Outcomes(events, Strikes(events))
    assert [outcomes.before(place, answer) for place in (10, 11, 13)] == [3, 5, 3]


def test_the_audit_tells_of_all_that_people_changed() -> None:
    second = rolled(2, 4, procedure=8)
    ruled = Ruled(concerns=9, value=4, by="Zoe", because="x")
    events = log(*ORDER, second, OrderDone(procedure=8), ruled, OrderDone(procedure=8))
    told = audit(enter(GAME, events, GENESIS)).notices
    assert "Event 12 (Zoe): event 9 was ruled 4 (recorded: 3). Reason: x" in told
    assert "Event 12: the ruling dropped a D6 for x: 4 (event 10)." in told
    missing = audit(enter(GAME, events, GENESIS), of=99)
    assert any("says it has 99 events and contains 13" in each for each in missing.unchecked)
    assert any("says it has 3 events" in each for each in said(audit(enter(GAME, events, GENESIS), of=3)))
