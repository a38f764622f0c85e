"""What is noted for a turn and until when: missions done, Raids, Ambushes, Flushes, counts of the turn."""

from typing import Any

import pytest

from adjudication.systems.somalia.between_turns import intervention
from adjudication.systems.somalia.random_events import happenings
from adjudication.systems.somalia.table import tally
from domain.table.marks import Mark
from domain.texts import Text
from tests.somalia.board import run, table
from tests.somalia.field import field
from tests.somalia.later import CRITICAL, MISS, TWO, courts, war
from tests.table import Table

TURN = 4
NEXT = 5


def noted(case: Table, *marks: tuple[str, str | Mark[Any]]) -> list[tuple[Any, int]]:
    """The value of each mark of a subject, and the turn with which it comes off."""
    lapses = case.state.lapses
    by_name = [(subject, mark if isinstance(mark, str) else mark.name) for subject, mark in marks]
    return [
        (case.state.mark_named(*mark), lapses[mark].turn if mark in lapses else 0)  # 0: it stays
        for mark in by_name
    ]


@pytest.mark.rule("somalia 6.0d", "somalia 6.21j", "somalia 6.11c", "somalia 6.3c")
def test_a_raid_is_noted_of_its_target_of_all_with_it_and_of_the_raiders() -> None:
    case = field("bandit", TURN, pink_3a="jilib", convoy_1="jilib", nigeria="jilib")
    case.mark("nigeria", "guards", "convoy-1").order(
        "raid", side="bandit", target="convoy-1", units=["pink-3a"], dice=CRITICAL, answers=[1, False]
    )
    assert noted(
        case,
        ("pink-3a", "done"),
        ("convoy-1", "raided"),
        ("nigeria", "raided"),
        ("convoy-1", "lost Supply Points"),
        ("game", "confined to base"),
        ("game", "missions conducted"),
    ) == [(True, NEXT), (True, NEXT), (True, NEXT), (1, NEXT), (True, NEXT), (1, NEXT)]


@pytest.mark.rule("somalia 6.0d", "somalia 6.12b", "somalia 6.22e")
def test_a_flush_is_noted_of_its_zone_and_an_ambush_of_the_gangs() -> None:
    case = field("un", TURN, pink_3a="jilib")
    case.order(
        "flush",
        side="un",
        zone="kismayu",
        units=["pakistan"],
        via=["jilib"],
        dice=[*MISS, *MISS],
        answers=[["pink-3a"]],
    )
    assert (
        noted(
            case,
            ("kismayu", "flushed"),
            ("pakistan", "done"),
            ("pink-3a", "has ambushed"),
            ("pink-3a", "done"),
        )
        == [(True, NEXT)] * 4
    )


@pytest.mark.rule("somalia 6.0d")
def test_each_mission_of_a_turn_is_counted_and_a_new_turn_begins_anew() -> None:
    case = field("un", TURN, pink_3a="jilib", india="kismayu", korea="kismayu")
    for number, unit in enumerate(("india", "korea"), start=1):
        case.mark("game", "to act", "un").order(
            "flush", side="un", zone=("kismayu", "baidoa")[number - 1], units=[unit], answers=[]
        )
        assert noted(case, ("game", "missions conducted")) == [(number, NEXT)]


@pytest.mark.rule("somalia 11.22b", "somalia 11.22d", "somalia 6.0f")
def test_what_each_of_several_players_does_counts_for_the_turn() -> None:
    case = field("bandit-1", TURN, "two-bandits", pink_3a="mogadishu-airport", pink_2a="mogadishu-airport")
    for target, unit, points in (("pakistan", "pink-3a", TWO), ("base-1", "pink-2a", MISS)):
        case.mark("game", "to act", "bandit-1").order(
            "raid",
            side="bandit-1",
            target=target,
            units=[unit],
            dice=[*points, *MISS],
            answers=[True] if target == "pakistan" else [],
        )
    assert noted(case, ("bandit-1", "attacked this turn"), ("bandit-1", "hits this turn")) == [
        (True, NEXT),
        (1, NEXT),
    ]
    assert noted(case, ("bandit-2", "attacked this turn"), ("bandit-2", "hits this turn")) == [(None, 0)] * 2


