"""One detection roll (2.2.1a, 8.4, 8.5): the best sensor, promoted for the others, against the signature.

Only the white cell reads these rolls: they would tell the hunter what is there, and the hunted what found it.
All sides learn what was detected. The one roll that a side reads is its hunt for a submarine that attacks it.
"""

from collections.abc import Iterable

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.sensing.sensors import Sensor, ceiling, detection_shifts, signature
from adjudication.systems.ows.table.counters import SUBMARINE
from adjudication.systems.ows.table.ladder import Shift, modified, shifted
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import detect, detected
from domain.table.state import State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

WHITE_CELL_ALONE: tuple[str, ...] = ()
EXCEPTION = 16
"""The ceiling of an ASW roll by the D16 exception (6.4.4c)."""


def cooperate(sensors: Iterable[Sensor]) -> Sensor | None:
    """Several similar sensors make one roll: the best die, promoted once for each of the others (8.5.3)."""
    found = sorted(sensors, key=lambda sensor: sensor.strength, reverse=True)
    if not found:
        return None
    best, others = found[0], len(found) - 1
    if not others:
        return best
    return best._replace(shifts=(*best.shifts, Shift(T("cooperative sensing"), others, R["8.5.3"])))


def search(
    umpire: Umpire,
    target: str,
    sensors: Iterable[Sensor],
    what: Text,
    rolled: list[str],
    *,
    rule: str,
    alone: bool = False,
    audience: tuple[str, ...] = WHITE_CELL_ALONE,
) -> bool:
    """One roll of these sensors together against the signature of a unit; whether it is detected, which it
    may be already. rule: what it rolls by, which only those read who read the roll. rolled: the units that
    were rolled for, to which it is added. alone: SOF search by themselves, and do not promote their own die.
    audience: who reads the roll, where it is no secret."""
    unit = umpire.state.pieces[target]
    if detected(umpire.state, unit):
        return True
    sensor = cooperate(sensors)
    if sensor is None:
        return False
    rolled.append(target)
    shifts = [*sensor.shifts, *detection_shifts(umpire.state, unit)]
    if alone:
        own = next((shift for shift in shifts if shift.rule == R["8.5.1"]), None)
        shifts = [shift for shift in shifts if shift is not own]
    number = signature(unit)
    purpose = T("detection", search=what, unit=target, least=number)
    highest = highest_die(umpire, target, sensor.die, shifts)
    die = modified(umpire, sensor.die, shifts, purpose, ceiling=highest, audience=audience)
    if not umpire.roll_at_least(number, die, purpose, rule=rule, audience=audience):
        return False
    detect(umpire, target, rule=R["8.4.1"])  # all read this line: of what searched it says nothing
    return True


def highest_die(umpire: Umpire, target: str, die: int, shifts: list[Shift]) -> int:
    """The ceiling of the roll; for a submarine the white cell may raise it where promotions go beyond it
    (6.4.4b, 6.4.4c)."""
    state: State = umpire.state
    unit = state.pieces[target]
    highest = ceiling(unit)
    if unit.kind.group != SUBMARINE or not on(state, "d16_exception"):
        return highest
    if shifted(die, sum(shift.rungs for shift in shifts)) <= highest:
        return highest
    granted = umpire.judge(
        T("whether a submarine is exposed", submarine=target),
        [True, False],
        suggest=False,
        because=T("exception for exceptional circumstances"),
        rule=R["6.4.4c"],
        audience=WHITE_CELL_ALONE,
    )
    return EXCEPTION if granted else highest
