"""Movement (5): one area once a turn, fast movement, the enemy, stacking, the Old City; IEDs (7.5)."""

import pytest

from adjudication.systems.nineveh.moving.movement import HALTED, STOPPED, may_enter, reach
from adjudication.systems.nineveh.table.blocks import blocks, room
from domain.errors import IllegalOrder
from domain.views.view import see, see_log
from tests.nineveh.board import at, listed, place, steps


@pytest.mark.rule("nineveh 5.0a", "nineveh 4.1.2")
@pytest.mark.parametrize("block", ["ied-1", "ied-3", "arms-cache-1", "ied-factory-1", "media-centre"])
def test_ieds_and_production_units_do_not_move(block: str) -> None:
    table = at("movement", "daesh", militia_1="thawra").put(block, "abar")
    with pytest.raises(IllegalOrder, match=r"may not move once placed.*5.0a"):
        table.order("move", unit=block, to="thawra")
    assert listed(table, "move", "to", unit=block) == []


@pytest.mark.rule("nineveh 5.0a", "nineveh 7.5d")
@pytest.mark.parametrize("block", ["militia-1", "leader-1", "ashbal-1", "mortar", "rumour-1", "ied-4"])
def test_combat_units_vbieds_and_rumours_move(block: str) -> None:
    table = at("movement", "daesh").put(block, "abar")
    table.order("move", unit=block, to="thawra")
    assert place(table, block) == "thawra"


@pytest.mark.rule("nineveh 5.0a")
def test_daesh_in_al_thawra_fights_to_the_north_or_goes_to_the_areas_beside_it() -> None:
    table = at("movement", "daesh", militia_1="thawra", veteran_1="thawra", erd_1="zanjili", erd_2="zanjili")
    for block in ("militia-1", "veteran-1"):
        assert set(listed(table, "move", "to", unit=block)) == {"zanjili", "abi-tamam", "abar", "uruba"}
    table.order("move", unit="militia-1", to="zanjili")
    assert place(table, "militia-1") == "zanjili"


@pytest.mark.rule("nineveh 4.1.2")
def test_only_the_side_whose_turn_it_is_moves_and_only_then() -> None:
    table = at("movement", "daesh", ad9_1="airport", militia_1="thawra")
    with pytest.raises(IllegalOrder, match=r"other side's turn"):
        table.order("move", side="isf", unit="ad9-1", to="tayaran")
    with pytest.raises(IllegalOrder, match=r"given in movement.*4.1.2"):
        table.phase("combat").order("move", unit="militia-1", to="abar")


@pytest.mark.rule("nineveh 5.0b")
def test_a_unit_moves_one_area_once() -> None:
    table = at("movement", "daesh", militia_1="thawra")
    with pytest.raises(IllegalOrder, match=r"cannot move to Al-Rifai.*5.0b"):
        table.order("move", unit="militia-1", to="rifai")
    table.order("move", unit="militia-1", to="zanjili")
    with pytest.raises(IllegalOrder, match=r"has already moved this turn.*5.0b"):
        table.order("move", unit="militia-1", to="rifai")


@pytest.mark.rule("nineveh 5.0b")
def test_the_next_turn_it_moves_again() -> None:
    table = at("movement", "daesh", militia_1="thawra", leader_1="grand-mosque")
    table.order("move", unit="militia-1", to="zanjili")
    table.order("proceed")
    table.phase("movement", 2, "daesh").order("move", unit="militia-1", to="thawra")
    assert place(table, "militia-1") == "thawra"


@pytest.mark.rule("nineveh 5.0c")
def test_a_unit_that_meets_the_enemy_stops_even_when_only_an_ied_was_there() -> None:
    table = at("movement", "isf", ad9_1="mamun", army_hq="mamun", ied_1="shuhada")
    table.order("move", unit="ad9-1", to="shuhada", dice=[1])
    assert table.state.mark_named("ad9-1", "moved") == STOPPED
    assert not blocks(table.state, "daesh", "shuhada")
    with pytest.raises(IllegalOrder, match=r"has met the enemy.*5.0c"):
        table.order("maneuver", hq="army", unit="ad9-1", to="wadi-hajar")


@pytest.mark.rule("nineveh 5.0d")
def test_a_card_may_hold_a_unit_for_its_next_movement_phase() -> None:
    table = at("movement", "isf", ad9_1="mamun", ad9_2="mamun", leader_1="grand-mosque").mark("ad9-1", HALTED)
    with pytest.raises(IllegalOrder, match=r"may not move in this Movement Phase.*5.0d"):
        table.order("move", unit="ad9-1", to="shuhada")
    table.order("move", unit="ad9-2", to="shuhada")
    table.order("proceed")
    table.phase("movement", 2, "isf").order("move", unit="ad9-1", to="shuhada")
    assert place(table, "ad9-1") == "shuhada"


