"""The Support Phase (4.1.1): supply loss, HQs regain orders, then rally orders, capability cards and
production."""

from adjudication.engine.umpire import Umpire
from domain.table.state import State


def begin(umpire: Umpire) -> None:
    """What happens by itself as the phase begins."""


def end(umpire: Umpire) -> None:
    """Nothing happens as the phase ends."""


def waits(state: State) -> str:
    """Nothing has to be done."""
    return ""
