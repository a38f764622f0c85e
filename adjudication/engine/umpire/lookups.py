"""What rule code reads off a table and adds up: rows and sums."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adjudication.engine.questions import show_option
from adjudication.engine.umpire.answering import Answering
from adjudication.engine.umpire.log import Log
from adjudication.engine.umpire.names import check_table
from domain.errors import BadData
from domain.events import LookedUp, Modified, Value
from domain.texts import Said


class Row:
    """A row found in a table: its result cells by name."""

    def __init__(self, number: int, cells: Mapping[str, Value]) -> None:
        self.__dict__.update(cells)
        self._cells = cells
        self.number = number

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class Sum:
    """A strength or score added up modifier by modifier, each on its own line of the log."""

    __slots__ = ("_audience", "_umpire", "name", "total")

    def __init__(self, umpire: Log, name: Said, start: int, audience: tuple[str, ...] | None) -> None:
        self._umpire = umpire
        self._audience = audience
        self.name = name
        self.total = start

    def add(self, label: Said, amount: int, *, rule: str) -> None:
        """Apply one modifier; one that adds nothing leaves no line."""
        if amount:
            self.total += amount
            umpire = self._umpire
            umpire.tell(
                Modified(
                    rule=rule,
                    audience=self._audience,
                    sum=self.name,
                    label=label,
                    amount=amount,
                    total=self.total,
                )
            )


class Lookups(Answering):
    """Tables and sums."""

    def look_up(
        self, table: str, *, rule: str, audience: tuple[str, ...] | None = None, **keys: Value
    ) -> Row:
        """Enter a table with its keys: the row found, with what was ruled in the place of its cells."""
        check_table(self.state, table, rule)
        row, result = self.state.tables[table].look_up(keys)
        self.tell(LookedUp(rule=rule, audience=audience, table=table, keys=keys, row=row, result=result))
        ruling = self._recall.ruled_look_up(table, keys, rule) if self._recall is not None else None
        if ruling is not None:
            ruled, on = ruling.value, f"Event {ruling.concerns}"
            if not isinstance(ruled, dict) or not ruled.keys() <= result.keys():
                raise BadData(f"{on} can be ruled on by its columns: {', '.join(result)}.")
            for column, cell in ruled.items():
                if type(cell) not in {type(each.get(column)) for each in self.state.tables[table].data.rows}:
                    raise BadData(f"{on}: the column {column} is never like {show_option(cell)}.")
            result = {**result, **ruled}
        return Row(row, result)

    def sum(self, name: Said, start: int = 0, *, audience: tuple[str, ...] | None = None) -> Sum:
        """A sum to add modifiers to, one by one; `start` goes on from a total reached before."""
        return Sum(self, name, start, audience)
