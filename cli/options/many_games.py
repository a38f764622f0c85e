"""The options of commands that play many games, or name the best of many orders."""

from typing import Annotated, Any

import typer


def number_of_games(least: int | None = None, most: int | None = None) -> Any:
    """The option for a number of games between these bounds."""
    about = "How many games to play (from each point, of each variant)."
    return typer.Option("--games", metavar="N", help=about, min=least, max=most)


def seed_from(least: int | None = None) -> Any:
    """The option for a seed that is no less."""
    return typer.Option("--seed", metavar="N", help="The same seed gives the same result.", min=least)


Games = Annotated[int, number_of_games()]
Seed = Annotated[int, seed_from()]
Top = Annotated[int, typer.Option("--top", metavar="N", help="How many orders to name.", min=1)]
Workers = Annotated[
    int | None, typer.Option("--workers", metavar="N", help="Processes; by default one for each core.")
]
WhoPlays = Annotated[
    str | None, typer.Option("--policy", metavar="POLICY", help="Who plays; left out: its best player.")
]
