"""The Ground Combat Adjudication Table: what the text fixes of it, over all cells."""

import pytest

from adjudication.engine.games.scenario import load_scenario
from domain.table.tables import Table

COLUMNS = ("1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
MARGINS = range(-19, 20)
"""A roll of 1 to 20 less a shield of 1 to 20."""
Result = tuple[int, int, int, int, int]
"""Losses and retreat of the attacker, of the defender, and exploitation."""


@pytest.fixture(scope="module")
def gcat() -> Table:
    return Table("ground-combat", load_scenario("ows", "proving-field").tables["ground-combat"])


def result(gcat: Table, odds: str, margin: int) -> Result:
    row = gcat.look_up({"odds": odds, "margin": margin})[1]
    a, ar, d, dr, exp = (int(row[name] or 0) for name in ("a", "ar", "d", "dr", "exp"))
    return a, ar, d, dr, exp


def all_results(gcat: Table) -> list[Result]:
    return [result(gcat, odds, margin) for odds in COLUMNS for margin in MARGINS]


@pytest.mark.rule("ows 10.15.9.1.5")
def test_every_roll_against_every_shield_has_a_cell_in_every_column(gcat: Table) -> None:
    assert list(dict.fromkeys(str(row["odds"]) for row in gcat.data.rows)) == list(COLUMNS)
    for a, ar, d, dr, exp in all_results(gcat):
        assert min(a, ar, d, dr) >= 0
        assert exp in (0, 1)


@pytest.mark.rule("ows 10.15.9.1.6c", "ows 10.15.9.1.6d")
def test_a_retreat_follows_a_loss_of_the_same_side_and_only_a_winner_exploits(gcat: Table) -> None:
    for a, ar, d, dr, exp in all_results(gcat):
        assert a or not ar
        assert d or not dr
        assert not (ar and dr)
        assert not exp or (dr and not a)


@pytest.mark.rule("ows 10.8c", "ows 10.15.9.1.6a", "ows 10.15.9.1.6b", "ows 10.15.9.1.6g")
def test_the_cells_that_the_rules_speak_of_exist(gcat: Table) -> None:
    found = all_results(gcat)
    assert {a for a, *_ in found} >= {1, 2}
    assert {d for _, _, d, *_ in found} >= {1, 2}  # delay ignores 1, takes one of 2 or more
    assert any(dr == 1 for *_, dr, _ in found)  # fortified units ignore R1
    assert any(not ar and not dr for _, ar, _, dr, _ in found)  # both sides stay (10.15.8.3)


@pytest.mark.rule("ows 10.15.9.1.5")
def test_more_odds_and_a_higher_roll_are_never_worse_for_the_attacker(gcat: Table) -> None:
    def worth(found: Result) -> tuple[int, int, int, int, int]:
        a, ar, d, dr, exp = found
        return -a, -ar, d, dr, exp

    def better(one: Result, other: Result) -> bool:
        return all(high >= low for high, low in zip(worth(one), worth(other), strict=True))

    for column, odds in enumerate(COLUMNS):
        for margin in MARGINS:
            here = result(gcat, odds, margin)
            assert margin == MARGINS[-1] or better(result(gcat, odds, margin + 1), here)
            assert odds == COLUMNS[-1] or better(result(gcat, COLUMNS[column + 1], margin), here)


def chances(gcat: Table, odds: str, die: int, shield: int) -> tuple[int, int, int, int]:
    """Of the faces of a die: how many cost the attacker, cost the defender, drive one or the other back."""
    found = [result(gcat, odds, face - shield) for face in range(1, die + 1)]
    return (
        sum(a > 0 for a, *_ in found),
        sum(d > 0 for _, _, d, *_ in found),
        sum(ar > 0 for _, ar, *_ in found),
        sum(dr > 0 for *_, dr, _ in found),
    )


def test_an_even_attack_is_about_even_and_three_to_one_usually_moves_the_defender(gcat: Table) -> None:
    costs, takes, _, moves = chances(gcat, "1:1", 8, 5)
    assert abs(costs - takes) <= 1
    assert moves < 4
    assert chances(gcat, "3:1", 8, 5)[3] > 4
    costs, takes, *_ = chances(gcat, "1:3", 8, 5)
    assert costs > 2 * takes
