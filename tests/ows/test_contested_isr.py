"""Contested air ISR (8.5.4): an aircraft passes fighters or air defences to see what is on the surface."""

import pytest

from adjudication.systems.ows.table.counters import SPENT
from adjudication.systems.ows.table.status import EMITTING, MISSION_FLOWN, SIGINT
from tests.ows.sensing import dice_of, fly, found, proving, read_by, resolve
from tests.table import Table


def intrusion() -> Table:
    """A stealthy unmanned aircraft over a cruiser that radiates, with artillery beside it to be seen."""
    table = fly(proving(), "uas-1", "0704", "isr").mark("type055-1", EMITTING).put("type055-2", "0101")
    return table.put("artillery-1", "0705").put("houbei-1", "0101")


@pytest.mark.rule("ows 8.5.4", "ows 8.6")
def test_contested_air_isr_comes_first_and_an_aircraft_that_is_not_detected_searches() -> None:
    table = intrusion()
    events = resolve(table, [6, 7])
    assert dice_of(events) == [10, 8]
    assert found(table, "uas-1", "artillery-1") == ["artillery-1"]


@pytest.mark.rule("ows 8.5.4", "ows 8.5.4a")
def test_an_aircraft_that_is_shot_down_sees_nothing_and_only_those_that_engaged_it_are_detected() -> None:
    table = intrusion().mark("type055-1", EMITTING, None)
    fly(table, "j16-1", "0704", "cap")
    events = resolve(table, [7, 4], [["j16-1"]])
    assert dice_of(events) == [12, 10]
    assert table.state.pieces["uas-1"].place == "regeneration-blue"
    assert found(table, "j16-1", "type055-1", "artillery-1") == ["j16-1"]


@pytest.mark.rule("ows 8.5.4a")
def test_an_aircraft_that_survives_makes_its_detections() -> None:
    table = intrusion()
    events = resolve(table, [7, 3, 7], [["type055-1"]])
    assert dice_of(events) == [10, 10, 8]
    assert table.state.pieces["uas-1"].place == "0704"
    assert found(table, "uas-1", "artillery-1") == ["uas-1", "artillery-1"]


@pytest.mark.rule("ows 8.5.4")
def test_the_defender_may_hold_fire() -> None:
    table = intrusion()
    assert dice_of(resolve(table, [7, 7], [[]])) == [10, 8]


@pytest.mark.rule("ows 8.5.4", "ows 7.2.1.3", "ows 9.7.4")
def test_an_engagement_has_the_modifiers_and_losses_of_air_combat_and_names_nobody() -> None:
    table = intrusion().mark("uas-1", SIGINT, "sigint-r")
    events = resolve(table, [7, 4], [["type055-1"]])
    assert dice_of(events) == [12, 12]
    assert table.state.pieces["uas-1"].place == "regeneration-blue"
    assert table.state.mark("uas-1", MISSION_FLOWN) is None
    rolls = str([fields for event, fields in read_by(table, "blue") if event in ("die-rolled", "modified")])
    assert "engagement of" in rolls
    for hidden_word in ("SIGINT", "055", "contact"):
        assert hidden_word not in rolls


@pytest.mark.rule("ows 8.5.4")
def test_an_air_defence_unit_spends_what_it_fires() -> None:
    table = fly(proving(), "uas-1", "0903", "isr").mark("hq9-1", EMITTING)
    resolve(table, [7, 3, 1], [["hq9-1"]])
    assert table.state.mark("hq9-1", SPENT) == {"hq9-aa": 1, "hq9": 1}
