"""Security Zones and Partisans on the map (10.15.10.1, 10.15.10.2): where they stand, what paid for them, and
the zones that Partisans have disrupted (10.15.10.4b).

Each marker stands in a hex and counts for the whole zone, 100 km across, that the hex lies in. The units that
pay for it lie in the box of its card.
"""

from typing import TypedDict

from adjudication.engine.register import citations
from adjudication.systems.ows.ground.forces.formations import ground_war
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import enemy_of, hexes, sides
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)

REAR = "rear area"
"""The group of kinds of these markers."""
SECURITY, PARTISANS = "security zone", "partisans"
"""Types of markers, and names of the cards' boxes (`security-SIDE`, `partisans-SIDE`)."""
CARD = {SECURITY: "security", PARTISANS: "partisans"}
PRICE = 3
"""Steps of ground combat units that pay for a marker (10.15.10.1a, 10.15.10.2a)."""


class Payment(TypedDict):
    """The units that lie on a marker's card or are with it, and the turn in which it was set up."""

    units: list[str]
    turn: int


PAID = Mark[Payment]("paid by", seen_by=OWNER)
"""Mark of a marker: what was paid for it."""
DISRUPTS = Mark[bool]("disrupts its zone")
"""Mark of Partisans that lie on their Disrupted side (10.15.10.3a, 10.15.10.4a)."""


CRUSHING = 14
"""What the Security Zone comes to at least where it destroys the Partisans (10.15.10.3d)."""
DISRUPTED, DESTROYED, HOLDS = "disrupted", "destroyed", "holds"


def outcome(security: int, partisans: int) -> str:
    """What comes of a battle for control: the Partisans win ties (10.15.10.4a); 14 or more, and twice their
    total, destroys them (10.15.10.3d)."""
    if partisans >= security:
        return DISRUPTED
    return DESTROYED if security >= CRUSHING and security >= 2 * partisans else HOLDS


def rear_area(state: State) -> bool:
    """Whether the rear area rules are in play (10.15.10)."""
    return on(state, "rear_area") and ground_war(state)


def type_of(marker: Piece) -> str:
    """SECURITY or PARTISANS."""
    return str(marker.kind.data.get("type", ""))


def kind_of(state: State, side: str, type: str) -> str:
    """The kind of a side's markers of a type: its own (Diversants), else one that is nobody's; empty where
    the scenario has none."""
    found = [
        id
        for id, kind in state.kinds.items()
        if kind.group == REAR and kind.data.get("type") == type and kind.side in ("", side)
    ]
    return min(found, key=lambda id: state.kinds[id].side != side, default="")


@derived
def zone_names(board: Board) -> dict[str, tuple[str, str]]:
    """The zone of each hex of a tactical map: the hex of the map above that it lies in, or its map and the
    zone that it names; without those that lie in none."""
    found = {}
    for space in board.data.spaces:
        if space.zone:
            found[space.id] = (space.map, space.zone)
    return found


def zone(board: Board, hex: str) -> tuple[str, str]:
    """The zone that a hex lies in: the map, and what the zone is called there; both empty for none."""
    return zone_names(board).get(hex, ("", ""))


@derived
def hexes_of(board: Board, zone: tuple[str, str]) -> tuple[str, ...]:
    """The hexes of a zone."""
    return tuple(hex for hex, name in zone_names(board).items() if name == zone)


@derived
def markers(state: State, side: str, type: str) -> tuple[str, ...]:
    """A side's markers of a type on the map."""
    places = hexes(state.board)
    return tuple(
        piece.id
        for piece in state.of_group(REAR)
        if piece.side == side and type_of(piece) == type and piece.place in places
    )


def in_zone(state: State, side: str, type: str, zone_name: tuple[str, str]) -> list[Piece]:
    """A side's markers of a type in a zone."""
    found = [state.pieces[id] for id in markers(state, side, type)]
    return [marker for marker in found if zone(state.board, marker.place) == zone_name]


def disrupted(state: State, side: str) -> tuple[tuple[str, str], ...]:
    """The zones that enemy Partisans have disrupted."""
    if not on(state, "rear_area"):
        return ()
    enemy = enemy_of(state, side)
    found = [state.pieces[id] for id in state.marked(DISRUPTS)]
    return tuple(dict.fromkeys(zone(state.board, each.place) for each in found if each.side == enemy))


@derived
def disrupted_hexes(state: State, side: str) -> frozenset[str]:
    """The hexes of zones that enemy Partisans have disrupted: movement there costs a side more, and it traces
    no supply through them (10.15.10.4b)."""
    return frozenset(hex for name in disrupted(state, side) for hex in hexes_of(state.board, name))


def paid_by(state: State, marker: str) -> list[str]:
    """The units that paid for a marker and are not lost since."""
    mark = state.mark(marker, PAID)
    return [unit for unit in mark["units"] if state.pieces[unit].steps] if mark else []


def contested_zones(state: State) -> list[tuple[str, tuple[str, str]]]:
    """Each zone with Partisans, and whose they are, in the order of the sides and the map."""
    return [
        (side, name)
        for side in sides(state)
        for name in dict.fromkeys(
            zone(state.board, state.pieces[id].place) for id in markers(state, side, PARTISANS)
        )
    ]
