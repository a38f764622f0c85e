"""Random events (4.0)."""

from adjudication.engine.umpire import Umpire


def roll(umpire: Umpire) -> None:
    """The event of the turn."""
