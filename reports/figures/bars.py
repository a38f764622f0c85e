"""Counts turn by turn as groups of bars, one bar for each name."""

from collections.abc import Mapping, Sequence

from reports.figures.style import (
    SMALL,
    TEXT,
    WIDE,
    Scale,
    drawing,
    label,
    room,
    rule,
    soft,
    tick_words,
    ticks,
)
from reports.figures.svg import tag, title
from reports.words.names import shortened

_TALL, _LINE = 190.0, 22.0
_LEFT, _RIGHT = 40.0, 8.0
_BETWEEN = 0.3
"""The part of a turn's width that stays empty."""
_LONGEST = 40


def bars_by_turn(
    turns: Sequence[int],
    counts: Mapping[str, Sequence[int]],
    colours: Mapping[str, str],
    axis: str,
    width: float = WIDE,
) -> str:
    """A group of bars for each turn. counts: name -> one number a turn. colours: by name. axis: what is
    counted.

    There are no bars below zero: a turn in which more came back than was lost has none.
    """
    drawn: list[str] = []
    x, y = _LEFT, 14.0
    for name in counts:
        said = shortened(name, _LONGEST)
        if x > _LEFT and x + room(said) + 24 > width:
            x, y = _LEFT, y + _LINE
        drawn.append(tag("rect", x=x, y=y - 10, width=12, height=12, rx=2, fill=colours[name]))
        drawn.append(label(said, x + 18, y, TEXT))
        x += room(said) + 40
    top = y + 20
    bottom = top + _TALL
    most = max((value for values in counts.values() for value in values), default=0)
    marks = [value for value in ticks(0, max(1, most), 5) if value == int(value)]
    scale = Scale(0, marks[-1], bottom, top)
    for value in marks:
        drawn.append(rule(_LEFT, scale(value), width - _RIGHT, scale(value)))
        drawn.append(soft(tick_words(value), _LEFT - 6, scale(value) + 4, text_anchor="end"))
    wide = (width - _LEFT - _RIGHT) / max(1, len(turns))
    bar = wide * (1 - _BETWEEN) / max(1, len(counts))
    every = max(1, -(-len(turns) * 26 // int(width - _LEFT)))
    for place, turn in enumerate(turns):
        begins = _LEFT + place * wide + wide * _BETWEEN / 2
        for index, (name, values) in enumerate(counts.items()):
            if values[place] <= 0:
                continue
            at = scale(values[place])
            told = f"{shortened(name, _LONGEST)}, turn {turn}: {values[place]}"
            size = {"width": f"{max(1.0, bar - 1):.2f}", "height": f"{bottom - at:.2f}"}
            drawn.append(
                tag("rect", title(told), x=f"{begins + index * bar:.2f}", y=at, fill=colours[name], **size)
            )
        if place % every == 0:
            drawn.append(soft(turn, begins + wide * (1 - _BETWEEN) / 2, bottom + 16, text_anchor="middle"))
    drawn.append(soft("turn", (_LEFT + width) / 2, bottom + 32, text_anchor="middle"))
    drawn.append(soft(axis, 0, top - 6, SMALL))
    return drawing(width, bottom + 40, f"{axis}, turn by turn", drawn)
