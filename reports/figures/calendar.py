"""A game along its calendar as SVG: along the page, and down it for narrow screens."""

from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple

from reports.figures.svg import attributes, split, tag, title, words
from reports.story.calendar import Course, Happened, Turn
from reports.words.names import one_line

BLUE, RED = "#0072B2", "#D55E00"
SIZE = 11.0
CHARACTER = 6.1
"""The approximate width of a character of that size."""

_WIDTH, _LEFT, _RIGHT = 1000.0, 200.0, 12.0
_LINE, _LANE, _BAR = 16.0, 19.0, 11.0
_PANEL = 100.0
_NARROW = 360.0


def along(course: Course, heading: str, prefix: str) -> str:
    """The calendar from left to right: years and seasons, the track as a line, events by number and name,
    bars for what lasts."""
    column = (_WIDTH - _LEFT - _RIGHT) / len(course.turns)
    place = {each.turn: index for index, each in enumerate(course.turns)}

    def x(turn: int) -> float:
        return _LEFT + place.get(turn, len(course.turns)) * column

    def middle(turn: int) -> float:
        return x(turn) + column / 2

    drawn = [*_ending(course, x(course.last) + column)]
    top = 44.0
    for index, turn in enumerate(course.turns):
        drawn.append(words(turn.name[:2], middle(turn.turn), top + 14, 10, opacity="0.75"))
        if index and turn.year != course.turns[index - 1].year:
            drawn.append(_rule(x(turn.turn), top - 18, x(turn.turn), top + 18))
    drawn += [
        words(year, (x(first.turn) + x(last.turn) + column) / 2, top - 4, 12, font_weight="600")
        for year, first, last in _years(course.turns)
    ]
    drawn += _panel(course, top + 26, middle)
    events = top + 26 + _PANEL + 22
    drawn.append(words("Events", _LEFT - 10, events + 4, SIZE, text_anchor="end"))
    labels = [_Label(event, middle(event.turn)) for event in course.events if not event.void]
    rows = _in_rows(labels)
    for event in course.events:
        drawn.append(_disc(event, middle(event.turn), events, min(11.0, column / 2 - 0.5)))
    drawn += _names(labels, rows, events + 12)
    lanes = events + 12 + _LINE * (max(rows, default=-1) + 1) + 14
    for index, effect in enumerate(course.effects):
        y = lanes + index * _LANE
        name = "".join(split(effect.name, 31, 1))
        drawn.append(words(name, _LEFT - 10, y + 9, SIZE, text_anchor="end"))
        drawn.append(_rule(_LEFT, y + _BAR / 2, _WIDTH - _RIGHT, y + _BAR / 2, "0.12"))
        drawn += [_bar(x(first), x(last), y, effect.name) for first, last in effect.spans]
    bottom = lanes + len(course.effects) * _LANE
    end = x(course.last) + column
    if end < _WIDTH - _RIGHT - 1:
        shade = {"fill": "currentColor", "opacity": "0.06"}
        drawn.append(
            tag("rect", x=end, y=top - 18, width=_WIDTH - _RIGHT - end, height=bottom - top + 18, **shade)
        )
    if course.ending:
        drawn.append(
            tag(
                "line", x1=end, y1=18.0, x2=end, y2=bottom, stroke=RED, stroke_width=2, stroke_dasharray="5 3"
            )
        )
    return _svg(_WIDTH, bottom + 6, drawn, heading, prefix, "min-width:0;max-width:none")


