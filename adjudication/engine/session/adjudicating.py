"""Running an order, and running it again with the answers that it waited for."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from adjudication.engine.by_hand import acts as by_hand
from adjudication.engine.play.rerun import Run, recording, run_again
from adjudication.engine.play.running import BEGIN, STUMBLES, going_on, run
from adjudication.engine.session.keeping import Keeping, Outcome, insist_recordable
from adjudication.engine.umpire import Diverged, Nobody, People, Question
from adjudication.engine.umpire.recording import RecordingUmpire
from domain.errors import Refused
from domain.events import Event, Objection, OrderGiven, PieceRemoved
from domain.texts import Said
from domain.views.view import knows


class Adjudicating(Keeping):
    """Runs the procedures of orders: from the start, again with answers, and on trial."""

    def pending(self) -> tuple[Question, ...]:
        """What is asked now, of whom, and by which order; what was asked last comes first."""
        return tuple(
            question._replace(order=given.number)
            for given in self._asking()
            for question in self._again(given, Nobody()).questions
        )

    def _asking(self) -> list[OrderGiven]:
        """The orders that wait for answers which may be given now: the latest, and behind one that stands
        beside others those as well."""
        waiting = self.state.procedures
        found = []
        for number in sorted(waiting, reverse=True):
            found.append(waiting[number])
            kind = self.system.orders.get(waiting[number].order)
            if kind is None or not (kind.beside or waiting[number].beside):
                break
        return found

    def orders_in_force(self) -> list[OrderGiven]:
        """The orders that have not been taken back, oldest first, without the opening of play."""
        return [
            event
            for event in self.game.log
            if isinstance(event, OrderGiven) and event.number not in self.game.struck and event.order != BEGIN
        ]

    def _start(
        self,
        side: str,
        name: str,
        arguments: dict[str, Any],
        by: str,
        audience: tuple[str, ...] | None = None,
        because: str = "",
        rule: str = "",
        objections: Sequence[tuple[str, Said]] = (),
        shown: tuple[str, ...] = (),
        beside: bool = False,
        contacts: tuple[str, ...] = (),
        effect_of: int = 0,
        covert: bool = False,
    ) -> Outcome:
        game = self.game
        number = len(game.log) + 1
        time = self._clock()
        given = OrderGiven(
            number=number,
            time=time,
            procedure=number,
            rule=rule,
            audience=audience,
            side=side,
            order=name,
            arguments=arguments,
            by=by,
            because=because,
            objections=tuple(Objection(cited, why) for cited, why in objections),
            shown=shown,
            beside=beside,
            contacts=contacts,
            effect_of=effect_of,
            covert=covert,
        )
        insist_recordable(given)
        game.append(given)
        umpire = recording(
            self.system, given, RecordingUmpire(game.state, number, self.dice, self.people, time)
        )
        try:
            with going_on(self.orders_in_force):
                questions = run(self.system, umpire, given)
        except BaseException:
            game.forget_after(number - 1)
            raise
        return self._keep(umpire.fresh, numbered(questions, given), given)

    def _again(self, given: OrderGiven, people: People) -> Run:
        """Run a procedure again from its start, on a state of its own."""
        game = self.game
        with self._retracing(given):
            return run_again(self.system, game.log, game.struck, given, people, self.dice, self._clock())

    @contextmanager
    def _retracing(self, given: OrderGiven) -> Iterator[None]:
        """Raises Refused where an order that is run again does not do what its log says."""
        try:
            with going_on(self.orders_in_force):
                yield
        except Diverged as error:
            raise Refused(
                f"Order {given.number} cannot go on: its log does not follow from the rules at event "
                f"{error.number}; `whitecell audit` says more."
            ) from error

    def _keep(
        self, fresh: list[Event], questions: tuple[Question, ...], given: Event | None = None
    ) -> Outcome:
        self.game.take_in(fresh)
        self._store()
        return Outcome([given, *fresh] if given is not None else fresh, questions)

    def _refuse_before_play(self) -> None:
        """Raises Refused while play is not open, or words promised for the dice are still to come."""
        if not self.state.chances:
            self._refuse_before_words()
            if not self._ceremony().begun:
                raise Refused("Play is not open yet; `whitecell begin` opens it.")

    def _refuse_before_words(self) -> None:
        outstanding = self._ceremony().outstanding
        if outstanding:
            side = outstanding[0]
            raise Refused(
                f"The words that {self._ceremony().name(side)} promised for the dice are not given yet: "
                f"`whitecell begin give WORDS --side {side}`, or "
                f"`begin waive --side {side} --because REASON`."
            )

    def _insist_all_playable(
        self, waiting: Sequence[OrderGiven], done: Sequence[Event], asked: Sequence[Question] = ()
    ) -> None:
        """Raises Refused when one of the orders that waited for an answer could not go on, or would not wait
        any more, after what was done beside it; in general terms where who did it may not know of it.

        asked: what they asked before, which they must ask still.
        """
        acting = next((event.side for event in done if isinstance(event, OrderGiven)), "")
        for each in waiting:
            try:
                self._insist_playable(
                    each, done, [question for question in asked if question.order == each.number]
                )
            except Refused as refused:
                if acting and not knows(acting, each.audience):
                    raise Refused(
                        "That cannot be ordered while another order is adjudicated; give it again later."
                    ) from refused
                raise

    def _insist_playable(
        self, waiting: OrderGiven | None, done: Sequence[Event], asked: Sequence[Question] = ()
    ) -> None:
        """Raises Refused when the rules could not go on, or an order that waited for an answer would not
        wait for it any more, or not ask what it asked."""
        try:
            if waiting is None:
                if self.state.verdict is None:
                    len(self.system.legal(self.state))  # lists all kinds
                    self.system.hint(self.state)
                return
            gone = {event.piece for event in done if isinstance(event, PieceRemoved)}
            named = by_hand.strings_in(waiting.arguments) & gone
            if named:
                raise Refused(f"it names {', '.join(sorted(named))}.")
            again = self._again(waiting, Nobody())
        except (Refused, *STUMBLES) as error:
            which = f"Order {waiting.number} ({waiting.order})" if waiting is not None else "The game"
            why = f": {error}" if isinstance(error, Refused) else ", by the rules of this system."
            raise Refused(f"{which} could not go on after that{why}") from error
        if not again.questions or again.fresh:
            raise Refused(
                f"Order {waiting.number} ({waiting.order}) would not wait for its answer any more; "
                "answer it, or take it back, first."
            )
        still = {(question.side, question.text) for question in again.questions}
        for question in asked:
            if (question.side, question.text) not in still:
                raise Refused(
                    f"Order {waiting.number} ({waiting.order}) would no longer ask {question.side} "
                    "what it asks now; that must be answered first."
                )


def numbered(questions: Sequence[Question], given: OrderGiven) -> tuple[Question, ...]:
    """The questions, with the number of the order that asks them."""
    return tuple(question._replace(order=given.number) for question in questions)
