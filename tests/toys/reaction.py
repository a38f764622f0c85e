"""Toy 4: a column moves area by area, and in the middle of its move the other side may react."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.marks import Mark
from domain.table.state import State
from tests.toys.kit import areas, build, insist, insist_turn, lay, said

NAME = "toy-reaction"
USED = Mark[bool]("used")
ROADS = (["km-1", "km-2", "km-3", "town"], ["km-1", "trail", "town"], ["km-1"])
LAST_TURN = 8


@dataclass(frozen=True)
class Convoy:
    side: str
    column: str
    road: list[str]


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "convoys", side="un", rule=f"{NAME} 1")


def waiting(state: State) -> list[str]:
    return [id for id in state.at.get("base", ()) if state.pieces[id].side == "un"]


def legal(state: State) -> Iterator[OrderGroup]:
    for column in waiting(state):
        yield OrderGroup("un", "convoy", {"column": column}, "road", ROADS)


def convoy(umpire: Umpire, order: Convoy) -> None:
    """Every area entered may bring an ambush; a column hit twice turns back, and the rest is not driven."""
    state = umpire.state
    insist_turn(umpire, order.side, f"{NAME} 1")
    insist(order.column in waiting(state), f"{NAME} 2", "That column does not wait at the base.")
    insist(list(order.road) in ROADS, f"{NAME} 2", "There is no such road.")
    for area in order.road:
        umpire.move(order.column, area, rule=f"{NAME} 2")
        gangs = [id for id in state.at.get("bush", ()) if not state.mark(id, USED)]
        if gangs and ambush(umpire, order.column, area, gangs):
            umpire.move(order.column, "base", rule=f"{NAME} 3")
            break
    if state.pieces[order.column].place == "town":
        umpire.score("relief", state.pieces[order.column].value("aid"), rule=f"{NAME} 4")
    umpire.move(order.column, "base", rule=f"{NAME} 4")
    for gang in state.marked(USED):
        umpire.move(gang, "bush", rule=f"{NAME} 5")
        umpire.hide(gang, known_to=("gangs",), rule=f"{NAME} 5")
        umpire.mark(gang, USED, None, rule=f"{NAME} 5")
    if state.turn < LAST_TURN:
        umpire.enter_phase(state.turn + 1, "convoys", side="un", rule=f"{NAME} 1")
    else:
        winner = "un" if state.track("relief") >= 8 else "gangs"
        umpire.declare(winner, "relief brought to town", rule=f"{NAME} 6")


def ambush(umpire: Umpire, column: str, area: str, gangs: list[str]) -> bool:
    """The other side chooses a gang or lets the column pass; the column may answer. True: it turns back."""
    gang = umpire.choose(
        "gangs", said("Ambush with", area=area, column=column), [None, *gangs], rule=f"{NAME} 3"
    )
    if gang is None:
        return False
    umpire.reveal(gang, rule=f"{NAME} 3")
    umpire.move(gang, area, rule=f"{NAME} 3")
    umpire.mark(gang, USED, True, rule=f"{NAME} 3")
    attack = umpire.sum("ambush")
    attack.add("gang", umpire.state.pieces[gang].value("strength"), rule=f"{NAME} 3")
    attack.add("die", umpire.roll(6, f"ambush in {area}", rule=f"{NAME} 3"), rule=f"{NAME} 3")
    if umpire.choose("un", "How does the column answer?", ["push on", "halt"], rule=f"{NAME} 3") == "halt":
        attack.add("halted", -2, rule=f"{NAME} 3")
        return attack.total >= 3
    return attack.total >= 6


SCENARIO = lay(
    NAME,
    "Reaction",
    sides="un gangs",
    board=areas("km-1 km-2 km-3 trail town", boxes="base bush"),
    kinds={
        "trucks": KindData(name="Truck column", side="un", values={"aid": 2}),
        "escorted": KindData(name="Escorted column", side="un", values={"aid": 1}),
        "youths": KindData(name="Gang of youths", side="gangs", back="gang", values={"strength": 1}),
        "technical": KindData(name="Technicals", side="gangs", back="gang", values={"strength": 3}),
    },
    pieces=[
        PieceData(id="col-a", kind="trucks", at="base"),
        PieceData(id="col-b", kind="escorted", at="base"),
        PieceData(id="gang-y", kind="youths", name="The Nephews", at="bush", known_to=("gangs",)),
        PieceData(id="gang-t", kind="technical", name="Colonel's men", at="bush", known_to=("gangs",)),
    ],
    tracks=[TrackData(id="relief", highest=20, side="un")],
)
SYSTEM = build(
    NAME,
    "Reaction",
    begin,
    [OrderKind("convoy", Convoy, convoy, f"{NAME} 2", "Send a column by a road.")],
    legal,
)
