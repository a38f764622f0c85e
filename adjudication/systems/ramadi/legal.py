"""Every order that may be given now, and what may be done next in plain words."""

from itertools import groupby
from typing import Any

from adjudication.engine.orders import LegalOrders, Order, OrderGrid, OrderGroup
from adjudication.systems.ramadi.ground import (
    AIR_AVAILABLE,
    GROUND_ASSET,
    GROUND_UNIT,
    ISF,
    RESERVE,
    STACKING_LIMIT,
    ZONE_BOXES,
    deployment_hexes,
    held_hexes,
    network,
    targets_from,
    unit_counts,
    units_on_map,
)
from adjudication.systems.ramadi.interphase import (
    DEPLOYMENT,
    GROUND_ASSETS,
    MOVEMENT,
    TRANSFERS,
    boxes_for,
    deployable,
    destinations,
    full_hexes,
    leaves_open,
    movable,
    open_hexes,
    overstacked,
)
from adjudication.systems.ramadi.operations import OPERATIONS
from adjudication.systems.ramadi.planning import (
    ASSETS,
    PLANNING,
    check_guard,
    committed,
    operations,
    operations_left,
    unfit_ground_asset,
)
from adjudication.systems.ramadi.setup import ASSET_BOXES, SET_UP, left_to_set_up
from domain.errors import IllegalOrder
from domain.table.state import Piece, State

PROCEED = OrderGroup(ISF, "proceed", {})

Part = OrderGroup | OrderGrid


def legal_orders(state: State) -> LegalOrders:
    """All legal orders of the phase."""
    return LegalOrders(LISTED[state.phase](state))


def proceed_order(state: State) -> Order | None:
    """The order that ends the phase, when it may end now."""
    return PROCEED.order(0) if PROCEED in legal_orders(state).parts else None


def at_set_up(state: State) -> list[Part]:
    """Each counter in reserve to each place where it may start; nothing left: go on."""
    waiting = left_to_set_up(state)
    if not waiting:
        return [PROCEED]
    counts = unit_counts(state)
    free = [
        hex
        for hexes in deployment_hexes(state.board).values()
        for hex in hexes
        if counts.get(hex, 0) < STACKING_LIMIT
    ]
    units = {unit.id: unit for unit in state.of_group(GROUND_UNIT)}
    listed: list[Part] = []
    for is_unit, alike in groupby(waiting, units.__contains__):
        if is_unit:
            listed.append(OrderGrid(ISF, "deploy", [{"unit": id} for id in alike], "to", [free]))
        else:
            listed.append(OrderGrid(ISF, "assign", [{"asset": id} for id in alike], "box", [ASSET_BOXES]))
    return listed


def in_planning(state: State) -> list[Part]:
    """Each free unit, alone or leading its stack-mate, against each hex it can attack."""
    if operations_left(state) <= 0:
        return [PROCEED]
    beside, held, planned = targets_from(state.board), held_hexes(state), operations(state)
    busy = committed(state)
    stacks: dict[str, list[Piece]] = {}
    for unit in units_on_map(state):
        if unit.id not in busy:
            stacks.setdefault(unit.place, []).append(unit)
    forces: list[dict[str, Any]] = []
    reached: list[list[str]] = []
    for hex, stack in stacks.items():
        targets = [target for target in beside[hex] if target not in held and target not in planned]
        if targets:
            for lead in stack:
                forces.append({"lead": lead.id})
                forces += [{"lead": lead.id, "follow_up": other.id} for other in stack if other is not lead]
            reached += [targets] * (len(forces) - len(reached))
    return [PROCEED, OrderGrid(ISF, "plan", forces, "target", reached)]


def in_assets(state: State) -> list[Part]:
    """Each asset to each operation that it may support; drones over cleared hexes, by option."""
    groups: list[Part] = [PROCEED]
    planned = operations(state)
    unflown = [target for target, operation in planned.items() if not operation["air"]]
    for asset in state.pieces_at(AIR_AVAILABLE):
        if unflown:
            groups.append(OrderGroup(ISF, "support", {"asset": asset.id}, "target", unflown))
        if state.options.get("drones") and asset.kind_id == "drone":
            hexes = [hex for hex in sorted(held_hexes(state)) if _may_guard(state, asset, hex)]
            if hexes:
                groups.append(OrderGroup(ISF, "guard", {"drone": asset.id}, "hex", hexes))
    for asset in state.of_group(GROUND_ASSET):
        if asset.place not in ZONE_BOXES:
            continue
        targets = [
            target
            for target, operation in planned.items()
            if not unfit_ground_asset(state, asset, target, operation)
        ]
        if targets:
            groups.append(OrderGroup(ISF, "support", {"asset": asset.id}, "target", targets))
    return groups


