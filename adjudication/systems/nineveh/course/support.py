"""The Support Phase (4.1.1): supply loss, HQs regain orders, then rally orders, capability cards and
production."""

import adjudication.systems.nineveh.cards.standing as standing
import adjudication.systems.nineveh.moving.hq as hq
import adjudication.systems.nineveh.table.supply as supply
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.table.blocks import DAESH, UNIT, in_play
from adjudication.systems.nineveh.table.hits import lose_step
from domain.table.state import State

R = citations("nineveh", __file__)
T = texts("nineveh")

SUFFER = ("ashbal", "militia")
"""Kinds of units that lose a step while Daesh is out of supply (7.1b)."""
LOSS = "supply loss"
"""What a card may forbid."""


def begin(umpire: Umpire) -> None:
    """Daesh out of supply loses a step (4.1.1a), then HQs regain an order (4.1.1b)."""
    state = umpire.state
    if state.side == DAESH:
        suffer(umpire)
    hq.regain(umpire, state.side)


def suffer(umpire: Umpire) -> None:
    """Daesh out of supply loses a step of an Ashbal or Militia unit, which it chooses (7.1b)."""
    state = umpire.state
    if supply.daesh_in_supply(state):
        return
    could = [unit for unit in in_play(state, DAESH, UNIT) if unit.kind_id in SUFFER]
    units = [unit.id for unit in could if not standing.forbids(state, LOSS, unit)]
    if could and not units:
        standing.use(umpire, LOSS, could[0])
    if units:
        question = T("unit out of supply")
        unit = umpire.choose(DAESH, question, units, audience=(DAESH,), rule=R["4.1.1a"])
        lose_step(umpire, unit, rule=R["7.1b"])


def end(umpire: Umpire) -> None:
    """Nothing happens as the phase ends."""


def waits(state: State) -> str:
    """Nothing has to be done."""
    return ""
