"""What is said in cases of West Mosul, with the names of its blocks, cards and areas."""

from functools import cache

from domain.table.state import State
from domain.texts import Said
from tests.table import Table
from tests.words import spoken


@cache
def _state() -> State:
    return Table("nineveh").state


def words_of(said: Said) -> str:
    """A question, purpose or label as the white cell reads it."""
    return spoken(said, _state())
