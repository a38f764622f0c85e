"""Organize (ground.2): reserves, task organization, main efforts, and the missions of ground units."""

import pytest

from adjudication.systems.ows.air.allotments import allotted, serves
from adjudication.systems.ows.ground.attacks.declare import attackers
from adjudication.systems.ows.ground.forces.designations import (
    NAMED,
    hqs_for,
    hqs_listed,
    in_reserve,
    main_effort,
    use_main_effort,
)
from adjudication.systems.ows.ground.forces.formations import called, formation_of
from adjudication.systems.ows.ground.forces.postures import (
    ARRIVED,
    POSITION,
    defending,
    delaying,
    fortified,
    mission_of,
    moved,
    take_delay,
)
from adjudication.systems.ows.ground.maneuver.movement import walk
from adjudication.systems.ows.ground.segment.organize import end
from adjudication.systems.ows.support.regeneration import remove_markers
from adjudication.systems.ows.table.damage import FORTIFIED, defence
from adjudication.systems.ows.table.status import CONTROL, MAIN_EFFORT, RESERVE
from domain.views.view import see_log
from tests.ows.ground.organizing import done, field, organizing, refused
from tests.ows.umpires import told
from tests.table import Table


def shield(table: Table, unit: str) -> int:
    return defence(table.state, table.state.pieces[unit])[0]


def march(table: Table, unit: str, *way: str) -> None:
    """A unit goes a way, as the movement rules have it."""
    path = (table.state.pieces[unit].place, *way)
    told(table, lambda umpire: walk(umpire, unit, path, 15, rule="ows 10.10.1a"))


# --- seq.1.3, ground.2.A, ground.2.B: intent and markers ---------------------------------------------------


@pytest.mark.rule("ows ground.2.A", "ows ground.2.B", "ows seq.1.3")
def test_planning_records_intent_which_becomes_markers_as_the_organize_step_begins() -> None:
    table = field("planning")
    table.order("main-effort", side="blue", unit="abct-1")
    table.order("reserve", side="blue", units=["stryker-1", "cav-1"])
    assert table.state.mark("abct-1", MAIN_EFFORT) is True
    assert not main_effort(table.state, "abct-1")
    organizing(table)
    assert table.state.mark("abct-1", MAIN_EFFORT) == "b1"
    assert main_effort(table.state, "abct-1")
    table.order("reserve", side="blue", units=["cav-1"])
    assert [in_reserve(table.state, unit) for unit in ("stryker-1", "cav-1")] == [False, True]


@pytest.mark.rule("ows ground.2.A", "ows 2.2.7.1a")
def test_what_no_headquarters_can_place_does_not_become_a_marker() -> None:
    table = field("planning")
    table.order("main-effort", side="blue", unit="abct-1")
    table.order("reserve", side="blue", units=["stryker-1", "ibct-1"])
    table.put("hq-b1", "attrition-blue")
    organizing(table)
    assert not main_effort(table.state, "abct-1")
    assert not in_reserve(table.state, "stryker-1")
    assert in_reserve(table.state, "ibct-1")  # of the other division


@pytest.mark.rule("ows ground.2.A")
def test_where_written_orders_are_required_what_was_planned_is_binding() -> None:
    table = field("planning", written_orders=True)
    table.order("reserve", side="blue", units=["cav-1"])
    table.order("organize", side="blue", units=["cav-1"], to="b2")
    organizing(table)
    assert in_reserve(table.state, "cav-1")
    for name, arguments in (
        ("reserve", {"units": []}),
        ("main-effort", {"unit": "abct-1"}),
        ("organize", {"units": ["cav-1"], "to": "b1"}),
    ):
        assert "written orders" in refused(table, "ground.2.A", name, **arguments)


@pytest.mark.rule("ows 10.4", "ows 2.2.7.1a")
def test_a_headquarters_puts_any_units_within_its_radius_in_reserve() -> None:
    table = field()
    table.order("reserve", side="blue", units=["abct-1", "stryker-1", "pal-1", "hq-b1", "ibct-1"])
    assert len(table.state.marked(RESERVE)) == 5
    table.put("abct-1", "t11")  # another map: no distance from the headquarters
    assert "radius" in refused(table, "10.4", "reserve", units=["abct-1"])
    table.put("hq-b1", "attrition-blue")
    refused(table, "10.4", "reserve", units=["stryker-1"])
    table.order("reserve", side="blue", units=["ibct-1"])
    assert list(table.state.marked(RESERVE)) == ["ibct-1"]


