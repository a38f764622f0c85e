"""What the results of ground combat may be turned into (10.15.9.1.6), and who advances after it (10.15.9):
numbered cases."""

from typing import Any

import pytest

from adjudication.engine.summary import Part
from adjudication.systems.ows.ground.attacks.combat_summary import WENT, result_in_words, together
from domain.errors import BadData
from tests.ows.ground.fields import HILL, WEST, battle, cells, declared, field
from tests.table import Table
from tests.words import words_of

BANK = "f0604"
"""A hex of Red on the river; f0504 lies across it."""


def place(table: Table, unit: str) -> str:
    return table.state.pieces[unit].place


def steps(table: Table, unit: str) -> int:
    return table.state.pieces[unit].steps


def asked(table: Table) -> list[str]:
    return [words_of(question.text, "ows") for question in table.people.asked]


def attack(*answers: Any, **cell: int) -> Table:
    """A brigade attacks a tank regiment; its roll has that cell."""
    table = cells(declared(field(abct_1=WEST, tank_12=HILL), HILL, abct_1=WEST), **cell)
    battle(table, HILL, 5, answers, lead="abct-1")
    return table


# --- losses and retreats: 10.15.9.1.6e, 10.15.9.1.6f --------------------------------------------------------


@pytest.mark.rule("ows 10.15.9.1.6e", "ows 10.15.9.1.6f")
def test_losses_taken_as_a_retreat_are_not_bought_off_with_a_step() -> None:
    """D3 R2 on three steps: one step and four hexes, or all three steps; the hex is not held with one."""
    table = attack(2, "f1001", [], d=3, dr=2)
    assert (place(table, "tank-12"), steps(table, "tank-12")) == ("f1001", 2)
    assert not any("stay" in question for question in asked(table))


@pytest.mark.rule("ows 10.15.9.1.6e")
def test_a_retreat_that_the_result_itself_demands_is_bought_off_with_a_step() -> None:
    table = attack(["tank-12"], d=1, dr=2)
    assert (place(table, "tank-12"), steps(table, "tank-12")) == (HILL, 1)


@pytest.mark.rule("ows 10.15.9.1.6e", "ows 10.15.9.1.6f")
def test_attackers_too_either_retreat_for_their_losses_or_stay() -> None:
    table = declared(field("red", tank_12="f0704", abct_1=HILL), HILL, tank_12="f0704")
    answers = (1, "f0904")
    battle(cells(table, a=3, ar=1), HILL, 5, answers, lead="tank-12")
    assert (place(table, "tank-12"), steps(table, "tank-12")) == ("f0904", 1)
    assert not any("stay" in question for question in asked(table))


# --- advance: 10.10.1, 10.15.9 ------------------------------------------------------------------------------


def emptied(*answers: Any, options: Any = None, **units: str) -> Table:
    """Units attack a hex with a reconnaissance unit, which is lost: the attackers may advance."""
    hex = units.pop("recon_r")
    table = field(options=options, recon_r=hex, **units)
    cells(declared(table, hex, **units), d=1)
    battle(table, hex, 5, answers, lead=next(iter(units)).replace("_", "-"))
    assert steps(table, "recon-r") == 0
    return table


@pytest.mark.rule("ows 10.10.1b", "ows 10.15.9")
def test_no_unit_advances_where_the_movement_chart_says_not_possible() -> None:
    """f0706 is a mountain: not for wheels, but for the others of the attack."""
    table = emptied([], recon_r="f0706", stryker_1="f0705")
    assert place(table, "stryker-1") == "f0705"
    table = emptied([], ["ibct-1"], recon_r="f0706", stryker_1="f0705", ibct_1="f0606")
    assert (place(table, "stryker-1"), place(table, "ibct-1")) == ("f0705", "f0706")


@pytest.mark.rule("ows 10.15.9", "ows 10.11.2b")
def test_no_unit_advances_over_a_major_river_without_a_bridge() -> None:
    table = emptied([], options={"unbridged_assaults": True}, recon_r=BANK, abct_1="f0504")
    assert place(table, "abct-1") == "f0504"
    assert not any("advance" in question for question in asked(table))


