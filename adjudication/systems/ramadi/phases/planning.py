"""Planning operations (6.1) and allocating ISF assets to them (6.2)."""

from collections.abc import Container
from typing import Any, NamedTuple

from adjudication.engine.legality import Legality, insist, never, only
from adjudication.engine.orders import OrderGrid, OrderGroup
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ramadi.table.board import crossings, targets_from
from adjudication.systems.ramadi.table.counters import (
    AIR_ASSET,
    AIR_AVAILABLE,
    AIR_EXPENDED,
    BRIDGING,
    BY_THE_PLAYER,
    DRONE,
    GROUND_ASSET,
    IED_CLEARANCE,
    ISF,
    POOLS,
    ZONE_BOXES,
    air_assets,
    ground_assets,
    ground_units,
    markers_at,
    the_player,
    units_at,
)
from adjudication.systems.ramadi.table.ground import contested, held_hexes, network, units_on_map
from adjudication.systems.ramadi.table.orders import Guard, Plan, Support
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.dice import D6
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("ramadi", __file__)
T = texts("ramadi")

ENTRY = {"barrage": R["4.2e"], "bridge": R["4.2d"], "dam": R["4.2d"]}
"""Which hexes a crossing is entered from; any other hex is entered from the hexes adjacent to it (6.1c)."""

PLANNING = "planning"
ASSETS = "assets"
ALLOWED = Mark[int]("operations")
"""Mark of the game: how many operations the ISF may plan this turn (6.1a)."""
OPERATION = Mark[dict[str, str | None]]("operation")
"""Mark of a target hex: the parts of the operation that is planned against it."""
ALLOCATED = Mark[int]("allocated")
"""Mark of an asset: the turn in which it was last allocated (6.7e)."""
EXPENDED = Mark[int]("expended")
"""Mark of an air asset: the turn in which it was expended (6.7f)."""
GUARDED = Mark[str]("guarded", turns=1)
"""The mark of a hex that a drone guards: for ISIS it counts as occupied by a unit (7.1)."""


class Operation(NamedTuple):
    """A planned operation. ground, air: its assets; box: where the ground asset came from; empty for none."""

    target: str
    lead: str
    follow_up: str
    origin: str
    ground: str = ""
    box: str = ""
    air: str = ""

    @property
    def force(self) -> tuple[str, ...]:
        """Its units, the lead first."""
        return (self.lead, self.follow_up) if self.follow_up else (self.lead,)


def begin_planning(umpire: Umpire) -> None:
    """Roll for the number of operations, crossed with the casualties of the whole game."""
    die = umpire.roll(D6, T("number of operations"), rule=R["6.1a"])
    row = umpire.look_up("operations", die=die, casualties=umpire.state.track("casualties"), rule=R["6.1a"])
    umpire.mark("game", ALLOWED, row.operations, rule=R["6.1a"])


@derived
def operations(state: State) -> dict[str, Operation]:
    """The operations not yet executed, by target hex."""
    return {
        target: Operation(target, *(told[part] or "" for part in Operation._fields[1:]))
        for target, told in state.marked(OPERATION).items()
    }


def record(umpire: Umpire, operation: Operation, *, rule: str) -> None:
    """Mark the target hex with the operation as it is planned now (6.1)."""
    told = {name: value or None for name, value in operation._asdict().items() if name != "target"}
    umpire.mark(operation.target, OPERATION, told, rule=rule)


def without(umpire: Umpire, operation: Operation, *, rule: str) -> Operation:
    """The operation without its ground asset."""
    operation = operation._replace(ground="", box="")
    record(umpire, operation, rule=rule)
    return operation


def has_communications(state: State, operation: Operation) -> bool:
    """Whether the force can still trace a line of communication to the zone of its ground asset (6.2)."""
    return operation.origin in network(state).reach[ZONE_BOXES[operation.box]]


def return_ground_asset(umpire: Umpire, operation: Operation, *, rule: str) -> None:
    """A ground asset goes back to the box that it came from."""
    umpire.move(operation.ground, operation.box, rule=rule)


def expend(umpire: Umpire, asset: str, *, rule: str) -> None:
    """An air asset goes to Expended, where it waits until the end of the next turn."""
    umpire.move(asset, AIR_EXPENDED, rule=rule)
    umpire.mark(asset, EXPENDED, umpire.state.turn, rule=R["6.7f"])


