"""Toy 10: four players, each with a score of its own, in an order of play that changes every turn."""

from collections.abc import Iterator
from dataclasses import dataclass

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import KindData, PieceData, TrackData
from domain.table.marks import Mark
from domain.table.state import State
from tests.toys.kit import areas, build, insist, insist_turn, lay, ours

NAME = "toy-factions"
STILL_TO_PLAY = Mark[list[str]]("still to play")
FACTIONS = ("aidid", "ali-mahdi", "morgan", "un-force")
ZONES = ("port", "market", "airfield")
LAST_TURN = 4


@dataclass(frozen=True)
class Seize:
    side: str
    zone: str


def begin(umpire: Umpire) -> None:
    new_turn(umpire, 1)


def new_turn(umpire: Umpire, turn: int) -> None:
    """The order of play is drawn anew, one player after the other."""
    rest = list(FACTIONS)
    order: list[str] = []
    while rest:
        order.append(umpire.pick(rest, f"who is number {len(order) + 1}", rule=f"{NAME} 1"))
        rest.remove(order[-1])
    umpire.mark("game", STILL_TO_PLAY, order, rule=f"{NAME} 1")
    umpire.enter_phase(turn, "operations", side=order[0], rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    yield OrderGroup(state.side, "seize", {}, "zone", ZONES)


def seize(umpire: Umpire, order: Seize) -> None:
    """Whoever holds the zone may buy the comer off, else both roll and the lower leaves."""
    state, side = umpire.state, order.side
    insist_turn(umpire, side, f"{NAME} 2")
    insist(order.zone in ZONES, f"{NAME} 2", "There is no such zone.")
    umpire.move(f"gang-{side}", order.zone, rule=f"{NAME} 2")
    for holder in [state.pieces[id].side for id in state.at[order.zone] if id != f"gang-{side}"]:
        price = min(2, state.track(f"vp-{holder}"))
        if umpire.choose(holder, f"Buy {side} off for {price}?", [True, False], rule=f"{NAME} 3"):
            umpire.score(f"vp-{holder}", -price, rule=f"{NAME} 3")
            umpire.score(f"vp-{side}", price, rule=f"{NAME} 3")
            umpire.move(f"gang-{side}", "streets", rule=f"{NAME} 3")
            break
        attack = umpire.roll(6, f"{side} attacks", rule=f"{NAME} 4")
        defence = umpire.roll(6, f"{holder} defends", rule=f"{NAME} 4")
        umpire.move(f"gang-{side if attack <= defence else holder}", "streets", rule=f"{NAME} 4")
    rest = state.marked(STILL_TO_PLAY)["game"][1:]
    umpire.mark("game", STILL_TO_PLAY, rest, rule=f"{NAME} 1")
    if rest:
        umpire.enter_phase(state.turn, "operations", side=rest[0], rule=f"{NAME} 1")
        return
    for faction in FACTIONS:
        if ours(state, faction):
            umpire.score(
                f"vp-{faction}", 1 + (state.pieces[f"gang-{faction}"].place == "port"), rule=f"{NAME} 5"
            )
    if state.turn < LAST_TURN:
        new_turn(umpire, state.turn + 1)
        return
    scores = {faction: state.track(f"vp-{faction}") for faction in FACTIONS}
    best = [faction for faction in FACTIONS if scores[faction] == max(scores.values())]
    umpire.declare(best[0] if len(best) == 1 else "", "the most points", scores=scores, rule=f"{NAME} 6")


SCENARIO = lay(
    NAME,
    "Factions",
    sides=" ".join(FACTIONS),
    board=areas(" ".join(ZONES), boxes="streets"),
    kinds={faction: KindData(name=f"Force of {faction}", side=faction) for faction in FACTIONS},
    pieces=[PieceData(id=f"gang-{faction}", kind=faction, at="streets") for faction in FACTIONS],
    tracks=[TrackData(id=f"vp-{faction}", highest=40, side=faction) for faction in FACTIONS],
    players={"aidid": "habr-gidir", "ali-mahdi": "habr-gidir"},
)
SYSTEM = build(
    NAME, "Factions", begin, [OrderKind("seize", Seize, seize, f"{NAME} 2", "Go into a zone.")], legal
)
