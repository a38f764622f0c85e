"""Names as people type them: by name, in any case, without accents, by a part; and what a side cannot see."""

import re

import pytest

from domain.errors import NotFound
from domain.resolving import Ambiguous, resolve
from tests.cli.conftest import Cell

FLEET = [("fl-1", "1st Flotilla"), ("fl-2", "2nd Flotilla"), ("sub", "Boat 17"), ("asa", "Åsa Lind")]


@pytest.fixture
def strait(empty: Cell) -> Cell:
    """The strait, Mara in the white cell, Åsa at Aldmark."""
    empty.done("new", "freeform", "--scenario", "strait", "--name", "Tuesday", "--seed", "3")
    empty.done("roster", "Mara Holt", "--role", "facilitator")
    empty.done("roster", "Åsa", "--side", "aldmark", "--by", "Mara Holt")
    return empty


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("fl-1", "fl-1"),
        ("FL-1", "fl-1"),
        ("1st Flotilla", "fl-1"),
        ("1ST flotilla", "fl-1"),
        ("2nd", "fl-2"),
        ("  boat   17 ", "sub"),
        ("17", "sub"),
        ("åsa", "asa"),
        ("ASA", "asa"),
        ("lind", "asa"),
        ("asa li", "asa"),
    ],
)
def test_a_name_is_read_however_it_is_written(text: str, id: str) -> None:
    assert resolve(FLEET, text, "ship") == id


@pytest.mark.parametrize("text", ["fl", "flot", "Flotilla"])
def test_several_are_named_and_none_is_taken(text: str) -> None:
    with pytest.raises(Ambiguous) as refused:
        resolve(FLEET, text, "ship")
    assert refused.value.sentence == f"'{text}' may mean fl-1 (1st Flotilla), fl-2 (2nd Flotilla). Say which."


@pytest.mark.parametrize("text", ["", " ", "lotilla", "Boat 18", "fl-11"])
def test_what_is_nothings_name_is_refused(text: str) -> None:
    with pytest.raises(NotFound, match="There is no ship"):
        resolve(FLEET, text, "ship")


def test_an_exact_id_or_name_goes_before_a_longer_one() -> None:
    places = [("port", "Port"), ("port-2", "Port of Selm"), ("x", "port-2")]
    assert [resolve(places, text, "place") for text in ("port", "Port", "PORT", "port-2")] == [
        *("port", "port", "port"),
        "port-2",
    ]


def test_sides_pieces_and_places_in_an_order(strait: Cell) -> None:
    told = strait.done("order", "move", "piece=frigate", "to=the narrows", "--side", "ALDMARK").out
    assert "1st Frigate Squadron to The Narrows" in told
    told = strait.done("order", "kallo", "to", "Outer", "--side", "Ver").out
    assert "Kallo Flotilla to Outer Banks" in told


def test_an_order_of_a_wrong_name_says_which_argument_and_what_it_takes(strait: Cell) -> None:
    refused = strait.refused("order", "move", "piece=ald-frigates", "to=gap")
    assert refused.startswith("move: to: there is no space 'gap'; there are: north-shore (North Shore), ")
    refused = strait.refused("order", "move", "piece=1st Frigat Squadron", "to=narrows")
    assert "no piece '1st Frigat Squadron'; perhaps ald-frigates (1st Frigate Squadron)." in refused
    refused = strait.refused("order", "move", "piece=ald", "to=narrows")
    assert refused.startswith("move: piece: 'ald' may mean ald-frigates (1st Frigate Squadron), ald-brigade ")


def test_an_order_that_lacks_something_says_what_and_shows_an_example(strait: Cell) -> None:
    example = "For example: order move piece=ald-frigates to=narrows"
    for words, part in (
        ("move to=narrows", "move needs piece=: ald-brigade (4th Coastal Brigade), "),
        ("move piece=ald-frigates", "move needs to=: aldport, inner-sea (Inner Sea), "),
        ("move pece=ald-frigates to=narrows", "move takes piece=, to=; not pece=."),
        ("move ald-frigates", "Write move with key=value: piece=... to=...; not 'ald-frigates'."),
    ):
        refused = strait.refused("order", *words.split())
        assert refused.startswith(part)
        assert refused.endswith(example)
    strait.done(*example.removeprefix("For example: ").split())
    strait.refused("order", "act", "--side", "aldmark")


def test_how_salvos_are_typed_is_said_in_one_way(empty: Cell) -> None:
    empty.done("new", "ows")
    told = empty.done("orders", "--how", "strike").out
    assert "salvos=, several with commas, each as `item: target`" in told
    assert "`ddg-1/harpoon*2: airfield-r`" in told
    assert "->" not in told
    assert told.rstrip().endswith('Example: order strike salvos="ITEM: TARGET"')


