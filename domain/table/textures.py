"""The closed list of terrain textures: those that a board's data may name and a map can draw."""

import re

TEXTURES = (
    "",
    "barrage",
    "blocks",
    "bridge",
    "buildings",
    "clouds",
    "dam",
    "dots",
    "hills",
    "palms",
    "peaks",
    "planks",
    "reeds",
    "rocks",
    "stars",
    "stripes",
    "swell",
    "trees",
    "waves",
)
"""The textures that can be drawn over a colour; empty for none."""

_COLOUR = re.compile("#[0-9a-fA-F]{6}")


def is_colour(text: str) -> bool:
    """Whether a text is a colour in the only form that data may use: `#a6cfe6`."""
    return _COLOUR.fullmatch(text) is not None
