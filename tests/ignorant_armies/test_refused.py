"""What is refused, by which rule, and which fault is named where an order has two."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from adjudication.engine.orders import Order
from domain.errors import IllegalOrder
from tests.ignorant_armies.war import War

Setting = Callable[[War], object]

ATTACK = {"hex": "2117", "units": ["brigade-84"]}
MISSILE = {"missile": "ssm-iran-1", "hex": "2117"}


class Case(NamedTuple):
    """An order, and how it is refused."""

    code: str
    rule: str
    setting: Setting
    order: str
    arguments: dict[str, Any]
    side: str = "iran"


def fighting(war: War) -> War:
    """An Iranian brigade beside an Iraqi division, and an Iranian missile, in the Iranian combat phase."""
    war.put("infantry-2", "2117").put("brigade-84", "2118").put("ssm-iran-1", "missiles-iran")
    return war.fights("iran")


def banned(war: War) -> None:
    """No Iranian attacks, while Iraq has its combat phase."""
    fighting(war).mark("iran", "no attacks").fights("iraq")


def no_attacks(war: War) -> None:
    fighting(war).mark("iran", "no attacks")


def iraqis_fight(war: War) -> None:
    fighting(war).fights("iraq")


def moving(war: War) -> War:
    return war.iran_moves()


def moved(war: War) -> None:
    moving(war).order("move", unit="brigade-84", to="2021")


def at_sea(war: War) -> None:
    moving(war).put("brigade-84", "2533")


def on_the_island(war: War) -> None:
    moving(war).put("brigade-84", "2634")


def building(war: War) -> War:
    """Two brigades to build, one of them of the six, and an infantry division."""
    for unit in ("sf-2", "sf-3"):
        war.put(unit, "available-iraq")
    war.put("infantry-2", "deadpile-iraq").track("rp-iraq", 9)
    return war.iraq_moves()


def a_brigade_entered(war: War) -> None:
    building(war).order("build", unit="sf-2", to="1521")


def without_rps(war: War) -> None:
    building(war).track("rp-iraq", 0)


CASES = (
    # each refusal
    Case("turn", "doc.scope", fighting, "attack", {**ATTACK, "hex": "2118", "units": ["infantry-2"]}, "iraq"),
    Case("no-attacks", "event.32", no_attacks, "attack", ATTACK),
    Case("target", "doc.scope", fighting, "attack", {**ATTACK, "hex": "2118"}),
    Case("beside", "doc.scope", fighting, "attack", {**ATTACK, "units": ["brigade-23"]}),
    Case("beside", "doc.scope", fighting, "attack", {**ATTACK, "units": ["brigade-84", "brigade-23"]}),
    Case("beside", "doc.scope", fighting, "attack", {**ATTACK, "units": []}),
    Case(
        *("human-wave", "event.21", iraqis_fight, "attack"),
        *({"hex": "2118", "units": ["infantry-2"], "human_wave": True}, "iraq"),
    ),
    Case("chemicals", "event.46", fighting, "attack", {**ATTACK, "chemicals": True}),
    Case(
        *("chemicals", "event.51-52", iraqis_fight, "attack"),
        *({"hex": "2118", "units": ["infantry-2"], "chemicals": True}, "iraq"),
    ),
    Case("turn", "doc.scope", fighting, "missile", {"missile": "ssm-iraq-1", "hex": "2118"}, "iraq"),
    Case("no-attacks", "event.32", no_attacks, "missile", MISSILE),
    Case("missiles", "doc.scope", fighting, "missile", {**MISSILE, "missile": "ssm-iraq-1"}),
    Case("missiles", "doc.scope", fighting, "missile", {**MISSILE, "missile": "ssm-iran-2"}),
    Case("hex", "doc.scope", fighting, "missile", {**MISSILE, "hex": "2533"}),
    Case("chemicals", "event.46", fighting, "missile", {**MISSILE, "chemicals": True}),
    Case("turn", "doc.scope", fighting, "tanker-war", {}, "iraq"),
    Case("adjustment", "doc.scope", fighting, "tanker-war", {"adjustment": 4}),
    Case("adjustment", "doc.scope", fighting, "tanker-war", {"adjustment": -4}),
    Case("turn", "doc.scope", moving, "move", {"unit": "infantry-2", "to": "1822"}, "iraq"),
    Case("unit", "doc.scope", moving, "move", {"unit": "infantry-2", "to": "2021"}),
    Case("unit", "doc.scope", moving, "move", {"unit": "marines-1", "to": "2021"}),
    Case("moved", "doc.scope", moved, "move", {"unit": "brigade-84", "to": "2020"}),
    Case("hex", "doc.scope", moving, "move", {"unit": "brigade-84", "to": "2533"}),
    Case("there", "doc.scope", moving, "move", {"unit": "brigade-84", "to": "2020"}),
    Case("barred", "kuwait.islands", moving, "move", {"unit": "brigade-84", "to": "2634"}),
    Case("enemy", "doc.scope", moving, "move", {"unit": "brigade-84", "to": "1821"}),
    Case("unit", "doc.scope", moving, "lose", {"unit": "infantry-2"}),
    Case("unit", "doc.scope", moving, "lose", {"unit": "marines-1"}),
    Case("steps", "ja.losses-vp", moving, "lose", {"unit": "brigade-84", "steps": 2}),
    Case("steps", "ja.losses-vp", moving, "lose", {"unit": "brigade-84", "steps": 0}),
    Case("turn", "doc.scope", building, "build", {"unit": "marines-1", "to": "2531"}),
    Case("unit", "doc.scope", building, "build", {"unit": "sf-4", "to": "1521"}, "iraq"),
    Case("unit", "doc.scope", building, "build", {"unit": "air-iraq-1", "to": "1521"}, "iraq"),
    Case("unit", "doc.scope", building, "build", {"unit": "mech-1", "to": "2228"}, "iraq"),
    Case("one-brigade", "event.33", a_brigade_entered, "build", {"unit": "sf-3", "to": "1521"}, "iraq"),
    Case("place", "ja.rp.rebuild", building, "build", {"unit": "sf-2", "to": "2334"}, "iraq"),
    Case("cost", "doc.scope", building, "build", {"unit": "sf-2", "to": "1521", "cost": 10}, "iraq"),
    Case("cost", "doc.scope", building, "build", {"unit": "sf-2", "to": "1521", "cost": -1}, "iraq"),
    Case("steps", "ja.units.total", building, "build", {"unit": "sf-2", "to": "1521", "steps": 2}, "iraq"),
    Case("steps", "ja.units.total", building, "build", {"unit": "sf-2", "to": "1521", "steps": 0}, "iraq"),
    Case("rps", "ja.rp.separate", without_rps, "build", {"unit": "sf-2", "to": "1521"}, "iraq"),
    # the more basic of two faults
    Case("turn", "doc.scope", banned, "attack", ATTACK),
    Case("turn", "doc.scope", banned, "missile", MISSILE),
    Case("no-attacks", "event.32", no_attacks, "attack", {**ATTACK, "hex": "2533"}),
    Case("target", "doc.scope", fighting, "attack", {"hex": "2118", "units": ["brigade-23"]}),
    Case(
        *("beside", "doc.scope", iraqis_fight, "attack"),
        *({"hex": "2118", "units": ["mech-1"], "human_wave": True}, "iraq"),
    ),
    Case(
        *("human-wave", "event.21", iraqis_fight, "attack"),
        *({"hex": "2118", "units": ["infantry-2"], "human_wave": True, "chemicals": True}, "iraq"),
    ),
    Case("missiles", "doc.scope", fighting, "missile", {"missile": "ssm-iran-2", "hex": "2533"}),
    Case("hex", "doc.scope", fighting, "missile", {**MISSILE, "hex": "2533", "chemicals": True}),
    Case("turn", "doc.scope", fighting, "tanker-war", {"adjustment": 4}, "iraq"),
    Case("turn", "doc.scope", moving, "move", {"unit": "brigade-84", "to": "2021"}, "iraq"),
    Case("moved", "doc.scope", moved, "move", {"unit": "brigade-84", "to": "2533"}),
    Case("hex", "doc.scope", at_sea, "move", {"unit": "brigade-84", "to": "2533"}),
    Case("there", "doc.scope", on_the_island, "move", {"unit": "brigade-84", "to": "2634"}),
    Case("unit", "doc.scope", moving, "lose", {"unit": "infantry-2", "steps": 9}),
    Case("turn", "doc.scope", building, "build", {"unit": "sf-2", "to": "1521"}),
    Case("unit", "doc.scope", a_brigade_entered, "build", {"unit": "sf-4", "to": "1521"}, "iraq"),
    Case("one-brigade", "event.33", a_brigade_entered, "build", {"unit": "sf-3", "to": "2334"}, "iraq"),
    Case("place", "ja.rp.rebuild", building, "build", {"unit": "sf-2", "to": "2334", "cost": 10}, "iraq"),
    Case(
        "cost", "doc.scope", building, "build", {"unit": "sf-2", "to": "1521", "cost": 10, "steps": 9}, "iraq"
    ),
    Case("steps", "ja.units.total", without_rps, "build", {"unit": "sf-2", "to": "1521", "steps": 9}, "iraq"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.order}-{case.code}")
def test_a_refusal_names_the_first_fault_and_its_rule(case: Case) -> None:
    war = War()
    case.setting(war)
    before, order = war.state.number, Order(case.side, case.order, case.arguments)
    assert order not in war.session.legal()
    with pytest.raises(IllegalOrder) as refused:
        war.session.order(order)
    assert (refused.value.code, refused.value.rule) == (case.code, f"ignorant-armies {case.rule}")
    assert war.state.number == before


@pytest.mark.parametrize("adjustment", [-3, 3])
def test_the_base_game_adjusts_a_tanker_war_roll_by_3_at_most(adjustment: int) -> None:
    events = War().fights("iran").order("tanker-war", dice=[4], adjustment=adjustment)
    assert f"total={4 + adjustment}" in str(events)


@pytest.mark.parametrize("cost", [0, 9])
def test_a_unit_costs_0_to_9_rps_as_its_builder_says(cost: int) -> None:
    war = building(War())
    war.order("build", unit="infantry-2", to="1521", cost=cost)
    assert war.state.track("rp-iraq") == 9 - cost


@pytest.mark.parametrize(
    ("phase", "names"),
    [
        ("random event", {"proceed"}),
        ("Iraqi operational movement", {"proceed", "move", "build", "lose"}),
        ("Iraqi combat", {"proceed", "attack", "missile", "tanker-war", "move", "lose"}),
    ],
)
def test_each_phase_has_its_own_orders(phase: str, names: set[str]) -> None:
    war = War().put("infantry-2", "2117").put("brigade-84", "2118").put("sf-2", "available-iraq")
    war.track("rp-iraq", 9).phase(phase, turn=2, side="" if phase == "random event" else "iraq")
    assert {order.name for order in war.session.legal()} == names
