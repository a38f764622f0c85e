"""Ground fires of the staff: what a combat needs supports it, the rest prepares the attack or answers it."""

from adjudication.engine.choices import Allotment, Subset
from adjudication.engine.orders import LegalOrders, Order, OrderChoice
from adjudication.systems.ows.ground.forces.acting import opposing_side
from adjudication.systems.ows.ground.forces.units import fires, is_maneuver
from adjudication.systems.ows.player.land import far, garrisons, gate, troops, worth_of_hex
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.damage import defence
from adjudication.systems.ows.table.status import SUPPRESSED
from domain.table.state import Piece, State

BATTERIES_FOR_SUPPORT = 2
"""Batteries in reach of the enemy that a side keeps for the support of its attacks."""
ENOUGH = 6
"""Supporting arms beyond which more bring nothing (10.15.9.1.2)."""


def fire(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The fires action that hurts most; batteries that an attack will need are kept."""
    best: tuple[int, Order] | None = None
    for choice in legal.choices("fire"):
        if choice.side == side:
            found = _action(state, side, choice)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
    return best[1] if best is not None else None


def _action(state: State, side: str, choice: OrderChoice) -> tuple[int, Order] | None:
    assert isinstance(choice.choices, Allotment)
    hex = str(choice.fixed["hex"])
    kept = set() if side == opposing_side(state) else kept_for_support(state, side)
    may = {item: ids for item, ids in choice.choices.may.items() if item.split("/")[0] not in kept}
    targets = dict.fromkeys(id for ids in may.values() for id in ids)
    best: tuple[int, Order] | None = None
    for target in targets:
        chosen: dict[str, str] = {}
        for item, ids in may.items():
            trial = {**chosen, item: target}
            if target in ids and not choice.refusal({**choice.fixed, choice.vary: trial}):
                chosen = trial
        if not chosen:
            continue
        value = _hurt(state, state.pieces[target]) + gate(state, side, hex)
        if best is None or value > best[0]:
            best = value, Order(side, choice.name, {**choice.fixed, choice.vary: chosen})
    return best


def kept_for_support(state: State, side: str) -> set[str]:
    """The batteries that reach an enemy hex beside the side's own maneuver units, the first of them."""
    front = {
        hex
        for hex in garrisons(state, side)
        if any(is_maneuver(sheet(unit)) and far(state, unit.place, hex) <= 1 for unit in troops(state, side))
    }
    found = [
        unit.id
        for unit in troops(state, side)
        if fires(sheet(unit))
        and any(
            weapon.range >= far(state, unit.place, hex) for weapon in sheet(unit).weapons for hex in front
        )
    ]
    return set(found[:BATTERIES_FOR_SUPPORT])


def _hurt(state: State, target: Piece) -> int:
    """How much it helps to hit a target: those with a low shield, those that are not suppressed yet, and
    fires units most."""
    read = sheet(target)
    return (
        (10 - defence(state, target)[0])
        + 6 * (not state.mark(target.id, SUPPRESSED))
        + 4 * fires(read)
        + 2 * is_maneuver(read)
    )


def support(state: State, side: str, legal: LegalOrders, name: str) -> Order | None:
    """Everything that reaches the combat that matters most, up to what still helps."""
    best: tuple[int, Order] | None = None
    for choice in legal.choices(name):
        if choice.side != side:
            continue
        assert isinstance(choice.choices, Subset)
        chosen: list[str] = []
        for item in choice.choices.items:
            trial = [each for each in choice.choices.items if each in (*chosen, item)]
            if not choice.refusal({**choice.fixed, choice.vary: trial}):
                chosen = trial
            if len(chosen) >= ENOUGH:
                break
        hex = str(choice.fixed["hex"])
        value = worth_of_hex(state, side, hex) + len(chosen)
        if chosen and (best is None or value > best[0]):
            best = value, Order(side, name, {**choice.fixed, choice.vary: chosen})
    return best[1] if best is not None else None
