"""Words that people typed, which every view shows unchanged."""

from functools import cache
from typing import get_type_hints

from domain.events import (
    ClockPaused,
    ClockResumed,
    DateSet,
    EntropyGiven,
    EntropyPromised,
    EntryCorrected,
    Event,
    GameDeclared,
    HouseRuleAdopted,
    InjectHandled,
    InjectsListed,
    MarkingSet,
    MessageSent,
    Noted,
    OptionChanged,
    SeatTaken,
    TimerSet,
)
from domain.texts import Said

_IN_WORDS = (
    ClockPaused,
    ClockResumed,
    DateSet,
    EntropyGiven,
    EntropyPromised,
    EntryCorrected,
    GameDeclared,
    HouseRuleAdopted,
    InjectHandled,
    InjectsListed,
    MarkingSet,
    MessageSent,
    Noted,
    OptionChanged,
    SeatTaken,
    TimerSet,
)


_OWN = frozenset(("because", "by", "narration", "text"))


@cache
def typed_in(kind: type[Event]) -> frozenset[str]:
    """The fields of an event in which a plain text is what people typed, and no id."""
    return frozenset(name for name, hint in get_type_hints(kind).items() if name in _OWN or hint == Said)


def in_words(event: Event) -> bool:
    """Whether an event is what people say, write down or agree on in their own words. Masking a word that
    also names a hidden piece would reveal that it does."""
    return isinstance(event, _IN_WORDS)
