"""Supply (7.1), HQ special orders (7.2), the Support Phase (4.1.1), Rumours (7.4), the turn end (4.1.4)."""

import pytest

from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.moving.hq import may_lead
from adjudication.systems.nineveh.table.rumours import expose
from adjudication.systems.nineveh.table.supply import daesh_in_supply, in_supply
from domain.errors import IllegalOrder
from domain.views.view import see, see_log
from tests.nineveh.board import at, listed, place, steps
from tests.table import ScriptedPeople, Table

RING = ("mushahada", "bab-sinjar", "abi-tamam")
"""The areas at the junction beside the Old City."""
GATES = ("hawi", "mushayrifa", "north-farms")


def support(side: str, turn: int = 2, **places: str) -> Table:
    """A table whose next phase is a Support Phase of that side."""
    before = ("combat", "daesh") if side == "isf" else ("combat", "isf")
    return at(before[0], before[1], turn, **places)


# --- supply ------------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 7.1a")
def test_daesh_is_in_supply_along_free_roads_to_the_north() -> None:
    table = at("movement", "isf")
    assert daesh_in_supply(table.state)
    table.put("erd-1", "abi-tamam").put("erd-2", "mushahada").put("erd-3", "thawra")
    assert daesh_in_supply(table.state)
    assert not daesh_in_supply(table.put("cts-1", "bab-sinjar").state)


@pytest.mark.rule("nineveh 7.1a")
def test_daesh_blocks_carry_supply_off_the_road_even_a_rumour() -> None:
    """Shifa shut, the way leads over Zanjili, which lies beside no road."""
    table = at("movement", "isf", erd_1="shifa", erd_2="sikak", erd_3="aghawat")
    assert not daesh_in_supply(table.state)
    assert daesh_in_supply(table.put("rumour-1", "zanjili").state)
    assert not daesh_in_supply(table.put("cts-1", "zanjili").state)


@pytest.mark.rule("nineveh 7.1a")
def test_the_exits_in_the_north_shut_supply_off() -> None:
    table = at("movement", "isf")
    for number, area in enumerate(GATES, start=1):
        table.put(f"erd-{number}", area)
    assert not daesh_in_supply(table.state)


@pytest.mark.rule("nineveh 7.1e")
def test_the_supply_marker_is_turned_when_a_block_shuts_the_way() -> None:
    table = at("movement", "isf", erd_1="hawi", erd_2="mushayrifa", erd_3="haramat")
    table.order("move", unit="erd-3", to="north-farms")
    assert table.state.mark_named("game", "supply") is False
    assert see(table.state, "isf").marks["game"]["supply"] is False
    table.put("ied-4", "islah").phase("movement", 1, "daesh")
    table.order("move", unit="ied-4", to="mushayrifa", dice=[1])
    assert table.state.mark_named("game", "supply") is False
    table.put("erd-2", "haramat").phase("movement", 1, "isf")
    table.order("move", unit="erd-2", to="islah")
    assert table.state.mark_named("game", "supply") is True


@pytest.mark.rule("nineveh 3.0f")
def test_the_supply_marker_lies_with_in_supply_up_as_the_game_begins() -> None:
    table = Table("nineveh", dice="scripted")
    assert table.state.phase == "preparation"
    assert see(table.state, "daesh").marks["game"]["supply"] is True


@pytest.mark.rule("nineveh 7.1b", "nineveh 4.1.1a")
def test_daesh_out_of_supply_chooses_a_militia_or_ashbal_unit_that_loses_a_step() -> None:
    table = support("daesh", militia_1="thawra", veteran_1="thawra", erd_1="hawi", erd_2="mushayrifa")
    table.put("erd-3", "north-farms")
    table.order("proceed", answers=["militia-1"])
    assert table.state.phase == "support"
    assert (steps(table, "militia-1"), steps(table, "veteran-1"), steps(table, "ashbal-7")) == (1, 3, 2)
    assert "militia" not in str([view.fields for view in see_log(table.session.game.log, "isf")][-12:])


