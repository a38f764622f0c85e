"""What came of a mission in one line."""

import pytest

from adjudication.engine.orders import Order
from adjudication.engine.umpire import Nobody
from adjudication.systems.somalia.summary import summary
from adjudication.systems.somalia.table.turns import concludes
from domain.events import Chosen, Event, OrderGiven, PhaseEntered
from domain.table.dice import ScriptedDice
from domain.texts import code_of, said_in
from reports.words.summaries import summed
from tests.somalia.board import table as board
from tests.somalia.field import NEXT, NEXT_TURN, field
from tests.somalia.later import HIT, courts, war
from tests.table import Table
from tests.words import words_of


def _word(thing: object) -> object:
    """A thing by its id, a text in words."""
    said = said_in(thing)
    return thing if said is None else words_of(said, "somalia")


def told(table: Table, name: str, side: str, **how: object) -> list[str]:
    """The parts of the summary of an order, as their words and things."""
    events = table.order(name, side=side, **how)  # type: ignore[arg-type]
    given = events[0]
    assert isinstance(given, OrderGiven)
    return [part.text.format(*map(_word, part.things)) for part in summary(given, events, table.state, [])]


@pytest.mark.rule("somalia 6.21f")
def test_a_raid_says_its_result_and_how_it_was_divided() -> None:
    table = field("bandit", pink_3a="jilib", convoy_1="jilib", nigeria="jilib")
    table.mark("nigeria", "guards", "convoy-1")
    assert told(
        table,
        "raid",
        "bandit",
        target="convoy-1",
        units=["pink-3a"],
        dice=[5, 6, 4, 4],
        answers=[1, True],
    ) == [
        "the Raid: a result of 2",
        "1 hit on UN units",
        "the UN loses 1 SP",
        "the defenders: a result of 1",
        "pink-3a eliminated",
    ]


@pytest.mark.rule("somalia 6.12e")
def test_a_flush_says_its_ambush_contact_and_losses() -> None:
    table = field(pink_1a="jilib", pink_3a="kismayu", carabinieri="kismayu").mark("pink-3a", "done")
    assert told(
        table,
        "flush",
        "un",
        zone="kismayu",
        units=["pakistan", "carabinieri"],
        via=["jilib"],
        dice=[6, 6, 1, 1],
        answers=[["pink-1a"]],
    )[:3] == ["the ambush: a result of 1, a critical hit", "1 hit on UN units", "the UN is confined to base"]
    table = field(pink_3a="jilib", pakistan="jilib", carabinieri="jilib").mark("pink-3a", "done")
    assert told(
        table, "flush", "un", zone="jilib", units=["pakistan", "carabinieri"], dice=[3, 4, 1, 2, 3, 4]
    ) == [
        "contact by 1 of 2 units",
        "the Flush: no effect",
        "the gangs that are left: a result of 1",
        "1 hit on UN units",
    ]


@pytest.mark.rule("somalia 6.13b")
def test_development_says_whether_it_succeeded() -> None:
    table = field(tunisia="jilib")
    assert told(table, "develop", "un", mission="militia", unit="tunisia", zone="jilib", dice=[4]) == [
        "success (rolled 4)",
        "militia-1 recruited in jilib",
    ]


@pytest.mark.rule("somalia icu2006.special.c")
def test_a_move_that_is_an_attack_says_what_it_came_to() -> None:
    table = courts({"icu-2a": "jilib", "icu-1a": "jilib", "pink-2a": "baidoa", "pink-1a": "baidoa"})
    table.mark("pink-2a", "done").mark("pink-1a", "done")
    found = told(
        table,
        "move",
        "icu",
        to="baidoa",
        units=["icu-2a", "icu-1a"],
        dice=[*HIT, *HIT],
        answers=[["pink-1a"], ["icu-1a"]],
    )
    assert [part for part in found if "eliminated" in part] == ["pink-1a eliminated", "icu-1a eliminated"]
    assert any(part.endswith("a result of 1") for part in found)


def summed_before(table: Table, follows: type[Event]) -> tuple[str, bool]:
    """What came of the last order in one line, and whether the log has it before the first such event."""
    game = table.session.game
    found = max(summed(game))
    after = [event.number for event in game.log if isinstance(event, follows) and event.number > found.given]
    return found.whole, found.concluded < after[-1]


