"""What the staff tasks its aircraft with (6.5): cover, eyes, fuel, and strikes."""

from collections.abc import Iterator

from adjudication.engine.orders import LegalOrders, Order, OrderGroup
from adjudication.systems.ows.air.air_tasking import ready, types
from adjudication.systems.ows.air.exceeding import beyond
from adjudication.systems.ows.air.fuel import kill_box
from adjudication.systems.ows.air.missions import (
    AEW,
    BOMBER,
    CAP,
    CAS,
    COUNTER_AIR,
    FIGHTER,
    INTERDICTION,
    ISR,
    PATROL,
    SEAD,
    STRIKE,
    SUCAP,
    TANKER,
    air_hex,
    in_the_air,
    mission_type,
)
from adjudication.systems.ows.ground.forces.formations import ground_war
from adjudication.systems.ows.ground.forces.units import fires
from adjudication.systems.ows.player.ground_air import (
    in_contact,
    merit_of_cas,
    merit_of_interdiction,
    steps_coming_on,
    worth_of_zone,
)
from adjudication.systems.ows.player.land import garrisons
from adjudication.systems.ows.player.movement import is_dispersal_site
from adjudication.systems.ows.player.picture import (
    aims,
    apart,
    bases,
    enemies,
    main_bodies,
    near,
    of_groups,
    own,
    places_to_hold,
    seen_at_sea,
    worth,
)
from adjudication.systems.ows.table.counters import (
    FACILITY,
    GROUND,
    LOADED,
    MISSION,
    SHIP,
    SQUADRON,
    sheet,
    weapons,
)
from adjudication.systems.ows.table.status import MISSION_FLOWN, enemy_of
from domain.table.state import Piece, State

BATTERY = 8
"""What it is worth more to strike artillery than other ground units in a ground war."""
ESCORTED = 2
"""Missions of a package: the strike and its escort."""
SHARE_OF_COVER = 2
"""One fighter in so many flies cover."""


def air_tasking(state: State, side: str, legal: LegalOrders, daring: bool) -> Order | None:
    """The next order of the air tasking order; None when all is done."""
    return (
        _recall(state, side, legal)
        or _assault(state, side, legal)
        or _disperse(state, side, legal)
        or _load(state, side, legal)
        or _package(state, side, legal)
        or _task(state, side, legal)
        or (_exceed(state, side) if daring else None)
    )


def _mine(legal: LegalOrders, name: str, side: str) -> Iterator[OrderGroup]:
    return (group for group in legal.named(name) if group.side == side and len(group))


