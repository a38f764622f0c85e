"""The look of every chart: its sizes, its ink, its grid, and the colours of the sides, which are those of
maps.

A chart is drawn in the ink of its page (`currentColor`), so that it is readable in dark mode too, and in the
typeface of its page. Names are beside what they name. Important charts are drawn twice: `WIDE` for screens
and paper, `NARROW` for telephones, with letters of the same size.
"""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from reports.figures.colours import side_colour as on_maps
from reports.figures.svg import attributes, split, tag, words

WIDE, NARROW = 760.0, 360.0
"""Widths of drawings; a unit is about one pixel on the screen for which each is meant."""
TEXT, SMALL = 13.0, 11.5
INK = "currentColor"
NEITHER = "#7D7D7D"
"""The colour for nobody: a draw, an even score."""
FAINT, SOFT = "0.16", "0.72"
"""The opacity of a grid line, and of words that are read last."""
GAMES = ("#7A5AB8", "#5F8400", "#B8437F", "#00808A", "#8F6B3C", "#6D7580")
"""Colours for several games of the same sides: none of them is the colour of a side."""
GAME_DASHES = (None, "8 4", "2 4", "10 4 2 4", "5 3", "1 4")
_LETTER = 0.56
"""The average width of a letter, as a part of its size."""


def side_colour(sides: Sequence[str], side: str) -> str:
    """The colour of a side on maps; grey for nobody."""
    return on_maps(list(sides), side) if side in sides else NEITHER


class Scale(NamedTuple):
    """Values along a line of a drawing, from `low` at `left` to `high` at `right`."""

    low: float
    high: float
    left: float
    right: float

    def __call__(self, value: float) -> float:
        """The place of a value."""
        return self.left + (value - self.low) * (self.right - self.left) / ((self.high - self.low) or 1)


def ticks(low: float, high: float, most: int = 7) -> list[float]:
    """Round values from at or below `low` to at or above `high`, about that many at most."""
    span = (high - low) or 1.0
    ten = 10.0 ** floor(log10(span / most))
    step = next(factor * ten for factor in (1, 2, 5, 10) if span <= most * factor * ten * 1.0000001)
    return [step * place for place in range(floor(low / step + 1e-9), ceil(high / step - 1e-9) + 1)]


def tick_words(value: float, unit: str = "", signed: bool = False) -> str:
    """A round value beside its axis: `20 %`, `+5`, `−0.5`."""
    shown = f"{abs(value):g}"
    before = "−" if value < 0 else "+" if signed and value > 0 else ""
    return f"{before}{shown}{f' {unit}' if unit else ''}"


def label(text: object, x: float, y: float, size: float = TEXT, **given: object) -> str:
    """Words that begin at a point, or end there (`text_anchor`)."""
    return words(text, x, y, size, **{"text_anchor": "start", **given})


def soft(text: object, x: float, y: float, size: float = SMALL, **given: object) -> str:
    """Words that are read last."""
    return label(text, x, y, size, **{"opacity": SOFT, **given})


def letters(width: float, size: float = TEXT) -> int:
    """How many letters fit on a line."""
    return max(4, int(width / (_LETTER * size)))


def room(text: str, size: float = TEXT) -> float:
    """The approximate width of a text."""
    return len(text) * _LETTER * size


def lines(text: str, width: float, most: int = 2, size: float = TEXT) -> list[str]:
    """A text in lines that fit, cut if it is longer."""
    return split(text, letters(width, size), most) or [""]


def rule(x1: float, y1: float, x2: float, y2: float, **given: object) -> str:
    """A line of the grid."""
    return tag("line", x1=x1, y1=y1, x2=x2, y2=y2, **{"stroke": INK, "opacity": FAINT, **given})


def tick(words: str, x: float, y: float, width: float) -> str:
    """The words of a tick below an axis, kept inside the drawing."""
    half = room(words, SMALL) * 0.62  # signs and digits are wide
    if x - half < 0:
        return soft(words, 0.0, y)
    anchor = "end" if x + half > width else "middle"
    return soft(words, width if anchor == "end" else x, y, text_anchor=anchor)


def axis_name(text: str, middle: float, y: float, width: float) -> tuple[list[str], float]:
    """The name of the horizontal axis, in as many lines as needed, and the end of the drawing."""
    parts = lines(text, 2 * min(middle, width - middle), 3, SMALL)
    drawn = [soft(part, middle, y + 14 * n, text_anchor="middle") for n, part in enumerate(parts)]
    return drawn, y + 14 * (len(parts) - 1) + 8


def drawing(width: float, height: float, told: str, drawn: Sequence[str]) -> str:
    """The chart as one `svg` element without ids, so that it can be beside any other."""
    root = attributes(
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {width:.0f} {height:.0f}",
            "role": "img",
            "aria-label": told,
            "class": "chart",
            "fill": INK,
            "font-family": "inherit",
        }
    )
    return f"<svg{root}>{''.join(drawn)}</svg>"