@pytest.mark.rule("somalia 7.0a", "somalia 11.22d")
def test_counts_of_a_turn_add_up_and_nothing_is_no_count() -> None:
    case = table(turn=TURN, scenario="two-bandits")
    rule = "somalia 7.0a"
    run(case, lambda umpire: tally.add(umpire, "un", tally.KILLED, rule=rule))
    run(case, lambda umpire: tally.add(umpire, "un", tally.KILLED, 2, rule=rule))
    run(case, lambda umpire: tally.add(umpire, "un", tally.LEADERS, 0, rule=rule))
    run(case, lambda umpire: tally.hit(umpire, "bandit-1", 2, rule=rule))
    run(case, lambda umpire: tally.hit(umpire, "bandit-1", 3, rule=rule))
    run(case, lambda umpire: tally.attacks(umpire, "un", rule=rule))
    assert noted(case, ("un", tally.KILLED), ("un", tally.LEADERS), ("bandit-1", tally.SCORED)) == [
        (3, NEXT),
        (None, 0),
        (5, NEXT),
    ]
    assert case.state.mark("un", tally.ATTACKED) is None
    counted = [tally.count(case.state, "un", what) for what in (tally.KILLED, tally.LEADERS)]
    assert counted == [3, 0]
    assert [tally.hits(case.state, side) for side in ("bandit-1", "bandit-2")] == [5, 0]
    assert case.state.track("hits") == 5


@pytest.mark.rule("somalia 6.0f", "somalia 11.22d")
def test_one_bandit_player_has_no_counts_of_his_own() -> None:
    case = table(turn=TURN)
    run(case, lambda umpire: tally.hit(umpire, "bandit", 2, rule="somalia 6.0f"))
    run(case, lambda umpire: tally.attacks(umpire, "bandit", rule="somalia 11.22d"))
    assert "bandit" not in case.state.marks
    assert tally.hits(case.state, "bandit") == 2


@pytest.mark.rule("somalia 8.5e", "somalia 8.5g")
@pytest.mark.parametrize(("dice", "terror"), [([5, 5], True), ([1, 1], None)])
def test_terrorism_is_tried_once_a_season_and_its_marker_stays(dice: list[int], terror: bool | None) -> None:
    case = table("terrorism", 6, "bandit", pink_3a="jilib")
    case.order("terrorise", zone="jilib", dice=dice)
    assert noted(case, ("jilib", "Terrorism this season"), ("jilib", "terrorised")) == [
        (True, 7),
        (terror, 0),
    ]


@pytest.mark.rule("somalia 11.1b", "somalia 11.12a", "somalia 11.11a")
def test_an_offer_of_talks_is_noted_for_the_turn_and_the_first_for_good() -> None:
    case = field(turn=TURN, options={"talks": True})
    case.order("offer-talks", side="bandit")
    assert noted(
        case, ("bandit", "talks offered"), ("bandit", "talks offered before"), ("game", "talks")
    ) == [
        (True, NEXT),
        (True, 0),
        ("bandit", 0),
    ]


WHY = Text("an event", {"name": "a case"})


@pytest.mark.rule("somalia 4.0", "somalia 8.41c", "somalia 8.5h", "somalia 6.3c")
@pytest.mark.parametrize(
    ("effect", "amount", "mark", "until"),
    [
        ("port closed", 1, "port closed", NEXT),
        ("port closed", 2, "port closed", TURN + 2),
        ("Bandit Unity", 3, "bandit unity", TURN + 3),
        ("Somali Nationalism", 3, "Somali Nationalism", TURN + 3),
        ("confined", 0, "confined to base", NEXT),
    ],
)
def test_events_take_effect_for_so_many_turns(effect: str, amount: int, mark: str, until: int) -> None:
    case = table("random events", TURN)
    run(case, lambda umpire: happenings.EFFECTS[effect](umpire, amount, WHY))
    assert noted(case, ("game", mark)) == [(True, until)]


