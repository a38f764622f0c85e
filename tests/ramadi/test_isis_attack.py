"""The ISIS attack (6.6), with its tie-breaks, its odds and what it leaves behind."""

from typing import Any

import pytest

from adjudication.systems.ramadi.table.ground import held_hexes
from domain.events import DieRolled, PhaseEntered
from tests.ramadi.cases import (
    HIDDEN,
    attack_counter,
    battlefield,
    clear,
    entered,
    face,
    line,
    picked,
    place,
    points,
    ready,
    rolled,
    scored,
    stock,
    total,
)
from tests.ramadi.table import RamadiTable

NEAR, BEYOND, STADIUM = "0809", "0808", "0708"
"""Iskan South next to the South zone, Iskan behind it, the Stadium behind that: a line of communication."""


def threatened(**options: Any) -> RamadiTable:
    """All operations are executed and an Attack counter lies aside."""
    table = battlefield(**options)
    attack_counter(table)
    return table


# --- whether and how often -----------------------------------------------------------------------


@pytest.mark.rule("ramadi 6.6a")
def test_without_an_attack_counter_isis_does_not_attack() -> None:
    table = battlefield()
    table.put("cts-1", NEAR)
    events = table.order("proceed")
    assert rolled(events) == []
    assert "isis attack" not in [event.phase for event in events if isinstance(event, PhaseEntered)]
    assert place(table, "cts-1") == NEAR


@pytest.mark.rule("ramadi 6.6a", "ramadi 6.3d")
def test_two_attack_counters_in_a_turn_make_one_attack() -> None:
    table = battlefield()
    ready(table, "0810", NEAR, "cts-1", asset="attack-1")
    ready(table, "0810", "0710", "cts-2", ied="ied-poor-2", fighters="f-militia-2", asset="attack-2")
    pool = table.state.at["pool-assets"]
    table.order("execute", target=NEAR, dice=[pool.index("air-defence-1") + 1, 6, 1])
    assert place(table, "attack-1") == "attack"
    table.order("execute", target="0710", dice=[pool.index("air-defence-1") + 1, 6, 1])
    assert place(table, "attack-1") == "attack"
    assert place(table, "attack-2") == "pool-assets"
    events = table.order("proceed", dice=[2, 6, 1])  # which of two CTS, then 3 + 6 against 4 + 1
    assert rolled(events) == ["ISIS attack", "ISF defence"]
    assert place(table, "attack-1") == "pool-assets"


@pytest.mark.rule("ramadi 6.6a", "ramadi 3.2d")
@pytest.mark.parametrize("asset", ["sv-ied-1", "vb-ied-1"])
def test_reading_suicide_and_vehicle_bombs_are_no_attack_counters(asset: str) -> None:
    table = battlefield()
    ready(table, "0810", NEAR, "cts-1", "cts-2", asset=asset)
    table.order("execute", target=NEAR, dice=[6, 1], answers=[["cts-1", "cts-2"]])
    assert table.state.at.get("attack", []) == []
    assert rolled(table.order("proceed")) == []


# --- priorities ----------------------------------------------------------------------------------


@pytest.mark.rule("ramadi 6.6b", "ramadi 6.6d", "ramadi 5.2l")
def test_a_marker_that_costs_points_comes_before_any_unit() -> None:
    table = threatened()
    clear(table, NEAR)
    table.put("militia-1", BEYOND)
    scored(table, 2)
    events = table.order("proceed")
    assert rolled(events) == []
    assert NEAR not in held_hexes(table.state)
    assert len(stock(table)) == 12
    assert points(table) == (0, 0)
    assert place(table, "militia-1") == BEYOND


@pytest.mark.rule("ramadi 6.6b")
@pytest.mark.parametrize(("pick", "gone", "left"), [(1, BEYOND, 1), (2, NEAR, 0)])
def test_reading_any_loss_qualifies_and_chance_picks_not_the_largest(pick: int, gone: str, left: int) -> None:
    table = threatened(attacks_on_markers="points")
    clear(table, NEAR, BEYOND)
    scored(table, 2)
    events = table.order("proceed", dice=[pick])
    assert picked(events) == [[BEYOND, NEAR]]
    assert gone not in held_hexes(table.state)
    assert points(table) == (left, 0)


