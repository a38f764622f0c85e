"""The map, the tracks and the numbers of blocks (2.2, 2.3, 11.0)."""

from collections import Counter

import pytest

from adjudication.systems.nineveh.table.blocks import blocks, control, limit
from adjudication.systems.nineveh.table.board import (
    LIMIT,
    START,
    at_junctions,
    closer,
    of_terrain,
    tagged,
    terrain,
)
from adjudication.systems.nineveh.table.supply import daesh_in_supply
from tests.nineveh.board import at
from tests.table import Table

BOARD = Table("nineveh", dice="scripted").state.board


@pytest.mark.rule("nineveh 2.2a")
def test_each_area_has_one_terrain_and_twelve_are_of_the_old_city() -> None:
    assert all(terrain(BOARD, space.id) in LIMIT for space in BOARD.data.spaces)
    assert len(of_terrain(BOARD, "old city")) == 12
    assert Counter(terrain(BOARD, space.id) for space in BOARD.data.spaces).total() == 54


@pytest.mark.rule("nineveh 2.2b", "nineveh 5.4")
def test_areas_at_one_junction_are_adjacent_to_each_other() -> None:
    junctions: dict[str, list[str]] = {}
    for area in at_junctions(BOARD):
        for junction in str(BOARD.spaces[area].values["junctions"]).split():
            junctions.setdefault(junction, []).append(area)
    assert len(junctions) >= 5
    for touching in junctions.values():
        assert len(touching) >= 3
        for one in touching:
            assert set(touching) - {one} <= set(BOARD.neighbours[one])


@pytest.mark.rule("nineveh 5.4")
def test_a_unit_crosses_a_junction_to_an_area_that_it_does_not_border() -> None:
    sides = zip(BOARD.spaces["tanak"].outline, BOARD.spaces["yarmuk"].outline, strict=False)
    assert not any(one == other for one, other in sides)
    table = at("movement", "daesh", militia_1="tanak")
    table.order("move", unit="militia-1", to="yarmuk")
    assert table.state.pieces["militia-1"].place == "yarmuk"


@pytest.mark.rule("nineveh 2.2c")
def test_names_of_areas_count_for_nothing() -> None:
    assert {space.name for space in BOARD.data.spaces} >= {"Al-Thawra", "Abi Tamam", "Al-Abar", "Al-Uruba"}
    assert not any("name" in space.values for space in BOARD.data.spaces)


@pytest.mark.rule("nineveh 2.2d")
def test_the_grand_mosque_stands_in_the_old_city_with_areas_beside_it() -> None:
    (mosque,) = tagged(BOARD, "grand mosque")
    assert terrain(BOARD, mosque) == "old city"
    assert len(BOARD.neighbours[mosque]) >= 3


@pytest.mark.rule("nineveh 2.2e")
def test_nothing_lies_east_of_the_river() -> None:
    for area in tagged(BOARD, "tigris"):
        right, down = BOARD.spaces[area].label or (0, 0)
        for other in BOARD.neighbours[area]:
            there = BOARD.spaces[other].label or (0, 0)
            assert other in tagged(BOARD, "tigris") or there[0] < right or there[1] > down, other


@pytest.mark.rule("nineveh 2.2f")
def test_three_tracks_for_time_casualties_and_collateral_damage() -> None:
    state = Table("nineveh", dice="scripted").state
    assert [state.track(each) for each in ("time", "casualties", "collateral")] == [1, 0, 0]
    assert all(state.tracks[each].data.highest == 12 for each in ("time", "casualties", "collateral"))


@pytest.mark.rule("nineveh 2.5")
def test_a_lone_rumour_controls_an_area_and_a_shared_or_empty_one_nobody_does() -> None:
    table = at("movement", "isf", rumour_1="thawra", ad9_1="airport", ad9_2="abar", militia_1="abar")
    table.put("tunnel-1", "zanjili")
    held = control(table.state)
    assert held == {"thawra": "daesh", "maidan": "daesh", "airport": "isf"}


