"""Declaring attacks (ground.3.C, 10.15.1), River Assaults (10.11.2), exploitation (ground.3.G, ground.3.H):
numbered cases."""

from typing import Any

import pytest

from adjudication.engine.orders import OpenOrder
from adjudication.systems.ows.ground.forces.combats import combat_at
from adjudication.systems.ows.ground.maneuver.exploiting import exploits
from domain.errors import IllegalOrder
from domain.views.view import see
from tests.ows.ground.fields import HILL, NORTH_WEST, WEST, battle, cells, column, declared, field, harmless
from tests.table import Table

NEAR, FAR = "f0504", "f0604"
"""Hexes on both sides of the river."""


def attack(table: Table, hex: str, *units: str) -> Any:
    return table.order("attack", hex=hex, units=list(units))


@pytest.mark.rule("ows ground.3.C")
def test_an_attack_is_marked_on_its_hex_and_others_may_join_it() -> None:
    table = field(abct_1=WEST, stryker_1=NORTH_WEST, tank_12=HILL)
    (line,) = [order for order in table.session.legal() if order.name == "attack"]
    assert isinstance(line, OpenOrder)
    assert line.arguments["hex"] == HILL
    attack(table, HILL, "abct-1")
    attack(table, HILL, "stryker-1")
    combat = combat_at(table.state, HILL)
    assert combat is not None
    assert combat.attackers == {"abct-1": WEST, "stryker-1": NORTH_WEST}
    with pytest.raises(IllegalOrder, match="cannot be attacked"):
        attack(table, HILL, "abct-1")  # nobody is left to join


@pytest.mark.rule("ows ground.3.C")
def test_only_units_beside_the_hex_that_can_fight_attack() -> None:
    table = field(abct_1=WEST, pal_1=WEST, hq_b1=WEST, ibct_1="f0303", tank_12=HILL)
    for unit in ("pal-1", "hq-b1", "ibct-1", "tank-12"):
        with pytest.raises(IllegalOrder, match=r"cannot attack f0704.*ows ground\.3\.C"):
            attack(table, HILL, "abct-1", unit)
    with pytest.raises(IllegalOrder, match="cannot be attacked"):
        attack(table, "f0605", "abct-1")


@pytest.mark.rule("ows ground.3.C")
def test_engineers_attack_with_a_maneuver_unit_and_not_alone() -> None:
    table = field(cav_1=WEST, eng_b=WEST, tank_12=HILL)
    with pytest.raises(IllegalOrder, match=r"needs a maneuver unit.*10\.15\.9\.1\.1"):
        attack(table, HILL, "eng-b")
    attack(table, HILL, "eng-b", "cav-1")


@pytest.mark.rule("ows 10.2.3", "ows ground.3.C")
def test_only_units_of_the_actioning_formation_attack() -> None:
    table = field(abct_1=WEST, ibct_1=WEST, tank_12=HILL)
    table.mark("game", "actioning unit", {"side": "blue", "formations": ["b1"]})
    with pytest.raises(IllegalOrder, match="3IBCT cannot attack"):
        attack(table, HILL, "ibct-1")


@pytest.mark.rule("ows 10.15.1", "ows 10.11a")
def test_three_steps_attack_across_a_hexside_and_each_hexside_has_its_own_limit() -> None:
    table = field(abct_1=WEST, cav_1=WEST, stryker_1=NORTH_WEST, tank_12=HILL)
    with pytest.raises(IllegalOrder, match=r"No more than 3 steps.*4 would from f0604.*ows 10\.15\.1"):
        attack(table, HILL, "abct-1", "cav-1")
    attack(table, HILL, "abct-1", "stryker-1")
    with pytest.raises(IllegalOrder, match=r"No more than 3 steps attack across one hexside.*10\.15\.1"):
        attack(table, HILL, "cav-1")
    table = field(abct_1=WEST, eng_b=WEST, tank_12=HILL).change("abct-1", steps=2)
    attack(table, HILL, "abct-1", "eng-b")  # an engineer unit with two boxes is one step


@pytest.mark.rule("ows 10.4.1b")
def test_reserves_do_not_attack_in_the_movement_impulse() -> None:
    table = field(abct_1=WEST, tank_12=HILL).mark("abct-1", "reserve")
    assert not [order for order in table.session.legal() if order.name == "attack"]
    table = field(abct_1=WEST, stryker_1=WEST, tank_12=HILL).mark("abct-1", "reserve")
    with pytest.raises(IllegalOrder, match=r"ows 10\.4\.1b"):
        attack(table, HILL, "abct-1")


