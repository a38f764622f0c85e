"""What is read off a table, and what is added up: rows and sums, as rule code has them from the umpire."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from adjudication.engine.recorder import Recorder
from domain.events import Modified, Value


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

    def __init__(self, umpire: Recorder, name: str, start: int, audience: tuple[str, ...] | None) -> None:
        self._umpire = umpire
        self._audience = audience
        self.name = name
        self.total = start

    def add(self, label: str, amount: int, *, rule: str) -> None:
        """Apply one modifier; one that adds nothing leaves no line."""
        if amount:
            self.total += amount
            umpire = self._umpire
            umpire.tell(
                Modified(
                    number=umpire.number,
                    time=umpire.time,
                    procedure=umpire.procedure,
                    rule=rule,
                    audience=self._audience,
                    sum=self.name,
                    label=label,
                    amount=amount,
                    total=self.total,
                )
            )
