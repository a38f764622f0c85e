"""Where ground units can go (10.10): allowances, what it costs to enter hexes, and the ways that a unit can
take by what its side knows.
"""

import heapq
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.systems.ows.ground.forces.acting import GROUND_PHASE
from adjudication.systems.ows.ground.forces.engineers import MAJOR_RIVER, can_cross, crossings
from adjudication.systems.ows.ground.forces.logistics import can_fuel
from adjudication.systems.ows.ground.forces.numbers import figure
from adjudication.systems.ows.ground.forces.security import disrupted_hexes
from adjudication.systems.ows.ground.forces.stacking import fits, full_for
from adjudication.systems.ows.ground.forces.units import counted_steps, ground_units_at
from adjudication.systems.ows.ground.forces.zones import ground_hexes, has_zones, known_zoc, land, seen_hexes
from adjudication.systems.ows.table.charts import row_of
from adjudication.systems.ows.table.counters import Sheet, sheet
from adjudication.systems.ows.table.rsoi import in_rsoi
from adjudication.systems.ows.table.settings import number
from adjudication.systems.ows.table.status import MARCHED, OUT, SUPPLY, SUPPRESSED, is_ready
from adjudication.systems.ows.table.weather import weather
from domain.events import Cell
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import State
from domain.table.tables import Table

R = citations("ows", __file__)

CHART = "ground-movement"
NOT_POSSIBLE = "NP"
HIGHWAY = "highway"
"""Tag of hexes with a highway, and the terrain of a move from one to the next along it."""
ANY_NUMBER = 99


class Marched(NamedTuple):
    """How a unit has moved in this impulse, and in the whole Ground Phase (`all`)."""

    points: int = 0
    hexes: int = 0
    stopped: bool = False
    start: str = ""
    all: int = 0


def marched(state: State, unit: str) -> Marched:
    """How a unit has moved."""
    mark = state.mark(unit, MARCHED)
    if not mark or mark["phase"] != this_phase(state):
        return Marched()
    if mark["in"] != state.phase:
        return Marched(all=mark["all"])
    return Marched(mark["points"], mark["hexes"], mark["stopped"], mark["from"], mark["all"])


def this_phase(state: State) -> int:
    """The number of the Ground Phase in this turn."""
    return state.mark("game", GROUND_PHASE, 1)


# --- allowances: 10.10b -----------------------------------------------------------------------------------


def mode_of(state: State, read: Sheet) -> str:
    """How a ground unit moves: of mixed capabilities (`wheeled/foot`) the one with the lowest allowance
    (10.10a). Empty for what does not move."""
    if "/" not in read.moves:
        return read.moves
    modes = [mode for mode in read.moves.split("/") if mode]
    return min(modes, key=lambda mode: figure(state, f"{mode} points"), default="")


def allowance(state: State, unit: str, half: bool = False, mode: str = "") -> int:
    """The movement points of a unit in one impulse: half of them out of supply (11.1.3a), and half of that,
    rounded down, in Reserve, in exploitation and in reaction (10.4.1a). mode: by which it moves, where that
    is not its own."""
    piece = state.pieces[unit]
    moves = mode or mode_of(state, sheet(piece))
    points = figure(state, f"{moves} points") if moves else 0
    if state.mark(unit, SUPPLY) == OUT:
        points //= 2
    if half:
        points //= 2
    instead = number(state, "suppressed_points")
    if instead and state.mark(unit, SUPPRESSED):
        points = min(points, instead)
    return points


def hexes_allowed(state: State, unit: str) -> int:
    """How many hexes a unit may still go: none in RSO&I or without fuel (10.13.2.1), one in a Ground Phase
    where it is suppressed (10.15.7b), unless the scenario limits its points instead (10.15.7i)."""
    if in_rsoi(state, unit) or not is_ready(state, unit) or not can_fuel(state, unit):
        return 0
    if not state.mark(unit, SUPPRESSED) or number(state, "suppressed_points"):
        return ANY_NUMBER
    return max(0, 1 - marched(state, unit).all)


