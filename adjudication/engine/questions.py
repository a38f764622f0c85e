"""Questions that adjudication puts to people, and who answers them."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from adjudication.engine.choices import Choices, as_data, show_option
from adjudication.engine.texts import ENGINE, texts, worded
from domain.errors import BadData
from domain.events import AskData, Event
from domain.table.state import State
from domain.text import headed
from domain.texts import Said, Text, as_argument

T = texts(ENGINE)

WHITE_CELL = "white"
"""Whom a question goes to that no side may answer: the people who run the game."""
SUGGESTED = T("suggested by the rules")
"""Why a policy takes what the rules suggest without a reason of their own."""
SIDES = "sides"
"""Of whom a phase of the scenario's own asks what every side answers."""


class Question(NamedTuple):
    """What is asked, of whom. kind: `choice` (one of `options`), `judgement` (the white cell's, with a
    reason; of `options` if there are any), `plan` (a form filled in), `die` (a face from 1 to `die`, thrown
    on the table), or `dice` (so many faces in a list, thrown together). What the dice of the game are yet to
    give is a `chance`, when they are only looked at. Options that are too many to list are `Choices`.

    order: which order asks it, where that was found out. optional: the side has handed in a plan, `given`,
    and may still change it. suggested: the answer that the rules suggest, if any, as a tuple of one;
    `because` says why. pieces: where the options are pieces as the side calls them, their ids, which are what
    is recorded.
    """

    side: str
    text: Said
    options: tuple[Any, ...] | Choices
    rule: str
    kind: str = "choice"
    die: int = 0
    secret: bool = False
    dice: int = 1
    order: int = 0
    optional: bool = False
    suggested: tuple[Any, ...] = ()
    because: Said = ""
    given: Any = None
    pieces: Mapping[str, str] = {}

    def offers(self, answer: Event) -> bool:
        """Whether what was chosen in that event is still one of the options."""
        return not self.options or self.as_asked(getattr(answer, "value", None)) in self.options

    def gives(self, because: Text, value: Any) -> bool:
        """Whether the rules give that reason for that answer."""
        return value in self.suggested and because in (self.because, SUGGESTED)

    def as_asked(self, value: Any) -> Any:
        """A recorded answer as it was offered."""
        return next((name for name, id in self.pieces.items() if id == value), value)

    def as_recorded(self, value: Any) -> Any:
        """An answer that was offered as it is recorded."""
        return self.pieces.get(value, value) if self.pieces else value

    def how_many(self) -> int:
        """How many options there are, at most."""
        return self.options.size if isinstance(self.options, Choices) else len(self.options)

    def sample(self, chance: random.Random) -> Any:
        """One of the options at random."""
        options = self.options
        if isinstance(options, Choices):
            return options.sample(chance)
        return options[int(chance.random() * len(options))]

    def listed(self, most: int) -> list[Any] | None:
        """All options, where there are no more than `most`; else None."""
        if isinstance(self.options, Choices):
            return self.options.few(most)
        return list(self.options) if len(self.options) <= most else None


def asked_of(state: State, ask: AskData) -> tuple[str, ...]:
    """The sides that a phase of the scenario's own asks something of, and `white` for the white cell."""
    return tuple(state.players()) if ask.of == (SIDES,) else ask.of


def offer(options: "Sequence[Any] | Choices") -> tuple[Any, ...] | Choices:
    """Options as a question has them: plain data."""
    return options if isinstance(options, Choices) else tuple(as_data(options))


def as_offered(options: "Sequence[Any] | Choices", value: Any, question: str) -> Any:
    """The option that a value is, as it was offered: 1 and not True. Raises BadData for none of them."""
    if isinstance(options, Choices):
        try:
            return options.take(value)
        except BadData as refused:
            raise BadData(f"{headed(question)} {refused.sentence}") from refused
    if value not in options:
        offered = ", ".join(map(show_option, options))
        raise BadData(f"{headed(question)} answer one of {offered}.")
    return options[options.index(value)]


def dice_thrown(number: int, die: int, purpose: Said, rule: str) -> Question:
    """What whoever throws the dice on the table is asked."""
    if number == 1:
        return Question(
            WHITE_CELL,
            T("one die", die=die, purpose=as_argument(purpose)),
            tuple(range(1, die + 1)),
            rule,
            "die",
            die,
        )
    return Question(
        WHITE_CELL,
        T("several dice", number=number, die=die, purpose=as_argument(purpose)),
        (),
        rule,
        "dice",
        die,
        dice=number,
    )


def check_faces(question: Question, faces: Any) -> None:
    """Raises BadData for an answer that is not one face for each of the dice that were thrown together."""
    if (
        not isinstance(faces, list)
        or len(faces) != question.dice
        or not all(type(face) is int and 1 <= face <= question.die for face in faces)
    ):
        said = " ".join(map(str, faces)) if isinstance(faces, list) else str(faces)
        asked = headed(worded(question.text, ENGINE))
        raise BadData(
            f"{asked} type {question.dice} faces of a D{question.die} (1 to {question.die}), "
            f"such as {' '.join(str(1 + n % question.die) for n in range(question.dice))}; not {said[:40]!r}."
        )


class Answer(NamedTuple):
    """What was answered, by whom, and why (a judgement needs a reason): in words of one's own, or as the
    rules say who suggest it. final: that the side will not change its plan."""

    value: Any
    by: str = ""
    because: Said = ""
    final: bool = False


class People(Protocol):
    """Who answers questions: people at a terminal, a policy, or nobody yet."""

    def answer(self, question: Question, state: State) -> Answer | None:
        """The answer, or None when it is not there yet."""
        ...


class Nobody:
    """No one is there to answer: every question stays open."""

    def answer(self, question: Question, state: State) -> Answer | None:
        return None


class Remembering:
    """Passes questions on, and can give the same answers once more."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._given: dict[tuple[str, Said], list[Answer]] = {}

    def answer(self, question: Question, state: State) -> Answer | None:
        answer = self._people.answer(question, state)
        if answer is not None:
            self._given.setdefault((question.side, question.text), []).append(answer)
        return answer

    def again(self) -> "Given":
        """Whoever gives the same answers to the same questions, and no other."""
        return Given(self._given)


class Given:
    """Gives the answers that were given before, each once."""

    def __init__(self, given: Mapping[tuple[str, Said], Sequence[Answer]]) -> None:
        self._left = {asked: list(answers) for asked, answers in given.items()}

    def answer(self, question: Question, state: State) -> Answer | None:
        left = self._left.get((question.side, question.text))
        return left.pop(0) if left else None


class Pending(Exception):
    """Adjudication waits for these answers."""

    def __init__(self, *questions: Question) -> None:
        super().__init__("; ".join(str(question.text) for question in questions))
        self.questions = questions


__all__ = [
    "WHITE_CELL",
    "Answer",
    "Given",
    "Nobody",
    "Pending",
    "People",
    "Question",
    "Remembering",
    "as_offered",
    "offer",
    "show_option",
]
