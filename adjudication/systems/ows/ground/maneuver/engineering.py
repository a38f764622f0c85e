"""What engineers build (10.11, 10.12): bridges over major rivers, and obstacles."""

from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.acting import acts_now
from adjudication.systems.ows.ground.forces.action_points import may_act
from adjudication.systems.ows.ground.forces.designations import in_reserve
from adjudication.systems.ows.ground.forces.engineers import (
    BRIDGE,
    OBSTACLE,
    bridges_left,
    obstacle,
    place_bridge,
    river_between,
    take_up_bridge,
)
from adjudication.systems.ows.ground.forces.landed import landed
from adjudication.systems.ows.ground.forces.numbers import figure
from adjudication.systems.ows.ground.forces.ways import allowance, marched, this_phase
from adjudication.systems.ows.ground.forces.zones import (
    enemy_zoc,
    ground_hexes,
    has_zones,
    known_zoc,
    on_the_map,
    seen_hexes,
)
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.rsoi import in_rsoi
from adjudication.systems.ows.table.status import MARCHED, Marching, enemy_of, holder, is_ready
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

MOVEMENT, REGENERATION = "ground movement", "regeneration"


@dataclass(frozen=True, slots=True)
class Bridge:
    """An engineer unit places a bridge over the major river to a hex beside it (10.11.1)."""

    side: str
    engineers: Contact
    to: str


@dataclass(frozen=True, slots=True)
class TakeUp:
    """Take up the bridge between two hexes (10.11c)."""

    side: str
    hex: str
    to: str


@dataclass(frozen=True, slots=True)
class Obstruct:
    """An engineer unit that does not move emplaces an Obstacle in its hex (10.12a)."""

    side: str
    engineers: Contact


@dataclass(frozen=True, slots=True)
class Clear:
    """Remove the Obstacle in a hex (10.12b)."""

    side: str
    hex: str


def bridge(umpire: Umpire, order: Bridge) -> None:
    """It costs movement points, and the engineers may go on (10.11.3). Where the site turns out to lie in an
    enemy zone of control no bridge is placed: it takes a River Assault (10.11.2a)."""
    state = umpire.state
    unit = state.pieces[order.engineers]
    opposed = unit.place in enemy_zoc(state, unit.side)
    spend(umpire, unit, figure(state, "placing a bridge"), stopped=opposed)
    if not opposed and order.to not in ground_hexes(state, enemy_of(state, unit.side)):
        place_bridge(umpire, unit.id, unit.place, order.to, rule=R["10.11.1"])


def take_up(umpire: Umpire, order: TakeUp) -> None:
    """The engineer unit has that bridge back."""
    take_up_bridge(umpire, order.side, order.hex, order.to, rule=R["10.11c"])


def obstruct(umpire: Umpire, order: Obstruct) -> None:
    """The engineers stay in their hex for the whole impulse."""
    unit = umpire.state.pieces[order.engineers]
    spend(umpire, unit, 0, stopped=True)
    umpire.mark(unit.place, OBSTACLE, unit.side, rule=R["10.12a"])


def clear(umpire: Umpire, order: Clear) -> None:
    """The Obstacle is gone."""
    umpire.mark(order.hex, OBSTACLE, None, rule=R["10.12b"])


def spend(umpire: Umpire, unit: Piece, points: int, *, stopped: bool) -> None:
    """A unit uses up movement points without moving."""
    state = umpire.state
    before = marched(state, unit.id)
    mark: Marching = {
        "phase": this_phase(state),
        "in": state.phase,
        "points": before.points + points,
        "hexes": before.hexes,
        "from": before.start or unit.place,
        "stopped": stopped,
        "all": before.all,
    }
    umpire.mark(unit.id, MARCHED, mark, rule=R["10.10.1a"])


# --- what is legal ---------------------------------------------------------------------------------------


@derived
def builders(state: State, side: str) -> tuple[str, ...]:
    """The engineer units of a side that may build now."""
    return tuple(
        unit.id
        for unit in on_the_map(state, side)
        if sheet(unit).engineer
        and has_zones(state.board, unit.place)
        and acts_now(state, unit.id)
        and may_act(state, unit.id)
        and is_ready(state, unit.id)
        and not in_rsoi(state, unit.id)
    )


@derived
def bridgers(state: State, side: str) -> tuple[str, ...]:
    """The engineer units of a side that may place a bridge somewhere now."""
    return tuple(unit for unit in builders(state, side) if sites(state, unit))


@derived
def sites(state: State, engineers: str) -> tuple[str, ...]:
    """The hexes to which engineers can place a bridge from where they are, by what their side knows."""
    unit = state.pieces[engineers]
    if not bridges_left(state, unit) or marched(state, engineers).stopped or landed(state, engineers):
        return ()
    if points_left(state, engineers) < figure(state, "placing a bridge"):
        return ()
    if unit.place in known_zoc(state, unit.side):
        return ()
    return tuple(
        hex
        for hex in state.board.neighbours[unit.place]
        if river_between(state, unit.place, hex) and hex not in seen_hexes(state, unit.side)
    )


