"""Movement of gangs (6.23), Militia in their way, and factions (8.41)."""

import pytest

from domain.errors import IllegalOrder
from tests.somalia.field import at, field, listed


@pytest.mark.rule("somalia 6.23a", "somalia 6.0c", "somalia 6.0d", "somalia 6.2")
def test_gangs_move_any_distance_as_their_mission() -> None:
    table = field("bandit", pink_1a="kismayu", pink_2a="hardiyo", leader_pink="jilib")
    table.order("move", side="bandit", units=["pink-1a", "pink-2a", "leader-pink"], to="gaalkayo")
    for unit in ("pink-1a", "pink-2a", "leader-pink"):
        assert at(table, unit) == "gaalkayo"
        assert table.state.mark_named(unit, "done")
    with pytest.raises(IllegalOrder, match=r"Pink gang 1a cannot move: .*not acted this turn.*6.0c"):
        table.mark("game", "to act", "bandit").order("move", side="bandit", units=["pink-1a"], to="kismayu")


@pytest.mark.rule("somalia 6.0e", "somalia 2.1a")
def test_nobody_leaves_somalia() -> None:
    table = field("bandit", pink_1a="baidoa")
    for box in ("across-border", "bandit-cup"):
        with pytest.raises(IllegalOrder, match=rf"There is no Zone '{box}' to move to"):
            table.order("move", side="bandit", units=["pink-1a"], to=box)
    zones = {space.id for space in table.state.board.data.spaces}
    assert {order.arguments["to"] for order in listed(table, "move")} <= zones


@pytest.mark.rule("somalia 6.23b", "somalia 8.2c")
def test_a_gang_stops_where_there_is_militia_and_may_leave_from_there() -> None:
    table = field("bandit", pink_1a="bender-cassim", militia_1="gaalkayo", purple_1e="removed")
    table.put("pink-2a", "gaalkayo")
    with pytest.raises(IllegalOrder, match=r"Pink gang 1a cannot get to Jawhar: Government Militia.*6.23b"):
        table.order("move", side="bandit", units=["pink-1a"], to="jawhar")
    table.order("move", side="bandit", units=["pink-2a"], to="jawhar")
    table.mark("game", "to act", "bandit")
    table.order("move", side="bandit", units=["pink-1a"], to="gaalkayo")
    assert (at(table, "pink-1a"), at(table, "pink-2a")) == ("gaalkayo", "jawhar")


@pytest.mark.rule("somalia 8.41b")
def test_factions_do_not_share_a_zone() -> None:
    table = field("bandit", pink_1a="jilib", yellow_1a="kismayu")
    with pytest.raises(IllegalOrder, match=r"different factions cannot be in Jilib without a Leader.*8.41b"):
        table.order("move", side="bandit", units=["yellow-1a"], to="jilib")
    with pytest.raises(IllegalOrder, match=r"different factions cannot be in Baidoa.*8.41b"):
        table.order("move", side="bandit", units=["pink-1a", "yellow-1a"], to="baidoa")
    with pytest.raises(IllegalOrder, match=r"different factions cannot be in Jilib.*8.41b"):
        table.put("nigeria", "jilib").order("raid", side="bandit", target="nigeria", units=["yellow-1a"])


@pytest.mark.rule("somalia 8.41b")
@pytest.mark.parametrize(
    ("leader", "may"), [("leader-yellow", True), ("leader-pink", True), ("leader-orange", False)]
)
def test_a_leader_of_one_of_the_factions_lets_them_share(leader: str, may: bool) -> None:
    table = field("bandit", pink_1a="jilib", yellow_1a="kismayu").put(leader, "jilib")
    if may:
        table.order("move", side="bandit", units=["yellow-1a"], to="jilib")
        assert at(table, "yellow-1a") == "jilib"
    else:
        with pytest.raises(IllegalOrder, match=r"8.41b"):
            table.order("move", side="bandit", units=["yellow-1a"], to="jilib")


@pytest.mark.rule("somalia 8.41b")
def test_a_leader_comes_with_a_gang_into_another_faction() -> None:
    table = field("bandit", pink_1a="jilib", yellow_1a="kismayu", leader_yellow="baidoa")
    table.order("move", side="bandit", units=["yellow-1a", "leader-yellow"], to="jilib")
    assert at(table, "yellow-1a") == "jilib"


@pytest.mark.rule("somalia 8.41b")
def test_a_leader_leaves_no_mixture_behind() -> None:
    table = field("bandit", pink_1a="jilib", yellow_1a="jilib", leader_pink="jilib")
    with pytest.raises(IllegalOrder, match=r"Pink Leader keeps .* together in Jilib and cannot leave.*8.41b"):
        table.order("move", side="bandit", units=["leader-pink"], to="baidoa")
    table.order("move", side="bandit", units=["leader-pink", "pink-1a"], to="baidoa")
    assert at(table, "leader-pink") == "baidoa"


@pytest.mark.rule("somalia 8.41b")
def test_a_mixture_without_a_leader_stays_and_nobody_enters_it() -> None:
    table = field("bandit", pink_1a="jilib", yellow_1a="jilib", pink_2a="kismayu")
    with pytest.raises(IllegalOrder, match=r"different factions cannot be in Jilib.*8.41b"):
        table.order("move", side="bandit", units=["pink-2a"], to="jilib")
    with pytest.raises(IllegalOrder, match=r"different factions cannot be in Baidoa.*8.41b"):
        table.order("move", side="bandit", units=["pink-1a", "yellow-1a"], to="baidoa")
    table.order("move", side="bandit", units=["yellow-1a"], to="baidoa")
    assert (at(table, "pink-1a"), at(table, "yellow-1a")) == ("jilib", "baidoa")


@pytest.mark.rule("somalia 8.41b")
def test_a_leader_alone_is_no_gang_of_another_faction() -> None:
    table = field("bandit", leader_pink="jilib", yellow_1a="kismayu")
    table.order("move", side="bandit", units=["yellow-1a"], to="jilib")
    assert at(table, "yellow-1a") == "jilib"


@pytest.mark.rule("somalia 8.41c")
def test_bandit_unity_suspends_the_rule() -> None:
    table = field("bandit", pink_1a="jilib", yellow_1a="kismayu").mark("game", "bandit unity")
    table.order("move", side="bandit", units=["yellow-1a"], to="jilib")
    assert at(table, "yellow-1a") == "jilib"


@pytest.mark.rule("somalia 8.41b")
def test_only_zones_that_some_may_enter_are_listed() -> None:
    table = field("bandit", pink_1a="jilib", yellow_1a="kismayu", purple_1e="removed")
    into = {order.arguments["to"] for order in listed(table, "move")}
    assert not into & {"jilib", "kismayu"}
    assert len(into) == 15


@pytest.mark.rule("somalia 6.23b")
def test_a_way_is_not_named_in_the_base_game() -> None:
    table = field("bandit", pink_1a="jilib")
    with pytest.raises(IllegalOrder, match="leave `via` out"):
        table.order("move", side="bandit", units=["pink-1a"], to="baidoa", via=["kismayu"])
