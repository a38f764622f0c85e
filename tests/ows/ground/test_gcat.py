"""Odds, lead units, supporting arms, quality and net modifiers of ground combat (10.15.9): numbered cases."""

from typing import Any

import pytest

from adjudication.engine.games.scenario import load_scenario
from adjudication.systems.ows.ground.attacks.gcat import base_die, column_of, columns, odds, quality_points
from adjudication.systems.ows.ground.fires.arms import teams
from adjudication.systems.ows.sensing.sensors import RECONNAISSANCE
from adjudication.systems.ows.special_operations.sof_missions import adjudicate
from adjudication.systems.ows.table.status import DISRUPTED, RSOI, SIGINT, SUPPRESSED
from domain.errors import IllegalOrder
from domain.events import Event, KindAdded, KindData, Modified, PieceData, PiecePlaced
from domain.texts import Text
from tests.ows.ground.fields import (
    COMBAT,
    HILL,
    NORTH_WEST,
    WEST,
    battle,
    column,
    declared,
    die,
    field,
    harmless,
    lines,
    rolled,
    rules,
)
from tests.ows.ground.fires import flying
from tests.ows.umpires import told
from tests.table import Table
from tests.words import words_of


def duel(*, attacker: str = "abct_1", defender: str = "tank_12", options: Any = None, **more: str) -> Table:
    """One unit attacks another from the west."""
    table = field(options=options, **{attacker: WEST, defender: HILL}, **more)
    return declared(table, HILL, **{attacker: WEST})


@pytest.mark.rule("ows 10.15.9.1.1", "ows 10.15.9")
@pytest.mark.parametrize(
    ("attacking", "defending", "found"),
    [
        (3, 3, (1, 1)),
        (7, 3, (2, 1)),
        (8, 3, (2, 1)),
        (9, 3, (3, 1)),
        (2, 3, (1, 2)),
        (3, 7, (1, 3)),
        (3, 0, (3, 1)),
    ],
)
def test_odds_are_whole_ratios_rounded_down(attacking: int, defending: int, found: tuple[int, int]) -> None:
    assert odds(attacking, defending) == found


@pytest.mark.rule("ows 10.15.9.1.1", "ows 10.15.9.1.5")
def test_odds_beyond_the_table_are_those_of_its_last_columns() -> None:
    state = field().state
    found = columns(state)
    assert [found[column_of(state, *steps)] for steps in ((12, 1), (6, 1), (1, 9))] == ["6:1", "6:1", "1:3"]


@pytest.mark.rule("ows 10.15.9.1.1")
def test_steps_of_all_hexsides_count_and_only_those_of_maneuver_units() -> None:
    table = field(abct_1=WEST, stryker_1=NORTH_WEST, eng_b=WEST, tank_12=HILL, msta_1=HILL, hq_r1=HILL)
    declared(table, HILL, abct_1=WEST, stryker_1=NORTH_WEST, eng_b=WEST)
    assert column(fought(table)) == "2:1"  # 6 steps against 3


def fought(table: Table, roll: int = 5, lead: str = "abct-1") -> list[Event]:
    """Resolve the combat by a table of no effects, so that nobody has to answer."""
    return battle(harmless(table), HILL, roll, lead=lead)


@pytest.mark.rule("ows 10.15.9.1.3", "ows 10.15.9.1a")
def test_example_1_the_1abct_has_the_quality_advantage_over_the_12th_tank_regiment() -> None:
    """Three 12s against 10, 10, 8: 3 points, a promotion of the D12 (10.15.9.1.3)."""
    assert quality_points((12, 12, 12), (10, 10, 8)) == (3, 0)
    events = fought(duel())
    assert die(events) == 16
    assert lines(events)["quality advantage of abct-1"] == 1


@pytest.mark.rule("ows 10.15.9.1.3")
def test_example_2_a_regiment_against_a_battalion_scores_its_missing_steps() -> None:
    """The D10 against the D8 is 1 point; two steps that are not there are 2 more."""
    assert quality_points((10, 10, 8), (8,)) == (3, 0)
    table = field("red", tank_12=WEST, abn_1=HILL)
    declared(table, HILL, tank_12=WEST)
    events = fought(table, lead="tank-12")
    assert lines(events) == {}  # D10, D10, D8 against the D10 of these paratroopers: a tie and two points
    table = field("red", tank_12=WEST, eng_b=HILL)
    declared(table, HILL, tank_12=WEST)
    table.change("eng-b", steps=1)  # a battalion with a D8
    events = fought(table, lead="tank-12")
    assert (die(events), lines(events)["quality advantage of tank-12"]) == (12, 1)


