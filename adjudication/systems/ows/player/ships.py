"""Where the staff sends ships and submarines (6.3, 6.4), and what else it has them do."""

from adjudication.engine.orders import LegalOrders, Order
from adjudication.systems.ows.air.missions import AIR_ASSAULT
from adjudication.systems.ows.player.land import facing, near_enemy
from adjudication.systems.ows.player.movement import offload, troops_waiting
from adjudication.systems.ows.player.picture import (
    apart,
    bases,
    enemies,
    is_carrier,
    launchers,
    main_bodies,
    near,
    of_groups,
    own,
    places_to_hold,
    seen_at_sea,
    to_deliver,
)
from adjudication.systems.ows.player.transports import INLAND, WEAKLY_HELD, merit_of_transports, steps_at
from adjudication.systems.ows.sea.modes import could_emit, emitters, hunts_submarines
from adjudication.systems.ows.sea.seaways import moves_as, rate
from adjudication.systems.ows.table.cargo import capacity
from adjudication.systems.ows.table.counters import GROUND, MISSION, SHIP, SUBMARINE, sheet
from adjudication.systems.ows.table.magazines import ready_shields
from adjudication.systems.ows.table.maps import tactical
from adjudication.systems.ows.table.settings import number
from adjudication.systems.ows.table.status import ASW, SILENT, enemy_of
from domain.table.state import Piece, State

STAND_OFF = 3
"""How far from what is fought over a carrier keeps, in hexes, where its aircraft still reach it."""


