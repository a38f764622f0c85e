"""Toy 11: an operational hex map and a tactical map of areas; contact in a hex is fought out below."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import Adjacency, BoardData, HexLayout, KindData, PieceData, SpaceData
from domain.table.state import State
from tests.toys.kit import Bare, build, insist, insist_turn, lay

NAME = "toy-two-maps"
OTHER = {"blue": "red", "red": "blue"}
LAST_TURN = 6


@dataclass(frozen=True)
class March:
    side: str
    unit: str
    to: str


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "march", side="blue", rule=f"{NAME} 1")


def on_map(state: State, side: str) -> list[str]:
    return [id for id, piece in state.pieces.items() if piece.side == side and piece.place != "dead"]


def legal(state: State) -> Iterator[OrderGroup]:
    for unit in on_map(state, state.side):
        place = state.pieces[unit].place
        yield OrderGroup(state.side, "march", {"unit": unit}, "to", state.board.neighbours[place])
    yield OrderGroup(state.side, "pass", {})


def march(umpire: Umpire, order: March) -> None:
    """A hex at a time; the town hex is entered on the tactical map, at the district facing the hex left."""
    state, side = umpire.state, order.side
    insist_turn(umpire, side, f"{NAME} 1")
    insist(order.unit in on_map(state, side), f"{NAME} 2", "That is no unit of yours.")
    origin = state.pieces[order.unit].place
    insist(order.to in state.board.neighbours[origin], f"{NAME} 2", "One hex at a time.")
    umpire.move(order.unit, order.to, rule=f"{NAME} 2")
    enemies = [id for id in on_map(state, OTHER[side]) if state.pieces[id].place == order.to]
    if enemies:
        town = state.board.spaces[order.to].tags == ("town",)
        if town:
            fight_below(umpire, order.unit, enemies[0])
        else:
            fight(umpire, order.unit, enemies[0], origin)
    end_of_turn(umpire)


def districts(state: State, hex: str) -> list[str]:
    """The areas of the tactical map that a hex of the operational map is made of."""
    return [space.id for space in state.board.data.spaces if space.values.get("lies_in") == hex]


def fight_below(umpire: Umpire, attacker: str, defender: str) -> None:
    """Both go down to the tactical map, fight from district to district, and the survivor comes up."""
    state = umpire.state
    hex = state.pieces[attacker].place
    first, *others = districts(state, hex)
    umpire.move(attacker, first, rule=f"{NAME} 3")
    where = umpire.choose(state.pieces[defender].side, "Which district is held?", others, rule=f"{NAME} 3")
    umpire.move(defender, where, rule=f"{NAME} 3")
    near = where in state.board.neighbours[first]
    assault = umpire.sum("assault")
    assault.add("die", umpire.roll(10, "assault on the district", rule=f"{NAME} 3"), rule=f"{NAME} 3")
    assault.add("from the next district", 2 if near else 0, rule=f"{NAME} 3")
    loser = defender if assault.total >= 6 else attacker
    umpire.move(loser, "dead", rule=f"{NAME} 3")
    umpire.move(attacker if loser == defender else defender, hex, rule=f"{NAME} 3")


def fight(umpire: Umpire, attacker: str, defender: str, origin: str) -> None:
    if umpire.roll(6, "attack in the open", rule=f"{NAME} 4") >= 5:
        umpire.move(defender, "dead", rule=f"{NAME} 4")
    else:
        umpire.move(attacker, origin, rule=f"{NAME} 4")


def go_on(umpire: Umpire, order: Bare) -> None:
    insist_turn(umpire, order.side, f"{NAME} 1")
    end_of_turn(umpire)


def end_of_turn(umpire: Umpire) -> None:
    state = umpire.state
    alive = [side for side in OTHER if on_map(state, side)]
    turn = state.turn + (state.side == "red")
    if turn <= LAST_TURN and len(alive) == 2:
        umpire.enter_phase(turn, "march", side=OTHER[state.side], rule=f"{NAME} 1")
        return
    holders = [state.pieces[id].side for id in state.at.get("op-22", ())]
    umpire.declare(holders[0] if holders else "", "who holds the town", rule=f"{NAME} 5")


SCENARIO = lay(
    NAME,
    "Two maps",
    sides="blue red",
    board=BoardData(
        layout=HexLayout(),
        impassable=("sea",),
        spaces=(
            *(
                SpaceData(
                    id=f"op-{column}{row}",
                    column=column,
                    row=row,
                    map="operational",
                    terrain="sea" if (column, row) == (1, 1) else "clear",
                    tags=("town",) if (column, row) == (2, 2) else (),
                )
                for column in (1, 2, 3)
                for row in (1, 2)
            ),
            *(
                SpaceData(id=f"tac-{name}", kind="area", map="tactical", values={"lies_in": "op-22"})
                for name in ("outskirts", "station", "citadel")
            ),
        ),
        boxes=(SpaceData(id="dead", kind="box"),),
        adjacency=Adjacency(join=(("tac-outskirts", "tac-station"), ("tac-station", "tac-citadel"))),
    ),
    kinds={side: KindData(name=f"{side.title()} brigade", side=side) for side in OTHER},
    pieces=[
        *(PieceData(id=f"bde-blue-{n}", kind="blue", at=at) for n, at in ((1, "op-12"), (2, "op-21"))),
        *(PieceData(id=f"bde-red-{n}", kind="red", at=at) for n, at in ((1, "op-22"), (2, "op-32"))),
    ],
)
SYSTEM = build(
    NAME,
    "Two maps",
    begin,
    [
        OrderKind("march", March, march, f"{NAME} 2", "March a hex, and fight what stands there."),
        OrderKind("pass", Bare, go_on, f"{NAME} 1", "Stay."),
    ],
    legal,
)
