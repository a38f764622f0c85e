"""Toy 13: a strike of some of many salvoes, shields allotted to them, and posts that an order lists."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from adjudication.engine.choices import Subset
from adjudication.engine.orders import OrderChoice, OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.marks import Mark
from domain.table.state import State
from tests.toys.kit import Bare, areas, build, insist, insist_turn, lay, said

NAME = "toy-strikes"
HELD = Mark[bool]("held")
TARGETS = ("port", "airfield")
HEAVIEST = 6
LAST_TURN = 3


@dataclass(frozen=True)
class Post:
    shield: str
    target: str


@dataclass(frozen=True)
class Screen:
    side: str
    posts: tuple[Post, ...] = ()


@dataclass(frozen=True)
class Strike:
    side: str
    target: str
    salvoes: tuple[str, ...]


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "screen", side="red", rule=f"{NAME} 1")


def ready(state: State) -> list[str]:
    """Salvoes that can be fired: those not held back."""
    return [id for id in state.at.get("magazine", ()) if not state.mark(id, HELD)]


def shields(state: State) -> list[str]:
    return [id for id, piece in state.pieces.items() if piece.kind_id == "shield" and piece.place != "spent"]


def light_enough(state: State) -> Callable[[list[str]], str]:
    """One wave carries so much and no more."""

    def fits(salvoes: list[str]) -> str:
        weight = sum(int(state.pieces[id].value("weight")) for id in salvoes)
        return "" if weight <= HEAVIEST else f"These salvoes weigh {weight}; a wave carries {HEAVIEST}."

    return fits


def once_each(posts: list[dict[str, str]]) -> str:
    taken = [post["shield"] for post in posts]
    return "" if len(set(taken)) == len(taken) else "A shield takes one post."


def legal(state: State) -> Iterator[OrderChoice | OrderGroup]:
    if state.phase == "screen":
        posts = [{"shield": id, "target": target} for id in shields(state) for target in TARGETS]
        yield OrderChoice("red", "screen", {}, "posts", of=posts, fits=once_each)
        return
    salvoes = ready(state)
    if salvoes:
        for target in TARGETS:
            of, fits = salvoes, light_enough(state)
            yield OrderChoice("blue", "strike", {"target": target}, "salvoes", of, 1, 4, fits)
    yield OrderGroup("blue", "pass", {})


def screen(umpire: Umpire, order: Screen) -> None:
    """Each shield to its post; then both say in secret what they hold back."""
    insist_turn(umpire, order.side, f"{NAME} 1")
    for post in order.posts:
        umpire.move(post.shield, post.target, rule=f"{NAME} 2")
    state = umpire.state
    held = umpire.choose_together(
        "What do you hold back?",
        {"blue": Subset(state.at.get("magazine", []), 0, 2), "red": Subset(shields(state), 0, 1)},
        rule=f"{NAME} 3",
    )
    for id in (*held["blue"], *held["red"]):
        umpire.mark(id, HELD, True, rule=f"{NAME} 3")
    umpire.enter_phase(state.turn, "strike", side="blue", rule=f"{NAME} 1")


def strike(umpire: Umpire, order: Strike) -> None:
    """Shields meet salvoes, what gets through hits, and the defender gives up shields for hits."""
    state = umpire.state
    insist_turn(umpire, order.side, f"{NAME} 1")
    insist(order.target in TARGETS, f"{NAME} 4", "There is no such target.")
    for salvo in order.salvoes:
        umpire.move(salvo, order.target, rule=f"{NAME} 4")
    there = [
        id for id in shields(state) if state.pieces[id].place == order.target and not state.mark(id, HELD)
    ]
    met = umpire.allot(
        "red",
        said("Which salvo does each shield meet?", target=order.target),
        dict.fromkeys(there, order.salvoes),
        fits=two_on_one,
        rule=f"{NAME} 5",
    )
    hits = 0
    for salvo in order.salvoes:
        needed = umpire.sum(said("a hit", salvo=salvo), 3)
        for shield in (id for id, met_by in met.items() if met_by == salvo):
            needed.add(shield, 2, rule=f"{NAME} 5")
        hits += (
            umpire.roll(6, said("salvo", salvo=salvo, target=order.target), rule=f"{NAME} 6") >= needed.total
        )
        umpire.move(salvo, "spent", rule=f"{NAME} 6")
    given_up = umpire.choose_some("red", "Which shields take a hit each?", there, most=hits, rule=f"{NAME} 7")
    for shield in given_up:
        umpire.move(shield, "spent", rule=f"{NAME} 7")
    umpire.score("damage", hits - len(given_up), rule=f"{NAME} 7")
    end_turn(umpire)


def two_on_one(met: dict[str, str]) -> str:
    crowded = [salvo for salvo in met.values() if list(met.values()).count(salvo) > 2]
    return f"Only two shields can meet {crowded[0]}." if crowded else ""


def pass_(umpire: Umpire, order: Bare) -> None:
    insist_turn(umpire, order.side, f"{NAME} 1")
    end_turn(umpire)


def end_turn(umpire: Umpire) -> None:
    state = umpire.state
    for id in state.marked(HELD):
        umpire.mark(id, HELD, None, rule=f"{NAME} 3")
    if state.turn < LAST_TURN:
        umpire.enter_phase(state.turn + 1, "screen", side="red", rule=f"{NAME} 1")
    else:
        winner = "blue" if state.track("damage") >= 5 else "red"
        umpire.declare(winner, "damage done", rule=f"{NAME} 8")


SCENARIO = lay(
    NAME,
    "Strikes",
    sides="blue red",
    board=areas("port airfield", boxes="magazine depot spent"),
    kinds={
        "light": KindData(name="Light salvo", side="blue", values={"weight": 1}),
        "heavy": KindData(name="Heavy salvo", side="blue", values={"weight": 3}),
        "shield": KindData(name="Shield", side="red"),
    },
    pieces=[
        *(PieceData(id=f"light-{n}", kind="light", name=f"Light {n}", at="magazine") for n in range(1, 7)),
        *(PieceData(id=f"heavy-{n}", kind="heavy", name=f"Heavy {n}", at="magazine") for n in range(1, 4)),
        *(PieceData(id=f"shield-{n}", kind="shield", name=f"Shield {n}", at="depot") for n in range(1, 7)),
    ],
    tracks=[TrackData(id="damage", highest=20, side="blue")],
)
SYSTEM = build(
    NAME,
    "Strikes",
    begin,
    [
        OrderKind("screen", Screen, screen, f"{NAME} 2", "Post shields at what they guard."),
        OrderKind("strike", Strike, strike, f"{NAME} 4", "Fire salvoes at a target."),
        OrderKind("pass", Bare, pass_, f"{NAME} 1", "Fire nothing."),
    ],
    legal,
)
