"""Hits (2.2.3, 9.6): steps are lost in the order of the boxes, with all that is printed in them."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.counters import FACILITY, MISSION, SHIP, SQUADRON, missions_left
from adjudication.systems.ows.status import HOME, REGENERATION, SUPPRESSED, lost_to
from adjudication.systems.ows.tokens import absorb_hit
from domain.table.state import Piece, State

R = citations("ows", __file__)


def take_hits(umpire: Umpire, target: str, number: int, *, rule: str, fires: bool = True) -> int:
    """A unit takes so many hits: one step each, and it is lost with the last (2.2.3b, 2.2.3c). fires: by
    artillery, air strikes or missiles, so that countermeasures absorb the first (7.2.1.4b). Gives the
    steps lost."""
    state = umpire.state
    unit = state.pieces[target]
    if number and fires and absorb_hit(umpire, target):
        number -= 1
    lost = min(number, unit.steps)
    if not lost:
        return 0
    carried = missions_left(unit)
    umpire.change(target, steps=unit.steps - lost, rule=rule)
    if unit.kind.group == FACILITY:
        return lost
    unit = umpire.state.pieces[target]
    if not unit.steps:
        destroy(umpire, unit)
    elif unit.kind.group == SHIP:
        umpire.mark(target, SUPPRESSED, True, rule=R["9.6.1a"])
        if carried:
            ground_air_wing(umpire, unit)
    return lost


def destroy(umpire: Umpire, unit: Piece) -> None:
    """A unit leaves the map; a base takes its linked missions with it, wherever they are (2.2.3d, 2.2.4c)."""
    for mission in missions_of(umpire.state, unit.id):
        umpire.move(mission.id, lost_to(unit), rule=R["2.2.4c"])
    for aboard in umpire.state.aboard(unit.id):
        umpire.move(aboard.id, lost_to(aboard), rule=R["2.2.3c"])
    umpire.move(unit.id, lost_to(unit), rule=R["9.6a"])


def ground_air_wing(umpire: Umpire, carrier: Piece) -> None:
    """The air missions of a damaged carrier go to the Regeneration Box (9.6.1b)."""
    for mission in missions_of(umpire.state, carrier.id):
        umpire.move(mission.id, f"{REGENERATION}-{mission.side}", rule=R["9.6.1b"])


def missions_of(state: State, base: str) -> list[Piece]:
    """The air missions that belong to a squadron base or a ship, wherever they are but lost."""
    linked = [state.pieces[id] for id, home in state.marked(HOME).items() if home == base]
    return [piece for piece in linked if piece.kind.group == MISSION]


__all__ = ["SQUADRON", "destroy", "ground_air_wing", "missions_of", "take_hits"]
