"""Rotation of UN units in the Seasonal Interphase (8.6): out into the cup, and others in from it."""

from collections.abc import Sequence

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.forces import BASE, GUARDS, MILITARY, is_us, on_map
from adjudication.systems.somalia.table.sides import UN
from adjudication.systems.somalia.table.stationing import station
from adjudication.systems.somalia.table.zones import DEPLOYING, UN_CUP
from domain.table.dice import D6
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("somalia", __file__)
T = texts("somalia")

FEW = 6
"""With fewer units on the map than this, one rotates and no die is thrown (8.6b)."""


def blue(state: State) -> list[Piece]:
    """The UN units on the map that are not American (8.6a)."""
    return [unit for unit in on_map(state, MILITARY) if not is_us(unit)]


def rotate(umpire: Umpire) -> None:
    """Some units go into the cup; then a die of units come from it to the Bases (8.6a to c)."""
    ids = [unit.id for unit in blue(umpire.state)]
    if len(ids) < FEW:
        number, rule = min(1, len(ids)), R["8.6b"]
    else:
        number, rule = umpire.roll(D6, T("UN units that rotate out"), rule=R["8.6a"]), R["8.6a"]
    if number:
        home = umpire.choose_some(UN, T("units that go home", number=number), ids, number, number, rule=rule)
        put_back(umpire, home, UN_CUP, rule=rule)
    fresh = umpire.roll(D6, T("UN units that rotate in"), rule=R["8.6c"])
    arrive(umpire, draw(umpire, UN_CUP, fresh, T("rotation"), rule=R["8.6c"]), rule=R["8.6c"])


def put_back(umpire: Umpire, units: Sequence[str], cup: str, *, rule: str) -> None:
    """Units leave the map for their cup."""
    for unit in units:
        umpire.mark(unit, GUARDS, None, rule=rule)
        umpire.move(unit, cup, rule=rule)


def draw(umpire: Umpire, cup: str, number: int, purpose: Text, *, rule: str) -> list[str]:
    """Units drawn at random, no more than the cup holds; they wait to be placed."""
    there = len(umpire.state.at.get(cup, ()))
    return [umpire.draw(cup, purpose, to=DEPLOYING, rule=rule) for _ in range(min(number, there))]


def arrive(umpire: Umpire, units: Sequence[str], *, rule: str) -> None:
    """New units go to any Base or Bases (8.6c)."""
    bases = [base.place for base in on_map(umpire.state, BASE)]
    if not units:
        return
    where = umpire.allot(
        UN, T("Bases where new units arrive"), dict.fromkeys(units, bases), every=True, rule=rule
    )
    for unit, zone in where.items():
        umpire.move(unit, zone, rule=rule)
    station(umpire, units, rule=R["6.21a"])
