"""Look-up tables: literal rows, entered by one or more keys, each with its provenance."""

from domain.errors import BadData
from domain.events import Cell, TableData, Value

PROVENANCES = ("document", "reconstructed", "house")


def _fits(cell: Cell, value: Value) -> bool:
    if isinstance(cell, tuple):
        low, high = cell
        return isinstance(value, int) and (low is None or value >= low) and (high is None or value <= high)
    return cell == value


class Table:
    """A table in force. Raises BadData if a row lacks a key or repeats one.

    adopted: the event by which it replaced another table; 0 for one in force from the start.
    """

    def __init__(self, name: str, data: TableData, adopted: int = 0) -> None:
        self.name = name
        self.data = data
        self.adopted = adopted
        self._found: dict[tuple[tuple[str, Value], ...], tuple[int, dict[str, Value]]] = {}
        if data.provenance not in PROVENANCES:
            raise BadData(f"Table {name}: provenance must be one of {', '.join(PROVENANCES)}.")
        if any(each not in PROVENANCES for each in data.row_provenance):
            raise BadData(f"Table {name}: the provenance of a row must be one of {', '.join(PROVENANCES)}.")
        entered: dict[tuple[Cell, ...], int] = {}
        for number, row in enumerate(data.rows, start=1):
            for key in data.keys:
                if key not in row:
                    raise BadData(f"Table {name}, row {number}: the column {key} is missing.")
            first = entered.setdefault(tuple(row[key] for key in data.keys), number)
            if first != number:
                raise BadData(f"Table {name}, row {number}: it has the keys of row {first}.")

    def look_up(self, keys: dict[str, Value]) -> tuple[int, dict[str, Value]]:
        """Row number (from 1) and result cells for these keys. Raises BadData if no row fits."""
        key = tuple(keys.items())
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._search(keys)
        return found

    def _search(self, keys: dict[str, Value]) -> tuple[int, dict[str, Value]]:
        if set(keys) != set(self.data.keys):
            raise BadData(f"Table {self.name} is entered with {', '.join(self.data.keys)}.")
        for number, row in enumerate(self.data.rows, start=1):
            if all(_fits(row[key], value) for key, value in keys.items()):
                result: dict[str, Value] = {}
                for column, cell in row.items():
                    if column not in keys:
                        if isinstance(cell, tuple):
                            raise BadData(f"Table {self.name}, row {number}: {column} is a range.")
                        result[column] = cell
                return number, result
        asked = ", ".join(f"{key} {value}" for key, value in keys.items())
        raise BadData(f"Table {self.name} has no row for {asked}.")
