"""The tables of the Player Aid Card: whole, without gap or overlap, and all that the text fixes of them."""

import pytest

from domain.events import Cell, TableData
from tests.ramadi.table import SCENARIO, RamadiTable

TABLES = SCENARIO.tables
CASUALTIES = range(0, 201)
"""As far as the casualty track goes."""

STRONGEST_ISF = 4 + 4 + 4 + 4 + 6
"""Two CTS, artillery, a bomber and a six, where no terrain counts."""
WEAKEST_ISF = 1 - 3 + 1
"""One militia against an objective, and a one."""
STRONGEST_ISIS = 3 + 3 + 3 + 6
WEAKEST_ISIS = 0 + 0 + 0 + 1
DIFFERENCES = range(WEAKEST_ISF - STRONGEST_ISIS, STRONGEST_ISF - WEAKEST_ISIS + 1)

ATTACK_DIFFERENCES = range((1 + 1) - (3 + 6), (4 + 4 + 6) - (3 + 1) + 1)
"""ISF less ISIS: militia against CTS with a bomber on call."""


def fits(cell: Cell, value: int | str) -> bool:
    if isinstance(cell, tuple):
        assert isinstance(value, int)
        low, high = cell
        return (low is None or value >= low) and (high is None or value <= high)
    return cell == value


def rows(table: TableData, **keys: int | str) -> list[int]:
    return [
        number
        for number, row in enumerate(table.rows)
        if all(fits(row[key], value) for key, value in keys.items())
    ]


def cell(table: TableData, column: str, **keys: int | str) -> int:
    (row,) = rows(table, **keys)
    value = table.rows[row][column]
    assert isinstance(value, int)
    return value


@pytest.mark.rule("ramadi 6.1a")
def test_operations_table_has_one_row_for_each_die_and_casualty_total() -> None:
    table = TABLES["operations"]
    used: set[int] = set()
    for die in range(1, 7):
        for casualties in CASUALTIES:
            found = rows(table, die=die, casualties=casualties)
            assert len(found) == 1, (die, casualties)
            used.update(found)
    assert used == set(range(len(table.rows)))


@pytest.mark.rule("ramadi 6.1a")
def test_more_casualties_never_mean_more_operations_and_in_the_end_fewer() -> None:
    table = TABLES["operations"]
    for die in range(1, 7):
        allowed = [cell(table, "operations", die=die, casualties=casualties) for casualties in CASUALTIES]
        assert allowed == sorted(allowed, reverse=True)
        assert allowed[-1] < allowed[0]


@pytest.mark.rule("ramadi 6.1a")
def test_a_higher_die_never_means_fewer_operations() -> None:
    table = TABLES["operations"]
    for casualties in CASUALTIES:
        allowed = [cell(table, "operations", die=die, casualties=casualties) for die in range(1, 7)]
        assert allowed == sorted(allowed)
        assert allowed[0] < allowed[-1]


@pytest.mark.rule("ramadi 6.1a", "ramadi 6.3a")
def test_never_more_operations_than_the_pools_can_defend() -> None:
    """Ten IED counters and ten fighters, one of each for every target; twenty-one units."""
    table = TABLES["operations"]
    for row in table.rows:
        operations = row["operations"]
        assert isinstance(operations, int)
        assert 0 <= operations <= 10


@pytest.mark.rule("ramadi 6.4g")
def test_results_table_has_one_row_for_each_difference_that_can_come_up() -> None:
    table = TABLES["operations_results"]
    used: set[int] = set()
    for difference in DIFFERENCES:
        found = rows(table, difference=difference)
        assert len(found) == 1, difference
        used.update(found)
    assert used == set(range(len(table.rows)))


@pytest.mark.rule("ramadi 6.4g")
@pytest.mark.parametrize("difference", [-1000, 1000])
def test_results_table_is_open_at_both_ends(difference: int) -> None:
    """A facilitator's ruling or a house table may bring about any strength."""
    assert len(rows(TABLES["operations_results"], difference=difference)) == 1
    assert len(rows(TABLES["isis_attack"], difference=difference)) == 1


@pytest.mark.rule("ramadi 5.1d")
def test_an_operation_has_two_outcomes_and_no_third() -> None:
    assert {row["winner"] for row in TABLES["operations_results"].rows} == {"isf", "isis"}


@pytest.mark.rule("ramadi 5.1d", "ramadi 6.4g")
def test_a_better_difference_never_turns_a_win_into_a_defeat() -> None:
    table = TABLES["operations_results"]
    winners = [str(table.rows[rows(table, difference=difference)[0]]["winner"]) for difference in DIFFERENCES]
    assert winners == sorted(winners, reverse=True)  # isis before isf


