"""Combat (6.1): the phasing side fights in each area that holds blocks of both sides, one area after the
other: blocks are revealed, the defender fires, then the attacker; defenders retreat or stay, CTS and Veterans
may fight a second round, and in the end only one side is left."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import adjudication.systems.nineveh.moving.ieds as ieds
from adjudication.engine.choices import Choices, Subset
from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.cards import standing
from adjudication.systems.nineveh.fighting.firing import fire, firepower, reveal, units
from adjudication.systems.nineveh.moving.retreats import open_ways, retreat, ways
from adjudication.systems.nineveh.table.asking import alone, choose
from adjudication.systems.nineveh.table.blocks import (
    DAESH,
    ENEMY,
    ISF,
    SHIELDS,
    blocks,
    moves,
    sheet,
    sides_in,
)
from adjudication.systems.nineveh.table.hits import take_back
from adjudication.systems.nineveh.table.phases import COMBAT, SUPPORT
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import State

R = citations("nineveh", __file__)
T = texts("nineveh")

SECOND_ROUND = "second round"
"""What a card may allow or forbid."""
FOUGHT = Mark[bool]("fought", phase=SUPPORT)
"""Mark of an area in which the combat of this phase is over."""


@dataclass(frozen=True, slots=True)
class Fight:
    """Fight the combat in an area (6.1a)."""

    side: str
    area: str


def begin(umpire: Umpire) -> None:
    """Nothing happens as the phase begins."""


def end(umpire: Umpire) -> None:
    """Nothing happens as the phase ends."""


@derived
def contested(state: State) -> list[str]:
    """The areas that hold blocks of both sides, in which no combat was fought in this phase (6.1a)."""
    return [
        area
        for area, sides in sides_in(state).items()
        if ISF in sides and DAESH in sides and not state.mark(area, FOUGHT)
    ]


def waits(state: State) -> Why:
    """Combat is compulsory (6.1a)."""
    left = contested(state)
    return T("combat must still be fought", areas=left) if left else ""


def fight(umpire: Umpire, order: Fight) -> None:
    """Fight the combat in an area; the phasing side attacks (6.1a)."""
    engage(umpire, order.side, order.area)


def engage(umpire: Umpire, attacker: str, area: str) -> None:
    """The combat in an area, from the reveal until one side is left."""
    umpire.mark(area, FOUGHT, True, rule=R["6.1a"])
    if alone(umpire.state):
        ieds_first(umpire, area)
    reveal(umpire, area)
    if both_fight(umpire.state, area):
        umpire.step(rounds, attacker, area)
    free_shields(umpire, area)
    standing.combat_ends(umpire)


def rounds(umpire: Umpire, attacker: str, area: str) -> None:
    """The first round, and what follows from it (6.1c-i)."""
    umpire.step(round_of_fire, attacker, area)
    if both_fight(umpire.state, area):
        umpire.step(after_first_round, attacker, area)


def free_shields(umpire: Umpire, area: str) -> None:
    """Human Shields with whom no Daesh unit is left are free (11.0s)."""
    state = umpire.state
    if units(state, ISF, area) and not units(state, DAESH, area):
        for block in blocks(state, DAESH, area):
            if block.kind.group == SHIELDS:
                take_back(umpire, block.id, rule=R["11.0s"])


def both_fight(state: State, area: str) -> bool:
    """Whether units of both sides are in the area."""
    return bool(units(state, ISF, area) and units(state, DAESH, area))


def ieds_first(umpire: Umpire, area: str) -> None:
    """In the solitaire game all IEDs there go off before the combat, each under a unit that ISF chooses
    (10.2g)."""
    state = umpire.state
    going_off = [ied.id for ied in ieds.ieds(state, area) if not standing.forbids(state, "ied", ied)]
    for ied in going_off:
        there = [unit.id for unit in units(state, ISF, area)]
        if not there:
            return
        victim = umpire.choose(ISF, T("unit that meets an IED", area=area), there, rule=R["7.5c"])
        ieds.go_off(umpire, ied, victim, rule=R["10.2g"])


def round_of_fire(umpire: Umpire, attacker: str, area: str) -> None:
    """All defenders fire, the attacker's losses are taken, and the attackers that are left fire (6.1c-e)."""
    fire(umpire, ENEMY[attacker], area, rule=R["6.1c"])
    fire(umpire, attacker, area, rule=R["6.1e"])


def after_first_round(umpire: Umpire, attacker: str, area: str) -> None:
    """Defenders may retreat; if some stay, CTS and Veterans may fight on, and else attackers retreat
    (6.1f-i)."""
    if umpire.step(between_rounds, attacker, area):
        umpire.step(round_of_fire, attacker, area)
        umpire.step(give_up, attacker, area)