@pytest.mark.rule("nineveh 7.1b")
def test_without_such_a_unit_nothing_happens_and_in_supply_neither() -> None:
    table = support("daesh", veteran_1="thawra", erd_1="hawi", erd_2="mushayrifa", veteran_2="maidan")
    table.put("erd-3", "north-farms").put("ashbal-7", "reserve-daesh")
    table.order("proceed")
    assert steps(table, "veteran-1") == 3
    table = support("daesh", militia_1="thawra")
    table.order("proceed")
    assert steps(table, "militia-1") == 2


@pytest.mark.rule("nineveh 7.1c")
def test_isf_supply_is_a_chain_free_of_any_daesh_block() -> None:
    table = at("movement", "isf", cts_1="faruq", ad9_1="amil", rumour_1="thawra")
    state = table.state
    assert in_supply(state, state.pieces["cts-1"])
    for number, area in enumerate(state.board.neighbours["amil"], start=2):
        table.put(f"rumour-{number}", area)
    assert not in_supply(table.state, table.state.pieces["ad9-1"])
    assert in_supply(table.state, table.state.pieces["cts-1"])


@pytest.mark.rule("nineveh 7.1c")
def test_armour_and_hqs_are_not_supplied_through_the_old_city() -> None:
    """Bab Sinjar can be left only into the Old City."""
    table = at("movement", "isf", cts_1="bab-sinjar", cts_hq="bab-sinjar")
    number = 1
    for area in table.state.board.neighbours["bab-sinjar"]:
        if table.state.board.spaces[area].terrain != "old city":
            table.put(f"rumour-{number}", area)
            number += 1
    state = table.state
    assert in_supply(state, state.pieces["cts-1"])
    assert not in_supply(state, state.pieces["cts-hq"])


@pytest.mark.rule("nineveh 7.1c")
def test_a_starting_area_held_by_daesh_supplies_nobody() -> None:
    table = at("movement", "isf", cts_1="mansour", rumour_1="airport", rumour_2="ghizlani")
    assert in_supply(table.state, table.state.pieces["cts-1"])
    assert not in_supply(table.put("rumour-3", "harmat-road").state, table.state.pieces["cts-1"])


# --- special orders ----------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 7.2a")
@pytest.mark.parametrize("block", ["army-hq", "interior-hq", "cts-hq", "leader-1"])
def test_each_hq_is_a_mobile_unit_of_one_step_that_hits_on_five(block: str) -> None:
    data = Table("nineveh", dice="scripted").state.pieces[block].kind.data
    assert (data["values"], data["moves"]) == ([5], True)


@pytest.mark.rule("nineveh 7.21e", "nineveh 3.3h", "nineveh 3.3k", "nineveh 2.12e")
def test_each_hq_starts_with_three_orders_and_gives_no_more_than_it_has() -> None:
    table = at("support", "isf", army_hq="airport", ad9_1="airport").mark("ad9-1", "disrupted")
    assert [table.state.track(f"orders-{hq}") for hq in ("army", "interior", "cts", "leader")] == [3] * 4
    table.order("rally", hq="army", unit="ad9-1")
    assert table.state.track("orders-army") == 2
    table.mark("ad9-1", "disrupted").track("orders-army", 0)
    with pytest.raises(IllegalOrder, match=r"has no special orders left.*7.21e"):
        table.order("rally", hq="army", unit="ad9-1")


@pytest.mark.rule("nineveh 7.21a", "nineveh 4.1.1c", "nineveh 6.31d")
def test_rally_takes_the_disruption_marker_off_in_the_support_phase() -> None:
    table = at("support", "daesh", leader_1="thawra", militia_1="abar").mark("militia-1", "disrupted")
    table.order("rally", hq="leader", unit="militia-1")
    assert table.state.mark_named("militia-1", "disrupted") is None
    with pytest.raises(IllegalOrder, match=r"is not disrupted.*7.21a"):
        table.order("rally", hq="leader", unit="militia-1")
    with pytest.raises(IllegalOrder, match=r"given in support.*7.21a"):
        table.phase("movement").order("rally", hq="leader", unit="militia-1")


