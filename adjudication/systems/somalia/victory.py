"""The end of the game (9)."""

from adjudication.engine.umpire import Umpire


def over(umpire: Umpire) -> bool:
    """Whether play has stopped (9.0a)."""
    return umpire.state.verdict is not None


def last_turn(umpire: Umpire) -> bool:
    """Whether this was the last turn (9.0a)."""
    return False
