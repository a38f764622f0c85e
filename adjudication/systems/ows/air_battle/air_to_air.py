"""Air-to-air combat (9.7.1, 9.7.2, steps 1 and 4 of 9.7.3): fighters are matched, the side with more of them
declares first, both roll, and the losses are taken together."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.air_losses import shoot_down
from adjudication.systems.ows.air.missions import FIGHTER, mission_type
from adjudication.systems.ows.sensing.air_picture import (
    ATTACKED,
    ENGAGED,
    all_aloft,
    attack_shifts,
    counter_air,
    engagements,
    gap,
    in_hex,
    may_return,
    meets,
    missile,
    only_defends,
    reaches,
    turn_up,
)
from adjudication.systems.ows.sensing.sensors import AEW, emits, radar_range, sees_air
from adjudication.systems.ows.table.counters import sheet
from adjudication.systems.ows.table.damage import defence
from adjudication.systems.ows.table.ladder import Shift, hits, modified
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import COUNTERMEASURES, enemy_of, sides
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

Pairs = Mapping[str, list[str]]
"""Fighter -> the aircraft that it may fire at."""


class Shot(NamedTuple):
    """An aircraft fires at another one; in defence, at one that attacks it."""

    shooter: str
    target: str
    defends: bool = False


# --- steps 1 and 4 ---------------------------------------------------------------------------------


def stand_off(umpire: Umpire, hex: str) -> None:
    """Step 1: missiles of 1 hex and more, from the hex into others and from others into it."""
    combat(umpire, hex, False, R["9.7.3.step1"])


def dogfight(umpire: Umpire, hex: str) -> None:
    """Step 4: aircraft in the same hex."""
    combat(umpire, hex, True, R["9.7.3.step4a"])


def combat(umpire: Umpire, hex: str, same_hex: bool, rule: str) -> None:
    """Both sides declare who fires at whom, the one with more fighters first; then all is rolled and applied
    together (9.7.3.step4a)."""
    state = umpire.state
    pairs = {side: targets_of(state, side, hex, same_hex) for side in sides(state)}
    if not any(pairs.values()):
        return
    fighters = {side: engaged_fighters(state, side, pairs) for side in sides(state)}
    first, second = sides(state)  # the side with the initiative, where both have as many
    if len(fighters[second]) > len(fighters[first]):
        first, second = second, first
    where = T("in-hex air combat", hex=hex) if same_hex else T("stand-off air combat", hex=hex)
    shots: list[Shot] = []
    for side, other in ((first, second), (second, first)):
        attacked = {shot.target for shot in shots}
        may = {fighter: targets for fighter, targets in pairs[side].items() if fighter not in attacked}
        known = [id for id in fighters[other] if sees_air(state, side, state.pieces[id])]
        surplus = max(0, len(fighters[side]) - len(known))
        shots += declare(umpire, side, may, surplus, where, rule, taken(state, shots))
    shots += defences(umpire, shots)
    for shot in shots:
        if not shot.defends:
            umpire.mark(shot.shooter, ATTACKED, True, rule=R["9.7.3"])
    took_part(umpire, shots, again=False)
    resolve(umpire, shots, rule)


def targets_of(state: State, side: str, hex: str, same_hex: bool) -> Pairs:
    """What each counter-air fighter of a side that has not attacked yet may fire at in the combat of a hex:
    its own hex alone, or other hexes alone."""
    enemies = (
        in_hex(state, enemy_of(state, side), hex) if same_hex else all_aloft(state, enemy_of(state, side))
    )
    found = {}
    for fighter in in_hex(state, side, hex) if same_hex else all_aloft(state, side):
        if not counter_air(state, fighter) or state.mark(fighter.id, ATTACKED):
            continue
        targets = [
            target.id
            for target in enemies
            if same_hex == (not gap(state, fighter, target))
            and meets(state, hex, fighter, target)
            and reaches(state, fighter, target)
        ]
        if targets:
            found[fighter.id] = targets
    return found


def engaged_fighters(state: State, side: str, pairs: Mapping[str, Pairs]) -> list[str]:
    """The counter-air fighters of a side that may fire, or be fired at (9.7.1a)."""
    found = dict.fromkeys(pairs[side])
    for targets in pairs[enemy_of(state, side)].values():
        found.update(dict.fromkeys(id for id in targets if counter_air(state, state.pieces[id])))
    return list(found)


# --- declaring: 9.7.1 ------------------------------------------------------------------------------


def taken(state: State, shots: Sequence[Shot]) -> frozenset[str]:
    """The fighters that are matched with the enemy fighters at which they fire."""
    return frozenset(shot.shooter for shot in shots if counter_air(state, state.pieces[shot.target]))


def declare(
    umpire: Umpire,
    side: str,
    may: Pairs,
    surplus: int,
    where: Text,
    rule: str,
    matched: frozenset[str] = frozenset(),
) -> list[Shot]:
    """A side says which of its fighters fire at what, or hold their fire.

    Each fires at an enemy fighter of its own; as many as the side has more than the enemy may double up, or
    fire at other aircraft (9.7.1). matched: enemy fighters that others engage already; they are no match
    any more.
    """
    state = umpire.state
    options = {}
    for shooter, targets in may.items():
        allowed = [
            id for id in targets if surplus or (counter_air(state, state.pieces[id]) and id not in matched)
        ]
        if allowed:
            options[shooter] = allowed
    if not options:
        return []
    chosen = umpire.allot(
        side,
        _which_aircraft(where, side, surplus),
        options,
        matching(state, surplus),
        rule=R["9.7.1a"] if not surplus else R["9.7.1b"],
        suggest=natural_match(state, options, surplus),
        because=T("fighters against fighters"),
    )
    for shooter in chosen:
        turn_up(umpire, shooter, rule=rule)
    return [Shot(shooter, target) for shooter, target in chosen.items()]


def _which_aircraft(where: Text, side: str, surplus: int) -> Text:
    if not surplus:
        return T("aircraft that fighters fire at", where=where, side=side)
    return T("aircraft that more fighters fire at", where=where, side=side, surplus=surplus)


def matching(state: State, surplus: int) -> Callable[[Mapping[str, str]], bool | Why]:
    """Whether no more fighters than the surplus do anything but engage an enemy fighter of their own."""

    def fits(answer: Mapping[str, str]) -> bool | Why:
        matched = {id for id in answer.values() if counter_air(state, state.pieces[id])}
        beyond = len(answer) - len(matched)
        if beyond <= surplus:
            return True
        return T("beyond the surplus of fighters", beyond=beyond, surplus=surplus)

    return fits


def natural_match(state: State, may: Pairs, surplus: int) -> dict[str, str]:
    """An enemy fighter for each fighter; then those beyond them against other aircraft, or double up."""
    found: dict[str, str] = {}
    for shooter, targets in may.items():
        fighters = [id for id in targets if counter_air(state, state.pieces[id])]
        free = [id for id in fighters if id not in found.values()]
        if free:
            found[shooter] = free[0]
    for shooter, targets in may.items():
        if shooter not in found and surplus > 0:
            others = [id for id in targets if not counter_air(state, state.pieces[id])]
            free = [id for id in others if id not in found.values()]
            found[shooter] = (free or others or targets)[0]
            surplus -= 1
    return {shooter: found[shooter] for shooter in may if shooter in found}


def defences(umpire: Umpire, shots: Sequence[Shot]) -> list[Shot]:
    """Whoever is attacked and has not fired in this step fires back at its attacker, where it can; at one of
    several its side chooses (9.7.3.step4b)."""
    state = umpire.state
    attackers: dict[str, list[str]] = {}
    for shot in shots:
        attackers.setdefault(shot.target, []).append(shot.shooter)
    found = []
    busy = {shot.shooter for shot in shots}
    for id, by in attackers.items():
        defender = state.pieces[id]
        able = [attacker for attacker in by if may_return(state, defender, state.pieces[attacker])]
        if id in busy or not able or not (counter_air(state, defender) or only_defends(state, defender)):
            continue
        question = T("attacker that is fired back at", defender=id)
        found.append(Shot(id, umpire.choose(defender.side, question, able, rule=R["9.7.3.step4b"]), True))
    return found


def took_part(umpire: Umpire, shots: Sequence[Shot], *, again: bool) -> None:
    """Those that attack or are attacked are engaged: once for all of the Air Combat step, and once more for
    each package that is intercepted (9.9.6.2d)."""
    state = umpire.state
    involved = dict.fromkeys(id for shot in shots for id in (shot.shooter, shot.target))
    for id in involved:
        before = engagements(state, state.pieces[id])
        if again or not before:
            umpire.mark(id, ENGAGED, before + 1, rule=R["9.9.6.2d"])


# --- rolling: 9.7.2, 9.7.4 -------------------------------------------------------------------------


def shifts_of(state: State, shot: Shot) -> list[Shift]:
    """The promotions and demotions of an air-to-air attack."""
    shooter, target = state.pieces[shot.shooter], state.pieces[shot.target]
    found = attack_shifts(state, shooter, target)
    if shot.defends and only_defends(state, shooter):
        found.append(Shift(T("attack mission defends itself"), -1, R["6.5.1.2"]))
    if on(state, "aew_promotes") and sheet(shooter).type == FIGHTER and early_warning(state, shooter):
        found.append(Shift(T("airborne early warning"), 1, R["6.5.9.1"]))
    return found


def early_warning(state: State, fighter: Piece) -> bool:
    """Whether a fighter is in the sensing range of an AEW mission of its side (6.5.9.1)."""
    return any(
        mission_type(state, piece) == AEW
        and emits(state, piece)
        and gap(state, piece, fighter) <= radar_range(state, piece)
        for piece in all_aloft(state, fighter.side)
    )


def resolve(umpire: Umpire, shots: Sequence[Shot], rule: str) -> None:
    """Roll for all shots, and take the losses together; by the option, the largest dice first, with their
    losses taken before smaller ones roll (9.7.2)."""
    dice: dict[Shot, int] = {}
    for shot in shots:
        state = umpire.state
        weapon = missile(state.pieces[shot.shooter])
        assert weapon is not None
        what = T("attack on an aircraft", shooter=shot.shooter, target=shot.target)
        dice[shot] = modified(umpire, weapon.die, shifts_of(state, shot), what)
    if not on(umpire.state, "best_die_first"):
        volley(umpire, dice, rule)
        return
    for size in sorted(set(dice.values()), reverse=True):
        flying = {piece.id for side in sides(umpire.state) for piece in all_aloft(umpire.state, side)}
        firing = {
            shot: die
            for shot, die in dice.items()
            if die == size and shot.shooter in flying and shot.target in flying
        }
        volley(umpire, firing, R["9.7.2"])


def volley(umpire: Umpire, dice: Mapping[Shot, int], rule: str) -> None:
    """Shots that are simultaneous: all are rolled, then all losses are taken."""
    state = umpire.state
    lost: dict[str, int] = {}
    for id in dict.fromkeys(shot.target for shot in dice):
        target = state.pieces[id]
        most = target.steps + bool(state.mark(id, COUNTERMEASURES))
        rolls = [
            (
                die,
                *defence(state, target),
                most,
                T("defence against an attacker", shooter=shot.shooter, target=id)
                if shot.defends
                else T("attack on an aircraft", shooter=shot.shooter, target=id),
                rule,
            )
            for shot, die in dice.items()
            if shot.target == id
        ]
        lost[id] = min(most, umpire.total(fire, rolls))
    for id, number in lost.items():
        shoot_down(umpire, id, number)


def fire(umpire: Umpire, die: int, in_force: int, printed: int, most: int, attack: Text, rule: str) -> int:
    """Roll a die against the target's red shield: the hits, as far as they matter (2.1.1.3)."""
    return min(
        most,
        hits(umpire.roll(die, T("air attack", attack=attack, least=in_force), rule=rule), in_force, printed),
    )
