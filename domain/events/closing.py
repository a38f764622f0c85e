"""The end of a game: the verdict, the secret of the dice, the close."""

from typing import TYPE_CHECKING

import msgspec

from domain.events.base import Event
from domain.events.seen import EventKind, Seen, nothing
from domain.texts import Said

if TYPE_CHECKING:
    from domain.table.state import State


class VerdictReached(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The game is decided: the winning side (empty for a draw) and why."""

    winner: str
    reason: Said
    scores: dict[str, int] = msgspec.field(default_factory=dict)


def _verdict(state: "State", event: VerdictReached) -> None:
    state.verdict = event
    state.kept.other("clock")


class SealRevealed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The secret of the sealed dice, revealed when the game is closed."""

    secret: str

    OF_THE_TABLE = False


class GameClosed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Play is over; no more orders can be given."""

    by: str = ""
    because: str = ""

    OF_THE_TABLE = False


def _closed(state: "State", event: GameClosed) -> None:
    state.closed = True


KINDS = (
    EventKind("verdict-reached.1", VerdictReached, _verdict, Seen(("winner", "reason", "scores"))),
    EventKind("seal-revealed.1", SealRevealed, nothing, Seen(everyone=("secret",))),
    EventKind("game-closed.1", GameClosed, _closed, Seen(("by", "because"))),
)
