"""What is added by hand to a game of any system is played with, or refused at once."""

import random
from typing import Any

import pytest

from adjudication.engine.by_hand.placing import placed
from adjudication.engine.games.systems import names
from adjudication.engine.session import Session
from domain.errors import BadData, Refused
from domain.table.state import Piece
from domain.views.view import see
from tests.core.games import findings, play_orders
from tests.table import Table

SYSTEMS = [name for name in names() if not name.startswith("toy-")]
ALWAYS = {"area", "box", "kind", "piece", "track", "table"}
"""What can be added to a game of any system: a side alone is refused where the rules fix who plays."""


def additions(session: Session) -> list[tuple[str, str, dict[str, Any]]]:
    """One thing of each sort, and a piece of each group that the game has, each where pieces of it lie."""
    state = session.state
    space = next(iter(state.board.spaces))
    side = next(iter(state.sides))
    row = {"roll": 1, "is": "bad"}
    groups: dict[str, Piece] = {}
    for piece in state.pieces.values():
        groups.setdefault(piece.kind.group, piece)
    return [
        ("side", "add-side", {"id": "league", "name": "Neutral League"}),
        (
            "area",
            "add-space",
            {"id": "shoal", "name": "Grey Shoal", "beside": [space], **placed(state, [space], None)},
        ),
        ("box", "add-space", {"id": "harbour", "name": "Harbour", "kind": "box", "box": True, "owner": side}),
        ("kind", "add-kind", {"id": "cutter", "name": "Cutter", "owner": side}),
        ("piece", "place", {"id": "cutter-1", "kind": "cutter", "at": space, "name": "Cutter"}),
        ("piece", "place", {"id": "cutter-2", "kind": "cutter", "at": "shoal", "name": "Second cutter"}),
        ("track", "add-track", {"id": "alarm", "name": "Alarm", "value": 0, "lowest": 0, "highest": 9}),
        (
            "table",
            "add-table",
            {"table": "fortune", "title": "Fortune", "keys": ["roll"], "rows": [row]},
        ),
        *(
            ("one more", "place", {"id": f"more-{nth}", "kind": piece.kind_id, "at": piece.place, **whose})
            for nth, piece in enumerate(groups.values())
            for whose in ({}, {"owner": piece.side})
        ),
        *(
            addition
            for nth, (group, piece) in enumerate(groups.items())
            for addition in (
                (
                    "kind of a group",
                    "add-kind",
                    {"id": f"kind-{nth}", "name": f"Other {group}", "owner": piece.side, "group": group},
                ),
                ("of a group", "place", {"id": f"other-{nth}", "kind": f"kind-{nth}", "at": piece.place}),
            )
        ),
    ]


@pytest.mark.parametrize("orders", [12, pytest.param(120, marks=pytest.mark.slow)])
@pytest.mark.parametrize("system", SYSTEMS)
def test_a_game_goes_on_with_whatever_was_added(system: str, orders: int) -> None:
    session = Table(system, seed=1).session
    added = {what for what, act, arguments in additions(session) if taken(session, act, arguments)}
    assert added >= ALWAYS
    play_orders(session, orders, random.Random(orders))
    for side in session.state.sides:
        assert see(session.state, side).pieces is not None
    assert findings(session.game.log).findings == []


def taken(session: Session, act: str, arguments: dict[str, Any]) -> bool:
    """Add a thing; whether that was not refused."""
    before = len(session.game.log)
    try:
        session.by_hand(f"hand-{act}", arguments, "It was agreed", "Ada")
    except Refused:
        assert len(session.game.log) == before
        return False
    return True


def test_a_piece_of_a_kind_that_the_rules_cannot_read_is_refused_when_it_is_added() -> None:
    session = Table("ows", seed=1).session
    with pytest.raises(BadData, match=r"cannot be read: .*`type`"):
        session.by_hand(
            "hand-add-kind", {"id": "cutter", "name": "Cutter", "group": "ship"}, "It was agreed", "Ada"
        )


def test_a_piece_of_a_kind_that_both_sides_have_is_of_a_side() -> None:
    session = Table("ows", seed=1).session
    token = next(piece for piece in session.state.pieces.values() if not piece.kind.side)
    more = {"id": "more", "kind": token.kind_id, "at": token.place}
    with pytest.raises(BadData, match=r"Say whose .* it is: --side SIDE"):
        session.by_hand("hand-place", more, "It was agreed", "Ada")
    session.by_hand("hand-place", {**more, "owner": token.side}, "It was agreed", "Ada")
    assert session.state.pieces["more"].side == token.side