@pytest.mark.rule("ows 10.4")
def test_nobody_else_learns_of_reserves_main_efforts_and_task_organization() -> None:
    table = field()
    before = see_log(table.session.game.log, "red")
    table.order("reserve", side="blue", units=["abct-1"])
    table.order("main-effort", side="blue", unit="stryker-1")
    table.order("organize", side="blue", units=["cav-1"], to="b2")
    assert see_log(table.session.game.log, "red") == before


@pytest.mark.rule("ows ground.2.A", "ows 10.2.3")
def test_task_organization_is_made_in_planning_and_confirmed_in_the_organize_step() -> None:
    for phase in ("planning", "ground organization"):
        table = field(phase)
        table.order("organize", side="blue", units=["cav-1", "pal-1"], to="b2")
        assert [formation_of(table.state, unit) for unit in ("cav-1", "pal-1", "pal-2")] == ["b2", "b2", "b1"]
        refused(table, "ground.2.A", "organize", units=["hq-b1"], to="b2")
        refused(table, "ground.2.A", "organize", units=["cav-1"], to="r1")
    refused(field("ground movement", side="blue"), "ground.2.A", "organize", units=["cav-1"], to="b2")


# --- 10.5: main effort -------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.5a", "ows ground.2.B")
def test_each_headquarters_names_one_main_effort_of_its_maneuver_and_fires_units() -> None:
    table = field()
    table.order("main-effort", side="blue", unit="abct-1")
    table.order("main-effort", side="blue", unit="ibct-1")
    assert table.state.marked(MAIN_EFFORT) == {"abct-1": "b1", "ibct-1": "b2"}
    table.order("main-effort", side="blue", unit="pal-1")  # in the place of the brigade
    assert table.state.marked(MAIN_EFFORT) == {"ibct-1": "b2", "pal-1": "b1"}
    for unit in ("eng-b", "hq-b1", "css-b"):
        assert "maneuver or fires unit" in refused(table, "10.5a", "main-effort", unit=unit)


@pytest.mark.rule("ows 10.5a")
def test_the_scenario_says_which_headquarters_name_main_efforts_and_how_many() -> None:
    table = field()
    rows = [dict(row) for row in table.state.tables["formations"].data.rows]
    rows[0]["main_efforts"], rows[1]["main_efforts"] = 2, 0
    rows[1]["senior"] = "b1"  # a division of a corps that alone names main efforts
    table.adopt("formations", rows)
    table.order("main-effort", side="blue", unit="abct-1")
    table.order("main-effort", side="blue", unit="ibct-1", hq="hq-b1")
    assert table.state.marked(MAIN_EFFORT) == {"abct-1": "b1", "ibct-1": "b1"}
    refused(table, "10.5a", "main-effort", unit="abn-1", hq="hq-b2")
    table.order("main-effort", side="blue", unit="abn-1")
    assert table.state.marked(MAIN_EFFORT) == {"ibct-1": "b1", "abn-1": "b1"}


@pytest.mark.rule("ows 10.5a", "ows 2.2.7.1b", "ows seq.7.F")
def test_a_main_effort_is_named_once_a_turn_and_comes_off_with_the_markers() -> None:
    table = field(ground_phases=2)
    table.order("main-effort", side="blue", unit="abct-1")
    done(table)
    table.phase("ground organization", side="").mark("game", "ready", None)
    assert "Main Effort left this turn" in refused(table, "10.5a", "main-effort", unit="stryker-1")
    table.order("main-effort", side="blue", unit="ibct-1")  # the other headquarters has named none yet
    told(table, lambda umpire: use_main_effort(umpire, "abct-1", rule="ows 10.15.3.1"))
    assert not main_effort(table.state, "abct-1")
    refused(table, "10.5a", "main-effort", unit="stryker-1")
    told(table, remove_markers)
    assert not table.state.marked(MAIN_EFFORT)
    table.order("main-effort", side="blue", unit="stryker-1")


