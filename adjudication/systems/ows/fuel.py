"""Fuel and combat radius (6.5.2-6.5.4): which hexes an air mission may fly to, and which tankers help it."""

from adjudication.engine.register import citations
from adjudication.systems.ows.counters import FACILITY, SHIP, sheet
from adjudication.systems.ows.missions import (
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
from adjudication.systems.ows.sensors import tactical
from adjudication.systems.ows.status import holder
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
    return _reach(state, piece.id, type, tanker or tanker_of(state, piece))


@derived
def all_hexes(board: Board, start: str) -> tuple[str, ...]:
    """The hexes of the map that a hex is on."""
    chart = board.spaces[start].map
    return tuple(space.id for space in board.data.spaces if space.map == chart)


@derived
def _reach(state: State, id: str, type: str, tanker: str) -> tuple[str, ...]:
    board, piece = state.board, state.pieces[id]
    radius, base = sheet(piece).radius, base_hex(state, piece)
    if radius < 0:
        return _with_zones(state, all_hexes(board, base))
    fuelled = dict.fromkeys(
        hex for source in _home_sources(state, piece) for hex in board.within(source, radius)
    )
    extended = dict.fromkeys(
        hex for source in sources(state, piece.side, FARP) for hex in board.within(source, radius)
    )
    for hex in _tanker_covers(state, piece, tanker, radius) if tanker else ():
        extended[hex] = None
    most = times(state, piece, type)
    if not most:
        return _with_zones(state, tuple({**fuelled, **extended}))
    return _with_zones(
        state,
        tuple(
            hex
            for nth, hex in enumerate(board.within(base, most * radius))
            if hex in extended or (hex in fuelled and (board.range(base, hex) or 0) <= radius)
        ),
    )


def _home_sources(state: State, piece: Piece) -> tuple[str, ...]:
    """Friendly airfields, its own first; of a mission from a ship that ship (6.5.6b)."""
    base = base_of(state, piece)
    own = base_hex(state, piece)
    fields = sources(state, piece.side, AIRFIELD)
    if base is not None and base.kind.group == SHIP:
        return (own, *fields)
    return tuple(sorted(fields, key=lambda hex: hex != own))


def _tanker_covers(state: State, piece: Piece, tanker: str, radius: int) -> tuple[str, ...]:
    """The hexes within a mission's radius of its tanker; of one in the same package, of any hex that the
    tanker may fly to (6.5.1)."""
    board, refueller = state.board, state.pieces[tanker]
    together = package_of(state, piece)
    if not together or together != package_of(state, refueller):
        return board.within(air_hex(board, state.where(tanker)), radius)
    further = sheet(refueller).radius
    if further < 0:
        return all_hexes(board, base_hex(state, piece))
    origins = (*_home_sources(state, refueller), *sources(state, piece.side, FARP))
    return tuple(dict.fromkeys(hex for origin in origins for hex in board.within(origin, further + radius)))


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
    """Whether an air mission that flies is where its fuel lets it be (6.5.2, 6.5.3)."""
    return piece.place in reach(state, piece, mission_type(state, piece))
