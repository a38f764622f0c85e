"""Conversion of Warlord units by the ICU (icu2006.special.e to special.h)."""

from collections.abc import Sequence

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.later.units import bury, free, take_off
from adjudication.systems.somalia.table.forces import faction, firepower
from adjudication.systems.somalia.table.points import pay
from adjudication.systems.somalia.table.sides import COLOURS, COURTS, sp
from adjudication.systems.somalia.table.zones import BANDIT_CUP, BROWN_BOX
from domain.table.dice import D6
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("somalia", __file__)
T = texts("somalia")

WHY = T("price of conversion")


def convert(umpire: Umpire, zone: str, ours: Sequence[str], theirs: Sequence[str]) -> None:
    """On a critical result of the ICU it picks a Warlord unit of the fight, and either may pay for it
    (icu2006.special.e)."""
    state = umpire.state
    there = [id for id in theirs if state.pieces[id].place == zone]
    strongest = max(there, key=lambda id: firepower([state.pieces[id]]))
    picked = umpire.choose(
        COURTS,
        T("unit to be converted"),
        there,
        suggest=strongest,
        because=T("the strongest"),
        rule=R["icu2006.special.e"],
    )
    unit = state.pieces[picked]
    if not _pays(
        umpire, COURTS, T("whether to pay for a conversion", unit=unit.id), bool(free_courts(state))
    ):
        take_off(umpire, unit, rule=R["icu2006.special.f"])
    elif not _pays(umpire, unit.side, T("whether to pay against a conversion", unit=unit.id), True):
        take_off(umpire, unit, rule=R["icu2006.special.g"], for_good=True)
        umpire.draw(
            BROWN_BOX, T("unit that is converted", unit=unit.id), to=zone, rule=R["icu2006.special.g"]
        )
    else:
        contest(umpire, unit, zone, ours)
    bury(umpire, zone, faction(unit))


def contest(umpire: Umpire, unit: Piece, zone: str, ours: Sequence[str]) -> None:
    """Both have paid: a die says what becomes of the unit (icu2006.special.h)."""
    state = umpire.state
    die = umpire.roll(D6, T("conversion", unit=unit.id), rule=R["icu2006.special.h"])
    weak = weakest(state, faction(unit)) if die in (4, 5) else []
    take_off(umpire, unit, rule=R["icu2006.special.h"])
    if weak:
        other = umpire.pick(weak, T("the strength 1 unit in its place"), rule=R["icu2006.special.h"])
        umpire.move(other, zone, rule=R["icu2006.special.h"])
    if die == 6:
        there = [id for id in ours if state.pieces[id].place == zone]
        lost = umpire.choose(COURTS, T("ICU unit that leaves the map"), there, rule=R["icu2006.special.h"])
        take_off(umpire, state.pieces[lost], rule=R["icu2006.special.h"])


def weakest(state: State, colour: str) -> list[str]:
    """The strength 1 units that are free: of that faction, or else of the others (icu2006.special.h)."""
    own = free(state, BANDIT_CUP, (colour,), (1,))
    return [piece.id for piece in own or free(state, BANDIT_CUP, COLOURS, (1,))]


def free_courts(state: State) -> list[Piece]:
    """The ICU units that are out of play (icu2006.counters.b)."""
    return free(state, BROWN_BOX, ("brown",))


def _pays(umpire: Umpire, side: str, question: Text, may: bool) -> bool:
    """Whether a side pays 1 SP; one that cannot is not asked."""
    if not may or not umpire.state.track(sp(side)):
        return False
    pays = umpire.choose(side, question, [True, False], suggest=True, rule=R["icu2006.special.e"])
    if pays:
        pay(umpire, side, 1, WHY, rule=R["icu2006.special.e"])
    return bool(pays)
