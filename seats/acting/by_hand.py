"""Acts by hand: what the white cell does outside the rules, with a reason."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from adjudication.engine.session import Outcome
from domain.errors import BadData, Objected, Refused
from domain.events import OrderGiven
from domain.views.view import WHITE
from seats.acting.acted import Acted
from seats.acting.effects import only_sides
from seats.dialogue.answers import Prepared
from seats.seat.agreeing import ToAgree
from seats.seat.seat import Seat, clock_of

NO_REASON = "A manual change needs a reason: --because REASON."


class Said(NamedTuple):
    """What every act by hand is said with."""

    because: str
    rule: str
    by: str
    only: Sequence[str] | None
    roll: Sequence[int] | None = None
    anyway: bool = False


Build = Callable[[Seat], tuple[str, dict[str, Any]]]
"""Makes, for a game, the kind of an act and its arguments."""


def give(seat: Seat, build: Build, said: Said, **more: Any) -> Acted:
    """Do an act by hand, again when others wrote first, unless the phase it was meant for is over.

    more: what its answer has besides. Raises BadData without a reason, ToAgree for what the rules object to
    (`anyway` does it all the same), Refused for a game that is closed.
    """
    if seat.game.state.closed:
        raise Refused("This game is closed; it can be read and audited, not changed.")
    if not said.because.strip():
        raise BadData(NO_REASON)
    clock = clock_of(seat.game.state)

    def do() -> Outcome:
        kind, arguments = build(seat)
        people = Prepared(tuple(said.roll or ()), said.by)
        audience = only_sides(seat, said.only)
        session = seat.session(people)
        with session.at_once():
            outcome = session.by_hand(
                kind, arguments, said.because, said.by, said.rule, audience, said.anyway
            )
            people.check_used(seat.game.opened.dice)
            return outcome

    def still_meant() -> None:
        if clock_of(seat.game.state) != clock:
            raise Refused("Somebody else ended the phase meanwhile; nothing was done, look and decide again.")

    try:
        outcome = seat.deciding_again(do, still_meant)
    except Objected as objected:
        from reports.words.names import Names

        sentence = objected.in_words(Names(seat.game.state).text)
        raise ToAgree(sentence, "Add --anyway to go on.") from objected
    return done(seat, outcome, **more)


def done(seat: Seat, outcome: Outcome, **more: Any) -> Acted:
    """An act by hand that was done; its answer says which of its events are out of sight here."""
    return Acted(seat, outcome.events, outcome.questions, by_hand=True, more=more)


def attempt(seat: Seat, build: Build, said: Said) -> None:
    """Raises what doing an act by hand would, once its reason is said and what the rules object is agreed."""
    if seat.game.state.closed:
        raise Refused("This game is closed; it can be read and audited, not changed.")
    session = seat.session(Prepared(tuple(said.roll or ()), said.by))
    with session.on_trial():
        kind, arguments = build(seat)
        session.by_hand(kind, arguments, "tried", said.by, said.rule, only_sides(seat, said.only), True)


class Awaiting(NamedTuple):
    """The action that waits for a judgement: its order, its text, whose it is, and who alone knows of it."""

    order: int
    action: str
    side: str
    only: list[str] | None


def awaiting_action(seat: Seat) -> Awaiting | None:
    """The action in a side's own words that the white cell is to judge now, if there is one."""
    for question in seat.session_without_dice().pending():
        given = seat.game.log[question.order - 1] if question.kind == "judgement" else None
        if not isinstance(given, OrderGiven) or given.order not in seat.system.orders:
            continue
        text = given.arguments.get(seat.system.orders[given.order].text)
        if isinstance(text, str):
            only = None if given.audience is None else list(given.audience) or [WHITE]
            return Awaiting(given.number, text, given.side, only)
    return None