@pytest.mark.rule("ramadi 6.6b")
@pytest.mark.parametrize("worthless", ["0710", "0604", "0807"])
def test_reading_a_marker_that_matters_to_no_points_is_passed_over(worthless: str) -> None:
    """A railway yard, a palm grove and an urban hex without a line of communication give nothing."""
    table = threatened()
    clear(table, worthless)
    table.put("cts-1", NEAR)
    scored(table, 1)
    events = table.order("proceed", dice=[1, 6])  # the CTS: 3 + 1 against 4 + 6
    assert rolled(events) == ["ISIS attack", "ISF defence"]
    assert worthless in held_hexes(table.state)
    assert points(table) == (2, 0)


@pytest.mark.rule("ramadi 6.6b", "ramadi 6.6d")
def test_a_marker_without_points_of_its_own_counts_when_others_hang_on_it() -> None:
    table = threatened()
    clear(table, "0710")  # railway yards: worth nothing
    table.put("cts-1", "0709")  # urban, reached by the yards alone
    scored(table, 1)
    events = table.order("proceed")
    assert rolled(events) == []
    assert "0710" not in held_hexes(table.state)
    assert "0709" in held_hexes(table.state)
    assert points(table) == (0, 0)


@pytest.mark.rule("ramadi 6.6b")
def test_a_marker_whose_line_has_another_way_round_does_not_qualify_for_it() -> None:
    table = threatened()
    clear(table, "0710")
    table.put("cts-1", "0709")
    table.put("cts-2", NEAR)  # 0709 is linked by 0809 as well
    scored(table, 2)
    table.order("proceed", dice=[1, 1, 6])
    assert "0710" in held_hexes(table.state)
    assert points(table) == (3, 0)


@pytest.mark.rule("ramadi 6.6c")
def test_the_weakest_unit_in_the_contested_zone_is_attacked_stacked_or_not() -> None:
    table = threatened()
    table.put("cts-1", NEAR)
    table.put("eb-1", NEAR)
    table.put("np-1", BEYOND)
    table.put("militia-1", "0810")  # weaker still or as weak, but in a deployment zone
    scored(table, 2)
    events = table.order("proceed", dice=[6, 1])
    assert picked(events) == []
    assert line(events, "ISF defence", "eb-1") == 1
    assert place(table, "eb-1") == "transfer"


@pytest.mark.rule("ramadi 6.6c", "ramadi 1.0")
@pytest.mark.parametrize(("pick", "attacked"), [(1, "eb-2"), (2, "militia-1")])
def test_reading_chance_picks_among_equally_weak_units(pick: int, attacked: str) -> None:
    table = threatened()
    table.put("militia-1", BEYOND)
    table.put("eb-2", NEAR)
    table.put("np-1", NEAR)
    scored(table, 2)
    events = table.order("proceed", dice=[pick, 6, 1])
    assert picked(events) == [["eb-2", "militia-1"]]
    assert place(table, attacked) == "transfer"
    assert table.people.asked == []  # the player never chooses for ISIS


@pytest.mark.rule("ramadi 6.6c", "ramadi 6.6g")
def test_reading_without_a_target_nothing_is_attacked() -> None:
    table = threatened()
    table.put("cts-1", "0810")
    events = table.order("proceed")
    assert rolled(events) == []
    assert points(table) == (0, 0)
    assert place(table, "attack-1") == "pool-assets"


# --- resolution ----------------------------------------------------------------------------------


@pytest.mark.rule("ramadi 6.6d", "ramadi 5.2j")
def test_one_attack_may_cut_the_line_of_several_hexes() -> None:
    table = threatened()
    clear(table, NEAR)
    table.put("cts-1", BEYOND)
    table.put("cts-2", STADIUM)
    table.put("cts-3", "0807")
    scored(table, 1 + 1 + 5 + 1)
    events = table.order("proceed")
    assert rolled(events) == []
    assert set(held_hexes(table.state)) == {BEYOND, STADIUM, "0807"}
    assert points(table) == (0, 0)


