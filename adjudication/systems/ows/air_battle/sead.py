"""Suppression of enemy air defences and electronic warfare (steps 2 and 6 of 9.7.3, 6.5.8): strikes on air
defence units before and beside the fight with their missiles."""

from collections.abc import Callable, Mapping, Sequence

from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.missions import SEAD, mission_type, sky
from adjudication.systems.ows.air_battle.air_defence import (
    PROMOTES,
    Round,
    items,
    roll,
    salvos_at,
    spend,
    take,
)
from adjudication.systems.ows.joint_fires.exchanges import adjudicate
from adjudication.systems.ows.joint_fires.salvos import place_markers
from adjudication.systems.ows.sensing.air_picture import (
    air_defences,
    all_aloft,
    gap,
    meets,
    missile_range,
    patrolled_hexes,
    turn_up,
)
from adjudication.systems.ows.sensing.sensors import emits, radar_range
from adjudication.systems.ows.table.counters import LAND, LOADED, SEA, SHIP, Weapon, sheet, weapons
from adjudication.systems.ows.table.magazines import ready_salvos, strikes
from adjudication.systems.ows.table.status import JAMMED, detected, enemy_of, on_map, sides
from adjudication.systems.ows.turn.allocations import actions_left, spend_action
from adjudication.systems.ows.turn.asking import Ask, ask_together, one_each
from domain.table.marks import Mark
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

SEAD_HEXES = Mark[list[str]]("sead hexes", turns=1)
"""Mark of a side: the hexes for which it has used a long-range strike allocation this turn to strike air
defences that do not radiate (9.7.3.step2c)."""

# --- electronic warfare: 6.5.8 ---------------------------------------------------------------------


def aim_jammers(umpire: Umpire) -> None:
    """Each SEAD mission whose counter promotes strikes is directed at a detected enemy unit in its range
    (6.5.8)."""
    for side in sides(umpire.state):
        for piece in all_aloft(umpire.state, side):
            if mission_type(umpire.state, piece) == SEAD and sheet(piece).ew == PROMOTES:
                aim(umpire, piece)


def jammers_may_fly(state: State) -> bool:
    """Whether a side with such aircraft has any in the air that the enemy sees, too."""
    owners = {kind.side for kind in state.kinds.values() if kind.data.get("ew") == PROMOTES}
    return any(side in owners and patrolled_hexes(state, side) for side in sides(state))


def aim(umpire: Umpire, jammer: Piece) -> None:
    """Ask which unit a mission's electronic warfare is directed at; nothing where none is in range."""
    state = umpire.state
    targets = [
        id
        for id in on_map(state, enemy_of(state, jammer.side))
        if detected(state, state.pieces[id])
        and gap(state, jammer, state.pieces[id]) <= jamming_range(jammer)
        and state.who_knows(id) is None
    ]
    if targets:
        question = T("unit that is jammed", aircraft=jammer.id)
        target = umpire.choose(jammer.side, question, targets, rule=R["6.5.8"], audience=(jammer.side,))
        umpire.mark(target, JAMMED, jammer.id, rule=R["6.5.8"], audience=(jammer.side,))


def jamming_range(jammer: Piece) -> int:
    """How far its electronic warfare reaches: its sensor, else its longest weapon, else its own hex."""
    read = sheet(jammer)
    if read.sensor is not None and read.sensor.range >= 0:
        return read.sensor.range
    return max((weapon.range for weapon in read.weapons), default=0)


# --- who strikes what --------------------------------------------------------------------------------


def sead_weapons(state: State, mission: Piece) -> list[tuple[Weapon, int]]:
    """What a SEAD mission strikes with: the munitions that it carries, else its own attack, of these its
    anti-radiation missiles if it has any (6.5.1.1a); each with how many salvos."""
    carried = state.mark(mission.id, LOADED) is not None
    found = [
        (weapon, ready_salvos(state, mission, weapon))
        for weapon in weapons(state, mission)
        if strikes(weapon) and (sheet(mission).weapon(weapon.id) is None) == carried
    ]
    best = [each for each in found if each[0].anti_radiation]
    return [(weapon, left) for weapon, left in best or found if left]


