"""What is listed: for each order who may go, at least one and how many, and what together is refused."""

from typing import Any

import pytest

from adjudication.engine.choices import Subset
from adjudication.engine.refusals import in_words
from tests.somalia.board import table
from tests.somalia.field import field, listed
from tests.somalia.later import courts, war
from tests.table import Table


def choices(case: Table, name: str, **fixed: Any) -> dict[str, Subset]:
    """The choices of units of the listed orders of a name, by the Zone or target that they are for."""
    return {
        next(
            str(value) for key, value in order.arguments.items() if key in ("zone", "to", "target")
        ): order.choices
        for order in listed(case, name, **fixed)
        if isinstance(getattr(order, "choices", None), Subset)
    }


def rich(side: str) -> Table:
    """A position with something to do for everybody."""
    case = field(side, pink_1a="jilib", pink_1b="jilib", leader_pink="jilib", yellow_1a="kismayu")
    case.put("india", "jawhar").put("korea", "jawhar").put("italy-heli", "jawhar").track("famine", 3)
    return case.put("convoy-1", "belet-huen")


def worded(case: Table, why: Any) -> str:
    """Why something does not fit, as the white cell reads it."""
    return in_words(why, case.state, "")


@pytest.mark.rule("somalia 6.12a", "somalia 6.14a", "somalia 6.21b", "somalia 6.23a")
@pytest.mark.parametrize(
    ("side", "name", "zone", "units", "most"),
    [
        ("un", "flush", "baidoa", ["pakistan", "italy-heli", "india", "korea"], 4),
        ("un", "convoy", "jilib", ["pakistan", "india", "korea"], 3),
        ("bandit", "raid", "base-1", ["pink-1a", "pink-1b", "leader-pink"], 3),
        ("bandit", "move", "baidoa", ["pink-1a", "pink-1b", "yellow-1a", "leader-pink"], 4),
    ],
)
def test_one_unit_at_least_and_all_that_may_at_most(
    side: str, name: str, zone: str, units: list[str], most: int
) -> None:
    case = rich(side).put("purple-1e", "removed")
    found = choices(case, name)[zone]
    assert sorted(found.items) == sorted(units)
    assert (found.least, found.most) == (1, most)


@pytest.mark.rule("somalia 6.12a")
@pytest.mark.parametrize(("points", "most"), [(1, 1), (2, 2), (4, 4), (9, 4)])
def test_no_more_units_flush_than_the_pool_pays(points: int, most: int) -> None:
    assert choices(rich("un").track("sp-un", points), "flush")["baidoa"].most == most


@pytest.mark.rule("somalia 8.41b", "somalia 6.23a")
def test_gangs_come_before_leaders_and_what_factions_forbid_does_not_fit() -> None:
    case = rich("bandit")
    found = choices(case, "move")["baidoa"]
    assert found.fits is not None
    assert list(found.items) == ["pink-1a", "pink-1b", "yellow-1a", "purple-1e", "leader-pink"]
    assert not found.fits(["pink-1a"])
    assert not found.fits(["pink-1a", "yellow-1a", "leader-pink"])
    assert "different factions cannot be in Baidoa" in worded(case, found.fits(["pink-1a", "yellow-1a"]))
    case.put("orange-1a", "jilib")
    again = choices(case, "move")["baidoa"]
    assert again.fits is not None
    assert "keeps gangs of different factions together" in worded(case, again.fits(["leader-pink"]))


@pytest.mark.rule("somalia 6.23b", "somalia 6.23a")
def test_only_zones_within_reach_are_listed() -> None:
    case = field("bandit", purple_1e="removed", pink_1a="bender-cassim")
    for number, zone in enumerate(("hardiyo", "gaalkayo", "erigayo"), start=1):
        case.put(f"militia-{number}", zone)
    assert sorted(choices(case, "move")) == ["erigayo", "gaalkayo", "hardiyo"]


@pytest.mark.rule("somalia 6.21b", "somalia 8.41b", "somalia 8.4a")
def test_raiders_are_listed_for_each_target_in_reach() -> None:
    case = field("bandit", purple_1e="removed", pink_1a="jilib", leader_pink="kismayu", yellow_1a="baidoa")
    case.put("nigeria", "baidoa").put("convoy-1", "kismayu").put("india", "berbera")
    found = choices(case, "raid")
    assert {target: sorted(each.items) for target, each in found.items()} == {
        "base-1": ["pink-1a"],
        "pakistan": ["pink-1a"],
        "nigeria": ["pink-1a", "yellow-1a"],
        "convoy-1": ["pink-1a"],
    }
    fits = found["nigeria"].fits
    assert fits is not None
    assert not fits(["yellow-1a"])
    assert "different factions cannot be in Baidoa" in worded(case, fits(["pink-1a"]))
    fits = found["convoy-1"].fits
    assert fits is not None
    assert not fits(["pink-1a"])
    case.mark("base-1", "raided")
    assert sorted(choices(case, "raid")) == ["convoy-1", "nigeria", "pakistan"]


@pytest.mark.rule("somalia 8.4a", "somalia 6.21b")
def test_a_leader_alone_does_not_raid() -> None:
    case = field("bandit", purple_1e="removed", pink_1a="mogadishu-airport", leader_pink="jilib")
    fits = choices(case, "raid")["base-1"].fits
    assert fits is not None
    assert worded(case, fits(["leader-pink"])) == "A Raid needs a gang."
    assert not fits(["pink-1a", "leader-pink"])


