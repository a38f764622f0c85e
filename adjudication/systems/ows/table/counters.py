"""What counters say (2.2): the sheet of a kind, read from its data, and what is left of a piece's
magazine."""

from collections.abc import Mapping
from typing import Any, NotRequired, TypedDict

import msgspec

from adjudication.engine.register import citations
from adjudication.engine.sheets import Sheets, reading
from adjudication.systems.ows.table.ladder import LADDER
from domain.errors import BadData
from domain.events.data import KindData
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)

SHIP, SUBMARINE = "ship", "submarine"
SQUADRON, MISSION = "squadron", "air mission"
GROUND, SOF = "ground unit", "special operations"
FACILITY, AMMUNITION = "facility", "ammunition"
TOKEN, CYBER, DECISION = "information token", "cyber card", "decision card"
LOAD, VEHICLES = "munitions", "transport"
"""Groups of kinds: what rules speak of. VEHICLES are rail cars and HETs (5.1.1.4, 5.1.1.5)."""

GROUPS = (
    *(SHIP, SUBMARINE, SQUADRON, MISSION, GROUND, SOF, FACILITY, AMMUNITION),
    *(TOKEN, CYBER, DECISION, LOAD, VEHICLES),
)
"""The groups whose kinds have a sheet."""
SHEETLESS = ("marker",)
"""Groups of kinds that have none."""

AIR, SEA, LAND, UNDERSEA, MISSILE = "air", "sea", "land", "undersea", "missile"
"""What weapons and shields engage: the silhouettes (2.2.2a, 8.5.2). LAND is any installation or ground
unit."""

