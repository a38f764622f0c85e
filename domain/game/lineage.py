"""Where a game comes from: making a fork, and comparing a fork's log with that of its origin."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from domain.errors import BadData, BadLog, NotFound, Refused
from domain.events import NAMES_ON_WIRE, Event, GameClosed, GameOpened, OrderGiven, Origin, SealRevealed
from domain.game.chain import GENESIS, Entry, digest_of, enter, read_event
from domain.game.game import Game
from domain.game.opening import committed, opening_of

_OPENED = NAMES_ON_WIRE[GameOpened]


class Forebear(NamedTuple):
    """A game that another was forked from, directly or at one remove: its part of the log ends with
    event `last`."""

    origin: Origin
    opened: GameOpened
    last: int


def fork(
    entries: Sequence[Entry],
    at: int,
    *,
    game: str,
    name: str,
    called: str,
    secret: str,
    program: str,
    rules_digest: str,
    code_digest: str,
    time: str,
) -> Game:
    """A new game that goes on from event `at` of the game with these entries, whose name is `called`.

    It has all events up to that one under the same numbers, in the same log format, and dice of its own (from
    `secret`) after it. Raises NotFound or BadData if a game cannot go on from that event.
    """
    if not 1 <= at <= len(entries):
        raise NotFound(f"There is no event {at}; the log has {len(entries)} events.")
    opened, carried = entries[0].event, [entry.event for entry in entries[1:at]]
    if not isinstance(opened, GameOpened):
        raise BadLog("A log begins with the opening of its game.", 1)
    if opened.dice not in ("sealed", "typed"):
        raise Refused(f"This game was played with {opened.dice} dice; one cannot go on from it.")
    _check_play_goes_on([entry.event for entry in entries], at)
    origin = Origin(opened.game, called, at, entries[at - 1].digest, entries[0].body.decode())
    again = msgspec.structs.replace(
        opened,
        game=game,
        name=name,
        commitment="",
        blind="",
        program=program,
        rules_digest=rules_digest,
        code_digest=code_digest,
        seeded=False,
        time=time,
        forked_from=origin,
    )
    laid = opening_of([again, *carried])
    new = Game.from_events(game, [*committed(laid, secret), *carried[len(laid) - 1 :]])
    if digest_carried(origin, enter(game, new.log, GENESIS)) != origin.digest:
        raise BadData(
            f"The events up to {at} were recorded by another version of whitecell; "
            "they cannot be carried over byte for byte."
        )
    return new


def _check_play_goes_on(events: Sequence[Event], at: int) -> None:
    begins = next((event.number for event in events if isinstance(event, OrderGiven)), 0)
    if not begins:
        raise Refused("Play has not been opened in this game yet; there is nothing to fork.")
    if at < begins:
        raise BadData(f"Play begins at event {begins}; fork there or later.")
    closing = next((e.number for e in events[:at] if isinstance(e, SealRevealed | GameClosed)), 0)
    if closing:
        raise BadData(f"The game is closed from event {closing} on; fork at {closing - 1} or earlier.")


def digest_carried(origin: Origin, entries: Sequence[Entry]) -> str:
    """The digest of the fork's events up to `origin.event`, chained on to the opening of the other game."""
    head = digest_of(_OPENED, origin.opening.encode(), GENESIS)
    for entry in entries[1 : origin.event]:
        head = digest_of(entry.wire_name, entry.body, head)
    return head


def forebears(opened: GameOpened, events: int) -> Iterable[Forebear]:
    """The games that a game was forked from, nearest first; `events` is the number of events in its log.

    Raises BadLog if its record of one of them cannot be read.
    """
    last = events
    while opened.forked_from is not None:
        origin = opened.forked_from
        before = read_event(_OPENED, origin.opening.encode(), 1)
        assert isinstance(before, GameOpened)
        last = min(last, origin.event)
        yield Forebear(origin, before, last)
        opened = before
