"""Convoys (5.3, 6.11) and Escorts (6.14)."""

import pytest

import adjudication.systems.somalia.politics.political as political
from adjudication.systems.somalia.missions.raids import targets
from adjudication.systems.somalia.table.forces import guards
from domain.errors import IllegalOrder
from tests.somalia.board import run
from tests.somalia.field import at, dice, field, listed, tracks
from tests.words import spoken

OWED = {
    "belet-huen",
    "jawhar",
    "baidoa",
    "baardhere",
    "jilib",
    "kismayu",
    "north-mogadishu",
    "south-mogadishu",
    "mogadishu-port",
}


@pytest.mark.rule("somalia 6.11a", "somalia 5.3a")
def test_southern_zones_without_base_or_desert_are_owed_a_convoy_each() -> None:
    table = field().track("famine", 3)
    assert {order.arguments["zone"] for order in listed(table, "convoy")} == OWED
    table.order("convoy", side="un", zone="jilib")
    assert at(table, "convoy-1") == "jilib"
    table.mark("game", "to act", "un")
    assert {order.arguments["zone"] for order in listed(table, "convoy")} == OWED - {"jilib"}
    for zone in ("jilib", "mogadishu-airport", "gaalkayo", "bender-cassim"):
        with pytest.raises(IllegalOrder, match=r"is owed no Convoy now.*6.11a"):
            table.order("convoy", side="un", zone=zone)


@pytest.mark.rule("somalia 6.11a")
def test_outside_famine_there_are_no_convoys() -> None:
    table = field()
    with pytest.raises(IllegalOrder, match=r"No Zone is owed a Convoy now.*6.11a"):
        table.order("convoy", side="un", zone="jilib")
    assert listed(table, "convoy") == []


@pytest.mark.rule("somalia 6.11b", "somalia 6.14d")
def test_a_convoy_and_its_escort_cost_nothing() -> None:
    table = field().track("famine", 3)
    table.order("convoy", side="un", zone="jilib", escorts=["pakistan"])
    assert tracks(table, "sp-un") == (20,)


@pytest.mark.rule("somalia 6.14a", "somalia 6.14b", "somalia 6.0d")
def test_escorts_come_from_anywhere_and_stand_with_the_convoy() -> None:
    table = field(india="kismayu", korea="bender-cassim").track("famine", 3)
    table.order("convoy", side="un", zone="kismayu", escorts=["india", "korea"])
    for unit in ("india", "korea"):
        assert at(table, unit) == "kismayu"
        assert table.state.mark_named(unit, "guards") == "convoy-1"
        assert table.state.mark_named(unit, "done")


@pytest.mark.rule("somalia 6.14a", "somalia 6.0d", "somalia 8.3f")
def test_units_that_have_not_acted_are_listed_as_escorts() -> None:
    table = field(india="kismayu", korea="jilib", italy_heli="jilib").track("famine", 3).mark("korea", "done")
    (escorted,) = (order for order in listed(table, "convoy", zone="jilib") if "escorts" in order.arguments)
    assert sorted(escorted.choices.items) == ["india", "pakistan"]
    table.mark("india", "done").mark("pakistan", "done")
    orders = listed(table, "convoy", zone="jilib")
    assert {"zone": "jilib"} in [order.arguments for order in orders]
    assert not any("escorts" in order.arguments for order in orders)


@pytest.mark.rule("somalia 6.14a", "somalia 8.3f")
def test_militia_and_helicopters_do_not_escort() -> None:
    table = field(militia_1="jilib", italy_heli="jilib").track("famine", 3)
    for unit in ("militia-1", "italy-heli"):
        with pytest.raises(IllegalOrder, match=r"cannot escort.*6.14a"):
            table.order("convoy", side="un", zone="jilib", escorts=[unit])


@pytest.mark.rule("somalia 6.14c")
def test_escorts_may_be_ambushed_in_the_zone_of_the_convoy_even_if_they_were_there() -> None:
    table = field(pink_1a="jilib", pink_2a="jilib", india="jilib").track("famine", 3)
    events = table.order(
        "convoy",
        side="un",
        zone="jilib",
        escorts=["pakistan", "india"],
        dice=[1] * 8,
        answers=[["pink-1a"], ["pink-2a"]],
    )
    assert [spoken(question.text, table.state) for question in table.people.asked] == [
        "Which gangs ambush Indian infantry in Jilib?",
        "Which gangs ambush Pakistani infantry in Jilib?",
    ]
    assert len(dice(events)) == 8
    assert at(table, "pakistan") == "jilib"


@pytest.mark.rule("somalia 6.14d")
def test_no_mission_comes_between_a_convoy_and_its_escort() -> None:
    table = field(who=True, pink_1a="kismayu").track("famine", 3)
    table.order("convoy", side="un", zone="jilib", escorts=["pakistan"], answers=["bandit"])
    assert [spoken(question.text, table.state) for question in table.people.asked] == [
        "Who conducts the next mission?"
    ]
    assert table.state.mark_named("pakistan", "guards") == "convoy-1"


@pytest.mark.rule("somalia 6.14b", "somalia 8.3d", "somalia 8.3f")
def test_a_helicopter_brings_an_escort_and_does_not_escort_itself() -> None:
    table = field(italy_heli="mogadishu-airport").track("famine", 3)
    table.order("convoy", side="un", zone="kismayu", lift={"italy-heli": "pakistan"})
    assert at(table, "pakistan") == at(table, "italy-heli") == "kismayu"
    assert table.state.mark_named("pakistan", "guards") == "convoy-1"
    assert table.state.mark_named("italy-heli", "guards") is None
    assert table.state.mark_named("italy-heli", "done")


@pytest.mark.rule("somalia 6.14a", "somalia 6.21a")
def test_an_escort_is_free_when_its_convoy_is_gone_and_the_next_one_comes_without_it() -> None:
    table = field(pink_1a="kismayu", convoy_1="jilib", nigeria="jilib").mark("nigeria", "guards", "convoy-1")
    run(table, political.clear)
    assert table.state.mark_named("nigeria", "guards") is None
    for other in table.state.of_group("convoy"):
        if other.id != "convoy-1":
            table.put(other.id, "removed")
    table.track("famine", 2).order("convoy", side="un", zone="jilib")
    assert (at(table, "convoy-1"), at(table, "nigeria")) == ("jilib", "jilib")
    assert guards(table.state, "convoy-1") == []
    assert "nigeria" in targets(table.state)
