"""SOF teams: where they are, and how they are compromised (6.6a, 6.6.1.1)."""

from typing import TypedDict

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.sensing.detection import WHITE_CELL_ALONE
from adjudication.systems.ows.sensing.sensors import signature
from adjudication.systems.ows.table.counters import AMMUNITION, FACILITY, SOF, sheet
from adjudication.systems.ows.table.ladder import Shift, modified
from adjudication.systems.ows.table.status import REGENERATION, detect, enemy_of, on_map
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

MOVED = Mark[bool]("sof moved", turns=1, seen_by=OWNER)
"""Mark of a team that was placed this turn."""


class TeamMission(TypedDict):
    """What a special operations team does, and to which target."""

    mission: str
    target: str


TASK = Mark[TeamMission]("sof mission", turns=1, seen_by=OWNER)
"""Mark of a team: what it is to do this turn."""
MOST_SHIFTS = 3
HOMES = ("airfield", "port")


def teams(state: State, side: str) -> list[str]:
    """The teams of a side on the map."""
    return [id for id in on_map(state, side) if state.pieces[id].kind.group == SOF]


def bases(state: State, side: str) -> list[str]:
    """Hexes where teams come home: those with an airfield or a port of the side."""
    pieces = (state.pieces[id] for id in on_map(state, side))
    return list(dict.fromkeys(piece.place for piece in pieces if is_facility(piece, *HOMES)))


def is_facility(piece: Piece, *types: str) -> bool:
    """Whether it is a facility of one of these types."""
    return piece.kind.group == FACILITY and sheet(piece).type in types


def compromised(
    umpire: Umpire, team: Piece, die: int, shifts: list[Shift], what: Text, rule: str, asked: str
) -> bool:
    """Whether a team is detected: a die, promoted or demoted as the white cell judges, against its local
    detection value (6.6a, 6.6b, 6.6.1.1)."""
    net = umpire.judge(
        T("sizes of the detection die", die=die, attempt=what),
        list(range(-MOST_SHIFTS, MOST_SHIFTS + 1)),
        suggest=0,
        because=circumstances(umpire.state, team),
        audience=WHITE_CELL_ALONE,
        rule=asked,
    )
    judged = [Shift(T("judgement of the white cell"), net, asked)] if net else []
    number = signature(team)
    purpose = T("detection of a team", attempt=what, least=number)
    final = modified(umpire, die, [*shifts, *judged], purpose, audience=(team.side,))
    return umpire.roll_at_least(number, final, purpose, audience=(team.side,), rule=rule)


def circumstances(state: State, team: Piece) -> Text:
    """What the white cell weighs: the enemy's units and teams in the hex, and its terrain (6.6b)."""
    enemy = enemy_of(state, team.side)
    here = [piece.kind.group for piece in state.pieces_at(team.place) if piece.side == enemy]
    opposing, installations = here.count(SOF), here.count(FACILITY) + here.count(AMMUNITION)
    units, terrain = len(here) - opposing - installations, state.board.spaces[team.place].terrain
    return T("what the white cell weighs", hex=team.place, units=units, teams=opposing, terrain=terrain)


def caught(umpire: Umpire, team: str, *, rule: str) -> None:
    """A compromised team is seen, and goes to the Regeneration Box (6.6a, 6.6.1.1)."""
    side = umpire.state.pieces[team].side
    umpire.mark(team, TASK, None, rule=rule)
    detect(umpire, team, rule=rule)
    umpire.move(team, f"{REGENERATION}-{side}", rule=rule)
