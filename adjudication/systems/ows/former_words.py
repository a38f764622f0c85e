"""What logs of earlier versions ask and tell in other words."""

import re

import msgspec

from adjudication.engine.former_words import FormerWords, in_words
from domain.events import Event, Marked, Modified, Picked, PieceKnown, PiecePlaced, PresenceKnown

_MARKER = re.compile(r".+ ((?:Security Zone|Partisans|Diversants) [0-9]+)")
"""A marker of the rear area; today it has the name of its side."""
_NAMED = ((_MARKER, r"\1"),)


_SEARCHES = frozenset(
    f"ows {each}"
    for each in (
        *("6.4.2a", "6.4.2c", "6.4.4b", "6.5.9.2", "6.5.9.5b", "8.3.3a", "8.4", "8.5", "8.5.1", "8.5.4"),
        *("9.9.4.3a", "9.9.5.2a", "9.9.5.3a", "9.9.5.5b"),
    )
)
"""The rules by which units roll to detect others. What they found was detected by these; today everyone reads
that it was detected, and not by what (8.4.1)."""


def _retold(recorded: Event, told: Event) -> Event:
    match recorded, told:
        case ((PresenceKnown() | PieceKnown() | Marked(mark="tacsit 1")), _) if (
            recorded.rule in _SEARCHES and told.rule == "ows 8.4.1"
        ):
            return msgspec.structs.replace(recorded, rule=told.rule)
        case Marked(mark="timers", audience=None), Marked():
            return msgspec.structs.replace(recorded, audience=told.audience)
        case PiecePlaced(), PiecePlaced() if recorded.piece.name == in_words(told.piece.name, _NAMED):
            return msgspec.structs.replace(
                recorded, piece=msgspec.structs.replace(recorded.piece, name=told.piece.name)
            )
        case Modified(), Modified(rule="ows 7.2.1.4") if recorded.label == told.label.lower():
            return msgspec.structs.replace(recorded, label=told.label)
        case Modified(label="as the white cell judged"), Modified(label="the white cell's judgement"):
            return msgspec.structs.replace(recorded, label=told.label)
        case Picked(), Picked() if told.rule == "ows 10.2.4b" and told.purpose.startswith(recorded.purpose):
            return msgspec.structs.replace(recorded, purpose=told.purpose)
    return recorded


FORMER = FormerWords(
    questions=(
        (re.compile(r"(Which units assault \S+ from the (?:sea|air)\?)"), r"\1 A wave has at most 6 steps."),
    ),
    dice=((re.compile(r"(attack by .*, at [0-9]+:[0-9]+): D[0-9]+ against (-?[0-9]+)"), r"\1, shield \2"),),
    retold=_retold,
)
