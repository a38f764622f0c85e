"""In what order the orders of this system are checked, so that a refusal is about the first thing that is
wrong: whose turn it is, what the game is played with, then the arguments as one names them."""

from collections.abc import Sequence
from dataclasses import fields
from itertools import pairwise

import pytest

from adjudication.engine.legality import Check, Legality
from adjudication.systems.ows import SYSTEM
from tests.table import Table

ON_LAND = ("ground", "prep fires", "supporting fires", "defensive fires", "exploitation", "rear area")
ORDERS = [
    pytest.param(name, legality, id=f"{name}-{nth}")
    for name, kind in sorted(SYSTEM.orders.items())
    for nth, legality in enumerate(kind.legality)
]


FROM_THE_GENERAL_TO_THE_SPECIAL = {
    "airlift": ("transport", "number", "limit"),
    "asw": ("unit", "attacked"),
    "disperse": ("squadron", "flown"),
    "embark": ("room", "port", "limit"),
    "exceed": ("flown", "grounded", "type", "reach", "means"),
    "feint": ("action points", "feints", "unit", "points"),
    "fortify": ("squadron", "engineers"),
    "guidance": ("empty", "requirements"),
    "influence": ("token", "headquarters"),
    "insert": ("hex", "there"),
    "issue": ("unit", "points"),
    "jump": ("unit", "airborne"),
    "lift": ("unit", "air assault"),
    "load": ("mission", "flown", "empty", "load", "munitions", "stock"),
    "mode": ("same", "moved", "speed"),
    "partisans": ("zone", "units", "price"),
    "proceed": ("air combat", "orders"),
    "rail": ("to", "cars", "limit"),
    "recall": ("mission", "recall"),
    "resupply": ("port", "munition"),
    "road": ("to", "hets", "limit"),
    "security-zone": ("zone", "units", "price"),
    "support": ("token", "headquarters"),
    "target": ("detected", "listed"),
    "task": ("flown", "grounded", "type", "tanker", "reach"),
    "torpedo": ("submarine", "attacked", "ssk"),
}
"""What is said first: that there is no such thing, then what it cannot do, then how much of it, and last what
a turn allows; of the way of an aircraft, whose reach depends on its tanker, the tanker."""


SECRET = {
    *("guidance", "main-effort", "reserve", "organize", "issue", "feint", "activation-order", "allot"),
    *("influence", "cyber", "withdraw", "target", "drop", "survey"),
    *("insert", "recover", "sof-mission", "mode", "lay-mines", "torpedo"),
    *("task", "package", "load", "exceed", "array", "keep", "recall", "jump", "lift", "disperse", "fortify"),
    *("fire", "support-attack", "support-defence", "partisans", "disband", "resupply", "replenish"),
}
"""What is written down or lies face down: plans, designations, tokens, teams, submarines and mines, what an
aircraft flies, fires before they are rolled, and stocks."""


def whose_turn_it_is_comes_first(checks: Sequence[Check]) -> bool:
    return "turn" not in [check.code for check in checks[1:]]


def what_the_game_is_played_with_comes_before_any_argument(checks: Sequence[Check]) -> bool:
    without = [{check.about, *check.needs} <= {"", "side"} for check in checks]
    return all(one or not other for one, other in pairwise(without))


def arguments_come_in_their_order(checks: Sequence[Check], order: str) -> bool:
    names = [field.name for field in fields(SYSTEM.orders[order].form)]
    places = [names.index(check.about) for check in checks if check.about]
    return places == sorted(places)


def what_needs_several_comes_after_each_of_them(checks: Sequence[Check]) -> bool:
    return all(
        check.about or {each.about for each in checks[nth:]}.isdisjoint({*check.needs} - {""})
        for nth, check in enumerate(checks)
    )


def what_is_wrong_with_a_thing_comes_before_what_is_wrong_with_its_use(
    checks: Sequence[Check], order: str
) -> bool:
    codes = FROM_THE_GENERAL_TO_THE_SPECIAL.get(order, ())
    said = [check.code for check in checks if check.code in codes]
    if order == "strike":
        return [check.needs for check in checks if check.code == "place"] == [("hex",), ("source",)]
    return said == [code for code in codes if code in said]


@pytest.mark.parametrize(("order", "legality"), ORDERS)
def test_a_refusal_is_about_the_first_thing_that_is_wrong(order: str, legality: Legality) -> None:
    checks = legality.checks
    assert SYSTEM.orders[order].secret is (order in SECRET)
    assert whose_turn_it_is_comes_first(checks)
    assert what_the_game_is_played_with_comes_before_any_argument(checks)
    if order != "task":  # what is in reach of an air mission depends on its tanker
        assert arguments_come_in_their_order(checks, order)
    if order != "load":  # "none" takes munitions off, and is none that can be loaded
        assert what_needs_several_comes_after_each_of_them(checks)
    assert what_is_wrong_with_a_thing_comes_before_what_is_wrong_with_its_use(checks, order)
    phase = (legality.phases or ("planning",))[0]
    scenario = "proving-field" if phase.startswith(ON_LAND) else "proving-ground"
    table = Table("ows", scenario, dice="scripted").phase(phase, side="blue")
    assert {part.side for part in legality.listed(table.state, order)} <= {"blue"}
