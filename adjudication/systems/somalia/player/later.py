"""How the sides of 2006 are played: fights that win areas for fewer losses, then spare units into areas
that nobody holds, and Supply Points into units."""

from collections.abc import Sequence

import adjudication.systems.somalia.later.missions as missions
from adjudication.engine.orders import LegalOrders, Order
from adjudication.systems.somalia.forces import firepower
from adjudication.systems.somalia.later.phases import MISSIONS
from adjudication.systems.somalia.later.units import (
    UNITS,
    at,
    courts_2006,
    held,
    in_play,
    mogadishu,
    of_others,
    targets,
)
from adjudication.systems.somalia.later.war import to_be_ousted
from adjudication.systems.somalia.player.judging import expected
from adjudication.systems.somalia.sides import COURTS, sp
from adjudication.systems.somalia.turns import acting
from adjudication.systems.somalia.zones import SOUTH, tagged
from domain.table.derived import derived
from domain.table.dice import D6
from domain.table.state import Piece, State

AREA, CAPITAL = 2.5, 3.5
"""What an area is worth in units, and one of Mogadishu."""
LEAST = 0.8
"""What a fight must be worth."""
SUPPLY = 0.25
"""What a Supply Point is worth."""
BUYING = ("enter", "upgrade", "buy")
"""What is done with Supply Points, in this order."""


def order(state: State, legal: LegalOrders) -> Order:
    """The next order of the side in turn."""
    if state.phase != MISSIONS:
        return _buy(state, legal)
    (side,) = acting(state)
    return _fight(state, side) or _spread(state, side) or _mass(state, side) or Order(side, "pass")


def _buy(state: State, legal: LegalOrders) -> Order:
    """A purchase, for the area that needs it most; else no more."""
    for name in BUYING:
        found = [each for part in legal.parts if part.name == name for each in LegalOrders([part])]
        if found:
            return max(found, key=lambda each: (_use(state, each), str(each.arguments)))
    return legal[0]


def _use(state: State, order: Order) -> tuple[float, int]:
    """What a purchase brings: where it is placed, and how strong it is."""
    zone, unit = order.arguments.get("zone", ""), order.arguments.get("unit", "")
    strength = firepower([state.pieces[unit]]) if unit else 0
    return (_front(state, order.side, zone) if zone else 0.0), strength


def _front(state: State, side: str, zone: str) -> float:
    """How close the enemy is to an area, and what it is worth."""
    near = sum(
        firepower(at(state, other, *of_others(state, side)))
        for other in state.board.neighbours[zone]
        if other in in_play(state)
    )
    return near + value(state, zone) - firepower(at(state, zone, side)) / 2


@derived
def value(state: State, zone: str) -> float:
    """What it is worth to hold an area."""
    return CAPITAL if zone in mogadishu(state) else AREA


# --- fights --------------------------------------------------------------------------------------


def _fight(state: State, side: str) -> Order | None:
    """The Raid, Flush or entry that is worth most."""
    found: list[tuple[float, str, str, tuple[str, ...]]] = []
    for zone in missions.raid_targets(state, side):
        if _too_soon(state, side, zone):
            continue
        foes = targets(state, zone, side)
        for colour in missions.by_colour(state, side):
            units = _units(state, missions.raiders(state, side, zone, colour), zone)
            for count in range(1, len(units) + 1):
                found.append(
                    (_worth(state, side, zone, units[:count], foes), "raid", zone, _ids(units[:count]))
                )
    for zone in missions.flush_targets(state, side):
        if _too_soon(state, side, zone):
            continue
        foes = targets(state, zone, side)
        for colour in missions.by_colour(state, side):
            units = _units(state, missions.comers(state, side, zone, colour), zone)[: state.track(sp(side))]
            for count in range(1, len(units) + 1):
                worth = _search(state, side, zone, units[:count], foes)
                found.append((worth, "flush", zone, _ids(units[:count])))
    if not found:
        return None
    worth, name, zone, chosen = max(found)
    if worth < LEAST:
        return None
    return Order(side, name, {"target" if name == "raid" else "zone": zone, "units": list(chosen)})


