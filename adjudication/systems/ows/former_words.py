"""What logs of earlier versions ask and tell in other words."""

import re

import msgspec

from adjudication.engine.former_words import FormerWords
from domain.events import Event, PiecePlaced


def _retold(recorded: Event, told: Event) -> Event:
    """Security Zones and Partisans have the name of their side today."""
    match recorded, told:
        case PiecePlaced(), PiecePlaced() if told.piece.name.endswith(f" {recorded.piece.name}"):
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
