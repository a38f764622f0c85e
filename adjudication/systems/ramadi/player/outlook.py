"""How the game stands for its outcome (5.2, 7.2), and what an ISIS attack would cost (6.6).

Without operations ISIS never attacks (6.3), so who holds the Government Complex and leads wins by standing
still. All of it is public.
"""

from collections.abc import Sequence
from typing import NamedTuple

from adjudication.systems.ramadi.phases.isis_attack import weakest_targets, worthwhile_markers
from adjudication.systems.ramadi.player.appraisal import OUT_OF, POINT, appraise
from adjudication.systems.ramadi.table.board import government_complex
from adjudication.systems.ramadi.table.counters import (
    ASSET_POOL,
    ATTACK,
    GROUND_UNIT,
    combat,
    markers_at,
    unit_counts,
)
from adjudication.systems.ramadi.table.ground import held_hexes, holds_government_complex, network, network_of
from adjudication.systems.ramadi.table.holding import TAKEN
from adjudication.systems.ramadi.table.turns import AT_THE_END, LAST_TURN
from domain.table.derived import derived
from domain.table.state import State
from domain.table.tables import Table

ISIS_FACTOR = 3  # 6.6e
FACES = range(1, 7)


class Outlook(NamedTuple):
    """lead: ISF points less those of ISIS. wins: whether the ISF wins when all stays as it is. last: the
    chance in sixths that this turn's operations are the last."""

    lead: int
    wins: bool
    last: int


@derived
def outlook(state: State) -> Outlook:
    """How the game stands now."""
    lead = state.track("isf_vp") - state.track("isis_vp")
    return Outlook(lead, lead > 0 and holds_government_complex(state), _sixths_to_end(state))


def _sixths_to_end(state: State) -> int:
    """Of six faces, those that end the game before the operations of the next turn (7.2)."""
    if state.turn >= LAST_TURN:
        return 6
    taken = state.mark("game", TAKEN)
    turn = state.turn if state.options.get("game_end_roll") == AT_THE_END else state.turn + 1
    if not state.options.get("variable_length") or taken is None or turn <= taken:
        return 0
    return max(0, min(6, turn + 6 - LAST_TURN))


def too_early_for_the_complex(state: State) -> bool:
    """Whether taking the Government Complex now would probably end the game behind (7.2)."""
    if not state.options.get("variable_length") or state.mark("game", TAKEN) is not None:
        return False
    ahead = outlook(state).lead + 5
    return ahead <= 0 and state.turn < LAST_TURN - 2


class Exposure(NamedTuple):
    """What an ISIS attack costs: the expected loss in hundredths of a point, and the most points that it can
    cost."""

    expected: int
    most: int


@derived
def exposure(state: State) -> Exposure:
    """What an ISIS attack would cost on the table as it is."""
    markers = threatened(state)
    if markers:
        return Exposure(sum(markers.values()) * POINT // len(markers), max(markers.values()))
    targets = [state.pieces[id] for id in weakest_targets(state)]
    if not targets:
        return Exposure(0, 0)
    falls = falls_out_of(state.tables["isis_attack"], combat(targets[0]))
    costs = [_cost_of_losing(state, unit.place) for unit in targets if unit.kind.group == GROUND_UNIT] or [0]
    expected = (falls * (sum(costs) // len(costs)) - (OUT_OF - falls) * POINT) // OUT_OF
    return Exposure(expected, max(costs) // POINT + 1)


@derived
def threatened(state: State) -> dict[str, int]:
    """The markers that an ISIS attack would fall on, with the points that each would cost."""
    board, held, points = state.board, held_hexes(state), network(state).points
    return {hex: points - network_of(board, held - {hex}).points for hex in worthwhile_markers(state)}


def _cost_of_losing(state: State, hex: str) -> int:
    """In hundredths: the casualty, and all that hangs on the hex when nobody else holds it."""
    alone = unit_counts(state).get(hex, 0) < 2 and not markers_at(state, hex)
    return POINT + (appraise(state).at_stake.get(hex, 0) if alone else 0)


@derived
def falls_out_of(table: Table, factor: int) -> int:
    """The chance, out of OUT_OF, that a unit of that factor falls to an ISIS attack."""
    falls = 0
    for own in FACES:
        for theirs in FACES:
            _, row = table.look_up({"difference": factor + own - ISIS_FACTOR - theirs})
            falls += row["result"] == "casualty"
    return falls * OUT_OF // len(FACES) ** 2


@derived
def attack_after(state: State, operations: int) -> int:
    """The chance, out of OUT_OF, that so many operations turn up an Attack counter."""
    pool = state.at.get(ASSET_POOL, ())
    size = len(pool)
    others = size - sum(asset.kind_id == ATTACK for asset in state.of_group("isis asset"))
    if size <= 0 or others <= 0:
        return OUT_OF
    stays = OUT_OF
    for drawn in range(operations):
        stays = stays * max(0, others - drawn) // max(1, size - drawn)
    return OUT_OF - stays


def safe(state: State, worst: Sequence[int]) -> int:
    """How many of these operations, each of which may cost so many points, a game that is won can bear: on
    the last turn whatever comes, before that half of the worst, since ground is still to be won."""
    now, share = outlook(state), 1 if outlook(state).last else 2
    left = now.lead - 1 - exposure(state).most // share
    for number, points in enumerate(worst):
        left -= -(-points // share)
        if left < 0:
            return number
    return len(worst)


def worst_of(state: State, origin: str, units: int) -> int:
    """The most points that an operation can cost: the defeat, its casualties, civilians or an aborted flight,
    and what hangs on the hex that it leaves empty."""
    empty = unit_counts(state).get(origin, 0) <= units
    stake = appraise(state).at_stake.get(origin, 0) if empty else 0
    return 1 + units + 1 + -(-stake // POINT)


def is_complex(state: State, hex: str) -> bool:
    """Whether a hex is the Government Complex."""
    return hex == government_complex(state.board)
