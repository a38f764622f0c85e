"""Karbala and An Najaf (holy.*)."""

from adjudication.engine.register import citations
from adjudication.systems.ignorant_armies.table.sides import IRAN, kind_of, places, tagged
from domain.table.board import Board
from domain.table.state import Piece, State

R = citations("ignorant-armies", __file__)

HOLY = "holy site"
"""Tag of their hexes."""


def sites(board: Board) -> tuple[str, ...]:
    """The hexes of the two towns (holy.sites)."""
    return tagged(board, HOLY)


def both_held(state: State) -> bool:
    """Whether Iranian units stand in both."""
    return bool(sites(state.board)) and all(site in places(state, IRAN) for site in sites(state.board))


def fanatic(state: State, attackers: list[Piece], hex: str) -> bool:
    """Whether an Iranian attack is shifted one column right: on a holy site or a hex next to one, by
    Revolutionary Guards alone (holy.fanatic-shift)."""
    if not state.options["holy_sites"]:
        return False
    near = {each for site in sites(state.board) for each in state.board.within(site, 1)}
    return hex in near and all(kind_of(unit) == "revolutionary guard" for unit in attackers)
