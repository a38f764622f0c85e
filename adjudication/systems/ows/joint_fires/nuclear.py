"""Nuclear strikes (7.4): where the scenario authorizes them, and the radiation that they leave."""

from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.counters import AMMUNITION, FACILITY, SQUADRON
from adjudication.systems.ows.table.damage import take_hits
from adjudication.systems.ows.table.ladder import Shift
from adjudication.systems.ows.table.settings import number, on
from adjudication.systems.ows.table.status import EXPENDED, detected, enemy_of, on_map
from adjudication.systems.ows.table.tokens import UNITS, hand
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.events.seen import knows
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.dice import D6
from domain.table.grid import hex_neighbours
from domain.table.marks import Mark
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

WEAPON = "nuclear weapon"
"""Group of the Tactical Nuke token, in a side's hand."""
RADIATION = Mark[bool]("radiation")
"""Mark of a hex: ground zero; it stays for the game."""
PLUME = Mark[bool]("radiation plume", turns=1, phase="regeneration")
"""Mark of a hex downwind, until the Regeneration Phase of the next turn."""
TACTICAL_KM = 20
"""Kilometres a hex of the largest tactical map (7.4.1)."""
AT_ONCE = (FACILITY, SQUADRON, AMMUNITION)
"""What lies on the map for all to see, so that it is always detected."""


@dataclass(frozen=True, slots=True)
class Nuke:
    """Play the Tactical Nuke on an enemy counter (7.4)."""

    side: str
    weapon: Contact
    target: Contact


def nuke(umpire: Umpire, order: Nuke) -> None:
    """The counter is destroyed, without a roll; radiation stays in its hex, and a plume drifts downwind on a
    tactical map."""
    state = umpire.state
    target = state.pieces[order.target]
    place = state.where(target.id)
    umpire.mark(order.weapon, EXPENDED, True, rule=R["7.4"], until=state.turn + 1)
    take_hits(umpire, target.id, target.steps, rule=R["7.4"], fires=False)
    umpire.mark(place, RADIATION, True, rule=R["7.4a"])
    fallout(umpire, place)


def fallout(umpire: Umpire, place: str) -> None:
    """The wind is rolled, or as the scenario says; the next hex downwind has a plume (7.4.1)."""
    state = umpire.state
    chart = state.board.data.maps.get(state.board.spaces[place].map)
    if chart is None or chart.unit != "km" or chart.scale > TACTICAL_KM:
        return
    wind = number(state, "wind") or umpire.roll(D6, T("wind direction"), rule=R["7.4.1"])
    downwind = beyond_side(state.board, place, wind)
    if downwind:
        umpire.mark(downwind, PLUME, True, rule=R["7.4.1a"])


_CLOCKWISE = {"flat": (0, 3, 5, 1, 4, 2), "pointy": (4, 1, 5, 3, 0, 2)}
"""Which of `hex_neighbours` lies beyond each hexside, clockwise from north."""


@derived
def cells(board: Board) -> dict[tuple[str, int, int], str]:
    """The hexes of the maps by map, column and row."""
    return {(space.map, space.column, space.row): space.id for space in board.data.spaces}


def beyond_side(board: Board, place: str, side: int) -> str:
    """The hex beyond a hexside, 1 to 6 clockwise from north; empty where the map ends."""
    space = board.spaces[place]
    layout = board.layout_of(space.map)
    if layout is None:
        return ""
    around = hex_neighbours(layout, space.column, space.row)
    column, row = around[_CLOCKWISE[layout.orientation][side - 1]]
    return cells(board).get((space.map, column, row), "")


def radiation_shifts(state: State, origin: str, goal: str) -> list[Shift]:
    """Ground combat into or out of radiation is demoted twice, once at most (7.4a, 7.4.1)."""
    for mark, label, rule in (
        (RADIATION, T("radiation"), R["7.4a"]),
        (PLUME, T("radiation plume"), R["7.4.1"]),
    ):
        if state.mark(origin, mark) or state.mark(goal, mark):
            return [Shift(label, -2, rule)]
    return []


def weapons_in_hand(state: State, side: str) -> list[str]:
    """The Tactical Nukes that may be used in this phase."""
    return [piece.id for piece in hand(state, side, WEAPON) if not state.mark(piece.id, EXPENDED)]


def counters(state: State, side: str) -> list[str]:
    """The enemy counters on the map that are detected."""
    return [
        id
        for id in on_map(state, enemy_of(state, side))
        if knows(side, state.who_knows(id))
        and state.pieces[id].steps
        and (
            state.pieces[id].kind.group in AT_ONCE
            or (state.pieces[id].kind.group in UNITS and detected(state, state.pieces[id]))
        )
    ]


def authorized(state: State) -> bool:
    """Whether the scenario authorizes nuclear strikes."""
    return on(state, "nuclear")


NUKE = Legality(
    IN_TURN,
    insist(authorized, "nuclear", R["7.4"], "this game does not authorize nuclear strikes"),
    only(
        "weapon",
        weapons_in_hand,
        "weapon",
        R["7.4"],
        "no Tactical Nuke in your hand",
    ),
    only("target", counters, "target", R["2.3.3"], "no detected enemy counter on the map"),
    arguments={"weapon": weapons_in_hand, "target": counters},
    sides=acting,
    phases=("air combat", "long-range strikes", "local strikes"),
    elsewhere=R["7.4"],
)

KINDS: tuple[OrderKind, ...] = (
    OrderKind("nuke", Nuke, nuke, R["7.4"], "play the Tactical Nuke", legality=(NUKE,)),
)
