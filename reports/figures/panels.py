"""The same values of several games over turns, in panels side by side on one axis."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from reports.figures.style import (
    GAME_DASHES,
    GAMES,
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
    ticks,
)
from reports.figures.svg import tag, title

_HIGH, _HEAD, _FOOT, _GAP = 150.0, 22.0, 26.0, 26.0
_LEFT, _LINE = 34.0, 15.0


class Panel(NamedTuple):
    """One value: game -> its number at the end of each turn, None if there was no such turn. signed: it
    can be negative, and its sign matters."""

    name: str
    values: Mapping[str, Sequence[int | None]]
    signed: bool = False


def game_style(place: int) -> tuple[str, str | None]:
    """The colour and the dashes of a game, by its place."""
    return GAMES[place % len(GAMES)], GAME_DASHES[place % len(GAME_DASHES)]


def panels(turns: Sequence[int], given: Sequence[Panel], told: str, width: float = WIDE) -> str:
    """The panels on one axis, two in a row if there is room; lines have the names of their games at their
    ends."""
    every = [
        value for panel in given for line in panel.values.values() for value in line if value is not None
    ]
    marks = ticks(min([0, *every]), max([1, *every]), 5)
    columns = 1 if width <= NARROW or len(given) == 1 else 2
    names = max((room(name) for panel in given for name in panel.values), default=0.0)
    wide = (width - _GAP * (columns - 1)) / columns
    names = min(names + 40, 0.42 * wide)
    drawn: list[str] = []
    for place, panel in enumerate(given):
        x = (place % columns) * (wide + _GAP)
        y = (place // columns) * (_HEAD + _HIGH + _FOOT + 14)
        drawn += _panel(turns, panel, marks, (x, y, wide, names))
    rows = -(-len(given) // columns)
    return drawing(width, rows * (_HEAD + _HIGH + _FOOT + 14), told, drawn)


def _panel(
    turns: Sequence[int], panel: Panel, marks: Sequence[float], box: tuple[float, float, float, float]
) -> list[str]:
    x, y, wide, names = box
    top, bottom = y + _HEAD, y + _HEAD + _HIGH
    across = Scale(0, max(1, len(turns) - 1), x + _LEFT, x + wide - names)
    up = Scale(marks[0], marks[-1], bottom, top)
    (heading,) = lines(panel.name, wide, 1)
    drawn = [label(heading, x, y + 12, TEXT, font_weight="600")]
    for value in marks:
        strong: dict[str, object] = {"opacity": "0.7"} if panel.signed and not value else {}
        drawn.append(rule(across.left, up(value), across.right, up(value), **strong))
        shown = tick_words(value, signed=panel.signed)
        drawn.append(soft(shown, x + _LEFT - 6, up(value) + 4, text_anchor="end"))
    every = max(1, -(-len(turns) * 22 // max(1, int(across.right - across.left))))
    for place, turn in enumerate(turns):
        if place % every == 0:
            drawn.append(soft(turn, across(place), bottom + 16, text_anchor="middle"))
    drawn.append(soft("turn", across.right + 12, bottom + 16))
    ends: list[tuple[float, float, str, int]] = []
    for place, (name, line) in enumerate(panel.values.items()):
        points = [(across(n), up(value)) for n, value in enumerate(line) if value is not None]
        if not points:
            continue
        colour, dashes = game_style(place)
        joined = " ".join(f"{a:.1f},{b:.1f}" for a, b in points)
        style: dict[str, object] = {"stroke": colour, "stroke_width": 2.4, "stroke_dasharray": dashes}
        drawn.append(tag("polyline", title(name), points=joined, fill="none", **style))
        drawn.append(tag("circle", cx=points[-1][0], cy=points[-1][1], r=3.5, fill=colour))
        last = next(value for value in reversed(line) if value is not None)
        ends.append((*points[-1], f"{name} {tick_words(last, signed=panel.signed)}", place))
    return [*drawn, *_names(ends, across.right, x + wide, top, bottom)]


def _names(
    ends: Sequence[tuple[float, float, str, int]], left: float, right: float, top: float, bottom: float
) -> list[str]:
    """The names at the ends of the lines, moved apart so that none covers another."""
    order = sorted(ends, key=lambda end: end[1])
    places = [end[1] for end in order]
    for index in range(1, len(places)):
        places[index] = max(places[index], places[index - 1] + _LINE)
    over = places[-1] - bottom if places else 0.0
    if over > 0:
        places[-1] -= over
        for index in range(len(places) - 2, -1, -1):
            places[index] = min(places[index], places[index + 1] - _LINE)
    drawn = []
    for (x, y, name, place), at in zip(order, places, strict=True):
        colour, dashes = game_style(place)
        start = max(left, x) + 16
        drawn.append(
            tag(
                "line", x1=x, y1=y, x2=start - 3, y2=at, stroke=colour, stroke_dasharray=dashes, opacity="0.6"
            )
        )
        (shown,) = lines(name, right - start + 10, 1, SMALL)
        drawn.append(label(shown, start, at + 4, SMALL))
    return drawn
