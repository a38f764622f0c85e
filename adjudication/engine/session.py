"""A session: one game at the table, taking orders, answers and corrections, and recording all of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from adjudication.engine import later_acts
from adjudication.engine.by_hand import acts as by_hand
from adjudication.engine.by_hand import house_counters
from adjudication.engine.by_hand.adding import for_everyone
from adjudication.engine.by_hand.house_tables import fits, same_shape
from adjudication.engine.by_hand.noting import check_note
from adjudication.engine.contacts import by_ids, check_named, in_contacts, naming
from adjudication.engine.entropy import Ceremony
from adjudication.engine.orders import LegalOrders, Order, OrderKind
from adjudication.engine.questions import Remembering
from adjudication.engine.rerun import Run, run_again
from adjudication.engine.running import BEGIN, STUMBLES, going_on, run
from adjudication.engine.systems import RuleSystem
from adjudication.engine.umpire import (
    WHITE_CELL,
    Answer,
    Diverged,
    Nobody,
    People,
    Question,
    Umpire,
)
from adjudication.engine.umpire.audiences import (
    CHANGES,
    changed_by,
    covert_audience,
    held_up_by,
    order_audience,
)
from domain.errors import BadData, NotFound, Objected, Refused
from domain.events import (
    NAMES_ON_WIRE,
    CountersAdopted,
    EntropyGiven,
    EntropyPromised,
    EntropyWaived,
    Event,
    GameClosed,
    KindData,
    Noted,
    Objection,
    OrderGiven,
    PieceRemoved,
    Ruled,
    SealRevealed,
    Sides,
    TableAdopted,
    TableData,
    TakenBack,
)
from domain.events.seen import EVERYONE, both
from domain.game.game import Game
from domain.game.rulings import origin
from domain.table.dice import Dice
from domain.table.state import State
from domain.views.view import knows
from domain.wall_clock import now


class Outcome(NamedTuple):
    """What came of an order or answer: the new events, and what is asked now, if anything."""

    events: list[Event]
    questions: tuple[Question, ...]


class TooLate(Refused):
    """A ruling on an outcome that orders given since may rest on: it takes a late ruling."""


class Session:
    """A game in the hands of its white cell.

    dice: where chance comes from. people: who answers questions; by default nobody, so that adjudication
    stops and `pending` says what is asked. save: called after every change, to put it on disk.
    """

    def __init__(
        self,
        system: RuleSystem,
        game: Game,
        dice: Dice,
        people: People | None = None,
        save: Callable[[Game], None] | None = None,
        clock: Callable[[], str] = now,
    ) -> None:
        self.system = system
        self.game = game
        self.dice = dice
        self.people = people or Nobody()
        self._save = save
        self._clock = clock

    @property
    def state(self) -> State:
        """The state on the table now."""
        return self.game.state

    # --- orders and answers ----------------------------------------------------------------------

    def begin(self) -> Outcome:
        """Open play, once everything is laid on the table and all promised words for the dice are in."""
        self._refuse_if_closed()
        if self._ceremony().begun:
            raise Refused("Play is open already.")
        self._refuse_before_words()
        return self._start("", BEGIN, {}, "")

    def _ceremony(self) -> Ceremony:
        return Ceremony.of(self.game.log)

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
                f"{self._ceremony().name(side)} has promised words for the dice and not given them yet: "
                f"`whitecell begin give WORDS --side {side}`, or "
                f"`begin waive --side {side} --because REASON`."
            )

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
        told = order.arguments
        contacts: tuple[str, ...] = ()
        if naming(kind.form):
            check_named(kind.form, order.arguments, state, order.side, kind.rule)
            told = by_ids(kind.form, order.arguments, state, order.side)
            contacts = tuple(name for name, value in told.items() if value != order.arguments[name])
        try:
            return self._give(order, told, contacts, by, kind, self._kept_for(kind, order.side, only))
        except Refused as refused:
            told_so = in_contacts(refused, self.state, order.side, order.arguments)
            if told_so is refused:
                raise
            raise told_so from refused

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
            raise Objected(objections)
        waiting = list(self.state.procedures.values())
        with self.at_once():
            outcome = self._start(
                "", kind, told, by, audience, because, cited, objections, effect_of=effect_of
            )
            self._insist_kept(audience if only else None, outcome.events)
            if not outcome.questions:
                if not waiting:
                    self._insist_playable(None, outcome.events)
                self._insist_all_playable(waiting, outcome.events)
        return outcome

    def _insist_kept(self, only: Sides, done: Sequence[Event]) -> None:
        """Raises Refused when something changed that sides see who were not to know of it."""
        if only is None:
            return
        for event in done:
            public = for_everyone(event)
            if public:
                raise Refused(f"{public} is known to everyone; leave --only out.")
            if type(event) not in CHANGES:
                continue
            seeing = self.state.sides if event.audience is None else event.audience
            others = [self.state.sides[side].name for side in seeing if side not in only]
            if others:
                subject = changed_by(event)
                raise Refused(
                    f"{', '.join(others)} can see {subject}, so this cannot be kept from them. "
                    f"Hide it first: `whitecell change {subject} visible to SIDES --because REASON`."
                )

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Whatever is done inside is put on disk together at its end, or not at all when it is refused."""
        save, self._save = self._save, None
        before = len(self.game.log)
        try:
            yield
        except BaseException:
            self.game.forget_after(before)
            raise
        finally:
            self._save = save
        self._store()

    @contextmanager
    def on_trial(self) -> Iterator[None]:
        """Whatever is done inside is forgotten at its end: to see whether it would be refused."""
        save, self._save = self._save, None
        before = len(self.game.log)
        try:
            yield
        finally:
            self.game.forget_after(before)
            self._save = save

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
            named = by_hand.texts(waiting.arguments) & gone
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

    def decide(
        self,
        value: Any,
        by: str = "",
        because: str = "",
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
            return self._keep(run.fresh, _numbered(run.questions, given))
        with self.at_once():
            outcome = self._keep(run.fresh, run.questions)
            self._insist_all_playable(others, run.fresh, asked)
        return Outcome(outcome.events, self.pending())

    def _start(
        self,
        side: str,
        name: str,
        arguments: dict[str, Any],
        by: str,
        audience: tuple[str, ...] | None = None,
        because: str = "",
        rule: str = "",
        objections: Sequence[tuple[str, str]] = (),
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
        game.append(given)
        umpire = Umpire(game.state, number, self.dice, self.people, time)
        try:
            with going_on(self.orders_in_force):
                questions = run(self.system, umpire, given)
        except BaseException:
            game.forget_after(number - 1)
            raise
        return self._keep(umpire.fresh, _numbered(questions, given), given)

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

    def _store(self) -> None:
        if self._save is not None:
            try:
                self._save(self.game)
            except Refused:
                self.game.forget_after(self.game.saved)
                raise

    # --- what people do to the log ---------------------------------------------------------------

    def record(self, make: Callable[[int, str], Event]) -> Event:
        """Record one event that belongs to no order; `make` is given its number and time."""
        return self.record_all(lambda number, time: [make(number, time)])[0]

    def record_all(self, make: Callable[[int, str], Sequence[Event]]) -> list[Event]:
        """Record events that belong to no order, all or none; `make` is given the first's number and time."""
        before = len(self.game.log)
        self.game.append(*make(before + 1, self._clock()))
        self._store()
        return self.game.log[before:]

    def note(
        self,
        text: str,
        by: str = "",
        concerns: int = 0,
        audience: tuple[str, ...] | None = (),
        **more: Any,
    ) -> Event:
        """Write a note beside the game, for the white cell alone, the sides in `audience`, or all (None).

        more: its kind, links, tags, turns, sides and rating. Raises BadData or NotFound, nothing written.
        """

        def make(number: int, time: str) -> Noted:
            return Noted(
                number=number, time=time, audience=audience, text=text, by=by, concerns=concerns, **more
            )

        check_note(self.state, make(0, ""))
        return self.record(make)

    def stir(self, side: str, text: str, by: str = "") -> Event:
        """Take the words of a side for the sealed dice. Raises Refused when they do not count."""
        return self._record_words(
            lambda number, time: EntropyGiven(number=number, time=time, side=side, text=text, by=by)
        )

    def promise(self, side: str, digest: str, by: str = "") -> Event:
        """Take a side's promise of words for the sealed dice: their digest, as `words_digest` makes it."""
        return self._record_words(
            lambda number, time: EntropyPromised(number=number, time=time, side=side, digest=digest, by=by)
        )

    def waive(self, side: str, because: str, by: str = "") -> Event:
        """Go on without the words that a side promised."""
        return self._record_words(
            lambda number, time: EntropyWaived(number=number, time=time, side=side, because=because, by=by)
        )

    def _record_words(self, make: Callable[[int, str], Event]) -> Event:
        self._refuse_if_closed()
        fault = self._ceremony().fault(make(0, ""))
        if fault:
            raise Refused(fault)
        return self.record(make)

    def orders_in_force(self) -> list[OrderGiven]:
        """The orders that have not been taken back, oldest first, without the opening of play."""
        return [
            event
            for event in self.game.log
            if isinstance(event, OrderGiven) and event.number not in self.game.struck and event.order != BEGIN
        ]

    def take_back(
        self,
        first: int,
        because: str,
        by: str = "",
        agreed: Sequence[str] = (),
        asked_by: str = "",
        overruled: Sequence[str] = (),
    ) -> Event:
        """Take back order `first` and all that happened on the table since.

        asked_by, agreed: who asked and who agreed; overruled: the sides whose consent was wanted and is
        not given. Raises BadData without a reason, NotFound when `first` is not an order in force.
        """
        if not because.strip():
            raise BadData("An undo needs a reason.")
        if first not in {order.number for order in self.orders_in_force()}:
            raise NotFound(f"Event {first} is not an order in force.")
        self._refuse_if_closed()
        for event in self.game.log[first:]:
            if isinstance(event, Ruled) and event.concerns < first and event.number not in self.game.struck:
                order = self.game.event(event.concerns).procedure
                raise Refused(
                    f"Ruling {event.number} was made since, on event {event.concerns}: undo order {order}, "
                    "which it is on, or correct the table by hand."
                )
        return self.record(
            lambda number, time: TakenBack(
                number=number,
                time=time,
                first=first,
                by=by,
                because=because,
                agreed=tuple(agreed),
                asked_by=asked_by,
                overruled=tuple(overruled),
            )
        )

    def rule(self, concerns: int, value: Any, because: str, by: str = "") -> Outcome:
        """Put a ruled value in the place of a recorded answer, and adjudicate its order on from there.

        What the order asks as before is answered as before; only what is new is rolled or asked. Nothing else
        is struck. Raises BadData without a reason, what `open_to_ruling` raises, and InTheWay when a later
        act by hand could not stand.
        """
        if not because.strip():
            raise BadData("A ruling needs a reason.")
        event = self.open_to_ruling(concerns)
        since = [order for order in self.orders_in_force() if order.number > concerns]
        game, before, waiting = self.game, len(self.game.log), self._waits_besides(event.procedure)
        ruled = Ruled(
            number=before + 1,
            time=self._clock(),
            audience=event.audience,
            concerns=concerns,
            value=value,
            by=by,
            because=because,
            decided_by=tuple(order.number for order in since if order.order in by_hand.SAID),
        )
        given = game.log[event.procedure - 1]
        assert isinstance(given, OrderGiven)
        people = Remembering(self.people)
        try:
            with self._retracing(given):
                later_acts.check(self.system, [*game.log, ruled], given, people, self.dice)
            game.append(ruled)
            again = self._again(given, people.again())
            game.state = again.state
            game.take_in(again.fresh)
            by_hands = given.order in by_hand.KINDS or any(order.order not in by_hand.SAID for order in since)
            if by_hands and not again.questions:
                self._insist_playable(waiting, again.fresh)
        except BaseException:
            game.forget_after(before)
            raise
        self._store()
        return Outcome(game.log[before:], _numbered(again.questions, given))

    def _waits_besides(self, number: int) -> OrderGiven | None:
        """The latest order that waits for an answer, but for that one."""
        others = [each for each in self.state.procedures if each != number]
        return self.state.procedures[max(others)] if others else None

    def open_to_ruling(self, concerns: int) -> Event:
        """The event of that number, if it can be ruled on now.

        Raises BadData for an event that is no answer or not in force, Refused when a later order of the rules
        stands in the way.
        """
        event = self.answer_in_force(concerns)
        for order in self.orders_in_force():
            if order.number <= concerns:
                continue
            if order.order not in by_hand.KINDS:
                raise TooLate(
                    f"Order {order.number} ({order.order}) was given after event {concerns}, so its outcome "
                    "cannot be adjudicated again. Add --late for a late ruling: you say what changes with "
                    "--effect, and all later orders stand. Or undo that order first."
                )
            if order.number in self.state.procedures:
                raise Refused(f"Order {order.number} ({order.order}) waits for an answer; answer it first.")
        return event

    def answer_in_force(self, concerns: int) -> Event:
        """The event of that number, if it is a roll, look-up or choice that is in force. Raises BadData."""
        self._refuse_if_closed()
        event = self.game.event(concerns)
        name = NAMES_ON_WIRE[type(event)].partition(".")[0]
        if name not in ("die-rolled", "picked", "looked-up", "chosen") or not event.procedure:
            more = (
                f"; of order {event.procedure} `ruling {event.procedure}` lists them"
                if event.procedure
                else ""
            )
            raise BadData(f"Event {concerns} ({name}) is no roll, look-up or choice to rule on{more}.")
        if concerns in self.game.struck:
            now = next((e for e in self.game.procedure(event.procedure) if origin(e) == origin(event)), None)
            if now is not None:
                raise BadData(f"Event {concerns} stands as event {now.number} since a ruling; rule on that.")
            by = self.game.struck[concerns]
            if isinstance(self.game.event(by), Ruled):
                raise BadData(
                    f"Event {concerns} is out of force since ruling {by}; "
                    f"`ruling {event.procedure}` lists what can be ruled on now."
                )
            raise BadData(f"Event {concerns} has been undone already.")
        return event

    def adopt_table(self, name: str, data: TableData, because: str, by: str = "") -> Event:
        """Put a table in the place of the one of that name, from now on.

        Raises BadData without a reason, or when the new table does not have the old one's columns or does
        not answer all that the old one did.
        """
        if not because.strip():
            raise BadData("A new table needs a reason.")
        self._refuse_if_closed()
        fits(self.state, name, data)
        return self.record(
            lambda number, time: TableAdopted(
                number=number, time=time, table=name, data=data, by=by, because=because
            )
        )

    def adopt_counters(
        self,
        kinds: Mapping[str, KindData],
        pieces: Mapping[str, str],
        because: str,
        by: str = "",
        provenance: str = "house",
        source: str = "",
    ) -> Event:
        """Put kinds of counters or cards in the place of others from now on, and make pieces (by id) be of
        another kind.

        Raises BadData without a reason, or what `house_counters.fits` raises when they do not fit the rules.
        """
        if not because.strip():
            raise BadData("New counters need a reason.")
        self._refuse_if_closed()
        house_counters.fits(self.state, kinds, pieces, provenance)
        if self.system.readable is not None:
            self.system.readable({**self.state.kinds, **kinds})
        return self.record(
            lambda number, time: CountersAdopted(
                number=number,
                time=time,
                kinds=dict(kinds),
                pieces=dict(pieces),
                by=by,
                because=because,
                provenance=provenance,
                source=source,
            )
        )

    def close(self, secret: str | None, by: str = "", because: str = "") -> list[Event]:
        """Close the game and reveal the seal of its dice; nothing can be ordered after that."""
        self._refuse_if_closed()
        number, time = len(self.game.log) + 1, self._clock()
        events: list[Event] = []
        if secret is not None and self.game.opened.commitment:
            events.append(SealRevealed(number=number, time=time, secret=secret))
            number += 1
        events.append(GameClosed(number=number, time=time, by=by, because=because))
        self.game.append(*events)
        self._store()
        return events

    def _refuse_if_closed(self) -> None:
        if self.state.closed:
            raise Refused("This game is closed; it can be read and audited, not changed.")


def _numbered(questions: Sequence[Question], given: OrderGiven) -> tuple[Question, ...]:
    return tuple(question._replace(order=given.number) for question in questions)


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


__all__ = ["BEGIN", "WHITE_CELL", "Outcome", "Session", "now", "run", "same_shape"]
