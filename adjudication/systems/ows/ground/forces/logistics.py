"""Combat service support (10.13, advanced): fuel for those that move, ammunition for those that fire.

A support unit's sheet says what it holds: fuel points, and ammunition steps by the type of unit that fires
them, each a capacity of its own (10.13.2b). Two steps are a munitions counter; with one left it lies on its
Low Ammo side, with none it is removed (10.13.2.2a). Fuel dumps and ammunition supply points hold stocks in
the same way (10.13.2.3). What lies in the hex of a support unit reaches all within its distribution radius
(10.13.2.4a), which the chart `distribution` says by country and echelon.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.charts import cell, row_for
from adjudication.systems.ows.table.counters import AMMUNITION, FACILITY, GROUND, SQUADRON, sheet
from adjudication.systems.ows.table.facilities import friendly
from adjudication.systems.ows.table.infrastructure import draw_down, stock
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import DISRUPTED, HOME, hexes, on_map
from domain.errors import BadData
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)

CSS = "css"
FUEL = "Fuel"
AMMUNITION_OF = {"artillery": "Artillery", "rocket": "Rocket", "atgm": "ATGM"}
"""What stocks hold, as counter sheets write it: fuel points, and the ammunition steps of types of units."""
RATES, RADII, BRIGADES = "fuel-rates", "distribution", "brigades"
AIRCRAFT = {
    **dict.fromkeys(("fighter", "sead", "attack"), "fighter"),
    **dict.fromkeys(("helicopter", "attack helicopter", "tilt-rotor"), "helicopter"),
}
"""Types of aircraft, as the rates know them (10.13.2.1b)."""
TACTICAL, DEPOT = "tactical", "depot"
"""The echelons of support units (10.13.1)."""
STEPS = 2
"""Ammunition steps of a munitions counter (10.13.2.2a)."""
FUELLED = Mark[list[str]]("fuelled", turns=1, seen_by=OWNER)
"""Mark of a side: its brigades and squadrons that have been fuelled this turn."""
ISSUED = Mark[dict[str, int]]("issued", turns=1, seen_by=OWNER)
DELIVERED = Mark[dict[str, int]]("delivered", turns=1, seen_by=OWNER)
"""Marks of a support unit: what it has distributed this turn, and what it has delivered to other support
units, by commodity."""


class Support(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the sheet of a support unit says beside what it holds. transports: the most that it delivers to
    other support units in a turn; distributes: the most that it issues in a turn; without a number as much
    as it holds (10.13.2a)."""

    echelon: str = TACTICAL
    transports: dict[str, int] = {}
    distributes: dict[str, int] = {}


def support_of(unit: Piece) -> Support:
    """What a support unit's sheet says. Raises BadData where it cannot be read."""
    try:
        return msgspec.convert(sheet(unit).effect, Support)
    except msgspec.ValidationError as fault:
        raise BadData(f"What {unit.kind.name} supports cannot be read: {fault}") from None


def is_css(piece: Piece) -> bool:
    """Whether it is a combat service support unit."""
    return piece.kind.group == GROUND and sheet(piece).type == CSS


# --- stocks and who is in reach of them --------------------------------------------------------------------


@derived
def support_units(state: State, side: str) -> tuple[str, ...]:
    """A side's support units on the map that can issue anything: their C2 is not disrupted."""
    return tuple(
        id
        for id in on_map(state, side)
        if (unit := state.pieces[id]).steps and is_css(unit) and not state.mark(id, DISRUPTED)
    )


def radius_of(state: State, unit: Piece) -> int:
    """The distribution radius of a support unit in hexes, by its country and echelon (10.13.2.4c)."""
    row = row_for(state, RADII, country=sheet(unit).country, echelon=support_of(unit).echelon)
    return cell(row, "radius", 0)


@derived
def radius_at(state: State, side: str, hex: str) -> int:
    """How far what lies in a hex is distributed: the farthest radius of the support units there; 0, the hex
    itself, without any."""
    there = [state.pieces[id] for id in support_units(state, side) if state.pieces[id].place == hex]
    return max((radius_of(state, unit) for unit in there), default=0)


@derived
def stocks(state: State, side: str) -> tuple[str, ...]:
    """The support units, dumps, supply points, airfields and ports of a side that hold anything
    (10.13.2.3)."""
    places = hexes(state.board)
    points = [
        piece.id
        for group in (FACILITY, AMMUNITION)
        for piece in state.of_group(group)
        if sheet(piece).holds and piece.steps and piece.place in places and friendly(state, side, piece)
    ]
    return (*support_units(state, side), *points)


def in_reach(state: State, side: str, hex: str) -> list[Piece]:
    """The stocks of a side that a unit in a hex may draw on, the nearest first, tactical support units before
    depots (10.13.2.4a)."""
    found = []
    for id in stocks(state, side):
        point = state.pieces[id]
        apart = state.board.range(point.place, hex)
        if apart is not None and apart <= radius_at(state, side, point.place):
            found.append((apart, is_css(point) and support_of(point).echelon == DEPOT, point))
    return [point for _, _, point in sorted(found, key=lambda each: each[:2])]


def left_at(state: State, point: Piece, goods: str) -> int:
    """How much of a commodity a stock can issue now."""
    held = stock(state, point).get(goods, 0)
    if not is_css(point) or goods not in support_of(point).distributes:
        return held
    return min(held, support_of(point).distributes[goods] - state.mark(point.id, ISSUED, {}).get(goods, 0))


def available(state: State, side: str, hex: str, goods: str) -> int:
    """How much of a commodity a unit in a hex may draw."""
    return sum(left_at(state, point, goods) for point in in_reach(state, side, hex))


