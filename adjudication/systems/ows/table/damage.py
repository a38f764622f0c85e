"""Hits (2.2.3, 9.6): steps are lost in the order of the boxes, with all that is printed in them, and what a
transport carries is lost with it (5.1.1.2b, 5.1.1.3d)."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.cargo import cargo
from adjudication.systems.ows.table.counters import (
    FACILITY,
    MISSION,
    SHIP,
    SQUADRON,
    boxes_left,
    missions_left,
    sheet,
)
from adjudication.systems.ows.table.rsoi import STACKED, stacked_with
from adjudication.systems.ows.table.settings import choice
from adjudication.systems.ows.table.status import HOME, REGENERATION, SUPPRESSED, lose
from adjudication.systems.ows.table.tokens import absorb_hit
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

FORTIFIED = Mark[int]("fortified")
"""Mark of a unit: what a Defense +1 or Fortified +2 marker adds to its red shield (2.1.1.3, 6.5.13)."""


def defence(state: State, unit: Piece) -> tuple[int, int]:
    """The number in force of a unit's red shield, and the number that criticals are counted by (2.1.1.3):
    the printed one, or the one in force where the option says so."""
    printed = sheet(unit).defence
    if not printed and unit.kind.group == FACILITY:
        printed = infrastructure_defence(state)
    in_force = printed + state.mark(unit.id, FORTIFIED, 0)
    return in_force, in_force if choice(state, "critical_shield") == "in force" else printed


def infrastructure_defence(state: State) -> int:
    """The number of an airbase, a port or a railway that has none on map or counter (9.9.7b)."""
    return strike_number(state, "infrastructure defence")


def strike_number(state: State, name: str) -> int:
    """A number of the table of strike numbers, by its name."""
    value = state.tables["strike-numbers"].look_up({"number": name})[1]["value"]
    assert isinstance(value, int)
    return value


def absorb(umpire: Umpire, target: str, number: int) -> int:
    """Countermeasures on a unit take the first hit of fires (7.2.1.4b): the hits left."""
    return number - 1 if number and absorb_hit(umpire, target) else number


def take_hits(umpire: Umpire, target: str, number: int, *, rule: str, fires: bool = True) -> int:
    """A unit takes so many hits: one step each, and it is lost with the last (2.2.3b, 2.2.3c). fires: by
    artillery, air strikes or missiles, so that countermeasures absorb the first (7.2.1.4b). Gives the
    steps lost."""
    return lose_steps(umpire, target, absorb(umpire, target, number) if fires else number, rule=rule)


def lose_steps(umpire: Umpire, target: str, number: int, *, rule: str) -> int:
    """A unit loses so many steps, at most those that it has: how many it lost."""
    state = umpire.state
    unit = state.pieces[target]
    lost = min(number, unit.steps)
    if lost <= 0:
        return 0
    carried = missions_left(unit)
    boxes = [box.carries for box in boxes_left(unit)[:lost]]
    umpire.change(target, steps=unit.steps - lost, rule=rule)
    if unit.kind.group == FACILITY:
        return lost
    if any(boxes):
        lose_boxes(umpire, target, boxes)
    unit = umpire.state.pieces[target]
    if not unit.steps:
        destroy(umpire, unit)
    elif unit.kind.group == SHIP:
        if not state.mark(target, SUPPRESSED):
            umpire.mark(target, SUPPRESSED, True, rule=R["9.6.1a"])
        if carried:
            ground_air_wing(umpire, unit)
    return lost


def destroy(umpire: Umpire, unit: Piece) -> None:
    """A unit leaves the map; a base takes its linked missions with it, wherever they are (2.2.3d, 2.2.4c)."""
    for mission in missions_of(umpire.state, unit.id):
        lose(umpire, mission.id, rule=R["2.2.4c"], for_good=True)
    for aboard in umpire.state.aboard(unit.id):
        lose(umpire, aboard.id, rule=R["2.2.3c"])
    lose_lift(umpire, unit.id)
    lose(umpire, unit.id, rule=R["9.6a"])


def lose_boxes(umpire: Umpire, ship: str, carried: list[int]) -> None:
    """A ship has lost boxes, given by the ground steps that each carries: for each with a ground unit symbol
    the units that it transports lose a step, also while they lie under RSO&I with it in port (5.1.1.2b). The
    owner says which."""
    for _ in filter(None, carried):
        state = umpire.state
        units = [*(unit.id for unit in cargo(state, ship)), *stacked_with(state, ship)]
        units = [unit for unit in dict.fromkeys(units) if state.pieces[unit].steps]
        if units:
            transport = state.pieces[ship]
            asked = T("transported unit that loses a step", transport=ship)
            unit = umpire.choose_piece(transport.side, asked, units, rule=R["5.1.1.2b"])
            lose_steps(umpire, unit, 1, rule=R["5.1.1.2b"])


def lose_lift(umpire: Umpire, transport: str) -> None:
    """A transport aircraft is destroyed: the steps that it carried are lost, as long as they lie under RSO&I
    with it (5.1.1.3d)."""
    for unit in stacked_with(umpire.state, transport):
        lifts = umpire.state.marked(STACKED)[unit]
        lost = [lift for lift in lifts if transport in lift["by"]]
        left = [lift for lift in lifts if lift not in lost]
        umpire.mark(unit, STACKED, left or None, rule=R["5.1.1.3d"])
        lose_steps(umpire, unit, sum(lift["steps"] for lift in lost), rule=R["5.1.1.3d"])


def ground_air_wing(umpire: Umpire, carrier: Piece) -> None:
    """The air missions of a damaged carrier go to the Regeneration Box (9.6.1b)."""
    for mission in missions_of(umpire.state, carrier.id):
        umpire.move(mission.id, f"{REGENERATION}-{mission.side}", rule=R["9.6.1b"])


def missions_of(state: State, base: str) -> list[Piece]:
    """The air missions that belong to a squadron base or a ship, wherever they are but lost for good."""
    linked = [state.pieces[id] for id, home in state.marked(HOME).items() if home == base]
    return [piece for piece in linked if piece.kind.group == MISSION]


__all__ = [
    "FORTIFIED",
    "SQUADRON",
    "absorb",
    "defence",
    "destroy",
    "ground_air_wing",
    "lose_steps",
    "missions_of",
    "strike_number",
    "take_hits",
]
