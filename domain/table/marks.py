"""Marks: what rules note on a space, a piece, a side or the game, each declared once, at its rule.

    FLUSHED = Mark[bool]("flushed", turns=1)
    ...
    umpire.mark(zone, FLUSHED, True, rule=R["6.12b"])
    ...
    if state.mark(zone, FLUSHED):

A mark's value is plain data, as JSON has it: lists, not tuples. Its words stand under its name in `marks` of
the rule system's `words.json`; a mark that is null there is bookkeeping.
"""

from typing import Any, Generic, TypeVar, get_args

T = TypeVar("T")

EVERYONE = "everyone"
OWNER = "owner"


class Mark(Generic[T]):
    """A kind of mark: its name in the log, and the type of its value.

    turns: the clock takes it off when so many turns have begun since, where a call says nothing else (0: it
    stays). seen_by: EVERYONE, or OWNER: the side of the piece that bears it, or the side that bears it.
    """

    __slots__ = ("__orig_class__", "name", "seen_by", "turns")

    __orig_class__: Any

    def __init__(self, name: str, *, turns: int = 0, seen_by: str = EVERYONE) -> None:
        self.name = name
        self.turns = turns
        self.seen_by = seen_by

    @property
    def type(self) -> Any:
        """The type of its value, for those who check data at run time."""
        return get_args(self.__orig_class__)[0]

    def __repr__(self) -> str:
        return f"Mark({self.name!r})"


def named(mark: Mark[Any] | str) -> str:
    """The name of a mark."""
    return mark if isinstance(mark, str) else mark.name
