"""Planning operations (6.1) and allocating ISF assets to them (6.2)."""

from typing import Any

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ramadi.ground import (
    AIR_ASSET,
    AIR_AVAILABLE,
    BRIDGES,
    GROUND_ASSET,
    GROUND_UNIT,
    ZONE_BOXES,
    a_piece,
    contested_hexes,
    held_hexes,
    in_phase,
    markers_at,
    network,
    targets_from,
    units_at,
)
from adjudication.systems.ramadi.orders import Guard, Plan, Support
from domain.errors import IllegalOrder
from domain.table.state import Piece, State

R = citations("ramadi", __file__)

ENTRY = {"barrage": R["4.2e"], "bridge": R["4.2d"], "dam": R["4.2d"]}
"""Which hexes a crossing is entered from; any other hex is entered from the hexes adjacent to it (6.1c)."""

PLANNING = "planning"
ASSETS = "assets"
OPERATION = "operation"


def begin_planning(umpire: Umpire) -> None:
    """Roll for the number of operations, crossed with the casualties of the whole game."""
    die = umpire.roll(6, "number of operations", rule=R["6.1a"])
    row = umpire.look_up("operations", die=die, casualties=umpire.state.track("casualties"), rule=R["6.1a"])
    umpire.mark("game", "operations", row.operations, rule=R["6.1a"])


def operations(state: State) -> dict[str, dict[str, Any]]:
    """The operations not yet executed: target hex -> lead, follow_up, origin, ground, box, air."""
    return state.marked(OPERATION)


def operations_left(state: State) -> int:
    """How many operations may still be planned this turn (6.1)."""
    return int(state.mark("game", "operations", 0)) - len(operations(state))


def committed(state: State) -> set[str]:
    """The units that take part in a planned operation."""
    return {
        unit
        for operation in operations(state).values()
        for unit in (operation["lead"], operation["follow_up"])
        if unit
    }


def plan(umpire: Umpire, order: Plan) -> None:
    """One force of one or two stacked units, from one hex, against one adjacent contested hex."""
    in_phase(umpire, PLANNING, rule=R["6.0"])
    state = umpire.state
    lead = a_piece(state, order.lead, GROUND_UNIT, rule=R["6.1c"])
    if operations_left(state) <= 0:
        raise IllegalOrder("too-many", R["6.1a"], "No more operations can be planned this turn.")
    if order.target not in contested_hexes(state.board):
        raise IllegalOrder("target", R["5.2f"], f"{order.target} is not in the contested zone.")
    if order.target not in targets_from(state.board)[lead.place]:
        rule = ENTRY.get(state.board.spaces[order.target].terrain, R["6.1c"])
        raise IllegalOrder("not-adjacent", rule, f"{order.target} cannot be attacked from {lead.place}.")
    if order.target in held_hexes(state):
        raise IllegalOrder("held", R["6.1c"], f"{order.target} is held by the ISF already.")
    if order.target in operations(state):
        raise IllegalOrder("planned", R["6.1c"], f"An operation against {order.target} is planned.")
    force = [lead]
    if order.follow_up is not None:
        follow_up = a_piece(state, order.follow_up, GROUND_UNIT, rule=R["6.1d"])
        if follow_up.place != lead.place or follow_up.id == lead.id:
            raise IllegalOrder("not-stacked", R["6.1c"], f"{follow_up.name} is not stacked with {lead.name}.")
        force.append(follow_up)
    busy = committed(state)
    for unit in force:
        if unit.id in busy:
            raise IllegalOrder("acted", R["6.1e"], f"{unit.name} takes part in an operation already.")
    umpire.mark(
        order.target,
        OPERATION,
        {
            "lead": order.lead,
            "follow_up": order.follow_up,
            "origin": lead.place,
            "ground": None,
            "box": None,
            "air": None,
        },
        rule=R["6.1b"],
    )


