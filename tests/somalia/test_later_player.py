"""The computer player of the later scenarios: what it attacks, takes and buys, and whole games."""

import random
from typing import Any

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import play_out
from adjudication.engine.orders import Order
from adjudication.engine.umpire import Question
from adjudication.systems.somalia.player import later as player
from adjudication.systems.somalia.player import replies
from domain.texts import Text
from tests.somalia.later import courts, war
from tests.table import Table

OUSTED = dict.fromkeys(["transitional-1", "transitional-2", "transitional-3", "ethiopia-1"], "removed")
SOUTH = ["belet-huen", "baidoa", "baardhere", "kismayu", "gaalkayo", "ceel-huur", "jawhar"]
CITY = ["north-mogadishu", "south-mogadishu", "mogadishu-airport", "mogadishu-port"]


@pytest.mark.parametrize("scenario", ["courts-2006", "war-2006"])
@pytest.mark.parametrize("seed", range(3))
def test_it_plays_whole_games(scenario: str, seed: int) -> None:
    table = Table("somalia", scenario, seed=seed)
    play_out(table.session, table.session.system.policy("sensible"), random.Random(seed))
    table.session.close(table.secret)
    assert table.state.verdict is not None
    assert audit(table.session.game.unsaved()).findings == []


def test_it_raids_the_weaker_and_leaves_a_unit_behind() -> None:
    table = courts({"icu-3a": "jilib", "icu-3b": "jilib", "icu-1a": "jilib", "pink-1a": "kismayu"})
    worth, raid = max(player.attacks(table.state, "icu"), key=lambda each: each[0])
    assert worth > player.LEAST
    assert raid == Order("icu", "raid", {"target": "kismayu", "units": ["icu-3a"]})  # here all fire is alike
    with_all = [
        worth for worth, order in player.attacks(table.state, "icu") if len(order.arguments["units"]) == 3
    ]
    assert max(with_all) < worth  # the area left behind counts


@pytest.mark.rule("somalia icu2006.special.c")
def test_it_attacks_from_afar_by_moving_where_a_faction_stands() -> None:
    table = courts({"icu-3a": "jilib", "icu-3b": "jilib", "icu-1a": "jilib", "orange-1a": "north-mogadishu"})
    attacks = [order for _, order in player.attacks(table.state, "icu")]
    assert Order("icu", "move", {"to": "north-mogadishu", "units": ["icu-3a", "icu-3b"]}) in attacks
    assert not any(order.name == "raid" for order in attacks)  # it is not beside Jilib


@pytest.mark.parametrize("turn", [2, 8])
def test_it_lets_the_stronger_be_and_takes_what_is_empty(turn: int) -> None:
    placed = {"icu-1a": "jilib", "icu-1b": "jilib", "pink-3a": "kismayu", "pink-2a": "kismayu"}
    order = player.order(courts(placed, turn=turn).state)
    assert order is not None
    assert order.name == "move"
    assert order.arguments["to"].endswith("mogadishu")


def test_a_faction_does_not_leave_the_only_unit_of_an_area() -> None:
    table = courts({"pink-3a": "kismayu", "icu-1a": "jilib"}, "pink")
    assert player.order(table.state) is None


def test_the_icu_gives_up_an_area_for_one_of_mogadishu_and_for_no_other() -> None:
    order = player.order(courts({"icu-3a": "jilib", "pink-1a": "kismayu"}).state)
    assert order is not None
    assert order.arguments["to"] in CITY
    city = {f"icu-2{letter}": zone for letter, zone in zip("abcd", CITY, strict=True)}
    assert player.order(courts({**city, "icu-1a": "jilib"}).state) is None


def test_factions_with_many_units_away_from_the_icu_act_before_others_and_the_icu_last() -> None:
    table = courts(
        {"icu-1a": "jilib", "pink-1a": "kismayu", "pink-1b": "baardhere"}
        | {"orange-1a": "gaalkayo", "orange-1b": "gaalkayo", "yellow-1a": "gaalkayo"}
    )
    state = table.state
    assert replies.next_side(state, ["icu", "pink", "orange", "yellow"]) == "orange"
    assert replies.next_side(state, ["icu", "pink", "yellow"]) == "pink"
    assert replies.next_side(state, ["icu", "yellow"]) == "yellow"
    assert replies.next_side(state, ["icu"]) == "icu"


@pytest.mark.parametrize(("turn", "ambushing"), [(2, ["icu-1a", "icu-3a"]), (3, ["icu-3a"])])
def test_before_an_income_the_strongest_alone_ambushes(turn: int, ambushing: list[str]) -> None:
    state = courts({"icu-1a": "jilib", "icu-3a": "jilib"}, turn=turn).state
    assert replies.ambush(state, "icu", ["icu-1a", "icu-3a"]) == ambushing


def test_the_icu_does_not_oust_the_last_tan_unit_too_soon() -> None:
    gone = dict.fromkeys(["transitional-1", "transitional-2", "ethiopia-1"], "removed")
    table = war({"pink-3a": "jilib", "pink-2a": "jilib", **gone})
    order = player.order(table.state)
    assert order is not None
    assert order.name == "move"


