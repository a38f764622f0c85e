"""Weather (2.3.5): rolled for each map when the turn marker advances (seq.7.J), and what it affects.

The charts are the scenario's: `weather` (which die face brings which weather on which map) and
`weather-effects` (what is promoted or demoted in it).
"""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.charts import ANY, cell, rows
from adjudication.systems.ows.ladder import Shift
from adjudication.systems.ows.settings import choice, number
from domain.table.state import State

R = citations("ows", __file__)

WEATHER = "weather"
"""Mark of the game: the weather on each map, by the map's id."""
CHART, EFFECTS = "weather", "weather-effects"
DETECTION, STRIKE, LANDING = "detection", "air strike", "landing"
"""What weather affects: attempts to detect units, strikes by aircraft, amphibious landings."""


def weather_maps(state: State) -> list[str]:
    """The maps that have weather, in the order of the chart."""
    return list(dict.fromkeys(str(row["map"]) for row in rows(state, CHART)))


def roll_weather(umpire: Umpire) -> None:
    """The weather of the coming turn, map by map."""
    state = umpire.state
    found = dict(state.mark("game", WEATHER) or {})
    for map in weather_maps(state):
        name = state.board.data.maps[map].name if map in state.board.data.maps else map
        face = umpire.roll(number(state, "weather_die"), f"weather, {name or map}", rule=R["seq.7.J"])
        found[map] = str(umpire.look_up(CHART, map=map, die=face, rule=R["2.3.5"]).weather)
    if found:
        umpire.mark("game", WEATHER, found, rule=R["2.3.5"])


def weather(state: State, hex: str) -> str:
    """The weather in a hex; empty where there is none. In the first turn it is what the scenario says."""
    space = state.board.spaces.get(hex)
    if space is None or space.map not in weather_maps(state):
        return ""
    found = (state.mark("game", WEATHER) or {}).get(space.map)
    return str(found) if found else choice(state, "first_weather")


def weather_shifts(state: State, hex: str, affects: str) -> list[Shift]:
    """What the weather in a hex does to detections, strikes by aircraft, or landings there."""
    now = weather(state, hex)
    return [
        Shift(f"weather: {now}", cell(row, "rungs", 0), R["2.3.5"])
        for row in rows(state, EFFECTS)
        if now and row["weather"] == now and row["affects"] in (affects, ANY) and row.get("rungs")
    ]