@pytest.mark.rule("nineveh 6.31d")
def test_nothing_else_takes_the_marker_off() -> None:
    table = at("combat", "daesh", 1, leader_1="grand-mosque", militia_1="abar").mark("militia-1", "disrupted")
    for _ in range(6):
        table.order("proceed")
    assert (table.state.turn, table.state.phase) == (2, "combat")
    assert table.state.mark_named("militia-1", "disrupted") is True


@pytest.mark.rule("nineveh 7.21a")
def test_the_enemy_does_not_learn_who_was_rallied() -> None:
    table = at("support", "daesh", leader_1="thawra", militia_1="abar").mark("militia-1", "disrupted")
    before = len(see_log(table.session.game.log, "isf"))
    table.order("rally", hq="leader", unit="militia-1")
    told = see_log(table.session.game.log, "isf")[before:]
    assert [view.event for view in told] == ["scored"]


@pytest.mark.rule("nineveh 7.21b")
def test_maneuver_is_an_extra_move_before_or_after_the_move() -> None:
    table = at("movement", "daesh", leader_1="thawra", militia_1="thawra", rumour_1="thawra", ied_4="thawra")
    table.order("move", unit="militia-1", to="zanjili")
    table.order("maneuver", hq="leader", unit="militia-1", to="rifai")
    assert (place(table, "militia-1"), table.state.track("orders-leader")) == ("rifai", 2)
    table.order("maneuver", hq="leader", unit="leader-1", to="abar")
    table.order("move", unit="leader-1", to="yarmuk")
    assert (place(table, "leader-1"), table.state.track("orders-leader")) == ("yarmuk", 1)


@pytest.mark.rule("nineveh 7.21b")
def test_maneuver_takes_a_unit_into_an_ied_like_any_move() -> None:
    table = at("movement", "isf", army_hq="mamun", ad9_1="mamun", ied_1="shuhada")
    table.order("maneuver", hq="army", unit="ad9-1", to="shuhada", dice=[5])
    assert steps(table, "ad9-1") == 2
    with pytest.raises(IllegalOrder, match=r"has met the enemy.*5.0c"):
        table.order("move", unit="ad9-1", to="mamun")


@pytest.mark.rule("nineveh 7.21d")
def test_one_hq_gives_several_orders_and_one_unit_receives_several() -> None:
    table = at("movement", "isf", army_hq="tayaran", ad9_1="mansour")
    for area in ("mamun", "shuhada", "mosul-jadida"):
        table.order("maneuver", hq="army", unit="ad9-1", to=area)
    assert (place(table, "ad9-1"), table.state.track("orders-army")) == ("mosul-jadida", 0)


@pytest.mark.rule("nineveh 7.2b")
def test_an_isf_hq_orders_its_own_formation_alone() -> None:
    table = at("movement", "isf", army_hq="airport", ad9_1="airport", infantry_1="airport", erd_1="airport")
    table.put("interior-hq", "airport").put("federal-police-1", "airport").put("cts-hq", "airport").put(
        "cts-1", "airport"
    )
    units = {hq: set(listed(table, "maneuver", "unit", hq=hq)) for hq in ("army", "interior", "cts")}
    assert units == {
        "army": {"army-hq", "ad9-1", "infantry-1"},
        "interior": {"interior-hq", "erd-1", "federal-police-1"},
        "cts": {"cts-hq", "cts-1"},
    }
    with pytest.raises(IllegalOrder, match=r"not a unit that Army HQ commands.*7.2b"):
        table.order("maneuver", hq="army", unit="erd-1", to="tayaran")


@pytest.mark.rule("nineveh 7.2c")
def test_pmf_receive_no_orders() -> None:
    table = at("movement", "isf", army_hq="airport", pmf_1="airport")
    with pytest.raises(IllegalOrder, match=r"7.2c"):
        table.order("maneuver", hq="army", unit="pmf-1", to="tayaran")


