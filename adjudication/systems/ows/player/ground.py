"""Ground operations of the staff: it masses against the weakest hex that matters, crosses rivers where they
are least defended, holds what it has, and keeps a reserve."""

from collections.abc import Sequence

from adjudication.engine.choices import Subset
from adjudication.engine.orders import LegalOrders, Order, OrderChoice, OrderGroup
from adjudication.systems.ows.ground.attacks.declare import unbridged
from adjudication.systems.ows.ground.attacks.gcat import dice
from adjudication.systems.ows.ground.forces.acting import actioning
from adjudication.systems.ows.ground.forces.designations import in_reserve
from adjudication.systems.ows.ground.forces.formations import formation_of, members
from adjudication.systems.ows.ground.forces.postures import delaying
from adjudication.systems.ows.ground.forces.units import fires, is_maneuver
from adjudication.systems.ows.ground.maneuver.march import the_stack, ways_together
from adjudication.systems.ows.player.ground_engineers import build
from adjudication.systems.ows.player.land import (
    OF_A_POINT,
    arms_in_reach,
    expected,
    facing,
    garrisons,
    massed,
    near_enemy,
    next_goal,
    steps_of,
    to_hold,
    to_take,
    troops,
    worth_of_hex,
)
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import SUPPRESSED
from domain.table.derived import derived
from domain.table.state import Piece, State

WORTH_AN_ATTACK = 2
"""Tenths of a point that an attack has to bring on the average."""
WORTH_A_MARCH = 2
"""How much better a hex has to be than where a unit is."""
CROWDED = 6
"""Steps in a hex beyond which no more go there: two hexsides' worth."""
KEEPS_A_RESERVE = 4
"""Maneuver units from which on a formation keeps one in reserve."""


# --- initiative: ground.3 ---------------------------------------------------------------------------------


