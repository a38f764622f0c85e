"""Who flies where and what each side sees of it: the hexes where air combat may take place (9.7), counter-air
and attack missions, what they may engage, and the marks of those that did."""

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.missions import ATTACKS, COUNTER_AIR, in_the_air, mission_type, sky
from adjudication.systems.ows.sensing.sensors import emits, radar_support, radars_on, sees_air
from adjudication.systems.ows.table.counters import AIR, GROUND, LOAD, MISSION, SHIP, Weapon, sheet
from adjudication.systems.ows.table.ladder import Shift
from adjudication.systems.ows.table.status import (
    DETECTED,
    DISRUPTED,
    RSOI,
    detect,
    detected,
    hexes,
    lose_track,
    on_map,
    sides,
)
from adjudication.systems.ows.table.tokens import air_combat_shifts
from domain.table.derived import derived
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

ENGAGED = Mark[int]("engaged", turns=1)
"""Mark of an air mission: in how many air engagements it took part this turn."""
ATTACKED = Mark[bool]("attacked in the air", turns=1)
"""Mark of an air mission that has made its air-to-air attack of this Air Combat step."""
FOUGHT = Mark[list[str]]("air combat fought", turns=1)
"""Mark of the game: the hexes in which air combat was fought this turn."""
APART = 1_000
"""Beyond any range."""


def gap(state: State, one: Piece, other: Piece) -> int:
    """How many hexes apart two units are; beyond any range where nothing leads from one to the other."""
    found = state.board.range(sky(state, one), sky(state, other))
    return APART if found is None else found


@derived
def skies(state: State, side: str) -> dict[str, tuple[str, ...]]:
    """Hex -> the air missions of a side that fly there, in the order of the scenario."""
    found: dict[str, tuple[str, ...]] = {}
    for piece in all_aloft(state, side):
        hex = sky(state, piece)
        found[hex] = (*found.get(hex, ()), piece.id)
    return found


def all_aloft(state: State, side: str) -> list[Piece]:
    """A side's air missions that fly, in the order of the scenario."""
    missions = (state.pieces[id] for id in in_the_air(state, side))
    return [piece for piece in missions if piece.place in hexes(state.board)]


def in_hex(state: State, side: str, hex: str) -> list[Piece]:
    """A side's air missions that fly in a hex, those over its tactical map too."""
    return [state.pieces[id] for id in skies(state, side).get(hex, ())]


def counter_air(state: State, piece: Piece) -> bool:
    """Whether it is a fighter that flies CAP, OCA or DCA (9.7.1)."""
    return mission_type(state, piece) in COUNTER_AIR


def only_defends(state: State, piece: Piece) -> bool:
    """Whether it flies an attack mission, which may only defend itself (6.5.1.2, 9.7.3.step4b)."""
    return mission_type(state, piece) in ATTACKS


def missile(piece: Piece) -> Weapon | None:
    """The air-to-air attack of an aircraft, its best; None for those that have none."""
    found = [weapon for weapon in sheet(piece).weapons if AIR in weapon.at]
    return max(found, key=lambda weapon: (weapon.die, weapon.range), default=None)


def reaches(state: State, fighter: Piece, target: Piece) -> bool:
    """Whether a fighter may fire at an aircraft: in its own hex at what its side sees, further as far as its
    missiles go, with a radar of its side that radiates and covers the target (6.5.7b, 6.5.10.1)."""
    weapon, apart = missile(fighter), gap(state, fighter, target)
    if weapon is None or apart > weapon.range:
        return False
    if apart:
        return bool(radar_support(state, fighter, target))
    return sees_air(state, fighter.side, target)


def may_return(state: State, fighter: Piece, attacker: Piece) -> bool:
    """Whether an aircraft may fire back at the one that attacks it: one in its hex has given itself away."""
    weapon = missile(fighter)
    return weapon is not None and (not gap(state, fighter, attacker) or reaches(state, fighter, attacker))


# --- air defences and contested hexes --------------------------------------------------------------


@derived
def air_defences(state: State, side: str) -> tuple[str, ...]:
    """A side's ships and ground units on the map with missiles against aircraft, or with radars."""
    found = []
    for id in on_map(state, side):
        piece = state.pieces[id]
        if piece.kind.group in (SHIP, GROUND) and (anti_air(piece) or warns(piece)):
            found.append(id)
    return tuple(found)


def anti_air(piece: Piece) -> list[Weapon]:
    """Its attacks on aircraft."""
    return [weapon for weapon in sheet(piece).weapons if AIR in weapon.at]


def warns(piece: Piece) -> bool:
    """Whether it is a ground radar (6.5.9.5)."""
    sensor = sheet(piece).sensor
    return piece.kind.group == GROUND and sensor is not None and not sensor.uas


def missile_range(piece: Piece) -> int:
    """How many hexes its missiles against aircraft go; -1 without any."""
    return max((weapon.range for weapon in anti_air(piece)), default=-1)


@derived
def ranges(state: State, side: str) -> tuple[int, int, int]:
    """The longest range of air-to-air missiles, of strikes that may be SEAD, and of air defences, on any
    counter of a side."""
    in_air, strikes, defences = [0], [0], [0]
    for kind in state.kinds.values():
        if kind.side not in ("", side):
            continue
        for weapon in kind.data.get("weapons", ()):
            far = weapon.get("range", 0)
            if AIR in weapon["at"]:
                (in_air if kind.group == MISSION else defences).append(far)
            elif kind.group in (MISSION, LOAD) and (weapon.get("anti_radiation") or kind.data.get("ew")):
                strikes.append(far)
    return max(in_air), max(strikes), max(defences)


