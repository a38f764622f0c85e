"""What is said in questions and events, in words."""

from adjudication.engine.texts import ENGINE, worded
from domain.table.state import State
from domain.texts import Said
from reports.words.names import Names


def words_of(said: Said, system: str = ENGINE) -> str:
    """What people typed, or a text of a system's rules (by ids)."""
    return worded(said, system)


def spoken(said: Said, state: State) -> str:
    """The same with the names that the white cell has on a table."""
    return Names(state).text(said)
