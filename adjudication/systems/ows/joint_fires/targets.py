"""What may be engaged (9.9.4, 9.9.7a), and by which salvos from where (2.2.2a, 2.2.2.1a, 9.9.1c)."""

from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.systems.ows.air.missions import TRANSPORT, air_hex, mission_type
from adjudication.systems.ows.ground.forces.formations import ground_war
from adjudication.systems.ows.ground.forces.units import fires
from adjudication.systems.ows.joint_fires.modifiers import silhouette
from adjudication.systems.ows.table.counters import (
    AMMUNITION,
    FACILITY,
    MISSION,
    SHIP,
    SQUADRON,
    Weapon,
    sheet,
)
from adjudication.systems.ows.table.magazines import GUN, ROCKET, holds_fire, strike_weapons
from adjudication.systems.ows.table.rsoi import in_rsoi
from adjudication.systems.ows.table.status import DETECTED, EMITTING, MISSION_FLOWN, enemy_of, on_map
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)

STRIKE = "strike"
"""The mission of aircraft that may take part in a strike action (6.5.10.2)."""
FIXED = (FACILITY, AMMUNITION, SQUADRON)


class Target(NamedTuple):
    """A unit or facility that may be engaged, and how it looks to a weapon."""

    id: str
    silhouette: str
    ship: bool


class Source(NamedTuple):
    """A weapon that can be fired: by whom, from which hex, and how many salvos of it."""

    shooter: str
    weapon: Weapon
    hex: str
    salvos: int
    ship: bool

    @property
    def items(self) -> list[str]:
        """What its salvos are called in an order: `ddg-1/harpoon/1`."""
        return [f"{self.shooter}/{self.weapon.id}/{n}" for n in range(1, self.salvos + 1)]


def may_be_engaged(state: State, piece: Piece) -> bool:
    """Whether a unit may be struck: it is detected or emits, or it is a fixed installation, which always
    is (8.3.1, 9.9.4). A squadron away from an airfield must be detected (6.5.13a). Of aircraft only those may
    be struck that have landed (5.1.1.3d): others are fought in air combat."""
    found = state.mark(piece.id, DETECTED) or state.mark(piece.id, EMITTING)
    if not found and state.who_knows(piece.id) is not None:
        return False  # before what it is matters: who does not know it need not ask
    group = piece.kind.group
    if (
        not piece.steps
        or (group == MISSION and not has_landed(state, piece))
        or silhouette(piece) == "undersea"
    ):
        return False
    if found:
        return True
    return group in FIXED and (group != SQUADRON or piece.place in airfields(state))


def has_landed(state: State, mission: Piece) -> bool:
    """Whether it is a transport that has flown a unit to an airfield, and lies there under RSO&I
    (5.1.1.3b)."""
    return (
        mission_type(state, mission) == TRANSPORT
        and in_rsoi(state, mission.id)
        and mission.place in airfields(state)
    )


@derived
def airfields(state: State) -> frozenset[str]:
    """The hexes with an airfield."""
    return frozenset(piece.place for piece in state.of_group(FACILITY) if sheet(piece).type == "airfield")


@derived
def engageable(state: State, side: str) -> dict[str, tuple[Target, ...]]:
    """What a side may strike: hex -> the enemy's units and facilities there, in the order of the scenario."""
    found: dict[str, list[Target]] = {}
    for id in on_map(state, enemy_of(state, side)):
        piece = state.pieces[id]
        if may_be_engaged(state, piece):
            target = Target(id, silhouette(piece), piece.kind.group == SHIP)
            found.setdefault(piece.place, []).append(target)
    return {hex: tuple(targets) for hex, targets in found.items()}


@derived
def sources(state: State, side: str) -> tuple[Source, ...]:
    """What a side can fire from where its units stand, in the order of the scenario. Aircraft fire from where
    they fly as strike missions."""
    units = (state.pieces[id] for id in on_map(state, side))
    return tuple(source for unit in units for source in sources_of(state, unit))


def sources_of(state: State, piece: Piece) -> list[Source]:
    """What a unit on the map can fire. In the ground war artillery fires its missions in 3.A and 3.E
    (2.2.7.3a)."""
    if piece.kind.group == MISSION and not strikes_alone(state, piece.id):
        return []
    if not piece.steps or holds_fire(state, piece):
        return []
    ship, war = piece.kind.group == SHIP, ground_war(state)
    return [
        Source(piece.id, weapon, piece.place, salvos, ship)
        for weapon, salvos in strike_weapons(state, piece)
        if not (war and weapon.flight in (GUN, ROCKET) and fires(sheet(piece)))
    ]


def strikes_alone(state: State, mission: str) -> bool:
    """Whether an air mission flies a strike by itself, not in a package."""
    flown = state.mark(mission, MISSION_FLOWN)
    return flown is not None and flown["type"] == STRIKE and not flown["package"]


def reaches(state: State, source: Source, hex: str) -> bool:
    """Whether a weapon has the range (2.2.2.1a)."""
    distance = apart(state, source, hex)
    return distance is not None and distance <= source.weapon.range


def apart(state: State, source: Source, hex: str) -> int | None:
    """How far a weapon flies to a hex; from one map to another, and of aircraft over a tactical map, in hexes
    of the map that this one lies in (2.1.2.3, 9.7.3.step5)."""
    board = state.board
    elsewhere = board.spaces[source.hex].map != board.spaces[hex].map
    if elsewhere or state.pieces[source.shooter].kind.group == MISSION:
        return board.range(air_hex(board, source.hex), air_hex(board, hex))
    return board.range(source.hex, hex)


def is_local(state: State, source: Source, target: Target, hex: str) -> bool:
    """Whether a salvo is a local strike: within one hex, or by a ship at a ship in the adjacent hex
    (9.9.1c)."""
    if apart(state, source, hex) == 0:
        return True
    return source.ship and target.ship and state.board.range(source.hex, hex) == 1


class Fan(NamedTuple):
    """The salvos that can be fired at a hex, or from one: each with what it may be fired at, and which of
    these pairs are local."""

    may: dict[str, list[str]]
    local: frozenset[tuple[str, str]]


def salvos_into(state: State, side: str, hex: str, called: tuple[Source, ...]) -> Fan:
    """All salvos that a side can fire into a hex, from any hexes in range, with those of packages that may be
    called in (9.8c)."""
    firing = (*sources(state, side), *called)
    return _fan(state, firing, {hex: engageable(state, side).get(hex, ())})


@derived
def one_to_many(state: State, side: str, source: str) -> Fan:
    """All salvos that a side can fire from one hex, at targets in any hexes in range (9.9)."""
    firing = tuple(each for each in sources(state, side) if each.hex == source)
    return _fan(state, firing, engageable(state, side))


def _fan(state: State, firing: tuple[Source, ...], there: dict[str, tuple[Target, ...]]) -> Fan:
    may: dict[str, list[str]] = {}
    local = []
    for source in firing:
        fitting = []
        for hex, targets in there.items():
            if not reaches(state, source, hex):
                continue
            at = [target for target in targets if target.silhouette in source.weapon.at]
            fitting += [target.id for target in at]
            near = [target.id for target in at if is_local(state, source, target, hex)]
            local += [(item, id) for id in near for item in source.items]
        if fitting:
            may.update(dict.fromkeys(source.items, fitting))
    return Fan(may, frozenset(local))
