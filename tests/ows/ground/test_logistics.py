"""Combat service support (10.13): fuel, ammunition, distribution and replenishment."""

from typing import Any

import pytest
from msgspec.structs import replace

from adjudication.engine.reasons import rule_of
from adjudication.systems.ows.air.sorties import why_grounded
from adjudication.systems.ows.ground.fires.fire_missions import missions
from adjudication.systems.ows.ground.forces.logistics import (
    DELIVERED,
    FUEL,
    available,
    can_fuel,
    can_fuel_all,
    charge,
    counters,
    draw,
    fuel_for,
    fuel_rate,
    in_reach,
    left_at,
    radius_of,
    told,
)
from adjudication.systems.ows.ground.maneuver.exploitation import goals
from adjudication.systems.ows.ground.maneuver.reaction import may_go
from adjudication.systems.ows.hints import left
from adjudication.systems.ows.support.replenishment import amounts, depots, short
from adjudication.systems.ows.table.counters import SPENT
from adjudication.systems.ows.table.infrastructure import stock
from adjudication.systems.ows.table.status import HOME
from domain.errors import IllegalOrder
from tests.ows import umpiring
from tests.ows.air import send
from tests.ows.fire import dice_of
from tests.ows.ground.fires import attacked, done, field, offered, orders
from tests.table import Table


def supplied(*found: str, **more: Any) -> Table:
    """The proving field with the rules of combat service support."""
    return field(*found, logistics=True, **more)


def fuelled(table: Table, *units: str) -> int:
    """These units move: how much fuel that takes from the support battalion of Blue."""
    before = stock(table.state, table.state.pieces["css-b"]).get(FUEL, 0)
    for unit in units:
        umpiring.run(table, lambda umpire, unit=unit: fuel_for(umpire, unit))  # type: ignore[misc]
    return before - stock(table.state, table.state.pieces["css-b"]).get(FUEL, 0)


def next_turn(table: Table) -> None:
    """The clock moves on to the next turn."""
    rule = "ows seq.1.1"
    umpiring.run(table, lambda umpire: umpire.enter_phase(2, "planning", rule=rule))


@pytest.mark.rule("ows 10.13.2.1a", "ows 10.13.2.1b")
def test_the_rates_of_a_turn_of_one_day() -> None:
    state = supplied().state
    rates = {unit: fuel_rate(state, state.pieces[unit]) for unit in ("tank-12", "stryker-1", "abct-1")}
    assert rates == {"tank-12": 1, "stryker-1": 1, "abct-1": 2}
    assert [fuel_rate(state, state.pieces[unit]) for unit in ("ibct-1", "pal-1", "css-b")] == [0, 0, 0]
    rows = {row["fuel"]: row["points"] for row in state.tables["fuel-rates"].data.rows}
    assert rows == {"mechanized": 1, "heavy armor": 2, "helicopter": 1, "fighter": 2}


@pytest.mark.rule("ows 10.13.2.1c", "ows ground.3.B", "ows 10.13.2.4a")
def test_a_brigade_pays_once_a_turn_however_often_and_far_it_moves() -> None:
    table = supplied()
    assert fuelled(table, "abct-1") == 2
    assert fuelled(table, "abct-1") == 0
    assert fuelled(table, "stryker-1") == 1
    next_turn(table)
    assert fuelled(table, "abct-1") == 2


@pytest.mark.rule("ows 10.13.2.1c")
def test_units_of_one_brigade_share_its_charge() -> None:
    table = supplied()
    units = ("abct-1", "stryker-1", "cav-1")
    table.adopt("brigades", [{"unit": unit, "brigade": "first brigade"} for unit in units])
    assert charge(table.state, ["abct-1", "stryker-1"]) == {"first brigade": 2}
    assert fuelled(table, "stryker-1", "abct-1") == 1


@pytest.mark.rule("ows 10.13.2.4a", "ows 10.13.2.4c")
def test_the_distribution_radius_differs_by_country_and_echelon() -> None:
    table = supplied()
    state = table.state
    reach = {unit: radius_of(state, state.pieces[unit]) for unit in ("css-b", "depot-b", "css-r")}
    assert reach == {"css-b": 3, "depot-b": 6, "css-r": 2}
    assert [point.id for point in in_reach(state, "blue", "f0304")] == ["css-b", "depot-b"]
    assert [point.id for point in in_reach(state, "red", "f0804")] == ["css-r"]
    assert in_reach(state, "red", "f0603") == []
    assert not can_fuel(state, "rifle-1")
    assert can_fuel(supplied().put("css-r", "f0704").state, "rifle-1")
    assert can_fuel(field().state, "rifle-1")  # without the rules of support


