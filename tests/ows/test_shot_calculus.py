"""The shot calculus (9.2) and the interception of salvos by fighters (9.9.4.1), case by case."""

from typing import Any

import pytest

from adjudication.systems.ows.turn.asking import one_each
from domain.errors import BadData
from domain.events import Marked
from domain.texts import Text
from tests.ows.fire import LOCAL, dice_of, salvos, shifts_of, steps, strike, war
from tests.ows.undersea import patrol, read_by
from tests.table import Table

TOMAHAWK = "ssgn-1/tomahawk"


def hq9(*markers: str) -> dict[str, str]:
    """Both shields of the HQ-9 battery at these salvos."""
    return salvos("hq9-1/hq9", *markers)


@pytest.mark.rule("ows 9.2a", "ows 2.2.2.3.2", "ows 2.1.1.2", "ows 9.2.1c")
@pytest.mark.parametrize(("dice", "left"), [([5], 4), ([6, 2], 4), ([6, 3], 3), ([10, 3], 3)])
def test_a_defended_target_needs_two_successes(dice: list[int], left: int) -> None:
    table = war()
    answer = hq9("airfield-r/tomahawk/1")
    events = strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), dice, [answer])
    assert dice_of(events) == [10] * len(dice)
    assert steps(table, "airfield-r") == left


@pytest.mark.rule("ows 9.2a", "ows 9.2.1c")
def test_an_unmatched_salvo_rolls_against_the_red_shield_alone() -> None:
    table = war()
    events = strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [3], [{}])
    assert dice_of(events) == [10]
    assert steps(table, "airfield-r") == 3
    assert table.state.mark_named("hq9-1", "spent") is None


@pytest.mark.rule("ows 9.2c", "ows 2.2.2.3.2", "ows 9.2.1b", "ows 2.2.7.4a", "ows 2.2.7.4b", "ows 2.2.2.8")
def test_a_shield_is_spent_as_it_is_committed_with_the_die_that_is_the_same_munition() -> None:
    table = war()
    answer = hq9("airfield-r/tomahawk/1")
    strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [6, 3], [answer])
    assert table.state.mark_named("hq9-1", "spent") == {"hq9": 1, "hq9-aa": 1}
    assert table.state.marks_for["hq9-1", "spent"] == ("red",)
    table.phase("long-range strikes", side="blue")
    second = {"ssgn-1/tomahawk/1": "airfield-r", "ssgn-1/tomahawk/2": "airfield-r"}
    with pytest.raises(BadData, match=r"hq9/2 cannot be chosen here; these can: .*hq9/1"):
        strike(table, "0903", second, [3, 3], [hq9("airfield-r/tomahawk/1", "airfield-r/tomahawk/2")])


@pytest.mark.rule("ows 9.2.1.1", "ows 2.1.1.1", "ows 2.2.2.2a")
def test_five_shields_against_three_d10_salvos_demote_two_of_them() -> None:
    table = war().put("type055-1", "0903")
    one, two, three = (f"airfield-r/tomahawk/{n}" for n in (1, 2, 3))
    answer = {**salvos("type055-1/hhq9", one, two, three), **hq9(one, two)}
    events = strike(table, "0903", salvos(TOMAHAWK, *["airfield-r"] * 3), [6, 8, 6, 8, 10, 10], [answer])
    assert dice_of(events) == [8, 8, 8, 8, 10, 10]
    assert shifts_of(events) == [("excess grey shields", -1, "ows 9.2.1.1")]  # of both salvos at once
    assert table.state.mark_named("type055-1", "spent") == {"hhq9": 3}
    assert table.state.mark_named("hq9-1", "spent") == {"hq9": 2, "hq9-aa": 2}


@pytest.mark.rule("ows 9.2.1.1")
def test_excess_shields_may_all_go_to_one_salvo() -> None:
    table = war().put("type055-1", "0903")
    one = "airfield-r/tomahawk/1"
    answer = {**salvos("type055-1/hhq9", one, one), **hq9(one)}
    events = strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [5], [answer])
    assert dice_of(events) == [6]  # a D10 two rungs down
    assert steps(table, "airfield-r") == 4


