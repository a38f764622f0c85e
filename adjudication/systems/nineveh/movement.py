"""Movement (5)."""

from adjudication.engine.umpire import Umpire
from domain.table.state import State


def begin(umpire: Umpire) -> None:
    """Nothing happens as the phase begins."""


def end(umpire: Umpire) -> None:
    """Nothing happens as the phase ends."""


def waits(state: State) -> str:
    """Nothing has to be done."""
    return ""
