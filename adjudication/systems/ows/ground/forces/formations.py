"""Formations (10.2, 10.4): divisions, corps and group armies, their headquarters, and which units belong to
them.

The scenario's chart `formations` has a row for each: `formation` (its id), `side`, `name`, `hq` (the piece),
`senior` (the formation above it, or empty), `echelon`, `proficiency` (10.4.1.1.1c), `main_efforts` (10.5a)
and `points` (action points, 10.14.1). The chart `organization` says which `unit` belongs to which `formation`
when the game begins. Both charts are open; who belongs where in play is the owner's knowledge.
"""

from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.charts import cell, rows
from adjudication.systems.ows.table.status import DISRUPTED, SUPPRESSED, hexes, on_map, sides
from domain.errors import BadData
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)

CHART, ORGANIZATION = "formations", "organization"
FORMATION = Mark[str]("formation", seen_by=OWNER)
"""Mark of a unit: the formation that it belongs to (10.2.3)."""


class Formation(NamedTuple):
    """A row of the chart."""

    id: str
    side: str
    name: str
    hq: str
    senior: str
    echelon: str
    proficiency: int
    main_efforts: int
    points: int


@derived
def formations(state: State, side: str) -> tuple[Formation, ...]:
    """A side's formations in play, in the order of the chart."""
    return tuple(
        Formation(
            id=str(row["formation"]),
            side=side,
            name=str(row.get("name") or row["formation"]),
            hq=str(row.get("hq") or ""),
            senior=str(row.get("senior") or ""),
            echelon=str(row.get("echelon") or "division"),
            proficiency=cell(row, "proficiency", 3),
            main_efforts=cell(row, "main_efforts", 1),
            points=cell(row, "points", 0),
        )
        for row in rows(state, CHART)
        if row["side"] == side
    )


def formation(state: State, id: str) -> Formation:
    """The formation of that id. Raises BadData where there is none."""
    for side in sides(state):
        for each in formations(state, side):
            if each.id == id:
                return each
    raise BadData(f"There is no formation {id}.")


def called(state: State, id: str) -> str:
    """A formation by its name; anything else as it is."""
    found = [each.name for side in sides(state) for each in formations(state, side) if each.id == id]
    return found[0] if found else id


def ground_war(state: State) -> bool:
    """Whether the ground war is played: both sides have formations."""
    return all(formations(state, side) for side in sides(state))


def formation_of(state: State, unit: str) -> str:
    """The formation that a unit belongs to; empty for none."""
    return state.mark(unit, FORMATION, "")


@derived
def members(state: State, formation: str) -> tuple[str, ...]:
    """The units of a formation that are on the map, its headquarters among them, in the order of the
    scenario."""
    side = formation_side(state, formation)
    return tuple(id for id in on_map(state, side) if state.mark(id, FORMATION) == formation)


def formation_side(state: State, id: str) -> str:
    """The side of a formation; empty for none."""
    return next((side for side in sides(state) for each in formations(state, side) if each.id == id), "")


def chain(state: State, formation_id: str) -> tuple[str, ...]:
    """A formation and those above it, from the bottom up."""
    found: list[str] = []
    while formation_id and formation_id not in found:
        found.append(formation_id)
        formation_id = formation(state, formation_id).senior
    return tuple(found)


def assign(umpire: Umpire, unit: str, to: str, *, rule: str) -> None:
    """A unit belongs to a formation from now on."""
    umpire.mark(unit, FORMATION, to or None, rule=rule)


def set_up(umpire: Umpire) -> None:
    """Every unit belongs where the chart puts it. Raises BadData for a chart that names what is not there."""
    state = umpire.state
    known = {each.id for side in sides(state) for each in formations(state, side)}
    for row in rows(state, ORGANIZATION):
        unit, to = str(row["unit"]), str(row["formation"])
        if unit not in state.pieces or to not in known:
            raise BadData(f"The organization puts {unit} into {to}; one of the two is not in this scenario.")
        assign(umpire, unit, to, rule=R["ground.2.A"])
    for side in sides(state):
        for each in formations(state, side):
            if each.hq and each.hq not in state.pieces:
                raise BadData(f"The headquarters {each.hq} of {each.name} is not in this scenario.")
            if each.hq:
                assign(umpire, each.hq, each.id, rule=R["ground.2.A"])


def headquarters(state: State, formation_id: str) -> Piece | None:
    """The headquarters of a formation where it is on the map; None where it is lost or has none."""
    hq = state.pieces.get(formation(state, formation_id).hq)
    return hq if hq is not None and hq.place in hexes(state.board) else None


def headed_by(state: State, hq: str) -> list[str]:
    """The formations whose headquarters a unit is."""
    side = state.pieces[hq].side
    return [each.id for each in formations(state, side) if each.hq == hq]


def hq_disrupted(state: State, formation_id: str) -> bool:
    """Whether a headquarters is under Disrupt C2 or suppressed (10.4.1.1.1d); a lost one is not: it is
    lost."""
    hq = headquarters(state, formation_id)
    return hq is not None and bool(state.mark(hq.id, DISRUPTED) or state.mark(hq.id, SUPPRESSED))


def heading(state: State, side: str, piece: str) -> str:
    """The name of the formation that a unit of the side belongs to: its orders are listed under it."""
    if state.pieces[piece].side != side:
        return ""
    own_formation = formation_of(state, piece)
    return formation(state, own_formation).name if own_formation else ""
