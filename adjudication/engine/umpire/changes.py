"""What rule code tells the umpire: what changes on the table."""

from typing import Any

from adjudication.engine.orders import as_data
from adjudication.engine.umpire.log import Log
from domain.errors import BadData
from domain.events import (
    Concluded,
    Marked,
    PhaseEntered,
    PieceChanged,
    PieceData,
    PieceKnown,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    Scored,
    VerdictReached,
)


class Changes(Log):
    """Moves, changes, scores, marks, the clock and the verdict."""

    def move(self, piece: str, to: str, *, rule: str, audience: tuple[str, ...] | None = None) -> None:
        """Move a piece to a place; to stay where it is is no move."""
        origin = self.state.pieces[piece].place
        if origin != to:
            self.tell(PieceMoved(rule=rule, audience=audience, piece=piece, origin=origin, to=to))

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
        self.tell(PieceChanged(rule=rule, audience=audience, piece=piece, face=face, steps=steps, side=side))

    def place(self, piece: PieceData, *, rule: str, audience: tuple[str, ...] | None = None) -> None:
        """Bring a new piece into the game. Raises BadData when it is in the game already."""
        if piece.id in self.state.pieces:
            raise BadData(f"{piece.id} is in the game already.")
        self.tell(PiecePlaced(rule=rule, audience=audience, piece=piece))

    def remove(self, piece: str, *, rule: str, audience: tuple[str, ...] | None = None) -> None:
        """Take a piece out of the game for good."""
        self.tell(
            PieceRemoved(rule=rule, audience=audience, piece=piece, origin=self.state.pieces[piece].place)
        )

    def reveal(self, piece: str, *, rule: str, to: tuple[str, ...] | None = None) -> None:
        """Let everyone, or only the sides in `to`, know what a piece is."""
        if self.state.pieces[piece].known_to != to:
            self.tell(PieceKnown(rule=rule, audience=to, piece=piece, sides=to))

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
                    rule=rule, audience=audience, track=track, change=value - on.value, value=value, why=why
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
        until: int | str | tuple[int, str] = 0,
    ) -> None:
        """Put a mark on a space, piece, side or `game`: plain data; None takes it off.

        audience: the sides that may know of the mark, as long as it is there. until: the clock takes it off
        when this turn begins, this phase is entered next, or this phase of this turn, by the same rule.
        """
        value = as_data(value)
        turn, phase = (0, "") if value is None else _moment(until)
        lapse = self.state.lapses.get((subject, mark))
        if self.state.mark(subject, mark) != value or (lapse[:2] if lapse else (0, "")) != (turn, phase):
            self.tell(
                Marked(
                    rule=rule,
                    audience=audience,
                    subject=subject,
                    mark=mark,
                    value=value,
                    until=turn,
                    until_phase=phase,
                )
            )

    def enter_phase(self, turn: int, phase: str, *, rule: str, side: str = "") -> None:
        """Set the clock, and take off the marks that lapse then."""
        self.tell(PhaseEntered(rule=rule, turn=turn, phase=phase, side=side))
        if self.state.lapses:
            for subject, mark, cited in self.state.lapsing(turn, phase):
                audience = self.state.marks_for.get((subject, mark))
                self.tell(Marked(rule=cited, audience=audience, subject=subject, mark=mark))

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
        self.tell(VerdictReached(rule=rule, winner=winner, reason=reason, scores=scores or {}))


def _moment(until: int | str | tuple[int, str]) -> tuple[int, str]:
    """Turn and phase of a moment, 0 and empty where it does not say."""
    match until:
        case int():
            return until, ""
        case str():
            return 0, until
    return until
