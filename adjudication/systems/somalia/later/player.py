"""How the policy `sensible` plays the later scenarios: attack what is weaker, take what is empty, leave no
area without a unit, buy the strongest that can be paid."""

from collections.abc import Callable, Sequence

import adjudication.systems.somalia.later.missions as missions
from adjudication.engine.legality import Legality
from adjudication.engine.orders import Order
from adjudication.systems.somalia.forces import firepower
from adjudication.systems.somalia.later.phases import ENTRY, MISSIONS, PURCHASES, SETTING_UP
from adjudication.systems.somalia.later.season import (
    BUY,
    affordable,
    crossing,
    places,
    price,
    upgradable,
)
from adjudication.systems.somalia.later.units import (
    UNITS,
    at,
    courts_2006,
    enemies,
    held,
    in_play,
    mogadishu,
    players,
    targets,
)
from adjudication.systems.somalia.later.war import to_be_ousted
from adjudication.systems.somalia.sides import COURTS
from adjudication.systems.somalia.turns import acting
from adjudication.systems.somalia.zones import SOUTH, tagged
from domain.table.state import State

CAREFUL = 2
"""How much stronger the ICU wants to be: it is outnumbered, and every point of fire costs it a unit."""

Finds = Callable[[State, str, str, str], list[str]]


def order(state: State) -> Order | None:
    """The next order; None to pass."""
    match state.phase:
        case phase if phase == SETTING_UP:
            return Order(state.side, "set-up")
        case phase if phase == MISSIONS:
            (side,) = acting(state)
            return attack(state, side) or take(state, side)
        case phase if phase == PURCHASES:
            return purchase(state, state.side)
        case phase if phase == ENTRY and crossing(state):
            return Order(state.side, "enter", {"unit": crossing(state)[0]})
    return None


# --- missions ----------------------------------------------------------------------------------------


def attack(state: State, side: str) -> Order | None:
    """A Raid, or where nobody can Raid a Flush, on the enemy whom one outguns most."""
    raid = _best(state, side, "raid", "target", missions.raid_targets(state, side), missions.raiders)
    return raid or _best(state, side, "flush", "zone", missions.flush_targets(state, side), missions.comers)


def _best(
    state: State, side: str, name: str, argument: str, zones: Sequence[str], finds: Finds
) -> Order | None:
    found: tuple[int, Order] | None = None
    least = CAREFUL if side == COURTS else 1
    for zone in zones:
        if not at(state, zone, *enemies(state, side)) or too_soon(state, side, zone):
            continue  # Transitional units do not keep an area from anybody
        theirs = firepower(targets(state, zone, side))
        for colour in missions.by_colour(state, side):
            units = spare(state, side, zone, finds(state, side, zone, colour))
            if name == "flush":
                units = units[: missions.purse(state, side)]
            ahead = firepower(state.pieces[id] for id in units) - theirs + worth(state, zone)
            if ahead < least or (found is not None and ahead <= found[0]):
                continue
            given = Order(side, name, {argument: zone, "units": units})
            if _may(missions.RAID if name == "raid" else missions.FLUSH, state, given):
                found = (ahead, given)
    return None if found is None else found[1]


def too_soon(state: State, side: str, zone: str) -> bool:
    """Whether the ICU would oust the last tan and green units there before it holds the rest of the south,
    and so lose (war2006.special.a)."""
    if courts_2006(state) or side != COURTS:
        return False
    last = all(state.pieces[id].place == zone for id in to_be_ousted(state))
    return last and any(
        other not in held(state, side) for other in tagged(state.board, SOUTH) if other != zone
    )


def take(state: State, side: str) -> Order | None:
    """Move a unit into an area that nobody holds."""
    everyone = players(state)
    empty = [zone for zone in missions.destinations(state, side) if not at(state, zone, *everyone)]
    for zone in sorted(empty, key=lambda zone: -worth(state, zone)):
        for colour in missions.by_colour(state, side):
            units = spare(state, side, zone, missions.movers(state, side, zone, colour))
            fighting = [id for id in units if state.pieces[id].kind.group in UNITS]
            given = Order(side, "move", {"to": zone, "units": fighting[-1:]})
            if fighting and _may(missions.MOVE, state, given):
                return given
    return None


def spare(state: State, side: str, target: str, units: Sequence[str]) -> list[str]:
    """Those of these units that can leave: the weakest stays where no other unit of its side would. The
    strongest first."""
    strongest = sorted(units, key=lambda id: -firepower([state.pieces[id]]))
    kept = []
    for zone in dict.fromkeys(state.pieces[id].place for id in units):
        there = [unit.id for unit in at(state, zone, side)]
        leaving = [id for id in strongest if id in there]
        if zone != target and leaving and len(leaving) == len(there):
            kept.append(leaving[-1])
    return [id for id in strongest if id not in kept]


def worth(state: State, zone: str) -> int:
    """What an area is worth: Mogadishu is worth two (icu2006.economics.a)."""
    return 2 if zone in mogadishu(state) else 1


def _may(legality: Legality, state: State, given: Order) -> bool:
    return legality.refusal(state, given.side, given.arguments) is None


# --- purchases ---------------------------------------------------------------------------------------


def purchase(state: State, side: str) -> Order | None:
    """Upgrade the weakest unit, or buy the strongest that can be paid, for the area most in danger."""
    weak = sorted(upgradable(state, side), key=lambda id: firepower([state.pieces[id]]))
    if weak:
        return Order(side, "upgrade", {"unit": weak[0]})
    units: list[str] = []
    if not courts_2006(state):
        units = sorted(affordable(state, side), key=lambda id: -price(state, id))
        if not units:
            return None
    for zone in sorted(
        places(state, side, units[0] if units else None), key=lambda z: -threat(state, side, z)
    ):
        given = Order(side, "buy", {"zone": zone, **({"unit": units[0]} if units else {})})
        if _may(BUY, state, given):
            return given
    return None


def threat(state: State, side: str, zone: str) -> int:
    """The enemy's Firepower beside an area, less one's own in it."""
    foes = enemies(state, side)
    if zone not in in_play(state):
        return 0
    beside = [unit for near in state.board.neighbours[zone] for unit in at(state, near, *foes)]
    return firepower(beside) - firepower(at(state, zone, side))
