"""What the session refuses in play is refused here again: who may do what, when, and with which reason.

Each entry by people is held against the table as it was before it. Where the session asks the same question,
both ask the same function.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudication.audits.outcomes import Outcomes
from adjudication.audits.people import ruling_faults
from adjudication.engine import house_counters
from adjudication.engine.by_hand.acts import KINDS as BY_HAND
from adjudication.engine.by_hand.acts import LATE, SAID, contradictions, objections
from adjudication.engine.by_hand.house_tables import fits
from adjudication.engine.by_hand.noting import KINDS, check_note
from adjudication.engine.games.systems import RuleSystem, load
from adjudication.engine.play.running import BEGIN
from adjudication.seminar import corrections, forms
from adjudication.seminar.declaring import check_topics
from adjudication.seminar.house import check_option, check_replaced, check_rule
from adjudication.seminar.markings import check_marking
from adjudication.seminar.roster import as_seated, check_seat
from adjudication.seminar.ruling import subject_of
from adjudication.seminar.timers import date_fault, timer_fault
from domain.errors import NotFound, Refused
from domain.events import (
    Chosen,
    ClockPaused,
    ClockResumed,
    CountersAdopted,
    DateSet,
    DieRolled,
    EntryCorrected,
    Event,
    GameDeclared,
    GameForked,
    HouseRuleAdopted,
    LookedUp,
    MarkingSet,
    MessageSent,
    Noted,
    OptionChanged,
    OrderGiven,
    Picked,
    Ruled,
    SeatTaken,
    SecretOrderSealed,
    SideAdded,
    TableAdopted,
    TakenBack,
    TimerSet,
)
from domain.events.kind import By
from domain.events.registry import KIND_OF
from domain.events.seen import both
from domain.events.strikes import Strikes
from domain.table.state import State
from domain.views.view import WHITE

ANSWERS = (DieRolled, Picked, LookedUp, Chosen)
"""The kinds of events that a ruling can be on."""


def could_be(answer: Event, value: Any) -> bool:
    """Whether an outcome could be that: a face of the die, one of the options, cells of the row. What a side
    could have answered only the rules know."""
    match answer:
        case DieRolled():
            return type(value) is int and 1 <= value <= answer.die
        case Picked():
            return any(type(value) is type(option) and value == option for option in answer.options)
        case LookedUp():
            return isinstance(value, Mapping) and bool(value) and value.keys() <= answer.result.keys()
    return True


class Guards:
    """The guards of a log, asked event by event in its order."""

    def __init__(self, events: Sequence[Event], strikes: Strikes, system: str) -> None:
        self._events = events
        self._strikes = strikes
        self._system = system
        try:
            self._rules: RuleSystem | None = load(system)
        except NotFound:
            self._rules = None
        self._orders: list[int] = []
        """Places of the orders given so far, the opening of play left out."""
        self._said: list[int] = []
        """Places of the rolls, look-ups and arguments by hand so far."""
        self._rulings: list[int] = []
        """Places of the rulings so far that a take-back may pass over."""
        self._outcomes = Outcomes(events, strikes)
        self._begun = 0
        self._joined = {event.side.id for event in events if isinstance(event, SideAdded)}
        self._asked: dict[type[Event], Callable[[int, Any, State], Iterator[str]]] = {
            ClockPaused: self._paused,
            ClockResumed: self._resumed,
            CountersAdopted: self._counters,
            DateSet: self._date,
            EntryCorrected: self._corrected,
            GameDeclared: self._declared,
            GameForked: self._forked,
            HouseRuleAdopted: self._house_rule,
            MarkingSet: self._marking,
            MessageSent: self._message,
            Noted: self._noted,
            OptionChanged: self._option,
            Ruled: self._ruled,
            SeatTaken: self._seat,
            SecretOrderSealed: self._sealed,
            TableAdopted: self._table,
            TakenBack: self._taken_back,
            TimerSet: self._timer,
        }

    def faults(self, place: int, state: State) -> list[str]:
        """What is wrong with the event at that place, given the table before it."""
        event = self._events[place]
        account = KIND_OF[type(event)].account
        found: list[str] = []
        asked = self._asked.get(type(event))
        if asked is not None:
            try:
                found += asked(place, event, state)
            except Refused as refused:
                found.append(refused.sentence)
            if account.public and event.audience is not None:
                found.append("It is for everyone to see, which is not the audience recorded.")
        if event.rule and account.by is By.PEOPLE and not account.cites:
            found.append(f"It cites {event.rule[:60]}; an entry by people cites no rule.")
        if isinstance(event, OrderGiven):
            found += self._objections(event, state)
            found += self._effect_of(place, event, state)
            if event.order == BEGIN:
                self._begun = self._begun or event.number
            else:
                self._orders.append(place)
                if event.order in SAID:
                    self._said.append(place)
        elif isinstance(event, Ruled):
            self._rulings.append(place)
        return found

    def _objections(self, event: OrderGiven, state: State) -> Iterator[str]:
        """The objections that were overruled are those that the rules have."""
        if event.order not in BY_HAND or self._rules is None:
            if event.objections:
                yield "Rules object to what is no act by hand."
            return
        had = [(each.rule, each.why) for each in event.objections]
        ruled = objections(self._rules, state, event.order, event.arguments)
        table = contradictions(state, event.order, event.arguments)
        if had != [*ruled, *table]:
            yield "The rules do not object to it as the log says."

    def _effect_of(self, place: int, event: OrderGiven, state: State) -> Iterator[str]:
        """What carries out an outcome names an order in force; a late ruling an outcome as it stood."""
        if event.effect_of:
            order = self._order_in_force(event.effect_of, place)
            if order is None and event.effect_of != self._begun:
                yield f"It carries out event {event.effect_of}, which was not an order in force."
            if event.order not in BY_HAND:
                yield "It carries out another order, which only manual changes do."
            elif order is not None and event.order != LATE:
                if self._told_last(place) != event.effect_of:
                    yield f"It carries out order {event.effect_of}, but does not follow right upon it."
                known = self._events[order].audience
                if both(event.audience, known) != event.audience:
                    yield f"It is told to sides that may not know order {event.effect_of}."
        if event.order != LATE or self._events[0].number != 1:
            return
        concerns = event.arguments.get("concerns")
        if type(concerns) is not int or not 0 < concerns < event.number:
            yield "The late ruling concerns no earlier event."
            return
        answer = self._events[concerns - 1]
        if not isinstance(answer, ANSWERS) or answer.procedure != event.effect_of:
            yield f"It rules on event {concerns}, which is no roll, look-up or choice of the order it names."
            return
        if not self._strikes.in_force(concerns - 1, place):
            yield f"It rules on event {concerns}, which was no longer in force."
        if both(event.audience, answer.audience) != event.audience:
            yield f"It is told to sides that may not know event {concerns}."
        if not could_be(answer, event.arguments.get("value")):
            yield f"Event {concerns} could not have come to what is ruled."
        was, told = self._outcomes.before(place, answer), event.arguments.get("was")
        if isinstance(was, Mapping) and isinstance(told, Mapping):
            was = {column: was.get(column) for column in told}
        if (told, event.arguments.get("about")) != (was, subject_of(answer, state)):
            yield f"It does not say what event {concerns} was about, or how it stood, as the log has it."

    def _told_last(self, place: int) -> int:
        """The order that was adjudicated, or ruled on, last before that place; 0 for none."""
        for at in range(place - 1, -1, -1):
            event = self._events[at]
            if isinstance(event, Ruled):
                on = self._concerned(event)
                return on[1].procedure if on is not None else 0
            if event.procedure:
                return event.procedure
        return 0

    # --- take-backs and rulings ------------------------------------------------------------------

    def _taken_back(self, place: int, event: TakenBack, state: State) -> Iterator[str]:
        if not event.because.strip():
            yield "An undo needs a reason."
        if self._order_in_force(event.first, place) is None:
            yield f"It takes back event {event.first}, which was not an order in force."
            return
        while self._rulings and self._events[self._rulings[-1]].number > event.first:
            at = self._rulings.pop()  # it goes with this take-back, and no later one can come to it
            ruled = self._events[at]
            assert isinstance(ruled, Ruled)
            if ruled.concerns < event.first and self._strikes.in_force(at, place):
                yield (
                    f"It takes back what followed ruling {ruled.number}, but not the order that was ruled on."
                )
                break
        sides = state.sides
        for side in event.overruled:
            if side not in sides:
                yield f"{side[:60]} is overruled, but is not a side of this game."
        seats = state.cell.seats
        if seats:
            known = {*seats, *sides}
            for name in (*event.agreed, event.asked_by):
                if name and name not in known:
                    yield f"{name[:60]} is named as having agreed or asked, but is neither seated nor a side."

    def _order_in_force(self, number: int, place: int) -> int | None:
        """The place of the order of that number, if it was in force before `place`."""
        at = bisect_right(self._orders, number, key=lambda at: self._events[at].number) - 1
        if at < 0 or self._events[self._orders[at]].number != number:
            return None
        return self._orders[at] if self._strikes.in_force(self._orders[at], place) else None

    def _ruled(self, place: int, event: Ruled, state: State) -> Iterator[str]:
        on = self._concerned(event)
        yield from ruling_faults(event, self._events, self._strikes, place, self._said)
        if on is None:
            yield "The ruling concerns no earlier event."
            return
        at, answer = on
        if not isinstance(answer, ANSWERS) or not answer.procedure:
            yield f"It rules on event {answer.number}, which is not a roll, look-up or choice of an order."
            return
        if not self._strikes.in_force(at, place):
            yield f"It rules on event {answer.number}, which was no longer in force."
        if not could_be(answer, event.value):
            yield f"Event {answer.number} could not have come to what is ruled."
        if event.audience != answer.audience:
            yield f"It is for those who may know event {answer.number}, which is not the audience recorded."
        for since in reversed(self._orders):
            order = self._events[since]
            assert isinstance(order, OrderGiven)
            if order.number <= event.concerns:
                break
            if not self._strikes.in_force(since, place):
                continue
            if order.order not in BY_HAND:
                yield f"It comes too late: order {order.number} ({order.order}) had been given since."
                break
            if order.number in state.procedures:
                yield f"Order {order.number} ({order.order}) was waiting for an answer."
                break

    def _concerned(self, event: Ruled) -> tuple[int, Event] | None:
        place = event.concerns - self._events[0].number
        if not 0 <= place < len(self._events) or event.concerns >= event.number:
            return None
        return place, self._events[place]

    # --- the law of the house --------------------------------------------------------------------

    def _table(self, place: int, event: TableAdopted, state: State) -> Iterator[str]:
        if not event.because.strip():
            yield "A new table needs a reason."
        fits(state, event.table, event.data)

    def _counters(self, place: int, event: CountersAdopted, state: State) -> Iterator[str]:
        if not event.because.strip():
            yield "New counters need a reason."
        house_counters.fits(state, event.kinds, event.pieces, event.provenance)

    def _house_rule(self, place: int, event: HouseRuleAdopted, state: State) -> Iterator[str]:
        check_rule(event.id, event.text, event.because)
        yield from ()
        if event.replaces and check_replaced(self._system, event.replaces, state) != event.replaces:
            yield f"It replaces {event.replaces[:60]}, which is not how that rule is cited."

    def _option(self, place: int, event: OptionChanged, state: State) -> Iterator[str]:
        check_option(state, event.option, event.value, event.because)
        yield from ()

    # --- around the table ------------------------------------------------------------------------

    def _noted(self, place: int, event: Noted, state: State) -> Iterator[str]:
        if event.kind not in KINDS:
            yield f"There is no kind of note {event.kind[:40]!r}."
        check_note(state, event)

    def _declared(self, place: int, event: GameDeclared, state: State) -> Iterator[str]:
        if event.audience not in (None, ()):
            yield "A declaration is for everyone or for the white cell, which is not the audience recorded."
        questions = {topic.id: topic.text for topic in event.questions}
        outcomes = {topic.id: topic.text for topic in event.outcomes}
        if len(questions) + len(outcomes) != len(event.questions) + len(event.outcomes):
            yield "It declares a question or outcome twice."
        check_topics(event.purpose, questions, outcomes)

    def _corrected(self, place: int, event: EntryCorrected, state: State) -> Iterator[str]:
        corrections.check(event, self._events, state)
        yield from ()

    def _seat(self, place: int, event: SeatTaken, state: State) -> Iterator[str]:
        if event.left:
            if as_seated(state, event.name) != event.name:
                yield f"{event.name[:60]} leaves, but had no seat."
        else:
            for role in (event.role, *event.also):
                check_seat(state, event.name, role, event.side, event.cell)

    def _sealed(self, place: int, event: SecretOrderSealed, state: State) -> Iterator[str]:
        if event.side not in state.sides and event.side in self._joined:
            yield f"Orders are sealed by {event.side[:40]}, which was not a side of this game then."

    def _message(self, place: int, event: MessageSent, state: State) -> Iterator[str]:
        if (event.turn, event.phase) != (state.turn, state.phase):
            yield f"It bears turn {event.turn} and phase {event.phase[:40]!r}, which is not when it was sent."
        for side in (event.side, *event.to):
            if side and side != WHITE and side not in state.sides:
                yield f"It is from or to {side[:40]}, which is not a side of this game."

        blank = forms.form(event.form)
        if forms.fill(blank, event.fields) != event.fields:
            yield f"It is not filled in as the form {event.form} asks."
        if event.rule and event.rule != blank.rule:
            yield f"It cites {event.rule[:60]}, which is not the rule of its form."

    def _marking(self, place: int, event: MarkingSet, state: State) -> Iterator[str]:
        check_marking(event.marking)
        at = event.concerns - self._events[0].number
        if event.concerns and 0 <= at < place and event.audience != self._events[at].audience:
            message = f"It is for those who may know event {event.concerns}"
            yield f"{message}, which is not the audience recorded."

    def _timer(self, place: int, event: TimerSet, state: State) -> Iterator[str]:
        fault = timer_fault(state, event)
        if fault:
            yield fault

    def _paused(self, place: int, event: ClockPaused, state: State) -> Iterator[str]:
        if state.cell.paused is not None:
            yield f"The clock is paused, but event {state.cell.paused.number} had paused it already."

    def _resumed(self, place: int, event: ClockResumed, state: State) -> Iterator[str]:
        if state.cell.paused is None:
            yield "The clock is resumed, but it was not paused."

    def _date(self, place: int, event: DateSet, state: State) -> Iterator[str]:
        fault = date_fault(state, event)
        if fault:
            yield fault

    def _forked(self, place: int, event: GameForked, state: State) -> Iterator[str]:
        if not event.game.strip() or not event.name.strip():
            yield "A fork names the game that goes on."
        if event.audience != ():
            yield "A fork is for the white cell alone, which is not the audience recorded."
        if not self._begun or not self._begun <= event.at < event.number:
            yield f"The fork goes on from event {event.at}, from which no game can go on."
