"""Critical hits (6.3)."""

import pytest

from domain.errors import IllegalOrder
from domain.texts import Text
from tests.somalia.field import NEXT_TURN, at, field, listed, tracks


@pytest.mark.rule("somalia 6.3a", "somalia 6.3b")
def test_a_critical_hit_by_the_un_brings_a_point_and_a_gang() -> None:
    table = field("bandit", pink_3a="jilib", pink_1a="jilib", nigeria="jilib")
    first = table.state.at["bandit-cup"][0]
    table.order(
        "raid",
        side="bandit",
        target="nigeria",
        units=["pink-3a", "pink-1a"],
        dice=[1, 1, 6, 6, 1],
        answers=[True, True],
    )
    assert tracks(table, "vp-bandit") == (1,)
    assert (at(table, "pink-3a"), at(table, "pink-1a")) == ("bandit-cup", "bandit-cup")
    new = [gang.id for gang in table.state.pieces_at("jilib") if gang.kind.group == "gang"]
    assert new == [first]


@pytest.mark.rule("somalia 6.3a", "somalia 6.3b")
def test_the_bandit_player_may_go_without_the_new_gang() -> None:
    table = field("bandit", pink_3a="jilib", nigeria="jilib")
    cup = list(table.state.at["bandit-cup"])
    table.order(
        "raid",
        side="bandit",
        target="nigeria",
        units=["pink-3a"],
        dice=[1, 1, 6, 6],
        answers=[True, False],
    )
    question = table.people.asked[1]
    assert (question.side, question.options, question.suggested) == ("bandit", (True, False), (True,))
    assert tracks(table, "vp-bandit") == (1,)
    assert sorted(table.state.at["bandit-cup"]) == sorted([*cup, "pink-3a"])


@pytest.mark.rule("somalia 6.3b", "somalia 8.41b")
def test_the_new_gang_goes_elsewhere_where_factions_forbid_the_zone() -> None:
    table = field("bandit", pink_1a="jilib", pink_3a="jilib", nigeria="jilib")
    cup = [gang.id for gang in table.state.pieces_at("bandit-cup") if gang.kind.group == "gang"]
    yellow = 1 + cup.index("yellow-1a")
    table.order(
        "raid",
        side="bandit",
        target="nigeria",
        units=["pink-3a"],
        dice=[1, 1, 6, 6, yellow],
        answers=[True, True, "kismayu"],
    )
    assert at(table, "yellow-1a") == "kismayu"
    (question,) = [
        asked
        for asked in table.people.asked
        if asked.text == Text("Zone where a unit appears", {"unit": "yellow-1a"})
    ]
    assert "jilib" not in question.options


@pytest.mark.rule("somalia 6.3c", "somalia 6.3d")
def test_a_critical_hit_by_bandits_confines_the_un_for_the_turn() -> None:
    table = field("bandit", pink_3a="mogadishu-airport", korea="mogadishu-airport").track("famine", 2)
    table.order(
        "raid", side="bandit", target="pakistan", units=["pink-3a"], dice=[6, 6, 1, 1], answers=[True]
    )
    assert tracks(table, "hits") == (2,)
    for name, arguments in (
        ("flush", {"zone": "kismayu", "units": ["korea"]}),
        ("develop", {"mission": "works", "unit": "korea", "zone": "kismayu"}),
    ):
        with pytest.raises(IllegalOrder, match=r"confined to base this turn.*6.3c"):
            table.order(name, side="un", **arguments)
        assert listed(table, name) == []
    table.order("convoy", side="un", zone="jilib", escorts=["korea"])
    assert at(table, "korea") == "jilib"


@pytest.mark.rule("somalia 6.3c")
def test_an_ambush_that_confines_stops_the_flush_on_its_way() -> None:
    table = field(pink_3a="jilib", pink_1a="kismayu", korea="mogadishu-port")
    table.order(
        "flush",
        side="un",
        zone="kismayu",
        units=["pakistan", "korea"],
        via=["jilib"],
        dice=[6, 6, 1, 1],
        answers=[["pink-3a"]],
    )
    assert (at(table, "pakistan"), at(table, "korea")) == ("jilib", "mogadishu-port")
    assert tracks(table, "hits", "sp-un") == (2, 18)
    assert table.state.mark_named("pakistan", "done")
    assert table.state.mark_named("korea", "done")


@pytest.mark.rule("somalia 6.3d")
def test_escorts_go_on_when_the_un_is_confined() -> None:
    table = field(pink_3a="jilib").track("famine", 2)
    table.order(
        "convoy",
        side="un",
        zone="kismayu",
        escorts=["pakistan"],
        via=["jilib"],
        dice=[6, 6, 1, 1],
        answers=[["pink-3a"]],
    )
    assert at(table, "pakistan") == "kismayu"
    assert table.state.mark_named("pakistan", "guards") == "convoy-1"


@pytest.mark.rule("somalia 6.3c")
def test_the_un_leaves_its_base_again_in_the_next_turn() -> None:
    table = field("bandit", pink_3a="mogadishu-airport", pink_1a="jilib", korea="mogadishu-airport")
    table.order(
        "raid", side="bandit", target="pakistan", units=["pink-3a"], dice=[6, 6, 1, 1], answers=[True]
    )
    assert (table.state.turn, listed(table, "flush")) == (1, [])
    table.order("pass", side="bandit", dice=NEXT_TURN)
    assert table.state.turn == 2
    table.put("pink-3a", "bandit-cup").mark("game", "to act", "un").order(
        "flush", side="un", zone="mogadishu-port", units=["korea"]
    )
    assert at(table, "korea") == "mogadishu-port"


@pytest.mark.rule("somalia 6.3c", "somalia 6.21a")
def test_a_unit_that_is_confined_on_its_way_no_longer_guards_the_base_that_it_left() -> None:
    table = field(pink_1a="jilib", pink_3a="kismayu", carabinieri="kismayu").mark("pink-3a", "done")
    table.mark("pakistan", "guards", "base-1")
    table.order(
        "flush",
        side="un",
        zone="kismayu",
        units=["pakistan", "carabinieri"],
        via=["jilib"],
        dice=[6, 6, 1, 1],
        answers=[["pink-1a"]],
    )
    assert at(table, "pakistan") == "jilib"
    assert table.state.mark_named("pakistan", "guards") is None
