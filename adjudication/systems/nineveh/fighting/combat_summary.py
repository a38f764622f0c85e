"""What came of an order in one line, read from the log alone: of a combat the dice and hits of each volley,
saves, losses, events and retreats in their order; of a card or a move its dice, IEDs and losses."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import msgspec

from adjudication.engine.register import citations
from adjudication.engine.summary import Part
from adjudication.systems.nineveh.card_play.events import DISCARD
from adjudication.systems.nineveh.table.blocks import DISRUPTED, ELIMINATED, FLANK
from adjudication.systems.nineveh.table.board import is_area
from domain.events import (
    DieRolled,
    Event,
    LookedUp,
    Marked,
    Modified,
    OrderGiven,
    PieceChanged,
    PieceMoved,
    Scored,
)
from domain.table.state import State
from domain.texts import Text

R = citations("nineveh", __file__)

FIRED = {R["6.1c"]: "defenders", R["6.1e"]: "attackers", R["7.21c"]: "Leadership reroll"}
"""Rules by which to-hit dice are rolled, and who rolls them."""
SAVED, REROLLED = R["6.3d"], R["2.4"]
WITHOUT_FIRE = ("fight", "move", "maneuver", "use", "produce")
"""Orders of which something may come although nobody fires; a fight with Rumours alone."""


def summary(given: OrderGiven, events: Sequence[Event], state: State, before: Sequence[Event]) -> list[Part]:
    """The parts of the summary of an order in which combat was fought, or something else came about."""
    if not any(isinstance(event, DieRolled) and event.rule in FIRED for event in events):
        return _without_fire(given, events, state) if given.order in WITHOUT_FIRE else []
    told = _as_they_counted(events)
    parts: list[Part] = []
    for rule, group in groupby(told, lambda event: event.rule if isinstance(event, DieRolled) else ""):
        if rule in FIRED or rule == SAVED:
            parts.append(_dice(rule, [event for event in group if isinstance(event, DieRolled)]))
        else:
            parts += [part for event in group for part in _came_of_it(event, state)]
    return parts


def _as_they_counted(events: Sequence[Event]) -> list[DieRolled | PieceChanged | PieceMoved | Scored]:
    """What a summary tells of; a die that a card had rerolled is as if it had not been rolled (2.4)."""
    told: list[DieRolled | PieceChanged | PieceMoved | Scored] = []
    for event in events:
        if (
            isinstance(event, DieRolled)
            and event.rule == REROLLED
            and told
            and isinstance(told[-1], DieRolled)
        ):
            told[-1] = msgspec.structs.replace(told[-1], face=event.face, number=event.number)
        elif isinstance(event, DieRolled | PieceChanged | PieceMoved | Scored):
            told.append(event)
    return told


def _without_fire(given: OrderGiven, events: Sequence[Event], state: State) -> list[Part]:
    """What came of a card, a move or production: dice, IEDs, losses, tracks; often nothing."""
    parts: list[Part] = []
    dice = [event for event in events if isinstance(event, DieRolled)]
    if dice:
        faces = ", ".join(str(die.face) for die in dice)
        parts.append(Part("{}", (f"rolled {faces}",), tuple(die.number for die in dice)))
    sums = [event for event in events if isinstance(event, Modified)]
    if given.order == "produce" and dice and sums:
        parts = [_production(dice[0], sums[-1])]
    moved = given.arguments.get("unit")
    for event in events:
        match event:
            case LookedUp(table="ied-effects"):
                parts.append(Part("{}", (_ied(event.result),), (event.number,)))
            case Marked(mark=mark, value=True) if mark == DISRUPTED.name:
                parts.append(Part("{} disrupted", (event.subject,), (event.number,)))
            case PieceMoved(piece=piece) if piece == moved:
                pass
            case _:
                parts += _came_of_it(event, state)
    return parts


def _production(die: DieRolled, total: Modified) -> Part:
    """Whether a production unit had success, by its die and what was added to it (7.3c)."""
    needed = _at_least(die)
    came = "succeeds" if needed is not None and total.total >= needed else "fails"
    return Part("{}", (f"rolled {die.face}, total {total.total}: {came}",), (die.number, total.number))


def _ied(effect: Mapping[str, Any]) -> str:
    """What an IED did."""
    steps = int(effect["steps"])
    did = [f"{steps} step{'s' if steps > 1 else ''} lost"] if steps else []
    did += ["disrupted"] if effect["disrupted"] else []
    return f"IED: {' and '.join(did) or 'no effect'}"


def _dice(rule: str, dice: Sequence[DieRolled]) -> Part:
    """What dice rolled one after the other by the same rule came to."""
    count = sum(_reaches(die) for die in dice)
    faces = ", ".join(str(die.face) for die in dice)
    numbers = tuple(die.number for die in dice)
    if rule == SAVED:
        return Part("{}", (f"armour saved {count} of {len(dice)} ({faces})",), numbers)
    hits = "1 hit" if count == 1 else f"{count or 'no'} hits"
    return Part("{}", (f"{FIRED[rule]} {hits} ({faces})",), numbers)


def _reaches(die: DieRolled) -> bool:
    """Whether a die shows the face that it needs, or more."""
    needed = _at_least(die)
    return needed is not None and die.face >= needed


def _at_least(die: DieRolled) -> int | None:
    """The face that a die needs; None where it cannot have success, or needs none."""
    if not isinstance(die.purpose, Text):
        return None
    needed = die.purpose.arguments.get("at_least")
    return needed if isinstance(needed, int) else None


def _came_of_it(event: Event, state: State) -> list[Part]:
    """A step loss, a block lost, an event card, a retreat, or a track that changed."""
    told = (event.number,)
    match event:
        case PieceChanged(steps=steps) if steps:
            return [
                Part("{} {}", (event.piece, "now at 1 step" if steps == 1 else f"now at {steps} steps"), told)
            ]
        case PieceMoved(to=to) if to == ELIMINATED:
            return [Part("{} eliminated", (event.piece,), told)]
        case PieceMoved(to=to) if to == DISCARD:
            return [Part("event: {}", (event.piece,), told)]
        case PieceMoved(to=to) if is_area(state.board, event.origin) and (
            is_area(state.board, to) or to == FLANK
        ):
            return [Part("{} to {}", (event.piece, to), told)]
        case Scored():
            return [Part("{}", (f"{state.tracks[event.track].data.name} {event.change:+d}",), told)]
    return []