def operations_left(state: State) -> int:
    """How many operations may still be planned this turn (6.1)."""
    return state.mark("game", ALLOWED, 0) - len(operations(state))


def enough_defenders(state: State) -> bool:
    """Whether every ISIS pool has a counter for one target more (6.3)."""
    fewest = min(len(state.at.get(pool, ())) for pool in POOLS.values())
    return fewest > len(operations(state))


def defenders_run_out(state: State) -> Why:
    """How many targets the ISIS pools have counters for."""
    fewest = min(len(state.at.get(pool, ())) for pool in POOLS.values())
    return T("ISIS pools run out", fewest=fewest)


@derived
def committed(state: State) -> frozenset[str]:
    """The units that take part in a planned operation."""
    return frozenset([unit for operation in operations(state).values() for unit in operation.force])


def plan(umpire: Umpire, order: Plan) -> None:
    """One force of one or two stacked units, from one hex, against one adjacent contested hex."""
    origin = umpire.state.pieces[order.lead].place
    operation = Operation(order.target, order.lead, order.follow_up or "", origin)
    record(umpire, operation, rule=R["6.1d"] if operation.follow_up else R["6.1b"])


def leads(state: State) -> list[str]:
    """The units on the map that could attack from where they stand, by their hexes."""
    beside = targets_from(state.board)
    return [unit for hex, stack in stacks(state).items() if beside[hex] for unit in stack]


def follow_ups(state: State, lead: str) -> list[str | None]:
    """Nobody, or who is stacked with the lead."""
    return [None, *stacked_with(state, lead)]


def stacked_with(state: State, lead: str) -> list[str]:
    """The other units in the hex of the lead."""
    return [unit for unit in stacks(state).get(state.pieces[lead].place, ()) if unit != lead]


@derived
def stacks(state: State) -> dict[str, list[str]]:
    """The units on the map by their hexes."""
    found: dict[str, list[str]] = {}
    for unit in units_on_map(state):
        found.setdefault(unit.place, []).append(unit.id)
    return found


def attackable(state: State, lead: str) -> tuple[str, ...]:
    """The contested hexes that may be entered from where the lead stands."""
    return targets_from(state.board).get(state.pieces[lead].place, ())


def what_can_be_attacked(state: State, lead: str, target: str) -> Why:
    """Why a hex cannot be attacked from where the lead stands, by the rule on how it is entered; with the
    contested hexes beside the lead, where there are any."""
    place, held = state.pieces[lead].place, held_hexes(state)
    open_to_it = [hex for hex in attackable(state, lead) if hex not in held]
    why = T("cannot be attacked", target=target, place=place, others=open_to_it)
    return Reason(why, ENTRY.get(state.board.spaces[target].terrain, R["6.1c"]))


def list_plans(state: State) -> list[OrderGroup | OrderGrid]:
    """Each free unit, alone or leading its stack-mate, against each hex it can attack."""
    if operations_left(state) <= 0 or not enough_defenders(state):
        return []
    beside, held, planned = targets_from(state.board), held_hexes(state), operations(state)
    busy = committed(state)
    forces: list[dict[str, Any]] = []
    reached: list[list[str]] = []
    for hex, there in stacks(state).items():
        targets = [target for target in beside[hex] if target not in held and target not in planned]
        if targets:
            stack = [unit for unit in there if unit not in busy]
            for lead in stack:
                forces.append({"lead": lead})
                forces += [{"lead": lead, "follow_up": other} for other in stack if other != lead]
            reached += [targets] * (len(forces) - len(reached))
    return [OrderGrid(ISF, "plan", forces, "target", reached)]


PLAN = Legality(
    BY_THE_PLAYER,
    only("lead", ground_units, "no-such-piece", R["6.1c"], "no such lead"),
    insist(
        lambda state: operations_left(state) > 0,
        "too-many",
        R["6.1a"],
        "all operations are planned",
    ),
    insist(enough_defenders, "defenders", R["6.3a"], defenders_run_out),
    only(
        "target",
        contested,
        "target",
        R["5.2f"],
        "not in the contested zone",
    ),
    only(
        "target",
        attackable,
        "not-adjacent",
        R["6.1c"],
        what_can_be_attacked,
    ),
    never("target", held_hexes, "held", R["6.1c"], "already held by the ISF"),
    never("target", operations, "planned", R["6.1c"], "operation already planned"),
    only("follow_up", ground_units, "no-such-piece", R["6.1d"], "no such follow-up"),
    only("follow_up", stacked_with, "not-stacked", R["6.1c"], "not stacked with the lead"),
    never("lead", committed, "acted", R["6.1e"], "already in an operation this turn"),
    never("follow_up", committed, "acted", R["6.1e"], "follow-up already in an operation this turn"),
    arguments={"lead": leads, "follow_up": follow_ups, "target": attackable},
    sides=the_player,
    phases=(PLANNING,),
    elsewhere=R["6.0"],
    quickly=list_plans,
)


