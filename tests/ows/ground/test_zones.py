"""Zones of control (10.10.3) and stacking (10.9): numbered cases."""

import pytest

from adjudication.systems.ows.ground.forces.contact import meet_all
from adjudication.systems.ows.ground.forces.numbers import CHART, NUMBERS, figure
from adjudication.systems.ows.ground.forces.stacking import fits, room, stacked
from adjudication.systems.ows.ground.forces.zones import enemy_zoc, known_zoc
from adjudication.systems.ows.support.supply import line
from adjudication.systems.ows.table.status import DETECTED, SUPPRESSED
from tests.ows.umpiring import run
from tests.table import Table

EAST = ("tank-12", "rifle-1", "rifle-2", "light-r", "recon-r", "atgm-r")


def field(*, cleared: bool = True, **options: str | int | bool) -> Table:
    """The proving field; cleared: without Red's maneuver units."""
    table = Table("ows", "proving-field", options=options or None, dice="scripted")
    if cleared:
        for unit in EAST:
            table.put(unit, "attrition-red")
    return table


def test_the_chart_has_every_number_of_the_document() -> None:
    table = field()
    rows = {row["number"]: row["value"] for row in table.state.tables[CHART].data.rows}
    assert rows == NUMBERS
    table.adopt(
        CHART, [{"number": name, "value": 6 if name == "stacking" else n} for name, n in NUMBERS.items()]
    )
    assert (figure(table.state, "stacking"), figure(table.state, "bypass")) == (6, 2)


@pytest.mark.rule("ows 10.10.3a", "ows 10.10.3b")
def test_two_steps_of_a_mobile_formation_control_the_hexes_around_them() -> None:
    table = field().put("tank-12", "f0804")
    around = {"f0804", *table.state.board.neighbours["f0804"]}
    assert enemy_zoc(table.state, "blue") == around
    table.change("tank-12", steps=1)
    assert enemy_zoc(table.state, "blue") == frozenset()
    table.put("recon-r", "f0804")  # another motorized step in the stack makes two
    assert enemy_zoc(table.state, "blue") == around


@pytest.mark.rule("ows 10.10.3b")
@pytest.mark.parametrize("unit", ["light-r", "msta-1", "bag-1", "hq-r1", "css-r", "eng-r"])
def test_other_units_control_nothing_on_a_20_km_map(unit: str) -> None:
    table = field()
    for each in ("msta-1", "bag-1", "hq-r1", "css-r", "eng-r"):
        table.put(each, "attrition-red")
    assert enemy_zoc(table.put(unit, "f0804").state, "blue") == frozenset()


@pytest.mark.rule("ows 10.10.3c")
def test_one_mobile_step_or_two_of_light_infantry_control_on_a_10_km_map() -> None:
    table = field().put("recon-r", "t33")
    assert "t32" in enemy_zoc(table.state, "blue")
    table.put("recon-r", "attrition-red").put("light-r", "t33")
    assert "t32" not in enemy_zoc(table.state, "blue")
    table = field().put("ibct-1", "t22")  # three battalions of light infantry
    assert "t32" in enemy_zoc(table.state, "red")
    table.change("ibct-1", steps=1)
    assert "t32" not in enemy_zoc(table.state, "red")
    assert "t32" in enemy_zoc(table.put("abn-1", "t22").state, "red")


@pytest.mark.rule("ows 10.15.7g")
def test_a_suppressed_unit_controls_nothing_and_does_not_count() -> None:
    table = field().put("tank-12", "f0804").change("tank-12", steps=1).put("recon-r", "f0804")
    assert "f0704" in enemy_zoc(table.state, "blue")
    table.mark("recon-r", SUPPRESSED)
    assert enemy_zoc(table.state, "blue") == frozenset()


def test_a_side_knows_the_zones_of_detected_units_alone() -> None:
    table = field().put("tank-12", "f0804")
    assert known_zoc(table.state, "blue") == frozenset()
    table.known("tank-12")
    assert known_zoc(table.state, "blue") == enemy_zoc(table.state, "blue")


@pytest.mark.rule("ows 11.1.1")
def test_a_zone_of_control_cuts_a_line_of_supply() -> None:
    table = field(cleared=False)
    assert line(table.state, "blue", "f0404", "f0204")
    table.put("tank-12", "f0302").put("rifle-1", "f0305").put("rifle-2", "f0307")
    assert not line(table.state, "blue", "f0404", "f0204")
    table.change("rifle-1", steps=1)  # no zone of control: the line runs past it
    assert line(table.state, "blue", "f0404", "f0204")


@pytest.mark.rule("ows 8.3.2.1")
def test_ground_units_beside_each_other_are_detected() -> None:
    table = field().put("tank-12", "f0504").put("rifle-1", "f0604")
    run(table, meet_all)
    assert [unit for unit in ("tank-12", "rifle-1") if table.state.mark(unit, DETECTED)] == ["tank-12"]
    assert table.state.mark("abct-1", DETECTED)
    assert not table.state.mark("cav-1", DETECTED)


@pytest.mark.rule("ows 10.9c", "ows 10.9d")
@pytest.mark.parametrize(("hex", "most"), [("f0303", 9), ("t21", 5)])
def test_nine_steps_stack_on_a_20_km_map_and_five_on_a_10_km_map(hex: str, most: int) -> None:
    table = field().put("himars-1", "f0101")
    assert room(table.state, "blue", hex) == most
    table.put("abct-1", hex)
    assert (stacked(table.state, "blue", hex), room(table.state, "blue", hex)) == (3, most - 3)
    assert room(table.state, "red", hex) == most  # each side by itself
    assert fits(table.state, ["stryker-1"], hex) is (most >= 6)


@pytest.mark.rule("ows 10.9b")
def test_a_brigade_has_three_steps_and_counts_those_that_it_has_left() -> None:
    table = field().put("abct-1", "f0101")
    assert stacked(table.state, "blue", "f0101") == 3
    assert stacked(table.change("abct-1", steps=2).state, "blue", "f0101") == 2


@pytest.mark.rule("ows 10.9e", "ows 10.9f", "ows 10.11a")
def test_headquarters_and_light_infantry_in_towns_do_not_stack() -> None:
    table = field()
    for unit in ("abct-1", "stryker-1", "ibct-1"):
        table.put(unit, "f0502")
    assert stacked(table.state, "blue", "f0502") == 6  # light infantry in a town
    for unit in ("abct-1", "stryker-1", "ibct-1", "hq-b1"):
        table.put(unit, "f0503")
    assert stacked(table.state, "blue", "f0503") == 9
    assert fits(table.state, ["hq-b2"], "f0503")
    assert not fits(table.state, ["eng-b"], "f0503")  # two boxes, and one step for stacking
    assert fits(table.change("abct-1", steps=2).state, ["eng-b"], "f0503")
