"""What came of a mission in one line, read from the log alone: each fire with its result, contact, hits,
losses, Supply Points, and what was built or recruited."""

from collections.abc import Mapping, Sequence
from typing import Any

from adjudication.engine.register import citations
from adjudication.engine.summary import Part
from adjudication.engine.texts import texts
from adjudication.systems.somalia.missions.critical import CONFINED
from adjudication.systems.somalia.table.forces import HIT
from adjudication.systems.somalia.table.sides import UN, sp
from adjudication.systems.somalia.table.turns import concludes
from adjudication.systems.somalia.table.zones import (
    BANDIT_CUP,
    BROWN_BOX,
    MILITIA_BOX,
    REMOVED,
    UN_CUP,
    US_CUP,
)
from domain.events import (
    DieRolled,
    Event,
    LookedUp,
    Marked,
    Modified,
    OrderGiven,
    PhaseEntered,
    PieceMoved,
    Scored,
)
from domain.table.state import State
from domain.texts import Text, code_of

R = citations("somalia", __file__)
T = texts("somalia")

MISSIONS = ("convoy", "flush", "develop", "raid", "move", "terrorise", "attack-faction")
"""Orders of which something may come beside moves; a move is an attack in 2006 (icu2006.special.c)."""
OFF_MAP = (BANDIT_CUP, REMOVED, MILITIA_BOX, BROWN_BOX, UN_CUP, US_CUP)
"""Where counters go that are eliminated in a mission: UN and US units in the later scenarios alone."""
NEW = {R["5.2a"]: "{} built in {}", R["8.2a"]: "{} recruited in {}", R["6.3b"]: "{} joins the Bandits in {}"}
"""Rules by which a counter comes onto the map, and in which words."""


def summary(given: OrderGiven, events: Sequence[Event], state: State, before: Sequence[Event]) -> list[Part]:
    """The parts of the summary of a mission; none for other orders."""
    if given.order not in MISSIONS:
        return []
    parts: list[Part] = []
    contact: Part | None = _contact(events)
    force: object = ""
    for event in events:
        match event:
            case DieRolled(purpose=Text("fire", {"force": firing})):
                force = firing
            case DieRolled(purpose=Text("roll for contact")) if contact is not None:
                parts.append(contact)
                contact = None
            case DieRolled(purpose=Text("roll for a mission", {"least": least})):
                how = "success" if event.face >= least else "no success"
                parts.append(Part("{}", (f"{how} (rolled {event.face})",), (event.number,)))
            case PhaseEntered():
                break
            case Marked() if concludes(event):
                break
            case LookedUp(table="raf", result=result):
                parts.append(Part(f"{{}}: {_result(result)}", (force,), (event.number,)))
            case _:
                parts += _came_of_it(event)
    return parts


def _result(row: Mapping[str, Any]) -> str:
    said = f"a result of {row['result']}" if row["result"] else "no effect"
    return f"{said}, a critical hit" if row["critical"] else said


def _contact(events: Sequence[Event]) -> Part:
    """How many units made contact (6.12e), to be told where the first of them rolls."""
    rolls = [
        event
        for event in events
        if isinstance(event, DieRolled) and code_of(event.purpose) == "roll for contact"
    ]
    totals = {event.sum: event.total for event in events if isinstance(event, Modified)}
    made = 0
    for roll in rolls:
        match roll.purpose:
            case Text(arguments={"unit": unit, "number": number}):
                made += totals[T("contact", unit=unit)] <= number
    units = "unit" if len(rolls) == 1 else "units"
    said = f"contact by {made or 'none'} of {len(rolls)} {units}"
    return Part("{}", (said,), tuple(roll.number for roll in rolls))


def _came_of_it(event: Event) -> list[Part]:
    """A loss, hits, Supply Points, a Base, a gang: what an event says of it."""
    told = (event.number,)
    match event:
        case PieceMoved(piece=piece, to=to) if to in OFF_MAP:
            return [Part("{} eliminated", (piece,), told)]
        case PieceMoved(piece=piece, to=to, rule=rule) if rule in NEW:
            return [Part(NEW[rule], (piece, to), told)]
        case Scored(track=track, change=change) if track == HIT and change > 0:
            return [Part("{}", (f"{change} hit{'s' * (change != 1)} on UN units",), told)]
        case Scored(track=track, change=change) if (
            track == sp(UN) and change < 0 and event.rule != R["6.12a"]
        ):
            return [Part("{}", (f"the UN loses {-change} SP",), told)] if event.rule != R["5.1c"] else []
        case Scored(track=track, change=change, rule=rule) if rule == R["8.5d"] and track.startswith("sp-"):
            return [Part("{}", (f"{change} SP extorted",), told)]
        case Scored(track=track, change=change) if track.startswith("vp-"):
            side = track.removeprefix("vp-")
            return [Part("{} {}", (side, f"{change:+d} VP"), told)]
        case Marked(mark=mark, value=True) if mark == CONFINED.name:
            return [Part("the UN is confined to base", (), told)]
    return []
