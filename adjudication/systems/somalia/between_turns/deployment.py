"""Setting up the base game (10): the Bandit units anywhere, then the UN at Mogadishu Airport."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import adjudication.systems.somalia.table.famine as famine
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.factions import against_entry, may_enter, some_fit
from adjudication.systems.somalia.table.forces import LEADER, MILITARY, on_map
from adjudication.systems.somalia.table.phases import DEPLOYMENT
from adjudication.systems.somalia.table.recruits import available
from adjudication.systems.somalia.table.sides import bandits, factions
from adjudication.systems.somalia.table.stationing import station
from adjudication.systems.somalia.table.zones import DEPLOYING, zones
from domain.table.dice import D6
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")

DRAWN = 3
"""Units of each faction at the start (10.0a)."""


@dataclass(frozen=True, slots=True)
class Deploy:
    """Set up Bandit units in a Zone (10.0a)."""

    side: str
    units: tuple[str, ...]
    to: str


def begin(umpire: Umpire) -> None:
    """Three units of each faction in play are drawn at random, and its Leader (10.0a)."""
    state = umpire.state
    for side in bandits(state):
        for colour in factions(state, side):
            for _ in range(DRAWN):
                cup = [unit for unit in available(state, side) if _colour(state, unit) == colour]
                drawn = umpire.pick(cup, T("unit to set up", colour=colour), rule=R["10.0a"])
                umpire.move(drawn, DEPLOYING, rule=R["10.0a"])
            for leader in state.of_group(LEADER):
                if _colour(state, leader.id) == colour and leader.place != DEPLOYING:
                    umpire.move(leader.id, DEPLOYING, rule=R["10.0a"])


def _colour(state: State, piece: str) -> str:
    return str(state.pieces[piece].kind.data["faction"])


def waits(state: State) -> Why:
    """What the Bandit player in turn has still to set up; empty for nothing."""
    left = to_set_up(state, state.side)
    if not left:
        return ""
    return T("counters still to be set up", counters=len(left))


def to_set_up(state: State, side: str) -> list[str]:
    """The counters that a Bandit player has still to set up."""
    return [piece.id for piece in state.pieces_at(DEPLOYING) if piece.side == side]


def deploy(umpire: Umpire, order: Deploy) -> None:
    """These counters stand in that Zone."""
    for unit in order.units:
        umpire.move(unit, order.to, rule=R["10.0a"])


def end(umpire: Umpire) -> None:
    """The UN unit and the Base at the Airport, where the scenario has laid them; two dice of turns of Famine
    (10.0b, 10.0d)."""
    station(umpire, [unit.id for unit in on_map(umpire.state, MILITARY)], rule=R["10.0b"])
    turns = sum(umpire.rolls(2, D6, T("turns of Famine"), rule=R["10.0d"]))
    famine.begins(umpire, turns, rule=R["10.0d"])


def in_turn(state: State) -> tuple[str, ...]:
    """Who sets up now."""
    return (state.side,)


def _waiting(state: State, side: str, units: Sequence[str]) -> bool:
    given, left = list(units), to_set_up(state, side)
    return bool(given) and len(set(given)) == len(given) and all(unit in left for unit in given)


def _places(state: State) -> tuple[str, ...]:
    return zones(state.board)


def _fits(state: State, units: Sequence[str], to: str) -> bool:
    return may_enter(state, units, to)


def _list(state: State) -> list[OrderChoice]:
    left = to_set_up(state, state.side)
    return [
        _into(state, left, zone)
        for zone in zones(state.board)
        if some_fit(state, left, partial(against_entry, state, zone))
    ]


def _into(state: State, left: Sequence[str], zone: str) -> OrderChoice:
    """All orders that set counters up in a Zone."""

    def fits(units: Sequence[str]) -> bool | Why:
        return _fits(state, units, zone) or T("different factions share no Zone")

    return OrderChoice(state.side, "deploy", {"to": zone}, "units", of=left, least=1, fits=fits)


DEPLOY = Legality(
    only("side", in_turn, "turn", R["10.0a"], "may not set up"),
    insist(_waiting, "units", R["10.0a"], "name Bandit counters to set up"),
    only("to", _places, "zone", R["10.0a"], "not a Zone of the map"),
    insist(_fits, "faction", R["8.41b"], "different factions share no Zone"),
    sides=in_turn,
    phases=(DEPLOYMENT,),
    elsewhere=R["10.0a"],
    quickly=_list,
)
KINDS = (OrderKind("deploy", Deploy, deploy, R["10.0a"], "set up Bandit units", legality=(DEPLOY,)),)
