"""House tables: whether a table can take the place of another, and what is different in it.

Two tables are compared where it matters: at each combination of keys that either tells apart. A key that is
a number is cut where any row of either begins or ends.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from domain.errors import BadData, NotFound, Refused
from domain.events import Cell, TableData, Value
from domain.table.state import State
from domain.table.tables import Table

MOST_COMBINATIONS = 200_000
"""Combinations of keys that two tables may tell apart."""

Keys = dict[str, Cell]
"""Key columns, each with its value, or the range of values that are alike."""


class Difference(NamedTuple):
    """Where a new table answers otherwise: for which keys, and the columns before and after (None: the old
    table had no row for them)."""

    keys: Keys
    before: dict[str, Cell] | None
    after: dict[str, Cell]


def fits(state: State, name: str, data: TableData) -> TableData:
    """The table of that name, if this one can take its place now: it has its shape, and answers exactly once
    whatever the old one answers. Raises NotFound, BadData or Refused."""
    old = state.tables.get(name)
    if old is None:
        raise NotFound(f"There is no table {name[:60]!r}; there are: {', '.join(state.tables) or 'none'}.")
    if state.procedures:
        raise Refused("An order waits for an answer; decide it before changing a table.")
    same_shape(name, old.data, data)
    covers(name, old.data, data)
    return old.data


def same_shape(name: str, old: TableData, new: TableData) -> None:
    """Raises BadData when the new table has not the columns of the old, or is entered otherwise."""
    Table(name, new)
    if set(new.keys) != set(old.keys):
        raise BadData(f"Table {name} is entered with {', '.join(old.keys)}; the new one is not.")
    columns = set(old.rows[0]) if old.rows else set(old.keys)
    known = {column for row in old.rows for column in row}
    for number, row in enumerate(new.rows, start=1):
        missing = sorted(columns - set(row))
        if missing:
            raise BadData(f"Table {name}, row {number}: the column {missing[0]} is missing.")
        more = sorted(set(row) - known)
        if more and old.rows:
            raise BadData(f"Table {name}, row {number}: the old table has no column {more[0]}.")
        for column in sorted(columns - set(old.keys)):
            cell = row[column]
            if isinstance(cell, tuple | list):
                raise BadData(f"Table {name}, row {number}: {column} is a range.")
            kinds = {type(each[column]) for each in old.rows if column in each}
            if type(cell) not in kinds:
                wanted = " or ".join(sorted(_KINDS.get(kind, kind.__name__) for kind in kinds))
                raise BadData(f"Table {name}, row {number}: {column} is {wanted}, not {cell!r}.")


_KINDS: dict[type, str] = {int: "a number", str: "a word", bool: "yes or no", type(None): "none"}


def covers(name: str, old: TableData, new: TableData) -> None:
    """Raises BadData when some keys that the old table answers have no row in the new one, or two."""
    for keys, before, after in _compared(name, old, new):
        if len(after) > 1:
            rows = " and ".join(str(row) for row in after[:2])
            raise BadData(f"Table {name}: {keys_text(keys)} stands in rows {rows}.")
        if before and not after:
            raise BadData(f"Table {name} has no row for {keys_text(keys)}, which the old one has.")


def differences(name: str, old: TableData, new: TableData) -> list[Difference]:
    """Where the new table answers otherwise than the old, in the order of its rows."""
    found: dict[tuple[int, int], Difference] = {}
    for _, before, after in _compared(name, old, new):
        if not after:
            continue
        row = new.rows[after[0] - 1]
        result = {column: cell for column, cell in row.items() if column not in new.keys}
        was = old.rows[before[0] - 1] if before else None
        old_result = None if was is None else {column: was.get(column) for column in result}
        if was is None or old_result != result:
            keys = {key: _both(row[key], was[key] if was is not None else row[key]) for key in old.keys}
            place = (after[0], before[0] if before else 0)
            found.setdefault(place, Difference(keys, old_result, result))
    return [found[place] for place in sorted(found)]


def keys_text(keys: Keys) -> str:
    """Keys as they are read: `die 3, casualties 5..9`."""
    return ", ".join(f"{key} {cell_text(cell)}" for key, cell in keys.items())


def cell_text(cell: Cell) -> str:
    """A cell as it is read: `2..5`, `6..`, yes, none."""
    if isinstance(cell, tuple | list):
        low, high = cell
        return f"{'' if low is None else low}..{'' if high is None else high}"
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    return "none" if cell is None else str(cell)


def _compared(name: str, old: TableData, new: TableData) -> Iterator[tuple[Keys, list[int], list[int]]]:
    """Each combination of keys that either table tells apart, with the rows of both that answer it."""
    parts = [_parts([row[key] for row in (*old.rows, *new.rows)]) for key in old.keys]
    combinations = 1
    for part in parts:
        combinations *= len(part)
    if combinations > MOST_COMBINATIONS:
        raise BadData(f"Table {name} tells apart more than {MOST_COMBINATIONS} combinations of keys.")
    masks = [
        [[_mask(data, key, part) for part in split] for key, split in zip(old.keys, parts, strict=True)]
        for data in (old, new)
    ]
    for places in product(*(range(len(part)) for part in parts)):
        rows = []
        for of_table, data in zip(masks, (old, new), strict=True):
            mask = (1 << len(data.rows)) - 1
            for key, place in enumerate(places):
                mask &= of_table[key][place]
            rows.append([row + 1 for row in range(mask.bit_length()) if mask >> row & 1])
        keys = {key: parts[at][place] for at, (key, place) in enumerate(zip(old.keys, places, strict=True))}
        yield keys, rows[0], rows[1]


def _parts(cells: Sequence[Cell]) -> list[Cell]:
    """What a column tells apart: its single values, and the stretches of numbers between all its ends."""
    words: dict[tuple[type, Value], Value] = {}
    ends: set[int] = set()
    low = high = False
    for cell in cells:
        if isinstance(cell, tuple | list):
            first, last = cell
            low, high = low or first is None, high or last is None
            ends |= {first} if first is not None else set()
            ends |= {last + 1} if last is not None else set()
        elif type(cell) is int:
            ends |= {cell, cell + 1}
        else:
            words[type(cell), cell] = cell
    cuts = sorted(ends)
    numbers: list[Cell] = [
        (first, last - 1) if first != last - 1 else first for first, last in pairwise(cuts)
    ]
    if low:
        numbers.insert(0, (None, cuts[0] - 1 if cuts else None))
    if high and cuts:
        numbers.append((cuts[-1], None))
    return [*numbers, *words.values()]


def _mask(data: TableData, key: str, part: Cell) -> int:
    """Which rows answer that part of a column, as bits."""
    return sum(1 << number for number, row in enumerate(data.rows) if _holds(row[key], part))


def _holds(cell: Cell, part: Cell) -> bool:
    if type(part) is bool or part is None or isinstance(part, str):
        return type(cell) is type(part) and cell == part
    low, high = part if isinstance(part, tuple | list) else (part, part)
    first, last = cell if isinstance(cell, tuple | list) else (cell, cell)
    if not isinstance(first, int | None) or type(first) is bool or isinstance(last, str):
        return False
    if not isinstance(cell, tuple | list) and type(cell) is not int:
        return False
    above = first is None or (low is not None and low >= first)
    below = last is None or (high is not None and high <= last)
    return above and below


def _both(cell: Cell, other: Cell) -> Cell:
    """What two cells that meet have in common."""
    if not isinstance(cell, tuple | list):
        return cell
    if not isinstance(other, tuple | list):
        return other
    lows = [low for low in (cell[0], other[0]) if low is not None]
    highs = [high for high in (cell[1], other[1]) if high is not None]
    low, high = (max(lows) if lows else None, min(highs) if highs else None)
    return low if low is not None and low == high else (low, high)


__all__ = [
    "Difference",
    "cell_text",
    "covers",
    "differences",
    "fits",
    "keys_text",
    "same_shape",
]