@pytest.mark.rule("ows 10.15.9.1.3")
def test_ties_score_nothing_and_the_defenders_advantage_demotes_the_attacker() -> None:
    assert quality_points((10, 10, 8), (10, 8, 8)) == (1, 0)
    table = field("red", tank_12=WEST, abct_1=HILL)
    events = fought(declared(table, HILL, tank_12=WEST), lead="tank-12")
    assert (die(events), lines(events)["quality advantage of abct-1"]) == (8, -1)


@pytest.mark.rule("ows 10.15.9.1.4")
def test_a_scenario_may_give_one_side_the_advantage_always() -> None:
    events = fought(duel(options={"fixed_quality": "red"}))
    assert (die(events), lines(events)) == (10, {"quality advantage of red": -1})
    table = field("red", options={"fixed_quality": "red"}, tank_12=WEST, abct_1=HILL)
    events = fought(declared(table, HILL, tank_12=WEST), lead="tank-12")
    assert (die(events), lines(events)) == (12, {"quality advantage of red": 1})


@pytest.mark.rule("ows 10.15.9.1a", "ows 10.5b")
def test_the_attacker_chooses_its_lead_unit_but_a_main_effort_leads() -> None:
    def attack() -> Table:
        table = field(abct_1=WEST, stryker_1=NORTH_WEST, tank_12=HILL)
        return declared(table, HILL, abct_1=WEST, stryker_1=NORTH_WEST)

    assert die(fought(attack(), lead="stryker-1")) == 12
    assert die(fought(attack(), lead="abct-1")) == 16
    table = attack().mark("stryker-1", "main effort", "b1")
    with pytest.raises(IllegalOrder, match=r"cannot lead the attack.*ows 10\.15\.9\.1a"):
        battle(table, HILL, 5, lead="abct-1")
    events = fought(table, lead="stryker-1")
    assert lines(events)["Main Effort"] == 1


@pytest.mark.rule("ows 10.15.9.1b", "ows 10.6", "ows 10.7a")
def test_the_defender_is_led_by_its_highest_shield_with_defense_and_fortified() -> None:
    def shield(**fortified: int) -> str:
        table = field(abct_1=WEST, recon_r=HILL, light_r=HILL, hq_r1=HILL)
        declared(table, HILL, abct_1=WEST)
        for unit, by in fortified.items():
            table.mark(unit.replace("_", "-"), "fortified", by)
        return rolled(battle(harmless(table), HILL, 5, [[]], lead="abct-1"))

    assert "on recon-r in f0704, 3 steps against 2, at 1:1, shield 5" in shield(recon_r=1)
    assert "on light-r in f0704, 3 steps against 2, at 1:1, shield 6" in shield(recon_r=1, light_r=2)
    assert "hq" not in shield(hq_r1=2, recon_r=1)  # only maneuver units lead


@pytest.mark.rule("ows 10.15.9.1b", "ows 10.15.9.1.1")
def test_other_units_lead_the_defence_where_no_maneuver_unit_is_there() -> None:
    table = field(abct_1=WEST, msta_1=HILL)
    events = fought(declared(table, HILL, abct_1=WEST))
    assert "3 steps against 0, at 3:1" in rolled(events)


@pytest.mark.rule("ows 10.15.9.1b")
def test_of_equal_defenders_the_defender_says_which_leads() -> None:
    table = field(abct_1=WEST, tank_12=HILL, rifle_1=HILL)
    declared(table, HILL, abct_1=WEST)
    events = battle(harmless(table), HILL, 5, ["rifle-1"], lead="abct-1")
    assert "on rifle-1 " in rolled(events)
    assert table.people.asked[-1].side == "red"


# --- supporting arms --------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.15.6", "ows 10.15.9.1.2: artillery, each die")
def test_artillery_counts_by_its_dice() -> None:
    """Two battalions of two dice: 4, a column and a promotion."""
    table = duel(pal_1=WEST, pal_2=WEST)
    for battery in ("pal-1", "pal-2"):
        table.mark(battery, "support", {"hex": HILL, "missions": {"tubes": 2}})
    events = fought(table)
    assert lines(events)["artillery, by dice"] == 4
    assert (column(events), die(events)) == ("2:1", 20)
    assert lines(events)["4 or more supporting arms of blue"] == 1
    assert table.state.mark_named("pal-1", "expended")
    assert not table.state.mark_named("pal-1", "support")


