"""The ground sequence of play (10.3): its impulses as steps of the turn, and what follows each."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.ground.fires import support, zone_of_action
from adjudication.systems.ows.ground.forces import combats
from adjudication.systems.ows.ground.forces.acting import ACTIONED, GROUND_PHASE, action_done, actioning
from adjudication.systems.ows.ground.forces.contact import meet_all
from adjudication.systems.ows.ground.forces.formations import ground_war
from adjudication.systems.ows.ground.maneuver import exploiting, reaction
from adjudication.systems.ows.ground.segment import initiative, organize
from adjudication.systems.ows.table.settings import number, on
from domain.table.state import State

R = citations("ows", __file__)

(
    ORGANIZATION,
    ACTIVATION,
    PREP_FIRES,
    MOVEMENT,
    SUPPORTING_FIRES,
    DEFENSIVE_FIRES,
    COMBAT,
    EXPLOITATION,
    EXPLOITATION_COMBAT,
    REAR_AREA,
) = GROUND_SEGMENT = (
    "ground organization",
    "ground activation",
    "prep fires",
    "ground movement",
    "supporting fires",
    "defensive fires",
    "ground combat",
    "exploitation",
    "exploitation combat",
    "rear area",
)
"""The steps of the ground segment. Exploitation is the exploitation move (3.G)."""


def organization_needed(state: State) -> bool:
    """Whether there is a Ground Phase."""
    return ground_war(state)


def activation_needed(state: State) -> bool:
    """Whether a side has to say which of its formations acts next (10.2.2)."""
    return ground_war(state) and actioning(state) is None and initiative.to_choose(state) != ""


def under_way(state: State) -> bool:
    """Whether somebody has the initiative."""
    return actioning(state) is not None


def combat_declared(state: State) -> bool:
    """Whether a Combat marker lies on the map."""
    return actioning(state) is not None and bool(combats.declared(state))


def rear_area_needed(state: State) -> bool:
    """Whether the rear area rules are in play, with markers on the map (10.15.10)."""
    return ground_war(state) and on(state, "rear_area")


def after_organization(umpire: Umpire) -> str:
    """The Ground Phase begins with the first actioning unit; units in contact know of each other
    (8.3.2.1)."""
    if ground_war(umpire.state):
        meet_all(umpire)
        initiative.begin_phase(umpire)
    return initiative.next_action(umpire)


def after_activation(umpire: Umpire) -> str:
    """The formation that was chosen acts; on the way past, the next actioning unit."""
    return initiative.next_action(umpire)


def after_action(umpire: Umpire) -> str:
    """An actioning unit is done; the next one acts, or the rear area follows (ground.4)."""
    if actioning(umpire.state) is not None:
        combats.clear_away(umpire)
        exploiting.dissolve(umpire, rule=R["ground.4"])
        support.clear_away(umpire)
        zone_of_action.clear_away(umpire)
        reaction.end_action(umpire)
        action_done(umpire, rule=R["ground.4"])
    return initiative.next_action(umpire)


def after_rear_area(umpire: Umpire) -> str:
    """Another Ground Phase where a turn has several, else Regeneration (ground.turn-duration)."""
    state = umpire.state
    if not ground_war(state):
        return "regeneration"
    this = state.mark("game", GROUND_PHASE, 1)
    if state.mark("game", ACTIONED):
        umpire.mark("game", ACTIONED, None, rule=R["ground.4"])
    if this < number(state, "ground_phases"):
        umpire.mark("game", GROUND_PHASE, this + 1, rule=R["ground.turn-duration"])
        return ORGANIZATION
    if state.mark("game", GROUND_PHASE) is not None:
        umpire.mark("game", GROUND_PHASE, None, rule=R["ground.turn-duration"])
    organize.end_of_turn(umpire)
    return "regeneration"
