"""What a commander can work out from what lies open: chances of an operation, and what ground is worth.

Only public knowledge enters: the counter mix, the tables, the map. Never a face-down counter. Probabilities
are counted in whole numbers out of `OUT_OF`, values in hundredths of a victory point.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from adjudication.systems.ramadi.phases.operations import BOOBY_TRAP
from adjudication.systems.ramadi.table.board import (
    OBJECTIVE_POINTS,
    contested_hexes,
    government_complex,
    objectives,
    targets_from,
    worth,
)
from adjudication.systems.ramadi.table.counters import ELIMINATED, combat
from adjudication.systems.ramadi.table.ground import held_hexes, network_of
from adjudication.systems.ramadi.table.turns import LAST_TURN
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import State
from domain.table.tables import Table

POINT = 100
"""Hundredths in a victory point."""

OUT_OF = 10_000
GOVERNMENT_COMPLEX_BONUS = 1500
"""Without it the game is lost whatever the points."""
ADVANCE = 60
"""Chance in hundredths that a planned step towards an objective succeeds in a turn."""
TEMPO = 2
"""What a casualty costs in each turn that is left: the more there are, the fewer operations (6.1)."""
ABSENCE = 4
"""What a turn without a unit costs for each point of its combat factor; it misses three (6.7)."""
OTHER_FRONT = 50
"""Worth in hundredths of coming nearer on a front while another front is nearer still."""
NET = 60
"""What an objective brings less what its taking costs, in hundredths of its points."""
HIGHEST_FACTOR = 9
"""A stronger lead, which only a house counter can be, is no dearer."""
FAR = 99
"""Steps to what cannot be reached."""
FOOTHOLD = 60
"""What a link in the chain is worth beside its points: losing it costs an operation to retake it."""

ISIS_GROUPS = ("ied", "fighters", "isis asset")

Frontier = list[list[tuple[str, list[str]]]]
"""Targets of one terrain after another, each with the hexes that it can be attacked from."""
Spread = tuple[tuple[int, int], ...]
"""Totals that ISIS may reach, each with its weight."""


class Support(NamedTuple):
    """What assets add to an operation: strength, a second die, and no IEDs to meet."""

    strength: int = 0
    best_of_two: bool = False
    no_ieds: bool = False


NO_SUPPORT = Support()


class Chances(NamedTuple):
    """Of an operation, out of OUT_OF: that the ISF wins, the casualties to be expected of a pair, and of a
    unit alone that it wins and survives, and that it falls; of a pair that both fall, and that one falls
    while the other has to advance."""

    win: int
    casualties: int
    alone_wins: int
    alone_falls: int
    pair_falls: int
    pair_leaves: int


def defence_spread(state: State, *groups: str) -> Spread:
    """(total, weight) of ISIS counters and die, from the counter mix still in the game."""
    return _spread(
        *(
            tuple(
                sorted(
                    combat(piece)
                    for piece in state.of_group(group)
                    if piece.kind_id != "attack" and piece.place != ELIMINATED
                )
            )
            for group in groups or ISIS_GROUPS
        )
    )


@derived
def _spread(*pools: tuple[int, ...]) -> Spread:
    totals = {0: 1}
    for values in (*pools, (1, 2, 3, 4, 5, 6)):
        after: dict[int, int] = {}
        for total, weight in totals.items():
            for value in values:
                after[total + value] = after.get(total + value, 0) + weight
        totals = after
    return tuple(sorted(totals.items()))


class Odds:
    """The chances of operations by the tables in force and the counter mix in the game."""

    def __init__(self, results: Table, terrain: Table, spreads: tuple[Spread, Spread]) -> None:
        self._results = results
        self._terrain = terrain
        self._spreads = spreads
        self._found: dict[tuple[str, int, bool, bool], Chances] = {}

    def of(self, terrain: str, strength: int, best_of_two: bool, no_ieds: bool) -> Chances:
        """The chances of that strength (units and assets) against that terrain."""
        key = (terrain, strength, best_of_two, no_ieds)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._work_out(*key)
        return found

    def _work_out(self, terrain: str, strength: int, best_of_two: bool, no_ieds: bool) -> Chances:
        _, row = self._terrain.look_up({"terrain": terrain})
        modifier = row["modifier"]
        assert isinstance(modifier, int)
        trap = BOOBY_TRAP if terrain == "objective" else 0
        own = _BEST_OF_TWO if best_of_two else _ONE_DIE
        spread = self._spreads[no_ieds]
        all_weight = sum(weight for _, weight in spread) * sum(weight for _, weight in own)
        differences: dict[int, int] = {}
        for die, die_weight in own:
            for defence, weight in spread:
                difference = strength + modifier + die - defence
                differences[difference] = differences.get(difference, 0) + die_weight * weight
        win = sixths = alone_wins = alone_falls = pair_falls = pair_leaves = 0
        for difference, weight in differences.items():
            _, row = self._results.look_up({"difference": difference})
            if row["winner"] == "isf":
                falls = _sixths(row["casualty_on"], trap)
                win += weight
                alone_wins += weight * (6 - falls)
                pair_leaves += weight * falls
            elif row["automatic"]:
                falls = 12
                pair_falls += weight
            else:
                falls = _sixths(row["casualty_on"], 0)
            sixths += weight * falls
            alone_falls += weight * min(falls, 6)
        return Chances(
            win * OUT_OF // all_weight,
            sixths * OUT_OF // 6 // all_weight,
            alone_wins * OUT_OF // 6 // all_weight,
            alone_falls * OUT_OF // 6 // all_weight,
            pair_falls * OUT_OF // all_weight,
            pair_leaves * OUT_OF // 6 // all_weight,
        )


_ONE_DIE = tuple((face, 1) for face in range(1, 7))
_BEST_OF_TWO = tuple((face, 2 * face - 1) for face in range(1, 7))


def _sixths(target: object, trap: int) -> int:
    """How many faces of a D6 cause a casualty."""
    return sum(face + trap >= target for face in range(1, 7)) if isinstance(target, int) else 0


@derived
def distances(board: Board) -> dict[str, tuple[int, ...]]:
    """Hex -> for each objective the hexes to enter from there to it, over enterable ground."""
    found = []
    for objective in objectives(board):
        steps = {objective: 0}
        queue = [objective]
        for hex in queue:
            for other in board.neighbours[hex]:
                if other not in steps:
                    steps[other] = steps[hex] + 1
                    queue.append(other)
        found.append(steps)
    return {hex: tuple(steps.get(hex, FAR) for steps in found) for hex in board.spaces}


@derived
def prospect(steps: int, turns: int) -> int:
    """Chance in hundredths of so many steps forward, at most one a turn, in the turns that are left."""
    if steps == 0:
        return 100
    if steps > turns:
        return 0
    return (ADVANCE * prospect(steps - 1, turns - 1) + (100 - ADVANCE) * prospect(steps, turns - 1)) // 100


@derived
def _prospects(turns: int) -> list[int]:
    """The prospect of each number of steps."""
    return [prospect(steps, turns) for steps in range(FAR + 1)]


@derived
def hanging_on(board: Board, held: frozenset[str]) -> dict[str, int]:
    """Held hex with a line of communication -> the points that would go with it: its own, and those of all
    hexes whose every line runs through it. (Cut vertices, by depth-first search from the deployment hexes.)
    """
    contested = contested_hexes(board)
    order: dict[str, int] = {}
    reaches_back: dict[str, int] = {}
    behind: dict[str, int] = {}
    hanging: dict[str, int] = {}

    def visit(hex: str) -> None:
        order[hex] = reaches_back[hex] = len(order) + 1
        behind[hex] = hanging[hex] = worth(board, hex)
        for other in board.neighbours[hex]:
            if other not in held:
                if other not in contested:  # a deployment hex
                    reaches_back[hex] = 0
            elif other in order:
                reaches_back[hex] = min(reaches_back[hex], order[other])
            else:
                visit(other)
                behind[hex] += behind[other]
                reaches_back[hex] = min(reaches_back[hex], reaches_back[other])
                if reaches_back[other] >= order[hex]:
                    hanging[hex] += behind[other]

    for space in board.data.spaces:
        if space.zone != "contested":
            for hex in board.neighbours[space.id]:
                if hex in held and hex not in order:
                    visit(hex)
    return hanging


@derived
def stakes(board: Board, held: frozenset[str]) -> dict[str, int]:
    """Held hex -> what is lost with it, in hundredths: points, links of the chain, the Government Complex."""
    at_stake = {}
    for hex, lost in hanging_on(board, held).items():
        at_stake[hex] = lost * POINT + (FOOTHOLD if lost > worth(board, hex) else 0)
    complex = government_complex(board)
    if complex in held:
        at_stake[complex] = at_stake.get(complex, 0) + GOVERNMENT_COMPLEX_BONUS
    return at_stake


class Appraisal:
    """The ground as it is now: what each hex would add when taken, and what an operation may bring."""

    def __init__(self, board: Board, held: frozenset[str], turn: int, odds: Odds) -> None:
        self.board = board
        self.held = held
        self.at_stake = stakes(board, held)
        self._odds = odds
        self._turns_left = LAST_TURN - turn
        self._prospects = _prospects(self._turns_left)
        self._ground = network_of(board, held)
        self._cut_off = [
            hex for hex in contested_hexes(board) if hex in held and hex not in self._ground.zones
        ]
        self._nearest = {zone: self._nearest_from(hexes) for zone, hexes in self._ground.reach.items()}
        self._nearest_of_all = self._nearest_from(self._ground.zones)
        self._prizes = [self._prize(objective) for objective in objectives(board)]
        self._casualty = [self._casualty_cost(factor) for factor in range(HIGHEST_FACTOR + 1)]
        self._frontiers: dict[tuple[str, ...], Frontier] = {}
        self._values: dict[str, int] = {}
        self._nearest_fronts: dict[tuple[str, ...], list[int]] = {}
        self._worths: dict[tuple[int, int, bool, bool, bool], Worths] = {}

    def _nearest_from(self, hexes: Iterable[str]) -> list[int]:
        """Hexes to enter from the nearest of these to each objective."""
        steps = distances(self.board)
        far = (FAR,) * len(objectives(self.board))
        return [min(of_objective) for of_objective in zip(far, *(steps[hex] for hex in hexes), strict=True)]

    def _prize(self, objective: str) -> int:
        """What an objective will bring, less what its taking costs."""
        bonus = GOVERNMENT_COMPLEX_BONUS if objective == government_complex(self.board) else 0
        return OBJECTIVE_POINTS * POINT * NET // 100 + bonus

    def _casualty_cost(self, factor: int) -> int:
        """An ISIS point, fewer operations ever after, and a unit that is away for three turns."""
        return POINT + TEMPO * self._turns_left + ABSENCE * factor * min(3, self._turns_left)

    def frontier(self, zones: tuple[str, ...]) -> Frontier:
        """What can be attacked from the hexes linked to those zones, and from which of them: by terrain, the
        most valuable first."""
        found = self._frontiers.get(zones)
        if found is None:
            origins: dict[str, list[str]] = {}
            for hex in self._ground.linked[zones]:
                for target in self.targets(hex):
                    origins.setdefault(target, []).append(hex)
            by_terrain: dict[str, list[tuple[str, list[str]]]] = {}
            for target in sorted(origins, key=lambda target: (-self.value(target), target)):
                terrain = self.board.spaces[target].terrain
                by_terrain.setdefault(terrain, []).append((target, origins[target]))
            found = self._frontiers[zones] = list(by_terrain.values())
        return found

    def targets(self, hex: str) -> list[str]:
        """What can be attacked from a hex."""
        return [target for target in targets_from(self.board)[hex] if target not in self.held]

    def value(self, hex: str) -> int:
        """Points, those it joins up again, and how much nearer it brings the objectives not held yet."""
        value = self._values.get(hex)
        if value is None:
            value = worth(self.board, hex)
            if self._cut_off and any(other in self._cut_off for other in self.board.neighbours[hex]):
                value = max(value, network_of(self.board, self.held | {hex}).points - self._ground.points)
            value = value * POINT + self._progress(hex)
            if hex == government_complex(self.board):
                value += GOVERNMENT_COMPLEX_BONUS
            self._values[hex] = value
        return value

    def _progress(self, hex: str) -> int:
        """How much nearer a hex brings the front that it lies at to each objective; half as much when
        another front is nearer still."""
        zones, prospects = self._ground.zones, self._prospects
        fronts: dict[str, None] = {}
        for beside in self.board.neighbours[hex]:
            for zone in zones.get(beside, ()):
                fronts[zone] = None
        if not fronts:
            return 0
        progress = 0
        here = self._nearest_of(tuple(fronts))
        for steps, nearest, of_all, prize in zip(
            distances(self.board)[hex], here, self._nearest_of_all, self._prizes, strict=True
        ):
            if 0 < steps < nearest:
                gain = prize * (prospects[steps] - prospects[nearest]) // 100
                progress += gain * OTHER_FRONT // 100 if of_all < nearest else gain
        return progress

    def _nearest_of(self, fronts: tuple[str, ...]) -> list[int]:
        """Hexes to enter from the nearest of these fronts to each objective."""
        found = self._nearest_fronts.get(fronts)
        if found is None:
            steps = zip(*(self._nearest[zone] for zone in fronts), strict=True)
            found = self._nearest_fronts[fronts] = [min(of_fronts) for of_fronts in steps]
        return found

    def worth_of_operation(
        self, target: str, lead: int, strength: int, support: Support = NO_SUPPORT, alone: bool = False
    ) -> int:
        """What an operation may be expected to bring, in hundredths; lead and strength without assets. alone:
        there is no second unit to advance when the lead falls."""
        return self.worths(lead, strength, support, alone)[target]

    def worths(
        self, lead: int, strength: int, support: Support = NO_SUPPORT, alone: bool = False
    ) -> "Worths":
        """The same for any target."""
        added, best_of_two, no_ieds = support
        key = (lead, strength + added, best_of_two, no_ieds, alone)
        found = self._worths.get(key)
        if found is None:
            found = self._worths[key] = Worths(self, *key)
        return found

    def chances(
        self, target: str, strength: int, support: Support = NO_SUPPORT, alone: bool = False
    ) -> Chances:
        """The exact chances of an operation."""
        added, best_of_two, no_ieds = support
        found = self._odds.of(self.board.spaces[target].terrain, strength + added, best_of_two, no_ieds)
        return found._replace(win=found.alone_wins, casualties=found.alone_falls) if alone else found

    def cost_of_leaving(self, origin: str, target: str, chances: Chances, alone: bool, marker: bool) -> int:
        """What a force that is all there is in a held hex puts at risk there: the hex is lost with the whole
        force (5.2m), and when the force has to advance and no marker is left to keep it (5.2n)."""
        stake = self.at_stake.get(origin, 0)
        falls, leaves = (
            (chances.alone_falls, chances.alone_wins) if alone else (chances.pair_falls, chances.pair_leaves)
        )
        cost = stake * falls
        if not marker and origin in self.held:
            after = network_of(self.board, self.held - {origin} | {target})
            both = network_of(self.board, self.held | {target})
            cost += max(stake, (both.points - after.points) * POINT) * leaves
        return cost // OUT_OF

    def work_out_worth(
        self, target: str, lead: int, strength: int, best_of_two: bool, no_ieds: bool, alone: bool
    ) -> int:
        """The same, worked out; strength with assets."""
        terrain = self.board.spaces[target].terrain
        found = self._odds.of(terrain, strength, best_of_two, no_ieds)
        win, casualties = (found.alone_wins, found.alone_falls) if alone else (found.win, found.casualties)
        value = self._values[target] if target in self._values else self.value(target)
        gain = win * value - casualties * self._casualty[lead if lead < HIGHEST_FACTOR else HIGHEST_FACTOR]
        return (gain - (OUT_OF - win) * POINT) // OUT_OF


class Worths(dict[str, int]):
    """Target -> what a force with its assets may be expected to bring there, worked out when asked for."""

    def __init__(self, ground: Appraisal, *force: Any) -> None:
        self._ground = ground
        self._force = force

    def __missing__(self, target: str) -> int:
        worth = self[target] = self._ground.work_out_worth(target, *self._force)
        return worth


@derived
def appraisal(board: Board, held: frozenset[str], turn: int, odds: Odds) -> Appraisal:
    """The ground as it is when these hexes are held."""
    return Appraisal(board, held, turn, odds)


@derived
def odds_now(state: State) -> Odds:
    """The odds by the tables in force, with what is left of ISIS."""
    spreads = defence_spread(state), defence_spread(state, *ISIS_GROUPS[1:])
    return odds_by(state.tables["operations_results"], state.tables["terrain"], spreads)


@derived
def odds_by(results: Table, terrain: Table, spreads: tuple[Spread, Spread]) -> Odds:
    """The same for every game with these tables in which as much is left of ISIS, whichever counters."""
    return Odds(results, terrain, spreads)


@derived
def appraise(state: State) -> Appraisal:
    """The ground as it is in this state."""
    return appraisal(state.board, held_hexes(state), state.turn, odds_now(state))


def strength_of(lead: int, follow_up: int) -> int:
    """Of two units: the follow-up adds no more than the lead (6.4)."""
    return lead + min(lead, follow_up)
