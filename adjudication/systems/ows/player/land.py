"""The ground picture of the staff: where the enemy stands and how strong, what is to be taken and held, and
what an attack can be expected to bring."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudication.systems.ows.ground.attacks.declare import unbridged
from adjudication.systems.ows.ground.attacks.gcat import (
    TABLE,
    base_die,
    column_of,
    columns,
    dice,
    quality_points,
)
from adjudication.systems.ows.ground.forces.postures import delaying
from adjudication.systems.ows.ground.forces.units import fires, is_maneuver
from adjudication.systems.ows.player.picture import aims, enemies, of_groups
from adjudication.systems.ows.player.picture import own as own_pieces
from adjudication.systems.ows.table.counters import GROUND, sheet
from adjudication.systems.ows.table.damage import defence
from adjudication.systems.ows.table.ladder import shifted
from adjudication.systems.ows.table.status import hexes, holder
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import Piece, State

UNKNOWN_STEPS, UNKNOWN_SHIELD, UNKNOWN_DICE = 2, 5, (10, 10)
"""What the staff takes a ground contact for that it does not know."""
STEP, HEX_OF_RETREAT, EXPLOITATION = 10, 4, 4
"""What a step, a hex of retreat and exploitation are worth, in tenths of a point."""
OF_A_POINT = 10
Points = tuple[tuple[str, int], ...]
"""Hexes with what they are worth."""


class Garrison(NamedTuple):
    """What a side knows of the enemy in a hex: maneuver steps, the shield and dice of the lead unit, whether
    it delays."""

    steps: int
    shield: int
    dice: tuple[int, ...]
    delays: bool


@derived
def garrisons(state: State, side: str) -> dict[str, Garrison]:
    """The hexes with enemy ground units that a side sees."""
    found: dict[str, Garrison] = {}
    for contact in enemies(state, side):
        if contact.known:
            piece = state.pieces[contact.name]
            if piece.kind.group != GROUND:
                continue
            read = sheet(piece)
            steps = piece.steps if is_maneuver(read) else 0
            this = Garrison(steps, defence(state, piece)[0], dice(piece), delaying(state, piece.id))
        elif GROUND in contact.groups:
            this = Garrison(UNKNOWN_STEPS, UNKNOWN_SHIELD, UNKNOWN_DICE, False)
        else:
            continue
        there = found.get(contact.place)
        if there is None:
            found[contact.place] = this
        else:
            leads = this if (this.steps > 0, this.shield) > (there.steps > 0, there.shield) else there
            found[contact.place] = leads._replace(
                steps=there.steps + this.steps, delays=there.delays or this.delays
            )
    return found


@derived
def troops(state: State, side: str) -> tuple[Piece, ...]:
    """A side's ground units on the map."""
    return tuple(of_groups(state, own_pieces(state, side), GROUND))


@derived
def goals(state: State, side: str) -> dict[str, int]:
    """The hexes that a side scores for, with their points."""
    places = hexes(state.board)
    return {
        subject: points
        for what, subject, points in aims(state, side)
        if what in ("hexes controlled", "units delivered") and subject in places
    }


@derived
def to_take(state: State, side: str) -> dict[str, int]:
    """The goals that a side does not hold."""
    return {hex: points for hex, points in goals(state, side).items() if holder(state, hex) != side}


@derived
def to_hold(state: State, side: str) -> dict[str, int]:
    """The goals that a side holds."""
    return {hex: points for hex, points in goals(state, side).items() if holder(state, hex) == side}


def far(state: State, one: str, other: str) -> int:
    """Hexes between two places; 99 on different maps."""
    return away(state.board, one).get(other, 99)


def gate(state: State, side: str, hex: str) -> int:
    """How much a hex matters to the goals that are to be taken and held, in tenths of a point: all of one in
    it, less the farther it is from one."""
    return gates(state, side).get(hex, 0)


@derived
def gates(state: State, side: str) -> dict[str, int]:
    """What every hex is worth so."""
    return _gates(state.board, tuple(to_take(state, side).items()), tuple(to_hold(state, side).items()))


@derived
def _gates(board: Board, taken: Points, held: Points) -> dict[str, int]:
    found: dict[str, int] = {}
    for near, wanted in ((1, taken), (2, held)):
        for goal, points in wanted:
            for hex, apart in away(board, goal).items():
                worth = points * OF_A_POINT // (near + 2 * apart)
                found[hex] = max(found.get(hex, 0), worth)
    return found


@derived
def away(board: Board, hex: str) -> dict[str, int]:
    """How far each hex of the same map is from one."""
    chart = board.spaces[hex].map
    found = {}
    for space in board.data.spaces:
        apart = board.range(hex, space.id) if space.map == chart else None
        if apart is not None:
            found[space.id] = apart
    return found


