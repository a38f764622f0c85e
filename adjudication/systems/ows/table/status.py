"""Who is who, where units are and what is known of them: detection (TACSIT 1) and the status markers
(2.3)."""

from collections.abc import Callable
from typing import Any, TypedDict, TypeVar

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.counters import AMMUNITION, FACILITY, MISSION, SOF, SQUADRON, sheet
from domain.errors import BadData
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)

T = TypeVar("T")

ATTRITION, REGENERATION = "attrition", "regeneration"
"""Boxes: units lost for good, and air and SOF missions that may come back (2.1.5, 2.1.6). One each of
every side: `attrition-SIDE`, `regeneration-SIDE`."""
HAND = "hand"
"""`hand-SIDE`: the cards and tokens that a side holds (2.1.4)."""

DETECTED = Mark[bool]("tacsit 1")
"""Mark of a piece that the enemy has detected and may target (2.3.3)."""
SUPPRESSED = Mark[bool]("suppressed")
"""Mark of a piece (2.3.2, 9.6.1a)."""
RSOI = Mark[int]("rsoi")
"""Mark of a piece; its value is the turn in whose Regeneration Phase it comes off (2.3.1)."""
EMITTING = Mark[bool]("emitting")
"""Mark of a piece that radiates (6.4.3)."""


class Flown(TypedDict):
    """The mission that an aircraft flies since a turn; in a package, and with a tanker, if they are not
    empty. leave: beyond its fuel."""

    type: str
    package: str
    tanker: str
    since: int
    leave: bool


MISSION_FLOWN = Mark[Flown]("mission", seen_by=OWNER)
"""Mark of an air mission on the map: which it flies, and with whom."""


class MissionMarker(TypedDict):
    """The marker of an attack mission."""

    type: str


ATTACK_MISSION = Mark[MissionMarker]("attack mission")
"""Mark of an air mission that flies SUCAP, CAS or interdiction face up (6.5.10)."""
JAMMED = Mark[str]("jammed", turns=1)
"""Mark of a unit that EW aircraft jam: strikes on it are promoted (6.5.8)."""
HOME = Mark[str]("home", seen_by=OWNER)
"""Mark of an air mission: the squadron base, or the ship, that it belongs to (2.2.4)."""
DISRUPTED = Mark[int]("disrupted")
"""Mark of a piece whose C2 is disrupted: by how many tokens and cards (7.2.1.1b, 7.2.1.1c)."""
SIGINT = Mark[str]("sigint")
"""Mark of a unit: the SIGINT & EMSO token in force on it; detection of it and attacks on it are promoted
once (7.2.1.3)."""
COUNTERMEASURES = Mark[str]("countermeasures")
"""Mark of a unit: the countermeasures token on it; detection and strikes are demoted once, a hit is
absorbed (7.2.1.4)."""
SILENT = Mark[bool]("silent running", seen_by=OWNER)
CAVITATING = Mark[bool]("cavitating", seen_by=OWNER)
ASW = Mark[bool]("asw", seen_by=OWNER)
"""Marks of naval units (6.4.2, 6.4.4)."""


class Sailing(TypedDict):
    """How far a unit has moved at sea this turn, and how much of its allowance that is, in millionths."""

    hexes: int
    spent: int


SAILED = Mark[Sailing]("sailed", seen_by=OWNER)
"""Mark of a unit that has moved at sea this turn."""
INTERCEPTED = Mark[bool]("intercepted")
"""Mark of a unit that an enemy declared combat with as it passed, and stopped (6.2)."""
HANDLED = Mark[int]("handled")
"""Mark of a port: the steps that it has embarked and offloaded, and the ships that it has resupplied, this
turn; the knowledge of whoever holds it (2.1.7.1b)."""
SWEPT = Mark[bool]("swept", seen_by=OWNER)
"""Mark of a ship that has swept or laid mines this turn (6.4.5)."""
STRATEGIC = Mark[dict[str, int]]("strategic moves", seen_by=OWNER)
"""Mark of a side: the steps that it has moved strategically this turn, by mode (3.4a)."""
AMPHIBIOUS = Mark[int]("amphibious assault")
"""Mark of ships and ground units that land on a beach: the turn in which they did (2.3.4, 6.4.6)."""
INITIATIVE = Mark[str]("initiative")
"""Mark of the game: the side that has the initiative, where a decision card gave it to it (4.2)."""
UNREADY = Mark[bool]("not ready", seen_by=OWNER)
"""Mark of a unit that cannot act until a decision card makes it ready (4.2)."""
RAN_SILENT = Mark[bool]("ran silent", seen_by=OWNER)
"""Mark of a submarine that began the Combat Phase in Silent Running and has left it since (9.9.5.6)."""
RETURNS = Mark[int]("returns", seen_by=OWNER)
"""Mark of a special operations team on the turn track: the turn in whose SOF phase it may be used again
(6.6.1.2)."""
KEPT = Mark[bool]("kept", seen_by=OWNER)
"""Mark of an air mission that is left in place for the next turn (11.4b)."""
RESUPPLIED = Mark[bool]("resupplied", seen_by=OWNER)
"""Mark of a ship that has taken a port action to be refilled this turn."""
READINESS = Mark[int]("readiness", seen_by=OWNER)
"""Mark of a unit: a readiness countdown, in turns (11.5)."""
TURN_TRACK = "turn-track"
"""The box of the counters that come back in a later turn."""
ATTACKED = Mark[bool]("attacked", seen_by=OWNER)
"""Mark of a unit that has made its torpedo or ASW attack this turn."""

