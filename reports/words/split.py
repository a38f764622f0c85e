"""What decisions, luck and rulings did to the chances of winning, in words."""

from collections.abc import Iterator

from adjudication.chances.forecast import Estimate
from adjudication.chances.split import OrderSplit, Preferred, Split, Total
from domain.table.state import State
from reports.words.forecasts import percent
from reports.words.forecasts import points as in_points
from reports.words.names import Names, capital, number_of
from reports.words.seminar import order_words

PARTS = ("own decisions", "decisions of others", "luck", "rulings")
HOW = (
    "Each order's chances are those of the position played on by the policy “{policy}”, {playouts} times, "
    "through the eyes of the side that gave it. Decision is what the order changed against what the policy "
    "would have done; luck is what dice, draws and hidden pieces changed then; ruling is what the white "
    "cell's ruling changed."
)


def split_lines(found: Split, state: State, top: int) -> Iterator[str]:
    """The split in lines; at most `top` orders are named."""
    names = Names(state)
    if not found.orders:
        yield "No orders yet, so there is nothing to split."
        return
    yield HOW.format(policy=found.policy, playouts=found.playouts)
    for side, total in found.totals().items():
        end = "at the end" if found.decided else "now"
        start, now = percent_of(total.start), percent_of(total.end)
        yield f"{capital(names.side(side))}: {start} at the start, {now} {end}."
        yield f"  {'; '.join(f'{name} {points_of(value)}' for name, value in parts_of(total))}."
    marked = sorted(found.marked(), key=_worth, reverse=True)
    if not marked:
        yield "The policy did not clearly prefer another order anywhere."
        return
    yield f"The policy clearly preferred another order instead of {number_of(len(marked), 'order')}:"
    for order in marked[:top]:
        where = f"{order.number} (turn {order.turn}, {names.side(order.side)})"
        yield f"  {where} {called(order, names)}: {instead(order, names)}"
    if len(marked) > top:
        yield f"  {len(marked) - top} more."


def parts_of(total: Total) -> tuple[tuple[str, float], ...]:
    """What changed a side's chance, each part with its name."""
    return tuple(zip(PARTS, (total.own, total.others, total.luck, total.ruling), strict=True))


def called(order: OrderSplit, names: Names) -> str:
    """An order in words."""
    return _order(order.order, order.arguments, names)


def instead(order: OrderSplit, names: Names) -> str:
    """The order that the policy preferred, and by how much."""
    preferred = order.preferred
    assert preferred is not None
    better = preferred_in_words(preferred, names)
    return f"the policy preferred {better}, worth {in_points(preferred.worth)} points more"


def preferred_in_words(preferred: Preferred, names: Names) -> str:
    """The order that the policy preferred."""
    return _order(preferred.order, preferred.arguments, names)


def percent_of(value: float) -> str:
    """A chance without its interval."""
    return percent(Estimate(value, value, value))


def points_of(value: float) -> str:
    """A change of a chance in percentage points, without its interval."""
    shown = round(100 * value, 1)
    return f"{shown:+.1f}" if shown else "0.0"


def _order(name: str, arguments: dict[str, object], names: Names) -> str:
    return order_words(name, arguments, names)


def _worth(order: OrderSplit) -> float:
    return order.preferred.worth.value if order.preferred is not None else 0.0
