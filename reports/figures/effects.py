"""Effects with their size and certainty: points with whiskers, and pairs of points."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from reports.figures.style import (
    INK,
    NARROW,
    SMALL,
    TEXT,
    WIDE,
    Scale,
    axis_name,
    drawing,
    label,
    lines,
    room,
    rule,
    soft,
    tick,
    tick_words,
    ticks,
)
from reports.figures.svg import tag

_ROW, _LINE = 34.0, 15.0
_DOT = 5.0
_SAID = 165.0
"""The least room for values in words, so that plots one below another have the same edges."""


class Point(NamedTuple):
    """A value with its interval, on a line of its own. said: the value in words, beside it. colour: empty
    if it is no evidence of anything."""

    name: str
    value: float
    low: float
    high: float
    said: str
    colour: str = INK


class Change(NamedTuple):
    """A value without something and with it. said: both in words."""

    name: str
    before: float
    after: float
    said: str
    colour: str = INK


class Axis(NamedTuple):
    """The axis along the bottom. about: a value with a line of its own, such as no effect. ends: of the
    axis, if they are known. toward: the meaning of left and right of that line."""

    name: str
    unit: str = ""
    about: float | None = None
    ends: tuple[float, float] | None = None
    toward: tuple[str, str] = ("", "")
    signed: bool = False


def points(rows: Sequence[Point], axis: Axis, told: str, width: float = WIDE) -> str:
    """Values with their intervals, one below another: a forest plot."""
    values = [each for row in rows for each in (row.low, row.value, row.high)]
    named = [(row.name, row.said) for row in rows]
    return _plot(named, axis, values, lambda n, scale, y: _whisker(rows[n], scale, y), told, width)


def changes(rows: Sequence[Change], axis: Axis, told: str, width: float = WIDE) -> str:
    """Pairs of values, one below another: a hollow point without, a full one with it."""
    values = [each for row in rows for each in (row.before, row.after)]
    named = [(row.name, row.said) for row in rows]
    return _plot(named, axis, values, lambda n, scale, y: _pair(rows[n], scale, y), told, width)


def _plot(
    named: Sequence[tuple[str, str]],
    axis: Axis,
    values: Sequence[float],
    mark: Callable[[int, Scale, float], list[str]],
    told: str,
    width: float,
) -> str:
    """Rows with a mark each. Names are at the left of a wide plot, and above each row of a narrow one."""
    narrow = width <= NARROW
    said = max((room(each) for _, each in named), default=0.0)
    said = max(said, 0.0 if narrow else _SAID)
    names = min(max((room(name) for name, _ in named), default=0.0), 0.36 * width)
    left, right = (10.0, width - 12) if narrow else (names + 18, width - said - 24)
    marks, (low, high) = _marks(values, axis)
    scale = Scale(low, high, left, right)
    top = 30.0 if any(axis.toward) else 10.0
    folded = [lines(name, width - said - 20 if narrow else names, 2) for name, _ in named]
    heights = [_LINE * len(each) + 22 if narrow else max(_ROW, _LINE * len(each) + 8) for each in folded]
    bottom = top + sum(heights)
    drawn = _axis(marks, scale, axis, top, bottom, width)
    y = top
    for index, (_, words) in enumerate(named):
        high_of = heights[index]
        first = y + 13 if narrow else y + high_of / 2 - (len(folded[index]) - 1) * _LINE / 2 + 4.5
        at = y + high_of - 11 if narrow else y + high_of / 2
        drawn += _grid(marks, scale, axis, at - 11 if narrow else y, at + 11 if narrow else y + high_of)
        drawn += [label(part, 2, first + n * _LINE) for n, part in enumerate(folded[index])]
        drawn.append(label(words, width - 2, first if narrow else at + 4.5, TEXT, text_anchor="end"))
        drawn += mark(index, scale, at)
        y += high_of
    named_axis, end = axis_name(axis.name, (left + right) / 2, bottom + 34, width)
    return drawing(width, end, told, [*drawn, *named_axis])


def _marks(values: Sequence[float], axis: Axis) -> tuple[list[float], tuple[float, float]]:
    """The grid lines, and the ends of the axis: symmetrical about the value that the axis is about."""
    if axis.ends is not None:
        return ticks(*axis.ends), axis.ends
    low, high = min(values, default=0.0), max(values, default=1.0)
    if axis.about is not None:
        far = max(abs(low - axis.about), abs(high - axis.about), 1e-9)
        low, high = axis.about - far, axis.about + far
    marks = ticks(low, high)
    return marks, (marks[0], marks[-1])


def _axis(
    marks: Sequence[float], scale: Scale, axis: Axis, top: float, bottom: float, width: float
) -> list[str]:
    """The numbers below the plot, and above it the meaning of left and right."""
    drawn = [
        tick(tick_words(value, axis.unit, axis.signed), scale(value), bottom + 16, width) for value in marks
    ]
    if axis.about is not None:
        x = scale(axis.about)
        sides = ((f"← {axis.toward[0]}", -8, "end", x), (f"{axis.toward[1]} →", 8, "start", width - x))
        for words, away, anchor, space in sides:
            if words.strip("←→ "):
                (shown,) = lines(words, space + 12, 1, SMALL)
                drawn.append(soft(shown, x + away, top - 12, text_anchor=anchor))
    return drawn


def _grid(marks: Sequence[float], scale: Scale, axis: Axis, top: float, bottom: float) -> list[str]:
    """The lines of a row."""
    drawn = [rule(scale(value), top, scale(value), bottom) for value in marks if value != axis.about]
    if axis.about is not None:
        x = scale(axis.about)
        drawn.append(rule(x, top, x, bottom, opacity="0.85", stroke_width=1.4))
    return drawn


def _whisker(row: Point, scale: Scale, y: float) -> list[str]:
    colour = row.colour or INK
    style: dict[str, object] = {"stroke": colour, "stroke_width": 2.5 if row.colour else 1.8}
    low, high = scale(row.low), scale(row.high)
    inside = {"fill": colour} if row.colour else {"fill": "none", "stroke": colour, "stroke_width": 1.8}
    x = scale(row.value)
    gap = 0.0 if row.colour else _DOT
    parts = [
        tag("line", x1=start, y1=y, x2=end, y2=y, **style)
        for start, end in ((low, x - gap), (x + gap, high))
        if end > start
    ]
    return [*parts, tag("circle", cx=x, cy=y, r=_DOT, **inside)]


def _pair(row: Change, scale: Scale, y: float) -> list[str]:
    before, after = scale(row.before), scale(row.after)
    toward = _DOT if after > before else -_DOT
    line = tag(
        "line", x1=before + toward, y1=y, x2=after, y2=y, stroke=row.colour, stroke_width=2.5, opacity="0.55"
    )
    hollow = tag("circle", cx=before, cy=y, r=_DOT, fill="none", stroke=row.colour, stroke_width=1.8)
    return [
        *([line] if abs(after - before) > _DOT else []),
        hollow,
        tag("circle", cx=after, cy=y, r=_DOT, fill=row.colour),
    ]
