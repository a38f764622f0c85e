"""Victory and defeat (8): when the game is over (4.2), the adjustments at its end, narratives and points."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.hits import old_city_is_clear

R = citations("nineveh", __file__)


def is_over(umpire: Umpire) -> bool:
    """Whether the game has ended; ends it where the Old City is clear (4.2a)."""
    state = umpire.state
    if state.verdict is None and state.turn and old_city_is_clear(state):
        end(umpire, "no Daesh combat unit is left in the Old City", rule=R["4.2a"])
    return umpire.state.verdict is not None


def end(umpire: Umpire, why: str, *, rule: str) -> None:
    """The game ends."""
    umpire.declare("", why, rule=rule)
