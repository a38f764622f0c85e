"""Setting up Security Zones and Partisans in Strategic Movement (seq.2.2, 3.4c, 5.1a, 10.15.10.1,
10.15.10.2), and disbanding them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from adjudication.engine.choices import Subset
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.forces.security import (
    CARD,
    DISRUPTS,
    PAID,
    PARTISANS,
    PRICE,
    SECURITY,
    Payment,
    kind_of,
    markers,
    paid_by,
    rear_area,
    type_of,
    zone,
    zone_names,
)
from adjudication.systems.ows.ground.forces.stacking import fits
from adjudication.systems.ows.ground.forces.units import ATGM, HEADQUARTERS, is_maneuver
from adjudication.systems.ows.support.supply import usual_sources
from adjudication.systems.ows.table.counters import GROUND, sheet
from adjudication.systems.ows.table.status import holder, name_of_side, on_map
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.events import PieceData
from domain.table.derived import derived
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

PHASE = "strategic movement"
WATER = ("deep sea", "littoral")


@dataclass(frozen=True, slots=True)
class SetUp:
    """Pay with 3 steps of ground combat units for a marker in a hex; it counts for the zone of the hex."""

    side: str
    hex: str
    units: tuple[Contact, ...]


@dataclass(frozen=True, slots=True)
class Disband:
    """Take a marker off the map; the units that paid for it come back as reinforcements."""

    side: str
    marker: Contact
    to: str


def security_zone(umpire: Umpire, order: SetUp) -> None:
    """The units go onto the Security Zone card, and the marker into the open (10.15.10.1a)."""
    rule = R["10.15.10.1a"]
    for unit in order.units:
        umpire.move(unit, f"{CARD[SECURITY]}-{order.side}", rule=rule)
    _place(umpire, order, SECURITY, rule=rule)


def partisans(umpire: Umpire, order: SetUp) -> None:
    """The units go onto the Partisan card, and the counter onto the map, unseen by the enemy (10.15.10.2a,
    10.15.10.2b). Antitank units go with the counter instead (10.15.10.5a)."""
    state = umpire.state
    with_them = [unit for unit in order.units if sheet(state.pieces[unit]).type == ATGM]
    for unit in order.units:
        if unit not in with_them:
            umpire.move(unit, f"{CARD[PARTISANS]}-{order.side}", rule=R["10.15.10.2a"])
    marker = _place(umpire, order, PARTISANS, rule=R["10.15.10.2a"])
    for unit in with_them:
        umpire.load(unit, into=marker, rule=R["10.15.10.5a"])


def _place(umpire: Umpire, order: SetUp, type: str, *, rule: str) -> str:
    """Put a marker down; Partisans are seen by their side alone."""
    state, side = umpire.state, order.side
    card = CARD[type]
    number = 1
    while f"{card}-{side}-{number}" in state.pieces:
        number += 1
    id, kind = f"{card}-{side}-{number}", kind_of(state, side, type)
    seen = (side,) if type == PARTISANS else None
    name = f"{name_of_side(state, side)} {state.kinds[kind].name} {number}"
    marker = PieceData(
        id=id, kind=kind, at=order.hex, name=name, steps=1, side=side, known_to=seen, seen_by=seen
    )
    umpire.place(marker, rule=rule)
    umpire.mark(id, PAID, Payment(units=list(order.units), turn=state.turn), rule=rule)
    return id


def disband(umpire: Umpire, order: Disband) -> None:
    """The units that paid come back, antitank units that were with the marker among them; the marker is
    gone."""
    state = umpire.state
    rule = R["10.15.10.1a"] if type_of(state.pieces[order.marker]) == SECURITY else R["10.15.10.2a"]
    for unit in paid_by(state, order.marker):
        umpire.move(unit, order.to, rule=rule)
    remove(umpire, order.marker, rule=rule)


def remove(umpire: Umpire, marker: str, *, rule: str) -> None:
    """A marker leaves the game; nothing is aboard it any more."""
    state = umpire.state
    if state.mark(marker, PAID):
        umpire.mark(marker, PAID, None, rule=rule)
    if state.mark(marker, DISRUPTS):
        umpire.mark(marker, DISRUPTS, None, rule=rule)
    umpire.remove(marker, rule=rule)


# --- what is legal ---------------------------------------------------------------------------------------


@derived
def combat_units(state: State, side: str) -> tuple[str, ...]:
    """The combat arms maneuver units of a side that can pay for a marker (10.15.10.1a)."""
    return tuple(
        id
        for id in on_map(state, side)
        if (unit := state.pieces[id]).kind.group == GROUND
        and is_maneuver(sheet(unit))
        and unit.steps <= PRICE
    )


@derived
def with_antitank(state: State, side: str) -> tuple[str, ...]:
    """The same, and antitank units, which may go with Partisans (10.15.10.5a)."""
    antitank = tuple(
        id
        for id in on_map(state, side)
        if (unit := state.pieces[id]).kind.group == GROUND and sheet(unit).type == ATGM
    )
    return (*combat_units(state, side), *antitank)


def payers(state: State, side: str, type: str) -> tuple[str, ...]:
    """The units that can pay for a marker of a type."""
    return with_antitank(state, side) if type == PARTISANS else combat_units(state, side)


def short_of_price(state: State, units: Iterable[str]) -> Why:
    """Why units do not pay for a marker; empty where they do."""
    steps = sum(state.pieces[unit].steps for unit in units)
    return "" if steps == PRICE else T("not the steps that a marker costs", price=PRICE, steps=steps)


@derived
def places(state: State, side: str, type: str) -> tuple[str, ...]:
    """The land hexes where a side may place a marker: Partisans in any zone, Security Zones where it holds
    the hex."""
    return tuple(
        hex
        for hex in zone_names(state.board)
        if state.board.spaces[hex].terrain not in WATER and (type == PARTISANS or holder(state, hex) == side)
    )


@derived
def one_in_each_zone(state: State, side: str, type: str) -> tuple[str, ...]:
    """The first of them in each zone; for Partisans the first that the side does not hold."""
    found: dict[tuple[str, str], str] = {}
    hexes = places(state, side, type)
    for hex in sorted(hexes, key=lambda each: type == PARTISANS and holder(state, each) == side):
        found.setdefault(zone(state.board, hex), hex)
    return tuple(found.values())


def open_set_up(name: str, type: str) -> Callable[[State], list[OrderChoice]]:
    """The markers of a type that may be placed: one line for each zone."""

    def found(state: State) -> list[OrderChoice]:
        if not rear_area(state):
            return []
        return [
            OrderChoice(side, name, {"hex": hex}, "units", ways)
            for side in acting(state)
            if kind_of(state, side, type) and (ways := _ways(state, side, type)) is not None
            for hex in one_in_each_zone(state, side, type)
        ]

    return found


def _ways(state: State, side: str, type: str) -> Subset | None:
    """The units that may pay together; None where none may."""
    able = payers(state, side, type)
    if sum(state.pieces[unit].steps for unit in able) < PRICE:
        return None
    ways = Subset(list(able), least=1, most=PRICE, fits=lambda units: short_of_price(state, units))
    return ways if _payable([state.pieces[unit].steps for unit in able]) else None


def _payable(steps: list[int]) -> bool:
    """Whether some of these numbers add up to the price."""
    sums = {0}
    for each in steps:
        sums |= {total + each for total in sums}
    return PRICE in sums


def returns_to(state: State, side: str) -> tuple[str, ...]:
    """Where units come back: the hexes of a side's headquarters, support units and airfields."""
    own_units = (state.pieces[id] for id in on_map(state, side))
    hqs = [unit.place for unit in own_units if unit.kind.group == GROUND and sheet(unit).type == HEADQUARTERS]
    return tuple(dict.fromkeys((*hqs, *usual_sources(state, side))))


