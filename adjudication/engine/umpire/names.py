"""What rule code names must be there: a piece, a space, a track, a table, a side. Else the rule code has a
fault, which is told in one sentence, and nothing is recorded."""

from collections.abc import Iterable

from domain.errors import Refused
from domain.table.state import Piece, State, Track

GAME = "game"
"""The subject of a mark on the game as a whole."""


class RuleCodeFault(Refused, ValueError):
    """Rule code told the umpire something that cannot be: a mistake in the rules package, not in an order."""

    def __init__(self, state: State, what: str, rule: str) -> None:
        system = f" of {state.opened.system}" if state.opened is not None else ""
        cited = f" ({rule})" if rule else ""
        super().__init__(
            f"The rule code{system} has a fault: {what}{cited}. Nothing was recorded; report it to whoever "
            "maintains these rules."
        )
        self.what = what
        self.rule = rule


def piece_of(state: State, id: str, rule: str) -> Piece:
    """A piece in the game. Raises RuleCodeFault for an id that is none."""
    piece = state.pieces.get(id)
    if piece is None:
        raise RuleCodeFault(state, f"it names a piece {id!r} that is not in the game", rule)
    return piece


def check_space(state: State, id: str, rule: str) -> None:
    """Raises RuleCodeFault for what is no space or box of the board."""
    if id in state.board.spaces:
        return
    if id in state.pieces:
        raise RuleCodeFault(state, f"{id!r} is a piece, not a space; to put a piece aboard it, load it", rule)
    raise RuleCodeFault(state, f"it names a space {id!r} that is not on the board", rule)


def check_place(state: State, id: str, rule: str) -> None:
    """Raises RuleCodeFault for what is neither a space nor a piece that may carry others."""
    if id not in state.pieces:
        check_space(state, id, rule)


def check_subject(state: State, id: str, rule: str) -> None:
    """Raises RuleCodeFault for what cannot bear a mark."""
    if id not in state.board.spaces and id not in state.pieces and id not in state.sides and id != GAME:
        what = f"it marks {id!r}, which is no space, piece or side; the game as a whole is {GAME!r}"
        raise RuleCodeFault(state, what, rule)


def track_of(state: State, id: str, rule: str) -> Track:
    """A track. Raises RuleCodeFault for an id that is none."""
    track = state.tracks.get(id)
    if track is None:
        raise RuleCodeFault(state, f"it names a track {id!r} that this scenario does not have", rule)
    return track


def check_table(state: State, name: str, rule: str) -> None:
    """Raises RuleCodeFault for the name of no look-up table."""
    if name not in state.tables:
        raise RuleCodeFault(state, f"it looks up a table {name!r} that this scenario does not have", rule)


def check_sides(state: State, sides: Iterable[str], rule: str) -> None:
    """Raises RuleCodeFault for a side that does not play."""
    for side in sides:
        if side not in state.sides:
            known = ", ".join(state.sides) or "none"
            raise RuleCodeFault(state, f"it names a side {side!r}; the sides are {known}", rule)


def check_leaves_nothing(state: State, id: str, rule: str) -> None:
    """Raises RuleCodeFault where a piece would leave the game with others aboard: the rules must say what
    becomes of them."""
    aboard = state.aboard(id)
    if aboard:
        cargo = ", ".join(piece.id for piece in aboard)
        what = f"{id} leaves the game with {cargo} aboard; unload or remove these first"
        raise RuleCodeFault(state, what, rule)
