"""Modes of ships and submarines (6.4.2.1, 6.4.2.2, 6.4.4), and emission control of all units (6.4.3)."""

from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.sea.seaways import afloat, hexes_sailed, moves_as, rate
from adjudication.systems.ows.table.counters import (
    AIR,
    GROUND,
    MISSION,
    SHIP,
    SUBMARINE,
    UNDERSEA,
    Sheet,
    sheet,
)
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import (
    ASW,
    CAVITATING,
    DETECTED,
    EMITTING,
    SILENT,
    detect,
    leave_silent_running,
    on_map,
    sides,
)
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

NORMAL = "normal"
MOVEMENT = ("naval movement", "air tasking", "special operations")
"""The phases of tactical movement, in which units start and cease to emit (6.4.3)."""


@dataclass(frozen=True, slots=True)
class Mode:
    """A ship goes into ASW mode, a submarine into Silent Running, or either back to normal (6.4.2.1,
    6.4.4)."""

    side: str
    unit: Contact
    to: str


@dataclass(frozen=True, slots=True)
class Emit:
    """Units emit actively: they are turned face up (6.4.3)."""

    side: str
    units: tuple[Contact, ...]


@dataclass(frozen=True, slots=True)
class Silence:
    """Units cease to emit (6.4.3)."""

    side: str
    units: tuple[Contact, ...]


def mode(umpire: Umpire, order: Mode) -> None:
    """Put the marker of the mode on a unit, or take it off."""
    for marker, rule in ((ASW, R["6.4.4"]), (SILENT, R["6.4.2.1"])):
        if order.to == NORMAL:
            umpire.mark(order.unit, marker, None, rule=rule)
        elif order.to == marker.name:
            umpire.mark(order.unit, marker, True, rule=rule)


def has_sailed(umpire: Umpire, unit: str) -> None:
    """What a move does to modes: it ends Silent Running (6.4.2.1c), it ends ASW mode where it was longer than
    that allows (6.4.4a), and a submarine at flank speed cavitates (6.4.2.2)."""
    state = umpire.state
    piece = state.pieces[unit]
    far = hexes_sailed(state, unit)
    leave_silent_running(umpire, unit, rule=R["6.4.2.1c"])
    if state.mark(unit, ASW) and far > rate(state, moves_as(piece), piece.place, "asw"):
        umpire.mark(unit, ASW, None, rule=R["6.4.4a"])
    loud = piece.kind.group == SUBMARINE and far > rate(state, moves_as(piece), piece.place, "quiet")
    if loud and not state.mark(unit, CAVITATING):
        umpire.mark(unit, CAVITATING, True, rule=R["6.4.2.2"])


def emit(umpire: Umpire, order: Emit) -> None:
    """Emitters are detected at once (6.4.3a)."""
    for unit in order.units:
        detect(umpire, unit, rule=R["6.4.3a"])
        umpire.mark(unit, EMITTING, True, rule=R["6.4.3"])


def silence(umpire: Umpire, order: Silence) -> None:
    """What is known of them is not forgotten: TACSIT 1 stays until the Regeneration Phase."""
    for unit in order.units:
        umpire.mark(unit, EMITTING, None, rule=R["6.4.3"])


def detect_emitters(umpire: Umpire) -> None:
    """Whoever still emits as a turn's movement begins is detected (6.4.3a)."""
    state = umpire.state
    for side in sides(state):
        for unit in on_map(state, side):
            if state.mark(unit, EMITTING) and not state.mark(unit, DETECTED):
                detect(umpire, unit, rule=R["6.4.3a"])


# --- what is legal ---------------------------------------------------------------------------------------


def hunts_submarines(of: Sheet) -> bool:
    """Whether a counter has an ASW die (8.5.2)."""
    return any(UNDERSEA in weapon.at for weapon in of.weapons)


def radiates(of: Sheet) -> bool:
    """Whether a counter has something to emit with: a sensor, an air defence, or shields (6.4.3, 6.5.9.4)."""
    return of.sensor is not None or bool(of.shields) or any(AIR in weapon.at for weapon in of.weapons)


def with_modes(state: State, side: str) -> list[str]:
    """The units that have a mode: ships that hunt submarines, and submarines."""
    return [
        each.id
        for each in afloat(state, side)
        if each.kind.group == SUBMARINE or hunts_submarines(sheet(each))
    ]


