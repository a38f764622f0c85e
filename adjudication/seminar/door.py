"""The door of a game: who speaks, for whom they may, and with whose eyes they look.

This is settled once, from what somebody says of themselves, before a rule, a question, a number or a name
of the game is looked at. So a refusal at the door does not depend on anything that is hidden. Whatever lets
people at a game (a command, the console, completion, a service with a seat for each person) admits them here
first.
"""

from dataclasses import dataclass
from enum import Enum

from adjudication.seminar.roster import as_said, facilitators, not_in_roster, side_name, speaker
from domain.errors import Refused
from domain.events.seen import held
from domain.table.state import State
from domain.views.view import WHITE


class Errand(Enum):
    """What somebody comes for."""

    LOOK = "look"
    """To look, with the eyes of their seat, or those they name."""
    ACT = "act"
    """To act for a side: the one they name, or that of their seat."""
    LEAD = "lead"
    """To act for the white cell."""


@dataclass(frozen=True)
class Caller:
    """What somebody at the door says of themselves.

    by: in whose name they speak; empty where they name nobody. at: who reads the answers, where that is known
    apart from `by`: the person at the terminal, or who is logged in; empty for a screen of the white cell.
    side: for which side they act; None for that of their seat. eyes: the side or player through whose eyes
    they want to look; None for those of their seat.
    """

    errand: Errand = Errand.LOOK
    by: str = ""
    at: str | None = None
    side: str | None = None
    eyes: str | None = None


@dataclass(frozen=True)
class Admitted:
    """Somebody who was let in.

    by: who speaks, as the roster has the name; empty where nobody was named. sits: the side at which they
    sit, or the player who holds it with others; empty for the white cell, and without a roster. side: for
    which side they act (empty: the white cell), None where neither they nor their seat says. player: like
    `sits`, of whoever reads the answers, which show that seat's view and its own numbers. eyes: the viewer.
    own: the same where it is a side, or a player, that was named or has that seat; else empty, and what is
    shown is numbered as the white cell numbers it.
    """

    by: str
    sits: str
    side: str | None
    player: str
    eyes: str
    own: str


def looks(by: str, eyes: str | None = None) -> Caller:
    """Somebody who wants to look."""
    return Caller(Errand.LOOK, by, eyes=eyes)


def acts(by: str, side: str | None = None, eyes: str | None = None) -> Caller:
    """Somebody who wants to act for a side: that of their seat where none is named."""
    return Caller(Errand.ACT, by, side=side or None, eyes=eyes)


def leads(by: str) -> Caller:
    """Somebody who wants to act for the white cell."""
    return Caller(Errand.LEAD, by)


def admit(state: State, caller: Caller) -> Admitted:
    """Let somebody in. Raises Refused for who is not in the roster, or wants what their seat does not allow;
    NotFound for a side that there is not.

    As long as nobody sits in the white cell, nobody is refused, and nobody has a seat.
    """
    by, sits, player = _people(state, caller)
    side = None
    if caller.errand is Errand.LEAD:
        by = speaker(state, by)
    elif caller.errand is Errand.ACT:
        side = _side(state, caller.side, sits)
        for each in (None,) if side is None else held(side):
            by = speaker(state, by, each)
    own = _eyes(state, caller, player)
    return Admitted(by, sits, side, player, own or default_viewer(state, caller.eyes), own)


def default_viewer(state: State, named: str | None = None) -> str:
    """Through whose eyes the white cell looks: the only side people play, else its own."""
    players = state.players()
    return players[0] if named is None and len(players) == 1 else WHITE


def _people(state: State, caller: Caller) -> tuple[str, str, str]:
    """Who speaks, where they sit, and where whoever reads the answers does. Raises Refused for a stranger,
    and for a player who speaks in the name of another seat."""
    if not facilitators(state):
        return caller.by, "", ""
    by, at = caller.by, None if caller.at is None else caller.at and as_said(state, caller.at)
    if by:
        by = as_said(state, by) or ""
        if not by:
            raise not_in_roster(state, caller.by)
    sits = _seat(state, by)
    if at is None:  # nobody in the roster is known to sit there but who speaks
        return by, sits, sits
    player = _seat(state, at)
    if player and player != sits:
        here = f"{at} sits here, at {_where(state, at)},"
        raise Refused(f"{here} and may not speak as {by or 'the white cell'}.")
    return by, sits, player


def _seat(state: State, person: str) -> str:
    return state.player_of(state.cell.seats[person].side) if person else ""


def _side(state: State, named: str | None, sits: str) -> str | None:
    """The side or player for whom somebody acts; empty for the white cell. Raises NotFound."""
    if named is None:
        return sits or None
    found = state.viewer(named)
    return "" if found == WHITE else found


def _eyes(state: State, caller: Caller, player: str) -> str:
    """The eyes of a side; empty for those of the white cell. Raises Refused, NotFound."""
    if caller.eyes is None:
        return player
    named = state.viewer(caller.eyes)
    if not player:
        return "" if named == WHITE else named
    if named == player or named in held(player):
        return named
    person = as_said(state, caller.at or caller.by) or ""
    raise Refused(
        f"{person} sits at {_where(state, person)} and may not look through the eyes of "
        f"{side_name(state, named)}."
    )


def _where(state: State, person: str) -> str:
    return side_name(state, state.cell.seats[person].side)
