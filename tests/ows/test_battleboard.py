"""The sky over tactical maps: the transition of step 5, and the Air Battleboard (9.7.3, 9.7.5)."""

import pytest

from adjudication.systems.ows.air.missions import BATTLEBOARD, sky
from adjudication.systems.ows.sensing.sensors import radars_on
from domain.errors import BadData, IllegalOrder
from tests.ows.skies import asked, dice_of, fight, find, flies, fly, lost, radiate, rolled, skies
from tests.table import Table

COAST = "0906"
"""The operational hex with a tactical map of two kill boxes."""
CENTER, WEST, EAST = "air-center", "air-west", "air-east"
NONE: dict[str, str] = {}


@pytest.mark.rule("ows 9.7.3.step5", "ows seq.6.A.5")
def test_missions_over_the_battle_go_to_zones_of_the_tactical_map() -> None:
    table = fly(skies(), COAST, f18_1="strike", f16_1="sead", j16_1="cas", f18_2="strike/Alpha")
    fly(table, COAST, h6_1="strike", e3_1="aew")
    fight(
        table,
        COAST,
        answers=[{"f18-1": "c11", "f16-1": "c31"}, {"j16-1": "c31", "h6-1": "c11"}],
    )
    places = [table.state.pieces[id].place for id in ("f18-1", "f16-1", "j16-1", "h6-1", "f18-2", "e3-1")]
    assert places == ["c11", "c31", "c31", "c11", COAST, COAST]
    assert {sky(table.state, table.state.pieces[id]) for id in ("f18-1", "j16-1")} == {COAST}


@pytest.mark.rule("ows 9.7.3.step5")
def test_who_is_shot_down_before_goes_nowhere_and_every_other_mission_must_go() -> None:
    table = fly(skies(), COAST, f18_1="cap", j16_1="strike", j16_2="strike")
    with pytest.raises(BadData, match="must be allotted to one of c11, c31"):
        fight(table, COAST, dice=[6, 1], answers=[{"f18-1": "j16-1"}, NONE])
    fight_again = fly(skies(), COAST, f18_1="cap", j16_1="strike", j16_2="strike")
    fight(fight_again, COAST, dice=[6, 1], answers=[{"f18-1": "j16-1"}, {"j16-2": "c11"}])
    assert lost(fight_again, "j16-1")
    assert fight_again.state.pieces["j16-2"].place == "c11"


@pytest.mark.rule("ows 9.7.3.step5", "ows 9.7.3.step6b")
def test_sead_over_the_tactical_map_strikes_batteries_that_stand_there() -> None:
    table = radiate(skies().put("hq16-1", "c41"), "hq16-1")
    fly(table, COAST, f16cj_1="sead")
    table.mark("hq16-1", "spent", None)
    assert sky(table.state, table.state.pieces["hq16-1"]) == COAST
    assert radars_on(table.state, "red", COAST) == ["hq16-1"]
    events = fight(
        table,
        COAST,
        dice=[3, 4],
        answers=[{"f16cj-1": "c11"}, {"f16cj-1/harm/1": "hq16-1"}, {"hq16-1/hq16-aa/1": "f16cj-1"}],
    )
    assert dice_of(events) == [6, 8]
    assert table.state.pieces["hq16-1"].place == "attrition-red"
    assert table.state.pieces["f16cj-1"].place == "c11"


@pytest.mark.rule("ows 9.7.5b")
def test_an_air_defence_unit_is_arrayed_in_a_box_of_its_side() -> None:
    table = skies().put("patriot-1", "v11").phase("air tasking", side="blue")
    boxes = [order.arguments["box"] for order in table.session.legal() if order.name == "array"]
    assert boxes == [WEST, CENTER]
    table.order("array", unit="patriot-1", box=WEST)
    patriot = table.state.pieces["patriot-1"]
    assert patriot.place == "v11"
    assert sky(table.state, patriot) == WEST
    with pytest.raises(IllegalOrder, match=r"air-east is no box .* \(ows 9\.7\.5b\)"):
        table.order("array", unit="patriot-1", box=EAST)
    with pytest.raises(IllegalOrder, match="is no air defence of yours"):
        table.order("array", unit="marines-1", box=WEST)
    with pytest.raises(IllegalOrder, match=r"ows 9\.7\.5b"):
        table.phase("air combat").order("array", unit="patriot-1", box=WEST)


@pytest.mark.rule("ows 9.7.5b")
def test_a_unit_away_from_the_battleboard_is_not_arrayed() -> None:
    table = skies().phase("air tasking", side="blue")
    assert not [order for order in table.session.legal() if order.name == "array"]
    with pytest.raises(IllegalOrder, match="with missiles of 1 hex or more"):
        table.order("array", unit="patriot-1", box=WEST)


def over_the_valley() -> Table:
    table = fly(fly(skies(), WEST, e3_1="aew", f18_2="cap"), CENTER, f18_1="cap", j16_1="cap")
    return fly(table, EAST, j16_2="cap", h6_1="strike")


@pytest.mark.rule("ows 9.7.5c")
def test_boxes_are_fought_like_hexes_and_an_adjacent_box_is_one_hex_away() -> None:
    table = over_the_valley()
    assert table.state.board.range(WEST, CENTER) == 1
    assert table.state.board.range(WEST, EAST) == 2
    hexes = [order.arguments["hex"] for order in table.session.legal() if order.name == "fight"]
    assert hexes == [WEST, CENTER, EAST]
    events = fight(table, CENTER, dice=[2, 7], answers=[{"f18-1": "j16-2", "f18-2": "j16-1"}])
    assert asked(table)[0] == "blue: Step 1, stand-off air-to-air in air-center"
    assert dice_of(events)[:2] == [10, 10]
    assert flies(table, "j16-1") == [False]


@pytest.mark.rule("ows 9.7.5c", "ows 9.7.5b")
def test_an_arrayed_battery_fights_from_its_box() -> None:
    table = radiate(skies().put("patriot-1", "v11"), "patriot-1")
    fly(table, EAST, j16_1="cap", j16_2="cap")
    table.mark("patriot-1", BATTLEBOARD, WEST)
    with pytest.raises(IllegalOrder, match="no air combat"):
        fight(table, EAST)
    table.mark("patriot-1", BATTLEBOARD, None)  # it counts as in the center
    events = fight(table, EAST, dice=[6], answers=[{"patriot-1/pac2/1": "j16-1"}, NONE])
    assert dice_of(events) == [10]
    assert lost(table, "j16-1")


@pytest.mark.rule("ows 9.7.5c", "ows 9.7.3.step5")
def test_missions_in_the_center_go_on_to_the_tactical_map_below() -> None:
    table = fly(find(skies(), "j16-1"), CENTER, f18_1="strike", j16_1="interdiction")
    assert rolled(fight(table, CENTER, answers=[{"f18-1": "v11"}, {"j16-1": "v21"}])) == []
    assert [table.state.pieces[id].place for id in ("f18-1", "j16-1")] == ["v11", "v21"]
