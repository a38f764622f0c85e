"""Two or three Bandit players (11.2): attacks on other factions."""

from collections.abc import Sequence
from dataclasses import dataclass

import adjudication.systems.somalia.table.hits as hits
import adjudication.systems.somalia.table.tally as tally
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.forces import GANG, act, at, faction, firepower, has_acted, led
from adjudication.systems.somalia.table.phases import OPERATIONS
from adjudication.systems.somalia.table.points import gain_vp
from adjudication.systems.somalia.table.raf import fire
from adjudication.systems.somalia.table.sides import COLOURS, UN, several
from adjudication.systems.somalia.table.turns import acting
from adjudication.systems.somalia.table.zones import zones
from domain.table.state import Piece, State

R = citations("somalia", __file__)
T = texts("somalia")


@dataclass(frozen=True, slots=True)
class AttackFaction:
    """Attack the units of another player's faction in a Zone (11.21d)."""

    side: str
    zone: str
    faction: str
    units: tuple[str, ...]


def attack(umpire: Umpire, order: AttackFaction) -> None:
    """Fire at the faction; what is left of it fires back at full Firepower. The firing player picks the units
    eliminated (11.21d, 11.21e)."""
    state, zone = umpire.state, order.zone
    attackers = [state.pieces[unit] for unit in order.units]
    defender = victims(state, zone, order.faction)[0].side
    act(umpire, order.units, rule=R["11.21d"])
    tally.attacks(umpire, order.side, rule=R["11.22d"])
    assisted = led(state, zone, order.side, order.units)
    shot = fire(
        umpire,
        firepower(attackers),
        T("side in a Zone", side=order.side, zone=zone),
        led=assisted,
        rule=R["11.21d"],
    )
    _eliminate(umpire, order.side, victims(state, zone, order.faction), shot.number, rule=R["11.21d"])
    left = victims(umpire.state, zone, order.faction)
    back = fire(umpire, firepower(left), T("side in a Zone", side=defender, zone=zone), rule=R["11.21e"])
    _eliminate(umpire, defender, attackers, back.number, rule=R["11.21e"])


def _eliminate(umpire: Umpire, by: str, units: Sequence[Piece], number: int, *, rule: str) -> None:
    most = min(number, len(units))
    ids = [unit.id for unit in units]
    for unit in umpire.choose_some(by, T("units that you eliminate"), ids, most, most, rule=rule):
        hits.eliminate(umpire, unit, by=by, rule=rule)
        gain_vp(umpire, by, 1, T("unit of another faction eliminated"), rule=R["11.22b"])


def _name(state: State, side: str) -> str:
    return state.sides[side].name


def victims(state: State, zone: str, colour: str) -> list[Piece]:
    """The units of a faction in a Zone."""
    return [gang for gang in at(state, zone, GANG) if faction(gang) == colour]


def _free(state: State, side: str, zone: str) -> list[str]:
    """The units of a player in a Zone that have no mission behind them."""
    return [gang.id for gang in at(state, zone, GANG) if gang.side == side and not has_acted(state, gang)]


def targets(state: State, side: str, zone: str) -> list[str]:
    """The factions of other players that have units in a Zone."""
    there = {faction(gang) for gang in at(state, zone, GANG) if gang.side != side}
    return [colour for colour in COLOURS if colour in there]


def attackers(state: State) -> tuple[str, ...]:
    """Who may attack a faction now."""
    return tuple(side for side in acting(state) if side != UN) if several(state) else ()


def _is_target(state: State, side: str, zone: str, faction: str) -> bool:
    return zone in zones(state.board) and faction in targets(state, side, zone)


def _are_free(state: State, side: str, zone: str, units: Sequence[str]) -> bool:
    given, able = list(units), _free(state, side, zone)
    return bool(given) and len(set(given)) == len(given) and all(unit in able for unit in given)


def _list(state: State) -> list[OrderChoice]:
    return [
        OrderChoice(side, "attack-faction", {"zone": zone, "faction": colour}, "units", of=able, least=1)
        for side in attackers(state)
        for zone in zones(state.board)
        if (able := _free(state, side, zone))
        for colour in targets(state, side, zone)
    ]


ATTACK = Legality(
    insist(several, "players", R["11.21d"], "factions attack each other only where several play Bandits"),
    only("side", attackers, "turn", R["11.21b"], "may not act"),
    insist(_is_target, "target", R["11.21d"], "name a Zone and another's faction"),
    insist(
        _are_free,
        "units",
        R["11.21d"],
        "name units of yours in that Zone",
    ),
    sides=attackers,
    phases=(OPERATIONS,),
    elsewhere=R["11.21d"],
    quickly=_list,
)
KINDS = (
    OrderKind(
        "attack-faction", AttackFaction, attack, R["11.21d"], "attack another faction", legality=(ATTACK,)
    ),
)
