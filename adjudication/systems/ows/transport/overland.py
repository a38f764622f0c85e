"""Transport by rail (5.1.1.4) and by Heavy Equipment Transporter (5.1.1.5)."""

from dataclasses import dataclass
from typing import Any, TypedDict

import adjudication.systems.ows.table.rsoi as rsoi
import adjudication.systems.ows.transport.limits as limits
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air_battle.interdiction import along
from adjudication.systems.ows.ground.forces.postures import moved
from adjudication.systems.ows.table.counters import GROUND, VEHICLES, sheet
from adjudication.systems.ows.table.facilities import RAILHEAD, facilities, held
from adjudication.systems.ows.table.settings import number
from adjudication.systems.ows.table.status import hexes, holder, on_map
from adjudication.systems.ows.transport.sealift import is_free
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.board import Ways
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

RAIL_CARS, HET = "rail cars", "het"
"""Types of vehicles."""


class Train(TypedDict):
    """Where a train goes, the turns of its departure and arrival, and its cars."""

    to: str
    began: int
    arrives: int
    cars: list[str]


ENTRAINED = Mark[Train | bool]("entrained", seen_by=OWNER)
"""Mark of a unit under way by rail, and (True) of its cars."""
RAIL = "rail"
"""Tag of the hexes that a railway runs through; railheads are on it too."""
EMBARKING, IN_TRANSIT, OFFLOADING = 1, 1, 1
"""Days of a rail move (5.1.1.4b)."""
HET_DISEMBARKING = 1
"""Full days of RSO&I after the day of a HET move (5.1.1.5a)."""
RATES = "road-rates"
"""How far HETs go in a turn, by the scale of the map."""


@dataclass(frozen=True, slots=True)
class Rail:
    """A ground unit goes by rail from its railhead to another (5.1.1.4)."""

    side: str
    unit: Contact
    to: str


@dataclass(frozen=True, slots=True)
class Road:
    """HETs carry a ground unit to a hex (5.1.1.5)."""

    side: str
    unit: Contact
    to: str


def entrain(umpire: Umpire, order: Rail) -> None:
    """A day to embark, a day in transit, a day to offload (5.1.1.4b)."""
    state = umpire.state
    unit = state.pieces[order.unit]
    cars = vehicles(state, unit, RAIL_CARS)[: unit.steps]
    limits.use(umpire, order.side, limits.RAIL, unit.steps)
    hours = number(state, "turn_hours")
    arrives = state.turn + 24 * (EMBARKING + IN_TRANSIT) // hours
    train = Train(to=order.to, began=state.turn, arrives=arrives, cars=cars)
    rsoi.board(umpire, unit.id, rule=R["5.1.1.1"])
    umpire.mark(
        unit.id,
        ENTRAINED,
        train,
        rule=R["5.1.1.4"],
    )
    for car in cars:
        umpire.mark(car, ENTRAINED, True, rule=R["5.1.1.4a"])
    if arrives == state.turn:
        detrain(umpire, unit, train)


def end_of_the_line(umpire: Umpire) -> None:
    """Trains whose time in transit is over arrive, if the line is still open."""
    state = umpire.state
    for unit, train in list(state.marked(ENTRAINED).items()):
        if not isinstance(train, bool) and train["arrives"] <= state.turn:
            detrain(umpire, state.pieces[unit], train)


def detrain(umpire: Umpire, unit: Piece, train: Train) -> None:
    """Unit and cars are at their railhead; the RSO&I marker comes off at the end of the offloading turn."""
    state = umpire.state
    if not unit.steps or unit.place not in hexes(state.board):
        umpire.mark(unit.id, ENTRAINED, None, rule=R["5.1.1.4b"])
    elif train["to"] in by_rail(state, unit.side, unit.id):
        umpire.mark(unit.id, ENTRAINED, None, rule=R["5.1.1.4b"])
        umpire.move(unit.id, train["to"], rule=R["5.1.1.4b"])
        moved(umpire, unit.id, rule=R["10.6"])
        days = EMBARKING + IN_TRANSIT + OFFLOADING
        last = max(state.turn, train["began"] + rsoi.turns(state, days) - 1)
        rsoi.receive_until(umpire, [unit.id], last, rule=R["5.1.1.4b"])
    else:
        return
    for car in train["cars"]:
        if umpire.state.pieces[car].steps:
            umpire.move(car, umpire.state.where(unit.id), rule=R["5.1.1.4b"])
        umpire.mark(car, ENTRAINED, None, rule=R["5.1.1.4b"])


def road(umpire: Umpire, order: Road) -> None:
    """The unit embarks and moves in one turn; then it disembarks in RSO&I for one full turn (5.1.1.5a)."""
    state = umpire.state
    unit = state.pieces[order.unit]
    hets = vehicles(state, unit, HET)[: unit.steps]
    limits.use(umpire, order.side, limits.ROAD, unit.steps)
    way = roads(state, order.side, unit.id).path(order.to)
    to = along(umpire, [unit.id, *hets], way, R["5.1.1.5a"])
    for each in (unit.id, *hets):
        if umpire.state.pieces[each].steps:
            umpire.move(each, to, rule=R["5.1.1.5a"])
    if not umpire.state.pieces[unit.id].steps:
        return
    moved(umpire, unit.id, rule=R["10.6"])
    rsoi.receive(umpire, [unit.id, *hets], HET_DISEMBARKING, rule=R["5.1.1.5a"])


# --- what is legal ---------------------------------------------------------------------------------------


