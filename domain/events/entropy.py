"""Words of the sides, from which the sealed dice are derived together with the seal.

Each side first promises its words by their digest, and gives them once every promise is made. So nobody can
choose words that suit the dice, not even the person who holds the seal.
"""

import hashlib
from typing import TYPE_CHECKING

from domain.events.base import Event
from domain.events.kind import Audience, By, Changes, EventKind, Speaks, Undo, given, nothing
from domain.events.seen import Seen

if TYPE_CHECKING:
    from domain.table.state import State


class EntropyPromised(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A side commits itself to words for the dice by their digest, before anyone gives words."""

    side: str
    digest: str
    by: str = ""


class EntropyGiven(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A side gives words for the sealed dice; they count for every later chance."""

    side: str
    text: str
    by: str = ""


def _given(state: "State", event: EntropyGiven) -> None:
    state.entropy = (*state.entropy, event.text)


class EntropyWaived(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The white cell goes on without the words that a side promised, and says why."""

    side: str
    by: str
    because: str


def words_digest(side: str, words: str) -> str:
    """The digest that promises a side's words: SHA-256, hexadecimal, of `whitecell words:SIDE:WORDS`."""
    return hashlib.sha256(f"whitecell words:{side}:{words}".encode()).hexdigest()


KINDS = (
    EventKind(
        "entropy-promised.1",
        EntropyPromised,
        nothing,
        Seen(("side", "digest", "by"), typed=True),
        changes=(),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=given(By.WORDS, Speaks.SIDE),
        rows=(),
        words=None,
    ),
    EventKind(
        "entropy-given.1",
        EntropyGiven,
        _given,
        Seen(("side", "text", "by"), typed=True),
        changes=(Changes.BESIDE,),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=given(By.WORDS, Speaks.SIDE),
        rows=(),
        words=None,
    ),
    EventKind(
        "entropy-waived.1",
        EntropyWaived,
        nothing,
        Seen(("side", "by", "because")),
        changes=(),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=given(By.WORDS, Speaks.WHITE_CELL),
        rows=(),
        words=None,
    ),
)