@pytest.mark.rule("ows 9.2.1.2a")
def test_in_layers_five_shields_against_three_salvos_are_rolled_one_by_one() -> None:
    table = war(layered_shields=True).put("type055-1", "0903")
    one, two, three = (f"airfield-r/tomahawk/{n}" for n in (1, 2, 3))
    answer = {**salvos("type055-1/hhq9", one, two, three), **hq9(one, two)}
    dice = [
        6,
        6,
        3,
        6,
        5,
        6,
        2,
    ]  # a hit; stopped by the second layer; by the red shield
    events = strike(table, "0903", salvos(TOMAHAWK, *["airfield-r"] * 3), dice, [answer])
    assert dice_of(events) == [10] * 7
    assert shifts_of(events) == []
    assert steps(table, "airfield-r") == 3


@pytest.mark.rule("ows 9.2.1.2b")
def test_never_more_than_two_layers() -> None:
    table = war(layered_shields=True).put("type055-1", "0903")
    answer = salvos("type055-1/hhq9", *["airfield-r/tomahawk/1"] * 3)
    with pytest.raises(BadData, match="At most 2 grey shields meet one salvo"):
        strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [], [answer])


@pytest.mark.rule("ows 9.2b", "ows 2.2.2.1a")
@pytest.mark.parametrize(("hex", "covered"), [("0903", True), ("0902", True), ("0906", False)])
def test_the_umbrella_reaches_as_far_as_the_missile(hex: str, covered: bool) -> None:
    table = war().put("airfield-r", hex).put("ssgn-1", "0605").put("hq9-1", "0903")
    answers: list[Any] = [hq9("airfield-r/tomahawk/1")] if covered else []
    events = strike(table, hex, salvos(TOMAHAWK, "airfield-r"), [5], answers)
    assert len(dice_of(events)) == 1
    assert steps(table, "airfield-r") == (4 if covered else 3)


def df21(table: Table, *targets: str) -> dict[str, str]:
    table.put("df21-1", "0704").phase("long-range strikes", side="red")
    return salvos("df21-1/df21", *targets)


@pytest.mark.rule("ows 2.2.2.7b", "ows 2.2.2.7")
def test_plain_shields_are_of_no_use_against_ballistic_salvos() -> None:
    table = war("ddg-1").put("ddg-1", "0505").put("maya-1", "0101")
    events = strike(table, "0505", df21(table, "ddg-1"), [4], [])  # its BMD shield does not emit
    assert dice_of(events) == [12]


@pytest.mark.rule("ows 2.2.2.7b", "ows 6.4.3")
def test_a_bmd_shield_that_emits_meets_a_ballistic_salvo() -> None:
    table = war("ddg-1").put("ddg-1", "0505").mark("ddg-1", "emitting")
    answer = {"ddg-1/sm6/1": "ddg-1/df21/1"}
    events = strike(table, "0505", df21(table, "ddg-1"), [6], [answer])
    assert dice_of(events) == [12]
    assert steps(table, "ddg-1") == 2
    assert table.state.mark_named("ddg-1", "spent") == {"sm6": 1, "sm6-strike": 1}


@pytest.mark.rule("ows 2.2.2.7c")
def test_the_down_arrow_demotes_the_ballistic_salvo_that_it_engages() -> None:
    table = war("maya-1").put("maya-1", "0505").mark("maya-1", "emitting")
    answer = {"maya-1/aegis/1": "maya-1/df21/1"}
    events = strike(table, "0505", df21(table, "maya-1", "maya-1"), [7, 4, 12], [answer])
    assert dice_of(events) == [10, 10, 12]
    assert shifts_of(events) == [("ballistic missile defence", -1, "ows 2.2.2.7c")]


@pytest.mark.rule("ows 2.2.2.7d")
@pytest.mark.parametrize(
    ("flight", "shields"), [("hypersonic", {"ddg-1/sm6/1"}), ("HGV", set()), ("ballistic", {"ddg-1/sm6/1"})]
)
def test_hypersonic_salvos_only_bmd_shields_and_glide_vehicles_none(flight: str, shields: set[str]) -> None:
    from adjudication.systems.ows.joint_fires.salvos import Salvo, called
    from adjudication.systems.ows.joint_fires.shot_calculus import may_meet
    from adjudication.systems.ows.table.counters import Weapon

    table = war("ddg-1").mark("ddg-1", "emitting").put("ddg-1", "0505")
    weapon = Weapon("m", "Missile", 12, ("sea",), flight, range=5, salvos=1)
    salvo = Salvo("ddg-1/m/1", called("Missile", 1, "ddg-1"), "red", "df21-1", weapon, "0704", "ddg-1")
    assert (
        set(may_meet(table.state, [table.state.pieces["ddg-1"]], [salvo])) & {"ddg-1/sm6/1", "ddg-1/sm2/1"}
        == shields
    )


