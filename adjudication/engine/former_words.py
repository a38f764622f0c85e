"""Questions, conclusions and dice of logs of earlier versions, in the words of today.

An order of such a log is run again with the rules of today, which ask the same in other words. Only the words
are brought up to date, for the comparison: the log stays as it is. A rule system brings its own in a module
`former_words` of its package, as `FORMER`; what the white cell judges by hand has its own here.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import NamedTuple

import msgspec

from adjudication import systems as folder
from domain.events import Chosen, Concluded, DieRolled, Event, GameOpened, Modified, OrderGiven

Reworded = tuple[tuple[re.Pattern[str], str], ...]
"""Former texts, each as a whole, with what is said today."""


class FormerWords(NamedTuple):
    """What a rule system said in other words in earlier versions.

    questions, dice: what was asked, and what was rolled for. questions_alike, dice_alike: of a text of today
    or of earlier versions, what both of them say, where one says more. retold: a recorded event as it is told
    today, given what is told in its place, where that does not follow from its text alone; the recorded event
    itself where it does. suggested: rules by which another answer was suggested in logs of formats 1 and 2.
    public: orders of which everyone learned in games without `mixing` in their opening; today only their side
    does.
    """

    questions: Reworded = ()
    dice: Reworded = ()
    questions_alike: Reworded = ()
    dice_alike: Reworded = ()
    retold: Callable[[Event, Event], Event] | None = None
    suggested: tuple[str, ...] = ()
    public: tuple[str, ...] = ()


_JUDGED = (
    (re.compile(r"(?s)(.*[.!?…])\s* - how does it come out\?"), r"\1 Outcome?"),
    (re.compile(r"(?s)(.*) - how does it come out\?"), r"\1. Outcome?"),
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


def told_to_everyone(given: OrderGiven, opened: GameOpened | None) -> bool:
    """Whether everyone learned of such an order in games of the version of this one, unlike today."""
    return opened is not None and not opened.mixing and given.order in _brought(opened.system).public


def asked(question: str, rule: str) -> str:
    """A question, the same in former words and in those of today."""
    return in_words(question_now(question, rule), _of(rule).questions_alike)


def rolled_for(purpose: str, rule: str) -> str:
    """What a die was rolled for, the same in former words and in those of today."""
    words = _of(rule)
    return in_words(in_words(purpose, words.dice), words.dice_alike)


def question_now(text: str, rule: str) -> str:
    """A recorded question as it is asked today."""
    told = _TOLD.fullmatch(text)
    if told is not None:
        return f"It {result_now(told[1])}. Narrate the outcome."
    return in_words(text, _JUDGED + _of(rule).questions)


def result_now(text: str) -> str:
    """A recorded result as it is told today."""
    return in_words(text, _RESULTS)


def in_words_of_today(recorded: Event, told: Event, format: int = 1) -> Event:
    """A recorded event as it would be told today. told: what is told now in its place; format: of the log."""
    words = _of(recorded.rule)
    if words.retold is not None:
        now = words.retold(recorded, told)
        if now is not recorded:
            return now
    match recorded:
        case Chosen():
            question, suggested = question_now(recorded.question, recorded.rule), recorded.suggested
            if format < 3 and recorded.rule in words.suggested and isinstance(told, Chosen):
                suggested = told.suggested if len(suggested) == len(told.suggested) else suggested
            return msgspec.structs.replace(recorded, question=question, suggested=suggested)
        case DieRolled():
            return msgspec.structs.replace(recorded, purpose=in_words(recorded.purpose, words.dice))
        case Modified():
            return msgspec.structs.replace(recorded, sum=in_words(recorded.sum, words.dice))
        case Concluded():
            return msgspec.structs.replace(recorded, result=result_now(recorded.result))
    return recorded


def in_words(text: str, words: Reworded) -> str:
    """A text as the first of these that it fits has it; the text itself where none does."""
    for former, now in words:
        found = former.fullmatch(text)
        if found is not None:
            return found.expand(now)
    return text


_NONE = FormerWords()


@lru_cache(maxsize=64)
def _brought(system: str) -> FormerWords:
    """The former words of a system; a rule of a log may name any, and only packages of that folder are
    imported."""
    name = system.replace("-", "_")
    if name not in {each.name for each in iter_modules(folder.__path__) if each.ispkg}:
        return _NONE
    package = import_module(f"{folder.__name__}.{name}")
    if "former_words" not in {each.name for each in iter_modules(package.__path__)}:
        return _NONE
    found: FormerWords = import_module(f"{package.__name__}.former_words").FORMER
    return found


def _of(rule: str) -> FormerWords:
    """The former words of the system that a citation names first."""
    return _brought(rule.partition(" ")[0])
