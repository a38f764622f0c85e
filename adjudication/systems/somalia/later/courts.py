"""Islamic Courts Union 2006."""

from adjudication.engine.umpire import Umpire


def begin(umpire: Umpire) -> None:
    """The set-up."""
