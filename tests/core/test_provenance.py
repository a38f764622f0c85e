"""What of a game is a reconstruction is said in full, and in a line."""

import pytest

from adjudication.audits.provenance import in_short, kinds_told, map_told, table_named
from domain.events import BoardData, KindData, TableData
from domain.table.state import State


def kind(group: str, provenance: str = "reconstructed") -> KindData:
    return KindData("Kind", group=group, provenance=provenance)


def test_a_map_is_named_if_it_has_a_name() -> None:
    assert map_told(BoardData(provenance="document")) == ""
    assert map_told(BoardData(provenance="reconstructed")) == (
        "The map is a reconstruction, not the published one."
    )
    assert map_told(BoardData(name="Field", provenance="reconstructed")) == (
        'Map "Field" is a reconstruction, not the published one.'
    )


def test_kinds_are_counted_by_groups_the_largest_first() -> None:
    assert kinds_told([kind("event", "document")]) == ""
    assert kinds_told([kind("event"), kind("gun", "house")]) == (
        "1 kind of counters and cards is a reconstruction, not the published one: event 1."
    )
    assert kinds_told([kind(""), kind("event"), kind("event")]) == (
        "3 kinds of counters and cards are reconstructions, not the published ones: event 2, other 1."
    )


@pytest.mark.parametrize(
    ("board", "kinds", "tables", "told"),
    [
        ("document", (), ("document",), ""),
        ("reconstructed", (), (), "the map"),
        ("house", ("event",), (), "1 kind of counters and cards"),
        ("document", (), ("reconstructed",), "1 of 1 table"),
        ("reconstructed", (), ("document", "reconstructed"), "the map and 1 of 2 tables"),
        (
            "reconstructed",
            ("event", "gun"),
            ("reconstructed", "house"),
            "the map, 2 kinds of counters and cards and 1 of 2 tables",
        ),
    ],
)
def test_all_of_it_is_said_in_a_line(
    board: str, kinds: tuple[str, ...], tables: tuple[str, ...], told: str
) -> None:
    state = State()
    state.lay_board(BoardData(provenance=board))
    state.kinds = {"plain": kind("plain", "document"), **{each: kind(each) for each in kinds}}
    for number, each in enumerate(tables):
        state.lay_table(str(number), TableData("T", ("roll",), ({"roll": 1, "loss": 1},), provenance=each))
    assert in_short(state) == (f"Reconstructions, not the published ones: {told}." if told else "")


def test_a_table_is_called_a_table_once() -> None:
    assert table_named("ISF Operations Table") == "the ISF Operations Table"
    assert table_named("Table of Events") == "the Table of Events"
    assert table_named("Escalation") == 'the table "Escalation"'
    assert table_named("Stable Ground") == 'the table "Stable Ground"'
