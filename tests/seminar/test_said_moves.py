"""Moves as people say them: `UNIT to PLACE`, several separated by commas."""

import pytest

from cli.common.seat import open_seat
from cli.people.secrets import _of_texts as orders_of
from domain.errors import NotFound, Refused
from domain.events import OrderGiven
from tests.cli.conftest import Cell


@pytest.fixture(name="strait")
def a_seminar(empty: Cell) -> Cell:
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "3")
    return empty


def given(cell: Cell) -> tuple[str, dict[str, object]]:
    """The last order: whose, and its arguments."""
    order = [event for event in cell.events() if isinstance(event, OrderGiven)][-1]
    return order.side, {"order": order.order, **order.arguments}


@pytest.mark.parametrize("words", [("ald-brigade", "to", "aldport"), ("ald-brigade to aldport",)])
def test_a_move_is_given_without_naming_its_arguments(strait: Cell, words: tuple[str, ...]) -> None:
    strait.done("order", *words)
    assert given(strait) == ("aldmark", {"order": "move", "piece": "ald-brigade", "to": "aldport"})


def test_it_is_refused_as_the_order_that_it_means(strait: Cell) -> None:
    assert "(freeform 2.1)" in strait.refused("order", "ald-brigade", "to", "ocean", "--side", "aldmark")


def test_what_is_no_move_is_no_order(strait: Cell) -> None:
    assert "sail" in strait.refused("order", "sail", "to", "--side", "aldmark")


def test_the_order_is_the_one_of_the_phase(empty: Cell) -> None:
    """Ramadi deploys units before it moves them."""
    empty.done("new", "ramadi", "--seed", "3")
    unit, place = next(
        (row["order"]["unit"], row["order"]["to"])
        for row in empty.done("orders", "--kind", "deploy", "--json").json
    )
    empty.done("order", unit, "to", place)
    assert given(empty)[1]["order"] == "deploy"


@pytest.mark.parametrize(
    "texts",
    [
        ["ald-brigade to aldport, ald-envoy to narrows"],
        ["ald-brigade to aldport", "ald-envoy to narrows"],
        ["ald-brigade", "to", "aldport,", "ald-envoy", "to", "narrows"],
        ["move piece=ald-brigade to=aldport", "ald-envoy to narrows"],
    ],
)
def test_several_are_submitted_in_one_breath(strait: Cell, texts: list[str]) -> None:
    with open_seat(str(strait.database), None) as seat:
        orders = orders_of(seat, texts, "aldmark")
    assert [order.arguments for order in orders] == [
        {"piece": "ald-brigade", "to": "aldport"},
        {"piece": "ald-envoy", "to": "narrows"},
    ]


def test_a_quote_that_does_not_end_is_refused(strait: Cell) -> None:
    with open_seat(str(strait.database), None) as seat, pytest.raises(Refused, match="quote"):
        orders_of(seat, ["ald-brigade to 'aldport"], "aldmark")
    with open_seat(str(strait.database), None) as seat, pytest.raises(Refused):
        orders_of(seat, ["ald-brigade to aldport,"], "aldmark")
    with open_seat(str(strait.database), None) as seat, pytest.raises(NotFound):
        orders_of(seat, ["sail"], "aldmark")
