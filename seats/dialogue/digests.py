"""What tells a question, or a list of orders, from all others: an answer is given to what was shown."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec

from adjudication.engine.orders import Order
from adjudication.engine.umpire import Question
from domain.events import Chosen
from seats.dialogue.answers import question_data
from seats.seat.seat import Seat


def question_digest(seat: Seat, question: Question) -> str:
    """A question told from all others of the game: its order, its words, and how many answers came before it.

    What other sides answer in secret makes it no other question.
    """
    number = question.order
    answers = sum(
        event.procedure == number and not (isinstance(event, Chosen) and event.side != question.side)
        for event in seat.game.log[number:]
        if event.number not in seat.game.struck
    )
    return _digest([number, answers, question_data(question)])


def list_digest(orders: Sequence[Order]) -> str:
    """A list of orders told from all others."""
    return _digest([[order.side, order.data()] for order in orders])


def _digest(data: Any) -> str:
    return sha256(msgspec.json.encode(data, order="deterministic")).hexdigest()[:16]
