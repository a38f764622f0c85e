"""Shares by row and column as fields; the larger the share, the darker."""

from collections.abc import Sequence

from reports.figures.stacked import mixed, readable
from reports.figures.style import NARROW, SMALL, WIDE, drawing, label, lines, room, soft
from reports.figures.svg import tag, title, words

_COLOUR = "#0072B2"
_HIGH = 20.0


def heat(
    columns: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]], told: str, width: float = WIDE
) -> str:
    """A field for each share above 0, with its percentage if there is room."""
    narrow = width <= NARROW
    names = min(max((room(name, SMALL) for name, _ in rows), default=0.0), (0.4 if narrow else 0.42) * width)
    left = names + 10
    wide = (width - left - 2) / max(1, len(columns))
    drawn = []
    every = max(1, -(-int(34 / max(wide, 1)) // 1)) if wide < 34 else 1
    for place, column in enumerate(columns):
        if place % every == 0:
            drawn.append(soft(column, left + (place + 0.5) * wide, 12, SMALL, text_anchor="middle"))
    y = 20.0
    for name, shares in rows:
        (shown,) = lines(name, names + 4, 1, SMALL)
        drawn.append(label(shown, 0, y + 14, SMALL))
        for place, share in enumerate(shares):
            if share <= 0:
                continue
            colour = mixed(_COLOUR, 0.12 + 0.88 * min(1.0, share))
            said = f"{name}, {columns[place]}: {100 * share:.1f} %"
            box = {"x": f"{left + place * wide + 0.5:.1f}", "y": y + 0.5, "width": f"{wide - 1:.1f}"}
            drawn.append(tag("rect", title(said), height=_HIGH - 1, fill=colour, **box))
            number = f"{100 * share:.0f}"
            if wide > room(number, SMALL) + 4:
                x = left + (place + 0.5) * wide
                drawn.append(words(number, x, y + 14, SMALL, fill=readable(colour)))
        y += _HIGH
    return drawing(width, y + 4, told, drawn)