@pytest.mark.rule("ows 10.5a")
@pytest.mark.parametrize("mark", ["disrupted", "suppressed"])
def test_a_disrupted_suppressed_or_lost_headquarters_names_none(mark: str) -> None:
    table = field().mark("hq-b1", mark, 1)
    refused(table, "10.5a", "main-effort", unit="abct-1")
    table = field().put("hq-b1", "attrition-blue")
    refused(table, "10.5a", "main-effort", unit="abct-1")


# --- 10.6, 10.7: Defense and Fortified ---------------------------------------------------------------------


@pytest.mark.rule("ows 10.6", "ows ground.2.C")
def test_a_unit_in_defense_has_one_more_on_its_red_shield_until_it_moves() -> None:
    table = field()
    before = shield(table, "rifle-1")
    table.order("defend", side="red", units=["rifle-1", "rifle-2"])
    assert shield(table, "rifle-1") == before + 1
    assert defending(table.state, "rifle-1")
    refused(table, "10.6", "defend", side="red", units=["rifle-1"])
    march(table, "rifle-1", "f0703")
    assert shield(table, "rifle-1") == before
    assert not defending(table.state, "rifle-1")
    assert shield(table, "rifle-2") == before + 1


@pytest.mark.rule("ows 10.6")
def test_a_unit_that_moved_in_the_first_ground_phase_may_take_defense_in_the_second() -> None:
    table = field(ground_phases=2)
    march(table, "rifle-1", "f0703")
    table.phase("ground organization", side="").mark("game", "ground phase", 2)
    before = shield(table, "rifle-1")
    table.order("defend", side="red", units=["rifle-1"])
    assert shield(table, "rifle-1") == before + 1
    march(table, "rifle-1", "f0702")
    assert not defending(table.state, "rifle-1")


@pytest.mark.rule("ows 10.6")
def test_a_retreat_removes_the_marker_too() -> None:
    table = field()
    table.order("defend", side="red", units=["rifle-1"])
    table.put("rifle-1", "f0703")
    told(table, lambda umpire: moved(umpire, "rifle-1", rule="ows 10.15.9.1.6c"))
    assert mission_of(table.state, "rifle-1") == ""
    assert table.state.mark("rifle-1", FORTIFIED) is None


@pytest.mark.rule("ows 10.7a")
def test_who_began_in_defense_with_an_engineer_beside_him_is_fortified() -> None:
    table = field().put("eng-r", "f0604").put("rifle-2", "f0605")
    table.order("defend", side="red", units=["tank-12", "rifle-2"])
    assert "as this Ground Phase began" in refused(table, "10.7a", "entrench", side="red", units=["tank-12"])
    table.phase("ground organization", turn=2, side="")
    before = shield(table, "tank-12")
    refused(table, "10.7a", "entrench", side="red", units=["rifle-2"])  # no engineers there
    table.order("entrench", side="red", units=["tank-12"])
    assert shield(table, "tank-12") == before + 1  # +2 in the place of +1
    assert fortified(table.state, "tank-12")
    assert table.state.mark("f0604", POSITION) == "red"
    refused(table, "10.7a", "entrench", side="red", units=["tank-12"])


def with_position() -> Table:
    """The 12th Tank Regiment is Fortified in f0604."""
    table = field().put("eng-r", "f0604")
    table.order("defend", side="red", units=["tank-12"])
    table.phase("ground organization", turn=2, side="")
    table.order("entrench", side="red", units=["tank-12"])
    return table


@pytest.mark.rule("ows 10.7a", "ows 10.7c")
def test_a_position_does_not_serve_others_of_the_hex_in_the_turn_in_which_it_is_made() -> None:
    """The marker belongs to those who were in Defense; the others are on top of it until the next turn."""
    table = field().put("eng-r", "f0604").put("rifle-2", "f0604").put("light-r", "f0604")
    table.order("defend", side="red", units=["tank-12"])
    table.phase("ground organization", turn=2, side="")
    own = {unit: shield(table, unit) for unit in ("rifle-2", "light-r", "eng-r")}
    table.order("defend", side="red", units=["light-r"])
    table.order("entrench", side="red", units=["tank-12"])
    table.order("defend", side="red", units=["rifle-2", "eng-r"])
    refused(table, "10.6", "defend", side="red", units=["light-r"])
    assert {unit: shield(table, unit) - own[unit] for unit in own} == dict.fromkeys(own, 1)
    table.phase("ground organization", turn=3, side="")
    table.order("defend", side="red", units=["rifle-2"])
    assert shield(table, "rifle-2") == own["rifle-2"] + 2


