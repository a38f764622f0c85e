"""Local detection (8.3, 8.5, 8.6): what is detected without a roll, and the rolls of ASW forces, submarines,
radars, SOF teams and unmanned aircraft."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.missions import sky
from adjudication.systems.ows.sensing.detection import search
from adjudication.systems.ows.sensing.sensors import (
    COVER,
    Sensor,
    asw_assets,
    in_asw_mode,
    patrolled,
    radars_on,
    search_die,
    sonar,
    stealthy,
)
from adjudication.systems.ows.table.counters import (
    GROUND,
    MISSION,
    SEA,
    SHIP,
    SOF,
    SUBMARINE,
    UNDERSEA,
    sheet,
)
from adjudication.systems.ows.table.ladder import Shift
from adjudication.systems.ows.table.maps import tactical
from adjudication.systems.ows.table.status import (
    CAVITATING,
    DETECTED,
    EMITTING,
    SILENT,
    detect,
    detected,
    enemy_of,
    hexes,
    on_map,
)
from adjudication.systems.ows.table.weather import ASW_ROLL, weather_shifts
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")


def hidden(state: State, side: str, *groups: str) -> list[Piece]:
    """The units of a side on the map, of these groups, that its enemy has not detected."""
    units = (state.pieces[id] for id in on_map(state, side))
    return [unit for unit in units if unit.kind.group in groups and not detected(state, unit)]


# --- without a roll ------------------------------------------------------------------------------


def automatic(umpire: Umpire, side: str, rolled: list[str]) -> None:
    """What a side detects without a roll: emitters, ships and aircraft that share a hex with its own,
    aircraft that its radars cover, and ground units beside or with its own."""
    state, enemy = umpire.state, enemy_of(umpire.state, side)
    places = hexes(state.board)
    for id in list(state.marked(EMITTING)):
        piece = state.pieces.get(id)
        if piece and piece.side == enemy and piece.place in places and not state.mark(id, DETECTED):
            detect(umpire, id, rule=R["6.4.3a"])
    for unit in hidden(state, enemy, SHIP, MISSION):
        if stealthy(state, unit):
            continue
        aloft = sky(state, unit) if unit.kind.group == MISSION else ""
        if enemy_with(state, side, unit.place, SHIP, MISSION) or aloft in patrolled(state, side):
            detect(umpire, unit.id, rule=R["8.3.2a"])
        elif aloft and radars_on(state, side, aloft):
            detect(umpire, unit.id, rule=R["6.5.9.5b"])
    for unit in hidden(state, enemy, GROUND):
        if sheet(unit).low_signature:
            continue
        if enemy_with(state, side, unit.place, GROUND):
            detect(umpire, unit.id, rule=R["8.5"])
        elif tactical(state, unit.place) and beside(state, side, unit.place):
            detect(umpire, unit.id, rule=R["8.3.2.1"])


def enemy_with(state: State, side: str, hex: str, *groups: str) -> bool:
    """Whether a side has units of these groups in a hex."""
    return any(piece.side == side and piece.kind.group in groups for piece in state.pieces_at(hex))


def beside(state: State, side: str, hex: str) -> bool:
    """Whether a side has ground units or ships in a hex or beside it, which find ground units there without a
    roll (8.3.2.1); aircraft, SOF teams and submarines have sensors of their own."""
    near = (hex, *state.board.touching.get(hex, ()))
    return any(enemy_with(state, side, each, GROUND, SHIP) for each in near)


# --- under water: 6.4.2, 6.4.4, 8.5.2 --------------------------------------------------------------


def anti_submarine(umpire: Umpire, side: str, rolled: list[str]) -> None:
    """The ASW forces in each hex make one roll for each submarine there (6.4.4b, 8.5.2)."""
    state = umpire.state
    for boat in hidden(state, enemy_of(state, side), SUBMARINE):
        assets = asw_assets(umpire.state, side, boat.place)
        weather = tuple(weather_shifts(state, boat.place, ASW_ROLL))
        sensors = [Sensor(sonar(asset), weather) for asset in assets]
        search(umpire, boat.id, sensors, T("ASW"), rolled, rule=R["6.4.4b"])


def submarines(umpire: Umpire, side: str, rolled: list[str]) -> None:
    """Submarines roll for ships in their hex with the torpedo die, and for submarines that cavitate, or any
    where they run silently (6.4.2a, 6.4.2c, 6.4.2.1b). The roll does not reveal them (6.4.2b)."""
    state = umpire.state
    for unit in hidden(state, enemy_of(state, side), SHIP, SUBMARINE):
        listening = [boat for boat in state.pieces_at(unit.place) if boat.side == side]
        sensors = [
            Sensor(torpedo(boat, unit), quiet(state, boat))
            for boat in listening
            if boat.kind.group == SUBMARINE and hears(state, boat, unit)
        ]
        rule = R["6.4.2a"] if unit.kind.group == SHIP else R["6.4.2c"]
        search(umpire, unit.id, sensors, T("submarine sonar"), rolled, rule=rule)


def torpedo(boat: Piece, target: Piece) -> int:
    """The torpedo die of a submarine against a ship or a submarine; 0 for none."""
    wanted = SEA if target.kind.group == SHIP else UNDERSEA
    weapons = (weapon for weapon in sheet(boat).weapons if weapon.flight == "torpedo")
    return max((weapon.die for weapon in weapons if wanted in weapon.at), default=0)


def hears(state: State, boat: Piece, target: Piece) -> bool:
    """Whether a submarine may roll for a unit in its hex; one that hunted with the ASW forces did so."""
    if not torpedo(boat, target):
        return False
    if target.kind.group == SHIP:
        return True
    if in_asw_mode(state, boat):
        return False
    return bool(state.mark(boat.id, SILENT) or state.mark(target.id, CAVITATING))


def quiet(state: State, boat: Piece) -> tuple[Shift, ...]:
    """The promotion of a submarine's own sensing in Silent Running (6.4.2.1b)."""
    return (Shift(T("in Silent Running"), 1, R["6.4.2.1b"]),) if state.mark(boat.id, SILENT) else ()


