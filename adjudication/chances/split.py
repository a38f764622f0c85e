"""What decisions, luck and rulings did to each side's chance of winning, order by order.

The chance before an order is that of the position, played on by a policy. What the order itself changed,
before any die is rolled, is decision; what dice, draws and hidden pieces changed then is luck; what the
white cell ruled otherwise is ruling. Each order begins where the one before it ended, so the parts add up
from the start to the result. All positions are played out on the same seeds: where nothing was left to
chance, luck is nought.

GNU Backgammon's analysis is the model, but for one thing: there a decision is held against the best play.
The best of several estimates is too high by chance, and parts measured from it do not add up. So a
decision is held against what the policy would have done, and the order that the policy preferred is told
beside it, estimated afresh.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from adjudication.chances.forecast import (
    Estimate,
    PlayedOut,
    Progress,
    chance_of,
    change_of_chance,
    check_forecast,
    played_out,
)
from adjudication.chances.positions import Position, position_at
from adjudication.chances.searching import considered
from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.orders import LegalOrders, Order
from domain.errors import Refused
from domain.events import CHANCE, OrderDone, OrderGiven, Ruled
from domain.game.game import Game
from domain.table.mutators import MUTATORS
from domain.table.state import State
from domain.views.view import WHITE

PLAYOUTS, SCREENED, CONSIDERED = 100, 16, 6
"""Play-outs of each position; of each order that is considered; orders that are considered."""
CLEAR = 0.05
"""A decision is marked where the interval of what the preferred order is worth more lies above this."""
_NOTHING = State()
"""In the place of a table that is not needed any more."""


class Parts(msgspec.Struct, frozen=True):
    """What an order did to a side's chance of winning, from -1 to 1."""

    decision: Estimate
    luck: Estimate
    ruling: Estimate


class Preferred(msgspec.Struct, frozen=True):
    """An order that the policy preferred to the one that was given, and by how much it raises the chance
    of the side that gave it."""

    order: str
    arguments: dict[str, Any]
    worth: Estimate


class OrderSplit(msgspec.Struct, frozen=True):
    """An order, and what it did. number: its event's. before: each side's chance before it. free: whether
    something else could have been ordered. preferred: None where nothing better was found."""

    number: int
    turn: int
    phase: str
    side: str
    order: str
    arguments: dict[str, Any]
    free: bool
    before: dict[str, Estimate]
    parts: dict[str, Parts]
    preferred: Preferred | None

    @property
    def marked(self) -> bool:
        """Whether the policy clearly preferred another order."""
        return self.preferred is not None and self.preferred.worth.low > CLEAR


class Total(msgspec.Struct, frozen=True):
    """A side's chance from the start to the end, and what changed it: start + own + others + luck + ruling is
    end."""

    start: float
    own: float
    others: float
    luck: float
    ruling: float
    end: float


class Split(msgspec.Struct, frozen=True):
    """A game, split. decided: whether it is over."""

    policy: str
    playouts: int
    seed: int
    decided: bool
    orders: tuple[OrderSplit, ...]
    end: dict[str, Estimate]

    def totals(self) -> dict[str, Total]:
        """Each side's sums."""
        return {side: self._total(side) for side in self.end}

    def marked(self) -> list[OrderSplit]:
        """The orders instead of which the policy clearly preferred another, in their order."""
        return [order for order in self.orders if order.marked]

    def _total(self, side: str) -> Total:
        parts = [(order.side, order.parts[side]) for order in self.orders]
        return Total(
            self.orders[0].before[side].value if self.orders else self.end[side].value,
            sum(part.decision.value for whose, part in parts if whose == side),
            sum(part.decision.value for whose, part in parts if whose != side),
            sum(part.luck.value for _, part in parts),
            sum(part.ruling.value for _, part in parts),
            self.end[side].value,
        )


class _Item(NamedTuple):
    """An order of the log. state: the table before it. free: whether something else could have been ordered;
    others: what of that is considered. chance: whether anything in it was left to chance. computed: the log's
    number up to which it was adjudicated by the rules alone, 0 without a ruling."""

    given: OrderGiven
    state: State
    turn: int
    phase: str
    free: bool
    others: list[Order]
    chance: bool
    computed: int

    @property
    def order(self) -> Order:
        return Order(self.given.side, self.given.order, self.given.arguments)

    @property
    def viewer(self) -> str:
        """Through whose eyes its chances are estimated: those of the side that gave it."""
        return self.given.side or WHITE


