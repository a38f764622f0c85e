"""Toy 8: what is found can be struck this turn; when the turn ends it is lost from sight again."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData
from domain.table.dice import D6, D12, step
from domain.table.marks import Mark
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, insist, insist_turn, lay, ours, said

NAME = "toy-detection"
FOUND = Mark[str]("found")
SEARCHED = Mark[bool]("searched")
OTHER = {"orca": "wolf", "wolf": "orca"}
LAST_TURN = 6


@dataclass(frozen=True)
class Search:
    side: str
    area: str
    active: bool


@dataclass(frozen=True)
class Torpedo:
    side: str
    area: str


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "hunt", side="orca", rule=f"{NAME} 1")


def found(state: State, by: str) -> list[str]:
    return [id for id, mark in state.marked(FOUND).items() if mark == by]


def legal(state: State) -> Iterator[OrderGroup]:
    if not state.mark(state.side, SEARCHED):
        for area in ("shelf", "deep"):
            yield OrderGroup(state.side, "search", {"area": area}, "active", (False, True))
    where = sorted({state.pieces[boat].place for boat in found(state, state.side)})
    yield OrderGroup(state.side, "torpedo", {}, "area", where)
    yield OrderGroup(state.side, "pass", {})


def search(umpire: Umpire, order: Search) -> None:
    """One die against each boat's signature; whoever pings is heard by the other side."""
    state, side = umpire.state, order.side
    insist_turn(umpire, side, f"{NAME} 1")
    insist(not state.mark(side, SEARCHED), f"{NAME} 2", "One search a turn.")
    insist(order.area in ("shelf", "deep"), f"{NAME} 2", "Search the shelf or the deep.")
    umpire.mark(side, SEARCHED, True, rule=f"{NAME} 2")
    die = step(D6, 1) if order.active else D6
    if order.active and ours(state, side, order.area):
        detect(umpire, ours(state, side, order.area)[0], OTHER[side])
    for boat in ours(state, OTHER[side], order.area):
        if umpire.roll(die, f"sonar in {order.area}", rule=f"{NAME} 2") >= state.pieces[boat].value(
            "signature"
        ):
            detect(umpire, boat, side)


def detect(umpire: Umpire, boat: str, by: str) -> None:
    umpire.reveal(boat, rule=f"{NAME} 3")
    umpire.mark(boat, FOUND, by, rule=f"{NAME} 3")


def torpedo(umpire: Umpire, order: Torpedo) -> None:
    state, side = umpire.state, order.side
    insist_turn(umpire, side, f"{NAME} 1")
    targets = [boat for boat in found(state, side) if state.pieces[boat].place == order.area]
    insist(targets, f"{NAME} 4", "Nothing is found there.")
    target = umpire.choose(side, "Which boat?", targets, rule=f"{NAME} 4")
    umpire.mark(target, FOUND, None, rule=f"{NAME} 4")
    attack = umpire.sum("torpedo")
    attack.add("die", umpire.roll(D12, said("torpedo", target=target), rule=f"{NAME} 4"), rule=f"{NAME} 4")
    attack.add("countermeasures", -state.pieces[target].value("shield"), rule=f"{NAME} 4")
    if attack.total >= 7:
        umpire.move(target, "sunk", rule=f"{NAME} 4")
    else:
        way = umpire.choose(
            OTHER[side], said("Where does it run?", boat=target), ["shelf", "deep"], rule=f"{NAME} 4"
        )
        umpire.move(target, way, rule=f"{NAME} 4")


def go_on(umpire: Umpire, order: Bare) -> None:
    """The turn ends for a side: what it had found is lost from sight."""
    state, side = umpire.state, order.side
    insist_turn(umpire, side, f"{NAME} 1")
    umpire.mark(side, SEARCHED, None, rule=f"{NAME} 5")
    for boat in found(state, side):
        umpire.mark(boat, FOUND, None, rule=f"{NAME} 5")
    for boat in state.pieces:
        owner = state.pieces[boat].side
        if owner != side and state.pieces[boat].place != "sunk" and state.mark(boat, FOUND) is None:
            umpire.hide(boat, known_to=(owner,), rule=f"{NAME} 5")
    turn = state.turn + (side == "wolf")
    alive = [one for one in OTHER if ours(state, one)]
    if turn <= LAST_TURN and len(alive) == 2:
        umpire.enter_phase(turn, "hunt", side=OTHER[side], rule=f"{NAME} 1")
    else:
        umpire.declare(alive[0] if len(alive) == 1 else "", "boats left", rule=f"{NAME} 6")


SCENARIO = lay(
    NAME,
    "Detection",
    sides="orca wolf",
    board=areas("shelf deep", [("shelf", "deep")], boxes="sunk"),
    kinds={
        f"{sort}-{side}": KindData(
            name=f"{side.title()} {sort} boat",
            side=side,
            back="unknown",
            values={"signature": number, "shield": shield},
        )
        for side in OTHER
        for sort, number, shield in (("nuclear", 4, 2), ("diesel", 6, 1))
    },
    pieces=[
        PieceData(
            id=f"boat-{side}-{sort}",
            kind=f"{sort}-{side}",
            name=f"The {side} {sort}",
            at=at,
            known_to=(side,),
        )
        for side in OTHER
        for sort, at in (("nuclear", "deep"), ("diesel", "shelf"))
    ],
)
SYSTEM = build(
    NAME,
    "Detection",
    begin,
    [
        OrderKind("search", Search, search, f"{NAME} 2", "Search an area, active or passive."),
        OrderKind("torpedo", Torpedo, torpedo, f"{NAME} 4", "Strike what is found in an area."),
        OrderKind("pass", Bare, go_on, f"{NAME} 5", "End your turn."),
    ],
    legal,
)
