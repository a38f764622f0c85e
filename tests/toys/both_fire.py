"""Toy 5: both sides fire, and what they hit is taken off only when both have fired."""

from collections.abc import Iterator

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, lay, ours, said, table

NAME = "toy-both-fire"
OTHER = {"east": "west", "west": "east"}
LAST_TURN = 10


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "fire", rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    yield OrderGroup("", "next", {})


def exchange(umpire: Umpire, order: Bare) -> None:
    """All fire at what stood there before; then all hits are applied together."""
    state = umpire.state
    hits: dict[str, int] = {}
    for side, enemy in OTHER.items():
        for battery in ours(state, side):
            target = umpire.choose(
                side, said("fires at", battery=battery), ours(state, enemy), rule=f"{NAME} 2"
            )
            strength = umpire.sum(said("fire", battery=battery))
            strength.add("guns", state.pieces[battery].value("guns"), rule=f"{NAME} 2")
            strength.add("worn", state.pieces[battery].steps - 4, rule=f"{NAME} 2")
            die = umpire.roll(6, said("fire at", battery=battery, target=target), rule=f"{NAME} 2")
            found = umpire.look_up("fire", score=die + strength.total, rule=f"{NAME} 3")
            hits[target] = hits.get(target, 0) + found.hits
    for target, count in hits.items():
        left = state.pieces[target].steps - count
        if left > 0 and count:
            umpire.change(target, steps=left, rule=f"{NAME} 4")
        elif left <= 0:
            umpire.move(target, "wrecks", rule=f"{NAME} 4")
    alive = [side for side in OTHER if ours(state, side)]
    if len(alive) == 2 and state.turn < LAST_TURN:
        umpire.enter_phase(state.turn + 1, "fire", rule=f"{NAME} 1")
    else:
        umpire.declare(alive[0] if len(alive) == 1 else "", "batteries left", rule=f"{NAME} 5")


SCENARIO = lay(
    NAME,
    "Both fire",
    sides="east west",
    board=areas("heights plain", [("heights", "plain")], boxes="wrecks"),
    kinds={
        f"{size}-{side}": KindData(name=f"{size.title()} battery", side=side, values={"guns": guns})
        for side in OTHER
        for size, guns in (("heavy", 2), ("light", 1))
    },
    pieces=[
        PieceData(id=f"bty-{side}-{size}", kind=f"{size}-{side}", at=place, steps=4)
        for side, place in (("east", "heights"), ("west", "plain"))
        for size in ("heavy", "light")
    ],
    tables={
        "fire": table(
            "Fire",
            "score",
            {"score": [None, 4], "hits": 0},
            {"score": [5, 6], "hits": 1},
            {"score": [7, None], "hits": 2},
        )
    },
)
SYSTEM = build(
    NAME, "Both fire", begin, [OrderKind("next", Bare, exchange, f"{NAME} 2", "Both sides fire.")], legal
)
