"""Setting up (4.0): ground units on deployment hexes, ground assets in boxes, air assets available."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ramadi.ground import (
    ASSET_TRANSFER_BOX,
    BRIDGES,
    GROUND_ASSET,
    GROUND_UNIT,
    RESERVE,
    STACKING_LIMIT,
    ZONE_BOXES,
    a_piece,
    deployment_hexes,
    units_at,
)
from adjudication.systems.ramadi.orders import Assign, Deploy
from domain.errors import IllegalOrder
from domain.table.state import State

R = citations("ramadi", __file__)

SET_UP = "set-up"
ASSET_BOXES = (*ZONE_BOXES, ASSET_TRANSFER_BOX)


def begin(umpire: Umpire) -> None:
    """Everything lies where the scenario put it; the player deploys."""
    umpire.enter_phase(0, SET_UP, rule=R["4.0"], side="isf")


def deploy_at_set_up(umpire: Umpire, order: Deploy) -> None:
    """Place one ground unit on a deployment hex of any zone, at most two in a hex."""
    state = umpire.state
    unit = a_piece(state, order.unit, GROUND_UNIT, rule=R["4.1a"])
    if unit.place != RESERVE:
        raise IllegalOrder("deployed", R["4.1a"], f"{unit.name} is deployed already.")
    if not any(order.to in hexes for hexes in deployment_hexes(state.board).values()):
        space = state.board.spaces.get(order.to)
        rule = R["4.2c"] if space is not None and space.terrain in BRIDGES else R["4.1a"]
        raise IllegalOrder("not-deployment", rule, f"{order.to} is not a deployment hex.")
    if len(units_at(state, order.to)) >= STACKING_LIMIT:
        raise IllegalOrder("stacking", R["4.1b"], f"{order.to} holds two units already.")
    umpire.move(order.unit, order.to, rule=R["4.1a"])


def assign_at_set_up(umpire: Umpire, order: Assign) -> None:
    """Put one ground asset into a zone box or the transfer box."""
    asset = a_piece(umpire.state, order.asset, GROUND_ASSET, rule=R["4.1c"])
    if asset.place != RESERVE:
        raise IllegalOrder("assigned", R["4.1c"], f"{asset.name} has its box already.")
    if order.box not in ASSET_BOXES:
        raise IllegalOrder("box", R["4.1c"], f"{order.box!r} is no box for ground assets.")
    umpire.move(order.asset, order.box, rule=R["4.1c"])


def left_to_set_up(state: State) -> list[str]:
    """The ground units and assets that still wait to be set up."""
    return list(state.at.get(RESERVE, ()))


def check_set_up(state: State) -> None:
    """Raises IllegalOrder while anything waits to be set up."""
    left = left_to_set_up(state)
    if left:
        raise IllegalOrder(
            "set-up", R["4.0"], f"{len(left)} counters still wait to be set up, {left[0]} among them."
        )