def between_rounds(umpire: Umpire, attacker: str, area: str) -> bool:
    """Defenders retreat, then attackers that do not fight on: whether there is a second round (6.1f-h)."""
    state, defender = umpire.state, ENEMY[attacker]
    withdraw(umpire, defender, area)
    if not units(state, defender, area):
        return False
    fighting_on = who_fights_on(umpire, attacker, area)
    others = [unit.id for unit in units(state, attacker, area) if unit.id not in fighting_on]
    if others:
        retreat(umpire, attacker, others, area, forced=True)
    return bool(fighting_on)


def give_up(umpire: Umpire, attacker: str, area: str) -> None:
    """After the second round attackers retreat from defenders that are left (6.1i)."""
    state = umpire.state
    left = [unit.id for unit in units(state, attacker, area)]
    if left and units(state, ENEMY[attacker], area):
        retreat(umpire, attacker, left, area, forced=True)


def withdraw(umpire: Umpire, defender: str, area: str) -> None:
    """The defender may have any units retreat that can move and have a secure area to go to (6.1f, 6.4c)."""
    state = umpire.state
    able = [unit.id for unit in units(state, defender, area) if moves(unit) and ways(state, unit)]
    if not able:
        return
    beaten = fights_on(state, ENEMY[defender], area) and outgunned(state, defender, area)
    pieces = [state.pieces[unit] for unit in able]
    openly = [unit.id for unit in pieces if open_ways(state, unit, ways(state, unit))]
    going = choose(
        umpire,
        defender,
        T("defenders that retreat", area=area),
        sets(state, defender, able),
        suggest=openly if beaten else [],
        because=T("the attackers are stronger and may fight on")
        if beaten
        else T("the attackers must retreat"),
        rule=R["6.1f"],
    )
    if going:
        retreat(umpire, defender, going, area, forced=False)


def sets(state: State, side: str, units: Sequence[str]) -> Choices | list[list[str]]:
    """Some of these units, or none; for Daesh in the solitaire game each set is listed, since the white cell
    judges (10.2j)."""
    if side != DAESH or not alone(state):
        return Subset(units)
    return [list(some) for count in range(len(units) + 1) for some in combinations(units, count)]


def fights_on(state: State, side: str, area: str) -> list[str]:
    """The units of a side that may fight a second round: CTS, Veterans, and whom a card allows it (6.1g)."""
    return [
        unit.id
        for unit in units(state, side, area)
        if (sheet(unit).second_round or standing.allows(state, SECOND_ROUND, unit, area))
        and not standing.forbids(state, SECOND_ROUND, unit, area)
    ]


def who_fights_on(umpire: Umpire, attacker: str, area: str) -> list[str]:
    """Which attackers fight a second round (6.1g)."""
    state = umpire.state
    able = fights_on(state, attacker, area)
    if not able:
        return []
    openly = [unit for unit in able if not _by_face_down_card(state, unit, area)]
    weak = outgunned(state, attacker, area, openly)
    chosen: list[str] = choose(
        umpire,
        attacker,
        T("attackers that fight a second round", area=area),
        sets(state, attacker, able),
        suggest=[] if weak else openly,
        because=T("the defenders hit more often")
        if weak
        else T("they hit at least as often as the defenders"),
        rule=R["6.1g"],
    )
    for unit in chosen:
        if not sheet(state.pieces[unit]).second_round:
            standing.use(umpire, SECOND_ROUND, state.pieces[unit], area)
    return chosen


def _by_face_down_card(state: State, unit: str, area: str) -> bool:
    """Whether a unit may fight on by a face-down card alone."""
    piece = state.pieces[unit]
    return not sheet(piece).second_round and standing.needs_face_down(state, SECOND_ROUND, piece, area)


def outgunned(state: State, side: str, area: str, only: Sequence[str] | None = None) -> bool:
    """Whether the enemy's dice in the area promise more hits than a side's (or than those of some units)."""
    ours = [unit for unit in units(state, side, area) if only is None or unit.id in only]
    theirs = units(state, ENEMY[side], area)
    return sum(firepower(state, unit, area) for unit in theirs) > sum(
        firepower(state, unit, area) for unit in ours
    )


def _name(state: State, area: str) -> str:
    return state.board.spaces[area].name


def _phasing(state: State) -> tuple[str, ...]:
    return (state.side,)


FIGHT = Legality(
    only("side", _phasing, "turn", R["6.1a"], "the phasing side chooses where to fight"),
    only("area", contested, "area", R["6.1a"], "no combat to fight there"),
    arguments={"area": contested},
    sides=_phasing,
    phases=(COMBAT,),
    elsewhere=R["4.1.3a"],
)
KINDS = (OrderKind("fight", Fight, fight, R["6.1a"], "fight the combat in an area", legality=(FIGHT,)),)
