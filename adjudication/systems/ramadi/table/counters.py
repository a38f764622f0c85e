"""The counters (3.0, 8.0), and their places off the map: the Operations Board, the ISIS pools, the stock."""

from adjudication.engine.legality import only
from adjudication.engine.register import citations
from domain.table.state import Piece, State

R = citations("ramadi", __file__)

ISF = "isf"
ISIS = "isis"

GROUND_UNIT = "ground unit"
GROUND_ASSET = "ground asset"
AIR_ASSET = "air asset"
MARKER = "marker"

CLEARED = "cleared"
TANK, ADVISORS, BRIDGING, ARTILLERY, IED_CLEARANCE = (
    "tank",
    "advisors",
    "bridging",
    "artillery",
    "ied-clearance",
)
BOMBER, DRONE = "bomber", "drone"
EMIR, CIVILIANS, AIR_DEFENCE, ATTACK = "emir", "civilians", "air-defence", "attack"

ZONES = ("north", "west", "south")
ZONE_BOXES = {"zone-north": "north", "zone-west": "west", "zone-south": "south"}
TRANSFER_BOX = "transfer"
ASSET_TRANSFER_BOX = "asset-transfer"
AIR_AVAILABLE = "air-available"
AIR_EXPENDED = "air-expended"
MARKERS = "markers"
RESERVE = "reserve"
ELIMINATED = "eliminated"
CASUALTY_SIDE = "casualty"

IED_POOL = "pool-ied"
FIGHTER_POOL = "pool-fighters"
ASSET_POOL = "pool-assets"
POOLS = {"ied": IED_POOL, "fighters": FIGHTER_POOL, "isis asset": ASSET_POOL}
"""Group of ISIS counters -> the pool that it is drawn from (6.3)."""
SET_ASIDE = "attack"


def combat(piece: Piece) -> int:
    """A counter's combat factor (8.0)."""
    return piece.value("combat")


def units_at(state: State, hex: str) -> list[Piece]:
    """The ISF ground units in a hex."""
    return [piece for piece in state.pieces_at(hex) if piece.kind.group == GROUND_UNIT]


def markers_at(state: State, hex: str) -> list[Piece]:
    """The Cleared markers in a hex, at most one."""
    if hex not in state.numbers_at(MARKER):
        return []
    return [piece for piece in state.pieces_at(hex) if piece.kind_id == CLEARED]


def markers_left(state: State) -> list[str]:
    """The Cleared markers that are not on the map, of the twelve there are (5.2)."""
    return [piece.id for piece in state.pieces_at(MARKERS) if piece.kind_id == CLEARED]


def unit_counts(state: State) -> dict[str, int]:
    """How many ground units are in each hex or box that has any."""
    return state.numbers_at(GROUND_UNIT)


def ground_units(state: State) -> frozenset[str]:
    """The ids of the ISF ground units."""
    return state.ids_of(GROUND_UNIT)


def ground_assets(state: State) -> frozenset[str]:
    """The ids of the ISF ground assets."""
    return state.ids_of(GROUND_ASSET)


def air_assets(state: State) -> frozenset[str]:
    """The ids of the ISF air assets."""
    return state.ids_of(AIR_ASSET)


def the_player(state: State) -> tuple[str]:
    """Who gives all orders (1.0)."""
    return (ISF,)


BY_THE_PLAYER = only("side", the_player, "side", R["1.0"], "only the ISF player gives orders")
"""What ISIS does comes of the rules and dice alone (1.0)."""
