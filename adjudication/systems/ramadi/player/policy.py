"""A competent commander: isolates objectives, keeps lines of communication, pairs the CTS, and spends air
power where it counts. It knows only what lies open, and draws no lots."""

import random
from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heapreplace
from itertools import permutations
from typing import Any, NamedTuple

from adjudication.engine.orders import LegalOrders, Order, OrderGroup
from adjudication.engine.umpire import Question
from adjudication.systems.ramadi.phases.interphase import deployable, movable
from adjudication.systems.ramadi.phases.planning import ALLOWED, operations_left
from adjudication.systems.ramadi.player.appraisal import OUT_OF, POINT, appraise, distances, strength_of
from adjudication.systems.ramadi.player.assets import Unspoken, close_air_support, redeploy, support
from adjudication.systems.ramadi.player.outlook import (
    attack_after,
    exposure,
    is_complex,
    outlook,
    safe,
    too_early_for_the_complex,
    worst_of,
)
from adjudication.systems.ramadi.player.posture import Posture, Zones, posture
from adjudication.systems.ramadi.table.board import (
    contested_hexes,
    deployment_hexes,
    map_hexes,
    targets_from,
    worth,
)
from adjudication.systems.ramadi.table.counters import (
    ADVISORS,
    ARTILLERY,
    BRIDGING,
    GROUND_ASSET,
    GROUND_UNIT,
    IED_CLEARANCE,
    TANK,
    TRANSFER_BOX,
    ZONE_BOXES,
    ZONES,
    combat,
    markers_left,
    unit_counts,
    units_at,
)
from adjudication.systems.ramadi.table.ground import (
    STACKING_LIMIT,
    VACATED,
    held_hexes,
    network,
    network_of,
    unit_zones,
    units_on_map,
)
from domain.table.derived import derived
from domain.table.state import Piece, State
from domain.texts import Text

LAST_TRANSFERS = 7
"""A transfer costs a turn, so late in the game units stay."""

PLENTY = 3
"""Markers in stock with which any hex is kept."""
WAYS = 2
"""Ways to attack a hex that are worth a thought."""
RESERVE = 2
"""Units that wait in the transfer box for a gap in the chain."""

OPENING = {
    4: ("south", "south", "west", "west"),
    3: ("north", "north", "west"),
}
"""The zones where the strongest units begin, by combat factor."""
ASSET_ZONES = {
    ARTILLERY: ("zone-south",),
    TANK: ("zone-west",),
    ADVISORS: ("zone-south", "zone-west"),
    BRIDGING: ("zone-north",),
    IED_CLEARANCE: ("zone-south",),
}


class SensiblePolicy:
    """Plays as a competent person would."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        """The order that promises most, or to proceed when none promises enough."""
        choose = _PHASES.get(state.phase)
        order = choose(state, legal) if choose is not None else legal[0]
        return order if order is not None else _proceed(legal)

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        """One advances and one stays behind; what counts is kept; air support is called where it pays."""
        match question.text:
            case Text("units that advance"):
                return _advance(question, state)
            case Text("whether air support is called", {"unit": unit}):
                return close_air_support(question, state, unit)
            case Text("whether a marker stays", {"hex": hex}):
                return _keeps(state, hex)
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


def _plan(state: State, legal: LegalOrders) -> Order | None:
    """The next operation of the turn's plan."""
    if operations_left(state) <= 0:
        return None
    return next((order for force in _forces(state) if (order := _planned(legal, force))), None)


def _planned(legal: LegalOrders, force: Force) -> Order | None:
    """The order to plan that operation, if it is legal."""
    both = {} if force.follow_up is None else {"follow_up": force.follow_up}
    group = legal.group("plan", {"lead": force.lead, **both})
    if group is None or force.target not in group.values:
        return None
    return group.order(group.values.index(force.target))


def proposed(state: State, legal: LegalOrders) -> list[Order]:
    """The orders that are worth a thought: to plan no more and the operations that promise most, to allocate
    no more and any allocation."""
    if state.phase == "planning" and operations_left(state) > 0:
        staff = _Planner(state)
        forces = sorted(_possible_forces(state), key=lambda force: (-staff.promise(force), *force[:3]))
        best: dict[str, int] = {}
        found = []
        for force in forces:  # of each target the two best ways to attack it
            best[force.target] = best.get(force.target, 0) + 1
            order = _planned(legal, force) if best[force.target] <= WAYS else None
            if order is not None:
                found.append(order)
        return [_proceed(legal), *found]
    if state.phase == "assets":
        return [_proceed(legal), *(order for group in legal.named("support") for order in _each(group))]
    return []


def _each(group: OrderGroup) -> list[Order]:
    return [group.order(index) for index in range(len(group))]


@derived
def _forces(state: State) -> list[Force]:
    """The operations of this turn: as many of the best as promise more than the ISIS attack that they may
    bring about costs; of a game that is won those that cannot lose it; of one that ends lost, all."""
    promises = _promises(state)
    allowed = state.mark("game", ALLOWED, 0)
    now = outlook(state)
    if now.wins:
        worst = [worst_of(state, force.origin, 1 + bool(force.follow_up)) for _, force in promises]
        allowed = min(allowed, safe(state, worst))
    cost = exposure(state).expected
    best, count, total = 0, 0, 0
    for number, (promise, _) in enumerate(promises[:allowed], start=1):
        total += promise
        net = total - max(0, cost) * attack_after(state, number) // OUT_OF
        if net > best or (now.last == CERTAIN and not now.wins):
            best, count = net, number
    return [force for _, force in promises[:count]]


