"""Planning timers, and where the time went."""

from collections.abc import Iterator

import msgspec
import pytest

from adjudication.audits.audit import audit
from adjudication.engine.durations import read_length, seconds_between
from adjudication.engine.games.scenario import load_scenario
from adjudication.engine.games.systems import load
from adjudication.engine.register import rules_digest
from adjudication.engine.session import Session
from adjudication.seminar.timers import offered, running, seconds_left, start, stop
from domain.errors import BadData, NotFound, Refused
from domain.events import TimerSet
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from domain.game.lineage import fork
from domain.table.dice import SealedDice, secret_from_seed
from domain.views.view import WHITE
from reports.story.time_spent import ClockTold, clock, clock_lines
from reports.words.names import Names
from seats.acting.starting import lay
from tests.cli.conftest import Cell


class Hands:
    """A clock that stands where it is put, minutes after nine."""

    def __init__(self) -> None:
        self.minutes = 0

    def __call__(self) -> str:
        return f"2026-03-01T{9 + self.minutes // 60:02}:{self.minutes % 60:02}:00Z"


def seminar() -> tuple[Session, Hands]:
    hands = Hands()
    secret = secret_from_seed(1)
    game = lay("freeform", "strait", {}, game="0" * 31 + "1", name="strait", secret=secret)
    game = Game.from_events(game.id, [msgspec.structs.replace(event, time=hands()) for event in game.log])
    session = Session(load("freeform"), game, SealedDice(secret), clock=hands)
    session.begin()
    return session, hands


def go_on(session: Session) -> None:
    order = session.system.proceed(session.state)
    assert order is not None
    session.order(order)


# --- timers ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "seconds"), [("10m", 600), ("90s", 90), ("1h30m", 5400), ("2H", 7200)])
def test_lengths_are_read(text: str, seconds: int) -> None:
    assert read_length(text) == seconds


@pytest.mark.parametrize("text", ["", "10", "m", "-5m", "10 m", "1.5h", "0s", "25h", "99999m", "١m"])
def test_what_is_no_length_is_refused(text: str) -> None:
    with pytest.raises(BadData):
        read_length(text)


def test_the_scenario_gives_phases_their_time_and_it_is_offered_once_a_phase() -> None:
    session, _ = seminar()
    assert load_scenario("freeform", "strait").timers == session.game.opened.timers
    assert offered(session.game) == ("planning", 600)
    start(session, "planning", 600)
    assert offered(session.game) is None
    stop(session)
    assert offered(session.game) is None
    start(session, "planning", 600)
    go_on(session)
    assert running(session.game) is None, "it ended with its phase"
    assert offered(session.game) == ("discussion", 1200)


def test_a_timer_runs_down_and_is_over_and_stops() -> None:
    session, hands = seminar()
    start(session, "  planning   in cells ", 600, "Mara")
    timer = running(session.game)
    assert isinstance(timer, TimerSet)
    assert (timer.purpose, timer.turn, timer.phase, timer.by) == (
        "planning in cells",
        1,
        "planning",
        "Mara",
    )
    hands.minutes = 4
    assert seconds_left(timer, hands()) == 360
    hands.minutes = 11
    assert seconds_left(timer, hands()) == -60
    stop(session, "Mara")
    assert running(session.game) is None
    with pytest.raises(NotFound):
        stop(session)


def test_a_take_back_does_not_turn_the_clock_back() -> None:
    session, _ = seminar()
    go_on(session)
    start(session, "discussion", 60)
    session.take_back(session.orders_in_force()[0].number, "too early")
    go_on(session)
    assert running(session.game) is not None, "back in the phase in which it was set"


def test_no_timer_is_set_in_a_closed_game() -> None:
    session, _ = seminar()
    session.close(secret_from_seed(1))
    with pytest.raises(Refused):
        start(session, "planning", 60)
    assert offered(session.game) is None


def test_a_forged_timer_is_found() -> None:
    session, _ = seminar()
    start(session, "planning", 60)
    *before, timer = session.game.log
    forged = msgspec.structs.replace(timer, seconds=-1)
    game = Game.from_events(session.game.id, [*before, forged])
    report = audit(enter(game.id, game.log, GENESIS))
    assert [(each.event, each.message) for each in report.findings] == [
        (timer.number, "A timer cannot run for -1 seconds.")
    ]


def test_timers_at_the_command_line(empty: Cell) -> None:
    told = empty.done("new", "freeform", "--scenario", "strait").out
    assert "This phase has 10 min: `whitecell clock start` starts the clock." in told
    started = empty.done("clock", "start").out
    assert started.startswith("Timer for planning: ")
    assert empty.done("clock", "--json").json["timer"]["seconds"] == 600
    assert "Timer for planning: " in empty.done("status").out
    assert "Timer" not in empty.done("status", "--as", "verrin").out
    empty.done("clock", "start", "coffee", "and", "cake", "1h30m")
    assert empty.done("clock", "--json").json["timer"]["purpose"] == "coffee and cake"
    assert empty.done("clock").out.startswith("Timer for coffee and cake: ")
    empty.done("clock", "5m")
    assert empty.done("clock", "--json").json["timer"]["purpose"] == "planning"
    assert "Write a length of time" in empty.refused("clock", "start", "planning")
    assert empty.done("clock", "stop").out == "No timer is running.\n"
    assert empty.done("clock", "--json").json["timer"] is None


# --- where the time went ---------------------------------------------------------------------------