@pytest.mark.rule("nineveh 5.1a")
def test_isf_units_vbieds_and_technicals_move_fast_and_nobody_else() -> None:
    far = {"isf": ("tayaran", "sikak"), "daesh": ("shifa", "haramat")}
    table = at("movement", "isf")
    for block in ("ad9-1", "cts-1", "army-hq", "pmf-1", "ied-4", "technical-1"):
        start, goal = far[table.state.pieces[block].side]
        assert goal in reach(table.put(block, start).state, block), block
    for block in ("militia-1", "veteran-1", "leader-1", "ashbal-1", "mortar", "rumour-1"):
        table.put(block, "shifa")
        assert set(reach(table.state, block)) == set(table.state.board.neighbours["shifa"]), block


@pytest.mark.rule("nineveh 5.1b")
def test_fast_movement_runs_through_any_number_of_free_areas_along_roads() -> None:
    table = at("movement", "isf", ad9_1="airport", ad9_2="tayaran")
    table.order("move", unit="ad9-1", to="mushayrifa")
    assert place(table, "ad9-1") == "mushayrifa"


@pytest.mark.rule("nineveh 5.1b")
def test_fast_movement_neither_begins_nor_ends_off_the_road() -> None:
    table = at("movement", "isf", ad9_1="mamun", ad9_2="tayaran")
    roads = {space.id for space in table.state.board.data.spaces if "road" in space.tags}
    assert set(reach(table.state, "ad9-1")) == set(table.state.board.neighbours["mamun"])
    assert set(reach(table.state, "ad9-2")) - roads <= set(table.state.board.neighbours["tayaran"])


@pytest.mark.rule("nineveh 5.1c")
def test_fast_movement_halts_in_the_first_area_with_a_rumour() -> None:
    """Along the Baghdad road the Rumour stands in the way; by Danadan too."""
    table = at(
        "movement", "isf", ad9_1="tayaran", rumour_1="nabi-sheet", rumour_2="jawsaq", rumour_3="danadan"
    )
    for area in ("ghizlani", "airport", "harmat-road", "tal-rumman"):
        assert area in reach(table.state, "ad9-1")
    table.put("rumour-4", "tal-rumman")
    assert {"nabi-sheet", "jawsaq", "tal-rumman"} <= set(reach(table.state, "ad9-1"))
    assert not {"sikak", "aghawat", "danadan", "matahin"} & set(reach(table.state, "ad9-1"))
    table.order("move", unit="ad9-1", to="nabi-sheet")
    assert place(table, "ad9-1") == place(table, "rumour-1") == "nabi-sheet"
    assert table.state.mark_named("ad9-1", "moved") == STOPPED


@pytest.mark.rule("nineveh 5.1c")
def test_fast_movement_may_halt_earlier() -> None:
    table = at("movement", "isf", ad9_1="ghizlani", rumour_1="nabi-sheet")
    table.order("move", unit="ad9-1", to="tayaran")
    assert table.state.mark_named("ad9-1", "moved") == "done"


@pytest.mark.rule("nineveh 5.2a")
@pytest.mark.parametrize(("area", "start", "limit"), [("hawi", "rifai", 4), ("thawra", "zanjili", 3)])
def test_an_area_holds_so_many_blocks(area: str, start: str, limit: int) -> None:
    table = at("movement", "daesh", militia_1=start)
    for number in range(2, limit + 1):
        table.put(f"militia-{number}", area)
    assert area in listed(table, "move", "to", unit="militia-1")
    table.put("militia-12", area)
    with pytest.raises(IllegalOrder, match=rf"holds no more than {limit} of your blocks.*5.2a"):
        table.order("move", unit="militia-1", to=area)


@pytest.mark.rule("nineveh 5.2a")
def test_an_area_of_the_old_city_holds_two() -> None:
    table = at("movement", "daesh", militia_1="zanjili", militia_2="ras-al-kur", militia_3="shifa")
    assert room(table.state, "daesh", "ras-al-kur") == 1
    table.order("move", unit="militia-3", to="ras-al-kur")
    assert room(table.state, "daesh", "ras-al-kur") == 0


@pytest.mark.rule("nineveh 5.2a")
def test_a_full_area_says_how_many_blocks_it_holds() -> None:
    table = at("movement", "daesh", militia_1="makkawi", militia_2="faruq", militia_3="faruq")
    table.put("militia-4", "faruq")  # one more than it holds
    with pytest.raises(IllegalOrder, match="it holds no more than 2 of your blocks"):
        table.order("move", unit="militia-1", to="faruq")


