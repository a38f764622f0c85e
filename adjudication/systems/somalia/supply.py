"""Supply Points of the UN (5.1)."""

from adjudication.engine.umpire import Umpire


def income(umpire: Umpire) -> None:
    """The Logistics Phase (5.1b)."""
