"""Who may stir the sealed dice of a game, and with which words."""

from domain.errors import BadData, Refused
from domain.state import State

LONGEST_STIRRING = 200
"""Characters that the words may have with which a side stirs the dice."""


def check_stirring(state: State, side: str, text: str) -> None:
    """Raises BadData, NotFound or Refused for words that cannot stir the dice."""
    if state.closed:
        raise Refused("This game is closed; its seal is open, and no words stir its dice any more.")
    if state.opened is None or not state.opened.commitment:
        raise Refused("Nothing of this game comes from a seal; words stir sealed dice alone.")
    state.check_side(side)
    if not text.strip():
        raise BadData("Say with which words the dice are stirred: stir WORDS --side SIDE.")
    if len(text) > LONGEST_STIRRING or not text.isprintable():
        raise BadData(
            f"The words have at most {LONGEST_STIRRING} characters, none of them a control character."
        )
