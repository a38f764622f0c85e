"""How far luck carried each side: orders by their stakes, and the dice alone."""

from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import sqrt

from adjudication.chances.luck import Luck, OrderLuck, Pips, has_scores, pips
from adjudication.chances.spreads import Z95, margins
from domain.events import DieRolled
from domain.views.view import see
from reports.document.blocks import (
    Block,
    Bullets,
    Column,
    Figure,
    Paragraph,
    Section,
    Span,
    Table,
    Words,
    event_link,
)
from reports.figures.dice_table import LARGEST_DIE, faces_of_dice
from reports.figures.hero import Axis, Line, course, ticks
from reports.review.moments import orders_told
from reports.review.review import Review
from reports.review.standing import colour_of
from reports.words.names import capital, joined, one_line, spoken
from reports.words.odds import change, percent

TOP = 5
UNLUCKY = "#8a8a86"
"""The colour of bad luck, which is not the colour of a side."""


def luck(review: Review) -> Section | None:
    """Luck by stakes, if it was computed; only for the white cell, because it shows what was hidden."""
    found = review.luck if review.white else None
    if found is None or not has_scores(review.state):  # then it is measured in chances of winning, if at all
        return None
    lead = tuple(map(Paragraph, in_short(review, found)))
    return Section("luck", "Luck", (*lead, *_by_stakes(review, found)))


def in_short(review: Review, found: Luck) -> Iterator[Words]:
    """How far luck carried the winner, else the side with the largest luck."""
    if not found.sides:
        return
    state, reached = review.state, review.state.verdict
    winner = reached.winner if reached is not None and reached.winner in found.sides else ""
    side = winner or max(found.sides, key=lambda each: abs(found.sides[each].luck))
    total, name = found.sides[side], review.names.side(side)
    placed = f", more than in {percent(total.percentile)} of such games" if total.z is not None else ""
    yield (
        f"In the orders with chance in them the margin of {name} changed by {total.actual:+d}; "
        f"{total.expected:+.1f} was expected. ",
        Span(f"Luck accounts for {total.luck:+.1f}", "strong"),
        f"{placed}.",
    )
    margin = margins(see(state, review.viewer).tracks, state).get(winner) if winner else None
    if margin is None:
        return
    if margin <= 0:
        yield f"It won with a margin of {margin:+d}: the score alone did not decide the game."
    elif total.luck >= margin:
        yield f"It won by {margin}, no more than luck gave it: with average luck it might not have won."
    else:
        yield f"It won by {margin}, more than luck gave it."


def dice(review: Review) -> Section | None:
    """The dice that the viewer saw. Where people judge, a few rolls say nothing."""
    thrown = pips_seen(review)
    enough = any(not line.rough for line in thrown) or not review.judged
    return Section("dice", "Dice rolled", tuple(faces_of_dice(thrown))) if thrown and enough else None


def pips_seen(review: Review) -> tuple[Pips, ...]:
    """The dice in force that the viewer saw."""
    return pips(
        [
            DieRolled(number=line.number, **{name: line.fields[name] for name in ("die", "face", "purpose")})
            for line in review.lines
            if line.kind == "die-rolled" and not line.struck_by and line.fields["die"] <= LARGEST_DIE
        ]
    )


def mirrored(found: Luck) -> bool:
    """Whether there are two sides, and luck of one is bad luck of the other."""
    return len(found.sides) == 2 and all(
        abs(sum(stake.luck for stake in order.stakes.values())) < 1e-9 for order in found.orders
    )


def _by_stakes(review: Review, found: Luck) -> list[Block]:
    names = review.names
    sampled = sum(not order.exact for order in found.orders)
    some = f" ({sampled} of them by sampling)" if sampled else ""
    lead = (
        f"{len(found.orders)} orders with chance in them{some} are compared with every result that the same "
        "order could have had, given what the side that gave it could know and the answers that people gave; "
        f"{found.without_chance} had no chance in them. The measure is the margin: a side's score less the "
        "best score of the others."
    )
    blocks: list[Block] = [Paragraph(lead)]
    if found.sides:
        blocks.append(_sums(review, found))
    sides = list(found.sides)[:1] if mirrored(found) else list(found.sides)
    if found.sides and len(found.orders) > 1:
        blocks.append(_curve(review, found, sides))
    told = orders_told(review)
    for index, side in enumerate(sides, 1):
        for kind, orders in (
            ("luckiest", found.luckiest(side, TOP)),
            ("unluckiest", found.unluckiest(side, TOP)),
        ):
            if orders:
                heading = f"The {kind} orders for {names.side(side)}"
                words = {number: order.words for number, order in told.items()}
                table = _orders(orders, side, words)
                blocks.append(Section(f"{kind}-{index}", heading, (table,)))
    if len(sides) < len(found.sides):
        other = names.side(list(found.sides)[1])
        blocks.append(Paragraph(f"Good luck for {names.side(sides[0])} was bad luck for {other}.", "soft"))
    if found.left_out:
        left: tuple[Words, ...] = tuple(
            (event_link(each.number), f": {one_line(each.why)}") for each in found.left_out
        )
        blocks.append(Section("luck-left-out", "Orders that could not be computed", (Bullets(left),)))
    return blocks


