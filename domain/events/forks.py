"""Forks: a game that goes on from an event of another. Each of the two logs refers to the other."""

import msgspec

from domain.events.base import Event
from domain.events.kind import Audience, EventKind, Speaks, Undo, entry, nothing
from domain.events.seen import Seen


class Origin(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a game was forked from: events 2 to `event` of its log are the events of that game.

    digest: the digest of that event in the log of the other game. opening: the first event there, byte for
    byte, so that the digest can be computed again from the fork's log alone; the dice up to that event come
    from the seal to which that opening is committed.
    """

    game: str
    name: str
    event: int
    digest: str
    opening: str


class GameForked(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Another game goes on from event `at` of this one, with dice of its own."""

    game: str
    name: str
    at: int
    by: str = ""


KINDS = (
    EventKind(
        "game-forked.1",
        GameForked,
        nothing,
        Seen(("game", "name", "at", "by")),
        changes=(),
        audience=Audience.GIVEN,
        undo=Undo.KEPT,
        account=entry(Speaks.NOBODY, public=False, cites=False, after_close=True),
        rows=(),
        words="Game “{name:id}” forked from event {at}[ ({by:id})]",
    ),
)
