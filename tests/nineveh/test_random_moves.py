"""Whole games of random legal orders: blocks keep to the rules of movement and stacking, the audit agrees."""

import random

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import play_out
from adjudication.systems.nineveh.blocks import limit, number
from adjudication.systems.nineveh.board import OLD_CITY, is_area, terrain
from adjudication.systems.nineveh.movement import terrain_allows
from adjudication.systems.nineveh.supply import daesh_in_supply
from domain.events import OrderDone, PieceMoved
from domain.events.mutators import apply
from domain.table.state import State
from tests.table import Table

RETREATS = ("nineveh 6.4d", "nineveh 6.4h")


@pytest.mark.rule("nineveh 9.1a", "nineveh 9.2b")
@pytest.mark.parametrize(
    ("scenario", "seed"), [("campaign", 3), ("campaign", 4), ("historical", 4), ("hasty-attack", 4)]
)
def test_random_games_keep_to_stacking_terrain_and_supply(scenario: str, seed: int) -> None:
    table = Table("nineveh", scenario, seed=seed)
    session = table.session
    play_out(session, session.system.policy("random"), random.Random(seed))
    state = State()
    orders = set()
    for event in session.game.log:
        apply(state, event)
        if isinstance(event, PieceMoved):
            check_move(state, event)
            orders.add(event.rule)
        elif isinstance(event, OrderDone) and state.phase:
            assert state.mark("game", "supply") is daesh_in_supply(state)
    assert state.verdict is not None
    assert {"nineveh 5.0b", "nineveh 3.3b", "nineveh 3.3i", "nineveh 7.21b"} <= orders
    session.close(table.secret)
    assert audit(session.game.unsaved()).findings == []


def check_move(state: State, event: PieceMoved) -> None:
    """What moves to an area has room there, but for retreats, and stands in terrain that is open to it."""
    block = state.pieces[event.piece]
    if not is_area(state.board, event.to) or block.kind.group == "marker":
        return
    most = limit(state, block.side, event.to)
    if event.rule not in RETREATS and most is not None:
        assert number(state, block.side, event.to) <= most, f"{event.rule}: {event.piece} in {event.to}"
    if terrain(state.board, event.to) == OLD_CITY:
        assert terrain_allows(state, block, event.to), event.piece
