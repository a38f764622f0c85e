"""An order run again from its start: retracing what is recorded of it, and going on from there."""

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.play.running import BEGIN, run
from adjudication.engine.recall import Recall
from adjudication.engine.register import rules_of
from adjudication.engine.umpire import People, Question
from adjudication.engine.umpire.recording import RecordingUmpire
from domain.events import Event, OrderGiven
from domain.table.dice import Dice
from domain.table.mutators import rebuild
from domain.table.state import State


class Run(NamedTuple):
    """The table that an order was run again on, what it told that is new, and what it asks now."""

    state: State
    fresh: list[Event]
    questions: tuple[Question, ...]


def recording(system: RuleSystem, given: OrderGiven, umpire: RecordingUmpire) -> RecordingUmpire:
    """The umpire, who knows the phases and rules of the system where the order is one of its own."""
    if given.order in system.orders or given.order == BEGIN:
        umpire.phases = system.phases_in(umpire.state) or None
        umpire.rules = rules_of(system.name)
    return umpire


def run_again(
    system: RuleSystem,
    log: Sequence[Event],
    out_of_force: Mapping[int, int],
    given: OrderGiven,
    people: People,
    dice: Dice,
    time: str = "",
    without: Container[int] = (),
) -> Run:
    """Run an order again on a state of its own. without: events to leave out, as if they had never been.

    Raises Diverged where it does not tell what is recorded, and what its rules refuse.
    """
    behind = [event for event in log[given.number :] if event.number not in without]
    state = rebuild(log[: given.number], out_of_force)
    recorded = [event for event in behind if event.number not in out_of_force]
    chances = max((getattr(event, "chance", 0) for event in log), default=0)
    umpire = RecordingUmpire(
        state,
        given.number,
        dice,
        people,
        time,
        recorded,
        Recall.of(log, given.number),
        len(log) + 1,
        chances,
    )
    questions = run(system, recording(system, given, umpire), given)
    state.chances = max(state.chances, chances)  # those struck stay counted
    return Run(state, umpire.fresh, questions)
