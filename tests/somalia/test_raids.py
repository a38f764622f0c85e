"""Raids (6.21): targets, moves, the result and its division, return fire, once a turn; Leaders (8.4)."""

import pytest

from domain.errors import IllegalOrder
from domain.events import LookedUp, Modified
from domain.texts import code_of
from tests.somalia.field import at, dice, field, listed, tracks


@pytest.mark.rule("somalia 6.21a", "somalia 5.2b", "somalia 5.3b", "somalia 6.2")
def test_bases_convoys_and_lone_units_are_targets() -> None:
    table = field("bandit", pink_1a="jilib", convoy_1="jilib", korea="jilib", nigeria="jilib")
    table.mark("nigeria", "guards", "convoy-1")
    targets = [order.arguments["target"] for order in listed(table, "raid")]
    assert targets == ["base-1", "convoy-1", "pakistan", "korea"]
    with pytest.raises(IllegalOrder, match=r"Nigerian infantry stands with Convoy 1: raid that.*6.21a"):
        table.order("raid", side="bandit", target="nigeria", units=["pink-1a"])


@pytest.mark.rule("somalia 8.2d", "somalia 6.21a")
def test_militia_are_no_target() -> None:
    table = field("bandit", pink_1a="jilib", militia_1="jilib")
    with pytest.raises(IllegalOrder, match=r"Government Militia 1 cannot be raided.*6.21a"):
        table.order("raid", side="bandit", target="militia-1", units=["pink-1a"])


@pytest.mark.rule("somalia 6.21b")
def test_raiders_move_one_zone_at_most() -> None:
    table = field("bandit", pink_1a="jilib", pink_2a="baidoa", pink_1b="mogadishu-airport")
    with pytest.raises(IllegalOrder, match=r"Pink gang 2a cannot raid in Mogadishu Airport.*6.21b"):
        table.order("raid", side="bandit", target="base-1", units=["pink-2a"])
    table.order("raid", side="bandit", target="base-1", units=["pink-1a", "pink-1b"], dice=[1, 1, 1, 1])
    assert at(table, "pink-1a") == at(table, "pink-1b") == "mogadishu-airport"
    assert at(table, "pink-2a") == "baidoa"


@pytest.mark.rule("somalia 6.21c", "somalia 2.2a")
def test_the_firepower_of_the_raiders_is_added_up() -> None:
    table = field("bandit", pink_1a="jilib", pink_3a="mogadishu-airport", yellow_3a="mogadishu-airport")
    units = ["pink-1a", "pink-3a"]
    events = table.mark("game", "bandit unity").order(
        "raid", side="bandit", target="pakistan", units=units, dice=[2, 3, 1, 1], answers=[True]
    )
    looked = [event.keys for event in events if isinstance(event, LookedUp)]
    assert looked == [{"firepower": 4, "roll": 5}, {"firepower": 3, "roll": 2}]


@pytest.mark.rule("somalia 6.21d", "somalia 6.0f")
def test_hits_on_a_unit_are_counted_and_it_stays() -> None:
    table = field("bandit", pink_3a="mogadishu-airport")
    table.order(
        "raid", side="bandit", target="pakistan", units=["pink-3a"], dice=[5, 6, 1, 1], answers=[True]
    )
    assert tracks(table, "hits", "sp-un", "sp-bandit") == (2, 20, 0)
    assert at(table, "pakistan") == "mogadishu-airport"


@pytest.mark.rule("somalia 6.21e", "somalia 6.21h", "somalia 5.4a", "somalia 5.1d")
def test_an_empty_base_loses_supplies_and_fires_back_on_column_2() -> None:
    table = field("bandit", pink_3a="mogadishu-airport")
    events = table.order("raid", side="bandit", target="base-1", units=["pink-3a"], dice=[5, 6, 3, 4])
    assert tracks(table, "hits", "sp-un", "sp-bandit") == (0, 18, 2)
    assert [event.keys["firepower"] for event in events if isinstance(event, LookedUp)] == [3, 2]
    assert at(table, "pink-3a") == "mogadishu-airport"


@pytest.mark.rule("somalia 6.21h")
def test_the_fire_of_an_empty_base_eliminates() -> None:
    table = field("bandit", pink_3a="mogadishu-airport")
    table.order("raid", side="bandit", target="base-1", units=["pink-3a"], dice=[1, 1, 4, 4])
    assert at(table, "pink-3a") == "bandit-cup"


