"""Which orders the enemy does not read as they are given, by the rule that hides them."""

import pytest

from adjudication.systems.ows import SYSTEM

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
