"""The sequence of play (6.0): what each phase ends with, and how the game ends (5.2, 7.2)."""

from collections.abc import Callable
from typing import Any

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.ramadi.ground import (
    GROUND_ASSET,
    ISF,
    ISIS,
    held_hexes,
    network,
    units_at,
)
from adjudication.systems.ramadi.interphase import (
    DEPLOYMENT,
    GROUND_ASSETS,
    MOVEMENT,
    TRANSFERS,
    boxes_for,
    check_stacking,
    deploy_from_transfer,
    deployable,
    make_air_ready,
    movable,
    redeploy_asset,
    replace_casualties,
)
from adjudication.systems.ramadi.isis_attack import ISIS_ATTACK, bring_drones_home, isis_attack
from adjudication.systems.ramadi.operations import GOVERNMENT_COMPLEX, OPERATIONS, draw_defenders
from adjudication.systems.ramadi.orders import Assign, Deploy, Proceed
from adjudication.systems.ramadi.planning import ASSETS, PLANNING, begin_planning, operations
from adjudication.systems.ramadi.setup import SET_UP, assign_at_set_up, check_set_up, deploy_at_set_up
from domain.errors import IllegalOrder
from domain.table.dice import D6
from domain.table.state import State

R = citations("ramadi", __file__)

LAST_TURN = 10


def of_the_player(procedure: Callable[..., None]) -> Callable[..., None]:
    """Every order is the ISF player's; what ISIS does comes of the rules and dice alone (1.0)."""

    def procedure_of_the_player(umpire: Umpire, order: Any) -> None:
        given = umpire.state.procedures.get(umpire.procedure)
        if given is not None and given.side != ISF:
            raise IllegalOrder("side", R["1.0"], "All orders are the ISF player's; ISIS is given none.")
        procedure(umpire, order)

    return procedure_of_the_player


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
            check_set_up(state)
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
            check_all_executed(state)
            end_operations(umpire)
        case "movement":
            check_stacking(state)
            enter_next_phase(umpire, DEPLOYMENT)
        case "deployment":
            enter_next_phase(umpire, TRANSFERS)
        case "transfers":
            enter_next_phase(umpire, GROUND_ASSETS)
        case "ground assets":
            end_turn(umpire)


def check_all_executed(state: State) -> None:
    """Raises IllegalOrder while a planned operation waits to be executed."""
    left = operations(state)
    if left:
        raise IllegalOrder("not-executed", R["6.4a"], f"Operations still wait: {', '.join(left)}.")


def begin_turn(umpire: Umpire, turn: int) -> None:
    """By the optional rule the game may end here; else plan operations."""
    umpire.enter_phase(turn, PLANNING, rule=R["6.0"], side=ISF)
    state = umpire.state
    taken = state.mark("game", "government_complex_taken")
    if (
        state.options.get("variable_length")
        and taken is not None
        and turn > taken
        and turn + umpire.roll(D6, f"does the game end in turn {turn}", rule=R["7.2a"]) > LAST_TURN
    ):
        assess_victory(umpire, R["7.2b"])
        return
    begin_planning(umpire)


def end_operations(umpire: Umpire) -> None:
    """The ISIS attack, then the inter-phase."""
    isis_attack(umpire)
    enter_next_phase(umpire, MOVEMENT)


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
    return bool(movable(state, network(state)))


def end_turn(umpire: Umpire) -> None:
    """Drones home, air assets ready, casualties replaced; after the last turn the verdict."""
    bring_drones_home(umpire)
    make_air_ready(umpire)
    replace_casualties(umpire)
    if umpire.state.turn >= LAST_TURN:  # ten turns, R["5.1a"]
        assess_victory(umpire, R["5.2t"])
    else:
        begin_turn(umpire, umpire.state.turn + 1)


def assess_victory(umpire: Umpire, rule: str) -> None:
    """The ISF wins with more points than ISIS and the Government Complex; anything else is a loss."""
    state = umpire.state
    scores = {ISF: state.track("isf_vp"), ISIS: state.track("isis_vp")}
    tally = f"ISF {scores[ISF]} VP, ISIS {scores[ISIS]} VP"
    if not holds_government_complex(state):
        umpire.declare(
            ISIS, f"the ISF does not hold the Government Complex; {tally}", rule=R["5.2c"], scores=scores
        )
    elif scores[ISF] > scores[ISIS]:
        umpire.declare(
            ISF, f"more victory points and the Government Complex; {tally}", rule=rule, scores=scores
        )
    else:
        umpire.declare(ISIS, f"the ISF has no more points than ISIS; {tally}", rule=rule, scores=scores)


def holds_government_complex(state: State) -> bool:
    """A unit or a Cleared marker holds it; by the strict option only a unit does."""
    complex = next(space.id for space in state.board.data.spaces if space.name == GOVERNMENT_COMPLEX)
    if state.options.get("strict_government_complex"):
        return bool(units_at(state, complex))
    return complex in held_hexes(state)


__all__ = ["PLANNING", "SET_UP", "assign", "deploy", "of_the_player", "proceed"]
