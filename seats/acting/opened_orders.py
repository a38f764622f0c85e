"""Sealed and covert orders: opened together, given in an order of precedence, and revealed."""

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from adjudication.engine.choice_texts import as_text
from adjudication.engine.orders import Order
from adjudication.engine.session import Outcome
from adjudication.engine.umpire import Question
from adjudication.seminar.disclosing import Kept, disclosing, disclosing_opened
from adjudication.seminar.disclosing import kept as kept_orders
from adjudication.seminar.secret_orders import (
    Left,
    awaited,
    dropping,
    is_late,
    left_to_give,
    numbered,
    opening,
    to_give,
)
from domain.errors import BadData, Refused
from domain.events import Event
from domain.views.view import WHITE
from seats.acting.acted import Acted
from seats.dialogue.answers import Prepared
from seats.dialogue.reader import Reader
from seats.seat.seat import Seat


@dataclass(frozen=True)
class Given:
    """What came of giving opened orders: how many were given, what the last one asks, and the one that was
    refused, with why."""

    acted: Acted
    count: int
    questions: Sequence[Question]
    refused: Order | None
    why: str


class OpenedOrders:
    """What the white cell does with sealed and covert orders in one command."""

    def __init__(self, seat: Seat, first: Sequence[str], by: str, because: str) -> None:
        """first: the sides whose orders go before the others'. Raises NotFound for one that there is
        not, Refused for a game that is closed."""
        if seat.game.state.closed:
            raise Refused("This game is closed; it can be read and audited, not changed.")
        self.seat = seat
        self.first = tuple(map(seat.game.state.side_named, first))
        self.by = by
        self.because = because
        self.events: list[Event] = []
        """What was written."""
        self._late: tuple[int, dict[int, str]] | None = None
        to_give(seat.game, self.first)

    def left(self) -> list[Left]:
        """The opened orders that are to be given."""
        return left_to_give(self.seat.game, self.first)

    def kept(self) -> list[Kept]:
        """The covert orders that some sides do not know."""
        return kept_orders(self.seat.game)

    def open(self, of: list[str], anyway: bool, to: tuple[str, ...] | None) -> None:
        """Open all sealed orders."""
        seat = self.seat
        if anyway != bool(self.because.strip()):
            raise BadData("To open orders without waiting takes both --anyway and --because REASON.")
        if to != () and not anyway:
            _check_givable(seat, of, self.by)
        self._record(
            lambda number, time: opening(
                seat.system, seat.game.state, number, time, of, self.by, self.because, to
            ),
            lambda: None,
        )

    def drop(self, place: int) -> None:
        """Do not give an opened order."""
        self._record(
            lambda number, time: [
                dropping(self.seat.game, number, time, place, self.first, self.by, self.because)
            ],
            _unmoved(self.seat),
        )

    def reveal(self, order: int, to: tuple[str, ...] | None, text: str) -> None:
        """Tell sides of a covert order."""
        self._record(
            lambda number, time: [
                disclosing(self.seat.game, number, time, order, to, text, self.by, self.because)
            ],
            lambda: None,
        )

    def show(self, places: Sequence[int], to: tuple[str, ...] | None, text: str) -> None:
        """Tell sides of opened orders."""
        game = self.seat.game

        def make(number: int, time: str) -> list[Event]:
            return [
                disclosing_opened(
                    game,
                    number + nth,
                    time,
                    each.sealed,
                    each.order,
                    to,
                    text,
                    self.by,
                    self.because,
                )
                for nth, each in enumerate(numbered(game, places, self.first))
            ]

        self._record(make, _unmoved(self.seat))

    def _record(self, make: Callable[[int, str], Sequence[Event]], still_meant: Callable[[], None]) -> None:
        seat = self.seat
        self.events += seat.deciding_again(lambda: seat.session_without_dice().record_all(make), still_meant)

    def late(self) -> dict[int, str]:
        """How the rules refuse each of the orders that are to be given, by its place; empty where they do
        not."""
        length = len(self.seat.game.log)
        if self._late is None or self._late[0] != length:
            session = self.seat.session()
            found = {nth: is_late(session, each, self.by) for nth, each in enumerate(self.left())}
            self._late = length, found
        return self._late[1]

    def listed(self) -> Acted:
        """What was done, and in its answer what is to be given and what is covert."""
        left, late = self.left(), self.late()
        more = {
            "to_give": [_data(each.order, late[nth]) for nth, each in enumerate(left)],
            "covert": [_kept_data(each) for each in self.kept()],
        }
        return Acted(self.seat, self.events, (), WHITE, waits=False, more=more)

    def numbered(self, numbers: Sequence[int]) -> list[Order]:
        """The opened orders of these numbers; without any, those that the rules do not refuse as late. Raises
        NotFound."""
        if numbers:
            return [each.order for each in numbered(self.seat.game, numbers, self.first)]
        late = self.late()
        return [each.order for nth, each in enumerate(self.left()) if not late[nth]]

    def give(
        self,
        orders: Sequence[Order],
        only: Sequence[str] | None = None,
        faces: Sequence[int] = (),
        answered: Callable[[Outcome], Sequence[Question]] | None = None,
    ) -> Given:
        """Give orders one after the other, up to the first that is refused or waits for an answer.

        only: the sides that may know. answered: is told each outcome, and says what is still asked then.
        """
        seat, people = self.seat, Prepared(faces, self.by)
        if faces:
            self._check_faces(orders, only, faces)
        may_answer = Reader(seat, WHITE).may_answer
        questions: Sequence[Question] = ()
        refused, why, count = None, "", 0
        for order in orders:

            def act(order: Order = order) -> Outcome:
                return seat.session(people).order(order, self.by, only)

            try:
                outcome = seat.deciding_again(act, lambda: None)
            except Refused as error:
                refused, why = order, f"{order_text(order)} of {order.side}: {error.sentence}"
                break
            count += 1
            self.events += outcome.events
            questions = may_answer(outcome.questions) if answered is None else answered(outcome)
            if questions:
                break
        left = [_data(each.order, "") for each in self.left()]
        more = {"to_give": left, "refused": why}
        acted = Acted(seat, self.events, questions, WHITE, waits=False, more=more)
        return Given(acted, count, questions, refused, why)

    def _check_faces(self, orders: Sequence[Order], only: Sequence[str] | None, faces: Sequence[int]) -> None:
        """Raises BadData where the orders, given one after the other, would not ask for all these faces."""
        people = Prepared(faces, self.by)
        session = self.seat.session(people)
        with session.on_trial():
            for order in orders:
                try:
                    if session.order(order, self.by, only).questions:
                        break
                except Refused:
                    break  # what came before it is given
            people.check_used(self.seat.game.opened.dice)


