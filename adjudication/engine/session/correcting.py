"""Undoing orders and ruling on outcomes."""

from collections.abc import Sequence
from typing import Any

from adjudication.engine.by_hand import acts as by_hand
from adjudication.engine.play import later_acts
from adjudication.engine.questions import Remembering
from adjudication.engine.session.adjudicating import Adjudicating, numbered
from adjudication.engine.session.keeping import Outcome, insist_recordable
from domain.errors import BadData, NotFound, Refused
from domain.events import NAMES_ON_WIRE, Event, OrderGiven, Ruled, TakenBack
from domain.game.rulings import origin


class TooLate(Refused):
    """A ruling on an outcome that orders given since may rest on: it takes a late ruling."""


class Correcting(Adjudicating):
    """Takes back orders, and adjudicates them again with a ruled value."""

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
        insist_recordable(ruled)
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
        return Outcome(game.log[before:], numbered(again.questions, given))

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
