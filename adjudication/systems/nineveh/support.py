"""The Support Phase (4.1.1): supply loss, HQs regain orders, then rally orders, capability cards and
production."""

import adjudication.systems.nineveh.hq as hq
import adjudication.systems.nineveh.supply as supply
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.blocks import DAESH
from domain.table.state import State

R = citations("nineveh", __file__)


def begin(umpire: Umpire) -> None:
    """Daesh out of supply loses a step (4.1.1a), then HQs regain an order (4.1.1b). In the solitaire game
    cards do both for Daesh (10.2c, 10.2d)."""
    state = umpire.state
    supply.show(umpire)
    if state.side == DAESH:
        if state.options["solitaire"]:
            return
        supply.suffer(umpire)
    hq.regain(umpire, state.side)


def end(umpire: Umpire) -> None:
    """Nothing happens as the phase ends."""


def waits(state: State) -> str:
    """Nothing has to be done."""
    return ""
