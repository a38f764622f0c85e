"""The zone of action of the actioning unit (ground.3.E), as the other side can know it."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.combats import declared
from adjudication.systems.ows.ground.forces.zones import width
from adjudication.systems.ows.support.supply import ZONE_KM
from adjudication.systems.ows.table.counters import GROUND
from adjudication.systems.ows.table.status import detected, enemy_of, on_map
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import State

R = citations("ows", __file__)

FIRED_ON = Mark[list[str]]("fired on")
"""Mark of the game: the hexes that the actioning unit fired on in 3.A."""


@derived
def zone_of_action(state: State, side: str) -> frozenset[str]:
    """The hexes within a zone's width, 100 km, of a declared combat, of a hex fired on in 3.A, or of an enemy
    ground unit that a side has detected: all that it can know of what its enemy does now."""
    focus = [*declared(state), *state.mark("game", FIRED_ON, [])]
    for id in on_map(state, enemy_of(state, side)):
        if state.who_knows(id) is not None:
            continue
        piece = state.pieces[id]
        if piece.kind.group == GROUND and detected(state, piece):
            focus.append(piece.place)
    found: set[str] = set()
    for hex in dict.fromkeys(focus):
        across = width(state.board, hex) or ZONE_KM
        found.update(state.board.within(hex, max(1, ZONE_KM // across)))
    return frozenset(found)


def in_zone_of_action(state: State, side: str, unit: str) -> bool:
    """Whether a unit of the other side stands in the zone of action."""
    return state.pieces[unit].place in zone_of_action(state, side)


def note_fires(umpire: Umpire, hexes: list[str]) -> None:
    """Remember where the actioning unit fired."""
    if hexes:
        before = umpire.state.mark("game", FIRED_ON, [])
        umpire.mark("game", FIRED_ON, list(dict.fromkeys([*before, *hexes])), rule=R["ground.3.A"])


def clear_away(umpire: Umpire) -> None:
    """The action is over."""
    if umpire.state.mark("game", FIRED_ON) is not None:
        umpire.mark("game", FIRED_ON, None, rule=R["ground.4"])
