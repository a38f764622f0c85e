"""Noting what this terminal is shown, orders and questions, for `cli.dialogue.numbers` to check against."""

from collections.abc import Collection, Sequence

import msgspec

from adjudication.engine.orders import Order
from adjudication.engine.umpire import Question
from cli.terminal.memory import memory
from seats.dialogue.digests import list_digest, question_digest
from seats.seat.seat import Seat


def note_orders(seat: Seat, listed: Collection[int] | None = None) -> None:
    """The list of orders is shown now; listed: the numbers that are shown of it, None for all."""
    kept, length = memory(), len(seat.game.log)
    shown = kept.get(seat.game.id)
    if listed is not None and shown.orders == length:  # those shown before hold, too
        listed = None if shown.listed is None else {*shown.listed, *listed}
    numbers = None if listed is None else tuple(sorted(listed))
    kept.put(seat.game.id, msgspec.structs.replace(shown, orders=length, own=length, listed=numbers))


def note_questions(seat: Seat, questions: Sequence[Question]) -> None:
    """These questions, or that there is none, are shown now."""
    if not questions and seat.game.state.procedures:
        return  # what is open was not shown
    kept = memory()
    shown = kept.get(seat.game.id)
    named = tuple(question_digest(seat, question) for question in questions)
    if named != shown.questions or named:
        asked = len(seat.game.log)
        kept.put(seat.game.id, msgspec.structs.replace(shown, questions=named, asked=asked))


def note_opened(seat: Seat, orders: Sequence[Order]) -> None:
    """The list of opened orders that are to be given is shown now."""
    kept = memory()
    shown = kept.get(seat.game.id)
    kept.put(seat.game.id, msgspec.structs.replace(shown, opened=list_digest(orders)))
