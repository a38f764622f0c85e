"""Who is meant by a list of sides, as people name them."""

from collections.abc import Sequence

from domain.errors import BadData
from domain.events import Sides
from domain.events.seen import EVERYONE, WHITE
from domain.table.state import State


def sides_meant(state: State, named: Sequence[str], option: str) -> Sides:
    """The sides that a list of sides, `white` (no side) and `all` means; None for everyone.

    option: where they were named. Raises NotFound for an unknown side, BadData for `all` with others.
    """
    found = dict.fromkeys(state.side_named(name, EVERYONE, WHITE) if name else WHITE for name in named)
    if EVERYONE not in found:
        return tuple(side for side in found if side != WHITE)
    if len(found) > 1:
        raise BadData(f"{option} all is everyone; name no side with it.")
    return None
