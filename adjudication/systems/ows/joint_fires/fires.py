"""Fires on ground units (9.4, 9.9.6, 10.15.4): hits are added up, then the Fires Effects Table says what they
come to on that terrain against that kind of unit."""

from typing import Any

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.suppression import suppress
from adjudication.systems.ows.table.counters import Sheet, sheet
from adjudication.systems.ows.table.damage import absorb, lose_steps
from adjudication.systems.ows.table.settings import on
from domain.table.state import Piece, State

R = citations("ows", __file__)

TABLE = "fires-effects"
INFANTRY, ARMOUR, ARTILLERY, LAUNCHERS, SUPPORT = (
    "infantry",
    "armour",
    "artillery",
    "launchers",
    "headquarters and support",
)
"""What the table tells apart among ground units. Launchers are missile and air defence units."""
MANEUVER = (INFANTRY, ARMOUR)
OPEN = "open"


def target_type(read: Sheet) -> str:
    """What a ground unit is to the Fires Effects Table."""
    if read.artillery:
        return ARTILLERY
    if read.type in ("missile", "air defence", "rocket"):
        return LAUNCHERS
    if read.hq is not None or read.engineer or read.type in ("headquarters", "support", "css", "engineer"):
        return SUPPORT
    return ARMOUR if read.mechanized else INFANTRY


def terrain_of(state: State, place: str) -> str:
    """The terrain under a unit as the table knows it; what it does not know is open."""
    terrain = state.board.spaces[place].terrain
    known = {row["terrain"] for row in state.tables[TABLE].data.rows}
    return terrain if terrain in known else OPEN


def effects(state: State, unit: Piece) -> dict[str, Any]:
    """What the table says of strikes on a unit where it stands."""
    terrain = terrain_of(state, state.where(unit.id))
    return state.tables[TABLE].look_up({"terrain": terrain, "target": target_type(sheet(unit))})[1]


def most_hits(state: State, unit: Piece) -> int:
    """The hits of one strike beyond which more come to nothing: all steps are lost, countermeasures gone."""
    row = effects(state, unit)
    return max(int(row["suppress"]), int(row["step"]) * (unit.steps + 1))


def strike_ground_unit(umpire: Umpire, target: str, number: int, missiles: bool) -> int:
    """So many hits on a ground unit in one strike: suppression, or steps lost. missiles: all of them are of
    conventional missiles, which may have to spare its last step (9.4.1). Gives the steps lost."""
    state = umpire.state
    unit = state.pieces[target]
    kind = target_type(sheet(unit))
    row = umpire.look_up(TABLE, terrain=terrain_of(state, unit.place), target=kind, rule=R["9.4"])
    steps = number // row.step
    if number >= row.suppress:
        suppress(umpire, target, rule=R["2.3.2"])
    steps = absorb(umpire, target, steps)
    if missiles and on(state, "spare_last_step") and kind in MANEUVER:
        steps = min(steps, unit.steps - 1)
    return lose_steps(umpire, target, steps, rule=R["9.9.6"])