@derived
def contested(state: State) -> tuple[str, ...]:
    """The hexes in which air combat may take place and has not this turn, in the order of the board: with
    aircraft that enemy aircraft, or enemy air defences that are detected, may reach or be reached by.

    It follows from what both sides see."""
    fought = state.mark("game", FOUGHT, [])
    one, other = sides(state)
    found: dict[str, None] = {}
    for side, enemy in ((one, other), (other, one)):
        for hex in patrolled_hexes(state, side):
            if hex not in fought and _in_danger(state, hex, side, enemy, fought):
                found[hex] = None
    return tuple(space.id for space in state.board.data.spaces if space.id in found)


def patrolled_hexes(state: State, side: str) -> list[str]:
    """The hexes where the enemy, too, sees that aircraft of a side fly."""
    return [
        hex for hex, ids in skies(state, side).items() if any(state.pieces[id].seen_by is None for id in ids)
    ]


def _in_danger(state: State, hex: str, side: str, enemy: str, fought: list[str]) -> bool:
    """Whether enemy aircraft, or air defences that are detected, are near enough to a hex of a side's
    aircraft."""
    board = state.board
    air_range, strike_range, _ = ranges(state, side)
    air_range = max(air_range, ranges(state, enemy)[0])
    for other in patrolled_hexes(state, enemy):
        apart = board.range(hex, other)
        if other not in fought and apart is not None and apart <= air_range:
            return True
    for id in air_defences(state, enemy):
        piece = state.pieces[id]
        apart = board.range(hex, sky(state, piece))
        if apart is not None and apart <= max(missile_range(piece), strike_range) and detected(state, piece):
            return True
    return False


def meets(state: State, hex: str, one: Piece, other: Piece) -> bool:
    """Whether an engagement of two units belongs to the combat of a hex: one of them is in it, and the other
    in it or in a hex whose combat is still to come."""
    here, there = sky(state, one), sky(state, other)
    fought = state.mark("game", FOUGHT, [])
    if here == hex:
        return there == hex or there not in fought
    return there == hex and here not in fought


def look_around(umpire: Umpire, hex: str) -> None:
    """Radars and aircraft find what they see without a roll, in a hex and as far from it as missiles go
    (6.5.9.5b, 8.3.2a): those counters are turned face up."""
    state = umpire.state
    one, other = sides(state)
    near = frozenset(state.board.within(hex, max(1, *ranges(state, one), *ranges(state, other))))
    for side, enemy in ((one, other), (other, one)):
        for piece in all_aloft(state, enemy):
            if (
                sky(state, piece) in near
                and not state.mark(piece.id, DETECTED)
                and sees_air(state, side, piece)
            ):
                detect(umpire, piece.id, rule=rule_of_sight(state, side, piece))
        for id in air_defences(state, enemy):
            piece = state.pieces[id]
            if sky(state, piece) in near and emits(state, piece) and piece.known_to is not None:
                detect(umpire, id, rule=R["6.4.3a"])


def rule_of_sight(state: State, side: str, mission: Piece) -> str:
    """The rule by which a side sees an aircraft without a roll: by a radar, else in its own hex."""
    return R["6.5.9.5b"] if radars_on(state, side, sky(state, mission)) else R["8.3.2a"]


def turn_up(umpire: Umpire, mission: str, *, rule: str) -> None:
    """A mission that attacks is turned face up, so that both sides see what fires; it is not detected by
    that."""
    umpire.expose(mission, rule=rule)
    umpire.reveal(mission, rule=rule)


def turn_down(umpire: Umpire) -> None:
    """After the fight those that the enemy has not detected are on their Unknown side again (6.5.7a)."""
    state = umpire.state
    for side in sides(state):
        for piece in all_aloft(state, side):
            if piece.known_to is None and not detected(state, piece):
                lose_track(umpire, piece.id, rule=R["6.5.7a"])


# --- what has been done this turn ------------------------------------------------------------------


def engagements(state: State, piece: Piece) -> int:
    """In how many air engagements a mission took part this turn; all of the Air Combat step count as one."""
    return state.mark(piece.id, ENGAGED, 0)


def unengaged(state: State, piece: Piece) -> bool:
    """Whether a mission took part in no air combat this turn (9.9.4.1a, 9.9.6.2b)."""
    return not engagements(state, piece)


def uncontested(state: State, side: str, hex: str, but: tuple[str, ...] = ()) -> bool:
    """Whether no enemy fighter on CAP, OCA or DCA is left in a hex (9.9.6.2d). but: missions that do not
    count, those of the package that is being intercepted."""
    one, other = sides(state)
    enemy = other if side == one else one
    return not any(counter_air(state, piece) for piece in in_hex(state, enemy, hex) if piece.id not in but)


# --- what shifts any attack ------------------------------------------------------------------------


def attack_shifts(state: State, attacker: Piece, target: Piece) -> list[Shift]:
    """Promotions and demotions of an attack by or on aircraft for what the two are in: RSO&I, disrupted C2,
    information tokens."""
    found = []
    if state.mark(attacker.id, RSOI) is not None:
        found.append(Shift(T("attacker in RSO&I"), -1, R["2.3.1a"]))
    if state.mark(target.id, RSOI) is not None:
        found.append(Shift(T("target in RSO&I"), 1, R["2.3.1a"]))
    if state.mark(attacker.id, DISRUPTED):
        found.append(Shift(T("C2 disrupted"), -1, R["7.2.1.1b"]))
    return found + air_combat_shifts(state, target.id)