def last_stand(*, held: bool) -> Table:
    """The last two tan units are in Jilib beside ICU units; the rest of the south is the ICU's, or empty."""
    stock = ["pink-1a", "pink-1b", "pink-1c", "pink-1d", "pink-1e", "pink-2a", "pink-2b"]
    stock += ["yellow-1a", "yellow-1b", "yellow-1c", "yellow-1d"]
    puntland = {f"puntland-{number}": "bender-cassim" for number in range(1, 6)}
    south = dict(zip(stock, [*SOUTH, *CITY], strict=True)) if held else {}
    tan = {"transitional-1": "jilib", "transitional-2": "jilib"}
    return war({**OUSTED, **puntland, **south, **tan, "pink-3a": "jilib", "pink-2c": "jilib"})


def test_the_icu_ends_the_game_when_it_holds_the_south() -> None:
    state = last_stand(held=True).state
    raids = [
        worth for worth, order in player.attacks(state, "icu") if order.arguments.get("target") == "jilib"
    ]
    assert max(raids) > player.LEAST
    assert player.order(last_stand(held=False).state) == Order(
        "icu", "move", {"to": "gaalkayo", "units": ["pink-3a"]}
    )


@pytest.mark.parametrize("held", [True, False])
def test_it_ambushes_and_fires_back_unless_the_game_would_end_too_soon(held: bool) -> None:
    state = last_stand(held=held).state
    assert replies.ambush(state, "icu", ["pink-2c", "pink-3a"]) == (["pink-2c", "pink-3a"] if held else [])
    assert replies.ends_game(state, "icu") is not held


@pytest.mark.parametrize(
    ("points", "name"),
    [(2, "upgrade"), (1, None)],
)
def test_a_faction_upgrades_first(points: int, name: str | None) -> None:
    table = courts({"pink-1a": "baidoa"}, turn=3).phase("purchases", 3, side="pink")
    order = player.order(table.track("sp-pink", points).state)
    assert (None if order is None else order.name) == name


def test_ethiopia_buys_its_strongest_and_brings_it_in() -> None:
    table = war({"ethiopia-3": "us-cup"}, turn=6).phase("purchases", 6, side="ethiopia")
    table.track("sp-ethiopia", 6)
    assert player.order(table.state) == Order(
        "ethiopia", "buy", {"zone": "across-border", "unit": "ethiopia-3"}
    )
    table.phase("entry", 6, side="ethiopia")
    assert player.order(table.state) == Order("ethiopia", "enter", {"unit": "ethiopia-2"})


def asks(rule: str, side: str, options: tuple[Any, ...], suggested: Any = None) -> Question:
    """A question by a rule."""
    return Question(
        kind="choice",
        side=side,
        text=Text("a case", {}),
        options=options,
        rule=f"somalia {rule}",
        suggested=(suggested,),
    )


def test_it_answers_by_the_rule_that_asks() -> None:
    placed = {"icu-1a": "jilib", "icu-3a": "jilib", "pink-1a": "kismayu", "orange-1a": "gaalkayo"}
    state = courts(placed).state
    assert replies.answer(asks("6.0a", "icu", ("icu", "pink", "orange")), state) == "orange"
    assert replies.answer(asks("6.22a", "icu", (), ["icu-1a", "icu-3a"]), state) == ["icu-1a", "icu-3a"]
    assert replies.answer(asks("6.21g", "icu", (True, False)), state) is True
    assert replies.answer(asks("6.21g", "icu", ("icu-1a", "icu-3a")), state) is None
    assert replies.answer(asks("6.21f", "icu", (0, 1)), state) is None
    later = last_stand(held=False).state
    assert replies.answer(asks("6.0a", "icu", ("icu", "ethiopia")), later) is None
    assert replies.answer(asks("6.21g", "icu", (True, False)), later) is False
    assert replies.answer(asks("6.22a", "icu", (), ["pink-2c", "pink-3a"]), later) == []
    assert replies.answer(asks("6.21g", "icu", (True, False)), last_stand(held=True).state) is True


@pytest.mark.parametrize(
    ("side", "turn", "all_of_them"),
    [("pink", 3, True), ("icu", 3, False), ("icu", 6, False), ("icu", 4, True)],
)
def test_only_the_icu_and_only_before_an_income_holds_units_back(
    side: str, turn: int, all_of_them: bool
) -> None:
    units = {"icu": ["icu-1a", "icu-3a"], "pink": ["pink-1a", "pink-3a"]}[side]
    state = courts(dict.fromkeys(units, "jilib"), turn=turn).state
    assert replies.ambush(state, side, units) == (units if all_of_them else units[1:])


def test_in_2006_and_after_all_ambush_in_every_turn() -> None:
    state = war({"pink-1a": "jilib", "pink-3a": "jilib"}, turn=6).state
    assert replies.ambush(state, "icu", ["pink-1a", "pink-3a"]) == ["pink-1a", "pink-3a"]


def test_units_beside_the_icu_count_for_less_and_leaders_and_those_that_have_acted_for_nothing() -> None:
    case = courts({"icu-1a": "jilib", "pink-1a": "gaalkayo", "leader-pink": "gaalkayo"})
    case.put("orange-1a", "belet-huen").put("orange-1b", "belet-huen").mark("orange-1b", "done")
    case.put("yellow-1a", "kismayu").put("yellow-1b", "kismayu").put("yellow-1c", "kismayu")
    assert replies.next_side(case.state, ["pink", "orange"]) == "pink"  # one unit each
    assert replies.next_side(case.state, ["pink", "yellow"]) == "yellow"  # three, less a third each
    case.mark("yellow-1c", "done").mark("yellow-1b", "done")
    assert replies.next_side(case.state, ["yellow", "pink"]) == "pink"