def _recall(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Cover over what needs none any longer comes home, to fly elsewhere."""
    for group in _mine(legal, "recall", side):
        for order in (group.order(n) for n in range(len(group))):
            mission = state.pieces[order.arguments["mission"]]
            type = mission_type(state, mission)
            if type in COUNTER_AIR and mission.place not in _to_guard(state, side):
                return order
            if type == SUCAP and not _ships_below(state, side, mission.place):
                return order
            if type == CAS and not in_contact(state, side, mission.place):
                return order
            if type == INTERDICTION and not steps_coming_on(state, side, mission.place):
                return order
    return None


def _assault(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Troops jump, or are lifted, to where they are to be delivered, where that is worth most and the enemy
    is thinnest in the air."""
    wanted = {subject: points for what, subject, points in aims(state, side) if what == "units delivered"}
    for name in ("jump", "lift"):
        for group in _mine(legal, name, side):
            zones = [hex for hex in group.values if hex in wanted]
            if zones:
                hex = max(zones, key=lambda each: (wanted[each], -_aircraft(state, side, each)))
                return Order(side, name, {**group.fixed, "hex": hex})
            if ground_war(state) and group.values:
                hex = max(group.values, key=lambda each: worth_of_zone(state, side, each))
                if worth_of_zone(state, side, hex) > 0:
                    return Order(side, name, {**group.fixed, "hex": hex})
    return None


def _aircraft(state: State, side: str, hex: str) -> int:
    """The enemy aircraft that the side sees in a hex."""
    return sum(each.place == hex and MISSION in each.groups for each in enemies(state, side))


def _disperse(state: State, side: str, legal: LegalOrders) -> Order | None:
    """One squadron of the fullest base goes to where engineers can dig it in, and they do."""
    for group in _mine(legal, "fortify", side):
        return group.order(0)
    best: tuple[int, Order] | None = None
    for group in _mine(legal, "disperse", side):
        squadron = state.pieces[group.fixed["squadron"]]
        crowd = sum(each.place == squadron.place for each in state.of_group(SQUADRON))
        for hex in group.values:
            free = not any(each.place == hex for each in state.of_group(SQUADRON) if each.side == side)
            if free and is_dispersal_site(state, side, hex) and _engineers(state, side, hex) and crowd > 1:
                order = Order(side, "disperse", {**group.fixed, "hex": hex})
                best = (crowd, order) if best is None or crowd > best[0] else best
    return best[1] if best is not None else None


def _engineers(state: State, side: str, hex: str) -> bool:
    return any(
        each.side == side and each.kind.group == GROUND and sheet(each).engineer
        for each in state.pieces_at(hex)
    )


def _exceed(state: State, side: str) -> Order | None:
    """Leave for an idle fighter to cover a place that nobody covers, once a turn (6.5.3a)."""
    flown = [state.marked(MISSION_FLOWN)[id] for id in in_the_air(state, side)]
    if any(mark["leave"] and mark["since"] == state.turn for mark in flown):
        return None
    covered = [
        each.place
        for each in of_groups(state, own(state, side), MISSION)
        if mission_type(state, each) in COUNTER_AIR
    ]
    for hex in _to_guard(state, side):
        for id in ready(state, side) if hex not in covered else ():
            for type in types(state, id):
                if type in COUNTER_AIR and hex in beyond(state, id, type):
                    means = {"type": type, "hex": hex, "means": "A second tanker meets it on the way"}
                    return Order(side, "exceed", {"mission": id, **means})
    return None


def _load(state: State, side: str, legal: LegalOrders) -> Order | None:
    """Bombers, and fighters that strike, take the load with the largest dice."""
    for group in _mine(legal, "load", side):
        for order in (group.order(n) for n in range(len(group))):
            mission = state.pieces[order.arguments["mission"]]
            if sheet(mission).type == BOMBER and not state.mark(mission.id, LOADED):
                offered = (
                    [each for each in group.values if each is not None] if group.vary == "munitions" else []
                )
                if offered:
                    best = max(offered, key=lambda id: _punch(state, id))
                    return Order(side, "load", {**group.fixed, "munitions": best})
                if order.arguments.get("munitions"):
                    return order
    return None


def _punch(state: State, counter: str) -> int:
    (weapon,) = sheet(state.pieces[counter]).weapons
    return weapon.die * 2 + weapon.range


def _package(state: State, side: str, legal: LegalOrders) -> Order | None:
    """A loaded bomber goes as a package with a fighter for escort and a tanker, where they can wait
    together."""
    for choice in legal.choices("package"):
        if choice.side != side:
            continue
        may = choice.choices.may  # type: ignore[attr-defined]
        strikers = [id for id, able in may.items() if STRIKE in able and bool(state.mark(id, LOADED))]
        if not strikers and _must_fight_through(state, side, choice.fixed["hex"]):
            strikers = [id for id, able in may.items() if STRIKE in able and CAP in able][ESCORTED - 1 :]
        if not strikers:
            continue
        missions = {strikers[0]: STRIKE}
        fighters = [id for id, able in may.items() if CAP in able and id not in missions]
        if len(fighters) > 1 or (fighters and not state.mark(strikers[0], LOADED)):
            missions[fighters[0]] = CAP
        tankers = [id for id, able in may.items() if TANKER in able]
        if tankers and len(fighters) > 1:
            missions[tankers[0]] = TANKER
        order = Order(
            side, "package", {**choice.fixed, "missions": {id: missions[id] for id in may if id in missions}}
        )
        if not choice.refusal(order.arguments):
            return order
    return None


def _must_fight_through(state: State, side: str, hex: str) -> bool:
    """Whether enemy aircraft wait over the ground war, so that what strikes there takes an escort along."""
    fronts = dict.fromkeys(air_hex(state.board, each) for each in garrisons(state, side))
    return ground_war(state) and any(front != hex and _aircraft(state, side, front) for front in fronts)


def _task(state: State, side: str, legal: LegalOrders) -> Order | None:
    """The first mission at its base for which there is something to do; in a ground war attack aircraft come
    before fighters, which can do other things too."""
    by_mission: dict[str, list[OrderGroup]] = {}
    for group in _mine(legal, "task", side):
        by_mission.setdefault(group.fixed["mission"], []).append(group)
    missions = list(by_mission)
    if ground_war(state):
        missions.sort(key=lambda id: sheet(state.pieces[id]).type == FIGHTER)
    for mission in missions:
        best: tuple[int, Order] | None = None
        for group in by_mission[mission]:
            found = _best_hex(state, side, state.pieces[mission], group)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
        if best is not None:
            return best[1]
    return None


def _best_hex(state: State, side: str, mission: Piece, group: OrderGroup) -> tuple[int, Order] | None:
    """How well a mission of a type would do, and where; None where it would not."""
    type = group.fixed["type"]
    merits = {hex: _merit(state, side, mission, type, hex) for hex in group.values}
    hex = max(merits, key=lambda each: merits[each])
    if merits[hex] <= 0:
        return None
    return merits[hex] - bool(group.fixed.get("tanker")), Order(side, "task", {**group.fixed, "hex": hex})


def _merit(state: State, side: str, mission: Piece, type: str, hex: str) -> int:
    guarded = _to_guard(state, side)
    if type in COUNTER_AIR:
        return _merit_of_cover(state, side, mission, hex)
    if type == AEW:
        return max(1, 60 - 10 * near(state, hex, guarded[:1] or [hex]))
    if type == TANKER:
        return max(1, 40 - 5 * near(state, hex, guarded[:1] or [hex]))
    if type == PATROL:
        return max(1, 50 - 10 * near(state, hex, main_bodies(state, side) or guarded))
    if type == ISR:
        return 20 * sum(not each.known and each.place == hex for each in enemies(state, side))
    if type == SUCAP:
        return 25 * _ships_below(state, side, hex) if sheet(mission).type == FIGHTER else 0
    if type == SEAD:
        return 45 * _air_defences(state, side, hex)
    if type == STRIKE:
        return _merit_of_strike(state, side, mission, hex)
    if type == CAS:
        return merit_of_cas(state, side, mission, hex)
    if type == INTERDICTION:
        return merit_of_interdiction(state, side, hex)
    return 0


def _ships_below(state: State, side: str, hex: str) -> bool:
    """Whether the side sees ships in a hex, or in its kill box."""
    here = (state.board.spaces[hex].map, kill_box(state, hex))
    return any(
        place == hex or (here[1] and (state.board.spaces[place].map, kill_box(state, place)) == here)
        for place in seen_at_sea(state, side)
    )


def _to_guard(state: State, side: str) -> list[str]:
    places = (*main_bodies(state, side), *places_to_hold(state, side), *bases(state, side))
    return list(dict.fromkeys(air_hex(state.board, place) for place in places))


def _merit_of_cover(state: State, side: str, mission: Piece, hex: str) -> int:
    """Each place to guard has one mission of cover before any has two, and half of the fighters strike."""
    flying = [
        each
        for each in of_groups(state, own(state, side), MISSION)
        if mission_type(state, each) in COUNTER_AIR
    ]
    fighters = [each for each in state.of_group(MISSION) if each.side == side and sheet(each).type == FIGHTER]
    if hex not in _to_guard(state, side) or sheet(mission).type != FIGHTER:
        return 0
    there = sum(each.place == hex for each in flying)
    plenty = len(flying) * SHARE_OF_COVER >= len(fighters)
    return 50 - 15 * there - 5 * _to_guard(state, side).index(hex) - 40 * plenty


def _air_defences(state: State, side: str, hex: str) -> int:
    """How many air defences the side knows in and beside a hex."""
    return sum(
        each.known
        and bool(sheet(state.pieces[each.name]).shields)
        and state.pieces[each.name].kind.group == GROUND
        and apart(state.board, each.place, hex) <= 1
        for each in enemies(state, side)
    )


def _merit_of_strike(state: State, side: str, mission: Piece, hex: str) -> int:
    """What is worth striking from a hex, less the danger there."""
    reach = [weapon for weapon in weapons(state, mission) if "sea" in weapon.at or "land" in weapon.at]
    if not reach:
        return 0
    far = max(weapon.range for weapon in reach)
    best = 0
    for each in enemies(state, side):
        if apart(state.board, hex, each.place) > far:
            continue
        if each.known:
            unit = state.pieces[each.name]
            lands = unit.kind.group in (FACILITY, GROUND)
            fits = any(("land" if lands else "sea") in weapon.at for weapon in reach)
            guns = BATTERY * (ground_war(state) and fires(sheet(unit)))
            best = max(best, (worth(state, side, unit) + guns) * fits)
        elif SHIP in each.groups and any("sea" in weapon.at for weapon in reach):
            best = max(best, 18)
    danger = near(state, hex, bases(state, enemy_of(state, side)))
    return best - 8 * (danger == 0) - 4 * (danger == 1) if best else 0
