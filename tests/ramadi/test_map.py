"""The map: what the text fixes of it (4.1, 4.2, 5.1, 5.2, 6.4, 11.1), on the board that is played on."""

import pytest

from adjudication.systems.ramadi.table.board import contested_hexes, deployment_hexes, targets_from
from adjudication.systems.ramadi.table.ground import network_of
from domain.events import SpaceData
from domain.table.board import Board
from tests.ramadi.table import SCENARIO

BOARD = Board(SCENARIO.board)
HEXES = SCENARIO.board.spaces
CROSSINGS = [space for space in HEXES if space.terrain in ("bridge", "dam", "barrage")]


def named(name: str) -> SpaceData:
    (space,) = [space for space in HEXES if space.name == name]
    return space


def of_terrain(terrain: str) -> list[SpaceData]:
    return [space for space in HEXES if space.terrain == terrain]


def in_zone(hex: str) -> str:
    return BOARD.spaces[hex].zone


def all_reached(starts: tuple[str, ...], without: tuple[str, ...] = ()) -> set[str]:
    """Every hex that can be walked to from those over enterable hexes, but for some."""
    open_ground = {space.id for space in HEXES if BOARD.neighbours[space.id]} - set(without)
    return set(BOARD.reachable(starts, open_ground))


@pytest.mark.rule("ramadi 5.2d", "ramadi 4.1a")
def test_deployment_hexes_are_four_north_five_west_two_south() -> None:
    hexes = deployment_hexes(BOARD)
    assert {zone: len(hexes[zone]) for zone in hexes} == {"north": 4, "west": 5, "south": 2}
    contested = contested_hexes(BOARD)
    assert not [hex for zone in hexes.values() for hex in zone if hex in contested]


@pytest.mark.rule("ramadi 5.1b")
def test_six_key_objectives_by_name() -> None:
    assert sorted(space.name for space in of_terrain("objective")) == [
        "Government Complex",
        "Grand Mosque",
        "Hospital",
        "Justice Compound",
        "Ramadi East station",
        "Stadium",
    ]
    assert all(space.zone == "contested" for space in of_terrain("objective"))


@pytest.mark.rule("ramadi 5.2q", "ramadi 5.2b")
def test_thirty_two_other_urban_hexes_all_contested() -> None:
    urban = of_terrain("urban")
    assert len(urban) == 32
    assert all(space.zone == "contested" for space in urban)


@pytest.mark.rule("ramadi 5.2q")
def test_the_whole_city_two_emirs_and_ten_repelled_attacks_make_74() -> None:
    whole_city = network_of(BOARD, frozenset(contested_hexes(BOARD)))
    assert whole_city.points + 2 + 10 == 74
    highest = {track.id: track.highest for track in SCENARIO.tracks}
    assert highest["isf_vp"] == 74


@pytest.mark.rule("ramadi 6.4d")
def test_terrain_in_the_contested_zone_is_what_the_text_lists_or_open() -> None:
    terrain = {BOARD.spaces[hex].terrain for hex in contested_hexes(BOARD)}
    assert {"bridge", "palm grove", "urban", "objective"} <= terrain
    assert terrain <= {"bridge", "dam", "barrage", "palm grove", "urban", "objective", "open"}


@pytest.mark.rule("ramadi 5.2f")
def test_contested_zone_is_every_enterable_hex_but_the_deployment_hexes() -> None:
    enterable = {space.id for space in HEXES if space.terrain not in ("water", "outside")}
    deployment = {hex for hexes in deployment_hexes(BOARD).values() for hex in hexes}
    assert set(contested_hexes(BOARD)) == enterable - deployment
    assert {space.id for space in CROSSINGS} <= set(contested_hexes(BOARD))


@pytest.mark.rule("ramadi 5.2f", "ramadi 4.2a")
def test_contested_zone_lies_beyond_the_water_and_hangs_together() -> None:
    """From any hex of the city all others can be walked to, crossings and all, without the outer banks."""
    deployment = tuple(hex for hexes in deployment_hexes(BOARD).values() for hex in hexes)
    assert all_reached((named("Government Complex").id,), without=deployment) == set(contested_hexes(BOARD))


@pytest.mark.rule("ramadi 4.2b")
def test_no_way_leads_into_water_or_off_the_hexes_in_play() -> None:
    closed = {space.id for space in HEXES if space.terrain in ("water", "outside")}
    assert len(of_terrain("water")) >= 2
    for hex in closed:
        assert BOARD.neighbours[hex] == ()
    for space in HEXES:
        assert closed.isdisjoint(BOARD.neighbours[space.id])
        assert closed.isdisjoint(targets_from(BOARD)[space.id])


@pytest.mark.rule("ramadi 4.2b")
def test_every_way_goes_both_ways_between_hexes_and_never_into_a_box() -> None:
    boxes = {box.id for box in SCENARIO.board.boxes}
    for space, others in BOARD.neighbours.items():
        assert boxes.isdisjoint(others)
        assert space not in boxes or others == ()
        for other in others:
            assert space in BOARD.neighbours[other]


