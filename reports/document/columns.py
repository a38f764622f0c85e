"""The widths of the columns of a table, for formats that do not compute them."""

from reports.document.blocks import Table, plain

_SHORT, _ROOM, _ROOM_BESIDE = 26, 110, 70
"""Characters of a table: in a cell that needs no second line; in a line; in a line beside longer texts."""


_BROAD, _MARGINS = 1.12, 1.5
"""A letter of a bold heading in Word, and the margins of a cell there, in characters."""


def longest(it: Table) -> list[int]:
    """The characters in the longest cell of each column, including its heading."""
    return [
        max(len(column.name), *(len(plain(row[place])) for row in it.rows), 1)
        for place, column in enumerate(it.columns)
    ]


def widths(it: Table) -> list[float]:
    """The share of the width for each column; 0 for one that is as wide as its content.

    Columns with short texts are, as long as they leave room for those with long ones.
    """
    lengths = longest(it)
    beside = any(length > _SHORT for length in lengths)
    taken = sum(length + 2 for length in lengths if length <= _SHORT)
    fits = taken <= (_ROOM_BESIDE if beside else _ROOM)
    return [0 if fits and length <= _SHORT else _share(length) for length in lengths]


def parts(it: Table) -> list[float]:
    """The part of the page width for each column: less than the whole if texts are short. Spare room goes
    to the columns whose texts would need a second line."""
    lengths = longest(it)
    wanted = [_share(length) * _BROAD + _MARGINS for length in lengths]
    short = [
        max(0, (length + 2) * _BROAD + _MARGINS - has) for length, has in zip(lengths, wanted, strict=True)
    ]
    left = min(max(0, _ROOM - sum(wanted)), sum(short))
    if left:
        wanted = [has + left * lacks / sum(short) for has, lacks in zip(wanted, short, strict=True)]
    return [share / max(sum(wanted), _ROOM) for share in wanted]


def _share(length: int) -> float:
    """The width that a column needs, in characters: a long text can take several lines."""
    return round(3 * min(length, 250) ** 0.5 + 12, 1) if length > _SHORT else length + 2