@pytest.mark.rule("nineveh 7.2d")
def test_isf_command_range_is_three_areas_whatever_lies_between() -> None:
    table = at("support", "isf", cts_hq="airport", cts_1="wadi-hajar", cts_2="shuhada", rumour_1="tayaran")
    assert table.state.board.range("airport", "shuhada") == 3
    table.put("rumour-2", "wadi-hajar").mark("cts-1", "disrupted").mark("cts-2", "disrupted")
    assert set(listed(table, "rally", "unit", hq="cts")) == {"cts-1", "cts-2"}
    table.put("cts-2", "mosul-jadida")
    assert table.state.board.range("airport", "mosul-jadida") == 4
    with pytest.raises(IllegalOrder, match=r"more than 3 areas from CTS HQ.*7.2d"):
        table.order("rally", hq="cts", unit="cts-2")


@pytest.mark.rule("nineveh 7.2e")
def test_the_leader_orders_any_unit_within_one_area_and_no_rumour() -> None:
    table = at("movement", "daesh", leader_1="thawra", veteran_1="abar", militia_1="rifai", rumour_1="thawra")
    table.put("ied-4", "abar")
    assert set(listed(table, "maneuver", "unit", hq="leader")) == {"leader-1", "veteran-1"}
    with pytest.raises(IllegalOrder, match=r"more than 1 area from Leader.*7.2e"):
        table.order("maneuver", hq="leader", unit="militia-1", to="zanjili")
    for block in ("rumour-1", "ied-4"):
        with pytest.raises(IllegalOrder, match=r"is not a unit that Leader commands.*7.2"):
            table.order("maneuver", hq="leader", unit=block, to="uruba")


@pytest.mark.rule("nineveh 7.21c")
def test_leadership_is_open_to_units_under_an_hq_with_orders_left() -> None:
    table = at(
        "combat",
        "isf",
        cts_hq="airport",
        cts_1="tayaran",
        erd_1="tayaran",
        leader_1="abar",
        militia_1="thawra",
    )
    assert may_lead(table.state, "isf", "cts-1") == ["cts"]
    assert may_lead(table.state, "isf", "erd-1") == []
    assert may_lead(table.state, "daesh", "militia-1") == ["leader"]
    assert may_lead(table.track("orders-leader", 0).state, "daesh", "militia-1") == []


@pytest.mark.rule("nineveh 7.21f")
def test_a_disrupted_hq_first_rallies_itself() -> None:
    table = at("support", "isf", cts_hq="airport", cts_1="airport").mark("cts-hq", "disrupted")
    table.mark("cts-1", "disrupted")
    assert may_lead(table.state, "isf", "cts-1") == []
    with pytest.raises(IllegalOrder, match=r"first it must rally itself.*7.21f"):
        table.order("rally", hq="cts", unit="cts-1")
    table.order("rally", hq="cts", unit="cts-hq").clear()
    table.order("rally", hq="cts", unit="cts-1")
    assert table.state.track("orders-cts") == 1


@pytest.mark.rule("nineveh 7.21f")
def test_a_disrupted_hq_has_nobody_maneuver() -> None:
    table = at("movement", "isf", cts_hq="airport", cts_1="airport").mark("cts-hq", "disrupted")
    with pytest.raises(IllegalOrder, match=r"7.21f"):
        table.order("maneuver", hq="cts", unit="cts-hq", to="tayaran")
    assert listed(table, "maneuver", "unit", hq="cts") == []


@pytest.mark.rule("nineveh 7.21g", "nineveh 4.1.1b", "nineveh 7.1d")
def test_isf_hqs_in_supply_regain_an_order() -> None:
    table = support("isf", 1, army_hq="airport", interior_hq="amil", cts_hq="ghizlani")
    for number, area in enumerate(table.state.board.neighbours["amil"], start=1):
        table.put(f"rumour-{number}", area)
    table.track("orders-army", 1).track("orders-interior", 1)
    table.order("proceed")
    assert (table.state.phase, table.state.side, table.state.turn) == ("support", "isf", 2)
    assert [table.state.track(f"orders-{hq}") for hq in ("army", "interior", "cts")] == [2, 1, 3]


@pytest.mark.rule("nineveh 7.21h", "nineveh 4.1.1b")
def test_the_leader_regains_an_order_in_supply_or_not() -> None:
    table = support("daesh", leader_1="grand-mosque", erd_1="hawi", erd_2="mushayrifa", erd_3="north-farms")
    table.track("orders-leader", 0).put("ashbal-7", "reserve-daesh")
    table.order("proceed")
    assert table.state.track("orders-leader") == 1