@pytest.mark.rule("somalia 6.21e", "somalia 6.21i", "somalia 6.11c")
def test_a_convoy_without_escort_loses_supplies_and_does_not_fire_back() -> None:
    table = field("bandit", pink_3a="jilib", convoy_1="jilib", nigeria="jilib")
    events = table.order("raid", side="bandit", target="convoy-1", units=["pink-3a"], dice=[5, 5])
    assert [purpose for purpose, _ in dice(events)] == ["fire of the Raid"] * 2
    assert tracks(table, "sp-un", "sp-bandit") == (19, 1)
    assert table.state.mark_named("convoy-1", "lost Supply Points") == 1


@pytest.mark.rule("somalia 5.1e", "somalia 6.11c")
def test_what_the_pool_lacks_costs_victory_points_and_the_bandits_gain_what_was_there() -> None:
    table = field("bandit", pink_3a="jilib", convoy_1="jilib").track("sp-un", 1)
    table.order("raid", side="bandit", target="convoy-1", units=["pink-3a"], dice=[5, 6])
    assert tracks(table, "sp-un", "sp-bandit", "vp-un") == (0, 1, -1)
    assert table.state.mark_named("convoy-1", "lost Supply Points") == 2


@pytest.mark.rule("somalia 6.21f")
@pytest.mark.parametrize(("points", "hits", "intact"), [(0, 2, True), (1, 1, False), (2, 0, False)])
def test_a_result_against_a_guarded_convoy_is_divided(points: int, hits: int, intact: bool) -> None:
    table = field("bandit", pink_3a="jilib", convoy_1="jilib", nigeria="jilib")
    table.mark("nigeria", "guards", "convoy-1").order(
        "raid",
        side="bandit",
        target="convoy-1",
        units=["pink-3a"],
        dice=[5, 6, 1, 1],
        answers=[points, True],
    )
    assert tracks(table, "hits", "sp-un", "sp-bandit") == (hits, 20 - points, points)
    assert (table.state.mark_named("convoy-1", "lost Supply Points") is None) is intact


@pytest.mark.rule("somalia 6.21g")
def test_units_stacked_with_the_target_fire_back_with_all_they_have() -> None:
    table = field(
        "bandit", pink_3a="jilib", pink_1a="jilib", convoy_1="jilib", nigeria="jilib", korea="jilib"
    )
    table.mark("nigeria", "guards", "convoy-1").mark("korea", "guards", "convoy-1").put("india", "jilib")
    events = table.order(
        "raid",
        side="bandit",
        target="convoy-1",
        units=["pink-3a", "pink-1a"],
        dice=[1, 1, 4, 3],
        answers=[True, ["pink-1a"]],
    )
    assert [event.keys["firepower"] for event in events if isinstance(event, LookedUp)] == [4, 4]
    assert (at(table, "pink-1a"), at(table, "pink-3a")) == ("bandit-cup", "jilib")
    question = table.people.asked[-1]
    assert (question.side, question.suggested) == ("bandit", (["pink-1a"],))


@pytest.mark.rule("somalia 6.21g")
def test_the_un_player_may_hold_fire() -> None:
    table = field("bandit", pink_3a="jilib", convoy_1="jilib", nigeria="jilib")
    events = table.mark("nigeria", "guards", "convoy-1").order(
        "raid", side="bandit", target="convoy-1", units=["pink-3a"], dice=[1, 1], answers=[False]
    )
    assert len(dice(events)) == 2


@pytest.mark.rule("somalia 6.21j")
def test_a_target_and_all_that_stand_with_it_are_raided_once_a_turn() -> None:
    table = field("bandit", pink_3a="jilib", yellow_1a="baidoa", convoy_1="jilib", nigeria="jilib")
    table.mark("nigeria", "guards", "convoy-1").mark("game", "bandit unity")
    table.order(
        "raid", side="bandit", target="convoy-1", units=["pink-3a"], dice=[1, 1, 1, 1], answers=[True]
    )
    table.mark("game", "to act", "bandit")
    with pytest.raises(IllegalOrder, match=r"Convoy 1 has been raided this turn.*6.21j"):
        table.order("raid", side="bandit", target="convoy-1", units=["yellow-1a"])
    table.mark("nigeria", "guards", None)
    with pytest.raises(IllegalOrder, match=r"Nigerian infantry has been raided this turn.*6.21j"):
        table.order("raid", side="bandit", target="nigeria", units=["yellow-1a"])
    assert "convoy-1" not in [order.arguments["target"] for order in listed(table, "raid")]


