"""Supply (11.1): each ground combat unit is checked first thing in the Regeneration Phase, and what is found
holds through the following turn."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.charts import cell, row_for, rows
from adjudication.systems.ows.counters import FACILITY, GROUND, sheet
from adjudication.systems.ows.ground.formations import formation_of
from adjudication.systems.ows.ground.security import disrupted_hexes
from adjudication.systems.ows.ground.zones import WATER, enemy_zoc, ground_hexes, width
from adjudication.systems.ows.sensors import tactical
from adjudication.systems.ows.settings import choice, number
from adjudication.systems.ows.status import enemy_of, hexes, holder, on_map, own, sides
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)

SUPPLY = "supply"
"""Mark of a ground unit that is LOW or OUT of supply; without it, it is in supply. Its owner's knowledge."""
LOW, OUT = "Low Supply", "Out of Supply"
POINTS = "points"
CSS = "css"
"""The type of combat service support units (11.1c)."""
SOURCES = "supply-sources"
"""Chart: the supply sources (pieces or hexes) of a unit, a kind of unit or a formation, where they are not
all CSS units and airfields of its side."""
MOVEMENT = "supply-movement"
"""Chart: wheeled movement points to enter a terrain (11.1d)."""
NOT_SUPPLIED = (CSS, "headquarters", "hq")
"""Types of ground units that are no combat units, and are not checked."""
ZONE_KM = 100
"""How far a zone is across: 50 nautical miles, or 100 kilometres."""


def check_supply(umpire: Umpire) -> None:
    """Record the supply status of all ground combat units (11.1a)."""
    state = umpire.state
    for side in sides(state):
        for id in combat_units(state, side):
            status = supply(state, id)
            if status != state.mark(id, SUPPLY):
                own(umpire, id, SUPPLY, status, rule=rule_of(status))


def rule_of(status: str | None) -> str:
    """The rule that says what a status is."""
    return {LOW: R["11.1.2"], OUT: R["11.1.3a"]}.get(status or "", R["11.1b"])


def combat_units(state: State, side: str) -> list[str]:
    """A side's ground combat units that are checked: those on tactical maps, whose zones the rule speaks of,
    or all of them where movement points are traced."""
    everywhere = choice(state, "supply_distance") == POINTS
    ours = (state.pieces[id] for id in on_map(state, side))
    return [
        unit.id
        for unit in ours
        if unit.kind.group == GROUND
        and sheet(unit).type not in NOT_SUPPLIED
        and (everywhere or tactical(state, unit.place))
    ]


def supply(state: State, unit: str) -> str | None:
    """None in supply; LOW where the line is longer than two zones; OUT without an uninterrupted line."""
    piece = state.pieces[unit]
    found = [source for source in sources(state, unit) if line(state, piece.side, piece.place, source)]
    if not found:
        return OUT
    return None if any(near(state, piece.place, source) for source in found) else LOW


def sources(state: State, unit: str) -> tuple[str, ...]:
    """The hexes of a unit's supply sources: what the scenario names, else CSS units and airfields of its side
    (11.1c, 2.1.7.2). A hex that the enemy holds is none."""
    piece = state.pieces[unit]
    called = (unit, piece.kind_id, formation_of(state, unit))
    named = [str(row["source"]) for row in rows(state, SOURCES) if row["unit"] in called]
    if not named:
        return usual_sources(state, piece.side)
    places = (state.where(source) if source in state.pieces else source for source in named)
    enemy = enemy_of(state, piece.side)
    return tuple(place for place in places if holder(state, place) != enemy)


@derived
def usual_sources(state: State, side: str) -> tuple[str, ...]:
    """The hexes of a side's CSS units and working airfields."""
    units = [state.pieces[id] for id in on_map(state, side)]
    css = [unit.place for unit in units if unit.kind.group == GROUND and sheet(unit).type == CSS]
    fields = [
        field.place
        for field in state.of_group(FACILITY)
        if sheet(field).type == "airfield"
        and field.steps
        and field.place in hexes(state.board)
        and (holder(state, field.place) or field.side) == side
    ]
    return tuple(dict.fromkeys((*css, *fields)))


def line(state: State, side: str, start: str, source: str) -> bool:
    """Whether an uninterrupted line of land hexes joins two hexes: none between them with enemy ground units
    or in an enemy zone of control (11.1.1), or in a zone that Partisans have disrupted (10.15.10.4b)."""
    return start == source or not joined(state, side, source).isdisjoint(state.board.neighbours[start])


@derived
def joined(state: State, side: str, source: str) -> frozenset[str]:
    """A source and all hexes that such a line joins to it."""
    closed = (
        enemy_zoc(state, side) | ground_hexes(state, enemy_of(state, side)) | disrupted_hexes(state, side)
    )
    return frozenset(state.board.reachable([source], over_land(state.board) - closed))


@derived
def over_land(board: Board) -> frozenset[str]:
    """The places that are no water."""
    return frozenset(hex for hex, space in board.spaces.items() if space.terrain not in WATER)


def near(state: State, unit: str, source: str) -> bool:
    """Whether a source is within reach of normal supply: two zones (11.1b), or where the scenario says so,
    wheeled movement points (11.1d)."""
    if unit == source:
        return True
    if choice(state, "supply_distance") == POINTS:
        return within_points(state, unit, source)
    board, most = state.board, number(state, "supply_zones")
    one, other = zone_of(board, unit), zone_of(board, source)
    if one and other:
        apart = board.range(one, other)
        return apart is not None and apart <= most
    apart = board.range(unit, source)
    return apart is not None and apart * width(board, unit) <= most * ZONE_KM


@derived
def zone_of(board: Board, hex: str) -> str:
    """The zone, one of the large hexes of a tactical map, that a hex lies in; empty without zones."""
    outer = board.spaces[hex].lies_in
    return outer if outer in hexes(board) and width(board, outer) <= ZONE_KM else ""


def within_points(state: State, unit: str, source: str) -> bool:
    """Whether wheeled movement points suffice between a unit and its source (11.1d)."""

    def cost(here: str, there: str) -> int | None:
        terrain = state.board.spaces[there].terrain
        return None if terrain in WATER else cell(row_for(state, MOVEMENT, terrain=terrain), "points", 1)

    reached = state.board.cheapest(unit, cost, allowance=number(state, "supply_points"))
    return source in reached.costs


def supply_status(state: State, piece: Piece) -> str:
    """What a unit's supply is called."""
    return str(state.mark(piece.id, SUPPLY, "in supply"))