@pytest.mark.rule("ows 10.7a")
def test_all_who_were_in_defense_may_entrench_one_after_the_other() -> None:
    table = field().put("eng-r", "f0604").put("rifle-2", "f0604")
    table.order("defend", side="red", units=["tank-12", "rifle-2"])
    table.phase("ground organization", turn=2, side="")
    table.order("entrench", side="red", units=["tank-12"])
    table.order("entrench", side="red", units=["rifle-2"])
    assert fortified(table.state, "tank-12")
    assert fortified(table.state, "rifle-2")
    table.order("relieve", side="red", units=["rifle-2"])
    table.order("defend", side="red", units=["rifle-2"])
    assert fortified(table.state, "rifle-2")  # the marker is theirs


@pytest.mark.rule("ows 10.7b", "ows 10.7c")
def test_the_fortified_marker_stays_and_another_unit_occupies_it_on_the_next_turn() -> None:
    table = with_position()
    printed = shield(table, "tank-12") - 2
    march(table, "tank-12", "f0704")
    assert shield(table, "tank-12") == printed
    assert table.state.mark("f0604", POSITION) == "red"
    own = shield(table, "rifle-1")
    march(table, "rifle-1", "f0604")
    assert shield(table, "rifle-1") == own  # it sits on top of it, without benefit
    table.order("defend", side="red", units=["rifle-1"])
    assert shield(table, "rifle-1") == own + 1
    table.phase("ground organization", turn=3, side="")
    table.order("defend", side="red", units=["rifle-1"])
    assert shield(table, "rifle-1") == own + 2


@pytest.mark.rule("ows 10.7b")
def test_the_enemy_who_holds_the_hex_may_use_or_remove_an_abandoned_position() -> None:
    table = with_position()
    march(table, "tank-12", "f0704")
    march(table, "eng-r", "f0704")
    refused(table, "10.7b", "level", side="blue", hex="f0604")
    table.put("abct-1", "f0604").mark("f0604", CONTROL, "blue")
    own = shield(table, "abct-1")
    table.phase("ground organization", turn=3, side="")
    table.order("defend", side="blue", units=["abct-1"])
    assert shield(table, "abct-1") == own + 2
    table.order("level", side="blue", hex="f0604")
    assert table.state.mark("f0604", POSITION) is None
    assert shield(table, "abct-1") == own + 1  # in Defense still


@pytest.mark.rule("ows 10.7b")
def test_the_owner_may_remove_its_marker_too() -> None:
    table = with_position()
    table.mark("f0604", CONTROL, "blue").order("level", side="red", hex="f0604")
    assert table.state.mark("f0604", POSITION) is None


@pytest.mark.rule("ows 10.7a", "ows 10.6")
def test_defense_and_fortified_last_from_turn_to_turn() -> None:
    table = with_position()
    told(table, remove_markers)
    organizing(table, turn=3)
    assert fortified(table.state, "tank-12")
    table.order("relieve", side="red", units=["tank-12"])
    assert not defending(table.state, "tank-12")
    assert table.state.mark("f0604", POSITION) == "red"


# --- 10.8: Delay -------------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.8a", "ows ground.2.C")
def test_delay_takes_the_place_of_defense_and_is_chosen_anew_each_time() -> None:
    table = field()
    own = shield(table, "recon-r")
    table.order("defend", side="red", units=["recon-r"])
    table.order("delay", side="red", units=["recon-r"])
    assert delaying(table.state, "recon-r")
    assert not defending(table.state, "recon-r")
    assert shield(table, "recon-r") == own
    organizing(table, turn=2)
    assert not delaying(table.state, "recon-r")


@pytest.mark.rule("ows 10.8a", "ows 10.8.1")
def test_delay_in_a_fortified_position_has_no_benefit_and_leaves_the_marker() -> None:
    table = with_position()
    own = shield(table, "tank-12") - 2
    told(table, lambda umpire: take_delay(umpire, "tank-12", rule="ows 10.8.1"))
    assert shield(table, "tank-12") == own
    assert table.state.mark("f0604", POSITION) == "red"
    assert delaying(table.state, "tank-12")


