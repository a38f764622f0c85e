"""Orders, manual changes and answers, given to a session."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudication.engine.by_hand import acts as by_hand
from adjudication.engine.by_hand.adding import for_everyone
from adjudication.engine.contacts import by_ids, check_named, naming
from adjudication.engine.legality import elsewhere
from adjudication.engine.orders import LegalOrders, Order, OrderKind
from adjudication.engine.play.rerun import Run
from adjudication.engine.play.running import BEGIN
from adjudication.engine.session.adjudicating import Adjudicating, numbered
from adjudication.engine.session.keeping import Outcome
from adjudication.engine.texts import plainly
from adjudication.engine.umpire import Answer, People, Question
from adjudication.engine.umpire.audiences import (
    changed_by,
    covert_audience,
    held_up_by,
    order_audience,
)
from domain.errors import BadData, NotFound, Objected, Refused
from domain.events import Event, KindAdded, OrderGiven, PiecePlaced, Sides
from domain.events.kind import Audience
from domain.events.registry import KIND_OF
from domain.events.seen import EVERYONE, both
from domain.table.state import State
from domain.texts import Said


class Ordering(Adjudicating):
    """Takes orders, manual changes and answers."""

    def begin(self) -> Outcome:
        """Open play, once everything is laid on the table and all promised words for the dice are in."""
        self._refuse_if_closed()
        if self._ceremony().begun:
            raise Refused("Play is open already.")
        self._refuse_before_words()
        return self._start("", BEGIN, {}, "")

    def legal(self) -> LegalOrders:
        """All orders that may be given now: none when play is over; while an answer is awaited those that may
        stand beside it."""
        if not self.state.chances and not self._ceremony().begun:
            return LegalOrders([])
        return self.system.legal_now(self.state)

    def order(self, order: Order, by: str = "", only: Sequence[str] | None = None) -> Outcome:
        """Give an order and adjudicate it as far as answers go.

        only: the sides that may know of it, where it is covert (empty: the white cell alone); `all` among
        them makes it public although such orders are usually covert.
        Raises IllegalOrder or another Refused, with nothing written.
        """
        state = self.state
        if state.closed:
            raise Refused("This game is closed; nothing more can be ordered.")
        if state.verdict is not None:
            raise Refused("This game is decided; nothing more can be ordered.")
        kind = self.system.orders.get(order.name)
        beside = kind is not None and kind.stands_beside(state.phase)
        for waiting in held_up_by(state, order.side, beside):
            when = (
                f"; {order.name} may be given meanwhile in: {', '.join(kind.during)}"
                if kind and kind.beside
                else ""
            )
            raise Refused(
                f"Order {waiting.number} ({waiting.order}) still waits for an answer; `answer` first{when}."
            )
        self._refuse_before_play()
        kind = self.system.kind(order.name)
        if order.side:
            state.check_side(order.side)
        out_of_phase = elsewhere(kind, state)  # before names, of which it tells nothing
        if out_of_phase is not None:
            raise out_of_phase
        told = order.arguments
        contacts: tuple[str, ...] = ()
        if naming(kind.form):
            check_named(kind.form, order.arguments, state, order.side, kind.rule)
            told = by_ids(kind.form, order.arguments, state, order.side)
            contacts = tuple(name for name, value in told.items() if value != order.arguments[name])
        return self._give(order, told, contacts, by, kind, self._kept_for(kind, order.side, only))

    def _kept_for(self, kind: OrderKind, side: str, only: Sequence[str] | None) -> tuple[str, ...] | None:
        """The sides that a covert order is kept for; None for one that is not covert."""
        if only is None:
            covert = kind.covert is not None and kind.covert(self.state)
            return (side,) if covert and side else None
        if EVERYONE in only:
            return None
        if kind.covert is None:
            may = [each.name for each in self.system.orders.values() if each.covert is not None]
            instead = f" Covert orders are: {', '.join(may)}." if may else ""
            raise BadData(f"{kind.name} cannot be covert in {self.system.title}.{instead}")
        for each in only:
            self.state.check_side(each)
        return tuple(only)

    def _give(
        self,
        order: Order,
        told: dict[str, Any],
        contacts: tuple[str, ...],
        by: str,
        kind: OrderKind,
        only: tuple[str, ...] | None,
    ) -> Outcome:
        """Give an order with its arguments as they are recorded, beside those that wait for an answer."""
        state = self.state
        audience = order_audience(state, kind.secret, order.side, told)
        if only is not None:
            audience = covert_audience(state, audience, order.side, only)
        shown = kind.shown if kind.secret else ()
        open_orders = list(state.procedures.values())
        beside, covert = bool(open_orders), only is not None

        def start() -> Outcome:
            return self._start(
                order.side,
                order.name,
                told,
                by,
                audience,
                shown=shown,
                beside=beside,
                contacts=contacts,
                covert=covert,
            )

        if not beside:
            return start()
        asked = self.pending()
        with self.at_once():
            outcome = start()
            self._insist_all_playable(open_orders, outcome.events, asked)
        return outcome

    def by_hand(
        self,
        kind: str,
        arguments: Mapping[str, Any],
        because: str,
        by: str = "",
        rule: str = by_hand.HOUSE,
        audience: tuple[str, ...] | None = None,
        anyway: bool = False,
        effect_of: int = 0,
        at_most: Sides = None,
    ) -> Outcome:
        """Do something by hand, in any phase, also while an order waits for an answer.

        arguments: as its kind takes them (`by_hand.KINDS`). rule: one of the register, `house ID` or `house`.
        audience: the sides that may know; by default those who know the pieces it names. anyway: also where
        the rules object, which is recorded then; else Objected is raised. effect_of: the order whose outcome
        it carries out; who may not know of that order, or is not among `at_most`, does not learn of this.
        """
        self._refuse_if_closed()
        self._refuse_before_play()
        if not because.strip():
            raise BadData("A manual change needs a reason.")
        told = by_hand.act(kind, arguments)
        cited = by_hand.cited(self.system.name, rule, self.state)
        only = audience is not None
        if audience is None:
            audience = by_hand.audience_of(self.state, kind, told, because)
        if effect_of:
            audience = both(both(audience, self.game.event(effect_of).audience), at_most)
        objections = by_hand.objections(self.system, self.state, kind, told)
        objections += by_hand.contradictions(self.state, kind, told)
        if objections and not anyway:
            raise Objected(objections, lambda said: plainly(said, self.state))
        waiting = list(self.state.procedures.values())
        with self.at_once():
            outcome = self._start(
                "", kind, told, by, audience, because, cited, objections, effect_of=effect_of
            )
            self._insist_kept(audience if only else None, outcome.events)
            self._insist_readable(outcome.events)
            if not outcome.questions:
                if not waiting:
                    self._insist_playable(None, outcome.events)
                self._insist_all_playable(waiting, outcome.events)
        return outcome

    def _insist_readable(self, done: Sequence[Event]) -> None:
        """Raises BadData when a kind of piece was added that the rules cannot read, or a piece of no side
        where all others of its kind are of one."""
        for event in done:
            if isinstance(event, PiecePlaced) and not self.state.pieces[event.piece.id].side:
                alike = [each for each in self.state.pieces.values() if each.kind_id == event.piece.kind]
                if len(alike) > 1 and sum(not each.side for each in alike) == 1:
                    raise BadData(f"Say whose {alike[-1].kind.name} it is: --side SIDE.")
        added = {event.kind: event.data for event in done if isinstance(event, KindAdded)}
        if not added or self.system.rules.check_kinds is None:
            return
        try:
            self.system.rules.check_kinds({**self.state.kinds, **added})
        except BadData as fault:
            said = fault.sentence.rstrip(".")
            raise BadData(f"{said}. Without a group the rules ask nothing of it.") from fault

    def _insist_kept(self, only: Sides, done: Sequence[Event]) -> None:
        """Raises Refused when something changed that sides see who were not to know of it."""
        if only is None:
            return
        for event in done:
            public = for_everyone(event)
            if public:
                raise Refused(f"{public} is known to everyone; leave --only out.")
            if KIND_OF[type(event)].audience is not Audience.INSISTED:
                continue
            seeing = self.state.sides if event.audience is None else event.audience
            others = [self.state.sides[side].name for side in seeing if side not in only]
            if others:
                subject = changed_by(event)
                raise Refused(
                    f"{', '.join(others)} can see {subject}, so this cannot be kept from them. "
                    f"Hide it first: `whitecell change {subject} visible to SIDES --because REASON`."
                )

    def decide(
        self,
        value: Any,
        by: str = "",
        because: Said = "",
        side: str | None = None,
        order: int | None = None,
        final: bool = False,
    ) -> Outcome:
        """Answer what is asked (of `side`, and by `order`, when several are) and adjudicate on. final: that
        the side will not change its plan.

        Raises BadData for an answer that was not offered, NotFound when nothing is asked.
        """
        if side is None or len(self._asking()) > 1:
            asked = [
                each
                for each in self.pending()
                if side in (None, each.side) and order in (None, each.order) and not each.optional
            ]
            if len(asked) > 1 and side is None:
                sides = ", ".join(dict.fromkeys(question.side for question in asked))
                raise BadData(f"Several sides are asked ({sides}); say which one answers.")
            if len({each.order for each in asked}) > 1:
                orders = " and ".join(str(each.order) for each in asked)
                raise BadData(f"Orders {orders} both ask {side}; say which one is answered.")
        return self.proceed_with(_OneAnswer(Answer(value, by, because, final), side), order)

    def proceed_with(self, people: People, order: int | None = None) -> Outcome:
        """Go on with the adjudication that waits, with these people to answer; of several orders that wait
        with `order`, or the first that the people answer."""
        self._refuse_nothing_asked()
        self._refuse_before_play()
        asked: list[Question] = []
        waiting = self._asking()
        for given in waiting:
            if order not in (None, given.number):
                continue
            run = self._again(given, people)
            if run.fresh or not run.questions:
                return self._go_on(given, run)
            asked += run.questions
        if isinstance(people, _OneAnswer):
            sides = ", ".join(dict.fromkeys(question.side for question in asked)) or "others"
            raise NotFound(f"Nothing is asked of {people.side}; the question is to {sides}.")
        return Outcome([], self.pending())

    def _refuse_nothing_asked(self) -> None:
        if not self.state.procedures:
            raise NotFound("Nothing is asked just now.")

    def _go_on(self, given: OrderGiven, run: Run) -> Outcome:
        """Keep what an order that waited has told since; other orders that wait must still be able to."""
        others = [each for each in self._asking() if each.number != given.number]
        asked = self.pending() if others else ()
        self.game.state = run.state
        if not others:
            return self._keep(run.fresh, numbered(run.questions, given))
        with self.at_once():
            outcome = self._keep(run.fresh, run.questions)
            self._insist_all_playable(others, run.fresh, asked)
        return Outcome(outcome.events, self.pending())


class _OneAnswer:
    """Gives its one answer to the first question it fits, and none after that."""

    def __init__(self, answer: Answer, side: str | None) -> None:
        self._answer = answer
        self.side = side
        self.used = False

    def answer(self, question: Question, state: State) -> Answer | None:
        if self.used or self.side not in (None, question.side):
            return None
        self.used = True
        return self._answer
