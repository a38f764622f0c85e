"""Positions at random on the proving field: the ground units of both sides stand about the river, and bear
marks of all sorts. They follow from a seed alone."""

import random

from adjudication.systems.ows.ground.forces.acting import ACTIONING
from adjudication.systems.ows.table.counters import Sheet, sheet
from adjudication.systems.ows.table.status import DETECTED, DISORGANIZED, EXPENDED, RESERVE, SUPPRESSED
from domain.events import PresenceKnown
from domain.table.state import Piece
from tests.ows.umpiring import mark_of
from tests.table import Table

WEST = tuple(f"f{column:02}{row:02}" for column in (3, 4, 5, 6) for row in (2, 3, 4, 5, 6))
EAST = tuple(f"f{column:02}{row:02}" for column in (5, 6, 7, 8) for row in (2, 3, 4, 5, 6))
TEN = {"blue": ("t22", "t23"), "red": ("t32", "t33")}
FORMATIONS = {"blue": ("b1", "b2"), "red": ("r1", "r2")}
SIDES = ("blue", "red")
MANEUVER = ("armour", "mechanized", "motorized", "infantry", "recon")


def other(side: str) -> str:
    return "red" if side == "blue" else "blue"


def scattered(seed: int, phase: str = "ground movement", **options: str | int | bool) -> Table:
    """A step of the ground segment in a position of its own for each seed; one side's formations, or some of
    them, act."""
    chance = random.Random(seed)
    table = Table("ows", "proving-field", options or None, dice="scripted")
    blue = chance.sample(WEST, 7)
    red = chance.sample([hex for hex in EAST if hex not in blue], 7)
    for unit in [*table.state.of_group("ground unit")]:
        if unit.id.startswith(("depot", "dump")):
            continue
        hexes = (*(blue if unit.side == "blue" else red), *TEN[unit.side][: chance.randrange(3)])
        table.put(unit.id, chance.choice(hexes))
        if unit.steps > 1 and chance.random() < 0.5:
            table.change(unit.id, steps=chance.randint(1, unit.steps))
        for mark, share in ((SUPPRESSED, 0.2), (RESERVE, 0.2), (EXPENDED, 0.1), (DISORGANIZED, 0.1)):
            if chance.random() < share:
                table.mark(unit.id, mark)
        if chance.random() < 0.6:
            table.known(unit.id).mark(unit.id, DETECTED)
        elif chance.random() < 0.2:
            unseen(table, unit)
        if chance.random() < 0.2:
            doing = chance.choice(("defense", "delay"))
            table.mark(unit.id, "ground mission", {"mission": doing, "since": [1, 1]})
    side = chance.choice(SIDES)
    formations = [each for each in FORMATIONS[side] if chance.random() < 0.8]
    table.mark("game", ACTIONING, {"side": side, "formations": formations})
    return table.phase(phase, side=side)


def unseen(table: Table, unit: Piece) -> None:
    """Only its own side sees that a unit is there."""
    table.session.record(
        lambda n, t: PresenceKnown(number=n, time=t, piece=unit.id, sides=(unit.side,), audience=())
    )


def units(table: Table, side: str) -> list[Piece]:
    """A side's ground units on the map, in the order of the scenario."""
    spaces = {space.id for space in table.state.board.data.spaces}
    return [
        piece
        for piece in table.state.pieces.values()
        if piece.side == side and piece.kind.group == "ground unit" and piece.place in spaces
    ]


def acting(table: Table) -> str:
    """The side that acts."""
    return str(mark_of(table.state, "game", ACTIONING)["side"])


def acts(table: Table, unit: Piece) -> bool:
    """Whether a unit belongs to who acts now: to one of the formations, or to none (10.2.1, 10.2.3)."""
    now = mark_of(table.state, "game", ACTIONING)
    own = mark_of(table.state, unit.id, "formation")
    return unit.side == now["side"] and (not own or own in now["formations"])


def seen(unit: Piece) -> bool:
    """Whether the enemy sees that a unit is there."""
    return unit.seen_by is None


def found(table: Table, unit: Piece) -> bool:
    """Whether the enemy has detected it, and knows what it is."""
    return unit.known_to is None and bool(table.state.mark(unit.id, DETECTED))


def maneuvers(read: Sheet) -> bool:
    return read.type in MANEUVER


def stacking(table: Table, unit: Piece, hex: str) -> int:
    """What a unit counts in a hex: nothing of a headquarters (10.9e), of light infantry in a town (10.9f); an
    engineer unit is one step (10.11a)."""
    read = sheet(unit)
    in_town = read.light and read.type == "infantry" and table.state.board.spaces[hex].terrain == "urban"
    if read.type == "headquarters" or in_town:
        return 0
    return min(1, unit.steps) if read.engineer else unit.steps


def controlled(table: Table, of: str, *, known: bool) -> set[str]:
    """The hexes in the zones of control of a side: about two unsuppressed motorized or mechanized steps, on
    small hexes one, or two of light infantry (10.10.3b, 10.10.3c). known: of units that the enemy knows."""
    mobile: dict[str, int] = {}
    light: dict[str, int] = {}
    for unit in units(table, of):
        if table.state.mark(unit.id, SUPPRESSED) or (known and (unit.known_to or unit.seen_by)):
            continue
        read = sheet(unit)
        if maneuvers(read) and read.moves in ("wheeled", "tracked"):
            mobile[unit.place] = mobile.get(unit.place, 0) + unit.steps
        elif read.light and read.type == "infantry":
            light[unit.place] = light.get(unit.place, 0) + unit.steps
    hexes = {hex for hex, steps in mobile.items() if steps >= (1 if hex in sum(TEN.values(), ()) else 2)}
    hexes |= {hex for hex, steps in light.items() if steps >= 2 and hex in sum(TEN.values(), ())}
    return hexes | {near for hex in hexes for near in table.state.board.neighbours[hex]}


def terrain_cost(table: Table, mode: str, here: str, there: str) -> int | None:
    """The points of the Movement Chart in fair weather: along a highway, else by terrain; none over a major
    river (10.10.1, 10.11)."""
    board = table.state.board
    if board.border(here, there) == "major river":
        return None
    rows = table.state.tables["ground-movement"].data.rows
    chart = {
        row["terrain"]: row["points"] for row in rows if row["mode"] == mode and row["weather"] == "fair"
    }
    road = all("highway" in board.spaces[hex].tags for hex in (here, there))
    cost = chart.get("highway") if road else None
    if not isinstance(cost, int):
        cost = chart.get(board.spaces[there].terrain)
    return cost if isinstance(cost, int) else None
