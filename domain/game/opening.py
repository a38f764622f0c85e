"""The opening of a game, and the commitment that binds it to its sealed dice.

The opening is everything before play: the first event, and what is then laid on the table. The commitment
covers all of it, so that neither the secret nor the board, the tables, the options or the kind of dice can be
replaced later.
"""

import hashlib
from collections.abc import Iterable, Sequence
from itertools import takewhile

import msgspec

from domain.errors import BadLog
from domain.events import (
    NAMES_ON_WIRE,
    Event,
    GameOpened,
)
from domain.events.kind import By
from domain.events.registry import KIND_OF
from domain.game import blinding
from domain.game.chain import body_of


def opening_of(events: Sequence[Event]) -> list[Event]:
    """The opening at the beginning of a log. Raises BadLog if there is none."""
    if not events or not isinstance(events[0], GameOpened):
        raise BadLog("A log begins with the opening of its game.", 1)
    laid = takewhile(lambda event: KIND_OF[type(event)].account.by is By.LAID, events[1:])
    return [events[0], *laid]


def opening_digest(opening: Iterable[Event]) -> str:
    """The digest of an opening, hexadecimal: over each event's name and bytes, without the commitment."""
    digest = hashlib.sha256(b"whitecell opening").hexdigest()
    for event in opening:
        if isinstance(event, GameOpened):
            event = msgspec.structs.replace(event, commitment="")
        hashed = hashlib.sha256(f"{digest}{NAMES_ON_WIRE[type(event)]}\n".encode())
        hashed.update(body_of(event))
        digest = hashed.hexdigest()
    return digest


def commitment(secret: str, opening: Sequence[Event]) -> str:
    """What is published before play about a secret (hexadecimal, 32 bytes): a digest of the secret and
    the whole opening.

    Raises ValueError for a secret that is not hexadecimal.
    """
    covered = opening_digest(opening).encode()
    return hashlib.sha256(b"whitecell seal 2:" + bytes.fromhex(secret) + covered).hexdigest()


def committed(opening: Sequence[Event], secret: str) -> list[Event]:
    """The same opening with its commitment to the secret, and with every event blinded."""
    key = bytes.fromhex(secret)
    opening = [
        event if event.blind else msgspec.structs.replace(event, blind=blinding.blind(key, event.number))
        for event in opening
    ]
    sealed = {"commitment": commitment(secret, opening)}
    return [msgspec.structs.replace(opening[0], **sealed), *opening[1:]]
