"""Retreat (10.15.9.1.6c): so many hexes away from the attackers, where the owner says."""

from collections.abc import Sequence
from typing import Any

from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.contact import meet_at_last
from adjudication.systems.ows.ground.forces.postures import moved
from adjudication.systems.ows.ground.forces.stacking import fits, fits_anyway
from adjudication.systems.ows.ground.forces.ways import hex_cost, mover
from adjudication.systems.ows.ground.forces.zones import known_zoc, seen_hexes
from adjudication.systems.ows.ground.maneuver.movement import take, takes
from adjudication.systems.ows.table.cargo import room as room_aboard
from adjudication.systems.ows.table.counters import SHIP
from adjudication.systems.ows.table.damage import lose_steps
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import AIRBORNE, AMPHIBIOUS, LIFTED, holder
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

LANDING: tuple[Mark[Any], ...] = (AMPHIBIOUS, AIRBORNE, LIFTED)
"""Marks of the units of an assault from sea or air."""


def routes(state: State, unit: str, hexes: int, away_from: tuple[str, ...]) -> list[str]:
    """Where a unit can retreat to: so many hexes on, each step farther away from the attackers, over hexes
    that it can enter, free of enemies, and out of enemy zones of control where there is such a way; within
    stacking at its end, and to a hex that its side holds where it can. Of the enemy it is what its side
    knows."""
    side = state.pieces[unit].side
    for wary in (True, False):
        found = [hex for hex in ways_back(state, unit, hexes, away_from, wary) if fits(state, [unit], hex)]
        if found:
            home = [hex for hex in found if holder(state, hex) == side]
            return home if home and on(state, "retreat_to_own_ground") else found
    return []


@derived
def ways_back(state: State, unit: str, hexes: int, away_from: tuple[str, ...], wary: bool) -> list[str]:
    """The hexes that a retreat leads to, whoever is stacked there. wary: out of the enemy zones of control
    that its side knows."""
    side = state.pieces[unit].side
    closed = seen_hexes(state, side) | known_zoc(state, side) if wary else seen_hexes(state, side)
    who = mover(state, unit, 0)
    reached = [who.start]
    for _ in range(hexes):
        reached = list(
            dict.fromkeys(
                there
                for here in reached
                for there in state.board.neighbours[here]
                if there not in closed
                and distance(state.board, there, away_from) > distance(state.board, here, away_from)
                and hex_cost(state, who, here, there) is not None
            )
        )
    return reached


@derived
def distance(board: Board, hex: str, away_from: tuple[str, ...]) -> int:
    """How far a hex is from the attackers, added up."""
    return sum(board.range(hex, each) or 0 for each in away_from)


def can_retreat(state: State, unit: str, hexes: int, away_from: Sequence[str]) -> bool:
    """Whether a unit has anywhere to go. Where it can stack whatever stands there, nothing else is looked at:
    for odds it stays face down."""
    if not lands_among(state, unit, away_from):
        for wary in (True, False):
            ways = ways_back(state, unit, hexes, tuple(away_from), wary)
            if any(fits_anyway(state, [unit], hex) for hex in ways):
                return True
    return bool(retreat_options(state, unit, hexes, away_from))


def retreat_options(state: State, unit: str, hexes: int, away_from: Sequence[str]) -> list[str]:
    """The places that a unit may retreat to. A landing force goes back to its ships in the hex, and has
    nowhere to go without them (10.15.8.3c)."""
    if lands_among(state, unit, away_from):
        return [ship.id for ship in ships_at(state, state.pieces[unit])]
    return routes(state, unit, hexes, tuple(away_from))


def lands_among(state: State, unit: str, enemies: Sequence[str]) -> bool:
    """Whether a unit of a landing force is in one of these hexes of the enemy."""
    return state.pieces[unit].place in enemies and any(state.mark(unit, mark) for mark in LANDING)


