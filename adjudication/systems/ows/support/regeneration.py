"""Regeneration and logistics (11): the board is made ready for the next turn, in the order of the turn
sequence (seq.7.A to seq.7.J).

Supply, tokens, the dashboard, timers, markers, repair and regeneration come as the phase begins; then the
sides say which missions stay (`keep`) and resupply (`resupply`); aviation, fires and the turn come last.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import adjudication.systems.ows.sea.landing as landing
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.missions import STAYS, in_the_air, mission_type, return_home, tanker_of
from adjudication.systems.ows.ground.forces.designations import remove_main_efforts
from adjudication.systems.ows.ground.forces.formations import ground_war
from adjudication.systems.ows.ground.forces.suppression import HELD_DOWN, held_down
from adjudication.systems.ows.ground.forces.units import ground_units_at
from adjudication.systems.ows.information_operations.token_effects import take_back_tokens
from adjudication.systems.ows.space_and_cyber.space import reset_dashboard
from adjudication.systems.ows.support.recovery import regenerate, repair
from adjudication.systems.ows.support.reset import reset_fires
from adjudication.systems.ows.support.resupply import RESUPPLY, Resupply, resupply
from adjudication.systems.ows.support.supply import check_supply
from adjudication.systems.ows.table.charts import rows
from adjudication.systems.ows.table.counters import FACILITY, sheet
from adjudication.systems.ows.table.facilities import AIRFIELD, PORT, friendly
from adjudication.systems.ows.table.rsoi import unstack
from adjudication.systems.ows.table.status import (
    AIRBORNE,
    CLEARED,
    DETECTED,
    EMITTING,
    HANDLED,
    KEPT,
    LIFTED,
    READINESS,
    RESUPPLIED,
    RETURNS,
    RSOI,
    SUPPRESSED,
    UNREADY,
    clear,
    enemy_of,
    hexes,
    lose_track,
    sides,
)
from adjudication.systems.ows.table.weather import roll_weather
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.marks import Mark
from domain.table.state import State

R = citations("ows", __file__)

TEAM_BASES = (AIRFIELD, PORT)
"""Facilities where special operations teams are at home."""
PORT_ACTIONS: tuple[Mark[Any], ...] = (HANDLED, RESUPPLIED)
"""Marks of what ports have done this turn: resupply comes out of the same number (2.1.7.1b)."""
REINFORCEMENTS = "reinforcements"
"""Chart: pieces, the turn in which they arrive, and where. Until then they lie in the box of that name and
their side."""


def begin(umpire: Umpire) -> None:
    """7.A to 7.C, and 7.E to 7.H."""
    check_supply(umpire)
    take_back_tokens(umpire)
    reset_dashboard(umpire)
    advance_timers(umpire)
    remove_markers(umpire)
    repair(umpire)
    regenerate(umpire)


def end(umpire: Umpire) -> None:
    """7.D, 7.I and 7.J: aviation returns, fires are reset, the turn marker moves on."""
    return_aviation(umpire)
    reset_fires(umpire)
    clear(umpire, KEPT, rule=R["11.4b"])
    for mark in PORT_ACTIONS:
        clear(umpire, mark, rule=R["11.9b"])
    next_turn(umpire)


def needed(state: State) -> bool:
    """There is always something to make ready."""
    return True


# --- timers and markers: 11.5, 11.6 ---------------------------------------------------------------


def advance_timers(umpire: Umpire) -> None:
    """Each readiness countdown goes down by one, and comes off at zero; that of RSO&I says in which turn it
    ends."""
    state = umpire.state
    for unit, left in list(state.marked(READINESS).items()):
        umpire.mark(unit, READINESS, left - 1 or None, rule=R["11.5"])
        if left == 1:
            umpire.mark(unit, UNREADY, None, rule=R["11.5"])
    for unit, last in list(state.marked(RSOI).items()):
        if last <= state.turn:
            umpire.mark(unit, RSOI, None, rule=R["11.5"], audience=state.marks_for.get((unit, RSOI.name)))
    unstack(umpire)


def contested(state: State, subject: str) -> bool:
    """Whether a unit shares its hex with enemy ground units: an assault from the air that was not decided
    goes on in the next turn (2.3.4b)."""
    unit = state.pieces.get(subject)
    if unit is None or not ground_war(state):
        return False
    return bool(ground_units_at(state, unit.place, enemy_of(state, unit.side)))


STAYS_ON: dict[Mark[Any], Callable[[State, str], bool]] = {
    SUPPRESSED: held_down,
    AIRBORNE: contested,
    LIFTED: contested,
}
"""Markers that stay on some of those that bear them."""


def remove_markers(umpire: Umpire) -> None:
    """Status markers come off (11.6), and detections lapse (2.3.3) but of what goes on radiating (6.4.3a)."""
    for mark in CLEARED:
        if mark not in PORT_ACTIONS:
            clear(umpire, mark, rule=R["11.6"], but=STAYS_ON.get(mark))
    for unit, through in list(umpire.state.marked(HELD_DOWN).items()):
        if through <= umpire.state.turn:
            umpire.mark(unit, HELD_DOWN, None, rule=R["10.15.10.4d"])
    landing.end(umpire)
    state = umpire.state
    if ground_war(state):
        remove_main_efforts(umpire)
    places = hexes(state.board)
    for id in list(state.marked(DETECTED)):
        if state.where(id) not in places:
            umpire.mark(id, DETECTED, None, rule=R["11.6"])
        elif not state.mark(id, EMITTING):
            lose_track(umpire, id, rule=R["2.3.3"])


# --- aviation: 11.4 -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Keep:
    """Leave an air mission in place, with its tanker; without a mission all that may stay (11.4b)."""

    side: str
    mission: Contact | None = None


def keep(umpire: Umpire, order: Keep) -> None:
    """The mission stays, and so does the tanker that supports it."""
    state = umpire.state
    for id in [order.mission] if order.mission else may_stay(state, order.side):
        tanker = tanker_of(state, state.pieces[id])
        for stays in (id, tanker) if tanker else (id,):
            umpire.mark(stays, KEPT, True, rule=R["11.4b"])


def may_stay(state: State, side: str) -> list[str]:
    """A side's missions that may be left in place and are not yet."""
    return [
        id
        for id in in_the_air(state, side)
        if mission_type(state, state.pieces[id]) in STAYS and not state.mark(id, KEPT)
    ]


