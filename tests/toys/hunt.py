"""Toy 16: boats that are seen and not known. They are struck by their contacts; a boat that was found out
dives again at the end of the turn, and boats that pass each other close by cannot be told apart."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.games.systems import Words
from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, insist, insist_turn, lay, ours, said

NAME = "toy-hunt"
OTHER = {"hunter": "quarry", "quarry": "hunter"}
AREAS = ("bay", "shelf", "deep")
LAST_TURN = 5


@dataclass(frozen=True)
class Strike:
    side: str
    target: Contact


@dataclass(frozen=True)
class Sail:
    side: str
    boat: str
    to: str


@dataclass(frozen=True)
class Cross:
    side: str
    area: str


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "hunt", side="hunter", rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    if state.side == "hunter":
        contacts = [name for area in AREAS for name in state.contacts("hunter", area)]
        yield OrderGroup("hunter", "strike", {}, "target", contacts)
    else:
        for boat in ours(state, "quarry"):
            beside = state.board.neighbours[state.pieces[boat].place]
            yield OrderGroup("quarry", "sail", {"boat": boat}, "to", beside)
        crowded = [area for area in AREAS if len(ours(state, "quarry", area)) > 1]
        yield OrderGroup("quarry", "cross", {}, "area", crowded)
    yield OrderGroup(state.side, "pass", {})


def strike(umpire: Umpire, order: Strike) -> None:
    """A hit shows what the contact was. Where there are others beside it one of them is pinged, and the
    quarry answers on a ship of its choice."""
    state = umpire.state
    insist_turn(umpire, order.side, f"{NAME} 1")
    boats = ours(state, "quarry")
    insist(order.target in boats, f"{NAME} 2", f"{order.target} is no boat of theirs.")
    area = state.pieces[order.target].place
    if umpire.roll(6, said("strike", target=order.target), rule=f"{NAME} 2") >= 3:
        umpire.reveal(order.target, rule=f"{NAME} 2")
        umpire.score("sunk", state.pieces[order.target].value("worth"), rule=f"{NAME} 2")
        umpire.move(order.target, "sunk", rule=f"{NAME} 2")
    near = ours(state, "quarry", area)
    if near:
        pinged = umpire.choose_piece("hunter", "Which one is pinged?", near, rule=f"{NAME} 3")
        umpire.reveal(pinged, rule=f"{NAME} 3")
        ships = ours(state, "hunter")
        fired_at = umpire.choose_piece("quarry", "Which ship is fired at?", ships, rule=f"{NAME} 4")
        if umpire.roll(6, said("is fired at", ship=fired_at), rule=f"{NAME} 4") == 6:
            umpire.move(fired_at, "port", rule=f"{NAME} 4")
    end_of_turn(umpire)


def sail(umpire: Umpire, order: Sail) -> None:
    state = umpire.state
    insist_turn(umpire, order.side, f"{NAME} 1")
    insist(order.boat in ours(state, "quarry"), f"{NAME} 5", "That is none of your boats at sea.")
    near = state.board.neighbours[state.pieces[order.boat].place]
    insist(order.to in near, f"{NAME} 5", "A boat sails one area.")
    umpire.move(order.boat, order.to, rule=f"{NAME} 5")
    end_of_turn(umpire)


def cross(umpire: Umpire, order: Cross) -> None:
    """Boats in an area pass so close to each other that nobody can follow which is which."""
    insist_turn(umpire, order.side, f"{NAME} 1")
    insist(len(ours(umpire.state, "quarry", order.area)) > 1, f"{NAME} 6", "Two boats must be there.")
    umpire.shuffle(order.area, rule=f"{NAME} 6")
    end_of_turn(umpire)


def go_on(umpire: Umpire, order: Bare) -> None:
    insist_turn(umpire, order.side, f"{NAME} 1")
    end_of_turn(umpire)


def end_of_turn(umpire: Umpire) -> None:
    """What was found out dives again; the quarry has won when a boat is left that is worth anything."""
    state = umpire.state
    if state.side == "quarry":
        for boat in ours(state, "quarry"):
            umpire.hide(boat, known_to=("quarry",), rule=f"{NAME} 7")
    turn = state.turn + (state.side == "quarry")
    worth = [boat for boat in ours(state, "quarry") if state.pieces[boat].value("worth")]
    if turn <= LAST_TURN and worth and ours(state, "hunter"):
        umpire.enter_phase(turn, "hunt", side=OTHER[state.side], rule=f"{NAME} 1")
    else:
        umpire.declare("quarry" if worth else "hunter", "boats left", rule=f"{NAME} 8")


SCENARIO = lay(
    NAME,
    "The hunt",
    sides="hunter quarry",
    board=areas("bay shelf deep", [("bay", "shelf"), ("shelf", "deep")], boxes="sunk port"),
    kinds={
        "frigate": KindData(name="Frigate", side="hunter"),
        "submarine": KindData(name="Submarine", side="quarry", back="contact", values={"worth": 2}),
        "midget": KindData(name="Midget submarine", side="quarry", back="contact", values={"worth": 1}),
        "decoy": KindData(name="Decoy", side="quarry", back="contact"),
    },
    pieces=[
        PieceData(id="frigate-1", kind="frigate", at="bay"),
        PieceData(id="frigate-2", kind="frigate", at="shelf"),
        *(
            PieceData(id=f"boat-{number}", kind=kind, at=at, name=name, known_to=("quarry",))
            for number, (kind, at, name) in enumerate(
                (
                    ("submarine", "deep", "The Barracuda"),
                    ("midget", "shelf", "The Minnow"),
                    ("decoy", "shelf", ""),
                    ("decoy", "deep", ""),
                ),
                start=1,
            )
        ),
    ],
    tracks=[TrackData(id="sunk", highest=3)],
)
SYSTEM = build(
    NAME,
    "The hunt",
    begin,
    [
        OrderKind("strike", Strike, strike, f"{NAME} 2", "Strike a contact."),
        OrderKind("sail", Sail, sail, f"{NAME} 5", "Sail a boat one area."),
        OrderKind("cross", Cross, cross, f"{NAME} 6", "Let boats pass each other close by."),
        OrderKind("pass", Bare, go_on, f"{NAME} 1", "Do nothing."),
    ],
    legal,
    words=Words(contacts=True),
)
