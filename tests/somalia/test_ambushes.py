"""Ambushes (6.22) of units on their way to a Flush, a Development or a Convoy, and what limits them."""

import pytest

from domain.events import Event, LookedUp, Marked, PieceMoved
from tests.somalia.field import at, dice, field, offered, tracks
from tests.words import spoken


def stops(events: list[Event], unit: str) -> list[str]:
    """Where a unit halted."""
    return [event.to for event in events if isinstance(event, PieceMoved) and event.piece == unit]


@pytest.mark.rule("somalia 6.22a", "somalia 6.12d", "somalia 6.22b", "somalia 6.22c", "somalia 6.22d")
def test_units_are_ambushed_on_the_way_and_fire_back_with_half() -> None:
    table = field(pink_2a="jilib", pink_1a="jilib", pink_3a="baidoa")
    events = table.order(
        "flush",
        side="un",
        zone="kismayu",
        units=["pakistan"],
        via=["jilib"],
        dice=[5, 5, 4, 4],
        answers=[["pink-2a", "pink-1a"]],
    )
    assert stops(events, "pakistan") == ["jilib", "kismayu"]
    looked = [event.keys for event in events if isinstance(event, LookedUp) and event.table == "raf"]
    assert looked == [{"firepower": 3, "roll": 10}, {"firepower": 1, "roll": 8}]
    assert tracks(table, "hits", "sp-un") == (1, 19)
    assert (
        spoken(table.people.asked[0].text, table.state) == "Which gangs ambush Pakistani infantry in Jilib?"
    )


@pytest.mark.rule("somalia 6.22d", "somalia 8.4b")
def test_return_fire_eliminates_gangs_that_took_part_and_their_leader() -> None:
    table = field(
        pink_1a="jilib", leader_pink="jilib", belgium="mogadishu-airport", france="mogadishu-airport"
    )
    table.order(
        "flush",
        side="un",
        zone="jilib",
        units=["belgium", "france"],
        dice=[1, 1, 6, 1],
        answers=[["pink-1a"]],
    )
    assert (at(table, "pink-1a"), at(table, "leader-pink")) == ("bandit-cup", "removed")


@pytest.mark.rule("somalia 6.22d")
def test_half_of_one_is_nothing() -> None:
    table = field(pink_1a="jilib", korea="mogadishu-airport")
    events = table.order(
        "develop",
        side="un",
        mission="works",
        unit="korea",
        zone="jilib",
        dice=[1, 1, 6],
        answers=[["pink-1a"]],
    )
    assert [purpose for purpose, _ in dice(events)] == ["fire of the ambush"] * 2 + ["works in jilib, 3+"]


@pytest.mark.rule("somalia 6.22a", "somalia 6.22e")
def test_a_zone_is_an_ambush_once_and_on_leaving_too() -> None:
    table = field(pink_2a="mogadishu-airport", pink_1a="jilib", yellow_1a="jilib")
    events = table.mark("game", "bandit unity").order(
        "flush",
        side="un",
        zone="jilib",
        units=["pakistan"],
        dice=[1, 1, 1, 1, *[1] * 4, 5],
        answers=[["pink-2a"], ["pink-1a"]],
    )
    assert [spoken(question.text, table.state) for question in table.people.asked] == [
        "Which gangs ambush Pakistani infantry in Mogadishu Airport?",
        "Which gangs ambush Pakistani infantry in Jilib?",
    ]
    assert stops(events, "pakistan") == ["jilib"]


@pytest.mark.rule("somalia 6.22e", "somalia 6.0c", "somalia 6.0d")
def test_a_gang_ambushes_once_a_turn_and_it_is_its_mission() -> None:
    table = field(pink_1a="jilib", pink_2a="jilib", korea="mogadishu-airport")
    table.order(
        "flush",
        side="un",
        zone="kismayu",
        units=["pakistan"],
        via=["jilib"],
        dice=[1] * 4,
        answers=[["pink-1a"]],
    )
    assert table.state.mark_named("pink-1a", "done")
    assert not table.state.mark_named("pink-2a", "done")
    table.order(
        "develop",
        side="un",
        mission="base",
        unit="korea",
        zone="jilib",
        dice=[1] * 2,
        answers=[["pink-2a"]],
    )
    assert offered(table, -1) == ["pink-2a"]


