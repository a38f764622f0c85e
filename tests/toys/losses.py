"""Toy 6: the attacker rolls how much is lost; the owner says which of its units lose it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData
from domain.table.state import State
from tests.toys.kit import areas, build, insist, insist_turn, lay, ours, table

NAME = "toy-losses"
OTHER = {"blue": "red", "red": "blue"}
LAST_TURN = 6


@dataclass(frozen=True)
class Attack:
    side: str
    units: list[str]
    push: bool = False


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "combat", side="blue", rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    units = ours(state, state.side)
    for some in [units, *([unit] for unit in units)]:
        yield OrderGroup(state.side, "attack", {"units": some}, "push", (False, True))


def attack(umpire: Umpire, order: Attack) -> None:
    state, side = umpire.state, order.side
    insist_turn(umpire, side, f"{NAME} 1")
    insist(
        order.units and set(order.units) <= set(ours(state, side)), f"{NAME} 2", "Attack with your own units."
    )
    strength = umpire.sum("attack")
    for unit in order.units:
        strength.add(unit, state.pieces[unit].steps, rule=f"{NAME} 2")
    strength.add("pushed", 2 if order.push else 0, rule=f"{NAME} 2")
    result = umpire.look_up(
        "combat", score=strength.total + umpire.roll(6, "attack", rule=f"{NAME} 3"), rule=f"{NAME} 3"
    )
    lose(umpire, OTHER[side], result.defender)
    lose(umpire, side, result.attacker + order.push)
    turn = state.turn + (side == "red")
    if turn <= LAST_TURN and ours(state, "blue") and ours(state, "red"):
        umpire.enter_phase(turn, "combat", side=OTHER[side], rule=f"{NAME} 1")
        return
    left = {owner: sum(state.pieces[unit].steps for unit in ours(state, owner)) for owner in OTHER}
    lead = left["blue"] - left["red"]
    umpire.declare(
        ("blue" if lead > 0 else "red") if lead else "", "steps left", scores=left, rule=f"{NAME} 5"
    )


def lose(umpire: Umpire, owner: str, losses: int) -> None:
    """The owner distributes the losses over its units in any way they can bear."""
    state = umpire.state
    units = ours(state, owner)
    losses = min(losses, sum(state.pieces[unit].steps for unit in units))
    ways = [
        list(way)
        for way in combinations_with_replacement(units, losses)
        if all(way.count(unit) <= state.pieces[unit].steps for unit in units)
    ]
    for unit in umpire.choose(owner, f"Which units take the losses ({losses})?", ways, rule=f"{NAME} 4"):
        umpire.change(unit, steps=state.pieces[unit].steps - 1, rule=f"{NAME} 4")
        if not state.pieces[unit].steps:
            umpire.remove(unit, rule=f"{NAME} 4")


SCENARIO = lay(
    NAME,
    "Losses",
    sides="blue red",
    board=areas("front"),
    kinds={side: KindData(name=f"{side.title()} battalion", side=side) for side in OTHER},
    pieces=[
        PieceData(id=f"bn-{side}-{n}", kind=side, at="front", steps=n) for side in OTHER for n in (1, 2, 3)
    ],
    tables={
        "combat": table(
            "Combat",
            "score",
            {"score": [None, 5], "attacker": 2, "defender": 0},
            {"score": [6, 9], "attacker": 1, "defender": 1},
            {"score": [10, None], "attacker": 0, "defender": 2},
        )
    },
)
SYSTEM = build(
    NAME,
    "Losses",
    begin,
    [OrderKind("attack", Attack, attack, f"{NAME} 2", "Attack with one unit or all.")],
    legal,
)
