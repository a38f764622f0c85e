"""Toy 14: salvoes against shields. Each salvo rolls its die of a ladder against a grey shield, which is spent
for the turn, and then against the red one; twice the red shield is two hits."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.dice import D6
from domain.table.marks import Mark
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, insist, insist_turn, lay, ours

NAME = "toy-salvoes"
SALVOES = Mark[int]("salvoes")
SHIELDS = Mark[int]("shields")
FOUND = Mark[bool]("found")
OTHER = {"blue": "red", "red": "blue"}
LADDER = (4, 6, 8, 10, 12, 20)
GUNS_STOP_ON = 5
MOST_HITS = 4
LAST_TURN = 4


@dataclass(frozen=True)
class Strike:
    side: str
    target: str
    salvoes: int


@dataclass(frozen=True)
class Search:
    side: str
    ship: str


def begin(umpire: Umpire) -> None:
    for ship, piece in umpire.state.pieces.items():
        umpire.mark(ship, SALVOES, piece.value("salvoes"), rule=f"{NAME} 1")
        umpire.mark(ship, SHIELDS, piece.value("shields"), rule=f"{NAME} 1")
    umpire.enter_phase(1, "strikes", side="red", rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    for target in ours(state, OTHER[state.side], "strait"):
        if state.mark(target, FOUND):
            left = range(1, len(dice_left(state, state.side)) + 1)
            if left:
                yield OrderGroup(state.side, "strike", {"target": target}, "salvoes", left)
        else:
            yield OrderGroup(state.side, "search", {"ship": target})
    yield OrderGroup(state.side, "pass", {})


def dice_left(state: State, side: str) -> list[int]:
    """The die of every salvo that a side's ships have left, the largest first."""
    ships = [state.pieces[ship] for ship in ours(state, side, "strait")]
    dice = [ship.value("die") for ship in ships for _ in range(state.mark(ship.id, SALVOES, 0))]
    return sorted(dice, reverse=True)


def search(umpire: Umpire, order: Search) -> None:
    """A die for each ship of the side, thrown together; the highest must reach the signature."""
    state = umpire.state
    insist_turn(umpire, order.side, f"{NAME} 2")
    insist(order.ship in ours(state, OTHER[order.side], "strait"), f"{NAME} 2", "That is no enemy ship.")
    insist(not state.mark(order.ship, FOUND), f"{NAME} 2", "That ship has been found.")
    faces = umpire.rolls(len(ours(state, order.side, "strait")), D6, "search", rule=f"{NAME} 2")
    if faces[0] >= state.pieces[order.ship].value("signature"):
        umpire.mark(order.ship, FOUND, True, rule=f"{NAME} 2")
    end_action(umpire)


def strike(umpire: Umpire, order: Strike) -> None:
    """All is fixed before a die is rolled: the salvoes, then the shields that meet them."""
    state, target = umpire.state, order.target
    insist_turn(umpire, order.side, f"{NAME} 3")
    insist(target in ours(state, OTHER[order.side], "strait"), f"{NAME} 3", "That is no target.")
    insist(bool(state.mark(target, FOUND)), f"{NAME} 3", "That ship has not been found.")
    dice = dice_left(state, order.side)
    insist(1 <= order.salvoes <= len(dice), f"{NAME} 3", f"There are {len(dice)} salvoes left.")
    fire_off(umpire, order.side, order.salvoes)
    shields = umpire.choose(
        OTHER[order.side],
        "How many grey shields meet the salvoes?",
        list(range(state.mark(target, SHIELDS, 0) + 1)),
        rule=f"{NAME} 4",
    )
    umpire.mark(target, SHIELDS, state.mark(target, SHIELDS, 0) - shields, rule=f"{NAME} 4")
    ship = state.pieces[target]
    stopped = umpire.tally(
        ship.value("guns"), D6, "close-in guns", lambda face: face >= GUNS_STOP_ON, rule=f"{NAME} 5"
    )
    inbound = dice[: order.salvoes][stopped:]
    grey, red = ship.value("grey"), ship.value("red")
    excess = max(0, shields - len(inbound))
    hits = umpire.total(
        salvo,
        [
            (demoted(die) if nth < excess else die, grey if nth < shields else 0, red)
            for nth, die in enumerate(inbound)
        ],
    )
    damage(umpire, target, hits)
    end_action(umpire)


