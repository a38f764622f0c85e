"""The roster: people take their seats, change them, and leave."""

import msgspec

from adjudication.engine.resolving import find
from adjudication.seminar.roster import (
    as_seated,
    check_leaving,
    check_place,
    check_seat,
    role_named,
)
from adjudication.seminar.roster_file import fault_of_more, read_roster, with_role
from domain.errors import BadData
from domain.events import Event, SeatTaken
from seats.acting.acted import Acted
from seats.seat.seat import Seat


def take_in(seat: Seat, raw: bytes, called: str) -> Acted:
    """Seat everybody in a CSV file, all or none; who has that very seat already is passed over. raw: its
    bytes. called: what it is called. Raises BadData or NotFound."""

    def act() -> list[Event]:
        state = seat.game.state
        said = seat.me.by
        seats = read_roster(raw, called, state, lambda side: find(state, ("side",), side))
        before = {
            name: msgspec.structs.replace(each, number=0, time="", blind="", by="")
            for name, each in state.cell.seats.items()
        }
        fresh = [each for each in seats if before.get(each.name) != each]
        return seat.session_without_dice().record_all(
            lambda number, time: [
                msgspec.structs.replace(each, number=number + place, time=time, by=said)
                for place, each in enumerate(fresh)
            ]
        )

    taken = seat.deciding_again(act, lambda: None)
    return Acted(seat, taken, seat.session_without_dice().pending())


def take_seat(
    seat: Seat,
    name: str,
    *,
    role: str = "",
    side: str = "",
    white: bool = False,
    cell: str = "",
    also: bool = False,
    leave: bool = False,
) -> Acted:
    """Seat a person: in a role at a side, or in the white cell. also: one more role. leave: the seat is left.
    Raises BadData, NotFound or Refused."""

    def act() -> Event:
        state = seat.game.state
        said = seat.me.by
        if leave:
            if role or cell or side or white or also:
                raise BadData("Whoever leaves takes no role, side or cell along: `roster NAME --leave`.")
            who = check_leaving(state, name)
            return seat.session_without_dice().record(
                lambda number, time: SeatTaken(number=number, time=time, name=who, left=True, by=said)
            )
        if white and side:
            raise BadData("A person sits at a side or in the white cell: --side or --white, not both.")
        check_seat(state, name, role, "", cell)
        wanted = role_named(state, role) if not (side or white) else None
        if wanted is None and not (side or white):
            check_place(state, name, role)
        place = wanted.side if wanted is not None else seat.side(side)
        called, room = (wanted.role, cell or wanted.cell) if wanted is not None else (role, cell)
        check_seat(state, name, called, place, room)
        who = as_seated(state, name) or name
        if also:
            before = state.cell.seats.get(who)
            if before is None or not called:
                raise BadData(
                    "--also gives one more role to somebody who has a seat: `roster NAME --role ROLE --also`."
                )
            fault = fault_of_more(state, before, place)
            if fault:
                raise BadData(f"{fault}; without --also they change places.")
            more = with_role(before, called, room)
            if more == before:
                raise BadData(f"{who} has the role {called} already.")
            return seat.session_without_dice().record(
                lambda number, time: msgspec.structs.replace(more, number=number, time=time, by=said)
            )
        return seat.session_without_dice().record(
            lambda number, time: SeatTaken(
                number=number, time=time, name=who, role=called, side=place, cell=room, by=said
            )
        )

    taken = seat.deciding_again(act, lambda: None)
    return Acted(seat, [taken], seat.session_without_dice().pending())
