"""The end of a game: the verdict, the secret of the dice, the close."""

from typing import TYPE_CHECKING

import msgspec

from domain.events.base import Event
from domain.events.kind import (
    OF_AN_ORDER,
    Audience,
    By,
    Changes,
    EventKind,
    Speaks,
    Undo,
    given,
    nothing,
    says_what_changes,
)
from domain.events.seen import Seen
from domain.texts import Said

if TYPE_CHECKING:
    from domain.table.state import State


class VerdictReached(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The game is decided: the winning side (empty for a draw) and why."""

    winner: str
    reason: Said
    scores: dict[str, int] = msgspec.field(default_factory=dict)


@says_what_changes
def _verdict(state: "State", event: VerdictReached) -> None:
    state.verdict = event
    state.kept.other("clock")


class SealRevealed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The secret of the sealed dice, revealed when the game is closed."""

    secret: str


class GameClosed(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Play is over; no more orders can be given."""

    by: str = ""
    because: str = ""


def _closed(state: "State", event: GameClosed) -> None:
    state.closed = True


KINDS = (
    EventKind(
        "verdict-reached.1",
        VerdictReached,
        _verdict,
        Seen(("winner", "reason", "scores")),
        changes=(Changes.VERDICT,),
        audience=Audience.GIVEN,
        undo=Undo.STRUCK,
        account=OF_AN_ORDER,
        rows=(),
        words=None,
    ),
    EventKind(
        "seal-revealed.1",
        SealRevealed,
        nothing,
        Seen(everyone=("secret",)),
        changes=(),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=given(By.CLOSING),
        rows=(),
        words="Dice seed revealed: {secret:id}",
    ),
    EventKind(
        "game-closed.1",
        GameClosed,
        _closed,
        Seen(("by", "because")),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=given(By.CLOSING, Speaks.WHITE_CELL),
        rows=(),
        words=None,
    ),
)
