"""The board: seventeen Zones as the text names them, their neighbours, what a Famine asks for."""

import pytest

from adjudication.engine.games.scenario import load_scenario
from adjudication.systems.somalia.table.zones import MOGADISHU, SOMALILAND, SOUTH, owed, tagged, zones
from domain.table.board import Board

SCENARIO = load_scenario("somalia", "unosom")
BOARD = Board(SCENARIO.board)
SPACES = {space.id: space for space in BOARD.data.spaces}


def sides(zone: str) -> set[frozenset[tuple[int, int]]]:
    """The sides of an outline, each by its two corners."""
    corners = SPACES[zone].outline
    return {frozenset((corners[n - 1], corners[n])) for n in range(len(corners))}


@pytest.mark.rule("somalia 2.1a")
def test_seventeen_zones_twelve_of_them_south_of_the_famine_line() -> None:
    assert [len(zones(BOARD)), len(tagged(BOARD, SOUTH))] == [17, 12]
    assert set(tagged(BOARD, SOMALILAND)) == {"guban", "berbera", "erigayo"}
    assert set(tagged(BOARD, MOGADISHU)) < set(tagged(BOARD, SOUTH))
    assert len(tagged(BOARD, MOGADISHU)) == 4


@pytest.mark.rule("somalia 2.1b", "somalia 5.3a")
def test_ten_southern_zones_are_not_desert() -> None:
    assert {SPACES[zone].terrain for zone in zones(BOARD)} == {"desert", "rough", "clear"}
    assert len(owed(BOARD)) == 10


@pytest.mark.rule("somalia 2.1a")
def test_zones_that_share_a_side_are_neighbours_and_no_others_but_the_ways_into_mogadishu() -> None:
    found = {
        (one, other)
        for one in zones(BOARD)
        for other in zones(BOARD)
        if one < other and sides(one) & sides(other)
    }
    joined = {(one, other) for one in zones(BOARD) for other in BOARD.neighbours[one] if one < other}
    assert found <= joined
    ways = {
        ("jawhar", "north-mogadishu"),
        ("baidoa", "south-mogadishu"),
        ("jilib", "south-mogadishu"),
        ("jilib", "mogadishu-airport"),
    }
    assert joined - found == ways


@pytest.mark.rule("somalia 2.1a")
def test_no_side_belongs_to_three_zones_and_the_country_has_no_gap() -> None:
    """Every side of a Zone on land is shared with one other Zone, or lies on the coast or the frontier."""
    drawn = set()
    for line in BOARD.data.lines:
        if line.kind in ("coast", "border"):
            points = line.points
            drawn |= {frozenset((points[n - 1], points[n])) for n in range(1, len(points))}
    for zone in zones(BOARD):
        if zone in tagged(BOARD, MOGADISHU):
            continue  # the inset has an inland edge of its own
        for side in sides(zone):
            others = [other for other in zones(BOARD) if other != zone and side in sides(other)]
            assert len(others) == 1 or (not others and side in drawn), (zone, side)


# --- counters ----------------------------------------------------------------------------------------


@pytest.mark.rule("somalia 2.2a", "somalia 2.2c")
def test_each_colour_has_the_units_that_the_text_speaks_of() -> None:
    strengths: dict[str, list[int]] = {}
    for piece in SCENARIO.pieces:
        data, values = SCENARIO.kinds[piece.kind].data, SCENARIO.kinds[piece.kind].values
        if "firepower" in values:
            force = "us" if data.get("us") else str(data.get("faction", data["type"]))
            strengths.setdefault(force, []).append(int(values["firepower"] or 0))
    for colour in ("pink", "orange", "yellow", "purple"):
        assert sorted(strengths[colour]) == [1, 1, 1, 1, 1, 2, 2, 2, 2, 3]
    assert strengths["infantry"].count(3) == 6
    assert strengths["us"].count(5) == 3
    assert len(strengths["us"]) >= 12
    assert len(strengths["militia"]) >= 10
    numbers = {"firepower", "contact"}
    for kind in SCENARIO.kinds.values():
        if kind.group in ("gang", "military", "militia"):
            assert kind.values.keys() == (numbers if kind.group == "military" else {"firepower"})
            assert not numbers & kind.data.keys()


@pytest.mark.rule("somalia 2.2b")
def test_supply_points_are_a_number_of_each_side() -> None:
    tracks = {track.id: track.lowest for track in SCENARIO.tracks}
    assert [tracks[f"sp-{side.id}"] for side in SCENARIO.sides] == [0, 0]
