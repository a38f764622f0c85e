"""The Organize step of the staff (ground.2): who is under whom, main efforts, a reserve, who defends and who
delays, and what aircraft support."""

from collections.abc import Sequence

from adjudication.engine.choices import Subset
from adjudication.engine.orders import LegalOrders, Order, OrderChoice
from adjudication.systems.ows.ground.attacks.gcat import dice
from adjudication.systems.ows.ground.forces.designations import (
    in_reserve,
    main_effort,
    main_effort_of,
    reaches,
)
from adjudication.systems.ows.ground.forces.formations import formation_of, formations, headquarters, members
from adjudication.systems.ows.ground.forces.postures import defending, delaying
from adjudication.systems.ows.ground.forces.units import is_maneuver
from adjudication.systems.ows.player.fires import first_of
from adjudication.systems.ows.player.ground_air import allotment
from adjudication.systems.ows.player.ground_engineers import level
from adjudication.systems.ows.player.land import facing, far, massed, near_enemy, to_hold, troops
from adjudication.systems.ows.table.counters import sheet
from domain.table.derived import derived
from domain.table.state import Piece, State

FAR_INTO = 2
"""How much nearer the other headquarters is, in hexes."""
KEEPS_A_RESERVE = 4
"""Maneuver units from which on a formation keeps one in reserve."""


def organization(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Main efforts, a reserve for each formation, Defense for those that hold, Delay for the weak."""
    return (
        _task_organization(state, side, legal)
        or _main_effort(state, side, legal)
        or _reserve(state, side, legal)
        or _posture(state, side, legal)
        or first_of(legal, side, "entrench")
        or level(state, side, legal)
        or allotment(state, side, legal)
    )


def _task_organization(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Units whose headquarters is lost, or that have come far into the sector of another, go under that."""
    for choice in legal.choices("organize"):
        if choice.side != side:
            continue
        stray = [unit.id for unit in troops(state, side) if _strays(state, unit, str(choice.fixed["to"]))]
        order = _of_choice(choice, stray)
        if order is not None:
            return order
    return None


def _strays(state: State, unit: Piece, to: str) -> bool:
    """Whether a unit would do better under another formation."""
    here = formation_of(state, unit.id)
    hq, other = headquarters(state, here) if here else None, headquarters(state, to)
    if other is None or main_effort(state, unit.id) or not reaches(state, to, unit.id):
        return False
    if hq is None:
        return True
    return far(state, unit.place, other.place) + FAR_INTO <= far(state, unit.place, hq.place)


def _main_effort(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The strongest unit of a formation that has none yet, that is near the enemy."""
    best: tuple[int, Order] | None = None
    for group in legal.named("main-effort"):
        if group.side != side:
            continue
        for order in (group.order(nth) for nth in range(len(group))):
            unit = state.pieces[order.arguments["unit"]]
            if not is_maneuver(sheet(unit)) or main_effort_of(state, formation_of(state, unit.id)):
                continue
            merit = sum(dice(unit)) - 4 * near_enemy(state, side, unit.place)
            if best is None or merit > best[0]:
                best = merit, order
    return best[1] if best is not None else None


def _reserve(state: State, side: str, legal: LegalOrders) -> Order | None:
    """One unit of each formation that can spare it: the mobile one that is farthest from the enemy."""
    wanted = reserves(state, side)
    kept = [unit.id for unit in troops(state, side) if in_reserve(state, unit.id)]
    order = _some(legal, side, "reserve", wanted)
    return order if order is not None and set(order.arguments["units"]) != set(kept) else None


@derived
def reserves(state: State, side: str) -> tuple[str, ...]:
    """The units that the staff means to keep in reserve."""
    found = []
    for each in formations(state, side):
        units = [state.pieces[id] for id in members(state, each.id)]
        fighting = [unit for unit in units if is_maneuver(sheet(unit)) and unit.steps]
        spare = [
            unit
            for unit in fighting
            if sheet(unit).mechanized and unit.steps > 1 and near_enemy(state, side, unit.place) > 1
        ]
        if len(fighting) >= KEEPS_A_RESERVE and spare:
            found.append(max(spare, key=lambda unit: near_enemy(state, side, unit.place)).id)
    return tuple(found)


def _posture(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Units that hold a goal, or face more than they can attack, defend; small ones before a great strength
    delay."""
    hold, delay = [], []
    for unit in troops(state, side):
        if not is_maneuver(sheet(unit)) or in_reserve(state, unit.id) or delaying(state, unit.id):
            continue
        faced = facing(state, side, unit.place)
        ours = massed(state, side).get(unit.place, 0)
        if faced >= 3 * ours and ours <= 2 and unit.place not in to_hold(state, side):
            delay.append(unit.id)
        elif not defending(state, unit.id) and (unit.place in to_hold(state, side) or faced > ours):
            hold.append(unit.id)
    return _some(legal, side, "delay", delay) or _some(legal, side, "defend", hold)


def _some(legal: LegalOrders, side: str, name: str, wanted: Sequence[str]) -> Order | None:
    """The order of that name for those of the units wanted that it may be given for."""
    found = (_of_choice(choice, wanted) for choice in legal.choices(name) if choice.side == side)
    return next((order for order in found if order is not None), None)


def _of_choice(choice: OrderChoice, wanted: Sequence[str]) -> Order | None:
    assert isinstance(choice.choices, Subset)
    able = [unit for unit in choice.choices.items if unit in wanted]
    order = Order(choice.side, choice.name, {**choice.fixed, choice.vary: able})
    return order if able and not choice.refusal(order.arguments) else None
