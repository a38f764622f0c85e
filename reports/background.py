"""The background of a scenario, where the very scenario that was played is at hand."""

from adjudication.scenario import known_scenario
from domain.errors import BadData, NotFound
from domain.game import Game
from reports.names import one_line


def background(game: Game) -> list[str]:
    """Its paragraphs; none when the scenario is not here, or is another one by now."""
    try:
        scenario = known_scenario(game.opened.system, game.opened.scenario)
    except (NotFound, BadData):
        return []
    if scenario.digest != game.opened.scenario_digest:
        return []
    return [one_line(part) for part in scenario.background.split("\n\n") if part.strip()]
