"""Words that people typed, which every view shows unchanged."""

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


def in_words(event: Event) -> bool:
    """Whether an event is what people say, write down or agree on in their own words. Masking a word that
    also names a hidden piece would reveal that it does."""
    return isinstance(event, _IN_WORDS)
