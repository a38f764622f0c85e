"""Units that events release, and reinforcements that arrive (event.12-14, 26, 33, 55-61, 62)."""

from collections.abc import Callable

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ignorant_armies.table.sides import (
    AIR,
    AIR_BOX,
    AVAILABLE,
    IRAN,
    IRAQ,
    LOCKED,
    MISSILE,
    MISSILE_LIMIT,
    MISSILES,
    MORE_MISSILES,
    ONE_RP_MORE,
    SCHEDULE,
    box,
    kind_of,
    year,
)
from domain.table.state import Piece, State

R = citations("ignorant-armies", __file__)
T = texts("ignorant-armies")

Which = Callable[[Piece], bool]


def first_guard(unit: Piece) -> bool:
    """The Medina division and the 8th Special Forces division."""
    return bool(unit.kind.data.get("first"))


def all_guard(unit: Piece) -> bool:
    """Every Republican Guard unit."""
    return kind_of(unit) == "republican guard"


def naval(unit: Piece) -> bool:
    """The 1st Naval Division."""
    return kind_of(unit) == "naval"


def special_forces(unit: Piece) -> bool:
    """The 2nd to 7th Special Forces brigades."""
    return kind_of(unit) == "special forces"


def marines(unit: Piece) -> bool:
    """The Revolutionary Guard Marine brigades."""
    return bool(unit.kind.data.get("marine"))


def engineer_divisions(unit: Piece) -> bool:
    """The Revolutionary Guard Engineer divisions."""
    return bool(unit.kind.data.get("engineer"))


def release(umpire: Umpire, side: str, which: Which, *, rule: str) -> None:
    """Units that were locked may be built from now on."""
    for unit in [piece for piece in umpire.state.pieces_at(box(LOCKED, side)) if which(piece)]:
        umpire.move(unit.id, box(AVAILABLE, side), rule=rule)


def due(state: State, side: str, when: int) -> list[str]:
    """The units and markers that a side's schedule has for a year, and that have not arrived."""
    waiting = {piece.id for piece in state.pieces_at(box(SCHEDULE, side))}
    rows = state.tables["reinforcements"].data.rows
    return [
        str(row["unit"])
        for row in rows
        if row["side"] == side and row["year"] == when and row["unit"] in waiting
    ]


def arrive(umpire: Umpire, unit: str, *, rule: str) -> None:
    """A unit is put with those that may be brought on; markers and missiles go to their boxes."""
    piece = umpire.state.pieces[unit]
    where = {AIR: AIR_BOX, MISSILE: MISSILES}.get(piece.kind.group, AVAILABLE)
    umpire.move(unit, box(where, piece.side), rule=rule)


def ahead_of_time(umpire: Umpire) -> None:
    """Iraq takes one unit or marker of the next calendar year, or none; where there is none, 1 RP more
    this turn (event.62)."""
    state = umpire.state
    coming = due(state, IRAQ, year(state) + 1)
    if not coming:
        umpire.mark(IRAQ, ONE_RP_MORE, True, rule=R["event.62"])
        return
    options = [*coming, "none"]
    unit = umpire.choose(
        IRAQ, T("reinforcement that comes forward"), options, rule=R["event.62"], suggest=coming[0]
    )
    if unit != "none":
        arrive(umpire, unit, rule=R["event.62"])


def yearly(umpire: Umpire, side: str, *, rule: str) -> None:
    """In the first turn of a year a side's reinforcements of that year arrive; of missiles Iran holds no
    more than its limit, and one more comes with the first after Libya sent some (event.25)."""
    state = umpire.state
    for unit in due(state, side, year(state)):
        if side == IRAN and state.pieces[unit].kind.group == MISSILE:
            receive_missile(umpire, unit, rule=rule)
        else:
            arrive(umpire, unit, rule=rule)


def receive_missile(umpire: Umpire, unit: str, *, rule: str) -> None:
    """An Iranian missile arrives if Iran may hold it."""
    state = umpire.state

    def room() -> bool:
        return len(umpire.state.pieces_at(box(MISSILES, IRAN))) < state.mark(IRAN, MISSILE_LIMIT, 3)

    if room():
        arrive(umpire, unit, rule=rule)
    extra = [piece.id for piece in state.pieces_at(box(LOCKED, IRAN)) if piece.kind.group == MISSILE]
    if umpire.state.mark(IRAN, MORE_MISSILES) and extra:
        umpire.mark(IRAN, MORE_MISSILES, None, rule=R["event.25"])
        if room():
            arrive(umpire, extra[0], rule=rule)
