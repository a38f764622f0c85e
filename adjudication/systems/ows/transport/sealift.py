"""Transport by ship (5.1.1.2): embarking in a port, losses at sea, and the clock of offloading."""

from dataclasses import dataclass

import adjudication.systems.ows.table.rsoi as rsoi
import adjudication.systems.ows.transport.limits as limits
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.postures import moved
from adjudication.systems.ows.table.cargo import capacity, cargo, room
from adjudication.systems.ows.table.counters import GROUND, SHIP
from adjudication.systems.ows.table.facilities import PORT, handle, held, throughput
from adjudication.systems.ows.table.status import AMPHIBIOUS, hexes, is_ready
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

OFFLOADING = 1
"""Full days of RSO&I after the day of arrival (5.1.1.2c)."""


@dataclass(frozen=True, slots=True)
class Embark:
    """A ground unit goes aboard a ship in the same port (5.1.1.2)."""

    side: str
    unit: Contact
    ship: Contact


@dataclass(frozen=True, slots=True)
class Offload:
    """A ground unit goes ashore in the port where its ship lies (5.1.1.2c)."""

    side: str
    unit: Contact


def embark(umpire: Umpire, order: Embark) -> None:
    """The unit is in RSO&I from now until it is landed; the ship may sail this turn."""
    state = umpire.state
    unit = state.pieces[order.unit]
    port = state.pieces[held(state, order.side, PORT)[unit.place]]
    limits.use(umpire, order.side, limits.SEA, unit.steps)
    handle(umpire, port, unit.steps, rule=R["2.1.7.1b"])
    rsoi.board(umpire, unit.id, rule=R["5.1.1.1"])
    umpire.load(unit.id, order.ship, rule=R["5.1.1.2"])
    moved(umpire, unit.id, rule=R["10.6"])


def arrive(umpire: Umpire, ship: str) -> None:
    """A ship with ground units comes into a port of its side: they go ashore as far as the port still handles
    them this turn (5.1.1.2c, 2.1.7.1b)."""
    for unit in cargo(umpire.state, ship):
        if can_offload(umpire.state, unit.id):
            go_ashore(umpire, unit.id)


def offload(umpire: Umpire, order: Offload) -> None:
    """A unit that the port could not handle before goes ashore."""
    go_ashore(umpire, order.unit)


def go_ashore(umpire: Umpire, id: str) -> None:
    """Ship and unit stay stacked under RSO&I for the rest of this turn and the one after (5.1.1.2c)."""
    state = umpire.state
    unit = state.pieces[id]
    ship = unit.place
    port = state.pieces[held(state, unit.side, PORT)[state.where(id)]]
    handle(umpire, port, unit.steps, rule=R["2.1.7.1b"])
    umpire.unload(id, rule=R["5.1.1.2c"])
    umpire.mark(id, rsoi.STACKED, [rsoi.Carried(by=[ship], steps=0)], rule=R["5.1.1.2c"])
    rsoi.receive(umpire, [ship, id], OFFLOADING, rule=R["5.1.1.2c"])


# --- what is legal ---------------------------------------------------------------------------------------


@derived
def to_embark(state: State, side: str) -> tuple[str, ...]:
    """The ground units of a side in its ports that are free to go aboard."""
    ports = held(state, side, PORT)
    return tuple(
        unit.id
        for unit in state.of_group(GROUND)
        if unit.side == side and unit.place in ports and is_free(state, unit.id)
    )


def is_free(state: State, unit: str, flying: bool = False) -> bool:
    """Whether a unit may begin a strategic move: it is in no RSO&I, lands nowhere, is ready, and is not
    halfway on an airlift that it does not go on with."""
    bound = rsoi.in_rsoi(state, unit) or bool(state.mark(unit, AMPHIBIOUS))
    return not bound and is_ready(state, unit) and (flying or not state.mark(unit, rsoi.FLOWN_AHEAD))


