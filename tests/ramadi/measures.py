"""What docs/ramadi-calibration.md says of whole games beyond what a study tells: the city held, the
operations planned of those offered, the markers in use, the casualties in key objectives.

    python -m tests.ramadi.measures 1000                        games 1 to 1000 of the study
    python -m tests.ramadi.measures 200 operations=FILE.csv     with another table, and ours on the same dice

The games are those of `make calibrate`: the same seeds, so the same results.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev

import msgspec

from adjudication.chances.playout import Playout, luck_of
from adjudication.chances.spreads import Z95
from adjudication.chances.study import seed_of
from adjudication.engine.games.systems import load
from adjudication.systems.ramadi.table.board import government_complex, objectives, worth
from adjudication.systems.ramadi.table.counters import ISF, markers_left
from adjudication.systems.ramadi.table.ground import held_hexes
from cli.white_cell.charts_files import read_table
from domain.events import Event, LookedUp, Marked, OrderGiven, TableData
from domain.table.state import State
from tests.table import laid

SEED = 20151222
CITY = 38
MARKERS = 12


@dataclass
class Measures:
    """One game, counted as its orders come."""

    won: bool = False
    complex_held: bool = False
    city: float = 0.0
    isf: int = 0
    isis: int = 0
    casualties: int = 0
    offered: int = 0
    turns_with_offers: int = 0
    turns_planned_out: int = 0
    operations: int = 0
    operations_won: int = 0
    objectives_entered: int = 0
    lost_in_objectives: int = 0
    markers: int = 0

    def __post_init__(self) -> None:
        self._offer = self._planned = 0
        self._winning = False

    def watch(self, given: OrderGiven, events: Sequence[Event], state: State) -> None:
        """Count an order and what came of it."""
        objective = given.order == "execute" and given.arguments["target"] in objectives(state.board)
        for event in events:
            if isinstance(event, LookedUp) and event.table == "operations_results":
                self._winning = event.result["winner"] == ISF
                self.operations += 1
                self.operations_won += self._winning
                self.objectives_entered += self._winning and objective
            elif isinstance(event, LookedUp) and event.table == "operations":
                offer = event.result["operations"]
                assert isinstance(offer, int)
                self._offer, self._planned = offer, 0
                self.offered += offer
                self.turns_with_offers += offer > 0
            elif isinstance(event, Marked) and event.mark == "lost" and event.value is not None:
                self.lost_in_objectives += self._winning and objective
        if given.order == "plan":
            self._planned += 1
            self.turns_planned_out += self._planned == self._offer
        self.markers = max(self.markers, MARKERS - len(markers_left(state)))

    def end(self, state: State) -> None:
        """Count what the game came to."""
        held = held_hexes(state)
        self.won = state.verdict is not None and state.verdict.winner == ISF
        self.complex_held = government_complex(state.board) in held
        self.city = sum(worth(state.board, hex) > 0 for hex in held) / CITY
        self.isf, self.isis = state.track("isf_vp"), state.track("isis_vp")
        self.casualties = state.track("casualties")


def measured(games: Sequence[int], tables: dict[str, TableData]) -> Iterator[Measures]:
    """Those games of the study, by their numbers, with some tables in the place of ours."""
    base = laid("ramadi", dice="sampled", time="").state
    for name, data in tables.items():
        base.lay_table(name, data)
    system = load("ramadi")
    policy = system.policy("sensible")
    for number in games:
        state, found = base.copy(), Measures()
        dice, chance = luck_of(seed_of(SEED, number))

        def watch(
            given: OrderGiven, events: Sequence[Event], found: Measures = found, state: State = state
        ) -> None:
            found.watch(given, events, state)

        playout = Playout(system, state, policy, dice, chance, watch)
        playout.begin()
        playout.play()
        found.end(state)
        yield found


def summary(found: Sequence[Measures]) -> dict[str, float]:
    """Shares and means over the games."""

    def share(part: str, whole: str) -> float:
        count: int = sum(getattr(game, whole) for game in found)
        counted: int = sum(getattr(game, part) for game in found)
        return counted / max(1, count)

    means = ("won", "complex_held", "isf", "isis", "casualties", "offered", "operations", "city")
    return {
        "games": len(found),
        **{name: fmean(getattr(game, name) for game in found) for name in means},
        "city in won games": fmean([game.city for game in found if game.won] or [0.0]),
        "turns planned out": share("turns_planned_out", "turns_with_offers"),
        "operations won": share("operations_won", "operations"),
        "lost in objectives": share("lost_in_objectives", "objectives_entered"),
        "most markers in use": fmean(game.markers for game in found),
        "all markers in use": fmean(game.markers == MARKERS for game in found),
    }


def spread(values: Sequence[float]) -> str:
    """The mean, and what a tenth, three, five, seven and nine tenths of the values do not go beyond."""
    ordered = sorted(values)
    parts = (ordered[(len(ordered) - 1) * tenths // 10] for tenths in (1, 3, 5, 7, 9))
    return f"{fmean(values):8.1f}  " + "".join(f"{round(part):6d}" for part in parts)


def spreads(found: Sequence[Measures]) -> dict[str, str]:
    """How the games spread."""
    return {
        "ISF points": spread([game.isf for game in found]),
        "ISIS points": spread([game.isis for game in found]),
        "ISF lead": spread([game.isf - game.isis for game in found]),
        "ISF casualties": spread([game.casualties for game in found]),
        "operations offered": spread([game.offered for game in found]),
        "operations executed": spread([game.operations for game in found]),
        "city hexes held": spread([round(game.city * CITY) for game in found]),
        "percent in won games": spread([100 * game.city for game in found if game.won] or [0]),
    }


def difference(found: Sequence[Measures], ours: Sequence[Measures]) -> str:
    """By how many percentage points more games are won than by our tables, with the 95 % interval from the
    differences game by game."""
    by = [100 * (game.won - own.won) for game, own in zip(found, ours, strict=True)]
    half = Z95 * stdev(by) / len(by) ** 0.5 if len(by) > 1 else float("inf")
    return f"{fmean(by):+10.1f} ({fmean(by) - half:+.1f} to {fmean(by) + half:+.1f})"


def main(arguments: list[str]) -> None:
    games = int(arguments[0]) if arguments else 100
    own = laid("ramadi").state.tables
    tables = {}
    for argument in arguments[1:]:
        name, _, file = argument.partition("=")
        data = own[name].data
        tables[name] = msgspec.structs.replace(data, rows=read_table(Path(file), data).rows)
    numbers = range(1, games + 1)
    found = list(measured(numbers, tables))
    for name, value in summary(found).items():
        print(f"{name:<22}{value:10.3f}")
    for name, line in spreads(found).items():
        print(f"{name:<22}{line}")
    if tables:
        print(f"{'won, against ours':<22}{difference(found, list(measured(numbers, {})))}")


if __name__ == "__main__":
    main(sys.argv[1:])