def has_room(state: State, marker: str, to: str) -> bool:
    """Whether the units that come back may stack where they are sent."""
    units = paid_by(state, marker)
    return not units or fits(state, units, to)


def standing(state: State, side: str) -> tuple[str, ...]:
    """A side's markers on the map that were set up in an earlier turn."""
    if not rear_area(state):
        return ()
    found = (*markers(state, side, SECURITY), *markers(state, side, PARTISANS))
    return tuple(id for id in found if (mark := state.mark(id, PAID)) and mark["turn"] < state.turn)


IN_PLAY = insist(
    rear_area,
    "rear area",
    R["10.15.10"],
    "played without the rear area",
)


def _legality(name: str, type: str, rule: str) -> Legality:
    return Legality(
        IN_TURN,
        IN_PLAY,
        insist(
            lambda state, side, hex: hex in places(state, side, type),
            "zone",
            rule,
            "no land hex in a zone it holds" if type == SECURITY else "no land hex in a zone",
        ),
        insist(
            lambda state, side, units: all(unit in payers(state, side, type) for unit in units or ()),
            "units",
            rule,
            "name maneuver units of yours"
            if type == SECURITY
            else "name maneuver or antitank units of yours",
        ),
        insist(
            lambda state, units: not short_of_price(state, units or ()),
            "price",
            rule,
            lambda state, units: short_of_price(state, units or ()),
        ),
        sides=acting,
        phases=(PHASE,),
        elsewhere=R["3.4c"],
        quickly=open_set_up(name, type),
    )


KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "security-zone",
        SetUp,
        security_zone,
        R["10.15.10.1a"],
        "establish a Security Zone",
        legality=(_legality("security-zone", SECURITY, R["10.15.10.1a"]),),
    ),
    OrderKind(
        "partisans",
        SetUp,
        partisans,
        R["10.15.10.2a"],
        "activate Partisans or Diversants in secret",
        secret=True,
        legality=(_legality("partisans", PARTISANS, R["10.15.10.2a"]),),
    ),
    OrderKind(
        "disband",
        Disband,
        disband,
        R["10.15.10.1a"],
        "disband a Security Zone or Partisans",
        secret=True,
        legality=(
            Legality(
                IN_TURN,
                IN_PLAY,
                only(
                    "marker",
                    standing,
                    "marker",
                    R["10.15.10.1a"],
                    "no marker of yours from an earlier turn",
                ),
                only(
                    "to",
                    returns_to,
                    "place",
                    R["10.15.10.1a"],
                    "units do not come back there",
                ),
                insist(
                    has_room,
                    "stacking",
                    R["10.9c"],
                    "its units cannot all stack there",
                ),
                arguments={"marker": standing, "to": returns_to},
                sides=acting,
                phases=(PHASE,),
                elsewhere=R["3.4c"],
            ),
        ),
    ),
)
