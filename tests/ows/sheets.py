"""Counter sheets of scenarios, read for tests."""

import msgspec

from adjudication.systems.ows.table.counters import Sheet
from domain.events import KindData


def read(kind: KindData) -> Sheet:
    """The sheet of a kind that has one."""
    return msgspec.convert(kind.data, Sheet)