@pytest.mark.rule("ows 10.8a", "ows 10.8d")
@pytest.mark.parametrize("ends", [True, False])
def test_a_move_ends_a_delay_mission_where_the_game_says_so_its_mandatory_retreat_never(ends: bool) -> None:
    table = field(delay_ends_with_move=ends)
    table.order("delay", side="red", units=["rifle-1", "recon-r"])
    table.put("recon-r", "f0805").put("rifle-1", "f0703")
    told(table, lambda umpire: moved(umpire, "recon-r", rule="ows 10.8d", delays=True))
    told(table, lambda umpire: moved(umpire, "rifle-1", rule="ows 10.6"))
    assert [delaying(table.state, unit) for unit in ("recon-r", "rifle-1")] == [True, not ends]


@pytest.mark.rule("ows 10.8a")
def test_a_delaying_unit_that_marches_attacks_no_more_than_one_that_stays() -> None:
    table = field("ground organization").put("cav-1", "f0504").put("light-r", "f0603").put("rifle-1", "f1001")
    table.order("delay", side="blue", units=["stryker-1"])
    table.mark("game", "actioning unit", {"side": "blue", "formations": ["b1", "b2"]})
    table.phase("ground movement", side="blue")
    assert "stryker-1" not in attackers(table.state, "blue")
    table.order("march", unit="stryker-1", to="f0503")
    assert delaying(table.state, "stryker-1")
    assert "stryker-1" not in attackers(table.state, "blue")


@pytest.mark.rule("ows 10.4", "ows 7.2.1.1b")
@pytest.mark.parametrize("mark", ["disrupted", "suppressed"])
def test_a_disrupted_headquarters_designates_reserves_all_the_same(mark: str) -> None:
    """7.2.1.1 takes its tokens and its Main Effort, and no more."""
    table = field().mark("hq-b1", mark, 1)
    table.order("reserve", side="blue", units=["stryker-1"])
    assert in_reserve(table.state, "stryker-1")
    table = field(disrupted_hq_reserves=False).mark("hq-b1", mark, 1)
    assert "neither disrupted nor suppressed" in refused(table, "10.4", "reserve", units=["stryker-1"])
    table = field().put("hq-b1", "attrition-blue")
    refused(table, "10.4", "reserve", units=["stryker-1"])


@pytest.mark.rule("ows ground.2")
def test_both_sides_organize_before_any_unit_acts() -> None:
    table = field()
    table.order("proceed", side="blue")
    assert table.state.phase == "ground organization"
    refused(table, "3.1a", "defend", side="blue", units=["abct-1"])
    table.order("defend", side="red", units=["rifle-1"])
    table.order("proceed", side="red")
    assert table.state.phase == "prep fires"
    refused(table, "ground.2.C", "defend", side="blue", units=["abct-1"])


# --- ground.2.B: tokens of headquarters --------------------------------------------------------------------


def with_tokens() -> Table:
    """The proving ground, whose headquarters generate tokens, in the Organize step."""
    return Table("ows", dice="scripted").phase("ground organization", side="")


@pytest.mark.rule("ows ground.2.B")
def test_tokens_of_ground_headquarters_that_were_not_played_are_placed_now() -> None:
    table = with_tokens()
    listed = {part.name for part in table.session.legal().parts}
    assert "influence" in listed
    before = len(see_log(table.session.game.log, "red"))
    table.order("influence", side="blue", token="hq-b-token-2", target="marines-1")
    assert len(see_log(table.session.game.log, "red")) == before
    assert "token of a ground headquarters" in refused(
        table, "ground.2.B", "influence", token="shield-b", target="marines-1"
    )
    told(table, end)
    assert table.state.pieces["hq-b-token-2"].place == "information"
    assert table.state.mark_named("marines-1", "countermeasures") == "hq-b-token-2"
    refused(table, "ground.2.B", "influence", token="hq-b-token-2", target="hq-b")


@pytest.mark.rule("ows ground.2.B", "ows seq.4.2", "ows 7.2.1.1c")
def test_a_token_of_the_information_phase_takes_effect_once_not_again_in_the_organize_step() -> None:
    table = Table("ows", "river", dice="scripted").phase("information", side="")
    table.order("influence", side="red", token="disrupt-red", function="c2")
    for side in ("red", "blue"):
        table.order("proceed", side=side)
    assert table.state.track("c2-blue") == 3
    organizing(table)
    done(table)
    assert table.state.track("c2-blue") == 3


