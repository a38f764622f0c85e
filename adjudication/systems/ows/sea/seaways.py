"""Where ships and submarines may go (2.1.7 to 2.1.9, 6.3a, 6.4): rates by zone and type, and the ways over
the sea."""

from collections.abc import Callable
from typing import Any

from adjudication.engine.register import citations
from adjudication.systems.ows.table.counters import MISSION, SHIP, SUBMARINE, sheet
from adjudication.systems.ows.table.facilities import PORT, held
from adjudication.systems.ows.table.settings import number
from adjudication.systems.ows.table.status import SAILED, hexes, on_map
from domain.events.seen import knows
from domain.table.board import Board, Ways
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)

SEAS = ("deep sea", "littoral")
"""Terrain that ships sail on; a hex of land and sea has one of them among its tags (2.1.8, 2.1.9)."""

WHOLE = 1_000_000
"""A turn's allowance: a hex is the part of it that its zone's rate says (6.3a)."""

DETOURS = 99
"""What the cheapest way may cost beyond the allowance, at one for each hex that is better avoided."""
MINE = "minefield"
"""The group of minefield counters."""

OPERATIONAL, NAUTICAL_MILE, DAY = 200, 1852, 24
"""What the rates of 6.4 are for: hexes of 200 nm, turns of 24 hours (6.1)."""


@derived
def sea(board: Board) -> frozenset[str]:
    """The hexes that ships sail on."""
    return frozenset(
        space.id
        for space in board.data.spaces
        if space.terrain in SEAS or any(tag in SEAS for tag in space.tags)
    )


@derived
def littoral(board: Board) -> frozenset[str]:
    """The hexes of littoral waters (2.1.9)."""
    return frozenset(
        space.id for space in board.data.spaces if space.terrain == "littoral" or "littoral" in space.tags
    )