def draw(umpire: Umpire, side: str, hex: str, goods: str, number: int, *, rule: str) -> int:
    """Draw so much of a commodity for a unit in a hex: how much there was."""
    found = 0
    for point in in_reach(umpire.state, side, hex):
        taken = min(number - found, left_at(umpire.state, point, goods))
        if taken <= 0:
            continue
        draw_down(umpire, point.id, {goods: taken}, rule=rule)
        if is_css(point):
            count(umpire, point, ISSUED, {goods: taken}, rule=rule)
        found += taken
    return found


def count(
    umpire: Umpire, unit: Piece, mark: Mark[dict[str, int]], goods: Mapping[str, int], *, rule: str
) -> None:
    """Count what a support unit has issued or delivered this turn."""
    state = umpire.state
    before = state.mark(unit.id, mark, {})
    total = {each: before.get(each, 0) + goods.get(each, 0) for each in {**before, **goods}}
    umpire.mark(unit.id, mark, total, rule=rule)


# --- fuel: 10.13.2.1 ---------------------------------------------------------------------------------------


def fuel_rate(state: State, unit: Piece) -> int:
    """The fuel points that a ground unit or a squadron needs in a turn in which it moves, however far; 0 for
    one that needs none (10.13.2.1b)."""
    fuel = sheet(unit).fuel or _fuel_of_aircraft(state, unit)
    return cell(row_for(state, RATES, fuel=fuel), "points", 0) if fuel else 0


def _fuel_of_aircraft(state: State, squadron: Piece) -> str:
    """The row of the rates for a squadron: that of the aircraft based with it."""
    if squadron.kind.group != SQUADRON:
        return ""
    homes = state.marked(HOME).items()
    based = (state.pieces[id] for id, home in homes if home == squadron.id)
    own = (sheet(each).type for each in based if each.side == squadron.side)
    return next((AIRCRAFT[type] for type in own if type in AIRCRAFT), "")


def brigade_of(state: State, unit: str) -> str:
    """The brigade whose one charge covers a unit: what the chart of brigades says, else the unit itself
    (10.13.2.1c)."""
    row = row_for(state, BRIGADES, unit=unit)
    return str(row["brigade"]) if row is not None else unit


def charge(state: State, units: Iterable[str]) -> dict[str, int]:
    """What these units have still to pay this turn to move, by brigade."""
    found: dict[str, int] = {}
    for unit in units:
        piece = state.pieces[unit]
        brigade = brigade_of(state, unit)
        if brigade not in state.mark(piece.side, FUELLED, []):
            rate = fuel_rate(state, piece)
            if rate:
                found[brigade] = max(rate, found.get(brigade, 0))
    return found


def can_fuel(state: State, unit: str) -> bool:
    """Whether a unit has the fuel to move this turn: always without the logistics rules."""
    return not on(state, "logistics") or can_fuel_all(state, [unit])


def can_fuel_all(state: State, units: list[str]) -> bool:
    """Whether these units, which draw on the same stocks, have the fuel to move this turn."""
    due = charge(state, units)
    if not due or not on(state, "logistics"):
        return True
    first = state.pieces[units[0]]
    return sum(due.values()) <= available(state, first.side, state.where(first.id), FUEL)


def fuel_for(umpire: Umpire, unit: str) -> None:
    """The fuel of a brigade or squadron is consumed when the first of its units moves (ground.3.B,
    10.13.2.1c)."""
    state = umpire.state
    if not on(state, "logistics"):
        return
    piece = state.pieces[unit]
    for brigade, points in charge(state, [unit]).items():
        draw(umpire, piece.side, state.where(unit), FUEL, points, rule=R["ground.3.B"])
        before = umpire.state.mark(piece.side, FUELLED, [])
        umpire.mark(
            piece.side,
            FUELLED,
            [*before, brigade],
            rule=R["10.13.2.1c"],
        )


# --- ammunition: 10.13.2.2 ---------------------------------------------------------------------------------


def rounds_for(state: State, unit: Piece) -> int | None:
    """The missions for which a unit in reach of ammunition has enough; None without the logistics rules."""
    if not on(state, "logistics"):
        return None
    goods = AMMUNITION_OF.get(sheet(unit).type, "")
    return available(state, unit.side, state.where(unit.id), goods)


def draw_rounds(umpire: Umpire, unit: str, used: dict[str, int]) -> dict[str, int]:
    """An ammunition step is consumed for each mission; dice without ammunition do not fire (10.13.2.2a).
    Gives the missions, by weapon, that are paid for."""
    state = umpire.state
    if not on(state, "logistics"):
        return used
    piece = state.pieces[unit]
    hex, goods = state.where(unit), AMMUNITION_OF.get(sheet(piece).type, "")
    paid = draw(umpire, piece.side, hex, goods, sum(used.values()), rule=R["10.13.2.2a"])
    found = {}
    for weapon, number in used.items():
        found[weapon] = min(number, paid)
        paid -= found[weapon]
    return {weapon: number for weapon, number in found.items() if number}


def counters(steps: int) -> tuple[int, bool]:
    """So many ammunition steps as munitions counters: how many there are, and whether one of them lies on its
    Low Ammo side."""
    return -(-steps // STEPS), bool(steps % STEPS)


def told(state: State, side: str) -> list[str]:
    """What a side's stocks hold, a line for each."""
    return [f"{state.pieces[id].name}: {_told(stock(state, state.pieces[id]))}" for id in stocks(state, side)]


def _told(held: Mapping[str, Any]) -> str:
    words = []
    for goods, number in held.items():
        if goods == FUEL:
            words.append(f"{number} fuel point{'s' * (number != 1)}")
            continue
        full, low = counters(number)
        words.append(f"{full} {goods} counter{'s' * (full != 1)}{', one on Low Ammo' * low}")
    return "; ".join(words) or "nothing"
