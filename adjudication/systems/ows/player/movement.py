"""Strategic movement (5.1) as the staff orders it: engineers to where squadrons can be dispersed, troops and
air defences to what is fought over. Whoever is needed where it stands stays there."""

from adjudication.engine.choices import Subset
from adjudication.engine.orders import LegalOrders, Order, OrderChoice
from adjudication.systems.ows.air.assaults import number_needed
from adjudication.systems.ows.air.basing import HIGHWAY
from adjudication.systems.ows.air.missions import AIR_ASSAULT, TRANSPORT
from adjudication.systems.ows.air.sorties import airfield_at
from adjudication.systems.ows.player.picture import apart, bases, near, places_to_hold, to_deliver
from adjudication.systems.ows.table.counters import FACILITY, GROUND, MISSION, SHIP, sheet
from adjudication.systems.ows.table.facilities import PORT, held
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import holder
from domain.table.state import Piece, State

MANOEUVRE = ("infantry", "armor", "mechanized", "cavalry")
"""Types of units that take and hold ground."""
ISLAND = "island"
"""Tag of the hexes that troops reach by sea or air alone."""
EXPOSED = 5
"""How far from what is fought over a base is still within reach of the enemy's missiles, in hexes."""


def strategic_movement(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The next strategic move; None when none brings a unit to where it is of more use."""
    return offload(state, side, legal) or _embark(state, side, legal) or _overland(state, side, legal)


def offload(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Troops go ashore in a port where they are to be delivered."""
    for group in legal.named("offload"):
        for order in (group.order(n) for n in range(len(group))):
            place = state.where(order.arguments["unit"])
            if order.side == side and (place in to_deliver(state, side) or not to_deliver(state, side)):
                return order
    return None


def _embark(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Troops go aboard ships that can land them, where there is a beach or a port to land them at."""
    for group in legal.named("embark"):
        for order in (group.order(n) for n in range(len(group))):
            if order.side != side:
                break
            unit, ship = state.pieces[order.arguments["unit"]], state.pieces[order.arguments["ship"]]
            wanted = [hex for hex in to_deliver(state, side) if hex != unit.place]
            ashore = sheet(ship).lands or sheet(unit).amphibious
            reaches = any(ashore or holder(state, hex) == side for hex in wanted)
            if reaches and sheet(unit).type in MANOEUVRE and not _needed(state, unit):
                return order
    return None


def troops_waiting(state: State, side: str) -> list[str]:
    """The ports where amphibious troops wait for a ship, other than where they are to be delivered."""
    return [
        unit.place
        for unit in state.of_group(GROUND)
        if unit.side == side
        and unit.place in held(state, side, PORT)
        and sheet(unit).amphibious
        and to_deliver(state, side)
        and unit.place not in to_deliver(state, side)
    ]


def _overland(state: State, side: str, legal: LegalOrders) -> Order | None:
    """By road, rail or air, to where a unit is of more use."""
    best: tuple[int, Order] | None = None
    for name in ("road", "rail", "airlift"):
        found = [
            group.order(n) for group in legal.named(name) if group.side == side for n in range(len(group))
        ]
        for choice in legal.choices(name):
            if choice.side == side and len(choice):
                found.append(_flown(state, choice))
        for order in found:
            unit = state.pieces[order.arguments["unit"]]
            gain = _use(state, unit, order.arguments["to"]) - _use(state, unit, unit.place)
            if gain > 0 and not _needed(state, unit) and (best is None or gain > best[0]):
                best = gain, order
    return best[1] if best is not None else None


def _flown(state: State, choice: OrderChoice) -> Order:
    """An airlift by transports that bring nobody into a landing zone, where they are enough."""
    assert isinstance(choice.choices, Subset)
    plain = [each for each in choice.choices.items if AIR_ASSAULT not in sheet(state.pieces[each]).roles]
    for number in range(1, len(plain) + 1):
        order = Order(choice.side, choice.name, {**choice.fixed, choice.vary: plain[:number]})
        if not choice.refusal(order.arguments):
            return order
    return Order(choice.side, choice.name, dict(choice.order().arguments))


def _needed(state: State, unit: Piece) -> bool:
    """Whether a unit is needed where it stands: the garrison of what is fought over or of a base on an
    island, the only air defence of a base that the enemy can reach, or paratroops with the transports to
    jump."""
    if unit.place in places_to_hold(state, unit.side) or _is_garrison(state, unit):
        return True
    if sheet(unit).shields:
        others = [each for each in state.pieces_at(unit.place) if each.id != unit.id]
        exposed = near(state, unit.place, places_to_hold(state, unit.side)) <= EXPOSED
        return (
            exposed
            and unit.place in bases(state, unit.side)
            and not any(_guards(each, unit.side) for each in others)
        )
    if not sheet(unit).airborne:
        return False
    lifts = [
        each
        for each in state.of_group(MISSION)
        if each.side == unit.side and TRANSPORT in sheet(each).roles and each.steps
    ]
    return len(lifts) >= number_needed(unit)


def _is_garrison(state: State, unit: Piece) -> bool:
    """Whether a unit is the last that holds an island with a base or a port of its side."""
    if ISLAND not in state.board.spaces[unit.place].tags or sheet(unit).type not in MANOEUVRE:
        return False
    there = [each for each in state.pieces_at(unit.place) if each.side == unit.side]
    return any(each.kind.group == FACILITY for each in there) and not any(
        each.id != unit.id and each.kind.group == GROUND and sheet(each).type in MANOEUVRE for each in there
    )


def _guards(piece: Piece, side: str) -> bool:
    return piece.side == side and piece.kind.group in (GROUND, SHIP) and bool(sheet(piece).shields)


def _use(state: State, unit: Piece, hex: str) -> int:
    """How much use a unit is in a hex."""
    side = unit.side
    if sheet(unit).engineer:
        return 10 * is_dispersal_site(state, side, hex)
    if sheet(unit).type in MANOEUVRE:
        return -near(state, hex, to_deliver(state, side) or places_to_hold(state, side))
    if not sheet(unit).shields:
        return 0
    around = (*bases(state, side), *places_to_hold(state, side))
    covered = sum(apart(state.board, place, hex) <= 1 for place in around)
    others = sum(_guards(each, side) for each in state.pieces_at(hex) if each.id != unit.id)
    return covered - 2 * others


def is_dispersal_site(state: State, side: str, hex: str) -> bool:
    """Whether squadrons can be dispersed to a hex: a highway without an airfield, in the side's hands."""
    space = state.board.spaces.get(hex)
    return (
        space is not None
        and on(state, "expeditionary_basing")
        and HIGHWAY in space.tags
        and holder(state, hex) == side
        and not airfield_at(state, side, hex)
    )
