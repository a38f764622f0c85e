"""Questions, conclusions and dice of logs of earlier versions, in the words of today.

An order of such a log is run again with the rules of today, which ask the same in other words. Only the words
are brought up to date, for the comparison: the log stays as it is.
"""

import re

import msgspec

from domain.events import Chosen, Concluded, DieRolled, Event

_QUESTIONS = (
    (re.compile(r"(?s)(.*[.!?…])\s* - how does it come out\?"), r"\1 Outcome?"),
    (re.compile(r"(?s)(.*) - how does it come out\?"), r"\1. Outcome?"),
    (re.compile(r"Does (.*) go to (.*)\?"), r"Move \1 to \2?"),
    (re.compile(r"Whom has it served best\?"), "Which side achieved most?"),
    (re.compile(r"(Which units assault \S+ from the (?:sea|air)\?)"), r"\1 A wave has at most 6 steps."),
)
_TOLD = re.compile(r"It (.*)\. How is it told\?")
_RESULTS = (
    (
        re.compile(r"(succeeds|fails), (-?[0-9]+) where (-?[0-9]+) or more was needed"),
        r"\1 (total \2, needed \3 or more)",
    ),
    (
        re.compile(r"(succeeds|fails|yes|no), ([0-9]+) where ([0-9]+) or more was needed for ([0-9]+) %"),
        r"\1 (rolled \2, needed \3 or more for \4 %)",
    ),
    (
        re.compile(r"(succeeds|fails), ([0-9]+) for and ([0-9]+) against, an even vote goes (.*) it"),
        r"\1 (\2 for, \3 against; a tie counts \4)",
    ),
    (
        re.compile(r"(succeeds|fails), ([0-9]+) for and ([0-9]+) against"),
        r"\1 (\2 for, \3 against)",
    ),
)
_PURPOSES = ((re.compile(r"(attack by .*, at [0-9]+:[0-9]+): D[0-9]+ against (-?[0-9]+)"), r"\1, shield \2"),)


def question_now(text: str) -> str:
    """A recorded question as it is asked today."""
    told = _TOLD.fullmatch(text)
    if told is not None:
        return f"It {result_now(told[1])}. Narrate the outcome."
    return _now(text, _QUESTIONS)


def result_now(text: str) -> str:
    """A recorded result as it is told today."""
    return _now(text, _RESULTS)


def purpose_now(text: str) -> str:
    """What a recorded die was rolled for, as it is told today."""
    return _now(text, _PURPOSES)


def in_words_of_today(recorded: Event) -> Event:
    """A recorded event as it would be told today."""
    if isinstance(recorded, Chosen):
        return msgspec.structs.replace(recorded, question=question_now(recorded.question))
    if isinstance(recorded, DieRolled):
        return msgspec.structs.replace(recorded, purpose=purpose_now(recorded.purpose))
    if isinstance(recorded, Concluded):
        return msgspec.structs.replace(recorded, result=result_now(recorded.result))
    return recorded


def _now(text: str, words: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for former, now in words:
        found = former.fullmatch(text)
        if found is not None:
            return found.expand(now)
    return text
