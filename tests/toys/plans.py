"""Toy 18: two sides plan an air war in secret, each on a form of its own; the plans are opened together."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from adjudication.engine.choices import Allotment, Blank, Subset
from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.marks import Mark
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, lay, said

NAME = "toy-plans"
GUARDS = Mark[str]("guards")
TARGETS = ("bridge", "depot", "radar")
SORTIES = 3
LAST_TURN = 3


@dataclass(frozen=True)
class Raid:
    """What the attacker plans: which wings fly, and how."""

    wings: tuple[str, ...]
    target: str
    low: bool = False


@dataclass(frozen=True)
class Watch:
    """What the defender plans: which gun guards what."""

    guns: dict[str, str]


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "air tasking", rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    yield OrderGroup("", "next", {})


def not_all_low(raid: Raid) -> str:
    return "Only two wings can fly low." if raid.low and len(raid.wings) > 2 else ""


def two_a_target(guns: dict[str, str]) -> bool:
    return all(list(guns.values()).count(target) <= 2 for target in guns.values())


def fly(umpire: Umpire, order: Bare) -> None:
    """Both plan; then the raid is flown against the guns that are there."""
    state = umpire.state
    wings, guns = state.at.get("base", []), state.at.get("park", [])
    low: Callable[[Raid], str] = not_all_low
    plans = umpire.plans(
        {
            "north": Blank(
                Raid, {"wings": Subset(wings, 1, SORTIES), "target": TARGETS, "low": (False, True)}, low
            ),
            "south": Blank(Watch, {"guns": Allotment(dict.fromkeys(guns, TARGETS), fits=two_a_target)}),
        },
        "Plan of the day",
        rule=f"{NAME} 2",
    )
    raid, watch = plans["north"], plans["south"]
    guard = [gun for gun, target in watch.guns.items() if target == raid.target]
    for gun, target in watch.guns.items():
        umpire.mark(gun, GUARDS, target, rule=f"{NAME} 3")
    for wing in raid.wings:
        umpire.move(wing, raid.target, rule=f"{NAME} 3")
        needed = umpire.sum(said("raid", wing=wing), 3)
        for gun in guard:
            needed.add(gun, 1, rule=f"{NAME} 4")
        if raid.low:
            needed.add("low", -1, rule=f"{NAME} 4")
        if umpire.roll(6, said("raid at", target=raid.target, wing=wing), rule=f"{NAME} 4") >= needed.total:
            umpire.score("hits", 1, rule=f"{NAME} 4")
        umpire.move(wing, "base", rule=f"{NAME} 3")
    for gun in watch.guns:
        umpire.mark(gun, GUARDS, None, rule=f"{NAME} 3")
    if state.turn < LAST_TURN:
        umpire.enter_phase(state.turn + 1, "air tasking", rule=f"{NAME} 1")
    else:
        umpire.declare("north" if state.track("hits") >= 4 else "south", "hits made", rule=f"{NAME} 5")


SCENARIO = lay(
    NAME,
    "Plans",
    sides="north south",
    board=areas("bridge depot radar", boxes="base park"),
    kinds={
        "wing": KindData(name="Wing", side="north"),
        "gun": KindData(name="Gun", side="south"),
    },
    pieces=[
        *(PieceData(id=f"wing-{n}", kind="wing", name=f"Wing {n}", at="base") for n in range(1, 6)),
        *(PieceData(id=f"gun-{n}", kind="gun", name=f"Gun {n}", at="park") for n in range(1, 5)),
    ],
    tracks=[TrackData(id="hits", highest=20, side="north")],
)
SYSTEM = build(
    NAME, "Plans", begin, [OrderKind("next", Bare, fly, f"{NAME} 2", "Both plan; the raid is flown.")], legal
)