@pytest.mark.rule("somalia 8.4a")
def test_a_leader_in_the_zone_helps_and_one_elsewhere_does_not() -> None:
    for where, total in (("mogadishu-airport", 5), ("kismayu", 4)):
        table = field("bandit", pink_1a="mogadishu-airport", leader_pink=where)
        events = table.order(
            "raid", side="bandit", target="pakistan", units=["pink-1a"], dice=[2, 2, 1, 1], answers=[True]
        )
        assert next(event for event in events if isinstance(event, LookedUp)).keys["roll"] == total
        named = [code_of(event.label) for event in events if isinstance(event, Modified)]
        assert ("Leader" in named) is (total == 5)


@pytest.mark.rule("somalia 8.4a")
def test_a_leader_in_the_zone_is_not_named_and_helps_in_each_raid_of_the_turn() -> None:
    table = field("bandit", pink_1a="mogadishu-airport", pink_1b="jilib", leader_pink="mogadishu-airport")
    with pytest.raises(IllegalOrder, match=r"Pink Leader is in the Zone already and assists there.*6.21b"):
        table.order("raid", side="bandit", target="pakistan", units=["pink-1a", "leader-pink"])
    for target, units in (("pakistan", ["pink-1a"]), ("base-1", ["pink-1b"])):
        events = table.mark("game", "to act", "bandit").order(
            "raid",
            side="bandit",
            target=target,
            units=units,
            dice=[2, 2, 1, 1],
            answers=[True] if target == "pakistan" else [],
        )
        assert next(event for event in events if isinstance(event, LookedUp)).keys["roll"] == 5


@pytest.mark.rule("somalia 8.4a")
@pytest.mark.parametrize(("own", "total"), [(False, 5), (True, 4)])
def test_a_leader_helps_other_colours_too_unless_the_option_says_otherwise(own: bool, total: int) -> None:
    table = field(
        "bandit",
        options={"leaders_assist_own_faction": own},
        pink_1a="mogadishu-airport",
        leader_yellow="mogadishu-airport",
    )
    events = table.order(
        "raid", side="bandit", target="pakistan", units=["pink-1a"], dice=[2, 2, 1, 1], answers=[True]
    )
    assert next(event for event in events if isinstance(event, LookedUp)).keys["roll"] == total


@pytest.mark.rule("somalia 8.4a")
def test_a_leader_comes_along_with_a_gang() -> None:
    table = field("bandit", pink_1a="jilib", leader_pink="jilib")
    with pytest.raises(IllegalOrder, match="A Raid needs a gang"):
        table.order("raid", side="bandit", target="pakistan", units=["leader-pink"])
    table.order(
        "raid",
        side="bandit",
        target="pakistan",
        units=["pink-1a", "leader-pink"],
        dice=[1, 1, 1, 1],
        answers=[True],
    )
    assert at(table, "leader-pink") == "mogadishu-airport"
    assert table.state.mark_named("leader-pink", "done")


@pytest.mark.rule("somalia 8.4b")
@pytest.mark.parametrize(
    ("other", "fate"), [("mogadishu-airport", "mogadishu-airport"), ("jilib", "removed")]
)
def test_a_leader_is_lost_with_the_last_gang_beside_him(other: str, fate: str) -> None:
    table = field("bandit", pink_1a="mogadishu-airport", leader_pink="mogadishu-airport", pink_2a=other)
    table.order(
        "raid", side="bandit", target="pakistan", units=["pink-1a"], dice=[1, 1, 4, 3], answers=[True]
    )
    assert (at(table, "pink-1a"), at(table, "leader-pink")) == ("bandit-cup", fate)


@pytest.mark.rule("somalia 6.21c", "somalia 6.2")
def test_the_un_does_not_raid() -> None:
    table = field("un", pink_1a="jilib")
    with pytest.raises(IllegalOrder, match=r"Only a Bandit player conducts this mission.*6.2"):
        table.order("raid", side="un", target="base-1", units=["pink-1a"])
