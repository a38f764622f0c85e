"""Words of the sides, from which the sealed dice are derived together with the seal.

A side first promises its words by their digest, and gives them when every promise is made: so nobody, whoever
holds the seal included, can choose words that suit the dice.
"""

import hashlib

from domain.events.base import Event


class EntropyPromised(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A side commits itself to words for the dice by their digest, before anyone gives words."""

    side: str
    digest: str
    by: str = ""

    OF_THE_TABLE = False


class EntropyGiven(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A side gives words for the sealed dice; they count for every chance after it."""

    side: str
    text: str
    by: str = ""

    OF_THE_TABLE = False


class EntropyWaived(Event, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """The white cell goes on without the words that a side promised, and says why."""

    side: str
    by: str
    because: str

    OF_THE_TABLE = False


def words_digest(side: str, words: str) -> str:
    """What a side promises of its words: SHA-256, hexadecimal, of `whitecell words:SIDE:WORDS`."""
    return hashlib.sha256(f"whitecell words:{side}:{words}".encode()).hexdigest()
