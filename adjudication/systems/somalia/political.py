"""The Political Phase (7)."""

from adjudication.engine.umpire import Umpire


def settle(umpire: Umpire) -> None:
    """Victory Points of the turn."""