@pytest.mark.rule("somalia 11.21d")
def test_attacks_on_factions_are_listed_with_those_who_may() -> None:
    case = field("bandit-1", scenario="two-bandits", pink_1a="jilib", orange_1a="jilib", pink_1b="jilib")
    case.put("yellow-1a", "jilib").put("purple-1a", "jilib").put("yellow-1b", "kismayu").mark(
        "pink-1b", "done"
    )
    case.put("leader-pink", "jilib")
    found = [
        (order.arguments["zone"], order.arguments["faction"], list(order.choices.items), order.choices.least)
        for order in listed(case, "attack-faction")
    ]
    assert found == [
        ("jilib", "yellow", ["pink-1a", "orange-1a"], 1),
        ("jilib", "purple", ["pink-1a", "orange-1a"], 1),
    ]
    case.mark("game", "to act", "un")
    assert listed(case, "attack-faction") == []


@pytest.mark.rule("somalia 10.0a", "somalia 8.41b")
def test_the_set_up_lists_each_zone_that_some_may_enter() -> None:
    case = table("deployment", side="bandit", pink_1a="deploying", pink_1b="deploying", yellow_1a="jilib")
    found = choices(case, "deploy")
    assert len(found) == 15  # neither Jilib nor Hardiyo
    assert (found["guban"].least, found["guban"].most) == (1, 2)
    assert not {"jilib", "hardiyo"} & found.keys()
    case.put("leader-pink", "deploying")
    found = choices(case, "deploy")
    assert len(found) == 17
    fits = found["jilib"].fits
    assert fits is not None
    assert fits(["pink-1a", "leader-pink"]) is True
    against = worded(case, fits(["pink-1a"]))
    assert against.startswith("Units of different factions may not share a Zone")
    assert list(choices(case.put("pink-1a", "guban").put("pink-1b", "guban"), "deploy")) == [
        space.id for space in case.state.board.data.spaces
    ]


@pytest.mark.rule("somalia 10.0a", "somalia 11.2a")
def test_only_his_own_counters_wait_for_a_player() -> None:
    case = table("deployment", side="bandit-1", scenario="two-bandits", pink_1a="deploying")
    case.put("yellow-1a", "deploying")
    assert list(choices(case, "deploy")["guban"].items) == ["pink-1a"]
    case.phase("deployment", 0, "bandit-2")
    assert list(choices(case, "deploy")["guban"].items) == ["yellow-1a"]


@pytest.mark.rule("somalia 8.3f", "somalia 6.14b", "somalia 6.11a")
def test_a_convoy_is_listed_alone_with_escorts_and_with_lifts() -> None:
    case = field(korea="jawhar").track("famine", 3)
    assert all("lift" not in order.arguments for order in listed(case, "convoy"))
    alone = [order for order in listed(case, "convoy") if set(order.arguments) == {"zone"}]
    assert len(alone) == 9
    case.put("italy-heli", "jawhar")
    lifts = [order for order in listed(case, "convoy", zone="jilib") if "lift" in order.arguments]
    assert [dict(order.choices.may) for order in lifts] == [{"italy-heli": ["pakistan", "korea"]}]
    assert worded(case, lifts[0].choices.fits({})) == "Name a Helicopter and the unit that it carries."
    case.mark("game", "to act", "bandit")
    assert listed(case, "convoy") == []


@pytest.mark.rule("somalia 6.12a", "somalia 6.3c", "somalia 11.12b")
@pytest.mark.parametrize(
    ("mark", "points", "there"),
    [(None, 1, True), (None, 0, False), ("confined to base", 9, False), ("talks", 9, False)],
)
def test_when_a_flush_is_listed(mark: str | None, points: int, there: bool) -> None:
    case = field().track("sp-un", points)
    if mark:
        case.mark("game", mark, "bandit" if mark == "talks" else True)
    assert bool(listed(case, "flush")) is there


@pytest.mark.rule("somalia 9.0a")
def test_either_side_may_resign_once_the_game_is_under_way() -> None:
    case = table(turn=1)
    assert [(order.side, order.name) for order in case.session.legal() if order.name == "resign"] == [
        ("un", "resign"),
        ("bandit", "resign"),
    ]
    case.order("resign", side="bandit")
    assert case.state.verdict is not None


def test_nobody_resigns_in_the_later_scenarios() -> None:
    for case in (courts({"icu-1a": "jilib"}), war({"pink-1a": "jilib"})):
        assert [
            order for order in case.session.legal() if order.name in ("resign", "offer-talks", "proceed")
        ] == []


@pytest.mark.rule("somalia 6.21a", "somalia 6.12c", "somalia 6.23a")
@pytest.mark.parametrize(("name", "zone"), [("raid", "kismayu"), ("flush", "kismayu"), ("move", "kismayu")])
def test_missions_of_2006_are_listed_with_one_unit_at_least(name: str, zone: str) -> None:
    case = courts({"icu-1a": "jilib", "icu-1b": "jilib", "pink-1a": "kismayu"}).track("sp-icu", 5)
    found = choices(case, name)[zone]
    assert (list(found.items), found.least, found.most, found.fits) == (["icu-1a", "icu-1b"], 1, 2, None)
    case.track("sp-icu", 1)
    assert choices(case, name)[zone].most == (1 if name == "flush" else 2)
