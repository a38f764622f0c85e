"""What a moving map says of each frame: its result, the spaces that changed hands, the losses."""

from collections.abc import Mapping, Sequence

from reports.maps.frames import Frame
from reports.story.turns import SUMMARY, Line
from reports.words.names import Names, joined

_MOST_TAKEN = 4
"""The most spaces named that changed hands."""
_SAID_BY_ORDER = frozenset(("marked", "piece-moved", "phase-entered"))
"""Lines that are left out because the order between two steps says the same; the map shows them."""
_DERIVED = frozenset(("modified", "looked-up", "die-rolled"))
"""Lines that led to the result of an order; they are in the log of the game."""


def changed_hands(names: Names, before: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The spaces that changed hands, a sentence for each side, the first few by name."""
    taken: dict[str, list[str]] = {}
    left: dict[str, list[str]] = {}
    for space in dict.fromkeys((*before, *now)):
        holder, then = now.get(space, ""), before.get(space, "")
        if holder != then:
            into = taken.setdefault(holder, []) if holder else left.setdefault(then, [])
            into.append(names.short(space))
    told = [f"{_listed(spaces)} taken by {names.brief(side)}" for side, spaces in taken.items()]
    return told + [
        f"{_listed(spaces)} no longer held by {names.brief(side)}" for side, spaces in left.items()
    ]


def losses_told(names: Names, lost: Mapping[str, int]) -> str:
    """Each side's losses in words; empty if there were none."""
    told = [
        f"{names.brief(side)} {amount}" if side else str(amount)
        for side, amount in lost.items()
        if amount > 0
    ]
    return f"Losses: {', '.join(told)}" if told else ""


def _listed(spaces: Sequence[str]) -> str:
    if len(spaces) <= _MOST_TAKEN:
        return joined(list(spaces))
    return joined([*spaces[: _MOST_TAKEN - 1], f"{len(spaces) - _MOST_TAKEN + 1} more"])


def worth_telling(found: Frame) -> list[Line]:
    """The lines of a frame that give its result: its summary if its rule system writes one, else
    everything except bookkeeping and what led to the result."""
    if not found.number:
        return [line for line in found.lines if not line.quiet]
    summed = [line for line in found.lines if line.kind == SUMMARY]
    if summed:
        return summed
    derived = _DERIVED if found.fight is not None else frozenset(("modified",))
    if not found.step:
        derived |= _SAID_BY_ORDER
    return [
        line
        for line in found.lines
        if not line.quiet
        and not (line.kind == "chosen" and line.fields.get("value") in line.fields.get("suggested", ()))
        and line.kind not in derived
        and not (line.kind == "piece-known" and found.fight is not None)
        and not (line.kind == "phase-entered" and found.step)
    ]