def ships_at(state: State, unit: Piece) -> list[Piece]:
    """The assault ships in the hex of a unit that have room for it."""
    return [
        ship
        for ship in state.pieces_at(unit.place)
        if ship.side == unit.side and ship.kind.group == SHIP and room_aboard(state, ship) >= unit.steps
    ]


def retreat(umpire: Umpire, units: Sequence[str], hexes: int, away_from: Sequence[str], *, rule: str) -> None:
    """Units of a side retreat together, each where their owner says; one that has nowhere to go stays, and
    loses a step."""
    if not units:
        return
    state = umpire.state
    side = state.pieces[units[0]].side
    may = {unit: retreat_options(state, unit, hexes, away_from) for unit in units}
    able = {unit: options for unit, options in may.items() if options}
    going = goals(umpire, side, able, rule) if able else {}
    for unit in units:
        goal = going.get(unit)
        if goal is None:
            lose_steps(umpire, unit, 1, rule=rule)
        elif goal in state.pieces:
            back_aboard(umpire, unit, goal)
        else:
            enter(umpire, unit, goal, rule=rule, delays=True)


def goals(umpire: Umpire, side: str, may: dict[str, list[str]], rule: str) -> dict[str, str]:
    """Where each unit retreats to, as its owner says; not more into a hex than can stack there."""
    state = umpire.state
    suggested = together(state, may)
    may = {unit: may[unit] for unit in suggested}
    if len(may) == 1:
        ((unit, options),) = may.items()
        question = T("hex that a unit retreats to", unit=unit)
        goal = umpire.choose(
            side, question, options, suggest=suggested[unit], because=T("the first way back"), rule=rule
        )
        return {unit: str(goal)}

    def stack(chosen: dict[str, str]) -> bool | Why:
        return not overfull(state, chosen) or T("they cannot all stack there")

    return umpire.allot(
        side,
        T("hexes that units retreat to"),
        may,
        fits=stack,
        every=True,
        suggest=suggested,
        because=T("as many as can together"),
        rule=rule,
    )


def together(state: State, may: dict[str, list[str]]) -> dict[str, str]:
    """Each unit where those before it went, as far as can be; without those that find no room."""
    found: dict[str, str] = {}
    for unit, options in may.items():
        likely = [goal for goal in dict.fromkeys(found.values()) if goal in options]
        free = [goal for goal in (*likely, *options) if not overfull(state, {**found, unit: goal})]
        if free:
            found[unit] = free[0]
    return found


def overfull(state: State, chosen: dict[str, str]) -> bool:
    """Whether more steps would go into a hex, or aboard a ship, than there is room for."""
    by_goal: dict[str, list[str]] = {}
    for unit, goal in chosen.items():
        by_goal.setdefault(goal, []).append(unit)
    return not all(
        sum(state.pieces[unit].steps for unit in units) <= room_aboard(state, state.pieces[goal])
        if goal in state.pieces
        else fits(state, units, goal)
        for goal, units in by_goal.items()
    )


def back_aboard(umpire: Umpire, unit: str, ship: str) -> None:
    """A unit of a landing force goes back to a ship (10.15.8.3c)."""
    for mark in LANDING:
        if umpire.state.mark(unit, mark):
            umpire.mark(unit, mark, None, rule=R["10.15.8.3c"])
    umpire.load(unit, ship, rule=R["10.15.8.3c"])


def enter(umpire: Umpire, unit: str, hex: str, *, rule: str, delays: bool = False) -> None:
    """A unit enters a hex by a result of combat: its mission is over, but for a Delay mission that it carries
    out; it takes the hex, and meets who stands beside it."""
    umpire.move(unit, hex, rule=rule)
    moved(umpire, unit, rule=rule, delays=delays)
    side = umpire.state.pieces[unit].side
    if takes(umpire.state, side, hex):
        take(umpire, side, hex)
    meet_at_last(umpire, unit)
