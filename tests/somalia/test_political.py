"""The Political Phase (7): the Victory Table, who controls what, and a shorter game."""

from typing import Any

import pytest

from adjudication.systems.somalia.politics import political
from adjudication.systems.somalia.table import holding
from domain.errors import BadData
from tests.somalia.board import added, at, run, table, tracks

UN, BANDITS = "vp-un", "vp-bandit"


@pytest.mark.rule("somalia 7.1b")
@pytest.mark.parametrize(
    ("places", "held"),
    [
        ({"militia_1": "jilib"}, True),
        ({"militia_1": "jilib", "pink_1a": "jilib"}, False),
        ({"militia_1": "jilib", "pink_1a": "jilib", "india": "jilib"}, False),
        ({"militia_1": "jilib", "pink_1a": "jilib", "base_2": "jilib"}, True),
        ({"base_2": "jilib", "india": "jilib"}, False),
        ({"militia_1": "jilib", "leader_pink": "jilib"}, True),  # a Leader alone is no unit
    ],
)
def test_the_government_controls_a_zone_with_militia(places: dict[str, Any], held: bool) -> None:
    assert holding.government(table(**places).state, "jilib") is held


@pytest.mark.rule("somalia 7.1c", "somalia 8.5f")
@pytest.mark.parametrize(
    ("places", "held"),
    [
        ({"pink_1a": "jilib"}, True),
        ({"leader_pink": "jilib"}, False),
        ({"pink_1a": "jilib", "india": "jilib"}, False),
        ({"pink_1a": "jilib", "us_mp_1": "jilib"}, False),
        ({"pink_1a": "jilib", "base_2": "jilib"}, False),
        ({"pink_1a": "jilib", "militia_1": "jilib"}, False),
        ({"pink_1a": "jilib", "convoy_1": "jilib"}, True),
    ],
)
def test_bandits_control_a_zone_that_is_theirs_alone(places: dict[str, Any], held: bool) -> None:
    case = table(**places)
    assert ("jilib" in holding.claimed(case.state, "bandit")) is held
    case.mark("jilib", "terrorised")
    assert "jilib" not in holding.claimed(case.state, "bandit")


@pytest.mark.rule("somalia 7.0a", "somalia 3.0d", "somalia 7.1a", "somalia 6.0f")
def test_each_line_of_the_table_scores_on_a_line_of_its_own() -> None:
    case = table(
        militia_1="guban", militia_2="berbera", pink_1a="kismayu", pink_1b="erigayo", orange_1a="gaalkayo"
    )
    for number, zone in enumerate(
        ("baidoa", "jawhar", "belet-huen", "baardhere", "north-mogadishu"), start=1
    ):
        case.put(f"convoy-{number}", zone)
    case.mark("convoy-5", "lost Supply Points", 2).mark("un", "eliminated this turn", 5)
    case.mark("un", "Leaders eliminated this turn", 1).track("hits", 7)
    log = run(case, political.settle)
    assert added(log, UN) == {
        "intact Convoy: 4": 1,
        "Government-controlled Zone: 2": 2,
        "Bandit unit eliminated: 5": 2,
        "Leader eliminated: 1": 2,
        "Convoy that lost Supply Points: 1": -1,
    }
    assert added(log, BANDITS) == {"hit on a UN unit: 7": 3, "Bandit-controlled Zone: 4": 1}
    assert tracks(case, "vp-un", "vp-bandit") == (6, 4)


@pytest.mark.rule("somalia 6.11a", "somalia 6.0f")
def test_convoys_come_off_and_hits_are_done_with() -> None:
    case = table(convoy_1="jilib").mark("convoy-1", "lost Supply Points", 1).track("hits", 3)
    run(case, political.settle)
    assert at(case, "convoy-1") == "markers"
    assert case.state.mark_named("convoy-1", "lost Supply Points") is None
    assert tracks(case, "hits") == (0,)


def test_a_table_with_a_condition_that_the_rules_do_not_know_is_refused() -> None:
    case = table()
    more = {"condition": "sunny day", "side": "un", "points": 1, "per": 1}
    case.adopt("victory", [*case.state.tables["victory"].data.rows, more])
    with pytest.raises(BadData, match="'sunny day'; known are: intact Convoy"):
        run(case, political.settle)


@pytest.mark.rule("somalia 7.0a")
def test_an_adopted_table_is_the_one_that_counts() -> None:
    case = table(militia_1="guban")
    rows = [
        {**row, "points": 3} if row["condition"] == "Government-controlled Zone" else row
        for row in case.state.tables["victory"].data.rows
    ]
    case.adopt("victory", rows)
    run(case, political.settle)
    assert tracks(case, "vp-un") == (3,)


@pytest.mark.rule("somalia 7.0b")
@pytest.mark.parametrize(
    ("before", "now", "last"),
    [(0, 4, 24), (0, 5, 23), (0, 9, 23), (0, 10, 22), (-7, 3, 22), (3, -9, 24), (10, 10, 24)],
)
def test_five_points_in_a_turn_shorten_the_game_by_one(before: int, now: int, last: int) -> None:
    case = table(turn=5).track("vp-un", before)
    run(case, political.begin_turn)
    case.track("vp-un", now)
    run(case, political.shorten)
    assert tracks(case, "last-turn") == (last,)


@pytest.mark.rule("somalia 7.0b")
def test_bandit_gains_do_not_matter_and_the_last_turn_is_never_one_that_is_over() -> None:
    case = table(turn=23).track("vp-un", 0)
    run(case, political.begin_turn)
    case.track("vp-un", 40).track("vp-bandit", 40)
    run(case, political.shorten)
    assert tracks(case, "last-turn") == (23,)


@pytest.mark.rule("somalia 7.1b", "somalia 7.1c")
def test_the_map_shows_who_controls_a_zone() -> None:
    case = table(militia_1="guban", pink_1a="kismayu", india="jilib")
    assert holding.control(case.state) == {"guban": "un", "kismayu": "bandit", "hardiyo": "bandit"}
