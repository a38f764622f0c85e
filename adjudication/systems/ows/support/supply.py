"""Supply (11.1): each ground combat unit is checked first thing in the Regeneration Phase, and what is found
holds through the following turn."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.formations import chain, formation_of, formation_side
from adjudication.systems.ows.ground.forces.security import disrupted_hexes
from adjudication.systems.ows.ground.forces.units import WHEELED
from adjudication.systems.ows.ground.forces.ways import Mover, hex_cost
from adjudication.systems.ows.ground.forces.zones import WATER, enemy_zoc, ground_hexes, has_zones, width
from adjudication.systems.ows.table.charts import rows
from adjudication.systems.ows.table.counters import FACILITY, GROUND, sheet
from adjudication.systems.ows.table.maps import tactical
from adjudication.systems.ows.table.settings import choice, number, on
from adjudication.systems.ows.table.status import LOW, OUT, SUPPLY, enemy_of, hexes, holder, on_map, sides
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import State

R = citations("ows", __file__)

POINTS = "points"
CSS = "css"
"""The type of combat service support units (11.1c)."""
SOURCES = "supply-sources"
"""Chart: the supply sources (pieces or hexes) of a unit, a kind of unit or a formation, where they are not
all CSS units and airfields of its side."""
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
                umpire.mark(id, SUPPLY, status, rule=rule_of(status))


def rule_of(status: str | None) -> str:
    """The rule that says what a status is."""
    return {LOW: R["11.1.2"], OUT: R["11.1.3a"]}.get(status or "", R["11.1b"])


def combat_units(state: State, side: str) -> list[str]:
    """A side's ground combat units that are checked: those on tactical maps, of whose zones and movement
    points the rule speaks."""
    ours = (state.pieces[id] for id in on_map(state, side))
    return [
        unit.id
        for unit in ours
        if unit.kind.group == GROUND and sheet(unit).type not in NOT_SUPPLIED and tactical(state, unit.place)
    ]


def supply(state: State, unit: str) -> str | None:
    """None in supply; LOW where the line is longer than two zones; OUT without an uninterrupted line."""
    piece = state.pieces[unit]
    found = [source for source in sources(state, unit) if line(state, piece.side, piece.place, source)]
    if not found:
        return OUT
    return None if any(near(state, piece.side, piece.place, source) for source in found) else LOW


def sources(state: State, unit: str) -> tuple[str, ...]:
    """The hexes of a unit's supply sources: what the scenario names, else the CSS units associated with it
    and the airfields of its side (11.1c, 2.1.7.2). A hex that the enemy holds is none."""
    piece = state.pieces[unit]
    called = (unit, piece.kind_id, formation_of(state, unit))
    named = [str(row["source"]) for row in rows(state, SOURCES) if row["unit"] in called]
    if not named:
        own_css = associated(state, formation_of(state, unit)) if on(state, "associated_supply") else ()
        return sources_with(state, piece.side, own_css or css_units(state, piece.side))
    places = (state.where(source) if source in state.pieces else source for source in named)
    enemy = enemy_of(state, piece.side)
    return tuple(place for place in places if holder(state, place) != enemy)


@derived
def css_units(state: State, side: str) -> tuple[str, ...]:
    """A side's CSS units, wherever they are."""
    return tuple(unit.id for unit in state.of_group(GROUND) if unit.side == side and sheet(unit).type == CSS)


@derived
def associated(state: State, formation_id: str) -> tuple[str, ...]:
    """The CSS units of a formation and of those above it, lost ones too; none where it has not got any."""
    side, above = formation_side(state, formation_id), chain(state, formation_id)
    return tuple(unit for unit in css_units(state, side) if formation_of(state, unit) in above)


def usual_sources(state: State, side: str) -> tuple[str, ...]:
    """The hexes of a side's CSS units and working airfields."""
    return sources_with(state, side, css_units(state, side))


@derived
def sources_with(state: State, side: str, css_units: tuple[str, ...]) -> tuple[str, ...]:
    """The hexes of these CSS units, where they are on the map, and of a side's working airfields."""
    ours = frozenset(on_map(state, side))
    css = [state.pieces[unit].place for unit in css_units if unit in ours]
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


def near(state: State, side: str, unit: str, source: str) -> bool:
    """Whether a line of supply from a source is short enough for normal supply, measured along its hexes
    (11.1b, 11.1.2)."""
    if unit == source:
        return True
    for here, length in within_reach(state, side, source).items():
        last = stretch(state, side, here, unit) if unit in state.board.neighbours[here] else None
        if last is not None and length + last <= longest(state, source):
            return True
    return False


@derived
def within_reach(state: State, side: str, source: str) -> dict[str, int]:
    """The hexes that uninterrupted lines of normal supply lead to from a source, each with the length of the
    shortest."""
    free = joined(state, side, source)

    def length(here: str, there: str) -> int | None:
        return stretch(state, side, here, there) if there in free else None

    return state.board.cheapest(source, length, allowance=longest(state, source)).costs


def by_points(state: State, hex: str) -> bool:
    """Whether wheeled movement points are traced from a hex, as the scenario may say (11.1d)."""
    return choice(state, "supply_distance") == POINTS and has_zones(state.board, hex)


def longest(state: State, source: str) -> int:
    """How long a line of normal supply is at most: so many wheeled movement points, or kilometres of two
    zones."""
    return (
        number(state, "supply_points")
        if by_points(state, source)
        else number(state, "supply_zones") * ZONE_KM
    )


def stretch(state: State, side: str, here: str, there: str) -> int | None:
    """What the step from a hex to one beside it adds to a line of supply: the points that wheels pay for it
    (10.10.1), or kilometres; on a map with zones those of a zone where it leads into another. None where no
    wheels go."""
    if by_points(state, here):
        return hex_cost(state, trucks(side, here), here, there)
    one, other = zone_of(state.board, here), zone_of(state.board, there)
    if one and other:
        return ZONE_KM if one != other else 0
    return width(state.board, there)


def trucks(side: str, start: str) -> Mover:
    """Who brings supply: wheels that take up nothing of what a bridge bears."""
    return Mover(side, start, start, WHEELED, points=0, most=0, steps=0, free=False)


@derived
def zone_of(board: Board, hex: str) -> str:
    """The zone, one of the large hexes of a tactical map, that a hex lies in; empty without zones."""
    outer = board.spaces[hex].lies_in
    return outer if outer in hexes(board) and width(board, outer) <= ZONE_KM else ""
