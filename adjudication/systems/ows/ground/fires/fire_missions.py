"""Fire missions (10.15.5): what artillery and rocket units may still fire this turn, at which range, under
whose control, and how many of them together (10.15.3).

Each attack die of a unit is a mission. A unit fires all its missions at once, unless the option
`split_missions` lets it keep some back (10.15.5b).
"""

from collections.abc import Iterable, Mapping
from typing import TypedDict

from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.fuel import kill_box
from adjudication.systems.ows.air.missions import air_hex
from adjudication.systems.ows.ground.fires.zone_of_action import in_zone_of_action
from adjudication.systems.ows.ground.forces.acting import actioning, acts_now
from adjudication.systems.ows.ground.forces.action_points import may_act
from adjudication.systems.ows.ground.forces.designations import in_reserve
from adjudication.systems.ows.ground.forces.formations import formation_of, headquarters
from adjudication.systems.ows.ground.forces.logistics import draw_rounds, rounds_for
from adjudication.systems.ows.ground.forces.units import fires
from adjudication.systems.ows.table.counters import GROUND, LAND, Weapon, sheet, weapons
from adjudication.systems.ows.table.magazines import GUN, ROCKET, expend, holds_fire, ready_salvos
from adjudication.systems.ows.table.settings import number, on
from adjudication.systems.ows.table.status import DISRUPTED, EXPENDED, SUPPORT, on_map
from adjudication.systems.ows.table.tokens import reach_in_hexes, within_radius
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")


class FiresAction(TypedDict):
    """A fires action: the hex, and each mission with what it is fired at."""

    hex: str
    missions: dict[str, str]


FIRES = Mark[list[FiresAction]]("fires declared", seen_by=OWNER)
"""Mark of a side: its fires of this impulse, declared and not resolved yet (10.15.2b)."""
BOMBARDMENT = 4
"""Artillery and rocket units in a division or corps bombardment (10.15.3.1)."""


