"""Action points and Orders (10.14)."""

from typing import Any

import pytest

from adjudication.systems.ows.ground.forces.action_points import (
    FEINT,
    ORDERED,
    able,
    limited,
    may_act,
    orders_left,
)
from adjudication.systems.ows.table.status import RESERVE
from domain.views.view import see, see_log
from tests.ows.ground.organizing import done, field, refused
from tests.table import Table

FOUR = ["abct-1", "stryker-1", "cav-1", "pal-1"]


def planning(**options: Any) -> Table:
    return field("planning", action_points=True, **options)


@pytest.mark.rule("ows 10.14a", "ows 10.14.1", "ows 10.14.2b")
def test_a_formation_issues_as_many_orders_as_it_has_points() -> None:
    table = planning()
    assert orders_left(table.state, "blue") == 7
    assert "1st Division has too few action points" in refused(
        table, "10.14.2b", "issue", units=[*FOUR, "hq-b1"]
    )
    table.order("issue", side="blue", units=[*FOUR, "ibct-1"])
    assert orders_left(table.state, "blue") == 2
    table.order("issue", side="blue", units=["abct-1"])  # in the place of those before
    assert list(table.state.marked(ORDERED)) == ["abct-1"]


@pytest.mark.rule("ows 10.14.1")
def test_the_points_of_a_side_are_those_of_its_highest_formation() -> None:
    table = planning()
    rows = [dict(row) for row in table.state.tables["formations"].data.rows]
    rows[0]["points"], rows[1]["points"], rows[1]["senior"] = 3, 0, "b1"
    table.adopt("formations", rows)
    table.order("issue", side="blue", units=["abct-1", "ibct-1", "abn-1"])
    refused(table, "10.14.2b", "issue", units=["abct-1", "ibct-1", "abn-1", "mar-1"])


@pytest.mark.rule("ows 10.14b", "ows 10.14a")
def test_only_units_with_orders_or_in_reserve_may_act() -> None:
    table = planning()
    table.order("issue", side="blue", units=["abct-1"])
    table.mark("cav-1", RESERVE)
    assert [may_act(table.state, unit) for unit in ("abct-1", "cav-1", "stryker-1")] == [True, True, False]
    assert may_act(field().state, "stryker-1")  # without action points all may
    assert "without action points" in refused(field("planning"), "10.14a", "issue", units=["abct-1"])


@pytest.mark.rule("ows 10.14c")
def test_the_first_of_two_ground_phases_may_be_free() -> None:
    table = planning(ground_phases=2, free_first_ground_phase=True)
    assert not limited(table.state)
    assert may_act(table.state, "stryker-1")
    table.mark("game", "ground phase", 2)
    assert limited(table.state)
    assert not may_act(table.state, "stryker-1")
    assert limited(planning(ground_phases=2).state)


@pytest.mark.rule("ows 10.14.2a")
def test_orders_are_placed_in_planning_and_hidden_from_the_enemy() -> None:
    table = planning()
    before = see_log(table.session.game.log, "red")
    table.order("issue", side="blue", units=["abct-1"])
    assert see_log(table.session.game.log, "red") == before
    assert ORDERED.name not in str(see(table.state, "red"))
    refused(table.phase("ground organization", side=""), "10.14.2a", "issue", units=["cav-1"])


@pytest.mark.rule("ows 10.14.2b", "ows 10.14b")
def test_in_open_play_two_feints_look_like_orders_and_activate_nothing() -> None:
    table = planning(feints=True)
    table.order("issue", side="blue", units=["abct-1"])
    table.order("feint", side="blue", units=["cav-1", "stryker-1"])
    assert [may_act(table.state, unit) for unit in ("abct-1", "cav-1", "stryker-1")] == [True, False, False]
    assert table.state.marks_for.get(("cav-1", ORDERED.name)) == table.state.marks_for.get(
        ("abct-1", ORDERED.name)
    )
    assert FEINT.name not in str(see(table.state, "red"))
    assert orders_left(table.state, "blue") == 6  # feints are free
    refused(table, "10.14.2b", "feint", units=["pal-1", "pal-2", "himars-1"])
    refused(table, "10.14.2b", "feint", units=["abct-1"])
    assert "without feints" in refused(planning(), "10.14.2b", "feint", units=["cav-1"])


@pytest.mark.rule("ows 10.14.2a")
def test_orders_are_for_one_turn() -> None:
    table = planning(feints=True)
    table.order("issue", side="blue", units=["abct-1"])
    table.order("feint", side="blue", units=["cav-1"])
    done(table.phase("ground organization", side=""))
    while table.state.phase != "regeneration":
        table.order("proceed")
    assert not table.state.marked(ORDERED)
    assert not table.state.marked(FEINT)


@pytest.mark.rule("ows 10.14.2b")
def test_orders_and_feints_do_not_take_the_place_of_each_other() -> None:
    table = planning(feints=True)
    table.order("issue", side="blue", units=["abct-1"])
    table.order("feint", side="blue", units=["stryker-1"])
    assert set(table.state.marked(ORDERED)) == {"abct-1", "stryker-1"}
    assert list(table.state.marked(FEINT)) == ["stryker-1"]
    table.order("issue", side="blue", units=["cav-1"])
    assert set(table.state.marked(ORDERED)) == {"cav-1", "stryker-1"}
    table.order("feint", side="blue", units=["abct-1"])
    assert set(table.state.marked(ORDERED)) == {"cav-1", "abct-1"}
    assert list(table.state.marked(FEINT)) == ["abct-1"]


@pytest.mark.rule("ows 10.14.2a", "ows 10.14.2b")
@pytest.mark.parametrize("visible", [True, False])
def test_orders_markers_are_seen_where_feints_are_played_and_secret_else(visible: bool) -> None:
    table = planning(feints=visible)
    table.order("issue", side="blue", units=["abct-1"])
    assert table.state.marks_for.get(("abct-1", ORDERED.name)) == (None if visible else ("blue",))


@pytest.mark.rule("ows 10.14.2a")
def test_orders_are_for_ground_units_of_formations() -> None:
    table = planning()
    found = able(table.state, "blue")
    assert {"abct-1", "hq-b1", "pal-1"} <= set(found)
    assert not {"ddg-1", "lha-1", "dump-b"} & set(found)
    table.mark("abct-1", "formation", None).mark("ddg-1", "formation", "b1")
    assert not {"abct-1", "ddg-1"} & set(able(table.state, "blue"))


@pytest.mark.rule("ows 10.14.2a", "ows 10.14.2b")
def test_orders_and_feints_go_on_units_that_can_bear_them() -> None:
    table = planning(feints=True)
    for name, rule in (("issue", "10.14.2a"), ("feint", "10.14.2b")):
        assert "Name headquarters and units" in refused(table, rule, name, units=["ddg-1"])
    table.order("issue", side="blue", units=["abct-1"])
    assert "that have no Orders" in refused(table, "10.14.2b", "feint", units=["abct-1"])
    table.order("feint", side="blue", units=["cav-1", "pal-1"])
    assert "that bear no feint" in refused(table, "10.14.2a", "issue", units=["cav-1"])
    assert "A side has 2 feints" in refused(table, "10.14.2b", "feint", units=["cav-1", "pal-1", "hq-b1"])
    without = planning(feints=False)
    assert "played without feints" in refused(without, "10.14.2b", "feint", units=["cav-1"])
