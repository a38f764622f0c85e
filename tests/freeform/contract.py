"""The games of freeform that the contract asks about."""

from tests.contract.held import Held, Play
from tests.seminar.games import freeform


def play(scenario: str, *, hides: bool = True) -> Play:
    """A game of a scenario."""
    return Play(
        f"freeform {scenario}",
        lambda seed: freeform(scenario, free_movement=bool(seed % 2), actions=1 + seed % 3),
        seeds=8,
        brief=not hides,
        hides=hides,
    )


HELD = Held(
    plays=(
        play("strait"),
        play("ford"),
        play("cables"),
        play("strait-orders", hides=False),
    )
)
