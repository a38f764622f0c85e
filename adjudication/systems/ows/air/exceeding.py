"""Beyond the maximum radius (6.5.3a): a player explains how, and the facilitator decides."""

from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.air_tasking import (
    MISSION_CHECKS,
    PHASE,
    hexes_for,
    ready,
    suits,
    types,
    why_not_that,
)
from adjudication.systems.ows.air.fuel import all_hexes
from adjudication.systems.ows.air.missions import base_hex, launch
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.turn.turns import acting
from domain.table.state import State
from domain.texts import as_argument

R = citations("ows", __file__)
T = texts("ows")


@dataclass(frozen=True, slots=True)
class Exceed:
    """Ask leave to send a mission beyond its radius, by means that the player explains (6.5.3a)."""

    side: str
    mission: Contact
    type: str
    hex: str
    means: str


def exceed(umpire: Umpire, order: Exceed) -> None:
    """The facilitator judges whether the means are plausible; the mission flies, or stays at its base."""
    state = umpire.state
    piece = state.pieces[order.mission]
    far = state.board.range(base_hex(state, piece), order.hex)
    question = T(
        "whether a mission exceeds its radius",
        side=order.side,
        mission=order.mission,
        type=order.type,
        hex=order.hex,
        far=far,
        radius=sheet(piece).radius,
        means=as_argument(order.means.strip().rstrip(".")),
    )
    if umpire.judge(question, [True, False], rule=R["6.5.3a"], audience=(order.side,)):
        launch(umpire, order.mission, order.type, order.hex, rule=R["6.5.3a"], leave=True)


def beyond(state: State, mission: str, type: str) -> tuple[str, ...]:
    """The hexes of the map that a mission cannot fly to by itself."""
    within = frozenset(hexes_for(state, mission, type, None))
    base = base_hex(state, state.pieces[mission])
    return tuple(hex for hex in all_hexes(state.board, base) if hex not in within and suits(state, type, hex))


EXCEED = Legality(
    *MISSION_CHECKS,
    only("type", types, "type", R["6.5.10"], why_not_that),
    only(
        "hex",
        beyond,
        "reach",
        R["6.5.3a"],
        "needs no leave to fly there",
    ),
    insist(
        lambda state, means: bool(means and means.strip()),
        "means",
        R["6.5.3a"],
        "say by which means it flies so far",
    ),
    arguments={"mission": ready, "type": types, "hex": beyond, "means": lambda state: ()},
    sides=acting,
    phases=(PHASE,),
    elsewhere=R["seq.3.B.1"],
    quickly=lambda state: [],
)

KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "exceed",
        Exceed,
        exceed,
        R["6.5.3a"],
        "ask leave to send a mission beyond its radius",
        secret=True,
        legality=(EXCEED,),
        text="means",
    ),
)
