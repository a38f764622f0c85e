"""Contested air ISR (8.5.4): an ISR aircraft that must pass fighters or air defences to see targets on the
surface. It is the first thing that the ISR phase resolves (8.6)."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.missions import sky
from adjudication.systems.ows.air_battle.air_defence import Round, roll, take
from adjudication.systems.ows.sensing.detection import search
from adjudication.systems.ows.sensing.local_detection import covered_by
from adjudication.systems.ows.sensing.sensors import (
    air_weapons,
    emits,
    mission,
    radar_support,
    search_die,
    stealthy,
)
from adjudication.systems.ows.table.counters import GROUND, MISSION, SHIP, Weapon, sheet
from adjudication.systems.ows.table.magazines import expend, holds_fire, ready_salvos
from adjudication.systems.ows.table.status import detect, detected, enemy_of, on_map
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

FIGHTER_COVER = ("cap", "oca", "dca")
"""Missions of fighters that hold the air (6.5.10.1)."""


def contested(umpire: Umpire, side: str, rolled: list[str]) -> None:
    """Each ISR aircraft of a side that meets fighters or air defences is detected or not, and fought at
    once."""
    for craft in isr_aircraft(umpire.state, side):
        pass_defences(umpire, craft, rolled)


def isr_aircraft(state: State, side: str) -> list[str]:
    """The aircraft of a side that search for surface targets: unmanned ones with a sensor, and those on an
    ISR mission."""
    found = []
    for id in on_map(state, side):
        piece = state.pieces[id]
        sensor = sheet(piece).sensor if piece.kind.group == MISSION else None
        if sensor is not None and (sensor.uas or mission(state, piece) == "isr"):
            found.append(id)
    return found


def pass_defences(umpire: Umpire, craft: str, rolled: list[str]) -> None:
    """The defender detects the aircraft or not; if it does, his assets that can engage do so at once, as he
    decides. Where it is shot down, those that engaged are detected (8.5.4a)."""
    state = umpire.state
    aircraft = state.pieces[craft]
    defender = enemy_of(state, aircraft.side)
    if not defences(state, defender, aircraft) or not found_by(umpire, defender, aircraft, rolled):
        return
    armed = defences(umpire.state, defender, aircraft)
    question = T("units that engage an aircraft", aircraft=craft)
    engaging = umpire.choose_some(defender, question, list(armed), rule=R["8.5.4"], audience=(defender,))
    for id in engaging:
        expend(umpire, id, {armed[id].id: 1}, rule=R["2.2.7.4"])
    fired = [(Round(id, armed[id]), craft) for id in engaging]
    take(umpire, roll(umpire, fired, R["8.5.4"], unseen=True))
    if not umpire.state.pieces[craft].steps:
        for id in engaging:
            detect(umpire, id, rule=R["8.5.4a"])


def found_by(umpire: Umpire, side: str, aircraft: Piece, rolled: list[str]) -> bool:
    """Whether the defender detects the aircraft: without a roll unless it is stealthy, else by one roll of
    everything that covers it (8.5.3)."""
    state = umpire.state
    if detected(state, aircraft):
        return True
    if not stealthy(state, aircraft):
        detect(umpire, aircraft.id, rule=R["8.5.4"])
        return True
    searching = [search_die(state, state.pieces[id], aircraft) for id in covered_by(state, side, aircraft)]
    sensors = [sensor for sensor in searching if sensor is not None]
    return search(umpire, aircraft.id, sensors, T("defence against air ISR"), rolled, rule=R["8.5.4"])


def defences(state: State, side: str, aircraft: Piece) -> dict[str, Weapon]:
    """The units of a side that can engage an aircraft where it is, each with its weapon: fighters that hold
    the air, and ships and air defences that radiate (6.4.3)."""
    found: dict[str, Weapon] = {}
    for id in on_map(state, side):
        piece = state.pieces[id]
        distance = state.board.range(sky(state, piece), sky(state, aircraft))
        if distance is None:
            continue
        fit = [
            weapon
            for weapon in air_weapons(piece)
            if distance <= weapon.range and ready_salvos(state, piece, weapon)
        ]
        if fit and may_engage(state, piece, aircraft, distance):
            found[id] = max(fit, key=lambda weapon: weapon.die)
    return found


def may_engage(state: State, piece: Piece, aircraft: Piece, distance: int) -> bool:
    """Whether a unit fights aircraft now: a fighter on such a mission, with a radar that sees the target
    where that is in an adjacent hex (6.5.10.1); a ship or ground unit that radiates and can fire."""
    if piece.kind.group == MISSION:
        holds = mission(state, piece) in FIGHTER_COVER
        return holds and (not distance or bool(radar_support(state, piece, aircraft)))
    return piece.kind.group in (SHIP, GROUND) and emits(state, piece) and not holds_fire(state, piece)
