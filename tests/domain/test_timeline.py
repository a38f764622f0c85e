"""The table at each event of a log is the one that the events in force by then make."""

import random

import pytest

from domain.events import DieRolled, Event, Marked, TakenBack
from domain.events.strikes import Strikes, struck
from domain.game import timeline
from domain.game.timeline import Timeline
from domain.table.mutators import rebuild
from domain.table.state import State
from tests.builders import note, numbered, opening, table


def log(seed: int, length: int = 90) -> list[Event]:
    """A game in which now and then the latest events are undone, at times with an earlier undo among them."""
    chance = random.Random(seed)
    events = opening("0" * 32)
    rolled = 0
    while len(events) < length:
        number, kind = len(events) + 1, chance.random()
        event: Event = Marked(
            subject=f"b{chance.randint(1, 2)}", mark=f"m{chance.randint(1, 4)}", value=number
        )
        if kind < 0.2 and number > 9:
            event = TakenBack(
                first=chance.randint(max(6, number - 25), number - 1), by="Ann", because="a slip"
            )
        elif kind < 0.4:
            rolled += 1
            event = DieRolled(die=6, face=chance.randint(1, 6), purpose="odds", chance=rolled)
        elif kind < 0.5:
            event = note("a remark")
        events.append(numbered(event, number))
    return events


@pytest.mark.parametrize("seed", range(6))
def test_the_table_at_each_event_is_that_of_the_events_in_force(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timeline, "_APART", 3)  # so that tables are kept, and dropped, in a short log
    monkeypatch.setattr(timeline, "_MOST_KEPT", 4)
    events = log(seed)
    followed = Timeline(events, Strikes(events))
    for place in range(len(events)):
        followed.take(place)
        so_far = events[: place + 1]
        assert table(followed.state) == _without_tables(rebuild(so_far, struck(so_far)), followed.state)
    assert sum(isinstance(event, TakenBack) for event in events) > 5


def _without_tables(state: State, other: State) -> dict[str, object]:
    """All of a state but its look-up tables, which are the same in every table of a log."""
    return {**table(state), "tables": table(other)["tables"]}


def test_the_work_of_undoing_grows_with_the_length_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """After each undo only what follows the last kept table is applied again."""
    applied = 0
    events = opening("0" * 32)
    for number in range(len(events) + 1, 2_001):
        event: Event = note("on")
        if number % 10 == 0:
            event = TakenBack(first=number - 1, by="Ann", because="a slip")
        elif number % 10 in (3, 7, 9):
            event = Marked(subject="b1", mark="m", value=number)
        events.append(numbered(event, number))

    apply = Timeline._apply

    def counted(self: Timeline, place: int) -> None:
        nonlocal applied
        applied += 1
        apply(self, place)

    monkeypatch.setattr(Timeline, "_apply", counted)
    followed = Timeline(events, Strikes(events))
    for place in range(len(events)):
        followed.take(place)
    undone = len(events) // 10
    assert applied < len(events) + undone * (timeline._APART + 10)
