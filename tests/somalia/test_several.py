"""Two and three Bandit players (11.2)."""

from typing import Any

import pytest

from adjudication.systems.somalia import operations
from adjudication.systems.somalia.politics import political
from adjudication.systems.somalia.random_events import happenings
from adjudication.systems.somalia.table import sides
from domain.errors import IllegalOrder
from domain.events import Modified
from domain.texts import Text, code_of
from tests.somalia.board import added, at, run, table, there, tracks
from tests.somalia.field import field, listed
from tests.table import Table
from tests.words import words_of


@pytest.mark.rule("somalia 11.2a", "somalia 8.41a")
@pytest.mark.parametrize(
    ("scenario", "factions"),
    [
        ("two-bandits", {"bandit-1": ("pink", "orange"), "bandit-2": ("yellow", "purple")}),
        ("three-bandits", {"bandit-1": ("pink",), "bandit-2": ("orange",), "bandit-3": ("yellow",)}),
    ],
)
def test_two_players_have_two_factions_each_and_three_have_one(
    scenario: str, factions: dict[str, tuple[str, ...]]
) -> None:
    state = Table("somalia", scenario, dice="scripted").state
    assert {side: sides.factions(state, side) for side in sides.bandits(state)} == factions
    waiting = [piece.kind.data["faction"] for piece in state.pieces_at("deploying")]
    assert {colour: waiting.count(colour) for colour in waiting} == dict.fromkeys(
        [colour for each in factions.values() for colour in each], 4
    )


@pytest.mark.rule("somalia 11.2a")
def test_the_players_set_up_one_after_the_other() -> None:
    case = Table("somalia", "two-bandits", dice="scripted")
    for side in ("bandit-1", "bandit-2"):
        assert case.state.side == side
        mine = [piece.id for piece in case.state.pieces_at("deploying") if piece.side == side]
        other = next(piece.id for piece in case.state.of_group("leader") if piece.side != side)
        with pytest.raises(IllegalOrder, match="still to be set up"):
            case.order("deploy", side=side, units=[other], to="jilib")
        case.order("deploy", side=side, units=mine, to="jilib")  # factions share Zones (11.21c)
        dice = [1, 1, 2, 2, 1] if side == "bandit-2" else []
        case.order("proceed", side=side, dice=dice, answers=[["pakistan"]] if dice else [])
    assert (case.state.turn, case.state.phase, case.state.mark_named("game", "to act")) == (
        1,
        "operations",
        "bandit-1",
    )


@pytest.mark.rule("somalia 8.4a")
@pytest.mark.parametrize(("leader", "helps"), [("leader-pink", False), ("leader-yellow", True)])
def test_the_leader_of_another_player_helps_in_no_raid_and_no_ambush(leader: str, helps: bool) -> None:
    def led(acting: str, name: str, dice: list[int], answers: list[Any], **how: Any) -> bool:
        case = field(acting, scenario="two-bandits", yellow_3a="jilib", nigeria="jilib").put(leader, "jilib")
        events = case.order(name, side=acting, dice=dice, answers=answers, **how)
        return any(isinstance(event, Modified) and code_of(event.label) == "Leader" for event in events)

    assert led("bandit-2", "raid", [1, 1], [False], target="nigeria", units=["yellow-3a"]) is helps
    assert led("un", "flush", [1, 1, 1, 1], [["yellow-3a"]], zone="kismayu", units=["nigeria"]) is helps


@pytest.mark.rule("somalia 11.22a")
def test_each_player_has_an_account_of_its_own() -> None:
    case = table(
        "terrorism", 3, "bandit-2", "two-bandits", yellow_3a="jilib", yellow_2a="jilib", pink_2a="jilib"
    )
    case.order("terrorise", zone="jilib", dice=[5, 5])  # Firepower 5, without the pink unit
    assert tracks(case, "sp-bandit-1", "sp-bandit-2") == (0, 4)


def brawl(**places: Any) -> Table:
    """The Operations Phase with two Bandit players, the first to act."""
    return field("bandit-1", scenario="two-bandits", **places)


@pytest.mark.rule("somalia 11.21d", "somalia 11.21e", "somalia 11.22b", "somalia 11.22e")
def test_an_attack_eliminates_units_of_a_faction_and_what_is_left_fires_back() -> None:
    case = brawl(pink_3a="jilib", orange_2a="jilib", yellow_2a="jilib", yellow_1a="jilib", purple_3a="jilib")
    case.order(
        "attack-faction",
        side="bandit-1",
        zone="jilib",
        faction="yellow",
        units=["pink-3a", "orange-2a"],
        dice=[4, 4, 6, 3],  # Firepower 5, 8: one; what is left fires with 1, 9: one
        answers=[["yellow-2a"], ["pink-3a"]],
    )
    assert there(case, "jilib") == ["orange-2a", "purple-3a", "yellow-1a"]
    assert tracks(case, "vp-bandit-1", "vp-bandit-2") == (0, 0)  # +1 for the kill and -1 for the loss, each
    assert case.state.mark_named("orange-2a", "done")
    assert case.state.mark_named("bandit-1", "attacked this turn")
    assert case.state.mark_named("bandit-2", "attacked this turn") is None
    assert case.state.mark_named("un", "eliminated this turn") is None


