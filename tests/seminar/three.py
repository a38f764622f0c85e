"""A tiny system of three sides with everything that can be hidden, and a game of it full of secrets.

Whatever only one side, or only the white cell, may know has a word in it that stands nowhere else.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.marks import Mark
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, insist, lay, table

NAME = "toy-three"
SIDES = ("amber", "blue", "coral")
SECRET = {"amber": "ambrosia", "blue": "bluebeard", "coral": "corvette"}
"""Each side's own word; the white cell's is `WHITE_WORD`."""
WHITE_WORD = "whitsun"


@dataclass(frozen=True)
class Scheme:
    side: str
    plot: str


@dataclass(frozen=True)
class March:
    side: str
    piece: str
    to: str


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "planning", rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    for side in SIDES:
        if state.mark_named(side, "plot") is None:
            plots = (f"{SECRET[side]}-coup", f"{SECRET[side]}-ruse")
            yield OrderGroup(side, "scheme", {}, "plot", plots)
        for piece in state.pieces.values():
            if piece.side == side and piece.place != "hill":
                yield OrderGroup(side, "march", {"piece": piece.id}, "to", ("hill", "ford"))
    yield OrderGroup("", "next", {})


def scheme(umpire: Umpire, order: Scheme) -> None:
    """A plot is rolled for and looked up in secret, and an agent of the side's own is chosen for it."""
    side, audience = order.side, (order.side,)
    insist(umpire.state.mark_named(side, "plot") is None, f"{NAME} 2", "One plot a turn.")
    luck = umpire.sum(f"luck of {order.plot}", audience=audience)
    luck.add(
        order.plot, umpire.roll(6, f"the plot {order.plot}", rule=f"{NAME} 2", audience=audience), rule=""
    )
    umpire.look_up("luck", rule=f"{NAME} 2", audience=audience, plot=order.plot.partition("-")[2])
    agent = umpire.choose(
        side, f"Who carries out {order.plot}?", [f"{side}-agent", f"{side}-spy"], rule=f"{NAME} 2",
        audience=audience,
    )  # fmt: skip
    umpire.mark(side, Mark[object]("plot"), order.plot, rule=f"{NAME} 2", audience=audience)
    umpire.mark(agent, Mark[object]("task"), order.plot, rule=f"{NAME} 2", audience=audience)


def march(umpire: Umpire, order: March) -> None:
    """A piece goes where everyone can see it, and not what it is."""
    known = umpire.state.pieces.get(order.piece)
    insist(known is not None and known.side == order.side, f"{NAME} 3", "That is none of your pieces.")
    umpire.move(order.piece, order.to, rule=f"{NAME} 3")


def go_on(umpire: Umpire, order: Bare) -> None:
    """All pledge in secret, pledges are opened together."""
    umpire.choose_together("Your pledge", dict.fromkeys(SIDES, (0, 1, 2)), rule=f"{NAME} 4")
    for side in SIDES:
        umpire.mark(side, Mark[object]("plot"), None, rule=f"{NAME} 2", audience=(side,))
    umpire.enter_phase(umpire.state.turn + 1, "planning", rule=f"{NAME} 1")


def _kinds() -> dict[str, KindData]:
    kinds = {f"guard-{side}": KindData(name=f"Guard of {side}", side=side) for side in SIDES}
    return {**kinds, **{f"cell-{side}": KindData(name="Cell", side=side, back="contact") for side in SIDES}}


def _pieces() -> Iterator[PieceData]:
    for side in SIDES:
        yield PieceData(id=f"{side}-guard", kind=f"guard-{side}", name=f"Guard of {side}", at="camp")
        for what in ("agent", "spy"):
            id, name = f"{side}-{what}", f"{what.title()} {SECRET[side].title()}"
            yield PieceData(id=id, kind=f"cell-{side}", name=name, at="ford", known_to=(side,))


SCENARIO = lay(
    NAME,
    "Three sides",
    sides=" ".join(SIDES),
    board=areas("hill ford camp"),
    kinds=_kinds(),
    pieces=tuple(_pieces()),
    tables={"luck": table("Luck", "plot", {"plot": "coup", "gain": 2}, {"plot": "ruse", "gain": 1})},
    tracks=[TrackData(id=f"gain-{side}", highest=9, side=side) for side in SIDES],
)
SYSTEM = build(
    NAME,
    "Three sides",
    begin,
    [
        OrderKind("scheme", Scheme, scheme, f"{NAME} 2", "Plot in secret.", secret=True),
        OrderKind("march", March, march, f"{NAME} 3", "Go somewhere in the open."),
        OrderKind("next", Bare, go_on, f"{NAME} 4", "Everyone pledges; the next turn begins."),
    ],
    legal,
)
