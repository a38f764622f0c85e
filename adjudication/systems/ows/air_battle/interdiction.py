"""Interdiction (6.5.10.4): aircraft attack ground units that move through their kill box, and stop those that
they hurt. Surface combat air patrols do the same at sea (`passage`)."""

from collections.abc import Callable, Sequence

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.allotments import zone_allotted
from adjudication.systems.ows.air.fuel import kill_box
from adjudication.systems.ows.air.missions import INTERDICTION, flying, in_the_air, mission_type
from adjudication.systems.ows.joint_fires.exchanges import adjudicate
from adjudication.systems.ows.joint_fires.salvos import place_markers
from adjudication.systems.ows.table.counters import LAND, LOADED, SEA, SHIP, Weapon, weapons
from adjudication.systems.ows.table.magazines import ready_salvos
from adjudication.systems.ows.table.status import EXPENDED, SUPPRESSED, detected, enemy_of
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")


def interdictions(state: State, side: str, hex: str) -> list[Piece]:
    """A side's interdiction missions over a hex, or anywhere in its kill box, that have not attacked this
    turn (6.5.10.4b). One over the operational map attacks in the zone that it is allotted to
    (ground.2.C)."""
    box, chart = kill_box(state, hex), state.board.spaces[hex].map
    over = [state.pieces[id] for id in in_the_air(state, side)] if box else flying(state, side, hex)
    return [
        piece
        for piece in over
        if mission_type(state, piece) == INTERDICTION
        and not state.mark(piece.id, EXPENDED)
        and arms(state, piece, LAND)
        and (piece.place == hex or (_box_of(state, piece) == (chart, box)))
    ]


def _box_of(state: State, piece: Piece) -> tuple[str, str]:
    allotted = zone_allotted(state, piece.id)
    if allotted != ("", ""):
        return allotted
    space = state.board.spaces.get(piece.place)
    return (space.map, kill_box(state, piece.place)) if space is not None else ("", "")


def arms(state: State, mission: Piece, silhouette: str) -> list[Weapon]:
    """What a mission attacks a mover with: the munitions that it carries, else its organic attack."""
    able = [weapon for weapon in weapons(state, mission) if silhouette in weapon.at]
    if state.mark(mission.id, LOADED):
        able = [weapon for weapon in able if weapon.salvos]
    return [weapon for weapon in able if ready_salvos(state, mission, weapon)]


def interdict(umpire: Umpire, mission: str, mover: str, rule: str) -> bool:
    """A mission attacks a mover with all that it has against it, and is expended (6.5.10.4a, 6.5.10.4b).
    Gives whether that stops the mover: it is suppressed, damaged or lost."""
    state = umpire.state
    aircraft, unit = state.pieces[mission], state.pieces[mover]
    before, shaken = unit.steps, bool(state.mark(mover, SUPPRESSED))
    silhouette = SEA if unit.kind.group == SHIP else LAND
    items = [
        f"{mission}/{weapon.id}/{nth}"
        for weapon in arms(state, aircraft, silhouette)
        for nth in range(1, ready_salvos(state, aircraft, weapon) + 1)
    ]
    umpire.mark(mission, EXPENDED, True, rule=R["6.5.10.4b"])
    if items:
        adjudicate(umpire, place_markers(umpire.state, dict.fromkeys(items, mover)))
    after = umpire.state
    newly = bool(after.mark(mover, SUPPRESSED)) and not shaken
    return newly or after.pieces[mover].steps < before


def along(umpire: Umpire, units: Sequence[str], way: Sequence[str], rule: str) -> str:
    """A ground unit moves with its transports along a way: enemy interdiction missions over it may attack it
    if it is detected, or hold fire. Gives the hex in which the move ends."""
    mover = units[0]
    for hex in way[1:]:
        state = umpire.state
        enemy = enemy_of(state, state.pieces[mover].side)
        for aircraft in interdictions(state, enemy, hex):
            unit = umpire.state.pieces[mover]
            if not unit.steps or not detected(umpire.state, unit):
                break
            question = T("whether aircraft attack", aircraft=aircraft.id, hex=hex, units=[mover])
            if not umpire.choose(enemy, question, [True, False], rule=R["6.5.10.4a"], audience=(enemy,)):
                continue
            for each in units:
                umpire.move(each, hex, rule=rule)
            if interdict(umpire, aircraft.id, mover, R["6.5.10.4a"]):
                return hex
    return way[-1]


def pass_under(
    umpire: Umpire, units: Sequence[str], hex: str, holding: list[str], enter: Callable[[], None]
) -> list[str]:
    """Ground units march into a hex: each enemy interdiction mission over it attacks one of those that it
    detects, or holds its fire for the rest of their march (6.5.10.4a). holding: the missions that do, to
    which it is added. enter: puts the units in the hex. Gives those whose march that stops."""
    stopped: list[str] = []
    enemy = enemy_of(umpire.state, umpire.state.pieces[units[0]].side)
    for aircraft in interdictions(umpire.state, enemy, hex):
        state = umpire.state
        movers = [state.pieces[unit] for unit in units if unit not in stopped]
        seen = [unit for unit in movers if unit.steps and detected(state, unit)]
        if not seen or aircraft.id in holding:
            continue
        targets = [unit.id for unit in seen]
        question = T("whether aircraft attack", aircraft=aircraft.id, hex=hex, units=targets)
        if not umpire.choose(enemy, question, [True, False], rule=R["6.5.10.4a"], audience=(enemy,)):
            holding.append(aircraft.id)
            continue
        which = T("unit that aircraft attack", aircraft=aircraft.id)
        target = umpire.choose_piece(enemy, which, targets, rule=R["6.5.10.4a"], audience=(enemy,))
        enter()
        if interdict(umpire, aircraft.id, target, R["6.5.10.4a"]):
            stopped.append(target)
    return stopped
