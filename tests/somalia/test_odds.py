"""Odds of missions are exact, and right: against the table, line by line."""

from dataclasses import replace
from typing import Any

import pytest

from adjudication.chances.odds import Odds, odds
from adjudication.chances.spreads import wilson
from adjudication.engine.games.systems import OddsSettings
from adjudication.engine.orders import Order
from adjudication.systems.somalia import SYSTEM
from adjudication.systems.somalia.table.sides import COLOURS
from reports.words.odds import odds_brief, odds_lines
from tests.somalia.field import field
from tests.table import Table


def of(table: Table, side: str, name: str, **arguments: object) -> Odds:
    """The odds of an order, with the answers that are suggested."""
    return odds(SYSTEM, table.state, [Order(side, name, arguments)], side, with_choices=False)


@pytest.mark.rule("somalia 6.21c", "somalia 6.21e", "somalia 6.21h")
def test_a_raid_on_an_empty_base() -> None:
    found = of(
        field("bandit", pink_3a="mogadishu-airport"), "bandit", "raid", target="base-1", units=["pink-3a"]
    )
    assert found.exact
    assert found.tracks["sp-bandit"].values == pytest.approx({0: 15 / 36, 1: 18 / 36, 2: 3 / 36})
    assert found.probability(lambda outcome: bool(outcome.fates)) == pytest.approx(15 / 36)


@pytest.mark.rule("somalia 6.12e")
def test_a_flush_by_two_units() -> None:
    table = field(pink_1a="jilib", pakistan="jilib", nigeria="jilib").mark("pink-1a", "done")
    found = of(table, "un", "flush", zone="jilib", units=["pakistan", "nigeria"])
    assert found.exact
    one, both = 2 * (1 / 3) * (2 / 3), 1 / 9
    hit = one * 21 / 36 + both * 26 / 36
    assert found.probability(lambda outcome: len(outcome.fates) == 1) == pytest.approx(hit)
    mission = Order("un", "flush", {"zone": "jilib", "units": ["pakistan", "nigeria"]})
    told = odds_brief(found, table.state, "un", "somalia", [mission], ["flush"])
    assert told[0] == f"Enemy loses a unit: {100 * hit:.0f} %."


@pytest.mark.rule("somalia 6.22b", "somalia 6.22d", "somalia 6.3b")
def test_a_mission_through_two_ambushes_is_exact() -> None:
    table = field(
        pink_1a="jilib", pink_2a="jilib", pink_3a="kismayu", pink_2b="kismayu", leader_pink="kismayu"
    )
    found = of(table, "un", "flush", zone="kismayu", units=["pakistan"], via=["jilib"])
    assert found.exact
    assert found.runs < 3000
    assert sum(outcome.probability for outcome in found.outcomes) == pytest.approx(1)
    confined = found.probability(lambda outcome: "confined to base" in outcome.marks.get("game", {}))
    assert confined == pytest.approx(1 / 36 + (35 / 36) * (3 / 36))


@pytest.mark.rule("somalia 6.3a", "somalia 6.3b")
def test_odds_say_that_a_gang_is_to_come_and_not_which() -> None:
    table = field("bandit", pink_3a="mogadishu-airport")
    found = of(table, "bandit", "raid", target="pakistan", units=["pink-3a"])
    critical = [outcome for outcome in found.outcomes if outcome.marks]
    to_come = [
        outcome
        for outcome in critical
        if outcome.marks.get("bandit") == {"gangs to come": "mogadishu-airport"}
    ]
    assert sum(outcome.probability for outcome in to_come) == pytest.approx(1 / 36)
    assert {fate.piece for outcome in found.outcomes for fate in outcome.fates} == {"pink-3a"}
    told = odds_lines(found, table.state, "bandit", "somalia", ["raid"])
    assert any("Bandits: may add a new Bandit unit in Mogadishu Airport" in line for line in told)
    assert not any("to act" in line or "eliminated this turn" in line for line in told)
    results = [line for line in told if line.startswith("  ") and "%  " in line]
    assert len(results) == len({line.split("%  ")[1] for line in results})


def test_other_answers_are_compared_where_that_is_cheap() -> None:
    mission = [Order("un", "flush", {"zone": "jilib", "units": ["pakistan"]})]
    (choice, *_) = odds(SYSTEM, field(pink_1a="jilib", pink_2a="jilib").state, mission, "un").choices
    assert not choice.skipped
    assert [option.answer for option in choice.options] == [
        [],
        ["pink-1a"],
        ["pink-2a"],
        ["pink-1a", "pink-2a"],
    ]


def test_other_answers_are_left_out_where_the_tree_is_large_and_the_words_say_so() -> None:
    table = field(
        pink_1a="jilib", pink_2a="jilib", pink_3a="kismayu", pink_2b="kismayu", leader_pink="kismayu"
    )
    mission = [Order("un", "flush", {"zone": "kismayu", "units": ["pakistan"], "via": ["jilib"]})]
    found = odds(SYSTEM, table.state, mission, "un")
    assert found.runs < SYSTEM.odds.alternatives
    assert found.choices
    assert all(choice.skipped and not choice.options for choice in found.choices)
    told = odds_lines(found, table.state, "un", "un", ["flush"])
    assert "  (answers not compared: there are too many outcomes; try one with --answer)" in told


@pytest.mark.rule("somalia 8.3a", "somalia 8.3c")
def test_a_mission_with_a_lift_through_two_ambushes() -> None:
    table = field(pink_2a="jilib", orange_3a="kismayu", italy_heli="jilib", korea="jilib")
    found = of(table, "un", "develop", mission="base", zone="kismayu", unit="korea", lift="italy-heli")
    assert found.exact
    missed, hit, critical = 21 / 36, 14 / 36, 1 / 36  # at the halt; after a critical hit it flies no further
    none, one, two = 15 / 36, 18 / 36, 3 / 36
    assert found.tracks["hits"].values == pytest.approx(
        {0: missed * none, 1: missed * one + hit * none + critical, 2: missed * two + hit * one, 3: hit * two}
    )


def test_odds_of_many_ambushes_stay_within_the_budget() -> None:
    zones = ("jilib", "baidoa", "belet-huen")
    gangs: Any = {
        f"{colour}_{unit}": zone
        for colour, zone in zip(COLOURS, zones, strict=False)
        for unit in ("1a", "1b", "2a", "3a")
    }
    table = field(us_eng_2="mogadishu-airport", **gangs)
    way = {"mission": "works", "unit": "us-eng-2", "zone": zones[-1], "via": zones[:-1]}
    mission = [Order("un", "develop", way)]
    exact = odds(replace(SYSTEM, odds=OddsSettings()), table.state, mission, "un", with_choices=False)
    found = odds(SYSTEM, table.state, mission, "un")
    assert exact.exact
    assert not found.exact
    for hits, chance in exact.tracks["hits"].values.items():
        low, high = wilson(found.tracks["hits"].values.get(hits, 0), found.samples, 4)
        assert low <= chance <= high
