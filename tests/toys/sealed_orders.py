"""Toy 3: secret orders, given one by one or asked of all at once, and opened together."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.marks import Mark
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, insist, lay, table

NAME = "toy-sealed"
RESERVE = Mark[int]("reserve")
SIDES = ("north", "south")
PLANS = ("assault", "feint", "dig-in")
LAST_TURN = 4


@dataclass(frozen=True)
class Reserve:
    side: str
    strength: int


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "planning", rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    for side in SIDES:
        if state.mark(side, RESERVE) is None:
            yield OrderGroup(side, "reserve", {}, "strength", (0, 1, 2))
    if all(state.mark(side, RESERVE) is not None for side in SIDES):
        yield OrderGroup("", "next", {})


def reserve(umpire: Umpire, order: Reserve) -> None:
    """A side notes in secret what it holds back; the others do not learn that it did."""
    insist(umpire.state.mark(order.side, RESERVE) is None, f"{NAME} 2", "Your reserve is set.")
    insist(order.strength in (0, 1, 2), f"{NAME} 2", "A reserve is 0, 1 or 2.")
    umpire.mark(order.side, RESERVE, order.strength, audience=(order.side,), rule=f"{NAME} 2")


def go_on(umpire: Umpire, order: Bare) -> None:
    """Both plan in secret; plans are opened together and matched."""
    state = umpire.state
    insist(all(state.mark(side, RESERVE) is not None for side in SIDES), f"{NAME} 2", "Reserves first.")
    plans = umpire.choose_together(
        "Your plan and its area",
        {side: [[plan, area] for plan in PLANS for area in ("hill", "ford")] for side in SIDES},
        rule=f"{NAME} 3",
    )
    for side, (_, area) in plans.items():
        umpire.move(f"force-{side}", area, rule=f"{NAME} 3")
    if plans["north"][1] == plans["south"][1]:
        met = umpire.look_up("match", north=plans["north"][0], south=plans["south"][0], rule=f"{NAME} 4")
        for side in SIDES:
            gain = umpire.sum(f"gain of {side}")
            gain.add("plan", getattr(met, f"gain_{side}"), rule=f"{NAME} 4")
            gain.add("reserve", state.mark(side, RESERVE, 0), rule=f"{NAME} 4")
            if umpire.roll(6, f"{side} presses on", rule=f"{NAME} 4") <= gain.total:
                umpire.score(f"gain-{side}", 1, rule=f"{NAME} 4")
    for side in SIDES:
        umpire.mark(side, RESERVE, None, rule=f"{NAME} 2")
    if state.turn < LAST_TURN:
        umpire.enter_phase(state.turn + 1, "planning", rule=f"{NAME} 1")
        return
    lead = state.track("gain-north") - state.track("gain-south")
    umpire.declare(("north" if lead > 0 else "south") if lead else "", "who gained more", rule=f"{NAME} 5")


_BEATS = (("assault", "feint"), ("feint", "dig-in"), ("dig-in", "assault"))

SCENARIO = lay(
    NAME,
    "Sealed orders",
    sides="north south",
    board=areas("hill ford", boxes="camp"),
    kinds={side: KindData(name=f"Force of the {side}", side=side) for side in SIDES},
    pieces=[PieceData(id=f"force-{side}", kind=side, at="camp") for side in SIDES],
    tables={
        "match": table(
            "Plans that meet",
            "north south",
            *(
                {
                    "north": north,
                    "south": south,
                    "gain_north": 4 if (north, south) in _BEATS else 2,
                    "gain_south": 4 if (south, north) in _BEATS else 2,
                }
                for north in PLANS
                for south in PLANS
            ),
        )
    },
    tracks=[TrackData(id=f"gain-{side}", highest=9, side=side) for side in SIDES],
)
SYSTEM = build(
    NAME,
    "Sealed orders",
    begin,
    [
        OrderKind(
            "reserve", Reserve, reserve, f"{NAME} 2", "Note in secret what you hold back.", secret=True
        ),
        OrderKind("next", Bare, go_on, f"{NAME} 3", "Both plan; plans are opened together."),
    ],
    legal,
)