@pytest.mark.rule("somalia 4.0", "somalia 6.0d")
def test_units_that_rest_and_zones_that_are_fed_are_noted_for_the_turn() -> None:
    case = table("random events", TURN, india="jilib").track("famine", 3)
    run(case, lambda umpire: happenings.rest(umpire, 1, WHY), answers=[["india"]])
    run(case, lambda umpire: happenings.feed_by_air(umpire, 1, WHY), answers=[["jilib"]])
    assert noted(case, ("india", "done"), ("jilib", "fed by air"), ("pakistan", "done")) == [
        (True, NEXT),
        (True, NEXT),
        (None, 0),
    ]


@pytest.mark.rule("somalia 8.7a", "somalia 8.7e")
def test_an_intervention_lasts_twelve_turns_and_is_requested_once() -> None:
    case = table("seasonal interphase", 9)
    run(
        case,
        intervention.request,
        dice=[1, 1, 1, 1],
        answers=[True, {"us-inf-1": "jilib", "us-inf-2": "jilib"}],
    )
    assert noted(case, ("game", "US Intervention"), ("game", "US Intervention requested")) == [
        (21, 0),
        (9, 0),
    ]


# --- the later scenarios -------------------------------------------------------------------------------


@pytest.mark.rule("somalia 6.21j", "somalia 6.0c", "somalia 6.22e")
def test_a_raid_of_2006_is_noted_of_those_who_are_raided_and_of_the_raiders() -> None:
    case = courts({"icu-2a": "jilib", "purple-2a": "kismayu", "yellow-2a": "baidoa"}, turn=TURN)
    case.order(
        "raid", side="icu", target="kismayu", units=["icu-2a"], dice=[*MISS, *MISS], answers=[[], "yellow"]
    )
    assert noted(case, ("purple-2a", "raided"), ("icu-2a", "done"), ("yellow-2a", "raided")) == [
        (True, NEXT),
        (True, NEXT),
        (None, 0),
    ]


@pytest.mark.rule("somalia 6.12b", "somalia 6.0c")
def test_a_flush_of_2006_is_noted_of_its_area() -> None:
    places = {"icu-2a": "jilib", "purple-2a": "kismayu", "yellow-2a": "baidoa"}
    case = courts(places, turn=TURN).track("sp-icu", 1).mark("purple-2a", "done")
    case.order("flush", side="icu", zone="kismayu", units=["icu-2a"], dice=[6])
    assert noted(case, ("kismayu", "flushed"), ("icu-2a", "done")) == [(True, NEXT)] * 2


@pytest.mark.rule("somalia 6.22e")
@pytest.mark.parametrize("uses", [True, False])
def test_an_ambush_of_2006_is_noted_of_both(uses: bool) -> None:
    places = {"icu-2a": "jilib", "purple-2a": "kismayu", "purple-2b": "kismayu"}
    case = courts(places, turn=TURN, ambush_uses_mission=uses)
    case.order(
        "raid",
        side="icu",
        target="kismayu",
        units=["icu-2a"],
        dice=[*MISS, *MISS, *MISS, *MISS],
        answers=[["purple-2a"]],
    )
    done = (True, NEXT) if uses else (None, 0)
    assert noted(
        case,
        ("purple-2a", "has ambushed"),
        ("purple-2a", "done"),
        ("purple-2b", "has ambushed"),
        ("icu-2a", "ambushed in"),
    ) == [(True, NEXT), done, (None, 0), (["kismayu"], NEXT)]


@pytest.mark.rule("somalia war2006.economics.d")
def test_a_unit_tries_to_enter_once_in_an_interphase() -> None:
    case = war({}, turn=6).phase("entry", 6, side="ethiopia").track("sp-ethiopia", 2)
    case.order("enter", side="ethiopia", unit="ethiopia-2", dice=[2])
    assert noted(case, ("ethiopia-2", "tried to enter")) == [(True, 7)]
