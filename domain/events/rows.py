"""Rows of the read model, as types of events declare them."""

from typing import NamedTuple


class Column(NamedTuple):
    """A column: `kind` is int or str; `references` is the table whose key it holds, if any."""

    name: str
    kind: type[int] | type[str]
    about: str
    references: str = ""


class Cell(NamedTuple):
    """A column, and the field of the event that it holds: the one of the same name, or `field`.

    said: the field is a text, which the column holds in words. event: the field is the number of an earlier
    event. Any other field is held as it is, or as JSON where a column holds nothing of its type.
    """

    column: Column
    field: str = ""
    said: bool = False
    event: bool = False


class Row(NamedTuple):
    """A table of the read model with a row for each event of a type. Every such table begins with the event,
    its game, its order and the clock, and with `of_order` the side of that order and the rule follow.

    label: the column that names a row to readers.
    """

    table: str
    about: str
    cells: tuple[Cell, ...]
    of_order: bool = True
    label: str = ""


BY = Column("by", str, "Who recorded it.")
AGAIN = Column("again", int, "The event that recorded it first, when a ruling had it told anew.", "events")
