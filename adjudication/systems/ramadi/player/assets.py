"""What the player does with assets (6.2, 6.7, 7.1, 7.3): support where it changes most, guards, close air
support, and the way to another zone."""

from collections.abc import Iterable
from typing import Any

from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.umpire import Question
from adjudication.systems.ramadi.phases.planning import Operation, operations
from adjudication.systems.ramadi.player.appraisal import OUT_OF, POINT, Support, appraise, strength_of
from adjudication.systems.ramadi.player.outlook import attack_after, exposure, falls_out_of, threatened
from adjudication.systems.ramadi.player.posture import Zones
from adjudication.systems.ramadi.table.board import crossings
from adjudication.systems.ramadi.table.counters import (
    ADVISORS,
    AIR_ASSET,
    AIR_AVAILABLE,
    ARTILLERY,
    ASSET_TRANSFER_BOX,
    BOMBER,
    BRIDGING,
    DRONE,
    GROUND_ASSET,
    IED_CLEARANCE,
    TANK,
    ZONE_BOXES,
    combat,
)
from adjudication.systems.ramadi.table.ground import network
from adjudication.systems.ramadi.table.turns import LAST_TURN
from domain.table.state import Piece, State

WORTH_A_FLIGHT = 35
"""What a flight must add, in hundredths: who flies now does not fly next turn (6.7)."""
WORTH_A_GUARD = 40
ASSET_ORDER = (ARTILLERY, BOMBER, TANK, IED_CLEARANCE, BRIDGING, DRONE, ADVISORS)
"""Assets, those first that change most."""
CLOSE_AIR_SUPPORT_COMES = 2
"""One call in so many is answered (7.3)."""


class Unspoken:
    """The assets that no planned operation counts on yet."""

    def __init__(self, state: State) -> None:
        self.board = state.board
        self.zones = network(state).zones
        assets = [*state.of_group(GROUND_ASSET), *state.pieces_at(AIR_AVAILABLE)]
        self.assets = sorted(assets, key=asset_rank)
        self._best: dict[tuple[Zones, bool], tuple[list[Piece], Support]] = {}

    def best(self, origin: str, target: str) -> tuple[list[Piece], Support]:
        """The best ground and the best air asset for an operation, and what they add."""
        key = (self.zones.get(origin, ()), target in crossings(self.board))
        found = self._best.get(key)
        if found is None:
            assets = self._choose(*key)
            found = self._best[key] = (assets, support_of(assets))
        return found

    def _choose(self, zones: Zones, against_bridge: bool) -> list[Piece]:
        unfit = IED_CLEARANCE if against_bridge else BRIDGING
        chosen: list[Piece] = []
        for asset in self.assets:
            fit = asset.kind.group == AIR_ASSET or (
                ZONE_BOXES.get(asset.place) in zones and asset.kind_id != unfit
            )
            if fit and all(other.kind.group != asset.kind.group for other in chosen):
                chosen.append(asset)
        return chosen

    def spend(self, assets: list[Piece]) -> None:
        """An operation counts on these."""
        self.assets = [asset for asset in self.assets if asset not in assets]
        self._best.clear()


def asset_rank(asset: Piece) -> tuple[int, str]:
    """Which assets come first."""
    kinds = ASSET_ORDER
    return (kinds.index(asset.kind_id) if asset.kind_id in kinds else len(kinds), asset.id)


def support_of(assets: Iterable[Piece]) -> Support:
    """What these assets add to an operation (8.2)."""
    kinds = [asset.kind_id for asset in assets]
    return Support(sum(map(combat, assets)), ADVISORS in kinds, BRIDGING in kinds or IED_CLEARANCE in kinds)


def support(state: State, legal: LegalOrders) -> Order | None:
    """A guard where one pays; else the asset that changes most, where it does; flights where they count."""
    found = guard(state, legal)
    if found is not None:
        return found
    planned = operations(state)
    best, chosen = 0, None
    flight = WORTH_A_FLIGHT if state.turn < LAST_TURN else 0
    for group in legal.named("support"):
        asset = state.pieces[group.fixed["asset"]]
        least = flight if asset.kind.group == AIR_ASSET else 0
        for index, target in enumerate(group.values):
            gain = _gain(state, planned[target], asset) - least
            if gain > best:
                best, chosen = gain, group.order(index)
    return chosen


def _gain(state: State, operation: Operation, asset: Piece) -> int:
    """What an asset adds to what an operation may be expected to bring."""
    ground = appraise(state)
    given = [state.pieces[id] for id in (operation.ground, operation.air) if id]
    factor = combat(state.pieces[operation.lead])
    follow_up, alone = operation.follow_up, not operation.follow_up
    strength = strength_of(factor, combat(state.pieces[follow_up])) if follow_up else factor
    without = ground.worth_of_operation(operation.target, factor, strength, support_of(given), alone)
    with_it = support_of([*given, asset])
    return ground.worth_of_operation(operation.target, factor, strength, with_it, alone) - without


def guard(state: State, legal: LegalOrders) -> Order | None:
    """A drone over a marker that an ISIS attack would fall on, while drones suffice for all such (7.1)."""
    markers = threatened(state)
    drones = {group.fixed["drone"]: group for group in legal.named("guard") if "drone" in group.fixed}
    if not drones or not markers or len(markers) > len(drones):
        return None
    hex = max(markers, key=lambda hex: (markers[hex], hex))
    pays = exposure(state).expected * attack_after(state, len(operations(state))) // OUT_OF
    if pays < WORTH_A_GUARD * len(markers):
        return None
    group = drones[min(drones)]
    return group.order(group.values.index(hex)) if hex in group.values else None


def close_air_support(question: Question, state: State, called_for: str) -> Any:
    """A bomber is called where the unit, and what hangs on its hex, is worth more than its next flight."""
    unit = state.pieces[called_for]
    table, factor = state.tables["isis_attack"], combat(unit)
    bomber = combat(state.pieces[question.options[0]])
    saved = falls_out_of(table, factor) - falls_out_of(table, factor + bomber)
    at_stake = 2 * POINT + appraise(state).at_stake.get(unit.place, 0)
    gain = saved * at_stake // OUT_OF // CLOSE_AIR_SUPPORT_COMES
    return question.options[0] if gain > (WORTH_A_FLIGHT if state.turn < LAST_TURN else 0) else "none"


def redeploy(state: State, legal: LegalOrders, wanted: dict[str, int]) -> Order | None:
    """An asset that nobody called for goes where attacks lack support. wanted: zone -> attacks expected."""
    there = dict.fromkeys(wanted, 0)
    for asset in state.of_group(GROUND_ASSET):
        if asset.place in ZONE_BOXES and asset.kind_id != BRIDGING:
            there[ZONE_BOXES[asset.place]] += 1
    lacking = {zone: wanted[zone] - there[zone] for zone in wanted}
    if state.turn >= LAST_TURN - 1:
        return None
    for group in legal.named("assign"):
        asset = state.pieces[group.fixed["asset"]]
        if asset.place == ASSET_TRANSFER_BOX:
            best = max(lacking, key=lambda zone: (lacking[zone], zone))
            return group.order(group.values.index(f"zone-{best}"))
        zone = ZONE_BOXES[asset.place]
        if asset.kind_id != BRIDGING and lacking[zone] < 0 < max(lacking.values()):
            return group.order(group.values.index(ASSET_TRANSFER_BOX))
    return None
