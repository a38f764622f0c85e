"""The scenario's own date, and the clock on the wall that stops."""

from pathlib import Path

import msgspec
import pytest

from adjudication.engine.games.scenario import load_scenario
from adjudication.engine.session import Session
from adjudication.engine.umpire import Umpire
from adjudication.seminar.timers import advance, pause, resume, running, seconds_left, set_date, start
from domain.errors import BadData, Refused
from domain.events import ClockPaused, ClockResumed, DateSet, TimerSet
from domain.table.dates import later, minutes_between, read_date, read_span, spelled
from domain.table.journal import Journal
from domain.table.marks import Mark
from domain.table.mutators import rebuild
from domain.table.state import State
from reports.story.time_spent import clock
from tests.cli.conftest import Cell
from tests.core.games import SECRET, findings
from tests.seminar.games import freeform, go_on
from tests.seminar.test_phases import at, end_assessment, own_game, own_scenario

OWN = "strait-orders"


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("6 June 2031 04:00", "2031-06-06T04:00"),
        ("6 june 2031, 0400", "2031-06-06T04:00"),
        ("06-Jun-2031", "2031-06-06"),
        ("June 6, 2031 4:05", "2031-06-06T04:05"),
        ("2031-6-6", "2031-06-06"),
        ("2031-06-06T04:00", "2031-06-06T04:00"),
        ("29 Feb 2028", "2028-02-29"),
    ],
)
def test_dates_are_read_as_people_write_them(text: str, date: str) -> None:
    assert read_date(text) == date


@pytest.mark.parametrize(
    "text",
    ["", "June", "6 Ju 2031", "31 June 2031", "29 Feb 2031", "6 June 2031 24:01", "6/7/2031"],
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(BadData, match="Write a date such as"):
        read_date(text)


@pytest.mark.parametrize(
    ("text", "minutes"), [("6h", 360), ("2d", 2880), ("1d 12h", 2160), ("1 week", 10080), ("90 min", 90)]
)
def test_spans(text: str, minutes: int) -> None:
    assert read_span(text) == minutes


@pytest.mark.parametrize("text", ["", "soon", "0h", "-6h", "9999w", "6"])
def test_what_is_no_span_is_refused(text: str) -> None:
    with pytest.raises(BadData):
        read_span(text)


def test_time_goes_on_over_months_and_years_and_stops_where_the_calendar_ends() -> None:
    assert later("2031-12-31T23:30", 45) == "2032-01-01T00:15"
    assert later("2028-02-28", 1440) == "2028-02-29"
    assert later("2028-02-28", 60) == "2028-02-28T01:00"
    assert later("9999-12-31", 1440) == "9999-12-31"
    assert minutes_between("2031-06-06", "2031-06-06T04:00") == 240
    assert [spelled(each) for each in ("", "2031-06-06", "2031-06-06T04:00")] == [
        "",
        "6 June 2031",
        "6 June 2031, 04:00",
    ]


# --- the scenario's date -------------------------------------------------------------------------


def test_phases_and_turns_take_the_time_that_the_scenario_says() -> None:
    session = freeform(OWN)
    dates = [session.state.time.now]
    for phase in ("orders", "adjudication", "assessment"):
        at(session, phase)
        dates.append(session.state.time.now)
    assert dates == [f"2031-06-06T{hour:02}:00" for hour in (6, 8, 12)] + ["2031-06-07T00:00"]
    end_assessment(session)
    assert session.state.time.now == "2031-06-07T06:00", "a day after the turn began"
    assert session.state.turn_name(1) == "1 (6 June 2031, 06:00)"
    assert session.state.turn_name() == "2 (7 June 2031, 06:00)"


def test_a_date_that_was_set_moves_the_turn_and_time_that_went_by_does_not() -> None:
    session = freeform(OWN)
    set_date(session, "10 June 2031 06:00", "Ada", "The winter was long")
    advance(session, "3h")
    assert session.state.time.now == "2031-06-10T09:00"
    at(session, "assessment")
    end_assessment(session)
    assert session.state.time.now == "2031-06-11T06:00"
    advance(session, "2d")
    at(session, "assessment")
    end_assessment(session)
    assert session.state.time.now == "2031-06-13T22:00", "later than the turn alone would say: time stands"
    assert findings(session.game.log, SECRET).findings == []


def test_without_a_clock_of_its_own_a_scenario_has_the_date_that_people_set() -> None:
    session = freeform()
    assert session.state.turn_name() == "1"
    with pytest.raises(Refused, match="This scenario has no date yet"):
        advance(session, "6h")
    set_date(session, "6 June 2031")
    go_on(session)
    assert (session.state.time.now, session.state.turn_name()) == ("2031-06-06", "1 (6 June 2031)")
    with pytest.raises(BadData, match="It is 6 June 2031 already"):
        set_date(session, "2031-06-06")


def test_an_undo_puts_the_date_back() -> None:
    session = freeform(OWN)
    go_on(session)
    first = session.orders_in_force()[-1].number
    advance(session, "5d")
    session.take_back(first, "Too early", "Ada")
    assert session.state.time.now == "2031-06-06T06:00"
    assert findings(session.game.log, SECRET).findings == []


def test_a_journal_puts_the_date_back() -> None:
    session = freeform(OWN)
    state = rebuild(session.game.log)
    journal = Journal(state)
    before = state.time
    go_on(session)
    advance(session, "5d")
    for event in session.game.log[state.number :]:
        journal.apply(event)
    assert state.time == session.state.time != before
    journal.back_to(0)
    assert state.time == before


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"date": "2031-06-31"}, "'2031-06-31' is no date."),
        ({"date": "2031-06-09"}, "2031-06-09 is not 360 minutes after 2031-06-06T06:00."),
        ({"advanced": -5}, "is not -5 minutes after"),
        ({"audience": ("verrin",)}, "It is for everyone to see"),
    ],
)
def test_a_forged_date_is_found(change: dict[str, object], says: str) -> None:
    session = freeform(OWN)
    advance(session, "6h")
    log = [
        msgspec.structs.replace(each, **change) if isinstance(each, DateSet) else each
        for each in session.game.log
    ]
    assert says in str(findings(log, SECRET).findings)


