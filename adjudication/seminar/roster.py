"""Who sits where, and who may say what on whose behalf.

As long as nobody sits in the white cell anybody may say anything. From then on whoever gives an event must be
in the roster: for a side only those who sit there or in the white cell, for the white cell only its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

import msgspec

from domain.errors import BadData, NotFound, Refused
from domain.events import (
    Event,
    MessageSent,
    OrderGiven,
    RoleData,
    SeatTaken,
    TakenBack,
)
from domain.events.kind import Speaks
from domain.events.registry import KIND_OF
from domain.events.seen import held
from domain.game.game import Game
from domain.resolving import Ambiguous, fold, resolve
from domain.table.state import State
from domain.text import check_visible
from domain.views.view import WHITE

LONGEST_NAME = 60
"""Characters that a person, a role or a cell may have."""

Seats = Mapping[str, SeatTaken]

FACILITATOR = "facilitator"
"""The role of the white cell that every game has."""


def facilitators(state: State) -> list[str]:
    """The people of the white cell."""
    return [seat.name for seat in state.cell.seats.values() if not seat.side]


def default_speaker(state: State) -> str:
    """Who speaks when nobody is named: the only facilitator, or the only person of a white cell without one.

    Empty when that is nobody, or more than one. A scribe or analyst beside the facilitator changes nothing.
    """
    cell = [seat for seat in state.cell.seats.values() if not seat.side]
    leading = [seat for seat in cell if FACILITATOR in _plain_roles(seat)] or cell
    return leading[0].name if len(leading) == 1 else ""


def _plain_roles(seat: SeatTaken) -> list[str]:
    return [role.strip().casefold() for role in roles_of(seat)]


def speaker(state: State, by: str, side: str | None = "") -> str:
    """The person who speaks for a side (empty: the white cell; None: themselves), as the roster has the name.

    by: who they say they are; for nobody it is `default_speaker`.
    Raises Refused when the roster does not let them.
    """
    cell = facilitators(state)
    if not cell:
        return by
    if not by:
        leading = default_speaker(state)
        if not leading:
            raise Refused(
                f"Say who acts with --by NAME (or WHITECELL_USER): the white cell has {', '.join(cell)}, and "
                "not exactly one facilitator who would be the default."
            )
        return leading
    named = as_said(state, by)
    if named is None:
        raise not_in_roster(state, by)
    fault = "" if side is None else may_not(state, named, side)
    if fault:
        raise Refused(f"{fault}.")
    return named


def not_in_roster(state: State, by: str) -> Refused:
    """How somebody is refused who is not in the roster."""
    return Refused(
        f"{by[:60]} is not in the roster, which has {_names(state.cell.seats)}; `whitecell roster NAME` adds "
        "people."
    )


def as_seated(state: State, name: str) -> str | None:
    """A person by the name that the roster has, however it is written; None for one who is not in it."""
    seats = state.cell.seats
    if name in seats:
        return name
    for written in (str.casefold, fold):
        found = [named for named in seats if written(named) == written(name)]
        if found:
            return found[0]
    return None


def as_said(state: State, name: str) -> str | None:
    """The person of the roster that a name, or a part of one, means; None where there is no such person.

    Raises Refused for several.
    """
    try:
        return as_seated(state, name) or resolve([(each, "") for each in state.cell.seats], name, "person")
    except Ambiguous:
        raise
    except NotFound:
        return None


def may_not(state: State, by: str, side: str) -> str:
    """Why that person of the roster may not speak for that side, in words; empty when they may."""
    seat = state.cell.seats[by]
    if not seat.side or side in held(state.player_of(seat.side)):
        return ""
    sits = side_name(state, seat.side)
    return f"{by} sits at {sits} and may not speak for {side_name(state, side)}"


def side_name(state: State, side: str) -> str:
    """A side by its name, the white cell by its own."""
    if side in ("", WHITE):
        return "the white cell"
    known = state.sides.get(side)
    return known.name or known.id if known is not None else side


def _names(seats: Seats) -> str:
    return ", ".join(seats)


def spoken_for(event: Event) -> tuple[str, str] | None:
    """Who gave an event, and on behalf of which side (empty: the white cell; `*`: for themselves); None for
    what no person gives."""
    if isinstance(event, OrderGiven) and event.order == "begin" and not event.side:
        return None
    by = getattr(event, "by", "") or getattr(event, "sender", "")
    match KIND_OF[type(event)].account.speaks:
        case Speaks.SIDE:
            side = getattr(event, "side", "")
            return by, "" if side == WHITE else side
        case Speaks.WHITE_CELL:
            return by, ""
        case Speaks.THEMSELVES:
            return by, "" if getattr(event, "overruled", ()) else "*"  # the white cell alone overrules
        case Speaks.NOBODY:
            return None


def sign(game: Game) -> None:
    """Write into the events that are not saved yet who gave them, by the name that the roster has.

    What nobody signed is the word of the default speaker, if there is one. Raises Refused
    when the roster does not let somebody say what they said.
    """
    for place in range(game.saved, len(game.log)):
        event = game.log[place]
        said = spoken_for(event)
        if said is None:
            continue
        by, side = said
        named = speaker(game.state, by, None if side == "*" else side)
        if isinstance(event, TakenBack):
            check_take_back(game.state, named)
        if named != by:
            field = "sender" if isinstance(event, MessageSent) else "by"
            game.log[place] = msgspec.structs.replace(event, **{field: named})


def check_take_back(state: State, by: str) -> None:
    """Raises Refused where that person may not take back orders: beside a facilitator no player may, because
    whether one still can would tell of what others did in secret since."""
    named = speaker(state, by, None)
    seat = state.cell.seats.get(named)
    if seat is not None and seat.side and facilitators(state):
        sits = side_name(state, seat.side)
        raise Refused(
            f"{named} sits at {sits} and may not undo orders; the white cell can, with "
            f"`undo --asked-by {named}`."
        )


def _fault(state: State, event: Event) -> str:
    said = spoken_for(event)
    if said is None:
        return ""
    by, side = said
    if not by:
        return "There is a roster, and nobody of it is named"
    if by not in state.cell.seats:
        return f"{by[:60]} is not in the roster"
    return "" if side == "*" else may_not(state, by, side)


def strangers(state: State, event: Event) -> Iterator[str]:
    """For the audit: what somebody said whom the roster did not let."""
    fault = _fault(state, event) if facilitators(state) else ""
    if fault:
        yield f"Event {event.number}: {fault}."


def check_seat(state: State, name: str, role: str, side: str, cell: str) -> None:
    """Raises BadData or NotFound for a seat that cannot be."""
    for what, text in (("name", name), ("role", role), ("cell", cell)):
        check_visible(text, f"The {what}")
        if len(text) > LONGEST_NAME:
            raise BadData(f"A {what} has at most {LONGEST_NAME} characters, not {len(text)}.")
    if not name.strip() or name != name.strip():
        raise BadData("A seat needs the name of who takes it.")
    if name == WHITE or name in state.sides:
        raise BadData(f"{name!r} names a side; a seat is taken by a person or a role.")
    if side and side not in state.sides:
        raise NotFound(f"There is no side {side[:40]!r}; there are: {', '.join(state.sides)}, {WHITE}.")


def role_named(state: State, role: str) -> RoleData | None:
    """The one role that is called so; None when there is none, or more than one.

    Every game has a facilitator, whether its scenario says so or not.
    """
    known = _all_roles(state)
    try:
        meant = resolve([(each.role, "") for each in known], role, "role")
    except NotFound:
        return None
    found = [each for each in known if fold(each.role) == fold(meant)]
    return found[0] if len(found) == 1 else None


def _all_roles(state: State) -> list[RoleData]:
    known = list(roles(state))
    if not any(each.role.casefold() == FACILITATOR for each in known):
        known.append(RoleData(role=FACILITATOR))
    return known


def check_place(state: State, name: str, role: str) -> None:
    """Raises BadData or NotFound for a seat whose side nobody said and whose role does not say it."""
    if not role.strip():
        raise BadData(f"Say where {name[:60]} sits: --role ROLE, --side SIDE, or --white for the white cell.")
    known = list(dict.fromkeys(each.role for each in _all_roles(state)))
    if any(each.casefold() == role.strip().casefold() for each in known):
        raise BadData(f"Several sides have the role {role[:60]!r}; say which with --side SIDE.")
    near = get_close_matches(role.casefold(), [each.casefold() for each in known], 1)
    meant = next((f" Did you mean {each!r}?" for each in known if each.casefold() in near), "")
    raise NotFound(
        f"This scenario has no role {role[:60]!r}; it has: {', '.join(known)}.{meant} Any other role needs "
        "--side SIDE, or --white for the white cell."
    )


def vacant(state: State) -> list[RoleData]:
    """The roles that the scenario wants somebody for, and nobody has."""
    taken = {
        (side, role.casefold())
        for seat in state.cell.seats.values()
        for side in (held(state.player_of(seat.side)) if seat.also else (seat.side,))
        for role in roles_of(seat)
    }
    return [each for each in roles(state) if (each.side, each.role.casefold()) not in taken]


def roles_of(seat: SeatTaken) -> tuple[str, ...]:
    """All roles of a person, the first one first."""
    return tuple(role for role in (seat.role, *seat.also) if role)


def roles(state: State) -> Sequence[RoleData]:
    """The roles that the scenario has."""
    return state.opened.roles if state.opened is not None else ()


def check_leaving(state: State, name: str) -> str:
    """The name in the roster of who leaves. Raises NotFound."""
    named = as_seated(state, name)
    if named is not None:
        return named
    raise NotFound(f"{name[:60]!r} has no seat; the roster has {_names(state.cell.seats) or 'nobody'}.")