def _sums(review: Review, found: Luck) -> Table:
    """Each side's luck, summed."""
    columns = (
        Column("Side"),
        Column("Orders", number=True),
        Column("Expected change of margin", number=True),
        Column("Actual", number=True),
        Column("Luck", number=True),
        Column("Standard deviations", number=True),
        Column("Luckier than", number=True),
    )
    rows: list[tuple[Words, ...]] = [
        (
            capital(review.names.side(side)),
            str(total.orders),
            f"{total.expected:+.2f}",
            change(total.actual),
            f"{total.luck:+.2f}",
            "no chance" if total.z is None else _rounded(total.z),
            f"{percent(total.percentile)} of such games",
        )
        for side, total in found.sides.items()
    ]
    return Table(columns, tuple(rows), "Luck of each side over the game", heads=True)


def _rounded(number: float) -> str:
    """A number with its sign and one decimal; zero without a sign."""
    return f"{number:+.1f}" if abs(number) >= 0.05 else "0.0"


def _curve(review: Review, found: Luck, sides: Sequence[str]) -> Figure:
    """Luck summed up from order to order, above the range of pure chance."""
    spread = [_deviation(found.orders[: end + 1]) * Z95 for end in range(len(found.orders))]
    lines: list[Line] = []
    told = []
    last_of = {order.turn: index for index, order in enumerate(found.orders)}
    for side in sides:
        name = capital(review.names.side(side))
        so_far = list(
            accumulate(order.stakes[side].luck if side in order.stakes else 0.0 for order in found.orders)
        )
        band = ([-each for each in spread], spread) if not lines else ((), ())
        lines.append(Line(name, colour_of(review, side), so_far, band[0], band[1], steps=True))
        by_turn = [f"{so_far[index]:+.1f} after turn {turn}" for turn, index in last_of.items()]
        told.append(f"Luck of {name}, added up: {joined(by_turn)}.")
    told.append(f"In 95 of 100 such games it would end between {-spread[-1]:+.1f} and {spread[-1]:+.1f}.")
    turns = [order.turn for order in found.orders]
    reach = max(*spread, *(abs(value) for line in lines for value in line.values), 1)
    marks = ticks(-reach, reach)
    axis = Axis(marks[0], marks[-1], marks, "", 0)
    heading = "Luck, added up order by order"
    if len(sides) == 1:
        name, colour = lines[0].name, lines[0].colour
        axis = axis._replace(above=(f"{name} lucky", colour), below=(f"{name} unlucky", UNLUCKY))
        heading = f"Luck of {name}, added up order by order"
    caption = (
        f"{heading}: margin above what was expected. The pale band is the range of chance alone: "
        "95 of 100 such games stay in it."
    )
    wide = course(lines, turns, axis, heading, "luck-curve")
    narrow = course(lines, turns, axis, heading, "luck-narrow", narrow=True)
    return Figure(wide, " ".join(told), caption, narrow=narrow)


def _deviation(orders: Sequence[OrderLuck]) -> float:
    """The standard deviation of the sum of these orders, for the side for which it is largest."""
    sums: dict[str, float] = {}
    for order in orders:
        for side, stake in order.stakes.items():
            sums[side] = sums.get(side, 0.0) + stake.margin.variance
    return sqrt(max(sums.values(), default=0.0))


def _orders(orders: Sequence[OrderLuck], side: str, words: dict[int, str]) -> Table:
    columns = (
        Column("Order"),
        Column("Turn", number=True),
        Column("Change", number=True),
        Column("Expected", number=True),
        Column("Luck", number=True),
        Column("Better than", number=True),
    )
    rows = []
    for order in orders:
        stake = order.stakes[side]
        told = words.get(order.number, spoken(order.order))
        rows.append(
            (
                (event_link(order.number), f": {told}"),
                str(order.turn),
                change(stake.actual),
                f"{stake.expected:+.2f}",
                f"{stake.luck:+.2f}",
                percent(stake.percentile),
            )
        )
    return Table(columns, tuple(rows), "Change of the margin, and what was expected")
