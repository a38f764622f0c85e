"""Distributions one below another on a single axis: how often each whole number occurred."""

from collections import Counter
from collections.abc import Sequence
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
from reports.figures.svg import tag, title

MOST = 24
"""The most rows of one drawing."""
_MOST_BARS = 61
_PEAK = 46.0


class Ridge(NamedTuple):
    """The values of one row. said: their summary in words, beside it. colour: for values above 0, if rows
    have colours of their own."""

    name: str
    values: Sequence[int]
    mean: float
    said: str
    colour: str = ""


class Parts(NamedTuple):
    """An axis divided at 0: the colours below, at and above it, and the meaning of either side."""

    colours: tuple[str, str, str]
    toward: tuple[str, str]


def ridges(
    rows: Sequence[Ridge], axis: str, told: str, parts: Parts | None = None, width: float = WIDE
) -> str:
    """The distributions; the highest bar of all has the full height of a row, so that rows can be
    compared."""
    every = [value for row in rows for value in row.values] or [0]
    low, high = min(every), max(every)
    if parts is not None:
        low, high = min(low, 0), max(high, 0)
    wide = bars_of(low, high)
    shares = [shares_of(row.values, wide) for row in rows]
    top_share = max((share for each in shares for share in each.values()), default=1.0)
    narrow = width <= NARROW
    names = min(max((room(row.name) for row in rows), default=0.0), 0.34 * width)
    said = max((room(row.said) for row in rows), default=0.0)
    left, right = (10.0, width - 10) if narrow else (names + 18, width - said - 20)
    marks = ticks(low, high)
    scale = Scale(min(marks[0], low - wide / 2), max(marks[-1], high + wide / 2), left, right)
    folded = [lines(row.name, width - said - 16 if narrow else names, 2) for row in rows]
    top = 28.0 if parts is not None else 8.0
    heights = [_PEAK + 12 + (15 * len(each) + 4 if narrow else 0) for each in folded]
    bottom = top + sum(heights)
    drawn = [
        tick(tick_words(value, signed=parts is not None), scale(value), bottom + 16, width) for value in marks
    ]
    if parts is not None:
        drawn += _toward(parts.toward, scale(0), left, right, top - 12)
    y = top
    for row, share, name, height in zip(rows, shares, folded, heights, strict=True):
        base = y + height - 4
        for value in marks:
            strong = parts is not None and value == 0
            style: dict[str, object] = {"opacity": "0.85", "stroke_width": 1.4} if strong else {}
            drawn.append(rule(scale(value), base - _PEAK if narrow else y, scale(value), base + 4, **style))
        for bar, often in sorted(share.items()):
            x1, x2 = scale(bar * wide - wide / 2), scale(bar * wide + wide / 2)
            high_of = often / top_share * _PEAK
            colour = INK if parts is None else parts.colours[1 + (bar > 0) - (bar < 0)]
            colour = row.colour if row.colour and bar > 0 else colour
            spoken = f"{_values(bar, wide)}: {100 * often:.1f} %"
            gap = 0.5 if x2 - x1 > 3 else 0.0
            box = {"x": round(x1 + gap, 2), "width": round(x2 - x1 - 2 * gap, 2)}
            box |= {"y": round(base - high_of, 2), "height": round(high_of, 2)}
            opacity = {"opacity": "0.6"} if parts is None else {}
            drawn.append(
                tag("rect", title(spoken), **{k: f"{v:g}" for k, v in box.items()}, fill=colour, **opacity)
            )
        drawn.append(rule(left, base, right, base, opacity="0.4"))
        x = scale(row.mean)
        drawn.append(tag("path", d=f"M{x:.1f} {base:.1f}l-4.5 7.5h9z", fill=INK))
        first = y + 13 if narrow else base - 4 - (len(name) - 1) * 15
        drawn += [label(part, 2, first + n * 15) for n, part in enumerate(name)]
        drawn.append(label(row.said, width - 2, first if narrow else base - 4, TEXT, text_anchor="end"))
        y += height
    named, end = axis_name(axis, (left + right) / 2, bottom + 34, width)
    return drawing(width, end, told, [*drawn, *named])


def bars_of(low: int, high: int) -> int:
    """How many whole numbers a bar covers: an odd number, so that one bar has 0 in its middle."""
    wide = max(1, -(-(high - low + 1) // _MOST_BARS))
    return wide + (wide % 2 == 0)


def shares_of(values: Sequence[int], wide: int) -> dict[int, float]:
    """Bar -> the share of the values in it; bar `n` is centred at `n` times the width."""
    counts = Counter((value + wide // 2) // wide for value in values)
    return {bar: count / len(values) for bar, count in counts.items()}


def _values(bar: int, wide: int) -> str:
    half = wide // 2
    return f"{bar * wide - half} to {bar * wide + half}" if wide > 1 else str(bar)


def _toward(toward: tuple[str, str], x: float, left: float, right: float, y: float) -> list[str]:
    found = []
    for words, away, anchor, space in (
        (f"← {toward[0]}", -8, "end", x - left + 60),
        (f"{toward[1]} →", 8, "start", right - x + 60),
    ):
        if space > room(words, SMALL) * 0.8 and words.strip("←→ "):
            found.append(soft(words, x + away, y, text_anchor=anchor))
    return found
