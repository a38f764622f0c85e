"""The recorder: the umpire's pen. Each fact told is one event, written and applied at once.

When a procedure is run again, what it tells must be what the log holds already; else `Diverged` says where.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from adjudication.engine.orders import as_data
from domain.errors import BadData
from domain.events import (
    AnswersOpened,
    Chosen,
    Concluded,
    Event,
    LookedUp,
    Marked,
    OrderDone,
    PhaseEntered,
    Picked,
    PieceChanged,
    PieceData,
    PieceKnown,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    Scored,
    VerdictReached,
)
from domain.events.mutators import MUTATORS
from domain.table.state import State

_OF_ANY_VALUE = (AnswersOpened, Chosen, LookedUp, Marked, Picked)
"""Events with values of any type, where 1, 1.0 and true are equal and yet not the same."""
_encode = msgspec.json.Encoder(order="deterministic").encode


def _same(event: Event, recorded: Event) -> bool:
    return _encode(event) == _encode(recorded)


class Diverged(Exception):
    """The rules, run again, do not do what the log says at event `number`."""

    def __init__(self, number: int, recorded: Event | None, expected: Event | str) -> None:
        super().__init__(f"event {number}")
        self.number = number
        self.recorded = recorded
        self.expected = expected


class Recorder:
    """Writes one procedure's events, on a state that it changes in place.

    procedure: number of the order. number, time: what the next event will bear. fresh: events that are
    new. recorded: what the log holds behind the order, in force, other procedures' events among it.
    """

    def __init__(
        self, state: State, procedure: int, time: str, recorded: Sequence[Event], next_number: int
    ) -> None:
        self.state = state
        self.procedure = procedure
        self.fresh: list[Event] = []
        self._now = time
        self._recorded = recorded
        self._cursor = 0
        self._retracing = False
        self._live_number = next_number or (recorded[-1].number if recorded else state.number) + 1
        self.number = self._live_number
        self.time = time
        if recorded:
            self._pass_others()

    def take_up(self, procedure: int) -> None:
        """Go on to another order on the same table, of which nothing is recorded yet."""
        self.procedure = procedure
        self.number = self.state.number + 1
        self.fresh = []

    # --- the log ---------------------------------------------------------------------------------

    def tell(self, event: Event) -> None:
        """Record one event, or retrace it, and apply it."""
        if self._retracing:
            recorded = self._recorded[self._cursor]
            if event != recorded or (isinstance(event, _OF_ANY_VALUE) and not _same(event, recorded)):
                raise Diverged(recorded.number, recorded, event)
            MUTATORS[type(event)](self.state, event)
            self.state.number = event.number
            self._cursor += 1
            self._pass_others()
        else:
            state = self.state
            self.fresh.append(event)
            MUTATORS[type(event)](state, event)
            state.number = number = event.number
            self.number = number + 1

    def _pass_others(self) -> None:
        """Apply what belongs to others at this point of the log, up to the next event of our own."""
        recorded, state = self._recorded, self.state
        while self._cursor < len(recorded):
            event = recorded[self._cursor]
            if event.procedure == self.procedure:
                self.number, self.time = event.number, event.time
                self._retracing = True
                return
            MUTATORS[type(event)](state, event)
            state.number = event.number
            self._cursor += 1
        self.number, self.time = self._live_number, self._now
        self._retracing = False

    def _next_recorded(self, kind: type[Event], wanted: str) -> Any:
        """The next recorded event, while retracing, if it is of that kind; Diverged when it is another."""
        event = self._recorded[self._cursor]
        if type(event) is not kind:
            raise Diverged(event.number, event, wanted)
        return event

    def done(self, audience: tuple[str, ...] | None = None) -> None:
        """The procedure is at its end. Raises Diverged when the log holds more of it."""
        self.tell(OrderDone(number=self.number, time=self.time, procedure=self.procedure, audience=audience))
        if self._retracing:
            extra = self._recorded[self._cursor]
            raise Diverged(extra.number, extra, "nothing more")

    # --- the table -------------------------------------------------------------------------------

    def move(self, piece: str, to: str, *, rule: str, audience: tuple[str, ...] | None = None) -> None:
        """Move a piece to a place; to stay where it is is no move."""
        origin = self.state.pieces[piece].place
        if origin != to:
            self.tell(
                PieceMoved(
                    number=self.number,
                    time=self.time,
                    procedure=self.procedure,
                    rule=rule,
                    audience=audience,
                    piece=piece,
                    origin=origin,
                    to=to,
                )
            )

    def change(
        self,
        piece: str,
        *,
        rule: str,
        face: str | None = None,
        steps: int | None = None,
        side: str | None = None,
        audience: tuple[str, ...] | None = None,
    ) -> None:
        """Turn a piece to another face, set its steps, or give it to another side."""
        self.tell(
            PieceChanged(
                number=self.number,
                time=self.time,
                procedure=self.procedure,
                rule=rule,
                audience=audience,
                piece=piece,
                face=face,
                steps=steps,
                side=side,
            )
        )

    def place(self, piece: PieceData, *, rule: str, audience: tuple[str, ...] | None = None) -> None:
        """Bring a new piece into the game. Raises BadData when it is in the game already."""
        if piece.id in self.state.pieces:
            raise BadData(f"{piece.id} is in the game already.")
        self.tell(
            PiecePlaced(
                number=self.number,
                time=self.time,
                procedure=self.procedure,
                rule=rule,
                audience=audience,
                piece=piece,
            )
        )

    def remove(self, piece: str, *, rule: str, audience: tuple[str, ...] | None = None) -> None:
        """Take a piece out of the game for good."""
        self.tell(
            PieceRemoved(
                number=self.number,
                time=self.time,
                procedure=self.procedure,
                rule=rule,
                audience=audience,
                piece=piece,
                origin=self.state.pieces[piece].place,
            )
        )

    def reveal(self, piece: str, *, rule: str, to: tuple[str, ...] | None = None) -> None:
        """Let everyone, or only the sides in `to`, know what a piece is."""
        if self.state.pieces[piece].known_to != to:
            self.tell(
                PieceKnown(
                    number=self.number,
                    time=self.time,
                    procedure=self.procedure,
                    rule=rule,
                    audience=to,
                    piece=piece,
                    sides=to,
                )
            )

    def hide(self, piece: str, *, rule: str, known_to: tuple[str, ...] = ()) -> None:
        """From now on only the sides in `known_to` can tell what a piece is."""
        self.reveal(piece, rule=rule, to=known_to)

    def score(
        self,
        track: str,
        change: int,
        *,
        rule: str,
        why: str = "",
        audience: tuple[str, ...] | None = None,
    ) -> None:
        """Move a track's marker, no further than the track's ends."""
        on = self.state.tracks[track]
        value = max(on.data.lowest, min(on.data.highest, on.value + change))
        if value != on.value:
            self.tell(
                Scored(
                    number=self.number,
                    time=self.time,
                    procedure=self.procedure,
                    rule=rule,
                    audience=audience,
                    track=track,
                    change=value - on.value,
                    value=value,
                    why=why,
                )
            )

    def mark(
        self,
        subject: str,
        mark: str,
        value: Any,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> None:
        """Put a mark on a space, piece, side or `game`: plain data; None takes it off.

        audience: the sides that may know of the mark, as long as it is there.
        """
        value = as_data(value)
        if self.state.mark(subject, mark) != value:
            self.tell(
                Marked(
                    number=self.number,
                    time=self.time,
                    procedure=self.procedure,
                    rule=rule,
                    audience=audience,
                    subject=subject,
                    mark=mark,
                    value=value,
                )
            )

    def enter_phase(self, turn: int, phase: str, *, rule: str, side: str = "") -> None:
        """Set the clock."""
        self.tell(
            PhaseEntered(
                number=self.number,
                time=self.time,
                procedure=self.procedure,
                rule=rule,
                turn=turn,
                phase=phase,
                side=side,
            )
        )

    def conclude(
        self,
        subject: str,
        method: str,
        result: str,
        *,
        rule: str,
        narration: str = "",
        audience: tuple[str, ...] | None = None,
    ) -> None:
        """Say what a roll by hand, an argument, an estimate or a vote came to."""
        self.tell(
            Concluded(
                number=self.number,
                time=self.time,
                procedure=self.procedure,
                rule=rule,
                audience=audience,
                subject=subject,
                method=method,
                result=result,
                narration=narration,
            )
        )

    def declare(self, winner: str, reason: str, *, rule: str, scores: dict[str, int] | None = None) -> None:
        """Declare the game decided."""
        self.tell(
            VerdictReached(
                number=self.number,
                time=self.time,
                procedure=self.procedure,
                rule=rule,
                winner=winner,
                reason=reason,
                scores=scores or {},
            )
        )