@pytest.mark.rule("ows 2.2.2.8")
def test_an_sm6_is_a_shield_or_a_hypersonic_attack_and_both_are_spent() -> None:
    table = war("houbei-1", phase=LOCAL).put("houbei-1", "0504").put("ddg-1", "0404")
    events = strike(table, "0504", {"ddg-1/sm6-strike/1": "houbei-1"}, [3], [{}])
    assert dice_of(events) == [12]
    assert table.state.mark_named("ddg-1", "spent") == {"sm6-strike": 1, "sm6": 1}
    assert table.state.pieces["houbei-1"].place == "attrition-red"


@pytest.mark.rule("ows 7.2.1.1b", "ows 9.6.1a", "ows 10.15.7f")
@pytest.mark.parametrize("mark", ["disrupted", "suppressed"])
def test_a_disrupted_or_suppressed_unit_commits_no_shield(mark: str) -> None:
    table = war().mark("hq9-1", mark)
    assert dice_of(strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [2])) == [10]


@pytest.mark.rule("ows 9.9.4.1a", "ows 9.9.4.1b")
@pytest.mark.parametrize(("roll", "left"), [(4, 3), (5, 4)])
def test_a_fighter_intercepts_a_subsonic_salvo_on_five(roll: int, left: int) -> None:
    table = patrol(war(), "j16-1", "0903", "cap").put("hq9-1", "1008")
    answer = {"j16-1": "airfield-r/tomahawk/1"}
    dice = [roll, 3] if roll < 5 else [roll]
    events = strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), dice, [answer])
    assert dice_of(events)[0] == 10
    assert steps(table, "airfield-r") == left
    assert table.state.mark_named("j16-1", "engaged") == 1
    table.phase("long-range strikes", side="blue")
    assert dice_of(strike(table, "0903", {"ssgn-1/tomahawk/2": "airfield-r"}, [2])) == [10]  # one a turn


@pytest.mark.rule("ows 9.9.4.1a")
def test_a_supersonic_salvo_defends_with_seven() -> None:
    table = war("ddg-1", side="red", phase=LOCAL).put("ddg-1", "0604").put("type055-1", "0704")
    patrol(table, "f35-1", "0604", "cap")
    for other in ("ddg-2", "maya-1"):
        table.put(other, "0101")
    answers: list[Any] = [{}, {"f35-1": "ddg-1/yj18/1"}, {}]
    events = strike(table, "0604", {"type055-1/yj18/1": "ddg-1"}, [6, 4], answers)
    assert dice_of(events) == [12, 10]
    assert steps(table, "ddg-1") == 2


@pytest.mark.rule("ows 2.2.2.7a", "ows 9.9.4.1b")
def test_fighters_cannot_intercept_ballistic_salvos() -> None:
    table = patrol(war("ddg-1").put("ddg-1", "0505"), "f35-1", "0505", "cap")
    assert dice_of(strike(table, "0505", df21(table, "ddg-1"), [4])) == [12]


@pytest.mark.rule("ows 9.9.4.1a")
@pytest.mark.parametrize(("type", "markers", "asked"), [("oca", True, 0), ("dca", True, 1), ("cap", True, 0)])
def test_with_markers_only_dca_intercepts(type: str, markers: bool, asked: int) -> None:
    table = patrol(war(counter_air_markers=markers), "j16-1", "0903", type).put("hq9-1", "1008")
    strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [2], [{}] * asked)
    intercepts = [question for question in table.people.asked if question.side == "red"]
    assert len(intercepts) == asked


