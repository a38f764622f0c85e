"""The picture at the start of a review: the course of a game from start to end, on one line if two sides
fought for it, with its turning points numbered and named.

It is drawn in the ink of the page and in the colours that the sides have on the map.
"""

from collections.abc import Sequence
from itertools import pairwise, product
from typing import NamedTuple

from reports.figures.svg import attributes, tag, title, words
from reports.words.names import one_line

_LETTER = 0.56
"""The average width of a letter, as a part of its size."""
_MOST_NAMED = 4
"""The most notes that are named on the drawing; more have only numbers."""
_MOST_ON_A_LINE = 60
"""The most points that each have a corner of their own; more are drawn with thinner lines."""


class Line(NamedTuple):
    """A line, with an interval at each point if it has one. steps: a value stays until it changes."""

    name: str
    colour: str
    values: Sequence[float]
    low: Sequence[float] = ()
    high: Sequence[float] = ()
    steps: bool = False


class Note(NamedTuple):
    """A point of the first line with its number and what happened there."""

    place: int
    sign: str
    words: str


class Axis(NamedTuple):
    """The vertical axis: its ends, its labels, and the sign after a label. rule: the value at which nobody
    leads. above, below: the meaning of either side of it, each with its colour."""

    low: float
    high: float
    ticks: Sequence[float]
    unit: str = ""
    rule: float | None = None
    above: tuple[str, str] = ("", "")
    below: tuple[str, str] = ("", "")


