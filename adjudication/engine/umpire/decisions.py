"""What rule code asks of people: choices of the sides, judgements of the white cell."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from adjudication.engine.choices import Allotment, Blank, Choices, Fits, Subset
from adjudication.engine.orders import as_data
from adjudication.engine.questions import WHITE_CELL, Pending, Question, as_offered, offer
from adjudication.engine.recall import choice_key
from adjudication.engine.sealing import digest_of, salt_of
from adjudication.engine.umpire.answering import Answering, only
from adjudication.engine.umpire.log import Diverged
from adjudication.engine.umpire.names import check_sides
from domain.errors import BadData
from domain.events import AnswersOpened, Chosen
from domain.text import headed
from domain.texts import Said, Text, stripped

NOTHING = object()
"""That no answer is suggested."""


class _Plan(NamedTuple):
    """A plan that was handed in: what counts, what was sealed (another plan, where it was ruled on), its
    salt, and whether its side may not change it any more."""

    value: Any
    sealed: Any
    salt: str
    final: bool


class Decisions(Answering):
    """Choices, judgements, plans, words of one's own."""

    _told: Chosen | None = None
    """The plan that was handed in last."""

    def choose(
        self,
        side: str,
        question: Said,
        options: Sequence[Any] | Choices,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
        suggest: Any = NOTHING,
        because: Said = "",
    ) -> Any:
        """Ask a side to choose one of the options (plain data, or `Choices`); of one there is nothing to ask.

        audience: the sides that may know the answer, for a choice that stays secret. suggest: the answer that
        the rules would give, and `because` of what: nobody need take it. Odds do, of more answers than they
        can try.
        """
        check_sides(self.state, (side,), rule)
        offered, suggested = offer(options), () if suggest is NOTHING else (as_data(suggest),)
        if suggested and suggested[0] not in offered:
            raise ValueError(
                f"{headed(self._words(question))} {suggested[0]!r} is suggested, and not among the options"
            )
        secret = audience is not None
        asked = Question(side, question, offered, rule, secret=secret, suggested=suggested, because=because)
        if asked.how_many() < 2:
            return only(asked.options, question)
        return self._decide(asked, audience)

    def choose_some(
        self,
        side: str,
        question: Said,
        items: Sequence[Any],
        least: int = 0,
        most: int | None = None,
        fits: Fits | None = None,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
        suggest: Any = NOTHING,
        because: Said = "",
    ) -> list[Any]:
        """Ask a side to choose some of the items, from `least` to `most` (all): a list in their order.

        fits: a predicate on the whole answer: True or nothing where it may be given, else False or the
        reason. suggest, because: as for `choose`.
        """
        some = Subset(items, least, most, fits)
        chosen: list[Any] = self.choose(
            side, question, some, rule=rule, audience=audience, suggest=suggest, because=because
        )
        return chosen

    def allot(
        self,
        side: str,
        question: Said,
        may: Mapping[str, Sequence[Any]],
        fits: Fits | None = None,
        every: bool = False,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
        suggest: Any = NOTHING,
        because: Said = "",
    ) -> dict[str, Any]:
        """Ask a side to allot items, each to one of what `may` says of it, or to nothing unless `every` one
        must be allotted: item to what it goes to, in their order. fits, suggest, because: as for
        `choose_some`."""
        ways = Allotment(may, every, fits)
        allotted: dict[str, Any] = self.choose(
            side, question, ways, rule=rule, audience=audience, suggest=suggest, because=because
        )
        return allotted

    def choose_piece(
        self,
        side: str,
        question: Said,
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
        question: Said,
        options: Sequence[Any] = (),
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
        suggest: Any = NOTHING,
        because: Said = "",
    ) -> Any:
        """Ask the white cell to judge what the document leaves to people: one of the options, or, when
        there are none, anything. The reason is recorded with it, and stands in `reason` then.

        suggest: the answer that the rules would give, and `because` of what; people may take it or not, and
        the log says what it was. Policies and odds take it.
        """
        offered = tuple(as_data(options))
        suggested = () if suggest is NOTHING else (as_data(suggest),)
        if suggested and offered and suggested[0] not in offered:
            raise ValueError(
                f"{headed(self._words(question))} {suggested[0]!r} is suggested, and not among the options"
            )
        asked = Question(
            WHITE_CELL, question, offered, rule, "judgement", suggested=suggested, because=because
        )
        return self._decide(asked, audience)

    def hear(self, side: str, question: Said, *, rule: str, audience: tuple[str, ...] | None = None) -> Any:
        """Ask for words of one's own: what is told, not judged, so that it needs no reason."""
        return self._decide(Question(side, question, (), rule, "words"), audience)

    def choose_together(
        self,
        question: Said,
        options: Mapping[str, Sequence[Any] | Choices],
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> dict[str, Any]:
        """Ask several sides at once and in secret: side -> options in, side -> answer out.

        Answers come in any order and are seen by none but their side until all are in. audience: the sides
        that may know them then, beside those that were asked.
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
            AnswersOpened(
                rule=rule,
                audience=audience,
                question=question,
                answers={side: answers[side] for side in options},
            )
        )
        return {side: answers[side] for side in options}

    def plans(
        self,
        blanks: Mapping[str, Blank],
        question: Said,
        *,
        rule: str,
        audience: tuple[str, ...] | None = None,
    ) -> dict[str, Any]:
        """Ask several sides at once to fill in a form each, sealed, and open the plans together: side to
        form.

        A side may change its plan until all are in, or until it says that the plan is final. Until then
        everyone sees digests alone. audience: as for `choose_together`.
        """
        check_sides(self.state, blanks, rule)
        asked = {
            side: Question(side, question, blank, rule, "plan", secret=True) for side, blank in blanks.items()
        }
        held: dict[str, _Plan] = {}
        while self._retracing and len(held) < len(asked) and type(self._recorded[self._cursor]) is Chosen:
            recorded: Any = self._recorded[self._cursor]
            plan = held.get(recorded.side)
            if recorded.side not in asked or recorded.question != question or (plan and plan.final):
                raise Diverged(recorded.number, recorded, f"a plan for {question}, or all opened")
            if plan is not None and (plan.sealed, plan.final) == (recorded.value, recorded.final):
                raise Diverged(recorded.number, recorded, "a plan that is not sealed already")
            held[recorded.side] = self._hand_in(asked[recorded.side])
        if not self._retracing:
            for each in asked.values():
                while self._was_answered(each):
                    held[each.side] = self._hand_in(each)
            self._ask_for_plans(asked, held)
        missing = [side for side in asked if side not in held]
        if missing:
            recorded = self._recorded[self._cursor]
            raise Diverged(recorded.number, recorded, f"a plan of {missing[0]}")
        self.tell(
            AnswersOpened(
                rule=rule,
                audience=audience,
                question=question,
                answers={side: held[side].value for side in asked},
                salts={side: held[side].salt for side in asked if held[side].salt},
            )
        )
        return {side: blank.of_rules(held[side].value) for side, blank in blanks.items()}

    def _ask_for_plans(self, asked: Mapping[str, Question], held: "dict[str, _Plan]") -> None:
        """Take the plans that are there, and changes of others. Raises Pending while one is missing."""
        missing = []
        for side, question in asked.items():
            if side not in held:
                try:
                    held[side] = self._hand_in(question)
                except Pending:
                    missing.append(question)
        if not missing:
            return
        changes = []
        for side, plan in held.items():
            if not plan.final:
                change = asked[side]._replace(optional=True, given=plan.value)
                try:
                    held[side] = self._hand_in(change)
                except Pending:
                    changes.append(change)
                else:
                    if not held[side].final:
                        changes.append(change._replace(given=held[side].value))
        raise Pending(*missing, *changes)

    def _was_answered(self, question: Question) -> bool:
        """Whether the question has an answer from before a ruling that is due now."""
        recall = self._recall
        if recall is None or not recall.pooled or recall.trusting:
            return False
        return recall.has(choice_key(question.side, question.text, question.rule), question.offers)

    def _hand_in(self, question: Question) -> "_Plan":
        """Take a plan from the log, from before a ruling, or from its side, and seal it."""
        value = self._decide(question, (question.side,), sealed=True)
        told = self._told
        assert told is not None
        kept = value == told.value  # else it was ruled, and is not what was sealed
        return _Plan(value, told.value, told.salt if kept else "", told.final)

    def _decide(self, question: Question, audience: tuple[str, ...] | None, sealed: bool = False) -> Any:
        salt, final = "", False
        recorded = self._next_recorded(Chosen, f"an answer to {question.text}") if self._retracing else None
        number = self.number
        key = choice_key(question.side, question.text, question.rule) if self._recall is not None else None
        recorded, again = self._before(recorded, key, question.offers)
        if recorded is not None:
            value, by, because = recorded.value, recorded.by, recorded.because
            if question.options:
                try:
                    value = as_offered(question.options, question.as_asked(value), self._words(question.text))
                except BadData as error:
                    raise Diverged(recorded.number, recorded, "an answer that was offered") from error
            if question.kind == "judgement" and not stripped(because):
                raise Diverged(recorded.number, recorded, "a judgement with a reason")
            if isinstance(because, Text) and not again and not question.gives(because, value):
                raise Diverged(recorded.number, recorded, "a reason of one's own, or that of the rules")
            salt, final = (recorded.salt, recorded.final) if sealed else ("", False)
        else:
            value, by, because, final = self._ask(question)
            if question.optional and value == question.given and not final:
                asked = headed(self._words(question.text))
                raise BadData(f"{asked} that is the plan that {question.side} has sealed already.")
            salt = salt_of(self._dice, number) if sealed else ""
        value = question.as_recorded(value)
        chosen = Chosen(
            rule=question.rule,
            audience=audience,
            side=question.side,
            question=question.text,
            value=value,
            by=by,
            because=because,
            again=again,
            suggested=recorded.suggested if again else question.suggested,
            digest=digest_of(salt, [value]) if sealed else "",
            salt=salt,
            final=final and sealed,
        )
        self.tell(chosen)
        self._told = chosen if sealed else None
        self.reason = because
        ruling = self._recall.ruled(again or number) if self._recall is not None else None
        if ruling is None:
            return value
        self.reason = ruling.because
        return question.as_recorded(self._ruled(again or number, value, question.options, question.as_asked))
