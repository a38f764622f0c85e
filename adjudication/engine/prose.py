"""Names of pieces in what people typed: the white cell is warned of those that name what is hidden."""

import re
from collections.abc import Iterable


def names_in(text: str, names: Iterable[str]) -> list[str]:
    """Those of the names that a text contains, however they are written."""
    plain = _plain(text)
    return [name for name in names if name and _plain(name) in plain and _pattern((name,)).search(text)]


def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    spelled = "|".join(r"[\s_-]+".join(map(re.escape, _plain(name).split(" "))) for name in names)
    return re.compile(rf"(?<![\w-])(?:{spelled})(?![\w-])", re.IGNORECASE)


def _plain(name: str) -> str:
    """A name without what may vary in its spelling: `Boat 17`, `boat-17` and `BOAT_17` are one."""
    return re.sub(r"[\s_-]+", " ", name.strip(" _-")).casefold()