def _may_guard(state: State, drone: Piece, hex: str) -> bool:
    try:
        check_guard(state, drone, hex)
    except IllegalOrder:
        return False
    return True


def in_operations(state: State) -> list[Part]:
    """The planned operations in any order; when none is left, go on."""
    planned = list(operations(state))
    return [OrderGroup(ISF, "execute", {}, "target", planned)] if planned else [PROCEED]


def in_movement(state: State) -> list[Part]:
    """Each unit that may still move to each hex it can reach and that has room, or can make room."""
    ground = network(state)
    crowded = overstacked(state)
    moved = state.marked("moved")
    movers = [unit for unit in movable(state, ground) if moved.get(unit.id) != state.turn]
    full = full_hexes(state)
    stuck = full.difference([unit.place for unit in movers])  # nobody there can make room
    if crowded:
        movers = [unit for unit in movers if unit.place == crowded]
    there = {unit.place: unit for unit in movers}
    reached: dict[tuple[tuple[str, ...], bool], list[str]] = {}  # alike for all who can go as far
    from_hex: dict[str, list[str]] = {}
    own: dict[str, str | None] = {}
    for place, unit in there.items():
        opens = leaves_open(state, unit)
        closed = stuck if opens else full
        reach = ground.zones[place], opens
        if reach not in reached:
            reached[reach] = [hex for hex in destinations(unit, ground) if hex not in closed]
        from_hex[place] = reached[reach]
        own[place] = None if place in closed else place
    moves = OrderGrid(
        ISF,
        "move",
        [{"unit": unit.id} for unit in movers],
        "to",
        [from_hex[unit.place] for unit in movers],
        [own[unit.place] for unit in movers],
    )
    return [moves] if crowded else [PROCEED, moves]


def in_deployment(state: State) -> list[Part]:
    """Each available unit in the transfer box to each hex that has room."""
    units = [{"unit": unit.id} for unit in deployable(state)]
    hexes = open_hexes(state, network(state)) if units else []
    return [PROCEED, OrderGrid(ISF, "deploy", units, "to", [hexes])]


def in_transfers(state: State) -> list[Part]:
    """Each unit that may leave the map."""
    units = [unit.id for unit in movable(state, network(state))]
    return [PROCEED, *([OrderGroup(ISF, "transfer", {}, "unit", units)] if units else [])]


def in_ground_assets(state: State) -> list[Part]:
    """Each ground asset to each box that it may go to."""
    assets = state.of_group(GROUND_ASSET)
    boxes = [boxes_for(state, asset) for asset in assets]
    return [PROCEED, OrderGrid(ISF, "assign", [{"asset": asset.id} for asset in assets], "box", boxes)]


LISTED = {
    SET_UP: at_set_up,
    PLANNING: in_planning,
    ASSETS: in_assets,
    OPERATIONS: in_operations,
    MOVEMENT: in_movement,
    DEPLOYMENT: in_deployment,
    TRANSFERS: in_transfers,
    GROUND_ASSETS: in_ground_assets,
}


def hint(state: State) -> str:
    """What may be done next, in plain words."""
    match state.phase:
        case "set-up":
            left = len(state.at.get(RESERVE, ()))
            if left:
                counters = _counted(left, "counter")
                return f"Deploy units (deploy) and assign ground assets (assign): {counters} left."
            return "All counters are set up; proceed to turn 1."
        case "planning":
            return f"Plan up to {_counted(operations_left(state), 'more operation')} (plan), then proceed."
        case "assets":
            return "Allocate ground and air assets to operations (support), then proceed."
        case "operations":
            left = len(operations(state))
            if not left:
                return "Proceed to the ISIS attack."
            return f"Execute {_counted(left, 'planned operation')} (execute)."
        case "movement":
            crowded = overstacked(state)
            if crowded:
                return f"One unit must leave {crowded} (move)."
            return "Move units that did not advance (move), then proceed."
        case "deployment":
            return "Deploy available units from the transfer box (deploy), then proceed."
        case "transfers":
            return "Take units into the transfer box (transfer), then proceed."
        case "ground assets":
            return "Redeploy ground assets (assign), then proceed to the next turn."
    return ""


def _counted(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"