SUBSONIC, SUPERSONIC, HYPERSONIC, GLIDE, BALLISTIC = (
    "subsonic",
    "supersonic",
    "hypersonic",
    "HGV",
    "ballistic",
)
"""How a missile flies (2.2.2.7, 9.9.4.1)."""
MISSILES = (SUBSONIC, SUPERSONIC, HYPERSONIC, GLIDE, BALLISTIC)
CRUISE = (SUBSONIC, SUPERSONIC)
OTHER_FLIGHTS = ("torpedo", "gun", "rocket", "bomb", "air-to-air", "asw", "raid", "mine")
"""How weapons fly that are no missiles."""
MOST = 99
"""Symbols of a sort that a counter has at most, and hexes that a weapon reaches at most."""


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attack on a counter. die: of the ladder. salvos: how many symbols are printed, each spent when
    fired; 0: enduring. range: in hexes of the map, 0 for the same hex (2.2.2.1a). at: what it engages.
    flight: of a missile, one of MISSILES; `torpedo`, `gun`, `bomb`, `air-to-air`, `asw` else. returns: it
    has the curved arrow and is reset each turn (2.2.2.4). shares: the id of the shield that is the same
    munition (2.2.2.8). anti_radiation: for SEAD. loiters: a loitering munition. intercepted: the number with
    which a salvo defends against fighters, where one is marked (9.9.4.1)."""

    id: str
    name: str
    die: int
    at: tuple[str, ...]
    flight: str
    range: int = 0
    salvos: int = 0
    returns: bool = False
    shares: str = ""
    anti_radiation: bool = False
    loiters: bool = False
    intercepted: int = 0


class Shield(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A grey shield (2.2.2.3.2): the number to beat, how many, the range of its umbrella in hexes (9.2b), and
    whether it is of use against ballistic and hypersonic salvos. arrow: it demotes the ballistic salvos that
    it engages (2.2.2.7c). returns: it is reset each turn. shares: the weapon that is the same munition."""

    id: str
    name: str
    number: int
    count: int = 1
    range: int = 0
    bmd: bool = False
    arrow: bool = False
    returns: bool = False
    shares: str = ""


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a white box takes with it when it is crossed off (9.6b): one symbol each of these weapons and
    shields by id, so many air missions (6.5.6), so many ground steps carried (5.1.1.2a)."""

    weapons: tuple[str, ...] = ()
    shields: tuple[str, ...] = ()
    missions: int = 0
    carries: int = 0


class Sensor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A radar or the like: its die, and its range in hexes; -1 where none is printed, so that only the
    falloff of the die ends it (6.5.9a). long: the long-range radar of a fighter (6.5.9.6). uas: a drone's."""

    die: int
    range: int = -1
    long: bool = False
    uas: bool = False


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that rules read of a kind of counter.

    country, type: as printed (`us`, `ddg`). moves: the row of the naval rates (6.4), or a ground unit's
    mobility. defence: the red shield. signature: the satellite number of a unit that theater ISR can find;
    stealth: the number of one that only local sensors find (2.2.1); one of the two. unseen: undetected,
    its counter is not on the map at all, not even face down. boxes: in the order in which they go, empty
    for one step. radius: combat radius in hexes, -1 for unlimited (6.5.4a). roles: the air missions that
    it may fly. carrier_capable, stovl: where it may be based. refuels: missions that a tanker supports at
    once (6.5.4). lifts: ground steps that it lifts by air; heavy: mechanized units too (5.1.1.3c). ew:
    what its EW does, `promote` strikes on its target or `demote` surface-to-air fire (6.5.8); arrow: the
    red down arrow of a SEAD counter (9.7.3.step6c). minelayer, sweeper, amphibious, lands, mother: of
    ships (6.4). airborne, air_assault, mechanized, engineer, light, artillery, fly_in (the
    fly-in echelon of a prepositioned force): of ground units. dice: a ground unit's combat dice, one a step,
    the best first (10.15.9.1). bridges: it has the bridge symbol (10.11b). group: it is a Brigade Artillery
    Group (10.15.3). fuel: the row of the fuel rates (10.13.2.1). contract: contract air (5.1.1.3e). hq: TAC
    and OP radius (2.2.7.1a). squadrons: an airfield's limit (2.1.7.2a). holds: salvos that an ammunition
    point has, by the weapon's name. cec, notes: what else is printed.
    """

    type: str
    country: str = ""
    moves: str = ""
    defence: int = 0
    signature: int = 0
    stealth: int = 0
    unseen: bool = False
    boxes: tuple[Box, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    shields: tuple[Shield, ...] = ()
    sensor: Sensor | None = None
    radius: int = 0
    roles: tuple[str, ...] = ()
    carrier_capable: bool = False
    stovl: bool = False
    refuels: int = 0
    lifts: int = 0
    heavy: bool = False
    ew: str = ""
    arrow: bool = False
    cec: bool = False
    minelayer: bool = False
    sweeper: bool = False
    amphibious: bool = False
    lands: bool = False
    mother: bool = False
    airborne: bool = False
    air_assault: bool = False
    mechanized: bool = False
    engineer: bool = False
    light: bool = False
    artillery: bool = False
    contract: bool = False
    fly_in: bool = False
    dice: tuple[int, ...] = ()
    bridges: bool = False
    group: bool = False
    fuel: str = ""
    hq: tuple[int, int] | None = None
    squadrons: int = 0
    holds: dict[str, int] = {}
    notes: tuple[str, ...] = ()
    effect: dict[str, Any] = {}

    def weapon(self, id: str) -> Weapon | None:
        """The weapon of that id."""
        return next((weapon for weapon in self.weapons if weapon.id == id), None)

    def shield(self, id: str) -> Shield | None:
        """The grey shield of that id."""
        return next((shield for shield in self.shields if shield.id == id), None)

    @property
    def steps(self) -> int:
        """Hits to destroy it: none or one box is 1 step (2.2.3); a squadron base has 2 without boxes
        (2.2.3d)."""
        return 2 if self.type == "squadron base" else max(1, len(self.boxes))

    @property
    def low_signature(self) -> bool:
        """Whether only local sensors find it (8.3.3)."""
        return self.stealth > 0


def _check_weapon(kind: KindData, weapon: Weapon) -> None:
    """Raises BadData for what no weapon can have."""
    if weapon.die and weapon.die not in LADDER:
        ladder = ", ".join(f"D{die}" for die in LADDER)
        raise BadData(f"{kind.name}, {weapon.name}: the die is one of {ladder}, not D{weapon.die}.")
    flights = (*MISSILES, *OTHER_FLIGHTS)
    if weapon.flight not in flights:
        known = ", ".join(flights)
        raise BadData(f"{kind.name}, {weapon.name}: flight is one of {known}, not {weapon.flight[:40]!r}.")
    _check_number(kind, weapon.name, "salvos", weapon.salvos)
    _check_number(kind, weapon.name, "range", weapon.range)


def _check_number(kind: KindData, name: str, what: str, number: int) -> None:
    if not 0 <= number <= MOST:
        raise BadData(f"{kind.name}, {name}: {what} is a number from 0 to {MOST}, not {number}.")


def _check_boxes(kind: KindData, read: Sheet) -> None:
    """Raises BadData for a box that takes with it what the counter does not have."""
    for box in read.boxes:
        for sort, named, own in (
            ("weapon", box.weapons, [weapon.id for weapon in read.weapons]),
            ("shield", box.shields, [shield.id for shield in read.shields]),
        ):
            for id in named:
                if id not in own:
                    has = f"its {sort}s are {', '.join(own)}" if own else f"it has no {sort}s"
                    raise BadData(f"{kind.name}: a box names {sort} {id[:40]!r}; {has}.")


def _checked(kind: KindData) -> Sheet:
    read = _read(kind)
    for weapon in read.weapons:
        _check_weapon(kind, weapon)
    for shield in read.shields:
        _check_number(kind, shield.name, "count", shield.count)
    _check_boxes(kind, read)
    return read


_read = reading(Sheet, "counter sheet")
SHEETS = Sheets(_checked)


def sheet(piece: Piece) -> Sheet:
    """The sheet of a piece's kind. Raises BadData where its data is no sheet."""
    known = SHEETS.known(piece.kind)
    if known is not None:
        return known
    _ = piece.kind.data  # in odds, what lies face down is turned up by this
    return SHEETS.of(piece.kind)


