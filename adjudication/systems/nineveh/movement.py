"""Movement (5): each block once a turn into an adjacent area, or fast along the roads; the enemy stops it,
and IEDs go off."""

from collections.abc import Sequence
from dataclasses import dataclass

import adjudication.systems.nineveh.ieds as ieds
import adjudication.systems.nineveh.supply as supply
import adjudication.systems.nineveh.tunnels as tunnels
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.blocks import (
    BLOCKS,
    ENEMY,
    FLANK,
    is_fast,
    is_unit,
    moves,
    number,
    on_map,
    room,
    sheet,
)
from adjudication.systems.nineveh.board import OLD_CITY, ROAD, WEST, is_area, tagged, terrain
from adjudication.systems.nineveh.phases import COMBAT, MOVEMENT
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("nineveh", __file__)

MOVED = "moved"
"""Mark of a block in a Movement Phase, which its owner sees: DONE, its one move is made; STOPPED, it has come
upon the enemy and stays for the rest of the turn, whatever it is ordered (5.0b, 5.0c)."""
DONE, STOPPED = "done", "stopped"
HALTED = "halted"
"""Mark of a block that may not move in its next Movement Phase, by a card (5.0d)."""


@dataclass(frozen=True, slots=True)
class Move:
    """Move a block to an area that it can reach (5.0)."""

    side: str
    unit: Contact
    to: str


def begin(umpire: Umpire) -> None:
    """Nothing happens as the phase begins."""


def end(umpire: Umpire) -> None:
    """Blocks that had to stay for this phase may move again."""
    for block in umpire.state.marked(HALTED):
        if umpire.state.pieces[block].side == umpire.state.side:
            umpire.mark(block, HALTED, None, rule=R["5.0d"])


def waits(state: State) -> str:
    """Units on the Flanking Attack card must come back if they can (6.4h)."""
    if any(destinations(state, unit) for unit in movers(state, state.side) if _flanks(state, unit)):
        return "Units on the Flanking Attack card must first enter an area on the west edge."
    return ""


# --- where a block may go ----------------------------------------------------------------------------


def may_enter(state: State, block: Piece, area: str) -> bool:
    """Whether an area has room for a block, and its terrain is open to it (5.2, 5.3). Where the enemy stands
    does not matter."""
    return terrain_allows(state, block, area) and room(state, block.side, area) > 0


def terrain_allows(state: State, block: Piece, area: str) -> bool:
    """Whether a block may be in the terrain of an area: no armour and no ISF HQ in the Old City (5.3)."""
    return terrain(state.board, area) != OLD_CITY or not is_unit(block) or sheet(block).old_city


@derived
def reach(state: State, unit: str) -> list[str]:
    """The areas to which a block can move at once, with or without room for it: those beside it (5.0b), those
    along the roads (5.1), by tunnel (5.5); from the Flanking Attack card those on the west edge (6.4h)."""
    block = state.pieces[unit]
    if block.place == FLANK:
        found: Sequence[str] = tagged(state.board, WEST)
    else:
        beside = [area for area in state.board.neighbours[block.place] if is_area(state.board, area)]
        found = [*beside, *tunnels.by_tunnel(state, block)]
        if is_fast(block):
            found = [*found, *by_road(state, block)]
    return [area for area in dict.fromkeys(found) if terrain_allows(state, block, area)]


def by_road(state: State, block: Piece) -> list[str]:
    """Where fast movement takes a block: along areas beside a road, through those without the enemy, at the
    furthest into the first with an enemy block of any kind (5.1b, 5.1c)."""
    roads = tagged(state.board, ROAD)
    if block.place not in roads:
        return []
    found = {block.place: None}
    queue = [block.place]
    for here in queue:
        for there in state.board.neighbours[here]:
            if there in found or there not in roads or not terrain_allows(state, block, there):
                continue
            found[there] = None
            if not number(state, ENEMY[block.side], there):
                queue.append(there)
    return list(found)[1:]


def destinations(state: State, unit: str) -> list[str]:
    """The areas to which a block may move now."""
    block = state.pieces[unit]
    return [area for area in reach(state, unit) if may_enter(state, block, area)]


def may_move(state: State, unit: str) -> bool:
    """Whether a block can move at all now: it is on the map or the Flanking Attack card, it is not fixed, and
    neither the enemy nor a card holds it (5.0a, 5.0c, 5.0d)."""
    block = state.pieces[unit]
    return (
        (on_map(state, block) or block.place == FLANK)
        and moves(block)
        and state.mark(unit, MOVED) != STOPPED
        and not state.mark(unit, HALTED)
    )


# --- moving ------------------------------------------------------------------------------------------