MAIN_EFFORT = Mark[bool | str]("main effort", seen_by=OWNER)
"""Mark of a unit: True, it is what its commander means it for (seq.1.3); or the formation whose headquarters
has placed its Main Effort marker on it (10.5a)."""
RESERVE = Mark[bool]("reserve", seen_by=OWNER)
"""Mark of a unit that is in reserve (seq.1.3, 10.4)."""

AIRBORNE = Mark[bool | str]("airborne assault")
LIFTED = Mark[bool | str]("air assault")
"""Marks of a ground unit that lands from the air, and of the hex, with its side (2.3.4)."""
EXPENDED = Mark[bool]("expended", seen_by=OWNER)
"""Mark of an air mission that has attacked a mover or supported ground units, and of an artillery unit that
has fired its missions: it does so no more this turn (6.5.10.4b, 10.15.5d). Also of a Tactical Nuke that was
used this turn (7.4)."""


class SupportGiven(TypedDict):
    """The hex under attack, and how many missions of each weapon are committed there."""

    hex: str
    missions: dict[str, int]


SUPPORT = Mark[SupportGiven]("support", seen_by=OWNER)
"""Mark of artillery, an air mission or a ship that supports a ground combat (10.15.5d)."""

Marching = TypedDict(
    "Marching",
    {"phase": int, "in": str, "points": int, "hexes": int, "from": str, "stopped": bool, "all": int},
)
"""The Ground Phase, the impulse, what a unit has spent and how far it has gone in that impulse, where it was
as it began, whether it had to stop, and its hexes in all impulses."""
MARCHED = Mark[Marching]("marched", seen_by=OWNER)
"""Mark of a ground unit: how it has moved in this Ground Phase."""
SUPPLY = Mark[str]("supply", seen_by=OWNER)
"""Mark of a ground unit that is LOW or OUT of supply; without it, it is in supply."""
LOW, OUT = "Low Supply", "Out of Supply"
CROSSED = Mark[dict[str, list[int]]]("crossed")
"""Mark of a hex: the steps that have crossed its engineer bridges this turn, {hex across: steps over each}
(10.11d)."""
DISORGANIZED = Mark[bool]("disorganized")
"""Mark of a light infantry unit that has moved by buses, cars and trucks: it may not attack this turn
(10.10.2)."""

COMBAT = ("air combat", "long-range strikes", "local strikes")
"""The phases of the Combat Phase (3.8)."""

CLEARED: tuple[Mark[Any], ...] = (
    *(SUPPRESSED, CAVITATING, RAN_SILENT, ATTACKED),
    *(SAILED, INTERCEPTED, HANDLED, SWEPT, STRATEGIC),
    *(AIRBORNE, LIFTED, EXPENDED, SUPPORT),
    *(MARCHED, DISORGANIZED, CROSSED),
)
"""Marks that come off when the status markers are removed (11.6, seq.7.F); those that have a time of their
own are not among them."""


def is_ready(state: State, piece: str) -> bool:
    """Whether a unit may act: it is none that waits for a decision card (4.2)."""
    return not state.mark(piece, UNREADY)


@derived
def sides(state: State) -> tuple[str, str]:
    """The two sides that play, the one with the initiative first (3.5). Raises BadData for another number."""
    playing = [id for id, side in state.sides.items() if side.played_by == "player"]
    if len(playing) != 2:
        raise BadData(
            f"The Operational Wargame System is played by two sides; this scenario has {len(playing)}."
        )
    first = state.mark("game", INITIATIVE) or state.options.get("initiative", "")
    one, other = sorted(playing, key=lambda side: side != first)
    return one, other


def enemy_of(state: State, side: str) -> str:
    """The other side."""
    one, other = sides(state)
    return other if side == one else one


def name_of_side(state: State, side: str) -> str:
    """What a side is called."""
    return state.sides[side].name


CONTROL = Mark[str]("control")
"""Mark of a space: the side that holds it, where that is no longer the side that the map says."""


