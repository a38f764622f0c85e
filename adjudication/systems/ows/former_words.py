"""What logs of earlier versions ask and tell in other words."""

import re

import msgspec

from adjudication.engine.former_words import FormerWords, in_words
from domain.events import Event, PiecePlaced

_MARKER = re.compile(r".+ ((?:Security Zone|Partisans|Diversants) [0-9]+)")
"""A marker of the rear area; today it has the name of its side."""
_NAMED = ((_MARKER, r"\1"),)


def _retold(recorded: Event, told: Event) -> Event:
    match recorded, told:
        case PiecePlaced(), PiecePlaced() if recorded.piece.name == in_words(told.piece.name, _NAMED):
            return msgspec.structs.replace(
                recorded, piece=msgspec.structs.replace(recorded.piece, name=told.piece.name)
            )
    return recorded


FORMER = FormerWords(
    questions=(
        (re.compile(r"(Which units assault \S+ from the (?:sea|air)\?)"), r"\1 A wave has at most 6 steps."),
    ),
    dice=((re.compile(r"(attack by .*, at [0-9]+:[0-9]+): D[0-9]+ against (-?[0-9]+)"), r"\1, shield \2"),),
    retold=_retold,
)
