"""The computer player `staff` on the ground: it attacks, prepares and supports by fire, crosses the river,
keeps a reserve, and beats chance."""

import random

import pytest

from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.policies import Policy, RandomPolicy
from adjudication.systems.ows.air.missions import INTERDICTION
from adjudication.systems.ows.ground.forces.engineers import BRIDGE
from adjudication.systems.ows.ground.forces.postures import POSITION
from adjudication.systems.ows.ground.forces.units import is_maneuver
from adjudication.systems.ows.player.land import expected, garrisons, troops
from adjudication.systems.ows.player.policy import StaffPolicy
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.status import MISSION_FLOWN
from tests.ows.test_staff import SIDES, match
from tests.table import Table
from tests.thinned import thinned


@pytest.mark.parametrize("side", thinned(reversed(SIDES), 2))
def test_the_staff_beats_chance_on_the_river_from_either_side(side: str) -> None:
    """A game each; a hundred are measured by `python -m tests.ows.matches river`."""
    players: dict[str, Policy] = {each: RandomPolicy() for each in SIDES}
    players[side] = StaffPolicy()
    points, _ = match("river", 1, players)
    assert points[side] > points[SIDES[side == "blue"]]


def test_the_staff_expects_more_of_a_stronger_attack_and_less_across_a_river() -> None:
    table = Table("ows", "proving-field", dice="scripted")
    state = table.state
    strong = [state.pieces["abct-1"]]
    weak = [state.pieces["cav-1"]]
    table.put("abct-1", "f0504").put("cav-1", "f0504").put("tank-12", "f0503")
    assert expected(state, "blue", "f0503", strong, 0) > expected(state, "blue", "f0503", weak, 0)
    assert expected(state, "blue", "f0503", strong, 6) > expected(state, "blue", "f0503", strong, 0)
    table.put("tank-12", "f0604")
    across = expected(state, "blue", "f0604", strong, 0)
    table.put("tank-12", "f0505")
    assert expected(state, "blue", "f0505", strong, 0) > across


def test_the_staff_takes_what_stands_face_down_for_the_same_whatever_it_is() -> None:
    one, other = (Table("ows", "river", dice="scripted") for _ in range(2))
    hidden = [unit for unit in troops(one.state, "red") if "blue" not in (unit.known_to or ("blue",))]
    assert hidden
    for unit in hidden:
        other.change(unit.id, steps=1)
    assert garrisons(one.state, "blue") == garrisons(other.state, "blue")
    seen = next(unit for unit in hidden if unit.steps > 1 and is_maneuver(sheet(unit)))
    for table in (one, other):
        table.known(seen.id, "blue", "red")
    assert garrisons(one.state, "blue") != garrisons(other.state, "blue")


def test_the_staff_puts_out_no_order_twice_in_a_row() -> None:
    """A reserve that cannot be set as it is meant is left as it is."""
    table = Table("ows", "river", dice="scripted").phase("ground organization")
    legal = table.session.legal()
    seen: list[Order] = []
    for _ in range(30):
        order = StaffPolicy().order(table.state, legal, random.Random(3))
        if order.name == "proceed":
            break
        assert order not in seen
        seen.append(order)
        table.session.order(order)
        legal = table.session.legal()
    assert order.name == "proceed"


def orders(table: Table, side: str, phase: str) -> list[Order]:
    """What the staff of a side orders in a phase until it is done."""
    found: list[Order] = []
    table.phase(phase)
    for _ in range(30):
        legal = table.session.legal()
        own = LegalOrders([part for part in legal.parts if part.side == side])
        order = StaffPolicy().order(table.state, own, random.Random(3))
        if order.name == "proceed":
            break
        found.append(order)
        table.session.order(order)
    return found


def test_the_staff_levels_a_position_that_the_enemy_could_take_over_and_no_other() -> None:
    table = Table("ows", "river", dice="scripted")
    table.put("rifle-12", "0703").known("rifle-12", "blue", "red")
    for hex in ("0702", "0603", "0205"):
        table.mark(hex, POSITION, "blue")
    levelled = [
        order.arguments["hex"]
        for order in orders(table, "blue", "ground organization")
        if order.name == "level"
    ]
    assert levelled == ["0702"]


def test_the_staff_puts_a_unit_in_the_sector_of_the_other_corps_under_that_corps() -> None:
    table = Table("ows", "river", dice="scripted").put("infantry-24", "0403")
    given = [order for order in orders(table, "blue", "ground organization") if order.name == "organize"]
    assert [order.arguments for order in given] == [{"to": "i-corps", "units": ["infantry-24"]}]


def test_the_staff_takes_up_the_bridges_that_the_enemy_could_use() -> None:
    """Not one with its own units at the far end."""
    table = Table("ows", "river", dice="scripted")
    near, far = ("0706", "0805")
    table.mark(near, BRIDGE, {far: ["engineers-1"]})
    table.put("recon-5", "0905").known("recon-5", "blue", "red")
    assert [order.name for order in orders(table, "blue", "regeneration")] == ["take-up-bridge"]
    table.mark(near, BRIDGE, {far: ["engineers-1"]}).put("cav-1", far)
    assert "take-up-bridge" not in [order.name for order in orders(table, "blue", "regeneration")]


def test_interdiction_is_allotted_to_the_zone_where_the_enemy_comes_on() -> None:
    table = Table("ows", "river", dice="scripted")
    table.put("falcons-2", "sky").mark(
        "falcons-2", MISSION_FLOWN, {"type": INTERDICTION, "package": "", "since": 1}
    )
    for unit in ("rifle-54", "tank-55"):
        table.put(unit, "0605").known(unit, "blue", "red")
    given = [order for order in orders(table, "blue", "ground organization") if order.name == "allot"]
    assert [order.arguments["to"] for order in given] == [table.state.board.spaces["0605"].zone]
