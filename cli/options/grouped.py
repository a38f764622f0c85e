"""Options in groups: what belongs together is declared once, and reaches a command as one object."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from cli.options.shared import AsJson, Database, GameName

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from adjudication.seminar.door import Caller
    from seats.seat.seat import Seat


class Where(NamedTuple):
    """Which game a command is about, and in which form it answers."""

    game: GameName = None
    database: Database = "whitecell.db"
    as_json: AsJson = False

    def seat(self, caller: "Caller") -> "AbstractContextManager[Seat]":
        """A seat at that game for who comes, as `open_seat` gives it."""
        from cli.seat.opening import open_seat

        return open_seat(self.database, self.game, caller)


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """A command each of whose parameters that is a named tuple stands for one option per field.

    On the command line the options stand in the place of the group, in the order of its fields.
    """
    hints = get_type_hints(command, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if hasattr(hint, "_fields")}
    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(command).parameters.items():
        if name in groups:
            parameters += _options(groups[name])
        else:
            kind = inspect.Parameter.KEYWORD_ONLY
            parameters.append(parameter.replace(kind=kind, annotation=hints[name]))

    @wraps(command)
    def called(**said: Any) -> None:
        made = {
            name: group(**{field: said.pop(field) for field in group._fields})
            for name, group in groups.items()
        }
        command(**said, **made)

    called.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    called.__annotations__ = {each.name: each.annotation for each in parameters}
    return called


def _options(group: Any) -> list[inspect.Parameter]:
    """A parameter for each field of a group."""
    return [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            annotation=hint,
            default=group._field_defaults.get(name, inspect.Parameter.empty),
        )
        for name, hint in get_type_hints(group, include_extras=True).items()
    ]
