"""What an act came to: what it wrote, what it asks, and the answer that everybody gets of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec

from adjudication.engine.umpire import Question
from domain.events import Event
from seats.dialogue.answers import question_data
from seats.dialogue.reader import Reader
from seats.seat.seat import Seat


@dataclass(frozen=True)
class Acted:
    """An act that was done at a seat.

    events: what it wrote. questions: what it asks. viewer: through whose eyes the white cell is told of it,
    if not those that the door gave. waits: whether, where it asks nothing, what other orders wait for is
    told. by_hand: whether its answer says which of its events are out of sight here. more: what its answer
    has besides.
    """

    seat: Seat
    events: Sequence[Event]
    questions: Sequence[Question] = ()
    viewer: str | None = None
    waits: bool = True
    by_hand: bool = False
    more: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def reader(self) -> Reader:
        """Whoever reads of it."""
        return Reader(self.seat, self.viewer)

    @cached_property
    def asked(self) -> Sequence[Question]:
        """What is asked now of whoever reads of it, as the rules ask it: by this act, or by an order that
        waits."""
        questions = self.reader.may_answer(self.questions)
        if not questions and self.waits and self.seat.game.state.procedures:
            questions = self.reader.may_answer(self.seat.session_without_dice().pending())
        return questions

    def unseen(self) -> list[Event]:
        """Those of its events that its reader may not know."""
        if not self.events:
            return []
        seen = {view.number for view in self.seat.seen(self.reader.viewer, self.events[0].number)}
        return [event for event in self.events if event.number not in seen]


def answer(acted: Acted) -> dict[str, Any]:
    """What an act came to, as its command gives it with `--json`: the events as its reader may know them,
    what is asked, where the game stands, and what may be done next. Raises nothing that the act did not."""
    seat, reader, questions = acted.seat, acted.reader, acted.asked
    state = seat.game.state
    first = acted.events[0].number if acted.events else len(seat.game.log) + 1
    return {
        "game": seat.name,
        "events": [msgspec.to_builtins(view) for view in reader.seen(first)],
        "pending": [question_data(each, bool(reader.player)) for each in reader.as_read(questions)],
        "turn": state.turn,
        "phase": state.phase,
        "side": state.side,
        "verdict": reader.verdict(),
        "next": reader.next_lines(()) if not questions else [],
        "reminders": reader.reminders(),
        "since": seat.since_last,
        **({"hidden": [event.number for event in acted.unseen()]} if acted.by_hand else {}),
        **acted.more,
    }
