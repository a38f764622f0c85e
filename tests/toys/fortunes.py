"""Toy 15: cards whose effects are data, dealt into hands; marks that lapse, a calendar, judgements that the
rules suggest, losses of steps, and objections to what is done by hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from adjudication.engine.games.systems import Reports, Rules
from adjudication.engine.losses import Loss
from adjudication.engine.orders import Order, OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import (
    BoardData,
    Event,
    KindData,
    PieceChanged,
    PieceData,
    SpaceData,
    TrackData,
    TurnData,
)
from domain.table.marks import Mark
from domain.table.state import State
from tests.toys.kit import build, insist, insist_turn, lay, ours

NAME = "toy-fortunes"
SUPPRESSED = Mark[bool]("suppressed")
RALLIED = Mark[str]("rallied", phase="play")
OTHER = {"red": "blue", "blue": "red"}
LENGTH = {"short": 3, "long": 5}


@dataclass(frozen=True)
class Play:
    side: str
    card: str


def begin(umpire: Umpire) -> None:
    umpire.shuffle("deck", rule=f"{NAME} 1")
    for side in (*OTHER, *OTHER):
        take(umpire, side)
    umpire.enter_phase(1, "play", side="red", rule=f"{NAME} 1")


def take(umpire: Umpire, side: str) -> None:
    umpire.deal("deck", to=f"hand-{side}", discard="discard", rule=f"{NAME} 2")


def legal(state: State) -> Iterator[OrderGroup]:
    yield OrderGroup(state.side, "play", {}, "card", list(state.at[f"hand-{state.side}"]))


def play(umpire: Umpire, order: Play) -> None:
    state, side = umpire.state, order.side
    insist_turn(umpire, side, f"{NAME} 1")
    insist(order.card in state.at[f"hand-{side}"], f"{NAME} 3", "That card is not in your hand.")
    umpire.discard(order.card, to="discard", rule=f"{NAME} 3")
    effect = state.pieces[order.card].kind.data
    EFFECTS[effect["effect"]](umpire, side, effect)
    take(umpire, side)
    turn = state.turn + (side == "blue")
    last = LENGTH[str(state.options["length"])]
    if turn <= last and ours(state, "red") and ours(state, "blue"):
        umpire.enter_phase(turn, "play", side=OTHER[side], rule=f"{NAME} 1")
        return
    lead = len(ours(state, "red")) - len(ours(state, "blue"))
    umpire.declare(("red" if lead > 0 else "blue") if lead else "", "units left", rule=f"{NAME} 7")


def fire(umpire: Umpire, side: str, effect: dict[str, Any]) -> None:
    """As many dice as the card says; each hit costs the enemy's first unit that is not suppressed a step."""
    for number, die in enumerate(effect["dice"], start=1):
        targets = [id for id in ours(umpire.state, OTHER[side]) if not umpire.state.mark(id, SUPPRESSED)]
        if not targets:
            return
        if umpire.roll(die, f"shot {number}", rule=f"{NAME} 4") >= effect["hits"]:
            left = umpire.state.pieces[targets[0]].steps - 1
            umpire.change(targets[0], steps=left, rule=f"{NAME} 4")
            if not left:
                umpire.move(targets[0], "lost", rule=f"{NAME} 4")


def suppress(umpire: Umpire, side: str, effect: dict[str, Any]) -> None:
    """The enemy's first unit keeps its head down until the next turn, and is not hit."""
    for id in ours(umpire.state, OTHER[side])[:1]:
        umpire.mark(id, SUPPRESSED, True, until=umpire.state.turn + effect["turns"], rule=f"{NAME} 5")


def rally(umpire: Umpire, side: str, effect: dict[str, Any]) -> None:
    """A unit gets a step back, if the white cell holds that it can."""
    weak = [id for id in ours(umpire.state, side) if umpire.state.pieces[id].steps < 2]
    rallies = umpire.judge(
        "Can the unit rally?",
        [True, False],
        suggest=bool(weak),
        because="a unit has lost steps" if weak else "no unit has lost steps",
        rule=f"{NAME} 6",
    )
    umpire.mark("game", RALLIED, side, rule=f"{NAME} 6")
    if rallies and weak:
        umpire.change(weak[0], steps=2, rule=f"{NAME} 6")
        umpire.score("rallies", 1, rule=f"{NAME} 6")


EFFECTS = {"fire": fire, "suppress": suppress, "rally": rally}


def losses(event: Event, state: State) -> Loss | None:
    """Steps are lost, and come back."""
    if not isinstance(event, PieceChanged) or event.steps is None:
        return None
    piece = state.pieces[event.piece]
    lost = piece.steps - event.steps
    return Loss(piece.id, piece.side, "step loss" if lost > 0 else "returned", lost) if lost else None


def objections(state: State, act: Order) -> list[tuple[str, str]]:
    """A unit that keeps its head down does not move."""
    if act.name == "hand-move" and state.mark(act.arguments["piece"], SUPPRESSED):
        return [(f"{NAME} 5", "A suppressed unit does not move.")]
    return []


def box(id: str, kind: str, side: str = "") -> SpaceData:
    return SpaceData(id=id, name=id.replace("-", " of ").title(), kind=kind, side=side)


CARDS = {
    "barrage": KindData(
        name="Barrage",
        back="card",
        text="Two dice, 4 or more hits.",
        data={"effect": "fire", "dice": [6, 6], "hits": 4},
    ),
    "sniper": KindData(
        name="Sniper",
        back="card",
        text="One die, 3 or more hits.",
        data={"effect": "fire", "dice": [6], "hits": 3},
    ),
    "smoke": KindData(
        name="Smoke",
        back="card",
        text="A unit keeps its head down until the next turn.",
        data={"effect": "suppress", "turns": 1},
    ),
    "rally": KindData(
        name="Rally", back="card", text="A unit may get a step back.", data={"effect": "rally"}
    ),
}
SCENARIO = lay(
    NAME,
    "Fortunes",
    sides="red blue",
    board=BoardData(
        spaces=(SpaceData(id="front", name="Front", kind="area"),),
        boxes=(
            box("deck", "deck"),
            box("discard", "discard"),
            box("hand-red", "hand", "red"),
            box("hand-blue", "hand", "blue"),
            box("lost", "box"),
        ),
    ),
    kinds={**CARDS, **{side: KindData(name=f"{side.title()} company", side=side) for side in OTHER}},
    pieces=[
        *(
            PieceData(id=f"card-{kind}-{n}", kind=kind, at="deck", known_to=())
            for kind in CARDS
            for n in (1, 2)
        ),
        *(PieceData(id=f"{side}-{n}", kind=side, at="front", steps=2) for side in OTHER for n in (1, 2)),
    ],
    tracks=[TrackData(id="rallies", name="Rallies", highest=20)],
    options={"length": "long"},
    one_of={"length": ("short", "long")},
    calendar=[TurnData(turn, f"{month} 1980", 1980) for turn, month in enumerate(("Sep", "Oct", "Nov"), 1)],
)
SYSTEM = build(
    NAME,
    "Fortunes",
    begin,
    [OrderKind("play", Play, play, f"{NAME} 3", "Play a card of your hand.")],
    legal,
    rules=Rules(objections=objections),
    reports=Reports(losses=losses),
)
