"""Assaults from the air (6.5.11, 6.5.12): who jumps or is lifted where, with which transports. The transports
are open to attack in air combat; what they carried is lost with them, and those that survive go home."""

from collections.abc import Callable
from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.air_tasking import PHASE, WATER, ready
from adjudication.systems.ows.air.fuel import reach
from adjudication.systems.ows.air.missions import AIR_ASSAULT, TRANSPORT, aloft, base_hex, launch, return_home
from adjudication.systems.ows.air.sorties import airfield_at, can_send, capacity, too_many
from adjudication.systems.ows.ground.forces.landed import landing_room, landing_steps
from adjudication.systems.ows.ground.forces.numbers import figure
from adjudication.systems.ows.ground.forces.postures import moved
from adjudication.systems.ows.ground.forces.units import counted_steps
from adjudication.systems.ows.table.counters import GROUND, SHIP, Sheet, sheet
from adjudication.systems.ows.table.rsoi import STACKED, Carried, in_rsoi
from adjudication.systems.ows.table.status import AIRBORNE, LIFTED, is_ready
from adjudication.systems.ows.turn.turns import acting
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

DECKS = ("lhd", "lha")
"""Types of ships from which air assaults start (6.5.12)."""


@dataclass(frozen=True, slots=True)
class Jump:
    """Launch an airborne assault: a unit and its transports go to a land hex (6.5.11)."""

    side: str
    unit: Contact
    hex: str


@dataclass(frozen=True, slots=True)
class Lift:
    """Launch an air assault: a unit and its helicopters or tilt-rotors go to a land hex (6.5.12)."""

    side: str
    unit: Contact
    hex: str


def jump(umpire: Umpire, order: Jump) -> None:
    """One transport for each step, two for each step of a mechanized unit (6.5.11)."""
    carry(umpire, order.unit, order.hex, TRANSPORT, AIRBORNE, R["6.5.11"])


def lift(umpire: Umpire, order: Lift) -> None:
    """One transport for each step (6.5.12)."""
    carry(umpire, order.unit, order.hex, AIR_ASSAULT, LIFTED, R["6.5.12"])


def carry(umpire: Umpire, unit: str, hex: str, type: str, marker: Mark[bool | str], rule: str) -> None:
    """The owner says which transports fly; they and the unit are put in the target hex under the marker
    (2.3.4)."""
    state = umpire.state
    piece = state.pieces[unit]
    able = [id for id in transports(state, unit, type) if hex in reach(state, state.pieces[id], type)]
    wanted = number_needed(piece)

    def fits(chosen: list[str]) -> Why:
        return too_many(state, dict.fromkeys(chosen, type))

    flying = able
    if len(able) > wanted:
        question = T("transports of an assault", unit=unit, hex=hex)
        flying = umpire.choose_some(
            piece.side, question, able, wanted, wanted, fits, rule=rule, audience=(piece.side,)
        )
    each = wanted // piece.steps
    lifts = [Carried(by=list(flying[nth : nth + each]), steps=1) for nth in range(0, wanted, each)]
    for id in flying:
        launch(umpire, id, type, hex, rule=rule)
    umpire.move(unit, hex, rule=rule)
    moved(umpire, unit, rule=R["10.6"])
    umpire.mark(unit, marker, True, rule=R["2.3.4"])
    umpire.mark(hex, marker, piece.side, rule=R["2.3.4"])
    umpire.mark(unit, STACKED, lifts, rule=rule)


def number_needed(unit: Piece) -> int:
    """The transports that carry a unit: one for each step, two of a mechanized airborne unit (6.5.11)."""
    counter = sheet(unit)
    return unit.steps * (2 if counter.airborne and counter.mechanized else 1)


def land(umpire: Umpire) -> None:
    """Air combat is over: transports that survived it go home, and what they carried is on the ground
    (6.5.11a, 6.5.12a)."""
    for marker, rule in ((AIRBORNE, R["6.5.11a"]), (LIFTED, R["6.5.12a"])):
        for unit in list(umpire.state.marked(marker)):
            lifts = umpire.state.mark(unit, STACKED)
            if unit not in umpire.state.pieces or not lifts:
                continue
            for transport in dict.fromkeys(id for lift in lifts for id in lift["by"]):
                if aloft(umpire.state, umpire.state.pieces[transport]):
                    return_home(umpire, transport, rule)
            umpire.mark(unit, STACKED, None, rule=rule)


def under_way(state: State) -> bool:
    """Whether there is an assault from the air; its markers lie openly in their hexes."""
    return any(subject in state.board.spaces for mark in (AIRBORNE, LIFTED) for subject in state.marked(mark))


# --- what is legal ---------------------------------------------------------------------------------


def ground_units(state: State, side: str) -> tuple[str, ...]:
    """A side's ground units."""
    return tuple(unit.id for unit in state.of_group(GROUND) if unit.side == side)


def _free(state: State, unit: Piece) -> bool:
    return bool(unit.steps) and is_ready(state, unit.id) and not in_rsoi(state, unit.id)


def _at_airfield(state: State, unit: Piece) -> bool:
    if unit.place not in state.board.spaces:
        return False
    field = airfield_at(state, unit.side, unit.place)
    return bool(field) and capacity(state, state.pieces[field]) > 0


