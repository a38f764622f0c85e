"""How the UN is played: Flushes that pay, Militia and Bases, then Convoys, escorted where gangs are near."""

from collections.abc import Callable

import adjudication.systems.somalia.missions.convoys as convoys
import adjudication.systems.somalia.missions.development as development
import adjudication.systems.somalia.missions.flush as flush
import adjudication.systems.somalia.missions.helicopters as helicopters
import adjudication.systems.somalia.optional_rules.talks as talks
import adjudication.systems.somalia.table.famine as famine
from adjudication.engine.orders import LegalOrders, Order
from adjudication.systems.somalia.missions.raids import raiders
from adjudication.systems.somalia.player.judging import danger, danger_by_air, expected, gangs_in, search
from adjudication.systems.somalia.table.forces import (
    CIVIC,
    ENGINEER,
    GANG,
    MILITARY,
    MILITIA,
    POLICE,
    at,
    base_in,
    firepower,
    kind_of,
    on_map,
)
from adjudication.systems.somalia.table.sides import UN, bandits, sp, vp
from adjudication.systems.somalia.table.turns import acting
from domain.table.state import Piece, State

KILL, HIT, SUPPLY = 0.6, 0.5, 0.12
"""What a gang eliminated, a hit and a Supply Point are worth, in Victory Points."""
LEAST = 0.3
"""What a Flush must be worth."""
SPECIALISTS = (ENGINEER, POLICE, CIVIC)
ENOUGH = 8
"""Supply Points from which specialists flush too."""
BROKEN_OFF_AT = -2
"""The box of the track at which talks are broken off, if there are gangs to flush."""


def order(state: State, legal: LegalOrders) -> Order:
    """The next mission of the UN."""
    if talks.on(state) and _talks_hurt(state):
        found = next(
            (part for part in legal.parts if (part.side, part.name) == (UN, "break-off-talks")), None
        )
        if found is not None:
            return Order(UN, found.name)
    if acting(state) != (UN,):
        return legal[0]
    return _recruit(state) or _flush(state) or _build(state) or _convoy(state) or _works(state) or _pass()


def _pass() -> Order:
    return Order(UN, "pass")


def _talks_hurt(state: State) -> bool:
    """Whether the Bandits win the talks while there is somebody to flush."""
    return state.track(talks.MARKER) <= BROKEN_OFF_AT and len(on_map(state, MILITARY)) > 4


# --- Flush ---------------------------------------------------------------------------------------


def _flush(state: State) -> Order | None:
    """The Flush that is worth most, if it is worth something."""
    if not flush.possible(state):
        return None
    plans = ((zone, _plan(state, zone)) for zone in flush.open_to(state))
    found = [(plan[0], zone, plan[1]) for zone, plan in plans if plan is not None]
    if not found:
        return None
    worth, zone, units = max(found, key=lambda each: (each[0], each[1]))
    return _by_air(state, zone, units) if worth >= LEAST else None


def _by_air(state: State, zone: str, units: list[str]) -> Order:
    """The Flush; its Helicopters carry the units whose ways are the most dangerous."""
    flying = [unit for unit in units if helicopters.is_helicopter(state.pieces[unit])]
    may = helicopters.lifts(state, zone)
    walking = [unit for unit in units if unit not in flying]
    lift: dict[str, str] = {}
    for helicopter in flying:
        able = [unit for unit in walking if unit in may.get(helicopter, ()) and unit not in lift.values()]
        saved = {unit: _saved(state, unit, zone) for unit in able}
        far = max(able, key=lambda unit: (saved[unit], unit), default="")
        if far and saved[far] > 0:
            lift[helicopter] = far
    left = [unit for unit in units if unit not in lift.values()]
    arguments = {"zone": zone, "units": left, **({"lift": lift} if lift else {})}
    return Order(UN, "flush", arguments)


def _saved(state: State, unit: str, zone: str) -> float:
    """The hits that a unit is spared if it is carried."""
    place = state.pieces[unit].place
    return danger(state, place, zone) - danger_by_air(state, place, zone)


def _plan(state: State, zone: str) -> tuple[float, list[str]] | None:
    """The units that make a Flush of this Zone worth most, and what it is worth."""
    gangs = gangs_in(state, zone)
    if not gangs:
        return None
    pool = state.track(sp(UN))
    specialists = pool >= ENOUGH
    ready = [state.pieces[unit] for unit in helicopters.ready(state)]
    able = [unit for unit in ready if specialists or kind_of(unit) not in SPECIALISTS]
    able.sort(key=lambda unit: (-search(state, unit, zone) * firepower([unit]), unit.id))
    chosen: list[Piece] = []
    best = 0.0
    for unit in able[:pool]:
        worth = _worth(state, zone, [*chosen, unit], gangs)
        if worth > best + 0.05:
            best, chosen = worth, [*chosen, unit]
        elif len(chosen) > 5:
            break
    return (best, [unit.id for unit in chosen]) if chosen else None


