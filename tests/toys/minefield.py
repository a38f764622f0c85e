"""Toy 16: mines from a secret pool, a submarine unseen until it strikes, a count that one side knows."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import BoardData, KindData, PieceData, SpaceData, TrackData
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, insist, insist_turn, lay, ours, said

NAME = "toy-minefield"
OTHER = {"red": "blue", "blue": "red"}
WATERS = ("coast", "strait", "gulf")
LAST_TURN = 5


@dataclass(frozen=True)
class Lay:
    side: str
    place: str


@dataclass(frozen=True)
class Sail:
    side: str
    ship: str
    to: str


@dataclass(frozen=True)
class Sweep:
    side: str
    place: str


@dataclass(frozen=True)
class Strike:
    side: str
    ship: str


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "at sea", side="red", rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    side = state.side
    for ship in ours(state, side):
        if state.pieces[ship].kind_id != "mine":
            beside = state.board.neighbours[state.pieces[ship].place]
            yield OrderGroup(side, "sail", {"ship": ship}, "to", beside)
    if side == "red" and state.at.get("pool"):
        yield OrderGroup(side, "lay", {}, "place", WATERS)
    if side == "blue":
        yield OrderGroup(side, "sweep", {}, "place", WATERS)
    if side == "red" and "boat" in state.pieces:
        yield OrderGroup(side, "strike", {}, "ship", ours(state, "blue", state.pieces["boat"].place))
    yield OrderGroup(side, "pass", {})


def lay_mine(umpire: Umpire, order: Lay) -> None:
    """A mine goes from the secret pool into the water; only Red learns of it."""
    insist_turn(umpire, order.side, f"{NAME} 1")
    insist(
        order.side == "red" and umpire.state.at.get("pool"), f"{NAME} 2", "Red lays mines while it has any."
    )
    insist(order.place in WATERS, f"{NAME} 2", "Mines are laid at sea.")
    umpire.move(umpire.state.at["pool"][0], order.place, rule=f"{NAME} 2")
    umpire.score("mines", -1, rule=f"{NAME} 2")


def sail(umpire: Umpire, order: Sail) -> None:
    """A ship goes to the next water; a mine there that its side does not know of goes off on 3 or more."""
    state = umpire.state
    insist_turn(umpire, order.side, f"{NAME} 1")
    insist(order.ship in ours(state, order.side), f"{NAME} 3", "That is no ship of yours at sea.")
    insist(order.to in state.board.neighbours[state.pieces[order.ship].place], f"{NAME} 3", "It is too far.")
    umpire.move(order.ship, order.to, rule=f"{NAME} 3")
    for mine in mines(state, order.to) if order.side == "blue" else []:
        if umpire.roll(6, said("mine", ship=order.ship), rule=f"{NAME} 4", audience=("red",)) >= 3:
            umpire.expose(mine, rule=f"{NAME} 4")
            umpire.remove(mine, rule=f"{NAME} 4")
            umpire.move(order.ship, "sunk", rule=f"{NAME} 4")
            break
    end_of_turn(umpire)


def sweep(umpire: Umpire, order: Sweep) -> None:
    """One die whether there is a mine or not; on 4 or more the first mine there is seen, and taken up."""
    insist_turn(umpire, order.side, f"{NAME} 1")
    insist(order.side == "blue" and order.place in WATERS, f"{NAME} 5", "Blue sweeps waters.")
    if umpire.roll(6, f"sweep of the {order.place}", rule=f"{NAME} 5") >= 4:
        for mine in mines(umpire.state, order.place)[:1]:
            umpire.expose(mine, to=("red", "blue"), rule=f"{NAME} 5")
            umpire.remove(mine, rule=f"{NAME} 5")
    end_of_turn(umpire)


def strike(umpire: Umpire, order: Strike) -> None:
    """The boat shows itself, shoots, and can be seen until its next turn."""
    state = umpire.state
    insist_turn(umpire, order.side, f"{NAME} 1")
    insist(order.ship in ours(state, "blue", state.pieces["boat"].place), f"{NAME} 6", "It is out of reach.")
    umpire.expose("boat", rule=f"{NAME} 6")
    if umpire.roll(6, said("torpedo", ship=order.ship), rule=f"{NAME} 6") >= 3:
        umpire.move(order.ship, "sunk", rule=f"{NAME} 6")
    if umpire.state.tracks["mines"].known_to is not None:
        umpire.expose_track("mines", rule=f"{NAME} 6")
    end_of_turn(umpire)


def mines(state: State, place: str) -> list[str]:
    return [piece.id for piece in state.pieces_at(place) if piece.kind_id == "mine"]


def go_on(umpire: Umpire, order: Bare) -> None:
    insist_turn(umpire, order.side, f"{NAME} 1")
    if order.side == "red":
        if "boat" in umpire.state.pieces:  # where Blue weighs its odds it may not be there
            umpire.conceal("boat", seen_by=("red",), rule=f"{NAME} 7")
        umpire.conceal_track("mines", known_to=("red",), rule=f"{NAME} 7")
    end_of_turn(umpire)


def end_of_turn(umpire: Umpire) -> None:
    """After the last turn Blue has won if it holds the gulf."""
    state = umpire.state
    turn = state.turn + (state.side == "blue")
    if turn <= LAST_TURN and ours(state, "blue"):
        umpire.enter_phase(turn, "at sea", side=OTHER[state.side], rule=f"{NAME} 1")
    else:
        umpire.declare(
            "blue" if ours(state, "blue", "gulf") else "red", "who holds the gulf", rule=f"{NAME} 8"
        )


def board() -> BoardData:
    open_sea = areas("coast strait gulf", [("coast", "strait"), ("strait", "gulf")], boxes="sunk")
    pool = SpaceData(id="pool", name="Red's magazine", kind="box", seen_by=("red",))
    return BoardData(spaces=open_sea.spaces, boxes=(*open_sea.boxes, pool), adjacency=open_sea.adjacency)


SCENARIO = lay(
    NAME,
    "Minefield",
    sides="red blue",
    board=board(),
    kinds={
        "mine": KindData(name="Mine", side="red", back="mine"),
        "boat": KindData(name="Submarine", side="red", back="boat"),
        "frigate": KindData(name="Frigate", side="blue", back="ship"),
    },
    pieces=[
        *(PieceData(id=f"mine-{n}", kind="mine", at="pool", seen_by=("red",)) for n in (1, 2, 3)),
        PieceData(id="boat", kind="boat", name="Kilo", at="strait", seen_by=("red",)),
        PieceData(id="ddg", kind="frigate", name="Burke", at="coast"),
        PieceData(id="ffg", kind="frigate", name="Perry", at="coast"),
    ],
    tracks=[TrackData(id="mines", name="Mines left", value=3, highest=3, side="red", known_to=("red",))],
)
SYSTEM = build(
    NAME,
    "Minefield",
    begin,
    [
        OrderKind("lay", Lay, lay_mine, f"{NAME} 2", "Lay a mine.", secret=True),
        OrderKind("sail", Sail, sail, f"{NAME} 3", "Sail a ship to the next water."),
        OrderKind("sweep", Sweep, sweep, f"{NAME} 5", "Sweep a water for mines."),
        OrderKind("strike", Strike, strike, f"{NAME} 6", "Strike a ship with the boat."),
        OrderKind("pass", Bare, go_on, f"{NAME} 7", "Do no more."),
    ],
    legal,
)
