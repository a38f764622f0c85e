"""Whom the staff strikes, with what and how much of it (9.8, 9.9): enough to kill, no more, and little while
the game is young."""

from collections import defaultdict
from typing import NamedTuple

from adjudication.engine.choices import Allotment
from adjudication.engine.orders import LegalOrders, Order, OrderChoice
from adjudication.systems.ows.player.picture import apart, enemies, worth
from adjudication.systems.ows.table.counters import (
    BALLISTIC,
    GLIDE,
    HYPERSONIC,
    Weapon,
    salvos_left,
    sheet,
    weapons,
)
from adjudication.systems.ows.table.ladder import hits
from adjudication.systems.ows.table.settings import number
from domain.table.derived import derived
from domain.table.state import Piece, State

OVERKILL = 13
"""Tenths of a target's steps that a strike aims to take on the average."""
LEAST_RETURN = {"early": 5, "late": 1}
"""Tenths of a point that a salvo has to bring on the average: while it can still be used later, and at
the end."""
MOST_SALVOS = 14


class Shooter(NamedTuple):
    """A salvo that may be fired: its name in the order, and its weapon."""

    item: str
    weapon: Weapon
    left: int


@derived
def expected(die: int, defence: int, grey: int) -> int:
    """Hits of a salvo on the average, in thousandths, through a grey shield (0 for none) and the red one."""
    through = 1000 if not grey else 1000 * max(0, die - grey + 1) // die
    mean = sum(hits(roll, defence, defence) for roll in range(1, die + 1)) * 1000 // die
    return through * mean // 1000


def strike(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The strike with the best return; None where none is worth its salvos."""
    best: tuple[int, Order] | None = None
    for choice in legal.choices("strike"):
        if choice.side == side:
            found = _plan(state, side, choice)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
    return best[1] if best is not None else None


def supported(state: State, side: str, legal: LegalOrders, planned: Order | None, by: str) -> Order | None:
    """The attack that is planned; before it a token that supports attacks, on its target (7.2.1). by: the
    argument that says what is fired at whom."""
    tokens = [group for group in legal.named("support") if group.side == side and len(group)]
    if not tokens or planned is None:
        return planned
    targets = list(planned.arguments[by].values())
    names = {state.name_for(side, id): id for id in targets} | {id: id for id in targets}
    for group in tokens:
        fitting = [each for each in group.values if each in names] if group.vary == "target" else []
        if fitting:
            most = max(fitting, key=lambda each: targets.count(names[each]))
            return Order(side, "support", {**group.fixed, "target": most})
    return planned


def _plan(state: State, side: str, choice: OrderChoice) -> tuple[int, Order] | None:
    """The best allotment of salvos of a strike action, with what it brings on the average."""
    assert isinstance(choice.choices, Allotment)
    may = choice.choices.may
    late = state.turn >= number(state, "turns")
    targets: dict[str, list[Shooter]] = defaultdict(list)
    for item, ids in may.items():
        shooter, weapon_id = item.split("/")[:2]
        piece = state.pieces[shooter]
        weapon = next((each for each in weapons(state, piece) if each.id == weapon_id), None)
        if weapon is None:
            continue
        for id in ids:
            targets[id].append(Shooter(item, weapon, salvos_left(state, piece, weapon)))
    allotted: dict[str, str] = {}
    gain = 0
    ranked = sorted(targets, key=lambda id: -worth(state, side, state.pieces[id]))
    for target in ranked:
        unit = state.pieces[target]
        free = [each for each in targets[target] if each.item not in allotted][:60]
        chosen, value = _against(state, side, unit, free, MOST_SALVOS - len(allotted), late)
        allotted.update(dict.fromkeys(chosen, target))
        gain += value
    if not allotted:
        return None
    salvos = {item: allotted[item] for item in may if item in allotted}
    order = Order(choice.side, choice.name, {**choice.fixed, "salvos": salvos})
    return None if choice.refusal(order.arguments) else (gain, order)


def _against(
    state: State, side: str, unit: Piece, free: list[Shooter], most: int, late: bool
) -> tuple[list[str], int]:
    """Salvos for one target, and what they bring: the first of them meet the grey shields that it has."""
    price = worth(state, side, unit)
    greys = _greys(state, side, unit)
    chosen: list[str] = []
    taken = 0
    free = sorted(free, key=lambda each: (-each.left, each.weapon.die, each.item))
    for shooter in free:
        if taken * 10 >= unit.steps * 1000 * OVERKILL or len(chosen) >= most:
            break
        past = shooter.weapon.flight in (BALLISTIC, HYPERSONIC, GLIDE)
        grey = 0 if past or len(chosen) >= len(greys) else greys[len(chosen)]
        taken += expected(shooter.weapon.die, sheet(unit).defence or 3, grey)
        chosen.append(shooter.item)
    if not chosen:
        return [], 0
    value = min(taken, unit.steps * 1000) * price // 1000
    least = LEAST_RETURN["late" if late else "early"]
    return (chosen, value) if value >= least * len(chosen) and value > 0 else ([], 0)


def _greys(state: State, side: str, unit: Piece) -> list[int]:
    """The grey shields that may stand before a target, as far as the side knows them."""
    found: list[int] = []
    for each in enemies(state, side):
        if each.known and apart(state.board, each.place, unit.place) <= 1:
            piece = state.pieces[each.name]
            for shield in sheet(piece).shields:
                if piece.id == unit.id or apart(state.board, each.place, unit.place) <= shield.range:
                    found += [shield.number] * shield.count
    return sorted(found, reverse=True)


def first_of(legal: LegalOrders, side: str, *names: str) -> Order | None:
    """The first order of one of these names; of those too many to list the one that comes first."""
    for name in names:
        for group in legal.named(name):
            if group.side == side and len(group):
                return group.order(0)
        for choice in legal.choices(name):
            if choice.side == side and len(choice):
                return Order(side, name, dict(choice.order().arguments))
    return None