# --- what hexes cost: 10.10.1 -----------------------------------------------------------------------------


class Graph:
    """The hexes of tactical maps as a mode moves over them now: from each the hexes that it can enter, with
    their points and whether a bridge is needed. One object stands for one chart and weather."""

    __slots__ = ("steps",)

    def __init__(self, steps: dict[str, dict[str, tuple[int, bool]]]) -> None:
        self.steps = steps


@derived
def graph(state: State, mode: str) -> Graph:
    """What the Movement Chart says of all hexes, for a mode in the weather of now."""
    first_of = {state.board.spaces[hex].map: hex for hex in reversed(fields(state.board))}
    conditions = tuple(sorted((map, weather(state, hex)) for map, hex in first_of.items()))
    return graph_of(state.board, state.tables.get(CHART), mode, conditions)


@lru_cache(256)
def graph_of(board: Board, chart: Table | None, mode: str, conditions: tuple[tuple[str, str], ...]) -> Graph:
    """The same of a chart, with the weather on each map."""
    listed = chart.data.rows if chart is not None else ()
    weather_on = dict(conditions)
    known: dict[tuple[str, str], int | None] = {}

    def points(terrain: str, hex: str) -> int | None:
        now = weather_on[board.spaces[hex].map]
        if (terrain, now) not in known:
            known[terrain, now] = terrain_points(listed, mode, terrain, now)
        return known[terrain, now]

    terrains = {str(row["terrain"]) for row in listed}
    marching = frozenset(fields(board))
    steps: dict[str, dict[str, tuple[int, bool]]] = {}
    for here in fields(board):
        found: dict[str, tuple[int, bool]] = {}
        road = HIGHWAY in board.spaces[here].tags
        for there in board.neighbours[here]:
            if there not in marching:
                continue
            border = board.border(here, there)
            river = border == MAJOR_RIVER
            cost = (
                points(HIGHWAY, there) if road and HIGHWAY in board.spaces[there].tags and not river else None
            )
            if cost is None:
                cost = points(board.spaces[there].terrain, there)
            over = points(border, there) if border in terrains and not river else 0
            if cost is not None and over is not None:
                found[there] = (cost + over, river)
        steps[here] = found
    return Graph(steps)


@derived
def fields(board: Board) -> tuple[str, ...]:
    """The hexes of tactical maps on which units march, in the order of the board."""
    return tuple(hex for hex in board.spaces if hex in land(board) and has_zones(board, hex))


def terrain_points(
    listed: Sequence[Mapping[str, Cell]], mode: str, terrain: str, conditions: str
) -> int | None:
    """What the Movement Chart says for a mode, in a weather; None for NP, and for what it does not list."""
    wanted = {"terrain": terrain, "mode": mode}
    row = row_of(listed, **wanted, **({"weather": conditions} if conditions else {}))
    cell = row["points"] if row is not None else NOT_POSSIBLE
    return cell if isinstance(cell, int) else None


class Mover(NamedTuple):
    """Who moves from where: with which mode and points, at most how many hexes, how many steps a bridge has
    to bear; began: where its move began in this impulse; free: whether its first hex is possible at any cost
    (10.10.1b)."""

    side: str
    start: str
    began: str
    mode: str
    points: int
    most: int
    steps: int
    free: bool


def mover(state: State, unit: str, points: int, mode: str = "", most: int | None = None) -> Mover:
    """A unit as it moves now with so many points. most: how many hexes it may still go, where that is known
    already."""
    piece = state.pieces[unit]
    before = marched(state, unit)
    return Mover(
        piece.side,
        piece.place,
        before.start or piece.place,
        mode or mode_of(state, sheet(piece)),
        points,
        hexes_allowed(state, unit) if most is None else most,
        counted_steps(piece),
        not before.hexes,
    )


def entry_cost(state: State, unit: str, here: str, there: str, mode: str = "") -> int | None:
    """What it costs a unit to enter a hex from one beside it, whatever the zones of control; None where it
    cannot."""
    return hex_cost(state, mover(state, unit, 0, mode), here, there)


