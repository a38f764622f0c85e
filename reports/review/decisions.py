"""What decisions, luck and rulings did to the chances of winning: sums for each side, and the orders to
which the policy clearly preferred another."""

from adjudication.chances.split import CLEAR, OrderSplit, Split
from reports.document.blocks import Block, Column, Paragraph, Section, Table, Words, event_link
from reports.review.moments import orders_told
from reports.review.review import Review
from reports.words.forecasts import points
from reports.words.names import capital
from reports.words.split import HOW, PARTS, parts_of, percent_of, points_of, preferred_in_words

TOP = 10


def decisions(review: Review) -> Section | None:
    """The split of the game, for the white cell, if it was computed."""
    found = review.split if review.white else None
    if found is None or not found.orders:
        return None
    blocks: list[Block] = [
        _sums(review, found),
        Paragraph(HOW.format(policy=found.policy, playouts=found.playouts), "soft"),
    ]
    marked = found.marked()
    if marked:
        blocks.append(_marked(review, sorted(marked, key=_worth, reverse=True)[:TOP]))
    else:
        blocks.append(Paragraph("Nowhere did the policy clearly prefer another order."))
    return Section("decisions", "Decisions, luck and rulings", tuple(blocks))


def _sums(review: Review, found: Split) -> Table:
    """Each side's chance, from the start to the end."""
    changes = [Column(capital(name), number=True) for name in PARTS]
    columns = (
        Column("Side"),
        Column("At the start", number=True),
        *changes,
        Column("At the end", number=True),
    )
    rows: list[tuple[Words, ...]] = [
        (
            capital(review.names.side(side)),
            percent_of(total.start),
            *(points_of(value) for _, value in parts_of(total)),
            percent_of(total.end),
        )
        for side, total in found.totals().items()
    ]
    return Table(columns, tuple(rows), "Chance of winning: what changed it, in points", heads=True)


def _marked(review: Review, orders: list[OrderSplit]) -> Table:
    """The orders to which the policy clearly preferred another."""
    told = orders_told(review)
    columns = (
        Column("Turn", number=True),
        Column("Order"),
        Column("The policy preferred"),
        Column("Worth, in points", number=True),
    )
    rows: list[tuple[Words, ...]] = []
    for order in orders:
        assert order.preferred is not None
        words = told[order.number].words if order.number in told else order.order
        rows.append(
            (
                str(order.turn),
                (event_link(order.number), f": {words}"),
                preferred_in_words(order.preferred, review.names),
                points(order.preferred.worth),
            )
        )
    caption = f"Orders with one that is clearly worth more ({round(100 * CLEAR)} points at least)"
    return Table(columns, tuple(rows), caption)


def _worth(order: OrderSplit) -> float:
    return order.preferred.worth.value if order.preferred is not None else 0.0
