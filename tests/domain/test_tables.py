import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import BadData
from domain.events import Cell, TableData, Value
from domain.table.tables import PROVENANCES, Table


def table(*rows: dict[str, Cell], keys: tuple[str, ...] = ("roll",), provenance: str = "house") -> Table:
    return Table("hits", TableData("Hits", keys, rows, provenance=provenance))


RESULTS: tuple[dict[str, Cell], ...] = (
    {"roll": (None, 2), "loss": 0, "note": "miss"},
    {"roll": (3, 5), "loss": 1, "note": None},
    {"roll": 6, "loss": 2, "note": "rout"},
    {"roll": (8, None), "loss": 3, "note": True},
)


@pytest.mark.parametrize(
    ("roll", "row", "loss"),
    [(-99, 1, 0), (2, 1, 0), (3, 2, 1), (5, 2, 1), (6, 3, 2), (8, 4, 3), (10**30, 4, 3)],
)
def test_a_row_is_found_by_value_or_by_range(roll: int, row: int, loss: int) -> None:
    number, result = table(*RESULTS).look_up({"roll": roll})
    assert number == row
    assert result["loss"] == loss
    assert set(result) == {"loss", "note"}, "the key is not part of the result"


def test_a_gap_in_the_rows_gives_a_sentence() -> None:
    with pytest.raises(BadData) as refusal:
        table(*RESULTS).look_up({"roll": 7})
    assert refusal.value.sentence == "Table hits has no row for roll 7."


def test_a_word_does_not_fit_a_range() -> None:
    with pytest.raises(BadData, match="Table hits has no row for roll six"):
        table(*RESULTS).look_up({"roll": "six"})


TWO_KEYS: tuple[dict[str, Cell], ...] = (
    {"column": "urban", "roll": (1, 3), "loss": 1},
    {"column": "urban", "roll": (4, 6), "loss": 2},
    {"column": "open", "roll": (1, 6), "loss": 3},
)


def test_several_keys_must_all_fit() -> None:
    hits = table(*TWO_KEYS, keys=("column", "roll"))
    assert hits.look_up({"column": "urban", "roll": 4}) == (2, {"loss": 2})
    assert hits.look_up({"column": "open", "roll": 4}) == (3, {"loss": 3})
    with pytest.raises(BadData, match="no row for column swamp, roll 4"):
        hits.look_up({"column": "swamp", "roll": 4})


def test_the_order_of_the_keys_does_not_matter() -> None:
    hits = table(*TWO_KEYS, keys=("column", "roll"))
    assert hits.look_up({"roll": 4, "column": "urban"}) == hits.look_up({"column": "urban", "roll": 4})


def test_two_keys_of_one_kind_are_never_mixed_up() -> None:
    """Whatever was looked up before: what is remembered must know which key had which value."""
    rows: tuple[dict[str, Cell], ...] = tuple(
        {"a": a, "d": d, "loss": 10 * a + d} for a in range(4) for d in range(4)
    )
    hits = table(*rows, keys=("a", "d"))
    for a in range(4):
        for d in range(4):
            assert hits.look_up({"a": a, "d": d})[1] == {"loss": 10 * a + d}
            assert hits.look_up({"d": d, "a": a})[1] == {"loss": 10 * a + d}


@pytest.mark.parametrize("keys", [{}, {"rol": 4}, {"roll": 4, "column": "urban"}])
def test_a_table_is_entered_with_its_own_keys(keys: dict[str, Value]) -> None:
    hits = table(*RESULTS)
    hits.look_up({"roll": 4})
    with pytest.raises(BadData, match=r"Table hits is entered with roll\."):
        hits.look_up(keys)


@pytest.mark.parametrize("provenance", PROVENANCES)
def test_a_table_says_where_it_comes_from(provenance: str) -> None:
    assert table(*RESULTS, provenance=provenance).data.provenance == provenance


@pytest.mark.parametrize("provenance", ["", "guess", "Document"])
def test_a_table_from_nowhere_is_refused(provenance: str) -> None:
    with pytest.raises(BadData, match="provenance must be one of document, reconstructed, house"):
        table(*RESULTS, provenance=provenance)


def test_a_row_without_its_key_is_refused() -> None:
    with pytest.raises(BadData, match=r"Table hits, row 2: the column roll is missing\."):
        table({"roll": 1, "loss": 1}, {"loss": 2})


def test_a_row_that_repeats_the_keys_of_another_is_refused() -> None:
    with pytest.raises(BadData, match=r"Table hits, row 3: it has the keys of row 1\."):
        table({"roll": (1, 2), "loss": 1}, {"roll": 3, "loss": 2}, {"roll": (1, 2), "loss": 9})


def test_a_range_is_no_result() -> None:
    with pytest.raises(BadData, match="Table hits, row 1: loss is a range"):
        table({"roll": 1, "loss": (1, 2)}).look_up({"roll": 1})


@given(
    st.lists(st.integers(0, 30), min_size=2, max_size=8, unique=True).map(sorted),
    st.lists(st.integers(-10, 45), min_size=1, max_size=20),
)
def test_adjoining_ranges_leave_no_gap_and_the_first_row_that_fits_counts(
    ends: list[int], rolls: list[int]
) -> None:
    """Rows (-, e1), (e1+1, e2) ... (en+1, -): found as by going through the ends one by one."""
    lows: list[int | None] = [None, *(end + 1 for end in ends)]
    highs: list[int | None] = [*ends, None]
    rows: tuple[dict[str, Cell], ...] = tuple(
        {"roll": (low, high), "loss": n} for n, (low, high) in enumerate(zip(lows, highs, strict=True), 1)
    )
    hits = table(*rows)
    for roll in rolls:
        expected = 1 + sum(roll > end for end in ends)
        assert hits.look_up({"roll": roll}) == (expected, {"loss": expected})
