"""Reading a drawn map in tests."""

import re
from xml.etree import ElementTree

from domain.events import BoardData
from domain.table.board import Board
from domain.table.state import State
from domain.views.view import knows
from tests.reports.games import ramadi

SVG = "{http://www.w3.org/2000/svg}"
REFERENCE = re.compile(r"""(?:href|src)\s*=\s*["'](?!#)|url\((?!#)""")


def hidden_words(state: State, viewer: str) -> set[str]:
    """What would name a piece that the viewer does not know."""
    public = {kind.name for kind in state.kinds.values()}
    unknown = [p for p in state.pieces.values() if not knows(viewer, p.known_to)]
    known = {p.name for p in state.pieces.values() if knows(viewer, p.known_to)}
    return {piece.id for piece in unknown} | ({piece.name for piece in unknown} - public - known)


def names_any(text: str, words: set[str]) -> list[str]:
    """Which of the words stand in the text by themselves."""
    return [word for word in words if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)]


def in_play() -> State:
    """Ramadi with ISIS counters laid face down in a hex, and some ISF units on the map."""
    session = ramadi()
    game = session.game
    for piece, place in (
        ("ied-deep-1", "0806"),
        ("f-militia-1", "0806"),
        ("cts-1", "0407"),
        ("cts-2", "0407"),
    ):
        game.state.pieces[piece].place = place
    return game.state


def arrows_in(drawn: str) -> list[tuple[str, str]]:
    """The arrows of a drawing: the kind of each, and what it tells."""
    groups = [
        g for g in ElementTree.fromstring(drawn).iter(f"{SVG}g") if "arrow" in g.get("class", "").split()
    ]
    return [(g.get("class", "").split()[1], g.findtext(f"{SVG}title") or "") for g in groups]


def laid(board: BoardData) -> State:
    """A table with nothing on it but a board."""
    state = State()
    state.board = Board(board)
    return state


def drawn_spaces(drawn: str) -> dict[str, ElementTree.Element]:
    """The spaces of a drawing, each with its outline in it."""
    groups = ElementTree.fromstring(drawn).iter(f"{SVG}g")
    return {id: group for group in groups if (id := group.get("data-space")) is not None}
