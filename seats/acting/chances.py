"""Rulings by a die: the chance that is said, or that estimates come to, and a chance on no event."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudication.engine.by_hand.estimates import DICE, fitted, spread, target
from adjudication.seminar.ruling import Throw
from domain.errors import BadData
from seats.acting.by_hand import Build, Said, awaiting_action
from seats.seat.seat import Seat


class Used(NamedTuple):
    """The chance used and its die; what to say of the estimates, in lines and for programs."""

    throw: Throw
    lines: list[str]
    data: dict[str, Any]


def used(estimates: Mapping[str, int], chance: int | None = None, die: int = 0) -> Used:
    """The chance that counts: the one said, in per cent, or the median of the estimates, rounded to the die
    (0: the die that fits it). Raises BadData for another die, or where neither a chance nor an estimate is
    said."""
    from reports.words.by_hand import spread_data, spread_words

    if die not in (0, *DICE):
        raise BadData(f"A chance is thrown on a D10 or a D100, not on a D{die}.")
    found = spread(estimates)
    if chance is not None:
        die = die or (10 if chance % 10 == 0 else 100)
    elif found is not None:
        die = die or 10
        chance = fitted(found.median, die)
    else:
        raise BadData("Say the chance, or what somebody estimates: NAME=PERCENT.")
    least = target(chance, die)
    lines = []
    data: dict[str, Any] = {"percent": chance, "die": die, "least": least, "estimates": estimates}
    if found is not None:
        told = ", ".join(f"{name} {each} %" for name, each in estimates.items())
        lines.append(f"Heard: {told}; {spread_words(found)}.")
        data.update(spread_data(found, estimates))
    lines.append(f"Used: {chance} %, which is {least} or more on a D{die}.")
    return Used(Throw(chance, die, estimates), lines, data)


def heard(used: Used) -> dict[str, Any]:
    """What the estimates come to, as an answer has it."""
    return {"heard": used.data}


def thrown(seat: Seat, used: Used, about: str, said: Said) -> tuple[Build, Said]:
    """A throw for a chance on what no event says, or on the action that awaits a judgement, which is as
    covert as that. Raises BadData where nothing is said and no action waits."""
    awaiting = None if about.strip() else awaiting_action(seat)
    if awaiting is not None:
        about, said = awaiting.action, said._replace(only=said.only or awaiting.only)
    if not about.strip():
        raise BadData("Say what the chance is about: the number of an event, or --about TEXT.")
    arguments = {
        "subject": about,
        "percent": used.throw.percent,
        "die": used.throw.die,
        "estimates": dict(used.throw.estimates) or None,
    }
    return lambda _: ("hand-chance", arguments), said
