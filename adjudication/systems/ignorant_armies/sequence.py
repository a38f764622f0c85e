"""The sequence of a game-turn: the random event, then the player-turn of either side with its movement
and combat phase."""

from dataclasses import dataclass

import adjudication.systems.ignorant_armies.foreign_powers.intervention as intervention
import adjudication.systems.ignorant_armies.operations.replacements as replacements
import adjudication.systems.ignorant_armies.random_events.events as events
import adjudication.systems.ignorant_armies.random_events.releases as releases
from adjudication.engine.legality import Legality
from adjudication.engine.orders import Order, OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ignorant_armies.operations.kuwait import settle
from adjudication.systems.ignorant_armies.random_events.endings import sword_of_allah
from adjudication.systems.ignorant_armies.table.holy_sites import both_held
from adjudication.systems.ignorant_armies.table.index import stop
from adjudication.systems.ignorant_armies.table.sides import HELD, IRAN, IRAQ, game_turns, year
from adjudication.systems.ignorant_armies.table.turns import (
    EVENT,
    IRANIAN_COMBAT,
    IRANIAN_MOVEMENT,
    IRAQI_COMBAT,
    IRAQI_MOVEMENT,
)
from domain.table.state import State

R = citations("ignorant-armies", __file__)
T = texts("ignorant-armies")

PLAYER_TURNS = {IRAQ: (IRAQI_MOVEMENT, IRAQI_COMBAT), IRAN: (IRANIAN_MOVEMENT, IRANIAN_COMBAT)}


@dataclass(frozen=True, slots=True)
class Proceed:
    """End the phase."""

    side: str


def phases(state: State) -> list[tuple[str, str]]:
    """The phases of a game-turn in order, each with its side."""
    first = str(state.options["first_player"])
    sides = (first, IRAN if first == IRAQ else IRAQ)
    return [(EVENT, ""), *((phase, side) for side in sides for phase in PLAYER_TURNS[side])]


def begin(umpire: Umpire) -> None:
    """The first game-turn begins."""
    begin_turn(umpire, 1)


def begin_turn(umpire: Umpire, turn: int) -> None:
    """A game-turn begins with its reinforcements, if it is the first of a year, and the random event
    (event.table)."""
    umpire.enter_phase(turn, EVENT, side="", rule=R["event.table"])
    state = umpire.state
    if year(state) != state.date(turn - 1).year:
        for side in (IRAQ, IRAN):
            releases.yearly(umpire, side, rule=R["doc.scope"])
    events.roll(umpire)


def proceed(umpire: Umpire, order: Proceed) -> None:
    """End the phase, and do what belongs to the end of one player-turn and the start of the next."""
    settle(umpire)
    if umpire.state.verdict is None:
        end_player_turn(umpire)
    state = umpire.state
    if state.verdict is not None:
        return
    steps = phases(state)
    place = [phase for phase, _ in steps].index(state.phase) + 1
    if place < len(steps):
        phase, side = steps[place]
        umpire.enter_phase(state.turn, phase, side=side, rule=R["doc.scope"])
        if phase == PLAYER_TURNS[side][0]:
            begin_player_turn(umpire, side)
        return
    replacements.cap(umpire)
    if state.turn >= game_turns(state):
        stop(umpire, T("the calendar is over"), rule=R["doc.scope"])
    else:
        begin_turn(umpire, state.turn + 1)


def end_player_turn(umpire: Umpire) -> None:
    """What is judged or rolled at the end of a combat phase."""
    if umpire.state.phase == IRAQI_COMBAT:
        sword_of_allah(umpire)
    elif umpire.state.phase == IRANIAN_COMBAT:
        intervention.end_of_iranian_turn(umpire)


def begin_player_turn(umpire: Umpire, side: str) -> None:
    """Iraq: income, and the Joint Arab forces that arrive (ja.intervention.arrival); who holds the holy
    sites is noted."""
    if side != IRAQ:
        return
    held = both_held(umpire.state)
    if held != bool(umpire.state.mark("game", HELD)):
        umpire.mark("game", HELD, True if held else None, rule=R["holy.sword-of-allah"])
    if umpire.state.options["joint_arab"]:
        intervention.arrive(umpire)
    replacements.income(umpire)


def who(state: State) -> tuple[str, ...]:
    """The side in turn; either while the event is on."""
    return (state.side,) if state.side else (IRAQ, IRAN)


PROCEED = Legality(sides=who, elsewhere=R["doc.scope"])
KINDS = (OrderKind("proceed", Proceed, proceed, R["doc.scope"], "end the phase", legality=(PROCEED,)),)


def proceed_order(state: State) -> Order | None:
    """What `next` does."""
    return Order(who(state)[0], "proceed")
