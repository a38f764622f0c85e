"""The background of a scenario: what its readers should know before play."""

from typing import NamedTuple

from domain.events.seen import held
from domain.game.game import Game
from domain.views.view import WHITE
from reports.words.names import Names, capital, one_line


class Background(NamedTuple):
    """A text of a scenario's background. whose: empty if everyone may know it, else the name for its
    heading. own: whether it is the viewer's own."""

    whose: str
    paragraphs: list[str]
    own: bool = False


def background(game: Game, viewer: str = WHITE) -> list[Background]:
    """What the viewer may know of the background, the text for everyone first; a side's own text has no
    heading."""
    texts = game.opened.background
    told = [who for who in texts if viewer == WHITE or who in ("", *held(viewer))]
    names = Names(game.state, viewer)
    return [
        Background(_heading(who, viewer, names), _paragraphs(texts[who]), who in held(viewer))
        for who in sorted(told, key=lambda who: (who != "", who == WHITE))
    ]


def mission(game: Game, side: str, role: str = "") -> list[str]:
    """The text of a side for itself; with a role, also the text for that role."""
    texts = game.opened.background
    whose = [*held(side), *(f"{one}/{role}" for one in held(side) if role)]
    return [part for who in whose for part in _paragraphs(texts.get(who, ""))]


def _heading(who: str, viewer: str, names: Names) -> str:
    if who in ("", viewer) and who != WHITE:
        return ""
    if who == WHITE:
        return "White cell only"
    side, _, role = who.partition("/")
    return f"{one_line(role)} of {names.side(side)} only" if role else f"{capital(names.side(side))} only"


def _paragraphs(text: str) -> list[str]:
    return [one_line(part) for part in text.split("\n\n") if part.strip()]
