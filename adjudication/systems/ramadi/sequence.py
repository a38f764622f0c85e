"""The sequence of play (6.0): what each phase ends with, and how the game ends (5.2, 7.2)."""

from adjudication.engine.legality import Legality, insist
from adjudication.engine.orders import Order, OrderGroup
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ramadi.phases.interphase import (
    DEPLOYMENT,
    GROUND_ASSETS,
    MOVEMENT,
    TRANSFERS,
    boxes_for,
    deploy_from_transfer,
    deployable,
    make_air_ready,
    movable,
    overstacked,
    redeploy_asset,
    replace_casualties,
    transferable,
)
from adjudication.systems.ramadi.phases.isis_attack import ISIS_ATTACK, bring_drones_home, isis_attack
from adjudication.systems.ramadi.phases.operations import OPERATIONS, draw_defenders
from adjudication.systems.ramadi.phases.planning import ASSETS, PLANNING, begin_planning, operations
from adjudication.systems.ramadi.phases.setup import (
    SET_UP,
    assign_at_set_up,
    deploy_at_set_up,
    left_to_set_up,
)
from adjudication.systems.ramadi.table.counters import BY_THE_PLAYER, GROUND_ASSET, ISF, ISIS, the_player
from adjudication.systems.ramadi.table.ground import holds_government_complex
from adjudication.systems.ramadi.table.holding import TAKEN, close_movement
from adjudication.systems.ramadi.table.orders import Assign, Deploy, Proceed
from adjudication.systems.ramadi.table.turns import AT_THE_END, LAST_TURN
from domain.table.dice import D6
from domain.table.state import State

R = citations("ramadi", __file__)
T = texts("ramadi")


def deploy(umpire: Umpire, order: Deploy) -> None:
    """Put a unit on the map, at set-up or between turns."""
    if umpire.state.phase == SET_UP:
        deploy_at_set_up(umpire, order)
    else:
        deploy_from_transfer(umpire, order)


def assign(umpire: Umpire, order: Assign) -> None:
    """Give a ground asset its box, at set-up or between turns."""
    if umpire.state.phase == SET_UP:
        assign_at_set_up(umpire, order)
    else:
        redeploy_asset(umpire, order)


def proceed(umpire: Umpire, order: Proceed) -> None:
    """End the phase, and do all that needs no decision up to the next that does."""
    state = umpire.state
    match state.phase:
        case "set-up":
            begin_turn(umpire, 1)
        case "planning":
            if operations(state):
                umpire.enter_phase(state.turn, ASSETS, rule=R["6.0"], side=ISF)
            else:
                end_operations(umpire)
        case "assets":
            draw_defenders(umpire)
            umpire.enter_phase(state.turn, OPERATIONS, rule=R["6.4a"], side=ISF)
        case "operations":
            end_operations(umpire)
        case "movement":
            close_movement(umpire)
            enter_next_phase(umpire, DEPLOYMENT)
        case "deployment":
            enter_next_phase(umpire, TRANSFERS)
        case "transfers":
            enter_next_phase(umpire, GROUND_ASSETS)
        case "ground assets":
            end_turn(umpire)


def counters_wait(state: State) -> Why:
    """How many counters wait."""
    left = left_to_set_up(state)
    counters = "1 counter is" if len(left) == 1 else f"{len(left)} counters are"
    return T("counters wait", counters=counters, first=left[0])


def operations_wait(state: State) -> Why:
    """Which operations wait."""
    return T("operations wait", targets=list(operations(state)))


def hex_is_crowded(state: State) -> Why:
    """Which hex it is."""
    return T("overstacked", hex=overstacked(state))


GO_ON = [OrderGroup(ISF, "proceed", {})]

PROCEED = Legality(
    BY_THE_PLAYER,
    insist(
        lambda state: state.phase != SET_UP or not left_to_set_up(state), "set-up", R["4.0"], counters_wait
    ),
    insist(
        lambda state: state.phase != OPERATIONS or not operations(state),
        "not-executed",
        R["6.4a"],
        operations_wait,
    ),
    insist(
        lambda state: state.phase != MOVEMENT or overstacked(state) is None,
        "stacking",
        R["6.7b"],
        hex_is_crowded,
    ),
    sides=the_player,
    quickly=lambda state: GO_ON if may_proceed(state) else [],
)


