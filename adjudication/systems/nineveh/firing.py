"""Fire in combat (6.1c-e, 6.2): each unit's to-hit die with its modifiers, events before the die counts
(6.5), Leadership rerolls (7.21c), and hits that the owner gives to units one by one (6.3)."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.asking import choose
from adjudication.systems.nineveh.blocks import DISRUPTED, ENEMY, blocks, is_unit, sheet, value
from adjudication.systems.nineveh.board import terrain
from adjudication.systems.nineveh.events import check, possible
from adjudication.systems.nineveh.hits import lose_step
from domain.table.dice import D6
from domain.table.state import Piece, State

R = citations("nineveh", __file__)


class Modifier(NamedTuple):
    """What is added to a die, why, and by which rule."""

    label: str
    by: int
    rule: str


Aim = tuple[str, str, int, str]
"""A unit's die: unit, purpose of the roll, the natural face from which it hits, the rule that it fires by."""


def units(state: State, side: str, area: str) -> list[Piece]:
    """A side's units in an area: what fires, and takes hits."""
    return [block for block in blocks(state, side, area) if is_unit(block)]


def modifiers(state: State, unit: Piece, area: str) -> list[Modifier]:
    """What modifies the to-hit die of a unit in the area of the fight (6.2)."""
    found = []
    ground = terrain(state.board, area)
    by = sheet(unit).terrain.get(ground, 0)
    if by:
        found.append(Modifier(f"{ground} terrain", by, R["6.2a"]))
    if state.mark(unit.id, DISRUPTED):
        found.append(Modifier("disrupted", -1, R["6.2b"]))
    return found


def needed(state: State, unit: Piece, area: str) -> int:
    """The natural face from which a unit hits: 1 or less is always, 7 or more never."""
    return value(unit) - sum(each.by for each in modifiers(state, unit, area))


def firepower(state: State, unit: Piece, area: str) -> int:
    """How many of the six faces hit."""
    return min(max(D6 + 1 - needed(state, unit, area), 0), D6)


def fire(umpire: Umpire, side: str, area: str, *, rule: str) -> None:
    """All units of a side in the area fire, then the enemy takes the hits (6.1c-e)."""
    hits = umpire.step(volley, side, area, rule)
    umpire.each(take_hit, [(ENEMY[side], area)] * hits)


# --- to hit ------------------------------------------------------------------------------------------


def volley(umpire: Umpire, side: str, area: str, rule: str) -> int:
    """Every unit rolls a die, then an HQ may have misses rerolled: the number of hits."""
    state = umpire.state
    firing = [unit.id for unit in units(state, side, area)]
    if not possible(state):
        aims = [aim(umpire, unit, area, rule) for unit in firing]
        missed: tuple[str, ...] = umpire.total(shot, aims, _together, ())
        return len(firing) - len(missed)
    missed, fired = (), 0
    for unit in firing:
        if state.pieces[unit].place == area:  # an event may have removed it, or moved it away
            fired += 1
            missed = (*missed, *shot_with_event(umpire, side, area, aim(umpire, unit, area, rule)))
    return fired - len(missed)


def aim(umpire: Umpire, unit: str, area: str, rule: str, verb: str = "fires") -> Aim:
    """Say what modifies the die of a unit; what it is then rolled for."""
    state = umpire.state
    piece = state.pieces[unit]
    to_hit = umpire.sum(f"to hit, {piece.name}")
    for label, by, why in modifiers(state, piece, area):
        to_hit.add(label, by, rule=why)
    face = value(piece) - to_hit.total
    hits = f"hits on {max(face, 1)}+" if face <= D6 else "cannot hit"
    return unit, f"{piece.name} {verb} in {state.board.spaces[area].name}, {hits}", face, rule


def shot(umpire: Umpire, unit: str, purpose: str, face: int, rule: str) -> tuple[str, ...]:
    """A die that draws no event: the unit, where it missed."""
    return () if umpire.roll_at_least(face, D6, purpose, rule=rule) else (unit,)


def shot_with_event(umpire: Umpire, side: str, area: str, aimed: Aim) -> tuple[str, ...]:
    """A die that may draw an event, which happens before the die counts: the unit, where it missed."""
    unit, purpose, face, rule = aimed
    rolled = umpire.roll(D6, purpose, rule=rule)
    check(umpire, rolled, area, side)
    return () if rolled >= face else (unit,)


def _together(before: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    return before + more


# --- hits --------------------------------------------------------------------------------------------


def take_hit(umpire: Umpire, side: str, area: str) -> None:
    """The owner gives a hit to one of the units there: a step is lost, unless armour saves it; a hit that
    nobody is left for is lost (6.1d, 6.3)."""
    state = umpire.state
    there = units(state, side, area)
    if not there:
        return
    unit = choose(
        umpire,
        side,
        f"Which unit takes a hit in {state.board.spaces[area].name}?",
        [unit.id for unit in unlike(state, there)],
        suggest=best_to_lose(state, there, area),
        because="it can bear the loss best",
        rule=R["6.1d"],
    )
    if not saved(umpire, state.pieces[unit]):
        lose_step(umpire, unit, rule=R["6.3a"])


def unlike(state: State, there: Sequence[Piece]) -> list[Piece]:
    """One of each sort: equal units of equal steps need not be told apart."""
    sorts = {
        (unit.kind_id, unit.steps, bool(state.mark(unit.id, DISRUPTED))): unit for unit in reversed(there)
    }
    return [unit for unit in there if unit in sorts.values()]


def best_to_lose(state: State, there: Sequence[Piece], area: str) -> str:
    """Whose step is missed least: nobody is removed where that can be helped, armour may save, and the weaker
    unit goes before the stronger one."""

    def cost(unit: Piece) -> tuple[bool, bool, int, int]:
        values = sheet(unit).values
        worse = values[1 - unit.steps] - value(unit) if unit.steps > 1 else 0
        return unit.steps == 1, not sheet(unit).save, worse, firepower(state, unit, area)

    return min(unlike(state, there), key=cost).id


def saved(umpire: Umpire, unit: Piece) -> bool:
    """Whether the armour of a 9th Armoured Division unit stops a hit (6.3d)."""
    save = sheet(unit).save
    return bool(save) and umpire.roll_at_least(
        save, D6, f"armour of {unit.name}, saves on {save}+", rule=R["6.3d"]
    )
