"""Amphibious assaults (6.4.6): who gets ashore, the assault marker, and how long it stays."""

from collections.abc import Sequence
from dataclasses import dataclass

import adjudication.systems.ows.table.rsoi as rsoi
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.formations import ground_war
from adjudication.systems.ows.ground.forces.landed import landing_room
from adjudication.systems.ows.ground.forces.units import counted_steps
from adjudication.systems.ows.sea.seaways import WHOLE, hexes_sailed, moves_as, price, spent
from adjudication.systems.ows.table.cargo import cargo
from adjudication.systems.ows.table.counters import GROUND, SHIP, sheet
from adjudication.systems.ows.table.status import (
    AMPHIBIOUS,
    CONTROL,
    RSOI,
    SAILED,
    Sailing,
    detect,
    holder,
    is_ready,
    on_map,
)
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

BEACH = "beach"
"""Tag of the land hexes that can be assaulted from the sea."""
WITH_THE_SHIP = 99
"""The steps that are lost with the ship that lands them: all."""


@dataclass(frozen=True, slots=True)
class Land:
    """A ship puts ground units ashore on a hostile beach beside it (6.4.6a)."""

    side: str
    ship: Contact
    beach: str


def land(umpire: Umpire, order: Land) -> None:
    """Ship and units are in the beach hex under the assault marker, for all to see and to attack; they fight
    ashore in Ground Combat if the ship survives. Under the assault marker there is no RSO&I."""
    state = umpire.state
    ship = state.pieces[order.ship]
    units = landing_now(umpire, ship, order.beach)
    used = spent(state, ship.id) + (price(state, moves_as(ship), order.beach) or 0)
    far = hexes_sailed(state, ship.id) + 1
    umpire.move(ship.id, order.beach, rule=R["6.4.6a"])
    umpire.mark(ship.id, SAILED, Sailing(hexes=far, spent=used), rule=R["6.3a"])
    put_ashore(umpire, ship.id, units, rule=R["6.4.6"])


def put_ashore(umpire: Umpire, ship: str, units: Sequence[str], *, rule: str) -> None:
    """Units leave a ship in a beach hex; they and the ship lie under the assault marker."""
    for unit in units:
        umpire.unload(unit, rule=rule)
        if umpire.state.mark(unit, RSOI) is not None:
            umpire.mark(unit, RSOI, None, rule=R["6.4.6a"])
        umpire.mark(
            unit,
            rsoi.STACKED,
            [rsoi.Carried(by=[ship], steps=WITH_THE_SHIP)],
            rule=R["6.4.6a"],
        )
    for each in (ship, *units):
        detect(umpire, each, rule=R["6.4.6a"])
        if umpire.state.mark(each, AMPHIBIOUS) != umpire.state.turn:
            umpire.mark(each, AMPHIBIOUS, umpire.state.turn, rule=R["2.3.4"])


def landing_now(umpire: Umpire, ship: Piece, beach: str) -> list[str]:
    """The units that a ship lands: all that it can, or where more steps would land in the hex than may in a
    turn, those that its side says; the others stay aboard (10.15.8.1c)."""
    state = umpire.state
    aboard = {unit.id: counted_steps(unit) for unit in landing(state, ship)}
    room = landing_room(state, ship.side, beach)
    if sum(aboard.values()) <= room:
        return list(aboard)

    def fits(chosen: list[str]) -> bool | Why:
        steps = sum(aboard[unit] for unit in chosen)
        return steps <= room or T("too many steps to land this turn", room=room, beach=beach, steps=steps)

    question = T("units that land", ship=ship.id, beach=beach)
    chosen = umpire.choose_some(
        ship.side,
        question,
        list(aboard),
        1,
        len(aboard),
        fits,
        rule=R["10.15.8.1c"],
        audience=(ship.side,),
    )
    return list(chosen)


def still_aboard(state: State, side: str, beach: str) -> dict[str, str]:
    """The units that a side's ships in a beach hex can still land there, each with its ship."""
    return {
        unit.id: ship.id
        for ship in state.pieces_at(beach)
        if ship.side == side and ship.kind.group == SHIP and bool(state.mark(ship.id, AMPHIBIOUS))
        for unit in landing(state, ship)
    }


