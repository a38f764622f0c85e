"""Whole games of Ramadi for tests: opened by a seed, with any combination of the options."""

from pathlib import Path

from adjudication.engine.session import Session
from domain.events import Value
from domain.game.chain import Entry
from tests.ramadi.table import SCENARIO
from tests.table import Table

DATA = Path(__file__).parents[2] / "scenarios" / "ramadi"
TIME = "2015-12-22T06:00:00Z"
OPTIONS = tuple(option for option, default in SCENARIO.options.items() if default is False)
READINGS: dict[str, Value] = {
    "units_keep_zone": False,
    "movement_at_once": False,
    "attacks_on_markers": "points",
    "nobody_advances": "neither",
    "game_end_roll": "planning",
}
"""The other reading of each passage that the document leaves open, by its option."""


def combination(number: int) -> dict[str, Value]:
    """The options that are on in the bits of a number; 0 is the game as it comes. The bit behind those of the
    options takes the other reading everywhere."""
    chosen: dict[str, Value] = {option: bool(number >> bit & 1) for bit, option in enumerate(OPTIONS)}
    return chosen | (READINGS if number >> len(OPTIONS) & 1 else {})


def new_game(seed: int, options: dict[str, Value] | None = None, scenario: str = "") -> Session:
    """A game at the start of its set-up, with sealed dice that the seed gives again."""
    return Table("ramadi", scenario, options, seed=seed, game=f"{seed:032x}", name=f"seed {seed}").session


def with_air_in_reserve(folder: Path) -> str:
    """A scenario of somebody's own, written there, whose counters file leaves the air assets in reserve."""
    for path in DATA.glob("*.yaml"):
        text = path.read_text(encoding="utf-8").replace("at: air-available", "at: reserve")
        (folder / path.name).write_text(text, encoding="utf-8")
    return str(folder / "historical.yaml")


def entries(session: Session) -> list[Entry]:
    """The log of a game that was never saved, chained."""
    return session.game.unsaved()
