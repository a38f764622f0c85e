"""The computer player of the later scenarios: whole games, and what it does not do."""

import random

import pytest

import adjudication.systems.somalia.player.later as later
from adjudication.audits.audit import audit
from adjudication.chances.selfplay import play_out
from adjudication.engine.orders import Order
from tests.somalia.later import courts, war
from tests.table import Table


def ordered(table: Table) -> Order:
    """What it orders."""
    return later.order(table.state, table.session.legal())


@pytest.mark.parametrize("scenario", ["courts-2006", "war-2006"])
@pytest.mark.parametrize("seed", range(3))
def test_it_plays_whole_games(scenario: str, seed: int) -> None:
    table = Table("somalia", scenario, seed=seed)
    play_out(table.session, table.session.system.policy("sensible"), random.Random(seed))
    table.session.close(table.secret)
    assert table.state.verdict is not None
    assert audit(table.session.game.unsaved()).findings == []


def test_it_raids_the_weaker_and_leaves_a_unit_behind() -> None:
    table = courts({"icu-3a": "jilib", "icu-3b": "jilib", "pink-1a": "kismayu"})
    order = ordered(table)
    assert (order.name, order.arguments["target"]) == ("raid", "kismayu")
    assert len(order.arguments["units"]) < 3


def test_nobody_leaves_the_only_unit_of_an_area() -> None:
    assert ordered(courts({"icu-3a": "jilib", "pink-1a": "kismayu"})).name == "pass"


@pytest.mark.parametrize(("others", "name"), [({}, "raid"), ({"transitional-3": "removed"}, "move")])
def test_the_icu_does_not_oust_the_last_tan_unit_before_it_holds_the_south(
    others: dict[str, str], name: str
) -> None:
    placed = {"pink-3a": "jilib", "pink-2a": "jilib", "pink-2b": "jilib", "pink-2c": "jilib"}
    gone = dict.fromkeys(["transitional-1", "ethiopia-1"], "removed")
    table = war({**placed, **gone, "transitional-2": "baidoa", **others})
    assert ordered(table).name == name


def test_ethiopia_brings_its_units_in() -> None:
    table = war({}, turn=6).phase("entry", 6, side="ethiopia").track("sp-ethiopia", 2)
    assert ordered(table).name == "enter"
