"""The operations inter-phase (6.7): move, deploy, transfer, redeploy, make ready, replace."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudication.engine.legality import Legality, never, only
from adjudication.engine.orders import OrderGrid, OrderGroup
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ramadi.phases.operations import ADVANCED, STEP_LOST
from adjudication.systems.ramadi.phases.planning import ALLOCATED, EXPENDED
from adjudication.systems.ramadi.table.board import contested_hexes, map_hexes
from adjudication.systems.ramadi.table.counters import (
    AIR_AVAILABLE,
    AIR_EXPENDED,
    ASSET_TRANSFER_BOX,
    BY_THE_PLAYER,
    CASUALTY_SIDE,
    GROUND_ASSET,
    GROUND_UNIT,
    ISF,
    TRANSFER_BOX,
    ZONE_BOXES,
    ZONES,
    ground_assets,
    ground_units,
    the_player,
    unit_counts,
)
from adjudication.systems.ramadi.table.ground import (
    STACKING_LIMIT,
    UNIT_ZONE,
    full_hexes,
    network,
    unit_zones,
    units_on_map,
)
from adjudication.systems.ramadi.table.holding import enter, leave, settle, vacate
from adjudication.systems.ramadi.table.orders import Assign, Deploy, Move, Transfer
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("ramadi", __file__)
T = texts("ramadi")

MOVEMENT = "movement"
DEPLOYMENT = "deployment"
TRANSFERS = "transfers"
GROUND_ASSETS = "ground assets"

MOVED = Mark[int]("moved")
"""Mark of a unit: the turn in which it last moved (6.7a)."""
ENTERED = Mark[int]("entered")
"""Mark of an asset: the turn in which it last entered a zone (6.7e)."""

TO_TRANSFER = (ASSET_TRANSFER_BOX,)
TO_ZONES = tuple(ZONE_BOXES)


def movable(state: State) -> list[Piece]:
    """Every unit that may move on the map, whether it has moved already or not: it did not advance this turn,
    and has a line of communication to its own zone."""
    stay = advanced(state)
    return [state.pieces[unit] for unit, zones in unit_zones(state).items() if zones and unit not in stay]


def transferable(state: State) -> list[str]:
    """The units that may leave the map: they did not advance this turn, and can trace a way out to a zone."""
    zones, stay = network(state).zones, advanced(state)
    return [unit.id for unit in units_on_map(state) if unit.place in zones and unit.id not in stay]


def destinations(state: State, unit: str) -> dict[str, None]:
    """The hexes of the unit's own zones and all held hexes linked to them."""
    zones = unit_zones(state).get(unit)
    return network(state).linked[zones] if zones else {}


def overstacked(state: State) -> str | None:
    """The hex that holds more units than the limit in the middle of an exchange, if one does; of several, as
    people may have made them by hand, that of the first unit."""
    hexes, counts = map_hexes(state.board), unit_counts(state)
    crowded = {hex for hex, count in counts.items() if count > STACKING_LIMIT and hex in hexes}
    if not crowded:
        return None
    return next(unit.place for unit in units_on_map(state) if unit.place in crowded)


def all_at_once(state: State) -> bool:
    """Whether a cleared hex that is left empty stays open until all have moved, so that movement counts as it
    stands at its end (6.7)."""
    return bool(state.options.get("movement_at_once"))


def leaves_open(state: State, unit: Piece) -> bool:
    """Whether the hex of a unit stays open to the ISF without it."""
    return (
        all_at_once(state)
        or unit.place not in contested_hexes(state.board)
        or unit_counts(state)[unit.place] > 1
    )


def move(umpire: Umpire, order: Move) -> None:
    """Any distance over linked ground; not after an advance; two units a hex when all is done."""
    state = umpire.state
    origin = state.pieces[order.unit].place
    umpire.mark(order.unit, MOVED, state.turn, rule=R["6.7a"])
    enter(umpire, order.unit, order.to, rule=R["6.7a"])
    if all_at_once(state):
        vacate(umpire, origin)
    else:
        leave(umpire, origin)
    settle(umpire, rule=R["5.2j"])