GUNS: dict[str, dict[str, int]] = {"ddg-1": {"gun": 2}, "lha-1": {}}
"""What two ships fire."""


@pytest.mark.rule(
    "ows 10.15.9.1.2: close air support, each mission", "ows 10.15.9.1.2: naval gunfire, each ship"
)
@pytest.mark.parametrize(
    ("ships", "aircraft", "found"),
    [
        (("ddg-1",), (), ("1:1", 16)),
        (("ddg-1", "lha-1"), (), ("2:1", 16)),
        ((), ("av8b-1",), ("1:1", 16)),
        (("ddg-1",), ("av8b-1",), ("2:1", 16)),
    ],
)
def test_each_ship_and_each_air_mission_is_a_supporting_arm_whatever_it_fires(
    ships: tuple[str, ...], aircraft: tuple[str, ...], found: tuple[str, int]
) -> None:
    table = duel()
    for ship in ships:
        table.put(ship, "f0405").mark(ship, "support", {"hex": HILL, "missions": GUNS[ship]})
    for mission in aircraft:
        flying(table, mission, "cas", HILL).mark(mission, "support", {"hex": HILL, "missions": {}})
    events = fought(table)
    counted = {label: n for label, n in lines(events).items() if "naval" in label or "air" in label}
    expected = {"naval gunfire, by ships": len(ships), "close air support, by missions": len(aircraft)}
    assert counted == {label: number for label, number in expected.items() if number}
    assert (column(events), die(events)) == found


@pytest.mark.rule(
    "ows 10.15.9.1.2: a column at 2",
    "ows 10.15.9.1.2: a promotion at 4",
    "ows 10.15.9.1.2: another column at 6",
    "ows 10.15.9.1.2: each side by itself",
)
@pytest.mark.parametrize(
    ("ours", "theirs", "shift", "size"),
    [
        *((1, 0, "1:1", 16), (2, 0, "2:1", 16), (4, 0, "2:1", 20), (6, 0, "3:1", 20), (0, 2, "1:2", 16)),
        *((0, 4, "1:2", 12), (0, 6, "1:3", 12), (2, 2, "1:1", 16), (4, 3, "1:1", 20), (6, 4, "2:1", 16)),
    ],
)
def test_each_side_meets_the_thresholds_by_itself_and_then_they_are_netted(
    ours: int, theirs: int, shift: str, size: int
) -> None:
    table = duel(pal_1=WEST, bag_1=HILL)
    for battery, missions in (("pal-1", ours), ("bag-1", theirs)):
        if missions:
            table.mark(battery, "support", {"hex": HILL, "missions": {"tubes": missions}})
    events = fought(table)
    assert (column(events), die(events)) == (shift, size)


@pytest.mark.rule(
    "ows 10.15.9.1.2: engineers, each unit",
    "ows 10.15.9.1.2: Disrupt C2, each",
    "ows 10.15.9.1.2: Main Effort",
    "ows 10.12c",
    "ows 10.5b",
)
def test_engineers_main_efforts_and_information_tokens_count_one_each() -> None:
    table = field(abct_1=WEST, eng_b=WEST, tank_12=HILL, eng_r=HILL, hq_r1="f0904")
    declared(table, HILL, abct_1=WEST, eng_b=WEST)
    table.mark("abct-1", "main effort", "b1").mark("tank-12", DISRUPTED, 1).mark("hq-r1", DISRUPTED, 1)
    events = fought(table)
    found = lines(events)
    assert (found["Main Effort"], found["Disrupt C2"]) == (1, 2)
    engineers = [
        event for event in events if isinstance(event, Modified) and event.label == Text("engineers")
    ]
    assert [event.sum for event in engineers] == [
        Text("supporting arms", {"side": "blue", "hex": HILL}),
        Text("supporting arms", {"side": "red", "hex": HILL}),
    ]
    assert rules(events)["engineers"] == "ows 10.12c"


@pytest.mark.rule("ows 10.15.7c")
@pytest.mark.parametrize(("unit", "size"), [("abct-1", 12), ("tank-12", 20)])
def test_a_suppressed_lead_unit_changes_the_die(unit: str, size: int) -> None:
    table = duel().mark(unit, SUPPRESSED)
    events = fought(table)
    assert die(events) == size