@pytest.mark.rule("nineveh 7.21h")
def test_a_leader_who_is_gone_regains_nothing() -> None:
    table = support("daesh", veteran_1="grand-mosque", leader_1="eliminated").track("orders-leader", 1)
    table.order("proceed")
    assert table.state.track("orders-leader") == 1


# --- Rumours -----------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 7.4b")
def test_an_exposed_rumour_leaves_the_game() -> None:
    table = at("combat", "isf", rumour_1="thawra")
    expose(Umpire(table.state, 0, table.session.dice, ScriptedPeople()), "rumour-1")
    assert place(table, "rumour-1") == "eliminated"


@pytest.mark.rule("nineveh 7.4c", "nineveh 7.4e")
@pytest.mark.parametrize("phase", ["support", "movement", "combat"])
def test_daesh_removes_a_rumour_at_any_time_and_may_use_it_again(phase: str) -> None:
    table = at(phase, "isf", rumour_1="thawra", militia_1="thawra")
    lying = table.state.contacts("isf", "reserve-daesh")
    called = table.state.name_for("isf", "rumour-1")
    table.order("remove-rumour", side="daesh", rumour="rumour-1")
    assert place(table, "rumour-1") == "reserve-daesh"
    now = table.state.contacts("isf", "reserve-daesh")
    assert len(now) == len(lying) + 1
    assert not {*now} & {*lying, called}  # nobody can follow it there
    assert "rumour-1" not in {piece.id for piece in see(table.state, "isf").pieces}
    with pytest.raises(IllegalOrder, match=r"is not a Rumour on the map.*7.4c"):
        table.order("remove-rumour", side="daesh", rumour="militia-1")


@pytest.mark.rule("nineveh 7.4e")
def test_there_are_nine_rumours_in_all() -> None:
    state = Table("nineveh", dice="scripted").state
    assert len(state.of_group("rumour")) == 9


# --- the turn end ------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 4.1.4a", "nineveh 4.1.4d")
def test_revealed_blocks_stand_up_at_the_end_of_the_turn_and_not_before() -> None:
    table = at("combat", "isf", 3, militia_1="grand-mosque", ad9_1="airport").change("militia-1", steps=1)
    table.known("militia-1").known("ad9-1").track("time", 3)
    table.order("proceed")
    assert table.state.pieces["militia-1"].known_to is None
    table.order("proceed").clear()
    table.order("proceed")
    table.order("proceed")
    assert (table.state.turn, table.state.side, table.state.phase) == (4, "isf", "support")
    assert table.state.pieces["militia-1"].known_to == ("daesh",)
    assert table.state.pieces["ad9-1"].known_to == ("isf",)
    assert steps(table, "militia-1") == 1
    assert table.state.track("time") == 4


@pytest.mark.rule("nineveh 4.1.4c")
def test_tunnel_markers_in_areas_of_isf_are_removed_and_others_stay() -> None:
    table = at("combat", "daesh", 1, tunnel_1="thawra", tunnel_2="abar", tunnel_3="zanjili", tunnel_4="uruba")
    table.put("cts-1", "thawra").put("militia-1", "abar").put("leader-1", "grand-mosque")
    table.order("proceed")
    assert [place(table, f"tunnel-{n}") for n in (1, 2, 3, 4)] == ["markers", "abar", "zanjili", "uruba"]


@pytest.mark.rule("nineveh 7.2a")
def test_orders_call_an_hq_by_its_formation_and_a_refusal_says_so() -> None:
    table = at("movement", "isf", interior_hq="jawsaq", erd_1="jawsaq")
    with pytest.raises(IllegalOrder, match="hq=interior"):
        table.order("maneuver", side="isf", hq="interior-hq", unit="erd-1", to="tayaran")
    with pytest.raises(IllegalOrder, match="these are: interior"):
        table.order("maneuver", side="isf", hq="army", unit="erd-1", to="tayaran")
