"""Answers to what the rules ask: prepared on the command line, or asked of the person at the keyboard."""

import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from adjudication.engine.by_hand.effects import plain_value
from adjudication.engine.choice_texts import meant, read_text
from adjudication.engine.choices import Choices
from adjudication.engine.questions import check_faces
from adjudication.engine.umpire import Answer, Question, show_option
from domain.errors import BadData, NotFound, Refused
from domain.events.seen import held
from domain.table.state import State


class Prepared:
    """Answers said beforehand: one to the first question (of `side`), and faces for dice, in order."""

    def __init__(
        self,
        faces: Sequence[int] = (),
        by: str = "",
        answer: Answer | None = None,
        side: str | None = None,
    ) -> None:
        self.faces = list(faces)
        self.by = by
        self._answer = answer
        self._side = side

    def answer(self, question: Question, state: State) -> Answer | None:
        """The answer that was said for this question, or None."""
        if self._answer is not None:
            if self._side not in (None, question.side):
                return None
            answer, self._answer = self._answer, None
            return answer
        if question.kind == "die" and self.faces:
            return Answer(self.faces.pop(0), self.by)
        if question.kind == "dice" and self.faces:
            together, self.faces = self.faces[: question.dice], self.faces[question.dice :]
            return Answer(together, self.by)
        return None

    def check_used(self) -> None:
        """Raises BadData when more faces were given than dice were asked for."""
        if self.faces:
            left = ", ".join(map(str, self.faces))
            raise BadData(f"No die was asked for these faces: {left}; nothing was recorded.")


def question_for(
    questions: Sequence[Question], side: str | None, order: int | None = None, latest: bool = False
) -> Question:
    """The question that an answer is for. Raises NotFound, or Refused when it must be said whose it is, or of
    which order. latest: of several orders that ask the side it is the one that asked last."""
    if not questions:
        raise NotFound("Nothing is asked just now.")
    if order is not None:
        named = [question for question in questions if question.order == order]
        if not named:
            raise NotFound(f"Order {order} asks nothing just now.")
        questions = named
    if side is None and len(questions) > 1:
        questions = [question for question in questions if not question.optional] or questions
    asked = ", ".join(question.side for question in questions)
    if side is None and len({question.side for question in questions}) == 1:
        side = questions[0].side
    if side is None:
        if len(questions) > 1:
            raise Refused(f"Several are asked ({asked}); say for whom with --side.")
        return questions[0]
    of_side = [question for question in questions if question.side in held(side)]
    if len({question.side for question in of_side}) > 1:
        both = ", ".join(question.side for question in of_side)
        raise Refused(f"{side} is asked for several sides ({both}); say for which with --side.")
    if len(of_side) > 1 and not latest:
        orders = " and ".join(str(question.order) for question in of_side)
        raise Refused(f"Orders {orders} both ask {side}; say which with --order.")
    for question in of_side:
        return question
    raise NotFound(f"Nothing is asked of {side[:40]!r}; the question is to {asked}.")


def numbered(options: Sequence[Any]) -> bool:
    """Whether options are told apart by numbers of ours: not where they are numbers themselves."""
    return not any(type(option) is int for option in options)


def read_answer(question: Question, text: str, called: Callable[[Any], str] = show_option) -> Any:
    """The option that a text means: by its own words, its name, or its number in the list.

    called: what an option is called. Raises BadData when it means none.
    """
    text, options = text.strip(), question.options
    if question.kind == "dice":
        faces = re.split(r"[\s,+]+", text)
        read = [int(face) if face.isascii() and face.isdigit() and len(face) < 4 else face for face in faces]
        check_faces(question, read)
        return read
    if isinstance(options, Choices):
        try:
            return read_text(options, text, called)
        except BadData as refused:
            raise BadData(f"{question.text}: {refused.sentence}") from refused
    if not options:
        return plain_value(text)
    for option in options:
        if text in (show_option(option), _canonical(option)) or text.lower() == called(option).lower():
            return option
    if numbered(options) and text.isascii() and text.isdigit() and 1 <= int(text) <= len(options):
        return options[int(text) - 1]
    place = meant(options, text, called)
    if place is not None:
        return options[place]
    if question.kind == "die":
        raise BadData(f"{question.text}: a D{question.die} shows 1 to {question.die}, not {text[:40]!r}.")
    shown = ", ".join(map(called, options[:20])) + (", ..." if len(options) > 20 else "")
    raise BadData(f"{question.text}: answer one of {shown}, not {text[:40]!r}.")


def _canonical(option: Any) -> str:
    return json.dumps(option, separators=(",", ":"))


def question_data(question: Question, side: bool = False) -> dict[str, Any]:
    """A question for programs; options are values that `answer` takes. Where they are too many to list
    there are none, and `choices` says what an answer is made of. side: whether it is for a side, which is
    not told the number of the order, since that counts what others did."""
    options = question.options
    return {
        "side": question.side,
        "kind": question.kind,
        "text": question.text,
        "rule": question.rule,
        **({} if side else {"order": question.order}),
        "die": question.die,
        "dice": question.dice,
        "optional": question.optional,
        **({"given": question.given} if question.optional else {}),
        "options": [] if isinstance(options, Choices) else list(options),
        **({"choices": options.data()} if isinstance(options, Choices) else {}),
        **({"suggested": question.suggested[0], "because": question.because} if question.suggested else {}),
    }