@pytest.mark.rule("ows 10.4.1c")
@pytest.mark.parametrize(
    ("mark", "value", "why"),
    [
        ("reserve", True, "is in Reserve and does not attack in this phase. (ows 10.4.1b)"),
        ("disorganized", True, "is disorganized and does not attack. (ows 10.10.2)"),
    ],
)
def test_an_attack_is_refused_by_the_rule_that_bars_the_unit(mark: str, value: object, why: str) -> None:
    table = field(abct_1=WEST, tank_12=HILL).mark("abct-1", mark, value)
    with pytest.raises(IllegalOrder) as refused:
        table.order("attack", hex=HILL, units=["abct-1"])
    assert str(refused.value).endswith(why)


def test_a_reserve_that_is_attacked_loses_its_marker() -> None:
    table = field(abct_1=WEST, tank_12=HILL).mark("tank-12", "reserve")
    attack(table, HILL, "abct-1")
    assert not table.state.mark_named("tank-12", "reserve")


@pytest.mark.rule("ows 10.8a")
def test_delaying_units_cannot_attack() -> None:
    table = field(abct_1=WEST, stryker_1=WEST, tank_12=HILL)
    table.mark("abct-1", "ground mission", {"mission": "delay", "since": [1, 1]})
    with pytest.raises(IllegalOrder, match=r"ows 10\.8a"):
        attack(table, HILL, "abct-1")


def test_a_contact_is_attacked_without_its_name_being_told() -> None:
    table = field(abct_1=WEST, tank_12=HILL).known("tank-12", "red").mark("tank-12", "tacsit 1", None)
    assert [order.arguments["hex"] for order in table.session.legal() if order.name == "attack"] == [HILL]
    (contact,) = table.state.contacts("blue", HILL)
    with pytest.raises(IllegalOrder) as refused:
        attack(table, HILL, contact)
    assert "12th" not in str(refused.value)
    attack(table, HILL, "abct-1")
    assert not any(piece.id == "tank-12" for piece in see(table.state, "blue").pieces if piece.known)


# --- River Assaults ---------------------------------------------------------------------------------------


@pytest.mark.rule("ows 10.11.2a", "ows 10.11.2b")
def test_over_a_major_river_only_with_bridging_engineers_in_the_stack() -> None:
    table = field(abct_1=NEAR, tank_12=FAR)
    assert not [order for order in table.session.legal() if order.name == "attack"]
    table = field(abct_1=NEAR, eng_b=NEAR, tank_12=FAR)
    with pytest.raises(IllegalOrder, match=r"a River Assault needs an engineer unit.*ows 10\.11\.2b"):
        attack(table, FAR, "abct-1")
    attack(table, FAR, "abct-1", "eng-b")  # three steps and the engineers, who do not count
    combat = combat_at(table.state, FAR)
    assert combat is not None
    assert combat.river


@pytest.mark.rule("ows 10.11.2b")
def test_a_bridge_or_the_option_makes_the_engineers_unnecessary() -> None:
    table = field(abct_1=NEAR, tank_12=FAR).mark(NEAR, "bridge", {FAR: ["eng-b"]})
    attack(table, FAR, "abct-1")
    combat = combat_at(table.state, FAR)
    assert combat is not None
    assert not combat.river
    attack(field(options={"unbridged_assaults": True}, abct_1=NEAR, tank_12=FAR), FAR, "abct-1")


@pytest.mark.rule("ows 10.11.2a")
def test_a_river_assault_shifts_the_column() -> None:
    table = field(abct_1=NEAR, eng_b=NEAR, tank_12=FAR)
    attack(table, FAR, "abct-1", "eng-b")
    events = battle(harmless(table.phase("ground combat")), FAR, 5, lead="abct-1")
    assert column(events) == "1:2"