def _worth(state: State, zone: str, units: list[Piece], gangs: list[Piece]) -> float:
    """What a Flush by these units is worth: gangs eliminated, less hits and Supply Points."""
    strength = sum(search(state, unit, zone) * firepower([unit]) for unit in units)
    killed = min(expected(state, round(strength)), len(gangs))
    left = max(0.0, firepower(gangs) * (1 - killed / len(gangs)))
    back = expected(state, round(left))
    way = max((danger(state, origin, zone) for origin in {unit.place for unit in units}), default=0.0)
    free = 0.5 if killed >= len(gangs) - 0.3 else 0.0
    return KILL * killed + free - HIT * (back + way) - SUPPLY * len(units)


# --- Development ---------------------------------------------------------------------------------


def _recruit(state: State) -> Order | None:
    """Militia where the government will hold a Zone: with a Base, or without gangs."""
    return _develop(state, development.RECRUIT, lambda zone: _governable(state, zone))


def _governable(state: State, zone: str) -> float:
    if at(state, zone, MILITIA):
        return 0.0
    if base_in(state, zone) is not None:
        return 2.0
    return 0.0 if gangs_in(state, zone) else 1.0


def _build(state: State) -> Order | None:
    """A Base where Militia stand among gangs, or where Convoys are owed."""
    owed = famine.owed(state)

    def wanted(zone: str) -> float:
        return 2.0 * bool(at(state, zone, MILITIA) and gangs_in(state, zone)) + 1.0 * (zone in owed) + 0.5

    return _develop(state, development.BUILD, wanted)


def _works(state: State) -> Order | None:
    """Works and policing: points for Supply Points that are left."""
    others = (development.BUILD, development.RECRUIT)
    for mission in (name for name in development.missions(state) if name not in others):
        found = _develop(state, mission, lambda zone: 1.0)
        if found is not None:
            return found
    return None


def _develop(state: State, mission: str, wanted: Callable[[str], float]) -> Order | None:
    """The mission by the unit and in the Zone that promise most for the least danger."""
    if not development.allowed(state) or int(development.rows(state)[mission]["cost"]) > state.track(sp(UN)):
        return None
    found: list[tuple[float, str, str, str]] = []
    for unit in development.who(state, mission):
        place = state.pieces[unit].place
        for zone in development.where(state, mission):
            if not wanted(zone):
                continue
            lift = _carrier(state, unit, zone)
            way = danger_by_air(state, place, zone) if lift else danger(state, place, zone)
            if wanted(zone) > HIT * way:
                found.append((wanted(zone) - HIT * way, zone, unit, lift))
    if not found:
        return None
    _, zone, unit, lift = max(found)
    arguments = {"mission": mission, "unit": unit, "zone": zone}
    return Order(UN, "develop", {**arguments, **({"lift": lift} if lift else {})})


def _carrier(state: State, unit: str, zone: str) -> str:
    """The Helicopter that carries a unit where that is safer than its way on the ground; empty for none."""
    if _saved(state, unit, zone) <= 0:
        return ""
    may = helicopters.lifts(state, zone)
    return next((helicopter for helicopter, cargo in may.items() if unit in cargo), "")


# --- Convoys -------------------------------------------------------------------------------------


def _convoy(state: State) -> Order | None:
    """The Convoy that is threatened most, with the Escorts that it needs."""
    owed = famine.owed(state)
    if not owed:
        return None
    threats = {zone: _threat(state, zone) for zone in owed}
    zone = max(owed, key=lambda each: (threats[each], each))
    escorts = _escorts(state, zone) if threats[zone] else []
    return Order(UN, "convoy", {"zone": zone, **({"escorts": escorts} if escorts else {})})


def _threat(state: State, zone: str) -> float:
    """The Firepower that can still raid in a Zone."""
    units = [state.pieces[unit] for side in bandits(state) for unit in raiders(state, side, zone)]
    return float(firepower(unit for unit in units if unit.kind.group == GANG))


def _escorts(state: State, zone: str) -> list[str]:
    """The strongest unit that can come without much danger, and no specialist."""
    able = [
        unit
        for unit in convoys.ready_escorts(state)
        if kind_of(state.pieces[unit]) not in SPECIALISTS
        and danger(state, state.pieces[unit].place, zone) < 1
    ]
    best = max(able, key=lambda unit: (firepower([state.pieces[unit]]), unit), default="")
    return [best] if best else []


# --- questions -----------------------------------------------------------------------------------


def wants_intervention(state: State) -> bool:
    """Whether US Intervention is worth its points: there are turns left for it, and the gangs are many."""
    left = state.track("last-turn") - state.turn
    return left >= 9 and len(on_map(state, GANG)) >= 10


def accepts_talks(state: State) -> bool:
    """Whether talks are accepted: while the UN leads, which helps it in them, or has few to flush with."""
    ahead = state.track(vp(UN)) > sum(state.track(vp(side)) for side in bandits(state))
    return ahead or len(on_map(state, MILITARY)) < 5
