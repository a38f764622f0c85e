"""Defensive reaction moves (10.4.1.1.1), an option."""

from typing import Any

import pytest

from adjudication.systems.ows.ground.forces.designations import in_reserve
from adjudication.systems.ows.ground.forces.formations import formation
from adjudication.systems.ows.ground.maneuver.movement import allowance
from adjudication.systems.ows.table.status import MARCHED, RESERVE
from domain.events import DieRolled, PieceMoved
from tests.ows.ground.fires import attacked
from tests.ows.ground.organizing import field, refused
from tests.table import Table
from tests.words import words_of

RESERVES = ["stryker-1", "pal-1", "cav-1"]
"""A brigade, its artillery and its reconnaissance."""


def under_attack(side: str = "red", *reserves: str, **options: Any) -> Table:
    """Red attacks the 1st Division, whose reserves stand ready, in Blue's impulse of defensive fires."""
    table = field("defensive fires", side="blue", **{"reaction_moves": True, **options})
    table.mark("game", "actioning unit", {"side": "red", "formations": ["r1"]})
    for unit in reserves or RESERVES:
        table.mark(unit, RESERVE)
    return attacked(table, "f0404", tank_12="f0504")


@pytest.mark.rule("ows 10.4.1.1.1a", "ows 10.4.1.1.1b", "ows 10.4.1.1.1c")
def test_the_example_a_roll_of_four_less_proficiency_two_moves_two_of_three_counters() -> None:
    table = under_attack()
    assert formation(table.state, "b1").proficiency == 2
    half = {unit: allowance(table.state, unit, half=True) for unit in RESERVES}
    table.order(
        "react",
        formation="b1",
        dice=[4],
        answers=[["stryker-1", "pal-1"], "f0404", "f0303"],
    )
    state = table.state
    assert [in_reserve(state, unit) for unit in RESERVES] == [False, False, True]
    assert state.pieces["stryker-1"].place == "f0404"  # the hex that is attacked
    assert state.pieces["pal-1"].place == "f0303"
    assert half == {"stryker-1": 7, "pal-1": 5, "cav-1": 7}
    assert all(state.marked(MARCHED)[unit]["points"] <= half[unit] for unit in ("stryker-1", "pal-1"))


@pytest.mark.rule("ows 10.4.1.1.1a")
@pytest.mark.parametrize("roll", [1, 2])
def test_the_example_a_roll_of_one_or_two_fails(roll: int) -> None:
    table = under_attack()
    events = table.order("react", formation="b1", dice=[roll])
    assert not [event for event in events if isinstance(event, PieceMoved)]
    assert all(in_reserve(table.state, unit) for unit in RESERVES)


@pytest.mark.rule("ows 10.4.1.1.1c")
def test_proficiency_is_the_scenarios_that_of_the_examples_among_them() -> None:
    table = field()
    assert (formation(table.state, "b1").proficiency, formation(table.state, "r1").proficiency) == (2, 4)
    rows = [dict(row) for row in table.state.tables["formations"].data.rows]
    rows[0]["proficiency"] = 6
    table = under_attack().adopt("formations", rows)
    table.order("react", formation="b1", dice=[6])  # rating 6 never reacts
    assert all(in_reserve(table.state, unit) for unit in RESERVES)


@pytest.mark.rule("ows 10.4.1.1.1d")
@pytest.mark.parametrize("marks", [("disrupted",), ("suppressed",), ("disrupted", "suppressed")])
def test_a_disrupted_or_suppressed_headquarters_has_two_less_once(marks: tuple[str, ...]) -> None:
    table = under_attack()
    for mark in marks:
        table.mark("hq-b1", mark, 1)
    events = table.order("react", formation="b1", dice=[5], answers=[["cav-1"], "f0304"])
    assert [event.face for event in events if isinstance(event, DieRolled)] == [5]
    assert not in_reserve(table.state, "cav-1")
    (question, _) = table.people.asked
    assert "at most 1" in words_of(question.text, "ows")  # 5 - 2 - 2


@pytest.mark.rule("ows 10.4.1.1.1a")
def test_each_headquarters_tries_once_in_each_enemy_action() -> None:
    table = under_attack()
    table.order("react", formation="b1", dice=[1])
    assert "has not tried in this action" in refused(table, "10.4.1.1.1a", "react", formation="b1")
    while table.state.mark_named("game", "actioning unit") == {"side": "red", "formations": ["r1"]}:
        table.mark("f0404", "combat", None).order("proceed")
    assert table.state.mark_named("game", "reacted") is None


@pytest.mark.rule("ows 10.4.1.1.1a")
def test_only_formations_under_attack_or_above_one_react() -> None:
    table = under_attack("red", *RESERVES, "ibct-1")
    refused(table, "10.4.1.1.1a", "react", formation="b2")
    rows = [dict(row) for row in table.state.tables["formations"].data.rows]
    rows[0]["senior"] = "b2"
    table.adopt("formations", rows)
    table.order("react", formation="b2", dice=[3], answers=[["ibct-1"], "f0406"])
    assert table.state.pieces["ibct-1"].place == "f0406"


@pytest.mark.rule("ows 10.4.1.1.1a")
def test_without_a_headquarters_or_the_option_nobody_reacts() -> None:
    refused(under_attack().put("hq-b1", "attrition-blue"), "10.4.1.1.1a", "react", formation="b1")
    told = refused(under_attack(reaction_moves=False), "10.4.1.1.1a", "react", formation="b1")
    assert "without reaction moves" in told


@pytest.mark.rule("ows 10.4.1.1.1a")
def test_reserves_that_cannot_move_react_to_nothing() -> None:
    table = under_attack("red", "stryker-1", logistics=True)
    for holder in ("css-b", "depot-b", "dump-b"):
        table.put(holder, "regeneration-blue")
    assert "can move" in refused(table, "10.4.1.1.1a", "react", formation="b1")
    on_foot = under_attack("red", "hq-b1")
    on_foot.mark("hq-b1", "rsoi", 1)
    refused(on_foot, "10.4.1.1.1a", "react", formation="b1")