def vehicles(state: State, unit: Piece, type: str) -> list[str]:
    """The rail cars or HETs where a unit is that are free to carry it."""
    return [
        each.id
        for each in state.pieces_at(unit.place)
        if each.side == unit.side
        and each.kind.group == VEHICLES
        and sheet(each).type == type
        and not state.mark(each.id, ENTRAINED)
        and not rsoi.in_rsoi(state, each.id)
    ]


@derived
def at_hand(state: State, side: str, type: str) -> tuple[str, ...]:
    """The ground units of a side on the map that are free to move and have vehicles of a type beside them."""
    found = [state.pieces[id] for id in on_map(state, side)]
    return tuple(
        unit.id
        for unit in found
        if unit.kind.group == GROUND and is_free(state, unit.id) and vehicles(state, unit, type)
    )


@derived
def network(state: State, side: str) -> frozenset[str]:
    """The hexes of railways that a side holds, without railheads that are destroyed."""
    heads = {state.pieces[id].place: state.pieces[id] for id in facilities(state, RAILHEAD)}
    rails = [space.id for space in state.board.data.spaces if RAIL in space.tags or space.id in heads]
    return frozenset(
        hex for hex in rails if holder(state, hex) == side and (hex not in heads or heads[hex].steps)
    )


@derived
def on_rail(state: State, side: str) -> tuple[str, ...]:
    """The ground units of a side that may entrain: at a railhead with rail cars (5.1.1.4)."""
    heads, lines = held(state, side, RAILHEAD), network(state, side)
    return tuple(
        unit
        for unit in at_hand(state, side, RAIL_CARS)
        if state.pieces[unit].place in heads and state.pieces[unit].place in lines
    )


def by_rail(state: State, side: str, unit: str) -> list[str]:
    """The railheads that a unit can reach over undamaged railways of its side, at any distance."""
    start, lines = state.pieces[unit].place, network(state, side)
    if start not in lines:
        return []
    joined = state.board.reachable((start,), lines)
    return [hex for hex in held(state, side, RAILHEAD) if hex != start and hex in joined]


@derived
def by_het(state: State, side: str) -> tuple[str, ...]:
    """The ground units of a side that HETs may carry."""
    return at_hand(state, side, HET)


def by_road(state: State, side: str, unit: str) -> list[str]:
    """The hexes that HETs can bring a unit to: over land that its side holds, at their rate."""
    start = state.pieces[unit].place
    return [hex for hex in roads(state, side, unit).costs if hex != start]


def roads(state: State, side: str, unit: str) -> Ways:
    """The ways of HETs with a unit."""
    start = state.pieces[unit].place

    def cost(here: str, there: str) -> int | None:
        return 1 if holder(state, there) == side else None

    return state.board.cheapest(start, cost, road_rate(state, start))


def road_rate(state: State, hex: str) -> int:
    """How many hexes HETs go in a turn on the map of a hex."""
    scale = state.board.data.maps[state.board.spaces[hex].map].scale
    rows: tuple[dict[str, Any], ...] = state.tables[RATES].data.rows if RATES in state.tables else ()
    return next((int(row["hexes"]) for row in rows if row["scale"] == scale), 1)


def cars_enough(state: State, unit: str) -> bool:
    """Whether there is a rail car for each step (5.1.1.4a)."""
    piece = state.pieces[unit]
    return len(vehicles(state, piece, RAIL_CARS)) >= piece.steps


def hets_enough(state: State, unit: str) -> bool:
    """Whether there is a HET for each step (5.1.1.5)."""
    piece = state.pieces[unit]
    return len(vehicles(state, piece, HET)) >= piece.steps


def too_few(type: str, name: str) -> Any:
    """Why vehicles do not carry a unit, in words."""

    def why(state: State, unit: str) -> Why:
        piece = state.pieces[unit]
        return T(
            "too few vehicles",
            unit=unit,
            steps=piece.steps,
            vehicle=name,
            free=len(vehicles(state, piece, type)),
        )

    return why


def moves_left(mode: str) -> Any:
    """Whether the scenario allows a move by a mode (3.4a)."""

    def holds(state: State, side: str, unit: str) -> bool:
        return limits.allows(state, side, mode, state.pieces[unit].steps)

    return holds


RAIL_MOVE = Legality(
    IN_TURN,
    only(
        "unit",
        on_rail,
        "unit",
        R["5.1.1.4"],
        "cannot go by rail now",
    ),
    only("to", by_rail, "to", R["5.1.1.4"], "no undamaged railway leads there"),
    insist(cars_enough, "cars", R["5.1.1.4a"], too_few(RAIL_CARS, "rail car")),
    insist(
        moves_left(limits.RAIL),
        "limit",
        R["3.4a"],
        "no more strategic moves by rail",
    ),
    arguments={"unit": on_rail, "to": by_rail},
    sides=acting,
    phases=("strategic movement",),
    elsewhere=R["5.1.1.4"],
)
ROAD_MOVE = Legality(
    IN_TURN,
    only(
        "unit",
        by_het,
        "unit",
        R["5.1.1.5"],
        "cannot go by road now",
    ),
    only("to", by_road, "to", R["5.1.1.5a"], "HETs cannot bring it there"),
    insist(hets_enough, "hets", R["5.1.1.5"], too_few(HET, "HET")),
    insist(
        moves_left(limits.ROAD),
        "limit",
        R["3.4a"],
        "no more strategic moves by road",
    ),
    arguments={"unit": by_het, "to": by_road},
    sides=acting,
    phases=("strategic movement",),
    elsewhere=R["5.1.1.5"],
)

KINDS = (
    OrderKind("rail", Rail, entrain, R["5.1.1.4"], "send a ground unit by rail", legality=(RAIL_MOVE,)),
    OrderKind("road", Road, road, R["5.1.1.5"], "send a ground unit by HET", legality=(ROAD_MOVE,)),
)
