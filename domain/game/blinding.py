"""Blinding: every event holds digits that nobody can guess, so that a digest reveals nothing of its content.

The head of the chain is public: it is printed, written down and shown on screens. Without blinding, a player
who has one could guess what is hidden, card by card, until the digest matches.
"""

import hmac

from domain.events import Event, GameOpened


def is_blinded(opened: GameOpened | None) -> bool:
    """Whether the events of a game are blinded: in every game with a secret."""
    return opened is not None and bool(opened.commitment)


def blind(key: bytes, number: int) -> str:
    """The blinding of the event with that number: 32 hexadecimal digits that are derived from the game's
    secret, so that the same game has the same log, and that nobody can guess without it."""
    return hmac.digest(key, b"blind:%d" % number, "sha256").hex()[:32]


def unblinded(opened: GameOpened | None, event: Event) -> bool:
    """Whether an event has to be blinded and is not."""
    return not event.blind and is_blinded(opened)