def can_strike(weapon: Weapon, target: Piece) -> bool:
    """Whether its silhouettes let a weapon strike a unit (2.2.2a)."""
    return (SEA if target.kind.group == SHIP else LAND) in weapon.at


def offer(
    state: State, side: str, hex: str, suits: Callable[[Piece, Weapon, Piece], bool]
) -> dict[str, list[str]]:
    """The salvos of a side's SEAD missions, each with the detected air defences that it may strike in the
    combat of a hex: suits(mission, weapon, target)."""
    enemy = enemy_of(state, side)
    targets = [state.pieces[id] for id in air_defences(state, enemy)]
    found: dict[str, list[str]] = {}
    for mission in all_aloft(state, side):
        if mission_type(state, mission) != SEAD:
            continue
        near = [
            target for target in targets if detected(state, target) and meets(state, hex, mission, target)
        ]
        for weapon, left in sead_weapons(state, mission) if near else ():
            may = [
                target.id for target in near if can_strike(weapon, target) and suits(mission, weapon, target)
            ]
            if may:
                found.update(dict.fromkeys(items(mission.id, weapon, left), may))
    return found


def silent_hexes(state: State, targets: Sequence[str]) -> list[str]:
    """The hexes of targets that do not radiate: each costs an allocation once a turn (9.7.3.step2c)."""
    silent = [state.pieces[id] for id in targets if not emits(state, state.pieces[id])]
    return list(dict.fromkeys(sky(state, target) for target in silent))


# --- step 2 ------------------------------------------------------------------------------------------


def stand_off(umpire: Umpire, hex: str) -> None:
    """Step 2: SEAD strikes from 1 hex and more, beyond the range of the air defence that they strike."""
    state = umpire.state

    def suits(mission: Piece, weapon: Weapon, target: Piece) -> bool:
        return weapon.range > missile_range(target) and 1 <= gap(state, mission, target) <= weapon.range

    allotted = declare(umpire, hex, suits, R["9.7.3.step2a"], T("stand-off SEAD", hex=hex))
    pay(umpire, allotted)
    strike(umpire, allotted)


def declare(
    umpire: Umpire, hex: str, suits: Callable[[Piece, Weapon, Piece], bool], rule: str, where: Text
) -> dict[str, str]:
    """Both sides say at once which SEAD salvo strikes which air defence: salvo to target."""
    state = umpire.state
    asked = {}
    for side in sides(state):
        may = affordable(state, side, offer(state, side, hex, suits))
        if may:
            fits = within_allocations(state, side)
            free = {item: [id for id in ids if not unpaid(state, side, [id])] for item, ids in may.items()}
            asked[side] = Ask(may, one_each(free), T("a salvo for each that costs no action"), fits)
    allotted = ask_together(
        umpire,
        asked,
        T("air defences that salvos strike", where=where),
        rule=rule,
    )
    for shooter in dict.fromkeys(item.split("/")[0] for item in allotted):
        turn_up(umpire, shooter, rule=rule)
    return allotted


def unpaid(state: State, side: str, targets: Sequence[str]) -> list[str]:
    """The hexes for which a strike on these targets uses an allocation that was not used yet this turn."""
    paid = state.mark(side, SEAD_HEXES, [])
    return [hex for hex in silent_hexes(state, targets) if hex not in paid]


def affordable(state: State, side: str, may: Mapping[str, list[str]]) -> dict[str, list[str]]:
    """The same without silent targets, where no allocation is left for them."""
    left = actions_left(state, side)
    found = {}
    for item, targets in may.items():
        within = [id for id in targets if left or not unpaid(state, side, [id])]
        if within:
            found[item] = within
    return found


