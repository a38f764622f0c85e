"""Where units may trace supply to, and whose headquarters serve them; how supply is traced is the base
game's (ja.supply.*, ja.ops.hqs)."""

from adjudication.engine.register import citations
from adjudication.systems.ignorant_armies.intervention import controls, tagged
from adjudication.systems.ignorant_armies.sides import ENEMY, HEADQUARTERS, IRAQ, in_effect, places, units
from domain.table.state import State

R = citations("ignorant-armies", __file__)

CITY, ENTRY = "city", "entry"


def sources(state: State, unit: str) -> list[str]:
    """The hexes that a unit may trace supply to: its side's cities, for Joint Arab units the Iraqi ones
    (ja.supply.cities); while intervention is in effect the three entry hexes serve Iraqi and Joint
    Arab units alike (ja.supply.entry-hexes). A hex with an enemy unit is no source."""
    side = state.pieces[unit].side
    found = [hex for hex in tagged(state.board, CITY) if controls(state, hex) == side]
    if side == IRAQ and in_effect(state):
        found += tagged(state.board, ENTRY)
    return [hex for hex in found if hex not in places(state, ENEMY[side])]


def headquarters(state: State, unit: str) -> list[str]:
    """The headquarters that serve a unit for assault, supply and reserve movement: its side's; Iraqi ones
    serve Joint Arab units (ja.ops.hqs)."""
    side = state.pieces[unit].side
    return [each.id for each in units(state, side) if each.kind.group == HEADQUARTERS]
