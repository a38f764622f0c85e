"""Naval movement (6.1 to 6.4): ships and submarines sail, one by one or a task group together."""

from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import adjudication.systems.ows.sea.landing as landing
import adjudication.systems.ows.sea.mines as mines
import adjudication.systems.ows.sea.modes as modes
import adjudication.systems.ows.sea.passage as passage
import adjudication.systems.ows.transport.sealift as sealift
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderGrid, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.sea.seaways import (
    WHOLE,
    afloat,
    destinations,
    entrances,
    hexes_sailed,
    how_far_out,
    moves_as,
    price,
    rate,
    spent,
    ways,
)
from adjudication.systems.ows.table.counters import SHIP, SUBMARINE
from adjudication.systems.ows.table.rsoi import in_rsoi
from adjudication.systems.ows.table.status import AMPHIBIOUS, SAILED, Sailing, is_ready
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")


@dataclass(frozen=True, slots=True)
class Sail:
    """Move a ship or submarine to a hex, by the shortest way or by the hexes of `by` (6.3)."""

    side: str
    ship: Contact
    to: str
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SailGroup:
    """Move the ships of a hex together, but for those of `without` (6.3)."""

    side: str
    at: str
    to: str
    without: tuple[Contact, ...] = ()
    by: tuple[str, ...] = ()


def begin(umpire: Umpire) -> None:
    """Whoever still emits is detected (6.4.3a)."""
    modes.detect_emitters(umpire)


def end(umpire: Umpire) -> None:
    """Nothing is left open: combat that was declared is fought in the Combat Phase (6.2)."""


def needed(state: State) -> bool:
    """Whether the game has ships or submarines at all; where they are is not for everybody to know."""
    return bool(state.of_group(SHIP) or state.of_group(SUBMARINE))


def sail(umpire: Umpire, order: Sail) -> None:
    """One ship or submarine moves."""
    advance(umpire, [order.ship], way_of(umpire.state, order.ship, order.to, order.by))


def sail_group(umpire: Umpire, order: SailGroup) -> None:
    """The ships of a hex move as one formation."""
    state = umpire.state
    group = the_group(state, order.side, order.at, order.without)
    if order.by:
        advance(umpire, group, way_of(state, group[0], order.to, order.by))
    else:
        advance(umpire, group, ways_together(state, group)[order.to])


def advance(umpire: Umpire, ships: list[str], way: tuple[str, ...]) -> None:
    """A formation goes its way hex by hex, until it is there or nobody is left to go on.

    What the enemy leaves undone is told to nobody: ships are moved where they end, or where something comes
    of it.
    """
    for nth, there in enumerate(way[1:], start=1):
        state = umpire.state
        attacks = passage.patrolled(umpire, ships, there)
        passing = passage.intercept(umpire, ships, there) if there != way[-1] else []
        if mines.fields(state, state.pieces[ships[0]].side, there):
            ships = mines.enter(umpire, ships, there, partial(go_to, umpire, way), way[nth - 1])
        elif attacks or passing:
            for ship in ships:
                go_to(umpire, way, ship, there)
        for mission, target in attacks:
            if target in ships and passage.attack(umpire, mission, target):
                halt(umpire, target)
                ships = [ship for ship in ships if ship != target]
        passing = [ship for ship in passing if ship in ships]
        passage.stop(umpire, passing)
        for ship in passing:
            halt(umpire, ship)
        ships = [ship for ship in ships if ship not in passing]
        if not ships:
            return
    for ship in ships:
        go_to(umpire, way, ship, way[-1])
        sealift.arrive(umpire, ship)


def go_to(umpire: Umpire, way: tuple[str, ...], ship: str, to: str) -> None:
    """A ship goes on to a hex of its way, and what that means for its mode (6.3a, 6.4.2.1c, 6.4.4a)."""
    state = umpire.state
    unit = state.pieces[ship]
    if unit.place == to:
        return
    legs = way[way.index(unit.place) + 1 : way.index(to) + 1]
    prices = [price(state, moves_as(unit), hex) or 0 for hex in legs]
    used, far = spent(state, ship) + sum(prices), hexes_sailed(state, ship) + len(legs)
    if state.mark(ship, AMPHIBIOUS):
        landing.leave(umpire, ship)
    umpire.move(ship, to, rule=R["6.3"])
    umpire.mark(ship, SAILED, Sailing(hexes=far, spent=used), rule=R["6.3a"])
    modes.has_sailed(umpire, ship)


def halt(umpire: Umpire, ship: str) -> None:
    """A ship's movement stops for this turn, if it is still there."""
    state = umpire.state
    if state.pieces[ship].steps:
        far = hexes_sailed(state, ship)
        umpire.mark(ship, SAILED, Sailing(hexes=far, spent=WHOLE), rule=R["6.2"])


# --- what is legal ---------------------------------------------------------------------------------------


def able(state: State, unit: Piece) -> bool:
    """Whether a ship or submarine may move at all now."""
    return not (
        spent(state, unit.id) >= WHOLE
        or in_rsoi(state, unit.id)
        or state.mark(unit.id, AMPHIBIOUS) == state.turn
        or not is_ready(state, unit.id)
    )


@derived
def sailors(state: State, side: str) -> tuple[str, ...]:
    """The ships and submarines of a side that may move and can go somewhere."""
    return tuple(each.id for each in afloat(state, side) if able(state, each) and to_sail(state, each.id))


@derived
def to_sail(state: State, ship: str) -> tuple[str, ...]:
    """The hexes that a ship may move to."""
    return tuple(destinations(state, state.pieces[ship]))


