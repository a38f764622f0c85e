"""What fire is worth: expected results of the RAF Table, contact, danger on the way."""

from collections.abc import Iterable
from itertools import product

import adjudication.systems.somalia.missions.ambushes as ambushes
from adjudication.systems.somalia.missions.marching import way
from adjudication.systems.somalia.table.forces import GANG, LEADER, at, contact, firepower
from adjudication.systems.somalia.table.raf import LED
from adjudication.systems.somalia.table.zones import ROUGH, terrain
from domain.table.derived import derived
from domain.table.dice import D6
from domain.table.state import Piece, State

SUMS = [one + other for one, other in product(range(1, D6 + 1), repeat=2)]


@derived
def expected(state: State, strength: int, led: bool = False) -> float:
    """The mean number that fire of so much Firepower brings."""
    if strength <= 0:
        return 0.0
    table = state.tables["raf"]
    rows = (table.look_up({"firepower": strength, "roll": roll + LED * led})[1] for roll in SUMS)
    return sum(int(row["result"] or 0) for row in rows) / len(SUMS)


def fire_of(state: State, pieces: Iterable[Piece], zone: str = "") -> float:
    """The mean number that these counters bring; in a Zone with the Leader there."""
    return expected(state, firepower(pieces), bool(zone and at(state, zone, LEADER)))


def search(state: State, unit: Piece, zone: str) -> float:
    """The chance that a unit makes contact in a Zone (6.12e)."""
    worse = (terrain(state.board, zone) == ROUGH) + bool(at(state, zone, LEADER))
    return max(0, min(D6, contact(unit) - worse)) / D6


def danger(state: State, origin: str, to: str) -> float:
    """The mean number of hits by Ambushes on the way from Zone to Zone."""
    zones = way(state, origin, to) if origin != to else []
    found = 0.0
    for zone in zones:
        gangs = [state.pieces[gang] for gang in ambushes.able(state, zone)]
        found += fire_of(state, gangs, zone) if gangs else 0.0
    return found


def danger_by_air(state: State, origin: str, to: str) -> float:
    """The same for a unit that a Helicopter carries: where it is picked up, and where it lands (8.3)."""
    able = [[state.pieces[gang] for gang in ambushes.able(state, zone)] for zone in (origin, to)]
    return sum(fire_of(state, gangs) for gangs in able if gangs)


def gangs_in(state: State, zone: str) -> list[Piece]:
    """The gangs of a Zone."""
    return at(state, zone, GANG)