@pytest.mark.rule("nineveh 6.4i")
def test_closer_is_measured_from_the_nearest_part_of_each_area() -> None:
    assert closer(BOARD, "thawra", "zanjili", "north edge")
    assert not closer(BOARD, "zanjili", "thawra", "north edge")
    assert closer(BOARD, "thawra", "abi-tamam", "old city")
    assert closer(BOARD, "tayaran", "airport", "south edge")


STRENGTH = {
    "11.0a": {"army-hq": 1, "interior-hq": 1, "cts-hq": 1},
    "11.0b": {"ad9": 6},
    "11.0c": {"infantry": 3},
    "11.0d": {"federal-police": 4},
    "11.0e": {"erd": 4},
    "11.0f": {"cts": 8},
    "11.0g": {"pmf": 4},
    "11.0h": {"leader": 1},
    "11.0i": {"veteran": 5},
    "11.0j": {"militia": 12},
    "11.0k": {"ashbal": 7},
    "11.0l": {"mortar": 1},
    "11.0m": {"technical": 2},
    "11.0n": {"rumour": 9},
    "11.0o": {"stay-behind": 2},
    "11.0p": {"arms-cache": 2},
    "11.0q": {"ied-factory": 2},
    "11.0r": {"media-centre": 1},
    "11.0s": {"human-shields": 2},
    "11.0t": {"ied": 10},
    "11.0v": {"tunnel": 4},
}


@pytest.mark.rule("nineveh 11.0a", "nineveh 11.0b", "nineveh 11.0c", "nineveh 11.0d", "nineveh 11.0e")
@pytest.mark.rule("nineveh 11.0f", "nineveh 11.0g", "nineveh 11.0h", "nineveh 11.0i", "nineveh 11.0j")
@pytest.mark.rule("nineveh 11.0k", "nineveh 11.0l", "nineveh 11.0m", "nineveh 11.0n", "nineveh 11.0o")
@pytest.mark.rule("nineveh 11.0p", "nineveh 11.0q", "nineveh 11.0r", "nineveh 11.0s", "nineveh 11.0t")
@pytest.mark.rule("nineveh 11.0v")
@pytest.mark.parametrize(("rule", "kinds"), STRENGTH.items())
def test_the_box_holds_so_many_blocks(rule: str, kinds: dict[str, int]) -> None:
    state = Table("nineveh", dice="scripted").state
    there = Counter(piece.kind_id for piece in state.pieces.values())
    assert {kind: there[kind] for kind in kinds} == kinds
    assert all(state.kinds[kind].rule == rule for kind in kinds if rule != "11.0a")


@pytest.mark.rule("nineveh 11.0u")
def test_markers() -> None:
    table = at("movement", "isf", call_of_jihad="thawra")
    assert not blocks(table.state, "daesh", "thawra")
    assert "thawra" not in control(table.state)
    assert daesh_in_supply(table.state)


@pytest.mark.rule("nineveh 3.3b")
def test_three_starting_areas_on_the_south_edge() -> None:
    starts = tagged(BOARD, START)
    assert len(starts) == 3
    assert set(starts) <= set(tagged(BOARD, "south edge"))


@pytest.mark.rule("nineveh 2.12a", "nineveh 2.12b", "nineveh 2.12c", "nineveh 2.12d")
def test_the_formations_of_isf_and_their_hqs() -> None:
    state = Table("nineveh", dice="scripted").state
    found: dict[str, set[str]] = {}
    for piece in state.pieces.values():
        if piece.side == "isf" and piece.kind.group in ("hq", "unit"):
            found.setdefault(str(piece.kind.data["formation"]), set()).add(piece.kind_id)
    assert found == {
        "army": {"army-hq", "ad9", "infantry"},
        "interior": {"interior-hq", "erd", "federal-police"},
        "cts": {"cts-hq", "cts"},
        "pmf": {"pmf"},
    }


def test_an_area_that_is_added_without_terrain_is_open() -> None:
    table = Table("nineveh")
    new = {"id": "suburb", "name": "Suburb", "beside": ["abar"], "outline": [[0, 0], [1, 0], [1, 1]]}
    table.session.by_hand("hand-add-space", new, "the map was extended", anyway=True)
    assert terrain(table.state.board, "suburb") == "open"
    assert limit(table.state, "daesh", "suburb") == 4
    assert len(table.session.legal())
