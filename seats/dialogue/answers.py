"""Answers to what the rules ask: prepared on the command line, or asked of the person at the keyboard."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from adjudication.engine.by_hand.effects import plain_value
from adjudication.engine.choice_texts import place_of, read_text
from adjudication.engine.choices import Choices
from adjudication.engine.questions import check_faces
from adjudication.engine.texts import plainly
from adjudication.engine.umpire import Answer, Question, show_option
from domain.errors import BadData, NotFound, Refused
from domain.events.seen import held
from domain.resolving import fold
from domain.table.contacts import piece_called
from domain.table.state import State
from domain.text import headed
from domain.views.masks import masked_for


class Prepared:
    """Answers said beforehand: one to the first question (of `side`), words for those after it, and faces for
    dice, in order."""

    def __init__(
        self,
        faces: Sequence[int] = (),
        by: str = "",
        answer: Answer | None = None,
        side: str | None = None,
        later: Sequence[str] = (),
        because: str = "",
        called: Callable[[Any], str] = show_option,
        judge: str | None = None,
        reader: str = "",
    ) -> None:
        """later: what answers the questions of `side` (None: of anybody) after `answer`, each with the reason
        `because`; or a die, where no faces are left. called: what an option is called. judge: who gives these
        answers, if not `by`. reader: the side of the player who reads the options, if it is one."""
        self.faces = list(faces)
        self.by = by
        self.later = list(later)
        self._because = because
        self._called = called
        self._judge = by if judge is None else judge
        self._reader = reader
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
        if self.later and (self._side in (None, question.side) or question.kind in ("die", "dice")):
            value, _ = read_as(state, self._reader, question, [self.later.pop(0)], self._called, one=True)
            return Answer(value, self._judge, self._because if question.kind == "judgement" else "")
        return None

    def check_used(self, dice: str) -> None:
        """Raises BadData when more answers were given than asked for, or more faces than there were dice.

        dice: those of the game, as its opening names them.
        """
        if self.later:
            said = " or ".join(map(repr, self.later))
            raise BadData(f"Nothing was asked that {said} answers. Commas join the items of one answer: A,B.")
        if self.faces and dice != "typed":
            raise BadData(
                "Nothing was recorded: --roll is for physical dice, and this game rolls its own. Leave "
                "--roll out; `whitecell ruling EVENT FACE --because REASON` then replaces a roll by a "
                "physical die."
            )
        if self.faces:
            left = ", ".join(map(str, self.faces))
            raise BadData(f"No die was asked for these faces: {left}; nothing was recorded.")


def question_for(
    questions: Sequence[Question],
    side: str | None,
    order: int | None = None,
    latest: bool = False,
    none: str = "Nothing is asked just now.",
) -> Question:
    """The question that an answer is for. Raises NotFound, or Refused when it must be said whose it is, or of
    which order. latest: of several orders that ask the side it is the one that asked last. none: how it is
    said that nothing is asked."""
    if not questions:
        raise NotFound(none)
    if order is not None:
        named = [question for question in questions if question.order == order]
        if not named:
            raise NotFound(f"Order {order} asks nothing just now.")
        questions = named
    if side is None and len(questions) > 1:
        questions = [question for question in questions if not question.optional] or questions
    asked = ", ".join(dict.fromkeys(question.side for question in questions))
    if side is None and len({question.side for question in questions}) == 1:
        side = questions[0].side
    if side is None:
        if len(questions) > 1:
            raise Refused(f"Several sides are asked ({asked}); say for which with --side.")
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


def read_as(
    state: State,
    side: str,
    question: Question,
    words: Sequence[str],
    called: Callable[[Any], str],
    one: bool = False,
) -> tuple[Any, list[str]]:
    """The answer that words mean, and the words for what is asked after it; a player names what is hidden
    from their side as the side calls it, so that no answer tells whether a guess was right. Raises BadData.

    side: that of the player; empty for the white cell. one: all words are for this question.
    """
    mask = masked_for(state, side) if side else None
    seen = question if mask is None else masked_question(question, mask)
    seen = seen._replace(text=plainly(seen.text, state))
    value, later = (read_answer(seen, " ".join(words), called), []) if one else several(seen, words, called)
    if seen.options == question.options:
        return value, later
    if isinstance(seen.options, Choices):
        return _by_ids(state, side, value), later
    places = [place for place, option in enumerate(seen.options) if option == value]
    return (question.options[places[0]] if places else value), later


def _by_ids(state: State, side: str, value: Any) -> Any:
    """An answer with the ids of the pieces that a side names by its contacts."""
    if isinstance(value, str):
        return piece_called(state, side, value) or value
    if isinstance(value, dict):
        return {_by_ids(state, side, key): _by_ids(state, side, each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_by_ids(state, side, each) for each in value]
    return value


def masked_question(question: Question, mask: Callable[[Any], Any]) -> Question:
    """A question as a side reads it, unknown pieces masked."""
    options = question.options
    masked = options.altered(mask) if isinstance(options, Choices) else tuple(mask(options))
    return question._replace(text=mask(question.text), options=masked)


def several(question: Question, words: Sequence[str], called: Callable[[Any], str]) -> tuple[Any, list[str]]:
    """The answer to a question that words mean, and the words that answer what is asked after it.

    `succeeds in part` is one answer, `4 6` two faces, `2 1 yes` three answers. Raises BadData.
    """
    text = " ".join(words)
    try:
        return read_answer(question, text, called), []
    except BadData:
        parts = list(words) if len(words) > 1 else re.split(r"[\s,]+", text.strip())
        if len(parts) < 2 or (len(words) == 1 and not all(part.isdigit() for part in parts)):
            raise
        try:
            return read_answer(question, parts[0], called), parts[1:]
        except BadData:
            pass
        raise


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
            raise BadData(f"{headed(question.text)} {refused.sentence}") from refused
    if not options:
        return plain_value(text)
    place = place_of(options, text, called)
    if place is not None:
        return options[place]
    likely = _likely(options, text, called)
    if likely is not None:
        return likely
    if question.kind == "die":
        raise BadData(
            f"{headed(question.text)} a D{question.die} shows 1 to {question.die}, not {text[:40]!r}."
        )
    shown = ", ".join(map(called, options[:20])) + (", ..." if len(options) > 20 else "")
    raise BadData(f"{headed(question.text)} answer one of {shown}, not {text[:40]!r}.")


def _likely(options: Sequence[Any], text: str, called: Callable[[Any], str]) -> Any:
    """The one option of which a word begins what was typed: `partial` is `succeeds in part`; else None."""
    plain = fold(text)
    if len(plain) < _SHORTEST or " " in plain or not all(isinstance(option, str) for option in options):
        return None
    named = [(option, _long_words((fold(option), fold(called(option))))) for option in options]
    meant = [option for option, words in named if any(map(plain.startswith, words))]
    return meant[0] if len(meant) == 1 else None


_SHORTEST = 3
"""Letters that a shortened word needs."""


def _long_words(names: Iterable[str]) -> list[str]:
    return [word for name in names for word in name.split() if len(word) > _SHORTEST]


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
