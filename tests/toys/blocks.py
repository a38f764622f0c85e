"""Toy 1: blocks that stand upright, known to their side only, and are turned as they lose steps."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, insist, insist_turn, lay, ours, said

NAME = "toy-blocks"
OTHER = {"green": "black", "black": "green"}
LAST_TURN = 5


@dataclass(frozen=True)
class Move:
    side: str
    block: str
    to: str


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "movement", side="green", rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    for block in ours(state, state.side):
        beside = state.board.neighbours[state.pieces[block].place]
        yield OrderGroup(state.side, "move", {"block": block}, "to", beside)
    yield OrderGroup(state.side, "pass", {})


def move(umpire: Umpire, order: Move) -> None:
    state = umpire.state
    insist_turn(umpire, order.side, f"{NAME} 1")
    insist(order.block in ours(state, order.side), f"{NAME} 2", "That is no block of yours on the map.")
    insist(
        order.to in state.board.neighbours[state.pieces[order.block].place],
        f"{NAME} 2",
        "A block goes one area.",
    )
    origin = state.pieces[order.block].place
    umpire.move(order.block, order.to, rule=f"{NAME} 2")
    if ours(state, OTHER[order.side], order.to):
        fight(umpire, order.block, origin)
    end_of_turn(umpire)


def fight(umpire: Umpire, attacker: str, origin: str) -> None:
    """All are laid open; the defenders roll first, then the attacker if it still stands."""
    state = umpire.state
    side, area = state.pieces[attacker].side, state.pieces[attacker].place
    for block in [*ours(state, OTHER[side], area), attacker]:
        umpire.reveal(block, rule=f"{NAME} 3")
    for block in ours(state, OTHER[side], area):
        if attacker in state.pieces:
            fire(umpire, block, attacker)
    if attacker not in state.pieces:
        return
    fire(umpire, attacker, umpire.pick(ours(state, OTHER[side], area), "who is hit", rule=f"{NAME} 3"))
    if ours(state, OTHER[side], area):
        umpire.move(attacker, origin, rule=f"{NAME} 3")


def fire(umpire: Umpire, block: str, target: str) -> None:
    """Hits on its present strength or less, as it stands after earlier losses."""
    state = umpire.state
    strength = umpire.sum(said("hits", block=block))
    strength.add("steps", state.pieces[block].steps, rule=f"{NAME} 4")
    strength.add("veterans", state.pieces[block].value("bonus"), rule=f"{NAME} 4")
    if umpire.roll(6, said("fire", block=block, target=target), rule=f"{NAME} 4") > strength.total:
        return
    if state.pieces[target].steps > 1:
        umpire.change(target, steps=state.pieces[target].steps - 1, rule=f"{NAME} 4")
    else:
        umpire.remove(target, rule=f"{NAME} 4")
        umpire.score(f"kills-{OTHER[state.pieces[block].side]}", 1, rule=f"{NAME} 4")


def go_on(umpire: Umpire, order: Bare) -> None:
    insist_turn(umpire, order.side, f"{NAME} 1")
    end_of_turn(umpire)


def end_of_turn(umpire: Umpire) -> None:
    """Blocks are stood up again; after the last turn who holds the mosque has won."""
    state = umpire.state
    for block, piece in state.pieces.items():
        umpire.hide(block, known_to=(piece.side,), rule=f"{NAME} 5")
    turn = state.turn + (state.side == "black")
    if turn <= LAST_TURN and ours(state, "green") and ours(state, "black"):
        umpire.enter_phase(turn, "movement", side=OTHER[state.side], rule=f"{NAME} 1")
        return
    holders = [side for side in OTHER if ours(state, side, "mosque")]
    umpire.declare(holders[0] if holders else "", "who holds the mosque", rule=f"{NAME} 6")


SCENARIO = lay(
    NAME,
    "Blocks",
    sides="green black",
    board=areas("gate bridge mosque souk", [("gate", "bridge"), ("bridge", "mosque"), ("mosque", "souk")]),
    kinds={
        "infantry": KindData(name="Infantry block", side="green", back="green block"),
        "commandos": KindData(name="Commando block", side="green", back="green block", values={"bonus": 1}),
        "fighters": KindData(name="Fighter block", side="black", back="black block"),
        "veterans": KindData(name="Veteran block", side="black", back="black block", values={"bonus": 2}),
        "rumour": KindData(name="Rumour block", side="black", back="black block"),
    },
    pieces=[
        PieceData(id="grn-71", kind="infantry", at="gate", steps=3, known_to=("green",)),
        PieceData(id="grn-72", kind="infantry", at="bridge", steps=3, known_to=("green",)),
        PieceData(id="grn-1", kind="commandos", name="1st Commando", at="gate", steps=2, known_to=("green",)),
        PieceData(id="blk-1", kind="fighters", at="souk", steps=2, known_to=("black",)),
        PieceData(
            id="blk-2", kind="veterans", name="Foreign veterans", at="mosque", steps=2, known_to=("black",)
        ),
        PieceData(id="blk-3", kind="rumour", at="mosque", steps=1, known_to=("black",)),
    ],
    tracks=[TrackData(id=f"kills-{side}", highest=3, side=side) for side in OTHER],
)
SYSTEM = build(
    NAME,
    "Blocks",
    begin,
    [
        OrderKind("move", Move, move, f"{NAME} 2", "Move a block one area and fight what stands there."),
        OrderKind("pass", Bare, go_on, f"{NAME} 1", "Move nothing."),
    ],
    legal,
)