@pytest.mark.rule("somalia 11.21d", "somalia 8.4a")
def test_a_leader_helps_the_attack_but_not_the_return_fire() -> None:
    case = brawl(pink_1a="jilib", leader_pink="jilib", yellow_1a="jilib", leader_yellow="jilib")
    case.order(
        "attack-faction",
        side="bandit-1",
        zone="jilib",
        faction="yellow",
        units=["pink-1a"],
        dice=[3, 4, 4, 4],  # 8 with the Leader: nothing; 8 without: nothing
    )
    assert there(case, "jilib") == ["leader-pink", "leader-yellow", "pink-1a", "yellow-1a"]
    case = brawl(pink_1a="jilib", leader_pink="jilib", yellow_1a="jilib")
    case.order(
        "attack-faction", side="bandit-1", zone="jilib", faction="yellow", units=["pink-1a"], dice=[4, 4]
    )
    assert at(case, "yellow-1a") == "bandit-cup"  # 9 with the Leader
    assert tracks(case, "vp-bandit-1", "vp-bandit-2") == (1, -1)


@pytest.mark.rule("somalia 11.21d")
def test_only_others_are_attacked_where_they_stand_by_units_that_have_not_acted() -> None:
    case = brawl(pink_1a="jilib", orange_1a="jilib", yellow_1a="kismayu").mark("orange-1a", "done")
    attack: dict[str, Any] = {"zone": "jilib", "faction": "orange", "units": ["pink-1a"]}
    with pytest.raises(IllegalOrder, match="a faction of another player that is there"):
        case.order("attack-faction", side="bandit-1", **attack)
    with pytest.raises(IllegalOrder, match="a faction of another player that is there"):
        case.order("attack-faction", side="bandit-1", **{**attack, "faction": "yellow"})
    case.put("yellow-1a", "jilib")
    with pytest.raises(IllegalOrder, match="conducted no mission this turn"):
        case.order("attack-faction", side="bandit-1", zone="jilib", faction="yellow", units=["orange-1a"])
    with pytest.raises(IllegalOrder, match="may not act now"):
        case.order("attack-faction", side="bandit-2", zone="jilib", faction="pink", units=["yellow-1a"])
    (order,) = listed(case, "attack-faction")
    assert order.arguments == {"zone": "jilib", "faction": "yellow", "units": ["pink-1a"]}


@pytest.mark.rule("somalia 11.21d")
def test_a_single_bandit_player_attacks_no_faction() -> None:
    case = field("bandit", pink_1a="jilib", leader_pink="jilib", yellow_1a="jilib")
    with pytest.raises(IllegalOrder, match="only where several play Bandits"):
        case.order("attack-faction", side="bandit", zone="jilib", faction="yellow", units=["pink-1a"])


@pytest.mark.rule("somalia 11.22c", "somalia 11.22d")
def test_zones_of_one_faction_and_an_attack_score() -> None:
    case = table(
        scenario="two-bandits",
        pink_1a="jilib",
        orange_1a="kismayu",
        orange_1b="kismayu",
        pink_1b="guban",
        orange_1c="guban",  # two factions
        pink_1c="berbera",
        militia_1="berbera",  # another unit
        pink_2a="erigayo",
        base_2="erigayo",  # a Base is no unit
    )
    case.mark("bandit-1", "attacked this turn")
    log = run(case, political.settle)
    assert added(log, "vp-bandit-1") == {
        "Zones with units of one faction: 3": 3,
        "at least one attack": 1,
    }
    assert added(log, "vp-bandit-2") == {"Zones with units of one faction: 1": 1}


@pytest.mark.rule("somalia 11.22b", "somalia 7.1c", "somalia 7.0a")
def test_the_table_scores_for_the_player_who_caused_it() -> None:
    case = table(
        scenario="two-bandits",
        options={"bandits_score_victory_table": True},
        yellow_1a="jilib",
        pink_1a="jilib",
        yellow_1b="guban",
        yellow_1c="berbera",
    )
    case.mark("bandit-2", "hits this turn", 5).track("hits", 5)
    log = run(case, political.settle)
    lines = added(log, "vp-bandit-2")
    assert lines["hit on a UN unit: 5"] == 2
    assert lines["Bandit-controlled Zone: 4"] == 1  # jilib, guban, berbera and hardiyo
    assert "hit on a UN unit: 0" not in added(log, "vp-bandit-1")