def _on_deck(state: State, unit: Piece) -> bool:
    ship = state.pieces.get(unit.place)
    return ship is not None and ship.kind.group == SHIP and sheet(ship).type in DECKS


@derived
def paratroops(state: State, side: str) -> tuple[str, ...]:
    """A side's airborne units at an airfield, where they began the turn: whoever was moved there is in RSO&I
    (6.5.11, 2.3.1)."""
    return _starting(state, side, lambda counter: counter.airborne, _at_airfield)


@derived
def assault_units(state: State, side: str) -> tuple[str, ...]:
    """A side's air assault units at an airfield, or aboard an LHD or LHA (6.5.12)."""

    def can_start(state: State, unit: Piece) -> bool:
        return _at_airfield(state, unit) or _on_deck(state, unit)

    return _starting(state, side, lambda counter: counter.air_assault, can_start)


def _starting(
    state: State, side: str, able: Callable[[Sheet], bool], there: Callable[[State, Piece], bool]
) -> tuple[str, ...]:
    units = (state.pieces[id] for id in ground_units(state, side))
    return tuple(unit.id for unit in units if able(sheet(unit)) and there(state, unit) and _free(state, unit))


def transports(state: State, unit: str, type: str) -> list[str]:
    """The missions that can carry a unit: of an airborne assault from any base, of an air assault those that
    are with it (6.5.12)."""
    piece = state.pieces[unit]
    found = [id for id in ready(state, piece.side) if type in sheet(state.pieces[id]).roles]
    if type == AIR_ASSAULT:
        here = state.where(unit)
        found = [id for id in found if base_hex(state, state.pieces[id]) == here]
    return found


@derived
def targets(state: State, unit: str, type: str) -> tuple[str, ...]:
    """The land hexes to which enough transports can carry a unit on their fuel (6.5.2), and where no more
    steps land than may in a turn (10.15.8.1c)."""
    piece = state.pieces[unit]
    wanted, here = number_needed(piece), state.where(unit)
    steps = counted_steps(piece)
    full = {hex for hex in landing_steps(state, piece.side) if landing_room(state, piece.side, hex) < steps}
    able: dict[str, list[str]] = {}
    for id in transports(state, unit, type):
        for hex in reach(state, state.pieces[id], type):
            able.setdefault(hex, []).append(id)
    spaces = state.board.spaces
    enough: dict[tuple[str, ...], bool] = {}
    found = []
    for hex, ids in able.items():
        key = tuple(ids)
        if key not in enough:
            enough[key] = can_send(state, key, type) >= wanted
        if enough[key] and hex != here and hex not in full and spaces[hex].terrain not in WATER:
            found.append(hex)
    return tuple(found)


def drop_zones(state: State, unit: str) -> tuple[str, ...]:
    """Where an airborne unit can jump."""
    return targets(state, unit, TRANSPORT)


def landing_zones(state: State, unit: str) -> tuple[str, ...]:
    """Where an air assault unit can land."""
    return targets(state, unit, AIR_ASSAULT)


def why_not_there(state: State, unit: str, hex: str, type: str) -> Why:
    """Why a unit cannot be carried to a hex."""
    piece = state.pieces[unit]
    if landing_room(state, piece.side, hex) < counted_steps(piece):
        return T("too many steps land in a turn", most=figure(state, "landing"), hex=hex)
    wanted, able = number_needed(state.pieces[unit]), transports(state, unit, type)
    if can_send(state, tuple(able), type) < wanted:
        able_to = can_send(state, tuple(able), type)
        if type == AIR_ASSAULT:
            return T("too few transports with it", unit=unit, wanted=wanted, able=able_to)
        return T("too few transports at their bases", unit=unit, wanted=wanted, able=able_to)
    return T("no land hex that the transports reach", hex=hex, wanted=wanted, unit=unit)


JUMP = Legality(
    only("unit", ground_units, "unit", R["6.5.11"], "no ground unit of yours"),
    only(
        "unit",
        paratroops,
        "airborne",
        R["6.5.11"],
        "cannot jump",
    ),
    only(
        "hex",
        drop_zones,
        "zone",
        R["6.5.11"],
        lambda state, unit, hex: why_not_there(state, unit, hex, TRANSPORT),
    ),
    arguments={"unit": paratroops, "hex": drop_zones},
    sides=acting,
    phases=(PHASE,),
    elsewhere=R["seq.3.B.3"],
)
LIFT = Legality(
    only("unit", ground_units, "unit", R["6.5.12"], "no ground unit of yours"),
    only(
        "unit",
        assault_units,
        "air assault",
        R["6.5.12"],
        "cannot make an air assault",
    ),
    only(
        "hex",
        landing_zones,
        "zone",
        R["6.5.12"],
        lambda state, unit, hex: why_not_there(state, unit, hex, AIR_ASSAULT),
    ),
    arguments={"unit": assault_units, "hex": landing_zones},
    sides=acting,
    phases=(PHASE,),
    elsewhere=R["seq.3.B.3"],
)

KINDS: tuple[OrderKind, ...] = (
    OrderKind("jump", Jump, jump, R["6.5.11"], "launch an airborne assault", secret=True, legality=(JUMP,)),
    OrderKind("lift", Lift, lift, R["6.5.12"], "launch an air assault", secret=True, legality=(LIFT,)),
)