@pytest.mark.rule("somalia 6.0c", "somalia 6.22e")
@pytest.mark.parametrize("uses", [True, False])
def test_whether_an_ambush_uses_the_mission_is_an_option(uses: bool) -> None:
    table = field(options={"ambush_uses_mission": uses}, pink_1a="jilib", pink_2a="jilib", korea="jilib")
    table.mark("pink-1a", "done").order(
        "flush",
        side="un",
        zone="kismayu",
        units=["pakistan"],
        via=["jilib"],
        dice=[1] * 4,
        answers=[["pink-2a"]],
    )
    assert offered(table, 0) == (["pink-2a"] if uses else ["pink-1a", "pink-2a"])
    assert bool(table.state.mark_named("pink-2a", "done")) is uses
    table.order(
        "develop",
        side="un",
        mission="works",
        unit="korea",
        zone="baidoa",
        dice=[1],
        answers=[] if uses else [[]],
    )


@pytest.mark.rule("somalia 6.22a")
def test_the_bandit_player_need_not_ambush() -> None:
    table = field(pink_1a="jilib")
    events = table.order("flush", side="un", zone="kismayu", units=["pakistan"], via=["jilib"], answers=[[]])
    assert dice(events) == []
    assert not table.state.mark_named("pink-1a", "done")


@pytest.mark.rule("somalia 6.12c", "somalia 6.22a")
def test_without_a_way_named_units_go_round_an_ambush() -> None:
    table = field(pink_1a="jilib")
    events = table.order("flush", side="un", zone="kismayu", units=["pakistan"])
    assert stops(events, "pakistan") == ["kismayu"]
    assert dice(events) == []


@pytest.mark.rule("somalia 6.22a")
def test_units_from_one_zone_are_one_force_and_others_another() -> None:
    table = field(pink_1a="jilib", pink_2a="jilib", india="mogadishu-airport", korea="kismayu")
    events = table.order(
        "flush",
        side="un",
        zone="jilib",
        units=["pakistan", "india", "korea"],
        dice=[1, 1, 1, 1, 1, 1, 5, 5, 5],
        answers=[["pink-1a"], ["pink-2a"]],
    )
    assert [spoken(question.text, table.state) for question in table.people.asked] == [
        "Which gangs ambush Pakistani infantry and Indian infantry in Jilib?",
        "Which gangs ambush Korean engineers in Jilib?",
    ]
    assert [event.keys["firepower"] for event in events if isinstance(event, LookedUp)][:2] == [1, 3]


# --- who is asked, and what is told ---------------------------------------------------------------------


@pytest.mark.rule("somalia 6.22a", "somalia 11.2a")
@pytest.mark.parametrize(
    ("answers", "asked"), [([["pink-1a"]], ["bandit-1"]), ([[], []], ["bandit-1", "bandit-2"])]
)
def test_of_several_players_one_ambushes_a_force_in_a_zone(
    answers: list[list[str]], asked: list[str]
) -> None:
    table = field(scenario="two-bandits", pink_1a="jilib", yellow_1a="jilib", orange_1a="kismayu")
    table.mark("orange-1a", "done").order(
        "develop",
        side="un",
        mission="works",
        unit=table.put("korea", "mogadishu-airport").state.pieces["korea"].id,
        zone="jilib",
        dice=[*[1] * (2 * len(answers[0])), 1],
        answers=answers,
    )
    assert [question.side for question in table.people.asked] == asked
    assert bool(table.state.mark_named("bandit-1", "attacked this turn")) is bool(answers[0])
    assert table.state.mark_named("bandit-2", "attacked this turn") is None


@pytest.mark.rule("somalia 6.22a", "somalia 6.22e")
def test_a_player_without_a_gang_that_may_ambush_is_not_asked() -> None:
    table = field(scenario="two-bandits", pink_1a="jilib", yellow_1a="jilib", korea="mogadishu-airport")
    table.mark("pink-1a", "done").order(
        "develop", side="un", mission="works", unit="korea", zone="jilib", dice=[1], answers=[[]]
    )
    assert [question.side for question in table.people.asked] == ["bandit-2"]
    assert offered(table, 0) == ["yellow-1a"]