def modes_of(state: State, unit: str) -> tuple[str, ...]:
    """The modes that a kind of unit has."""
    return (SILENT.name if state.pieces[unit].kind.group == SUBMARINE else ASW.name, NORMAL)


def which_modes(state: State, unit: str) -> Why:
    """What may be said instead of a mode that a unit does not have."""
    return T("no such mode", modes=modes_of(state, unit))


def another(state: State, unit: str, to: str) -> bool:
    """Whether a unit is not in that mode already."""
    now = [marker.name for marker in (ASW, SILENT) if state.mark(unit, marker)]
    return bool(now) if to == NORMAL else to not in now


def stayed(state: State, unit: str, to: str) -> bool:
    """Whether a submarine that is to run silent has not moved (6.4.2.1)."""
    return to != SILENT.name or not hexes_sailed(state, unit)


def slow_enough(state: State, unit: str, to: str) -> bool:
    """Whether a ship that is to hunt submarines has not moved further than that allows (6.4.4a)."""
    if to != ASW.name:
        return True
    piece = state.pieces[unit]
    return hexes_sailed(state, unit) <= rate(state, moves_as(piece), piece.place, "asw")


@derived
def could_emit(state: State, side: str) -> tuple[str, ...]:
    """The units of a side on the map that may start to emit: those with something to emit with, or any where
    the option says so (6.4.3)."""
    any_unit = on(state, "any_unit_emits")
    found = [state.pieces[id] for id in on_map(state, side)]
    return tuple(
        each.id
        for each in found
        if each.kind.group in (SHIP, GROUND, MISSION)
        and (any_unit or radiates(sheet(each)))
        and not state.mark(each.id, EMITTING)
    )


def which_may_emit(state: State) -> Why:
    """Which units an order to emit may name."""
    return (
        T("name units that do not emit")
        if on(state, "any_unit_emits")
        else T("name emitters that do not emit")
    )


@derived
def emitters(state: State, side: str) -> tuple[str, ...]:
    """The units of a side that emit."""
    return tuple(id for id in on_map(state, side) if state.mark(id, EMITTING))


def to_emit(state: State) -> list[OrderChoice]:
    """Any of those that may emit, in one order."""
    return [
        OrderChoice(side, "emit", {}, "units", could_emit(state, side), least=1)
        for side in acting(state)
        if could_emit(state, side)
    ]


def to_be_silent(state: State) -> list[OrderChoice]:
    """Any of those that emit, in one order."""
    return [
        OrderChoice(side, "silence", {}, "units", emitters(state, side), least=1)
        for side in acting(state)
        if emitters(state, side)
    ]


MODE = Legality(
    IN_TURN,
    only("unit", with_modes, "unit", R["6.4.4"], "neither an ASW mode nor Silent Running"),
    only("to", modes_of, "mode", R["6.4.4"], which_modes),
    insist(another, "same", R["6.4.4"], "in that mode already"),
    insist(
        stayed,
        "moved",
        R["6.4.2.1"],
        "moved, and may not run silent",
    ),
    insist(
        slow_enough,
        "speed",
        R["6.4.4a"],
        "moved too far to hunt submarines",
    ),
    arguments={"unit": with_modes, "to": modes_of},
    sides=acting,
    phases=("naval movement",),
    elsewhere=R["6.4.4"],
)
EMIT = Legality(
    IN_TURN,
    insist(
        lambda state, side, units: all(each in could_emit(state, side) for each in units),
        "units",
        R["6.4.3"],
        which_may_emit,
    ),
    sides=acting,
    phases=MOVEMENT,
    elsewhere=R["6.4.3"],
    quickly=to_emit,
)
SILENCE = Legality(
    IN_TURN,
    insist(
        lambda state, side, units: bool(units) and all(each in emitters(state, side) for each in units),
        "units",
        R["6.4.3"],
        "name units of yours that emit",
    ),
    sides=acting,
    phases=MOVEMENT,
    elsewhere=R["6.4.3"],
    quickly=to_be_silent,
)

KINDS = (
    OrderKind(
        "mode", Mode, mode, R["6.4.4"], "set ASW mode or Silent Running", secret=True, legality=(MODE,)
    ),
    OrderKind("emit", Emit, emit, R["6.4.3"], "have units emit actively", legality=(EMIT,)),
    OrderKind("silence", Silence, silence, R["6.4.3"], "have units cease to emit", legality=(SILENCE,)),
)