@pytest.mark.rule("ows 11.1.2", "ows 11.1.3b")
@pytest.mark.parametrize(
    ("unit", "status", "found"),
    [
        ("abct-1", "Low Supply", "1:2"),
        ("abct-1", "Out of Supply", "1:3"),
        ("tank-12", "Low Supply", "2:1"),
        ("tank-12", "Out of Supply", "3:1"),
    ],
)
def test_supply_shifts_the_column_against_the_unit(unit: str, status: str, found: str) -> None:
    events = fought(duel().mark(unit, "supply", status))
    assert column(events) == found


@pytest.mark.rule("ows 2.3.1a")
@pytest.mark.parametrize(("unit", "size"), [("abct-1", 12), ("tank-12", 20)])
def test_rsoi_demotes_the_attack_of_a_unit_and_promotes_attacks_on_it(unit: str, size: int) -> None:
    assert die(fought(duel().mark(unit, RSOI, 3))) == size


@pytest.mark.rule("ows 7.4a", "ows 7.4.1")
@pytest.mark.parametrize(("hex", "mark"), [(HILL, "radiation"), (WEST, "radiation plume")])
def test_combat_into_or_out_of_radiation_is_demoted_twice(hex: str, mark: str) -> None:
    assert die(fought(duel().mark(hex, mark))) == 10


@pytest.mark.rule("ows 10.12b")
def test_an_obstacle_of_the_defender_demotes_the_attack() -> None:
    assert die(fought(duel().mark(HILL, "obstacle", "red"))) == 12
    assert die(fought(duel().mark(HILL, "obstacle", "blue"))) == 16


@pytest.mark.rule("ows 10.8b")
def test_a_delaying_defender_demotes_the_attack() -> None:
    table = duel().mark("tank-12", "ground mission", {"mission": "delay", "since": [1, 1]})
    events = battle(harmless(table), HILL, 5, ["f0804", ["abct-1"]], lead="abct-1")
    assert die(events) == 12
    assert rules(events)["the defender delays"] == "ows 10.8b"


@pytest.mark.rule("ows 10.15.9.1.5")
def test_shifts_run_no_further_than_the_table_and_the_die_no_further_than_the_ladder() -> None:
    table = duel(himars_1=WEST).mark("tank-12", "supply", "Out of Supply").mark("tank-12", SUPPRESSED)
    table.mark("tank-12", RSOI, 3)
    table.mark("himars-1", "support", {"hex": HILL, "missions": {"rockets": 9}})
    events = fought(table)
    assert (column(events), die(events)) == ("5:1", 20)
    table = duel(himars_1=WEST).change("tank-12", steps=1).mark("tank-12", "supply", "Out of Supply")
    table.mark("himars-1", "support", {"hex": HILL, "missions": {"rockets": 9}})
    assert column(fought(table)) == "6:1"


@pytest.mark.rule("ows 10.15.9.1.2: SIGINT & EMSO, each", "ows 7.2.1.3")
def test_a_sigint_token_on_the_enemy_counts_and_is_turned_up() -> None:
    table = duel()
    table.mark("tank-12", SIGINT, "sigint-b")
    assert lines(fought(table))["SIGINT & EMSO"] == 1
    assert table.state.pieces["sigint-b"].known_to is None


# --- special operations: 2.2.7.2, 6.6.1, 10.15.9.1.2 --------------------------------------------------------


def with_team(table: Table, team: str, hex: str, mission: str, target: str, side: str = "blue") -> Table:
    """A team of the proving ground is in a hex of the field, and has done what its mission asks before the
    ground combat."""
    kind = load_scenario("ows", "proving-ground").kinds["oda"]
    piece = PieceData(id=team, kind="oda", at=hex, steps=1, side=side, name=team)
    table.session.record(lambda n, t: KindAdded(number=n, time=t, kind="oda", data=kind))
    table.session.record(lambda n, t: PiecePlaced(number=n, time=t, piece=piece))
    dice = [1] if mission == "special reconnaissance" else []
    table.phase("special operations", side="blue")
    told(table, lambda umpire: adjudicate(umpire, team, mission, target), *dice and [0], dice=dice)
    return table.phase(COMBAT)


