"""Hundreds of orders: summed up by unit, filtered by words, page by page."""

import re

import pytest

from adjudication.engine.choices import Allotment, Subset
from adjudication.engine.orders import Order
from seats.dialogue.choices import in_short_once
from seats.dialogue.listing import PAGE
from tests.cli.conftest import Cell
from tests.record import FOLDER


@pytest.fixture
def ramadi(cell: Cell) -> Cell:
    """Ramadi at its start: 255 orders."""
    cell.done("new", "ramadi", "--seed", "1")
    return cell


def test_more_than_a_hundred_orders_are_summed_up_by_unit(ramadi: Cell) -> None:
    lines = ramadi.done("orders").out.splitlines()
    assert lines[0].startswith("255 orders can be given now. `orders UNIT`")
    (line,) = (line for line in lines if line.startswith("  cts-1 "))
    assert line.split(")")[-1].split() == ["deploy", "11"]
    assert len(lines) < 45
    assert "to=0308" not in "\n".join(lines)
    told = ramadi.done("orders", "--as", "isf").out.splitlines()
    assert told[0] == lines[0]


def test_a_unit_or_words_list_some_with_their_numbers(ramadi: Cell) -> None:
    whole = ramadi.done("orders", "--json").json
    for words in (["cts-2"], ["2nd", "Battalion,", "1st", "ISOF", "Brigade"]):
        listed = ramadi.done("orders", *words, "--json").json
        assert listed == [each for each in whole if each["order"].get("unit") == "cts-2"]
        assert len(listed) == 11
    told = ramadi.done("orders", "cts-2", "tamim").out
    assert "     18  to=0308 (Tamim)" in told
    assert "cts-1" not in told
    both = ramadi.done("orders", "cts-2", "deploy", "--json").json
    assert both == ramadi.done("orders", "--kind", "deploy", "--piece", "cts-2", "--json").json
    assert "deploy unit=cts-2 to=0308" in ramadi.done("orders", "cts-2", "--as", "isf").out


def test_words_that_fit_nothing_say_so(ramadi: Cell) -> None:
    assert "No such order may be given now." in ramadi.done("orders", "submarine").out
    assert "No such order may be given now." in ramadi.done("orders", "submarine", "--as", "isf").out


def test_a_kind_of_another_phase_is_answered_with_when_it_is_given(ramadi: Cell) -> None:
    for seat in ([], ["--as", "isf"]):
        told = ramadi.done("orders", "--kind", "plan", *seat).out
        assert "This order is given in planning; the phase is now set-up." in told
        assert "No such order may be given now." in ramadi.done("orders", "deploy", "submarine", *seat).out


def test_a_long_list_comes_page_by_page(ramadi: Cell) -> None:
    first = ramadi.done("orders", "--page", "1").out
    assert f"1 to {PAGE} of 255 orders; `--page 2` shows more, `--all` all of them." in first
    assert f"{PAGE}  to=" in first
    assert f"{PAGE + 1}  to=" not in first
    last = ramadi.done("orders", "--page", "3").out
    assert "201 to 255 of 255 orders, `--all` all of them." in last
    assert "There is no page 4; the list has 3." in ramadi.refused("orders", "--page", "4")
    every = ramadi.done("orders", "--all").out
    assert "255  " in every
    assert "`--page" not in every
    assert "1 to 100 of 2" in ramadi.done("orders", "deploy").out


def test_a_number_of_a_filtered_list_is_the_same_order(ramadi: Cell) -> None:
    ramadi.done("orders", "cts-2", "tamim")
    told = ramadi.done("order", "18").out
    assert "2nd Battalion, 1st ISOF Brigade" in told
    assert "Tamim" in told


def test_a_short_list_is_shown_as_before(cell: Cell) -> None:
    cell.done("new", "toy-strikes", "--scenario", "toy", "--seed", "3")
    told = cell.done("orders").out
    assert "can be given now." not in told
    assert Order("red", "screen").name in told


