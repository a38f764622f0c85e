"""What if: a game played on from one of its events as it went, and with another roll or another order."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from adjudication.chances.positions import Position, check_playable, position_at
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.play.running import BEGIN
from adjudication.engine.policies import Policy
from adjudication.engine.umpire import Question
from domain.errors import BadData, NotFound
from domain.events import DieRolled, Event, OrderGiven
from domain.events.strikes import struck
from domain.table.mutators import rebuild
from domain.table.state import State


class Replaced(NamedTuple):
    """What an order of the log could be replaced at: the log as it stood before it, and the order that was
    given then, None when none was."""

    before: list[Event]
    given: OrderGiven | None


class _Judging:
    """A policy, and whether it was asked what the white cell would judge."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self.judged = False

    def order(self, state: State, legal: LegalOrders, chance: Random) -> Order:
        return self.policy.order(state, legal, chance)

    def answer(self, question: Question, state: State, chance: Random) -> Any:
        self.judged = self.judged or question.kind == "judgement"
        return self.policy.answer(question, state, chance)


def asks_for_judgement(system: RuleSystem, position: Position, policy: Policy, viewer: str) -> bool:
    """Whether a policy that plays a position on has to judge in the white cell's place, in a first game.

    Raises Refused, in one sentence, when it cannot play it on.
    """
    judging = _Judging(policy)
    check_playable(system, position, judging, viewer)
    return judging.judged


def with_roll(log: Sequence[Event], number: int, face: int) -> tuple[Position, Position]:
    """Two positions just behind a die: as it fell, and with another face; their order is adjudicated on.

    Raises NotFound or BadData when that event is no die, or the die has no such face.
    """
    if not 1 <= number <= len(log):
        raise NotFound(f"There is no event {number}; the log has {len(log)} events.")
    rolled = log[number - 1]
    if not isinstance(rolled, DieRolled):
        raise BadData(f"Event {number} is no roll of a die{_dice_of(log, rolled.procedure)}.")
    if not 1 <= face <= rolled.die:
        raise BadData(f"A D{rolled.die} shows 1 to {rolled.die}, not {face}.")
    other = [*log[: number - 1], msgspec.structs.replace(rolled, face=face)]
    return position_at(log, number), position_at(other, number)


def _dice_of(log: Sequence[Event], procedure: int) -> str:
    """Which events are, in an order; nothing where none is."""
    dice = [str(e.number) for e in log if isinstance(e, DieRolled) and procedure and e.procedure == procedure]
    return f"; in its order these are: {', '.join(dice)}" if dice else ""


def where_replaced(system: RuleSystem, log: Sequence[Event], at: int) -> Replaced:
    """Where another order can be given instead: of the one that event `at` gives or belongs to, or else of
    the next one behind it. Raises NotFound, or BadData where only the opening of play could be replaced, or
    nothing, since the game is over."""
    if not 1 <= at <= len(log):
        raise NotFound(f"There is no event {at}; the log has {len(log)} events.")
    events = log[:at]
    state = rebuild(events, struck(events))
    waiting = state.procedures
    given: OrderGiven | None
    if waiting:
        given = waiting[min(waiting)]
        before = log[: given.number - 1]
    else:
        before = events
        later = (event for event in log[at:] if isinstance(event, OrderGiven))
        given = next((order for order in later if order.order in system.orders), None)
    if not any(isinstance(event, OrderGiven) for event in before) or (given and given.order == BEGIN):
        raise BadData("Play is not open yet at that event; there is no order to replace.")
    if given is None and (state.closed or state.verdict is not None):
        raise BadData("The game is decided at that event; there is no order to replace.")
    return Replaced(list(before), given)


def with_order(replaced: Replaced, order: Order) -> tuple[Position, Position]:
    """Two positions: with the order that was given (the policy's choice when none was), and with another."""
    given = replaced.given
    at = len(replaced.before)
    actual = Order(given.side, given.order, given.arguments) if given is not None else None
    return position_at(replaced.before, at, actual), position_at(replaced.before, at, order)
