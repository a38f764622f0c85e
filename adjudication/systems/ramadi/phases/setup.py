"""Setting up (4.0): ground units on deployment hexes, ground assets in boxes, air assets available."""

from adjudication.engine.legality import Legality, never, only
from adjudication.engine.orders import OrderGrid, OrderGroup
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ramadi.table.board import crossings, deployment_hexes, government_complex
from adjudication.systems.ramadi.table.counters import (
    AIR_AVAILABLE,
    ASSET_TRANSFER_BOX,
    BY_THE_PLAYER,
    ISF,
    RESERVE,
    ZONE_BOXES,
    air_assets,
    ground_assets,
    ground_units,
    the_player,
)
from adjudication.systems.ramadi.table.ground import full_hexes
from adjudication.systems.ramadi.table.orders import Assign, Deploy
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import State

R = citations("ramadi", __file__)
T = texts("ramadi")

SET_UP = "set-up"
ASSET_BOXES = (*ZONE_BOXES, ASSET_TRANSFER_BOX)


def begin(umpire: Umpire) -> None:
    """Everything lies where the scenario put it, and air assets in reserve are made available; the player
    deploys. Raises BadData for a board that does not say which hex is the Government Complex."""
    government_complex(umpire.state.board)
    umpire.enter_phase(0, SET_UP, rule=R["4.0"], side="isf")
    for asset in list(left_to_set_up(umpire.state)):
        if asset in air_assets(umpire.state):
            umpire.move(asset, AIR_AVAILABLE, rule=R["4.1d"])


def deploy_at_set_up(umpire: Umpire, order: Deploy) -> None:
    """Place one ground unit on a deployment hex of any zone, at most two in a hex."""
    umpire.move(order.unit, order.to, rule=R["4.1a"])


def assign_at_set_up(umpire: Umpire, order: Assign) -> None:
    """Put one ground asset into a zone box or the transfer box."""
    umpire.move(order.asset, order.box, rule=R["4.1c"])


def left_to_set_up(state: State) -> list[str]:
    """The ground units and assets that still wait to be set up."""
    return state.at.get(RESERVE, [])


@derived
def all_deployment_hexes(board: Board) -> tuple[str, ...]:
    """The deployment hexes of all zones."""
    return tuple(hex for hexes in deployment_hexes(board).values() for hex in hexes)


def deployment_hexes_of(state: State) -> tuple[str, ...]:
    """Where a unit may be deployed, as far as there is room."""
    return all_deployment_hexes(state.board)


def units_left(state: State) -> list[str]:
    """The ground units that still wait to be set up."""
    units = ground_units(state)
    return [id for id in left_to_set_up(state) if id in units]


def assets_left(state: State) -> list[str]:
    """The ground assets that still wait to be set up."""
    assets = ground_assets(state)
    return [id for id in left_to_set_up(state) if id in assets]


def why_not_deployed_in(state: State, to: str) -> Why:
    """Why no unit is deployed in a hex: crossings are no deployment hexes by a rule of their own."""
    if to in crossings(state.board):
        return Reason(T("a crossing, not a deployment hex", to=to), R["4.2c"])
    return T("not a deployment hex", to=to)


def list_units(state: State) -> list[OrderGroup | OrderGrid]:
    """Each unit in reserve to each hex where it may start."""
    units = [{"unit": unit} for unit in units_left(state)]
    full = full_hexes(state)
    hexes = [hex for hex in deployment_hexes_of(state) if hex not in full]
    return [OrderGrid(ISF, "deploy", units, "to", [hexes])]


def list_assets(state: State) -> list[OrderGroup | OrderGrid]:
    """Each asset in reserve to each box where it may start."""
    return [
        OrderGrid(ISF, "assign", [{"asset": asset} for asset in assets_left(state)], "box", [ASSET_BOXES])
    ]


DEPLOY = Legality(
    BY_THE_PLAYER,
    only("unit", ground_units, "no-such-piece", R["4.1a"], "no such unit"),
    only("unit", left_to_set_up, "deployed", R["4.1a"], "already set up"),
    only(
        "to",
        deployment_hexes_of,
        "not-deployment",
        R["4.1a"],
        why_not_deployed_in,
    ),
    never("to", full_hexes, "stacking", R["4.1b"], "already holds two units, the limit"),
    arguments={"unit": units_left, "to": deployment_hexes_of},
    sides=the_player,
    phases=(SET_UP,),
    elsewhere=R["4.1a"],
    quickly=list_units,
)
ASSIGN = Legality(
    BY_THE_PLAYER,
    only("asset", ground_assets, "no-such-piece", R["4.1c"], "no such asset"),
    only("asset", left_to_set_up, "assigned", R["4.1c"], "asset already set up"),
    only(
        "box",
        lambda state: ASSET_BOXES,
        "box",
        R["4.1c"],
        lambda state, box: T("no box for ground assets", box=box, boxes=ASSET_BOXES),
    ),
    arguments={"asset": assets_left, "box": lambda state: ASSET_BOXES},
    sides=the_player,
    phases=(SET_UP,),
    elsewhere=R["4.1c"],
    quickly=list_assets,
)
