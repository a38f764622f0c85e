"""The chances of winning over a game, order by order, and the orders that turned it."""

from collections.abc import Mapping, Sequence

from adjudication.chances.turning_points import Forecast, Point
from reports.document.blocks import (
    Block,
    Bullets,
    Column,
    Paragraph,
    Section,
    Span,
    Step,
    Steps,
    Table,
    Unfold,
    Words,
    event_link,
)
from reports.review.lines import step
from reports.review.moments import (
    MOMENTS,
    eyes,
    forecast_of,
    most_moving,
    moved_words,
    orders_told,
)
from reports.review.review import Review
from reports.story.turns import OrderTold
from reports.words.forecasts import not_counted, percent
from reports.words.forecasts import points as change_in_points
from reports.words.names import Names, capital, wins

Told = Sequence[Point]


def chances(review: Review) -> Section | None:
    """How the chances of winning were computed, the turning points in full, and every point of the curve
    at the start of the review."""
    forecast = forecast_of(review)
    if forecast is None:
        return None
    points = forecast.points
    shown = sorted(most_moving(forecast, MOMENTS), key=lambda point: point.order)
    how = (
        "After each order with a roll or a draw, and before it where decisions had been made since, the game "
        f"was played to its end {forecast.playouts:,} times by the policy “{forecast.policy}”, "
        f"{eyes(review, forecast)}. Intervals are 95 %. A policy does not play like the people did: read the "
        "chances as the value of the position."
    )
    blocks: list[Block] = [
        Paragraph(_lead(review.names, forecast, points)),
        Paragraph(" ".join((how, *not_counted(review.state))), "soft"),
    ]
    orders = orders_told(review)
    blocks += [_turning(review, place, point, orders) for place, point in enumerate(shown, 1)]
    blocks.append(_every(review.names, points))
    return Section("chances", "Chances of winning", tuple(blocks))


def to_compute(review: Review) -> Section | None:
    """What was not computed for this review, and how the white cell can add it."""
    if not review.white or review.judged:
        return None
    items: list[Words] = []
    if forecast_of(review) is None:
        items.append(("Chances of winning: ", Span("whitecell aar --with-turning-points", "code")))
    if review.luck is None and not review.counts_points:
        items.append(("The effect of luck on the score: ", Span("whitecell aar --with-luck", "code")))
    if review.split is None:
        items.append(("Decisions and luck apart: ", Span("whitecell aar --with-decisions", "code")))
    if not items:
        return None
    return Section("to-compute", "Not computed for this review", (Bullets(tuple(items)),))


def _draws(points: Told) -> bool:
    return any(point.chances.draw.value for point in points)


def _lead(names: Names, forecast: Forecast, points: Told) -> str:
    first, last = points[0], points[-1]
    end = "at the end" if forecast.decided else "now"
    told = [
        f"{names.side(side)} {percent(first.chances.sides[side])} at the start, "
        f"{percent(last.chances.sides[side])} {end}"
        for side in first.chances.sides
    ]
    return f"Chance of winning: {'; '.join(told)}."


def _turning(
    review: Review,
    place: int,
    point: Point,
    told: Mapping[int, OrderTold],
) -> Unfold:
    """A turning point: the order, its effect on each side, and the dice."""
    assert point.change is not None
    order = told.get(point.order)
    words = order.words if order is not None else f"order {point.order}"
    rows: list[tuple[Words, ...]] = [
        (
            capital(review.names.side(side)),
            change_in_points(change),
            percent(point.chances.sides[side]),
        )
        for side, change in point.change.sides.items()
    ]
    if point.change.draw.value:
        rows.append(("a draw", change_in_points(point.change.draw), percent(point.chances.draw)))
    columns = (Column("Side"), Column("Change in points", number=True), Column("Chance after", number=True))
    blocks: list[Block] = [
        Paragraph(("The order: ", event_link(point.order))),
        Table(columns, tuple(rows), f"Effect of turning point {place}", heads=True),
    ]
    lines = [line for line in review.lines if line.number in point.rolls]
    if lines:
        blocks.append(Steps(tuple(step(review, line) for line in lines)))
    before = point.orders[:-1]
    if before:
        blocks.append(Paragraph("Includes these decisions, made since the last computed point:", "soft"))
        blocks.append(Steps(tuple(Step(each, told[each].words) for each in before if each in told)))
    came = f" {'; '.join(order.outcome())}" if order is not None and order.outcome() else ""
    return Unfold(
        f"{place}. Turn {point.turn}: {words}",
        tuple(blocks),
        f"{moved_words(review, point)}.{came}",
        anchor=f"turning-{place}-in-full",
    )


def _every(names: Names, points: Told) -> Unfold:
    """All points, as a table."""
    draws = _draws(points)
    sides = list(points[0].chances.sides)
    columns = [Column("Turn", number=True), Column("Event", number=True)]
    columns += [Column(capital(wins(names.side(side))), number=True) for side in sides]
    columns += [Column("A draw", number=True)] if draws else []
    rows = tuple(
        (
            str(point.turn),
            event_link(point.order, str(point.order)),
            *(percent(point.chances.sides[side]) for side in sides),
            *((percent(point.chances.draw),) if draws else ()),
        )
        for point in points
    )
    table = Table(tuple(columns), rows, "Chances after each order")
    return Unfold(f"All {len(points)} points of the curve", (table,), quiet=True)