def on_map(state: State) -> frozenset[str]:
    """The units on the map."""
    hexes = map_hexes(state.board)
    return frozenset([unit.id for unit in state.of_group(GROUND_UNIT) if unit.place in hexes])


def advanced(state: State) -> frozenset[str]:
    """The units that advanced after an operation this turn."""
    return state.marked_as(ADVANCED, state.turn)


def moved(state: State) -> frozenset[str]:
    """The units that have had their move of this inter-phase."""
    return state.marked_as(MOVED, state.turn)


def linked(state: State) -> frozenset[str]:
    """The units that have a line of communication to a zone."""
    zones = network(state).zones
    return frozenset([unit.id for unit in units_on_map(state) if unit.place in zones])


def linked_to_own_zone(state: State) -> frozenset[str]:
    """The units that have a line of communication to their own zone."""
    return frozenset([unit for unit, zones in unit_zones(state).items() if zones])


def movers(state: State) -> list[str]:
    """The units that may still move, as far as stacking goes."""
    stay, gone = advanced(state), moved(state)
    return [
        unit for unit, zones in unit_zones(state).items() if zones and unit not in stay and unit not in gone
    ]


def makes_room(state: State) -> frozenset[str]:
    """Who may move while a hex holds more than two: the units there; else all."""
    crowded = overstacked(state)
    return ground_units(state) if crowded is None else frozenset(state.at.get(crowded, ()))


def no_way_home(state: State, unit: str) -> Why:
    """That a unit is cut off from its own zone, although another is linked to its hex."""
    own = " or ".join(str(state.mark(unit, UNIT_ZONE)).title().split())
    return T("cut off from its own zone", unit=unit, zone=own)


def why_not_linked(state: State, unit: str, to: str) -> Why:
    """Why a unit cannot move to a hex: to another zone's it gets by the transfer box."""
    why = T("not linked to its zone", to=to, unit=unit)
    return Reason(why, R["5.2e"] if to in network(state).zones else R["6.7a"])


def first_the_crowded(state: State) -> Why:
    """Which hex it is that holds more than two."""
    return T("a crowded hex comes first", hex=overstacked(state))


def own_hex(state: State, unit: str) -> str:
    """Where a unit is."""
    return state.pieces[unit].place


def too_full_for(state: State, unit: str) -> frozenset[str]:
    """The full hexes that a unit cannot even enter for a moment.

    The limit counts only at the end of movement, so a unit may enter a full hex where one of those there can
    make room. The hex left behind must stay open, so that there is always a place to go.
    """
    return making_room(state, movers(state)).too_full_from(state, state.pieces[unit])


class Room(NamedTuple):
    """Who can make room in the full hexes.

    full: those hexes. stuck: those of them where nobody can go to a hex that is not full. exchanges: of each
    unit there that could go to where another comes from, its hex and the hexes that it reaches.
    """

    full: frozenset[str]
    stuck: frozenset[str]
    exchanges: list[tuple[str, dict[str, None]]]

    def too_full_from(self, state: State, unit: Piece) -> frozenset[str]:
        """The full hexes that this unit cannot enter, coming from where it is."""
        if not leaves_open(state, unit):
            return self.full
        return self.stuck.difference([hex for hex, reached in self.exchanges if unit.place in reached])


def making_room(state: State, movers: Sequence[str]) -> Room:
    """Who can make room, of the units that may still move."""
    full, zones, linked, pieces = full_hexes(state), unit_zones(state), network(state).linked, state.pieces
    there = [(pieces[unit].place, zones[unit]) for unit in movers if pieces[unit].place in full]
    roomy = {own: not full.issuperset(linked[own]) for _, own in there}
    stuck = full.difference([place for place, own in there if roomy[own]])
    return Room(full, stuck, [(place, linked[own]) for place, own in there if place in stuck])


MAY_LEAVE = (
    ("off-map", only, on_map, "not on the map"),
    ("advanced", never, advanced, "advanced this turn"),
)
"""What holds of a unit that leaves its hex between turns, by whatever rule."""