@pytest.mark.rule("somalia 11.22c", "somalia 8.5f")
@pytest.mark.parametrize(("denied", "zones"), [(False, 2), (True, 1)])
def test_a_terror_marker_denies_the_point_for_a_zone_only_by_option(denied: bool, zones: int) -> None:
    options = {"terror_denies_faction_zones": denied}
    case = table(scenario="two-bandits", options=options, pink_1a="jilib", orange_1a="kismayu")
    case.mark("jilib", "terrorised")
    log = run(case, political.settle)
    assert added(log, "vp-bandit-1") == {f"Zones with units of one faction: {zones}": zones}


@pytest.mark.rule("somalia 11.22b", "somalia 11.22c")
def test_what_the_players_score_takes_the_place_of_the_table() -> None:
    case = table(scenario="two-bandits", yellow_1a="jilib", yellow_1b="guban", yellow_1c="berbera")
    case.mark("bandit-2", "hits this turn", 5).track("hits", 5).mark("un", "eliminated this turn", 4)
    log = run(case, political.settle)
    assert added(log, "vp-bandit-2") == {"Zones with units of one faction: 4": 4}
    assert added(log, "vp-un")["Bandit unit eliminated: 4"] == 2


@pytest.mark.rule("somalia 11.22e")
def test_a_unit_that_the_un_eliminates_costs_its_player_a_point() -> None:
    case = table("terrorism", 3, "bandit-1", "two-bandits", pink_1a="jilib", militia_1="jilib")
    case.order("terrorise", zone="jilib", dice=[1, 1, 5, 5], answers=[True])
    assert tracks(case, "vp-bandit-1", "vp-bandit-2") == (-1, 0)
    assert case.state.mark_named("un", "eliminated this turn") == 1


def test_an_event_for_a_bandit_player_picks_one_of_them() -> None:
    case = table(scenario="two-bandits")
    run(case, lambda umpire: happenings.arm_bandits(umpire, 4, Text("income")), dice=[2])
    assert tracks(case, "sp-bandit-1", "sp-bandit-2") == (0, 4)


@pytest.mark.rule("somalia 11.21c", "somalia 8.41d")
def test_factions_share_zones_freely() -> None:
    case = brawl(pink_1a="jilib", orange_1a="kismayu", yellow_1a="kismayu")
    case.order("move", side="bandit-1", units=["pink-1a"], to="kismayu")
    assert there(case, "kismayu") == ["orange-1a", "pink-1a", "yellow-1a"]


@pytest.mark.rule("somalia 11.21a")
@pytest.mark.parametrize(
    ("places", "dice", "first"),
    [
        ({"yellow_1a": "jilib"}, [], "bandit-2"),  # with purple-3a the most
        ({"pink_1a": "jilib", "orange_1a": "kismayu"}, [], "bandit-1"),
        ({"pink_1a": "jilib"}, [2], "bandit-2"),  # level: one of them at random
    ],
)
def test_the_player_with_the_most_units_goes_first(
    places: dict[str, Any], dice: list[int], first: str
) -> None:
    case = table("logistics", scenario="two-bandits", **places)
    case.phase("operations", 2)
    run(case, operations.begin, dice=dice)
    assert case.state.mark_named("game", "to act") == first
    assert case.state.mark_named("game", "chooses who acts") == first


@pytest.mark.rule("somalia 11.21b")
def test_whoever_has_conducted_a_mission_says_who_is_next_and_not_himself() -> None:
    case = field(
        "bandit-1", scenario="two-bandits", who=True, pink_1a="jilib", pink_1b="jilib", yellow_1a="guban"
    )
    case.order("move", side="bandit-1", units=["pink-1a"], to="kismayu", answers=["bandit-2"])
    question = case.people.asked[-1]
    assert (question.side, list(question.options)) == ("bandit-1", ["bandit-2", "un"])
    case.order("move", side="bandit-2", units=["yellow-1a"], to="berbera", answers=["bandit-1"])
    assert case.people.asked[-1].side == "bandit-2"
    assert case.state.mark_named("game", "to act") == "bandit-1"


@pytest.mark.rule("somalia 11.22f", "somalia 9.0b")
@pytest.mark.parametrize(("best", "winner"), [(False, "bandit-2"), (True, "un")])
def test_the_un_is_measured_by_all_bandits_or_by_the_best_of_them(best: bool, winner: str) -> None:
    case = table("operations", 5, "bandit-1", "two-bandits", options={"un_against_best_bandit": best})
    case.track("vp-un", 60).track("vp-bandit-1", 30).track("vp-bandit-2", 39)
    case.order("resign", side="bandit-1")
    assert case.state.verdict is not None
    assert case.state.verdict.winner == winner
    assert f"with a score of {21 if best else -9}." in words_of(case.state.verdict.reason, "somalia")
