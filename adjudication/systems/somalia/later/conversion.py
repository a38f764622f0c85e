"""Conversion of Warlord units by the ICU (icu2006.special.e to special.h)."""

from collections.abc import Sequence

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.forces import faction, firepower
from adjudication.systems.somalia.later.units import bury, free, take_off
from adjudication.systems.somalia.points import pay
from adjudication.systems.somalia.sides import COLOURS, COURTS, sp
from adjudication.systems.somalia.zones import BANDIT_CUP, BROWN_BOX
from domain.table.dice import D6
from domain.table.state import Piece, State

R = citations("somalia", __file__)

WHY = "conversion"


def convert(umpire: Umpire, zone: str, ours: Sequence[str], theirs: Sequence[str]) -> None:
    """On a critical result of the ICU it picks a Warlord unit of the fight, and either may pay for it
    (icu2006.special.e)."""
    state = umpire.state
    there = [id for id in theirs if state.pieces[id].place == zone]
    strongest = max(there, key=lambda id: firepower([state.pieces[id]]))
    picked = umpire.choose(
        COURTS,
        "Which unit is to be converted?",
        there,
        suggest=strongest,
        because="the strongest",
        rule=R["icu2006.special.e"],
    )
    unit = state.pieces[picked]
    if not _pays(umpire, COURTS, f"Pay 1 SP to convert {unit.name}?", bool(free_courts(state))):
        take_off(umpire, unit, rule=R["icu2006.special.f"])
    elif not _pays(umpire, unit.side, f"Pay 1 SP to keep {unit.name} from being converted?", True):
        take_off(umpire, unit, rule=R["icu2006.special.g"], for_good=True)
        umpire.draw(BROWN_BOX, f"{unit.name} converted", to=zone, rule=R["icu2006.special.g"])
    else:
        contest(umpire, unit, zone, ours)
    bury(umpire, zone, faction(unit))


def contest(umpire: Umpire, unit: Piece, zone: str, ours: Sequence[str]) -> None:
    """Both have paid: a die says what becomes of the unit (icu2006.special.h)."""
    state = umpire.state
    die = umpire.roll(D6, f"conversion of {unit.name}", rule=R["icu2006.special.h"])
    weak = weakest(state, faction(unit)) if die in (4, 5) else []
    take_off(umpire, unit, rule=R["icu2006.special.h"])
    if weak:
        other = umpire.pick(weak, "the strength 1 unit in its place", rule=R["icu2006.special.h"])
        umpire.move(other, zone, rule=R["icu2006.special.h"])
    if die == 6:
        there = [id for id in ours if state.pieces[id].place == zone]
        lost = umpire.choose(COURTS, "Which ICU unit leaves the map?", there, rule=R["icu2006.special.h"])
        take_off(umpire, state.pieces[lost], rule=R["icu2006.special.h"])


def weakest(state: State, colour: str) -> list[str]:
    """The strength 1 units that are free: of that faction, or else of the others (icu2006.special.h)."""
    own = free(state, BANDIT_CUP, (colour,), (1,))
    return [piece.id for piece in own or free(state, BANDIT_CUP, COLOURS, (1,))]


def free_courts(state: State) -> list[Piece]:
    """The ICU units that are out of play (icu2006.counters.b)."""
    return free(state, BROWN_BOX, ("brown",))


def _pays(umpire: Umpire, side: str, question: str, may: bool) -> bool:
    """Whether a side pays 1 SP; one that cannot is not asked."""
    if not may or not umpire.state.track(sp(side)):
        return False
    pays = umpire.choose(side, question, [True, False], suggest=True, rule=R["icu2006.special.e"])
    if pays:
        pay(umpire, side, 1, WHY, rule=R["icu2006.special.e"])
    return bool(pays)
