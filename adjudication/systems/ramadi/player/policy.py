"""A competent commander: isolates objectives, keeps lines of communication, pairs the CTS, and spends air
power where it counts. It knows only what lies open, and draws no lots."""

import random
from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heapreplace
from itertools import permutations
from typing import Any, NamedTuple

from adjudication.engine.orders import LegalOrders, Order, OrderGroup
from adjudication.engine.umpire import Question
from adjudication.systems.ramadi.ground import (
    AIR_ASSET,
    AIR_AVAILABLE,
    BRIDGES,
    CLEARED,
    GROUND_ASSET,
    GROUND_UNIT,
    MARKERS,
    STACKING_LIMIT,
    TRANSFER_BOX,
    ZONE_BOXES,
    ZONES,
    combat,
    contested_hexes,
    deployment_hexes,
    held_hexes,
    map_hexes,
    network,
    targets_from,
    unit_counts,
    units_at,
    units_on_map,
)
from adjudication.systems.ramadi.interphase import may_deploy, movable
from adjudication.systems.ramadi.planning import operations, operations_left
from adjudication.systems.ramadi.player.appraisal import (
    Support,
    appraise,
    distances,
    strength_of,
)
from adjudication.systems.ramadi.player.posture import Posture, Zones, posture
from adjudication.systems.ramadi.sequence import LAST_TURN, holds_government_complex
from domain.table.derived import derived
from domain.table.state import Piece, State

WORTH_AN_OPERATION = 0
WORTH_AIR_POWER = 25
LAST_TRANSFERS = 7
"""A transfer costs a turn, so late in the game units stay."""

RESERVE = 2
"""Units that wait in the transfer box for a gap in the chain."""

OPENING = {
    4: ("south", "south", "west", "west"),
    3: ("north", "north", "west"),
}
"""The zones where the strongest units begin, by combat factor."""
ASSET_ZONES = {
    "artillery": ("zone-south",),
    "tank": ("zone-west",),
    "advisors": ("zone-north", "zone-west"),
    "bridging": ("zone-west",),
    "ied-clearance": ("zone-south",),
}
ASSET_ORDER = ("artillery", "bomber", "tank", "ied-clearance", "bridging", "drone", "advisors")
"""Assets, those first that change most."""


class SensiblePolicy:
    """Plays as a competent person would."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """The order that promises most, or to proceed when none promises enough."""
        choose = _PHASES.get(state.phase)
        order = choose(state, legal) if choose is not None else legal[0]
        return order if order is not None else _proceed(legal)

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        """One advances and one stays behind; what is linked is kept; air support is called for."""
        if question.text.startswith("Which units advance"):
            return _advance(question, state)
        return question.options[0]


def _proceed(legal: LegalOrders) -> Order:
    group = legal.group("proceed", {})
    return group.order(0) if group is not None else legal[0]


# --- set-up ----------------------------------------------------------------------------------------


def _set_up(state: State, legal: LegalOrders) -> Order | None:
    """The strongest units in pairs near an objective, shared out over the zones; assets where they serve."""
    groups = list(legal.named("deploy"))
    if groups:
        group = max(groups, key=lambda group: combat(state.pieces[group.fixed["unit"]]))
        return group.order(_starting_hex(state, group))
    for group in legal.named("assign"):
        kind = state.pieces[group.fixed["asset"]].kind_id
        boxes = ASSET_ZONES.get(kind, ("zone-south",))
        sharing = [piece for piece in state.of_group(GROUND_ASSET) if piece.kind_id == kind]
        placed = sum(piece.place in ZONE_BOXES for piece in sharing)
        return group.order(group.values.index(boxes[placed % len(boxes)]))
    return None


def _starting_hex(state: State, group: OrderGroup) -> int:
    """The index of the hex: in the zone meant for such a unit, beside one already there, near the goal."""
    factor = combat(state.pieces[group.fixed["unit"]])
    like = [piece for piece in state.of_group(GROUND_UNIT) if combat(piece) == factor]
    opening = OPENING.get(factor, ())
    placed = sum(state.board.spaces[piece.place].kind == "hex" for piece in like)
    zone = opening[placed] if placed < len(opening) else ""
    steps = distances(state.board)
    counts = unit_counts(state)

    def rank(index: int) -> tuple[bool, int, int, str]:
        hex = group.values[index]
        return (state.board.spaces[hex].zone != zone, min(steps[hex]), -counts.get(hex, 0), hex)

    return min(range(len(group.values)), key=rank)


# --- operations ------------------------------------------------------------------------------------


class Force(NamedTuple):
    """One or two units of a hex, and what they attack. factor: the lead's; strength: of both."""

    origin: str
    target: str
    lead: str
    follow_up: str | None
    factor: int
    strength: int


