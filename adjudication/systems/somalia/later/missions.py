"""The missions of the later scenarios: Raid, Flush and Movement for either side, one after the other as the
ICU player decides (6.0a), until all have passed or every unit has acted (icu2006.missions.a,
war2006.missions.a)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

import adjudication.systems.somalia.later.combat as combat
import adjudication.systems.somalia.later.war as war
from adjudication.engine.legality import Check, Legality, insist, only
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.somalia.later.marching import march, only_flushes, way, ways
from adjudication.systems.somalia.later.phases import MISSIONS
from adjudication.systems.somalia.later.units import (
    UNITS,
    able,
    at,
    closed,
    courts_2006,
    enemies,
    in_play,
    leader_at,
    players,
    ready,
    targets,
)
from adjudication.systems.somalia.missions.flush import FLUSHED
from adjudication.systems.somalia.missions.raids import RAIDED
from adjudication.systems.somalia.table.forces import act, contact, faction
from adjudication.systems.somalia.table.points import pay
from adjudication.systems.somalia.table.sides import COURTS, plays_later, sp
from adjudication.systems.somalia.table.turns import (
    IN_TURN,
    PASSED,
    TO_ACT,
    Pass,
    acting,
    conducted,
    offered_again,
)
from adjudication.systems.somalia.table.zones import ROUGH, terrain
from domain.table.derived import derived
from domain.table.dice import D6
from domain.table.state import State

R = citations("somalia", __file__)
T = texts("somalia")


@dataclass(frozen=True, slots=True)
class Raid:
    """Raid the enemy in an area, from there or from an area beside it (6.21)."""

    side: str
    target: str
    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flush:
    """Hunt the enemy in an area, from anywhere (6.12)."""

    side: str
    zone: str
    units: tuple[str, ...]
    via: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """Move any distance (6.23)."""

    side: str
    to: str
    units: tuple[str, ...]
    via: tuple[str, ...] = ()


# --- who acts ----------------------------------------------------------------------------------------


def begin(umpire: Umpire, turn: int) -> None:
    """The missions of a turn."""
    umpire.enter_phase(turn, MISSIONS, rule=R["3.0c"])
    next_mission(umpire)


def next_mission(umpire: Umpire) -> None:
    """The ICU player says who conducts the next one; nobody does where nobody is left, and the phase is over
    (6.0b)."""
    state = umpire.state
    passed = state.mark("game", PASSED, [])
    left = [side for side in players(state) if able(state, side) and side not in passed]
    if not left:
        umpire.unmark("game", TO_ACT, PASSED, rule=R["6.0b"])
        return
    again = [side for side in offered_again(state, COURTS) if able(state, side)]
    side = umpire.choose(
        COURTS,
        T("who conducts the next mission"),
        [*left, *again],
        suggest=left[-1],
        because=T("units that have acted cannot ambush"),
        rule=R["6.0a"],
    )
    umpire.mark("game", TO_ACT, side, rule=R["6.0a"])


def pass_(umpire: Umpire, order: Pass) -> None:
    """The side passes; when all have passed one after the other, the phase is over (6.0b)."""
    passed = umpire.state.mark("game", PASSED, [])
    umpire.mark("game", PASSED, [*passed, order.side], rule=R["6.0b"])
    next_mission(umpire)


def done(umpire: Umpire, units: Sequence[str]) -> None:
    """A mission is over: its units have acted (6.0c), and play may be too."""
    act(umpire, units, rule=R["6.0c"])
    conducted(umpire)
    if not over(umpire):
        next_mission(umpire)


def over(umpire: Umpire) -> bool:
    """Whether the game has ended: in 2006+ at any moment (war2006.special.a)."""
    if umpire.state.verdict is None and not courts_2006(umpire.state):
        war.sudden_death(umpire)
    return umpire.state.verdict is not None


def is_over(state: State) -> bool:
    """Whether all missions of the turn are done (6.0b)."""
    return state.phase == MISSIONS and not acting(state) and state.verdict is None


# --- what happens ------------------------------------------------------------------------------------


def raid(umpire: Umpire, order: Raid) -> None:
    """Units go one area at most, and fire at whoever stands there (6.21b to 6.21j)."""
    arrived = march(umpire, order.units, order.target, (), rule=R["6.21b"])
    facing = unraided(umpire.state, order.target, order.side)
    for unit in facing:
        umpire.mark(unit, RAIDED, True, rule=R["6.21j"])
    if fight := _fight(umpire.state, order.side, order.target, arrived, facing):
        combat.assault(umpire, fight, theft=courts_2006(umpire.state), rule=R["6.21c"])
    part(umpire, order.side, order.target, arrived)
    done(umpire, order.units)


def move(umpire: Umpire, order: Move) -> None:
    """Units go any distance; where another faction stands they fight (6.23a, icu2006.special.c)."""
    arrived = march(umpire, order.units, order.to, order.via, rule=R["6.23a"])
    state = umpire.state
    if courts_2006(state):
        facing = [unit.id for unit in at(state, order.to, *enemies(state, order.side))]
        if fight := _fight(state, order.side, order.to, arrived, facing):
            combat.assault(umpire, fight, theft=False, rule=R["icu2006.special.c"])
        part(umpire, order.side, order.to, arrived)
    done(umpire, order.units)


def flush(umpire: Umpire, order: Flush) -> None:
    """Units pay, go there, and search; those that make contact fire, and whoever they leave fires back
    (6.12a to 6.12e)."""
    state = umpire.state
    pay(umpire, order.side, searchers(state, order.units), T("price of a Flush"), rule=R["6.12a"])
    umpire.mark(order.zone, FLUSHED, True, rule=R["6.12b"])
    arrived = march(umpire, order.units, order.zone, order.via, rule=R["6.12c"])
    facing = [unit.id for unit in targets(state, order.zone, order.side)]
    if fight := _fight(state, order.side, order.zone, arrived, facing):
        search(umpire, fight)
    part(umpire, order.side, order.zone, arrived)
    done(umpire, order.units)


def search(umpire: Umpire, fight: combat.Fight) -> None:
    """Each unit rolls for contact: its Contact Number or less; where it has none its Firepower counts
    (icu2006.missions.a)."""
    combat.react(umpire, fight)
    state = umpire.state
    found = []
    for unit in fight.left(state, fight.attackers):
        if not fight.left(state, fight.defenders):
            return
        roll = umpire.sum(T("search", unit=unit.id))
        roll.add(T("die"), umpire.roll(D6, T("search", unit=unit.id), rule=R["6.12e"]), rule=R["6.12e"])
        for condition in conditions(state, fight):
            row = umpire.look_up("flush", condition=condition, rule=R["6.12e"])
            roll.add(T("condition of a Flush", condition=condition), row.modifier, rule=R["6.12e"])
        if roll.total <= contact(unit):
            found.append(unit.id)
    if not found:
        return
    everyone, fight.attackers = fight.attackers, found
    number = combat.fire(umpire, fight, attack=True, rule=R["6.12e"])
    combat.lose(umpire, fight.zone, fight.defenders, number, rule=R["6.12e"])
    fight.attackers = everyone
    combat.answer(umpire, fight)


def conditions(state: State, fight: combat.Fight) -> list[str]:
    """What makes a search harder."""
    found = ["rough terrain"] if terrain(state.board, fight.zone) == ROUGH else []
    facing = combat.colours(fight.left(state, fight.defenders))
    if any(leader_at(state, fight.zone, colour) for colour in facing):
        found.append("Leader in the Zone")
    return found


def part(umpire: Umpire, side: str, zone: str, arrived: dict[str, str]) -> None:
    """Factions do not share an area: if both are left, those who came go back (icu2006.special.c)."""
    state = umpire.state
    if not courts_2006(state) or not at(state, zone, *enemies(state, side)):
        return
    for unit, origin in arrived.items():
        if origin and state.pieces[unit].place == zone:
            umpire.move(unit, origin, rule=R["icu2006.special.c"])


def _fight(
    state: State, side: str, zone: str, arrived: dict[str, str], facing: list[str]
) -> combat.Fight | None:
    """The fight of those who have arrived, if anyone is there to be fought."""
    ours = [id for id in arrived if state.pieces[id].kind.group in UNITS and state.pieces[id].place == zone]
    return combat.Fight(zone, side, ours, facing) if ours and facing else None


# --- what may be ordered -----------------------------------------------------------------------------


def unraided(state: State, zone: str, side: str) -> list[str]:
    """The enemies in an area that were not the object of a Raid this turn (6.21j)."""
    return [unit.id for unit in targets(state, zone, side) if not state.mark(unit.id, RAIDED)]


def searchers(state: State, units: Sequence[str]) -> int:
    """How many of these are units: a Leader costs nothing (6.12a)."""
    return sum(state.pieces[id].kind.group in UNITS for id in units if id in state.pieces)


@derived
def by_colour(state: State, side: str) -> dict[str, list[str]]:
    """The units and Leaders of a side that may still act, by colour (war2006.missions.b)."""
    found: dict[str, list[str]] = {}
    for id in ready(state, side):
        found.setdefault(faction(state.pieces[id]), []).append(id)
    return found


@derived
def raid_targets(state: State, side: str) -> list[str]:
    """The areas where a side may Raid somebody (6.21a, 6.21j)."""
    return [zone for zone in in_play(state) if not closed(state, side, zone) and unraided(state, zone, side)]


@derived
def flush_targets(state: State, side: str) -> list[str]:
    """The areas where a side may hold a Flush (6.12b)."""
    return [
        zone
        for zone in in_play(state)
        if not closed(state, side, zone) and targets(state, zone, side) and not state.mark(zone, FLUSHED)
    ]


def raiders(state: State, side: str, target: str, colour: str) -> list[str]:
    """Who may Raid there: from there, or from beside it (6.21b)."""
    near = (target, *state.board.neighbours[target])
    mine = by_colour(state, side).get(colour, [])
    pieces = state.pieces
    return [id for id in mine if pieces[id].place in near and not only_flushes(state, pieces[id])]


def comers(state: State, side: str, to: str, colour: str) -> list[str]:
    """Who can get there, or is there already."""
    mine = by_colour(state, side).get(colour, [])
    return [id for id in mine if to in ways(state, side, state.pieces[id].place)]


def movers(state: State, side: str, to: str, colour: str) -> list[str]:
    """Who can get there from elsewhere; a Leader goes nowhere alone where others fight."""
    return [id for id in comers(state, side, to, colour) if state.pieces[id].place != to]


Finds = Callable[[State, str, str, str], list[str]]


def _wrong(state: State, side: str, to: str, units: Sequence[str], finds: Finds) -> Why:
    """What is wrong with these units for a mission there; empty where nothing is."""
    if not units:
        return T("name the units")
    unknown = [id for id in units if id not in ready(state, side)]
    if unknown:
        return T("no unit that may still act", unit=unknown[0], side=side)
    colours = dict.fromkeys(faction(state.pieces[id]) for id in units)
    if len(colours) > 1:
        why = T("one colour on a mission")
        return Reason(why, R["war2006.missions.b"])
    may = finds(state, side, to, next(iter(colours)))
    kept = [id for id in units if id not in may]
    if kept:
        return T("cannot do that there", unit=kept[0], to=to)
    return "" if _with_a_unit(state, units) is True else T("a Leader does not go alone")


def _name(state: State, id: str) -> str:
    return state.pieces[id].name if id in state.pieces else id


def _with_a_unit(state: State, units: Sequence[str]) -> bool:
    return any(state.pieces[id].kind.group in UNITS for id in units)


def _no_way(state: State, units: Sequence[str] | None, to: str, via: Sequence[str] | None) -> Why:
    """What is wrong with the way that is named; empty where nothing is (6.12c)."""
    if not via or not units:
        return ""
    starts = {state.pieces[id].place: state.pieces[id].side for id in units if id in state.pieces}
    if len(starts) > 1:
        return T("the units do not start together")
    if all(way(state, side, start, to, via) for start, side in starts.items()):
        return ""
    return T("no way leads there", via=via, to=to)


def _listed(
    name: str, argument: str, zones: Callable[[State, str], Sequence[str]], finds: Finds
) -> Callable[[State], list[OrderChoice]]:
    """The list of such missions: an area and a colour, and some of the units that may go."""

    def quickly(state: State) -> list[OrderChoice]:
        found = []
        for side in acting(state):
            for zone in zones(state, side):
                for colour in by_colour(state, side):
                    units = finds(state, side, zone, colour)
                    most = _most(state, side, name, units)
                    if most and _with_a_unit(state, units):
                        fits = _fitting(state, side) if _has_leader(state, units) else None
                        found.append(OrderChoice(side, name, {argument: zone}, "units", units, 1, most, fits))
        return found

    def _fitting(state: State, side: str) -> Callable[[Sequence[str]], bool]:
        return lambda units: _with_a_unit(state, units) and (name != "flush" or _can_pay(state, side, units))

    return quickly


def _has_leader(state: State, units: Sequence[str]) -> bool:
    return any(state.pieces[id].kind.group not in UNITS for id in units)


def _most(state: State, side: str, name: str, units: Sequence[str]) -> int:
    """How many counters may go: a Flush costs a Supply Point for each unit, and none for a Leader (6.12a)."""
    if name != "flush":
        return len(units)
    paid = min(searchers(state, units), purse(state, side))
    return len(units) - searchers(state, units) + paid if paid else 0


def purse(state: State, side: str) -> int:
    """The Supply Points of a side."""
    return state.track(sp(side))


def destinations(state: State, side: str) -> list[str]:
    """Where a side may move."""
    return [zone for zone in in_play(state) if not closed(state, side, zone)]


def against_entry(state: State, to: str) -> Why:
    """Why an area that is no destination may not be entered."""
    if to in in_play(state):
        return T("may not be entered now", to=to)
    rule = R["icu2006.map.a"] if courts_2006(state) else R["war2006.map.a"]
    return Reason(T("out of play", to=to), rule)


def _can_pay(state: State, side: str, units: Sequence[str]) -> bool:
    return searchers(state, units) <= purse(state, side)


def against_raiders(state: State, side: str, target: str, units: Sequence[str]) -> Why:
    """Why these units cannot Raid there; empty where they can (6.21b)."""
    return _wrong(state, side, target, units, raiders)


def against_searchers(state: State, side: str, zone: str, units: Sequence[str]) -> Why:
    """Why these units cannot hold a Flush there; empty where they can (6.12c)."""
    return _wrong(state, side, zone, units, comers)


def against_movers(state: State, side: str, to: str, units: Sequence[str]) -> Why:
    """Why these units cannot move there; empty where they can (6.23a)."""
    return _wrong(state, side, to, units, movers)


def against_search_by(state: State, units: Sequence[str], zone: str, via: Sequence[str] | None) -> Why:
    """What is wrong with the way of a Flush; empty where nothing is (6.12c)."""
    return _no_way(state, units, zone, via)


def against_move_by(state: State, units: Sequence[str], to: str, via: Sequence[str] | None) -> Why:
    """What is wrong with the way of a move; empty where nothing is (6.23a)."""
    return _no_way(state, units, to, via)


def _nothing(against: Callable[..., Why], code: str, rule: str) -> Check:
    """Nothing may be against it."""

    @wraps(against)
    def holds(*arguments: Any, **named: Any) -> bool:
        return not against(*arguments, **named)

    return insist(holds, code, rule, against)


def _mission(
    name: str,
    argument: str,
    zones: Callable[[State, str], Sequence[str]],
    finds: Finds,
    rule: str,
    *checks: Check,
) -> Legality:
    """When a mission is legal: the side is to act, and nothing is against it."""
    return Legality(
        IN_TURN,
        *checks,
        sides=acting,
        phases=(MISSIONS,),
        played=plays_later,
        elsewhere=rule,
        quickly=_listed(name, argument, zones, finds),
    )


RAID = _mission(
    "raid",
    "target",
    raid_targets,
    raiders,
    R["6.21a"],
    only("target", raid_targets, "target", R["6.21a"], "nobody there can be raided"),
    _nothing(against_raiders, "units", R["6.21b"]),
)
FLUSH = _mission(
    "flush",
    "zone",
    flush_targets,
    comers,
    R["6.12c"],
    only("zone", flush_targets, "zone", R["6.12b"], "no Flush is possible there"),
    insist(
        lambda state, lift, apart: not (lift or apart),
        "lift",
        R["icu2006.missions.a"],
        "no Helicopters and no Bases",
    ),
    _nothing(against_searchers, "units", R["6.12c"]),
    insist(
        lambda state, side, units: _can_pay(state, side, units),
        "supply",
        R["6.12a"],
        "too few Supply Points for a Flush",
    ),
    _nothing(against_search_by, "way", R["6.12c"]),
)
MOVE = _mission(
    "move",
    "to",
    destinations,
    movers,
    R["6.23a"],
    only("to", destinations, "to", R["icu2006.special.a"], against_entry),
    _nothing(against_movers, "units", R["6.23a"]),
    _nothing(against_move_by, "way", R["6.23a"]),
)
PASS = Legality(IN_TURN, sides=acting, phases=(MISSIONS,), played=plays_later, elsewhere=R["6.0b"])

KINDS = (
    OrderKind("raid", Raid, raid, R["6.21a"], "raid the enemy in an area", legality=(RAID,)),
    OrderKind("flush", Flush, flush, R["6.12a"], "hunt the enemy in an area", legality=(FLUSH,)),
    OrderKind("move", Move, move, R["6.23a"], "move units any distance", legality=(MOVE,)),
    OrderKind("pass", Pass, pass_, R["6.0b"], "conduct no mission now", legality=(PASS,)),
)
