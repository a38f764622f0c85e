"""Where the umpire has its answers from: log, earlier answers, rulings, dice, people."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from adjudication.engine.choices import Choices
from adjudication.engine.orders import as_data
from adjudication.engine.questions import (
    WHITE_CELL,
    Answer,
    Pending,
    People,
    Question,
    as_offered,
    check_faces,
    show_option,
)
from adjudication.engine.recall import Recall
from adjudication.engine.refusals import told_to
from adjudication.engine.texts import plainly
from adjudication.engine.umpire.audiences import who_sees_named
from adjudication.engine.umpire.changes import Changes
from adjudication.engine.umpire.log import Diverged
from adjudication.engine.umpire.names import RuleCodeFault
from domain.errors import BadData
from domain.events import Event
from domain.events.seen import WHITE, knows
from domain.table.dice import Dice
from domain.table.state import State
from domain.texts import Said, stripped


class NotThrown(Exception):
    """The dice are only looked at, not thrown."""


class Unthrown:
    """Dice that are not to be thrown yet: to see how far recorded answers go."""

    source = "unthrown"

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        raise NotThrown


class Answering(Changes):
    """Asks, and knows what counts as the answer.

    recall: what a ruled order was answered before, and the rulings. chances: how many the game has used.
    reason: why the last question was answered as it was, in the words of whoever answered or ruled, or
    in those of the rules.
    """

    def __init__(
        self,
        state: State,
        procedure: int,
        dice: Dice,
        people: People,
        time: str = "",
        recorded: Sequence[Event] = (),
        recall: Recall | None = None,
        next_number: int = 0,
        chances: int = 0,
    ) -> None:
        super().__init__(state, procedure, time, recorded, next_number)
        self._dice = dice
        self._people = people
        self._recall = recall
        self._chances = chances
        self._typed = state.opened is not None and state.opened.dice == "typed"
        self.reason: Said = ""

    def _before(
        self, recorded: Any, key: Hashable, fits: Callable[[Event], bool] | None = None
    ) -> tuple[Any, int]:
        """The answer on record for what is asked now, None when there is none; and the event that recorded it
        first, 0 when that is this one. Raises Diverged where the log has another answer than is due."""
        recall = self._recall
        if recall is None or not (recall.pooled or recall.trusting):
            return recorded, 0
        if recall.trusting:
            return recorded, recorded.again if recorded is not None else 0
        due = recall.take(key, fits)
        if recorded is not None and (due is None or due.number != (recorded.again or recorded.number)):
            expected = "an answer of its own" if due is None else f"what event {due.number} recorded"
            raise Diverged(recorded.number, recorded, expected)
        return due, due.number if due is not None and due.number != self.number else 0

    def _words(self, said: Said) -> str:
        """What is said, for a refusal."""
        return plainly(said, self.state)

    def _chance(self, recorded: Any) -> int:
        """The number of this chance: the recorded one, or the next."""
        if recorded is not None:
            return int(recorded.chance)
        return max(self.state.chances, self._chances) + 1

    def _number(self, sides: int, chance: int, what: Said, rule: str) -> int:
        """A number that the dice give. Raises Pending where they are not to be thrown yet."""
        try:
            return self._dice.number(sides, chance, self.state.entropy)
        except NotThrown:
            raise Pending(Question(WHITE_CELL, what, (), rule, "chance")) from None

    def _ask(self, question: Question) -> Answer:
        """The people's answer. Raises Pending without one, BadData for one that was not offered."""
        if self.state.unseen and question.side in self.state.sides:
            offered = question.options
            named = offered.data() if isinstance(offered, Choices) else list(offered)
            seeing = who_sees_named(self.state, named)
            if not knows(question.side, seeing):
                what = f"it asks {question.side} about what that side does not know to be there"
                raise RuleCodeFault(self.state, f"{what}: {self._words(question.text)}", question.rule)
        if isinstance(question.options, Choices):
            question.options.tell_by(told_to(self.state, question.side))
        answer = self._people.answer(question, self.state)
        if answer is None:
            raise Pending(question)
        value = as_data(answer.value)
        if question.options:
            value = as_offered(question.options, question.as_asked(value), self._words(question.text))
        if question.kind == "dice":
            check_faces(question, value)
        if question.kind == "judgement" and not stripped(answer.because):
            raise BadData(f"A judgement needs a reason: {self._words(question.text)}")
        return answer._replace(value=value)

    def _ruled(
        self,
        first: int,
        answer: Any,
        options: Sequence[Any] | Choices,
        as_asked: Callable[[Any], Any] = lambda value: value,
    ) -> Any:
        """What was ruled in the place of the answer that event `first` recorded, or the answer.

        Raises BadData for a ruling that the rules cannot go on with.
        """
        ruling = self._recall.ruled(first) if self._recall is not None else None
        if ruling is None:
            return answer
        if not options:
            return ruling.value
        if isinstance(options, Choices):
            options.tell_by(told_to(self.state, WHITE))
            ruled = f"Event {ruling.concerns}, ruled {show_option(ruling.value)}"
            return as_offered(options, ruling.value, ruled)
        ruled = as_asked(ruling.value)
        if not any(type(option) is type(ruled) and option == ruled for option in options):  # 1 and not True
            offered = ", ".join(map(show_option, options))
            shown = show_option(ruling.value)
            raise BadData(f"Event {ruling.concerns} can be ruled one of {offered}, not {shown}.")
        return options[options.index(ruled)]


def only(options: Sequence[Any] | Choices, question: Said) -> Any:
    """The one option there is. Raises ValueError for none: rule code asks only where there is an answer."""
    if not (options.size if isinstance(options, Choices) else options):
        raise ValueError(f"{question}: there is nothing to choose from")
    return options[0]