def list_moves(state: State) -> list[OrderGroup | OrderGrid]:
    """Each unit that may still move to each hex it can reach and that has room, or can make room."""
    crowded = overstacked(state)
    of_unit, linked, pieces = unit_zones(state), network(state).linked, state.pieces
    units = movers(state)
    room = making_room(state, units)
    if crowded is not None:
        units = [id for id in units if pieces[id].place == crowded]
    alike = all_at_once(state) and not room.exchanges  # wherever one comes from
    reached: dict[tuple[tuple[str, ...], frozenset[str]], list[str]] = {}  # alike for all who go as far
    values: list[list[str]] = []
    but: list[str] = []
    for id in units:
        zones, place = of_unit[id], pieces[id].place
        closed = room.stuck if alike else room.too_full_from(state, pieces[id])
        hexes = reached.get((zones, closed))
        if hexes is None:
            hexes = reached[zones, closed] = [hex for hex in linked[zones] if hex not in closed]
        values.append(hexes)
        but.append(place)
    return [OrderGrid(ISF, "move", [{"unit": id} for id in units], "to", values, but)]


MOVE = Legality(
    BY_THE_PLAYER,
    only("unit", ground_units, "no-such-piece", R["6.7a"], "no such unit"),
    *(check("unit", units, code, R["6.7a"], why) for code, check, units, why in MAY_LEAVE),
    only("unit", linked, "cut-off", R["6.7a"], "no line of communication to a zone"),
    only("unit", linked_to_own_zone, "own-zone", R["5.2e"], no_way_home),
    never("unit", moved, "moved", R["6.7a"], "already moved this turn"),
    only("unit", makes_room, "stacking", R["6.7b"], first_the_crowded),
    never("to", own_hex, "there", R["6.7a"], "there already"),
    only("to", destinations, "not-linked", R["6.7a"], why_not_linked),
    never("to", too_full_for, "stacking", R["6.7b"], "already holds two units, the limit"),
    arguments={"unit": movers, "to": destinations},
    sides=the_player,
    phases=(MOVEMENT,),
    elsewhere=R["6.7i"],
    quickly=list_moves,
)


def deployable(state: State) -> list[str]:
    """Every unit that may come back from the transfer box: those on their available side."""
    return [unit.id for unit in state.pieces_at(TRANSFER_BOX) if unit.face != CASUALTY_SIDE]


def deploy_from_transfer(umpire: Umpire, order: Deploy) -> None:
    """An available unit may be placed in any zone, or in a cleared hex linked to one."""
    enter(umpire, order.unit, order.to, rule=R["6.7c"])
    umpire.mark(order.unit, STEP_LOST, None, rule=R["6.7h"])
    settle(umpire, rule=R["5.2j"])


def all_linked_hexes(state: State) -> dict[str, None]:
    """Every hex of a zone, or linked to one."""
    return network(state).linked[ZONES]


def list_deployments(state: State) -> list[OrderGroup | OrderGrid]:
    """Each available unit in the transfer box to each hex that has room."""
    units = [{"unit": unit} for unit in deployable(state)]
    full = full_hexes(state)
    hexes = [hex for hex in all_linked_hexes(state) if hex not in full]
    return [OrderGrid(ISF, "deploy", units, "to", [hexes])]


DEPLOY = Legality(
    BY_THE_PLAYER,
    only("unit", ground_units, "no-such-piece", R["6.7c"], "no such unit"),
    only(
        "unit",
        deployable,
        "unavailable",
        R["6.7c"],
        "not available in the transfer box",
    ),
    only("to", all_linked_hexes, "not-open", R["6.7c"], "hex without line of communication"),
    never("to", full_hexes, "stacking", R["6.7c"], "already holds two units, the limit"),
    arguments={"unit": deployable, "to": all_linked_hexes},
    sides=the_player,
    phases=(DEPLOYMENT,),
    elsewhere=R["6.7i"],
    quickly=list_deployments,
)


