"""Toy 16: two clans are asked one after the other, and may deal with each other beside the question at any
moment of planning; an ambush is laid in secret, but all see where."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.marks import Mark
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, insist, lay

NAME = "toy-talks"
TALKED = Mark[int]("talked")
AMBUSH = Mark[list[Any]]("ambush")
OTHER = {"east": "west", "west": "east"}
AREAS = ("market", "wells")
LAST_TURN = 3


@dataclass(frozen=True)
class Talk:
    side: str
    to: str
    goats: int


@dataclass(frozen=True)
class Ambush:
    side: str
    area: str
    strength: int


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "planning", rule=f"{NAME} 1")
    for clan in OTHER:
        umpire.score(f"goats-{clan}", 6, rule=f"{NAME} 1")


def goats(state: State, clan: str) -> int:
    return state.track(f"goats-{clan}")


def legal(state: State) -> Iterator[OrderGroup]:
    yield OrderGroup("", "next", {})
    for clan, other in OTHER.items():
        if state.phase == "planning" and state.mark(clan, TALKED) != state.turn and goats(state, clan):
            offers = range(1, min(3, goats(state, clan)) + 1)
            yield OrderGroup(clan, "talk", {"to": other}, "goats", list(offers))
        if state.mark(clan, AMBUSH) is None:
            for area in AREAS:
                yield OrderGroup(clan, "ambush", {"area": area}, "strength", [1, 2])


def talk(umpire: Umpire, order: Talk) -> None:
    """A clan offers goats for peace; who takes them is in debt."""
    state = umpire.state
    insist(state.mark(order.side, TALKED) != state.turn, f"{NAME} 2", "You have talked this turn.")
    insist(OTHER.get(order.side) == order.to, f"{NAME} 2", "There is nobody else to talk to.")
    insist(0 < order.goats <= goats(state, order.side), f"{NAME} 2", "You have fewer goats.")
    umpire.mark(order.side, TALKED, state.turn, rule=f"{NAME} 2")
    if umpire.choose(order.to, f"Take {order.goats} goats of {order.side}?", [True, False], rule=f"{NAME} 2"):
        umpire.score(f"goats-{order.side}", -order.goats, rule=f"{NAME} 2")
        umpire.score(f"goats-{order.to}", order.goats, rule=f"{NAME} 2")


def ambush(umpire: Umpire, order: Ambush) -> None:
    """An ambush is seen, but not how strong it is."""
    insist(umpire.state.mark(order.side, AMBUSH) is None, f"{NAME} 3", "Your ambush is laid.")
    insist(order.area in AREAS and order.strength in (1, 2), f"{NAME} 3", "There is no such ambush.")
    found = [order.area, order.strength]
    umpire.mark(order.side, AMBUSH, found, audience=(order.side,), rule=f"{NAME} 3")


def raids(umpire: Umpire, order: Bare) -> None:
    """Each clan says where it raids and how many goats it stakes; then the raids are ridden."""
    state = umpire.state
    raided = {}
    for clan in OTHER:
        area = umpire.choose(clan, "Where do you raid?", AREAS, rule=f"{NAME} 4")
        stakes = range(goats(state, clan) + 1)
        staked = umpire.choose(clan, "How many goats do you stake?", stakes, rule=f"{NAME} 4")
        raided[clan] = area, staked
    for clan, (area, staked) in raided.items():
        laid = state.mark(OTHER[clan], AMBUSH) or ["", 0]
        needed = 4 + (laid[1] if laid[0] == area else 0)
        won = umpire.roll(6, f"raid of {clan} on the {area}", rule=f"{NAME} 5") >= needed
        umpire.score(f"goats-{clan}", staked if won else -staked, rule=f"{NAME} 5")
    for clan in OTHER:
        umpire.mark(clan, AMBUSH, None, rule=f"{NAME} 3")
    if state.turn < LAST_TURN:
        umpire.enter_phase(state.turn + 1, "planning", rule=f"{NAME} 1")
    else:
        lead = goats(state, "east") - goats(state, "west")
        umpire.declare(("east" if lead > 0 else "west") if lead else "", "more goats", rule=f"{NAME} 6")


SCENARIO = lay(
    NAME,
    "Talks",
    sides="east west",
    board=areas("market wells", boxes="camp"),
    kinds={clan: KindData(name=f"Riders of the {clan}", side=clan) for clan in OTHER},
    pieces=[PieceData(id=f"riders-{clan}", kind=clan, at="camp") for clan in OTHER],
    tracks=[TrackData(id=f"goats-{clan}", highest=40, side=clan) for clan in OTHER],
)
SYSTEM = build(
    NAME,
    "Talks",
    begin,
    [
        OrderKind("talk", Talk, talk, f"{NAME} 2", "Offer goats.", beside=True, during=("planning",)),
        OrderKind("ambush", Ambush, ambush, f"{NAME} 3", "Lay an ambush.", secret=True, shown=("area",)),
        OrderKind("next", Bare, raids, f"{NAME} 4", "Ride the raids."),
    ],
    legal,
)