@pytest.mark.rule("nineveh 5.2b")
def test_the_enemy_does_not_count() -> None:
    table = at("movement", "isf", cts_1="abi-tamam", militia_1="mushahada", militia_2="mushahada")
    table.order("move", unit="cts-1", to="mushahada")
    assert place(table, "cts-1") == "mushahada"


@pytest.mark.rule("nineveh 5.2c", "nineveh 7.4a")
@pytest.mark.parametrize("block", ["ied-1", "ied-3", "ied-4", "rumour-1", "human-shields-1"])
def test_blocks_that_are_no_units_count(block: str) -> None:
    table = at("movement", "daesh", militia_1="makkawi", militia_2="faruq").put(block, "faruq")
    with pytest.raises(IllegalOrder, match=r"Al-Faruq is full.*5.2a"):
        table.order("move", unit="militia-1", to="faruq")


@pytest.mark.rule("nineveh 5.2d", "nineveh 3.3c")
def test_starting_areas_hold_any_number_of_isf_blocks_but_of_daesh_what_the_terrain_does() -> None:
    table = at("movement", "isf", cts_8="tayaran")
    for number in range(1, 8):
        table.put(f"cts-{number}", "airport")
    table.order("move", unit="cts-8", to="airport")
    assert room(table.state, "daesh", "airport") == 4


@pytest.mark.rule("nineveh 5.3")
@pytest.mark.parametrize("block", ["ad9-1", "army-hq", "interior-hq", "cts-hq"])
def test_armour_and_isf_hqs_do_not_enter_the_old_city(block: str) -> None:
    table = at("movement", "isf", cts_1="abi-tamam").put(block, "abi-tamam")
    with pytest.raises(IllegalOrder, match=r"may not enter the Old City.*5.3"):
        table.order("move", unit=block, to="mushahada")
    assert not may_enter(table.state, table.state.pieces[block], "mushahada")
    table.order("move", unit="cts-1", to="mushahada")


@pytest.mark.rule("nineveh 5.3")
def test_armour_does_not_drive_through_the_old_city_either() -> None:
    """Bab al-Tob is an Old City area beside the road."""
    table = at("movement", "isf", ad9_1="danadan", cts_1="danadan")
    assert "bab-tob" not in reach(table.state, "ad9-1")
    assert "bab-tob" in reach(table.state, "cts-1")


# --- IEDs --------------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 7.5a", "nineveh 7.5g")
@pytest.mark.parametrize(
    ("ied", "die", "left", "disrupted"),
    [
        ("ied-1", 2, 3, None),
        ("ied-1", 3, 3, True),
        ("ied-1", 6, 2, None),
        ("ied-3", 1, 3, None),
        ("ied-3", 5, 2, None),
        ("ied-3", 6, 2, True),
        ("ied-4", 1, 3, None),
        ("ied-4", 6, 1, None),
    ],
)
def test_an_ied_goes_off_under_the_unit_that_enters(
    ied: str, die: int, left: int, disrupted: bool | None
) -> None:
    table = at("movement", "isf", ad9_1="mamun", ad9_2="shuhada").put(ied, "shuhada")
    table.order("move", unit="ad9-1", to="shuhada", dice=[die])
    assert (steps(table, "ad9-1"), table.state.mark_named("ad9-1", "disrupted")) == (left, disrupted)
    assert steps(table, "ad9-2") == 3
    assert place(table, ied) == "reserve-daesh"
    assert table.state.track("collateral") == (ied == "ied-4" and die == 6)


@pytest.mark.rule("nineveh 7.5a")
def test_several_ieds_go_off_one_after_the_other_until_the_unit_is_lost() -> None:
    table = at(
        "movement", "isf", cts_hq="mamun", cts_1="mamun", ied_1="shuhada", ied_2="shuhada", ied_3="shuhada"
    )
    table.order("move", unit="cts-hq", to="shuhada", dice=[1, 6])
    assert place(table, "cts-hq") == "eliminated"
    assert table.state.track("casualties") == 2
    assert place(table, "ied-3") == "shuhada"
    table.order("move", unit="cts-1", to="shuhada", dice=[4])
    assert (steps(table, "cts-1"), place(table, "ied-3")) == (3, "reserve-daesh")


@pytest.mark.rule("nineveh 7.5b", "nineveh 7.5c")
def test_isf_chooses_which_unit_a_vbied_hits() -> None:
    table = at("movement", "daesh", ied_4="thawra", ad9_1="abar", ad9_2="abar")
    table.order("move", unit="ied-4", to="abar", dice=[3], answers=["ad9-2"])
    assert (steps(table, "ad9-1"), steps(table, "ad9-2")) == (3, 2)
    assert place(table, "ied-4") == "reserve-daesh"


