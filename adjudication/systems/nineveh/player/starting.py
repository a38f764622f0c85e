"""How a player starts: its priority, its cards, and where its blocks stand (3)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from adjudication.engine.orders import LegalOrders, Order
from adjudication.systems.nineveh.cards.purchase import fits, wares
from adjudication.systems.nineveh.course.deployment import (
    WITHDRAWN,
    areas_for,
    blocks_set_up,
    groups_waiting,
    open_areas,
)
from adjudication.systems.nineveh.player.judging import far_from_old_city, way_north
from adjudication.systems.nineveh.table.blocks import (
    DAESH,
    HQ,
    IED,
    ISF,
    PRODUCTION,
    RUMOUR,
    SHIELDS,
    number,
    room,
)
from adjudication.systems.nineveh.table.board import (
    EXIT,
    MOSQUE,
    OLD_CITY,
    RING_ROAD,
    TIGRIS,
    at_junctions,
    of_terrain,
    tagged,
)
from adjudication.systems.nineveh.table.forces import waiting
from domain.table.state import Piece, State

if TYPE_CHECKING:
    import random

PRIORITIES = {ISF: ("casualties", "collateral"), DAESH: ("time", "time", "time", "collateral")}
"""What the document suggests to either side (3.0c); Daesh can count on time most."""
RARE = 0.05
"""How often a card that rules out most others is bought."""
STARTS = {"cts": 0, "interior": 1, "army": 2, "pmf": 3}
"""Who takes the start nearest to the Old City: those who must go into it."""
FORWARD = 0.15
"""How many of its militia Daesh stations on the ring road, in front of the Old City; survivors inside
count most (8.1c)."""
STRONG = ("veteran", "stay-behind", "leader", "mortar")
LIGHT = ("militia", "ashbal", "technical")
GUARDS = {"light": 1, "rumour": 2}
"""Up to how many blocks Daesh puts light units and Rumours into each area of its way of supply (7.1a)."""


def prepare(state: State, side: str, legal: LegalOrders, chance: "random.Random") -> Order | None:
    """A priority of those that suit the side, and as many cards as its points buy, the dear ones first."""
    if not any(part.name == "prepare" and part.side == side for part in legal.parts):
        return None
    on_offer, wrong = wares(state, side), fits(state, side)
    names = sorted(on_offer, key=lambda name: (-on_offer[name].cost * chance.random(), name))
    chosen: list[str] = []
    for name in names:
        if on_offer[name].cost >= 25 and chance.random() > RARE:
            continue
        if not wrong([*chosen, name]):
            chosen.append(name)
    ordered = [name for name in on_offer if name in chosen]
    return Order(side, "prepare", {"priority": chance.choice(PRIORITIES[side]), "cards": ordered})


def deploy(state: State, side: str, legal: LegalOrders, chance: "random.Random") -> Order | None:
    """The next group of ISF; or the next blocks of Daesh, in the area that wants them most."""
    if not any(part.name == "deploy" and part.side == side for part in legal.parts):
        return _second_thought(state) if side == DAESH else None
    return _isf(state) if side == ISF else _daesh(state, chance)


def _isf(state: State) -> Order:
    group = min(groups_waiting(state), key=lambda each: STARTS[each])
    far = far_from_old_city(state.board)
    starts = areas_for(state, group)
    return Order(ISF, "deploy", {"group": group, "to": min(starts, key=lambda area: (far[area], area))})


def _daesh(state: State, chance: "random.Random") -> Order:
    """The Old City is filled with the best, its approaches with militia, the rest of the city with what
    deceives and delays. An area is filled at a time, whichever, as the order of the blocks would tell what
    they are."""
    planned, where = state.copy(), dict[str, list[str]]()
    for block in sorted((state.pieces[id] for id in waiting(state, DAESH)), key=_rank):
        gaps = _gaps(planned) if block.id in state.mark(DAESH, WITHDRAWN, {}) else []
        area = gaps[0] if gaps else _place(planned, block, chance)
        planned.move(block.id, area)
        where.setdefault(area, []).append(block.id)
    area = chance.choice(sorted(where))
    return Order(DAESH, "deploy", {"to": area, "blocks": where[area]})


def _second_thought(state: State) -> Order | None:
    """A Rumour is taken back from outside the Old City for an area of it that was left empty."""
    outside = far_from_old_city(state.board)
    spare = [block for block in blocks_set_up(state) if state.pieces[block].kind.group == RUMOUR]
    spare = [block for block in spare if outside[state.pieces[block].place]]
    return Order(DAESH, "withdraw", {"block": spare[0]}) if spare and _gaps(state) else None


def _gaps(state: State) -> list[str]:
    """The areas of the Old City that Daesh has left empty."""
    return [area for area in of_terrain(state.board, OLD_CITY) if not number(state, DAESH, area)]


def _rank(block: Piece) -> tuple[int, str]:
    """The order in which blocks are set up."""
    order: Sequence[bool] = (
        block.kind.group in (HQ, PRODUCTION),
        block.kind_id in STRONG,
        block.kind_id in LIGHT,
        block.kind.group in (IED, SHIELDS),
        block.kind.group == RUMOUR,
    )
    return (order.index(True) if True in order else len(order)), block.id


def _place(state: State, block: Piece, chance: "random.Random") -> str:
    free = [area for area in open_areas(state) if room(state, DAESH, area)]
    board = state.board
    far = far_from_old_city(board)
    inside = [area for area in free if far[area] == 0]
    ring = [area for area in free if area in tagged(board, RING_ROAD)]
    junctions = [area for area in free if area in at_junctions(board) and far[area]]
    exits = [area for area in free if area in tagged(board, EXIT)]
    if block.kind.group in (HQ, PRODUCTION) and inside:
        deep = [area for area in inside if area in (*tagged(board, MOSQUE), *tagged(board, TIGRIS))]
        return chance.choice(deep or inside)
    if block.kind_id in STRONG or block.kind.group == SHIELDS:
        return chance.choice(inside or ring or free)
    guards = GUARDS.get("light" if block.kind_id in LIGHT else block.kind.group, 0)
    lifeline = [area for area in way_north(board) if area in free and number(state, DAESH, area) < guards]
    if lifeline:
        return lifeline[0]
    if block.kind_id in LIGHT:
        outside = ring if chance.random() < FORWARD else []
        return chance.choice(outside or inside or ring or junctions or free)
    if block.kind.group == IED:
        return chance.choice([*ring, *junctions] or free)
    outside = [area for area in [*ring, *junctions, *exits] if far[area] > 0]
    return chance.choice(outside or free)
