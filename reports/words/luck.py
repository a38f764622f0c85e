"""Luck in words: each side's sum, the orders that made it, and the dice alone."""

from collections.abc import Iterator

from adjudication.chances.luck import Luck, OrderLuck, Pips, SideLuck, has_scores
from adjudication.chances.split import OrderSplit, Split
from domain.table.state import State
from reports.words.names import Names, capital, number_of, one_line
from reports.words.odds import change, percent
from reports.words.seminar import order_words
from reports.words.split import points_of

MOST_LEFT_OUT = 5
JUDGED = "No track of this game is a side's score, so luck cannot be measured; only the dice are counted."
LEAST = 0.0005
"""The smallest change of a chance that is shown: smaller ones round to 0.0 points."""


def luck_lines(
    found: Luck, state: State, top: int, split: Split | None = None, judged: bool = False
) -> list[str]:
    """The luck of a game in lines; the `top` orders of each side are named.

    split: if no track is a score, what luck did to the chances of winning, once that was computed. judged:
    people judge the outcome, so that luck cannot be measured.
    """
    if not has_scores(state):
        told = [JUDGED] if judged else _in_chances(split, Names(state), top)
        return [*told, *_pips(found.pips)]
    return [
        *_head(found),
        *_orders(found, Names(state), top),
        *_pips(found.pips),
    ]


def _head(found: Luck) -> Iterator[str]:
    weighed, sampled = len(found.orders), sum(not order.exact for order in found.orders)
    if not (weighed or found.without_chance or found.left_out):
        yield "No orders yet, so there is no luck to compute."
        return
    some = f", {sampled} of them by sampling" if sampled else ""
    them = "order with chance in it" if weighed == 1 else "orders with chance in them"
    yield f"Luck computed for {weighed} {them}{some}; {found.without_chance} had no chance in them."
    for left in found.left_out[:MOST_LEFT_OUT]:
        yield f"Order {left.number} left out: {one_line(left.why)}"
    if len(found.left_out) > MOST_LEFT_OUT:
        yield f"{len(found.left_out) - MOST_LEFT_OUT} more left out."


def _in_chances(split: Split | None, names: Names, top: int) -> Iterator[str]:
    """What luck did to each side's chance of winning, and the orders in which it did most."""
    yield "No track of this game is a side's score, so luck is measured in the chance of winning."
    if split is None:
        yield "`whitecell decisions` computes it, which takes minutes; run `whitecell luck` again afterwards."
        return
    for side, total in split.totals().items():
        yield (
            f"{capital(names.side(side))}: luck changed the chance of winning by "
            f"{points_of(total.luck)} percentage points, all orders together."
        )
        moved = [order for order in split.orders if abs(order.parts[side].luck.value) >= LEAST]
        moved.sort(key=lambda order: (-abs(order.parts[side].luck.value), order.number))
        for order in moved[:top]:
            yield f"    {_moved(order, side, names)}"


def _moved(order: OrderSplit, side: str, names: Names) -> str:
    what = order_words(order.order, order.arguments, names)
    whose = f", {names.side(order.side)}" if order.side else ""
    return f"{order.number} (turn {order.turn}{whose}) {what}: {points_of(order.parts[side].luck.value)}"


def _orders(found: Luck, names: Names, top: int) -> Iterator[str]:
    sides = list(found.sides)
    for side, total in found.sides.items():
        yield f"{capital(names.side(side))}: {_sum(total)}"
        if len(sides) == 2 and side == sides[1]:
            yield f"  Good luck for {names.side(sides[0])} was bad luck for this side, order by order."
            continue
        for head, orders in (
            ("luckiest", found.luckiest(side, top)),
            ("unluckiest", found.unluckiest(side, top)),
        ):
            if orders:
                yield f"  Its {head} orders:"
                for order in orders:
                    yield f"    {_order(order, side, names)}"


def _sum(side: SideLuck) -> str:
    told = (
        f"margin changed by {change(side.actual)} in these orders; {side.expected:+.2f} was expected; "
        f"luck {side.luck:+.2f}"
    )
    if side.z is None:
        return f"{told}; no chance was involved."
    return (
        f"{told}, {abs(side.z):.1f} standard deviations {'above' if side.z >= 0 else 'below'}; "
        f"luckier than {percent(side.percentile)} of such games."
    )


def _order(order: OrderLuck, side: str, names: Names) -> str:
    stake = order.stakes[side]
    what = order_words(order.order, order.arguments, names)
    whose = f", {names.side(order.side)}" if order.side else ""
    return (
        f"{order.number} (turn {order.turn}{whose}) {what}: {change(stake.actual)}, "
        f"{stake.expected:+.2f} expected; luck {stake.luck:+.2f}, better than {percent(stake.percentile)}"
    )


def _pips(pips: tuple[Pips, ...]) -> Iterator[str]:
    for line in pips:
        faces = ", ".join(f"{face}: {count}" for face, count in line.faces.items())
        rough = "; too few rolls to judge the dice" if line.rough else ""
        yield (
            f"D{line.die}, {number_of(line.rolls, 'roll')}: mean {line.mean:.2f} "
            f"({line.expected:g} expected); {faces}; "
            f"chi-square {line.chi_square:.1f}, p = {line.p:.3f}{rough}."
        )
