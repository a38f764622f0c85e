"""Take-backs with consent: whoever has seen what is to be unseen is asked first."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from adjudication.engine.by_hand.acts import LATE
from domain.errors import NotFound
from domain.events import OrderGiven, TakenBack
from domain.events.kind import Undo
from domain.events.registry import NAMED
from domain.events.seen import held
from domain.game.game import Game
from domain.views.view import see_log


class Missing(NamedTuple):
    """A side that has seen some of it and has not agreed, and who sits there."""

    side: str
    people: tuple[str, ...]


def missing_consent(
    game: Game, first: int, asked_by: str, agreed: Collection[str], of: Collection[str] = ()
) -> list[Missing]:
    """The sides whose consent to taking back all from event `first` on is wanted and not given.

    Wanted is the consent of every side with people in the roster that saw some of it happen, and of the
    sides in `of`. A side consents by the word of anyone who sits there, or in its own name; whoever asks
    consents.
    """
    found = []
    seats = game.state.cell.seats
    agreeing = {name.casefold() for name in (*agreed, asked_by) if name}
    for side, data in game.state.sides.items():
        people = tuple(name for name, seat in seats.items() if side in held(game.state.player_of(seat.side)))
        if any(name.casefold() in agreeing for name in (side, data.name, *people)):
            continue
        if side in of or (people and has_seen(game, side, first)):
            found.append(Missing(side, people))
    return found


def as_in_roster(game: Game, names: Collection[str]) -> list[str]:
    """People and sides by the names that the roster and the game have for them. Where nobody sits anybody
    may be named. Raises NotFound."""
    seats, sides = game.state.cell.seats, game.state.sides
    known = {name.casefold(): name for name in seats}
    known.update({text.casefold(): side for side, data in sides.items() for text in (side, data.name)})
    found = []
    for name in names:
        if seats and name.casefold() not in known:
            raise NotFound(f"{name[:60]!r} has no seat; the roster has {', '.join(seats)}.")
        found.append(known.get(name.casefold(), name))
    return found


def has_seen(game: Game, side: str, first: int) -> bool:
    """Whether a side saw anything in force that happened on the table from event `first` on. That an order is
    done tells it nothing that an undo would unsay."""
    before = len(see_log(game.log[: first - 1], side))
    since = [view for view in see_log(game.log, side)[before:] if view.event != "order-done"]
    return any(NAMED[view.event].undo is Undo.STRUCK and not view.struck for view in since)


def last_done(game: Game, orders: Sequence[OrderGiven], person: str = "") -> OrderGiven | None:
    """The order that was given or answered last, by that person if they did any; of what carries out the
    outcome of an order, that order. None where there is no order."""
    if not orders:
        return None
    latest: dict[int, int] = {}
    own: dict[int, int] = {}
    for event in game.log[orders[0].number - 1 :]:
        if event.number in game.struck or not event.procedure:
            continue
        latest[event.procedure] = event.number
        by = getattr(event, "by", "")
        if person and by and by.casefold() == person.casefold():
            own[event.procedure] = event.number
    known = {order.number: order for order in orders}
    said = {number: at for number, at in (own or latest).items() if number in known}
    if not said:
        return orders[-1]
    found = known[max(said, key=lambda number: said[number])]
    if found.effect_of in known and found.order != LATE:
        return known[found.effect_of]
    return found


def consent_words(taken: TakenBack) -> str:
    """Who asked for a take-back, who agreed and who did not, for the audit."""
    asked = f", asked for by {taken.asked_by}" if taken.asked_by else ""
    agreed = f", agreed by {', '.join(taken.agreed)}" if taken.agreed else ""
    overruled = f", without the consent of {', '.join(taken.overruled)}" if taken.overruled else ""
    return f"{asked}{agreed}{overruled}"