@pytest.mark.rule("ramadi 6.6e", "ramadi 6.6f", "ramadi 5.2p", "ramadi 5.2r")
@pytest.mark.parametrize(
    ("unit", "isis_die", "isf_die", "repelled"),
    [
        ("cts-1", 6, 5, True),  # 9 against 9: reading, on a tie the ISF holds
        ("cts-1", 6, 4, False),
        ("mech-1", 4, 4, True),
        ("mech-1", 5, 4, False),
        ("inf-1", 1, 1, False),  # 4 against 3
        ("inf-1", 1, 2, True),
        ("militia-1", 6, 6, False),
        ("militia-1", 1, 3, True),
        ("militia-1", 1, 2, False),
    ],
)
def test_three_and_a_die_against_the_units_factor_and_a_die(
    unit: str, isis_die: int, isf_die: int, repelled: bool
) -> None:
    table = threatened()
    table.put(unit, NEAR)
    scored(table, 1)
    events = table.order("proceed", dice=[isis_die, isf_die])
    factor = {"cts-1": 4, "mech-1": 3, "inf-1": 2, "militia-1": 1}[unit]
    assert total(events, "ISIS attack") == 3 + isis_die
    assert total(events, "ISF defence") == factor + isf_die
    assert entered(events, "isis_attack") == [{"difference": factor + isf_die - 3 - isis_die}]
    if repelled:
        assert place(table, unit) == NEAR
        assert table.state.track("casualties") == 0
        assert points(table) == (1 + 1, 0)
    else:
        assert (place(table, unit), face(table, unit)) == ("transfer", "casualty")
        assert table.state.track("casualties") == 1
        assert points(table) == (0, 1)


@pytest.mark.rule("ramadi 6.6e")
@pytest.mark.parametrize("hex", ["0405", "0604", NEAR, "0708"])
def test_neither_terrain_nor_a_stack_mate_helps_the_defender(hex: str) -> None:
    table = threatened()
    table.put("np-1", hex)
    table.put("cts-1", hex)
    events = table.order("proceed", dice=[1, 3])
    assert total(events, "ISF defence") == 2 + 3
    assert rolled(events) == ["ISIS attack", "ISF defence"]


@pytest.mark.rule("ramadi 6.6f", "ramadi 5.2k")
@pytest.mark.parametrize("stack_mate", [None, "cts-1"])
def test_the_hex_reverts_when_no_unit_is_left(stack_mate: str | None) -> None:
    table = threatened()
    table.put("militia-1", NEAR)
    if stack_mate:
        table.put(stack_mate, NEAR)
    scored(table, 1)
    table.order("proceed", dice=[6, 1])
    assert place(table, "militia-1") == "transfer"
    assert (NEAR in held_hexes(table.state)) is (stack_mate is not None)
    assert points(table) == (1 if stack_mate else 0, 1)
    assert table.people.asked == []  # no marker may save it


@pytest.mark.rule("ramadi 6.6f", "ramadi 5.2j")
def test_a_unit_lost_may_cost_the_line_of_others() -> None:
    table = threatened()
    table.put("militia-1", NEAR)
    table.put("cts-1", BEYOND)
    scored(table, 2)
    table.order("proceed", dice=[6, 1])
    assert points(table) == (0, 1)


@pytest.mark.rule("ramadi 6.6e", "ramadi 6.6f")
def test_reading_a_repelled_attack_costs_isis_nothing_more() -> None:
    table = threatened()
    table.put("cts-1", NEAR)
    scored(table, 1)
    table.order("proceed", dice=[1, 6])
    assert points(table) == (2, 0)
    assert len(table.state.at["pool-assets"]) == 15


@pytest.mark.rule("ramadi 6.6g")
@pytest.mark.parametrize("dice", [[6, 1], [1, 6]])
def test_the_attack_counter_goes_back_face_down(dice: list[int]) -> None:
    table = battlefield()
    table.put("attack-3", "0710")
    ready(table, "0810", "0710", "cts-1", asset="attack-3")
    replacement = table.state.at["pool-assets"].index("sv-ied-1") + 1
    table.order("execute", target="0710", dice=[replacement, 6, 1])
    assert table.state.pieces["attack-3"].known_to is None  # it lies open for all to see
    table.order("proceed", dice=dice)
    assert place(table, "attack-3") == "pool-assets"
    assert table.state.pieces["attack-3"].known_to == HIDDEN


@pytest.mark.rule("ramadi 6.6a")
def test_the_attack_falls_between_the_operations_and_the_inter_phase() -> None:
    table = threatened()
    table.put("cts-1", NEAR)
    events = table.order("proceed", dice=[1, 6])
    phases = [event.phase for event in events if isinstance(event, PhaseEntered)]
    assert phases == ["isis attack", "movement"]
    fell = [e.number for e in events if isinstance(e, DieRolled)]
    entered_at = [e.number for e in events if isinstance(e, PhaseEntered)]
    assert entered_at[0] < fell[0] < fell[1] < entered_at[1]