def ships_for(state: State, side: str, unit: str) -> list[str]:
    """The transports in the port hex of a unit that may take ground units aboard (5.1.1.2)."""
    return [
        ship.id
        for ship in state.pieces_at(state.pieces[unit].place)
        if ship.side == side and ship.kind.group == SHIP and capacity(ship) and is_free(state, ship.id)
    ]


def has_room(state: State, unit: str, ship: str) -> bool:
    """Whether a ship has room for all steps of a unit (5.1.1.2a)."""
    return state.pieces[unit].steps <= room(state, state.pieces[ship])


def port_handles(state: State, side: str, unit: str) -> bool:
    """Whether the port handles all steps of a unit this turn (2.1.7.1b)."""
    piece = state.pieces[unit]
    return piece.steps <= throughput(state, state.pieces[held(state, side, PORT)[state.where(unit)]])


def what_port_handles(state: State, side: str, unit: str) -> Why:
    """Why a port does not handle a unit."""
    piece = state.pieces[unit]
    port = state.pieces[held(state, side, PORT)[state.where(unit)]]
    left = throughput(state, port)
    return T("the port handles fewer steps", unit=unit, steps=piece.steps, port=port.id, left=left)


def what_ship_takes(state: State, unit: str, ship: str) -> Why:
    """Why a ship does not take a unit aboard."""
    piece, transport = state.pieces[unit], state.pieces[ship]
    return T("the ship has less room", unit=unit, steps=piece.steps, ship=ship, room=room(state, transport))


def sea_moves_left(state: State, side: str, unit: str) -> bool:
    """Whether the scenario allows the move (3.4a)."""
    return limits.allows(state, side, limits.SEA, state.pieces[unit].steps)


def can_offload(state: State, unit: str) -> bool:
    """Whether a unit aboard a ship lies in a port of its side that still handles it."""
    piece = state.pieces[unit]
    return state.where(unit) in held(state, piece.side, PORT) and port_handles(state, piece.side, unit)


@derived
def in_port(state: State, side: str) -> tuple[str, ...]:
    """The ground units of a side aboard ships that lie in its ports."""
    ports, places = held(state, side, PORT), hexes(state.board)
    return tuple(
        unit.id
        for unit in state.of_group(GROUND)
        if unit.side == side
        and unit.place not in places
        and state.is_piece(unit.place)
        and state.pieces[unit.place].kind.group == SHIP
        and state.where(unit.id) in ports
        and not state.mark(unit.place, AMPHIBIOUS)
    )


EMBARK = Legality(
    IN_TURN,
    only(
        "unit",
        to_embark,
        "unit",
        R["5.1.1.2"],
        "cannot embark",
    ),
    only(
        "ship",
        ships_for,
        "ship",
        R["5.1.1.2"],
        "no transport of yours in its port",
    ),
    insist(has_room, "room", R["5.1.1.2a"], what_ship_takes),
    insist(port_handles, "port", R["2.1.7.1b"], what_port_handles),
    insist(
        sea_moves_left,
        "limit",
        R["3.4a"],
        "no more strategic moves by sea",
    ),
    arguments={"unit": to_embark, "ship": ships_for},
    sides=acting,
    phases=("strategic movement",),
    elsewhere=R["5.1.1.2"],
)
OFFLOAD = Legality(
    IN_TURN,
    only("unit", in_port, "unit", R["5.1.1.2c"], "aboard no ship in a port"),
    insist(port_handles, "port", R["2.1.7.1b"], what_port_handles),
    arguments={"unit": in_port},
    sides=acting,
    phases=("strategic movement", "naval movement"),
    elsewhere=R["5.1.1.2c"],
)

KINDS = (
    OrderKind(
        "embark", Embark, embark, R["5.1.1.2"], "put a ground unit aboard a ship in port", legality=(EMBARK,)
    ),
    OrderKind(
        "offload",
        Offload,
        offload,
        R["5.1.1.2c"],
        "put a ground unit ashore in port",
        legality=(OFFLOAD,),
    ),
)
