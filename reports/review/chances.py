"""The chances of winning over a game, order by order, and the orders that turned it."""

from collections.abc import Mapping, Sequence

from adjudication.chances.forecast import Estimate
from adjudication.chances.turning_points import Forecast, Point
from reports.document.blocks import (
    Block,
    Column,
    Figure,
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
from reports.figures.game_plots import Band, Mark, curves
from reports.review.lines import step
from reports.review.moments import (
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
from reports.words.names import Names, capital, joined

NAMED = 5
"""How many turning points are told."""

_NOT_HERE = (
    "Chances of winning were not computed for this review. Run ",
    Span("whitecell aar --with-turning-points", "code"),
    " to add them.",
)

Told = Sequence[Point]


def chances(review: Review) -> Section | None:
    """The curve of each side's chance, its turning points, and every point of it."""
    forecast = forecast_of(review)
    if forecast is None:
        if not review.white or review.judged or review.counts_points:
            return None
        return Section("chances", "Chances of winning", (Paragraph(_NOT_HERE, "soft"),))
    points = forecast.points
    shown = most_moving(forecast, NAMED)
    how = (
        "After each order with a roll or a draw, and before it where decisions had been made since, the game "
        f"was played to its end {forecast.playouts:,} times by the policy “{forecast.policy}”, "
        f"{eyes(review, forecast)}. Intervals are 95 %. A policy does not play like the people did: read the "
        "chances as the value of the position."
    )
    blocks: list[Block] = [
        Paragraph(_lead(review.names, forecast, points), "lead"),
        _curve(review.names, points, shown, forecast),
        Paragraph(" ".join((how, *not_counted(review.state))), "soft"),
    ]
    if shown:
        orders = orders_told(review)
        turning = tuple(_turning(review, place, point, orders) for place, point in enumerate(shown, 1))
        blocks.append(Section("turning-points", "Turning points", turning))
    blocks.append(_every(review.names, points))
    return Section("chances", "Chances of winning", tuple(blocks))


def _draws(points: Told) -> bool:
    return any(point.chances.draw.value for point in points)


def _lines(names: Names, points: Told) -> dict[str, list[Estimate]]:
    """The curve of each side, and of a draw where one was ever possible."""
    sides = list(points[0].chances.sides)
    found = {
        f"{capital(names.side(side))} wins": [point.chances.sides[side] for point in points] for side in sides
    }
    if _draws(points):
        found["a draw"] = [point.chances.draw for point in points]
    return found


def _lead(names: Names, forecast: Forecast, points: Told) -> str:
    first, last = points[0], points[-1]
    end = "at the end" if forecast.decided else "now"
    told = [
        f"{names.side(side)} {percent(first.chances.sides[side])} at the start, "
        f"{percent(last.chances.sides[side])} {end}"
        for side in first.chances.sides
    ]
    return f"Chance of winning: {'; '.join(told)}."


def _curve(names: Names, points: Told, shown: Told, forecast: Forecast) -> Figure:
    lines = _lines(names, points)
    bands = {
        name: Band(*([100 * part for part in parts] for parts in zip(*map(_parts, line), strict=True)))
        for name, line in lines.items()
    }
    places = {point.number: index for index, point in enumerate(points)}
    first = next(iter(lines))
    marks = [Mark(first, places[point.number], str(place)) for place, point in enumerate(shown, 1)]
    turns = [point.turn for point in points]
    svg = curves(bands, turns, ("turn", "chance, %"), "chances", marks, (-2, 102))
    caption = "Each side's chance of winning, order by order; numbers mark the turning points"
    return Figure(svg, _in_words(lines, points, shown), caption)


def _parts(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.value, estimate.low, estimate.high


def _in_words(lines: dict[str, list[Estimate]], points: Told, shown: Told) -> str:
    """The curve in words: where it stood at the end of each turn, and where it turned."""
    last_of = {point.turn: index for index, point in enumerate(points)}
    told = []
    for name, line in lines.items():
        by_turn = [f"{percent(line[index])} after turn {turn}" for turn, index in last_of.items()]
        told.append(f"{name}: {percent(line[0])} at the start, {joined(by_turn)}.")
    turned = [f"{place}, turn {point.turn}, event {point.order}" for place, point in enumerate(shown, 1)]
    return " ".join([*told, *([f"Turning points: {'; '.join(turned)}."] if turned else [])])


def _turning(
    review: Review,
    place: int,
    point: Point,
    told: Mapping[int, OrderTold],
) -> Unfold:
    """A turning point: the order, what it did to each side, what was rolled."""
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
    blocks: list[Block] = [Table(columns, tuple(rows), f"Effect of turning point {place}", heads=True)]
    lines = [line for line in review.lines if line.number in point.rolls]
    if lines:
        blocks.append(Steps(tuple(step(review, line) for line in lines)))
    before = point.orders[:-1]
    if before:
        blocks.append(Paragraph("Includes these decisions, made since the last computed point:", "soft"))
        blocks.append(Steps(tuple(Step(each, told[each].words) for each in before if each in told)))
    came = f" {'; '.join(order.outcome())}" if order is not None and order.outcome() else ""
    return Unfold(
        (f"{place}. Turn {point.turn}, ", event_link(point.order), f": {words}"),
        tuple(blocks),
        f"{moved_words(review, point)}.{came}",
        anchor=f"turning-{place}",
    )


def _every(names: Names, points: Told) -> Unfold:
    """All points, as a table."""
    draws = _draws(points)
    sides = list(points[0].chances.sides)
    columns = [Column("Turn", number=True), Column("Event", number=True)]
    columns += [Column(f"{capital(names.side(side))} wins", number=True) for side in sides]
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
