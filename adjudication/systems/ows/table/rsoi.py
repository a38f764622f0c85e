"""RSO&I (2.3.1): reception, staging, onward movement and integration of whoever was transported, and how
long it lasts."""

from typing import TypedDict

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.ladder import Shift
from adjudication.systems.ows.table.settings import number
from adjudication.systems.ows.table.status import AIRBORNE, AMPHIBIOUS, LIFTED, RSOI
from domain.table.marks import OWNER, Mark
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

UNTIL_LANDED = 999
"""What the RSO&I marker of a unit under way says: it stays until the unit is landed."""


class Carried(TypedDict):
    """Transports, and the steps that are lost if one of them is destroyed."""

    by: list[str]
    steps: int


STACKED = Mark[list[Carried]]("stacked with", seen_by=OWNER)
"""Mark of a unit that has been landed and still lies under RSO&I with its transports, so that what happens to
them happens to it (5.1.1.2b, 5.1.1.3d)."""


class FlownAhead(TypedDict):
    """Where a unit goes by air, and how many of its steps are there already."""

    to: str
    steps: int


FLOWN_AHEAD = Mark[FlownAhead]("flown ahead", seen_by=OWNER)
"""Mark of a mechanized unit that goes by air step by step; the counter follows with the last (5.1.1.3c)."""


def turns(state: State, days: int) -> int:
    """How many turns so many days of 24 hours are, rounded up (5.1.1.2c, 5.1.1.4b, 6.1)."""
    return -(-24 * days // number(state, "turn_hours"))


def in_rsoi(state: State, piece: str) -> bool:
    """Whether a unit is under an RSO&I marker, and cannot move."""
    return state.mark(piece, RSOI) is not None


def board(umpire: Umpire, unit: str, *, rule: str) -> None:
    """A unit is being transported: it is in RSO&I until it is landed (5.1.1.1)."""
    umpire.mark(unit, RSOI, UNTIL_LANDED, rule=rule)


def receive(umpire: Umpire, units: list[str], days: int, *, rule: str) -> None:
    """Put units in RSO&I for the rest of this turn and so many days more: the marker comes off in the
    Regeneration Phase of the last one (2.3.1b)."""
    state = umpire.state
    receive_until(umpire, units, state.turn + turns(state, days), rule=rule)


def receive_until(umpire: Umpire, units: list[str], last: int, *, rule: str) -> None:
    """Put units in RSO&I until the Regeneration Phase of a turn (2.3.1b)."""
    for unit in units:
        umpire.mark(unit, RSOI, last, rule=rule)


def unstack(umpire: Umpire) -> None:
    """Units whose time under RSO&I is over are no longer bound to their transports."""
    for unit in list(umpire.state.marked(STACKED)):
        if not bound(umpire.state, unit):
            umpire.mark(unit, STACKED, None, rule=R["2.3.1b"])


def bound(state: State, unit: str) -> bool:
    """Whether a unit is still stacked with its transports: in RSO&I, or in an assault from sea or air."""
    return in_rsoi(state, unit) or any(state.mark(unit, each) for each in (AMPHIBIOUS, AIRBORNE, LIFTED))


def stacked_with(state: State, transport: str) -> list[str]:
    """The units that lie under RSO&I with a transport that landed them."""
    return [
        unit
        for unit, lifts in state.marked(STACKED).items()
        if bound(state, unit) and any(transport in each["by"] for each in lifts)
    ]


def shifts(state: State, attacker: str | None, target: str | None) -> list[Shift]:
    """What RSO&I does to an attack: that of a unit in RSO&I is demoted, one against such a unit promoted
    (2.3.1a)."""
    found = []
    if attacker is not None and in_rsoi(state, attacker):
        found.append(Shift(T("attacker in RSO&I"), -1, R["2.3.1a"]))
    if target is not None and in_rsoi(state, target):
        found.append(Shift(T("target in RSO&I"), 1, R["2.3.1a"]))
    return found