def steps_of(units: Sequence[Piece]) -> int:
    """The maneuver steps among units."""
    return sum(unit.steps for unit in units if is_maneuver(sheet(unit)))


@derived
def arms_in_reach(state: State, side: str, hex: str) -> int:
    """The supporting arms that a side's artillery could give to a combat in a hex: two units at most."""
    found = []
    for unit in troops(state, side):
        read = sheet(unit)
        if fires(read) and any(weapon.range >= far(state, unit.place, hex) for weapon in read.weapons):
            found.append(sum(weapon.salvos for weapon in read.weapons))
    return sum(sorted(found, reverse=True)[:2])


@derived
def cells(state: State, column: int) -> tuple[tuple[int, dict[str, int]], ...]:
    """The rows of a column of the table: the least margin of each, with its result."""
    odds = columns(state)[column]
    found = []
    for row in state.tables[TABLE].data.rows:
        if row["odds"] == odds:
            margin = row["margin"]
            least = margin[0] if isinstance(margin, (list, tuple)) else margin
            result = {name: int(row[name]) for name in ("a", "ar", "d", "dr", "exp")}  # type: ignore[arg-type]
            found.append((-99 if least is None else int(least), result))
    return tuple(sorted(found, key=lambda item: item[0]))


def expected(state: State, side: str, hex: str, units: Sequence[Piece], arms: int) -> int:
    """What an attack by these units brings on the average, in tenths of a point, with so many supporting arms
    of its own, as far as the side knows the defenders."""
    there = garrisons(state, side).get(hex)
    able = [unit for unit in units if is_maneuver(sheet(unit))]
    if there is None or not able:
        return -99
    lead = max(able, key=lambda unit: (base_die(unit), unit.steps))
    column = column_of(state, steps_of(able), there.steps)
    column += (arms >= 2) + (arms >= 6) - any(unbridged(state, unit.place, hex) for unit in able)
    ours, theirs = quality_points(dice(lead), there.dice)
    rungs = (arms >= 4) + (ours >= 3) - (theirs >= 3) - there.delays
    column = min(max(column, 0), len(columns(state)) - 1)
    die = shifted(base_die(lead), rungs)
    return average(state, column, die, there.shield, max(1, there.steps), worth_of_hex(state, side, hex))


@derived
def average(state: State, column: int, die: int, shield: int, steps: int, price: int) -> int:
    """What an attack in a column of the table brings on the average against so many steps behind a shield;
    price: what the hex is worth."""
    total = 0
    for face in range(1, die + 1):
        result = next(cell for least, cell in reversed(cells(state, column)) if face - shield >= least)
        taken = min(result["d"], steps)
        total += STEP * (taken - result["a"])
        total += HEX_OF_RETREAT * (min(result["dr"], 2) - min(result["ar"], 2)) + EXPLOITATION * result["exp"]
        if result["dr"] or result["d"] >= steps:
            total += price
    return total // die


def worth_of_hex(state: State, side: str, hex: str) -> int:
    """What it is worth to drive the enemy from a hex, in tenths of a point."""
    return to_take(state, side).get(hex, 0) * OF_A_POINT + gate(state, side, hex) // 2


def near_enemy(state: State, side: str, hex: str) -> int:
    """How far the nearest enemy is that a side sees; 99 where it sees none."""
    return distances(state, side).get(hex, 99)


@derived
def distances(state: State, side: str) -> dict[str, int]:
    """How far each hex is from the nearest enemy that a side sees."""
    return _nearest(state.board, tuple(garrisons(state, side)))


@derived
def _nearest(board: Board, places: tuple[str, ...]) -> dict[str, int]:
    """How far each hex is from the nearest of these."""
    found: dict[str, int] = {}
    for place in places:
        for hex, apart in away(board, place).items():
            if apart < found.get(hex, 99):
                found[hex] = apart
    return found


@derived
def next_goal(state: State, side: str) -> dict[str, int]:
    """For each hex how far it is to a goal that is to be taken, in thirds of a hex, near rich ones less."""
    return _next_goal(state.board, tuple(to_take(state, side).items()))


@derived
def _next_goal(board: Board, wanted: Points) -> dict[str, int]:
    found: dict[str, int] = {}
    for goal, points in wanted:
        for hex, apart in away(board, goal).items():
            found[hex] = min(found.get(hex, 999), 3 * apart - min(points, 6))
    return found


@derived
def massed(state: State, side: str) -> dict[str, int]:
    """The maneuver steps that a side has in each hex."""
    found: dict[str, int] = {}
    for unit in troops(state, side):
        found[unit.place] = found.get(unit.place, 0) + steps_of([unit])
    return found


def facing(state: State, side: str, hex: str) -> int:
    """The enemy steps in and beside a hex that a side sees."""
    seen = garrisons(state, side)
    return sum(seen[each].steps for each in (hex, *state.board.touching[hex]) if each in seen)
