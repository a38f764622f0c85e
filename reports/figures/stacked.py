"""Shares of a whole as bars of one length, one below another, with a key below them."""

from collections.abc import Sequence
from typing import NamedTuple

from reports.figures.style import (
    NARROW,
    SMALL,
    TEXT,
    WIDE,
    Scale,
    drawing,
    label,
    lines,
    room,
    rule,
    soft,
    tick_words,
)
from reports.figures.svg import tag, title, words

_HIGH, _LINE = 24.0, 15.0
_FLOOR = 0.42
"""The part of its colour in the palest tint."""


class Sort(NamedTuple):
    """A category that bars are made of, with its name in the key and its colour (`#rrggbb`)."""

    name: str
    colour: str


def stacked(
    rows: Sequence[tuple[str, Sequence[float]]], sorts: Sequence[Sort], told: str, width: float = WIDE
) -> str:
    """A bar for each row: its name, and the share of each category."""
    narrow = width <= NARROW
    names = 0.0 if narrow else min(max((room(name) for name, _ in rows), default=0.0), 0.36 * width)
    left, right = (4.0, width - 4) if narrow else (names + 18 if names else 4.0, width - 14)
    scale = Scale(0.0, 1.0, left, right)
    drawn: list[str] = []
    y = 6.0
    for name, shares in rows:
        folded = lines(name, width - 8 if narrow else names, 2) if name else []
        if narrow:
            drawn += [label(part, 2, y + 12 + n * _LINE) for n, part in enumerate(folded)]
            y += len(folded) * _LINE + 4 if folded else 0.0
        else:
            first = y + _HIGH / 2 + 4.5 - (len(folded) - 1) * _LINE / 2
            drawn += [label(part, 2, first + n * _LINE) for n, part in enumerate(folded)]
        drawn += _bar(shares, sorts, scale, y)
        y += _HIGH + (10 if narrow else 12)
    for value in (0, 25, 50, 75, 100):
        x = scale(value / 100)
        drawn.append(rule(x, y - 6, x, y - 1, opacity="0.5"))
        anchor = {0: "start", 100: "end"}.get(value, "middle")
        drawn.append(soft(tick_words(value, "%"), x, y + 12, text_anchor=anchor))
    y += 28
    for sort in sorts:
        folded = lines(sort.name, width - left - 26, 2, TEXT)
        drawn.append(tag("rect", x=left, y=y - 1, width=13, height=13, rx=2, fill=sort.colour))
        drawn += [label(part, left + 21, y + 10 + n * _LINE, TEXT) for n, part in enumerate(folded)]
        y += len(folded) * _LINE + 6
    return drawing(width, y + 2, told, drawn)


def _bar(shares: Sequence[float], sorts: Sequence[Sort], scale: Scale, y: float) -> list[str]:
    drawn, before = [], 0.0
    for share, sort in zip(shares, sorts, strict=True):
        if share <= 0:
            continue
        x1, x2 = scale(before), scale(before + share)
        before += share
        wide = max(0.6, x2 - x1 - 1)
        told = f"{sort.name}: {100 * share:.1f} %"
        drawn.append(
            tag("rect", title(told), x=f"{x1:.2f}", y=y, width=f"{wide:.2f}", height=_HIGH, fill=sort.colour)
        )
        shown = f"{100 * share:.0f} %"
        if wide > room(shown, SMALL) + 6:
            drawn.append(words(shown, (x1 + x2) / 2, y + _HIGH / 2 + 4, SMALL, fill=readable(sort.colour)))
    return drawn


def tints(colour: str, count: int) -> list[str]:
    """A number of shades of a colour, the full one first, the same on light and dark paper."""
    steps = [1 - (1 - _FLOOR) * place / max(1, count - 1) for place in range(count)]
    return [mixed(colour, step) for step in steps]


def mixed(colour: str, of_it: float) -> str:
    """A part (0 to 1) of a colour, mixed with white."""
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(part * of_it + 255 * (1 - of_it)):02x}" for part in parts)


def readable(colour: str) -> str:
    """Black or white, whichever is readable on a colour."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    bright = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#ffffff" if 1.05 / (bright + 0.05) >= (bright + 0.05) / 0.05 else "#000000"
