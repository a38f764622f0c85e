"""The ISR phase (8): pawns for theater ISR are placed in secret, then all detections are resolved in the
order of 8.6, contested air ISR first."""

from dataclasses import dataclass

from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.sea.mines import spot_all
from adjudication.systems.ows.sensing.detection import search
from adjudication.systems.ows.sensing.local_detection import (
    anti_submarine,
    automatic,
    in_the_open,
    radar,
    special_forces,
    submarines,
    unmanned,
)
from adjudication.systems.ows.sensing.sensors import Sensor
from adjudication.systems.ows.space_and_cyber.space import isr_die, isr_pawns
from adjudication.systems.ows.special_operations.sof_missions import watch
from adjudication.systems.ows.table.counters import GROUND, MISSION, SHIP, SQUADRON, sheet
from adjudication.systems.ows.table.ladder import LADDER
from adjudication.systems.ows.table.maps import tactical
from adjudication.systems.ows.table.status import detect, detected, enemy_of, sides
from adjudication.systems.ows.table.weather import weather_shifts
from adjudication.systems.ows.theater_isr.contested_isr import contested
from adjudication.systems.ows.turn.turns import acting
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

PHASE = "theater isr"
PAWNS = Mark[list[str]]("isr pawns", turns=1, seen_by=OWNER)
"""Mark of a side: the hexes in which its ISR pawns stand this turn, one entry for each pawn."""
SHOWN = Mark[list[str]]("isr pawns shown", turns=1)
"""The same for all to know, when both sides have placed."""
THEATER_ROLL = "theater isr"
"""What the chart of weather effects calls this roll (2.3.5)."""
SEEN_FROM_AFAR = (SHIP, GROUND, MISSION, SQUADRON)
"""What theater ISR may find, where its signature is high (8.3.2)."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Place an ISR pawn (8.2)."""

    side: str
    hex: str


def begin(umpire: Umpire) -> None:
    """Both sides place their pawns; nobody knows where the other's stand."""


def needed(state: State) -> bool:
    """There is always something to detect, or nobody may know that there is not."""
    return True


def pawns(state: State, side: str) -> list[str]:
    """The hexes in which a side's pawns stand."""
    return list(state.mark(side, PAWNS, []))


def pawns_left(state: State, side: str) -> bool:
    """Whether a side may place another pawn: it has as many as its dashboard says (8.2, 7.6)."""
    return isr_die(state, side) in LADDER and len(pawns(state, side)) < isr_pawns(state, side)


@derived
def on_the_maps(board: Board) -> tuple[str, ...]:
    """Every hex of the maps: a pawn may stand anywhere (8.1)."""
    return tuple(space.id for space in board.data.spaces)


def surveyed(state: State) -> tuple[str, ...]:
    """Where a pawn may stand."""
    return on_the_maps(state.board)


def survey(umpire: Umpire, order: Survey) -> None:
    """A pawn goes to a hex; several may stand in one."""
    placed = [*pawns(umpire.state, order.side), order.hex]
    umpire.mark(order.side, PAWNS, placed, rule=R["8.2"])


def end(umpire: Umpire) -> None:
    """The pawns are shown, and everything is resolved in the order of 8.6. What needs no roll comes right
    after contested air ISR, the only part whose place is fixed, so that nobody rolls for it."""
    for side in sides(umpire.state):
        if placed := pawns(umpire.state, side):
            umpire.mark(side, SHOWN, placed, rule=R["8.4"])
    spot_all(umpire, {side: pawns(umpire.state, side) for side in sides(umpire.state)})
    rolled: list[str] = []
    for resolve in (
        contested,
        automatic,
        theater,
        anti_submarine,
        submarines,
        radar,
        special_forces,
        unmanned,
        watch,
    ):
        for side in sides(umpire.state):
            resolve(umpire, side, rolled)


def theater(umpire: Umpire, side: str, rolled: list[str]) -> None:
    """One roll of the theater ISR die for each high-signature unit where a pawn stands, promoted for every
    further pawn there (8.4, 8.5.3)."""
    state, enemy = umpire.state, enemy_of(umpire.state, side)
    die = isr_die(state, side)
    if die not in LADDER:
        return
    areas: dict[tuple[str, ...], int] = {}
    for hex in pawns(state, side):
        areas[covered(state, hex)] = areas.get(covered(state, hex), 0) + 1
    for area, number in areas.items():
        for hex in area:
            for unit in state.pieces_at(hex):
                if unit.side == enemy and seen_from_afar(umpire.state, unit):
                    look(umpire, unit, [Sensor(die)] * number, rolled)


def covered(state: State, hex: str) -> tuple[str, ...]:
    """What one pawn covers: its hex, on a tactical map the zone that the hex lies in (8.3.2.1a)."""
    space = state.board.spaces[hex]
    if not space.zone or not tactical(state, hex):
        return (hex,)
    zone = (space.map, space.zone)
    return tuple(each.id for each in state.board.data.spaces if (each.map, each.zone) == zone)


def seen_from_afar(state: State, unit: Piece) -> bool:
    """Whether theater ISR may find a unit: one with a high signature that is not detected (8.3, 8.3.3)."""
    if unit.kind.group not in SEEN_FROM_AFAR or sheet(unit).low_signature:
        return False
    return not detected(state, unit)


def look(umpire: Umpire, unit: Piece, sensors: list[Sensor], rolled: list[str]) -> None:
    """Theater ISR finds a ground unit in the open of a tactical map without a roll (8.3.2.1a)."""
    if in_the_open(umpire.state, unit):
        detect(umpire, unit.id, rule=R["8.3.2.1a"])
    else:
        weather = tuple(weather_shifts(umpire.state, unit.place, THEATER_ROLL))
        sensors = [sensor._replace(shifts=weather) for sensor in sensors]
        search(umpire, unit.id, sensors, T("theater ISR"), rolled, rule=R["8.4"])


KINDS = (
    OrderKind(
        "survey",
        Survey,
        survey,
        R["8.2"],
        "place an ISR pawn",
        secret=True,
        legality=(
            Legality(
                insist(pawns_left, "pawns", R["8.2"], "you have no ISR pawns left this turn"),
                only("hex", surveyed, "hex", R["8.1"], "not a hex of the map"),
                arguments={"hex": surveyed},
                sides=acting,
                phases=(PHASE,),
                elsewhere=R["seq.5.1"],
            ),
        ),
    ),
)
