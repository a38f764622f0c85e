"""What may be done next, in plain words."""

from adjudication.systems.nineveh.sequence import waiting
from domain.table.state import State


def hint(state: State) -> str:
    """What may be done next, in plain words."""
    return waiting(state) or "`next` ends the phase."
