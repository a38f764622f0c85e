"""The colours of the sides, the same on maps and in charts."""

from collections.abc import Sequence

SIDE_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Colours that colour-blind readers can distinguish; dashes distinguish sides as well."""
SIDE_DASHES = (None, "14 3", "6 3", "14 3 4 3", "22 3", "4 3")
CALLED = {
    "blue": "#0072B2",
    "red": "#D55E00",
    "green": "#009E73",
    "pink": "#CC79A7",
    "orange": "#E69F00",
    "yellow": "#A89200",
    "purple": "#8A63B0",
}
"""The colours of sides that are named after one."""
NOBODY = "#555555"


def side_colour(sides: Sequence[str], side: str) -> str:
    """The colour of a side among all sides of a game: the one it is named after, else the next free one;
    grey for nobody."""
    if side not in sides:
        return NOBODY
    if side in CALLED:
        return CALLED[side]
    taken = {CALLED[other] for other in sides if other in CALLED}
    free = [colour for colour in SIDE_COLOURS if colour not in taken] or list(SIDE_COLOURS)
    return free[[other for other in sides if other not in CALLED].index(side) % len(free)]
