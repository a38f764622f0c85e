"""Lines that stand out."""


class Strong(str):
    """A line that stands out: bold at a terminal."""

    __slots__ = ()
