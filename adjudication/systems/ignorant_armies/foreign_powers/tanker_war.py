"""The Tanker War: rolls that intervention lowers, and results that bring the Western navies (event.45,
event.64, ja.tanker-war)."""

from dataclasses import dataclass

from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ignorant_armies.foreign_powers.intervention import lowered
from adjudication.systems.ignorant_armies.table.sides import IRAN, NAVAL_EVER, NAVAL_INTERVENTION
from adjudication.systems.ignorant_armies.table.turns import COMBATS
from domain.table.dice import D6
from domain.table.marks import Mark
from domain.table.state import State

R = citations("ignorant-armies", __file__)
T = texts("ignorant-armies")

ROLLED = Mark[int]("tanker war rolled", turns=1)
"""Mark of a side that has rolled on the Tanker War table in this player-turn."""
ADJUSTMENTS = range(-3, 4)


@dataclass(frozen=True, slots=True)
class TankerWar:
    """Roll on the Tanker War table, with the base game's adjustment."""

    side: str
    adjustment: int = 0


def tanker_war(umpire: Umpire, order: TankerWar) -> None:
    """The die and its adjustments, last the reduction of intervention; the table, and what people say of
    it."""
    total = umpire.sum(T("Tanker War"))
    total.add(T("die"), umpire.roll(D6, T("Tanker War"), rule=R["doc.scope"]), rule=R["doc.scope"])
    if order.adjustment:
        total.add(T("adjustment of the base game"), order.adjustment, rule=R["doc.scope"])
    if order.side == IRAN and lowered(umpire.state):
        total.add(T("Joint Arab intervention"), -1, rule=R["ja.tanker-war"])
    umpire.mark(order.side, ROLLED, umpire.state.turn, rule=R["doc.scope"])
    found = umpire.look_up("tanker-war", roll=total.total, year=umpire.state.date().year, rule=R["doc.scope"])
    if found.navies:
        umpire.mark("game", NAVAL_INTERVENTION, True, rule=R["doc.scope"])
        umpire.mark("game", NAVAL_EVER, True, rule=R["event.no-event"])


def rollers(state: State) -> tuple[str, ...]:
    """The side in turn, once a player-turn."""
    side = state.side
    return (side,) if side and state.mark(side, ROLLED) != state.turn else ()


TANKER_WAR = Legality(
    only("side", rollers, "turn", R["doc.scope"], "may roll once in its own player-turn"),
    only("adjustment", lambda state: ADJUSTMENTS, "adjustment", R["doc.scope"], "an adjustment is -3 to 3"),
    sides=rollers,
    phases=COMBATS,
    elsewhere=R["doc.scope"],
)
KINDS = (
    OrderKind(
        "tanker-war",
        TankerWar,
        tanker_war,
        R["doc.scope"],
        "roll for the Tanker War",
        legality=(TANKER_WAR,),
    ),
)
