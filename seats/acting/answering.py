"""Answering what the rules ask."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from adjudication.engine.session import Outcome
from adjudication.engine.umpire import WHITE_CELL, Answer, Question
from domain.errors import BadData, NotFound, Refused
from domain.events import Chosen, Ruled
from domain.text import headed
from seats.acting.acted import Acted
from seats.acting.effects import carried_out
from seats.dialogue.answers import Prepared, question_for, read_as
from seats.dialogue.digests import question_digest
from seats.dialogue.eyes import awaited
from seats.dialogue.reader import Reader
from seats.seat.seat import Seat


@dataclass(frozen=True)
class Reply:
    """What is answered: an answer to the question, none where only dice are typed; words for what is asked
    after it; and the reason of them all."""

    answer: Answer | None
    later: Sequence[str] = ()
    because: str = ""

    def with_reason(self, because: str) -> "Reply":
        """The same for that reason."""
        answer = None if self.answer is None else self.answer._replace(because=because)
        return replace(self, answer=answer, because=because)


def asked_here(seat: Seat) -> Sequence[Question]:
    """The questions that are put to whoever sits here, as the rules ask them."""
    return Reader(seat).may_answer(seat.session().pending())


def questions(seat: Seat, side: str | None = None, order: int | None = None) -> Acted:
    """What is asked, of a side, or by the order of that event; its answer shows it. Raises NotFound where
    nothing is, Refused where it must be said whose it is."""
    found, side = asked_here(seat), _side(seat, side)
    shown = [each for each in found if side in (None, each.side) and order in (None, each.order)]
    if not shown:
        question_for(found, side, order, none=nothing_asked(seat))
    return Acted(seat, [], shown)


def question(
    seat: Seat, side: str | None = None, order: int | None = None, none: Callable[[], str] = str
) -> Question:
    """The question that an answer is for. none: says that nothing is asked, if it can say more of that.
    Raises NotFound, or Refused where it must be said whose it is, or of which order."""
    found = asked_here(seat)
    if not found:
        raise NotFound(none() or nothing_asked(seat))
    return question_for(found, _side(seat, side), order, latest=bool(seat.me.player))


def _side(seat: Seat, named: str | None) -> str | None:
    """The side whose questions are meant; None where neither a name nor the seat says."""
    return seat.me.side or WHITE_CELL if named or seat.me.player else None


def reply(
    seat: Seat,
    question: Question,
    words: Sequence[str] = (),
    *,
    suggested: bool = False,
    final: bool = False,
    because: str = "",
    by: str = "",
    rolled: bool = False,
) -> Reply:
    """What words answer to a question, as the rules ask it: an option, its name or its number.

    suggested: what the rules suggest, with their reason. final: the side will not change its plan any more.
    rolled: whether dice were typed with it. Raises BadData.
    """
    reader = Reader(seat)
    read = reader.in_words(question)
    if suggested:
        if words or rolled:
            raise BadData("Give an answer, or --suggested.")
        if not read.suggested:
            raise BadData(f"{headed(read.text)} the rules suggest no answer.")
        why = question.because if question.kind == "judgement" else ""
        return Reply(Answer(read.suggested[0], by, because or why), (), because)
    if words:
        chosen, later = read_as(seat.game.state, reader.player, read, words, reader.called)
        if question.kind == "judgement":
            because = because or reason_before(seat, question.order)
        return Reply(Answer(chosen, by, because, final), later, because)
    if final:
        if not question.optional:
            raise BadData(f"{question.side} has not sealed a plan for “{read.text}” yet.")
        return Reply(Answer(question.given, by, "", final), (), because)
    return Reply(None, (), because)


def answer(
    seat: Seat,
    question: Question,
    said: Reply,
    by: str = "",
    faces: Sequence[int] = (),
    effects: Sequence[str] = (),
) -> Acted:
    """Answer a question, and what is asked after it, with what changes with that, all or none.

    Again when others wrote first, unless the question is no longer open: then Refused. Raises BadData for
    what is no answer, or is not asked.
    """
    which, reader = question_digest(seat, question), Reader(seat)

    def give() -> Outcome:
        people = Prepared(
            faces,
            by,
            said.answer,
            question.side,
            said.later,
            said.because,
            reader.called,
            reader=reader.player,
        )
        session = seat.session(people)
        with session.at_once():
            outcome = session.proceed_with(people, question.order)
            people.check_used(seat.game.opened.dice)
            return carried_out(seat, session, outcome, effects, said.because, by, question.order)

    def still_meant() -> None:
        if which not in [question_digest(seat, each) for each in seat.session().pending()]:
            raise Refused("Somebody else answered meanwhile; `whitecell answer` shows what is asked now.")

    outcome = seat.deciding_again(give, still_meant)
    return Acted(seat, outcome.events, outcome.questions)


def nothing_asked(seat: Seat) -> str:
    """That nothing is asked of whoever wants to answer."""
    if not seat.me.own:
        return "Nothing is asked just now."
    others = awaited(seat, seat.me.own, seat.session_without_dice().pending())
    return " ".join(["Nothing is asked of you just now.", *([others] if others else [])])


def reason_before(seat: Seat, order: int) -> str:
    """The reason that the white cell gave last for a judgement in that order, or for a ruling on one; empty
    when it gave none."""
    told = [event for event in seat.game.procedure(order) if isinstance(event, Chosen)]
    judged = {
        event.number: event.because
        for event in told
        if event.side == WHITE_CELL and event.because and isinstance(event.because, str)
    }
    log, struck = seat.game.log[order:], seat.game.struck
    ruled = {
        event.number: event.because
        for event in log
        if isinstance(event, Ruled) and event.number not in struck and event.concerns in judged
    }
    last = max({**judged, **ruled}, default=0)
    return {**judged, **ruled}.get(last, "")
