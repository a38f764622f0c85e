"""What fights of the later scenarios are worth: results of the RAF Table, units lost, areas."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import adjudication.systems.somalia.later.courts as courts
from adjudication.systems.somalia.later.units import courts_2006, mogadishu
from adjudication.systems.somalia.player.judging import SUMS
from adjudication.systems.somalia.table.forces import firepower
from adjudication.systems.somalia.table.raf import LED
from adjudication.systems.somalia.table.sides import COURTS
from adjudication.systems.somalia.table.zones import SOUTH, tagged
from domain.table.derived import derived
from domain.table.state import Piece, State


class Exchange(NamedTuple):
    """What a fight comes to on the average: the worth of the units that the enemy and oneself lose, and the
    chance that the enemy is gone and somebody of one's own is left."""

    gained: float
    lost: float
    cleared: float


@derived
def results(state: State, strength: int, led: bool = False) -> tuple[tuple[int, float], ...]:
    """Each result of fire of so much Firepower, with its chance."""
    if strength <= 0:
        return ((0, 1.0),)
    table = state.tables["raf"]
    found = Counter(
        int(table.look_up({"firepower": strength, "roll": roll + LED * led})[1]["result"] or 0)
        for roll in SUMS
    )
    return tuple((number, count / len(SUMS)) for number, count in sorted(found.items()))


def worth(state: State, units: Sequence[Piece]) -> float:
    """What units cost to buy (icu2006.economics.d, war2006.economics.b)."""
    return 2.0 * len(units) if courts_2006(state) else float(firepower(units))


def exchange(state: State, ours: Sequence[Piece], theirs: Sequence[Piece], *, led: bool = False) -> Exchange:
    """One side fires, and what it leaves of the other fires back. Each loses its weakest units first."""
    ours, theirs = (sorted(units, key=lambda unit: firepower([unit])) for units in (ours, theirs))
    gained = lost = cleared = 0.0
    for number, chance in results(state, firepower(ours), led):
        gained += chance * worth(state, theirs[:number])
        left = theirs[number:]
        if not left:
            cleared += chance
            continue
        for back, likely in results(state, firepower(left)):
            lost += chance * likely * worth(state, ours[:back])
    return Exchange(gained, lost, cleared)


def most_killed(state: State, strength: int) -> int:
    """How many units fire of so much Firepower can eliminate at most; with a Leader's help."""
    return max(number for number, _ in results(state, strength, True))


# --- areas -------------------------------------------------------------------------------------------


def value(state: State, side: str, zone: str) -> float:
    """What it is worth to a side to hold an area: the Supply Points that it still brings, and the victory."""
    if courts_2006(state):
        seasons = sum(turn >= state.turn for turn in courts.SEASONS)
        in_city = zone in mogadishu(state)
        points = seasons * (2.0 if in_city else 1.0)
        return points + (2.0 if in_city else 1.0) * HASTE.get(state.turn, 1.0)
    return 2.0 + (1.0 if zone in tagged(state.board, SOUTH) and side == COURTS else 0.0)


HASTE = {7: 3.0, 8: 10.0}
"""Turn of 2006 -> how much more an area is worth then, since victory is judged after turn 8."""