def naval_movement(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The next naval order; None when all is done."""
    return (
        _land(state, side, legal)
        or offload(state, side, legal)
        or _sail(state, side, legal)
        or _mines(state, side, legal)
        or _modes(state, side, legal)
        or emissions(state, side, legal)
    )


def holds_back(state: State, side: str) -> bool:
    """Whether transports wait where no known missile reaches them: missiles that are known of command the
    coast that is to be taken, and there is time to strike them first."""
    if 2 * state.turn > number(state, "turns"):
        return False
    coast = [hex for hex in to_deliver(state, side) if tactical(state, hex)]
    at_sea = main_bodies(state, side)
    return any(
        min((apart(state.board, unit.place, hex) for hex in coast), default=99) <= far
        and all(apart(state.board, unit.place, place) > far for place in at_sea)
        for unit, far in launchers(state, side)
    )


def _land(state: State, side: str, legal: LegalOrders) -> Order | None:
    """On the beach that is nearest to what is to be taken, and not held by more than the assault can beat."""
    best: tuple[int, Order] | None = None
    for group in legal.named("land"):
        for order in (group.order(n) for n in range(len(group))):
            beach = str(order.arguments["beach"])
            steps = steps_at(state, side, beach)
            wanted = to_deliver(state, side)
            off = 0 if beach in wanted else near(state, beach, wanted)
            near_enough = not off or (tactical(state, beach) and off <= INLAND)
            if order.side != side or steps > WEAKLY_HELD or not near_enough or holds_back(state, side):
                continue
            if _is_lifted(state, state.pieces[order.arguments["ship"]]):
                continue
            merit = -off - steps - facing(state, side, beach)
            if best is None or merit > best[0]:
                best = merit, order
    return best[1] if best is not None else None


def _is_lifted(state: State, ship: Piece) -> bool:
    """Whether a ship keeps off the beach: its troops are lifted ashore by its aircraft."""
    aboard = state.aboard(ship.id)
    return (
        is_carrier(ship)
        and any(AIR_ASSAULT in sheet(each).roles for each in aboard if each.kind.group == MISSION)
        and all(sheet(each).air_assault for each in aboard if each.kind.group == GROUND)
    )


def _sail(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The first task group or boat for which another hex is better than its own."""
    for name, subject in (("sail-group", "at"), ("sail", "ship")):
        for group in legal.named(name):
            if group.side != side:
                continue
            about = group.fixed[subject]
            ships = _group_at(state, side, about) if subject == "at" else [state.pieces[about]]
            here = ships[0].place
            if subject == "ship" and ships[0].kind.group == SHIP and len(_group_at(state, side, here)) > 1:
                continue  # a task group moves as one
            best = max(group.values, key=lambda to: _merit(state, side, ships, to))
            if _merit(state, side, ships, best) > _merit(state, side, ships, here):
                return Order(side, name, {subject: about, "to": best})
    return None


def _group_at(state: State, side: str, place: str) -> list[Piece]:
    return [each for each in of_groups(state, own(state, side), SHIP) if each.place == place]


def _merit(state: State, side: str, ships: list[Piece], to: str) -> int:
    """How well ships would lie in a hex."""
    if ships[0].kind.group == SUBMARINE:
        return _merit_of_boat(state, side, ships[0], to)
    cargo = [
        each
        for ship in ships
        for each in state.aboard(ship.id)
        if each.kind.group == GROUND and not _is_lifted(state, ship)
    ]
    if cargo and holds_back(state, side):
        return -near(state, to, [ships[0].place])
    if cargo and to_deliver(state, side):
        return merit_of_transports(state, side, ships, to)
    waiting = troops_waiting(state, side)
    if waiting and all(capacity(ship) and not is_carrier(ship) for ship in ships):
        return -3 * near(state, to, waiting)
    enemy_bases = bases(state, enemy_of(state, side))
    if any(is_carrier(ship) for ship in ships):
        if tactical(state, to):
            return -99
        off = abs(near(state, to, places_to_hold(state, side)) - STAND_OFF)
        return -2 * off - 2 * (near(state, to, enemy_bases) < STAND_OFF)
    bodies = [place for place in main_bodies(state, side) if place != ships[0].place]
    wanted = places_to_hold(state, side) if not bodies or near(state, to, bodies) > STAND_OFF else bodies
    hunted = seen_at_sea(state, side)
    close = near(state, to, hunted) if hunted else 0
    return -2 * near(state, to, wanted) - 2 * (close == 0 and bool(hunted)) - (close > 1)


def _merit_of_boat(state: State, side: str, boat: Piece, to: str) -> int:
    """A boat goes quietly to where enemy ships are, else to the waters that are fought over, and lies
    there."""
    prey = seen_at_sea(state, side) or places_to_hold(state, side)
    far = state.board.range(boat.place, to) or 0
    loud = far > rate(state, moves_as(boat), boat.place, "quiet")
    return -3 * near(state, to, prey) - 4 * loud


def _mines(state: State, side: str, legal: LegalOrders) -> Order | None:
    for group in legal.named("lay-mines"):
        if (
            group.side == side
            and near(state, _place(state, group.order(0)), places_to_hold(state, side)) <= 1
        ):
            return group.order(0)
    for group in legal.named("sweep"):
        for order in (group.order(n) for n in range(len(group))):
            if order.side == side and order.arguments["hex"] == _place(state, order):
                return order
    return None


def _place(state: State, order: Order) -> str:
    return state.where(order.arguments["ship"])


def _modes(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Escorts beside what they guard hunt submarines; boats that lie still run silent."""
    for group in legal.named("mode"):
        for order in (group.order(n) for n in range(len(group))):
            unit = state.pieces[order.arguments["unit"]]
            if order.side != side:
                break
            if order.arguments["to"] == SILENT.name:
                return order
            guards = unit.place in main_bodies(state, side) and not is_carrier(unit)
            if order.arguments["to"] == ASW.name and guards and hunts_submarines(sheet(unit)):
                return order
    return None


DANGER = 3
"""How near a known or unknown enemy is, in hexes, when ships that were found light up their radars."""


def _threatened(state: State, ship: Piece) -> bool:
    """Whether the enemy has found a ship and is near."""
    found = {contact.place for contact in enemies(state, enemy_of(state, ship.side)) if contact.known}
    return (
        ship.place in found
        and near(state, ship.place, [each.place for each in enemies(state, ship.side)]) <= DANGER
    )


def _worth_it(state: State, unit: Piece) -> bool:
    """Whether an air defence has a use for its radars."""
    ready = [shield for shield in sheet(unit).shields if ready_shields(state, unit, shield)]
    if unit.kind.group == GROUND:
        return bool(ready) and near_enemy(state, unit.side, unit.place) > 1
    return any(shield.bmd for shield in ready) and _threatened(state, unit)


def _silence(state: State, side: str) -> Order | None:
    """Ships far from the enemy, and air defences that have no use for their radars, go silent, so that he
    loses them."""
    lit = [
        id
        for id in emitters(state, side)
        if state.pieces[id].kind.group in (SHIP, GROUND)
        and not (_worth_it(state, state.pieces[id]) or sheet(state.pieces[id]).type == "aew")
    ]
    return Order(side, "silence", {"units": lit}) if lit else None


def emissions(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Air defences with nothing to fire, or beside enemy troops, go silent. Others ashore radiate, since
    everybody knows where the airfields are; ships that stop ballistic missiles do once the enemy has found
    their hex and is near."""
    ready = [
        id
        for id in could_emit(state, side)
        if sheet(state.pieces[id]).type == "aew" or _worth_it(state, state.pieces[id])
    ]
    order = Order(side, "emit", {"units": ready})
    if legal.of_kind("silence") and (dark := _silence(state, side)) in legal:
        return dark
    return order if ready and order in legal else None
