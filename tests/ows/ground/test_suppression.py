"""Suppression (10.15.7): how units become suppressed, what it ends at once, and when it is over."""

import pytest

from adjudication.systems.ows.air_battle.air_defence import shifts_of as air_defence_shifts
from adjudication.systems.ows.ground.forces.suppression import HELD_DOWN, suppress
from adjudication.systems.ows.support.regeneration import remove_markers
from adjudication.systems.ows.table.magazines import cannot_defend
from adjudication.systems.ows.table.status import MAIN_EFFORT, SIGINT, SUPPRESSED
from adjudication.systems.ows.table.tokens import ON, SOURCE
from domain.events import Marked
from domain.texts import Text
from tests.ows import umpiring
from tests.ows.ground.fires import done, field
from tests.table import Table


@pytest.mark.rule("ows 10.15.7a")
def test_a_unit_is_suppressed_once() -> None:
    table = field("recon-r").put("recon-r", "f0604").put("pal-1", "f0504").mark("recon-r", SUPPRESSED)
    table.order("fire", hex="f0604", missions={"pal-1": "recon-r"})
    events = done(table, 4, 1)
    assert [event for event in events if isinstance(event, Marked) and event.mark == SUPPRESSED.name] == []
    assert table.state.mark("recon-r", SUPPRESSED)


@pytest.mark.rule("ows 10.15.7e")
def test_a_suppressed_headquarters_loses_its_main_effort_and_tokens_at_once() -> None:
    table = field("hq-r1", "hq-r2").put("hq-r1", "f0604").put("pal-1", "f0504")
    table.mark("tank-12", MAIN_EFFORT, "r1").mark("rifle-2", MAIN_EFFORT, "r2")
    table.mark("sigint-r", SOURCE, "hq-r1").put("sigint-r", "information").mark("sigint-r", ON, "abct-1")
    table.mark("abct-1", SIGINT, "sigint-r")
    table.order("fire", hex="f0604", missions={"pal-1": "hq-r1"})
    done(table, 4, 1)
    state = table.state
    assert state.mark("hq-r1", SUPPRESSED)
    assert state.mark("tank-12", MAIN_EFFORT) is None
    assert state.mark("rifle-2", MAIN_EFFORT) == "r2"
    assert state.pieces["sigint-r"].place == "hand-red"
    assert state.mark("abct-1", SIGINT) is None
    assert not state.mark("sigint-r", ON)


@pytest.mark.rule("ows 10.15.7f")
def test_suppressed_air_defence_commits_no_shields_and_fires_demoted() -> None:
    table = Table("ows", dice="scripted")
    unit, target = table.state.pieces["patriot-1"], table.state.pieces["j16-1"]
    before = [shift.label for shift in air_defence_shifts(table.state, unit, target, False)]
    assert not cannot_defend(table.state, unit)
    table.mark("patriot-1", SUPPRESSED)
    unit = table.state.pieces["patriot-1"]
    assert cannot_defend(table.state, unit)
    after = air_defence_shifts(table.state, unit, target, False)
    assert [shift.label for shift in after] == [*before, Text("air defence suppressed")]
    assert after[-1].rungs == -1


@pytest.mark.rule("ows 10.15.7h", "ows 10.15.10.4d")
def test_suppression_ends_in_regeneration_but_that_by_partisans_a_turn_later() -> None:
    table = field()
    umpiring.run(table, lambda umpire: suppress(umpire, "tank-12", rule="ows 10.15.7a"))
    umpiring.run(table, lambda umpire: suppress(umpire, "rifle-1", rule="ows 10.15.10.4d", through=2))
    umpiring.run(table, remove_markers)
    assert not table.state.mark("tank-12", SUPPRESSED)
    assert table.state.mark("rifle-1", SUPPRESSED)
    umpiring.run(table.phase("regeneration", turn=2), remove_markers)
    assert not table.state.mark("rifle-1", SUPPRESSED)
    assert table.state.mark("rifle-1", HELD_DOWN) is None
