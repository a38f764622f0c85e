"""Toy 12: two rule options, of which one changes how combat is done and one how long the game is."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.state import State
from tests.toys.kit import areas, build, insist, insist_turn, lay, table

NAME = "toy-options"
OTHER = {"king": "emir", "emir": "king"}


@dataclass(frozen=True)
class Charge:
    side: str
    squadrons: int


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "battle", side="king", rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    yield OrderGroup(state.side, "charge", {}, "squadrons", (1, 2, 3))


def charge(umpire: Umpire, order: Charge) -> None:
    state, side = umpire.state, order.side
    insist_turn(umpire, side, f"{NAME} 1")
    insist(1 <= order.squadrons <= 3, f"{NAME} 2", "Charge with 1 to 3 squadrons.")
    lost = by_duel(umpire, order) if state.options["duels"] else by_table(umpire, order)
    umpire.score(f"host-{OTHER[side]}", -lost, why="charged", rule=f"{NAME} 2")
    umpire.move(f"banner-{side}", "van" if lost else "rear", rule=f"{NAME} 2")
    turn = state.turn + (side == "emir")
    last = state.options["turns"]
    assert isinstance(last, int)
    if turn <= last and state.track("host-king") and state.track("host-emir"):
        umpire.enter_phase(turn, "battle", side=OTHER[side], rule=f"{NAME} 1")
        return
    lead = state.track("host-king") - state.track("host-emir")
    umpire.declare(("king" if lead > 0 else "emir") if lead else "", "the larger host", rule=f"{NAME} 5")


def by_table(umpire: Umpire, order: Charge) -> int:
    """The basic rule: one die and a table; the defender may refuse."""
    stance = umpire.choose(OTHER[order.side], "Stand or give way?", ["stand", "give way"], rule=f"{NAME} 3")
    score = umpire.sum("charge")
    score.add("die", umpire.roll(6, "charge", rule=f"{NAME} 3"), rule=f"{NAME} 3")
    score.add("squadrons", order.squadrons, rule=f"{NAME} 3")
    lost: int = umpire.look_up("charge", score=score.total, stance=stance, rule=f"{NAME} 3").lost
    return lost


def by_duel(umpire: Umpire, order: Charge) -> int:
    """The option: champions fight, a pair of dice for each squadron."""
    lost = 0
    for n in range(1, order.squadrons + 1):
        mine = umpire.roll(8, f"champion {n} of {order.side}", rule=f"{NAME} 4")
        lost += mine > umpire.roll(8, f"champion {n} of {OTHER[order.side]}", rule=f"{NAME} 4")
    return lost


SCENARIO = lay(
    NAME,
    "Options",
    sides="king emir",
    board=areas("van rear"),
    kinds={side: KindData(name=f"Banner of the {side}", side=side) for side in OTHER},
    pieces=[PieceData(id=f"banner-{side}", kind=side, at="rear") for side in OTHER],
    tables={
        "charge": table(
            "Charge",
            "score stance",
            {"score": [None, 5], "stance": "stand", "lost": 0},
            {"score": [6, None], "stance": "stand", "lost": 2},
            {"score": [None, None], "stance": "give way", "lost": 1},
        )
    },
    tracks=[TrackData(id=f"host-{side}", value=8, highest=8, side=side) for side in OTHER],
    options={"duels": False, "turns": 5},
)
SYSTEM = build(
    NAME,
    "Options",
    begin,
    [OrderKind("charge", Charge, charge, f"{NAME} 2", "Charge with some squadrons.")],
    legal,
)