def points_left(state: State, unit: str) -> int:
    """The movement points that engineers have left."""
    points = allowance(state, unit, half=in_reserve(state, unit))
    return points - marched(state, unit).points


def why_no_bridge(state: State, side: str, engineers: str) -> Why:
    """Why engineers cannot place a bridge anywhere now."""
    unit = state.pieces.get(engineers)
    if unit is None or engineers not in builders(state, side):
        why = T("no engineer unit of yours that can build", engineers=engineers)
        return Reason(why, R["10.11b"])
    if not sheet(unit).bridges:
        return Reason(T("no bridge symbol", engineers=engineers), R["10.11b"])
    if not bridges_left(state, unit):
        return Reason(T("as many bridges on the map as it has steps", engineers=engineers), R["10.11b"])
    if unit.place in known_zoc(state, side):
        why = T("the crossing takes a River Assault", hex=unit.place)
        return Reason(why, R["10.11.2a"])
    cost = figure(state, "placing a bridge")
    if points_left(state, engineers) < cost or marched(state, engineers).stopped:
        return T("too few movement points for a bridge", engineers=engineers, cost=cost)
    return T("no major river with a free bank", hex=unit.place)


@derived
def on_site(state: State, side: str) -> tuple[str, ...]:
    """The engineer units of a side that may emplace an Obstacle where they are: they have not left their hex
    in this impulse, and there is none yet (10.12a)."""
    return tuple(
        unit
        for unit in builders(state, side)
        if not marched(state, unit).hexes
        and not landed(state, unit)
        and not obstacle(state, state.pieces[unit].place)
    )


@derived
def to_clear(state: State, side: str) -> tuple[str, ...]:
    """The hexes with an Obstacle that a side may remove: its own where its engineers are, the enemy's in a
    hex that it holds with a unit (10.12b)."""
    building = [state.pieces[unit].place for unit in builders(state, side)]
    here = [unit.place for unit in on_the_map(state, side) if acts_now(state, unit.id)]
    return tuple(
        hex
        for hex, owner in state.marked(OBSTACLE).items()
        if (hex in building if owner == side else hex in here and holder(state, hex) == side)
    )


@derived
def bridge_heads(state: State, side: str) -> tuple[str, ...]:
    """The hexes from which a side has placed bridges."""
    return tuple(hex for hex in state.marked(BRIDGE) if far_ends(state, side, hex))


def far_ends(state: State, side: str, hex: str) -> list[str]:
    """The hexes to which a side has placed bridges from a hex."""
    placed = state.mark(hex, BRIDGE, {})
    return [to for to, by in placed.items() if any(state.pieces[unit].side == side for unit in by)]


def is_there(state: State, side: str, hex: str, to: str) -> bool:
    """Whether a side has a bridge between two hexes."""
    return to in far_ends(state, side, hex) or hex in far_ends(state, side, to)


BRIDGES = Legality(
    IN_TURN,
    only(
        "engineers",
        bridgers,
        "engineers",
        R["10.11.1"],
        why_no_bridge,
    ),
    only(
        "to",
        sites,
        "site",
        R["10.11.1"],
        "cannot place a bridge",
    ),
    arguments={"engineers": bridgers, "to": sites},
    sides=acting,
    phases=(MOVEMENT,),
    elsewhere=R["10.11.1"],
)
TAKES_UP = Legality(
    IN_TURN,
    insist(is_there, "bridge", R["10.11c"], "no bridge of yours there"),
    arguments={"hex": bridge_heads, "to": far_ends},
    sides=acting,
    phases=(REGENERATION,),
    elsewhere=R["10.11c"],
)
OBSTRUCTS = Legality(
    IN_TURN,
    only(
        "engineers",
        on_site,
        "engineers",
        R["10.12a"],
        "cannot emplace an Obstacle",
    ),
    arguments={"engineers": on_site},
    sides=acting,
    phases=(MOVEMENT,),
    elsewhere=R["10.12a"],
)
CLEARS = Legality(
    IN_TURN,
    only(
        "hex",
        to_clear,
        "hex",
        R["10.12b"],
        "cannot remove an Obstacle there",
    ),
    arguments={"hex": to_clear},
    sides=acting,
    phases=(MOVEMENT,),
    elsewhere=R["10.12b"],
)

KINDS = (
    OrderKind("bridge", Bridge, bridge, R["10.11.1"], "place a bridge over a river", legality=(BRIDGES,)),
    OrderKind(
        "obstacle",
        Obstruct,
        obstruct,
        R["10.12a"],
        "emplace an Obstacle",
        legality=(OBSTRUCTS,),
    ),
    OrderKind("clear-obstacle", Clear, clear, R["10.12b"], "remove an Obstacle", legality=(CLEARS,)),
    OrderKind(
        "take-up-bridge", TakeUp, take_up, R["10.11c"], "take up an engineer bridge", legality=(TAKES_UP,)
    ),
)