@pytest.mark.rule("somalia 6.22a")
@pytest.mark.parametrize(
    ("units", "said"),
    [
        (["pakistan"], "Which gangs ambush Pakistani infantry in Jilib?"),
        (["pakistan", "india"], "Which gangs ambush Pakistani infantry and Indian infantry in Jilib?"),
        (["pakistan", "india", "italy"], "Which gangs ambush Pakistani infantry and 2 more in Jilib?"),
        (
            ["pakistan", "india", "italy", "france"],
            "Which gangs ambush Pakistani infantry and 3 more in Jilib?",
        ),
    ],
)
def test_one_or_two_units_are_named_and_of_more_the_first(units: list[str], said: str) -> None:
    airport = "mogadishu-airport"
    table = field(pink_1a="jilib", india=airport, italy=airport, france=airport)
    table.order("flush", side="un", zone="jilib", units=units, dice=[6] * len(units), answers=[[]])
    (question,) = table.people.asked
    assert spoken(question.text, table.state) == said
    assert question.suggested == (["pink-1a"],)


@pytest.mark.rule("somalia 6.3a", "somalia 6.3b", "somalia 6.22d")
def test_a_critical_answer_to_an_ambush_brings_a_point_and_a_gang() -> None:
    table = field(pink_1a="jilib", pink_2a="jilib", us_mar_1="mogadishu-airport")
    first = table.state.at["bandit-cup"][0]
    table.order(
        "flush",
        side="un",
        zone="kismayu",
        units=["us-mar-1"],
        via=["jilib"],
        dice=[1, 1, 6, 6, 1],
        answers=[["pink-1a"], True],
    )
    assert (at(table, "pink-1a"), at(table, first), tracks(table, "vp-bandit")) == (
        "bandit-cup",
        "jilib",
        (1,),
    )
    assert table.state.mark_named("bandit", "gangs to come") is None


@pytest.mark.rule("somalia 6.22b", "somalia 8.4a")
def test_the_firepower_of_an_ambush_and_its_leader() -> None:
    table = field(pink_1a="jilib", pink_3a="jilib", pink_2a="jilib", leader_pink="jilib")
    events = table.order(
        "flush",
        side="un",
        zone="kismayu",
        units=["pakistan"],
        via=["jilib"],
        dice=[1, 1, 1, 1],
        answers=[["pink-1a", "pink-3a"]],
    )
    looked = [event.keys for event in events if isinstance(event, LookedUp) and event.table == "raf"]
    assert looked == [{"firepower": 4, "roll": 3}, {"firepower": 1, "roll": 2}]


@pytest.mark.rule("somalia 6.22a", "somalia 6.22e", "somalia 6.12c")
def test_a_force_meets_each_zone_of_its_way_once() -> None:
    table = field(pink_1a="jilib", pink_2a="kismayu")
    events = table.order(
        "flush",
        side="un",
        zone="baardhere",
        units=["pakistan"],
        via=["jilib", "kismayu", "jilib"],
        answers=[[], []],
    )
    assert stops(events, "pakistan") == ["jilib", "kismayu", "baardhere"]
    assert [spoken(question.text, table.state) for question in table.people.asked] == [
        "Which gangs ambush Pakistani infantry in Jilib?",
        "Which gangs ambush Pakistani infantry in Kismayu?",
    ]


@pytest.mark.rule("somalia 6.12c", "somalia 6.22a")
def test_the_shortest_way_through_as_few_ambushes_as_can_be() -> None:
    # Gangs in Jilib and South Mogadishu: from the Airport to Baidoa one of them must be passed, or the north.
    table = field(pink_1a="jilib", pink_2a="south-mogadishu")
    events = table.order("flush", side="un", zone="baidoa", units=["pakistan"])
    assert stops(events, "pakistan") == ["baidoa"]
    table = field(pink_1a="jilib", pink_2a="south-mogadishu", pink_3a="mogadishu-port")
    events = table.order("flush", side="un", zone="kismayu", units=["pakistan"], answers=[[]])
    assert stops(events, "pakistan") == ["jilib", "kismayu"]


@pytest.mark.rule("somalia 6.21a", "somalia 6.22a")
def test_units_that_march_leave_their_base_before_they_go() -> None:
    table = field(pink_1a="jilib").mark("pakistan", "guards", "base-1")
    events = table.order("flush", side="un", zone="kismayu", units=["pakistan"], via=["jilib"], answers=[[]])
    found = []
    for event in events:
        match event:
            case Marked(subject="pakistan", mark="guards", value=None):
                found.append("left")
            case PieceMoved(piece="pakistan", to=to):
                found.append(to)
    assert found == ["left", "jilib", "kismayu"]
