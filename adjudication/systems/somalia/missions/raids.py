"""Raids (6.21): gangs fall upon a Base, a Convoy or a UN unit, at most one Zone away."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import adjudication.systems.somalia.missions.critical as critical
import adjudication.systems.somalia.table.hits as hits
import adjudication.systems.somalia.table.raf as raf
import adjudication.systems.somalia.table.tally as tally
from adjudication.engine.legality import Legality, never, only, unless
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.missions.convoys import LOOTED
from adjudication.systems.somalia.table.factions import against_entry, against_leaving, some_fit
from adjudication.systems.somalia.table.forces import (
    BASE,
    CONVOY,
    GANG,
    GUARDS,
    LEADER,
    MILITARY,
    act,
    at,
    firepower,
    guards,
    has_acted,
    led,
    on_map,
)
from adjudication.systems.somalia.table.phases import OPERATIONS
from adjudication.systems.somalia.table.points import gain_sp, lose_sp
from adjudication.systems.somalia.table.sides import UN, plays_base
from adjudication.systems.somalia.table.turns import BANDIT_IN_TURN, acting_bandits
from adjudication.systems.somalia.table.zones import is_zone
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("somalia", __file__)
T = texts("somalia")

RAIDED = Mark[bool]("raided", turns=1)
"""Mark of a Base, a Convoy or a unit that has been raided this turn (6.21j)."""
EMPTY_BASE = 2
"""The Firepower of a Base with nobody in it: the column 2 (6.21h)."""


@dataclass(frozen=True, slots=True)
class Raid:
    """Raid a Base, a Convoy or a UN unit with these gangs; Leaders may come along (6.21a, 6.21b, 8.4a). One
    in the Zone assists without being named."""

    side: str
    target: str
    units: tuple[str, ...]


def raid(umpire: Umpire, order: Raid) -> None:
    """Move, fire, divide the result, and take the return fire (6.21b-6.21j)."""
    state = umpire.state
    zone = state.pieces[order.target].place
    gangs = tuple(unit for unit in order.units if state.pieces[unit].kind.group == GANG)
    act(umpire, order.units, rule=R["6.0d"])
    for unit in order.units:
        if state.pieces[unit].place != zone:
            umpire.move(unit, zone, rule=R["6.21b"])
    for target in stack(umpire.state, order.target):
        umpire.mark(target, RAIDED, True, rule=R["6.21j"])
    tally.attacks(umpire, order.side, rule=R["11.22d"])
    umpire.step(resolve, order.side, order.target, gangs, zone)


def resolve(umpire: Umpire, side: str, target: str, gangs: tuple[str, ...], zone: str) -> None:
    """The fire of the raiders, and what fires back (6.21c-6.21i, 6.3)."""
    state = umpire.state
    strength = firepower(state.pieces[gang] for gang in gangs)
    assisted = led(state, zone, side, gangs)
    fired = raf.fire(umpire, strength, T("the Raid"), led=assisted, rule=R["6.21c"])
    take(umpire, side, state.pieces[target], fired.number)
    if fired.critical:
        critical.by_bandits(umpire)
    answering, rule = return_fire(umpire, state.pieces[target])
    back = raf.fire(umpire, answering, T("the defenders"), rule=rule)
    hits.lose(umpire, gangs, back.number, rule=rule)
    if back.critical:
        critical.by_un(umpire, side, zone)


def take(umpire: Umpire, side: str, target: Piece, number: int) -> None:
    """A result of so many: hits on a unit, Supply Points of a Base or Convoy without guards, and of one with
    guards as the Bandit player divides it (6.21d-6.21f)."""
    if not number:
        return
    state = umpire.state
    if target.kind.group == MILITARY:
        hits.hit_un(umpire, side, number, rule=R["6.21d"])
        return
    points, rule = number, R["6.21e"]
    if guards(state, target.id):
        rule = R["6.21f"]
        points = umpire.choose(
            side,
            T("Supply Points of a Raid", target=target.id, number=number),
            list(range(number + 1)),
            suggest=number,
            because=T("Supply Points bring new gangs"),
            rule=rule,
        )
    hits.hit_un(umpire, side, number - points, rule=rule)
    if points:
        taken = lose_sp(umpire, points, T("Raid on a target", target=target.id), rule=rule)
        gain_sp(umpire, side, taken, T("Raid on a target", target=target.id), rule=R["5.4a"])
        if target.kind.group == CONVOY:
            umpire.mark(target.id, LOOTED, points, rule=R["6.11c"])


def return_fire(umpire: Umpire, target: Piece) -> tuple[int, str]:
    """The Firepower that answers a Raid, and by which rule: all of a unit or of the guards, if the UN player
    wants it (6.21g); column 2 of an empty Base (6.21h); none of a Convoy without Escort (6.21i)."""
    state = umpire.state
    defenders = [target] if target.kind.group == MILITARY else guards(state, target.id)
    if not defenders:
        return (EMPTY_BASE, R["6.21h"]) if target.kind.group == BASE else (0, R["6.21i"])
    fires = umpire.choose(
        UN,
        T("whether the defender fires back", unit=defenders[0].id)
        if len(defenders) == 1
        else T(
            "whether the defenders fire back",
            units=hits.few([unit.id for unit in defenders]),
            more=hits.more_than_few(defenders),
        ),
        [True, False],
        suggest=True,
        because=T("only a critical hit helps the Bandits"),
        rule=R["6.21g"],
    )
    return firepower(defenders) if fires else 0, R["6.21g"]


def stack(state: State, target: str) -> list[str]:
    """A target and all that stand with it (6.21j)."""
    return [target, *(unit.id for unit in guards(state, target))]


# --- what may be raided, and by whom -----------------------------------------------------------------


@derived
def targets(state: State) -> tuple[str, ...]:
    """Bases and Convoys, and the UN units that stand with neither (6.21a); not Militia (8.2d)."""
    lone = [unit for unit in on_map(state, MILITARY) if not stands_with(state, unit)]
    return tuple(piece.id for piece in (*on_map(state, BASE, CONVOY), *lone))


def stands_with(state: State, unit: Piece) -> str:
    """The Base or Convoy that a unit stands with; empty where it stands alone."""
    with_it = state.mark(unit.id, GUARDS)
    there = with_it and state.pieces[with_it].place == unit.place
    return str(with_it) if there else ""


def raided(state: State) -> list[str]:
    """What has been raided this turn (6.21j)."""
    return list(state.marked(RAIDED))


def against_target(state: State, target: str) -> Why:
    """Why something cannot be raided."""
    piece = state.pieces.get(target)
    if piece is not None and piece.kind.group == MILITARY and is_zone(state.board, piece.place):
        return T("stands with another target", target=target, other=stands_with(state, piece))
    return T("cannot be raided", target=target)


@derived
def raiders(state: State, side: str, zone: str) -> tuple[str, ...]:
    """The gangs of a player that can raid in a Zone, and the Leaders that can come along from Zones beside it
    (6.0c, 6.21b)."""
    near = [zone, *(other for other in state.board.neighbours[zone] if is_zone(state.board, other))]
    return tuple(
        piece.id
        for other in near
        for piece in at(state, other, *((GANG,) if other == zone else (GANG, LEADER)))
        if piece.side == side and not has_acted(state, piece)
    )


def against_units(state: State, side: str, target: str, units: Sequence[str]) -> Why:
    """Why these units cannot raid that target; empty where they can."""
    zone = state.pieces[target].place
    may = raiders(state, side, zone)
    for unit in units:
        if unit not in may:
            if state.pieces.get(unit) in at(state, zone, LEADER):
                return T("assists there already", unit=unit)
            return T("cannot raid there", unit=unit, zone=zone)
    if not any(state.pieces[unit].kind.group == GANG for unit in units):
        return T("a Raid needs a gang")
    return ""


def against_mixture(state: State, target: str, units: Sequence[str]) -> Why:
    """What factions have against the moves of a Raid (8.41b)."""
    zone = state.pieces[target].place
    moving = [unit for unit in units if state.pieces[unit].place != zone]
    return against_entry(state, zone, moving) or against_leaving(state, moving)


def _list(state: State) -> list[OrderChoice]:
    found = []
    for side in acting_bandits(state):
        for target in targets(state):
            units = raiders(state, side, state.pieces[target].place)
            against = _against(state, side, target)
            if target not in raided(state) and some_fit(state, units, against):
                found.append(
                    OrderChoice(side, "raid", {"target": target}, "units", of=units, least=1, fits=against)
                )
    return found


def _against(state: State, side: str, target: str) -> Callable[[Sequence[str]], Why]:
    return lambda units: against_units(state, side, target, units) or against_mixture(state, target, units)


RAID = Legality(
    BANDIT_IN_TURN,
    only("target", targets, "target", R["6.21a"], against_target),
    never("target", raided, "again", R["6.21j"], "raided this turn"),
    unless(against_units, "units", R["6.21b"]),
    unless(against_mixture, "factions", R["8.41b"]),
    sides=acting_bandits,
    phases=(OPERATIONS,),
    played=plays_base,
    elsewhere=R["3.0c"],
    quickly=_list,
)
KINDS = (OrderKind("raid", Raid, raid, R["6.21c"], "raid a Base, a Convoy or a UN unit", legality=(RAID,)),)