def sheet_of(kind: KindData) -> Sheet:
    """The sheet of a kind. Raises BadData where its data is none."""
    return SHEETS.of(kind)


def check_kinds(kinds: Mapping[str, KindData]) -> None:
    """Raises BadData for the first counter that the rules speak of and that has no sheet."""
    for kind in kinds.values():
        if kind.group in GROUPS:
            sheet_of(kind)


SPENT = Mark[dict[str, int]]("spent", seen_by=OWNER)
"""The mark of a piece: how many symbols of each weapon and shield are used up, by id."""


def boxes_lost(piece: Piece) -> int:
    """How many of its boxes are crossed off."""
    return sheet(piece).steps - piece.steps


def boxes_left(piece: Piece) -> tuple[Box, ...]:
    """The white boxes that are left, the next to go first (9.6b)."""
    return sheet(piece).boxes[boxes_lost(piece) :]


def spent(state: State, piece: Piece, id: str) -> int:
    """How many symbols of a weapon or shield are used up."""
    used = state.mark(piece.id, SPENT, {}).get(id, 0)
    return used


def salvos_left(state: State, piece: Piece, weapon: Weapon) -> int:
    """Symbols of a magazine that may still be fired: those printed, less those lost with boxes and those
    spent."""
    lost = sum(box.weapons.count(weapon.id) for box in sheet(piece).boxes[: boxes_lost(piece)])
    return max(0, weapon.salvos - lost - spent(state, piece, weapon.id))


def shields_left(state: State, piece: Piece, shield: Shield) -> int:
    """Grey shields of one sort that may still be committed (9.2c)."""
    lost = sum(box.shields.count(shield.id) for box in sheet(piece).boxes[: boxes_lost(piece)])
    return max(0, shield.count - lost - spent(state, piece, shield.id))


def missions_left(piece: Piece) -> int:
    """Air missions that a carrier's remaining boxes generate (6.5.6)."""
    return sum(box.missions for box in boxes_left(piece))


class Loaded(TypedDict):
    """A munitions counter with its salvos, and the organic salvos that may be fired beside them. stock: the
    point that they are of."""

    counter: str
    salvos: int
    room: NotRequired[int]
    stock: NotRequired[str]


LOADED = Mark[Loaded]("loaded", seen_by=OWNER)
"""Mark of an air mission with a munitions counter (6.5.1.1)."""
NEVER_BOTH = ("fighter", "sead")
"""Types of aircraft that strike with their organic attack or with a munitions counter, never both
(6.5.1.1a)."""


def weapons(state: State, piece: Piece) -> tuple[Weapon, ...]:
    """What a piece may attack with: the weapons of its sheet, and those of the munitions counter that it
    carries. A loaded fighter keeps of its own only what engages aircraft; a loaded bomber so many salvos that
    all are no more than it carries (6.5.1.1). That holds when the load is fired too."""
    load = state.mark(piece.id, LOADED)
    read = sheet(piece)
    if not load:
        return read.weapons
    (carried,) = sheet(state.pieces[load["counter"]]).weapons
    room = 0 if read.type in NEVER_BOTH else load.get("room")
    organic = [weapon for weapon in read.weapons if room is None or room or AIR in weapon.at]
    if room:
        organic = [
            weapon
            if AIR in weapon.at
            else msgspec.structs.replace(weapon, salvos=min(weapon.salvos or room, room))
            for weapon in organic
        ]
    if not load["salvos"]:
        return tuple(organic)
    return (*organic, msgspec.structs.replace(carried, salvos=load["salvos"]))