class _Wanted(NamedTuple):
    """A position that is to be played out, through whose eyes, and how often."""

    position: Position
    viewer: str
    playouts: int
    seed: int


def split(
    system: RuleSystem,
    game: Game,
    policy: str,
    playouts: int = PLAYOUTS,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[int], Progress] | None = None,
) -> Split:
    """Split a game. Raises Refused where people judge.

    progress: given the number of orders, gives what is called with those that are done.
    """
    check_forecast(system)
    advance = progress(len(_done(system, game))) if progress is not None else None
    items: list[_Item] = []
    preferred: list[Order | None] = []
    found: dict[tuple[int, str], PlayedOut] = {}

    def play(wanted: Sequence[_Wanted]) -> list[PlayedOut | None]:
        return _play(system, wanted, policy, workers)

    def keep(wanted: Mapping[tuple[int, str], _Wanted]) -> None:
        played = zip(wanted, play(list(wanted.values())), strict=True)
        found.update({key: result for key, result in played if result is not None})

    for nth, (item, after) in enumerate(_each_with_next(_items(system, game, policy, seed))):
        better = _preferred(item, play, min(SCREENED, playouts), seed) if item.others else None
        positions = _positions(game, item, after, better)
        keep({(nth, name): _Wanted(each, item.viewer, playouts, seed) for name, each in positions})
        if (nth, "before") not in found:
            raise Refused(f"No policy can play on from the position before event {item.given.number}.")
        items.append(item._replace(state=_NOTHING))  # a table is kept only while it is played
        preferred.append(better)
        if advance is not None:
            advance(1)
    last = position_at(game.log, len(game.log))
    keep({(len(items), "before"): _Wanted(last, WHITE, playouts, seed)})
    ending = found.get((len(items), "before"))
    if ending is None:
        raise Refused("No policy can play on from the position now.")
    sides = list(game.state.sides)
    return Split(
        policy,
        playouts,
        seed,
        game.state.verdict is not None,
        tuple(_told(item, nth, found, preferred[nth], sides) for nth, item in enumerate(items)),
        {side: chance_of(ending, side) for side in sides},
    )


def _done(system: RuleSystem, game: Game) -> set[int]:
    """The orders of the rules that are in force and done."""
    log, out_of_force = game.log, game.struck
    orders = {e.number for e in log if isinstance(e, OrderGiven) and e.order in system.orders}
    ended = (e.procedure for e in log if isinstance(e, OrderDone) and e.number not in out_of_force)
    return orders.intersection(ended)


def _each_with_next(items: Iterator[_Item]) -> Iterator[tuple[_Item, _Item | None]]:
    """Each item with the one behind it, None behind the last."""
    now = next(items, None)
    while now is not None:
        after = next(items, None)
        yield now, after
        now = after


def _items(system: RuleSystem, game: Game, policy: str, seed: int) -> Iterator[_Item]:
    """The orders of a game that are in force and done, each by itself; one that was given while another
    waited belongs to that."""
    log, out_of_force = game.log, game.struck
    done = _done(system, game)
    chancy = {e.procedure for e in log if isinstance(e, CHANCE) and e.number not in out_of_force}
    ruled: dict[int, int] = {}
    for event in log:
        if isinstance(event, Ruled) and event.number not in out_of_force:
            ruled.setdefault(log[event.concerns - 1].procedure, event.number)
    player, chance = system.policy(policy), random.Random(f"considered {seed}")
    state = State()
    for event in log:
        if event.number in out_of_force:
            state.chances = max(state.chances, getattr(event, "chance", 0))
            continue
        if isinstance(event, OrderGiven) and event.number in done and not state.procedures:
            order = Order(event.side, event.order, event.arguments)
            own = LegalOrders([part for part in system.legal(state).parts if part.side == event.side])
            free = own.size > 1 or any(hasattr(part, "choices") for part in own.parts)
            others = _others(system, state, own, order, player, chance) if free else []
            computed = ruled.get(event.number, 1) - 1
            yield _Item(
                event, state.copy(), state.turn, state.phase, free, others, event.number in chancy, computed
            )
        MUTATORS[type(event)](state, event)
        state.number = event.number


