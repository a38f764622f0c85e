"""Orders as data: listed without being made, given back unchanged, and refused in one sentence."""

from dataclasses import dataclass
from typing import Any, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.engine.orders import (
    LegalOrders,
    OpenOrder,
    Order,
    OrderChoice,
    OrderGrid,
    OrderGroup,
    OrderKind,
    read_arguments,
)
from adjudication.engine.play.running import form
from domain.errors import BadData, IllegalOrder
from domain.events import OrderGiven
from domain.table.state import State


def group(count: int, name: str = "move") -> OrderGroup:
    return OrderGroup("red", name, {"unit": "a"}, "to", [f"hex-{n}" for n in range(count)])


@given(st.lists(st.integers(0, 4), max_size=5), st.data())
def test_legal_orders_read_as_the_list_of_them(counts: list[int], data: st.DataObject) -> None:
    legal = LegalOrders([group(count, f"order-{n}") for n, count in enumerate(counts)])
    plain = list(legal)
    assert len(legal) == len(plain) == sum(counts)
    assert [legal[n] for n in range(len(plain))] == plain
    assert [legal[n - len(plain)] for n in range(len(plain))] == plain
    ends = st.none() | st.integers(-25, 25)
    part = slice(data.draw(ends), data.draw(ends), data.draw(st.sampled_from([None, 1, 2, -1, -3])))
    assert list(legal[part]) == plain[part]
    for outside in (len(plain), -len(plain) - 1, 1000):
        with pytest.raises(IndexError):
            legal[outside]


def test_an_order_that_allots_is_one_line_and_is_checked_unlisted() -> None:
    shields = {f"shield-{n}": [f"salvo-{m}" for m in range(6)] for n in range(6)}
    legal = LegalOrders(
        [group(2), OrderChoice("red", "screen", {"turn": 1}, "shields", of=shields), group(1)]
    )
    assert len(legal) == 4
    line = legal[2]
    assert isinstance(line, OpenOrder)
    assert line.choices.size == 7**6
    assert line.order({"shield-1": "salvo-5"}).arguments == {"turn": 1, "shields": {"shield-1": "salvo-5"}}
    assert Order("red", "screen", {"turn": 1, "shields": {}}) in legal
    assert Order("red", "screen", {"turn": 2, "shields": {}}) not in legal
    refusal = legal.refusal(Order("red", "screen", {"turn": 1, "shields": {"shield-1": "sea"}}))
    assert refusal == f"shield-1 may be allotted to one of {', '.join(shields['shield-1'])}, not sea."
    assert [each.name for each in legal.choices("screen")] == ["screen"]
    assert len(LegalOrders([OrderChoice("red", "screen", {}, "units", of=["a"], least=2)])) == 0


def test_a_group_without_variation_is_one_order() -> None:
    legal = LegalOrders([OrderGroup("red", "pass", {}), group(2), OrderGroup("blue", "next", {"turn": 2})])
    assert len(legal) == 4
    assert legal[0] == Order("red", "pass", {})
    assert legal[-1] == Order("blue", "next", {"turn": 2})
    assert legal[1].data() == {"order": "move", "unit": "a", "to": "hex-0"}
    assert legal.index(Order("red", "move", {"unit": "a", "to": "hex-1"})) == 2
    assert not LegalOrders([])


@st.composite
def grids(draw: st.DrawFn) -> OrderGrid:
    units = [{"unit": f"u{n}"} for n in range(draw(st.integers(0, 4)))]
    hexes = st.lists(st.sampled_from("abcdef"), unique=True, max_size=4)
    values = [draw(hexes)] if draw(st.booleans()) else [draw(hexes) for _ in units]
    but = []
    if draw(st.booleans()):
        mine = values * len(units) if len(values) < len(units) else values[: len(units)]
        but = [draw(st.sampled_from([None, *own])) for own in mine]
    return OrderGrid("red", "move", units, "to", values, but)