def within_allocations(state: State, side: str) -> Callable[[Mapping[str, str]], bool | Why]:
    """Whether the long-range strike actions left are enough for the silent targets of an answer."""
    left = actions_left(state, side)

    def fits(answer: Mapping[str, str]) -> bool | Why:
        needed = len(unpaid(state, side, list(answer.values())))
        if needed <= left:
            return True
        return T("too few long-range strike actions", needed=needed, left=left)

    return fits


def pay(umpire: Umpire, allotted: Mapping[str, str]) -> None:
    """Use a long-range strike allocation for each hex with silent targets; strikes on those that radiate are
    local (9.7.3.step2b, 9.7.3.step2c)."""
    state = umpire.state
    for side in sides(state):
        struck = [
            target for item, target in allotted.items() if state.pieces[item.split("/")[0]].side == side
        ]
        for hex in unpaid(state, side, struck):
            spend_action(umpire, side, rule=R["9.7.3.step2c"])
            paid = [*state.mark(side, SEAD_HEXES, []), hex]
            umpire.mark(side, SEAD_HEXES, paid, rule=R["9.7.3.step2c"])


def strike(umpire: Umpire, allotted: Mapping[str, str]) -> None:
    """Resolve SEAD strikes as all strikes are, against grey and red shields (9.2)."""
    if allotted:
        adjudicate(umpire, place_markers(umpire.state, allotted))


# --- step 6 ------------------------------------------------------------------------------------------


def in_the_hex(umpire: Umpire, hex: str) -> None:
    """Step 6: SEAD missions strike air defences in their hex. Those without stand-off may be engaged at the
    same time by what they strike."""
    state = umpire.state

    def suits(mission: Piece, weapon: Weapon, target: Piece) -> bool:
        return gap(state, mission, target) == 0

    allotted = declare(umpire, hex, suits, R["9.7.3.step6a"], T("in-hex SEAD", hex=hex))
    pay(umpire, allotted)
    attackers: dict[str, list[str]] = {}
    for item, target in allotted.items():
        mission, weapon_id, _ = item.split("/")
        weapon = next(each for each in weapons(state, state.pieces[mission]) if each.id == weapon_id)
        if not has_stand_off(state, weapon, state.pieces[target]):
            attackers.setdefault(target, []).append(mission)
    lost = return_fire(umpire, attackers, hex)
    strike(umpire, allotted)
    take(umpire, lost)


def has_stand_off(state: State, weapon: Weapon, target: Piece) -> bool:
    """Whether a munition goes further than the sensors and missiles of an air defence (9.7.3.step6a)."""
    return weapon.range > max(missile_range(target), radar_range(state, target))


def return_fire(umpire: Umpire, attackers: Mapping[str, list[str]], hex: str) -> dict[str, int]:
    """Air defences that are struck without stand-off may engage who strikes them: aircraft -> hits, taken
    with the results of the strike (9.7.3.step6b)."""
    state = umpire.state
    asked, offered = {}, {}
    for side in sides(state):
        missions = [state.pieces[id] for by in attackers.values() for id in by]
        enemies = [mission for mission in missions if mission.side != side]

        def strikes_it(unit: Piece, target: Piece) -> bool:
            return target.id in attackers.get(unit.id, ())

        may = salvos_at(state, side, list({each.id: each for each in enemies}.values()), strikes_it)
        offered.update(may)
        if may:
            items_of = {item: targets for item, (_, targets) in may.items()}
            asked[side] = Ask(items_of, one_each(items_of), T("a salvo for each attacker"))
    answer = ask_together(
        umpire,
        asked,
        T("attackers that air defences engage", where=T("in-hex SEAD", hex=hex)),
        rule=R["9.7.3.step6b"],
    )
    fired: list[tuple[Round, str]] = [(offered[item][0], target) for item, target in answer.items()]
    spend(umpire, [salvo for salvo, _ in fired])
    arrows = frozenset(target for _, target in fired if sheet(state.pieces[target]).arrow)
    return roll(umpire, fired, R["9.7.3.step6b"], arrows)
