"""The curve at the start of a review, and the orders that turned the game, numbered in order of time."""

from collections.abc import Sequence
from typing import NamedTuple

from adjudication.chances.turning_points import Forecast, Point
from reports.document.blocks import Figure
from reports.figures.hero import Axis, Line, Note, course, sparks, ticks
from reports.review.moments import (
    MOMENTS,
    by_margin,
    by_track,
    eyes,
    forecast_of,
    most_moving,
    orders_told,
    place_of,
)
from reports.review.review import Review
from reports.review.standing import Score, colour_of, line_side, scores
from reports.words.forecasts import not_counted
from reports.words.names import capital, joined, shortened, signed

MOST_LINES = 6
"""The most sides or tracks that a curve draws."""
_LONGEST_NOTE = 44


class Turn(NamedTuple):
    """A turning point, or the nearest to one. place: its point of the curve. value: what it changed, for a
    card. words: for the curve."""

    order: int
    turn: int
    place: int
    value: str
    words: str
    beyond_noise: bool = True


# --- what turned it --------------------------------------------------------------------------------


def turning_points(review: Review) -> list[Turn]:
    """The turning points in order of time: the orders that changed the chance of winning most, if it was
    computed; else those that changed the score, or a track, most."""
    forecast = forecast_of(review)
    if forecast is not None:
        found = [_by_chance(review, forecast, point) for point in most_moving(forecast, MOMENTS)]
    elif review.judged:
        found = [
            Turn(
                moment.number,
                moment.turn,
                -1,
                moment.moved.split(";")[0].split(",")[0],
                _named(review, moment.number),
            )
            for moment in by_track(review, MOMENTS)
        ]
    else:
        found = _by_score(review)
    return sorted(found, key=lambda turn: turn.order)


def _by_chance(review: Review, forecast: Forecast, point: Point) -> Turn:
    side = line_side(review)
    assert point.change is not None
    if len(point.chances.sides) > 2:
        moved = point.change.sides
        side = max(moved, key=lambda each: (abs(moved[each].value), moved[each].value))
    place = forecast.points.index(point)
    before = forecast.points[place - 1].chances.sides[side].value
    after = point.chances.sides[side].value
    whose = f"{capital(review.names.side(side))}: " if len(point.chances.sides) > 2 else ""
    value = f"{100 * before:.0f} % to {100 * after:.0f} %"
    words = f"{_named(review, point.order)}: {100 * before:.0f} to {100 * after:.0f} %"
    return Turn(point.order, point.turn, place, whose + value, words, point.beyond_noise())


def _by_score(review: Review) -> list[Turn]:
    course, side = scores(review), line_side(review)
    found = []
    for moment in by_margin(review, MOMENTS):
        places = [place for place, each in enumerate(course) if each.order == moment.number]
        place = places[-1] if places else -1
        if place > 0 and side in course[0].points and len(course[0].points) == 2:
            before, after = _margin(course[places[0] - 1], side), _margin(course[place], side)
            value = f"{_signed(before)} to {_signed(after)}"
            words = f"{_named(review, moment.number)}: {value}"
        elif place > 0 and len(course[0].points) == 1:
            (own,) = course[0].points
            value = f"{course[places[0] - 1].points[own]} to {course[place].points[own]}"
            words = f"{_named(review, moment.number)}: {value}"
        else:
            value = capital(moment.moved.split(",")[0])
            words = _named(review, moment.number)
        found.append(Turn(moment.number, moment.turn, place, value, words))
    return found


def _signed(number: int) -> str:
    return signed(number) if number else "0"


def _margin(score: Score, side: str) -> int:
    return score.points[side] - max(points for other, points in score.points.items() if other != side)


def _named(review: Review, number: int) -> str:
    """An order in a few words, for a curve: the place that it was about, else its own words."""
    told = orders_told(review).get(number)
    if told is None:
        return f"order {number}"
    place = place_of(review, told)
    if place:
        return place
    words = told.words.partition(": ")[2] if told.side and ": " in told.words else told.words
    return shortened(capital(words), 30)


# --- the curve -------------------------------------------------------------------------------------


def curve_of(review: Review, moments: Sequence[Turn]) -> Figure | None:
    """The chance of winning if it was computed, else the score, else the tracks that moved."""
    forecast = forecast_of(review)
    if forecast is not None:
        return _of_chances(review, forecast, moments)
    if not review.judged:
        course = scores(review)
        if course:
            return of_scores(review, course, moments)
    return _of_tracks(review)


def _notes(moments: Sequence[Turn], review: Review) -> list[Note]:
    return [
        Note(
            moment.place,
            str(number),
            f"T{moment.turn} {shortened(moment.words, _LONGEST_NOTE)}",
        )
        for number, moment in enumerate(moments, 1)
        if moment.place >= 0
    ]


