"""The Seasonal Interphase (3.0e)."""

from adjudication.engine.umpire import Umpire


def begin(umpire: Umpire) -> None:
    """Desertion; Terror markers come off (3.0f, 3.0g)."""


def rotate_and_recruit(umpire: Umpire) -> None:
    """Rotation, Intervention, replacements (3.0h)."""
