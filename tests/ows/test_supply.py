"""Supply (11.1): zones, lines, movement points."""

import msgspec
import pytest

from adjudication.systems.ows.supply import supply, supply_status
from domain.events import BoardLaid, MapData
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
    return supply_status(table.state, table.state.pieces[unit])


@pytest.mark.rule("ows 11.1a", "ows seq.7.A")
def test_supply_is_checked_first_and_lasts() -> None:
    table = ashore(50).put("marines-1", "0208").put("css-1", "0101")
    assert status(table) == "Low Supply"
    table.put("css-1", "0208")
    assert supply(table.state, "marines-1") is None
    assert supply_status(table.state, table.state.pieces["marines-1"]) == "Low Supply"  # until the next check


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


@pytest.mark.rule("ows 11.1d")
@pytest.mark.parametrize(("points", "expected"), [(3, "Low Supply"), (4, "in supply")])
def test_in_doubt_movement_points_are_traced(points: int, expected: str) -> None:
    table = ashore(supply_distance="points", supply_points=points).put("marines-1", "0201")
    assert status(table) == expected


@pytest.mark.rule("ows 11.1a")
def test_supply_is_its_owners_knowledge() -> None:
    table = ashore().put("css-1", "regeneration-blue")
    assert status(table) == "Out of Supply"
    assert table.state.marks_for[("marines-1", "supply")] == ("blue",)
