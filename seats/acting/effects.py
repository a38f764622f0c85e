"""What changes with an act, read from words and carried out with it; and who may know."""

import secrets
from collections.abc import Sequence
from typing import Any

from adjudication.engine.by_hand.effects import one_act, read_effects, read_words
from adjudication.engine.session import Outcome, Session
from adjudication.seminar.addressing import sides_meant
from domain.errors import BadData
from domain.events import PiecePlaced
from seats.seat.seat import Seat


def act_of(seat: Seat, effects: Sequence[str]) -> tuple[str, dict[str, Any]]:
    """The act by hand that the words of effects mean at this table. Raises BadData or NotFound."""
    return one_act(read_words(effects, seat.game.state, lambda kind, hidden: _free_id(seat, kind, hidden)))


def acts_of(seat: Seat, effects: Sequence[str]) -> list[dict[str, Any]]:
    """The acts that the texts of effects mean at this table. Raises BadData or NotFound."""
    if not effects:
        return []
    text = ", ".join(effects)
    return read_effects(text, seat.game.state, lambda kind, hidden: _free_id(seat, kind, hidden))


def carried_out(
    seat: Seat,
    session: Session,
    outcome: Outcome,
    effects: Sequence[str],
    because: str,
    by: str,
    order: int,
    anyway: bool = False,
) -> Outcome:
    """An outcome with its effects, given by hand for the same reason and as a part of the same order. Raises
    what `Session.by_hand` raises."""
    acts = acts_of(seat, effects)
    if not acts:
        return outcome
    if not because.strip():
        raise BadData("Effects need a reason: --because REASON.")
    kind, arguments = one_act(acts)
    done = session.by_hand(kind, arguments, because, by, anyway=anyway, effect_of=order)
    return Outcome([*outcome.events, *done.events], outcome.questions)


def _free_id(seat: Seat, kind: str, hidden: bool) -> str:
    """An id that does not count hidden pieces: theirs have random letters in place of a number."""
    if hidden:
        return f"{kind}-x{secrets.token_hex(4)}"
    taken = set(seat.game.state.pieces) | {
        event.piece.id for event in seat.game.log if isinstance(event, PiecePlaced)
    }
    number = 1
    while f"{kind}-{number}" in taken:
        number += 1
    return f"{kind}-{number}"


def only_sides(seat: Seat, named: Sequence[str] | None) -> tuple[str, ...] | None:
    """The sides that may know, None when nothing was said of it. Raises NotFound for a side there is not."""
    if not named:
        return None
    sides = sides_meant(seat.game.state, named, "--only")
    return tuple(seat.game.state.sides) if sides is None else sides
