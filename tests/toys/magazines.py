"""Toy 7: salvos from magazines that only their owner knows; some munitions both strike and defend."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData
from domain.table.marks import OWNER, Mark
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, insist, insist_turn, lay, ours

NAME = "toy-magazines"
MAGAZINES = {name: Mark[int](name, seen_by=OWNER) for name in ("strike", "dual")}
OTHER = {"blue": "red", "red": "blue"}
LAST_TURN = 6


@dataclass(frozen=True)
class Strike:
    side: str
    ship: str
    munition: str
    target: str
    salvo: int


def begin(umpire: Umpire) -> None:
    for ship, piece in umpire.state.pieces.items():
        for munition in MAGAZINES:
            load(umpire, ship, munition, piece.value(munition))
    umpire.enter_phase(1, "strikes", side="blue", rule=f"{NAME} 1")


def load(umpire: Umpire, ship: str, munition: str, left: int) -> None:
    """What is left in a magazine is a mark that the owner alone can see."""
    umpire.mark(ship, MAGAZINES[munition], left, rule=f"{NAME} 2")


def legal(state: State) -> Iterator[OrderGroup]:
    for ship in ours(state, state.side):
        for munition, magazine in MAGAZINES.items():
            salvos = range(1, min(3, state.mark(ship, magazine, 0)) + 1)
            for target in ours(state, OTHER[state.side]) if salvos else ():
                fixed = {"ship": ship, "munition": munition, "target": target}
                yield OrderGroup(state.side, "strike", fixed, "salvo", salvos)
    yield OrderGroup(state.side, "pass", {})


def strike(umpire: Umpire, order: Strike) -> None:
    """The defender may spend dual-use munitions, one for each incoming round, at a secret price."""
    state, enemy = umpire.state, OTHER[order.side]
    insist_turn(umpire, order.side, f"{NAME} 1")
    insist(order.ship in ours(state, order.side), f"{NAME} 3", "That is no ship of yours.")
    insist(order.target in ours(state, enemy), f"{NAME} 3", "That is no target.")
    left = state.mark(order.ship, MAGAZINES[order.munition], 0)
    insist(1 <= order.salvo <= min(3, left), f"{NAME} 3", f"The magazine has {left}.")
    load(umpire, order.ship, order.munition, left - order.salvo)
    dual = state.mark(order.target, MAGAZINES["dual"], 0)
    spent = umpire.choose(
        enemy,
        f"{order.salvo} rounds come in; how many interceptors?",
        list(range(min(order.salvo, dual) + 1)),
        audience=(enemy,),
        rule=f"{NAME} 4",
    )
    load(umpire, order.target, "dual", dual - spent)
    through = order.salvo
    for n in range(spent):
        through -= umpire.roll(6, f"interceptor {n + 1}", rule=f"{NAME} 4") >= 4
    for n in range(through):
        if umpire.roll(8, f"round {n + 1}", rule=f"{NAME} 5") < 6:
            continue
        umpire.change(order.target, steps=state.pieces[order.target].steps - 1, rule=f"{NAME} 5")
        if not state.pieces[order.target].steps:
            umpire.move(order.target, "attrition", rule=f"{NAME} 5")
            break
    end_of_turn(umpire)


def go_on(umpire: Umpire, order: Bare) -> None:
    """A side that does not strike reloads one interceptor from its one ammunition counter."""
    insist_turn(umpire, order.side, f"{NAME} 1")
    depot = f"asp-{order.side}"
    ships = ours(umpire.state, order.side)
    if umpire.state.pieces[depot].steps:
        ship = umpire.choose(
            order.side, "Which ship reloads?", ships, audience=(order.side,), rule=f"{NAME} 6"
        )
        umpire.change(depot, steps=umpire.state.pieces[depot].steps - 1, rule=f"{NAME} 6")
        load(umpire, ship, "dual", umpire.state.mark(ship, MAGAZINES["dual"], 0) + 1)
    end_of_turn(umpire)


def end_of_turn(umpire: Umpire) -> None:
    state = umpire.state
    turn = state.turn + (state.side == "red")
    alive = [side for side in OTHER if ours(state, side)]
    if turn <= LAST_TURN and len(alive) == 2:
        umpire.enter_phase(turn, "strikes", side=OTHER[state.side], rule=f"{NAME} 1")
    else:
        umpire.declare(alive[0] if len(alive) == 1 else "", "ships afloat", rule=f"{NAME} 7")


SCENARIO = lay(
    NAME,
    "Magazines",
    sides="blue red",
    board=areas("strait", boxes="attrition depot"),
    kinds={
        **{
            f"ship-{side}": KindData(
                name=f"{side.title()} destroyer", side=side, values={"strike": 3, "dual": 3}
            )
            for side in OTHER
        },
        **{f"asp-{side}": KindData(name=f"{side.title()} ammunition", side=side) for side in OTHER},
    },
    pieces=[
        *(
            PieceData(id=f"dd-{side}-{n}", kind=f"ship-{side}", at="strait", steps=2)
            for side in OTHER
            for n in (1, 2)
        ),
        *(PieceData(id=f"asp-{side}", kind=f"asp-{side}", at="depot", steps=2) for side in OTHER),
    ],
)
SYSTEM = build(
    NAME,
    "Magazines",
    begin,
    [
        OrderKind("strike", Strike, strike, f"{NAME} 3", "Fire a salvo out of a magazine."),
        OrderKind("pass", Bare, go_on, f"{NAME} 6", "Reload an interceptor instead."),
    ],
    legal,
)