@derived
def rate(state: State, moves: str, hex: str, column: str = "hexes") -> int:
    """A number of the naval rates for a type of ship in the zone of a hex (6.3a): hexes a turn, `quiet` hexes
    a turn, `asw` hexes a turn in ASW mode, or hexes that it is `tied` to a port within.

    The row of the map's scale; where there is none, that of the operational map in proportion.
    """
    chart = state.board.data.maps[state.board.spaces[hex].map]
    rows: list[dict[str, Any]] = [
        row for row in state.tables["naval-rates"].data.rows if row["moves"] == moves
    ]
    hours = DAY if column == "tied" else number(state, "turn_hours")
    for row in rows:
        if row["scale"] == chart.scale and column in row:
            return in_hours(int(row[column]), hours)
    metres = chart.scale * (1000 if chart.unit == "km" else NAUTICAL_MILE)
    operational: dict[str, Any] = next((row for row in rows if row["scale"] == OPERATIONAL), {})
    far = int(operational.get(column, 0)) * OPERATIONAL * NAUTICAL_MILE
    return max(far * hours // (metres * DAY), 1 if far else 0)


def in_hours(hexes: int, hours: int) -> int:
    """A rate for turns of 24 hours in turns of another length (6.1)."""
    return max(hexes * hours // DAY, 1 if hexes else 0)


def moves_as(unit: Piece) -> str:
    """The row of the naval rates that a unit moves by."""
    return sheet(unit).moves


def spent(state: State, unit: str) -> int:
    """How much of its allowance a unit has used this turn."""
    sailed = state.mark(unit, SAILED)
    return sailed["spent"] if sailed else 0


def hexes_sailed(state: State, unit: str) -> int:
    """How many hexes a unit has moved this turn."""
    sailed = state.mark(unit, SAILED)
    return sailed["hexes"] if sailed else 0


def price(state: State, moves: str, hex: str) -> int | None:
    """What a hex costs of a turn's allowance; None where it cannot be entered."""
    hexes_a_turn = rate(state, moves, hex)
    return WHOLE // hexes_a_turn if hexes_a_turn else None


@derived
def ways(state: State, side: str, moves: str, start: str, used: int) -> Ways:
    """The cheapest ways from a hex for a type of ship that has used so much of its allowance: over the sea,
    into ports of its side, and, for patrol craft, within range of a port or mother ship (6.4.1.1)."""
    waters = sea(state.board)
    shunned = dangers(state, side)
    enters = entrances(state, side, moves, start)
    spaces = state.board.spaces
    prices: dict[str, int | None] = {}

    def cost(here: str, there: str) -> int | None:
        if not enters(there):
            return None
        map = spaces[there].map
        if map not in prices:
            prices[map] = price(state, moves, there)  # a rate is that of the hex's map
        paid = prices[map]
        return paid if paid is None or there not in shunned else paid + 1

    return state.board.cheapest(start, cost, WHOLE - used + DETOURS, stops=lambda hex: hex not in waters)


def entrances(state: State, side: str, moves: str, start: str) -> Callable[[str], bool]:
    """Which hexes a type of ship that sets out from a hex may enter: the sea, ports of its side, and, for
    patrol craft, what is within range of a port or mother ship (6.4.1.1)."""
    waters = sea(state.board)
    harbours = held(state, side, PORT)
    tied = rate(state, moves, start, "tied")
    near = in_range(state, side, tied) if tied else {}
    bound = bool(tied) and start in near
    return lambda hex: (hex in waters or hex in harbours) and not (bound and hex not in near)


@derived
def dangers(state: State, side: str) -> frozenset[str]:
    """The hexes with enemy ships, submarines, aircraft or mines that a side sees: of ways that are equally
    long, ships take one that passes fewest of them."""
    return frozenset(
        piece.place
        for group in (SHIP, SUBMARINE, MISSION, MINE)
        for piece in state.of_group(group)
        if piece.side != side and knows(side, state.who_sees(piece.id))
    )


@derived
def in_range(state: State, side: str, reach: int) -> dict[str, int]:
    """The hexes within so many of a port that a side holds or of one of its mother ships, with how far it is
    (6.4.1.1)."""
    homes = [*held(state, side, PORT)]
    homes += [state.pieces[id].place for id in on_map(state, side) if sheet(state.pieces[id]).mother]
    found: dict[str, int] = {}
    for home in homes:
        for hex in state.board.within(home, reach):
            far = state.board.range(home, hex)
            assert far is not None
            found[hex] = min(far, found.get(hex, far))
    return found


def how_far_out(state: State, side: str, hex: str) -> int:
    """How far a hex is from the nearest port or mother ship of a side."""
    homes = [*held(state, side, PORT)]
    homes += [state.pieces[id].place for id in on_map(state, side) if sheet(state.pieces[id]).mother]
    return min((state.board.range(hex, home) or 0 for home in homes), default=0)


def destinations(state: State, unit: Piece) -> list[str]:
    """The hexes that a unit may move to now, the nearest first. A patrol craft out of range of ports and
    mother ships moves back into it, or as near as it gets (6.4.1.1)."""
    found = ways(state, unit.side, moves_as(unit), unit.place, spent(state, unit.id))
    there = [hex for hex in found.costs if hex != unit.place]
    tied = rate(state, moves_as(unit), unit.place, "tied")
    if not tied or unit.place in in_range(state, unit.side, tied):
        return there
    back = [hex for hex in there if hex in in_range(state, unit.side, tied)]
    if back:
        return back
    far = {hex: how_far_out(state, unit.side, hex) for hex in there}
    nearest = min(far.values(), default=0)
    if nearest >= how_far_out(state, unit.side, unit.place):
        return []
    return [hex for hex in there if far[hex] == nearest]


def afloat(state: State, side: str) -> list[Piece]:
    """A side's ships and submarines on the map."""
    places = hexes(state.board)
    found = [*state.of_group(SHIP), *state.of_group(SUBMARINE)]
    return [each for each in found if each.side == side and each.place in places]
