"""Development (6.13): who, where, what it costs and what comes of it."""

import pytest

from domain.errors import IllegalOrder
from tests.somalia.field import at, dice, field, listed, tracks


@pytest.mark.rule("somalia 6.13b", "somalia 5.2a", "somalia 5.1c", "somalia 6.13c")
def test_an_engineer_builds_a_base_without_a_roll_and_stands_with_it() -> None:
    table = field(korea="mogadishu-airport")
    events = table.order("develop", side="un", mission="base", unit="korea", zone="kismayu")
    assert at(table, "base-2") == at(table, "korea") == "kismayu"
    assert tracks(table, "sp-un") == (16,)
    assert table.state.mark_named("korea", "guards") == "base-2"
    assert dice(events) == []


@pytest.mark.rule("somalia 5.2a")
def test_a_zone_holds_one_base() -> None:
    table = field(korea="mogadishu-port")
    with pytest.raises(IllegalOrder, match=r"Mogadishu Airport has a Base.*6.13b"):
        table.order("develop", side="un", mission="base", unit="korea", zone="mogadishu-airport")


@pytest.mark.rule("somalia 6.13b", "somalia 8.2a")
@pytest.mark.parametrize("unit", ["australia", "tunisia"])
@pytest.mark.parametrize(("face", "where"), [(2, "militia-box"), (3, "jilib")])
def test_civic_affairs_and_military_police_recruit_militia(unit: str, face: int, where: str) -> None:
    table = field().put(unit, "mogadishu-port")
    table.order("develop", side="un", mission="militia", unit=unit, zone="jilib", dice=[face])
    assert at(table, "militia-1") == where
    assert tracks(table, "sp-un") == (18,)


@pytest.mark.rule("somalia 6.13b")
@pytest.mark.parametrize(("face", "points"), [(2, 0), (3, 1)])
def test_works_bring_a_victory_point(face: int, points: int) -> None:
    table = field(korea="mogadishu-port")
    table.order("develop", side="un", mission="works", unit="korea", zone="jilib", dice=[face])
    assert tracks(table, "vp-un", "sp-un") == (points, 18)


@pytest.mark.rule("somalia 6.13b")
def test_policing_needs_militia_beside_it() -> None:
    table = field(tunisia="mogadishu-port", militia_1="jilib")
    with pytest.raises(IllegalOrder, match=r"There is no Militia in Kismayu.*6.13b"):
        table.order("develop", side="un", mission="policing", unit="tunisia", zone="kismayu")
    table.order("develop", side="un", mission="policing", unit="tunisia", zone="jilib", dice=[4])
    assert tracks(table, "vp-un", "sp-un") == (1, 19)


@pytest.mark.rule("somalia 6.13a", "somalia 8.1")
@pytest.mark.parametrize(
    ("unit", "mission"),
    [("pakistan", "works"), ("italy", "base"), ("italy-heli", "militia"), ("australia", "base")],
)
def test_other_units_do_no_development(unit: str, mission: str) -> None:
    table = field().put(unit, "jilib")
    with pytest.raises(IllegalOrder, match=rf"cannot: {mission} is for .* units.*6.13a"):
        table.order("develop", side="un", mission=mission, unit=unit, zone="jilib")


@pytest.mark.rule("somalia 6.13a", "somalia 8.1", "somalia 6.13b")
def test_the_list_has_each_unit_with_its_missions() -> None:
    table = field(korea="jilib", tunisia="jilib", norway="jilib", india="jilib", militia_1="jilib")
    found = {(order.arguments["unit"], order.arguments["mission"]) for order in listed(table, "develop")}
    assert found == {
        ("korea", "base"),
        ("korea", "works"),
        ("tunisia", "militia"),
        ("tunisia", "policing"),
        ("norway", "militia"),
        ("norway", "works"),
    }


@pytest.mark.rule("somalia 5.1c")
def test_a_mission_that_cannot_be_paid_is_refused() -> None:
    table = field(korea="jilib").track("sp-un", 3)
    with pytest.raises(IllegalOrder, match=r"base costs 4 SP; the UN has 3.*5.1c"):
        table.order("develop", side="un", mission="base", unit="korea", zone="jilib")


@pytest.mark.rule("somalia 6.13c", "somalia 6.3c")
def test_an_ambush_that_confines_stops_development() -> None:
    table = field(pink_3a="jilib", korea="mogadishu-airport")
    table.order(
        "develop",
        side="un",
        mission="base",
        unit="korea",
        zone="jilib",
        dice=[6, 6],
        answers=[["pink-3a"]],
    )
    assert at(table, "korea") == "jilib"
    assert at(table, "base-2") == "markers"
    assert tracks(table, "sp-un", "hits") == (16, 2)
