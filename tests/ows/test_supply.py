"""Supply (11.1): zones, lines, movement points."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from adjudication.systems.ows.support.supply import sources, supply
from adjudication.systems.ows.table.status import LOW, OUT, SUPPLY
from domain.events import BoardLaid, MapData, Marked
from tests.ows.ground.fields import field
from tests.table import Table


def ashore(scale: int = 20, **options: str | int) -> Table:
    """The proving ground as a tactical map: its hexes are so many kilometres across. A supply battalion
    stands in 0205, and there is no airfield."""
    table = Table("ows", dice="scripted", options=options or None)
    board = table.state.board.data
    chart = MapData(name="The proving ground", scale=scale, unit="km")
    flat = msgspec.structs.replace(board, maps={**board.maps, "theater": chart})
    table.session.record(lambda n, t: BoardLaid(number=n, time=t, board=flat))
    for piece in list(table.state.of_group("facility")):
        if piece.side == "blue":
            table.put(piece.id, "attrition-blue")
    return table.phase("local strikes", side="blue")


def status(table: Table, unit: str = "marines-1") -> str:
    """The supply of a unit after the check."""
    table.order("proceed", side="blue")
    table.order("proceed", side="red")
    assert table.state.phase == "regeneration"
    return str(table.state.mark(unit, SUPPLY, "in supply"))


@pytest.mark.rule("ows 11.1a", "ows seq.7.A")
def test_supply_is_checked_first_and_lasts() -> None:
    table = ashore(50).put("marines-1", "0208").put("css-1", "0101")
    assert status(table) == "Low Supply"
    table.put("css-1", "0208")
    assert supply(table.state, "marines-1") is None
    assert table.state.mark_named("marines-1", "supply") == "Low Supply"  # until the next check


@pytest.mark.rule("ows 11.1b", "ows 11.1.2")
@pytest.mark.parametrize(
    ("scale", "hex", "expected"),
    [(50, "0201", "in supply"), (50, "0101", "Low Supply"), (20, "0101", "in supply")],
)
def test_two_zones_are_normal_supply_and_more_is_low(scale: int, hex: str, expected: str) -> None:
    assert status(ashore(scale).put("marines-1", hex)) == expected  # four hexes away, and five


@pytest.mark.rule("ows 11.1b")
def test_supply_is_not_checked_on_an_operational_map() -> None:
    assert status(ashore(370).put("marines-1", "0101")) == "in supply"


@pytest.mark.rule("ows 11.1c")
def test_the_source_is_a_css_unit_or_an_airfield() -> None:
    table = ashore().put("css-1", "regeneration-blue")
    assert status(table) == "Out of Supply"
    table = ashore().put("css-1", "regeneration-blue").put("airfield-b", "0203")
    assert status(table) == "in supply"


@pytest.mark.rule("ows 11.1.1", "ows 11.1.3a")
def test_enemies_and_their_zones_of_control_cut_the_line() -> None:
    table = ashore().put("marines-1", "0201").put("css-1", "0204")
    for unit, hex in (("artillery-1", "0203"), ("df21-1", "0103")):
        table.put(unit, hex)
    assert status(table) == "Out of Supply"
    table = ashore().put("marines-1", "0201").put("css-1", "0204").put("artillery-1", "0203")
    assert status(table) == "in supply"  # there is a way round: one step exerts no zone of control


@pytest.mark.rule("ows 11.1.1")
def test_no_line_of_supply_runs_over_water() -> None:
    table = ashore().put("marines-1", "0904")
    for unit in ("artillery-1", "df21-1", "hq9-1", "light-r1"):
        table.put(unit, "attrition-red")
    assert status(table) == "Out of Supply"


# --- along the line: 11.1b, 11.1.2 --------------------------------------------------------------------------

WALL = {"tank_12": "f0302", "rifle_1": "f0304"}
"""Two regiments whose zones of control close columns 2 to 4 but for the south."""


def west(start: str, source: str, options: Any = None, **enemies: str) -> str | None:
    """The supply of a brigade on the western bank of the proving field, from one source."""
    table = field(options=options, abct_1=start, css_b=source, **enemies)
    return supply(table.state, "abct-1")


@pytest.mark.rule("ows 11.1b", "ows 11.1.2")
def test_the_distance_is_that_of_the_line_not_of_the_map() -> None:
    assert west("f0101", "f0501") is None  # four hexes of 20 km
    assert west("f0101", "f0501", **WALL) == LOW  # there is a way round, longer than 200 km
    assert west("f0105", "f0508", rifle_2="f0306") is None  # a way round of less


@pytest.mark.rule("ows 11.1.2")
def test_a_line_of_just_two_zones_is_normal_supply() -> None:
    assert west("f0101", "f0501", {"supply_zones": 1}) is None
    assert west("f0101", "f0601", {"supply_zones": 1}) is None
    assert west("f0101", "f0701", {"supply_zones": 1}) == LOW


# --- wheeled movement points: 11.1d -------------------------------------------------------------------------


def points(most: int) -> dict[str, Any]:
    return {"supply_distance": "points", "supply_points": most}


@pytest.mark.rule("ows 11.1d")
@pytest.mark.parametrize(
    ("start", "source", "cost"),
    [
        ("f0104", "f0504", 4),  # a point a hex along the highway
        ("f0101", "f0301", 4),  # two in the open
        ("f0204", "f0204", 0),
    ],
)
def test_in_doubt_the_points_of_the_movement_chart_are_traced(start: str, source: str, cost: int) -> None:
    assert west(start, source, points(cost)) is None
    if cost:
        assert west(start, source, points(cost - 1)) == LOW


@pytest.mark.rule("ows 11.1d", "ows 11.1.1")
def test_points_are_traced_around_zones_of_control() -> None:
    assert west("f0101", "f0501", points(15)) is None
    assert west("f0101", "f0501", points(15), **WALL) == LOW


@pytest.mark.rule("ows 11.1d", "ows 10.11d")
def test_wheels_bring_supply_over_a_major_river_on_a_bridge_alone() -> None:
    assert west("f0604", "f0504", points(15)) == LOW
    table = field(options=points(4), abct_1="f0604", css_b="f0504", eng_b="f0504")
    table.mark("f0504", "bridge", {"f0604": ["eng-b"]})
    assert supply(table.state, "abct-1") == LOW  # hills, and two points for the bridge
    table = field(options=points(5), abct_1="f0604", css_b="f0504", eng_b="f0504")
    assert supply(table.mark("f0504", "bridge", {"f0604": ["eng-b"]}).state, "abct-1") is None


# --- the source: 11.1c --------------------------------------------------------------------------------------


def corps(*, tied: bool = True) -> Table:
    """The Vessa: the support battalion of I Corps is in 0304, that of II Corps in 0608; the air base is on
    another map."""
    return Table("ows", "river", {"associated_supply": tied}, dice="scripted")


@pytest.mark.rule("ows 11.1c")
def test_a_unit_draws_on_the_support_unit_of_its_formation() -> None:
    table = corps()
    assert sources(table.state, "armor-11") == ("0304", "west")
    assert sources(table.state, "armor-21") == ("0608", "west")
    table.mark("armor-11", "formation", "ii-corps")
    assert sources(table.state, "armor-11") == ("0608", "west")
    loose = corps(tied=False)
    assert sources(loose.state, "armor-11") == ("0304", "0608", "west")


@pytest.mark.rule("ows 11.1c", "ows 11.1.3a")
def test_a_corps_whose_support_unit_is_lost_has_no_source() -> None:
    table = corps().put("support-1", "attrition-blue")
    assert sources(table.state, "armor-11") == ("west",)
    assert supply(table.state, "armor-11") == OUT
    assert supply(corps(tied=False).put("support-1", "attrition-blue").state, "armor-11") is not OUT


@pytest.mark.rule("ows 11.1c")
def test_where_its_formation_has_no_support_unit_a_unit_draws_on_any() -> None:
    table = field(options={"associated_supply": True}, ibct_1="f0206", css_b="f0204")
    table.mark("ibct-1", "formation", "b2").mark("css-b", "formation", "b1")
    assert sources(table.state, "ibct-1") == ("f0204",)


@pytest.mark.rule("ows 11.1a")
def test_supply_is_its_owners_knowledge() -> None:
    table = ashore().put("css-1", "regeneration-blue")
    assert status(table) == "Out of Supply"
    assert table.state.marks_for[("marines-1", "supply")] == ("blue",)


# --- zones that are hexes of a map of their own: 2.1.2.3, 11.1b ------------------------------------------


def zoned(zones: dict[str, str], **units: str) -> Table:
    """The proving field with hexes of 100 km over some of its columns (`01` to `09`)."""
    table = field(**units)
    board = table.state.board.data
    names = [*dict.fromkeys(zones.values())]
    large = [
        replace(board.spaces[0], map="zones", id=name, column=n, row=1, zone="")
        for n, name in enumerate(names, 1)
    ]
    small = [
        replace(each, lies_in=zones[each.id[1:3]]) if each.map == "field" and each.id[1:3] in zones else each
        for each in board.spaces
    ]
    laid = replace(
        board,
        maps={**board.maps, "zones": MapData(name="Zones", scale=100, unit="km")},
        layouts={**board.layouts, "zones": board.layouts["field"]},
        spaces=(*small, *large),
    )
    table.session.record(lambda n, t: BoardLaid(number=n, time=t, board=laid))
    return table


@pytest.mark.rule("ows 11.1b", "ows 11.1.2", "ows 2.1.2.3")
@pytest.mark.parametrize(
    ("zones", "expected"),
    [
        ({"01": "z1", "02": "z1", "03": "z1", "04": "z1", "05": "z1"}, None),  # in one zone
        ({"01": "z1", "02": "z2", "03": "z2", "04": "z3", "05": "z3"}, None),  # two zones away
        ({"01": "z1", "02": "z2", "03": "z3", "04": "z4", "05": "z4"}, LOW),  # three
        ({"01": "z1", "02": "z1", "03": "z1"}, None),  # beyond the zones 20 km a hex count
        ({"01": "z1", "02": "z2", "03": "z3"}, LOW),  # 200 km, and two hexes more
    ],
)
def test_on_a_map_with_zones_the_line_is_counted_in_them(zones: dict[str, str], expected: str | None) -> None:
    table = zoned(zones, abct_1="f0101", css_b="f0501")
    assert supply(table.state, "abct-1") == expected


@pytest.mark.rule("ows 11.1b", "ows 11.1.2", "ows 11.1.3a")
@pytest.mark.parametrize(
    ("before", "hex", "css", "rule"),
    [
        ("Out of Supply", "0208", "0208", "ows 11.1b"),
        (None, "0208", "0101", "ows 11.1.2"),
        (None, "0904", "0101", "ows 11.1.3a"),
    ],
)
def test_a_change_of_supply_cites_the_rule_of_what_it_is_now(
    before: str | None, hex: str, css: str, rule: str
) -> None:
    table = ashore(50).put("marines-1", hex).put("css-1", css)
    if before:
        table.mark("marines-1", "supply", before)
    already = len(table.session.game.log)
    status(table)
    told = [event for event in table.session.game.log[already:] if isinstance(event, Marked)]
    assert [event.rule for event in told if (event.subject, event.mark) == ("marines-1", "supply")] == [rule]
