"""Situations of Ramadi, as a sensible policy brings them about."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from adjudication.chances.playout import Playout, luck_of
from adjudication.engine.games.systems import RuleSystem, load
from adjudication.engine.orders import Order
from domain.table.state import State
from tests.table import laid


@cache
def _played(seed: int) -> tuple[tuple[State, Order], ...]:
    """Each order of a whole game, and the table before it."""
    game = laid("ramadi", dice="sampled", time="")
    system = load("ramadi")
    policy = system.policy("sensible")
    dice, chance = luck_of(seed)
    play = Playout(system, game.state, policy, dice, chance)
    play.begin()
    found = []
    while play.state.verdict is None:
        order = policy.order(play.state, system.legal(play.state), chance)
        found.append((play.state.copy(), order))
        play.give(order)
    return tuple(found)


def ramadi_situations(seed: int, wanted: Mapping[str, int]) -> Iterator[tuple[RuleSystem, State, Order]]:
    """The table before the first so many orders of each name."""
    met: Counter[str] = Counter()
    for state, order in _played(seed):
        met[order.name] += 1
        if met[order.name] <= wanted.get(order.name, 0):
            yield load("ramadi"), state.copy(), order


def every_phase(seed: int) -> Iterator[tuple[RuleSystem, State, Order]]:
    """The table before the first two orders of each name in each phase."""
    met: Counter[tuple[str, str]] = Counter()
    for state, order in _played(seed):
        met[order.name, state.phase] += 1
        if met[order.name, state.phase] <= 2:
            yield load("ramadi"), state.copy(), order
