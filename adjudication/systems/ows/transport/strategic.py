"""Strategic movement (5): by ship, air, rail and road, and the RSO&I that follows."""

import adjudication.systems.ows.table.rsoi as rsoi
import adjudication.systems.ows.transport.airlift as airlift
import adjudication.systems.ows.transport.overland as overland
import adjudication.systems.ows.transport.sealift as sealift
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.security import rear_area
from adjudication.systems.ows.table.counters import SHEETLESS, VEHICLES, sheet
from domain.table.derived import derived
from domain.table.state import State

R = citations("ows", __file__)


def begin(umpire: Umpire) -> None:
    """Transports and those that they have landed part, and trains that are due arrive (5.1.1.4b)."""
    rsoi.unstack(umpire)
    overland.end_of_the_line(umpire)


def end(umpire: Umpire) -> None:
    """Nothing is left open."""


@derived
def needed(state: State) -> bool:
    """Whether the game has any transports, or the rear area rules are in play: what becomes of them is not
    for everybody to know."""
    return rear_area(state) or any(
        piece.kind.group == VEHICLES or sheet(piece).lifts or any(box.carries for box in sheet(piece).boxes)
        for piece in state.pieces.values()
        if piece.kind.group not in SHEETLESS
    )


KINDS = (*sealift.KINDS, *airlift.KINDS, *overland.KINDS)
