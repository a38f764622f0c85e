"""The set-up of the base game (10)."""

from adjudication.engine.umpire import Umpire
from domain.table.state import State

KINDS = ()


def begin(umpire: Umpire) -> None:
    """What belongs here."""


def waits(state: State) -> str:
    """What belongs here."""
    return ""


def end(umpire: Umpire) -> None:
    """What belongs here."""
