"""Re-adjudication: every order is run again with the recorded dice and answers, and must tell what it told.

An order takes one or more courses. The first goes from the order to whatever strikes any of its events, a
ruling or a take-back; the next, if the order is still in force, from there to what strikes it next; the last
to its end. Each course is retraced up to its strike.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from adjudication.audits.accounting import Accounts
from adjudication.audits.findings import AuditReport, describe
from adjudication.engine.by_hand import acts as by_hand
from adjudication.engine.contacts import by_contacts, naming
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import OrderKind
from adjudication.engine.play.running import BEGIN, run
from adjudication.engine.recall import Answered, Recall
from adjudication.engine.texts import worded
from adjudication.engine.umpire import Diverged, Nobody, Question, Umpire
from adjudication.engine.umpire.audiences import held_up_by, order_audience
from domain.errors import Refused
from domain.events import Event, OrderDone, OrderGiven, Ruled, Sides
from domain.events.strikes import Strikes
from domain.table.mutators import MUTATORS, rebuild
from domain.table.state import State

FAULTS = Exception
"""What rules and mutators raise on a damaged log can be anything."""


class Course(NamedTuple):
    """What an order told up to place `end`: whatever struck it there, or the end of the log."""

    end: int
    last: int
    """The place of the last event of its own, or ruling on one, before that."""


class Procedures:
    """Runs every order of a log again."""

    def __init__(
        self,
        events: Sequence[Event],
        accounts: Accounts,
        strikes: Strikes,
        system: RuleSystem,
        report: AuditReport,
        cut_at: int = 0,
    ) -> None:
        """cut_at: the event at which a fork, or whoever lost the tail of the log, cut it off; 0 for none."""
        self._events = events
        self._accounts = accounts
        self._strikes = strikes
        self._system = system
        self._report = report
        self._cut_at = cut_at
        self._answered = Answered(events, strikes)
        self._turns: dict[int, set[int]] = {}
        self._strikers = sorted(strikes.of)
        self._reached: tuple[int, State] | None = None
        """The place that the last order run again came to, and the table that it left there."""
        self._find_turns()

    def _find_turns(self) -> None:
        """Where the orders were struck or ruled on: order number -> places."""
        events = self._events
        for place, struck in self._strikes.of.items():
            for other in struck:
                self._turns.setdefault(events[other].procedure, set()).add(place)
        for place, event in enumerate(events):
            if isinstance(event, Ruled):
                order = self._order_of(event)
                if order:
                    self._turns.setdefault(order, set()).add(place)

    def _order_of(self, ruled: Ruled) -> int:
        on = ruled.concerns - self._events[0].number
        return self._events[on].procedure if 0 <= on < len(self._events) else 0

    def courses(self, number: int) -> list[Course]:
        """The courses that an order took."""
        given = self._accounts.orders[number]
        undone = self._strikes.by.get(given, len(self._events))
        ends = sorted(place for place in self._turns.get(number, ()) if given < place < undone)
        ruled = self._answered.rulings.of_order.get(number, ())
        mine = sorted([*self._accounts.members.get(number, ()), *ruled])
        found = []
        for end in (*ends, undone):
            at = bisect_left(mine, end) - 1
            while at > 0 and not self._strikes.in_force(mine[at], end):
                at -= 1
            found.append(Course(end, max(mine[at], given) if at >= 0 else given))
        return found

    def check(self, place: int, state: State) -> None:
        """Run the order at that place again, in each of its courses, on the table as it was behind it."""
        given = self._events[place]
        assert isinstance(given, OrderGiven)
        if self._accounts.orders.get(given.number) != place:
            return
        standing: list[int] = []
        reached, altered = place, False
        for course in self.courses(given.number):
            for at in range(reached + 1, course.last + 1):
                struck = self._strikes.of.get(at, ())
                if struck:
                    altered = altered or struck[0] < place
                    _leave_out(standing, struck)
                if not isinstance(self._events[at], Ruled):  # it changes nothing itself
                    standing.append(at)
            reached = max(reached, course.last)
            recorded = [self._events[at] for at in standing]
            self._retrace(given, place, course, self._table(place, course, state, altered), recorded)

    def _table(self, place: int, course: Course, state: State, altered: bool) -> State:
        """The table that an order is run on in one of its courses: as it was behind the order, but without
        what a ruling on another order has struck of that since, by which it is `altered`."""
        if not altered:
            return self._gone_on(place) or state.copy()
        standing = [at for at in range(place + 1) if self._strikes.in_force(at, course.last + 1)]
        found = rebuild([self._events[at] for at in standing])
        found.chances = state.chances
        return found

    def _gone_on(self, place: int) -> State | None:
        """The table that the last order left, brought to that place; None where it cannot be."""
        if self._reached is None:
            return None
        reached, state = self._reached
        if reached > place:
            return None
        self._reached = None
        if self._struck_between(reached, place):
            return None
        for event in self._events[reached + 1 : place + 1]:
            MUTATORS[type(event)](state, event)
            state.number = event.number
        return state

    def _keep(self, place: int, state: State) -> None:
        """Keep the table that an order left, to go on from it: copying one for each order is slow."""
        if self._reached is None or self._reached[0] < place:
            self._reached = place, state

    def _struck_between(self, after: int, last: int) -> bool:
        """Whether there are take-backs and rulings behind one place, up to another."""
        return bisect_right(self._strikers, after) < bisect_right(self._strikers, last)

    def _recall(self, given: OrderGiven, course: Course) -> Recall | None:
        """What a ruled order was answered before, up to the end of the course."""
        return Recall.at(self._answered, given.number, course.last + 1)

    def _retrace(
        self, given: OrderGiven, place: int, course: Course, state: State, recorded: Sequence[Event]
    ) -> None:
        self._report.procedures += 1
        umpire = Umpire(
            state,
            given.number,
            NO_DICE,
            Nobody(),
            recorded=recorded,
            recall=self._recall(given, course),
            next_number=self._events[-1].number + 1,
        )
        try:
            questions = run(self._system, umpire, given)
        except Diverged as error:
            self._diverged(error, given)
        except LogEnds:
            self._stops_short(given, umpire, recorded, course)
        except Refused as error:
            self._find(given, f"The rules refuse order {given.number} ({given.order}): {error}")
        except FAULTS as error:
            self._find(given, f"Order {given.number} ({given.order}) cannot be replayed: {error!r:.200}.")
        else:
            if umpire.fresh or (not questions and not _is_done(recorded, given)):
                self._stops_short(given, umpire, recorded, course)
            elif questions and course.end == len(self._events):
                self._waits(given, questions)
            elif not questions and not self._struck_between(place, course.last):
                self._keep(course.last, state)

    def _waits(self, given: OrderGiven, questions: Sequence[Question]) -> None:
        asked = "; ".join(worded(question.text, self._system.name) for question in questions)
        self._report.notices.append(
            f"Event {given.number}: order {given.order} is waiting for an answer: {asked}"
        )

    def _stops_short(
        self, given: OrderGiven, umpire: Umpire, recorded: Sequence[Event], course: Course
    ) -> None:
        own = [event.number for event in recorded if event.procedure == given.number]
        last = own[-1] if own else given.number
        if course.end == len(self._events) and last <= self._cut_at:
            return
        self._report.find(
            last + 1,
            "rules",
            f"Order {given.number} ({given.order}) is incomplete: the rules go on from here.",
            umpire.fresh[0].rule if umpire.fresh else "",
            expected=describe(umpire.fresh[0]) if umpire.fresh else "a roll, a draw or an answer",
        )

    def _diverged(self, error: Diverged, given: OrderGiven) -> None:
        expected = error.expected if isinstance(error.expected, str) else describe(error.expected)
        rule = error.recorded.rule if error.recorded is not None else given.rule
        if not isinstance(error.expected, str):
            rule = error.expected.rule or rule
        self._report.find(
            error.number,
            "rules",
            f"Replaying order {given.number} ({given.order}) does not give this event.",
            rule,
            recorded=describe(error.recorded) if error.recorded is not None else "",
            expected=expected,
        )

    def _find(self, given: OrderGiven, message: str) -> None:
        self._report.find(given.number, "rules", message, given.rule)


def _leave_out(standing: list[int], struck: Sequence[int]) -> None:
    """Take out of these places those that are struck; both are sorted, and most are struck from the end."""
    first = bisect_left(standing, struck[0])
    gone = set(struck)
    standing[first:] = [place for place in standing[first:] if place not in gone]


def order_faults(given: OrderGiven, state: State, system: RuleSystem | None) -> list[str]:
    """What of an order itself is not as the session writes it, given the table before it: its time, its rule,
    its audience, its reason."""
    found = []
    name = f"Order {given.order}"
    if given.order in by_hand.KINDS:
        strangers = [side for side in given.audience or () if side not in state.sides]
        if strangers:
            found.append(f"The manual change is kept for {strangers[0][:40]}, which is not a side.")
        return [*found, *_misfits(given, by_hand.KINDS[given.order])]
    asked = system.orders.get(given.order) if system is not None else None
    held_up = held_up_by(state, given.side, asked is not None and asked.stands_beside(state.phase))
    if held_up:
        waiting = held_up[-1]
        found.append(f"Order {waiting.number} ({waiting.order}) was still waiting for an answer.")
    if given.beside != bool(state.procedures):
        found.append(
            f"{name} is recorded as given {'while another waited' if given.beside else 'alone'}; it was not."
        )
    if state.verdict is not None:
        found.append(f"{name} was given after the game was decided (event {state.verdict.number}).")
    if given.rule:
        found.append(f"{name} cites {given.rule}; an order of a side cites no rule of its own.")
    if given.because:
        found.append(f"{name} carries a reason, which only manual changes do.")
    if given.order == BEGIN:
        if given.side or given.arguments or given.by:
            found.append("The opening of play names a side, a person or arguments; it has none.")
        kept: tuple[str, ...] | None = None
    else:
        if given.side and given.side not in state.sides:
            found.append(f"{name} is given by {given.side[:40]}, which is not a side.")
        if system is None or given.order not in system.orders:
            return found
        kind = system.orders[given.order]
        kept = order_audience(state, kind.secret, given.side, given.arguments)
        found += _misfits(given, kind)
        found += _contacts(given, kind, state)
        if given.shown != (kind.shown if kind.secret else ()):
            shown = ", ".join(kind.shown if kind.secret else ()) or "nothing"
            found.append(f"{name} shows {shown} to others, which is not what is recorded.")
    if given.covert:
        return [*found, *_covert(given, kept, system)]
    if given.audience != kept:
        whom = "everyone" if kept is None else ", ".join(kept)
        whom = f"{given.side} alone" if kept == (given.side,) else whom
        found.append(f"{name} is for {whom} to see, which is not the audience recorded.")
    return found


def _covert(given: OrderGiven, usual: Sides, system: RuleSystem | None) -> Iterator[str]:
    """A covert order is of a kind that can be, and kept for its side and others, or for the white cell."""
    kind = system.orders.get(given.order) if system is not None else None
    name = f"Order {given.order}"
    if kind is None or kind.covert is None:
        yield f"{name} is recorded as covert; such an order cannot be."
    audience = given.audience
    if audience is None:
        yield f"{name} is recorded as covert, and for everyone to see."
    elif usual is not None and not {*audience} <= {*usual}:
        yield f"{name} is covert and for sides to see that could not see it otherwise."
    elif audience and given.side not in audience and (usual is None or given.side in usual):
        yield f"{name} is covert and kept from {given.side}, whose order it is, but not from all sides."


def _contacts(given: OrderGiven, kind: OrderKind, state: State) -> list[str]:
    """Which arguments were given by contacts follows from what the side did not know."""
    if not given.contacts and not naming(kind.form):
        return []
    called = by_contacts(kind.form, given.arguments, state, given.side)
    if given.contacts == tuple(name for name, value in called.items() if value != given.arguments[name]):
        return []
    return [f"Order {given.order} does not say which of its arguments name contacts."]


def _misfits(given: OrderGiven, kind: OrderKind) -> list[str]:
    """What of an order's arguments is of another type than its form has: true is not 1, nor is 1.0."""
    side = {"side": given.side} if "side" in kind.form.__dataclass_fields__ else {}
    try:
        msgspec.convert({**given.arguments, **side}, kind.form)
    except msgspec.ValidationError as error:
        return [f"Order {given.order} has an argument of the wrong type: {error}."]
    return []


def _is_done(recorded: Sequence[Event], given: OrderGiven) -> bool:
    return any(isinstance(event, OrderDone) and event.procedure == given.number for event in recorded)


class LogEnds(Exception):
    """The rules need a die that the log does not have."""


class _NoDice:
    """An audit rolls nothing itself."""

    source = "none"

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        raise LogEnds


NO_DICE = _NoDice()
