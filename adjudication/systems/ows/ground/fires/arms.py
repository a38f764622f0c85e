"""Supporting arms (10.15.9.1.2): what counts for a side in a ground combat beside its maneuver units."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.systems.ows.ground.fires.support import factors, supporting
from adjudication.systems.ows.ground.forces.designations import main_effort
from adjudication.systems.ows.ground.forces.formations import formation_of
from adjudication.systems.ows.sensing.sensors import RECONNAISSANCE
from adjudication.systems.ows.table.counters import MISSION, SHIP, SOF, sheet
from adjudication.systems.ows.table.status import DISRUPTED, SIGINT
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")


class Arm(NamedTuple):
    """A supporting arm: what it is, how much it counts, by which rule."""

    label: Text
    number: int
    rule: str


def supporting_arms(
    state: State, side: str, units: Sequence[Piece], enemy: Sequence[Piece], where: Sequence[str], hex: str
) -> list[Arm]:
    """What counts for a side in a combat, each kind on a line. units, enemy: who takes part. where: the hexes
    of both. hex: the one under attack, empty where supporting fires do not count."""
    fires = supporting(state, hex, side) if hex else []
    artillery = sum(factors(state, each) for each in fires if each.kind.group not in (MISSION, SHIP))
    ships = sum(factors(state, each) for each in fires if each.kind.group == SHIP)
    air = sum(factors(state, each) for each in fires if each.kind.group == MISSION)
    engineers = sum(sheet(unit).engineer for unit in units)
    effort = any(main_effort(state, unit.id) for unit in (*units, *fires))
    rule = R["10.15.9.1.2"]
    found = [
        Arm(T("supporting artillery"), artillery, R["10.15.6"]),
        Arm(T("close air support"), air, R["10.15.6"]),
        Arm(T("naval gunfire"), ships, rule),
        Arm(T("engineers"), engineers, R["10.12c"]),
        Arm(T("special operations"), teams(state, side, where), rule),
        Arm(T("SIGINT & EMSO"), len(listened_to(state, enemy)), rule),
        Arm(T("Disrupt C2"), len(disrupted(state, enemy)), rule),
        Arm(T("Main Effort"), int(effort), R["10.5b"]),
    ]
    return [arm for arm in found if arm.number]


def teams(state: State, side: str, where: Sequence[str]) -> int:
    """What the special operations teams of a side in the hexes of a combat count, each as its mission says,
    whatever unit there it was given against (2.2.7.2)."""
    return sum(
        watch["ground"]
        for hex in where
        for piece in state.pieces_at(hex)
        if piece.side == side and piece.kind.group == SOF and (watch := state.mark(piece.id, RECONNAISSANCE))
    )


def listened_to(state: State, enemy: Sequence[Piece]) -> list[str]:
    """The enemy units in the combat with a SIGINT & EMSO token on them."""
    return [unit.id for unit in enemy if state.mark(unit.id, SIGINT)]


def disrupted(state: State, enemy: Sequence[Piece]) -> list[str]:
    """The enemy units in the combat whose C2 is disrupted, and their headquarters where theirs is."""
    found = [unit.id for unit in enemy if state.mark(unit.id, DISRUPTED)]
    for id in state.marked(DISRUPTED):
        hq = state.pieces.get(id)
        if hq is None or id in found or hq.side != enemy[0].side or sheet(hq).hq is None:
            continue
        formation = formation_of(state, id)
        if formation and any(formation_of(state, unit.id) == formation for unit in enemy):
            found.append(id)
    return found