def _of_chances(review: Review, forecast: Forecast, moments: Sequence[Turn]) -> Figure:
    """The chance of winning: one line if two sides fight for it, else one for each side."""
    points, names = forecast.points, review.names
    turns = [point.turn for point in points]
    side, sides = line_side(review), list(points[0].chances.sides)
    draws = any(point.chances.draw.value for point in points)
    shown = [side] if len(sides) == 2 and not draws else sides
    lines = []
    for each in shown:
        parts = [point.chances.sides[each] for point in points]
        lines.append(
            Line(
                capital(names.side(each)),
                colour_of(review, each),
                [100 * part.value for part in parts],
                [100 * part.low for part in parts],
                [100 * part.high for part in parts],
            )
        )
    if draws:
        drawn = [100 * point.chances.draw.value for point in points]
        lines.append(Line("Draw", "#777777", drawn))
    axis = Axis(0, 100, (0, 25, 50, 75, 100), " %", 50)
    if len(shown) == 1:
        other = next(each for each in sides if each != side)
        axis = axis._replace(above=_ahead(review, side, "favoured"), below=_ahead(review, other, "favoured"))
    heading = f"Chance of winning ({names.side(side)})" if len(shown) == 1 else "Chance of winning"
    told = _in_words(lines, turns, " %", moments, review)
    caption = (
        f"{heading}, order by order. {forecast.playouts:,} games were played on from each point by the "
        f"policy “{forecast.policy}”, {eyes(review, forecast)}. The pale band is the 95 % interval."
    )
    return _figure(lines, turns, axis, heading, _notes(moments, review), told, caption)


def _ahead(review: Review, side: str, how: str) -> tuple[str, str]:
    return f"{capital(review.names.side(side))} {how}", colour_of(review, side)


def of_scores(
    review: Review, score: Sequence[Score], moments: Sequence[Turn], prefix: str = "hero"
) -> Figure:
    """The score: the margin if two sides have one, else the points of each."""
    turns, side, names = [each.turn for each in score], line_side(review), review.names
    sides = list(score[0].points)
    if len(sides) == 2 and side in sides:
        other = next(each for each in sides if each != side)
        margin = [float(_margin(each, side)) for each in score]
        low, high = min(0, *margin), max(0, *margin)
        marks = ticks(low, high if high > low else 1)
        axis = Axis(
            marks[0], marks[-1], marks, "", 0, _ahead(review, side, "ahead"), _ahead(review, other, "ahead")
        )
        lines = [Line(capital(names.side(side)), colour_of(review, side), margin, steps=True)]
        heading = f"Points of {names.side(side)} less those of {names.side(other)}"
    else:
        lines = [
            Line(
                capital(names.brief(each)),
                colour_of(review, each),
                [float(one.points[each]) for one in score],
                steps=True,
            )
            for each in sides[:MOST_LINES]
        ]
        values = [value for line in lines for value in line.values]
        marks = ticks(min(0, *values), max(1, *values))
        axis = Axis(marks[0], marks[-1], marks)
        heading = "Points of each side" if len(sides) > 1 else f"Points of {names.side(sides[0])}"
    caption = f"{heading}, change by change."
    left_out = "" if review.counts_points else " ".join(not_counted(review.state, review.viewer))
    told = _in_words(lines, turns, "", moments, review)
    return _figure(
        lines, turns, axis, heading, _notes(moments, review), told, f"{caption} {left_out}".strip(), prefix
    )


def _figure(
    lines: Sequence[Line],
    turns: Sequence[int],
    axis: Axis,
    heading: str,
    notes: Sequence[Note],
    told: str,
    caption: str,
    prefix: str = "hero",
) -> Figure:
    wide = course(lines, turns, axis, heading, prefix, notes)
    narrow = course(lines, turns, axis, heading, f"{prefix}-narrow", notes, narrow=True)
    return Figure(wide, told, caption, narrow=narrow)


def _in_words(
    lines: Sequence[Line], turns: Sequence[int], unit: str, moments: Sequence[Turn], review: Review
) -> str:
    """A curve in words: its value at the end of each turn, and its turning points."""
    last_of = {turn: place for place, turn in enumerate(turns)}
    told = []
    for line in lines:
        by_turn = [f"{line.values[at]:.0f}{unit} after turn {turn}" for turn, at in last_of.items()]
        told.append(f"{line.name}: {line.values[0]:.0f}{unit} at the start, {joined(by_turn)}.")
    what = "Turning points" if forecast_of(review) is not None else "Largest changes"
    turned = [
        f"{number}, turn {review.names.turn(moment.turn)}, {moment.words}"
        for number, moment in enumerate(moments, 1)
    ]
    return " ".join([*told, *([f"{what}: {'; '.join(turned)}."] if turned else [])])


def _of_tracks(review: Review) -> Figure | None:
    """The tracks that moved, each on a scale of its own."""
    turns = [turn for turn in review.story.turns if turn.tracks]
    rows: list[tuple[str, list[float]]] = []
    for track in review.state.tracks:
        if track not in review.story.start or not all(track in turn.tracks for turn in turns):
            continue
        values = [float(review.story.start[track]), *(float(turn.tracks[track]) for turn in turns)]
        if len(set(values)) > 1:
            rows.append((review.names.track(track), values))
    if not turns or not rows:
        return None

    # The most moved first, as a share of their ranges.
    def reach(row: tuple[str, list[float]]) -> float:
        return max(row[1]) - min(row[1])

    rows = sorted(rows, key=reach, reverse=True)[:MOST_LINES]
    numbers = [turns[0].turn, *(turn.turn for turn in turns)]
    told = "; ".join(f"{name} from {values[0]:g} to {values[-1]:g}" for name, values in rows)
    heading = "Tracks by turn"
    return Figure(
        sparks(rows, numbers, heading, "hero"),
        f"Turns {numbers[0]} to {numbers[-1]}: {told}.",
        "Tracks at the end of each turn, each on its own scale.",
        narrow=sparks(rows, numbers, heading, "hero-narrow", narrow=True),
    )