@pytest.mark.rule("ows 10.13.2.3")
def test_a_dump_fuels_its_own_hex_or_is_distributed_by_a_support_unit_beside_it() -> None:
    table = supplied().put("css-b", "attrition-blue").put("depot-b", "attrition-blue")
    table.put("abct-1", "f0201").put("stryker-1", "f0402")
    assert can_fuel(table.state, "abct-1")
    assert not can_fuel(table.state, "stryker-1")
    table.put("css-b", "f0201").mark("css-b", SPENT, {FUEL: 6})
    assert can_fuel(table.state, "stryker-1")


@pytest.mark.rule("ows 10.13.2a", "ows 10.13.2.4a")
def test_a_support_unit_distributes_so_much_in_a_turn() -> None:
    table = supplied().put("css-b", "attrition-blue")
    state = table.state
    assert left_at(state, state.pieces["depot-b"], FUEL) == 3
    assert can_fuel_all(state, ["abct-1", "stryker-1"])
    umpiring.run(table, lambda umpire: fuel_for(umpire, "abct-1"))
    assert left_at(table.state, table.state.pieces["depot-b"], FUEL) == 1
    next_turn(table)
    assert left_at(table.state, table.state.pieces["depot-b"], FUEL) == 3


@pytest.mark.rule("ows 10.13.2.2a", "ows 10.13.2.2b", "ows 10.13.2.4a")
def test_each_mission_costs_an_ammunition_step_and_dice_without_do_not_fire() -> None:
    assert [counters(steps) for steps in (2, 1, 0, 3)] == [(1, False), (1, True), (0, False), (2, True)]
    table = (
        supplied("tank-12").put("pal-1", "f0504").put("pal-2", "f0504").mark("css-b", SPENT, {"Artillery": 5})
    )
    table.put("depot-b", "attrition-blue")
    assert "Blue fuel dump" in str(told(table.state, "blue"))
    assert "2 Artillery counters, one on Low Ammo" in str(told(table.state, "blue"))
    table.order("fire", hex="f0604", missions={"pal-1": "tank-12"})
    assert "1 Artillery counter, one on Low Ammo" in str(told(table.state, "blue"))
    table.order("fire", hex="f0604", missions={"pal-2": "tank-12"})
    assert len(dice_of(done(table, 1, 1, 1))) == 3
    assert available(table.state, "blue", "f0504", "Artillery") == 0
    assert "Artillery" not in str(told(table.state, "blue"))
    assert missions(table.state, table.state.pieces["himars-1"]) == {"rockets": 2}


@pytest.mark.rule("ows 10.13.2b")
def test_ammunition_of_one_type_is_none_of_another() -> None:
    table = supplied("tank-12").put("pal-1", "f0504").put("depot-b", "attrition-blue")
    table.mark("css-b", SPENT, {"Artillery": 8})
    assert offered(table, "fire", "f0604") == ["himars-1"]
    assert available(table.state, "blue", "f0303", "Rocket") == 4
    assert available(table.state, "blue", "f0303", FUEL) == 6


@pytest.mark.rule("ows 10.13.2.4a")
def test_support_is_paid_for_as_it_is_allotted() -> None:
    table = attacked(supplied(phase="supporting fires"), "f0604", abct_1="f0504").put("pal-1", "f0504")
    table.order("support-attack", hex="f0604", fires=["pal-1"])
    assert stock(table.state, table.state.pieces["css-b"])["Artillery"] == 6