def holder(state: State, space: str) -> str:
    """The side that controls a land hex: the map's `holder`, or who took it since; empty for nobody."""
    taken = state.mark(space, CONTROL)
    return str(taken if taken is not None else state.board.spaces[space].values.get("holder", ""))


def control(state: State) -> dict[str, str]:
    """Land that a side holds: hex to side. It is public."""
    return {id: side for id in state.board.spaces if (side := holder(state, id))}


@derived
def hexes(board: Board) -> frozenset[str]:
    """The spaces of the maps, without the boxes beside them."""
    return frozenset(space.id for space in board.data.spaces)


@derived
def on_map(state: State, side: str) -> tuple[str, ...]:
    """A side's pieces that stand on the map by themselves, not aboard anything, in the order of the
    scenario."""
    places = hexes(state.board)
    return tuple(id for id, piece in state.pieces.items() if piece.side == side and piece.place in places)


def own(umpire: Umpire, piece: str, mark: Mark[T], value: T | None, *, rule: str) -> None:
    """Put a mark that only the piece's side knows of, or take it off (None)."""
    umpire.mark(piece, mark, value, rule=rule, audience=(umpire.state.pieces[piece].side,))


def detected(state: State, piece: Piece) -> bool:
    """Whether a unit is detected and may be targeted: it was detected, it radiates, or it is a fixed
    installation (2.3.3, 6.4.3a, 8.3.1)."""
    return bool(state.mark(piece.id, DETECTED) or state.mark(piece.id, EMITTING)) or fixed(state, piece)


def fixed(state: State, piece: Piece) -> bool:
    """Whether it is a fixed installation, which is always detected: facilities, ammunition points, and the
    squadrons based at an airfield (8.3.1). Squadrons elsewhere must be found (6.5.13)."""
    group = piece.kind.group
    if group in (FACILITY, AMMUNITION):
        return True
    here = state.pieces_at(piece.place)  # asked first: elsewhere it does not matter what lies face down
    airfield = any(each.kind.group == FACILITY and sheet(each).type == "airfield" for each in here)
    return airfield and group == SQUADRON


def detect(umpire: Umpire, piece: str, *, rule: str) -> None:
    """The enemy detects a unit: it is turned face up and marked TACSIT 1 (8.4.1)."""
    umpire.expose(piece, rule=rule)
    umpire.reveal(piece, rule=rule)
    umpire.mark(piece, DETECTED, True, rule=rule)


def lose_track(umpire: Umpire, piece: str, *, rule: str) -> None:
    """A detection lapses: the counter goes face down again, or off the map where its kind says so. An
    aircraft with the marker of an attack mission stays face up (6.5.10)."""
    unit = umpire.state.pieces[piece]
    umpire.mark(piece, DETECTED, None, rule=rule)
    if umpire.state.mark(piece, ATTACK_MISSION):
        return
    umpire.hide(piece, known_to=(unit.side,), rule=rule)
    if sheet(unit).unseen:
        umpire.conceal(piece, seen_by=(unit.side,), rule=rule)


def leave_silent_running(umpire: Umpire, submarine: str, *, rule: str) -> None:
    """A submarine attacks or moves and is silent no more (6.4.2.1c); in the Combat Phase it is remembered
    that it began so (9.9.5.6)."""
    state = umpire.state
    if not state.mark(submarine, SILENT):
        return
    umpire.mark(submarine, SILENT, None, rule=rule)
    if state.phase in COMBAT:
        umpire.mark(submarine, RAN_SILENT, True, rule=R["9.9.5.6"])


def clear(
    umpire: Umpire, mark: Mark[Any], *, rule: str, but: Callable[[State, str], bool] | None = None
) -> None:
    """Take a mark off all that bear it; whoever may know of it learns that it is gone. but: those that keep
    it."""
    state = umpire.state
    for subject in state.marked(mark):
        if but is not None and but(state, subject):
            continue
        umpire.mark(subject, mark, None, rule=rule, audience=state.marks_for.get((subject, mark.name)))


def lost_to(piece: Piece) -> str:
    """The box that a destroyed unit goes to (2.2.3c, 9.6a)."""
    box = REGENERATION if piece.kind.group in (MISSION, SOF) else ATTRITION
    return f"{box}-{piece.side}"


def lose(umpire: Umpire, piece: str, *, rule: str, for_good: bool = False) -> None:
    """A unit leaves the map for its box. What is lost for good lies there face up (2.1.5), so that the enemy
    learns of it with the loss. for_good: an air mission that does not come back (2.2.4c)."""
    unit = umpire.state.pieces[piece]
    box = f"{ATTRITION}-{unit.side}" if for_good else lost_to(unit)
    if box.startswith(ATTRITION):
        umpire.expose(piece, rule=R["2.1.5"])
        umpire.reveal(piece, rule=R["2.1.5"])
    umpire.move(piece, box, rule=rule)
