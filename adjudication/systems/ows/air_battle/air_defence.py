"""Air defence against aircraft (steps 3 and 7 of 9.7.3, 2.2.7.4): ships and ground units that radiate fire
their missiles at what their side sees. A missile for defence or attack is spent as both (2.2.2.8)."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.air_losses import shoot_down
from adjudication.systems.ows.air.missions import SEAD, mission_type, sky
from adjudication.systems.ows.air_battle.air_to_air import fire
from adjudication.systems.ows.sensing.air_picture import (
    all_aloft,
    anti_air,
    attack_shifts,
    gap,
    in_hex,
    meets,
)
from adjudication.systems.ows.sensing.sensors import emits, sees_air
from adjudication.systems.ows.table.counters import GROUND, SHIP, Weapon, sheet
from adjudication.systems.ows.table.damage import defence
from adjudication.systems.ows.table.ladder import Shift, modified
from adjudication.systems.ows.table.magazines import expend, holds_fire, ready_salvos
from adjudication.systems.ows.table.status import COUNTERMEASURES, SUPPRESSED, detect, enemy_of, on_map, sides
from adjudication.systems.ows.turn.asking import Ask, ask_together, one_each
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

DEMOTES, PROMOTES = "demote", "promote"
"""What electronic warfare of an aircraft does, as its counter shows (6.5.8)."""


class Round(NamedTuple):
    """A salvo that a unit may fire at aircraft: who has it, of which weapon."""

    unit: str
    weapon: Weapon


Offer = dict[str, tuple[Round, list[str]]]
"""A salvo's name in a question -> the salvo, and the aircraft that it may engage."""


def items(unit: str, weapon: Weapon, number: int) -> list[str]:
    """What salvos of a unit are called in questions: unit/weapon/1 and so on."""
    return [f"{unit}/{weapon.id}/{nth}" for nth in range(1, number + 1)]


def long_range(umpire: Umpire, hex: str) -> None:
    """Step 3: air defences with a range of 1 hex or more."""
    engage(umpire, hex, 1, R["9.7.3.step3"], T("long-range air defence", hex=hex))


def final(umpire: Umpire, hex: str) -> None:
    """Step 7: air defences that are left and have salvos, at any aircraft in range."""
    engage(umpire, hex, 0, R["9.7.3.step7"], T("final air defence", hex=hex))


def engage(umpire: Umpire, hex: str, least: int, rule: str, where: Text) -> None:
    """Both sides say at once which salvo engages which aircraft; then all is rolled and applied together."""
    state = umpire.state

    def may_engage(unit: Piece, target: Piece) -> bool:
        return meets(state, hex, unit, target)

    offered = {
        side: salvos_at(state, side, all_aloft(state, enemy_of(state, side)), may_engage, least)
        for side in sides(state)
    }
    fire_at(umpire, offered, rule, where)


def salvos_at(
    state: State,
    side: str,
    aircraft: Sequence[Piece],
    may_engage: Callable[[Piece, Piece], bool],
    least: int = 0,
) -> Offer:
    """The salvos of a side's air defences that reach any of these aircraft, each with those it reaches.
    least: the range that a weapon must have."""
    seen = [target for target in aircraft if sees_air(state, side, target)]
    found: Offer = {}
    for id in on_map(state, side) if seen else ():
        unit = state.pieces[id]
        if not emits(state, unit) or unit.kind.group not in (SHIP, GROUND) or holds_fire(state, unit):
            continue
        near = [target for target in seen if may_engage(unit, target)]
        for weapon in anti_air(unit):
            reached = [target.id for target in near if gap(state, unit, target) <= weapon.range]
            if weapon.range >= least and reached:
                for item in items(id, weapon, ready_salvos(state, unit, weapon)):
                    found[item] = (Round(id, weapon), reached)
    return found