def down(course: Course, heading: str, prefix: str) -> str:
    """The same from top to bottom, one turn below another, with the bars below it."""
    drawn: list[str] = []
    values = list(course.values.values())
    low, high = min(0, *values), max(1, *values)

    def x(value: int) -> float:
        return 62 + 46 * (value - low) / (high - low)

    events = {event.turn: event for event in course.events}
    y = 16.0
    drawn.append(words(course.track, 0, y - 4, SIZE, text_anchor="start"))
    y += 10
    points = []
    year = 0
    begins = y
    for turn in [each for each in course.turns if each.turn <= course.last]:
        event = events.get(turn.turn)
        lines = _told(event)
        height = 6 + 13 * max(1, len(lines))
        centre = y + height / 2
        if turn.year != year:
            drawn.append(_rule(0, y, _NARROW, y))
            drawn.append(words(turn.year, 0, centre + 4, 12, text_anchor="start", font_weight="600"))
            year = turn.year
        drawn.append(words(turn.name[:2], 36, centre + 4, 10, text_anchor="start", opacity="0.75"))
        if turn.turn in course.values:
            points.append((x(course.values[turn.turn]), centre, course.values[turn.turn]))
        if event is not None:
            drawn.append(_disc(event, 130, centre, 10))
            soft = {"opacity": "0.6"} if event.void else {}
            for index, line in enumerate(lines):
                at = centre + 4 + 13 * (index - (len(lines) - 1) / 2)
                drawn.append(words(line, 146, at, SIZE, text_anchor="start", **soft))
        y += height
    drawn.append(_rule(x(0), begins, x(0), y, "0.4"))
    drawn.append(_line([(across, down) for across, down, _ in points]))
    for (across, where, value), before in zip(points, [(0.0, 0.0, None), *points], strict=False):
        if value != before[2]:
            drawn.append(tag("circle", cx=across, cy=where, r=2.5, fill=BLUE))
            drawn.append(words(value, across + 6, where - 3, 10, text_anchor="start"))
    if course.ending:
        drawn.append(_rule(0, y + 2, _NARROW, y + 2, "0.8", RED))
        for line in split(course.ending, 56, 2):
            y += 15
            drawn.append(words(line, 0, y + 2, SIZE, text_anchor="start", font_weight="600"))
        y += 8
    y += 14
    column = _NARROW / len(course.turns)
    first = course.turns[0].turn
    for year, begun, _ in _years(course.turns) if course.effects else ():
        if begun.turn == first or (begun.turn - first) * column > 20:
            at = (begun.turn - first) * column
            drawn.append(words(f"’{year % 100:02}", at, y, 10, text_anchor="start", opacity="0.75"))
    for effect in course.effects:
        drawn.append(words(effect.name, 0, y + 15, SIZE, text_anchor="start"))
        drawn.append(_rule(0, y + 19 + _BAR / 2, _NARROW, y + 19 + _BAR / 2, "0.12"))
        drawn += [
            _bar((since - first) * column, (until - first) * column, y + 19, effect.name)
            for since, until in effect.spans
        ]
        y += 33
    return _svg(_NARROW, y + 6, drawn, heading, prefix, "min-width:0;max-width:30rem")


class _Label(NamedTuple):
    """The name of an event below its disc. x: of the disc."""

    event: Happened
    x: float

    @property
    def text(self) -> str:
        return "".join(split(f"{self.event.number} {self.event.name}", 60, 1))

    @property
    def span(self) -> tuple[float, float]:
        """Its extent: to the right of the disc, or to the left at the edge of the page."""
        width = len(self.text) * CHARACTER
        return (self.x, self.x + width) if self.x + width < _WIDTH else (self.x - width, self.x)


def _in_rows(labels: list[_Label]) -> list[int]:
    """The row of each label: the first in which it touches no other."""
    rows: list[list[tuple[float, float]]] = []
    found = []
    for label in labels:
        low, high = label.span
        free = (index for index, row in enumerate(rows) if all(high + 8 < a or b + 8 < low for a, b in row))
        row = next(free, len(rows))
        if row == len(rows):
            rows.append([])
        rows[row].append((low, high))
        found.append(row)
    return found


