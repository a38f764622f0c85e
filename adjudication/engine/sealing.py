"""Sealing: what is handed in shows everyone its digest alone, until it is opened with its salt.

The digest is SHA-256 over a salt, a line end, and what is sealed as a list in canonical JSON, so that anyone
can make it again. Orders that a side hands in sealed and plans that the rules ask for are sealed alike.
"""

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.table.dice import Dice, SealedDice

_encode = msgspec.json.Encoder(order="deterministic").encode


def digest_of(salt: str, sealed: Sequence[Any]) -> str:
    """The digest of what is sealed."""
    return hashlib.sha256(salt.encode() + b"\n" + _encode(list(sealed))).hexdigest()


def salt_of(dice: Dice, number: int) -> str:
    """A salt for the event of that number, which nobody can guess who does not have the seal of the dice;
    empty where no seal keeps anything from anybody."""
    return dice.salt(number) if isinstance(dice, SealedDice) else ""
