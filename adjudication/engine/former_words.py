"""Questions, conclusions and dice of logs of earlier versions, in the words of today.

An order of such a log is run again with the rules of today, which ask the same in other words. Only the words
are brought up to date, for the comparison: the log stays as it is.
"""

import re

import msgspec

from domain.events import Chosen, Concluded, DieRolled, Event, Modified, Scored

_QUESTIONS = (
    (re.compile(r"(?s)(.*[.!?…])\s* - how does it come out\?"), r"\1 Outcome?"),
    (re.compile(r"(?s)(.*) - how does it come out\?"), r"\1. Outcome?"),
    (re.compile(r"Does (.*) go to (.*)\?"), r"Move \1 to \2?"),
    (re.compile(r"Whom has it served best\?"), "Which side achieved most?"),
    (re.compile(r"([^:]+: )where does (.+) lie\?"), r"\1where is the \2 placed?"),
    (re.compile(r"(Which units assault \S+ from the (?:sea|air)\?)"), r"\1 A wave has at most 6 steps."),
)
_PLACED = (re.compile(r"In which Zone does .+ appear\?"), "In which Zone does the new unit appear?")
"""A question that names a unit today, and formerly did not (Somalia)."""
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
_AIM = r"in [^,]+, (?:hits on [0-9]\+|cannot hit).*"
_PURPOSES = (
    (re.compile(r"(attack by .*, at [0-9]+:[0-9]+): D[0-9]+ against (-?[0-9]+)"), r"\1, shield \2"),
    (re.compile(rf"(.+) fires again ({_AIM})"), r"reroll by \1 \2"),
    (re.compile(rf"(.+) fires ({_AIM})"), r"fire by \1 \2"),
    (re.compile(r"(.+): [a-z-]+, ([0-9])\+"), r"production by \1, succeeds on \2+"),
)
_CARD = re.compile(r"([^:]+): (.+)")
"""Formerly a die that a card has rolled named the card first; today it does so at its end, or not at all."""
_NAMED = re.compile(r" \([^()]+\)$")
_STRIKE = re.compile(
    r"(.+ on [^,(]+), (?:hits on [0-9]\+|cannot hit)(?:, Collateral Damage on [0-9]\+)?( \(.+\))?"
)
"""A strike of today; formerly it did not say from which numbers it hits and does damage."""
_CHANGES = re.compile(r"(.+ on [^,(]+) \((.+ [+-][0-9])\)")
"""A strike of earlier versions that cards change; formerly it said by how much, and so did the damage."""
_NINEVEH = "nineveh "
_ORDERS = {"nineveh 7.21a": "Rally", "nineveh 7.21b": "Maneuver", "nineveh 7.21c": "Leadership"}
"""Formerly each of these was a "special order"."""


def question_now(text: str) -> str:
    """A recorded question as it is asked today."""
    told = _TOLD.fullmatch(text)
    if told is not None:
        return f"It {result_now(told[1])}. Narrate the outcome."
    return _now(text, _QUESTIONS)


def asked(question: str) -> str:
    """A question, the same in former words and in those of today."""
    named, former = _PLACED
    return former if named.fullmatch(question) else question_now(question)


def result_now(text: str) -> str:
    """A recorded result as it is told today."""
    return _now(text, _RESULTS)


def purpose_now(text: str) -> str:
    """What a recorded die was rolled for, as it is told today."""
    return _now(text, _PURPOSES)


def rolled_for(purpose: str, rule: str) -> str:
    """What a die was rolled for, the same in former words and in those of today. For We Are Coming, Nineveh!
    it leaves out the card and the numbers, since only one of the two says them."""
    if not rule.startswith(_NINEVEH):
        return purpose_now(purpose)
    strike, card = _STRIKE.fullmatch(purpose), _CARD.fullmatch(purpose)
    if strike is not None and not purpose.startswith(("fire by ", "reroll by ")):
        return strike[1]
    changes, now = _CHANGES.fullmatch(purpose), purpose_now(purpose)
    if changes is not None:
        return changes[1]
    return now if now != purpose else _NAMED.sub("", purpose if card is None else card[2])


def in_words_of_today(recorded: Event, told: Event) -> Event:
    """A recorded event as it would be told today. told: what is told now in its place; of it is taken what
    the former words do not say."""
    match recorded, told:
        case Chosen(), Chosen() if recorded.question == _PLACED[1] == asked(told.question):
            return msgspec.structs.replace(recorded, question=told.question)
        case Chosen(), _:
            return msgspec.structs.replace(recorded, question=question_now(recorded.question))
        case DieRolled(), DieRolled():
            return msgspec.structs.replace(recorded, purpose=_die_now(recorded.purpose, told.purpose))
        case Modified(), Modified():
            return msgspec.structs.replace(recorded, sum=_sum_now(recorded.sum, told.sum))
        case Concluded(), _:
            return msgspec.structs.replace(recorded, result=result_now(recorded.result))
        case Scored(), _:
            return msgspec.structs.replace(recorded, why=_why_now(recorded.why, recorded.rule))
    return recorded


def _die_now(former: str, told: str) -> str:
    """What a die was rolled for, in the words that are told now where both say the same."""
    card = _CARD.fullmatch(former)
    if card is not None and told in (card[2], f"{card[2]} ({card[1]})"):
        return told
    strike = _STRIKE.fullmatch(told)
    if strike is not None and _unnumbered(former) == strike[1] + (strike[2] or ""):
        return told
    return purpose_now(former)


def _sum_now(former: str, told: str) -> str:
    """What a sum is of, in the words of today; of production it no longer says what succeeds."""
    now = _die_now(former, told)
    return now.split(", succeeds on ")[0] if now.startswith("production by ") else now


def _unnumbered(former: str) -> str:
    """A strike of earlier versions, each card that changes it named once and without its number."""
    changes = _CHANGES.fullmatch(former)
    if changes is None:
        return former
    labels = dict.fromkeys(re.sub(r" [+-][0-9]$", "", each) for each in changes[2].split(", "))
    return f"{changes[1]} ({', '.join(labels)})"


def _why_now(why: str, rule: str) -> str:
    """Why a marker moved, in the words of today."""
    if why == "special order":
        return _ORDERS.get(rule, why)
    changes = _CHANGES.fullmatch(why)
    return why if changes is None else changes[1]


def _now(text: str, words: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    for former, now in words:
        found = former.fullmatch(text)
        if found is not None:
            return found.expand(now)
    return text
