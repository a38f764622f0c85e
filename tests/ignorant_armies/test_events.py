"""The 25 random events: each gate, each effect, what is remembered."""

import pytest

from adjudication.systems.ignorant_armies.random_events.events import BY_RESULT, ENTRIES
from adjudication.systems.ignorant_armies.table.sides import NAVAL_INTERVENTION, box
from tests.ignorant_armies.war import FIRST_TURN, War

RESULTS = [10 * tens + ones for tens in range(1, 7) for ones in range(1, 7)]


def at(war: War, box_: str, side: str) -> set[str]:
    return {piece.id for piece in war.state.pieces_at(box(box_, side))}


@pytest.mark.rule("ignorant-armies event.table")
def test_36_results_are_25_events() -> None:
    assert sorted(BY_RESULT) == RESULTS
    assert len(ENTRIES) == 25
    shared = {entry.results for entry in ENTRIES if len(entry.results) > 1}
    assert shared == {(12, 13, 14), (22, 23, 24), (36, 41, 42, 43, 44), (51, 52), (55, 56, 61)}


@pytest.mark.rule("ignorant-armies event.table")
def test_the_first_die_is_the_tens() -> None:
    war = War()
    war.event(54)
    assert war.state.mark_named("game", "random event") == {
        "result": 54,
        "name": "Israel bombs Tuwaitha",
        "turn": 2,
    }


@pytest.mark.rule("ignorant-armies event.no-event")
def test_on_turn_1_fourteen_results_are_void() -> None:
    state = War().state
    assert [result for result in RESULTS if BY_RESULT[result].gate(state)] == [
        *(11, 22, 23, 24, 35, 36, 41, 42, 43, 44, 45, 64, 65, 66)
    ]


@pytest.mark.rule("ignorant-armies event.no-event")
def test_a_void_result_uses_nothing_up() -> None:
    war = War()
    war.event(22, turn=FIRST_TURN[1982])
    assert "1983" in war.void()
    war.event(23, turn=FIRST_TURN[1983])
    assert (war.void(), war.index) == ("", 1)
    war.event(24, turn=FIRST_TURN[1984])
    assert (bool(war.void()), war.index) == (True, 1)


@pytest.mark.rule("ignorant-armies event.11")
@pytest.mark.parametrize(
    ("year", "die", "ends"),
    [
        *((1981, 1, True), (1981, 2, False), (1983, 1, True), (1983, 2, False)),
        *((1984, 2, True), (1984, 3, False), (1986, 2, True), (1986, 3, False)),
        *((1987, 3, True), (1987, 4, False), (1988, 3, True), (1988, 4, False)),
    ],
)
def test_the_ceasefire_roll_by_year(year: int, die: int, ends: bool) -> None:
    war = War()
    war.event(11, turn=FIRST_TURN[year] + (2 if year == 1981 else 0), dice=[die])
    assert (war.state.verdict is not None) is ends


@pytest.mark.rule("ignorant-armies event.11")
def test_resolution_598_is_void_before_turn_4() -> None:
    war = War()
    war.event(11, turn=3)
    assert "turn 4" in war.void()


@pytest.mark.rule("ignorant-armies event.11")
@pytest.mark.parametrize(("index", "winner"), [(3, "iran"), (-2, "iraq"), (0, "")])
def test_a_ceasefire_is_judged_by_the_index(index: int, winner: str) -> None:
    war = War()
    war.track("index", index)
    war.event(11, turn=4, dice=[1])
    assert war.state.verdict is not None
    assert war.state.verdict.winner == winner


@pytest.mark.rule("ignorant-armies event.12-14")
def test_the_congress_releases_the_republican_guard_in_two_steps() -> None:
    war = War()
    war.event(12)
    assert at(war, "available", "iraq") & {"medina", "guard-sf-8"} == {"medina", "guard-sf-8"}
    assert "guard-hammurabi" in at(war, "locked", "iraq")
    before = war.state.track("rp-iraq")
    war.begin_iraqi_turn(2)
    assert war.state.track("rp-iraq") == before + 6
    war.event(14, turn=3)
    assert not {id for id in at(war, "locked", "iraq") if id.startswith("guard")}
    war.event(13, turn=4)
    assert war.void()


