"""Movement (5): each block once a turn into an adjacent area, or fast along the roads; the enemy stops it,
and IEDs go off."""

from collections.abc import Sequence
from dataclasses import dataclass

import adjudication.systems.nineveh.cards.standing as standing
import adjudication.systems.nineveh.moving.ieds as ieds
import adjudication.systems.nineveh.moving.tunnels as tunnels
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.table.blocks import (
    BLOCKS,
    ENEMY,
    FLANK,
    is_fast,
    is_unit,
    limit,
    moves,
    number,
    on_map,
    room,
    sheet,
)
from adjudication.systems.nineveh.table.board import OLD_CITY, ROAD, WEST, is_area, tagged, terrain
from adjudication.systems.nineveh.table.phases import COMBAT, MOVEMENT
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("nineveh", __file__)
T = texts("nineveh")

MOVED = Mark[str]("moved", phase=COMBAT, seen_by=OWNER)
"""Mark of a block in a Movement Phase, which its owner sees: DONE, its one move is made; STOPPED, it has come
upon the enemy and stays for the rest of the turn, whatever it is ordered; TWICE, it has made the extra move
of a card too (5.0b-5.0d)."""
DONE, STOPPED, TWICE = "done", "stopped", "twice"
HALTED = Mark[bool]("halted")
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


def waits(state: State) -> Why:
    """Units on the Flanking Attack card must come back if they can (6.4h)."""
    if any(destinations(state, unit) for unit in movers(state, state.side) if _flanks(state, unit)):
        return T("the Flanking Attack must first enter")
    return ""


# --- where a block may go ----------------------------------------------------------------------------


def may_enter(state: State, block: Piece, area: str) -> bool:
    """Whether an area has room for a block, and its terrain is open to it (5.2, 5.3). Where the enemy stands
    does not matter."""
    return terrain_allows(state, block, area) and room(state, block.side, area) > 0


def terrain_allows(state: State, block: Piece, area: str) -> bool:
    """Whether a block may be in the terrain of an area: no armour, no ISF HQ in the Old City, unless a card
    allows it (5.3, 5.0d)."""
    if terrain(state.board, area) != OLD_CITY or not is_unit(block) or sheet(block).old_city:
        return True
    return standing.allows(state, "enter old city", block, area)


def is_quick(state: State, block: Piece) -> bool:
    """Whether a block may use fast movement now, by its own card or another (5.1a, 5.0d)."""
    quick = is_fast(block) or standing.allows(state, "fast movement", block)
    return quick and not standing.forbids(state, "fast movement", block)


def span(state: State, block: Piece) -> int:
    """How many areas a block may go in one move: one, unless cards say otherwise (5.0b, 5.0d)."""
    return max(0, 1 + sum(each.by for each in standing.modifiers(state, "movement", block, block.place)))


@derived
def reach(state: State, unit: str) -> list[str]:
    """The areas to which a block can move at once, with or without room for it: those beside it (5.0b), those
    along the roads (5.1), by tunnel (5.5); from the Flanking Attack card those on the west edge (6.4h)."""
    block = state.pieces[unit]
    if block.place == FLANK:
        found: Sequence[str] = tagged(state.board, WEST)
    else:
        found = [*on_foot(state, block), *tunnels.by_tunnel(state, block)]
        if is_quick(state, block):
            found = [*found, *by_road(state, block)]
    return [area for area in dict.fromkeys(found) if terrain_allows(state, block, area)]


def on_foot(state: State, block: Piece) -> list[str]:
    """The areas beside a block; where it may go further, those behind areas without the enemy too (5.0b)."""
    found = {block.place: 0}
    queue = [block.place]
    for here in queue:
        if found[here] >= span(state, block) or (here != block.place and _enemy(state, block, here)):
            continue
        for there in state.board.neighbours[here]:
            if there not in found and is_area(state.board, there) and terrain_allows(state, block, there):
                found[there] = found[here] + 1
                queue.append(there)
    return list(found)[1:]


def _enemy(state: State, block: Piece, area: str) -> bool:
    """Whether enemy blocks of any kind are in an area."""
    return number(state, ENEMY[block.side], area) > 0


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
            if not _enemy(state, block, there):
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
        and not standing.forbids(state, "move", block)
    )


# --- moving ------------------------------------------------------------------------------------------


def enter(umpire: Umpire, block: str, area: str, *, rule: str = R["5.0b"]) -> bool:
    """A block enters an area, and IEDs go off (7.5). Returns whether the enemy was there, so that it stops
    (5.0c, 5.1c)."""
    state = umpire.state
    piece = state.pieces[block]
    met = _enemy(state, piece, area)
    show_way_in(umpire, piece, area)
    umpire.move(block, area, rule=rule)
    if met:
        ieds.entered(umpire, block, area)
    state = umpire.state
    if met and piece.side == state.side and on_map(state, state.pieces[block]):
        _mark(umpire, block, STOPPED, rule=R["5.0c"])
    return met


