"""The common operational picture: what a side has, what it knows of the enemy, and what things are worth
to it."""

from collections.abc import Iterable
from typing import NamedTuple

from adjudication.systems.ows.air.missions import air_hex
from adjudication.systems.ows.command.objectives import CHART
from adjudication.systems.ows.table.charts import ANY, cell, rows
from adjudication.systems.ows.table.counters import (
    AMMUNITION,
    FACILITY,
    GROUND,
    MISSION,
    SEA,
    SHIP,
    SQUADRON,
    SUBMARINE,
    boxes_left,
    missions_left,
    sheet,
)
from adjudication.systems.ows.table.maps import tactical
from adjudication.systems.ows.table.status import enemy_of, hexes
from domain.events.seen import knows
from domain.table.board import Board
from domain.table.derived import derived
from domain.table.state import Piece, State

WORTH = {SHIP: 20, SUBMARINE: 20, SQUADRON: 15, GROUND: 8, AMMUNITION: 5, FACILITY: 4, MISSION: 10}
"""What a step is worth in itself, in tenths of a point of the objectives."""
LAUNCHER = 30
"""What a step of what fires at ships is worth more to a side that is to land, in the same measure."""
OF_A_POINT = 10
CARRIERS = ("cv", "cvn", "lha", "lhd")


class Contact(NamedTuple):
    """An enemy counter that the side sees. name: what the side calls it; known: whether it knows what it is;
    groups: which it may belong to, its own where it is known, else those of the kinds that look the same face
    down."""

    name: str
    place: str
    known: bool
    groups: frozenset[str]


@derived
def enemies(state: State, side: str) -> tuple[Contact, ...]:
    """What the side sees of the enemy on the map."""
    places, enemy = hexes(state.board), enemy_of(state, side)
    found = []
    for id, piece in state.pieces.items():
        if piece.side == enemy and piece.place in places and knows(side, state.who_sees(id)):
            known = knows(side, piece.known_to)
            found.append(
                Contact(
                    id if known else state.name_for(side, id),
                    piece.place,
                    known,
                    frozenset((piece.kind.group,)) if known else groups_behind(state, piece.kind.back),
                )
            )
    return tuple(found)


@derived
def groups_behind(state: State, back: str) -> frozenset[str]:
    """The groups whose counters have this back."""
    return frozenset(kind.group for kind in state.kinds.values() if kind.back == back)


@derived
def own(state: State, side: str) -> tuple[str, ...]:
    """The side's units that stand on the map, not aboard anything."""
    places = hexes(state.board)
    return tuple(id for id, piece in state.pieces.items() if piece.side == side and piece.place in places)


def of_groups(state: State, ids: Iterable[str], *groups: str) -> list[Piece]:
    """Those of the pieces that are of these groups."""
    return [state.pieces[id] for id in ids if state.pieces[id].kind.group in groups]


@derived
def aims(state: State, side: str) -> tuple[tuple[str, str, int], ...]:
    """The side's objectives: what, of what, and points."""
    return tuple(
        (str(row["what"]), str(row["subject"]), cell(row, "points", 0))
        for row in rows(state, CHART)
        if row["side"] == side
    )


def worth(state: State, side: str, target: Piece) -> int:
    """What a step of an enemy unit, or a box of a facility, is worth to a side, in tenths of a point."""
    kinds = (ANY, target.kind.group, sheet(target).type)
    value = WORTH.get(target.kind.group, 0)
    if target.kind.group in (SHIP, SQUADRON):
        value += 10 * missions_left(target) // max(1, target.steps)
    for what, subject, points in aims(state, side):
        if what == "steps destroyed" and subject in kinds and target.kind.group != FACILITY:
            value += points * OF_A_POINT
        if what == "facilities hit" and subject in kinds and target.kind.group == FACILITY:
            value += points * OF_A_POINT
    if target.kind.group == GROUND and is_to_land(state, side):
        value += LAUNCHER * any(SEA in weapon.at and weapon.range for weapon in sheet(target).weapons)
    for what, subject, points in aims(state, enemy_of(state, side)):
        if what == "steps left" and subject in kinds:
            value += points * OF_A_POINT
        if what == "units delivered" and target.kind.group == SHIP:
            value += (
                points * OF_A_POINT * sum(box.carries for box in boxes_left(target)) // max(1, target.steps)
            )
    return value