class Unspoken:
    """The assets that no planned operation counts on yet."""

    def __init__(self, state: State) -> None:
        self.board = state.board
        self.zones = network(state).zones
        assets = [*state.of_group(GROUND_ASSET), *state.pieces_at(AIR_AVAILABLE)]
        self.assets = sorted(assets, key=_asset_rank)
        self._best: dict[tuple[Zones, bool], tuple[list[Piece], Support]] = {}

    def best(self, origin: str, target: str) -> tuple[list[Piece], Support]:
        """The best ground and the best air asset for an operation, and what they add."""
        key = (self.zones.get(origin, ()), self.board.spaces[target].terrain in BRIDGES)
        found = self._best.get(key)
        if found is None:
            assets = self._choose(*key)
            found = self._best[key] = (assets, support_of(assets))
        return found

    def _choose(self, zones: Zones, against_bridge: bool) -> list[Piece]:
        unfit = "ied-clearance" if against_bridge else "bridging"
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


def _asset_rank(asset: Piece) -> tuple[int, str]:
    kinds = ASSET_ORDER
    return (kinds.index(asset.kind_id) if asset.kind_id in kinds else len(kinds), asset.id)


def support_of(assets: Iterable[Piece]) -> Support:
    """What these assets add to an operation (8.2)."""
    kinds = [asset.kind_id for asset in assets]
    return Support(
        sum(map(combat, assets)), "advisors" in kinds, "bridging" in kinds or "ied-clearance" in kinds
    )


def _plan(state: State, legal: LegalOrders) -> Order | None:
    """The next operation of the turn's plan."""
    if operations_left(state) <= 0 or _nothing_to_gain(state):
        return None
    for force in _forces(state):
        both = {} if force.follow_up is None else {"follow_up": force.follow_up}
        group = legal.group("plan", {"lead": force.lead, **both})
        if group is not None and force.target in group.values:
            return group.order(group.values.index(force.target))
    return None


def _nothing_to_gain(state: State) -> bool:
    """In the last turn a game that is won is not put at risk: without operations ISIS does not attack."""
    return (
        state.turn >= LAST_TURN
        and holds_government_complex(state)
        and state.track("isf_vp") > state.track("isis_vp")
    )


@derived
def _forces(state: State) -> list[Force]:
    """The operations of this turn in the order of what they promise, each counting on the best assets that
    are still unspoken for, each unit and target but once."""
    ground = appraise(state)
    unspoken = Unspoken(state)

    def promise(force: Force) -> int:
        _, support = unspoken.best(force.origin, force.target)
        return ground.worth_of_operation(force.target, force.factor, force.strength, support)

    waiting = [(-promise(force), number, force) for number, force in enumerate(_possible_forces(state))]
    heapify(waiting)
    chosen: list[Force] = []
    busy: dict[str, None] = {}
    while waiting and waiting[0][0] < -WORTH_AN_OPERATION:
        cost, number, force = waiting[0]
        if any(one in busy for one in (force.target, force.lead, force.follow_up)):
            heappop(waiting)
            continue
        now = promise(force)
        if -now > cost:  # the assets it counted on are spoken for
            heapreplace(waiting, (-now, number, force))
            continue
        heappop(waiting)
        chosen.append(force)
        busy.update(dict.fromkeys((force.target, force.lead, force.follow_up or force.lead)))
        unspoken.spend(unspoken.best(force.origin, force.target)[0])
    return chosen