@pytest.mark.rule("somalia 6.0a")
def test_a_mission_is_summed_up_before_anybody_is_asked_who_is_next() -> None:
    table = field("bandit", who=True, pink_3a="jilib", pink_1a="jilib", convoy_1="jilib")
    players, table.session.people = table.session.people, Nobody()
    table.session.dice = ScriptedDice([5, 6])
    order = Order("bandit", "raid", {"target": "convoy-1", "units": ["pink-3a"]})
    assert [code_of(question.text) for question in table.session.order(order).questions] == [NEXT]
    (found,) = summed(table.session.game)
    assert (found.end, found.whole) == (0, "The Raid: a result of 2; the UN loses 2 SP")
    table.people.answers = ["un"]
    table.session.proceed_with(players)
    assert summed_before(table, Chosen) == (found.whole, True)


@pytest.mark.rule("somalia 3.0c")
def test_the_last_mission_of_a_turn_is_summed_up_in_that_turn() -> None:
    table = field("bandit", purple_1e="removed", pink_3a="mogadishu-airport").mark("pakistan", "done")
    table.order("raid", side="bandit", target="base-1", units=["pink-3a"], dice=[5, 6, 1, 1, *NEXT_TURN])
    assert table.state.turn == 2
    whole, before = summed_before(table, PhaseEntered)
    assert whole.startswith("The Raid: a result of 2; the UN loses 2 SP")
    assert before


def told_by(table: Table, name: str, side: str, **how: object) -> list[tuple[str, set[str]]]:
    """The parts of the summary of an order, each with the kinds of the events that tell it."""
    events = table.order(name, side=side, **how)  # type: ignore[arg-type]
    given = events[0]
    assert isinstance(given, OrderGiven)
    kinds = {event.number: type(event).__name__ for event in events}
    return [
        (part.text.format(*map(_word, part.things)), {kinds[number] for number in part.events})
        for part in summary(given, events, table.state, [])
    ]


@pytest.mark.rule("somalia 6.12e", "somalia 6.3a", "somalia 6.3b")
def test_each_part_is_told_by_the_events_that_say_so() -> None:
    table = field(pink_1a="jilib", us_mar_1="jilib", us_inf_1="jilib").mark("pink-1a", "done")
    first = table.state.at["bandit-cup"][0]
    units, dice = ["us-mar-1", "us-inf-1"], [1, 1, 6, 6, 1]
    found = told_by(table, "flush", "un", zone="jilib", units=units, dice=dice, answers=[True])
    assert found == [
        ("contact by 2 of 2 units", {"DieRolled"}),
        ("the Flush: a result of 3, a critical hit", {"LookedUp"}),
        ("pink-1a eliminated", {"PieceMoved"}),
        ("bandit +1 VP", {"Scored"}),
        (f"{first} joins the Bandits in jilib", {"PieceMoved"}),
    ]


@pytest.mark.rule("somalia 6.12e")
def test_a_flush_without_contact_says_so_and_of_one_unit_it_says_unit() -> None:
    table = field(pink_1a="jilib", pakistan="jilib", india="jilib").mark("pink-1a", "done")
    assert told(table, "flush", "un", zone="jilib", units=["pakistan", "india"], dice=[6, 6]) == [
        "contact by none of 2 units"
    ]
    table = field(pink_1a="jilib", pakistan="jilib").mark("pink-1a", "done")
    assert told(table, "flush", "un", zone="jilib", units=["pakistan"], dice=[2, 1, 1, 1, 1]) == [
        "contact by 1 of 1 unit",
        "the Flush: no effect",
        "the gangs that are left: no effect",
    ]


@pytest.mark.rule("somalia 6.12a", "somalia 5.1c")
def test_what_a_mission_costs_is_no_loss() -> None:
    assert told(field(), "flush", "un", zone="jilib", units=["pakistan"]) == []
    table = field(korea="jilib")
    assert told(table, "develop", "un", mission="base", unit="korea", zone="jilib") == [
        "base-2 built in jilib"
    ]
    table = field(korea="jilib")
    assert told(table, "develop", "un", mission="works", unit="korea", zone="jilib", dice=[3]) == [
        "success (rolled 3)",
        "un +1 VP",
    ]
    table = field(korea="jilib")
    assert told(table, "develop", "un", mission="works", unit="korea", zone="jilib", dice=[2]) == [
        "no success (rolled 2)"
    ]


@pytest.mark.rule("somalia 6.0f", "somalia 6.3c", "somalia 5.1e")
def test_hits_losses_and_points_are_told() -> None:
    table = field("bandit", pink_3a="mogadishu-airport")
    assert told(
        table, "raid", "bandit", target="pakistan", units=["pink-3a"], dice=[6, 6], answers=[False]
    ) == ["the Raid: a result of 2, a critical hit", "2 hits on UN units", "the UN is confined to base"]
    table = field("bandit", pink_3a="jilib", convoy_1="jilib").track("sp-un", 1)
    assert told(table, "raid", "bandit", target="convoy-1", units=["pink-3a"], dice=[5, 6]) == [
        "the Raid: a result of 2",
        "the UN loses 1 SP",
        "un -1 VP",
    ]