def test_orders_of_the_ground_war_are_listed_by_formation(cell: Cell) -> None:
    cell.done("new", "ows", "--scenario", "proving-field", "--seed", "1")
    until(cell, "ground movement")
    lines = [line.rstrip() for line in cell.done("orders").out.splitlines()]
    assert "orders can be given now" in lines[0]
    first, second = lines.index("  1st Division:"), lines.index("  2nd Division:")
    (brigade,) = (number for number, line in enumerate(lines) if line.startswith("    abct-1 "))
    (light,) = (number for number, line in enumerate(lines) if line.startswith("    ibct-1 "))
    assert first < brigade < second < light


def until(cell: Cell, phase: str, side: str = "") -> None:
    """Nobody orders anything until a phase; what is asked gets the first answer."""
    while (now := cell.done("status", "--json").json)["phase"] != phase or side not in ("", now["side"]):
        if cell("next").code and cell("next", "--side", "blue").code:
            cell.done("answer", "1")


def test_a_strike_package_is_typed_as_its_list_says_it_and_the_list_is_said_once(cell: Cell) -> None:
    cell.done("new", "ows", "--scenario", "proving-ground", "--seed", "1")
    until(cell, "air tasking", "blue")
    told = cell.done("orders", "package").out
    assert told.count("any of:") < told.count("missions=... (the same")
    refused = cell.refused("order", "package", "hex=0503", "missions=f18-1")
    assert "Write pairs as item:target, parted by commas, not 'f18-1'" in refused
    said = cell.done("order", "package", "hex=0403", "missions=f18-1 to strike, f18-2=cap").out
    assert "flies a strike in package" in said
    assert "flies CAP in package" in said


def test_tokens_that_the_enemy_cannot_tell_apart_are_one_line_with_their_number(cell: Cell) -> None:
    cell.done("new", "ows", "--scenario", "proving-ground", "--seed", "1")
    until(cell, "information")
    tokens = [each["id"] for each in cell.done("pieces", "--json").json if each["place"] == "hand-red"]
    planned = [id for id in tokens if cell("order", "influence", f"token={id}", "target=type055-1").code == 0]
    assert len(planned) > 1
    cell.done("next", "--side", "blue")
    cell.done("next")
    told = cell.done("log", "--as", "blue").out
    lines = [line for line in told.splitlines() if "Hidden information token counter" in line]
    assert len(lines) == 1
    assert lines[0].endswith(f"({len(planned)} times)")


def test_what_happened_alike_to_many_things_in_a_row_is_one_line_of_the_log(empty: Cell) -> None:
    empty.done("import", str(FOLDER / "ows-proving-ground-staff.jsonl"), "--name", "strait")
    short, whole = empty.done("log").out.splitlines(), empty.done("log", "--all").out.splitlines()
    each = [line for line in whole if line.partition(" (ows")[0].endswith(": no longer detected")]
    alone = [line for line in short if ": no longer detected" in line]
    together = [line for line in short if "No longer detected: " in line]
    assert together
    assert not [line for line in whole if "No longer detected: " in line]
    named = [re.split(r", | and ", line.partition(": ")[2].partition(" (ows")[0]) for line in together]
    assert all(len(things) >= 4 for things in named)
    cut_short = [int(more[1]) - 1 for line in together if (more := re.search(r" and (\d+) more ", line))]
    assert len(alone) + sum(map(len, named)) + sum(cut_short) == len(each)
    first = re.search(r"^ *(\d+)  No longer", "\n".join(together), re.M)
    assert first is not None
    assert any(line.split()[0] == first[1] and named[0][0] in line for line in each), "numbered by its first"


def test_the_same_is_the_line_just_above_and_of_others_the_list_says_which() -> None:
    said: dict[str, str] = {}
    lists = (["a", "b"], ["a", "b"], ["c", "d"], ["a", "b"], ["a", "b"])
    assert [in_short_once(Subset(items, 1), said, str(line)) for line, items in enumerate(lists, 1)] == [
        "at least 1 of a, b",
        "at least 1 of the same",
        "at least 1 of c, d",
        "at least 1 of the same as 1",
        "at least 1 of the same",
    ]
    pairs = [Allotment({"a": targets, "b": targets}) for targets in (["x"], ["x"], ["y"], ["x"])]
    told = [in_short_once(each, said, str(line)) for line, each in enumerate(pairs, 6)]
    assert (told[1], told[3]) == ("the same", "the same as 6")
    assert "y" in told[2]