@pytest.mark.rule("ignorant-armies event.15")
def test_the_purge_lasts_one_game_turn_and_comes_again() -> None:
    war = War()
    war.event(15)
    assert war.state.mark_named("game", "popular army +1")
    war.event(31, turn=3)
    assert not war.state.mark_named("game", "popular army +1")
    war.event(15, turn=4)
    assert war.state.mark_named("game", "popular army +1")


@pytest.mark.rule("ignorant-armies event.16", "ignorant-armies event.55-61")
def test_the_headquarters_are_upgraded_once_by_either_event() -> None:
    war = War()
    war.event(16)
    assert war.state.mark_named("iran", "headquarters upgraded")
    war.event(16, turn=3)
    assert war.void()
    war.event(55, turn=4)
    assert {"marines-1", "marines-2"} <= at(war, "available", "iran")
    war.event(56, turn=5)  # the upgrade is there already, and counts all the same
    war.event(61, turn=6)
    assert {"engineers-1", "engineers-2"} <= at(war, "available", "iran")
    assert war.state.mark_named("iran", "engineer divisions")
    war.event(55, turn=7)
    assert war.void()


@pytest.mark.rule("ignorant-armies event.55-61")
def test_the_second_result_upgrades_the_headquarters() -> None:
    war = War()
    war.event(55)
    assert not war.state.mark_named("iran", "headquarters upgraded")
    war.event(55, turn=3)
    assert war.state.mark_named("iran", "headquarters upgraded")


@pytest.mark.rule("ignorant-armies event.21")
def test_human_waves_count_one_more_this_game_turn() -> None:
    war = War()
    war.event(21)
    war.fights("iran").put("infantry-2", "2117")
    events = war.order(
        "attack",
        hex="2117",
        units=["armour-iran-81"],
        human_wave=True,
        dice=[3],
        answers=["no effect"],
    )
    assert "no political officers" in str(events)
    war.event(21, turn=3)
    assert war.void()


@pytest.mark.rule("ignorant-armies event.22-24")
def test_chemical_ali_needs_no_chemical_weapons() -> None:
    war = War()
    war.event(24, turn=FIRST_TURN[1983])
    assert war.index == 1


@pytest.mark.rule("ignorant-armies event.25")
def test_syria_then_libya_then_nothing() -> None:
    war = War()
    war.event(25)
    assert war.index == 1
    war.event(25, turn=3)
    assert (war.index, war.state.mark_named("iran", "missile limit")) == (1, 4)
    war.event(25, turn=4)
    assert war.void()
    war.event(31, turn=FIRST_TURN[1985])  # the next missiles of the schedule: one more comes with them
    assert {"ssm-iran-1", "libya-scud"} <= at(war, "missiles", "iran")
    for turn in (FIRST_TURN[1986], FIRST_TURN[1987], FIRST_TURN[1988]):
        war.event(31, turn=turn)
    assert len(at(war, "missiles", "iran")) == 4
    assert "ssm-iran-4" in at(war, "schedule", "iran")


@pytest.mark.rule("ignorant-armies event.25")
def test_without_libya_iran_holds_three_missiles() -> None:
    war = War()
    for year in (1985, 1986, 1987, 1988):
        war.event(31, turn=FIRST_TURN[year])
    assert len(at(war, "missiles", "iran")) == 3


@pytest.mark.rule("ignorant-armies event.26")
def test_the_naval_division_may_be_built_once() -> None:
    war = War()
    war.event(26)
    assert "naval-1" in at(war, "available", "iraq")
    war.event(26, turn=3)
    assert war.void()


@pytest.mark.rule("ignorant-armies event.31")
def test_the_call_up_gives_two_rps_each_time() -> None:
    war = War()
    war.event(31)
    war.event(31, turn=3)
    assert war.state.track("rp-iraq") == 4