def test_how_an_order_is_typed(strait: Cell) -> None:
    told = strait.done("orders", "--how", "act").out
    assert "moves= (may be left out), several with commas" in told
    assert "each as `item: target`" in told
    assert strait.done("run", said="? act\n").out.endswith(told)
    own = strait.done("orders", "--how", "move", "--as", "aldmark").out
    assert "Troop Grebe" in own
    assert "submarine" not in own
    assert "submarine" in strait.done("orders", "--how", "move", "--as", "verrin").out
    assert "no order 'sing'" in strait.refused("orders", "--how", "sing")
    assert "There is no command 'frob'" in strait("run", said="? frob\n").err


def test_the_name_of_an_order_at_the_prompt_is_answered_with_how_to_give_it(empty: Cell) -> None:
    empty.done("new", "somalia", "--seed", "7")
    result = empty("run", said="deploy to=jilib\nfrob\n")
    assert "`deploy` is an order: type `order deploy ...`, or its number in `orders`." in result.err
    assert "There is no command 'frob'" in result.err


def test_a_text_in_an_order_needs_no_quotes_and_is_left_as_it_is(strait: Cell) -> None:
    strait.done("next")
    words = ["act", "intent=Narrows:", "we", "sail,", "and", "Kallo", "is", "told", "moves=frigate:narrows"]
    told = strait.done("order", *words, "--side", "aldmark").out
    assert "Narrows: we sail, and Kallo is told" in told
    assert "1st Frigate Squadron to The Narrows" in told


def test_people_games_roles_tables_and_options(strait: Cell) -> None:
    strait.done("note", "Seen", "--by", "mara")
    assert strait.done("note", "--json").json[0]["by"] == "Mara Holt"
    strait.done("message", "We wait", "--as", "aldmark", "--by", "asa", "--to", "Council")
    assert strait.done("message", "--as", "Council", "--json").json[0]["sender"] == "Åsa"
    strait.done("note", "For them", "--to", "VERRIN", "--about", "Council")
    assert strait.done("note", "--as", "verrin", "--json").json[0]["text"] == "For them"
    strait.done("roster", "Cy", "--role", "president")
    assert strait.done("status", "--game", "TUES").out == strait.done("status").out
    assert strait.done("tables", "Escal").out == strait.done("tables", "escalation").out
    strait.done("option", "TURNS", "4", "--because", "Time allows")
    strait.done("next")
    strait.done("order", "act", "intent=Sail", "--side", "aldmark")
    assert "may mean" in strait.refused("answer", "succ", "--because", "x")
    strait.done("answer", "FAIL", "--because", "No wind")


def test_a_part_of_a_name_seats_nobody_elsewhere(strait: Cell) -> None:
    strait.done("roster", "Mara", "--side", "verrin")
    assert {row["name"] for row in strait.done("roster", "--json").json} >= {"Mara", "Mara Holt"}


def test_white_is_the_white_cell_however_it_is_written(strait: Cell) -> None:
    assert strait.done("pieces", "--as", "WHITE").out == strait.done("pieces", "--as", "white").out
    assert strait.done("orders", "--as", "White").out == strait.done("orders").out


def test_what_a_side_cannot_see_is_nobodys_name(strait: Cell) -> None:
    """Boat 17 is hidden from Aldmark: no name, no part of one and no list of candidates tells of it."""
    for words in (
        ["pieces", "--piece", "{}", "--as", "aldmark"],
        ["orders", "--piece", "{}", "--as", "aldmark"],
        ["order", "move", "piece={}", "to=narrows", "--side", "aldmark"],
        ["order", "move", "piece={}", "to=narrows", "--by", "Åsa"],
        ["submit", "--as", "aldmark", "--by", "Åsa", "move piece={} to=narrows"],
    ):
        for hidden, ghost in (("Boat 17", "Boat 99"), ("boat", "yawl"), ("ver-submarine", "ver-subXarine")):
            said = [strait(*(word.format(name) for word in words)) for name in (hidden, ghost)]
            assert said[0].code == said[1].code
            outs = [re.sub(r"[0-9a-f]{64}", "DIGEST", each.out + each.err) for each in said]
            assert outs[0].replace(hidden, "?") == outs[1].replace(ghost, "?")
            assert "submarine" not in outs[1].replace(ghost, "")
    assert "submarine" not in strait.refused("pieces", "--piece", "ver", "--as", "aldmark")
    assert "ver-submarine" in strait.refused("pieces", "--piece", "ver", "--as", "white")
