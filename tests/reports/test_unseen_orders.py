"""What a side's review tells of orders that it does not see: what its log tells of them, rulings too."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.umpire import Umpire
from domain.events import Chosen, KindData, PieceData, TrackData
from domain.game.chain import GENESIS, enter
from domain.table.state import State
from domain.views.view import see_log
from reports.document.blocks import Document
from reports.document.markdown import markdown
from reports.review.course import course
from reports.review.review import Review
from reports.words.then import words_then
from tests.core.games import findings
from tests.table import Table
from tests.toys.kit import areas, build, lay

NAME = "toy-sappers"


@dataclass(frozen=True)
class Sap:
    side: str


def begin(umpire: Umpire) -> None:
    umpire.enter_phase(1, "siege", side="red", rule=f"{NAME} 1")


def legal(state: State) -> Iterator[OrderGroup]:
    yield OrderGroup("red", "sap", {})


def sap(umpire: Umpire, order: Sap) -> None:
    """Red digs in secret; all see what becomes of the wall."""
    fallen = umpire.judge("What does the mine do?", ["breach", "nothing"], rule=f"{NAME} 2")
    if fallen == "breach":
        umpire.score("breaches", 1, rule=f"{NAME} 2")
        umpire.remove("wall", rule=f"{NAME} 2")


SCENARIO = lay(
    NAME,
    "Sappers",
    sides="red blue",
    board=areas("town camp", [("town", "camp")]),
    kinds={"wall": KindData(name="East Wall", side="blue")},
    pieces=[PieceData(id="wall", kind="wall", at="town")],
    tracks=[TrackData(id="breaches", name="Breaches", highest=3)],
)
SYSTEM = build(
    NAME, "Sappers", begin, [OrderKind("sap", Sap, sap, f"{NAME} 2", "Dig a mine.", secret=True)], legal
)


def told(table: Table, side: str) -> str:
    """The course of the game as a side's review has it."""
    game = table.session.game
    found = course(Review(game, enter("", game.log, GENESIS), findings(game.log), side))
    return "" if found is None else markdown(Document("", "", "", "", (found,))).decode()


@pytest.mark.parametrize("ruled", [False, True])
def test_public_effects_of_a_secret_order_are_in_the_review_of_the_other_side(ruled: bool) -> None:
    table = Table(NAME, "toy", dice="scripted")
    table.order("sap", side="red", answers=["nothing" if ruled else "breach"])
    if ruled:
        chosen = next(event for event in table.session.game.log if isinstance(event, Chosen))
        table.session.rule(chosen.number, "breach", "It was loaded")
    views = see_log(table.session.game.log, "blue")
    assert not any(view.event == "order-given" and view.fields["side"] for view in views)
    log = words_then(table.session.game.log, views, "blue")
    kinds = ("scored", "piece-removed")
    seen = [log[view.line].partition(" (")[0] for view in views if view.event in kinds and not view.struck]
    assert seen == ["Breaches +1, now 1", "East Wall: removed from Town"]
    for side in ("red", "blue"):
        text = told(table, side)
        assert "Breaches +1, now 1" in text
        assert "East Wall: removed from Town" in text
