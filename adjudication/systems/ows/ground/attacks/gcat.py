"""The Ground Combat Adjudication Table (10.15.9): odds, lead units, supporting arms, quality, and the net
column shift and die of an attack."""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.systems.ows.ground.fires.arms import Arm, supporting_arms
from adjudication.systems.ows.ground.forces.designations import main_effort
from adjudication.systems.ows.ground.forces.engineers import obstacle
from adjudication.systems.ows.ground.forces.postures import delaying
from adjudication.systems.ows.ground.forces.units import is_maneuver
from adjudication.systems.ows.joint_fires.nuclear import radiation_shifts
from adjudication.systems.ows.table.charts import cell, row_for, rows
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.damage import defence
from adjudication.systems.ows.table.ladder import Shift
from adjudication.systems.ows.table.rsoi import in_rsoi
from adjudication.systems.ows.table.rsoi import shifts as rsoi_shifts
from adjudication.systems.ows.table.settings import choice
from adjudication.systems.ows.table.status import LOW, OUT, SUPPLY, SUPPRESSED
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

TABLE = "ground-combat"
MODIFIERS = "ground-combat-modifiers"
"""Chart of what shifts columns and changes the die: `modifier`, `from` which total on, `columns`, `rungs`."""
SUPPORTING_ARMS, QUALITY = "supporting arms", "quality advantage"
LOW_SUPPLY, OUT_OF_SUPPLY, RIVER = "low supply", "out of supply", "river assault"
DELAY, OBSTACLE, SUPPRESSION = "delay", "obstacle", "suppressed lead unit"
COMPARED = 3
"""Dice of each lead unit that are compared for quality (10.15.9.1.3)."""


class Assault(NamedTuple):
    """An attack on a hex as it is adjudicated: who takes part on each side, from which hexes, and the lead
    units. river: some cross a major river without a bridge. supported: whether supporting fires count."""

    hex: str
    attackers: tuple[Piece, ...]
    defenders: tuple[Piece, ...]
    origins: tuple[str, ...]
    lead: Piece
    against: Piece
    river: bool = False
    supported: bool = True


# --- odds: 10.15.9.1.1 ------------------------------------------------------------------------------------


def maneuver_steps(units: tuple[Piece, ...] | list[Piece]) -> int:
    """The combat arms maneuver steps among units; only they count for the odds."""
    return sum(unit.steps for unit in units if is_maneuver(sheet(unit)))


