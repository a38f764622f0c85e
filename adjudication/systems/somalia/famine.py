"""Famine (8.8): which Zones are owed a Convoy, and what happens if one is not placed."""

from adjudication.engine.umpire import Umpire


def forfeited(umpire: Umpire) -> bool:
    """Whether the UN player has forfeited the game (8.8d)."""
    return False


def a_turn_less(umpire: Umpire) -> None:
    """A turn of Famine is over."""
