"""The two rounds of an opposed landing, and who may land for them (10.15.8.2, 10.15.8.3): numbered cases."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.systems.ows.ground.forces.combats import COMBAT
from adjudication.systems.ows.ground.forces.landed import landing_room
from adjudication.systems.ows.ground.maneuver.assault_landings import make_room
from adjudication.systems.ows.ground.maneuver.retreats import back_aboard, can_retreat, retreat
from adjudication.systems.ows.table.rsoi import UNTIL_LANDED
from adjudication.systems.ows.table.status import AIRBORNE, AMPHIBIOUS, DETECTED, RSOI
from domain.errors import BadData
from domain.events import DieRolled, Event, PresenceKnown
from tests.ows import umpiring
from tests.ows.ground.fields import cells, field
from tests.table import Table
from tests.words import words_of

BEACH, INLAND = "f0208", "f0207"


def place(table: Table, unit: str) -> str:
    return table.state.pieces[unit].place


def odds(events: list[Event]) -> list[str]:
    """What each round was fought at."""
    return [words_of(event.purpose, "ows").split(", ")[1] for event in events if isinstance(event, DieRolled)]


def landing(attackers: dict[str, str], marks: dict[str, str], **units: str) -> Table:
    """Blue lands where the 3rd Rifle Regiment stands; these units attack, each from its hex."""
    table = field(rifle_2=BEACH, **units)
    for unit, mark in marks.items():
        table.mark(unit, mark, 1 if mark == AMPHIBIOUS.name else True)
    table.mark(BEACH, "combat", {"attackers": attackers, "river": False, "landing": True})
    return table.phase("ground combat")


def unseen(table: Table, unit: str) -> Table:
    """Blue does not know that a unit is there."""
    table.session.record(lambda n, t: PresenceKnown(number=n, time=t, piece=unit, sides=("red",)))
    return table


def fight(table: Table, *answers: Any, lead: str = "mar-1", rolls: int = 2, **cell: int) -> list[Event]:
    """Both rounds are fought; the answers come before the lead unit of the second is asked for."""
    given = [
        *answers,
        *([lead] if rolls > 1 and len(table.state.marked(COMBAT)[BEACH]["attackers"]) > 1 else []),
    ]
    return cells(table, **cell).order("resolve", hex=BEACH, lead=lead, dice=[3] * rolls, answers=given)


# --- 10.15.8.3b: who fights the second round ----------------------------------------------------------------


@pytest.mark.rule("ows 10.15.8.3b")
def test_units_that_join_from_beside_the_beach_fight_both_rounds_from_there() -> None:
    table = landing(
        {"mar-1": BEACH, "abct-1": INLAND},
        {"mar-1": AMPHIBIOUS.name},
        mar_1=BEACH,
        abct_1=INLAND,
        pal_1=BEACH,
    )
    assert odds(fight(table)) == ["4 steps against 3", "4 steps against 3"]
    assert (place(table, "mar-1"), place(table, "abct-1")) == (BEACH, INLAND)


@pytest.mark.rule("ows 10.15.8.3b", "ows 10.15.8.2")
def test_units_from_beside_the_beach_are_no_part_of_a_wave() -> None:
    """Six steps overland leave the wave from the air all its room."""
    table = landing(
        {"mar-1": BEACH, "abct-1": INLAND, "stryker-1": INLAND},
        {"mar-1": AMPHIBIOUS.name, "abn-1": AIRBORNE.name},
        mar_1=BEACH,
        abn_1=BEACH,
        abct_1=INLAND,
        stryker_1=INLAND,
    )
    assert odds(fight(table, ["abn-1"])) == ["7 steps against 3", "8 steps against 3"]


@pytest.mark.rule("ows 10.15.8.3b")
def test_a_landing_that_has_failed_has_no_second_round_for_the_others() -> None:
    table = landing(
        {"mar-1": BEACH, "abct-1": INLAND}, {"mar-1": AMPHIBIOUS.name}, mar_1=BEACH, abct_1=INLAND
    )
    fight(table, "mar-1", rolls=1, a=1)
    assert place(table, "mar-1") == "attrition-blue"


@pytest.mark.rule("ows 10.15.8.3b", "ows 10.11a")
def test_an_engineer_unit_counts_as_one_step_of_a_wave_in_both_rounds() -> None:
    """Five steps and an engineer unit of two steps fill a wave."""
    marks = dict.fromkeys(("abct-1", "mar-1", "abn-1", "eng-b"), AMPHIBIOUS.name)
    first = dict.fromkeys(("abct-1", "mar-1", "abn-1"), BEACH)
    table = landing(first, marks, abct_1=BEACH, mar_1=BEACH, abn_1=BEACH, eng_b=BEACH)
    fight(table, ["eng-b"], lead="abct-1")
    (question,) = [
        each for each in table.people.asked if "join the second round" in words_of(each.text, "ows")
    ]
    assert question.side == "blue"


@pytest.mark.rule("ows 10.15.8.3b")
def test_units_still_aboard_their_ship_may_join_the_second_round() -> None:
    table = landing({"abn-1": BEACH}, {"abn-1": AMPHIBIOUS.name, "lha-1": AMPHIBIOUS.name}, abn_1=BEACH)
    table.put("lha-1", BEACH).put("mar-1", "lha-1").mark("mar-1", RSOI, UNTIL_LANDED)
    events = fight(table, ["mar-1"], lead="abn-1")
    assert odds(events) == ["1 step against 3", "2 steps against 3"]
    assert place(table, "mar-1") == BEACH
    assert table.state.mark("mar-1", AMPHIBIOUS) == 1
    assert table.state.mark("mar-1", RSOI) is None
    assert table.state.mark("mar-1", DETECTED)
    assert table.state.mark_named("mar-1", "stacked with") == [{"by": ["lha-1"], "steps": 99}]


@pytest.mark.rule("ows 10.15.8.3b", "ows 6.4.6", "ows 10.2.3")
def test_a_ship_off_the_beach_or_of_a_formation_that_does_not_act_sends_nobody() -> None:
    table = landing({"abn-1": BEACH}, {"abn-1": AMPHIBIOUS.name}, abn_1=BEACH)
    table.put("lha-1", "f0108").put("mar-1", "lha-1")
    assert odds(fight(table, lead="abn-1")) == ["1 step against 3"] * 2
    table = landing({"abn-1": BEACH}, {"abn-1": AMPHIBIOUS.name}, abn_1=BEACH)
    table.put("lha-1", BEACH).put("mar-1", "lha-1")  # it does not lie under the assault marker
    assert odds(fight(table, lead="abn-1")) == ["1 step against 3"] * 2
    table = landing({"abn-1": BEACH}, {"abn-1": AMPHIBIOUS.name, "lha-1": AMPHIBIOUS.name}, abn_1=BEACH)
    table.put("lha-1", BEACH).put("mar-1", "lha-1").mark("abn-1", "formation", "b1")
    table.mark("game", "actioning unit", {"side": "blue", "formations": ["b1"]})
    assert table.state.mark_named("mar-1", "formation") == "b2"
    assert odds(fight(table, lead="abn-1")) == ["1 step against 3"] * 2


# --- 10.15.8.1c: the twelve steps of an unopposed landing ---------------------------------------------------


@pytest.mark.rule("ows 10.15.8.1c")
def test_twelve_steps_are_the_limit_where_the_side_sees_no_enemy_alone() -> None:
    table = field(abct_1=BEACH, stryker_1=BEACH, ibct_1=BEACH, rifle_2="f0606")
    for unit in ("abct-1", "stryker-1", "ibct-1"):
        table.mark(unit, AMPHIBIOUS, 1)
    assert landing_room(table.state, "blue", BEACH) == 3
    table.put("rifle-2", BEACH)
    assert landing_room(table.state, "blue", BEACH) > 12
    hidden = field(abct_1=BEACH).mark("abct-1", AMPHIBIOUS, 1)
    before = landing_room(hidden.state, "blue", BEACH)
    unseen(hidden, "light-r").put("light-r", BEACH)
    assert landing_room(hidden.state, "blue", BEACH) == before == 9


@pytest.mark.rule("ows 10.15.8.3b", "ows 10.15.8.2")
def test_the_advice_fills_a_wave_up_to_six_steps() -> None:
    """One step ashore, one, one of the engineers and three are six; three more are too many."""
    units = ("mar-1", "abn-1", "eng-b", "abct-1", "stryker-1")
    where = {unit.replace("-", "_"): BEACH for unit in units}
    table = landing({"mar-1": BEACH}, dict.fromkeys(units, AMPHIBIOUS.name), **where)
    fight(table, ["abn-1"])
    asked = next(each for each in table.people.asked if "second round" in words_of(each.text, "ows"))
    assert asked.suggested == (["abn-1", "eng-b", "abct-1"],)
    table = landing({"mar-1": BEACH}, dict.fromkeys(units, AMPHIBIOUS.name), **where)
    with pytest.raises(BadData, match="up to 6 steps from the sea and 6 from the air"):
        fight(table, ["abct-1", "stryker-1"])


@pytest.mark.rule("ows 10.15.8.3c", "ows 2.3.4b")
def test_a_unit_that_goes_back_to_its_ship_lies_under_no_assault_marker() -> None:
    table = field(mar_1=BEACH, abn_1=BEACH).put("lha-1", BEACH)
    table.mark("mar-1", AMPHIBIOUS, 1).mark("abn-1", AIRBORNE)
    umpiring.run(table, lambda umpire: back_aboard(umpire, "mar-1", "lha-1"))
    umpiring.run(table, lambda umpire: back_aboard(umpire, "abn-1", "lha-1"))
    assert [table.state.pieces[unit].place for unit in ("mar-1", "abn-1")] == ["lha-1", "lha-1"]
    assert not table.state.marked(AMPHIBIOUS)
    assert not table.state.marked(AIRBORNE)


@pytest.mark.rule("ows 10.15.8.3c", "ows 10.15.9.1.6c")
@pytest.mark.parametrize(("carries", "back"), [((2, 2), True), ((2, 1), True), ((1, 1), False)])
def test_a_landing_force_retreats_to_a_ship_with_room_or_loses_a_step(
    carries: tuple[int, int], back: bool
) -> None:
    """Three steps; the ship has two boxes."""
    table = landing({"abct-1": BEACH}, {"abct-1": AMPHIBIOUS.name}, abct_1=BEACH)
    ship = table.state.pieces["lha-1"]
    boxes = [{"missions": 2, "carries": number} for number in carries]
    ship.kind = replace(ship.kind, data={**ship.kind.data, "boxes": boxes})
    table.put("lha-1", BEACH)
    assert can_retreat(table.state, "abct-1", 1, [BEACH]) is back
    umpiring.run(table, lambda umpire: retreat(umpire, ["abct-1"], 1, [BEACH], rule="ows 10.15.9.1.6c"))
    unit = table.state.pieces["abct-1"]
    assert (unit.place, unit.steps) == (("lha-1", 3) if back else (BEACH, 2))
    assert bool(table.state.mark("abct-1", AMPHIBIOUS)) is not back


@pytest.mark.rule("ows 10.15.8.1c")
def test_a_crowd_on_a_beach_stays_where_nobody_of_it_acts() -> None:
    units = ("abct-1", "stryker-1", "ibct-1", "mar-1")
    table = field(**{unit.replace("-", "_"): BEACH for unit in units})
    for unit in units:
        table.mark(unit, AMPHIBIOUS, 1)
    table.mark("game", "actioning unit", {"side": "blue", "formations": []})
    umpiring.run(table, make_room)
    assert {place(table, unit) for unit in units} == {BEACH}
