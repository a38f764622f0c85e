"""Weather (2.3.5): rolled as the turn marker advances (seq.7.J), and what it affects at sea and in the air.

The charts are the scenario's: `weather` says which face of a D6 brings which weather, on each `map` where it
has that column; `weather-effects` says by how many rungs a kind of roll is shifted in it.
"""

from typing import Any

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.charts import ANY, cell, rows
from adjudication.systems.ows.table.ladder import Shift
from adjudication.systems.ows.table.settings import choice
from domain.table.dice import D6
from domain.table.marks import Mark
from domain.table.state import State
from domain.texts import as_argument

R = citations("ows", __file__)
T = texts("ows")

WEATHER = Mark[dict[str, str]]("weather")
"""Mark of the game: the weather on each map that has a column of its own, else under EVERYWHERE."""
EVERYWHERE = "everywhere"
CHART, EFFECTS = "weather", "weather-effects"
ASW_ROLL, CLEARANCE_ROLL = "asw", "mine clearance"
"""What the chart of effects calls the rolls against submarines and mines."""


def weather_maps(state: State) -> list[str]:
    """The maps with weather of their own, or EVERYWHERE; none without a chart."""
    return list(dict.fromkeys(str(row.get("map", EVERYWHERE)) for row in rows(state, CHART)))


def roll_weather(umpire: Umpire) -> None:
    """The weather of the coming turn."""
    state = umpire.state
    found: dict[str, str] = {}
    for map in weather_maps(state):
        on_it: dict[str, Any] = {} if map == EVERYWHERE else {"map": map}
        known = state.board.data.maps.get(map)
        where = as_argument(known.name or map) if known is not None else None
        face = umpire.roll(D6, T("weather", map=where), rule=R["seq.7.J"])
        found[map] = str(umpire.look_up(CHART, **on_it, roll=face, rule=R["2.3.5"]).weather)
    if found:
        umpire.mark("game", WEATHER, found, rule=R["2.3.5"])


def weather(state: State, hex: str) -> str:
    """The weather in a hex; empty where there is none. In the first turn it is what the scenario says."""
    space = state.board.spaces.get(hex)
    maps = weather_maps(state)
    if space is None or not maps:
        return ""
    found = state.mark("game", WEATHER, {})
    for map in (space.map, EVERYWHERE):
        if map in maps:
            return str(found.get(map, choice(state, "first_weather")))
    return ""


def weather_shifts(state: State, hex: str, roll: str) -> list[Shift]:
    """What the weather in a hex does to a kind of roll, as the chart of effects calls it."""
    now = weather(state, hex)
    return [
        Shift(T("weather in force", weather=now), cell(row, "shift", 0), R["2.3.5"])
        for row in rows(state, EFFECTS)
        if now and row["weather"] == now and row["roll"] in (roll, ANY) and row.get("shift")
    ]