@pytest.mark.rule("ows 10.13.2.4b", "ows 10.13.2a", "ows 10.13.2b", "ows 10.13.2.4c")
def test_depots_refill_tactical_units_in_regeneration() -> None:
    table = supplied(phase="regeneration").mark("css-b", SPENT, {FUEL: 5, "Artillery": 1})
    table.phase("regeneration", side="")

    def refill(table: Table, goods: str, amount: int) -> None:
        table.order("replenish", side="blue", unit="css-b", depot="depot-b", goods=goods, amount=amount)

    with pytest.raises(IllegalOrder, match="cannot deliver 5"):
        refill(table, FUEL, 5)  # it carries 4 in a turn
    with pytest.raises(IllegalOrder, match="cannot deliver 2"):
        refill(table, "Artillery", 2)  # fuel it lacks is no room for shells
    with pytest.raises(IllegalOrder, match="no room for more Rocket"):
        refill(table, "Rocket", 1)
    refill(table, FUEL, 4)
    assert table.state.mark("css-b", SPENT) == {FUEL: 1, "Artillery": 1}
    assert stock(table.state, table.state.pieces["depot-b"])[FUEL] == 8
    with pytest.raises(IllegalOrder, match="cannot deliver 1"):
        refill(table, FUEL, 1)
    far = supplied().put("depot-b", "f1008").mark("css-b", SPENT, {FUEL: 5}).phase("regeneration", side="")
    with pytest.raises(IllegalOrder, match="not within the distribution radius"):
        refill(far, FUEL, 1)
    plain = field().mark("css-b", SPENT, {FUEL: 5}).phase("regeneration", side="")
    with pytest.raises(IllegalOrder, match="without the rules of combat service support"):
        refill(plain, FUEL, 1)


@pytest.mark.rule("ows 10.13.2.1a", "ows 10.13.2.1b", "ows 10.13.2.3")
def test_squadrons_need_fuel_at_their_airfield_to_fly() -> None:
    table = Table("ows", options={"logistics": True}, dice="scripted").phase("air tasking", 1, "red")
    state = table.state
    base = state.marked(HOME)["j16-1"]
    assert fuel_rate(state, state.pieces[base]) == 2
    assert rule_of(why_grounded(state, state.pieces["j16-1"]), "") == "ows 10.13.2.1a"
    table.put("fuel-r", state.where(base))
    assert rule_of(why_grounded(table.state, table.state.pieces["j16-1"]), "") == ""
    send(table, "j16-1", "cap", state.where(base))
    assert stock(table.state, table.state.pieces["fuel-r"]) == {FUEL: 6}


@pytest.mark.rule("ows 10.13.2.1a")
def test_ships_fuel_their_own_aircraft() -> None:
    table = supplied().phase("air tasking", side="blue")
    assert rule_of(why_grounded(table.state, table.state.pieces["av8b-1"]), "") == ""


@pytest.mark.rule("ows 10.13.2.1a", "ows ground.3.B", "ows 10.13.2.1c")
def test_a_march_consumes_fuel_and_needs_it() -> None:
    table = supplied(phase="ground movement").put("depot-b", "attrition-blue")
    table.order("march", unit="stryker-1", to="f0503")
    assert stock(table.state, table.state.pieces["css-b"])[FUEL] == 5
    dry = supplied(phase="ground movement").put("depot-b", "attrition-blue").mark("css-b", SPENT, {FUEL: 5})
    with pytest.raises(IllegalOrder, match="1ABCT has no fuel in reach"):
        dry.order("march", unit="abct-1", to="f0503")
    dry.order("march", unit="stryker-1", to="f0503")
    dry.order("march", unit="ibct-1", to="f0406")  # on foot


@pytest.mark.rule("ows 10.13.2.1a")
def test_a_stack_needs_the_fuel_of_all_its_brigades() -> None:
    def together(spent: int) -> bool:
        table = supplied(phase="ground movement").put("depot-b", "attrition-blue").put("stryker-1", "f0404")
        table.mark("css-b", SPENT, {FUEL: spent})
        return any({"at": "f0404"} in part.fixed for part in orders(table, "march-stack"))

    assert together(3)
    assert not together(4)


@pytest.mark.rule("ows 10.13.2.2a")
def test_a_side_is_told_what_its_stocks_hold_as_it_replenishes_them() -> None:
    table = supplied().mark("css-b", SPENT, {"Artillery": 1}).phase("regeneration", side="")
    lines = left(table.state, "blue")
    assert "115th Support: 4 Artillery counters, one on Low Ammo; 6 fuel points; 2 Rocket counters" in lines
    assert "20th Support" not in str(lines)
    assert left(field().phase("regeneration", side="").state, "blue") == []