def odds(attacking: int, defending: int) -> tuple[int, int]:
    """The odds of so many steps against so many, as a whole ratio with fractions rounded down: 7 against 3 is
    2:1, 3 against 7 is 1:3. A defender without maneuver steps counts as one."""
    defending = max(1, defending)
    return (attacking // defending, 1) if attacking >= defending else (1, -(-defending // attacking))


@derived
def columns(state: State) -> tuple[str, ...]:
    """The odds columns of the table in force, the weakest first."""
    found = dict.fromkeys(str(row["odds"]) for row in rows(state, TABLE))
    return tuple(sorted(found, key=ratio))


@cache
def ratio(column: str) -> Fraction:
    """The odds of a column, `3:1`, as a number."""
    attacker, _, defender = column.partition(":")
    return Fraction(int(attacker), int(defender))


@derived
def column_of(state: State, attacking: int, defending: int) -> int:
    """Which column odds belong to, from 0: the last that they reach, or the first."""
    one, other = odds(attacking, defending)
    reached = [nth for nth, each in enumerate(columns(state)) if ratio(each) <= Fraction(one, other)]
    return reached[-1] if reached else 0


# --- lead units: 10.15.9.1 --------------------------------------------------------------------------------


def may_lead(state: State, attackers: list[Piece]) -> list[Piece]:
    """The attackers that may be the lead unit: a Main Effort where one attacks, else any maneuver unit
    (10.15.9.1a)."""
    able = [unit for unit in attackers if is_maneuver(sheet(unit))]
    return [unit for unit in able if main_effort(state, unit.id)] or able


def strongest(state: State, defenders: list[Piece]) -> list[Piece]:
    """The defenders with the highest red shield as it is in force: maneuver units, others only where there is
    none (10.15.9.1b)."""
    able = [unit for unit in defenders if is_maneuver(sheet(unit))] or defenders
    highest = max(defence(state, unit)[0] for unit in able)
    return [unit for unit in able if defence(state, unit)[0] == highest]


def unlike(state: State, units: list[Piece]) -> list[Piece]:
    """Of units that make the same lead unit the first one."""
    found: dict[tuple[object, ...], Piece] = {}
    for unit in units:
        what = (
            *(dice(unit), defence(state, unit)[0], in_rsoi(state, unit.id)),
            *(bool(state.mark(unit.id, SUPPRESSED)), state.mark(unit.id, SUPPLY), delaying(state, unit.id)),
        )
        found.setdefault(what, unit)
    return list(found.values())


def dice(unit: Piece) -> tuple[int, ...]:
    """The combat dice of a unit's remaining steps, the best first."""
    return sheet(unit).dice[: unit.steps]


def base_die(unit: Piece) -> int:
    """The attack die of a lead unit (10.15.9.1a); a counter without combat dice has the smallest."""
    return dice(unit)[0] if dice(unit) else 4


# --- quality: 10.15.9.1.3 ---------------------------------------------------------------------------------


def quality_points(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, int]:
    """The advantage points of two lead units, best die against best: one for each larger die, and for each
    step that the other has not got."""
    ours = theirs = 0
    for nth in range(COMPARED):
        mine = one[nth] if nth < len(one) else 0
        yours = other[nth] if nth < len(other) else 0
        ours += mine > yours
        theirs += yours > mine
    return ours, theirs


def quality_shifts(state: State, assault: Assault) -> list[Shift]:
    """A quality advantage promotes the die of the attacker, that of the defender demotes it; the scenario may
    say who always has it (10.15.9.1.4)."""
    lead, against = assault.lead, assault.against
    always = choice(state, "fixed_quality")
    row = row_for(state, MODIFIERS, modifier=QUALITY)
    rungs = cell(row, "rungs", 1)
    if always:
        label = T("quality advantage", of=always)
        return [Shift(label, rungs if always == lead.side else -rungs, R["10.15.9.1.4"])]
    ours, theirs = quality_points(dice(lead), dice(against))
    enough = cell(row, "from", COMPARED)
    if ours >= enough:
        return [Shift(T("quality advantage", of=lead.id), rungs, R["10.15.9.1.3"])]
    if theirs >= enough:
        return [Shift(T("quality advantage", of=against.id), -rungs, R["10.15.9.1.3"])]
    return []


# --- net modifiers: 10.15.9.1.5 ---------------------------------------------------------------------------


def arms_of(state: State, assault: Assault, side: str) -> list[Arm]:
    """The supporting arms of a side in an attack."""
    units = assault.attackers if side == assault.lead.side else assault.defenders
    enemy = assault.defenders if side == assault.lead.side else assault.attackers
    where = tuple(dict.fromkeys((assault.hex, *assault.origins)))
    return supporting_arms(state, side, units, enemy, where, assault.hex if assault.supported else "")


class Modifiers(NamedTuple):
    """What changes an attack: column shifts, to the right where they are more than 0, and promotions of the
    attacker's die."""

    columns: list[Shift]
    die: list[Shift]


def modifiers(state: State, assault: Assault, totals: dict[str, int]) -> Modifiers:
    """All column shifts and die modifiers of an attack, a line each. totals: the supporting arms of each
    side."""
    shifts: list[Shift] = []
    die: list[Shift] = []
    for side, sign in ((assault.lead.side, 1), (assault.against.side, -1)):
        for row in rows(state, MODIFIERS):
            if row["modifier"] != SUPPORTING_ARMS or totals[side] < cell(row, "from", 0):
                continue
            label = T("enough supporting arms", number=row["from"], side=side)
            for found, by in ((shifts, cell(row, "columns", 0)), (die, cell(row, "rungs", 0))):
                if by:
                    found.append(Shift(label, sign * by, R["10.15.9.1.2"]))
    shifts += [*supply_shifts(state, assault), *ground_shifts(state, assault)]
    die += [*quality_shifts(state, assault), *unit_shifts(state, assault)]
    return Modifiers(shifts, die)


def supply_shifts(state: State, assault: Assault) -> list[Shift]:
    """A lead unit that is low on supply has the column shifted against it, one out of supply more (11.1.2,
    11.1.3b)."""
    found = []
    for unit, sign in ((assault.lead, -1), (assault.against, 1)):
        status = state.mark(unit.id, SUPPLY)
        if status == LOW:
            by = size(state, LOW_SUPPLY, "columns", 1)
            found.append(Shift(T("unit in Low Supply", unit=unit.id), sign * by, R["11.1.2"]))
        elif status == OUT:
            by = size(state, OUT_OF_SUPPLY, "columns", 2)
            found.append(Shift(T("unit Out of Supply", unit=unit.id), sign * by, R["11.1.3b"]))
    return found


def ground_shifts(state: State, assault: Assault) -> list[Shift]:
    """A River Assault, and terrain where the chart of the scenario lists it, shift the column to the left."""
    found = []
    if assault.river:
        found.append(Shift(T("river assault"), -size(state, RIVER, "columns", 1), R["10.11.2a"]))
    terrain = state.board.spaces[assault.hex].terrain
    into = size(state, f"attack into {terrain}", "columns", 0)
    if into:
        found.append(Shift(T("attack into terrain", terrain=terrain), -into, R["10.15.9.1.5"]))
    return [shift for shift in found if shift.rungs]


def unit_shifts(state: State, assault: Assault) -> list[Shift]:
    """What the state of the units does to the die: a Delay mission, an obstacle, suppressed lead units,
    RSO&I, radiation."""
    lead, against = assault.lead, assault.against
    found = []
    if any(delaying(state, unit.id) for unit in assault.defenders):
        found.append(Shift(T("defender that delays"), -size(state, DELAY, "rungs", 1), R["10.8b"]))
    if obstacle(state, assault.hex) == against.side:
        found.append(Shift(T("obstacle"), -size(state, OBSTACLE, "rungs", 1), R["10.12b"]))
    by = size(state, SUPPRESSION, "rungs", 1)
    for unit, sign in ((lead, -1), (against, 1)):
        if state.mark(unit.id, SUPPRESSED) and is_maneuver(sheet(unit)):
            found.append(Shift(T("unit suppressed", unit=unit.id), sign * by, R["10.15.7c"]))
    found += rsoi_shifts(state, lead.id, against.id)
    radiation = [shift for each in assault.origins for shift in radiation_shifts(state, each, assault.hex)]
    return [*found, *radiation[:1]]


def size(state: State, modifier: str, column: str, default: int) -> int:
    """A number of the chart of modifiers."""
    return cell(row_for(state, MODIFIERS, modifier=modifier), column, default)
