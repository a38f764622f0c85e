"""Strategic airlift (5.1.1.3): a transport mission for each step, heavy lift for mechanized units, contract
air for who flies in to prepositioned equipment."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import adjudication.systems.ows.table.rsoi as rsoi
import adjudication.systems.ows.transport.limits as limits
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, only, unless
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.fuel import reach
from adjudication.systems.ows.air.missions import TRANSPORT, at_base, launch
from adjudication.systems.ows.air.sorties import may_fly
from adjudication.systems.ows.ground.forces.postures import moved
from adjudication.systems.ows.table.counters import GROUND, MISSION, sheet
from adjudication.systems.ows.table.facilities import AIRFIELD, held
from adjudication.systems.ows.table.status import is_ready
from adjudication.systems.ows.transport.sealift import is_free
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")


@dataclass(frozen=True, slots=True)
class Airlift:
    """Transports fly a ground unit from its airfield to another; of a mechanized unit one step (5.1.1.3)."""

    side: str
    unit: Contact
    to: str
    transports: tuple[Contact, ...]


def airlift(umpire: Umpire, order: Airlift) -> None:
    """Unit and transports move together, and are in RSO&I until this turn's Regeneration Phase (5.1.1.3a,
    5.1.1.3b)."""
    state = umpire.state
    unit = state.pieces[order.unit]
    going = steps_to_fly(unit)
    limits.use(umpire, order.side, limits.AIR, going)
    for transport in order.transports:
        launch(umpire, transport, TRANSPORT, order.to, rule=R["5.1.1.3a"])
    flown = state.mark(unit.id, rsoi.FLOWN_AHEAD)
    ahead = flown["steps"] if flown else 0
    if heavy(unit) and ahead + going < unit.steps:
        umpire.mark(
            unit.id, rsoi.FLOWN_AHEAD, rsoi.FlownAhead(to=order.to, steps=ahead + going), rule=R["5.1.1.3c"]
        )
    else:
        if ahead:
            umpire.mark(unit.id, rsoi.FLOWN_AHEAD, None, rule=R["5.1.1.3c"])
        umpire.move(unit.id, order.to, rule=R["5.1.1.3a"])
        moved(umpire, unit.id, rule=R["10.6"])
    umpire.mark(unit.id, rsoi.STACKED, lifts(state, unit, order.transports), rule=R["5.1.1.3b"])
    rsoi.receive(umpire, [*order.transports, unit.id], 0, rule=R["5.1.1.3b"])


def lifts(state: State, unit: Piece, transports: Sequence[str]) -> list[rsoi.Carried]:
    """Which steps are lost with which transports (5.1.1.3d): of a mechanized unit its one step with either;
    else each transport has its own steps."""
    if heavy(unit):
        return [rsoi.Carried(by=list(transports), steps=1)]
    found = []
    left = unit.steps
    for transport in transports:
        aboard = min(left, sheet(state.pieces[transport]).lifts)
        found.append(rsoi.Carried(by=[transport], steps=aboard))
        left -= aboard
    return found


def heavy(unit: Piece) -> bool:
    """Whether a unit is mechanized or armoured (5.1.1.3c)."""
    return sheet(unit).mechanized


def steps_to_fly(unit: Piece) -> int:
    """The steps that one airlift moves: all of a unit, one of a mechanized one (5.1.1.3c)."""
    return 1 if heavy(unit) else unit.steps


# --- what is legal ---------------------------------------------------------------------------------------


@derived
def to_fly(state: State, side: str) -> tuple[str, ...]:
    """The ground units of a side on its airfields that are free to fly."""
    fields = held(state, side, AIRFIELD)
    return tuple(
        unit.id
        for unit in state.of_group(GROUND)
        if unit.side == side and unit.place in fields and is_free(state, unit.id, flying=True)
    )


@derived
def free_transports(state: State, side: str) -> tuple[str, ...]:
    """The transport missions of a side that have not flown this turn."""
    return tuple(
        each.id
        for each in state.of_group(MISSION)
        if each.side == side
        and sheet(each).lifts
        and at_base(state, each)
        and may_fly(state, each)
        and is_ready(state, each.id)
        and not rsoi.in_rsoi(state, each.id)
    )


def airfields_for(state: State, side: str, unit: str) -> list[str]:
    """The airfields that a unit may fly to: those of its side with something left, and of one that goes step
    by step the one where its first steps are."""
    begun = state.mark(unit, rsoi.FLOWN_AHEAD)
    return [
        hex
        for hex, field in held(state, side, AIRFIELD).items()
        if hex != state.pieces[unit].place and state.pieces[field].steps and (not begun or begun["to"] == hex)
    ]


def suits(state: State, unit: str, transport: str) -> bool:
    """Whether a transport may carry a unit: heavy lift for mechanized units (5.1.1.3c), contract air for
    light infantry and fly-in echelons alone (5.1.1.3e)."""
    carrier, passenger = sheet(state.pieces[transport]), sheet(state.pieces[unit])
    if passenger.mechanized and not carrier.heavy:
        return False
    return not carrier.contract or passenger.light or passenger.fly_in


def within_radius(state: State, unit: str, to: str, transport: str) -> bool:
    """Whether a transport reaches both airfields from its own (6.5.2)."""
    reached = reach(state, state.pieces[transport], TRANSPORT)
    return state.pieces[unit].place in reached and to in reached


def usable(state: State, side: str, unit: str, to: str) -> list[str]:
    """The transports that may fly a unit to an airfield."""
    return [
        each
        for each in free_transports(state, side)
        if suits(state, unit, each) and within_radius(state, unit, to, each)
    ]


def misfit(state: State, unit: str, transports: Sequence[str] | None) -> Why:
    """Why these transports are not just enough: two for the step of a mechanized unit, else as many as its
    steps need, and none too many. Empty where they are."""
    piece, given = state.pieces[unit], transports or ()
    if heavy(piece):
        why = T("mechanized, one step at a time", unit=unit)
        return "" if len(given) == 2 else Reason(why, R["5.1.1.3c"])
    lifted = [sheet(state.pieces[each]).lifts for each in given]
    if sum(lifted) >= piece.steps and sum(lifted) - min(lifted, default=0) < piece.steps:
        return ""
    why = T("one transport mission for each step", unit=unit, steps=piece.steps)
    return Reason(why, R["5.1.1.3"])


def why_unsuited(state: State, side: str, unit: str, to: str, transports: Sequence[str] | None) -> Why:
    """Which of the transports named may not fly the unit, and why; empty where all may."""
    fit = usable(state, side, unit, to)
    id = next((each for each in transports or () if each not in fit), None)
    if id is None:
        return ""
    if id not in free_transports(state, side):
        why = T("no transport mission that is free", mission=id)
        return Reason(why, R["5.1.1.3"])
    if suits(state, unit, id):
        return Reason(T("does not reach both airfields within its combat radius", mission=id), R["6.5.2"])
    if sheet(state.pieces[unit]).mechanized:
        return Reason(T("no heavy-lift aircraft", mission=id), R["5.1.1.3c"])
    why = T("contract air", mission=id)
    return Reason(why, R["5.1.1.3e"])


def air_moves_left(state: State, side: str, unit: str) -> bool:
    """Whether the scenario allows the move (3.4a)."""
    return limits.allows(state, side, limits.AIR, steps_to_fly(state.pieces[unit]))


def to_airlift(state: State) -> list[OrderChoice]:
    """Each unit to each airfield, with any transports that are enough."""
    return [
        OrderChoice(
            side,
            "airlift",
            {"unit": unit, "to": to},
            "transports",
            found,
            least=1,
            fits=partial(misfit, state, unit),
        )
        for side in acting(state)
        for unit in to_fly(state, side)
        if air_moves_left(state, side, unit)
        for to in airfields_for(state, side, unit)
        if (found := usable(state, side, unit, to)) and can_be_lifted(state, unit, found)
    ]


def can_be_lifted(state: State, unit: str, found: Sequence[str]) -> bool:
    """Whether all these transports together are enough for a unit."""
    if heavy(state.pieces[unit]):
        return len(found) > 1
    return sum(sheet(state.pieces[each]).lifts for each in found) >= state.pieces[unit].steps


AIRLIFT = Legality(
    IN_TURN,
    only(
        "unit",
        to_fly,
        "unit",
        R["5.1.1.3"],
        "cannot be flown now",
    ),
    only(
        "to",
        airfields_for,
        "to",
        R["5.1.1.3a"],
        "no airfield that can receive it",
    ),
    unless(why_unsuited, "transport", R["5.1.1.3"]),
    unless(misfit, "number", R["5.1.1.3"]),
    insist(
        air_moves_left,
        "limit",
        R["3.4a"],
        "no more strategic moves by air",
    ),
    sides=acting,
    phases=("strategic movement",),
    elsewhere=R["5.1.1.3"],
    quickly=to_airlift,
)

KINDS = (
    OrderKind(
        "airlift", Airlift, airlift, R["5.1.1.3"], "fly a ground unit to an airfield", legality=(AIRLIFT,)
    ),
)
