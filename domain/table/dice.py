"""Dice that can be checked: the dice ladder, and the sources of faces.

A source answers `number(sides, chance)`: a whole number from 1 to `sides`, for the game's chance with that
number. Rolls, draws and picks are numbered together, from 1.
"""

import hashlib
import hmac
import random
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from domain.errors import BadData, Refused

D4, D6, D8, D10, D12, D16, D20 = LADDER = (4, 6, 8, 10, 12, 16, 20)
"""The rungs of the dice ladder, weakest first, as numbers of sides."""


def step(die: int, rungs: int) -> int:
    """The die `rungs` promotions up the ladder (demotions when negative), stopping at its ends.

    Raises BadData for a die that is not on the ladder.
    """
    if die not in LADDER:
        raise BadData(f"D{die} is not on the ladder: {', '.join(f'D{rung}' for rung in LADDER)}.")
    return LADDER[max(0, min(len(LADDER) - 1, LADDER.index(die) + rungs))]


class Dice(Protocol):
    """A source of chance; its `source` is recorded with every face."""

    @property
    def source(self) -> str: ...

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        """A number from 1 to `sides` for that chance."""
        ...


class SealedDice:
    """Each number is derived from a secret, the sides' entropy and the number of the chance.

    Only a commitment to the secret is known until the game is closed; anyone can then derive all again.
    """

    source = "sealed"

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self._key = bytes.fromhex(secret)
        self._entropy: tuple[str, ...] = ()
        self._stirred = self._key

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        """The derived number; values beyond the largest multiple of `sides` are discarded."""
        if entropy != self._entropy:
            self._entropy = entropy
            self._stirred = self._stir(entropy) if entropy else self._key
        if not 0 < sides <= 2**64:
            raise BadData(f"There is no die with {sides} sides.")
        limit = 2**64 - 2**64 % sides
        attempt = 0
        while True:
            message = b"%d:%d" % (chance, attempt)
            digest = hmac.digest(self._stirred, message, "sha256")
            value = int.from_bytes(digest[:8], "big")
            if value < limit:
                return value % sides + 1
            attempt += 1

    def salt(self, number: int) -> str:
        """A text that nobody can guess without the secret, for what the event of that number seals."""
        return hmac.digest(self._key, b"salt:%d" % number, "sha256").hex()[:32]

    def _stir(self, entropy: tuple[str, ...]) -> bytes:
        words = "\0".join(str(len(text)) + ":" + text for text in entropy)
        return hmac.digest(self._key, b"entropy:" + words.encode(), "sha256")


def secret_from_seed(seed: int) -> str:
    """A secret that anyone can make again from a number, for demonstrations and tests."""
    return hashlib.sha256(b"whitecell seed:%d" % seed).hexdigest()


class ScriptOver(Refused):
    """A scripted game asked for more dice than its script has."""


class ScriptedDice:
    """Faces from a list, in order, for tests and for a second look at a known game."""

    source = "scripted"

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers: Iterator[int] = iter(numbers)

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        """The next number of the script; raises ScriptOver or BadData when it does not fit."""
        number = next(self._numbers, None)
        if number is None:
            raise ScriptOver(f"The script of dice is over; a number from 1 to {sides} is needed.")
        check_face(number, sides)
        return number


class SampledDice:
    """Fast dice for studies; the same seed gives the same dice."""

    source = "sampled"

    def __init__(self, seed: int) -> None:
        self._below = random.Random(seed).getrandbits

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        """A number from a seeded generator, without modulo bias."""
        if sides < 1:
            raise BadData(f"There is no die with {sides} sides.")
        bits = sides.bit_length()
        while True:
            value = self._below(bits)
            if value < sides:
                return value + 1


def shuffled(pieces: Sequence[str], dice: Dice, chance: int, entropy: tuple[str, ...]) -> tuple[str, ...]:
    """A random order of pieces (Fisher-Yates): the first pick uses the chance itself, the others use chances
    far beyond any that a game reaches, so that one shuffle counts as one chance."""
    rest = list(pieces)
    order = []
    for pick in range(len(rest)):
        index = dice.number(len(rest), chance + pick * SHUFFLE_STRIDE, entropy)
        order.append(rest.pop(index - 1))
    return tuple(order)


SHUFFLE_STRIDE = 2**32


def check_face(face: int, sides: int) -> None:
    """Raises BadData if a die with that many sides cannot show that face."""
    if not 1 <= face <= sides:
        raise BadData(f"A D{sides} shows 1 to {sides}, not {face}.")