def test_a_mark_lapses_on_a_date() -> None:
    session = freeform(OWN)
    state: State = session.state.copy()
    umpire = Umpire(state, 0, session.dice, session.people, "")
    umpire.mark("narrows", Mark[object]("mined"), True, rule="house", until_date="2031-06-06T09:00")
    umpire.enter_phase(1, "orders", rule="freeform 1.3")
    assert state.mark_named("narrows", "mined") is True, "it is 08:00"
    umpire.enter_phase(1, "adjudication", rule="freeform 1.3")
    assert state.mark_named("narrows", "mined") is None


def test_a_clock_in_the_file_that_says_nothing_is_refused_with_its_line(tmp_path: Path) -> None:
    phases = [{"name": "a"}]
    for clock_said, says in (
        ({"start": "soon"}, "Write a date such as"),
        ({"start": "6 June 2031", "turn": "long"}, "Write a length of time as 6h"),
        ({"turn": "6h"}, "Field required"),
    ):
        file = own_scenario(tmp_path, phases, clock=clock_said)
        with pytest.raises(BadData, match=rf"own\.yaml, line \d+: .*{says}"):
            load_scenario("freeform", str(file))
    assert own_game(tmp_path, phases).state.time.now == ""


# --- the clock on the wall -----------------------------------------------------------------------


class Hands:
    """A clock on the wall that a test sets, in minutes after nine."""

    minutes = 0

    def __call__(self) -> str:
        return f"2026-03-01T{9 + self.minutes // 60:02}:{self.minutes % 60:02}:00Z"


def ticking() -> tuple[Session, Hands]:
    session, hands = freeform(), Hands()
    game = session.game
    session = Session(session.system, game, session.dice, session.people, clock=hands)
    go_on(session)
    return session, hands


def test_a_pause_takes_no_time() -> None:
    session, hands = ticking()
    start(session, "talks", 1200)
    hands.minutes = 10
    pause(session, "  lunch ", "Ada")
    with pytest.raises(Refused, match="The clock is paused already"):
        pause(session)
    hands.minutes = 55
    timer, cell = running(session.game), session.state.cell
    assert isinstance(timer, TimerSet)
    assert seconds_left(timer, hands(), cell) == 600
    resume(session, "Ada")
    with pytest.raises(Refused, match="The clock is not paused"):
        resume(session)
    hands.minutes = 60
    assert seconds_left(timer, hands(), session.state.cell) == 300
    go_on(session)
    told = clock(session.game)
    [turn] = [each for each in told.turns if each.turn == 1]
    talks = next(phase for phase in turn.phases if phase.phase == "discussion")
    assert (talks.seconds, talks.paused) == (15 * 60, 45 * 60)
    assert told.paused == 45 * 60
    assert [each.seconds for each in told.pauses if each.phase == "discussion"] == [600, 300]
    assert findings(session.game.log, SECRET).findings == []