def activation(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The formation that is nearest to the enemy acts first."""
    best: tuple[int, Order] | None = None
    for group in legal.named("activate"):
        for order in (group.order(nth) for nth in range(len(group)) if group.side == side):
            units = [state.pieces[id] for id in members(state, order.arguments["formation"])]
            merit = sum(unit.steps for unit in units if near_enemy(state, side, unit.place) <= 1)
            if best is None or merit > best[0]:
                best = merit, order
    return best[1] if best is not None else None


# --- move and declare: ground.3.C -------------------------------------------------------------------------


def movement(state: State, side: str, legal: LegalOrders) -> Order | None:
    """First whoever can get to a better place goes there, then attacks are declared, the best first."""
    return build(state, side, legal) or _march(state, side, legal) or attack(state, side, legal)


def _march(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The best move of the strongest unit that can better its place, with its whole stack where that does so
    too."""
    groups = [
        group for group in legal.named("march") if group.side == side and not group.fixed.get("disorganized")
    ]
    groups.sort(key=lambda group: -sum(dice(state.pieces[group.fixed["unit"]])))
    alone = next((found for found in (_best_of(state, side, group) for group in groups) if found), None)
    return _together(state, side, alone) or alone if alone is not None else None


def _together(state: State, side: str, alone: Order) -> Order | None:
    """The move of a unit's whole stack, where each of its units betters its place by it."""
    to, here = str(alone.arguments["to"]), state.pieces[str(alone.arguments["unit"])].place
    stack = the_stack(state, side, here)
    units = [state.pieces[id] for id in stack]
    gains = (place_worth(state, side, each, to) - place_worth(state, side, each, here) for each in units)
    if len(units) < 2 or steps_of(units) > CROWDED or any(gain < WORTH_A_MARCH for gain in gains):
        return None
    can = to in ways_together(state, tuple(stack))
    return Order(side, "march-stack", {"at": here, "to": to}) if can else None


def _best_of(state: State, side: str, group: OrderGroup) -> Order | None:
    unit = state.pieces[group.fixed["unit"]]
    if not group.values:
        return None
    gains = {str(to): place_worth(state, side, unit, str(to)) for to in group.values}
    to = max(gains, key=lambda each: gains[each])
    if gains[to] - place_worth(state, side, unit, unit.place) < WORTH_A_MARCH:
        return None
    return Order(side, group.name, {**group.fixed, group.vary: to})


def place_worth(state: State, side: str, unit: Piece, hex: str) -> int:
    """What it is worth to a side to have a unit in a hex, in tenths of a point."""
    read = sheet(unit)
    enemy = near_enemy(state, side, hex)
    if fires(read):
        reach = max((weapon.range for weapon in read.weapons), default=1)
        alone = enemy <= 1 and _company(state, side, unit, hex) < 2
        return 12 * (enemy <= reach) - 3 * abs(enemy - reach) - 30 * alone
    if read.engineer:
        holds = 6 * (hex in to_hold(state, side) and _company(state, side, unit, hex) > 0)
        return holds + 4 * min(_company(state, side, unit, hex), 3) - 2 * abs(enemy - 1)
    if not is_maneuver(read):
        return -3 * abs(enemy - 4) - 20 * (enemy <= 1)
    if in_reserve(state, unit.id):
        return -2 * abs(enemy - 2)
    return _fighting_worth(state, side, unit, hex)


def _company(state: State, side: str, unit: Piece, hex: str) -> int:
    """The maneuver steps that a side has in a hex besides a unit."""
    return massed(state, side).get(hex, 0) - (steps_of([unit]) if unit.place == hex else 0)


def _fighting_worth(state: State, side: str, unit: Piece, hex: str) -> int:
    company = _company(state, side, unit, hex)
    if company + unit.steps > CROWDED:
        return -50
    value = to_take(state, side).get(hex, 0) * OF_A_POINT
    if hex in to_hold(state, side) and not company and _threatened(state, side, hex):
        value += to_hold(state, side)[hex] * OF_A_POINT
    return value - next_goal(state, side).get(hex, 0) + _attack_worth(state, side, unit, hex, company)


def _threatened(state: State, side: str, hex: str) -> bool:
    return near_enemy(state, side, hex) <= 3


def _attack_worth(state: State, side: str, unit: Piece, hex: str, company: int) -> int:
    """What can be attacked from a hex, by the unit and those that are beside the target already."""
    seen = garrisons(state, side)
    values = [
        attack_with(state, side, unit.id, target) - 8 * unbridged(state, hex, target)
        for target in state.board.neighbours[hex]
        if target in seen
    ]
    danger = max(0, facing(state, side, hex) - 2 * (company + unit.steps))
    return max(values, default=0) - 2 * danger


@derived
def attack_with(state: State, side: str, unit: str, target: str) -> int:
    """What an attack brings by a unit, wherever it comes from, and by all that are beside the target and may
    join in."""
    others = [each for each in beside(state, side, target) if each.id != unit]
    units = [*others, state.pieces[unit]]
    return expected(state, side, target, units, arms_in_reach(state, side, target))


@derived
def beside(state: State, side: str, target: str) -> tuple[Piece, ...]:
    """The units beside a hex that may join an attack on it."""
    return tuple(
        each
        for each in troops(state, side)
        if target in state.board.neighbours[each.place] and _may_join(state, each)
    )


def _may_join(state: State, unit: Piece) -> bool:
    now = actioning(state)
    return (
        is_maneuver(sheet(unit))
        and not in_reserve(state, unit.id)
        and not delaying(state, unit.id)
        and now is not None
        and formation_of(state, unit.id) in now.formations
    )


# --- attacks: ground.3.C, ground.3.G ----------------------------------------------------------------------


def attack(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The attack that brings most, with as many units as may attack together."""
    best: tuple[int, Order] | None = None
    for choice in legal.choices("attack"):
        if choice.side == side:
            found = _assault(state, side, choice)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
    return best[1] if best is not None and best[0] >= WORTH_AN_ATTACK else None


def _assault(state: State, side: str, choice: OrderChoice) -> tuple[int, Order] | None:
    """All that may attack a hex together, the strongest first; a hex that is to be held keeps one unit."""
    assert isinstance(choice.choices, Subset)
    hex = str(choice.fixed["hex"])
    kept = keepers(state, side)
    able = [state.pieces[id] for id in choice.choices.items if id not in kept]
    able.sort(key=lambda unit: (bool(state.mark(unit.id, SUPPRESSED)), -sum(dice(unit)), unit.id))
    chosen: list[str] = []
    for unit in able:
        trial = [id for id in choice.choices.items if id in (*chosen, unit.id)]
        if not choice.refusal({**choice.fixed, choice.vary: trial}):
            chosen.append(unit.id)
        elif sheet(unit).bridges is False and not chosen:
            crossing = _with_bridges(state, able, unit)
            trial = [id for id in choice.choices.items if id in (*crossing, unit.id)]
            if crossing and not choice.refusal({**choice.fixed, choice.vary: trial}):
                chosen += [unit.id, *crossing]
    units = [state.pieces[id] for id in chosen]
    if not units:
        return None
    value = expected(state, side, hex, units, arms_in_reach(state, side, hex))
    named = [id for id in choice.choices.items if id in chosen]
    return value, Order(side, choice.name, {**choice.fixed, choice.vary: named})


def _with_bridges(state: State, able: Sequence[Piece], unit: Piece) -> list[str]:
    return [each.id for each in able if sheet(each).bridges and each.place == unit.place][:1]


def resolve(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The combat with the best prospects first, led by the strongest unit."""
    best: tuple[tuple[int, int], Order] | None = None
    for group in legal.named("resolve"):
        for order in (group.order(nth) for nth in range(len(group)) if group.side == side):
            lead = state.pieces.get(str(order.arguments.get("lead") or ""))
            strength = sum(dice(lead)) if lead is not None else 0
            merit = worth_of_hex(state, side, str(order.arguments["hex"])), strength
            if best is None or merit > best[0]:
                best = merit, order
    return best[1] if best is not None else None


def advancing(state: State, side: str, units: Sequence[str]) -> list[str]:
    """Those of the units that may advance after combat (10.15.9) that do: the weakest stays in a hex near the
    enemy that is to be held."""
    kept = keepers(state, side)
    return [id for id in units if id not in kept]


def keepers(state: State, side: str) -> set[str]:
    """The weakest maneuver unit in each hex that is to be held near the enemy."""
    found = set()
    for hex in to_hold(state, side):
        there = [unit for unit in troops(state, side) if unit.place == hex and is_maneuver(sheet(unit))]
        if there and _threatened(state, side, hex):
            found.add(min(there, key=lambda unit: (sum(dice(unit)), unit.id)).id)
    return found


def exploitation(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Attacks of the exploitation force first where they pay, then moves towards what is to be taken."""
    best: tuple[int, Order] | None = None
    for group in legal.named("exploit"):
        if group.side != side:
            continue
        unit = state.pieces[group.fixed["unit"]]
        if not is_maneuver(sheet(unit)):
            continue
        here = _fighting_worth(state, side, unit, unit.place)
        for to in group.values:
            gain = _fighting_worth(state, side, unit, str(to)) - here
            if best is None or gain > best[0]:
                best = gain, Order(side, group.name, {**group.fixed, group.vary: to})
    if best is not None and best[0] >= 2 * WORTH_A_MARCH:
        return best[1]
    return attack(state, side, legal)