@pytest.mark.rule("ignorant-armies event.33")
def test_six_brigades_one_a_turn() -> None:
    war = War()
    war.event(33)
    assert {f"sf-{number}" for number in range(2, 8)} <= at(war, "available", "iraq")
    war.track("rp-iraq", 9).iraq_moves()
    war.order("build", unit="sf-2", to="1521")
    refused = [order for order in war.session.legal() if order.arguments.get("unit") == "sf-3"]
    assert refused == []
    war.event(31, turn=3)
    war.iraq_moves(turn=3).order("build", unit="sf-3", to="1521")
    assert war.state.pieces["sf-3"].place == "1521"


@pytest.mark.rule("ignorant-armies event.33")
def test_the_first_brigade_is_none_of_the_six() -> None:
    war = War()
    assert war.state.pieces["sf-1"].place == "2431"
    war.event(33)
    war.put("sf-1", "deadpile-iraq").track("rp-iraq", 9).iraq_moves()
    war.order("build", unit="sf-1", to="1521")
    war.order("build", unit="sf-2", to="1521")
    assert war.state.pieces["sf-2"].place == "1521"


@pytest.mark.rule("ignorant-armies event.34", "ignorant-armies event.53")
def test_missiles_are_delivered_until_the_end_of_the_next_turn() -> None:
    war = War()
    war.event(34, answers=["armour-iran-92", "infantry-iran-77"])
    assert war.state.mark_named("armour-iran-92", "missiles delivered") == ["TOW missiles"]
    assert war.state.mark_named("infantry-iran-77", "missiles delivered") == ["HAWK missiles"]
    war.event(53, turn=3)
    assert "34" in war.void()
    assert war.state.mark_named("armour-iran-92", "missiles delivered")
    war.event(34, turn=4)
    assert war.void()
    assert not war.state.mark_named("armour-iran-92", "missiles delivered")


@pytest.mark.rule("ignorant-armies event.53", "ignorant-armies event.34")
def test_iran_contra_forestalls_the_missiles() -> None:
    war = War()
    war.event(53)
    assert war.void() == ""
    war.event(34, turn=3)
    assert "53" in war.void()
    war.event(53, turn=4)
    assert war.void()


@pytest.mark.rule("ignorant-armies event.35")
@pytest.mark.parametrize(("year", "index"), [(1983, 0), (1984, -1)])
def test_the_mine_from_1984(year: int, index: int) -> None:
    war = War()
    war.event(35, turn=FIRST_TURN[year])
    assert war.index == index
    war.event(35, turn=FIRST_TURN[1987])
    assert war.index == -1


@pytest.mark.rule("ignorant-armies event.36-44")
def test_satellites_once_over_five_results() -> None:
    war = War()
    war.event(36, turn=FIRST_TURN[1983])
    assert war.void()
    war.event(43, turn=FIRST_TURN[1984])
    assert war.state.mark_named("iraq", "satellite intelligence")
    war.event(41, turn=FIRST_TURN[1985])
    assert war.void()


@pytest.mark.rule("ignorant-armies event.45")
def test_the_airliner_needs_that_the_navies_ever_came() -> None:
    war = War()
    war.event(45, turn=FIRST_TURN[1984])
    assert war.void()
    war.fights("iran", turn=FIRST_TURN[1987]).order("tanker-war", dice=[6])
    assert war.state.mark("game", NAVAL_INTERVENTION)
    war.event(64, turn=FIRST_TURN[1987] + 1, dice=[5])
    assert not war.state.mark("game", NAVAL_INTERVENTION)
    war.event(45, turn=FIRST_TURN[1987] + 2)
    assert (war.void(), war.index) == ("", 0)  # 1 to Iran, 1 to Iraq
    war.event(45, turn=FIRST_TURN[1988])
    assert war.void()


@pytest.mark.rule("ignorant-armies event.54")
def test_tuwaitha_is_bombed_once() -> None:
    war = War()
    war.event(54)
    war.event(54, turn=3)
    assert (bool(war.void()), war.index) == (True, 1)


@pytest.mark.rule("ignorant-armies event.62")
def test_a_reinforcement_of_next_year_arrives_now_and_not_again() -> None:
    war = War(first=(6, 2), answers=["infantry-14"])
    assert "infantry-14" in at(war, "available", "iraq")
    war.event(31)
    assert "infantry-14" in at(war, "available", "iraq")


