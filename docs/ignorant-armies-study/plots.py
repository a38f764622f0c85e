"""Draws the figures of docs/ignorant-armies-study.md from the games of the study.

python docs/ignorant-armies-study/plots.py STUDY/games.parquet
"""

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import matplotlib
import pyarrow.parquet as pq

matplotlib.use("svg")
from matplotlib import pyplot

HERE = Path(__file__).parent
YEARS = range(1980, 1989)
POLICIES = ("calendar", "offensives")
COLOURS = {
    "ceasefire: UN Resolution 598": "#0072B2",
    "ceasefire: Khomeini accepts": "#56B4E9",
    "decisive victory": "#D55E00",
}
NAMES = {
    "ceasefire: UN Resolution 598": "ceasefire, event 11",
    "ceasefire: Khomeini accepts": "ceasefire, event 65",
    "decisive victory": "coup in Baghdad, event 66",
}


def year_of(turn: int) -> int:
    """The year of a game-turn: autumn 1980, then four a year."""
    return 1980 if turn < 2 else 1981 + (turn - 2) // 4


def endings(games: list[dict[str, Any]]) -> None:
    """How games ended in each year before the calendar was over, as shares of all games."""
    figure, both = pyplot.subplots(1, 2, figsize=(9, 3.2), sharey=True)
    for axes, policy in zip(both, POLICIES, strict=True):
        played = [game for game in games if game["policy"] == policy]
        count = Counter((game["reason"].partition(";")[0], year_of(game["turns"])) for game in played)
        below = [0.0] * len(YEARS)
        for reason, colour in COLOURS.items():
            shares = [
                100
                * sum(n for (why, when), n in count.items() if when == year and why.startswith(reason))
                / len(played)
                for year in YEARS
            ]
            axes.bar([str(year) for year in YEARS], shares, bottom=below, color=colour, label=NAMES[reason])
            below = [a + b for a, b in zip(below, shares, strict=True)]
        axes.set_title(f"policy {policy}", fontsize=10)
        axes.tick_params(axis="x", labelrotation=60)
        axes.set_ylim(0, 11)
        axes.spines[["top", "right"]].set_visible(False)
    both[0].set_ylabel("% of all games")
    both[0].legend(frameon=False, fontsize=8, loc="upper left")
    figure.tight_layout()
    figure.savefig(HERE / "endings.svg", metadata={"Date": None})


def index(games: list[dict[str, Any]]) -> None:
    """Where the victory index stands after the event of each game-turn, in the games that go on."""
    figure, both = pyplot.subplots(1, 2, figsize=(9, 3.0), sharey=True)
    for axes, policy in zip(both, POLICIES, strict=True):
        played = [game for game in games if game["policy"] == policy]
        turns = range(2, 33)
        rows = [
            sorted(value for game in played if (value := game.get(f"points_by.iran.{turn - 1}")) is not None)
            for turn in turns
        ]
        for low, high, alpha in ((0.05, 0.95, 0.2), (0.25, 0.75, 0.35)):
            lows, highs = ([row[int(at * (len(row) - 1))] for row in rows] for at in (low, high))
            axes.fill_between(turns, lows, highs, color="#0072B2", alpha=alpha, linewidth=0, step="mid")
        axes.plot(turns, [sum(row) / len(row) for row in rows], color="#003b5c", linewidth=2)
        axes.axhline(0, color="#888", linewidth=0.8)
        axes.set_xticks([2, *range(6, 31, 4)], [str(year) for year in YEARS[1:]], rotation=60)
        axes.set_title(f"policy {policy}", fontsize=10)
        axes.spines[["top", "right"]].set_visible(False)
    both[0].set_ylabel("victory index")
    figure.tight_layout()
    figure.savefig(HERE / "index.svg", metadata={"Date": None})


if __name__ == "__main__":
    matplotlib.rcParams.update({"svg.hashsalt": "study", "svg.fonttype": "none", "font.size": 9})
    every = pq.read_table(sys.argv[1]).to_pylist()
    endings(every)
    index(every)
