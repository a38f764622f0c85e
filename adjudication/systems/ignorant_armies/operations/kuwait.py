"""Kuwait (kuwait.*) and where else units may not go (ja.ops.kuwait-saudi-range,
ja.withdrawal.kuwait-closed)."""

from typing import NamedTuple

from adjudication.engine.reasons import Reason
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ignorant_armies.table.index import points, stop
from adjudication.systems.ignorant_armies.table.sides import (
    ENEMY,
    IN_KUWAIT,
    INTERVENTION,
    IRAN,
    IRAQ,
    is_joint_arab,
    places,
    tagged,
)
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ignorant-armies", __file__)
T = texts("ignorant-armies")

KUWAIT, BORDER, ISLAND = "kuwait", "kuwait border", "island"
"""Tags of hexes: all Kuwaiti ones, the five border hexes, the two islands."""
ROAD_HEX = "2435"
RANGE = 4


@derived
def near_kuwait(board: Board) -> frozenset[str]:
    """The hexes at most four from Kuwait, and not in Iran."""
    near = {hex for kuwaiti in tagged(board, KUWAIT) for hex in board.within(kuwaiti, RANGE)}
    return frozenset(near.difference(tagged(board, IRAN)))


def in_border_hexes(state: State) -> bool:
    """Whether an Iranian unit stands in a Kuwaiti border hex."""
    return not places(state, IRAN).isdisjoint(tagged(state.board, BORDER))


class Who(NamedTuple):
    """What of a unit says where it may go."""

    side: str
    joint_arab: bool
    near_kuwait: bool


def who(unit: Piece) -> Who:
    """What of this unit says where it may go."""
    return Who(unit.side, is_joint_arab(unit), bool(unit.kind.data.get("near_kuwait")))


BASE, OPEN, CLOSED = "base", "open", "closed"
"""Which rules of Kuwait hold: those of the base game, the option's, and those after a withdrawal."""


def border_rules(state: State) -> str:
    """Which rules of Kuwait hold now."""
    if not state.options["joint_arab"]:
        return BASE
    return CLOSED if state.mark("game", INTERVENTION) == "withdrawn" else OPEN


def barred(state: State, unit: Who, hex: str) -> Reason | None:
    """Why such a unit is kept out of a hex; None where it may enter."""
    return keeps_out(state.board, unit, hex, border_rules(state))


def keeps_out(board: Board, unit: Who, hex: str, rules: str) -> Reason | None:
    """The same on this board, by those rules of Kuwait."""
    if rules == BASE:
        return _iraqi_in_kuwait(board, unit, hex) if unit.side == IRAQ else None
    if hex in tagged(board, ISLAND):
        return Reason(T("no unit may enter the Kuwaiti islands"), R["kuwait.islands"])
    if unit.side == IRAN:
        if hex == ROAD_HEX:
            return Reason(T("2435 is never entered"), R["kuwait.road-hex"])
        if hex in tagged(board, BORDER) and rules == CLOSED:
            why = T("Kuwait is closed to Iran")
            return Reason(why, R["ja.withdrawal.kuwait-closed"])
        if hex in tagged(board, KUWAIT) and hex not in tagged(board, BORDER):
            why = T("of Kuwait only the border hexes")
            return Reason(why, R["kuwait.no-game-end"])
        return None
    if unit.joint_arab:
        if unit.near_kuwait and hex not in near_kuwait(board):
            why = T("within four hexes of Kuwait")
            return Reason(why, R["ja.ops.kuwait-saudi-range"])
        return None
    return _iraqi_in_kuwait(board, unit, hex)


def _iraqi_in_kuwait(board: Board, unit: Who, hex: str) -> Reason | None:
    """Iraqi units stay out of Kuwait, with the option and without it."""
    if hex in tagged(board, KUWAIT):
        why = T("Iraqi units may not enter Kuwait")
        return Reason(why, R["kuwait.iraqi-units"])
    return None


@derived
def open_land(board: Board, unit: Who, rules: str) -> tuple[str, ...]:
    """The hexes of land out of which no rule keeps such a unit."""
    return tuple(hex for hex in land(board) if keeps_out(board, unit, hex, rules) is None)


@derived
def land(board: Board) -> tuple[str, ...]:
    """All hexes of land."""
    return tuple(space.id for space in board.data.spaces if space.terrain != "sea")


@derived
def open_to(state: State, unit: Who) -> list[str]:
    """The hexes that such a unit may enter: those that no enemy holds and no rule bars."""
    enemy = places(state, ENEMY[unit.side])
    return [hex for hex in open_land(state.board, unit, border_rules(state)) if hex not in enemy]


def settle(umpire: Umpire) -> None:
    """Iranian units have come into the border hexes, or the last has left them: the index moves at once
    (kuwait.vp). Without the option their coming ends the game, and the index decides
    (kuwait.no-game-end)."""
    state = umpire.state
    there, counted = in_border_hexes(state), bool(state.mark("game", IN_KUWAIT))
    if there == counted:
        return
    if not state.options["joint_arab"]:
        if there:
            stop(umpire, T("Iranian units have entered Kuwait"), rule=R["kuwait.no-game-end"])
        return
    umpire.mark("game", IN_KUWAIT, True if there else None, rule=R["kuwait.vp"])
    if there:
        points(umpire, IRAN, 1, T("Iranian units in Kuwait"), rule=R["kuwait.vp"])
    else:
        points(umpire, IRAQ, 1, T("Iranian units have left Kuwait"), rule=R["kuwait.vp"])