@pytest.mark.rule("ignorant-armies event.62")
def test_iraq_may_decline_and_gets_an_rp_only_where_nothing_is_due() -> None:
    war = War()
    war.event(62, answers=["none"])
    before = war.state.track("rp-iraq")
    war.begin_iraqi_turn(2)
    assert war.state.track("rp-iraq") == before + 4
    war.event(62, turn=FIRST_TURN[1988])  # there is no 1989
    before = war.state.track("rp-iraq")
    war.begin_iraqi_turn(FIRST_TURN[1988])
    assert war.state.track("rp-iraq") == before + 5


@pytest.mark.rule("ignorant-armies event.64")
@pytest.mark.parametrize(("die", "stays"), [(4, True), (5, False)])
def test_the_navies_leave_on_5(die: int, stays: bool) -> None:
    war = War()
    war.event(64, turn=FIRST_TURN[1983])
    assert (bool(war.void()), war.index) == (True, 0)
    war.event(64, turn=FIRST_TURN[1984])  # no navies yet: no die
    assert war.index == 1
    war.mark("game", NAVAL_INTERVENTION)
    war.event(64, turn=FIRST_TURN[1987], dice=[die])
    assert war.index == 2
    assert bool(war.state.mark("game", NAVAL_INTERVENTION)) is stays


@pytest.mark.rule("ignorant-armies event.65")
def test_khomeini_accepts_a_ceasefire() -> None:
    war = War()
    war.event(65)
    assert war.void()
    war.event(51, turn=3)
    war.event(65, turn=4)
    assert (war.index, war.state.verdict is not None) == (-2, True)


@pytest.mark.rule("ignorant-armies event.65")
def test_where_both_have_chemicals_the_war_may_go_on() -> None:
    war = War()
    war.event(52)
    war.event(46, turn=3)
    war.event(65, turn=4, dice=[3])
    assert (war.index, war.state.verdict) == (0, None)
    war.event(65, turn=5, dice=[4])
    assert (war.index, war.state.verdict is not None) == (-1, True)


@pytest.mark.rule("ignorant-armies event.66")
@pytest.mark.parametrize(("level", "void"), [(0, True), (-3, True), (1, False)])
def test_a_coup_needs_that_iran_leads(level: int, void: bool) -> None:
    war = War()
    war.track("index", level)
    war.event(66, dice=[] if void else [6])
    assert bool(war.void()) is void


@pytest.mark.rule("ignorant-armies event.66")
@pytest.mark.parametrize(("die", "index", "over"), [(3, 3, True), (4, 2, False), (5, 3, False)])
def test_the_coup_die_against_the_level(die: int, index: int, over: bool) -> None:
    war = War()
    war.track("index", 3).put("guard-baghdad", "1611")
    war.event(66, dice=[die])
    assert (war.index, war.state.verdict is not None) == (index, over)


@pytest.mark.rule("ignorant-armies event.66")
@pytest.mark.parametrize(
    ("steps", "iranian", "over"), [(2, "2020", False), (1, "2020", True), (2, "1721", True)]
)
def test_a_guard_division_in_baghdad_counts_where_no_iranian_is_near(
    steps: int, iranian: str, over: bool
) -> None:
    war = War(joint_arab=False)  # else an Iranian unit near Baghdad brings an intervention roll
    war.track("index", 3).change("guard-baghdad", steps=steps)
    war.put("brigade-84", iranian)
    war.event(66, dice=[3])
    assert (war.state.verdict is not None) is over


@pytest.mark.rule("ignorant-armies ja.coup-modifier")
@pytest.mark.parametrize(("status", "over"), [("in effect", False), ("withdrawn", True), (None, True)])
def test_intervention_adds_two_while_it_lasts(status: str | None, over: bool) -> None:
    war = War()
    war.track("index", 3).put("guard-baghdad", "1611")
    war.mark("game", "joint arab intervention", status).mark("game", "joint arab arrival", 1)
    war.event(66, dice=[3])
    assert (war.state.verdict is not None) is over