@given(st.lists(grids(), max_size=3))
def test_a_grid_reads_as_the_orders_it_stands_for(parts: list[OrderGrid]) -> None:
    expected = [
        Order("red", "move", {**fixed, "to": value})
        for grid in parts
        for nth, fixed in enumerate(grid.fixed)
        for value in (grid.values[0] if len(grid.values) == 1 else grid.values[nth])
        if not grid.but or value != grid.but[nth]
    ]
    legal = LegalOrders([OrderGroup("red", "pass", {}), *parts])
    assert list(legal)[1:] == expected
    assert [legal[n + 1] for n in range(len(expected))] == expected
    assert len(legal) == len(expected) + 1
    assert sum(map(len, legal.groups)) == len(legal)
    assert all(legal.groups)
    assert list(legal.named("move")) == legal.groups[1:]
    assert legal.group("pass", {}) == legal.groups[0]
    for grid in parts[:1]:
        for group in grid.groups():
            assert legal.group("move", group.fixed) == group
    assert legal.group("move", {"unit": "nobody"}) is None
    assert legal.group("fly", {"unit": "u0"}) is None


@dataclass(frozen=True)
class Fire:
    side: str
    battery: str
    rounds: int
    targets: tuple[str, ...] = ()
    way: tuple[tuple[str, int], ...] = ()
    mode: Literal["area", "point"] = "point"
    spotter: str | None = None


KIND = OrderKind("fire", Fire, lambda umpire, order: None, "toy 1", "Fire.")


def test_arguments_are_read_as_plain_data() -> None:
    raw = {"battery": "b1", "rounds": "3", "targets": ["x", "y"], "way": [["z", "1"]], "mode": "area"}
    arguments = read_arguments(KIND, raw)
    assert arguments == {
        "battery": "b1",
        "rounds": 3,
        "targets": ["x", "y"],
        "way": [["z", 1]],
        "mode": "area",
    }
    assert msgspec.json.decode(msgspec.json.encode(arguments)) == arguments
    assert read_arguments(KIND, arguments) == arguments


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        ({"rounds": 1}, "Order fire: battery: field required."),
        ({"battery": "b", "rounds": "many"}, "Order fire: rounds: input should be a valid integer"),
        ({"battery": "b", "rounds": 1.5}, "Order fire: rounds: input should be a valid integer"),
        ({"battery": "b", "rounds": 1, "rank": 2}, "Order fire: rank: unexpected keyword argument."),
        ({"battery": ["b"], "rounds": 1}, "Order fire: battery: input should be a valid string."),
        (
            {"battery": "b", "rounds": 1, "mode": "mass"},
            "Order fire: mode: input should be 'area' or 'point'.",
        ),
        (
            {"battery": "b", "rounds": 1, "targets": "xy"},
            "Order fire: targets: input should be a valid tuple.",
        ),
        (
            {"battery": "b", "rounds": 1, "targets": [None]},
            "Order fire: targets.0: input should be a valid str",
        ),
        ({}, "Order fire: battery: field required."),
    ],
)
def test_bad_arguments_are_refused_in_one_sentence(raw: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadData) as refused:
        read_arguments(KIND, raw)
    assert refused.value.sentence.startswith(sentence)
    assert "\n" not in refused.value.sentence


def test_nobody_orders_for_another_side_by_an_argument() -> None:
    arguments = read_arguments(KIND, {"battery": "b", "rounds": 1, "side": "blue"})
    assert "side" not in arguments
    forged = OrderGiven(number=1, side="red", order="fire", arguments={**arguments, "side": "blue"})
    assert form(Fire, forged, State()).side == "red"


def test_recorded_arguments_that_do_not_fit_are_an_illegal_order() -> None:
    given = OrderGiven(number=1, side="red", order="fire", arguments={"gun": 1})
    with pytest.raises(IllegalOrder, match="fire does not take that"):
        form(Fire, given, State())
