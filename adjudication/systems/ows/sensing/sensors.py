"""Radars and other sensors: how far they see, with which die, and what makes a unit easier or harder to
detect (2.2.1, 6.4.2, 6.4.3, 6.5.7, 6.5.9, 8.3)."""

from typing import NamedTuple, TypedDict

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.systems.ows.air.missions import sky
from adjudication.systems.ows.table.counters import (
    AIR,
    CRUISE,
    FACILITY,
    GROUND,
    MISSION,
    SEA,
    SHIP,
    SUBMARINE,
    UNDERSEA,
    Weapon,
    sheet,
)
from adjudication.systems.ows.table.ladder import LADDER, SENSOR_CEILING, Shift
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import (
    ASW,
    CAVITATING,
    EMITTING,
    MISSION_FLOWN,
    SILENT,
    detected,
    enemy_of,
    on_map,
)
from adjudication.systems.ows.table.tokens import token_shifts
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

AEW = "aew"
"""The mission, and the type of aircraft, that flies airborne early warning (6.5.9)."""
EXPEDITIONARY = 7
"""The target number for squadrons outside airfields whose counter has none (6.5.13a)."""
NO_RADAR = -1
COVER = ("forest", "hills", "mountain", "urban")
"""Covered terrain (8.3.2.1a)."""
CLOSE_COVER = ("urban", "forest")
"""Terrain that hides light infantry (8.3.2.1b)."""
LITTORAL = "littoral"
RADAR_BEARERS = (SHIP, GROUND, FACILITY)


class Watching(TypedDict):
    """What a team watches, the die that it searches with by itself, and the promotions that it gives."""

    target: str
    senses: int
    detect: int
    strike: int
    ground: int


RECONNAISSANCE = Mark[Watching]("special reconnaissance", turns=1, seen_by=OWNER)
"""Mark of a SOF team that was not compromised (8.5.1, 2.2.7.2)."""


class Sensor(NamedTuple):
    """A die that searches, with the promotions and demotions of its own."""

    die: int
    shifts: tuple[Shift, ...] = ()

    @property
    def strength(self) -> tuple[int, int]:
        """What the best of several is told by: the rung after its own shifts, then the die."""
        return LADDER.index(self.die) + sum(shift.rungs for shift in self.shifts), self.die


# --- radars: 6.5.9 -------------------------------------------------------------------------------


def mission(state: State, piece: Piece) -> str:
    """Which mission an aircraft flies; empty for one that stands at its base, and for other units."""
    flown = state.mark(piece.id, MISSION_FLOWN)
    return str(flown["type"]) if flown else ""


def air_weapons(piece: Piece) -> list[Weapon]:
    """Its attacks on aircraft."""
    return [weapon for weapon in sheet(piece).weapons if AIR in weapon.at]


def radar_range(state: State, piece: Piece) -> int:
    """How many hexes a radar sees aircraft; -1 for a unit without one.

    Of ships, ground units and facilities as their counter says; of a fighter with long-range radar as printed
    (6.5.9.6); of an AEW mission as printed, else until its die falls off the ladder (6.5.9a).
    """
    if piece.kind.group != MISSION:
        return printed_radar(piece)
    sensor = sheet(piece).sensor
    if sensor is None or sensor.uas:
        return NO_RADAR
    if mission(state, piece) == AEW:
        return sensor.range if sensor.range >= 0 else LADDER.index(sensor.die)
    return (sensor.range if sensor.range >= 0 else 1) if sensor.long else NO_RADAR


def printed_radar(piece: Piece) -> int:
    """How far the radar of a ship, ground unit or facility sees by its counter: ships and air defence systems
    as far as their anti-air missiles reach (6.5.9.4, 6.5.9.5), other radars as printed; -1 for none."""
    if piece.kind.group not in RADAR_BEARERS:
        return NO_RADAR
    read = sheet(piece)
    reaches = [weapon.range for weapon in air_weapons(piece)]
    if piece.kind.group == SHIP:
        reaches += [shield.range for shield in read.shields]
    if read.sensor is not None and not read.sensor.uas:
        reaches.append(max(read.sensor.range, 0))
    return max(reaches, default=NO_RADAR)


def emits(state: State, piece: Piece) -> bool:
    """Whether a unit radiates (6.4.3). The radar of a facility always does: it is detected anyway (8.3.1)."""
    if piece.kind.group == FACILITY:
        return sheet(piece).sensor is not None and piece.steps > 0
    return bool(state.mark(piece.id, EMITTING))


