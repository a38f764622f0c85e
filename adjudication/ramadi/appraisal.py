"""What a commander can work out from what lies open: chances of an operation, and what ground is worth.

Only public knowledge enters: the counter mix, the tables, the map. Never a face-down counter. Probabilities
are counted in whole numbers out of `OUT_OF`, values in hundredths of a victory point.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from adjudication.ramadi.ground import OBJECTIVE_POINTS, combat, targets_from, worth
from adjudication.ramadi.operations import ELIMINATED, GOVERNMENT_COMPLEX
from domain.board import Board
from domain.state import State
from domain.tables import Table

POINT = 100
"""Hundredths in a victory point."""

OUT_OF = 10_000
CASUALTY_COST = 150
"""A casualty is one ISIS point, a unit away for three turns, and a slower tempo ever after."""
DEFEAT_COST = 100
GOVERNMENT_COMPLEX_BONUS = 1500
"""Without it the game is lost whatever the points."""
PULL = (100, 62, 38, 24, 15, 9, 6, 4, 2, 1)
"""How much of an objective's worth is felt at each distance from it, in hundredths."""


class Chances(NamedTuple):
    """Of an operation, out of OUT_OF: that the ISF wins, and casualties expected then and otherwise."""

    win: int
    casualties_won: int
    casualties_lost: int


def defence_spread(state: State) -> tuple[tuple[int, int], ...]:
    """(total, weight) of ISIS counters and die, from the counter mix still in the game."""
    groups: dict[str, list[int]] = {"ied": [], "fighters": [], "isis asset": []}
    for piece in state.pieces.values():
        if piece.kind.group in groups and piece.kind_id != "attack" and piece.place != ELIMINATED:
            groups[piece.kind.group].append(combat(piece))
    return _spread(
        tuple(sorted(groups["ied"])),
        tuple(sorted(groups["fighters"])),
        tuple(sorted(groups["isis asset"])),
    )


@lru_cache(maxsize=64)
def _spread(*pools: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return _sums([*pools, (1, 2, 3, 4, 5, 6)])


def _sums(addends: Iterable[tuple[int, ...]]) -> tuple[tuple[int, int], ...]:
    totals = {0: 1}
    for values in addends:
        after: dict[int, int] = {}
        for total, weight in totals.items():
            for value in values:
                after[total + value] = after.get(total + value, 0) + weight
        totals = after
    return tuple(sorted(totals.items()))


@lru_cache(maxsize=4096)
def chances(
    table: Table, spread: tuple[tuple[int, int], ...], strength: int, best_of_two: bool, trap: int
) -> Chances:
    """The chances of an operation of that strength before the die. `trap` is added to casualty rolls."""
    own = _BEST_OF_TWO if best_of_two else _ONE_DIE
    all_weight = sum(weight for _, weight in spread) * sum(weight for _, weight in own)
    win = won = lost = 0
    for die, die_weight in own:
        for defence, weight in spread:
            _, row = table.look_up({"difference": strength + die - defence})
            both = die_weight * weight
            if row["winner"] == "isf":
                win += both
                won += both * _sixths(row["casualty_on"], trap)
            elif row["automatic"]:
                lost += both * 12
            else:
                lost += both * _sixths(row["casualty_on"], 0)
    return Chances(
        win * OUT_OF // all_weight, won * OUT_OF // 6 // all_weight, lost * OUT_OF // 6 // all_weight
    )


_ONE_DIE = tuple((face, 1) for face in range(1, 7))
_BEST_OF_TWO = tuple((face, 2 * face - 1) for face in range(1, 7))


def _sixths(target: object, trap: int) -> int:
    """How many faces of a D6 cause a casualty."""
    return sum(face + trap >= target for face in range(1, 7)) if isinstance(target, int) else 0


@lru_cache(maxsize=16)
def distances(board: Board) -> dict[str, dict[str, int]]:
    """Objective -> hex -> hexes to enter from there, over enterable ground."""
    found: dict[str, dict[str, int]] = {}
    for space in board.data.spaces:
        if space.terrain == "objective":
            steps = {space.id: 0}
            queue = [space.id]
            for hex in queue:
                for other in board.neighbours[hex]:
                    if other not in steps:
                        steps[other] = steps[hex] + 1
                        queue.append(other)
            found[space.id] = steps
    return found


def points(board: Board, hex: str) -> int:
    """What holding a hex is worth at the end, in hundredths."""
    bonus = GOVERNMENT_COMPLEX_BONUS if board.spaces[hex].name == GOVERNMENT_COMPLEX else 0
    return worth(board, hex) * POINT + bonus


class Appraisal:
    """The ground as it is now: what each hex would add when taken."""

    def __init__(self, state: State, held: Iterable[str], last_turn: int) -> None:
        self.board = state.board
        self.turns_left = last_turn - state.turn
        self.table = state.tables["operations_results"]
        self.terrain = state.tables["terrain"]
        self.spread = defence_spread(state)
        self.held = dict.fromkeys(held)
        starts = [*self.held, *(s.id for s in state.board.data.spaces if s.terrain == "deployment")]
        self._nearest = {
            objective: min(steps.get(hex, 99) for hex in starts)
            for objective, steps in distances(state.board).items()
            if objective not in self.held
        }
        self._values: dict[str, int] = {}
        self._best: dict[tuple[str, int, int], int] = {}

    def value(self, hex: str) -> int:
        """Points, and how much nearer it brings the objectives not held yet, in hundredths."""
        value = self._values.get(hex)
        if value is None:
            value = points(self.board, hex)
            for objective, nearest in self._nearest.items():
                steps = distances(self.board)[objective].get(hex, 99)
                if 0 < steps < nearest and steps <= self.turns_left:
                    whole = max(OBJECTIVE_POINTS * POINT, points(self.board, objective))
                    value += whole * (_pull(steps) - _pull(nearest)) // 100
            self._values[hex] = value
        return value

    def worth_of_operation(
        self, target: str, strength: int, *, best_of_two: bool = False, ied_cancelled: bool = False
    ) -> int:
        """What an operation may be expected to bring, in hundredths; `strength` is units and assets."""
        terrain = self.board.spaces[target].terrain
        _, row = self.terrain.look_up({"terrain": terrain})
        modifier = row["modifier"]
        assert isinstance(modifier, int)
        trap = 3 if terrain == "objective" else 0
        relief = 1 if ied_cancelled else 0
        odds = chances(self.table, self.spread, strength + modifier + relief, best_of_two, trap)
        gain = odds.win * self.value(target) - odds.casualties_won * CASUALTY_COST
        cost = (OUT_OF - odds.win) * DEFEAT_COST + odds.casualties_lost * CASUALTY_COST
        return (gain - cost) // OUT_OF

    def best_attack(self, hex: str, lead: int, follow_up: int) -> int:
        """The best operation that units of those factors could make from a hex; 0 when none pays."""
        key = (hex, lead, follow_up)
        best = self._best.get(key)
        if best is None:
            strength = lead + min(lead, follow_up)
            best = max(
                (
                    self.worth_of_operation(target, strength)
                    for target in targets_from(self.board)[hex]
                    if target not in self.held
                ),
                default=0,
            )
            self._best[key] = best = max(best, 0)
        return best


def _pull(steps: int) -> int:
    return PULL[steps] if steps < len(PULL) else 0
