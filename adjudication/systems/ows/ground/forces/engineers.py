"""Engineers (10.11, 10.12): rivers and the bridges over them, and obstacles."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.numbers import figure
from adjudication.systems.ows.ground.forces.units import counted_steps
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import CROSSED
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)

MAJOR_RIVER = "major river"
"""Terrain of a hexside that is crossed on a bridge alone (10.11)."""
BRIDGE = Mark[dict[str, list[str]]]("bridge")
"""Mark of a hex: the engineer bridges from it over a major river, {hex across: units that placed them}."""
OBSTACLE = Mark[str]("obstacle")
"""Mark of a hex: the side whose engineers put an Obstacle counter there (10.12a)."""


def river_between(state: State, one: str, other: str) -> bool:
    """Whether a major river runs between two hexes."""
    return state.board.border(one, other) == MAJOR_RIVER


def bridged(state: State, one: str, other: str) -> bool:
    """Whether an engineer bridge joins two hexes."""
    return any(far in state.mark(near, BRIDGE, {}) for near, far in ((one, other), (other, one)))


def borne(state: State, near: str, far: str) -> list[int]:
    """The steps that each bridge from a hex to another has borne this turn."""
    placed = state.mark(near, BRIDGE, {}).get(far, ())
    crossed = state.mark(near, CROSSED, {}).get(far, [])
    return [*crossed, *[0] * len(placed)][: len(placed)]


def can_cross(state: State, one: str, other: str, steps: int) -> bool:
    """Whether so many steps can cross a bridge between two hexes this turn (10.11d)."""
    most = figure(state, "steps over a bridge")
    borne_by_each = (*borne(state, one, other), *borne(state, other, one))
    return any(crossed + steps <= most for crossed in borne_by_each)


@derived
def crossings(state: State, steps: int) -> frozenset[tuple[str, str]]:
    """The pairs of hexes, either way, between which so many steps can cross an engineer bridge this turn."""
    pairs = [(near, far) for near, placed in state.marked(BRIDGE).items() for far in placed]
    both = [pair for near, far in pairs for pair in ((near, far), (far, near))]
    return frozenset(pair for pair in both if can_cross(state, pair[0], pair[1], steps))


def cross(umpire: Umpire, unit: str, one: str, other: str) -> None:
    """A unit crosses a bridge: its steps count against what the bridge bears in a turn (10.11d)."""
    state = umpire.state
    steps, most = counted_steps(state.pieces[unit]), figure(state, "steps over a bridge")
    for near, far in ((one, other), (other, one)):
        over = borne(state, near, far)
        for nth, crossed in enumerate(over):
            if crossed + steps <= most:
                over[nth] = crossed + steps
                umpire.mark(near, CROSSED, {**state.mark(near, CROSSED, {}), far: over}, rule=R["10.11d"])
                return


def place_bridge(umpire: Umpire, engineer: str, hex: str, far: str, *, rule: str) -> None:
    """A bridge of an engineer unit joins two hexes from now on."""
    placed = umpire.state.mark(hex, BRIDGE, {})
    umpire.mark(hex, BRIDGE, {**placed, far: [*placed.get(far, ()), engineer]}, rule=rule)


def take_up_bridge(umpire: Umpire, side: str, hex: str, far: str, *, rule: str) -> None:
    """A side takes up a bridge between two hexes: its engineer unit has it back (10.11c)."""
    state = umpire.state
    for near, other in ((hex, far), (far, hex)):
        placed = state.mark(near, BRIDGE, {})
        by = placed.get(other, [])
        mine = [nth for nth, unit in enumerate(by) if state.pieces[unit].side == side]
        if mine:
            left = {**placed, other: by[: mine[0]] + by[mine[0] + 1 :]}
            umpire.mark(near, BRIDGE, {to: units for to, units in left.items() if units} or None, rule=rule)
            return


def bridges_out(state: State, engineer: str) -> int:
    """The bridges of an engineer unit that lie on the map."""
    every = (by for placed in state.marked(BRIDGE).values() for by in placed.values())
    return sum(by.count(engineer) for by in every)


def bridges_left(state: State, engineer: Piece) -> int:
    """The bridges that an engineer unit can still place: one for each of its steps (10.11b)."""
    if not sheet(engineer).bridges:
        return 0
    return max(0, engineer.steps - bridges_out(state, engineer.id))


def obstacle(state: State, hex: str) -> str:
    """The side that has an Obstacle in a hex; empty for none."""
    return state.mark(hex, OBSTACLE, "")
