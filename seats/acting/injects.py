"""The master events list: injects taken in, delivered, altered, skipped."""

from collections.abc import Sequence

from adjudication.engine.by_hand.effects import one_act
from adjudication.engine.session import Session
from adjudication.seminar.injects import applied, handling, listing, read_list, reason_of, unplanned
from domain.errors import BadData
from domain.events import Event, InjectHandled
from domain.views.view import WHITE
from seats.acting.acted import Acted
from seats.acting.effects import acts_of
from seats.seat.seat import Seat


def take_in(seat: Seat, raw: bytes, called: str, by: str = "") -> Acted:
    """Take in a master events list: the bytes of a CSV file, and what it is called. Raises BadData."""
    listed = seat.deciding_again(
        lambda: seat.session_without_dice().record(
            lambda number, time: listing(
                seat.game.state,
                number,
                time,
                read_list(raw, called, seat.game.state, seat.system.phases_in(seat.game.state)),
                by,
            )
        ),
        lambda: None,
    )
    return _told(seat, [listed])


def improvise(seat: Seat, text: str, to: Sequence[str], effects: Sequence[str] = (), by: str = "") -> Acted:
    """Deliver an unplanned inject with what it changes, all or none. Raises BadData or NotFound.

    The reason of the change is not the text, because more sides may see it.
    """

    def do() -> list[Event]:
        state, session = seat.game.state, seat.session_without_dice()
        acts = acts_of(seat, effects)
        with session.at_once():
            told = session.record(lambda number, time: unplanned(state, number, time, text, to, by))
            assert isinstance(told, InjectHandled)
            if not acts:
                return [told]
            kind, arguments = one_act(acts)
            return [told, *session.by_hand(kind, arguments, reason_of(told.inject), by).events]

    return _told(seat, seat.deciding_again(do, lambda: None))


def handle(
    seat: Seat,
    id: str,
    how: str = "deliver",
    text: str = "",
    because: str = "",
    by: str = "",
    apply: bool = False,
) -> Acted:
    """Deliver, alter or skip a planned inject; its answer has the changes that it asks for.

    apply: make these changes as well. Raises BadData, NotFound or Refused.
    """

    def do() -> list[Event]:
        state, session = seat.game.state, seat.session_without_dice()
        with session.at_once():
            found: list[Event] = []
            if not (apply and how == "deliver" and state.cell.handled.get(id) in ("delivered", "altered")):
                found.append(
                    session.record(
                        lambda number, time: handling(state, number, time, id, how, text, because, by)
                    )
                )
            if apply:
                applied(seat.game, id)
                found += changes_made(seat, session, id, by)
            return found

    if apply and how == "skip":
        raise BadData("A skipped inject changes nothing: leave out --apply.")
    events = seat.deciding_again(do, lambda: None)
    changes = seat.game.state.cell.injects[id].changes if how != "skip" else ""
    questions = seat.session_without_dice().pending()
    return Acted(seat, events, questions, WHITE, more={"changes": changes})


def changes_made(seat: Seat, session: Session, id: str, by: str) -> list[Event]:
    """Make the changes of an inject as one act by hand. Raises BadData for one that has none."""
    changes = seat.game.state.cell.injects[id].changes
    if not changes.strip():
        raise BadData(f"Inject {id} has no changes to make.")
    kind, arguments = one_act(acts_of(seat, [changes]))
    return session.by_hand(kind, arguments, reason_of(id), by).events


def _told(seat: Seat, events: Sequence[Event]) -> Acted:
    return Acted(seat, events, seat.session_without_dice().pending(), WHITE)