def hex_cost(state: State, who: Mover, here: str, there: str) -> int | None:
    """The same for a mover: terrain, and what is added for a bridge (10.11d) and in zones that partisans have
    disrupted (10.15.10.4b)."""
    points, river = graph(state, who.mode).steps.get(here, {}).get(there, (None, False))
    if points is None or (river and not can_cross(state, here, there, who.steps)):
        return None
    bridge = figure(state, "crossing a bridge") if river else 0
    rough = figure(state, "disrupted zone") if there in disrupted_hexes(state, who.side) else 0
    return points + bridge + rough


# --- where a unit can go ----------------------------------------------------------------------------------


def extra(state: State, began: str, here: str, there: str, zoc: frozenset[str]) -> int:
    """What zones of control add to a step: leaving the one that the move began in for a hex that is free of
    them (10.10.3.3c), or passing through one that a friendly unit holds open (10.10.3.2a)."""
    if here not in zoc:
        return 0
    if here != began:
        return figure(state, "bypass")
    return 0 if there in zoc else figure(state, "disengaging")


def goes_on(began: str, before: str, hex: str, zoc: frozenset[str], friends: frozenset[str]) -> bool:
    """Whether a move may go on from a hex that it has entered from another: one in a zone of control ends it
    (10.10.3.1), but where another friendly unit holds the hex (10.10.3.2a, 10.10.3.3b) and the hex before
    was not passed in that way (10.10.3.2b)."""
    if hex not in zoc:
        return True
    return hex in friends and not (before in zoc and before != began)


def held_up(state: State, unit: str) -> bool:
    """Whether a unit cannot go on with a move in this impulse: it had to stop, or the friendly unit that held
    its hex open in a zone of control has left (10.10.3.1, 10.10.3.2a)."""
    went, piece = marched(state, unit), state.pieces[unit]
    if went.stopped or not went.hexes or piece.place not in known_zoc(state, piece.side):
        return went.stopped
    here = ground_units_at(state, piece.place, piece.side)
    return all(other.id == unit for other in here)


class Additions(NamedTuple):
    """What is added to the points of a hex (10.10.3, 10.11d, 10.15.10.4b)."""

    bypass: int
    disengaging: int
    bridge: int
    rough: int


class Terms(NamedTuple):
    """All that the ways of a mover depend on, by what its side knows. closed: hexes with enemies. friends:
    those in a zone of control that units of the side hold. rough: zones that partisans have disrupted.
    bridges: pairs of hexes joined by a bridge that bears the mover."""

    over: Graph
    zoc: frozenset[str]
    closed: frozenset[str]
    friends: frozenset[str]
    rough: frozenset[str]
    bridges: frozenset[tuple[str, str]]
    add: Additions


def terms(state: State, who: Mover) -> Terms:
    """What the ways of a mover depend on now."""
    zoc = known_zoc(state, who.side)
    return Terms(
        graph(state, who.mode),
        zoc,
        seen_hexes(state, who.side),
        ground_hexes(state, who.side) & zoc,
        disrupted_hexes(state, who.side),
        crossings(state, who.steps),
        additions(state),
    )


def ways(state: State, who: Mover) -> dict[str, tuple[str, ...]]:
    """Where a mover can go by what its side knows: hex to the cheapest way there, with both ends."""
    if who.most <= 0 or not who.mode:
        return {}
    return search(terms(state, who), who)


@derived
def additions(state: State) -> Additions:
    """What is added to the points of hexes in this game."""
    return Additions(
        figure(state, "bypass"),
        figure(state, "disengaging"),
        figure(state, "crossing a bridge"),
        figure(state, "disrupted zone"),
    )