def _others(
    system: RuleSystem, state: State, own: LegalOrders, order: Order, player: Any, chance: random.Random
) -> list[Order]:
    """The orders of its side that are considered beside the one that was given."""
    usual = player.order(state, own, chance)
    found = considered(system, state, own, usual, player, CONSIDERED, chance)
    return [each for each in found if each != order]


def _preferred(
    item: _Item, play: Callable[[Sequence[_Wanted]], list[PlayedOut | None]], playouts: int, seed: int
) -> Order | None:
    """The order that ends best for its side in a first estimate; None where it is the one that was given. The
    estimate is on seeds of its own, so that the next one is free of the luck of having come out best."""
    orders = [item.order, *item.others]
    wanted = [
        _Wanted(Position(item.state, (), order), item.viewer, playouts, seed + 1_000_003) for order in orders
    ]
    side = item.given.side
    worth = [
        -1.0 if played is None else played.winners.count(side) / len(played.winners)
        for played in play(wanted)
    ]
    best = max(range(len(orders)), key=lambda nth: (worth[nth], -nth))
    return orders[best] if best else None


def _positions(
    game: Game, item: _Item, after: _Item | None, preferred: Order | None
) -> Iterator[tuple[str, Position]]:
    """The positions of one order that are played out: before it, with it given, with the preferred one, and
    as the rules had computed it before a ruling. What is the same as the position before the next order is
    not played again."""
    yield "before", Position(item.state)
    if item.free and not _same_as_next(item, after):
        yield "given", Position(item.state, (), item.order)
    if preferred is not None:
        yield "preferred", Position(item.state, (), preferred)
    if item.computed:
        yield "computed", position_at(game.log, item.computed)


def _same_as_next(item: _Item, after: _Item | None) -> bool:
    """Whether an order leads to the position before the next one whatever happens, as the same side sees
    it."""
    return after is not None and not (item.chance or item.computed) and after.viewer == item.viewer


def _told(
    item: _Item,
    nth: int,
    found: Mapping[tuple[int, str], PlayedOut],
    preferred: Order | None,
    sides: Sequence[str],
) -> OrderSplit:
    """What one order did."""
    before, after = found[nth, "before"], found[nth + 1, "before"]
    # without alternatives nothing was decided; what leaves nothing to chance is decision alone
    given = found.get((nth, "given"), after if item.free and not item.chance else before)
    computed = found.get((nth, "computed"))
    instead = found.get((nth, "preferred"))
    better = None
    if preferred is not None and instead is not None:
        worth = change_of_chance(given, instead, item.given.side)
        better = Preferred(preferred.name, dict(preferred.arguments), worth) if worth.value > 0 else None
    return OrderSplit(
        item.given.number,
        item.turn,
        item.phase,
        item.given.side,
        item.given.order,
        dict(item.given.arguments),
        item.free,
        {side: chance_of(before, side) for side in sides},
        {
            side: Parts(
                change_of_chance(before, given, side),
                change_of_chance(given, computed or after, side),
                change_of_chance(computed, after, side) if computed is not None else Estimate(0.0, 0.0, 0.0),
            )
            for side in sides
        },
        better,
    )


def _play(
    system: RuleSystem, wanted: Sequence[_Wanted], policy: str, workers: int | None
) -> list[PlayedOut | None]:
    """Play these positions out, those alike together; None for one that cannot be played."""
    found: list[PlayedOut | None] = [None] * len(wanted)
    alike: dict[tuple[str, int, int], list[int]] = {}
    for nth, each in enumerate(wanted):
        alike.setdefault((each.viewer, each.playouts, each.seed), []).append(nth)
    for (viewer, playouts, seed), places in alike.items():
        positions = [wanted[nth].position for nth in places]
        try:
            played: list[PlayedOut | None] = list(
                played_out(system, positions, policy, viewer, playouts, seed, workers)
            )
        except Refused:
            played = [_one(system, each, policy, viewer, playouts, seed) for each in positions]
        for nth, result in zip(places, played, strict=True):
            found[nth] = result
    return found


def _one(
    system: RuleSystem, position: Position, policy: str, viewer: str, playouts: int, seed: int
) -> PlayedOut | None:
    try:
        return next(iter(played_out(system, [position], policy, viewer, playouts, seed)))
    except Refused:
        return None