def leave(umpire: Umpire, ship: str) -> None:
    """A ship leaves the beach in a later turn; those that it has landed fight on without it."""
    state = umpire.state
    for unit in rsoi.stacked_with(state, ship):
        umpire.mark(unit, rsoi.STACKED, None, rule=R["6.4.6a"])
    if state.mark(ship, AMPHIBIOUS):
        umpire.mark(ship, AMPHIBIOUS, None, rule=R["6.4.6b"])


def end(umpire: Umpire) -> None:
    """The Regeneration Phase takes off the markers where the assault has gained control of the hex, or has
    nobody left there (6.4.6b, 2.3.4b). In a game without a ground war it gains control of a hex without
    enemy ground units (10.15.8.1a)."""
    state = umpire.state
    if not ground_war(state):
        for id in list(state.marked(AMPHIBIOUS)):
            occupy(umpire, id)
    for id in list(state.marked(AMPHIBIOUS)):
        piece = umpire.state.pieces[id]
        hex = umpire.state.where(id)
        if not piece.steps or holder(state, hex) == piece.side or not ashore(umpire.state, piece.side, hex):
            umpire.mark(id, AMPHIBIOUS, None, rule=R["6.4.6b"])
            if umpire.state.mark(id, rsoi.STACKED):
                umpire.mark(id, rsoi.STACKED, None, rule=R["6.4.6b"])


def occupy(umpire: Umpire, unit: str) -> None:
    """A ground unit that has landed holds its hex where no enemy ground unit is."""
    state = umpire.state
    piece = state.pieces[unit]
    hex = state.where(unit)
    contested = any(each.kind.group == GROUND and each.side != piece.side for each in state.pieces_at(hex))
    if unit in ashore(state, piece.side, hex) and not contested and holder(state, hex) != piece.side:
        umpire.mark(hex, CONTROL, piece.side, rule=R["10.15.8.1a"])


def ashore(state: State, side: str, hex: str) -> list[str]:
    """The ground units of a side that assault a beach."""
    return [
        each.id
        for each in state.pieces_at(hex)
        if each.side == side and each.kind.group != SHIP and bool(state.mark(each.id, AMPHIBIOUS))
    ]


def landing(state: State, ship: Piece) -> list[Piece]:
    """The units aboard a ship that it can put ashore: all of a ship that lands directly (LST, LSM, LCAC,
    causeway); else those with an amphibious designation (6.4.6)."""
    return [unit for unit in cargo(state, ship.id) if sheet(ship).lands or sheet(unit).amphibious]


# --- what is legal ---------------------------------------------------------------------------------------


@derived
def assault_ships(state: State, side: str) -> tuple[str, ...]:
    """The ships of a side with units that they can land, and a beach before them."""
    found = [state.pieces[id] for id in on_map(state, side)]
    return tuple(
        ship.id
        for ship in found
        if ship.kind.group == SHIP
        and landing(state, ship)
        and not rsoi.in_rsoi(state, ship.id)
        and not state.mark(ship.id, AMPHIBIOUS)
        and is_ready(state, ship.id)
    )


def beaches(state: State, side: str, ship: str) -> list[str]:
    """The beaches beside a ship that its side does not hold, with enough movement left to reach them."""
    unit = state.pieces[ship]
    least = min((counted_steps(each) for each in landing(state, unit)), default=0)
    return [
        hex
        for hex in state.board.touching[unit.place]
        if BEACH in state.board.spaces[hex].tags
        and holder(state, hex) != side
        and least <= landing_room(state, side, hex)
        and spent(state, ship) + (price(state, moves_as(unit), hex) or WHOLE) <= WHOLE
    ]


LAND = Legality(
    IN_TURN,
    only(
        "ship",
        assault_ships,
        "ship",
        R["6.4.6"],
        "cannot land troops",
    ),
    only(
        "beach",
        beaches,
        "beach",
        R["6.4.6a"],
        "no beach to land on",
    ),
    arguments={"ship": assault_ships, "beach": beaches},
    sides=acting,
    phases=("naval movement",),
    elsewhere=R["6.4.6a"],
)

KINDS = (
    OrderKind("land", Land, land, R["6.4.6a"], "begin an amphibious assault on a beach", legality=(LAND,)),
)
