"""Engineers (10.11, 10.12): rivers and the bridges over them, and obstacles."""

from typing import Any

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.counters import sheet
from adjudication.systems.ows.ground.numbers import figure
from adjudication.systems.ows.ground.units import counted_steps
from domain.table.state import Piece, State

R = citations("ows", __file__)

MAJOR_RIVER = "major river"
"""Terrain of a hexside that is crossed on a bridge alone (10.11)."""
BRIDGE = "bridge"
"""Mark of a hex: the engineer bridges from it over a major river, a list of {to, by, crossed}: the hex
across, the unit that placed it, and the steps that have crossed it this turn; public."""
OBSTACLE = "obstacle"
"""Mark of a hex: the side whose engineers put an Obstacle counter there; public (10.12a)."""


def river_between(state: State, one: str, other: str) -> bool:
    """Whether a major river runs between two hexes."""
    return state.board.border(one, other) == MAJOR_RIVER


def bridges_between(state: State, one: str, other: str) -> list[dict[str, Any]]:
    """The engineer bridges between two hexes."""
    ends = ((one, other), (other, one))
    return [each for near, far in ends for each in state.mark(near, BRIDGE) or () if each["to"] == far]


def bridged(state: State, one: str, other: str) -> bool:
    """Whether an engineer bridge joins two hexes."""
    return bool(bridges_between(state, one, other))


def can_cross(state: State, one: str, other: str, steps: int) -> bool:
    """Whether so many steps can cross a bridge between two hexes this turn (10.11d)."""
    most = figure(state, "steps over a bridge")
    return any(each["crossed"] + steps <= most for each in bridges_between(state, one, other))


def cross(umpire: Umpire, unit: str, one: str, other: str) -> None:
    """A unit crosses a bridge: its steps count against what the bridge bears in a turn (10.11d)."""
    state = umpire.state
    steps, most = counted_steps(state.pieces[unit]), figure(state, "steps over a bridge")
    for near, far in ((one, other), (other, one)):
        placed = [dict(each) for each in state.mark(near, BRIDGE) or ()]
        for each in placed:
            if each["to"] == far and each["crossed"] + steps <= most:
                each["crossed"] += steps
                umpire.mark(near, BRIDGE, placed, rule=R["10.11d"])
                return


def place_bridge(umpire: Umpire, engineer: str, hex: str, far: str, *, rule: str) -> None:
    """A bridge of an engineer unit joins two hexes from now on."""
    placed = [*(umpire.state.mark(hex, BRIDGE) or ()), {"to": far, "by": engineer, "crossed": 0}]
    umpire.mark(hex, BRIDGE, placed, rule=rule)


def bridges_out(state: State, engineer: str) -> int:
    """The bridges of an engineer unit that lie on the map."""
    return sum(each["by"] == engineer for placed in state.marked(BRIDGE).values() for each in placed)


def bridges_left(state: State, engineer: Piece) -> int:
    """The bridges that an engineer unit can still place: one for each of its steps (10.11b)."""
    if not sheet(engineer).bridges:
        return 0
    return max(0, engineer.steps - bridges_out(state, engineer.id))


def obstacle(state: State, hex: str) -> str:
    """The side that has an Obstacle in a hex; empty for none."""
    return str(state.mark(hex, OBSTACLE) or "")


def reset_bridges(umpire: Umpire) -> None:
    """A new turn: bridges bear their full number of steps again (10.11d)."""
    for hex, placed in list(umpire.state.marked(BRIDGE).items()):
        if any(each["crossed"] for each in placed):
            fresh = [{**each, "crossed": 0} for each in placed]
            umpire.mark(hex, BRIDGE, fresh, rule=R["10.11d"])
