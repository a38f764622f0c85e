"""Where the time went: how long each turn and phase took in real time, from the times of events.

Time stays spent even if play is taken back later: the time until a take-back belongs to the phase that was
current then, and after it time counts in the phase to which play went back.
"""

import msgspec

from adjudication.engine.durations import seconds_between
from domain.game.game import Game
from domain.game.lineage import forebears
from domain.game.replay import views_by_number, walk
from domain.table.state import State
from domain.time_zone import local, zone_words
from domain.views.view import WHITE
from reports.words.names import Names, capital, one_line, spoken
from reports.words.seminar import lasting

LONG_PAUSE = 300
"""Seconds without an event that are shown as a pause."""


class PhaseTime(msgspec.Struct):
    """A phase of a turn: when it was first entered and last left, and the seconds spent in it.

    waiting: the seconds among these in which the rules waited for somebody's answer. paused: further seconds
    in which the clock was paused.
    """

    phase: str
    side: str
    start: str
    end: str
    seconds: int = 0
    waiting: int = 0
    paused: int = 0


class TurnTime(msgspec.Struct):
    """A turn, with its phases in the order in which they were first entered."""

    turn: int
    start: str
    end: str
    seconds: int
    waiting: int
    phases: list[PhaseTime]
    paused: int = 0


class Pause(msgspec.Struct, frozen=True):
    """A long time in which nothing was recorded, before event `number`."""

    number: int
    turn: int
    phase: str
    seconds: int


class ClockTold(msgspec.Struct, frozen=True):
    """A whole game by the clock: its turns, and its longest pauses, longest first."""

    start: str
    end: str
    seconds: int
    waiting: int
    turns: list[TurnTime]
    pauses: list[Pause]
    paused: int = 0


def clock(game: Game, until: str = "", viewer: str = WHITE) -> ClockTold:
    """The time spent on a game, up to its last event, or up to a later time for a game that goes on.

    For a side, only what it sees takes time, and waiting is not counted: hidden business leaves no trace.
    """
    log, resumed = game.log, _resumed(game)
    turns: dict[int, TurnTime] = {}
    phases: dict[tuple[int, str, str], PhaseTime] = {}
    pauses: list[Pause] = []
    first = before = resumed[1]
    white = viewer == WHITE
    hidden = set() if white else {event.number for event in log} - views_by_number(log, viewer).keys()

    def spend(state: State, end: str, number: int) -> None:
        turn, phase, side = state.turn, state.phase, state.side
        end = max(before, end)  # the clocks of two machines may differ: time never goes back
        seconds = seconds_between(before, end)
        told = turns.setdefault(turn, TurnTime(turn, before, end, 0, 0, []))
        part = phases.get((turn, phase, side))
        if part is None:
            part = phases[turn, phase, side] = PhaseTime(phase, side, before, end)
            told.phases.append(part)
        for each in (told, part):
            each.end = end
            if state.cell.paused is not None:
                each.paused += seconds
                continue
            each.seconds += seconds
            each.waiting += seconds if state.procedures and white else 0
        if seconds >= LONG_PAUSE and state.cell.paused is None:
            pauses.append(Pause(number, turn, phase, seconds))

    for event, state in walk(log, 2):
        if state.closed:
            break  # the hot wash does not count as play
        before = max(before, resumed.get(event.number, ""))
        if event.number in hidden:
            continue
        spend(state, event.time, event.number)
        before = max(before, event.time)
    state = game.state
    before = max(before, resumed.get(len(log) + 1, ""))
    if until and not state.closed:
        spend(state, until, len(log) + 1)
    for turn in turns.values():
        turn.phases = [part for part in turn.phases if part.phase or part.seconds or part.paused]
    found = [turn for turn in turns.values() if turn.phases]
    return ClockTold(
        first,
        max([before, *(turn.end for turn in found)]),
        sum(turn.seconds for turn in found),
        sum(turn.waiting for turn in found),
        sorted(found, key=lambda turn: turn.turn),
        sorted(pauses, key=lambda pause: -pause.seconds)[:5],
        sum(turn.paused for turn in found),
    )


def _resumed(game: Game) -> dict[int, str]:
    """When play began and went on, by the number of the first event since then.

    A fork goes on when it is made: the time since the last event that it carries over was spent on neither
    game. Its opening bears that time too, though what follows was recorded before.
    """
    found: dict[int, str] = {}
    since = game.opened.time
    for forebear in forebears(game.opened, len(game.log)):
        found.setdefault(forebear.last + 1, since)
        since = forebear.opened.time
    return {1: since, **found}


def clock_lines(told: ClockTold, names: Names) -> list[str]:
    """The clock as lines: the game, its turns, their phases, and the longest pauses."""
    zone = names.state.opened.zone if names.state.opened is not None else ""
    span = f"{hour(told.start, zone)} to {hour(told.end, zone)} ({zone_words(zone)})"
    lines = [f"{span}: {_spent(told)}"]
    if names.state.opened is not None and names.state.opened.forked_from is not None:
        origin = names.state.opened.forked_from
        game = one_line(origin.name)
        lines.append(f"Forked from {game} at event {origin.event}: the time between the games is left out")
    for turn in told.turns:
        head = f"Turn {turn.turn}, {hour(turn.start, zone)} to {hour(turn.end, zone)}"
        lines.append(f"{head}: {_spent(turn)}")
        for phase in turn.phases:
            name = capital(spoken(phase.phase)) or "Before play"
            side = f", {names.side(phase.side)}" if phase.side else ""
            lines.append(f"  {name}{side}: {_spent(phase)}")
    for pause in told.pauses:
        where = f"turn {pause.turn}" + (f", {spoken(pause.phase)}" if pause.phase else "")
        lines.append(f"Nothing recorded for {lasting(pause.seconds)} before event {pause.number} ({where})")
    return lines


def _spent(told: ClockTold | TurnTime | PhaseTime) -> str:
    waited = f", {lasting(told.waiting)} of it waiting for answers" if told.waiting else ""
    paused = f"; {lasting(told.paused)} of pauses left out" if told.paused else ""
    return f"{lasting(told.seconds)}{waited}{paused}"


def hour(time: str, zone: str = "") -> str:
    """`2026-01-01 09:30` for an event's time, in the local time of that zone."""
    return local(time, zone) or "no time"