def enter(umpire: Umpire, block: str, area: str, *, rule: str = R["5.0b"]) -> bool:
    """A block enters an area, and IEDs go off (7.5). Returns whether the enemy was there, so that it stops
    (5.0c, 5.1c)."""
    met = number(umpire.state, ENEMY[umpire.state.pieces[block].side], area) > 0
    umpire.move(block, area, rule=rule)
    if met:
        ieds.entered(umpire, block, area)
    supply.show(umpire)
    return met


def make_move(umpire: Umpire, block: str, area: str, *, rule: str) -> bool:
    """A block makes a move in its Movement Phase: where it meets the enemy it is done for the turn."""
    met = enter(umpire, block, area, rule=rule)
    if met and on_map(umpire.state, umpire.state.pieces[block]):
        _mark(umpire, block, STOPPED, rule=R["5.0c"])
    return met


def move(umpire: Umpire, order: Move) -> None:
    """The one move of a block."""
    if not make_move(umpire, order.unit, order.to, rule=R["5.0b"]):
        _mark(umpire, order.unit, DONE, rule=R["5.0b"])


def _mark(umpire: Umpire, block: str, value: str, *, rule: str) -> None:
    side = umpire.state.pieces[block].side
    umpire.mark(block, MOVED, value, audience=(side,), until=COMBAT, rule=rule)


# --- the order ---------------------------------------------------------------------------------------


def phasing(state: State) -> tuple[str, ...]:
    """The side whose player-turn it is."""
    return (state.side,)


def own_blocks(state: State, side: str) -> list[str]:
    """A side's blocks on the map and on the Flanking Attack card."""
    return [
        piece.id
        for group in BLOCKS
        for piece in state.of_group(group)
        if piece.side == side and (on_map(state, piece) or piece.place == FLANK)
    ]


def eligible(state: State, side: str) -> list[str]:
    """Those of them that may ever move (5.0a)."""
    return [unit for unit in own_blocks(state, side) if moves(state.pieces[unit])]


def unstopped(state: State, side: str) -> list[str]:
    """Those that the enemy has not stopped this turn (5.0c)."""
    return [unit for unit in eligible(state, side) if state.mark(unit, MOVED) != STOPPED]


def unmoved(state: State, side: str) -> list[str]:
    """Those that have not made their move (5.0b)."""
    return [unit for unit in eligible(state, side) if state.mark(unit, MOVED) is None]


def movers(state: State, side: str) -> list[str]:
    """Those that may move now."""
    return [unit for unit in unmoved(state, side) if may_move(state, unit)]


def _entrances(state: State, unit: str) -> list[str]:
    return [area for area in reach(state, unit) if terrain_allows(state, state.pieces[unit], area)]


def _flanks(state: State, unit: str) -> bool:
    return state.pieces[unit].place == FLANK


def beyond(state: State, unit: str, to: str) -> str:
    """Why a block cannot reach an area."""
    if to not in state.board.spaces or not is_area(state.board, to):
        return f"There is no area {to!r} on the map."
    if not terrain_allows(state, state.pieces[unit], to):
        return f"{state.pieces[unit].name} may not enter the Old City."
    if _flanks(state, unit):
        return f"{state.pieces[unit].name} comes back in an area on the west edge, not in {to}."
    ways = "an adjacent area, or along the roads to the first area with the enemy"
    return f"{state.pieces[unit].name} cannot move to {to}: it moves into {ways}."


def beyond_rule(state: State, unit: str, to: str) -> str:
    """The rule that says so."""
    if is_area(state.board, to) and not terrain_allows(state, state.pieces[unit], to):
        return R["5.3"]
    return R["5.0b"]


def full(state: State, unit: str, to: str) -> str:
    """Why an area has no room."""
    space = state.board.spaces[to]
    return f"{space.name} is full: it holds no more than {room_for(state, unit, to)} of your blocks."


def room_for(state: State, unit: str, to: str) -> int:
    """How many blocks of the owner of a block an area holds."""
    side = state.pieces[unit].side
    return room(state, side, to) + number(state, side, to)


MOVE = Legality(
    only("side", phasing, "turn", R["4.1.2"], "{side} does not move now: it is the other side's turn."),
    only("unit", own_blocks, "block", R["5.0a"], "{unit} is not a block of yours on the map."),
    only("unit", eligible, "fixed", R["5.0a"], "{unit} may not move once placed."),
    only("unit", unstopped, "stopped", R["5.0c"], "{unit} has met the enemy this turn and stays."),
    only("unit", unmoved, "moved", R["5.0b"], "{unit} has already moved this turn."),
    only("unit", movers, "halted", R["5.0d"], "{unit} may not move in this Movement Phase."),
    only("to", reach, "reach", beyond_rule, beyond),
    only("to", destinations, "full", R["5.2a"], full),
    arguments={"unit": movers, "to": destinations},
    sides=phasing,
    phases=(MOVEMENT,),
    elsewhere=R["4.1.2"],
)
KINDS = (OrderKind("move", Move, move, R["5.0b"], "move a block", legality=(MOVE,)),)
