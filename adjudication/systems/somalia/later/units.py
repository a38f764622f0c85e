"""Forces of the later scenarios: who fights whom, the areas in play, who holds them."""

from collections.abc import Iterable

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.forces import GANG, LEADER, MILITARY, MILITIA, faction, has_acted
from adjudication.systems.somalia.table.sides import COLOURS, COURTS, COURTS_2006, ETHIOPIANS, game
from adjudication.systems.somalia.table.zones import (
    BANDIT_CUP,
    BROWN_BOX,
    MARKERS,
    MILITIA_BOX,
    MOGADISHU,
    REMOVED,
    SOMALILAND,
    SOUTH,
    UN_CUP,
    US_CUP,
    tagged,
    zones,
)
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("somalia", __file__)

TRANSITIONAL = "transitional"
"""The Transitional Government in Islamic Courts Union 2006: a side that nobody plays (icu2006.players.a)."""
UNITS = (GANG, MILITARY, MILITIA)
"""The groups of counters that fight and hold areas; Leaders do not by themselves."""
HOMES = {"brown": BROWN_BOX, "blue": UN_CUP, "green": US_CUP, "tan": MILITIA_BOX}
"""Colour -> where its units are while they are out of play; gangs are in the Bandit cup."""
TO_BE_OUSTED = ("tan", "green")
"""The colours of the units without which the game of 2006+ ends (war2006.special.a)."""
PARTNERS = ("yellow", "orange", "purple")
"""The partners of the ICU in 2006+, in the order in which they are placed (war2006.counters.d)."""


@derived
def courts_2006(state: State) -> bool:
    """Whether this is Islamic Courts Union 2006; otherwise it is The War in Somalia 2006+."""
    return game(state) == COURTS_2006


@derived
def in_play(state: State) -> tuple[str, ...]:
    """The areas in play: south of the Famine Line, or all but Somaliland (icu2006.map.a, war2006.map.a)."""
    board = state.board
    if courts_2006(state):
        return tagged(board, SOUTH)
    shut = tagged(board, SOMALILAND)
    return tuple(zone for zone in zones(board) if zone not in shut)


@derived
def mogadishu(state: State) -> tuple[str, ...]:
    """The 4 Mogadishu areas."""
    return tagged(state.board, MOGADISHU)


@derived
def players(state: State) -> tuple[str, ...]:
    """The sides that conduct missions and buy units, the ICU first (icu2006.players.a)."""
    if courts_2006(state):
        return (COURTS, *COLOURS)
    return COURTS, ETHIOPIANS


def warlords(state: State) -> tuple[str, ...]:
    """The Warlord factions, each a side of its own (icu2006.special.d)."""
    return COLOURS if courts_2006(state) else ()


def enemies(state: State, side: str) -> tuple[str, ...]:
    """The sides whose units a side cannot share an area with, or fights where they meet: every other faction
    (icu2006.special.c), or the other side."""
    return tuple(other for other in players(state) if other != side)


def at(state: State, zone: str, *sides: str) -> list[Piece]:
    """The units of these sides in an area."""
    return [piece for piece in state.pieces_at(zone) if piece.kind.group in UNITS and piece.side in sides]


def leader_at(state: State, zone: str, colour: str) -> Piece | None:
    """The Leader of a colour, if he is there."""
    return next(
        (piece for piece in state.pieces_at(zone) if piece.kind.group == LEADER and faction(piece) == colour),
        None,
    )


@derived
def on_map(state: State, side: str) -> list[str]:
    """A side's units and Leaders on the map."""
    return [
        piece.id
        for group in (*UNITS, LEADER)
        for piece in state.of_group(group)
        if piece.side == side and piece.place in in_play(state)
    ]


@derived
def ready(state: State, side: str) -> list[str]:
    """A side's units and Leaders on the map that have done no mission this turn (6.0c)."""
    return [id for id in on_map(state, side) if not has_acted(state, state.pieces[id])]


@derived
def able(state: State, side: str) -> bool:
    """Whether a side has a unit left that can conduct a mission (6.0b)."""
    return any(state.pieces[id].kind.group in UNITS for id in ready(state, side))


def targets(state: State, zone: str, side: str) -> list[Piece]:
    """The units that a side's missions in an area are against: those of other factions or of the enemy, in
    their absence those of the Transitional Government."""
    found = at(state, zone, *enemies(state, side))
    if found or not courts_2006(state):
        return found
    return at(state, zone, TRANSITIONAL)


def closed(state: State, side: str, zone: str) -> bool:
    """Whether a side may not enter an area: it is out of play, or the ICU comes before turn 7 to an area
    whose only units are Transitional (icu2006.special.a)."""
    if zone not in in_play(state):
        return True
    if side != COURTS or not courts_2006(state) or state.turn >= OPENED:
        return False
    return bool(at(state, zone, TRANSITIONAL)) and not at(state, zone, *players(state))


OPENED = 7
"""The turn from which the ICU may enter Transitional areas (icu2006.special.a)."""


def of_others(state: State, side: str) -> tuple[str, ...]:
    """The other side as control has it: the Warlords together against the ICU (icu2006.economics.a), or the
    enemy."""
    if not courts_2006(state):
        return enemies(state, side)
    if side == TRANSITIONAL:
        return players(state)
    return warlords(state) if side == COURTS else (COURTS,)


@derived
def held(state: State, side: str) -> tuple[str, ...]:
    """The areas in play that a side occupies without the other side; Transitional units are ignored there
    (icu2006.economics.a, war2006.victory.a)."""
    others = of_others(state, side)
    return tuple(zone for zone in in_play(state) if at(state, zone, side) and not at(state, zone, *others))


@derived
def held_by_warlords(state: State) -> tuple[str, ...]:
    """The areas that the Warlord factions hold together (icu2006.victory.b)."""
    lords = warlords(state)
    return tuple(zone for zone in in_play(state) if at(state, zone, *lords) and not at(state, zone, COURTS))


def home(piece: Piece) -> str:
    """Where an eliminated unit goes: it may be bought again."""
    return MARKERS if piece.kind.data.get("reserve") else HOMES.get(faction(piece), BANDIT_CUP)


def free(state: State, place: str, colours: Iterable[str], strengths: Iterable[int] = ()) -> list[Piece]:
    """The units of some colours, of some strengths where these are named, that are out of play there: the
    counter mix is the limit (icu2006.counters.b)."""
    wanted, strong = tuple(colours), tuple(strengths)
    return [
        piece
        for piece in state.pieces_at(place)
        if piece.kind.group in UNITS
        and faction(piece) in wanted
        and (not strong or piece.value("firepower") in strong)
    ]


def take_off(umpire: Umpire, piece: Piece, *, rule: str, for_good: bool = False) -> None:
    """A unit leaves the map."""
    umpire.move(piece.id, REMOVED if for_good else home(piece), rule=rule)


def bury(umpire: Umpire, zone: str, colour: str) -> None:
    """A Leader with whom no unit of his colour is left is eliminated (8.4b)."""
    state = umpire.state
    leader = leader_at(state, zone, colour)
    if leader is not None and not any(faction(unit) == colour for unit in at(state, zone, leader.side)):
        umpire.move(leader.id, REMOVED, rule=R["8.4b"])
