"""What people do to the log: undoing, the end of the game, and corrections of what was said."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudication.seminar.consent import Missing, as_in_roster, last_done, missing_consent
from adjudication.seminar.roster import check_take_back, speaker
from domain.errors import BadData, NotFound, Refused
from domain.events import (
    CounterDrawn,
    CountersAdopted,
    DieRolled,
    Event,
    GameForked,
    HouseRuleAdopted,
    MessageSent,
    OptionChanged,
    OrderGiven,
    Picked,
    PieceKnown,
    PresenceKnown,
    Shuffled,
    TableAdopted,
    TakenBack,
)
from domain.events.seen import held
from domain.game.game import Game
from domain.views.view import WHITE
from seats.acting.acted import Acted
from seats.seat.seat import Seat


class Undoing(NamedTuple):
    """What an undo would do, and what it wants.

    number: the order that is undone; gone: all orders that go with it, itself first. asker, agreed: who asked
    for it, and who agreed. missing: sides that have not. seen: what happened since that nobody can forget, in
    words. further: whether the last thing done was an undo, so that this one goes further back. others:
    whether later orders go without having been named.
    """

    seat: Seat
    number: int
    gone: Sequence[OrderGiven]
    asker: str
    agreed: Sequence[str]
    missing: Sequence[Missing]
    seen: str
    further: bool
    others: bool


def undoing(
    seat: Seat,
    number: int | None = None,
    *,
    asked_by: str = "",
    agreed: Sequence[str] = (),
    consent_of: Sequence[str] = (),
    by: str = "",
) -> Undoing:
    """What an undo of an order, or else of what was done last, would do: tried, not recorded. consent_of:
    sides that must agree, whatever they have seen. Raises NotFound or Refused where it cannot be."""
    game, state = seat.game, seat.game.state
    check_take_back(state, seat.me.by)
    session = seat.session_without_dice()
    if state.closed:
        raise Refused("This game is closed; it can be read and audited, not changed.")
    named = number is not None
    orders = session.orders_in_force()
    (asker,) = as_in_roster(game, [asked_by]) if asked_by else ("",)
    agreeing = as_in_roster(game, agreed)
    sides = [state.viewer(side) for side in consent_of if side != WHITE]
    if number is None:
        last = last_done(game, orders, asker or speaker(state, by, None))
        if last is None:
            raise NotFound("There is no order to undo.")
        number = last.number
    if number not in {order.number for order in orders}:
        raise NotFound(_no_order(game, number))
    with session.on_trial():
        session.take_back(number, "tried", by)
    missing = missing_consent(game, number, asker, [*agreeing, by], sides)
    gone = [order for order in orders if order.number >= number]
    others = [order for order in gone if order.number != number and order.effect_of != number]
    further = not named and isinstance(game.log[-1], TakenBack)
    seen = seen_since(game, number)
    return Undoing(seat, number, gone, asker, agreeing, missing, seen, further, bool(others) and not named)


def undo(what: Undoing, because: str, by: str = "") -> Acted:
    """Undo it, over the consent that is missing, which the log says. Raises BadData without a reason."""
    if not because.strip():
        raise BadData("An undo needs a reason: --because REASON.")
    session = what.seat.session_without_dice()
    overruled = [each.side for each in what.missing]
    taken = session.take_back(what.number, because, by, what.agreed, what.asker, overruled)
    return Acted(what.seat, [taken], session.pending())


def close(seat: Seat, because: str = "", by: str = "") -> Acted:
    """Close the game for good and reveal the seed of its dice. Raises Refused, as `check_closing` does."""
    return Acted(seat, seat.session_without_dice().close(seat.seal_to_reveal(), by, because))


def check_closing(seat: Seat, anyway: bool = False) -> None:
    """Raises Refused for a game that is closed already, and while forks of it are open, if not `anyway`."""
    if seat.game.state.closed:
        raise Refused("This game is closed already.")
    _refuse_with_open_forks(seat, anyway)


def correct(
    seat: Seat,
    what: str,
    text: str = "",
    fields: Mapping[str, str] | None = None,
    *,
    withdraw: bool = False,
    because: str = "",
) -> Acted:
    """Correct or withdraw a note, message or inject, by its number, or a declared topic, by its id. fields:
    of a message. Raises BadData, NotFound or Refused."""
    from adjudication.seminar.corrections import correcting, declaration_of, original

    if withdraw and (text or fields):
        raise BadData("Give the new text, or --withdraw, not both.")
    own = seat.me.own

    def act() -> Event:
        topic = ""
        if what.isascii() and what.isdigit():
            on = original(seat.game, seat.number(int(what)), int(what) if own else 0)
        else:
            if own:
                raise Refused("Only the white cell corrects what was declared.")
            on, topic = declaration_of(seat.game, what), what
        side = next(iter(held(own))) if own else ""
        if own and isinstance(on, MessageSent) and on.side in held(own):
            side = on.side
        seat.check_speaks(side)
        said = seat.me.by
        return seat.session_without_dice().record(
            lambda number, time: correcting(
                seat.game, number, time, on, because, said, side, text, fields or {}, topic, withdraw
            )
        )

    corrected = seat.deciding_again(act, lambda: None)
    return Acted(seat, [corrected], seat.session_without_dice().pending())


def _no_order(game: Game, number: int) -> str:
    """Why an event cannot be taken back, and what can be done. Raises NotFound where there is none."""
    event = game.event(number)
    if isinstance(event, CountersAdopted | HouseRuleAdopted | OptionChanged | TableAdopted):
        return f"Event {number} is no order: what was adopted or changed holds until another is."
    if number in game.struck:
        return f"Event {number} has been undone already."
    given = game.event(event.procedure) if event.procedure else None
    if isinstance(given, OrderGiven) and given.number != number and given.order != "begin":
        return (
            f"Event {number} is a part of order {given.number}, which is undone whole: undo {given.number}."
        )
    return f"Event {number} is not an order in force; `whitecell log` shows them."


def _refuse_with_open_forks(seat: Seat, anyway: bool) -> None:
    """Raises Refused while forks of the game are played on: what it drew face down lies in them too."""
    from reports.words.names import joined

    if anyway:
        return
    here = {id: name for name, id in seat.desk.games.items()}
    forks = {event.game for event in seat.game.log if isinstance(event, GameForked)} & here.keys()
    live = sorted(here[id] for id in forks if not seat.ledger.load(id).state.closed)
    if live:
        which = "a fork of it that is" if len(live) == 1 else "forks of it that are"
        raise Refused(
            f"{joined(live)}: {which} still open; closing {seat.name} would reveal what was drawn face down "
            "before the fork. Close the fork first, or say --anyway."
        )


def seen_since(game: Game, number: int) -> str:
    """What happened from order `number` on that nobody can forget again, in words; empty if nothing."""
    from reports.words.names import joined, number_of

    live = [event for event in game.log[number - 1 :] if event.number not in game.struck]
    rolls = sum(isinstance(event, DieRolled | Picked) for event in live)
    drawn = sum(isinstance(event, CounterDrawn | Shuffled) for event in live)
    shown = sum(isinstance(event, PieceKnown | PresenceKnown) and event.sides != () for event in live)
    told = [
        number_of(count, one, many)
        for count, one, many in (
            (rolls, "die was rolled", "dice were rolled"),
            (drawn, "counter was drawn", "counters were drawn"),
            (shown, "counter was seen", "counters were seen"),
        )
        if count
    ]
    return joined(told) if told else ""
