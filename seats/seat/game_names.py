"""What games are called."""

from collections.abc import Collection

from domain.errors import BadData
from domain.text import check_visible

LONGEST_NAME = 60
"""Characters that the name of a game may have."""


def free_name(system: str, taken: Collection[str]) -> str:
    """A name for a new game: the system's, with a number when that is taken."""
    name, number = system, 1
    while name in taken:
        number += 1
        name = f"{system}-{number}"
    return name


def check_name(name: str) -> str:
    """Raises BadData for a name that could not be said or typed."""
    check_visible(name, "The name of the game")
    if not 1 <= len(name) <= LONGEST_NAME or name != name.strip():
        raise BadData(
            f"The name of a game has 1 to {LONGEST_NAME} characters and neither begins nor ends with a space."
        )
    return name