@pytest.mark.rule("ows 6.5.9.3")
def test_cec_demotes_a_cruise_salvo_that_the_ship_engages_twice() -> None:
    table = war("maya-1", side="red", phase=LOCAL).put("maya-1", "0604").put("type055-1", "0704")
    for other in ("ddg-1", "ddg-2", "cvn-1"):
        table.put(other, "0101")
    patrol(table, "e2d-1", "0604", "aew")
    answers: list[Any] = [{}, {"maya-1/aegis/1": "maya-1/yj18/1"}]
    events = strike(table, "0604", {"type055-1/yj18/1": "maya-1"}, [6], answers)
    assert dice_of(events) == [6]
    assert [(amount, rule) for _, amount, rule in shifts_of(events)] == [(-2, "ows 6.5.9.3")]


@pytest.mark.rule("ows 9.2.1b")
def test_the_attacker_reads_the_rolls_and_not_which_shields_were_there() -> None:
    table = war(shields_reveal=False)
    events = strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [6, 2], [hq9("airfield-r/tomahawk/1")])
    told = read_by(table, "blue", len(events))
    contact = table.state.name_for("blue", "hq9-1")
    shield = Text("grey shield of a hidden unit", {"unit": contact})
    assert str(shield.as_argument()) in told
    assert "HQ-9" not in told
    assert "hq9/2" not in told
    assert "hq9-1" not in told
    assert "ssgn" not in read_by(table, "red", len(events))


@pytest.mark.rule("ows 9.9.4.2")
@pytest.mark.parametrize("revealed", [True, False])
def test_a_unit_that_fires_a_grey_shield_is_detected_and_its_die_has_a_number(revealed: bool) -> None:
    table = war(shields_reveal=revealed)
    assert table.state.mark_named("hq9-1", "tacsit 1") is None
    events = strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [6, 2], [hq9("airfield-r/tomahawk/1")])
    assert bool(table.state.mark_named("hq9-1", "tacsit 1")) is revealed
    detecting = [each.rule for each in events if isinstance(each, Marked) and each.mark == "tacsit 1"]
    assert detecting == ["ows 9.9.4.2"] * revealed
    told = read_by(table, "blue", len(events))
    shield = Text("grey shield", {"least": 6, "shield": "hq9-1/hq9"})
    assert (str(shield.as_argument()) in told) is revealed


@pytest.mark.rule("ows 9.2.1.1", "ows 9.2.1c")
def test_of_several_shields_the_highest_defends() -> None:
    table = war("ddg-1", side="red", phase=LOCAL).put("ddg-1", "0604").put("type055-1", "0704")
    for other in ("ddg-2", "maya-1", "cvn-1"):
        table.put(other, "0101")
    answer = {"ddg-1/sm2/1": "ddg-1/yj18/1", "ddg-1/sm6/1": "ddg-1/yj18/1"}
    events = strike(table, "0604", {"type055-1/yj18/1": "ddg-1"}, [6], [{}, answer])
    assert dice_of(events) == [8]  # a six stops it at the SM-6, and would have beaten the SM-2
    assert steps(table, "ddg-1") == 2


@pytest.mark.parametrize(
    ("may", "advised"),
    [
        ({"a": ["x", "y"], "b": ["x", "y"], "c": ["x", "y"]}, {"a": "x", "b": "y"}),
        ({"a": ["x"], "b": ["x"], "c": ["y"]}, {"a": "x", "c": "y"}),
        ({"a": []}, {}),
        ({}, {}),
    ],
)
def test_the_advice_of_an_allotment_is_one_for_each_target(
    may: dict[str, list[str]], advised: dict[str, str]
) -> None:
    assert one_each(may) == advised


@pytest.mark.rule("ows 9.9.4.1a", "ows 2.3.1a", "ows 7.2.1.1b")
@pytest.mark.parametrize(
    ("marks", "die"), [((), 10), (("rsoi",), 8), (("disrupted",), 8), (("rsoi", "disrupted"), 6)]
)
def test_a_fighter_in_rsoi_or_without_c2_intercepts_with_a_demoted_die(
    marks: tuple[str, ...], die: int
) -> None:
    table = patrol(war(), "j16-1", "0903", "cap").put("hq9-1", "1008")
    for mark in marks:
        table.mark("j16-1", mark, 1)
    answer = {"j16-1": "airfield-r/tomahawk/1"}
    assert dice_of(strike(table, "0903", salvos(TOMAHAWK, "airfield-r"), [1, 1], [answer]))[0] == die
