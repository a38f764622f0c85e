"""The sequence of play (3): eight phases a turn, who acts in each, and what happens as each begins and
ends."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import adjudication.systems.ows.air.air_tasking as air_tasking
import adjudication.systems.ows.air.assaults as assaults
import adjudication.systems.ows.air_battle.air_combat as air_combat
import adjudication.systems.ows.command.assessment as assessment
import adjudication.systems.ows.command.planning as planning
import adjudication.systems.ows.information_operations.information as information
import adjudication.systems.ows.sea.naval as naval
import adjudication.systems.ows.special_operations.sof as sof
import adjudication.systems.ows.strike_warfare.strike_plans as strike_plans
import adjudication.systems.ows.strike_warfare.strikes as strikes
import adjudication.systems.ows.support.regeneration as regeneration
import adjudication.systems.ows.theater_isr.isr as isr
import adjudication.systems.ows.transport.strategic as strategic
import adjudication.systems.ows.undersea.torpedoes as torpedoes
from adjudication.engine.legality import Legality, insist
from adjudication.engine.orders import Order, OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.command.objectives import check as check_objectives
from adjudication.systems.ows.ground.attacks import battle, defensive_fires, exploitation_combat
from adjudication.systems.ows.ground.fires import prep_fires, support
from adjudication.systems.ows.ground.forces.acting import actioning_side, opposing_side
from adjudication.systems.ows.ground.forces.formations import ground_war
from adjudication.systems.ows.ground.forces.security import rear_area as rear_area_in_play
from adjudication.systems.ows.ground.maneuver import exploitation, march
from adjudication.systems.ows.ground.rear import rear_area
from adjudication.systems.ows.ground.segment import impulses, initiative, organize
from adjudication.systems.ows.sensing.air_picture import contested
from adjudication.systems.ows.setup import set_up
from adjudication.systems.ows.table.settings import check as check_options
from adjudication.systems.ows.table.status import enemy_of, sides
from adjudication.systems.ows.turn.turns import IN_TURN as MAY_ACT
from adjudication.systems.ows.turn.turns import READY, TOGETHER, acting, finished, give_way, pass_action
from domain.table.marks import Mark
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

IN_TURN, ALTERNATING, FACILITATED = "in turn", "alternating", "facilitated"
ACTIONING, OPPOSING, CHOOSING = "actioning", "opposing", "choosing"


class Step(NamedTuple):
    """A phase, or a step of one. acts: both sides TOGETHER, one side and then the other (IN_TURN), or one
    action each until both pass (ALTERNATING; 3.1a), or as the facilitator says, with orders
    in the name of the side with the initiative (FACILITATED; 9.7); in the ground segment the side of the
    ACTIONING unit, the OPPOSING one, or the one that is CHOOSING its next formation. chooses: whether that
    side says each time who goes first (3.5). begins, ends: what happens then. needed: whether there is
    anything in it to do or decide. then: the step that follows, where it is not the next one."""

    name: str
    rule: str
    acts: str
    begins: Callable[[Umpire], None]
    ends: Callable[[Umpire], None]
    needed: Callable[[State], bool]
    chooses: bool = False
    then: Callable[[Umpire], str] | None = None


ONE_SIDE: dict[str, Callable[[State], str]] = {
    ACTIONING: actioning_side,
    OPPOSING: opposing_side,
    CHOOSING: initiative.to_choose,
}
"""Who acts in the steps in which one side alone does."""


def end_air_combat(umpire: Umpire) -> None:
    """Air combat ends, and the transports that survived it go home (6.5.11a, 6.5.12a)."""
    air_combat.end(umpire)
    assaults.land(umpire)


def phases_played(state: State) -> tuple[str, ...]:
    """The phases that come up in this game at all: those of the ground segment where both sides have
    formations, the rear area where its rules are in play."""
    return tuple(
        phase
        for phase in PHASES
        if (phase not in impulses.GROUND_SEGMENT or ground_war(state))
        and (phase != impulses.REAR_AREA or rear_area_in_play(state))
    )


def air_combat_needed(state: State) -> bool:
    """Whether there is an air battle, or an assault from the air to be settled."""
    return air_combat.needed(state) or assaults.under_way(state)


STEPS = (
    Step("planning", R["seq.1.1"], TOGETHER, planning.begin, planning.end, planning.needed),
    Step("strategic movement", R["seq.2.1"], IN_TURN, strategic.begin, strategic.end, strategic.needed),
    Step("naval movement", R["seq.3.A.1"], IN_TURN, naval.begin, naval.end, naval.needed, chooses=True),
    Step(
        "air tasking", R["seq.3.B.1"], IN_TURN, air_tasking.begin, air_tasking.end, air_tasking.needed, True
    ),
    Step("special operations", R["seq.3.C.1"], IN_TURN, sof.begin, sof.end, sof.needed, chooses=True),
    Step("information", R["seq.4.1"], TOGETHER, information.begin, information.end, information.needed),
    Step("theater isr", R["seq.5.1"], TOGETHER, isr.begin, isr.end, isr.needed),
    Step("strike plans", R["seq.5.3"], TOGETHER, strike_plans.begin, strike_plans.end, strike_plans.needed),
    Step("air combat", R["seq.6.A"], FACILITATED, air_combat.begin, end_air_combat, air_combat_needed),
    Step("long-range strikes", R["seq.6.B.1"], ALTERNATING, strikes.begin, strikes.end, strikes.needed),
    Step("local strikes", R["seq.6.B.2"], ALTERNATING, torpedoes.begin, torpedoes.end, torpedoes.needed),
    Step(
        impulses.ORGANIZATION,
        R["seq.6.C.2"],
        TOGETHER,
        organize.begin,
        organize.end,
        impulses.organization_needed,
        then=impulses.after_organization,
    ),
    Step(
        impulses.ACTIVATION,
        R["seq.6.C.1"],
        CHOOSING,
        initiative.begin,
        initiative.end,
        impulses.activation_needed,
        then=impulses.after_activation,
    ),
    Step(
        impulses.PREP_FIRES,
        R["ground.3.A"],
        ACTIONING,
        prep_fires.begin,
        prep_fires.end,
        impulses.under_way,
    ),
    Step(impulses.MOVEMENT, R["ground.3.C"], ACTIONING, march.begin, march.end, impulses.under_way),
    Step(
        impulses.SUPPORTING_FIRES,
        R["ground.3.D"],
        ACTIONING,
        support.begin,
        support.end,
        impulses.combat_declared,
    ),
    Step(
        impulses.DEFENSIVE_FIRES,
        R["ground.3.E"],
        OPPOSING,
        defensive_fires.begin,
        defensive_fires.end,
        impulses.under_way,
    ),
    Step(impulses.COMBAT, R["ground.3.F"], ACTIONING, battle.begin, battle.end, impulses.combat_declared),
    Step(
        impulses.EXPLOITATION,
        R["ground.3.G"],
        ACTIONING,
        exploitation.begin,
        exploitation.end,
        impulses.under_way,
    ),
    Step(
        impulses.EXPLOITATION_COMBAT,
        R["ground.3.H"],
        ACTIONING,
        exploitation_combat.begin,
        exploitation_combat.end,
        impulses.combat_declared,
        then=impulses.after_action,
    ),
    Step(
        impulses.REAR_AREA,
        R["seq.6.C.4"],
        TOGETHER,
        rear_area.begin,
        rear_area.end,
        impulses.rear_area_needed,
        then=impulses.after_rear_area,
    ),
    Step("regeneration", R["3.9"], TOGETHER, regeneration.begin, regeneration.end, regeneration.needed),
    Step("assessment", R["seq.8"], TOGETHER, assessment.begin, assessment.end, assessment.needed),
)
"""A turn, in its order (seq)."""
BY_NAME = {step.name: number for number, step in enumerate(STEPS)}
PHASES = tuple(BY_NAME)
SET_UP = "set-up"
YEARS = range(2022, 2036)
"""The scenario years of the series (1.1)."""
YEAR = Mark[int]("year")
"""Mark of the game: the year of a scenario outside them."""


@dataclass(frozen=True, slots=True)
class Proceed:
    """Be done with this phase, or pass this action (3.1a, 9.8a)."""

    side: str


def begin(umpire: Umpire) -> None:
    """Everything lies where the scenario put it (3.2); the first turn begins."""
    check_options(umpire.state)
    set_up(umpire)
    check_objectives(umpire.state)
    note_year(umpire)
    begin_next(umpire, 1, 0)


def note_year(umpire: Umpire) -> None:
    """A scenario outside the years that the series is made for says so (1.1)."""
    state = umpire.state
    opened = state.opened
    year = state.date(1).year or int((opened.date if opened is not None else "")[:4] or 0)
    if year and year not in YEARS:
        umpire.mark("game", YEAR, year, rule=R["1.1"])


def proceed(umpire: Umpire, order: Proceed) -> None:
    """A side is done: the other one acts, or the phase ends and the next one with something to do begins."""
    state = umpire.state
    step, side = STEPS[BY_NAME[state.phase]], order.side
    pass_action(umpire, side)
    if not finished(umpire.state) and step.acts != FACILITATED and step.acts not in ONE_SIDE:
        if step.acts == ALTERNATING:
            give_way(umpire)
        elif step.acts != TOGETHER:
            umpire.enter_phase(state.turn, step.name, side=enemy_of(state, side), rule=step.rule)
        return
    turn = state.turn
    step.ends(umpire)
    if umpire.state.verdict is None:
        begin_next(umpire, turn, following(umpire, BY_NAME[step.name]))


def activate(umpire: Umpire, order: initiative.Activate) -> None:
    """A formation has the initiative; its impulses begin (10.2.2)."""
    initiative.activate(umpire, order)
    begin_next(umpire, umpire.state.turn, BY_NAME[impulses.PREP_FIRES])


def following(umpire: Umpire, number: int) -> int:
    """The number of the step after one: the next, or the one that its rules say."""
    then = STEPS[number].then
    return BY_NAME[then(umpire)] if then is not None else number + 1


def begin_next(umpire: Umpire, turn: int, number: int) -> None:
    """Begin the next step in which there is anything to do; what needs nobody is done in passing."""
    while True:
        if number == len(STEPS):
            turn, number = turn + 1, 0
        step = STEPS[number]
        if step.needed(umpire.state):
            begin_step(umpire, turn, number)
            return
        number = following(umpire, number)
        if step.name == "assessment":
            umpire.enter_phase(turn, step.name, rule=step.rule)


def begin_step(umpire: Umpire, turn: int, number: int) -> None:
    """Enter a step: nobody is done yet, and whoever goes first is asked for where the rules let it be
    chosen."""
    step = STEPS[number]
    if umpire.state.mark("game", READY):
        umpire.mark("game", READY, None, rule=R["3.1a"])
    state = umpire.state
    first = ONE_SIDE[step.acts](state) if step.acts in ONE_SIDE else sides(state)[0]
    if step.chooses:
        options = list(sides(umpire.state))
        question = T("side that goes first", phase=step.name)
        first = umpire.choose(first, question, options, rule=R["3.5"])
    umpire.enter_phase(turn, step.name, side="" if step.acts == TOGETHER else first, rule=step.rule)
    step.begins(umpire)


def proceed_order(state: State) -> Order | None:
    """What `next` does: the next hex of air combat, the next ground combat, else the side that acts, or the
    first that is not done, says that it is."""
    waiting = acting(state)
    if state.phase in battle.PHASES and battle.next_combat(state) is not None:
        return battle.next_combat(state)
    if state.phase == air_combat.PHASE and waiting and contested(state):
        return air_combat.next_fight(state)
    return Order(waiting[0], "proceed") if waiting else None


def nothing_left_to_fight(state: State) -> bool:
    """Whether the phase may end: that of air combat when every contested hex was fought."""
    return state.phase != air_combat.PHASE or not contested(state)


PROCEED = Legality(
    MAY_ACT,
    insist(
        nothing_left_to_fight,
        "air combat",
        R["9.7"],
        "air combat is not over",
    ),
    insist(
        planning.orders_are_in,
        "orders",
        R["4.3"],
        "hand in the order sheet first",
    ),
    sides=acting,
)

KINDS = (
    OrderKind("proceed", Proceed, proceed, R["3.1a"], "be done with this phase", legality=(PROCEED,)),
    OrderKind(
        "activate",
        initiative.Activate,
        activate,
        R["10.2.2"],
        "say which formation acts next",
        legality=(initiative.ACTIVATES,),
    ),
)
