"""Toy 15: combat of blocks. All of a side fire together, the other side's blocks turn a step for each hit,
the strongest first, and what is left fires back; two rounds, three for veterans."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.dice import D6
from domain.table.state import Piece, State
from tests.toys.kit import Bare, areas, build, insist, insist_turn, lay, ours

NAME = "toy-volley"
OTHER = {"green": "black", "black": "green"}
LAST_TURN = 4
ROUNDS = 2


@dataclass(frozen=True)
class Attack:
    side: str
    origin: str
    to: str


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "combat", side="green", rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    for area in [space.id for space in state.board.data.spaces]:
        if ours(state, state.side, area):
            yield OrderGroup(state.side, "attack", {"origin": area}, "to", state.board.neighbours[area])
    yield OrderGroup(state.side, "pass", {})


def attack(umpire: Umpire, order: Attack) -> None:
    """All blocks of an area go into one beside it; who stands there fights."""
    state, side = umpire.state, order.side
    insist_turn(umpire, side, f"{NAME} 1")
    blocks = ours(state, side, order.origin)
    insist(blocks, f"{NAME} 2", "No block of yours stands there.")
    insist(order.to in state.board.neighbours[order.origin], f"{NAME} 2", "Blocks go one area.")
    for block in blocks:
        umpire.move(block, order.to, rule=f"{NAME} 2")
    if ours(state, OTHER[side], order.to):
        for block in [*blocks, *ours(state, OTHER[side], order.to)]:
            umpire.reveal(block, rule=f"{NAME} 3")
        veterans = any(state.pieces[block].value("veteran") for block in blocks)
        rounds = ROUNDS + veterans
        umpire.each(fight, [(order.to, OTHER[side], nth) for nth in range(1, rounds + 1)])
    if ours(state, OTHER[side], order.to):
        for block in ours(state, side, order.to):
            umpire.move(block, order.origin, rule=f"{NAME} 6")
    end_of_turn(umpire)


def fight(umpire: Umpire, area: str, defender: str, nth: int) -> None:
    """One round: the defender's volley, then that of the attackers who are left."""
    umpire.each(volley, [(area, defender, nth), (area, OTHER[defender], nth)])


def volley(umpire: Umpire, area: str, side: str, nth: int) -> None:
    """A die for each block against the number on its upper edge; each hit turns a block of the other side."""
    state = umpire.state
    blocks = [state.pieces[block] for block in ours(state, side, area)]
    purpose = f"{side} fires, round {nth}"
    hits = umpire.total(shot, [(hit_number(block), purpose) for block in blocks])
    umpire.each(take_hit, [(area, OTHER[side])] * hits)


def hit_number(block: Piece) -> int:
    """The number on the upper edge: it rises as the block is turned."""
    return block.value(f"edge-{block.steps}")


def shot(umpire: Umpire, number: int, purpose: str) -> int:
    return int(umpire.roll(D6, purpose, rule=f"{NAME} 4") >= number)


def take_hit(umpire: Umpire, area: str, side: str) -> None:
    """The owner says which of its strongest blocks is turned; one on its last edge is lost."""
    state = umpire.state
    blocks = [state.pieces[block] for block in ours(state, side, area)]
    if not blocks:
        return
    most = max(block.steps for block in blocks)
    strongest = [block.id for block in blocks if block.steps == most]
    hit = umpire.choose(side, "Which block takes the hit?", strongest, rule=f"{NAME} 5")
    if most > 1:
        umpire.change(hit, steps=most - 1, rule=f"{NAME} 5")
    else:
        umpire.remove(hit, rule=f"{NAME} 5")
        umpire.score(f"kills-{OTHER[side]}", 1, rule=f"{NAME} 5")


def go_on(umpire: Umpire, order: Bare) -> None:
    insist_turn(umpire, order.side, f"{NAME} 1")
    end_of_turn(umpire)


def end_of_turn(umpire: Umpire) -> None:
    """Blocks are stood up again; after the last turn more blocks win."""
    state = umpire.state
    for block, piece in state.pieces.items():
        umpire.hide(block, known_to=(piece.side,), rule=f"{NAME} 6")
    turn = state.turn + (state.side == "black")
    left = {side: len(ours(state, side)) for side in OTHER}
    if turn <= LAST_TURN and all(left.values()):
        umpire.enter_phase(turn, "combat", side=OTHER[state.side], rule=f"{NAME} 1")
        return
    winner = max(left, key=lambda side: left[side])
    umpire.declare("" if left["green"] == left["black"] else winner, "blocks left", rule=f"{NAME} 7")


SCENARIO = lay(
    NAME,
    "Volley",
    sides="green black",
    board=areas("base gate bridge mosque", [("base", "gate"), ("gate", "bridge"), ("bridge", "mosque")]),
    kinds={
        "commandos": KindData(
            name="Commandos",
            side="green",
            back="green block",
            values={"edge-4": 3, "edge-3": 4, "edge-2": 4, "edge-1": 5, "veteran": 1},
        ),
        "division": KindData(
            name="Division", side="green", back="green block", values={"edge-3": 4, "edge-2": 5, "edge-1": 6}
        ),
        "veterans": KindData(
            name="Veterans", side="black", back="black block", values={"edge-3": 3, "edge-2": 4, "edge-1": 5}
        ),
        "militia": KindData(
            name="Militia", side="black", back="black block", values={"edge-3": 4, "edge-2": 5, "edge-1": 6}
        ),
    },
    pieces=[
        PieceData(id="cts", kind="commandos", at="gate", steps=4, known_to=("green",)),
        PieceData(id="div-15", kind="division", at="gate", steps=3, known_to=("green",)),
        PieceData(id="div-16", kind="division", at="gate", steps=3, known_to=("green",)),
        PieceData(id="vets", kind="veterans", at="bridge", steps=3, known_to=("black",)),
        PieceData(id="mil-1", kind="militia", at="bridge", steps=3, known_to=("black",)),
        PieceData(id="mil-2", kind="militia", at="bridge", steps=3, known_to=("black",)),
        PieceData(id="div-9", kind="division", at="base", steps=3, known_to=("green",)),
        PieceData(id="mil-3", kind="militia", at="mosque", steps=3, known_to=("black",)),
    ],
    tracks=[TrackData(id=f"kills-{side}", highest=4, side=side) for side in OTHER],
)
SYSTEM = build(
    NAME,
    "Volley",
    begin,
    [
        OrderKind("attack", Attack, attack, f"{NAME} 2", "Move the blocks of an area, and fight."),
        OrderKind("pass", Bare, go_on, f"{NAME} 1", "Do nothing."),
    ],
    legal,
)