@pytest.mark.rule("ramadi 4.2a")
@pytest.mark.parametrize("zone", ["north", "west"])
def test_north_and_west_reach_the_city_over_crossings_only(zone: str) -> None:
    starts = deployment_hexes(BOARD)[zone]
    crossings = tuple(space.id for space in CROSSINGS)
    contested = set(contested_hexes(BOARD))
    assert all_reached(starts) >= contested
    assert not all_reached(starts, without=crossings) & contested


@pytest.mark.rule("ramadi 4.2a")
@pytest.mark.parametrize("zone", ["north", "west"])
def test_each_outer_bank_has_a_crossing_of_its_own(zone: str) -> None:
    others = tuple(hex for name, hexes in deployment_hexes(BOARD).items() if name != zone for hex in hexes)
    assert named("Government Complex").id in all_reached(deployment_hexes(BOARD)[zone], without=others)


@pytest.mark.rule("ramadi 4.2a", "ramadi 11.1a")
def test_south_zone_needs_no_crossing() -> None:
    south = deployment_hexes(BOARD)["south"]
    crossings = tuple(space.id for space in CROSSINGS)
    assert named("Government Complex").id in all_reached(south, without=crossings)
    for hex in south:
        assert any(in_zone(other) == "contested" for other in BOARD.neighbours[hex])


@pytest.mark.rule("ramadi 4.2d")
@pytest.mark.parametrize("crossing", [s for s in CROSSINGS if s.terrain != "barrage"], ids=lambda s: s.name)
def test_a_bridge_is_entered_from_the_two_hexes_at_either_end(crossing: SpaceData) -> None:
    entries = [hex for hex, targets in targets_from(BOARD).items() if crossing.id in targets]
    outer = [hex for hex in entries if in_zone(hex) in ("north", "west")]
    inner = [hex for hex in entries if in_zone(hex) == "contested"]
    assert len(outer) == 2
    assert len({in_zone(hex) for hex in outer}) == 1, "both on one bank"
    assert len(inner) == 2
    assert len(entries) == 4


@pytest.mark.rule("ramadi 4.2d")
@pytest.mark.parametrize("crossing", CROSSINGS, ids=lambda s: s.name)
def test_the_ends_of_a_crossing_touch_nowhere_but_over_it(crossing: SpaceData) -> None:
    outer = [hex for hex in BOARD.neighbours[crossing.id] if in_zone(hex) != "contested"]
    inner = [hex for hex in BOARD.neighbours[crossing.id] if in_zone(hex) == "contested"]
    assert outer
    assert inner
    assert not [one for one in outer if any(other in BOARD.neighbours[one] for other in inner)]


@pytest.mark.rule("ramadi 4.2e")
def test_the_barrage_is_entered_from_the_glass_factory_alone() -> None:
    (barrage,) = of_terrain("barrage")
    factory = named("Glass Factory")
    assert barrage.name == "Ramadi Barrage"
    assert factory.id in BOARD.neighbours[barrage.id]
    assert factory.zone == "west"
    assert [hex for hex, targets in targets_from(BOARD).items() if barrage.id in targets] == [factory.id]


@pytest.mark.rule("ramadi 4.2e")
def test_the_barrage_leads_on_to_the_city_side() -> None:
    """Reading of 4.2: once over it, any adjacent land hex may be attacked."""
    (barrage,) = of_terrain("barrage")
    assert targets_from(BOARD)[barrage.id]
    assert all(in_zone(hex) == "contested" for hex in targets_from(BOARD)[barrage.id])


@pytest.mark.rule("ramadi 11.1a")
def test_named_water_features_lie_where_the_text_puts_them() -> None:
    dam, barrage = named("Warrar Dam"), named("Ramadi Barrage")
    assert (dam.terrain, barrage.terrain) == ("dam", "barrage")
    banks = {
        crossing.id: {in_zone(hex) for hex in BOARD.neighbours[crossing.id]} for crossing in (dam, barrage)
    }
    assert banks == {dam.id: {"north", "contested"}, barrage.id: {"west", "contested"}}
    water = {space.name.split(",")[0] for space in of_terrain("water")}
    assert {"Euphrates River", "Euphrates Channel"} <= water
    south = [BOARD.spaces[hex].name for hex in deployment_hexes(BOARD)["south"]]
    assert all(name.startswith("Humaira") for name in south)


@pytest.mark.rule("ramadi 11.1a")
def test_the_river_is_north_and_the_channel_west_of_the_centre() -> None:
    centre = named("Government Complex")
    river = [space for space in of_terrain("water") if space.name == "Euphrates River"]
    channel = [space for space in of_terrain("water") if space.name == "Euphrates Channel"]
    assert all(space.row < centre.row for space in river)
    assert all(space.column < centre.column for space in channel)


@pytest.mark.rule("ramadi 11.1a")
def test_the_east_is_open_no_isf_zone_lies_there() -> None:
    easternmost = max(space.column for space in HEXES if space.zone in ("north", "west", "south"))
    assert easternmost < max(space.column for space in HEXES if space.zone == "contested")


@pytest.mark.rule("ramadi 4.2c")
def test_no_deployment_hex_is_a_crossing() -> None:
    deployment = {hex for hexes in deployment_hexes(BOARD).values() for hex in hexes}
    assert deployment.isdisjoint(space.id for space in CROSSINGS)
    assert len(of_terrain("bridge")) >= 2
