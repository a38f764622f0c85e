"""Fire between two forces of the later scenarios: each point of a result eliminates a unit of either side."""

from collections.abc import Sequence
from dataclasses import dataclass

import adjudication.systems.somalia.later.conversion as conversion
import adjudication.systems.somalia.table.raf as raf
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.later.units import (
    TO_BE_OUSTED,
    TRANSITIONAL,
    at,
    bury,
    courts_2006,
    leader_at,
    take_off,
    warlords,
)
from adjudication.systems.somalia.table.forces import faction, firepower
from adjudication.systems.somalia.table.sides import COURTS, sp
from domain.table.dice import D6
from domain.table.state import Piece, State

R = citations("somalia", __file__)
T = texts("somalia")


@dataclass(slots=True)
class Fight:
    """A fight in an area: the ids of the units of the side that acts and of those it fights. helped: what
    Transitional units add to the fire of either."""

    zone: str
    side: str
    attackers: list[str]
    defenders: list[str]
    helped: tuple[int, int] = (0, 0)

    def left(self, state: State, units: Sequence[str]) -> list[Piece]:
        """Those of these units that are still in the area."""
        return [state.pieces[id] for id in units if state.pieces[id].place == self.zone]


def assault(umpire: Umpire, fight: Fight, *, theft: bool, rule: str) -> None:
    """A Raid, or entry into an area where another faction stands: the attackers fire, then the defenders who
    are left at full Firepower (6.21c, 6.21g, icu2006.special.c)."""
    react(umpire, fight)
    state = umpire.state
    if not fight.left(state, fight.defenders):
        return
    number = fire(umpire, fight, attack=True, rule=rule)
    if theft and number:
        number -= steal(umpire, fight, number)
    lose(umpire, fight.zone, fight.defenders, number, rule=R["6.21d"])
    if wants_to_answer(umpire, fight):
        answer(umpire, fight)


def wants_to_answer(umpire: Umpire, fight: Fight) -> bool:
    """Defenders may fire back (6.21g). The ICU player is asked where return fire could end the game too soon
    for him: at tan or green units in 2006+ (war2006.special.a). Nobody else has a reason not to."""
    state = umpire.state
    left = fight.left(state, fight.defenders)
    facing = fight.left(state, fight.attackers)
    if courts_2006(state) or not left or left[0].side != COURTS:
        return True
    if not any(faction(unit) in TO_BE_OUSTED for unit in facing):
        return True
    return bool(
        umpire.choose(
            COURTS,
            T("whether the units fire back", zone=fight.zone),
            [True, False],
            suggest=True,
            because=T("without tan and green units in Somalia the game ends"),
            rule=R["6.21g"],
        )
    )


def answer(umpire: Umpire, fight: Fight) -> None:
    """Defenders who are left fire back at full Firepower (6.21g)."""
    number = fire(umpire, fight, attack=False, rule=R["6.21g"])
    lose(umpire, fight.zone, fight.attackers, number, rule=R["6.21g"])


def fire(umpire: Umpire, fight: Fight, *, attack: bool, halved: bool = False, rule: str) -> int:
    """One side of a fight fires on the RAF Table: how many points the other loses. A Leader helps his own in
    their mission (8.4a). A critical result matters when the ICU fires at Warlords (icu2006.special.e)."""
    state = umpire.state
    shooters = fight.left(state, fight.attackers if attack else fight.defenders)
    facing = fight.defenders if attack else fight.attackers
    if not shooters or not fight.left(state, facing):
        return 0
    strength = firepower(shooters) + fight.helped[0 if attack else 1]
    led = attack and any(leader_at(state, fight.zone, colour) for colour in colours(shooters))
    force = T("a side", side=shooters[0].side)
    result = raf.fire(umpire, strength // 2 if halved else strength, force, led=led, rule=rule)
    if result.critical and shooters[0].side == COURTS and state.pieces[facing[0]].side in warlords(state):
        conversion.convert(umpire, fight.zone, [piece.id for piece in shooters], facing)
    return result.number


def steal(umpire: Umpire, fight: Fight, number: int) -> int:
    """A Raid may take Supply Points from the force that it hits in the place of units (6.21f,
    icu2006.economics.f): how many the raider takes."""
    state = umpire.state
    victim = state.pieces[fight.defenders[0]].side
    there = min(number, state.track(sp(victim)))
    facing = fight.left(state, fight.defenders)
    taken = int(
        umpire.choose(
            fight.side,
            T("Supply Points that are taken", number=number),
            list(range(there + 1)),
            suggest=min(there, max(0, number - len(facing))),
            because=T("units lost are areas lost; what is left over takes Supply Points"),
            rule=R["6.21f"],
        )
    )
    if taken:
        umpire.score(sp(victim), -taken, why=T("taken in a Raid"), rule=R["6.21f"])
        umpire.score(sp(fight.side), taken, why=T("taken in a Raid"), rule=R["6.21f"])
    return taken


def lose(umpire: Umpire, zone: str, units: Sequence[str], number: int, *, rule: str) -> None:
    """So many of these units are eliminated, of their owner's choice; a Leader whose units are all gone goes
    with them (8.4b)."""
    state = umpire.state
    there = [state.pieces[id] for id in units if state.pieces[id].place == zone]
    number = min(number, len(there))
    if not number:
        return
    weakest = sorted(there, key=lambda piece: (firepower([piece]), piece.id))[:number]
    lost = weakest
    owner = there[0].side
    if number < len(there) and owner != TRANSITIONAL:
        suggested = [piece.id for piece in there if piece in weakest]
        chosen = umpire.choose_some(
            owner,
            T("units that are eliminated", number=number),
            [piece.id for piece in there],
            number,
            number,
            suggest=suggested,
            because=T("the weakest first"),
            rule=rule,
        )
        lost = [state.pieces[id] for id in chosen]
    for piece in lost:
        take_off(umpire, piece, rule=rule)
    for unit in lost:
        bury(umpire, zone, faction(unit))


def react(umpire: Umpire, fight: Fight) -> None:
    """What Transitional units in the area of a fight between ICU and Warlords do (icu2006.special.b)."""
    state = umpire.state
    there = at(state, fight.zone, TRANSITIONAL)
    if not there or not courts_2006(state):
        return
    facing = state.pieces[fight.defenders[0]].side
    if COURTS not in (fight.side, facing) or TRANSITIONAL in (fight.side, facing):
        return
    die = umpire.roll(D6, T("reaction of the Transitional units"), rule=R["icu2006.special.b"])
    if die < 4:
        return
    strength = firepower(there)
    ours = fight.side == COURTS
    if die == 4:
        force = T("a side", side=TRANSITIONAL)
        result = raf.fire(umpire, strength, force, rule=R["icu2006.special.b"])
        hit = fight.defenders if ours else fight.attackers
        lose(umpire, fight.zone, hit, result.number, rule=R["icu2006.special.b"])
        return
    helps_attack = ours if die == 5 else not ours
    fight.helped = (strength, 0) if helps_attack else (0, strength)


def colours(units: Sequence[Piece]) -> list[str]:
    """The colours of these units, each once."""
    return list(dict.fromkeys(faction(unit) for unit in units))