@pytest.mark.rule("ows ground.2.B", "ows 7.2.1.1b")
def test_a_token_may_be_kept_in_hand_and_a_disrupted_headquarters_has_none() -> None:
    table = with_tokens()
    table.order("influence", side="blue", token="hq-b-token-2", target="marines-1")
    table.order("withdraw", side="blue", token="hq-b-token-2")
    told(table, end)
    assert table.state.pieces["hq-b-token-2"].place == "hand-blue"
    table.mark("hq-b", "disrupted", 1)
    refused(table, "7.2.1.1b", "influence", token="hq-b-token-2", target="marines-1")


# --- ground.2.C: air missions ------------------------------------------------------------------------------


def flying(type: str, place: str) -> Table:
    """A mission of Harriers flies over the proving field."""
    table = field().put("av8b-1", place)
    return table.mark("av8b-1", "mission", {"type": type, "package": "", "tanker": "", "since": 1})


@pytest.mark.rule("ows ground.2.C")
def test_close_air_support_is_allotted_to_a_formation_which_it_alone_supports() -> None:
    table = flying("cas", "f0404")
    mission = table.state.pieces["av8b-1"]
    assert serves(table.state, mission, "f0604", ["b1"])
    before = see_log(table.session.game.log, "red")
    table.order("allot", side="blue", mission="av8b-1", to="b2")
    assert see_log(table.session.game.log, "red") == before
    assert [serves(table.state, mission, "f0604", [each]) for each in ("b1", "b2")] == [False, True]
    table.order("allot", side="blue", mission="av8b-1", to="b1")
    assert serves(table.state, mission, "f0604", ["b1"])
    refused(table, "ground.2.C", "allot", mission="av8b-1", to="r1")
    done(table)
    while table.state.phase != "regeneration":
        table.order("proceed")
    assert allotted(table.state, "av8b-1") == ""


@pytest.mark.rule("ows ground.2.C")
def test_only_cas_and_interdiction_missions_are_allotted() -> None:
    table = flying("strike", "f0404")
    refused(table, "ground.2.C", "allot", mission="av8b-1", to="b1")
    table = flying("interdiction", "f0404")  # it flies in its kill box, and supports no formation
    refused(table, "ground.2.C", "allot", mission="av8b-1", to="b1")


@pytest.mark.rule("ows 2.2.7.1b")
def test_only_headquarters_that_have_placed_a_main_effort_have_used_it() -> None:
    table = field()
    table.order("main-effort", side="blue", unit="abct-1")
    done(table)
    assert table.state.marked(NAMED) == {"hq-b1": 1}


@pytest.mark.rule("ows 10.7b", "ows 10.7c")
def test_that_a_unit_has_just_come_counts_for_the_position_that_it_came_to_alone() -> None:
    table = with_position()
    march(table, "tank-12", "f0704")
    march(table, "rifle-1", "f0604")
    assert table.state.mark("rifle-1", ARRIVED) == 2
    march(table, "rifle-1", "f0603")
    assert table.state.mark("rifle-1", ARRIVED) is None
    march(table, "rifle-1", "f0604")
    table.order("level", side="red", hex="f0604")
    assert table.state.mark("rifle-1", ARRIVED) is None
    assert table.state.marks_for.get(("rifle-1", ARRIVED.name)) is None


@pytest.mark.rule("ows ground.2.A")
def test_a_formation_is_called_by_its_name_and_anything_else_as_it_is() -> None:
    state = field().state
    assert [called(state, each) for each in ("b1", "r2", "north-west")] == [
        "1st Division",
        "90th Division",
        "north-west",
    ]


@pytest.mark.rule("ows 10.5a", "ows 2.2.7.1b")
def test_a_headquarters_is_to_be_said_where_several_can_name_a_unit() -> None:
    table = field()
    assert hqs_listed(table.state, "abct-1") == [None]
    assert hqs_for(table.state, "abct-1") == [None, "hq-b1"]
    rows = [dict(row) for row in table.state.tables["formations"].data.rows]
    rows[0]["senior"] = "b2"
    table.adopt("formations", rows)
    assert hqs_listed(table.state, "abct-1") == ["hq-b1", "hq-b2"]
    table.order("main-effort", side="blue", unit="stryker-1", hq="hq-b1")
    assert hqs_listed(table.state, "abct-1") == [None]