@lru_cache(4096)
def search(on: Terms, who: Mover) -> dict[str, tuple[str, ...]]:
    """The same from all that it depends on."""
    start, began, most, limit = who.start, who.began, who.most, who.points
    zoc, closed, rough, friends = on.zoc, on.closed, on.rough, on.friends
    found: dict[str, tuple[str, ...]] = {}
    left: set[str] = set()
    least: dict[str, tuple[int, int]] = {}
    queue: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, (start,))]
    while queue:
        spent, far, way = heapq.heappop(queue)
        here = way[-1]
        if here in left:
            continue
        if far:
            found.setdefault(here, way)
        held = here in zoc
        if far >= most or (held and far and not goes_on(began, way[-2], here, zoc, friends)):
            continue
        left.add(here)
        far += 1
        for there, (points, river) in on.over.steps.get(here, {}).items():
            if there in left or there in closed:
                continue
            cost = spent + points
            if held or river or there in rough:
                added = addition(on, began, here, there, river)
                if added is None:
                    continue
                cost += added
            if cost > limit:
                if far > 1 or not who.free:
                    continue
                cost = limit + 1  # the first hex is always possible, and ends the move
            if there not in zoc:  # whichever way one comes there, one may go on: the cheapest will do
                if least.get(there, (cost, far)) < (cost, far):
                    continue
                least[there] = cost, far
            heapq.heappush(queue, (cost, far, (*way, there)))
    return found


def step_cost(on: Terms, began: str, here: str, there: str) -> int | None:
    """What a step of a move costs that began in a hex; None where it cannot be made."""
    points, river = on.over.steps.get(here, {}).get(there, (None, False))
    if points is None or there in on.closed:
        return None
    added = addition(on, began, here, there, river)
    return None if added is None else points + added


def addition(on: Terms, began: str, here: str, there: str, river: bool) -> int | None:
    """What is added to the points of a hex; None where a river without a bridge lies before it."""
    added = 0
    if river:
        if (here, there) not in on.bridges:
            return None
        added += on.add.bridge
    if there in on.rough:
        added += on.add.rough
    if here in on.zoc and here != began:
        added += on.add.bypass
    elif here in on.zoc and there not in on.zoc:
        added += on.add.disengaging
    return added


def reachable(state: State, unit: str, points: int, mode: str = "") -> dict[str, tuple[str, ...]]:
    """The hexes where a unit can end a move with so many points, by what its side knows, each with the way
    there."""
    return Reach(state).of(unit, points, mode)


class Reach:
    """Where units can go now; what is alike for several of them is looked up once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.terms: dict[tuple[str, str, int], Terms] = {}
        self.full: dict[tuple[str, int], frozenset[str]] = {}

    def of(
        self, unit: str, points: int, mode: str = "", most: int | None = None
    ) -> dict[str, tuple[str, ...]]:
        """The hexes where a unit can end a move, each with the way there. most: as for a mover."""
        state = self.state
        who = mover(state, unit, points, mode, most)
        if who.most <= 0 or not who.mode:
            return {}
        alike = (who.side, who.mode, who.steps)
        if alike not in self.terms:
            self.terms[alike] = terms(state, who)
            self.full[who.side, who.steps] = full_for(state, who.side, who.steps)
        full = self.full[who.side, who.steps]
        found = search(self.terms[alike], who)
        return {hex: way for hex, way in found.items() if hex not in full or fits(state, [unit], hex)}


def can_go(state: State, who: Mover, way: Sequence[str]) -> bool:
    """Whether a mover can go a way, by what its side knows."""
    return passes(terms(state, who), who, way)


def passes(on: Terms, who: Mover, way: Sequence[str]) -> bool:
    """The same from all that it depends on."""
    if way[0] != who.start or not 1 < len(way) <= who.most + 1 or len(set(way)) < len(way):
        return False
    spent, before = 0, who.start
    for nth, (here, there) in enumerate(pairwise(way)):
        if nth and (spent > who.points or not goes_on(who.began, before, here, on.zoc, on.friends)):
            return False
        cost = step_cost(on, who.began, here, there)
        if cost is None:
            return False
        spent += cost
        before = here
    return spent <= who.points or (len(way) == 2 and who.free)