@derived
def places_to_hold(state: State, side: str) -> tuple[str, ...]:
    """The hexes that the objectives name, of both sides: what will be fought over."""
    named = [subject for who in (side, enemy_of(state, side)) for what, subject, _ in aims(state, who)]
    return tuple(dict.fromkeys(place for place in named if place in hexes(state.board)))


@derived
def to_deliver(state: State, side: str) -> tuple[str, ...]:
    """The hexes in which the side scores for units delivered."""
    wanted = [
        subject for what, subject, _ in aims(state, side) if what in ("units delivered", "hexes controlled")
    ]
    return tuple(place for place in wanted if place in hexes(state.board))


@derived
def apart(board: Board, one: str, other: str) -> int:
    """Hexes between two places as aircraft and missiles go: of places on different maps between the hexes of
    the largest map that they lie in. 99 where there is no way to say."""
    if board.spaces[one].map != board.spaces[other].map:
        one, other = air_hex(board, one), air_hex(board, other)
    far = board.range(one, other)
    return 99 if far is None else far


@derived
def distance(board: Board, one: str, other: str) -> int:
    """Hexes between two places as ships go, from map to map too; else as aircraft do."""
    far = board.range(one, other)
    return apart(board, one, other) if far is None else far


def near(state: State, place: str, others: Iterable[str]) -> int:
    """How far the nearest of the others is; 99 where there is none."""
    return min((distance(state.board, place, other) for other in others), default=99)


def is_carrier(piece: Piece) -> bool:
    """Whether it is a carrier or an assault ship that air missions fly from."""
    return sheet(piece).type in CARRIERS


@derived
def main_bodies(state: State, side: str) -> tuple[str, ...]:
    """Where the side's carriers and loaded transports are: what its escorts stay with."""
    found = [
        piece.place
        for piece in of_groups(state, own(state, side), SHIP)
        if is_carrier(piece) or state.aboard(piece.id)
    ]
    return tuple(dict.fromkeys(found))


@derived
def bases(state: State, side: str) -> tuple[str, ...]:
    """Where the side's airfields are."""
    return tuple(
        dict.fromkeys(
            piece.place
            for piece in of_groups(state, own(state, side), FACILITY)
            if sheet(piece).type == "airfield"
        )
    )


@derived
def launchers(state: State, side: str) -> tuple[tuple[Piece, int], ...]:
    """The enemy's ground units that a side knows to fire at ships, and how far."""
    found = []
    for contact in enemies(state, side):
        piece = state.pieces[contact.name] if contact.known else None
        if piece is not None and piece.kind.group == GROUND:
            far = [weapon.range for weapon in sheet(piece).weapons if SEA in weapon.at]
            if far and max(far) > 0:
                found.append((piece, max(far)))
    return tuple(found)


def is_to_land(state: State, side: str) -> bool:
    """Whether a side has troops at sea that are to land on the coast of a tactical map, which its enemy's
    missiles could sink before."""
    return any(tactical(state, hex) for hex in to_deliver(state, side)) and any(
        unit.kind.group == GROUND
        for ship in of_groups(state, own(state, side), SHIP)
        for unit in state.aboard(ship.id)
    )


@derived
def seen_at_sea(state: State, side: str) -> tuple[str, ...]:
    """Where the side sees enemy ships, or what may be ships."""
    return tuple(dict.fromkeys(contact.place for contact in enemies(state, side) if SHIP in contact.groups))