def support(umpire: Umpire, order: Support) -> None:
    """At most one ground and one air asset for an operation."""
    in_phase(umpire, ASSETS, rule=R["6.0"])
    state = umpire.state
    operation = operations(state).get(order.target)
    asset = state.pieces.get(order.asset)
    flies = asset is not None and asset.kind.group == AIR_ASSET
    if operation is None:
        rule = R["6.2b"] if flies else R["6.2a"]
        raise IllegalOrder("no-operation", rule, f"No operation against {order.target} is planned.")
    if asset is not None and flies:
        check_air_asset(asset, operation)
        umpire.move(asset.id, order.target, rule=R["6.2b"])
        umpire.mark(order.target, OPERATION, {**operation, "air": asset.id}, rule=R["6.2b"])
        return
    asset = a_piece(state, order.asset, GROUND_ASSET, rule=R["6.2a"])
    check_ground_asset(state, asset, order.target, operation)
    box = asset.place
    umpire.move(asset.id, order.target, rule=R["6.2a"])
    umpire.mark(asset.id, "allocated", state.turn, rule=R["6.7e"])
    umpire.mark(order.target, OPERATION, {**operation, "ground": asset.id, "box": box}, rule=R["6.2a"])


def check_air_asset(asset: Piece, operation: dict[str, Any]) -> None:
    """An available air asset may fly for any operation that has none; raises IllegalOrder."""
    if operation["air"]:
        raise IllegalOrder("air", R["6.2b"], "That operation has an air asset already.")
    if asset.place != AIR_AVAILABLE:
        raise IllegalOrder("expended", R["6.2c"], f"{asset.name} is not available.")


def check_ground_asset(state: State, asset: Piece, target: str, operation: dict[str, Any]) -> None:
    """A ground asset supports units that trace a line of communication to the zone of its box.

    Engineers work only against bridges, IED clearance only elsewhere. Raises IllegalOrder.
    """
    unfit = unfit_ground_asset(state, asset, target, operation)
    if unfit:
        rule, why = UNFIT[unfit]
        zone = ZONE_BOXES.get(asset.place)
        raise IllegalOrder(unfit, rule, why.format(asset=asset.name, zone=zone))


def unfit_ground_asset(state: State, asset: Piece, target: str, operation: dict[str, Any]) -> str:
    """Why a ground asset cannot support an operation (see UNFIT); empty when it can."""
    if operation["ground"]:
        return "ground"
    zone = ZONE_BOXES.get(asset.place)
    if zone is None:
        return "box"
    if operation["origin"] not in network(state).reach[zone]:
        return "zone"
    against_bridge = state.board.spaces[target].terrain in BRIDGES
    if asset.kind_id == "bridging" and not against_bridge:
        return "bridging"
    if asset.kind_id == "ied-clearance" and against_bridge:
        return "clearance"
    return ""


UNFIT = {
    "ground": (R["6.2a"], "That operation has a ground asset already."),
    "box": (R["6.2a"], "{asset} is in no operational zone box."),
    "zone": (R["6.2d"], "No line of communication joins that force to the {zone} zone."),
    "bridging": (R["8.2c"], "Bridging engineers work only against bridges."),
    "clearance": (R["8.2e"], "IED clearance does not work against bridges."),
}
"""Why a ground asset is refused: its rule, and in words."""


def guard(umpire: Umpire, order: Guard) -> None:
    """A drone from Available may stand over a hex that only a Cleared marker holds."""
    in_phase(umpire, ASSETS, rule=R["7.1a"])
    state = umpire.state
    drone = a_piece(state, order.drone, AIR_ASSET, rule=R["7.1a"])
    check_guard(state, drone, order.hex)
    umpire.move(order.drone, order.hex, rule=R["7.1a"])


def check_guard(state: State, drone: Piece, hex: str) -> None:
    """Raises IllegalOrder when that drone cannot guard that hex; both drones may guard, one a hex."""
    if not state.options.get("drones"):
        raise IllegalOrder("option", R["7.0"], "The drone rule is not in use in this game.")
    if drone.kind_id != "drone" or drone.place != AIR_AVAILABLE:
        raise IllegalOrder("drone", R["7.1a"], f"{drone.name} is not an available drone.")
    if not markers_at(state, hex) or units_at(state, hex):
        raise IllegalOrder("guard", R["7.1a"], f"{hex} is not held by a Cleared marker.")
    if guards_at(state, hex):
        raise IllegalOrder("guarded", R["7.1e"], f"A drone guards {hex} already.")


def guards_at(state: State, hex: str) -> list[Piece]:
    """The drone that guards a hex, if one does; a drone in support of an operation guards nothing."""
    if state.mark(hex, OPERATION) is not None:
        return []
    return [piece for piece in state.pieces_at(hex) if piece.kind_id == "drone"]