def _possible_forces(state: State) -> Iterable[Force]:
    """The strongest unit of each hex alone, and each stack led by either unit."""
    beside, held = targets_from(state.board), held_hexes(state)
    for hex in dict.fromkeys(unit.place for unit in units_on_map(state)):
        targets = [target for target in beside[hex] if target not in held]
        if not targets:
            continue
        stack = sorted(units_at(state, hex), key=lambda unit: (-combat(unit), unit.id))
        strongest = stack[0]
        forces: list[tuple[str, str | None, int, int]] = [
            (strongest.id, None, combat(strongest), combat(strongest))
        ]
        for lead, other in permutations(stack, 2):
            if lead is strongest or combat(lead) < combat(other):
                strength = strength_of(combat(lead), combat(other))
                forces.append((lead.id, other.id, combat(lead), strength))
        for target in targets:
            for force in forces:
                yield Force(hex, target, *force)


def _support(state: State, legal: LegalOrders) -> Order | None:
    """Each asset where it changes most; air power only where it counts."""
    ground = appraise(state)
    planned = operations(state)
    groups = {group.fixed["asset"]: group for group in legal.named("support")}
    for asset in sorted((state.pieces[id] for id in groups), key=_asset_rank):
        group = groups[asset.id]
        best, found = WORTH_AIR_POWER if asset.kind.group == AIR_ASSET else 0, None
        for index, target in enumerate(group.values):
            operation = planned[target]
            given = [state.pieces[id] for id in (operation["ground"], operation["air"]) if id]
            factor = combat(state.pieces[operation["lead"]])
            follow_up = operation["follow_up"]
            strength = strength_of(factor, combat(state.pieces[follow_up])) if follow_up else factor
            without = ground.worth_of_operation(target, factor, strength, support_of(given))
            gain = ground.worth_of_operation(target, factor, strength, support_of([*given, asset])) - without
            if gain > best:
                best, found = gain, index
        if found is not None:
            return group.order(found)
    return None


def _advance(question: Question, state: State) -> Any:
    """The weaker advances, the stronger stays: it holds the hex behind, and may still move this turn."""
    both = [state.pieces[id] for id in question.options[0]]
    weaker = min(both, key=lambda unit: (combat(unit), unit.id))
    return [weaker.id]


# --- between turns ---------------------------------------------------------------------------------


@derived
def _posture(state: State) -> tuple[Posture, list[Piece]]:
    """The posture to take up, and the units that may still take part in it."""
    now = network(state)
    if state.phase == "deployment":
        able: dict[str, Zones] = {
            unit.id: ZONES for unit in state.pieces_at(TRANSFER_BOX) if may_deploy(state, unit)
        }
    else:
        able = {unit.id: now.zones[unit.place] for unit in movable(state, now)}
    free: list[tuple[Zones, int]] = []
    fixed: list[tuple[str, int]] = []
    factors: dict[str, int] = {}
    hexes = map_hexes(state.board)
    for unit in state.of_group(GROUND_UNIT):
        kind = unit.kind_id
        if kind not in factors:
            factors[kind] = combat(unit)
        if unit.id in able:
            free.append((able[unit.id], factors[kind]))
        elif unit.place in hexes:
            fixed.append((unit.place, factors[kind]))
    free.sort(key=lambda unit: (-unit[1], unit[0]))
    fixed.sort()
    return posture(appraise(state), tuple(free), tuple(fixed)), [state.pieces[id] for id in able]


