"""Toy 2: a hand of cards, a deck drawn from the top, and a discard that is shuffled when the deck is out."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.state import State
from tests.toys.kit import areas, build, insist, insist_turn, lay

NAME = "toy-cards"
OTHER = {"red": "blue", "blue": "red"}
LAST_TURN = 8


@dataclass(frozen=True)
class Play:
    side: str
    card: str


def begin(umpire: Umpire) -> None:
    umpire.shuffle("deck", rule=f"{NAME} 1")
    for _ in range(3):
        for side in OTHER:
            take(umpire, side)
    umpire.enter_phase(1, "play", side="red", rule=f"{NAME} 1")


def take(umpire: Umpire, side: str) -> None:
    """A side takes the top card of the deck, out of the others' sight."""
    umpire.deal("deck", to=f"hand-{side}", known_to=(side,), discard="discard", rule=f"{NAME} 2")


def legal(state: State) -> Iterator[OrderGroup]:
    yield OrderGroup(state.side, "play", {}, "card", list(state.at[f"hand-{state.side}"]))


def play(umpire: Umpire, order: Play) -> None:
    state, side = umpire.state, order.side
    insist_turn(umpire, side, f"{NAME} 1")
    insist(order.card in state.at[f"hand-{side}"], f"{NAME} 3", "That card is not in your hand.")
    card = state.pieces[order.card]
    umpire.discard(order.card, to="discard", rule=f"{NAME} 3")
    if card.kind_id == "raid":
        lost = umpire.draw(f"hand-{OTHER[side]}", "a card lost to a raid", to="discard", rule=f"{NAME} 4")
        umpire.reveal(lost, rule=f"{NAME} 4")
        take(umpire, OTHER[side])
    elif card.kind_id == "choice":
        tracks = [track for track in state.tracks if state.track(track)]
        if tracks:
            track = umpire.choose(side, "Which score is halved?", tracks, rule=f"{NAME} 5")
            umpire.score(track, -(state.track(track) + 1) // 2, why="halved by a card", rule=f"{NAME} 5")
    else:
        umpire.score(f"score-{side}", card.value("points"), rule=f"{NAME} 6")
    take(umpire, side)
    turn = state.turn + (side == "blue")
    if turn <= LAST_TURN:
        umpire.enter_phase(turn, "play", side=OTHER[side], rule=f"{NAME} 1")
        return
    lead = state.track("score-red") - state.track("score-blue")
    umpire.declare(("red" if lead > 0 else "blue") if lead else "", "the higher score", rule=f"{NAME} 7")


SCENARIO = lay(
    NAME,
    "Cards",
    sides="red blue",
    board=areas("", boxes="deck discard hand-red hand-blue"),
    kinds={
        "march": KindData(name="March card", back="card", values={"points": 1}),
        "storm": KindData(name="Storm card", back="card", values={"points": 3}),
        "raid": KindData(name="Raid card", back="card"),
        "choice": KindData(name="Parley card", back="card"),
    },
    pieces=[
        PieceData(id=f"card-{kind}-{n}", kind=kind, name=f"{kind.title()} no. {n}", at="deck", known_to=())
        for kind in ("march", "storm", "raid", "choice")
        for n in range(1, 4)
    ],
    tracks=[TrackData(id=f"score-{side}", highest=30, side=side) for side in OTHER],
)
SYSTEM = build(
    NAME, "Cards", begin, [OrderKind("play", Play, play, f"{NAME} 3", "Play a card of your hand.")], legal
)
