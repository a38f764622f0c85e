"""Words of people, which stand in every view as they were typed."""

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
    """Whether an event is what people say, write down or agree on in words of their own. To mask a word of it
    that also names a hidden piece would tell that it does."""
    return isinstance(event, _IN_WORDS)
