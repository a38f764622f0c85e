"""Air missions that support the ground war (ground.2.C): close air support is allotted to a formation or a
zone, interdiction that flies over a tactical map to one of its zones.

A mission that is not allotted supports whoever needs it, where it flies.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import TypedDict

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.missions import CAS, INTERDICTION, in_the_air, mission_type
from adjudication.systems.ows.ground.forces.formations import called, formations
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")


class Allotment(TypedDict):
    """A formation, or a zone of a map."""

    to: str
    map: str


ALLOTTED = Mark[Allotment]("allotted", seen_by=OWNER)
"""Mark of an air mission: the formation that it supports, or the zone that it flies in, this Ground Phase."""


@dataclass(frozen=True, slots=True)
class Allot:
    """Allot an air mission to a formation or to a zone (ground.2.C)."""

    side: str
    mission: Contact
    to: str


def allot(umpire: Umpire, order: Allot) -> None:
    """The mission supports that formation, or flies in that zone, for this turn."""
    map = zones_below(umpire.state.board, umpire.state.where(order.mission)).get(order.to, "")
    umpire.mark(order.mission, ALLOTTED, Allotment(to=order.to, map=map), rule=R["ground.2.C"])


def end(umpire: Umpire) -> None:
    """The turn's ground war is over: missions are allotted anew in the next one."""
    for mission in list(umpire.state.marked(ALLOTTED)):
        umpire.mark(mission, ALLOTTED, None, rule=R["ground.2.C"])


def allotted(state: State, mission: str) -> str:
    """The formation or the zone that a mission is allotted to; empty for none."""
    mark = state.mark(mission, ALLOTTED)
    return str(mark["to"]) if mark else ""


def zone_allotted(state: State, mission: str) -> tuple[str, str]:
    """The map and the zone that a mission is allotted to; empty for none."""
    mark = state.mark(mission, ALLOTTED)
    return (str(mark["map"]), str(mark["to"])) if mark and mark["map"] else ("", "")


def serves(state: State, mission: Piece, hex: str, formations: Collection[str]) -> bool:
    """Whether an air mission may support units of these formations in the combat for a hex: it is allotted to
    nobody, to one of them, or to the zone of the hex."""
    mark = state.mark(mission.id, ALLOTTED)
    if not mark:
        return True
    if not mark["map"]:
        return mark["to"] in formations
    space = state.board.spaces[hex]
    return (space.map, space.zone) == (mark["map"], mark["to"])


@derived
def zones_below(board: Board, place: str) -> dict[str, str]:
    """The zones of tactical maps that lie in a hex, each with its map."""
    if place not in board.spaces:
        return {}
    return {
        space.zone: space.map for space in (board.spaces[id] for id in board.parts_of(place)) if space.zone
    }


@derived
def supporting_missions(state: State, side: str) -> tuple[str, ...]:
    """A side's CAS and interdiction missions that fly."""
    kinds = (CAS, INTERDICTION)
    return tuple(id for id in in_the_air(state, side) if mission_type(state, state.pieces[id]) in kinds)


def targets(state: State, side: str, mission: str) -> list[str]:
    """What a mission may be allotted to, and is not yet."""
    piece = state.pieces[mission]
    zones = list(zones_below(state.board, piece.place))
    own_formations = [each.id for each in formations(state, side)]
    found = [*own_formations, *zones] if mission_type(state, piece) == CAS else zones
    return [to for to in found if to != allotted(state, mission)]


@derived
def not_allotted(state: State, side: str) -> tuple[str, ...]:
    """Those that can be allotted and are not yet; others can be allotted anew."""
    return tuple(
        id
        for id in supporting_missions(state, side)
        if not state.mark(id, ALLOTTED) and targets(state, side, id)
    )


ALLOTS = Legality(
    IN_TURN,
    only(
        "mission",
        supporting_missions,
        "mission",
        R["ground.2.C"],
        "no CAS or interdiction mission of yours in the air",
    ),
    only(
        "to",
        targets,
        "allotment",
        R["ground.2.C"],
        lambda state, mission, to: T("cannot be allotted there", mission=mission, goal=called(state, to)),
    ),
    arguments={"mission": not_allotted, "to": targets},
    sides=acting,
    phases=("ground organization",),
    elsewhere=R["ground.2.C"],
)
KINDS = (
    OrderKind(
        "allot",
        Allot,
        allot,
        R["ground.2.C"],
        "allot CAS and interdiction missions to formations and zones",
        secret=True,
        legality=(ALLOTS,),
    ),
)