@pytest.mark.rule("ramadi 6.5h")
def test_two_automatic_casualties_are_in_isis_wins_alone_and_in_the_worst_of_them() -> None:
    table = TABLES["operations_results"]
    automatic = [row for row in table.rows if row["automatic"]]
    assert automatic
    assert all(row["automatic"] == 2 and row["winner"] == "isis" for row in automatic)
    assert all(row["casualty_on"] is None for row in automatic), "no roll beside them"
    assert table.rows[rows(table, difference=DIFFERENCES[0])[0]]["automatic"] == 2


@pytest.mark.rule("ramadi 6.5a", "ramadi 6.5i")
def test_every_other_row_has_a_target_number_that_a_die_can_meet() -> None:
    """With the 3 of a booby-trapped objective a win's casualty die shows up to 9, else up to 6."""
    for row in TABLES["operations_results"].rows:
        if not row["automatic"]:
            target = row["casualty_on"]
            assert isinstance(target, int)
            assert 2 <= target <= (9 if row["winner"] == "isf" else 6)


@pytest.mark.rule("ramadi 6.5a")
def test_a_clearer_win_never_costs_more() -> None:
    table = TABLES["operations_results"]
    won = [d for d in DIFFERENCES if table.rows[rows(table, difference=d)[0]]["winner"] == "isf"]
    targets = [cell(table, "casualty_on", difference=difference) for difference in won]
    assert targets == sorted(targets)


@pytest.mark.rule("ramadi 6.6e")
def test_attack_table_has_one_row_for_each_difference_and_the_two_results_of_the_text() -> None:
    table = TABLES["isis_attack"]
    used: set[int] = set()
    for difference in ATTACK_DIFFERENCES:
        found = rows(table, difference=difference)
        assert len(found) == 1, difference
        used.update(found)
    assert used == set(range(len(table.rows)))
    assert {row["result"] for row in table.rows} == {"casualty", "repelled"}


@pytest.mark.rule("ramadi 6.6e")
def test_the_higher_total_prevails_in_an_isis_attack() -> None:
    table = TABLES["isis_attack"]
    results = {d: table.rows[rows(table, difference=d)[0]]["result"] for d in ATTACK_DIFFERENCES}
    assert all(results[d] == "repelled" for d in ATTACK_DIFFERENCES if d > 0)
    assert all(results[d] == "casualty" for d in ATTACK_DIFFERENCES if d < 0)


@pytest.mark.rule("ramadi 6.6e")
def test_a_tie_is_repelled() -> None:
    """Reading of 6.6: the defender holds when the totals are equal."""
    table = TABLES["isis_attack"]
    assert table.rows[rows(table, difference=0)[0]]["result"] == "repelled"


@pytest.mark.rule("ramadi 6.4d")
def test_terrain_costs_what_the_text_says() -> None:
    table = TABLES["terrain"]
    modifiers = {row["terrain"]: row["modifier"] for row in table.rows}
    assert modifiers.pop("bridge") == -1
    assert modifiers.pop("palm grove") == -1
    assert modifiers.pop("urban") == -2
    assert modifiers.pop("objective") == -3
    assert (modifiers.pop("dam"), modifiers.pop("barrage")) == (-1, -1), "they count as bridges"
    assert modifiers == {"open": 0}, "what the text does not list has no effect"


@pytest.mark.rule("ramadi 6.4d")
def test_every_contested_hex_has_one_terrain_row_and_every_row_a_hex() -> None:
    table = TABLES["terrain"]
    contested = [space.terrain for space in SCENARIO.board.spaces if space.zone == "contested"]
    used: set[int] = set()
    for terrain in contested:
        found = rows(table, terrain=terrain)
        assert len(found) == 1, terrain
        used.update(found)
    assert used == set(range(len(table.rows)))


@pytest.mark.rule("ramadi 6.1a", "ramadi 6.4g", "ramadi 6.6e")
def test_tables_that_the_text_lacks_say_that_they_are_reconstructed() -> None:
    told = {name: table.provenance for name, table in TABLES.items()}
    assert told == {
        "operations": "reconstructed",
        "operations_results": "reconstructed",
        "isis_attack": "reconstructed",
        "terrain": "document",
    }
    assert all(table.source for table in TABLES.values())


@pytest.mark.rule("ramadi 6.1a")
def test_a_printed_table_put_in_its_place_is_the_one_that_counts() -> None:
    table = RamadiTable()
    table.adopt("operations", [{"die": (1, 6), "casualties": (0, None), "operations": 9}])
    table.set_up_all()
    table.order("proceed", dice=[1])
    assert table.state.mark_named("game", "operations") == 9
