"""What rule code tells the umpire: what changes on the table."""

from collections.abc import Iterable
from types import EllipsisType
from typing import Any, TypeVar

from adjudication.engine.losses import out_of_game
from adjudication.engine.orders import as_data
from adjudication.engine.umpire.log import Log
from adjudication.engine.umpire.names import (
    RuleCodeFault,
    check_leaves_nothing,
    check_place,
    check_sides,
    check_space,
    check_subject,
    piece_of,
    track_of,
)
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
    PresenceKnown,
    Scored,
    Sides,
    TrackKnown,
    VerdictReached,
)
from domain.table.contacts import mixed
from domain.table.marks import NOBODY, OWNER, Mark
from domain.table.state import State
from domain.texts import Said

T = TypeVar("T")


class Changes(Log):
    """Moves, changes, scores, marks, the clock and the verdict.

    Each raises RuleCodeFault where it is told of a piece, space, track or side that is not there.
    """

    def move(self, piece: str, to: str, *, rule: str, audience: tuple[str, ...] | None = None) -> None:
        """Move a piece to a space, with all that it carries; to stay where it is is no move.

        Raises RuleCodeFault where a carrier would leave the game with its cargo: the rules say first what
        becomes of that.
        """
        state = self.state
        origin = piece_of(state, piece, rule).place
        if origin == to:
            return
        if to not in state.board.spaces:
            check_space(state, to, rule)
        if state.at.get(piece) and out_of_game(state.board, to):
            check_leaves_nothing(state, piece, rule)
        self.tell(PieceMoved(rule=rule, audience=audience, piece=piece, origin=origin, to=to))

    def mixed(self, pieces: Iterable[str], *, rule: str) -> list[str]:
        """Pieces, each once, in an order that tells nothing of them: for hidden pieces that are moved, shown,
        changed or removed together. In the order of a list the log would tell which is which."""
        found = list(dict.fromkeys(pieces))
        for piece in found:
            piece_of(self.state, piece, rule)
        return mixed(self.state, found)

    def load(self, piece: str, into: str, *, rule: str, audience: tuple[str, ...] | None = None) -> None:
        """Put a piece aboard another one. It goes where its carrier goes, until it is unloaded."""
        state = self.state
        origin = piece_of(state, piece, rule).place
        piece_of(state, into, rule)
        carrier = into
        while state.is_piece(carrier):
            if carrier == piece:
                raise RuleCodeFault(
                    state, f"it loads {piece} aboard {into}, which {piece} carries or is", rule
                )
            carrier = state.pieces[carrier].place
        if origin != into:
            self.tell(PieceMoved(rule=rule, audience=audience, piece=piece, origin=origin, to=into))

    def unload(
        self, piece: str, at: str | None = None, *, rule: str, audience: tuple[str, ...] | None = None
    ) -> None:
        """Put a piece that is aboard another down at a space, by default where its carrier is."""
        carrier = piece_of(self.state, piece, rule).place
        if not self.state.is_piece(carrier):
            raise RuleCodeFault(self.state, f"it unloads {piece}, which is aboard nothing", rule)
        self.move(piece, self.state.where(carrier) if at is None else at, rule=rule, audience=audience)

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
        piece_of(self.state, piece, rule)
        if side:
            check_sides(self.state, (side,), rule)
        self.tell(PieceChanged(rule=rule, audience=audience, piece=piece, face=face, steps=steps, side=side))

    def place(self, piece: PieceData, *, rule: str, audience: tuple[str, ...] | None = None) -> None:
        """Bring a new piece into the game. Raises BadData when it is in the game already."""
        if piece.id in self.state.pieces:
            raise BadData(f"{piece.id} is in the game already.")
        state = self.state
        if piece.id in state.board.spaces or piece.id in state.sides:
            raise RuleCodeFault(state, f"it places a piece {piece.id!r}, which is a space or a side", rule)
        if piece.kind not in state.kinds:
            raise RuleCodeFault(
                state, f"it places {piece.id!r} of a kind {piece.kind!r} that is unknown", rule
            )
        check_place(state, piece.at, rule)
        check_sides(state, (*(piece.known_to or ()), *(piece.seen_by or ())), rule)
        self.tell(PiecePlaced(rule=rule, audience=audience, piece=piece))

    def remove(self, piece: str, *, rule: str, audience: tuple[str, ...] | None = None) -> None:
        """Take a piece out of the game for good.

        Raises RuleCodeFault for one that carries others: the rules say first what becomes of these.
        """
        origin = piece_of(self.state, piece, rule).place
        check_leaves_nothing(self.state, piece, rule)
        self.tell(PieceRemoved(rule=rule, audience=audience, piece=piece, origin=origin))

    def reveal(self, piece: str, *, rule: str, to: tuple[str, ...] | None = None) -> None:
        """Let everyone, or only the sides in `to`, know what a piece is."""
        if piece_of(self.state, piece, rule).known_to != to:
            check_sides(self.state, to or (), rule)
            self.tell(PieceKnown(rule=rule, audience=to, piece=piece, sides=to))

    def hide(self, piece: str, *, rule: str, known_to: tuple[str, ...] = ()) -> None:
        """From now on only the sides in `known_to` can tell what a piece is."""
        self.reveal(piece, rule=rule, to=known_to)

    def conceal(self, piece: str, *, rule: str, seen_by: tuple[str, ...] = ()) -> None:
        """From now on only the sides in `seen_by` know that a piece is there; others see nothing of what
        happens to it."""
        self.expose(piece, rule=rule, to=seen_by)

    def expose(self, piece: str, *, rule: str, to: Sides = None) -> None:
        """Let everyone, or only the sides in `to`, know that a piece is there; what it is, only those see who
        may know that."""
        if piece_of(self.state, piece, rule).seen_by != to:
            self.tell(PresenceKnown(rule=rule, audience=to, piece=piece, sides=to))

    def conceal_track(self, track: str, *, rule: str, known_to: tuple[str, ...] = ()) -> None:
        """From now on only the sides in `known_to` know of a track and how it stands."""
        self.expose_track(track, rule=rule, to=known_to)

    def expose_track(self, track: str, *, rule: str, to: Sides = None) -> None:
        """Let everyone, or only the sides in `to`, see a track."""
        if track_of(self.state, track, rule).known_to != to:
            self.tell(TrackKnown(rule=rule, audience=to, track=track, sides=to))

    def score(
        self,
        track: str,
        change: int,
        *,
        rule: str,
        why: Said = "",
        audience: tuple[str, ...] | None = None,
    ) -> None:
        """Move a track's marker, no further than the track's ends."""
        on = track_of(self.state, track, rule)
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
        mark: Mark[T],
        value: T | None,
        *,
        rule: str,
        audience: Sides | EllipsisType = ...,
        until: int | str | tuple[int, str] | None = None,
        until_date: str = "",
    ) -> None:
        """Put a mark on a space, piece, side or `game`; None takes it off.

        audience: the sides that may know of the mark, as long as it is there. until: the clock takes it off
        when this turn begins, this phase is entered next, or this phase of this turn, by the same rule;
        until_date: or when a phase begins on that date of the scenario, or later. Without audience or until
        the mark is as it was declared.
        """
        state, name = self.state, mark.name
        if value is None and not state.lapses and state.mark(subject, mark) is None:
            return
        plain = as_data(value)
        turn, phase = (0, "") if value is None else _moment(until, mark, state.turn)
        lapse = state.lapses.get((subject, name)) if state.lapses else None
        until_date = "" if value is None else until_date
        before = (lapse.turn, lapse.phase, lapse.date) if lapse else (0, "", "")
        if state.mark(subject, mark) != plain or before != (turn, phase, until_date):
            if value is not None:
                check_subject(state, subject, rule)
            self.tell(
                Marked(
                    rule=rule,
                    audience=_may_know(state, subject, mark) if audience is ... else audience,
                    subject=subject,
                    mark=name,
                    value=plain,
                    until=turn,
                    until_phase=phase,
                    until_date=until_date,
                )
            )

    def unmark(self, subject: str, *marks: Mark[Any], rule: str) -> None:
        """Take marks off a subject."""
        for mark in marks:
            self.mark(subject, mark, None, rule=rule)

    def enter_phase(self, turn: int, phase: str, *, rule: str, side: str = "") -> None:
        """Set the clock, and take off the marks that lapse then."""
        if side:
            check_sides(self.state, (side,), rule)
        self.tell(PhaseEntered(rule=rule, turn=turn, phase=phase, side=side))
        if self.state.lapses:
            for subject, mark, cited in self.state.lapsing(turn, phase):
                audience = self.state.marks_for.get((subject, mark))
                self.tell(Marked(rule=cited, audience=audience, subject=subject, mark=mark))

    def conclude(
        self,
        subject: Said,
        method: Said,
        result: Said,
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

    def declare(self, winner: str, reason: Said, *, rule: str, scores: dict[str, int] | None = None) -> None:
        """Declare the game decided, for a side or, where the winner is empty, drawn."""
        if winner:
            check_sides(self.state, (winner,), rule)
        self.tell(VerdictReached(rule=rule, winner=winner, reason=reason, scores=scores or {}))


def _moment(until: int | str | tuple[int, str] | None, mark: Mark[Any], now: int) -> tuple[int, str]:
    """Turn and phase in which the clock takes a mark off, 0 and empty for any, or for never."""
    match until:
        case None:
            return now + mark.turns if mark.turns else 0, mark.phase
        case int():
            return until, ""
        case str():
            return 0, until
    return until


def _may_know(state: State, subject: str, mark: Mark[Any]) -> Sides:
    """The sides that may know of a mark, as it was declared."""
    if mark.seen_by == OWNER:
        return (state.pieces[subject].side if subject in state.pieces else subject,)
    return () if mark.seen_by == NOBODY else None
