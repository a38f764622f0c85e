"""What is said in questions and events, in words."""

from adjudication.engine.texts import ENGINE, worded
from domain.texts import Said


def words_of(said: Said, system: str = ENGINE) -> str:
    """What people typed, or a text of a system's rules (by ids)."""
    return worded(said, system)