def one_or_all(state: State, side: str) -> list[str | None]:
    """The missions that may stay, after all of them at once."""
    found = may_stay(state, side)
    return [None, *found] if found else []


def return_aviation(umpire: Umpire) -> None:
    """Air missions go back to their airfields and carriers, but for those that are left in place."""
    for side in sides(umpire.state):
        for id in in_the_air(umpire.state, side):
            if not umpire.state.mark(id, KEPT):
                return_home(umpire, id, R["11.4a"])


KEEP = Legality(
    IN_TURN,
    only(
        "mission",
        may_stay,
        "stays",
        R["11.4b"],
        "cannot be left in place",
    ),
    arguments={"mission": one_or_all},
    sides=acting,
    phases=("regeneration",),
    elsewhere=R["seq.7.D"],
)


# --- the next turn: 11.10, seq.7.J ----------------------------------------------------------------


def next_turn(umpire: Umpire) -> None:
    """Teams and reinforcements that are due arrive, and the weather is rolled; the sequence of play moves the
    turn marker."""
    state = umpire.state
    for team, due in list(state.marked(RETURNS).items()):
        if due <= state.turn + 1:
            back_to_base(umpire, team)
    for row in rows(state, REINFORCEMENTS):
        piece = state.pieces.get(str(row["piece"]))
        if piece is not None and row["turn"] == state.turn + 1 and piece.place == waiting_box(piece.side):
            umpire.move(piece.id, str(row["at"]), rule=R["seq.7.J"])
    roll_weather(umpire)


def back_to_base(umpire: Umpire, team: str) -> None:
    """A team leaves the turn track for an airfield or port of its side; without one it waits."""
    state = umpire.state
    side = state.pieces[team].side
    places = hexes(state.board)
    for base in state.of_group(FACILITY):
        if sheet(base).type in TEAM_BASES and base.place in places and friendly(state, side, base):
            umpire.mark(team, RETURNS, None, rule=R["6.6.1.2"])
            umpire.move(team, base.place, rule=R["6.6.1.2"])
            return


def waiting_box(side: str) -> str:
    """Where a side's reinforcements wait."""
    return f"{REINFORCEMENTS}-{side}"


KINDS = (
    OrderKind(
        "keep",
        Keep,
        keep,
        R["11.4b"],
        "leave air missions in place for the next turn",
        secret=True,
        legality=(KEEP,),
    ),
    OrderKind(
        "resupply",
        Resupply,
        resupply,
        R["11.9a"],
        "refill spent munitions",
        secret=True,
        legality=(RESUPPLY,),
    ),
)