@pytest.fixture
def played() -> Session:
    """A turn: ten minutes of planning, then an action that waits five for its judgement, and a take-back."""
    session, hands = seminar()
    hands.minutes = 10
    go_on(session)
    hands.minutes = 12
    act = next(order for order in session.legal() if order.name == "act" and order.side == "verrin")
    session.order(act)
    hands.minutes = 17
    session.decide("fails", because="Nobody at sea obeys")
    hands.minutes = 20
    go_on(session)
    hands.minutes = 21
    session.take_back(session.orders_in_force()[-1].number, "One more action was wanted")
    hands.minutes = 30
    go_on(session)
    return session


def minutes(session: Session) -> Iterator[tuple[str, int, int]]:
    for turn in clock(session.game).turns:
        for phase in turn.phases:
            yield phase.phase, phase.seconds // 60, phase.waiting // 60


def test_time_is_spent_in_the_phase_that_was(played: Session) -> None:
    spent = {phase: times for phase, *times in minutes(played)}
    assert spent["planning"] == [10, 0]
    assert spent["discussion"] == [19, 5], "from 10 to 20, and again from the take-back at 21 to 30"
    assert spent["assessment"] == [1, 0], "what was taken back took its minute all the same"
    told = clock(played.game)
    assert (told.start, told.end) == ("2026-03-01T09:00:00Z", "2026-03-01T09:30:00Z")
    assert (told.seconds, told.waiting) == (1800, 300)
    assert [pause.seconds for pause in told.pauses] == [600, 540, 300]
    (turn,) = told.turns
    assert (turn.turn, turn.seconds, turn.waiting) == (1, 1800, 300)


def test_until_now_counts_what_goes_on(played: Session) -> None:
    told = clock(played.game, until="2026-03-01T10:00:00Z")
    assert told.seconds == 3600
    assert told.end == "2026-03-01T10:00:00Z"
    played.close(secret_from_seed(1))
    assert clock(played.game, until="2026-03-01T11:00:00Z").seconds == 1800


def fork_of(game: Game, at: int, time: str) -> Game:
    return fork(
        enter(game.id, game.log, GENESIS),
        at,
        game="f" * 32,
        name="again",
        called="first",
        secret=secret_from_seed(2),
        program="tests",
        rules_digest=rules_digest("freeform"),
        code_digest="c0de",
        time=time,
    )


def spans(told: ClockTold) -> Iterator[tuple[str, str]]:
    yield told.start, told.end
    for turn in told.turns:
        yield turn.start, turn.end
        yield from ((phase.start, phase.end) for phase in turn.phases)


def test_a_fork_leaves_out_the_time_between_the_games(played: Session) -> None:
    """And no part of it ends before it starts, wherever it was forked, and forked again."""
    begun = next(event.number for event in played.game.log if event.time == "2026-03-01T09:10:00Z")
    for at in range(begun, len(played.game.log) + 1):
        first = fork_of(played.game, at, "2026-03-02T12:00:00Z")
        again = fork_of(first, at, "2026-03-03T12:00:00Z")
        own = clock(Game.from_events(played.game.id, played.game.log[:at])).seconds
        for game, now in ((first, "2026-03-02T12:07:00Z"), (again, "2026-03-03T12:07:00Z")):
            told = clock(game, until=now)
            assert (told.start, told.end) == ("2026-03-01T09:00:00Z", now)
            assert told.seconds == own + 7 * 60
            assert all(start <= end for start, end in spans(told))
            line = clock_lines(told, Names(game.state, WHITE))[1]
            assert line == f"Forked from first at event {at}: the time between the games is left out"


def test_a_clock_that_goes_back_ends_no_phase_before_its_start(played: Session) -> None:
    log = played.game.log
    back = [msgspec.structs.replace(log[-1], time="2026-03-01T08:00:00Z")]
    told = clock(Game.from_events(played.game.id, [*log[:-1], *back]))
    assert all(start <= end for start, end in spans(told))


def test_a_fork_carries_no_timer_over() -> None:
    session, hands = seminar()
    start(session, "planning", 600)
    forked = fork_of(session.game, len(session.game.log), "2026-03-02T12:00:00Z")
    assert running(forked) is None
    assert offered(forked) == ("planning", 600), "its planning begins again"
    hands.minutes = 27 * 60
    start(Session(session.system, forked, SealedDice(secret_from_seed(2)), clock=hands), "planning", 600)
    assert running(forked) is not None


def test_the_clock_in_words(played: Session) -> None:
    lines = clock_lines(clock(played.game), Names(played.state, WHITE))
    assert lines[0] == "2026-03-01 09:00 to 2026-03-01 09:30 (UTC): 30 min, 5 min of it waiting for answers"
    assert "  Discussion: 19 min, 5 min of it waiting for answers" in lines
    assert lines[-3].startswith("Nothing recorded for 10 min before event ")


def test_logs_without_times_take_no_time() -> None:
    assert seconds_between("", "2026-03-01T09:00:00Z") == 0
    assert seconds_between("2026-03-01T09:00:05Z", "2026-03-01T09:00:00Z") == 0
    assert seconds_between("2026-03-01T23:59:00Z", "2026-03-03T00:00:00Z") == 86_460
    session, _ = seminar()
    game = Game.from_events(
        session.game.id, [msgspec.structs.replace(event, time="") for event in session.game.log]
    )
    assert clock(game).seconds == 0


def test_the_clock_at_the_command_line(cell: Cell) -> None:
    told = cell.done("clock", "--game", "over", "--json").json
    assert [turn["turn"] for turn in told["turns"]] == sorted(turn["turn"] for turn in told["turns"])
    lines = cell.done("clock", "--game", "over").out.splitlines()
    assert sum(line.startswith("Turn ") for line in lines) == len(told["turns"]) > 2
    day, hour = told["turns"][2]["start"][:16].split("T")
    assert any(line.startswith(f"Turn 2, {day} {hour} to ") for line in lines)