@pytest.mark.rule("ows 10.13.2.1a", "ows 10.4.1.1", "ows ground.3.G")
def test_who_exploits_uses_fuel_and_without_fuel_nobody_exploits() -> None:
    table = supplied(phase="exploitation").mark("abct-1", "reserve")
    to = next(order.arguments["to"] for order in table.session.legal() if order.name == "exploit")
    before = left_at(table.state, table.state.pieces["css-b"], FUEL)
    table.order("exploit", unit="abct-1", to=to)
    assert left_at(table.state, table.state.pieces["css-b"], FUEL) == before - 2  # an armored brigade
    dry = supplied(phase="exploitation").mark("abct-1", "reserve")
    for point in ("css-b", "depot-b"):
        dry.put(point, "attrition-blue")
    assert not can_fuel(dry.state, "abct-1")
    assert not orders(dry, "exploit")


@pytest.mark.rule("ows 10.13.2.1c")
def test_what_a_brigade_has_paid_holds_for_the_whole_turn() -> None:
    table = supplied()
    assert fuelled(table, "abct-1") == 2
    umpiring.run(table, lambda umpire: umpire.enter_phase(1, "exploitation", rule="ows ground.3.G"))
    assert fuelled(table, "abct-1") == 0


@pytest.mark.rule("ows 10.13.2.4b", "ows 10.13.2.4c")
def test_tactical_units_that_have_issued_something_are_refilled_by_depots_in_reach() -> None:
    table = supplied()
    assert short(table.state, "blue") == []
    table.mark("depot-b", SPENT, {FUEL: 1})
    assert short(table.state, "blue") == []  # a depot is refilled by nobody
    table.mark("css-b", SPENT, {FUEL: 1})
    assert short(table.state, "blue") == ["css-b"]
    assert depots(table.state, "blue", "css-b") == ["depot-b"]
    assert depots(table.put("css-b", "f1008").state, "blue", "css-b") == []


@pytest.mark.rule("ows 10.13.2a", "ows 10.13.2b")
@pytest.mark.parametrize(
    ("spent", "held", "carried", "most"),
    [(3, 12, 0, 3), (3, 2, 0, 2), (6, 12, 0, 4), (6, 12, 3, 1), (6, 12, 4, 0)],
)
def test_as_much_is_delivered_as_is_missing_held_and_carried(
    spent: int, held: int, carried: int, most: int
) -> None:
    """The depot's transport carries four fuel points a turn."""
    table = supplied().mark("css-b", SPENT, {FUEL: spent})
    if held < 12:
        table.mark("depot-b", SPENT, {FUEL: 12 - held})
    if carried:
        table.mark("depot-b", DELIVERED, {FUEL: carried})
    assert list(amounts(table.state, "css-b", "depot-b", FUEL)) == [*range(1, most + 1)]


@pytest.mark.rule("ows 10.13.2.1b", "ows ground.3.G", "ows 10.4.1.1.1b")
def test_without_fuel_in_reach_nobody_exploits_or_reacts() -> None:
    table = supplied()
    assert goals(table.state, "abct-1")
    assert may_go(table.state, "abct-1")
    for holder in ("css-b", "depot-b", "dump-b"):
        table.put(holder, "regeneration-blue")
    assert goals(table.state, "abct-1") == ()
    assert not may_go(table.state, "abct-1")
    assert goals(table.state, "ibct-1")  # on foot


@pytest.mark.rule("ows 10.13.2.4a")
@pytest.mark.parametrize(("wanted", "drawn", "left"), [(2, 2, [1, 12]), (5, 5, [0, 10]), (99, 15, [0, 0])])
def test_what_one_support_unit_has_not_got_comes_from_the_next(
    wanted: int, drawn: int, left: list[int]
) -> None:
    table = supplied().put("dump-b", "regeneration-blue")
    held = stock(table.state, table.state.pieces["css-b"])[FUEL]
    table.mark("css-b", SPENT, {FUEL: held - 3})
    for point in ("css-b", "depot-b"):
        piece = table.state.pieces[point]
        effect = {key: value for key, value in piece.kind.data["effect"].items() if key != "distributes"}
        piece.kind = replace(piece.kind, data={**piece.kind.data, "effect": effect})
    found: list[int] = []
    umpiring.run(
        table, lambda umpire: found.append(draw(umpire, "blue", "f0304", FUEL, wanted, rule="ows ground.3.B"))
    )
    assert found == [drawn]
    assert [
        stock(table.state, table.state.pieces[each]).get(FUEL, 0) for each in ("css-b", "depot-b")
    ] == left