def _lacking(posture: Posture, able: list[Piece]) -> tuple[dict[str, list[int]], list[Piece]]:
    """Hex -> factors still wanted there; and the units that are not wanted where they stand."""
    lacking = {hex: list(factors) for hex, factors in posture.wanted.items()}
    spare = []
    for unit in able:
        here = lacking.get(unit.place)
        if here and combat(unit) in here:
            here.remove(combat(unit))
        else:
            spare.append(unit)
    return lacking, spare


def _move(state: State, legal: LegalOrders) -> Order | None:
    """A unit to where the posture wants one like it, or out of the way."""
    wanted, able = _posture(state)
    lacking, spare = _lacking(wanted, able)
    counts = unit_counts(state)
    movers = [unit for unit in spare if _may_be_spared(state, unit, counts)]
    for unit in movers:
        factor = combat(unit)
        for hex, factors in lacking.items():
            if factor in factors and counts.get(hex, 0) < STACKING_LIMIT:
                order = _to(legal, unit, hex)
                if order is not None:
                    return order
    rear = [hex for hexes in deployment_hexes(state.board).values() for hex in hexes]
    for unit in movers:
        if lacking.get(unit.place) and counts[unit.place] >= STACKING_LIMIT:  # in the way of another
            for hex in rear:
                if counts.get(hex, 0) < STACKING_LIMIT:
                    order = _to(legal, unit, hex)
                    if order is not None:
                        return order
    return None if legal.group("proceed", {}) else legal[0]


def _to(legal: LegalOrders, unit: Piece, hex: str) -> Order | None:
    """The move of a unit to a hex, if it is legal."""
    group = legal.group("move", {"unit": unit.id})
    if group is None or hex not in group.values:
        return None
    return group.order(group.values.index(hex))


def _may_be_spared(state: State, unit: Piece, counts: dict[str, int]) -> bool:
    """The last unit leaves a cleared hex only while there is a marker to leave behind."""
    return (
        counts[unit.place] > 1
        or unit.place not in contested_hexes(state.board)
        or any(piece.kind_id == CLEARED for piece in state.pieces_at(MARKERS))
    )


def _deploy(state: State, legal: LegalOrders) -> Order | None:
    """Available units come back where they are wanted; the others wait."""
    wanted, able = _posture(state)
    lacking, _ = _lacking(wanted, able)
    for group in legal.named("deploy"):
        factor = combat(state.pieces[group.fixed["unit"]])
        for hex, factors in lacking.items():
            if factor in factors and hex in group.values:
                return group.order(group.values.index(hex))
    return None


def _transfer(state: State, legal: LegalOrders) -> Order | None:
    """Units without a task leave for the front that lacks them; it costs a turn."""
    if state.turn > LAST_TRANSFERS:
        return None
    wanted, able = _posture(state)
    waiting = sum(piece.kind.group == GROUND_UNIT for piece in state.pieces_at(TRANSFER_BOX))
    if waiting >= wanted.vacant + RESERVE:
        return None
    _, spare = _lacking(wanted, able)
    rear = [unit for unit in spare if unit.place not in contested_hexes(state.board)]
    for group in legal.named("transfer"):
        for unit in sorted(rear, key=lambda unit: (-combat(unit), unit.id)):
            if unit.id in group.values:
                return group.order(group.values.index(unit.id))
    return None


def _redeploy(state: State, legal: LegalOrders) -> Order | None:
    """Ground assets in the transfer box go to the zone that reaches most of the held ground."""
    now = network(state)
    best = max(now.reach, key=lambda zone: (len(now.reach[zone]), zone))
    for group in legal.named("assign"):
        if f"zone-{best}" in group.values:
            return group.order(group.values.index(f"zone-{best}"))
    return None


_PHASES: dict[str, Callable[[State, LegalOrders], Order | None]] = {
    "set-up": _set_up,
    "planning": _plan,
    "assets": _support,
    "movement": _move,
    "deployment": _deploy,
    "transfers": _transfer,
    "ground assets": _redeploy,
}

__all__ = ["SensiblePolicy"]
