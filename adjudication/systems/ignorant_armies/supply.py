"""Where units may trace supply to, and whose headquarters serve them; how supply is traced is the base
game's (ja.supply.*, ja.ops.hqs)."""

from adjudication.engine.register import citations
from adjudication.systems.ignorant_armies.foreign_powers.intervention import controls
from adjudication.systems.ignorant_armies.table.sides import (
    ENEMY,
    HEADQUARTERS,
    IRAQ,
    in_effect,
    places,
    tagged,
    units,
)
from domain.table.state import State

R = citations("ignorant-armies", __file__)

CITY, ENTRY = "city", "entry"


def sources(state: State, side: str) -> list[str]:
    """The hexes that a side's units may trace supply to: its cities, for Joint Arab units the Iraqi ones
    (ja.supply.cities); while intervention is in effect the three entry hexes serve Iraqi and Joint
    Arab units alike (ja.supply.entry-hexes). A hex with an enemy unit is no source."""
    found = [hex for hex in tagged(state.board, CITY) if controls(state, hex) == side]
    if side == IRAQ and in_effect(state):
        found += tagged(state.board, ENTRY)
    return [hex for hex in found if hex not in places(state, ENEMY[side])]


def headquarters(state: State, side: str) -> list[str]:
    """The headquarters that serve a side's units for assault, supply and reserve movement; Iraqi ones serve
    Joint Arab units too (ja.ops.hqs)."""
    return [unit.name for unit in units(state, side) if unit.kind.group == HEADQUARTERS]