class _Room(NamedTuple):
    """The place of the plot on the drawing, and the size of its letters."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float
    size: float

    def wide(self) -> float:
        return self.width - self.left - self.right

    def high(self) -> float:
        return self.height - self.top - self.bottom


def course(
    lines: Sequence[Line],
    turns: Sequence[int],
    axis: Axis,
    heading: str,
    prefix: str,
    notes: Sequence[Note] = (),
    *,
    narrow: bool = False,
) -> str:
    """Lines over the turns of a game, as one `svg` element. Turns are evenly spaced, with their points
    inside them. turns: the turn of each point. narrow: for a phone, where notes have only numbers."""
    named = [] if narrow or len(notes) > _MOST_NAMED else [note for note in notes if note.words]
    size = 13.0
    ends = len(lines) > 1
    right = (max(_width(line.name, size) for line in lines) + 44 if ends else 14) if lines else 14
    room = _Room(360 if narrow else 700, 270 if narrow else 410, 42, min(right, 130), 0, 40, size)
    across = places(turns)
    xs = [room.left + part * room.wide() for part in across]
    rows, labels = _labels(named, xs, room)
    halves = axis.rule is not None and not ends and bool(lines)
    above = 42 if narrow and halves else 26
    room = room._replace(top=14 + rows * (size + 6) if rows else above)
    drawn = [*_grid(turns, room, axis)]
    first = lines[0] if lines else None
    if first is not None and axis.rule is not None and not ends:
        drawn += _areas(first, xs, room, axis, prefix)
        drawn += _ahead(first, xs, room, axis, narrow=narrow)
    for line in lines:
        drawn += _line(line, xs, room, axis, ends)
    if ends:
        drawn += _names(lines, xs, room, axis)
    elif first is not None:
        last = first.values[-1]
        drawn.append(tag("circle", cx=xs[-1], cy=_y(last, room, axis), r=3.5, fill="currentColor"))
    if first is not None:
        drawn += _marks(notes, first, xs, room, axis, labels)
    return _svg(room.width, room.height, drawn, heading, prefix)


def _svg(width: float, height: float, drawn: Sequence[str], heading: str, prefix: str) -> str:
    root: dict[str, object] = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {width:.0f} {height:.0f}",
        "role": "img",
        "aria-labelledby": f"{prefix}-title",
        "class": "chart",
        "fill": "currentColor",
        "font-family": "inherit",
    }
    headed = title(heading).replace("<title", f'<title id="{prefix}-title"', 1)
    return f"<svg{attributes(root)}>{headed}{''.join(drawn)}</svg>"


def columns(turns: Sequence[int]) -> list[int]:
    """The turns along the bottom, including those without a point; points before the first turn have none."""
    if not turns:
        return []
    first = min(turns) if min(turns) > 1 or max(turns) < 1 else 1
    return list(range(first, max(turns) + 1))


def places(turns: Sequence[int]) -> list[float]:
    """The place of each point along the turns, from 0 to 1: every turn is equally wide, with its last
    point at its end, and the very first point at the beginning."""
    every = columns(turns)
    of_turn: dict[int, list[int]] = {}
    for index, turn in enumerate(turns):
        of_turn.setdefault(max(turn, every[0]), []).append(index)
    found = [0.0] * len(turns)
    for turn, run in of_turn.items():
        first = run[0] == 0
        steps = max(1, len(run) - 1) if first else len(run)
        for at, index in enumerate(run):
            found[index] = (turn - every[0] + (at if first else at + 1) / steps) / len(every)
    return found


def _y(value: float, room: _Room, axis: Axis) -> float:
    span = (axis.high - axis.low) or 1
    return room.height - room.bottom - (min(max(value, axis.low), axis.high) - axis.low) / span * room.high()


def _width(text: str, size: float) -> float:
    return len(text) * size * _LETTER


def _grid(turns: Sequence[int], room: _Room, axis: Axis) -> list[str]:
    """The lines in the background: one at each labelled value, one at the start of each turn."""
    found = []
    right = room.width - room.right
    for value in axis.ticks:
        y = _y(value, room, axis)
        at_rule = value == axis.rule
        line = {"x1": room.left, "x2": right, "y1": y, "y2": y, "stroke": "currentColor"}
        found.append(
            tag("line", **line, stroke_width=1.2 if at_rule else 1, opacity=0.75 if at_rule else 0.14)
        )
        label = f"{value:g}{axis.unit if value == axis.ticks[-1] else ''}"
        found.append(words(label, room.left - 7, y + 4.5, room.size - 1, text_anchor="end", opacity=0.75))
    named = columns(turns)
    every = max(1, -(-len(named) * 22 // max(1, round(room.wide()))))
    bottom = room.height - room.bottom
    for place, turn in enumerate(named):
        at = room.left + place * room.wide() / len(named)
        if place:
            line = {"x1": at, "x2": at, "y1": room.top, "y2": bottom, "stroke": "currentColor"}
            found.append(tag("line", **line, opacity=0.08))
        if place % every == 0 or place == len(named) - 1:
            middle = at + room.wide() / len(named) / 2
            found.append(words(turn, middle, bottom + 17, room.size - 1, opacity=0.75))
    middle = room.left + room.wide() / 2
    found.append(words("turn", middle, room.height - 6, room.size - 1, opacity=0.75))
    return found


def _areas(line: Line, xs: Sequence[float], room: _Room, axis: Axis, prefix: str) -> list[str]:
    """The areas between the line and the rule: in one side's colour above it, in the other's below."""
    assert axis.rule is not None
    rule = _y(axis.rule, room, axis)
    over = " ".join(f"L{x:.1f} {y:.1f}" for x, y in _corners(line, xs, room, axis))
    shape = f"M{xs[0]:.1f} {rule:.1f} {over} L{xs[-1]:.1f} {rule:.1f}Z"
    halves = (
        ("above", room.top, rule, axis.above[1]),
        ("below", rule, room.height - room.bottom, axis.below[1]),
    )
    found = []
    for name, top, bottom, colour in halves:
        clip = f"{prefix}-{name}"
        box = tag("rect", x=room.left, y=top, width=room.wide(), height=max(0.0, bottom - top))
        found.append(tag("clipPath", box, id=clip))
        found.append(
            tag("path", d=shape, fill=colour, fill_opacity="0.42", stroke="none", clip_path=f"url(#{clip})")
        )
    return found


def _ahead(line: Line, xs: Sequence[float], room: _Room, axis: Axis, *, narrow: bool) -> list[str]:
    """The sides that lead above and below the rule, each named where the line leaves most room; on a
    narrow drawing above the plot."""
    found = []
    if narrow:
        for (text, colour), down, end in ((axis.above, 12.0, axis.high), (axis.below, 30.0, axis.low)):
            if text and end != axis.rule:
                found.append(tag("rect", x=room.left, y=down - 10, width=11, height=11, fill=colour, rx=2))
                found.append(
                    words(text, room.left + 17, down, room.size, text_anchor="start", font_weight="600")
                )
        return found
    for (text, colour), y, value in (
        (axis.above, room.top + room.size + 2, axis.high),
        (axis.below, room.height - room.bottom - 9, axis.low),
    ):
        if not text or value == axis.rule:
            continue
        wide = _width(text, room.size) + 20
        starts = [room.left + 10, room.left + (room.wide() - wide) / 2, room.width - room.right - wide - 4]

        def crowd(start: float, value: float = value, wide: float = wide) -> float:
            span = (axis.high - axis.low) or 1
            near = [
                1 - abs(other - value) / span
                for x, other in zip(xs, line.values, strict=True)
                if start - 12 <= x <= start + wide + 12
            ]
            return max(near, default=0.0)

        start = min(starts, key=crowd)
        found.append(tag("rect", x=start, y=y - 10, width=11, height=11, fill=colour, rx=2))
        found.append(words(text, start + 17, y, room.size, text_anchor="start", font_weight="600"))
    return found


def _corners(line: Line, xs: Sequence[float], room: _Room, axis: Axis) -> list[tuple[float, float]]:
    """The corners of a line on the drawing."""
    found: list[tuple[float, float]] = []
    for x, value in zip(xs, line.values, strict=True):
        y = _y(value, room, axis)
        if line.steps and found:
            found.append((x, found[-1][1]))
        found.append((x, y))
    return found


def _line(line: Line, xs: Sequence[float], room: _Room, axis: Axis, own: bool) -> list[str]:
    """A line on its pale band; in the ink of the page, or in its own colour if there are several."""
    ink = line.colour if own else "currentColor"
    found = []
    if line.low and line.high:
        over = [f"{x:.1f},{_y(v, room, axis):.1f}" for x, v in zip(xs, line.high, strict=True)]
        back = [f"{x:.1f},{_y(v, room, axis):.1f}" for x, v in zip(xs, line.low, strict=True)]
        band = " ".join([*over, *reversed(back)])
        found.append(tag("polygon", points=band, fill=ink, fill_opacity="0.13", stroke="none"))
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in _corners(line, xs, room, axis))
    width = 2.2 if len(xs) <= _MOST_ON_A_LINE else 1.7
    found.append(
        tag("polyline", points=points, fill="none", stroke=ink, stroke_width=width, stroke_linejoin="round")
    )
    return found


def _names(lines: Sequence[Line], xs: Sequence[float], room: _Room, axis: Axis) -> list[str]:
    """The names of several lines at their ends, moved apart so that none covers another."""
    found = []
    lowest = room.top - room.size
    for line in sorted(lines, key=lambda line: -line.values[-1]):
        y = _y(line.values[-1], room, axis)
        found.append(tag("circle", cx=xs[-1], cy=y, r=3.5, fill=line.colour))
        lowest = max(lowest + room.size + 3, y + 4.5)
        text = f"{line.values[-1]:.0f}{axis.unit} {line.name}"
        most = max(4, int((room.right - 10) / (room.size * _LETTER)))
        shown = text if len(text) <= most else text[: most - 1] + "…"
        found.append(words(shown, xs[-1] + 9, lowest, room.size - 1, text_anchor="start"))
    return found


def _marks(
    notes: Sequence[Note],
    line: Line,
    xs: Sequence[float],
    room: _Room,
    axis: Axis,
    labels: dict[int, tuple[float, str]],
) -> list[str]:
    """Numbers on the line, with a thin line to their names."""
    found = []
    for index, note in enumerate(notes):
        x, y = xs[note.place], _y(line.values[note.place], room, axis)
        if index in labels:
            down, anchor = labels[index]
            stem = {"x1": x, "x2": x, "y1": down - room.size + 2, "y2": y, "stroke": "currentColor"}
            found.append(tag("line", **stem, stroke_width=1, opacity=0.45))
            shift = 6 if anchor == "start" else -6
            found.append(words(note.words, x + shift, down, room.size - 0.5, text_anchor=anchor))
        found.append(tag("circle", cx=x, cy=y, r=9.5, fill="#ffffff", stroke="#1d1d1b", stroke_width=1.5))
        found.append(words(note.sign, x, y + 4.2, 12, font_weight="700", fill="#1d1d1b"))
    return found


def _labels(
    notes: Sequence[Note], xs: Sequence[float], room: _Room
) -> tuple[int, dict[int, tuple[float, str]]]:
    """The places of the names of notes above the plot: the number of rows, and the height and anchor of each.

    Of all arrangements, the one with the fewest rows in which no name covers another name or its stem.
    """
    if not notes:
        return 0, {}
    at = [xs[note.place] for note in notes]
    wide = [_width(note.words, room.size - 0.5) + 8 for note in notes]
    best: tuple[float, tuple[tuple[int, str], ...]] | None = None
    for rows in range(1, len(notes) + 1):
        for way in product(product(range(rows), ("start", "end")), repeat=len(notes)):
            cost = _cost(way, at, wide, room)
            if best is None or cost < best[0]:
                best = cost, way
        if best is not None and best[0] == 0:
            break
    assert best is not None
    used = 1 + max(row for row, _ in best[1])
    return used, {index: (12 + row * (room.size + 6), anchor) for index, (row, anchor) in enumerate(best[1])}


def _cost(way: Sequence[tuple[int, str]], at: Sequence[float], wide: Sequence[float], room: _Room) -> float:
    """The cost of an arrangement of names: for what sticks out, covers another, or is crossed by a stem."""
    cost = 0.0
    spans = [
        (x, x + width) if anchor == "start" else (x - width, x)
        for x, width, (_, anchor) in zip(at, wide, way, strict=True)
    ]
    for low, high in spans:
        cost += 10 * (max(0.0, -low) + max(0.0, high - room.width))
    for one, ((row, _), span) in enumerate(zip(way, spans, strict=True)):
        for other, ((other_row, _), other_span) in enumerate(zip(way, spans, strict=True)):
            if one == other:
                continue
            if row == other_row and span[0] < other_span[1] and other_span[0] < span[1]:
                cost += 100
            if row < other_row and other_span[0] - 2 < at[one] < other_span[1] + 2:
                cost += 50
    return cost


def ticks(low: float, high: float, most: int = 5) -> list[float]:
    """Round values from low to high or a little beyond, at most that many."""
    span = max(high - low, 1)
    sizes = (factor * 10**power for power in range(12) for factor in (1, 2, 5))
    step = next(float(size) for size in sizes if span / size <= most)
    first, last = int(low // step), int(-(-high // step))
    return [step * number for number in range(first, last + 1)]


def sparks(
    rows: Sequence[tuple[str, Sequence[float]]],
    turns: Sequence[int],
    heading: str,
    prefix: str,
    *,
    narrow: bool = False,
) -> str:
    """Several tracks one below another, each on a scale of its own: its name, its line, its first and last
    value."""
    width = 360.0 if narrow else 700.0
    left, right, each, size = (12.0, 46.0, 62.0, 13.0) if narrow else (224.0, 60.0, 52.0, 13.0)
    height = each * len(rows) + 34
    across = [left + part * (width - left - right) for part in places(turns)]
    drawn = []
    for number, (name, values) in enumerate(rows):
        top = number * each + (22 if narrow else 8)
        bottom = top + each - (30 if narrow else 18)
        low, high = min(values), max(values)
        span = (high - low) or 1
        ys = [bottom - (value - low) / span * (bottom - top) if high > low else bottom for value in values]
        most = int(((width - 60) if narrow else (left - 24)) / (size * _LETTER))
        said = one_line(name)
        said = said if len(said) <= most else said[: most - 1] + "…"
        x, y = (left, top - 8) if narrow else (0.0, (top + bottom) / 2 + 5)
        drawn.append(words(said, x, y, size, text_anchor="start", font_weight="600"))
        rule = {"x1": left, "x2": width - right, "y1": bottom, "y2": bottom, "stroke": "currentColor"}
        drawn.append(tag("line", **rule, opacity=0.2))
        # A track keeps its value until it moves.
        path = f"M{across[0]:.1f} {ys[0]:.1f}" + "".join(
            f"H{x:.1f}V{y:.1f}" for x, y in zip(across[1:], ys[1:], strict=True)
        )
        drawn.append(tag("path", d=path, fill="none", stroke="currentColor", stroke_width=2))
        drawn.append(tag("circle", cx=across[-1], cy=ys[-1], r=3.5))
        drawn.append(
            words(
                f"{values[-1]:g}", across[-1] + 9, ys[-1] + 4.5, size, text_anchor="start", font_weight="600"
            )
        )
        if values[0] != values[-1] and not narrow:
            drawn.append(
                words(f"{values[0]:g}", across[0] - 6, ys[0] + 4.5, size - 1, text_anchor="end", opacity=0.75)
            )
    named = columns(turns)
    wide = width - left - right
    every = max(1, -(-len(named) * 24 // max(1, round(wide))))
    for place, turn in enumerate(named):
        if place % every == 0 or place == len(named) - 1:
            middle = left + (place + 0.5) * wide / len(named)
            drawn.append(words(turn, middle, height - 20, size - 1, opacity=0.75))
    drawn.append(words("turn", left + wide / 2, height - 4, size - 1, opacity=0.75))
    return _svg(width, height, drawn, heading, prefix)


def changes_of_lead(line: Line, rule: float) -> list[int]:
    """The places at which a line crossed to the other side of the rule. Nobody takes the lead on the rule,
    nor where the line's interval contains the rule."""
    low, high = line.low or line.values, line.high or line.values
    led = [
        (place, value > rule)
        for place, value in enumerate(line.values)
        if value != rule and not low[place] <= rule <= high[place]
    ]
    return [place for (_, before), (place, now) in pairwise(led) if before != now]