def may_proceed(state: State) -> bool:
    """Whether nothing has to be done first in this phase."""
    match state.phase:
        case "set-up":
            return not left_to_set_up(state)
        case "operations":
            return not operations(state)
        case "movement":
            return overstacked(state) is None
    return True


def proceed_order(state: State) -> Order | None:
    """The order that ends the phase, when it may end now."""
    return Order(ISF, "proceed") if PROCEED.refusal(state, ISF, {}) is None else None


def begin_turn(umpire: Umpire, turn: int) -> None:
    """Plan operations; by one reading of the optional rule the game may end before."""
    umpire.enter_phase(turn, PLANNING, rule=R["5.1a"], side=ISF)
    if umpire.state.options.get("game_end_roll") == AT_THE_END or not game_is_over(umpire):
        begin_planning(umpire)


def end_operations(umpire: Umpire) -> None:
    """By the optional rule the game may be over now; else the ISIS attack, then the inter-phase."""
    if umpire.state.options.get("game_end_roll") == AT_THE_END and game_is_over(umpire):
        return
    isis_attack(umpire)
    enter_next_phase(umpire, MOVEMENT)


def game_is_over(umpire: Umpire) -> bool:
    """The optional variable length (7.2): from the turn after the Government Complex was taken, the game ends
    when turn and die come to more than ten."""
    state = umpire.state
    taken = state.mark("game", TAKEN)
    if not state.options.get("variable_length") or taken is None or state.turn <= taken:
        return False
    die = umpire.roll(D6, T("whether the game ends", turn=state.turn), rule=R["7.2a"])
    if "game_end_roll" in state.options:
        ending = umpire.sum(T("end of the game (more than 10)"))
        ending.add(T("turn"), state.turn, rule=R["7.2b"])
        ending.add(T("die"), die, rule=R["7.2b"])
    if state.turn + die <= LAST_TURN:
        return False
    assess_victory(umpire, R["7.2b"])
    return True


INTER_PHASE = (MOVEMENT, DEPLOYMENT, TRANSFERS, GROUND_ASSETS)

PHASES = (SET_UP, PLANNING, ASSETS, OPERATIONS, ISIS_ATTACK, *INTER_PHASE)


def enter_next_phase(umpire: Umpire, first: str) -> None:
    """The steps of the inter-phase in their order; one in which nothing can be done is passed over."""
    state = umpire.state
    for phase in INTER_PHASE[INTER_PHASE.index(first) :]:
        if anything_to_do(state, phase):
            umpire.enter_phase(state.turn, phase, rule=R["6.7i"], side=ISF)
            return
    end_turn(umpire)


def anything_to_do(state: State, phase: str) -> bool:
    """Whether a step of the inter-phase leaves the player anything to order."""
    if phase == DEPLOYMENT:
        return bool(deployable(state))
    if phase == GROUND_ASSETS:
        return any(
            boxes_for(state, piece) for piece in state.pieces.values() if piece.kind.group == GROUND_ASSET
        )
    return bool(movable(state) if phase == MOVEMENT else transferable(state))


def end_turn(umpire: Umpire) -> None:
    """Drones home, air assets ready, casualties replaced; after the last turn the verdict."""
    bring_drones_home(umpire)
    make_air_ready(umpire)
    replace_casualties(umpire)
    if umpire.state.turn >= LAST_TURN:
        assess_victory(umpire, R["5.2t"])
    else:
        begin_turn(umpire, umpire.state.turn + 1)


def assess_victory(umpire: Umpire, rule: str) -> None:
    """The ISF wins with more points than ISIS and the Government Complex; anything else is a loss."""
    state = umpire.state
    scores = {ISF: state.track("isf_vp"), ISIS: state.track("isis_vp")}
    isf, isis = scores[ISF], scores[ISIS]
    if not holds_government_complex(state):
        umpire.declare(
            ISIS, T("Government Complex not held", isf=isf, isis=isis), rule=R["5.2c"], scores=scores
        )
    elif scores[ISF] > scores[ISIS]:
        umpire.declare(ISF, T("more points and the Complex", isf=isf, isis=isis), rule=rule, scores=scores)
    else:
        umpire.declare(ISIS, T("no more points than ISIS", isf=isf, isis=isis), rule=rule, scores=scores)


__all__ = ["PLANNING", "SET_UP", "assign", "deploy", "proceed"]
