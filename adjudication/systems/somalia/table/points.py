"""Supply Points and Victory Points: gains, forced losses, and what a pool lacks (5.1, 2.1c)."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.table.sides import UN, sp, vp
from domain.texts import Said

R = citations("somalia", __file__)
T = texts("somalia")


def gain_sp(umpire: Umpire, side: str, number: int, why: Said, *, rule: str) -> None:
    """Supply Points go into a side's Off-map Pool."""
    umpire.score(sp(side), number, why=why, rule=rule)


def pay(umpire: Umpire, side: str, number: int, why: Said, *, rule: str) -> None:
    """A side spends Supply Points that it has (5.1c)."""
    umpire.score(sp(side), -number, why=why, rule=rule)


def lose_sp(umpire: Umpire, number: int, why: Said, *, rule: str) -> int:
    """The UN is made to lose Supply Points: what its Pool lacks costs a Victory Point each (5.1e). How many
    it lost."""
    there = umpire.state.track(sp(UN))
    lost = min(number, there)
    pay(umpire, UN, lost, why, rule=rule)
    if lost < number:
        gain_vp(umpire, UN, lost - number, T("Supply Points that the Pool lacks", why=why), rule=R["5.1e"])
    return lost


def gain_vp(umpire: Umpire, side: str, number: int, why: Said, *, rule: str) -> None:
    """Victory Points, which may be negative (2.1c)."""
    umpire.score(vp(side), number, why=why, rule=rule)
