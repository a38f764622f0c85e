"""What logs of earlier versions ask in other words."""

import re

import msgspec

from adjudication.engine.former_words import FormerWords, in_words
from domain.events import Chosen, Event

_PLACED = ((re.compile(r"In which Zone does .+ appear\?"), "In which Zone does the new unit appear?"),)
"""A question that names the unit today, and formerly did not."""


def _retold(recorded: Event, told: Event) -> Event:
    match recorded, told:
        case Chosen(), Chosen() if recorded.question == in_words(told.question, _PLACED):
            return msgspec.structs.replace(recorded, question=told.question)
    return recorded


FORMER = FormerWords(questions_alike=_PLACED, retold=_retold)