def the_group(state: State, side: str, at: str, without: tuple[str, ...] = ()) -> list[str]:
    """The ships of a side in a hex that may move, but for some. Submarines go by themselves: a task group is
    seen as it moves, and they are not."""
    found = [state.pieces[id] for id in sailors(state, side) if id not in without]
    return [each.id for each in found if each.place == at and each.kind.group == SHIP]


@derived
def anchorages(state: State, side: str) -> tuple[str, ...]:
    """The hexes with two ships of a side or more that may move."""
    places = dict.fromkeys(state.pieces[id].place for id in sailors(state, side))
    return tuple(at for at in places if len(the_group(state, side, at)) > 1)


@derived
def groups(state: State, side: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """Where two ships of a side or more may move together: hex to each hex where all of them may go, with
    their way."""
    found = {at: ways_together(state, the_group(state, side, at)) for at in anchorages(state, side)}
    return {at: there for at, there in found.items() if there}


def ways_together(state: State, ships: list[str]) -> dict[str, tuple[str, ...]]:
    """The hexes where all these ships may go from their hex, each with a way that all of them can go."""
    found: dict[str, tuple[str, ...]] = {}
    for to in to_sail(state, ships[0]) if ships else ():
        if all(to in to_sail(state, ship) for ship in ships[1:]):
            mine = dict.fromkeys(way_of(state, ship, to) for ship in ships)
            way = next((way for way in mine if all(fits(state, ship, way) for ship in ships)), None)
            if way is not None:
                found[to] = way
    return found


def way_of(state: State, ship: str, to: str, by: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The way of a ship to a hex: the shortest, or the one that is given, with both ends."""
    unit = state.pieces[ship]
    if not by:
        return ways(state, unit.side, moves_as(unit), unit.place, spent(state, ship)).path(to)
    given = by[1:] if by[0] == unit.place else by
    return (unit.place, *given) if given and given[-1] == to else (unit.place, *given, to)


def fits(state: State, ship: str, way: tuple[str, ...]) -> bool:
    """Whether a ship can go that way with what is left of its allowance: hex by hex as it could go alone, and
    through no hex twice."""
    unit = state.pieces[ship]
    used = spent(state, ship)
    if len(set(way)) < len(way):
        return False
    for here, there in pairwise(way):
        if there not in state.board.neighbours[here]:
            return False
        paid = price(state, moves_as(unit), there)
        if not paid or not entrances(state, unit.side, moves_as(unit), here)(there):
            return False
        used += paid
    return used <= WHOLE


def takes(state: State, side: str, ship: str, to: str, by: tuple[str, ...] | None) -> bool:
    """Whether the way given leads a ship to its hex."""
    return not by or fits(state, ship, way_of(state, ship, to, tuple(by)))


def group_goes(
    state: State, side: str, at: str, to: str, without: tuple[str, ...] | None, by: tuple[str, ...] | None
) -> bool:
    """Whether all ships of a group can go to a hex, by the way given if there is one."""
    ships = the_group(state, side, at, tuple(without or ()))
    if not by:
        return to in ways_together(state, ships)
    way = way_of(state, ships[0], to, tuple(by)) if ships else ()
    return bool(ships) and all(to in to_sail(state, ship) and fits(state, ship, way) for ship in ships)


def why_not(state: State, side: str, ship: str, to: str) -> Why:
    """Why a ship cannot go to a hex."""
    unit = state.pieces[ship]
    if to not in state.board.spaces:
        return T("no hex to go to", to=to)
    tied = rate(state, moves_as(unit), unit.place, "tied")
    if tied and how_far_out(state, side, to) > tied:
        return T("tied to a port or a mother ship", ship=ship, tied=tied)
    if to == unit.place:
        return T("the ship is there already", ship=ship, to=to)
    if not entrances(state, side, moves_as(unit), unit.place)(to):
        return T("cannot enter it", ship=ship, to=to)
    left = rate(state, moves_as(unit), unit.place) - hexes_sailed(state, ship)
    return T("cannot reach it by sea this turn", ship=ship, to=to, left=max(left, 0))


def to_sail_together(state: State) -> list[OrderGrid]:
    """All moves of groups."""
    return [
        OrderGrid(side, "sail-group", [{"at": at} for at in found], "to", [list(to) for to in found.values()])
        for side in acting(state)
        if (found := groups(state, side))
    ]


def to_sail_alone(state: State) -> list[OrderGrid]:
    """All moves of single ships and submarines."""
    return [
        OrderGrid(
            side,
            "sail",
            [{"ship": ship} for ship in sailors(state, side)],
            "to",
            [to_sail(state, ship) for ship in sailors(state, side)],
        )
        for side in acting(state)
        if sailors(state, side)
    ]


SAIL = Legality(
    IN_TURN,
    only(
        "ship",
        sailors,
        "ship",
        R["6.3"],
        "no ship that can move now",
    ),
    only("to", to_sail, "reach", R["6.3a"], why_not),
    insist(takes, "way", R["6.3a"], "the ships cannot go that way"),
    sides=acting,
    phases=("naval movement",),
    elsewhere=R["6.3"],
    quickly=to_sail_alone,
)
GROUP = Legality(
    IN_TURN,
    only("at", anchorages, "group", R["6.3"], "no two ships can move"),
    insist(
        group_goes,
        "reach",
        R["6.3a"],
        "not all of these ships can go",
    ),
    sides=acting,
    phases=("naval movement",),
    elsewhere=R["6.3"],
    quickly=to_sail_together,
)

KINDS = (
    OrderKind("sail", Sail, sail, R["6.3"], "move a ship or submarine", legality=(SAIL,)),
    OrderKind(
        "sail-group", SailGroup, sail_group, R["6.3"], "move the ships of a hex together", legality=(GROUP,)
    ),
    *modes.KINDS,
    *mines.KINDS,
    *landing.KINDS,
)