# --- radars: 6.5.7, 6.5.9 ------------------------------------------------------------------------


def radar(umpire: Umpire, side: str, rolled: list[str]) -> None:
    """Radars, and ships and aircraft in the same hex, make one roll for each stealthy aircraft or ship that
    they cover; AEW and long-range fighter radars roll for ships beside them (6.5.9, 6.5.9.2, 6.5.9.6)."""
    state = umpire.state
    for unit in hidden(state, enemy_of(state, side), SHIP, MISSION):
        if unit.kind.group == MISSION and unit.id in rolled:  # as contested air ISR (8.5.4)
            continue
        covering = covered_by(state, side, unit)
        found = [search_die(state, state.pieces[id], unit) for id in covering]
        sensors = [sensor for sensor in found if sensor is not None]
        rule = R["6.5.9.2"] if unit.kind.group == SHIP else R["6.5.9.5b"]
        search(umpire, unit.id, sensors, T("radar search"), rolled, rule=rule)


def covered_by(state: State, side: str, unit: Piece) -> list[str]:
    """The units of a side that may search for a ship or aircraft: radars that cover it, and whoever shares
    its hex."""
    places = dict.fromkeys((unit.place, sky(state, unit)))
    near = [id for place in places for id in (*radars_on(state, side, place), *state.at.get(place, ()))]
    return [id for id in dict.fromkeys(near) if state.pieces[id].side == side]


# --- SOF, unmanned aircraft: 8.3.2.1a, 8.3.3a, 8.6 -------------------------------------------------


def special_forces(umpire: Umpire, side: str, rolled: list[str]) -> None:
    """SOF teams may detect SOF teams in their hex (8.3.3a)."""
    state = umpire.state
    for team in hidden(state, enemy_of(state, side), SOF):
        sensors = [
            Sensor(max(weapon.die for weapon in sheet(other).weapons))
            for other in state.pieces_at(team.place)
            if other.side == side and other.kind.group == SOF and sheet(other).weapons
        ]
        search(umpire, team.id, sensors, T("SOF against SOF"), rolled, rule=R["8.3.3a"])


def unmanned(umpire: Umpire, side: str, rolled: list[str]) -> None:
    """Unmanned aircraft search the hexes in their range for ships and ground units (8.5, 8.6)."""
    state = umpire.state
    drones = [
        piece
        for piece in (state.pieces[id] for id in on_map(state, side))
        if piece.kind.group == MISSION and uas(piece)
    ]
    for unit in hidden(state, enemy_of(state, side), SHIP, GROUND):
        if sheet(unit).low_signature:
            continue
        sensors = [Sensor(die) for drone in drones if (die := eye(state, drone, unit.place))]
        if sensors and in_the_open(state, unit):
            detect(umpire, unit.id, rule=R["8.3.2.1a"])
        else:
            search(umpire, unit.id, sensors, T("unmanned aircraft"), rolled, rule=R["8.5"])


def uas(piece: Piece) -> bool:
    """Whether it is an unmanned aircraft with a sensor."""
    sensor = sheet(piece).sensor
    return sensor is not None and sensor.uas


def eye(state: State, drone: Piece, hex: str) -> int:
    """The sensor die of an unmanned aircraft for a hex; 0 where it is out of range."""
    sensor, distance = sheet(drone).sensor, state.board.range(drone.place, hex)
    if sensor is None or distance is None or distance > max(sensor.range, 0):
        return 0
    return sensor.die


def in_the_open(state: State, unit: Piece) -> bool:
    """Whether a ground unit is found without a roll by any sensor in range: in the open on a tactical map
    (8.3.2.1a)."""
    if unit.kind.group != GROUND or not tactical(state, unit.place):
        return False
    return state.board.spaces[unit.place].terrain not in COVER
