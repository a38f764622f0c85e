"""Blinding: every event holds digits that nobody can guess, so that a digest tells nothing of what it covers.

The head of the chain is public: it is printed, written down and shown on screens. Without blinding, a player
who holds one could try what is hidden, card by card, until the digest fits.
"""

import hmac

from domain.events import Event, GameOpened

SINCE = 3
"""The first log format whose events are blinded."""


def is_blinded(opened: GameOpened | None) -> bool:
    """Whether the events of a game are blinded: those of every game with a secret, since format 3."""
    return opened is not None and opened.format >= SINCE and bool(opened.commitment)


def blind(key: bytes, number: int) -> str:
    """What blinds the event of that number: 32 hexadecimal digits that follow from the game's secret, so
    that the same game has the same log, and cannot be guessed without it."""
    return hmac.digest(key, b"blind:%d" % number, "sha256").hex()[:32]


def unblinded(opened: GameOpened | None, event: Event) -> bool:
    """Whether an event of a game that has to be blinded is not."""
    return not event.blind and is_blinded(opened)
