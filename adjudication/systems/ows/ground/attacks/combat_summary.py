"""Ground combats in a line each: who attacked whom, at which odds, with which modifiers, the roll, and what
came of it; read from the log alone."""

from collections.abc import Mapping, Sequence

from adjudication.engine.register import citations
from adjudication.engine.summary import Part
from adjudication.systems.ows.ground.attacks.gcat import TABLE
from adjudication.systems.ows.table.status import ATTRITION
from domain.events import DieRolled, Event, LookedUp, Modified, PieceChanged, PieceMoved
from domain.texts import Text, code_of

R = citations("ows", __file__)

COLUMNS, DIE = "column shifts", "promotions of a die"
"""The sums whose lines are modifiers of the attack."""
WENT = {
    R["10.15.9.1.6c"]: "{} retreated to {}",
    R["10.8d"]: "{} retreated to {}",
    R["10.15.8.3c"]: "{} went back aboard {}",
    R["10.15.9"]: "{} advanced to {}",
}


def combat_parts(events: Sequence[Event]) -> list[Part]:
    """The parts of the summary of an order in which ground combats were fought; none for others."""
    parts: list[Part] = []
    left: dict[str, int] = {}
    shifts: list[Modified] = []
    roll: DieRolled | None = None
    before = ""
    for event in events:
        if isinstance(event, Modified) and code_of(event.sum) in (COLUMNS, DIE):
            shifts.append(event)
        elif isinstance(event, DieRolled) and event.rule == R["10.15.9.1.5"]:
            roll = event
        elif isinstance(event, LookedUp) and event.table == TABLE and roll is not None:
            hex = _hex_of(roll)
            parts += _adjudicated(shifts, roll, event, hex == before)
            shifts, left, before = [], {}, hex
        elif roll is not None and (told := _came_of_it(event)) is not None:
            piece = told.things[0]
            if told.text not in WENT.values():  # of several losses of a unit the last is told
                if piece in left:
                    parts[left[piece]] = told
                    continue
                left[piece] = len(parts)
            parts.append(told)
    return together(parts)


def together(parts: Sequence[Part]) -> list[Part]:
    """Units that retreated or advanced to the same hex one after the other are one part."""
    found: list[Part] = []
    for part in parts:
        before = found[-1] if found else part
        same = part.text in WENT.values() and before.text.endswith(part.text[2:])
        if found and same and before.things[-1] == part.things[-1]:
            things = (*before.things[:-1], *part.things)
            units = ", ".join(["{}"] * (len(things) - 2)) + " and {}"
            found[-1] = Part(f"{units}{part.text[2:]}", things, (*before.events, *part.events))
        else:
            found.append(part)
    return found


def _adjudicated(shifts: Sequence[Modified], roll: DieRolled, found: LookedUp, again: bool) -> list[Part]:
    """What was rolled, with the modifiers, and the cell. again: it is the second round of a landing
    (10.15.8.3b)."""
    told, things = ["second round: {}" if again else "{}"], [roll.purpose]
    for name, code in (("columns", COLUMNS), ("die", DIE)):
        lines = [event for event in shifts if code_of(event.sum) == code]
        if lines:
            told.append(f"{name}: {', '.join(f'{{}} {event.amount:+d}' for event in lines)}")
            things += [event.label for event in lines]
    told.append(f"D{roll.die} rolled {roll.face}: {result_in_words(found.result)}")
    numbers = (*(event.number for event in shifts), roll.number, found.number)
    return [Part("; ".join(told), tuple(things), numbers)]


def _hex_of(roll: DieRolled) -> str:
    """The hex of the combat that was rolled for."""
    return str(roll.purpose.arguments["hex"]) if isinstance(roll.purpose, Text) else ""


def _came_of_it(event: Event) -> Part | None:
    """A step loss, a unit destroyed, a retreat or an advance; None for anything else."""
    if isinstance(event, PieceChanged) and event.steps:
        left = "1 step" if event.steps == 1 else f"{event.steps} steps"
        return Part("{} has {} left", (event.piece, left), (event.number,))
    if isinstance(event, PieceMoved):
        if event.to.startswith(f"{ATTRITION}-"):
            return Part("{} destroyed", (event.piece,), (event.number,))
        if event.rule in WENT:
            return Part(WENT[event.rule], (event.piece, event.to), (event.number,))
    return None


def result_in_words(cell: Mapping[str, object]) -> str:
    """A cell of the table as people say it: `D2 R1, EXP`."""
    found = []
    for code, losses, back in (("A", cell["a"], cell["ar"]), ("D", cell["d"], cell["dr"])):
        if losses:
            found.append(f"{code}{losses}" + (f" R{back}" if back else ""))
    if cell["exp"]:
        found.append("EXP")
    return ", ".join(found) or "no effect"