@derived
def _promises(state: State) -> list[tuple[int, Force]]:
    """Operations in the order of what they promise, each counting on the best assets that are still unspoken
    for, each unit and target but once."""
    staff = _Planner(state)
    waiting = [(-staff.promise(force), number, force) for number, force in enumerate(_possible_forces(state))]
    heapify(waiting)
    busy: dict[str, None] = {}
    while waiting and waiting[0][0] < 0:
        cost, number, force = waiting[0]
        if any(one in busy for one in (force.target, force.lead, force.follow_up)):
            heappop(waiting)
            continue
        now_promised = staff.promise(force)
        if -now_promised > cost:  # the assets it counted on are spoken for
            heapreplace(waiting, (-now_promised, number, force))
            continue
        heappop(waiting)
        staff.choose(now_promised, force)
        busy.update(dict.fromkeys((force.target, force.lead, force.follow_up or force.lead)))
    return staff.chosen


class _Planner:
    """Chooses operations one by one. chosen: those so far, each with what it promised."""

    def __init__(self, state: State) -> None:
        self.chosen: list[tuple[int, Force]] = []
        self._state = state
        self._ground = appraise(state)
        self._unspoken = Unspoken(state)
        now = outlook(state)
        self._desperate = now.last == CERTAIN and not now.wins
        self._early = too_early_for_the_complex(state)
        self._counts, self._markers = unit_counts(state), len(markers_left(state))

    def promise(self, force: Force) -> int:
        """What an operation promises beside those that are chosen."""
        ground = self._ground
        _, support = self._unspoken.best(force.origin, force.target)
        alone = force.follow_up is None
        if self._early and is_complex(self._state, force.target):
            return -POINT
        if self._desperate:  # nothing is left to lose
            won = ground.chances(force.target, force.strength, support, alone).win
            return won * max(0, ground.value(force.target)) // OUT_OF
        worth = ground.worth_of_operation(force.target, force.factor, force.strength, support, alone)
        if force.origin not in ground.at_stake or self._counts[force.origin] > 2 - alone:
            return worth
        chances = ground.chances(force.target, force.strength, support)
        leaving = sum(other.origin in ground.at_stake for _, other in self.chosen)
        kept = self._markers > leaving
        return worth - ground.cost_of_leaving(force.origin, force.target, chances, alone, kept)

    def choose(self, promise: int, force: Force) -> None:
        """Choose an operation; the assets that it counts on are spoken for."""
        self.chosen.append((promise, force))
        self._unspoken.spend(self._unspoken.best(force.origin, force.target)[0])


CERTAIN = 6
"""Sixths of certainty."""


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


def _advance(question: Question, state: State) -> Any:
    """The weaker advances, the stronger stays: it holds the hex behind, and may still move this turn."""
    both = [state.pieces[id] for id in question.options[0]]
    weaker = min(both, key=lambda unit: (combat(unit), unit.id))
    return [weaker.id]


def _keeps(state: State, hex: str) -> bool:
    """A marker for what is worth points or carries a line; while there are many, for any hex."""
    if len(markers_left(state)) > PLENTY or worth(state.board, hex):
        return True
    with_it = network_of(state.board, held_hexes(state) | {hex})
    return with_it.points > network(state).points


# --- between turns ---------------------------------------------------------------------------------


@derived
def _posture(state: State) -> tuple[Posture, list[Piece]]:
    """The posture to take up, and the units that may still take part in it."""
    if state.phase == "deployment":
        able: dict[str, Zones] = dict.fromkeys(deployable(state), ZONES)
    else:
        able = {unit.id: unit_zones(state)[unit.id] for unit in movable(state)}
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
    """The last unit leaves a cleared hex only while there is a marker to leave behind, besides those that
    hexes left open before will take."""
    if counts[unit.place] > 1 or unit.place not in contested_hexes(state.board):
        return True
    opened = sum(not counts.get(hex) for hex in state.marked(VACATED))
    return len(markers_left(state)) > opened


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
    """Ground assets follow the attacks that the posture foresees."""
    zones, beside = network(state).zones, targets_from(state.board)
    wanted = dict.fromkeys(ZONES, 0)
    held = held_hexes(state)
    for hex in dict.fromkeys(unit.place for unit in units_on_map(state)):
        if any(target not in held for target in beside[hex]) and len(units_at(state, hex)) >= STACKING_LIMIT:
            for zone in zones.get(hex, ()):
                wanted[zone] += 1
    return redeploy(state, legal, wanted)


_PHASES: dict[str, Callable[[State, LegalOrders], Order | None]] = {
    "set-up": _set_up,
    "planning": _plan,
    "assets": support,
    "movement": _move,
    "deployment": _deploy,
    "transfers": _transfer,
    "ground assets": _redeploy,
}

__all__ = ["SensiblePolicy", "proposed"]