@pytest.mark.rule("somalia 8.5d")
def test_terrorism_says_what_it_took() -> None:
    table = board("terrorism", 3, "bandit", pink_3a="jilib", pink_2a="jilib")
    assert told(table, "terrorise", "bandit", zone="jilib", dice=[4, 4]) == [
        "Terrorism in jilib: a result of 1",
        "2 SP extorted",
    ]
    table = board("terrorism", 3, "bandit", pink_3a="jilib", pink_2a="jilib", militia_1="jilib")
    answers = ["eliminate Militia"]
    assert told(table, "terrorise", "bandit", zone="jilib", dice=[4, 4], answers=answers) == [
        "Terrorism in jilib: a result of 1",
        "militia-1 eliminated",
    ]


@pytest.mark.rule("somalia 11.21d", "somalia 11.22b", "somalia 11.22e")
def test_an_attack_on_a_faction_says_what_both_lost() -> None:
    table = field("bandit-1", scenario="two-bandits", pink_3a="jilib", yellow_1a="jilib")
    attack = {"zone": "jilib", "faction": "yellow", "units": ["pink-3a"]}
    assert told(table, "attack-faction", "bandit-1", dice=[4, 4], **attack) == [
        "bandit-1 in jilib: a result of 1",
        "yellow-1a eliminated",
        "bandit-2 -1 VP",
        "bandit-1 +1 VP",
    ]


@pytest.mark.rule("somalia 6.0b", "somalia 4.0")
def test_orders_that_are_no_missions_have_no_summary_and_the_next_turn_is_left_out() -> None:
    assert told(field("bandit", pink_1a="jilib"), "pass", "bandit") == []
    table = field("bandit", purple_1e="removed", pink_1a="jilib").mark("pakistan", "done")
    how = {"units": ["pink-1a"], "to": "kismayu", "dice": [4, 3, 1, 1]}  # demonstrations confine the UN
    assert told(table, "move", "bandit", **how) == []
    assert table.state.turn == 2
    assert table.state.mark_named("game", "confined to base") is True


@pytest.mark.rule("somalia icu2006.special.c", "somalia icu2006.special.g")
@pytest.mark.parametrize(
    ("attacker", "defender", "lost"),
    [("icu-2a", "pink-1a", "pink-1a eliminated"), ("pink-2a", "icu-1a", "icu-1a eliminated")],
)
def test_units_that_leave_the_map_in_2006_are_told_as_eliminated(
    attacker: str, defender: str, lost: str
) -> None:
    side = attacker.split("-", maxsplit=1)[0]
    table = courts({attacker: "jilib", defender: "kismayu", "yellow-1a": "gaalkayo"}, acting=side)
    table.mark(defender, "done")
    found = told(table, "raid", side, target="kismayu", units=[attacker], dice=HIT)
    assert [part for part in found if "eliminated" in part] == [lost]


@pytest.mark.rule("somalia war2006.missions.a")
@pytest.mark.parametrize("unit", ["transitional-3", "ethiopia-1", "puntland-1"])
def test_units_of_ethiopia_and_its_allies_are_told_as_eliminated(unit: str) -> None:
    table = war({"pink-2a": "jilib", "transitional-3": "gaalkayo", unit: "kismayu"}).mark(unit, "done")
    found = told(table, "raid", "icu", target="kismayu", units=["pink-2a"], dice=HIT, answers=[])
    assert [part for part in found if "eliminated" in part] == [f"{unit} eliminated"]


@pytest.mark.rule("somalia 6.0b", "somalia 4.0")
def test_a_log_in_which_missions_are_not_counted_is_summed_up_to_the_next_phase() -> None:
    table = field("bandit", purple_1e="removed", pink_3a="mogadishu-airport").mark("pakistan", "done")
    dice = [5, 6, 1, 1, 4, 3, 1, 1]  # demonstrations confine the UN in the next turn
    events = table.order("raid", side="bandit", target="base-1", units=["pink-3a"], dice=dice)
    given = events[0]
    assert isinstance(given, OrderGiven)
    older = [event for event in events if not concludes(event)]
    parts = [part.text.format(*map(_word, part.things)) for part in summary(given, older, table.state, [])]
    assert parts == ["the Raid: a result of 2", "the UN loses 2 SP", "the defenders: no effect"]


@pytest.mark.rule("somalia 11.13b")
def test_talks_are_no_mission_and_have_no_summary() -> None:
    table = field("un", options={"talks": True}).mark("game", "talks", "bandit")
    assert told(table, "break-off-talks", "un", dice=[4]) == []
    assert table.state.track("vp-un") == -4