@pytest.mark.rule("ows 10.11.2c")
def test_an_assault_that_forces_the_enemy_out_places_a_bridge_to_advance_over() -> None:
    table = field(abct_1=NEAR, eng_b=NEAR, tank_12=FAR)
    attack(table, FAR, "abct-1", "eng-b")
    cells(table.phase("ground combat"), d=1, dr=1)
    battle(table, FAR, 5, [[], "f0704", ["abct-1"]], lead="abct-1")
    assert table.state.mark_named(NEAR, "bridge") == {FAR: ["eng-b"]}
    assert table.state.pieces["abct-1"].place == FAR
    table = field(abct_1=NEAR, eng_b=NEAR, tank_12=FAR)
    attack(table, FAR, "abct-1", "eng-b")
    battle(cells(table.phase("ground combat"), d=1), FAR, 5, lead="abct-1")
    assert not table.state.mark_named(NEAR, "bridge")


# --- exploitation -----------------------------------------------------------------------------------------


def exploiting(**units: str) -> Table:
    return field(phase="exploitation", **units)


@pytest.mark.rule("ows 10.4.1.1", "ows ground.3.G")
def test_a_reserve_is_activated_moves_half_and_may_attack() -> None:
    table = exploiting(abct_1="f0602", tank_12=HILL).mark("abct-1", "reserve")
    goals = {order.arguments["to"] for order in table.session.legal() if order.name == "exploit"}
    assert NORTH_WEST in goals
    assert "f0901" not in goals  # half of 10 points
    table.order("exploit", unit="abct-1", to=NORTH_WEST)
    assert not table.state.mark_named("abct-1", "reserve")
    assert not [order for order in table.session.legal() if order.name == "exploit"]
    attack(table, HILL, "abct-1")
    table.phase("exploitation combat")
    battle(harmless(table), HILL, 5, lead="abct-1")


@pytest.mark.rule("ows 10.4.1.1", "ows ground.3.H")
def test_a_reserve_attacks_from_where_it_stands_and_others_do_not() -> None:
    table = exploiting(abct_1=WEST, stryker_1=NORTH_WEST, tank_12=HILL).mark("abct-1", "reserve")
    with pytest.raises(IllegalOrder, match="2SBCT cannot attack"):
        attack(table, HILL, "stryker-1")
    attack(table, HILL, "abct-1")
    assert exploits(table.state, "abct-1")
    assert not table.state.mark_named("abct-1", "reserve")


@pytest.mark.rule("ows 10.15.9.1.6d", "ows ground.3.H")
def test_exploitation_ends_with_the_action_and_a_second_exp_opens_no_other() -> None:
    table = exploiting(abct_1=WEST, tank_12=HILL).mark("abct-1", "exploitation force", "moved")
    attack(table, HILL, "abct-1")
    cells(table.phase("exploitation combat"), d=1, dr=1, exp=1)
    battle(table, HILL, 5, [[], "f0804", ["abct-1"]], lead="abct-1")
    table.order("proceed")
    assert table.state.phase != "exploitation"
    assert not exploits(table.state, "abct-1")


@pytest.mark.rule("ows ground.3.G", "ows 10.4.1.1")
def test_units_without_reserve_or_exp_do_not_exploit() -> None:
    table = exploiting(abct_1="f0602", tank_12=HILL)
    with pytest.raises(IllegalOrder, match=r"1ABCT cannot exploit.*ows 10\.4\.1\.1"):
        table.order("exploit", unit="abct-1", to=WEST)
    table.mark("abct-1", "reserve")
    with pytest.raises(IllegalOrder, match="cannot reach f0901 with half"):
        table.order("exploit", unit="abct-1", to="f0901")


def test_declared_is_what_the_cases_of_combat_begin_with() -> None:
    table = declared(field(abct_1=WEST, tank_12=HILL), HILL, abct_1=WEST)
    other = field(abct_1=WEST, tank_12=HILL)
    attack(other, HILL, "abct-1")
    assert combat_at(table.state, HILL) == combat_at(other.state, HILL)


@pytest.mark.rule("ows ground.3.C")
def test_a_refused_attack_calls_the_enemys_units_as_its_side_knows_them() -> None:
    table = field(abct_1=WEST, pal_1=WEST, tank_12=HILL, recon_r="f0705")
    table.known("recon-r", "red").mark("recon-r", "tacsit 1", None)
    contact = table.state.name_for("blue", "recon-r")
    with pytest.raises(IllegalOrder, match=f"^{contact} and 1-82 Field Artillery cannot attack"):
        attack(table, HILL, "abct-1", contact, "pal-1")