def show_way_in(umpire: Umpire, block: Piece, area: str) -> None:
    """Turn up the card by which a block enters the Old City that else may not (5.0d, 5.3)."""
    if terrain(umpire.state.board, area) == OLD_CITY and is_unit(block) and not sheet(block).old_city:
        standing.use(umpire, "enter old city", block, area)


def make_move(umpire: Umpire, block: str, area: str, *, rule: str) -> bool:
    """A block makes a move in its Movement Phase; cards that it needs for that are turned up (5.0d). Returns
    whether it met the enemy."""
    state = umpire.state
    piece = state.pieces[block]
    if piece.place != FLANK and area not in state.board.neighbours[piece.place]:
        show_means(umpire, piece, area)
    return enter(umpire, block, area, rule=rule)


def show_means(umpire: Umpire, block: Piece, area: str) -> None:
    """Turn up the card by which a block goes further than into an adjacent area."""
    state = umpire.state
    if is_fast(block) and area in by_road(state, block):
        return
    if area in tunnels.by_tunnel(state, block):
        standing.use(umpire, "tunnels", block)
    elif is_quick(state, block) and area in by_road(state, block):
        standing.use(umpire, "fast movement", block)
    else:
        for each in standing.modifiers(state, "movement", block, block.place):
            standing.turn_up(umpire, each.card)


def move(umpire: Umpire, order: Move) -> None:
    """The one move of a block, or the extra one that a card allows (5.0d)."""
    state = umpire.state
    again = state.mark(order.unit, MOVED) == DONE
    if again:
        standing.use(umpire, "extra move", state.pieces[order.unit])
    if not make_move(umpire, order.unit, order.to, rule=R["5.0d"] if again else R["5.0b"]):
        _mark(umpire, order.unit, TWICE if again else DONE, rule=R["5.0b"])


def _mark(umpire: Umpire, block: str, value: str, *, rule: str) -> None:
    umpire.mark(block, MOVED, value, rule=rule)


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
    """Those that have not made their move, or may make another one by a card (5.0b, 5.0d)."""
    return [unit for unit in eligible(state, side) if _has_move(state, unit)]


def _has_move(state: State, unit: str) -> bool:
    made = state.mark(unit, MOVED)
    return made is None or (made == DONE and standing.allows(state, "extra move", state.pieces[unit]))


def movers(state: State, side: str) -> list[str]:
    """Those that may move now."""
    return [unit for unit in unmoved(state, side) if may_move(state, unit)]


def _flanks(state: State, unit: str) -> bool:
    return state.pieces[unit].place == FLANK


def beyond(state: State, unit: str, to: str) -> Why:
    """Why a block cannot reach an area."""
    if to not in state.board.spaces or not is_area(state.board, to):
        return T("no such area", to=to)
    block, _area = state.pieces[unit], state.board.spaces[to].name
    if not terrain_allows(state, block, to):
        return Reason(T("may not enter the Old City", unit=unit), R["5.3"])
    if _flanks(state, unit):
        return Reason(T("comes back on the west edge", unit=unit, to=to), R["6.4h"])
    if is_quick(state, block):
        return T("neither adjacent nor along the roads", unit=unit, to=to)
    return T("not adjacent", unit=unit, to=to)


def full(state: State, unit: str, to: str) -> Why:
    """Why an area has no room."""
    most = limit(state, state.pieces[unit].side, to)
    return T("full", to=to, most=most)


MOVE = Legality(
    only("side", phasing, "turn", R["4.1.2"], "not its turn to move"),
    only("unit", own_blocks, "block", R["5.0a"], "not a block of yours on the map"),
    only("unit", eligible, "fixed", R["5.0a"], "may not move once placed"),
    only("unit", unstopped, "stopped", R["5.0c"], "met the enemy and stays"),
    only("unit", unmoved, "moved", R["5.0b"], "already moved this turn"),
    only("unit", movers, "halted", R["5.0d"], "may not move in this Movement Phase"),
    only("to", reach, "reach", R["5.0b"], beyond),
    only("to", destinations, "full", R["5.2a"], full),
    arguments={"unit": movers, "to": destinations},
    sides=phasing,
    phases=(MOVEMENT,),
    elsewhere=R["4.1.2"],
)
KINDS = (OrderKind("move", Move, move, R["5.0b"], "move a block", legality=(MOVE,)),)