def fire_off(umpire: Umpire, side: str, salvoes: int) -> None:
    """Salvoes are crossed off, those of the largest dice first."""
    state = umpire.state
    ships = sorted(ours(state, side, "strait"), key=lambda ship: -state.pieces[ship].value("die"))
    for ship in ships:
        left = state.mark(ship, SALVOES, 0)
        umpire.mark(ship, SALVOES, left - min(left, salvoes), rule=f"{NAME} 3")
        salvoes -= min(left, salvoes)


def demoted(die: int) -> int:
    """The next smaller die of the ladder."""
    return LADDER[max(0, LADDER.index(die) - 1)]


def salvo(umpire: Umpire, die: int, grey: int, red: int) -> int:
    """The hits of one salvo: past the grey shield, if one meets it, then for each multiple of the red one."""
    if grey and umpire.roll(die, "salvo against a grey shield", rule=f"{NAME} 6") < grey:
        return 0
    return min(MOST_HITS, umpire.roll(die, "salvo against the red shield", rule=f"{NAME} 6") // red)


def damage(umpire: Umpire, target: str, hits: int) -> None:
    """Each hit crosses off a box; a ship without boxes sinks."""
    ship = umpire.state.pieces[target]
    if hits:
        umpire.change(target, steps=max(0, ship.steps - hits), rule=f"{NAME} 7")
        umpire.score(f"hits-{OTHER[ship.side]}", hits, why=ship.name, rule=f"{NAME} 7")
    if not ship.steps:
        umpire.move(target, "attrition", rule=f"{NAME} 7")


def go_on(umpire: Umpire, order: Bare) -> None:
    insist_turn(umpire, order.side, f"{NAME} 8")
    end_action(umpire)


def end_action(umpire: Umpire) -> None:
    """Shields come back when both sides have acted; after the last turn more ships afloat win."""
    state = umpire.state
    afloat = {side: len(ours(state, side, "strait")) for side in OTHER}
    turn = state.turn + (state.side == "blue")
    if turn > LAST_TURN or 0 in afloat.values():
        winner = max(afloat, key=lambda side: afloat[side])
        tied = afloat["blue"] == afloat["red"]
        umpire.declare("" if tied else winner, "more ships afloat", rule=f"{NAME} 9")
        return
    if turn > state.turn:
        for ship in [*ours(state, "blue", "strait"), *ours(state, "red", "strait")]:
            umpire.mark(ship, SHIELDS, state.pieces[ship].value("shields"), rule=f"{NAME} 8")
    umpire.enter_phase(turn, "strikes", side=OTHER[state.side], rule=f"{NAME} 8")


SCENARIO = lay(
    NAME,
    "Salvoes",
    sides="blue red",
    board=areas("strait", boxes="attrition"),
    kinds={
        "carrier": KindData(
            name="Carrier",
            side="blue",
            values={"salvoes": 2, "die": 8, "shields": 6, "grey": 5, "red": 4, "guns": 2, "signature": 3},
        ),
        "destroyer": KindData(
            name="Destroyer",
            side="blue",
            values={"salvoes": 4, "die": 10, "shields": 4, "grey": 6, "red": 5, "guns": 1, "signature": 4},
        ),
        "battery": KindData(
            name="Coastal battery",
            side="red",
            values={"salvoes": 8, "die": 12, "shields": 2, "grey": 4, "red": 4, "guns": 0, "signature": 2},
        ),
        "missile-boat": KindData(
            name="Missile boat",
            side="red",
            values={"salvoes": 2, "die": 8, "shields": 1, "grey": 3, "red": 3, "guns": 1, "signature": 5},
        ),
    },
    pieces=[
        PieceData(id="cvn", kind="carrier", at="strait", steps=6),
        PieceData(id="ddg", kind="destroyer", at="strait", steps=3),
        PieceData(id="battery-1", kind="battery", at="strait", steps=3),
        PieceData(id="battery-2", kind="battery", at="strait", steps=3),
        PieceData(id="boat", kind="missile-boat", at="strait", steps=1),
    ],
    tracks=[TrackData(id=f"hits-{side}", highest=72, side=side) for side in OTHER],
)
SYSTEM = build(
    NAME,
    "Salvoes",
    begin,
    [
        OrderKind("search", Search, search, f"{NAME} 2", "Look for a ship."),
        OrderKind("strike", Strike, strike, f"{NAME} 3", "Fire salvoes at a ship."),
        OrderKind("pass", Bare, go_on, f"{NAME} 8", "Do nothing."),
    ],
    legal,
)
