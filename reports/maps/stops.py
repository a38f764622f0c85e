"""Where the slider of a timeline stops: at the steps of a game, in a long one at the most decisive steps."""

import math
from collections.abc import Sequence
from typing import Any

from reports.maps.fights import judged
from reports.maps.frames import Frame

MOST = 80
"""The most stops of the slider."""


def weight(found: Frame, taken: int, turning: bool) -> float:
    """How decisive a step is: its losses, and the number of spaces that changed hands (`taken`). Ends of
    turns, turning points and judgements are always stops."""
    if not found.step:
        return 0
    if found.ends or turning or judged(found.lines):
        return math.inf
    live = [line for line in found.lines if not line.struck_by]
    return taken + sum(max(0, line.loss.amount) for line in live if line.loss is not None)


def shorten(frames: Sequence[dict[str, Any]], weights: Sequence[float], fights: int) -> bool:
    """Remove the least decisive stops of a long game. Returns whether it is long: then each fight is one
    stop, not one before the dice are rolled and one after. frames: as the script reads them, steps under
    `e`. fights: the number of fights among them."""
    steps = [each for told, each in zip(frames, weights, strict=True) if "e" in told]
    if len(steps) + fights <= MOST:
        return False
    kept = [each for each in {0.0, *steps} if sum(other >= each for other in steps) <= MOST]
    least = min(kept, default=math.inf)
    for told, each in zip(frames, weights, strict=True):
        if each < least:
            told.pop("e", None)
    return True
