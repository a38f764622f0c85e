"""The closed list of how terrain can be drawn: what a board's data may ask for, and what a map can draw."""

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
"""What may be strewn over a colour; empty for nothing."""

_COLOUR = re.compile("#[0-9a-fA-F]{6}")


def is_colour(text: str) -> bool:
    """Whether a text is a colour as data may give it: `#a6cfe6` and nothing else."""
    return _COLOUR.fullmatch(text) is not None
