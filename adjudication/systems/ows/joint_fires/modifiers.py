"""Modifiers of missile attacks (9.9.4.4): the lines of a chart that apply to an attack, as promotions and
demotions of its die.

The chart says how much each line counts, and for which missiles and targets; a line that has none of the
names below applies to every attack that fits it, so that a printed chart can be put in the place of ours.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.systems.ows.air.missions import air_hex
from adjudication.systems.ows.joint_fires.fires import effects
from adjudication.systems.ows.sensing.sensors import sof_strike_shifts
from adjudication.systems.ows.space_and_cyber.space import pnt_disrupted
from adjudication.systems.ows.table.counters import (
    GROUND,
    LAND,
    LOADED,
    MISSION,
    SEA,
    SHIP,
    SUBMARINE,
    Weapon,
    sheet,
)
from adjudication.systems.ows.table.ladder import Shift
from adjudication.systems.ows.table.status import DISRUPTED, JAMMED, RSOI, SUPPRESSED
from adjudication.systems.ows.table.tokens import token_shifts
from domain.table.marks import Mark
from domain.table.state import Piece, State
from domain.texts import Text, as_argument

R = citations("ows", __file__)
T = texts("ows")

CHART = "missile-modifiers"
ANY = "any"
PGM = "pgm"
"""The line for guided munitions from the air, for which the Fires Effects Table says where it counts."""


class Attack(NamedTuple):
    """An attack as the chart looks at it: who fires from where at what, with which weapon. shooter: None
    where it is not known yet."""

    side: str
    launch: str
    target: Piece
    weapon: Weapon
    shooter: Piece | None


def silhouette(piece: Piece) -> str:
    """What a weapon must be able to engage to strike a unit (2.2.2a): a runway stands for all on land."""
    return SEA if piece.kind.group == SHIP else "undersea" if piece.kind.group == SUBMARINE else LAND


def _far(state: State, attack: Attack) -> bool:
    board = state.board
    distance = board.range(air_hex(board, attack.launch), air_hex(board, state.where(attack.target.id)))
    return distance is None or distance > 1


def _guided(state: State, attack: Attack) -> bool:
    """Whether an aircraft fires guided munitions at a ground unit: a mission with a munitions counter, or an
    attack helicopter (10.15.4.1)."""
    shooter = attack.shooter
    if shooter is None or shooter.kind.group != MISSION or attack.target.kind.group != GROUND:
        return False
    carried = state.mark(shooter.id, LOADED) and sheet(shooter).weapon(attack.weapon.id) is None
    return bool(carried) or sheet(shooter).type == "attack helicopter"


class Line(NamedTuple):
    """A line of the chart that the text fixes: its rule, how it reads, and when it applies."""

    rule: str
    label: Text
    applies: Callable[[State, Attack], bool]


def _marked(mark: Mark[Any], group: str = "") -> Callable[[State, Attack], bool]:
    def applies(state: State, attack: Attack) -> bool:
        shooter = attack.shooter
        if shooter is None or group not in ("", shooter.kind.group):
            return False
        return state.mark(shooter.id, mark) is not None

    return applies


LINES = {
    "sigint": Line(
        R["7.2.1.3"],
        T("SIGINT & EMSO"),
        lambda state, a: any(shift.rungs > 0 for shift in token_shifts(state, a.target.id)),
    ),
    "countermeasures": Line(
        R["7.2.1.4"],
        T("Active & Passive Countermeasures"),
        lambda state, a: any(shift.rungs < 0 for shift in token_shifts(state, a.target.id)),
    ),
    "pnt": Line(
        R["7.5.2"], T("PNT disrupted"), lambda state, a: pnt_disrupted(state, a.side) and _far(state, a)
    ),
    "target acquisition": Line(
        R["8.5.1"], T("SOF target acquisition"), lambda state, a: bool(sof_strike_shifts(state, a.target))
    ),
    "electronic warfare": Line(
        R["6.5.8"], T("electronic warfare"), lambda state, a: bool(state.mark(a.target.id, JAMMED))
    ),
    "target in RSO&I": Line(
        R["2.3.1a"], T("target in RSO&I"), lambda state, a: state.mark(a.target.id, RSOI) is not None
    ),
    "attacker in RSO&I": Line(R["2.3.1a"], T("attacker in RSO&I"), _marked(RSOI)),
    "disrupted": Line(R["7.2.1.1b"], T("C2 disrupted"), _marked(DISRUPTED, MISSION)),
    "suppressed": Line(R["10.15.7d"], T("attacker suppressed"), _marked(SUPPRESSED, GROUND)),
    PGM: Line(R["10.15.4.1"], T("guided munitions"), _guided),
}
"""What the text says of the chart. The down arrow of ballistic missile defence, CEC and excess shields
depend on the shot calculus, which adds them."""
ARROW, CEC = "ballistic missile defence", "cec"


def chart(state: State) -> tuple[dict[str, Any], ...]:
    """The lines of the chart that is in force."""
    found: tuple[dict[str, Any], ...] = state.tables[CHART].data.rows
    return found


def rungs(state: State, name: str, weapon: Weapon) -> int:
    """How much a line of the chart counts for a weapon; 0 where it has none."""
    lines = (row for row in chart(state) if row["modifier"] == name and row["flight"] in (ANY, weapon.flight))
    return next((int(row["shift"]) for row in lines), 0)


def strike_shifts(
    state: State,
    side: str,
    launch_hex: str,
    target: Piece,
    weapon: Weapon,
    shooter: Piece | None = None,
) -> list[Shift]:
    """The promotions and demotions of a strike, before the shot calculus, in the order of the chart."""
    attack = Attack(side, launch_hex, target, weapon, shooter)
    found = []
    for row in chart(state):
        name, line = row["modifier"], LINES.get(row["modifier"])
        if name in (ARROW, CEC) or not fits(row, weapon, target):
            continue
        if line is None:
            label = T("line of the chart", line=as_argument(str(name)))
            found.append(Shift(label, int(row["shift"]), R["9.9.4.4"]))
        elif line.applies(state, attack) and (name != PGM or counts_guided(state, target)):
            found.append(Shift(line.label, int(row["shift"]), line.rule))
    return found


def fits(row: dict[str, Any], weapon: Weapon, target: Piece) -> bool:
    """Whether a line of the chart is about that missile and that target."""
    return row["flight"] in (ANY, weapon.flight) and row["target"] in (ANY, silhouette(target))


def counts_guided(state: State, target: Piece) -> bool:
    """Whether guided munitions are of use on that terrain against that kind of unit (10.15.4.1)."""
    return bool(effects(state, target)["guided"])