def _too_soon(state: State, side: str, zone: str) -> bool:
    """Whether the ICU would oust the last tan and green units there before it holds the rest of the south,
    and so lose (war2006.special.a)."""
    if courts_2006(state) or side != COURTS:
        return False
    last = all(state.pieces[id].place == zone for id in to_be_ousted(state))
    mine = held(state, side)
    return last and any(other not in mine for other in tagged(state.board, SOUTH) if other != zone)


def _units(state: State, ids: Sequence[str], zone: str) -> list[Piece]:
    """Those of them that fight and can be spared: who is there first, then the strongest."""
    units = [state.pieces[id] for id in ids if state.pieces[id].kind.group in UNITS]
    free = [unit for unit in units if unit.place == zone or _spare(state, unit)]
    return sorted(free, key=lambda unit: (unit.place != zone, -firepower([unit]), unit.id))


def _ids(units: Sequence[Piece]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


def _worth(state: State, side: str, zone: str, units: Sequence[Piece], foes: Sequence[Piece]) -> float:
    """What a fight is worth: enemies lost less own ones, and the area where it may be won."""
    return _balance(state, zone, firepower(units), units, foes)


def _search(state: State, side: str, zone: str, units: Sequence[Piece], foes: Sequence[Piece]) -> float:
    """The same for a Flush, in which units make contact by their Firepower, and which costs Supply Points."""
    strength = round(sum(min(D6, firepower([unit])) / D6 * firepower([unit]) for unit in units))
    return _balance(state, zone, strength, units, foes) - SUPPLY * len(units)


def _balance(state: State, zone: str, strength: int, units: Sequence[Piece], foes: Sequence[Piece]) -> float:
    """Strength that the enemy loses less what one loses, the weakest units first, and the area."""
    killed = min(expected(state, strength), len(foes))
    left = firepower(foes) - _weakest(foes, killed)
    lost = min(expected(state, round(left)), len(units))
    won = value(state, zone) * max(0.0, killed / len(foes) - 0.3)
    return _weakest(foes, killed) - _weakest(units, lost) + won


def _weakest(units: Sequence[Piece], number: float) -> float:
    """The strength of so many of these units, the weakest first."""
    found, left = 0.0, number
    for strength in sorted(firepower([unit]) for unit in units):
        found += strength * min(1.0, left)
        left -= 1
        if left <= 0:
            break
    return found


def _spare(state: State, unit: Piece) -> bool:
    """Whether a unit can leave: others of its side hold its area, or nobody does."""
    there = at(state, unit.place, unit.side)
    return len(there) > 1 or unit.place not in held(state, unit.side)


# --- moves ---------------------------------------------------------------------------------------


def _spread(state: State, side: str) -> Order | None:
    """A spare unit goes where its side holds nothing and nobody else is."""
    empty = [
        zone
        for zone in missions.destinations(state, side)
        if not at(state, zone, side, *of_others(state, side)) and not targets(state, zone, side)
    ]
    for zone in sorted(empty, key=lambda each: (-value(state, each), each)):
        for colour in missions.by_colour(state, side):
            ids = missions.movers(state, side, zone, colour)
            units = [unit for unit in _units(state, ids, zone) if unit.place != zone]
            if units:
                weakest = min(units, key=lambda unit: (firepower([unit]), unit.id))
                return Order(side, "move", {"to": zone, "units": [weakest.id]})
    return None


def _mass(state: State, side: str) -> Order | None:
    """Spare units gather beside the area that the enemy holds most weakly, to raid it together next turn."""
    goals = [zone for zone in missions.raid_targets(state, side) if targets(state, zone, side)]
    for goal in sorted(
        goals, key=lambda zone: (firepower(targets(state, zone, side)) - value(state, zone), zone)
    ):
        beside = [zone for zone in state.board.neighbours[goal] if zone in held(state, side)]
        for stage in beside[:1]:
            for colour in missions.by_colour(state, side):
                ids = missions.movers(state, side, stage, colour)
                units = [unit for unit in _units(state, ids, stage) if unit.place not in (goal, *beside)]
                if units:
                    return Order(side, "move", {"to": stage, "units": [unit.id for unit in units]})
        if beside:
            return None
    return None
