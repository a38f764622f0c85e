"""The computer player `staff` on the ground: it attacks, prepares and supports by fire, crosses the river,
keeps a reserve, and beats chance."""

import random
from collections import Counter

import pytest

from adjudication.engine.orders import Order
from adjudication.engine.systems import Policy, RandomPolicy
from adjudication.systems.ows.counters import sheet
from adjudication.systems.ows.ground.units import is_maneuver
from adjudication.systems.ows.staff.land import expected, garrisons, troops
from adjudication.systems.ows.staff.policy import StaffPolicy
from tests.ows.test_staff import BOTH, SIDES, match
from tests.table import Table

WANTED = (
    *("activate", "main-effort", "reserve", "defend", "delay", "fire", "march", "bridge", "obstacle"),
    *("attack", "support-attack", "support-defence", "resolve", "exploit"),
)


@pytest.mark.parametrize("side", SIDES)
def test_the_staff_beats_chance_on_the_river_from_either_side(side: str) -> None:
    """A game each; a hundred are measured by `python -m tests.ows.matches river`."""
    players: dict[str, Policy] = {each: RandomPolicy() for each in SIDES}
    players[side] = StaffPolicy()
    points, _ = match("river", 1, players)
    assert points[side] > points[SIDES[side == "blue"]]


def test_the_staff_uses_the_orders_of_the_ground_war() -> None:
    used: Counter[str] = Counter()
    for seed in range(2):
        used += match("river", seed, BOTH, audited=True)[1]
    assert [order for order in WANTED if not used[order]] == []


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
