"""What of a game's map, counters and tables is a reconstruction and not the published one, as the audit, the
review and the terminal say it."""

from collections import Counter
from collections.abc import Iterable

from domain.events import BoardData, KindData
from domain.table.state import State

RECONSTRUCTED, DOCUMENT = "reconstructed", "document"
NOT_PUBLISHED = "not the published one"
SOURCES = {
    DOCUMENT: "one that is said to be the published one",
    RECONSTRUCTED: "a reconstruction",
    "house": "a house table",
}
"""What a table is called by where it comes from."""


def map_told(board: BoardData) -> str:
    """That the map is a reconstruction; empty where it is not."""
    if board.provenance != RECONSTRUCTED:
        return ""
    named = f'Map "{board.name}"' if board.name else "The map"
    return f"{named} is a reconstruction, {NOT_PUBLISHED}."


def kinds_told(kinds: Iterable[KindData]) -> str:
    """How many kinds say that they are reconstructions, group by group; empty where none does."""
    groups = Counter(kind.group or "other" for kind in kinds if kind.provenance == RECONSTRUCTED)
    if not groups:
        return ""
    told = ", ".join(f"{group} {of}" for group, of in groups.most_common())
    one = groups.total() == 1
    are = f"is a reconstruction, {NOT_PUBLISHED}" if one else f"are reconstructions, {NOT_PUBLISHED}s"
    return f"{_kinds(groups.total())} {are}: {told}."


def _kinds(count: int) -> str:
    """`1 kind of counters and cards`."""
    return f"{count} {'kind' if count == 1 else 'kinds'} of counters and cards"


def in_short(state: State) -> str:
    """All of it in a line; empty where everything is published."""
    told = ["the map"] if state.board.data.provenance == RECONSTRUCTED else []
    count = sum(kind.provenance == RECONSTRUCTED for kind in state.kinds.values())
    told += [_kinds(count)] if count else []
    tables = [table.data.provenance for table in state.tables.values()]
    rebuilt = tables.count(RECONSTRUCTED)
    told += [f"{rebuilt} of {len(tables)} {'table' if len(tables) == 1 else 'tables'}"] if rebuilt else []
    listed = told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}" if told else ""
    return f"Reconstructions, {NOT_PUBLISHED}s: {listed}." if listed else ""


def table_named(title: str) -> str:
    """A table by its title, as the log has it: `the ISF Operations Table`, `the table "Escalation"`."""
    return f"the {title}" if "table" in title.casefold().split() else f'the table "{title}"'


def table_told(title: str, source: str) -> str:
    """That a table that was used is not the published one."""
    named = table_named(title)[1:]
    return f"T{named} is {SOURCES.get(source, 'of unknown origin')}, {NOT_PUBLISHED}."


def rows_told(title: str, rows: Iterable[int]) -> str:
    """Which rows of a published table are reconstructions."""
    named, listed = table_named(title)[1:], ", ".join(map(str, sorted(rows)))
    return f"T{named} is the published one, but these rows are reconstructions: {listed}."
