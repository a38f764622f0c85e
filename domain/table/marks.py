"""Marks: what rules note on a space, a piece, a side or the game, each declared once, at its rule.

    FLUSHED = Mark[bool]("flushed", turns=1)
    ...
    umpire.mark(zone, FLUSHED, True, rule=R["6.12b"])
    ...
    if state.mark(zone, FLUSHED):

A mark's value is plain data as JSON gives it: lists, not tuples. Its words stand under its name in `marks` of
the rule system's `words.json`; a mark that is null there is bookkeeping.
"""

from typing import Any, Generic, TypeVar, get_args

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

EVERYONE = "everyone"
OWNER = "owner"
NOBODY = "nobody"
"""Who may know of a mark. OWNER: the side of the piece that has it, or the side that has it. NOBODY: the
white cell alone."""


class Readable(Generic[T_co]):
    """A mark to code that only reads it: there, a mark of numbers is also one of objects."""

    __slots__ = ("__orig_class__", "name", "phase", "seen_by", "turns")

    __orig_class__: Any

    def __init__(self, name: str, *, turns: int = 0, phase: str = "", seen_by: str = EVERYONE) -> None:
        self.name = name
        self.turns = turns
        self.phase = phase
        self.seen_by = seen_by

    @property
    def type(self) -> Any:
        """The type of its value, for code that checks data."""
        return get_args(self.__orig_class__)[0]

    def __repr__(self) -> str:
        return f"Mark({self.name!r})"


class Mark(Readable[T], Generic[T]):
    """A mark: its name in the log, the type of its value, when it lapses and who may know of it.

    turns: the clock takes it off at the start of the turn that is so many turns later. phase: when this phase
    is entered next, or with `turns`, in that turn. Without either it stays. A call may say otherwise.
    """

    __slots__ = ()
