"""Parts of procedures: loops and calls in play, and what odds take apart only once."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from operator import add
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, overload, runtime_checkable

from domain.events import DieRolled, Event, LookedUp, Modified, Picked
from domain.table.state import Piece

T = TypeVar("T")
P = ParamSpec("P")
U = TypeVar("U", bound="Parts")

LEAVES_THE_TABLE = frozenset((DieRolled, LookedUp, Modified, Picked))
"""Events that a part may tell whose result is all that comes of it."""


@runtime_checkable
class Alike(Protocol):
    """A result of a part that says itself what of it makes a difference; what it is called, say, does not."""

    def alike(self) -> Any:
        """Equal for results that come to the same."""
        ...


class Parts:
    """How rule code says that parts of a procedure may be taken by themselves. In play each is no more than
    a call or a loop; whoever works out odds need not tell apart what makes no difference."""

    fresh: list[Event]

    def result_of(self, part: Callable[..., T], *arguments: Any) -> T:
        """Run a part of a procedure that rolls and looks up, and leaves the table as it is.

        Its result must follow from its arguments (hashable), the tables and the dice alone. For odds it is
        taken apart once for the same arguments, and what led to the same result is not told apart.
        """
        return self._apart(part, arguments)

    @overload
    def total(self, part: Callable[..., int], arguments: Iterable[Any]) -> int: ...
    @overload
    def total(
        self, part: Callable[..., T], arguments: Iterable[Any], combine: Callable[[T, T], T], start: T
    ) -> T: ...
    def total(
        self,
        part: Callable[..., Any],
        arguments: Iterable[Any],
        combine: Callable[[Any, Any], Any] = add,
        start: Any = 0,
    ) -> Any:
        """Run an independent part once for each of `arguments`, and add up the results.

        Each part is one as `result_of` takes it. `arguments`: a tuple of arguments for each, or its only
        argument. combine, start: how results that are no numbers are put together, whatever comes first of
        them, and what there is before the first. For odds only the total is told apart.
        """
        total = start
        for each in arguments:
            total = combine(total, self._apart(part, as_arguments(each)))
        return total

    def _apart(self, part: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        """Run a part that must leave the table as it is. Raises TypeError where it does more than that."""
        before = len(self.fresh)
        result = part(self, *arguments)
        for event in self.fresh[before:]:
            if type(event) not in LEAVES_THE_TABLE:
                raise TypeError(
                    f"{part.__name__} may roll, pick and look up, and told {type(event).__name__} too. "
                    "Run what changes the table, or asks people, by `step` or `each`."
                )
        return result

    def step(self, part: Callable[..., T], *arguments: Any) -> T:
        """Run a part of a procedure after which only its result and the table matter.

        For odds, what led to the same result on the same table is not told apart.
        """
        return part(self, *arguments)

    def step_over(self, part: Callable[..., T], *arguments: Any) -> T:
        """Run a part of a procedure as `step` does, after which it makes no difference, too, what face-down
        pieces that it looked at turned out to be.

        For odds, tables that look the same to whoever asks are not told apart.
        """
        return part(self, *arguments)

    def those_with(self, pieces: Iterable[Piece], read: Callable[[Piece], Any]) -> list[Piece]:
        """The pieces of which `read` is true, in their order.

        What `read` says may follow from what a piece is, where it lies and its marks. For odds, of face-down
        pieces only those are told apart of which it is true.
        """
        return [piece for piece in pieces if read(piece)]

    def leaves_open(self, piece: Piece) -> bool:
        """Whether it stays open what a piece is: never in play. For odds it does while it lies face down; a
        procedure that would only turn it up, with nothing to follow from that, passes it over."""
        return False

    def afterwards(self, part: Callable[..., None], *arguments: Any) -> None:
        """Run a part that comes after all else, changes no track and decides nothing: which counter is drawn
        in replacement, say.

        Odds leave it out: what it would bring is told by a mark that the part takes off.
        """
        part(self, *arguments)

    def each(self, part: Callable[..., None], arguments: Iterable[Any]) -> None:
        """Run a part for each of `arguments`, one after the other, each on the table that the others left.

        `arguments`: a tuple of arguments for each, or its only argument. For odds, what led to the same table
        is not told apart after any of them.
        """
        for each in arguments:
            part(self, *as_arguments(each))


def as_arguments(each: Any) -> tuple[Any, ...]:
    """The arguments of a part: a tuple of them, or the only one."""
    return each if isinstance(each, tuple) else (each,)


def apart(part: Callable[Concatenate[U, P], T]) -> Callable[Concatenate[U, P], T]:
    """A part of a procedure that is always run by `result_of`: called as any function."""

    @wraps(part)
    def run(umpire: U, /, *arguments: P.args, **named: P.kwargs) -> T:
        _check_by_place(part, named)
        return umpire.result_of(part, *arguments)

    return run


def step(part: Callable[Concatenate[U, P], T]) -> Callable[Concatenate[U, P], T]:
    """A part of a procedure that is always run by `step`: called as any function."""

    @wraps(part)
    def run(umpire: U, /, *arguments: P.args, **named: P.kwargs) -> T:
        _check_by_place(part, named)
        return umpire.step(part, *arguments)

    return run


def _check_by_place(part: Callable[..., Any], named: Mapping[str, Any]) -> None:
    """Raises TypeError for arguments by name: a part is told from others by its arguments in their order."""
    if named:
        raise TypeError(f"{part.__name__} is a part of a procedure: give {', '.join(named)} by place.")
