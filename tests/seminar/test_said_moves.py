"""Moves as people say them: `UNIT to PLACE`, several separated by commas."""

import pytest

from cli.seat.opening import open_seat
from domain.errors import NotFound, Refused
from domain.events import OrderGiven, SecretOrderSealed
from seats.acting.submitting import orders_said as orders_of
from seats.seat.seat import looks
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


def test_what_goes_to_a_mode_is_no_move(empty: Cell) -> None:
    """A ship can sail to a hex, or be set `to` a mode: only the first is a place."""
    empty.done("new", "ows", "--scenario", "tutorial", "--seed", "3")
    for words in ("next --side blue", "next", "next", "next", "answer Meridia"):
        empty.done(*words.split())
    said = empty.refused("order", "mode", "unit=aurore", "to=hunting")
    assert said == "The mode of this unit is one of: asw, normal. (ows 6.4.4)"
    empty.done("order", "aurore", "to", "0706")
    assert given(empty) == ("blue", {"order": "sail", "ship": "aurore", "to": "0706"})


@pytest.fixture(name="talking")
def a_discussion(strait: Cell) -> Cell:
    strait.done("next")
    return strait


@pytest.mark.parametrize(
    "words",
    [
        ("act", "We", "open", "the", "strait", "to", "grain", "moves=ald-frigates:narrows"),
        ("act", "intent=We", "open", "the", "strait", "to", "grain", "moves=ald-frigates:narrows"),
        ("We open the strait to grain", "moves=ald-frigates:narrows"),
        ("We", "open", "the", "strait", "to", "grain", "moves=ald-frigates:narrows"),
    ],
)
def test_an_action_is_stated_in_a_sides_own_words(talking: Cell, words: tuple[str, ...]) -> None:
    talking.done("order", "--side", "aldmark", *words)
    assert given(talking) == (
        "aldmark",
        {"order": "act", "intent": "We open the strait to grain", "moves": [{"ald-frigates": "narrows"}]},
    )


def test_nobody_knows_whose_words_they_are_without_the_side(talking: Cell) -> None:
    said = talking.refused("order", "We", "open", "the", "strait", "to", "grain")
    assert said == "Say whose order it is with --side: aldmark, verrin, council."
    assert "no order 'wait'" in talking.refused("order", "--side", "aldmark", "wait")


def test_where_pieces_move_and_sides_act_a_piece_that_goes_somewhere_moves(empty: Cell) -> None:
    empty.done("new", "freeform", "--scenario", "strait-orders", "--seed", "3")
    for _ in range(2):
        empty.done("next")
    assert empty.done("status", "--json").json["phase"] == "adjudication"
    assert "piece" in empty.refused("order", "--side", "aldmark", "the", "frigats", "to", "selmhaven")
    empty.done("order", "--side", "aldmark", "ald-frigates", "to", "selmhaven")
    assert given(empty)[1]["order"] == "move"
    empty.done("order", "--side", "aldmark", "The", "frigates", "escort", "grain", "to", "the", "Narrows")
    assert given(empty)[1] == {"order": "act", "intent": "The frigates escort grain to the Narrows"}


def test_the_line_of_a_side_at_the_prompt_is_its_order(strait: Cell) -> None:
    lines = [
        "Aldmark: ald-brigade to aldport",
        "ver: submit ver-submarine to outer-banks, ver-destroyers to outer-banks",
        "nato: ald-envoy to narrows",
        "next --yes",
        "council: We call both envoys",
        "council: succeeds because Both came",
    ]
    result = strait.done("run", said="\n".join(lines))
    orders = [event for event in strait.events() if isinstance(event, OrderGiven)][1:]
    assert [(order.side, order.order) for order in orders] == [
        ("aldmark", "move"),
        ("", "proceed"),
        ("council", "act"),
    ]
    [sealed] = [event for event in strait.events() if isinstance(event, SecretOrderSealed)]
    assert (sealed.side, len(sealed.orders)) == ("verrin", 2)
    assert "There is no command 'nato:'" in result.err
    assert "answer one of" in result.err, "while a question is open a line answers it"


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
    with open_seat(str(strait.database), None, looks("")) as seat:
        orders = orders_of(seat, texts, "aldmark")
    assert [order.arguments for order in orders] == [
        {"piece": "ald-brigade", "to": "aldport"},
        {"piece": "ald-envoy", "to": "narrows"},
    ]


def test_a_quote_that_does_not_end_is_refused(strait: Cell) -> None:
    with open_seat(str(strait.database), None, looks("")) as seat, pytest.raises(Refused, match="quote"):
        orders_of(seat, ["ald-brigade to 'aldport"], "aldmark")
    with open_seat(str(strait.database), None, looks("")) as seat, pytest.raises(Refused):
        orders_of(seat, ["ald-brigade to aldport,"], "aldmark")
    with open_seat(str(strait.database), None, looks("")) as seat, pytest.raises(NotFound):
        orders_of(seat, ["sail"], "aldmark")