def fire_at(umpire: Umpire, offered: Mapping[str, Offer], rule: str, where: Text) -> None:
    """Ask the sides that have salvos to engage with, roll, and take the losses together."""
    asked = {}
    for side, salvos in offered.items():
        may = {item: targets for item, (_, targets) in salvos.items()}
        if may:
            asked[side] = Ask(may, one_each(may), T("a salvo for each aircraft"))
    answer = ask_together(
        umpire,
        asked,
        T("aircraft that each salvo engages", where=where),
        rule=rule,
    )
    rounds = {item: salvo for salvos in offered.values() for item, (salvo, _) in salvos.items()}
    fired = [(rounds[item], target) for item, target in answer.items()]
    spend(umpire, [salvo for salvo, _ in fired])
    take(umpire, roll(umpire, fired, rule))


def spend(umpire: Umpire, salvos: Sequence[Round]) -> None:
    """Cross off salvos, each as attack and defence (2.2.7.4b); who fires is detected (9.9.4.2)."""
    used: dict[str, dict[str, int]] = {}
    for unit, weapon in salvos:
        of_unit = used.setdefault(unit, {})
        of_unit[weapon.id] = of_unit.get(weapon.id, 0) + 1
    for unit, weapons in used.items():
        expend(umpire, unit, weapons, rule=R["2.2.7.4b"])
        detect(umpire, unit, rule=R["9.9.4.2"])


def roll(
    umpire: Umpire,
    fired: Sequence[tuple[Round, str]],
    rule: str,
    arrows: frozenset[str] = frozenset(),
    *,
    unseen: bool = False,
) -> dict[str, int]:
    """Roll for salvos at aircraft: aircraft -> hits, which are not taken yet. arrows: SEAD missions whose red
    down arrow demotes those that engage them (9.7.3.step6c). unseen: those that fire are not detected by
    it, and the rolls do not say who they are."""
    state = umpire.state
    lost: dict[str, int] = {}
    for id in dict.fromkeys(target for _, target in fired):
        target = state.pieces[id]
        most = target.steps + bool(state.mark(id, COUNTERMEASURES))
        rolls = []
        for salvo, at in fired:
            if at == id:
                unit = state.pieces[salvo.unit]
                weapon = f"{unit.id}/{salvo.weapon.id}"
                what = T("air defence against an aircraft", weapon=weapon, target=id)
                if unseen:
                    what = T("engagement of an aircraft", target=id)
                shifts = shifts_of(state, unit, target, id in arrows)
                told = (unit.side,) if unseen else None
                die = modified(umpire, salvo.weapon.die, shifts, what, audience=told)
                rolls.append((die, *defence(state, target), most, what, rule))
        lost[id] = min(most, umpire.total(fire, rolls))
    return lost


def take(umpire: Umpire, lost: Mapping[str, int]) -> None:
    """Take the losses of a step together."""
    for id, number in lost.items():
        shoot_down(umpire, id, number)


def shifts_of(state: State, unit: Piece, target: Piece, arrow: bool) -> list[Shift]:
    """The promotions and demotions of an air defence's attack on an aircraft. The red down arrow of a SEAD
    counter is what its electronic warfare shows: it demotes once in all."""
    found = attack_shifts(state, unit, target)
    if state.mark(unit.id, SUPPRESSED):
        found.append(Shift(T("air defence suppressed"), -1, R["10.15.7f"]))
    if jammed(state, target):
        found.append(Shift(T("electronic warfare"), -1, R["6.5.8"]))
    elif arrow:
        found.append(Shift(T("SEAD"), -1, R["9.7.3.step6c"]))
    return found


def jammed(state: State, target: Piece) -> bool:
    """Whether a SEAD mission with such electronic warfare flies in the hex of an aircraft of its side
    (6.5.8)."""
    return any(
        mission_type(state, piece) == SEAD and sheet(piece).ew == DEMOTES
        for piece in in_hex(state, target.side, sky(state, target))
    )
