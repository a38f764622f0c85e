"""What rule code asks of people: choices of the sides, judgements of the white cell."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudication.engine.choices import Allotment, Choices, Fits, Subset
from adjudication.engine.orders import as_data
from adjudication.engine.questions import WHITE_CELL, Pending, Question, as_offered, offer
from adjudication.engine.recall import choice_key
from adjudication.engine.umpire.answering import Answering, only
from adjudication.engine.umpire.log import Diverged
from adjudication.engine.umpire.names import check_sides
from domain.errors import BadData
from domain.events import AnswersOpened, Chosen

NOTHING = object()
"""That no answer is suggested."""


class Decisions(Answering):
    """Choices, judgements, words of one's own."""

    def choose(
        self,
        side: str,
        question: str,
        options: Sequence[Any] | Choices,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> Any:
        """Ask a side to choose one of the options (plain data, or `Choices`); of one there is nothing to ask.

        audience: the sides that may know the answer, for a choice that stays secret.
        """
        check_sides(self.state, (side,), rule)
        asked = Question(side, question, offer(options), rule, secret=audience is not None)
        if asked.how_many() < 2:
            return only(asked.options, question)
        return self._decide(asked, audience)

    def choose_some(
        self,
        side: str,
        question: str,
        items: Sequence[Any],
        least: int = 0,
        most: int | None = None,
        fits: Fits | None = None,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> list[Any]:
        """Ask a side to choose some of the items, from `least` to `most` (all): a list in their order.

        fits: a predicate on the whole answer: True or nothing where it may be given, else False or the
        reason.
        """
        chosen: list[Any] = self.choose(
            side, question, Subset(items, least, most, fits), rule=rule, audience=audience
        )
        return chosen

    def allot(
        self,
        side: str,
        question: str,
        may: Mapping[str, Sequence[Any]],
        fits: Fits | None = None,
        every: bool = False,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> dict[str, Any]:
        """Ask a side to allot items, each to one of what `may` says of it, or to nothing unless `every` one
        must be allotted: item to what it goes to, in their order. fits: as for `choose_some`."""
        allotted: dict[str, Any] = self.choose(
            side, question, Allotment(may, every, fits), rule=rule, audience=audience
        )
        return allotted

    def choose_piece(
        self,
        side: str,
        question: str,
        pieces: Sequence[str],
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> str:
        """Ask a side to choose one of these pieces, which it need not know: the id of the one chosen.

        The side is offered, and answers with, what it calls them: those that it knows by their ids, in the
        order given, then the others by their contacts, in an order that tells nothing.
        """
        if len(pieces) < 2:
            return str(only(pieces, question))
        called = {self.state.name_for(side, id): id for id in pieces}
        known = [name for name, id in called.items() if name == id]
        offered = (*known, *sorted(called.keys() - set(known)))
        secret = audience is not None
        asked = Question(side, question, offered, rule, secret=secret, pieces=called)
        return str(self._decide(asked, audience))

    def judge(
        self,
        question: str,
        options: Sequence[Any] = (),
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
        suggest: Any = NOTHING,
        because: str = "",
    ) -> Any:
        """Ask the white cell to judge what the document leaves to people: one of the options, or, when
        there are none, anything. The reason is recorded with it, and stands in `reason` then.

        suggest: the answer that the rules would give, and `because` of what; people may take it or not, and
        the log says what it was. Policies and odds take it.
        """
        offered = tuple(as_data(options))
        suggested = () if suggest is NOTHING else (as_data(suggest),)
        if suggested and offered and suggested[0] not in offered:
            raise ValueError(f"{question}: {suggested[0]!r} is suggested, and not among the options")
        asked = Question(
            WHITE_CELL, question, offered, rule, "judgement", suggested=suggested, because=because
        )
        return self._decide(asked, audience)

    def hear(self, side: str, question: str, *, rule: str, audience: tuple[str, ...] | None = None) -> Any:
        """Ask for words of one's own: what is told, not judged, so that it needs no reason."""
        return self._decide(Question(side, question, (), rule, "words"), audience)

    def choose_together(
        self, question: str, options: Mapping[str, Sequence[Any] | Choices], *, rule: str
    ) -> dict[str, Any]:
        """Ask several sides at once and in secret: side -> options in, side -> answer out.

        Answers come in any order and are seen by none but their side until all are in.
        """
        check_sides(self.state, options, rule)
        asked = {
            side: Question(side, question, offer(offered), rule, secret=True)
            for side, offered in options.items()
        }
        answers: dict[str, Any] = {}
        missing: list[Question] = []
        while len(answers) < len(options) and self._retracing:
            recorded = self._next_recorded(Chosen, f"an answer to {question}")
            if recorded.side not in options or recorded.side in answers:
                raise Diverged(recorded.number, recorded, f"an answer to {question}")
            answers[recorded.side] = self._decide(asked[recorded.side], (recorded.side,))
        for side in options:
            if side not in answers:
                try:
                    answers[side] = self._decide(asked[side], (side,))
                except Pending:
                    missing.append(asked[side])
        if missing:
            raise Pending(*missing)
        self.tell(
            AnswersOpened(rule=rule, question=question, answers={side: answers[side] for side in options})
        )
        return {side: answers[side] for side in options}

    def _decide(self, question: Question, audience: tuple[str, ...] | None) -> Any:
        recorded = self._next_recorded(Chosen, f"an answer to {question.text}") if self._retracing else None
        number = self.number
        key = choice_key(question.side, question.text, question.rule) if self._recall is not None else None
        recorded, again = self._before(recorded, key, question.offers)
        if recorded is not None:
            value, by, because = recorded.value, recorded.by, recorded.because
            if question.options:
                try:
                    value = as_offered(question.options, question.as_asked(value), question.text)
                except BadData as error:
                    raise Diverged(recorded.number, recorded, "an answer that was offered") from error
            if question.kind == "judgement" and not because.strip():
                raise Diverged(recorded.number, recorded, "a judgement with a reason")
        else:
            value, by, because, *_ = self._ask(question)
        value = question.as_recorded(value)
        self.tell(
            Chosen(
                rule=question.rule,
                audience=audience,
                side=question.side,
                question=question.text,
                value=value,
                by=by,
                because=because,
                again=again,
                suggested=recorded.suggested if again else question.suggested,
            )
        )
        self.reason = because
        ruling = self._recall.ruled(again or number) if self._recall is not None else None
        if ruling is None:
            return value
        self.reason = ruling.because
        return question.as_recorded(self._ruled(again or number, value, question.options, question.as_asked))