def support(umpire: Umpire, order: Support) -> None:
    """At most one ground and one air asset for an operation."""
    state = umpire.state
    operation, asset = operations(state)[order.target], state.pieces[order.asset]
    if asset.kind.group == AIR_ASSET:
        umpire.move(asset.id, order.target, rule=R["6.2b"])
        record(umpire, operation._replace(air=asset.id), rule=R["6.2b"])
        return
    box = asset.place
    umpire.move(asset.id, order.target, rule=R["6.2a"])
    umpire.mark(asset.id, ALLOCATED, state.turn, rule=R["6.7e"])
    record(umpire, operation._replace(ground=asset.id, box=box), rule=R["6.2a"])


def assets(state: State) -> list[str]:
    """The assets that could support an operation: those in the air first."""
    ready = [asset.id for asset in state.pieces_at(AIR_AVAILABLE)]
    return ready + [asset.id for asset in state.of_group(GROUND_ASSET)]


@derived
def all_assets(state: State) -> frozenset[str]:
    """The ids of all ISF assets."""
    return ground_assets(state) | air_assets(state)


def unavailable(state: State) -> frozenset[str]:
    """The air assets that are not available."""
    return frozenset([asset.id for asset in state.of_group(AIR_ASSET) if asset.place != AIR_AVAILABLE])


def out_of_their_boxes(state: State) -> frozenset[str]:
    """The ground assets that are in no operational zone box."""
    return frozenset([asset.id for asset in state.of_group(GROUND_ASSET) if asset.place not in ZONE_BOXES])


@derived
def supported_by(state: State, kind: str) -> list[str]:
    """The operations that have an asset of that kind, `air` or `ground`, already."""
    return [target for target, operation in operations(state).items() if getattr(operation, kind)]


def why_no_operation(state: State, asset: str, target: str) -> Why:
    """That no operation is planned against a hex, by the rule of the asset that was to support it."""
    why = T("no operation to support", target=target)
    return Reason(why, R["6.2b"] if asset in air_assets(state) else R["6.2a"])


def supported_from_the_air(state: State, asset: str) -> Container[str]:
    """The operations that can have no air asset more."""
    return supported_by(state, "air") if asset in air_assets(state) else ()


def supported_on_the_ground(state: State, asset: str) -> Container[str]:
    """The operations that can have no ground asset more."""
    return supported_by(state, "ground") if asset in ground_assets(state) else ()


def zone_of(state: State, asset: str) -> str | None:
    """The zone in whose box a ground asset is."""
    return ZONE_BOXES.get(state.pieces[asset].place)


def out_of_reach(state: State, asset: str) -> Container[str]:
    """A ground asset supports units that trace a line of communication to the zone of its box alone."""
    zone = zone_of(state, asset)
    return not_linked_to(state, zone) if zone is not None else ()


@derived
def not_linked_to(state: State, zone: str) -> list[str]:
    """The operations whose force has no line of communication to a zone."""
    reach = network(state).reach[zone]
    return [target for target, operation in operations(state).items() if operation.origin not in reach]


def no_work_for_bridging(state: State, asset: str) -> Container[str]:
    """Bridging engineers support only operations against bridges."""
    return () if state.pieces[asset].kind_id != BRIDGING else no_crossings(state.board)


def no_work_for_clearance(state: State, asset: str) -> Container[str]:
    """IED clearance works only elsewhere."""
    return () if state.pieces[asset].kind_id != IED_CLEARANCE else crossings(state.board)


@derived
def no_crossings(board: Board) -> frozenset[str]:
    """Every hex that is no bridge, dam or barrage."""
    return frozenset([space.id for space in board.data.spaces if space.id not in crossings(board)])


