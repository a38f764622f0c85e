"""Movement of gangs and Leaders (6.23): any distance, but not through a Zone with Militia."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from adjudication.engine.legality import Legality, insist, unless
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.factions import against_entry, against_leaving, some_fit
from adjudication.systems.somalia.table.forces import GANG, LEADER, MILITIA, act, at, has_acted, on_map
from adjudication.systems.somalia.table.phases import OPERATIONS
from adjudication.systems.somalia.table.sides import plays_base
from adjudication.systems.somalia.table.turns import BANDIT_IN_TURN, acting_bandits
from adjudication.systems.somalia.table.zones import is_zone, zones
from domain.table.derived import derived
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")


@dataclass(frozen=True, slots=True)
class Move:
    """Move gangs and Leaders to a Zone (6.23a). via: of the later scenarios."""

    side: str
    units: tuple[str, ...]
    to: str
    via: tuple[str, ...] = ()


def move(umpire: Umpire, order: Move) -> None:
    """They move; it is their mission."""
    act(umpire, order.units, rule=R["6.0d"])
    for unit in order.units:
        umpire.move(unit, order.to, rule=R["6.23a"])


@derived
def reach(state: State, origin: str) -> tuple[str, ...]:
    """The Zones that gangs can move to from a Zone: whoever enters one with Militia stops there (6.23b)."""

    def cost(_: str, zone: str) -> int | None:
        return 1 if is_zone(state.board, zone) else None

    ways = state.board.cheapest(origin, cost, stops=lambda zone: bool(at(state, zone, MILITIA)))
    return tuple(zone for zone in zones(state.board) if zone in ways.costs and zone != origin)


@derived
def movers(state: State, side: str) -> tuple[str, ...]:
    """The gangs and Leaders of a player that have not acted this turn."""
    return tuple(
        piece.id
        for piece in on_map(state, GANG, LEADER)
        if piece.side == side and not has_acted(state, piece)
    )


@derived
def coming(state: State, side: str, to: str) -> tuple[str, ...]:
    """Those of them that can move to a Zone."""
    return tuple(unit for unit in movers(state, side) if to in reach(state, state.pieces[unit].place))


def against_units(state: State, side: str, units: Sequence[str]) -> Why:
    """Why units cannot move at all; empty where all can."""
    for unit in units:
        if unit not in movers(state, side):
            return T("cannot move", unit=unit)
    return "" if units else T("name the units that move")


def against_way(state: State, units: Sequence[str], to: str) -> Why:
    """Why units cannot get to a Zone; empty where all can."""
    if to not in zones(state.board):
        return T("no Zone to move to", to=to)
    for unit in units:
        piece = state.pieces[unit]
        if piece.place == to:
            return T("already there", unit=unit, zone=to)
        if to not in reach(state, piece.place):
            return T("stopped by Government Militia", unit=unit, zone=to)
    return ""


def against_mixture(state: State, units: Sequence[str], to: str) -> Why:
    """What factions have against the move (8.41b)."""
    return against_entry(state, to, units) or against_leaving(state, units)


def _list(state: State) -> list[OrderChoice]:
    found = []
    for side in acting_bandits(state):
        for to in zones(state.board):
            units, against = coming(state, side, to), _against(state, to)
            if some_fit(state, units, against):
                found.append(OrderChoice(side, "move", {"to": to}, "units", of=units, least=1, fits=against))
    return found


def _against(state: State, to: str) -> Callable[[Sequence[str]], Why]:
    return lambda units: against_mixture(state, units, to)


MOVE = Legality(
    BANDIT_IN_TURN,
    insist(
        lambda state, via: not via,
        "via",
        R["6.23b"],
        "gangs move without being seen",
    ),
    unless(against_units, "units", R["6.0c"]),
    unless(against_way, "way", R["6.23b"]),
    unless(against_mixture, "factions", R["8.41b"]),
    sides=acting_bandits,
    phases=(OPERATIONS,),
    played=plays_base,
    elsewhere=R["3.0c"],
    quickly=_list,
)
KINDS = (OrderKind("move", Move, move, R["6.23a"], "move gangs and Leaders", legality=(MOVE,)),)
