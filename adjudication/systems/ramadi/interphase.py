"""The operations inter-phase (6.7): move, deploy, transfer, redeploy, make ready, replace."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ramadi.ground import (
    AIR_AVAILABLE,
    AIR_EXPENDED,
    ASSET_TRANSFER_BOX,
    CASUALTY_SIDE,
    GROUND_ASSET,
    GROUND_UNIT,
    STACKING_LIMIT,
    TRANSFER_BOX,
    ZONE_BOXES,
    ZONES,
    Network,
    a_piece,
    contested_hexes,
    enter,
    in_phase,
    leave,
    map_hexes,
    network,
    rescore,
    unit_counts,
    units_at,
    units_on_map,
)
from adjudication.systems.ramadi.orders import Assign, Deploy, Move, Transfer
from domain.errors import IllegalOrder
from domain.table.state import Piece, State

R = citations("ramadi", __file__)

MOVEMENT = "movement"
DEPLOYMENT = "deployment"
TRANSFERS = "transfers"
GROUND_ASSETS = "ground assets"


def may_move(state: State, unit: Piece, ground: Network) -> bool:
    """A unit on the map that did not advance this turn and has a line of communication."""
    return unit.place in ground.zones and state.marked("advanced").get(unit.id) != state.turn


def movable(state: State, ground: Network) -> list[Piece]:
    """Every unit that may move, whether it has moved already or not."""
    zones = ground.zones
    units = state.of_group(GROUND_UNIT)
    advanced = state.marked_as("advanced", state.turn)
    return [unit for unit in units if unit.place in zones and unit.id not in advanced]


def destinations(unit: Piece, ground: Network) -> dict[str, None]:
    """The hexes of the unit's own zones and all held hexes linked to them."""
    zones = ground.zones.get(unit.place)
    return ground.linked[zones] if zones else {}


def overstacked(state: State) -> str | None:
    """The hex that holds more units than the limit in the middle of an exchange, if one does."""
    hexes, counts = map_hexes(state.board), unit_counts(state)
    crowded = [hex for hex, count in counts.items() if count > STACKING_LIMIT and hex in hexes]
    if len(crowded) > 1:  # the first unit's, as counters go
        return next(unit.place for unit in units_on_map(state) if unit.place in crowded)
    return crowded[0] if crowded else None


def has_moved(state: State, unit: Piece) -> bool:
    """Whether the unit has had its move of this inter-phase."""
    return bool(state.marked("moved").get(unit.id) == state.turn)


def may_crowd(state: State, unit: Piece, hex: str, ground: Network) -> bool:
    """Whether a unit may enter a full hex for a moment, because one of those there can make room.

    The limit counts only at the end of movement. The hex left behind must stay open, so that there is
    always a place to go.
    """
    return leaves_open(state, unit) and any(
        not has_moved(state, other) and may_move(state, other, ground) for other in units_at(state, hex)
    )


def leaves_open(state: State, unit: Piece) -> bool:
    """Whether the hex of a unit stays open to the ISF without it."""
    return unit.place not in contested_hexes(state.board) or unit_counts(state).get(unit.place, 0) > 1


def move(umpire: Umpire, order: Move) -> None:
    """Any distance over linked ground; not after an advance; two units a hex when all is done."""
    in_phase(umpire, MOVEMENT, rule=R["6.7i"])
    state = umpire.state
    unit = a_piece(state, order.unit, GROUND_UNIT, rule=R["6.7a"])
    ground = network(state)
    _check_may_leave(state, unit, ground, R["6.7a"])
    if has_moved(state, unit):
        raise IllegalOrder("moved", R["6.7a"], f"{unit.name} has moved already.")
    crowded = overstacked(state)
    if crowded is not None and unit.place != crowded:
        raise IllegalOrder("stacking", R["6.7b"], f"First one unit must leave {crowded}.")
    if order.to == unit.place:
        raise IllegalOrder("there", R["6.7a"], f"{unit.name} is in {order.to} already.")
    if order.to not in destinations(unit, ground):
        raise IllegalOrder("not-linked", R["6.7a"], f"{order.to} is not linked to the zone of {unit.name}.")
    if unit_counts(state).get(order.to, 0) >= STACKING_LIMIT and not may_crowd(state, unit, order.to, ground):
        raise IllegalOrder("stacking", R["6.7b"], f"{order.to} holds two units already.")
    origin = unit.place
    umpire.mark(unit.id, "moved", state.turn, rule=R["6.7a"])
    enter(umpire, unit.id, order.to, rule=R["6.7a"])
    leave(umpire, origin)
    rescore(umpire, ground)


def check_stacking(state: State) -> None:
    """Raises IllegalOrder while a hex holds more than two units."""
    crowded = overstacked(state)
    if crowded is not None:
        raise IllegalOrder("stacking", R["6.7b"], f"{crowded} holds more than two units.")


def may_deploy(state: State, unit: Piece) -> bool:
    """A unit in the transfer box on its available side."""
    return unit.place == TRANSFER_BOX and unit.face != CASUALTY_SIDE


