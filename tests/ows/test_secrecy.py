"""Which orders the enemy does not read as they are given, by the rule that hides them."""

import random

import pytest

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import LegalOrders
from adjudication.engine.policies import RandomPolicy
from adjudication.systems.ows import SYSTEM
from domain.events import OrderGiven, Value
from tests.ows.playing import SWITCHES
from tests.table import Table

SECRET = {
    "7.2": ("influence", "cyber", "withdraw"),
    "8.2": ("survey",),
    "8.7": ("target", "drop"),
    "4.3": ("guidance",),
    "6.4.5.1a": ("lay-mines",),
    "6.4.3": ("mode",),
    "6.4.2a": ("torpedo",),
    "6.5.7a": ("task", "load", "package", "recall", "exceed", "jump", "lift", "array"),
    "6.5.13": ("disperse", "fortify"),
    "6.6": ("insert", "recover", "sof-mission"),
    "10.2.4a": ("activation-order",),
    "10.4": ("main-effort", "reserve", "organize"),
    "10.14.2": ("issue", "feint"),
    "10.15.2": ("fire", "support-attack", "support-defence", "allot"),
    "10.15.10.2b": ("partisans", "disband"),
    "11.4b": ("keep",),
    "11.9": ("resupply", "replenish"),
}
"""Rule -> orders. All others are moves and declarations in the open."""


def test_what_is_planned_or_done_out_of_sight_is_not_read_by_the_enemy() -> None:
    hidden = {name for names in SECRET.values() for name in names}
    assert {name for name, kind in SYSTEM.orders.items() if kind.secret} == hidden


@pytest.mark.parametrize("name", ["strike", "fight", "attack", "nuke", "march", "sail", "card", "proceed"])
def test_what_is_declared_at_the_table_is_read_by_both(name: str) -> None:
    assert not SYSTEM.orders[name].secret


PLACES = {
    **dict.fromkeys(("activation-order", "feint", "issue", "organize"), ("proving-field", "planning")),
    **dict.fromkeys(("guidance", "main-effort", "reserve"), ("proving-ground", "planning")),
    "partisans": ("proving-field", "strategic movement"),
    **dict.fromkeys(("lay-mines", "mode"), ("proving-ground", "naval movement")),
    **dict.fromkeys(("disperse", "jump", "lift", "package", "task"), ("proving-ground", "air tasking")),
    "insert": ("proving-ground", "special operations"),
    **dict.fromkeys(("cyber", "influence"), ("proving-ground", "information")),
    "survey": ("proving-ground", "theater isr"),
    "target": ("proving-ground", "strike plans"),
}
"""Order -> a scenario and a phase in which it can be given at once."""


@pytest.mark.parametrize(("name", "scenario", "phase"), [(name, *place) for name, place in PLACES.items()])
def test_the_enemy_does_not_read_an_order_that_is_secret(name: str, scenario: str, phase: str) -> None:
    side = "red" if name == "lay-mines" else "blue"
    options: dict[str, Value] = {**dict.fromkeys(SWITCHES, True), "ground_initiative": "planned"}
    table = Table("ows", scenario, options).phase(phase, side=side)
    offered = [part for part in table.session.legal().parts if part.name == name]
    chance, player = random.Random(1), RandomPolicy()
    table.session.people = PolicyPeople({}, player, chance)
    order = player.order(table.state, LegalOrders(offered), chance)
    table.session.order(order)
    given = [event for event in table.session.game.log if isinstance(event, OrderGiven)]
    assert (given[-1].order, given[-1].audience) == (name, (side,))
