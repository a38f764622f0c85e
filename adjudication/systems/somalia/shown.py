"""Who controls what and who is ahead, as maps and reports show it: of the base game or a later scenario."""

import adjudication.systems.somalia.later.telling as telling
import adjudication.systems.somalia.table.holding as holding
import adjudication.systems.somalia.table.standings as standings
from adjudication.systems.somalia.table.sides import BASE, game
from domain.table.state import State


def control(state: State) -> dict[str, str]:
    """Zone or area -> the side that controls it."""
    return holding.control(state) if game(state) == BASE else telling.control(state)


def standing(state: State) -> dict[str, int]:
    """The Victory Points of each side; in the later scenarios, which have none, the areas that it holds."""
    return standings.standing(state) if game(state) == BASE else telling.standing(state)