def list_support(state: State) -> list[OrderGroup | OrderGrid]:
    """Each asset to each operation that it may support."""
    planned = operations(state)
    without = {
        kind: [target for target in planned if not getattr(planned[target], kind)]
        for kind in ("air", "ground")
    }
    groups: list[OrderGroup | OrderGrid] = []
    if without["air"]:
        for asset in state.pieces_at(AIR_AVAILABLE):
            groups.append(OrderGroup(ISF, "support", {"asset": asset.id}, "target", without["air"]))
    if without["ground"]:
        reach, water = network(state).reach, crossings(state.board)
        for asset in state.of_group(GROUND_ASSET):
            zone, kind = ZONE_BOXES.get(asset.place), asset.kind_id
            targets = [
                target
                for target in (without["ground"] if zone is not None else ())
                if planned[target].origin in reach[str(zone)]
                and kind != (IED_CLEARANCE if target in water else BRIDGING)
            ]
            if targets:
                groups.append(OrderGroup(ISF, "support", {"asset": asset.id}, "target", targets))
    return groups


SUPPORT = Legality(
    BY_THE_PLAYER,
    only(
        "target",
        operations,
        "no-operation",
        R["6.2a"],
        why_no_operation,
    ),
    only("asset", all_assets, "no-such-piece", R["6.2a"], "no such asset"),
    never(
        "target",
        supported_from_the_air,
        "air",
        R["6.2b"],
        "the operation already has an air asset",
    ),
    never("asset", unavailable, "expended", R["6.2c"], "not in Air Assets Available"),
    never(
        "target",
        supported_on_the_ground,
        "ground",
        R["6.2a"],
        "the operation already has a ground asset",
    ),
    never("asset", out_of_their_boxes, "box", R["6.2a"], "not in an operational zone box"),
    never(
        "target",
        out_of_reach,
        "zone",
        R["6.2d"],
        lambda state, asset: T("force without line of communication", zone=zone_of(state, asset)),
    ),
    never(
        "target",
        no_work_for_bridging,
        "bridging",
        R["8.2c"],
        "bridging engineers support only operations against bridges",
    ),
    never(
        "target",
        no_work_for_clearance,
        "clearance",
        R["8.2e"],
        "IED clearance cannot support operations against bridges",
    ),
    arguments={"asset": assets, "target": lambda state: list(operations(state))},
    sides=the_player,
    phases=(ASSETS,),
    elsewhere=R["6.0"],
    quickly=list_support,
)


def guard(umpire: Umpire, order: Guard) -> None:
    """A drone from Available may stand over a hex that only a Cleared marker holds; both may, one a hex."""
    umpire.move(order.drone, order.hex, rule=R["7.1a"])
    umpire.mark(order.hex, GUARDED, order.drone, rule=R["7.1b"])


def available_drones(state: State) -> list[str]:
    """The drones that may fly."""
    return [asset.id for asset in state.pieces_at(AIR_AVAILABLE) if asset.kind_id == DRONE]


def held_by_a_marker(state: State) -> list[str]:
    """The hexes that only a Cleared marker holds."""
    return [hex for hex in sorted(held_hexes(state)) if markers_at(state, hex) and not units_at(state, hex)]


def guarded(state: State) -> list[str]:
    """The hexes that a drone guards."""
    return [hex for hex in held_hexes(state) if guards_at(state, hex)]


GUARD = Legality(
    BY_THE_PLAYER,
    only("drone", air_assets, "no-such-piece", R["7.1a"], "no such drone"),
    insist(
        lambda state: state.options.get("drones"),
        "option",
        R["7.0"],
        "drone rule off",
    ),
    only("drone", available_drones, "drone", R["7.1a"], "not a drone in Air Assets Available"),
    only("hex", held_by_a_marker, "guard", R["7.1a"], "not held by a Cleared marker alone"),
    never("hex", guarded, "guarded", R["7.1e"], "guarded already"),
    arguments={"drone": available_drones, "hex": held_by_a_marker},
    sides=the_player,
    phases=(ASSETS,),
    elsewhere=R["7.1a"],
)


def guards_at(state: State, hex: str) -> list[Piece]:
    """The drone that guards a hex, if one does; a drone in support of an operation guards nothing."""
    if state.mark(hex, OPERATION) is not None:
        return []
    return [piece for piece in state.pieces_at(hex) if piece.kind_id == DRONE]
