"""Fuel and combat radius (6.5.2-6.5.4): which hexes an air mission may fly to, and which tankers help it."""

from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.systems.ows.air.missions import (
    FIGHTERS,
    TANKER,
    air_hex,
    base_hex,
    base_of,
    in_the_air,
    mission_type,
    package_of,
    tanker_of,
)
from adjudication.systems.ows.table.counters import FACILITY, SHIP, sheet
from adjudication.systems.ows.table.maps import tactical
from adjudication.systems.ows.table.status import MISSION_FLOWN, holder
from domain.errors import BadData
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)

AIRFIELD, FARP = "airfield", "farp"
"""Types of facilities that fuel aircraft (6.5.2)."""
RADII = "mission-radius"
"""The table of maximum radii of fighters, in combat radii from the base (6.5.3)."""


def kill_box(state: State, hex: str) -> str:
    """The zone of a tactical map that a hex lies in; empty for none (2.1.2.3, 6.5.10.4)."""
    return state.board.spaces[hex].zone if tactical(state, hex) else ""


def friendly(state: State, facility: Piece, side: str) -> bool:
    """Whether a facility is a side's: it owns it, and no enemy has taken its hex."""
    return facility.side == side and holder(state, state.where(facility.id)) in ("", side)


@derived
def sources(state: State, side: str, type: str) -> tuple[str, ...]:
    """The hexes of a side's airfields, or of its FARPs, that are in action (6.5.2, 9.9.7f)."""
    found = [
        air_hex(state.board, state.where(piece.id))
        for piece in state.of_group(FACILITY)
        if sheet(piece).type == type and piece.steps > 0 and friendly(state, piece, side)
    ]
    return tuple(dict.fromkeys(found))


def times(state: State, piece: Piece, type: str) -> int:
    """How many combat radii from its base a mission may fly: 3 to strike, 2 in the air and over the front
    (6.5.3); 0 for no such limit, as of all that are no fighters."""
    if sheet(piece).type not in FIGHTERS:
        return 0
    try:
        _, row = state.tables[RADII].look_up({"mission": type})
    except (BadData, KeyError):
        return 0
    most = row["radii"]
    assert isinstance(most, int)
    return most


def reach(state: State, piece: Piece, type: str, tanker: str = "") -> tuple[str, ...]:
    """The hexes to which an air mission of that type may fly, the nearest to its base first, then the zones
    in them. tanker: the one that supports it; by default the one that does so now. In a package the tanker
    flies along."""
    tanker = tanker or tanker_of(state, piece)
    home, radius = start_of(state, piece), sheet(piece).radius
    if not tanker:
        return area(state, home, radius, times(state, piece, type))
    refueller = state.pieces[tanker]
    package = package_of(state, piece)
    if package and package == package_of(state, refueller):
        further, at = sheet(refueller).radius, start_of(state, refueller)
        return area(
            state, home, radius, times(state, piece, type), at, -1 if further < 0 else further + radius
        )
    at = Start(piece.side, air_hex(state.board, state.where(tanker)), "tanker")
    return area(state, home, radius, times(state, piece, type), at, radius)


class Start(NamedTuple):
    """Where a mission starts from: its side, the hex of its base, and what that is: an airfield, or a ship,
    which fuels its own missions (6.5.6b)."""

    side: str
    hex: str
    base: str


def start_of(state: State, piece: Piece) -> Start:
    """Where an air mission starts from."""
    base = base_of(state, piece)
    return Start(piece.side, base_hex(state, piece), base.kind.group if base is not None else "")


@derived
def all_hexes(board: Board, start: str) -> tuple[str, ...]:
    """The hexes of the map that a hex is on."""
    chart = board.spaces[start].map
    return tuple(space.id for space in board.data.spaces if space.map == chart)


@derived
def area(
    state: State, home: Start, radius: int, most: int, tanker: Start | None = None, help: int = 0
) -> tuple[str, ...]:
    """The hexes within a combat radius of a fuel source, and of fighters within `most` times that of their
    base (6.5.2, 6.5.3). tanker: where the one that supports it is, or starts from, and how many hexes from
    there it helps; -1 everywhere."""
    board = state.board
    if radius < 0:
        return _with_zones(state, all_hexes(board, home.hex))
    fuelled = dict.fromkeys(
        hex for source in home_sources(state, home) for hex in board.within(source, radius)
    )
    extended = dict.fromkeys(
        hex for source in sources(state, home.side, FARP) for hex in board.within(source, radius)
    )
    if tanker is not None and help < 0:
        extended = dict.fromkeys(all_hexes(board, home.hex))
    elif tanker is not None:
        from_there = (tanker.hex,) if tanker.base == "tanker" else home_sources(state, tanker)
        extended.update(dict.fromkeys(hex for source in from_there for hex in board.within(source, help)))
    if not most:
        return _with_zones(state, tuple({**fuelled, **extended}))
    near = frozenset(board.within(home.hex, radius))
    return _with_zones(
        state,
        tuple(
            hex
            for hex in board.within(home.hex, most * radius)
            if hex in extended or (hex in fuelled and hex in near)
        ),
    )


@derived
def home_sources(state: State, home: Start) -> tuple[str, ...]:
    """Friendly airfields, its own first; of a mission from a ship that ship before them (6.5.6b)."""
    fields = sources(state, home.side, AIRFIELD)
    if home.base == SHIP:
        return (home.hex, *fields)
    return tuple(sorted(fields, key=lambda hex: hex != home.hex))


def _with_zones(state: State, hexes: tuple[str, ...]) -> tuple[str, ...]:
    """Hexes, and those of tactical maps in them that belong to kill boxes."""
    board = state.board
    return (*hexes, *(part for hex in hexes for part in board.parts_of(hex) if kill_box(state, part)))


def supported(state: State, tanker: Piece) -> list[str]:
    """The air missions that a tanker supports now."""
    return [id for id in in_the_air(state, tanker.side) if tanker_of(state, state.pieces[id]) == tanker.id]


def support_left(state: State, tanker: Piece) -> int:
    """How many more missions a tanker may support at the same time (6.5.4)."""
    return sheet(tanker).refuels - len(supported(state, tanker))


@derived
def tankers(state: State, side: str) -> tuple[str, ...]:
    """A side's tankers that fly, and may support another mission."""
    flown = [state.pieces[id] for id in in_the_air(state, side)]
    return tuple(
        piece.id for piece in flown if mission_type(state, piece) == TANKER and support_left(state, piece) > 0
    )


def fuelled(state: State, piece: Piece) -> bool:
    """Whether an air mission that flies is where its fuel, or the facilitator's leave this turn, lets it be
    (6.5.2, 6.5.3a). On an Air Battleboard nothing is measured (9.7.5)."""
    flown = state.mark(piece.id, MISSION_FLOWN)
    if flown and flown.get("leave") and flown.get("since") == state.turn:
        return True
    spaces, hex = state.board.spaces, air_hex(state.board, piece.place)
    if spaces[hex].map != spaces[base_hex(state, piece)].map:
        return True
    within = reach(state, piece, mission_type(state, piece))
    return piece.place in within or hex in within
