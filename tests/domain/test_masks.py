"""What a viewer does not know is masked in plain data where it stands by its id, and nowhere else."""

from typing import Any

import pytest
from msgspec.json import encode

from domain.events import PieceData
from domain.game.game import Game
from domain.table.state import State
from domain.texts import Text
from domain.views.masks import masked_for
from tests.builders import opening


def table() -> State:
    """Two boats of Red, of which Blue knows the second alone."""
    pieces = (
        PieceData("b-1", "cell", "a1", "Boat 1", known_to=("red",)),
        PieceData("b-2", "cell", "a1", "Boat 2"),
    )
    return Game.from_events("", opening("0" * 32, pieces=pieces)).state


@pytest.mark.parametrize(
    ("value", "masked"),
    [
        ("b-1", "?"),
        ("b-2", "b-2"),
        ("b-1/torpedo/2", "?/torpedo/2"),
        ("b-2/torpedo/2", "b-2/torpedo/2"),
        ("b-1 sinks", "b-1 sinks"),
        ("B-1", "B-1"),
        ("Boat 1", "Boat 1"),
        ({"b-1": ["x", ("b-1", 3)], "n": None}, {"?": ["x", ["?", 3]], "n": None}),
        (Text("hit", {"boat": "b-1", "by": "b-2"}), Text("hit", {"boat": "?", "by": "b-2"})),
        (
            Text("roll", {"for": Text("hit", {"boat": "b-1"}).as_argument()}),
            Text("roll", {"for": Text("hit", {"boat": "?"}).as_argument()}),
        ),
        (Text("said", {"what": {"typed": "b-1"}}), Text("said", {"what": {"typed": "b-1"}})),
    ],
)
def test_a_piece_is_masked_where_it_stands_by_its_id(value: Any, masked: Any) -> None:
    assert masked_for(table(), "blue")(value) == masked
    for viewer in ("red", "white"):
        assert encode(masked_for(table(), viewer)(value)) == encode(value)


def test_a_piece_that_left_the_game_unknown_stays_masked() -> None:
    state = table()
    for id in ("b-1", "b-2"):
        state.gone[id] = state.pieces[id].name, state.who_knows(id)
        state.take_off(id)
    assert masked_for(state, "blue")(["b-1", "b-2"]) == ["?", "b-2"]
    assert masked_for(state, "red")(["b-1", "b-2"]) == ["b-1", "b-2"]


def test_the_mask_follows_the_table() -> None:
    state = table()
    mask = masked_for(state, "blue")
    state.let_know("b-1", None)
    assert mask("b-1") == "b-1"