def transfer(umpire: Umpire, order: Transfer) -> None:
    """Take a unit off the map; it comes back in the inter-phase of the next turn at the earliest."""
    origin = umpire.state.pieces[order.unit].place
    umpire.move(order.unit, TRANSFER_BOX, rule=R["6.7d"])
    umpire.mark(order.unit, UNIT_ZONE, None, rule=R["5.2e"])
    leave(umpire, origin)
    settle(umpire, rule=R["5.2j"])


def list_transfers(state: State) -> list[OrderGroup | OrderGrid]:
    """Each unit that may leave the map."""
    units = transferable(state)
    return [OrderGroup(ISF, "transfer", {}, "unit", units)] if units else []


TRANSFER = Legality(
    BY_THE_PLAYER,
    only("unit", ground_units, "no-such-piece", R["6.7d"], "no such unit"),
    *(check("unit", units, code, R["6.7d"], why) for code, check, units, why in MAY_LEAVE),
    only("unit", linked, "cut-off", R["6.7d"], "no line of communication to a zone"),
    arguments={"unit": transferable},
    sides=the_player,
    phases=(TRANSFERS,),
    elsewhere=R["6.7i"],
    quickly=list_transfers,
)


def boxes_for(state: State, asset: Piece) -> Sequence[str]:
    """Where a ground asset may go: from its zone to the transfer box unless it was allocated this turn,
    from the transfer box to any zone unless it came there this turn."""
    if asset.place in ZONE_BOXES:
        return () if state.mark(asset.id, ALLOCATED) == state.turn else TO_TRANSFER
    if asset.place == ASSET_TRANSFER_BOX:
        return () if state.mark(asset.id, ENTERED) == state.turn else TO_ZONES
    return ()


def redeploy_asset(umpire: Umpire, order: Assign) -> None:
    """Move a ground asset one step on its way from zone to zone."""
    umpire.move(order.asset, order.box, rule=R["6.7e"])
    if order.box == ASSET_TRANSFER_BOX:
        umpire.mark(order.asset, ENTERED, umpire.state.turn, rule=R["6.7e"])


def boxes_of(state: State, asset: str) -> Sequence[str]:
    """Where a ground asset may go."""
    return boxes_for(state, state.pieces[asset])


def list_assets(state: State) -> list[OrderGroup | OrderGrid]:
    """Each ground asset to each box that it may go to."""
    assets = state.of_group(GROUND_ASSET)
    boxes = [boxes_for(state, asset) for asset in assets]
    return [OrderGrid(ISF, "assign", [{"asset": asset.id} for asset in assets], "box", boxes)]


ASSIGN = Legality(
    BY_THE_PLAYER,
    only("asset", ground_assets, "no-such-piece", R["6.7e"], "no such asset"),
    only(
        "box",
        boxes_of,
        "asset",
        R["6.7e"],
        "cannot move to that box",
    ),
    arguments={
        "asset": lambda state: [asset.id for asset in state.of_group(GROUND_ASSET)],
        "box": boxes_of,
    },
    sides=the_player,
    phases=(GROUND_ASSETS,),
    elsewhere=R["6.7i"],
    quickly=list_assets,
)


def make_air_ready(umpire: Umpire) -> None:
    """Air assets expended in an earlier turn become available; those of this turn wait."""
    state = umpire.state
    for asset in state.pieces_at(AIR_EXPENDED):
        if state.mark(asset.id, EXPENDED, 0) < state.turn:
            umpire.move(asset.id, AIR_AVAILABLE, rule=R["6.7f"])
            umpire.mark(asset.id, EXPENDED, None, rule=R["6.7f"])


def replace_casualties(umpire: Umpire) -> None:
    """Units lost in an earlier turn turn to their available side; those of this turn wait."""
    state = umpire.state
    for unit in state.pieces_at(TRANSFER_BOX):
        if unit.face == CASUALTY_SIDE and state.mark(unit.id, STEP_LOST, 0) < state.turn:
            umpire.change(unit.id, face="", rule=R["6.7g"])