def deployable(state: State) -> list[Piece]:
    """Every unit that may come back from the transfer box."""
    return [unit for unit in state.pieces_at(TRANSFER_BOX) if unit.face != CASUALTY_SIDE]


def open_hexes(state: State, ground: Network) -> list[str]:
    """Every hex of a zone or linked to one that has room for a unit."""
    full = full_hexes(state)
    return [hex for hex in ground.linked[ZONES] if hex not in full]


def full_hexes(state: State) -> set[str]:
    """Every hex that holds as many units as it may, or more."""
    return {hex for hex, count in unit_counts(state).items() if count >= STACKING_LIMIT}


def deploy_from_transfer(umpire: Umpire, order: Deploy) -> None:
    """An available unit may be placed in any zone, or in a cleared hex linked to one."""
    in_phase(umpire, DEPLOYMENT, rule=R["6.7i"])
    state = umpire.state
    unit = a_piece(state, order.unit, GROUND_UNIT, rule=R["6.7c"])
    if not may_deploy(state, unit):
        raise IllegalOrder("unavailable", R["6.7c"], f"{unit.name} is not available in the transfer box.")
    ground = network(state)
    if order.to not in ground.zones:
        raise IllegalOrder("not-open", R["6.7c"], f"{order.to} is not linked to a zone.")
    if unit_counts(state).get(order.to, 0) >= STACKING_LIMIT:
        raise IllegalOrder("stacking", R["6.7c"], f"{order.to} holds two units already.")
    enter(umpire, unit.id, order.to, rule=R["6.7c"])
    rescore(umpire, ground)


def transfer(umpire: Umpire, order: Transfer) -> None:
    """Take a unit off the map; it comes back in the inter-phase of the next turn at the earliest."""
    in_phase(umpire, TRANSFERS, rule=R["6.7i"])
    state = umpire.state
    unit = a_piece(state, order.unit, GROUND_UNIT, rule=R["6.7d"])
    ground = network(state)
    _check_may_leave(state, unit, ground, R["6.7d"])
    origin = unit.place
    umpire.move(unit.id, TRANSFER_BOX, rule=R["6.7d"])
    leave(umpire, origin)
    rescore(umpire, ground)


def _check_may_leave(state: State, unit: Piece, ground: Network, rule: str) -> None:
    if state.board.spaces[unit.place].kind != "hex":
        raise IllegalOrder("off-map", rule, f"{unit.name} is not on the map.")
    if state.mark(unit.id, "advanced") == state.turn:
        raise IllegalOrder("advanced", rule, f"{unit.name} advanced after an operation this turn.")
    if unit.place not in ground.zones:
        raise IllegalOrder("cut-off", rule, f"{unit.name} has no line of communication.")


def boxes_for(state: State, asset: Piece) -> list[str]:
    """Where a ground asset may go: from its zone to the transfer box unless it was allocated this turn,
    from the transfer box to any zone unless it came there this turn."""
    if asset.place in ZONE_BOXES:
        return [] if state.mark(asset.id, "allocated") == state.turn else [ASSET_TRANSFER_BOX]
    if asset.place == ASSET_TRANSFER_BOX:
        return [] if state.mark(asset.id, "entered") == state.turn else list(ZONE_BOXES)
    return []


def redeploy_asset(umpire: Umpire, order: Assign) -> None:
    """Move a ground asset one step on its way from zone to zone."""
    in_phase(umpire, GROUND_ASSETS, rule=R["6.7i"])
    state = umpire.state
    asset = a_piece(state, order.asset, GROUND_ASSET, rule=R["6.7e"])
    if order.box not in boxes_for(state, asset):
        raise IllegalOrder("asset", R["6.7e"], f"{asset.name} cannot go to {order.box!r} this turn.")
    umpire.move(asset.id, order.box, rule=R["6.7e"])
    if order.box == ASSET_TRANSFER_BOX:
        umpire.mark(asset.id, "entered", state.turn, rule=R["6.7e"])


def make_air_ready(umpire: Umpire) -> None:
    """Air assets expended in an earlier turn become available; those of this turn wait."""
    state = umpire.state
    for asset in state.pieces_at(AIR_EXPENDED):
        if state.mark(asset.id, "expended", 0) < state.turn:
            umpire.move(asset.id, AIR_AVAILABLE, rule=R["6.7f"])
            umpire.mark(asset.id, "expended", None, rule=R["6.7f"])


def replace_casualties(umpire: Umpire) -> None:
    """Units lost in an earlier turn turn to their available side; those of this turn wait."""
    state = umpire.state
    for unit in state.pieces_at(TRANSFER_BOX):
        if unit.face == CASUALTY_SIDE and state.mark(unit.id, "lost", 0) < state.turn:
            umpire.change(unit.id, face="", rule=R["6.7g"])
            umpire.mark(unit.id, "lost", None, rule=R["6.7g"])
