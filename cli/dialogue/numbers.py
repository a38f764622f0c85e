"""A number is good only for the list of orders, or the question, that this terminal was shown last.

One whose list has changed meanwhile is refused when it would mean something else.
"""

from collections.abc import Sequence

from adjudication.engine.orders import Order
from adjudication.engine.umpire import Question
from cli.terminal.memory import Memory, Shown, memory
from domain.errors import Refused
from domain.events import Chosen, DieRolled, OrderGiven, PhaseEntered, Picked, Ruled, TakenBack
from domain.events.strikes import struck
from domain.table.mutators import rebuild
from domain.views.view import WHITE
from reports.words.then import words_then
from seats.dialogue.digests import list_digest
from seats.dialogue.listing import legal_orders
from seats.seat.seat import Seat, clock_of


def check_number(seat: Seat, number: int, player: str = "") -> None:
    """Raises Refused for the number of an order that means another one than in the list shown here last.

    player: the side of the player who gives it, who is not told what others did.
    """
    kept, length = memory(), len(seat.game.log)
    shown = kept.get(seat.game.id)
    legal = legal_orders(seat)
    if not legal or _all_own(kept, shown, length):
        return
    if shown.orders == length:
        if shown.listed is not None and number not in shown.listed and _at(legal, number) is not None:
            raise Refused(
                f"Number {number} was not in the list shown here last: `whitecell orders` lists all of them."
            )
        return
    if not 0 < shown.orders <= length:
        raise Refused(
            f"No list of orders was shown at this terminal yet, so {number} may mean another order than you "
            "think: type `whitecell orders`, or give the order by its name."
        )
    before = seat.game.log[: shown.orders]
    then = rebuild(before, struck(before))
    listed = seat.system.legal_now(then)
    same_phase = clock_of(then) == clock_of(seat.game.state)
    if same_phase and _at(listed, number) == _at(legal, number):
        return
    raise Refused(
        f"The list of orders has changed since it was shown here ({_since(seat, shown.orders, player)}): "
        "`whitecell orders` shows it again."
    )


def _at(listed: Sequence[Order], number: int) -> Order | None:
    return listed[number - 1] if 1 <= number <= len(listed) else None


def _all_own(kept: Memory, shown: Shown, length: int) -> bool:
    """Whether a script gave everything itself since it began, or since it was shown a list."""
    return kept.scripted and shown.own == length


def check_answer(seat: Seat, which: str, question: Question, answer: str, player: str = "") -> None:
    """Raises Refused for an answer to another question than the one shown here last. which: its digest."""
    kept, length = memory(), len(seat.game.log)
    shown = kept.get(seat.game.id)
    if _all_own(kept, shown, length) or which in shown.questions:
        return
    if shown.questions:
        raise Refused(
            f"The question that was shown here is no longer open ({_since(seat, shown.asked, player)}): "
            "`whitecell answer` shows what is asked now."
        )
    if answer.strip().isdigit() and question.kind in ("die", "dice"):
        raise Refused(
            "The roll that is awaited now was not shown at this terminal yet, "
            f"so {answer.strip()} may belong to another roll: `whitecell answer` shows it."
        )
    if answer.strip().isdigit():
        raise Refused(
            f"The question that is open now was not shown at this terminal yet, so {answer.strip()} may mean "
            "another answer than you think: `whitecell answer` shows it."
        )


def what_became_of_it(seat: Seat, player: str = "") -> str:
    """What happened to the question that was shown here last; empty when none was."""
    shown = memory().get(seat.game.id)
    if not shown.questions:
        return ""
    return f"The question that was shown here is no longer open ({_since(seat, shown.asked, player)})."


def check_opened(seat: Seat, orders: Sequence[Order]) -> None:
    """Raises Refused when the list of opened orders is another one than was shown here last."""
    kept = memory()
    shown = kept.get(seat.game.id)
    if orders and shown.opened != list_digest(orders) and not _all_own(kept, shown, len(seat.game.log)):
        raise Refused(
            "The list of opened orders has changed since it was shown here, or was not shown here yet: "
            "`whitecell open-orders` shows it."
        )


def _since(seat: Seat, shown: int, player: str) -> str:
    """What happened first after event `shown`: `event 17: Order of ...`; no word of it for a player."""
    if player:
        return "others have acted since"
    since = seat.game.log[shown:]
    telling = (OrderGiven, TakenBack, Ruled, PhaseEntered, Chosen, DieRolled, Picked)
    first = next((event for event in since if isinstance(event, telling)), since[0] if since else None)
    if first is None:
        return "nothing happened since"
    views = [view for view in seat.seen(WHITE, first.number) if view.number == first.number]
    return f"event {first.number}: {words_then(seat.game.log, views, WHITE).get(first.number, '')}"