@derived
def radar_cover(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """Every hex that a side's emitting radars cover -> these radars, in the order of the scenario. Those on a
    tactical map, or on the Air Battleboard, cover the sky as far, too (9.7.5c)."""
    found: dict[str, list[str]] = {}
    for id in on_map(state, side):
        piece = state.pieces[id]
        reach = radar_range(state, piece) if emits(state, piece) else NO_RADAR
        if reach >= 0:
            board = state.board
            near = (*board.within(piece.place, reach), *board.within(sky(state, piece), reach))
            for hex in dict.fromkeys(near):
                found.setdefault(hex, []).append(id)
    return {hex: tuple(radars) for hex, radars in found.items()}


def radars_on(state: State, side: str, hex: str) -> list[str]:
    """The emitting radars of a side that cover a hex."""
    return list(radar_cover(state, side).get(hex, ()))


def stealthy(state: State, piece: Piece) -> bool:
    """Whether only a local roll finds it: a low signature, which is lost while it radiates (6.5.9.6)."""
    return sheet(piece).low_signature and not emits(state, piece)


def sees_air(state: State, side: str, mission: Piece) -> bool:
    """Whether a side sees an enemy aircraft: it is detected, or it is not stealthy and a radar covers it
    (6.5.9.5b), or it shares a hex with ships or aircraft of the side (8.3.2a)."""
    if detected(state, mission):
        return True
    if stealthy(state, mission):
        return False
    hex = sky(state, mission)
    return bool(radars_on(state, side, hex)) or hex in patrolled(state, side)


@derived
def patrolled(state: State, side: str) -> frozenset[str]:
    """The hexes with ships and aircraft of a side, which see whatever shares their hex (8.3.2a); a submarine
    must roll (6.4.2a)."""
    units = (state.pieces[id] for id in on_map(state, side))
    return frozenset(sky(state, unit) for unit in units if unit.kind.group in (SHIP, MISSION))


def radar_support(state: State, fighter: Piece, target: Piece) -> list[str]:
    """The radars with which a fighter may engage a target in an adjacent hex: those of its side that radiate,
    cover the target, and see it (6.5.10.1). In EMCON it needs the support of another one (6.5.7b)."""
    if not sees_air(state, fighter.side, target):
        return []
    return radars_on(state, fighter.side, sky(state, target))


def fall_off(die: int, distance: int) -> list[Shift] | None:
    """The demotions of an AEW die at a distance; None where it would fall off the ladder (6.5.9a)."""
    if distance > LADDER.index(die):
        return None
    return [Shift(T("hexes away", hexes=distance), -distance, R["6.5.9a"])] if distance else []


def search_die(state: State, piece: Piece, target: Piece) -> Sensor | None:
    """The die with which a unit's radar, or its matching weapon, searches for an aircraft or a ship that it
    does not see without a roll; None for no attempt.

    An AEW mission rolls its sensor, for ships at most one hex away (6.5.9, 6.5.9.2); a long-range fighter
    radar its own into adjacent hexes (6.5.9.6); radars of ships and air defences their anti-air die as far as
    they see (6.5.9.5b); ships and aircraft in the same hex their matching attack (8.3.3a, 8.5).
    """
    distance = state.board.range(sky(state, piece), sky(state, target))
    if distance is None:
        return None
    at_sea = target.kind.group == SHIP
    found: list[Sensor] = []
    if emits(state, piece) and distance <= radar_range(state, piece):
        found += _radar_dice(state, piece, distance, at_sea)
    if distance == 0 and piece.kind.group in (SHIP, MISSION):
        wanted = SEA if at_sea else AIR
        found += [Sensor(weapon.die) for weapon in sheet(piece).weapons if wanted in weapon.at]
    return max(found, key=lambda sensor: sensor.strength, default=None)


def _radar_dice(state: State, piece: Piece, distance: int, at_sea: bool) -> list[Sensor]:
    """The dice of a radar that radiates, for a target in its range."""
    sensor = sheet(piece).sensor
    if piece.kind.group != MISSION:
        dice = [weapon.die for weapon in air_weapons(piece)] + ([sensor.die] if sensor else [])
        return [] if at_sea else [Sensor(die) for die in dice]
    assert sensor is not None
    if at_sea and distance > 1:
        return []
    if mission(state, piece) != AEW:
        return [Sensor(sensor.die)]
    falls = fall_off(sensor.die, distance)
    return [] if falls is None else [Sensor(sensor.die, tuple(falls))]


def cec_shifts(state: State, ship: Piece, weapon: Weapon, shielded: bool) -> list[Shift]:
    """The demotions of a cruise missile salvo against which a ship spends air defence missiles while an E-2D
    of its side is within one hex: two for US surface combatants, and for allies whose counter says CEC
    (6.5.9.3). shielded: whether the ship commits a grey shield against that salvo."""
    if weapon.flight not in CRUISE or ship.kind.group != SHIP:
        return []
    if on(state, "cec_needs_shield") and not shielded:
        return []
    read = sheet(ship)
    if not read.cec and (read.country, read.moves) != ("us", "surface combatant"):
        return []
    must_emit = on(state, "cec_needs_emission")
    for id in on_map(state, ship.side):
        piece = state.pieces[id]
        if mission(state, piece) == AEW and feeds_cec(piece) and (not must_emit or emits(state, piece)):
            distance = state.board.range(piece.place, ship.place)
            if distance is not None and distance <= 1:
                return [Shift(T("Cooperative Engagement Capability"), -2, R["6.5.9.3"])]
    return []


def feeds_cec(piece: Piece) -> bool:
    """Whether it is an AEW aircraft that feeds Cooperative Engagement, as the E-2D does."""
    return piece.kind.group == MISSION and sheet(piece).type == AEW and sheet(piece).cec


# --- the target: 2.2.1, 8.3 ----------------------------------------------------------------------


def signature(piece: Piece) -> int:
    """The number that a detection must meet (2.2.1a)."""
    read = sheet(piece)
    return read.stealth or read.signature or EXPEDITIONARY


def ceiling(piece: Piece) -> int:
    """The largest die that may search for it: D12 for submarines and stealth aircraft (6.4.4b, 6.5.7)."""
    low = piece.kind.group == SUBMARINE or (piece.kind.group == MISSION and sheet(piece).low_signature)
    return SENSOR_CEILING if low else LADDER[-1]


def detection_shifts(state: State, target: Piece) -> list[Shift]:
    """Promotions and demotions of every attempt to detect a unit, whoever makes it."""
    found = token_shifts(state, target.id)
    space = state.board.spaces.get(state.where(target.id))
    terrain = space.terrain if space is not None else ""
    if target.kind.group == SUBMARINE:
        if state.mark(target.id, SILENT):
            found.append(Shift(T("Silent Running"), -1, R["6.4.2.1a"]))
        if state.mark(target.id, CAVITATING):
            found.append(Shift(T("cavitating"), 1, R["6.4.2.2a"]))
        if terrain == LITTORAL:
            found.append(Shift(T("littoral waters"), -1, R["2.1.9a"]))
    elif target.kind.group == GROUND and sheet(target).light and terrain in CLOSE_COVER:
        found.append(Shift(T("light infantry in cover"), -1, R["8.3.2.1b"]))
    found += [
        Shift(T("special reconnaissance"), watch["detect"], R["8.5.1"])
        for watch in watchers(state, target)
        if watch["detect"]
    ]
    return found


def watchers(state: State, target: Piece) -> list[Watching]:
    """What the enemy's SOF teams that watch a unit give: the promotions of its detection and of strikes on
    it."""
    enemy = enemy_of(state, target.side)
    return [
        watch
        for team, watch in state.marked(RECONNAISSANCE).items()
        if watch["target"] == target.id and state.pieces[team].side == enemy
    ]


def sof_strike_shifts(state: State, target: Piece) -> list[Shift]:
    """The promotions of strikes on a detected unit for SOF that watch it (8.5.1) or direct the strike by
    target acquisition (2.2.7.2)."""
    if not detected(state, target):
        return []
    return [
        Shift(T("SOF on the target"), watch["strike"], R["8.5.1"] if watch["detect"] else R["2.2.7.2"])
        for watch in watchers(state, target)
        if watch["strike"]
    ]


# --- under water: 6.4.2, 6.4.4, 8.5.2 --------------------------------------------------------------


def sonar(piece: Piece) -> int:
    """The die that searches for submarines and attacks them; 0 for a unit that can do neither (8.5.2)."""
    return max((weapon.die for weapon in sheet(piece).weapons if UNDERSEA in weapon.at), default=0)


def in_asw_mode(state: State, piece: Piece) -> bool:
    """Whether a unit hunts submarines: it carries the ASW marker, or flies an ASW mission; a submarine only
    while it runs silently (6.4.4, 6.4.4.1)."""
    if piece.kind.group == SUBMARINE:
        return bool(state.mark(piece.id, ASW) and state.mark(piece.id, SILENT))
    return bool(state.mark(piece.id, ASW)) or mission(state, piece) == "asw"


def asw_assets(state: State, side: str, hex: str) -> list[Piece]:
    """The units of a side in a hex that hunt submarines there (6.4.4b, 8.5.2)."""
    return [
        piece
        for piece in state.pieces_at(hex)
        if piece.side == side and sonar(piece) and in_asw_mode(state, piece)
    ]
