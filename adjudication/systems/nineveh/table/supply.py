"""Supply (7.1): whether Daesh is joined to the north, and ISF units to their starting areas."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.table.blocks import DAESH, ISF, is_unit, number, on_map, sheet, sides_in
from adjudication.systems.nineveh.table.board import (
    EXIT,
    OLD_CITY,
    ROAD,
    START,
    SUPPLY,
    areas,
    tagged,
    terrain,
)
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("nineveh", __file__)

IN_SUPPLY = Mark[bool]("supply")
"""Mark of the game: the side of the Daesh supply marker that is up; all see it (7.1e)."""


@derived
def daesh_in_supply(state: State) -> bool:
    """Whether a way leads from the junction beside the Old City to an exit in the north, each area of it held
    by Daesh, or beside a road and free of ISF blocks (7.1a)."""
    return joined_north(state)


def joined_north(state: State, but: str = "") -> bool:
    """Whether such a way leads north, or would if the ISF were gone from one area."""
    sides = sides_in(state)
    roads = tagged(state.board, ROAD)
    through = {
        area: None
        for area in areas(state.board)
        if area == but or (ISF not in sides.get(area, ()) and (area in roads or area in sides))
    }
    starts = [area for area in tagged(state.board, SUPPLY) if area in through]
    joined = state.board.reachable(starts, through)
    return any(area in joined for area in tagged(state.board, EXIT))


def in_supply(state: State, unit: Piece) -> bool:
    """Whether a chain of areas without Daesh blocks, along which it could move, joins an ISF unit to a
    starting area (7.1c)."""
    return on_map(state, unit) and unit.place in supplied(state, is_unit(unit) and sheet(unit).old_city)


@derived
def supplied(state: State, old_city: bool) -> list[str]:
    """The areas from which such a chain leads to a starting area. old_city: for units that may enter it."""
    through = {
        area: None
        for area in areas(state.board)
        if not number(state, DAESH, area) and (old_city or terrain(state.board, area) != OLD_CITY)
    }
    starts = [area for area in tagged(state.board, START) if area in through]
    return list(state.board.reachable(starts, through))


def show(umpire: Umpire) -> None:
    """Turn the supply marker to the side that is true now (7.1e)."""
    umpire.mark("game", IN_SUPPLY, daesh_in_supply(umpire.state), rule=R["7.1e"])
