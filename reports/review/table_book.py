"""The tables of a game as they were in force, and which of their rows were used."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from domain.events import TableData
from reports.story.turns import Line


class Version(msgspec.Struct):
    """A table from a line of the log on (0: from the start). rows: row (from 1) -> how often it applied,
    counting what is in force."""

    name: str
    data: TableData
    number: int = 0
    struck: bool = False
    rows: Counter[int] = msgspec.field(default_factory=Counter)

    @property
    def anchor(self) -> str:
        """Its anchor."""
        slug = "".join(char if char.isalnum() or char in "-_" else "-" for char in self.name)
        return f"table-{slug}" + (f"-{self.number}" if self.number else "")


class TableBook:
    """All versions of all tables that the viewer has seen, from the lines of the log."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self.versions: dict[str, list[Version]] = {}
        self._used: dict[int, Version] = {}
        for line in lines:
            if line.kind == "tables-laid":
                for name, data in line.fields["tables"].items():
                    self.versions[name] = [Version(name, data)]
            elif line.kind == "table-adopted":
                name = line.fields["table"]
                found = Version(name, line.fields["data"], line.number, bool(line.struck_by))
                self.versions.setdefault(name, []).append(found)
            elif line.kind == "looked-up":
                self._enter(line)

    def entered(self, line: Line) -> Version | None:
        """The table that a look-up entered, as it was then."""
        return self._used.get(line.number)

    def _enter(self, line: Line) -> None:
        """The latest version so far whose row has the result found; a version that was taken back gave no
        later result."""
        row, result = line.fields["row"], line.fields["result"]
        for version in reversed(self.versions.get(line.fields["table"], [])):
            cells = version.data.rows[row - 1] if 1 <= row <= len(version.data.rows) else {}
            if cells and all(cells.get(name) == value for name, value in result.items()):
                self._used[line.number] = version
                if not line.struck_by:
                    version.rows[row] += 1
                return
