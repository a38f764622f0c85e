"""The background of a scenario: what its readers are to know before play."""

from typing import NamedTuple

from adjudication.engine.scenario import known_scenario
from domain.errors import BadData, NotFound
from domain.events.seen import held
from domain.game.game import Game
from domain.views.view import WHITE
from reports.words.names import Names, capital, one_line


class Background(NamedTuple):
    """A text of a scenario's background. whose: empty when everyone may know it, else a name to head it."""

    whose: str
    paragraphs: list[str]


def background(game: Game, viewer: str = WHITE) -> list[Background]:
    """What the viewer may know of it, the text for everyone first; a side's own text has no heading.

    A log of an earlier version has no background: then that of the scenario that was played, where it is
    at hand.
    """
    texts = game.opened.background or _of_the_scenario(game)
    told = [who for who in texts if viewer == WHITE or who in ("", *held(viewer))]
    names = Names(game.state, viewer)
    return [
        Background(_heading(who, viewer, names), _paragraphs(texts[who]))
        for who in sorted(told, key=lambda who: (who != "", who == WHITE))
    ]


def _of_the_scenario(game: Game) -> dict[str, str]:
    try:
        scenario = known_scenario(game.opened.system, game.opened.scenario)
    except (NotFound, BadData):
        return {}
    return scenario.background if scenario.digest == game.opened.scenario_digest else {}


def _heading(who: str, viewer: str, names: Names) -> str:
    if who in ("", viewer) and who != WHITE:
        return ""
    return "White cell only" if who == WHITE else f"{capital(names.side(who))} only"


def _paragraphs(text: str) -> list[str]:
    return [one_line(part) for part in text.split("\n\n") if part.strip()]