@derived
def batteries(state: State, side: str, without: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """A side's artillery and rocket units on the map. without: pieces not to be looked at."""
    return tuple(
        id
        for id in on_map(state, side)
        if id not in without and (piece := state.pieces[id]).kind.group == GROUND and fires(sheet(piece))
    )


def tubes(state: State, battery: Piece) -> list[Weapon]:
    """The weapons with which a unit fires its missions."""
    return [
        weapon for weapon in weapons(state, battery) if weapon.flight in (GUN, ROCKET) and LAND in weapon.at
    ]


def missions(state: State, battery: Piece) -> dict[str, int]:
    """How many missions a unit has left of each weapon, by its id: those that are neither fired this turn nor
    declared or committed, and for which it has ammunition (10.13.2.2a)."""
    if state.mark(battery.id, EXPENDED) or holds_fire(state, battery) or not battery.steps:
        return {}
    taken = committed(state, battery)
    if taken and not on(state, "split_missions"):
        return {}
    rounds = rounds_for(state, battery)
    found = {}
    for weapon in tubes(state, battery):
        left = ready_salvos(state, battery, weapon) - taken.get(weapon.id, 0)
        if rounds is not None:
            left = min(left, rounds)
            rounds -= max(0, left)
        if left > 0:
            found[weapon.id] = left
    return found


def missions_left(state: State, battery: Piece) -> int:
    """How many missions a unit may still fire this turn."""
    return sum(missions(state, battery).values())


def committed(state: State, battery: Piece) -> dict[str, int]:
    """How many missions of each weapon are declared or support a combat, and not fired yet."""
    support = state.mark(battery.id, SUPPORT)
    found = dict(support["missions"]) if support else {}
    for action in state.mark(battery.side, FIRES, []):
        for item in action["missions"]:
            shooter, weapon, _ = item.rsplit("/", 2)
            if shooter == battery.id:
                found[weapon] = found.get(weapon, 0) + 1
    return found


def in_range(state: State, battery: Piece, hex: str) -> dict[str, int]:
    """The missions that a unit may fire into a hex, by weapon."""
    left = missions(state, battery)
    if not left:
        return {}
    apart = state.board.range(battery.place, hex)
    if apart is None:
        return {}
    return {
        weapon.id: left[weapon.id]
        for weapon in tubes(state, battery)
        if weapon.id in left and apart <= weapon.range
    }


def over(state: State, mission: Piece, hex: str) -> bool:
    """Whether an air mission flies over a hex, or anywhere in its kill box (6.5.10.4)."""
    if mission.place in (hex, air_hex(state.board, hex)):
        return True
    space, box = state.board.spaces.get(mission.place), kill_box(state, hex)
    return bool(box) and space is not None and (space.map, space.zone) == (state.board.spaces[hex].map, box)


# --- control: 10.15.2, 10.15.3 -----------------------------------------------------------------------------


@derived
def battlespace(state: State, formation: str) -> frozenset[str] | None:
    """The hexes within the command radius of a formation's headquarters; None where it has none on the map,
    and its units fire as far as they reach (10.15.2a)."""
    hq = headquarters(state, formation)
    if hq is None:
        return None
    radius = sheet(hq).hq
    if radius is None:
        return None
    chart = state.board.spaces[hq.place].map
    return frozenset(state.board.within(hq.place, reach_in_hexes(state, chart, radius)))


def in_battlespace(state: State, unit: str, hex: str) -> bool:
    """Whether a hex lies in the battlespace of the headquarters that a unit belongs to."""
    formation = formation_of(state, unit)
    within = battlespace(state, formation) if formation else None
    return within is None or hex in within


def directed(state: State, hex: str) -> bool:
    """Whether a tactical headquarters of the actioning unit directs air strikes on a hex: it lies within its
    command radius, and its C2 is not disrupted (ground.3.A, 7.2.1.1b)."""
    now = actioning(state)
    for formation in now.formations if now is not None else ():
        hq = headquarters(state, formation)
        if hq is not None and not state.mark(hq.id, DISRUPTED) and within_radius(state, hq, hex):
            return True
    return False


def beyond_span(state: State, units: Iterable[str], bombardment: bool = False) -> Why:
    """Why these units cannot fire or support together; empty where they can: so many artillery or rocket
    battalions as the game says, or one Brigade Artillery Group (10.15.3); four units in a bombardment
    (10.15.3.1)."""
    firing = [state.pieces[id] for id in dict.fromkeys(units)]
    firing = [piece for piece in firing if fires(sheet(piece))]
    if bombardment:
        if len(firing) <= BOMBARDMENT:
            return ""
        return Reason(T("too many units in a bombardment", most=BOMBARDMENT), R["10.15.3.1"])
    most = number(state, "fires_span")
    groups = [piece for piece in firing if sheet(piece).group]
    if groups and len(firing) > 1:
        return Reason(T("a Brigade Artillery Group fires by itself"), R["10.15.3"])
    if len(firing) > most:
        return Reason(T("too many battalions in a fires action", most=most), R["10.15.3"])
    return ""


def why_silent(state: State, unit: str, hex: str, defends: bool) -> Why:
    """Why an artillery or rocket unit of the side that acts, or `defends`, cannot fire into a hex now; empty
    where its headquarters, its orders, its missions and its range allow it."""
    piece = state.pieces[unit]
    reserve = in_reserve(state, unit)
    if reserve and (defends or state.phase != "exploitation combat"):
        return Reason(T("in Reserve and does not fire", unit=unit), R["10.4.1b"])
    if defends and not in_zone_of_action(state, piece.side, unit):
        return Reason(T("not in the zone of action", unit=unit), R["ground.3.E"])
    if not (defends or reserve or acts_now(state, unit)):
        return Reason(
            T("of no formation that acts now", unit=unit),
            R["10.15.2a"],
        )
    if not (defends or reserve or may_act(state, unit)):
        return Reason(T("no Orders", unit=unit), R["10.14b"])
    if not in_battlespace(state, unit, hex):
        return Reason(T("not in its battlespace", hex=hex, unit=unit), R["10.15.2a"])
    if not missions(state, piece):
        return Reason(T("no fire mission left", unit=unit), R["10.15.5c"])
    if not in_range(state, piece, hex):
        return Reason(T("not in range", hex=hex, unit=unit), R["2.2.7.3"])
    return ""


# --- what is fired -----------------------------------------------------------------------------------------


def as_items(battery: str, by_weapon: Mapping[str, int]) -> list[str]:
    """Missions as fires name them: `pal-1/tubes/1`."""
    return [f"{battery}/{weapon}/{nth}" for weapon, count in by_weapon.items() for nth in range(1, count + 1)]


def offered(state: State, battery: Piece, hex: str) -> list[str]:
    """What a unit offers for a hex: itself, with all its missions; each mission where they may be split
    (10.15.5b)."""
    reached = in_range(state, battery, hex)
    if not reached:
        return []
    return as_items(battery.id, reached) if on(state, "split_missions") else [battery.id]


def unit_of(item: str) -> str:
    """The unit that something offered belongs to."""
    return item.split("/", 1)[0]


def by_weapon(state: State, item_or_unit: Iterable[str], hex: str) -> dict[str, dict[str, int]]:
    """What was chosen of things offered for a hex: unit -> weapon -> missions."""
    found: dict[str, dict[str, int]] = {}
    for item in item_or_unit:
        unit, _, rest = item.partition("/")
        if not rest:
            found[unit] = in_range(state, state.pieces[unit], hex)
            continue
        weapon = rest.rsplit("/", 1)[0]
        used = found.setdefault(unit, {})
        used[weapon] = used.get(weapon, 0) + 1
    return found


def paid_for(umpire: Umpire, chosen: Mapping[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    """Missions of units with the ammunition that is handed out for them (10.13.2.4a): unit -> weapon ->
    missions."""
    return {unit: draw_rounds(umpire, unit, used) for unit, used in chosen.items()}


def expended(umpire: Umpire, battery: str, *, rule: str) -> None:
    """Mark a unit that has fired Expended: at once, or when it has no mission left where they are split
    (10.15.5d)."""
    state = umpire.state
    piece = state.pieces[battery]
    if state.mark(battery, EXPENDED) or (on(state, "split_missions") and missions(state, piece)):
        return
    umpire.mark(battery, EXPENDED, True, rule=rule)


def fire_off(umpire: Umpire, battery: str, used: Mapping[str, int], *, rule: str) -> None:
    """Missions are fired in support: their symbols are crossed off (2.2.7.3b), and the unit is marked."""
    if used:
        expend(umpire, battery, used, rule=R["2.2.7.3b"])
    expended(umpire, battery, rule=rule)


def acts(state: State, unit: str) -> bool:
    """Whether a unit belongs to the actioning unit, may act (10.14b), and is not held back in Reserve
    (10.15.2a, 10.4.1b)."""
    return acts_now(state, unit) and may_act(state, unit) and not in_reserve(state, unit)


def declared(state: State, side: str) -> list[FiresAction]:
    """A side's fires of this impulse that are not resolved yet."""
    return list(state.mark(side, FIRES, []))