def test_a_pause_that_goes_on_is_left_out_too() -> None:
    session, hands = ticking()
    pause(session, "overnight")
    hands.minutes = 300
    assert clock(session.game, until=hands()).paused == 300 * 60


def test_forged_pauses_are_found() -> None:
    session = freeform()
    pause(session, "lunch")
    resume(session)
    log = session.game.log
    no_pause = [each for each in log if not isinstance(each, ClockPaused)]
    twice = [
        msgspec.structs.replace(log[-2], number=each.number) if isinstance(each, ClockResumed) else each
        for each in log
    ]
    for forged, says in ((no_pause, "it was not paused"), (twice, "had paused it already")):
        numbered = [msgspec.structs.replace(e, number=n) for n, e in enumerate(forged, start=1)]
        assert says in str(findings(numbered, SECRET).findings)


def test_the_command_pauses_and_moves_the_date(cell: Cell) -> None:
    cell("new", "freeform", "--scenario", OWN, "--name", "s", "--seed", "3")
    assert "Turn 1 of 3 (6 June 2031, 06:00) · Briefing" in cell("status").out
    moved = cell("clock", "advance", "1d", "6h", "--because", "They slept")
    assert moved.out == "Scenario time: 1 day 6 hours later, 7 June 2031, 12:00. Reason: They slept\n"
    assert "Scenario time: 7 June 2031, 12:00" in cell("status", "--as", "verrin").out
    assert cell("status", "--json").json["scenario_time"] == "2031-06-07T12:00"
    assert cell("clock", "set", "9 June 2031").out == "Scenario time: 9 June 2031\n"
    assert "paused" in cell("clock", "pause", "lunch").out
    assert "(lunch); `whitecell clock resume` starts it." in cell("status").out
    assert cell("clock", "--json").json["pause"]["purpose"] == "lunch"
    cell("clock", "resume")
    assert cell("clock", "--json").json["pause"] is None
    assert cell("audit").code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("set",), "Say which: `whitecell clock set"),
        (("set", "tomorrow"), "Write a date such as"),
        (("advance", "soon"), "Write a length of time as 6h"),
        (("resume",), "The clock is not paused."),
        (("pause", "x" * 201), "at most 200 characters"),
        (("pause", "lunch", "--because", "x"), "--because belongs to"),
    ],
)
def test_what_the_clock_refuses(cell: Cell, words: tuple[str, ...], says: str) -> None:
    cell("new", "freeform", "--scenario", OWN, "--name", "s", "--seed", "3")
    before = cell("log", "--json").out
    done = cell("clock", *words)
    assert (done.code, cell("log", "--json").out) == (2, before)
    assert says in done.err


@pytest.mark.parametrize(
    ("until", "gone_in"),
    [
        ("6 June 2031 09:00", "adjudication"),
        ("adjudication", "adjudication"),
        ("turn 1 assessment", "assessment"),
        ('"6 June 2031, 12:01"', "assessment"),
    ],
)
def test_a_manual_mark_ends_by_itself(empty: Cell, until: str, gone_in: str) -> None:
    empty.done("new", "freeform", "--scenario", OWN, "--seed", "3")
    empty.done("change", f"mark narrows mined until {until}", "--because", "They were laid")
    assert "The Narrows: mined, until " in empty.done("status").out
    while "no longer mined" not in empty.done("next").out:
        assert empty.done("status", "--json").json["phase"] != gone_in
    assert empty.done("status", "--json").json["phase"] == gone_in
    assert "Audit passed" in empty.done("audit").out


@pytest.mark.parametrize(
    ("until", "says"),
    [
        ("turn 1", "This is turn 1; give a later turn."),
        ("tomorrow", "There is no phase 'tomorrow' to end the mark; there are: briefing, orders"),
        ("5 June 2031", "It is 6 June 2031, 06:00 already; give a later date."),
        ("31 June 2031", "Write a date such as"),
        ("turn 2 talks", "There is no phase 'talks'"),
    ],
)
def test_a_mark_that_could_never_end_is_refused(empty: Cell, until: str, says: str) -> None:
    empty.done("new", "freeform", "--scenario", OWN, "--seed", "3")
    assert says in empty.refused("change", f"mark narrows mined until {until}", "--because", "x")