@pytest.mark.rule("ows 6.6.1", "ows 10.15.9.1.2: special operations, each unit")
@pytest.mark.parametrize(
    ("team", "hex", "mission", "target", "side", "counted"),
    [
        ("Team 1", HILL, "ground support", "tank-12", "blue", "blue"),
        ("Team 1", WEST, "ground support", "tank-12", "blue", "blue"),  # any hex of the combat
        ("Team 1", HILL, "ground support", "msta-1", "blue", "blue"),  # against any unit there
        ("Team 1", "f0805", "ground support", "tank-12", "blue", ""),
        ("Team 1", HILL, "special reconnaissance", "tank-12", "blue", ""),
        ("Team 9", WEST, "ground support", "abct-1", "red", "red"),  # the defender's count for him
    ],
)
def test_a_team_that_supports_ground_combat_counts_one_in_its_hex(
    team: str, hex: str, mission: str, target: str, side: str, counted: str
) -> None:
    table = with_team(duel(msta_1=HILL), team, hex, mission, target, side)
    events = battle(harmless(table), HILL, 5, lead="abct-1")
    found = [
        event for event in events if isinstance(event, Modified) and event.label == Text("special operations")
    ]
    assert [event.amount for event in found] == ([1] if counted else [])
    assert all(counted in words_of(event.sum, "ows") for event in found)


@pytest.mark.rule("ows 10.15.9.1.2: special operations, each unit")
def test_two_teams_are_two_supporting_arms_and_shift_the_column() -> None:
    table = with_team(duel(), "Team 1", HILL, "ground support", "tank-12")
    assert column(battle(harmless(table), HILL, 5, lead="abct-1")) == "1:1"
    table = with_team(duel(), "Team 1", HILL, "ground support", "tank-12")
    with_team(table, "Team 2", WEST, "ground support", "tank-12")
    assert column(battle(harmless(table), HILL, 5, lead="abct-1")) == "2:1"


@pytest.mark.rule("ows 10.15.9.1a", "ows 2.1")
def test_a_counter_without_combat_dice_has_the_smallest_die() -> None:
    state = field(css_b=WEST, abct_1=WEST).state
    assert (base_die(state.pieces["css-b"]), base_die(state.pieces["abct-1"])) == (4, 12)


@pytest.mark.rule("ows 10.15.9.1.2")
def test_a_team_counts_as_much_as_its_mission_says_and_without_one_nothing() -> None:
    table = duel()
    team = KindData(name="A team", group="special operations", data={"type": "team", "stealth": 8})
    table.session.record(lambda n, t: KindAdded(number=n, time=t, kind="team", data=team))
    piece = PieceData("team-b", "team", HILL, steps=1, side="blue", known_to=("blue",))
    table.session.record(lambda n, t: PiecePlaced(number=n, time=t, piece=piece))
    assert teams(table.state, "blue", (WEST, HILL)) == 0
    table.mark("team-b", RECONNAISSANCE, {"target": "tank-12", "ground": 2})
    assert teams(table.state, "blue", (WEST, HILL)) == 2
    assert teams(table.state, "blue", (WEST,)) == 0
    assert teams(table.state, "red", (WEST, HILL)) == 0


@pytest.mark.rule("ows 11.1.3b", "ows 10.8b", "ows 10.12b", "ows 10.15.7c", "ows 10.15.9.1.3")
def test_without_a_chart_of_modifiers_the_numbers_of_the_text_hold() -> None:
    """Two columns for a unit out of supply; the die is one size smaller for a Delay mission, an obstacle and
    a suppressed lead unit, and one larger for three points of quality."""
    table = duel()
    table.mark("abct-1", SUPPRESSED).mark("tank-12", "ground mission", {"mission": "delay", "since": [1, 1]})
    table.mark(HILL, "obstacle", "red").mark("abct-1", "supply", "Out of Supply")
    table.state.tables.pop("ground-combat-modifiers")
    table.state.forget()
    events = battle(harmless(table), HILL, 5, ["f0703", []], lead="abct-1")
    assert sorted(lines(events).values()) == [-2, -1, -1, -1, 1]
    low = duel().mark("tank-12", "supply", "Low Supply")
    low.state.tables.pop("ground-combat-modifiers")
    low.state.forget()
    assert sorted(lines(fought(low)).values()) == [1, 1]


@pytest.mark.rule("ows 10.15.9.1.5")
def test_a_scenario_may_shift_columns_for_attacks_into_terrain() -> None:
    table = duel()
    terrain = table.state.board.spaces[HILL].terrain
    rows = [*table.state.tables["ground-combat-modifiers"].data.rows]
    into = {**rows[-1], "modifier": f"attack into {terrain}", "from": 0, "columns": 2, "rungs": 0}
    other = {**into, "modifier": "attack into swamp", "columns": 3}
    before = lines(fought(duel()))
    after = lines(fought(table.adopt("ground-combat-modifiers", [*rows, into, other])))
    assert sorted(set(after.items()) - set(before.items())) == [(f"attack into {terrain}", -2)]