def _names(labels: list[_Label], rows: list[int], top: float) -> list[str]:
    """The names of the events, each with a line from its disc that makes room for other names."""
    drawn = []
    for label, row in zip(labels, rows, strict=True):
        for above in range(row):
            over = [other.span for other, where in zip(labels, rows, strict=True) if where == above]
            if not any(low - 2 < label.x < high + 2 for low, high in over):
                y = top + above * _LINE
                drawn.append(_rule(label.x, y, label.x, y + _LINE, "0.35"))
        low, _ = label.span
        anchor = "start" if low == label.x else "end"
        drawn.append(_rule(label.x, top + row * _LINE, label.x, top + row * _LINE + 4, "0.35"))
        drawn.append(words(label.text, label.x, top + row * _LINE + 14, SIZE, text_anchor=anchor))
    return drawn


def _panel(course: Course, top: float, middle: Callable[[int], float]) -> list[str]:
    """The track as a line over the turns."""
    values = list(course.values.values())
    low, high = min(-1, *values), max(1, *values)

    def y(value: int) -> float:
        return top + _PANEL - (value - low) * _PANEL / (high - low)

    step = max(1, -(-(high - low) // 5))
    drawn = []
    for value in range(low, high + 1):
        if value % step == 0:
            drawn.append(_rule(_LEFT, y(value), _WIDTH - _RIGHT, y(value), "0.5" if value == 0 else "0.15"))
            drawn.append(words(value, _LEFT - 10, y(value) + 4, 10, text_anchor="end"))
    lines = split(course.track, 26, 3)
    drawn += [
        words(line, 4, top + 12 + 14 * index, SIZE, text_anchor="start") for index, line in enumerate(lines)
    ]
    drawn.append(_line([(middle(turn), y(value)) for turn, value in course.values.items()]))
    last = course.values[course.last]
    drawn.append(tag("circle", cx=middle(course.last), cy=y(last), r=3.5, fill=BLUE))
    return drawn


def _ending(course: Course, x: float) -> list[str]:
    """The verdict above the turn in which it was reached."""
    if not course.ending:
        return []
    text = "".join(split(course.ending, 90, 1))
    anchor = "start" if x < _WIDTH / 2 else "end"
    return [words(text, x, 12, 12, text_anchor=anchor, font_weight="600")]


def _told(event: Happened | None) -> list[str]:
    """The words for an event in a narrow row."""
    if event is None:
        return []
    return ["no event"] if event.void else split(event.name, 34, 2)


def _years(turns: tuple[Turn, ...]) -> list[tuple[int, Turn, Turn]]:
    """Each year with its first and last turn."""
    found = []
    for year, group in groupby(turns, key=lambda turn: turn.year):
        among = list(group)
        found.append((year, among[0], among[-1]))
    return found


def _disc(event: Happened, x: float, y: float, radius: float) -> str:
    """The number of an event, hollow if it had no effect."""
    void = event.void
    said = title(f"{event.number}, {event.name}{': no event' if void else ''}")
    style = {"fill": "none", "stroke": "currentColor", "opacity": "0.45"} if void else {"fill": BLUE}
    ink = {"opacity": "0.7"} if void else {"fill": "#fff", "font_weight": "600"}
    return tag(
        "g",
        said,
        tag("circle", cx=x, cy=y, r=radius, **style),
        words(event.number, x, y + 3.5, 10, **ink),
    )


def _bar(x1: float, x2: float, y: float, name: str) -> str:
    return tag(
        "rect", title(name), x=x1 + 1, y=y, width=max(2.0, x2 - x1 - 2), height=_BAR, rx=3, fill="#00875F"
    )


def _line(points: list[tuple[float, float]]) -> str:
    joined = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return tag("polyline", points=joined, fill="none", stroke=BLUE, stroke_width=2.5)


def _rule(
    x1: float, y1: float, x2: float, y2: float, opacity: str = "0.25", ink: str = "currentColor"
) -> str:
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=ink, opacity=opacity)


def _svg(width: float, height: float, drawn: list[str], heading: str, prefix: str, style: str) -> str:
    root = attributes(
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width:.0f} {height:.0f}",
            "role": "img",
            "aria-label": one_line(heading),
            "id": f"{prefix}-calendar",
            "class": "chart",
            "fill": "currentColor",
            "font-family": "inherit",
            "style": style,
        }
    )
    return f"<svg{root}>{''.join(drawn)}</svg>"