@pytest.mark.rule("ows 10.11d", "ows 10.15.9")
def test_an_advance_over_a_bridge_counts_against_what_it_bears() -> None:
    table = field(recon_r=BANK, abct_1="f0504", eng_b="f0504").mark("f0504", "bridge", {BANK: ["eng-b"]})
    cells(declared(table, BANK, abct_1="f0504"), d=1)
    battle(table, BANK, 5, ([], ["abct-1"]), lead="abct-1")
    assert table.state.mark_named("f0504", "crossed") == {BANK: [3]}
    table = field(recon_r=BANK, abct_1="f0504", eng_b="f0504").mark("f0504", "bridge", {BANK: ["eng-b"]})
    cells(declared(table, BANK, abct_1="f0504"), d=1).mark("f0504", "crossed", {BANK: [8]})
    battle(table, BANK, 5, ([],), lead="abct-1")
    assert place(table, "abct-1") == "f0504"


@pytest.mark.rule("ows 10.11d", "ows 10.15.9")
def test_no_more_advance_over_a_bridge_than_it_bears() -> None:
    table = field(recon_r=BANK, abct_1="f0504", ibct_1="f0504", eng_b="f0504")
    table.mark("f0504", "bridge", {BANK: ["eng-b"]}).mark("f0504", "crossed", {BANK: [6]})
    cells(declared(table, BANK, abct_1="f0504", ibct_1="f0504"), d=1)
    with pytest.raises(BadData, match="does not bear them all"):
        battle(table, BANK, 5, ([], ["abct-1", "ibct-1"]), lead="abct-1")


@pytest.mark.rule("ows 10.11d", "ows 10.15.9")
def test_those_that_the_bridge_bears_advance() -> None:
    table = field(recon_r=BANK, abct_1="f0504", ibct_1="f0504", eng_b="f0504")
    table.mark("f0504", "bridge", {BANK: ["eng-b"]}).mark("f0504", "crossed", {BANK: [6]})
    cells(declared(table, BANK, abct_1="f0504", ibct_1="f0504"), d=1)
    battle(table, BANK, 5, ([], ["ibct-1"]), lead="abct-1")
    assert (place(table, "abct-1"), place(table, "ibct-1")) == ("f0504", BANK)
    assert table.state.mark_named("f0504", "crossed") == {BANK: [9]}


@pytest.mark.rule("ows 10.15.9.1.6a", "ows 10.15.9.1.6b", "ows 10.15.9.1.6c", "ows 10.15.9.1.6d")
@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ({"a": 0, "ar": 0, "d": 0, "dr": 0, "exp": 0}, "no effect"),
        ({"a": 1, "ar": 0, "d": 0, "dr": 0, "exp": 0}, "A1"),
        ({"a": 1, "ar": 1, "d": 0, "dr": 0, "exp": 0}, "A1 R1"),
        ({"a": 1, "ar": 0, "d": 2, "dr": 1, "exp": 0}, "A1, D2 R1"),
        ({"a": 0, "ar": 0, "d": 3, "dr": 2, "exp": 1}, "D3 R2, EXP"),
    ],
)
def test_a_cell_of_the_table_is_said_as_it_is_printed(cell: dict[str, int], said: str) -> None:
    assert result_in_words(cell) == said


def test_units_that_go_to_the_same_hex_are_one_part_of_a_summary() -> None:
    (text, *_) = set(WENT.values())
    parts = [Part(text, (unit, "f0704"), (nth,)) for nth, unit in enumerate(("one", "two", "three"))]
    (together_now,) = together(parts)
    assert together_now.text.format(*together_now.things).startswith("one, two and three ")
    assert together_now.events == (0, 1, 2)
    (pair,) = together(parts[:2])
    assert pair.text.format(*pair.things).startswith("one and two ")
    apart = [*parts[:1], Part(text, ("two", "f0705"), (1,))]
    assert together(apart) == apart