def _check_givable(seat: Seat, of: Sequence[str], by: str) -> None:
    """Raises Refused when the rules refuse all sealed orders: they are not shown to sides for nothing."""
    state = seat.game.state
    orders = [
        Order(each.side, str(order["order"]), {key: value for key, value in order.items() if key != "order"})
        for each in state.cell.sealed.values()
        for order in each.orders
    ]
    if not orders or awaited(state, of):
        return
    reasons: dict[str, None] = {}
    session = seat.session()
    for order in orders:
        with session.on_trial():
            try:
                session.order(order, by)
            except Refused as error:
                reasons[error.sentence] = None
            else:
                return
    why = f": {next(iter(reasons))}" if len(reasons) == 1 else "."
    raise Refused(
        f"None of the sealed orders can be given now{why} Open them for the white cell alone "
        "(`whitecell open-orders`), or add --anyway --because REASON."
    )


def _unmoved(seat: Seat) -> Callable[[], None]:
    """For a number in the list: refuse it when others have written meanwhile: the list may differ."""
    before = len(seat.game.log)

    def check() -> None:
        if len(seat.game.log) != before:
            raise Refused("Somebody else has given an order meanwhile; look at the list again.")

    return check


def _data(order: Order, late: str) -> dict[str, Any]:
    return {"side": order.side, "order": order.data(), **({"late": late} if late else {})}


def _kept_data(kept: Kept) -> dict[str, Any]:
    return {
        "event": kept.number,
        "side": kept.side,
        "order": kept.order,
        "results": kept.results,
        "known": list(kept.known),
    }


def order_text(order: Order) -> str:
    """An order as it is typed: `move unit=cts-1 to=0407`."""
    words = [f"{key}={as_text(value)}" for key, value in order.arguments.items()]
    return " ".join([order.name, *map(shlex.quote, words)])