@pytest.mark.rule("nineveh 7.5b")
def test_a_vbied_among_daesh_does_not_go_off() -> None:
    table = at("movement", "daesh", ied_4="thawra", militia_1="abar")
    table.order("move", unit="ied-4", to="abar")
    assert place(table, "ied-4") == "abar"


@pytest.mark.rule("nineveh 7.5c")
def test_an_ied_hits_the_unit_that_entered_without_a_question() -> None:
    table = at("movement", "isf", ad9_1="mamun", ad9_2="shuhada", ad9_3="shuhada", ied_4="shuhada")
    table.order("move", unit="ad9-1", to="shuhada", dice=[3])
    assert not table.people.asked
    assert steps(table, "ad9-1") == 2


@pytest.mark.rule("nineveh 7.5d")
def test_a_vbied_drives_along_the_road_into_the_first_isf_unit() -> None:
    table = at("movement", "daesh", ied_4="tanak", ad9_1="matahin", ad9_2="tal-rumman", erd_1="resala")
    assert "islah" in reach(table.state, "ied-4")
    assert "islah" not in reach(table.put("erd-2", "yarmuk").state, "ied-4")
    table.order("move", unit="ied-4", to="matahin", dice=[1])
    assert place(table, "ied-4") == "reserve-daesh"


@pytest.mark.rule("nineveh 7.5g")
def test_the_block_of_an_ied_that_went_off_is_hidden_again() -> None:
    table = at("movement", "isf", ad9_1="mamun", ied_1="shuhada").known("ied-1", "daesh")
    table.order("move", unit="ad9-1", to="shuhada", dice=[1])
    assert table.state.pieces["ied-1"].known_to == ("daesh",)
    assert "ied-1" not in {piece.id for piece in see(table.state, "isf").pieces}


@pytest.mark.rule("nineveh 7.5a")
def test_both_sides_read_the_die_and_daesh_does_not_learn_the_unit() -> None:
    table = at("movement", "isf", ad9_1="mamun", ied_1="shuhada")
    table.order("move", unit="ad9-1", to="shuhada", dice=[6])
    told = see_log(table.session.game.log, "daesh")
    rolled = next(view for view in told if view.event == "die-rolled")
    assert "ad9-1" not in str(rolled.fields)
    assert [view.fields["table"] for view in told if view.event == "looked-up"] == ["ied-effects"]


# --- disruption --------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.31a")
def test_an_ied_puts_a_disruption_marker_under_a_unit() -> None:
    table = at("movement", "isf", erd_1="mamun", ied_1="shuhada")
    table.order("move", unit="erd-1", to="shuhada", dice=[4])
    assert table.state.mark_named("erd-1", "disrupted") is True
    assert steps(table, "erd-1") == 3


@pytest.mark.rule("nineveh 6.31b")
def test_a_second_disruption_is_a_step_loss() -> None:
    table = at("movement", "isf", erd_1="mamun", ied_1="shuhada").mark("erd-1", "disrupted")
    table.order("move", unit="erd-1", to="shuhada", dice=[4])
    assert table.state.mark_named("erd-1", "disrupted") is True
    assert steps(table, "erd-1") == 2


@pytest.mark.rule("nineveh 6.31b")
def test_a_unit_on_its_last_step_is_lost_to_a_second_disruption() -> None:
    table = at("movement", "isf", cts_hq="mamun", ied_1="shuhada").mark("cts-hq", "disrupted")
    table.order("move", unit="cts-hq", to="shuhada", dice=[4])
    assert place(table, "cts-hq") == "eliminated"
    assert table.state.mark_named("cts-hq", "disrupted") is None


@pytest.mark.rule("nineveh 6.31a")
def test_the_enemy_sees_disruption_markers_and_not_what_stands_on_them() -> None:
    table = at("movement", "isf", erd_1="mamun", ied_1="shuhada", ad9_1="mamun")
    table.order("move", unit="erd-1", to="shuhada", dice=[4])
    contact = table.state.name_for("daesh", "erd-1")
    assert see(table.state, "daesh").marks["shuhada"]["disruption"] == [contact]
    assert see(table.state, "isf").marks["shuhada"]["disruption"] == ["erd-1"]
    assert "erd-1" not in str([view.fields for view in see_log(table.session.game.log, "daesh")])
    table.phase("support", 2, "isf").put("interior-hq", "shuhada")
    table.order("rally", hq="interior", unit="erd-1")
    assert "shuhada" not in see(table.state, "daesh").marks
