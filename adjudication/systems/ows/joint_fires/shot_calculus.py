"""The defender's answer to salvos before a die is rolled: fighters that intercept them (9.9.4.1), and the
shot calculus (9.2): which grey shield meets which salvo."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.joint_fires.modifiers import ARROW, CEC, rungs
from adjudication.systems.ows.joint_fires.salvos import Salvo
from adjudication.systems.ows.sensing.air_picture import ENGAGED, engagements, unengaged
from adjudication.systems.ows.sensing.sensors import cec_shifts
from adjudication.systems.ows.table.counters import (
    AIR,
    BALLISTIC,
    CRUISE,
    GROUND,
    MISSION,
    SHEETLESS,
    SHIP,
    Shield,
    Weapon,
    sheet,
    sheet_of,
)
from adjudication.systems.ows.table.damage import defence, strike_number
from adjudication.systems.ows.table.ladder import Shift, modified
from adjudication.systems.ows.table.magazines import cannot_defend, expend, ready_shields
from adjudication.systems.ows.table.settings import on
from adjudication.systems.ows.table.status import (
    DISRUPTED,
    EMITTING,
    MISSION_FLOWN,
    RSOI,
    detect,
    detected,
    on_map,
)
from adjudication.systems.ows.turn.asking import one_each
from domain.events import KindData
from domain.table.state import Piece, State
from domain.texts import Text, as_argument

R = citations("ows", __file__)
T = texts("ows")

DEFENCES = "missile-defence"
"""The table that says, of each way in which a salvo flies, which shields can meet it and with which number
it defends against fighters."""
LOITERING = "loitering"
ANY, BMD, NONE = "any", "bmd", "none"
MOST_LAYERS = 2
"""Grey shields on one salvo where they are layers (9.2.1.2b)."""


class Shot(msgspec.Struct, frozen=True):
    """A salvo as it is rolled: its final die, the grey shields before it (name and number), the number of
    the red shield in force and the printed one, what it is called, and whether its rolls say the number of
    the red shield: not of a target that lies face down."""

    die: int
    grey: tuple[tuple[Text, int], ...]
    red: int
    printed: int
    salvo: Text
    shown: bool

    def alike(self) -> tuple[Any, ...]:
        """What tells its chances from another's: not what the shields and the salvo are called."""
        return self.die, tuple(number for _, number in self.grey), self.red, self.printed


class Engagement(msgspec.Struct, frozen=True):
    """All that is fired at one target in a strike. missiles: nothing but conventional missiles."""

    target: str
    shots: tuple[Shot, ...]
    missiles: bool

    def alike(self) -> tuple[Any, ...]:
        """What tells its chances from another's: the target, and the shots in whatever order."""
        return self.target, tuple(sorted(shot.alike() for shot in self.shots)), self.missiles


def against(state: State, weapon: Weapon) -> dict[str, Any]:
    """What may be done against a salvo of that weapon: `shields`, any, bmd or none; `fighters`, the name of
    the number to meet, or none."""
    flight = LOITERING if weapon.loiters else weapon.flight
    return state.tables[DEFENCES].look_up({"flight": flight})[1]


# --- fighters: 9.9.4.1 -----------------------------------------------------------------------------


def fighters(umpire: Umpire, side: str, hex: str) -> list[Piece]:
    """The fighters on combat air patrol in a hex that were in no air combat this turn: of OCA and DCA, where
    these markers are in use, DCA alone (9.9.4.1a)."""
    state = umpire.state
    patrol = "dca" if on(state, "counter_air_markers") else "cap"

    def on_patrol(piece: Piece) -> bool:
        flown = state.mark(piece.id, MISSION_FLOWN)
        return flown is not None and flown["type"] == patrol and air_to_air(piece) is not None

    there = [
        piece
        for piece in state.pieces_at(hex)
        if piece.side == side and piece.kind.group == MISSION and unengaged(state, piece)
    ]
    return umpire.those_with(there, on_patrol)


def air_to_air(piece: Piece) -> Weapon | None:
    """A fighter's attack on aircraft."""
    return next((weapon for weapon in sheet(piece).weapons if AIR in weapon.at), None)


def intercept(umpire: Umpire, salvos: Sequence[Salvo], defender: str) -> list[Salvo]:
    """Fighters over the targets may intercept a missile each, before the shot calculus: the salvos left
    (9.9.4.1). Hypersonic and ballistic ones they cannot (9.9.4.1b, 2.2.2.7a)."""
    state = umpire.state
    may: dict[str, list[str]] = {}
    for hex in dict.fromkeys(state.where(salvo.target) for salvo in salvos):
        there = [
            salvo.marker
            for salvo in salvos
            if state.where(salvo.target) == hex and against(state, salvo.weapon)["fighters"] != NONE
        ]
        if there:
            may.update({cap.id: there for cap in fighters(umpire, defender, hex)})
    sent = umpire.allot(
        defender,
        T("salvos that fighters intercept"),
        may,
        suggest=one_each(may),
        because=T("a fighter for each salvo"),
        audience=(defender,),
        rule=R["9.9.4.1a"],
    )
    left = {salvo.marker: salvo for salvo in salvos}
    for cap, marker in sent.items():
        before = engagements(state, state.pieces[cap])
        umpire.mark(cap, ENGAGED, before + 1, rule=R["9.9.4.1b"])
        salvo = left.get(marker)
        if salvo is not None and shot_down(umpire, cap, salvo):
            del left[marker]
    return list(left.values())


def shot_down(umpire: Umpire, cap: str, salvo: Salvo) -> bool:
    """An in-hex air-to-air attack on a salvo (9.9.4.1a)."""
    state = umpire.state
    fighter = state.pieces[cap]
    weapon = air_to_air(fighter)
    assert weapon is not None
    shifts = []
    if state.mark(cap, RSOI) is not None:
        shifts.append(Shift(T("attacker in RSO&I"), -1, R["2.3.1a"]))
    if state.mark(cap, DISRUPTED):
        shifts.append(Shift(T("C2 disrupted"), -1, R["7.2.1.1b"]))
    what = T("interception of a salvo", fighter=cap, salvo=salvo.text)
    die = modified(umpire, weapon.die, shifts, what)
    number = salvo.weapon.intercepted or strike_number(state, against(state, salvo.weapon)["fighters"])
    return umpire.roll_at_least(number, die, what, rule=R["9.9.4.1a"])


# --- grey shields: 9.2 -----------------------------------------------------------------------------


def stops(state: State, piece: Piece, shield: Shield, weapon: Weapon) -> bool:
    """Whether a shield can be committed against a salvo of that weapon (2.2.2.7b, 2.2.2.7d). Against
    ballistic and hypersonic salvos a unit must emit, where the option says so (6.4.3)."""
    access = against(state, weapon)["shields"]
    if access != BMD:
        return bool(access == ANY)
    return shield.bmd and (not on(state, "bmd_must_emit") or bool(state.mark(piece.id, EMITTING)))


_UMBRELLAS: dict[int, tuple[dict[str, KindData], int]] = {}
"""By the counter sheets of a game, which are replaced as a whole: the farthest range of a grey shield."""
MOST_UMBRELLAS = 200


def umbrella(state: State) -> int:
    """The farthest range of any grey shield in this game: public, as the counter sheets are."""
    kinds = state.kinds
    found = _UMBRELLAS.get(id(kinds))
    if found is None:
        sheets = (sheet_of(kind) for kind in kinds.values() if kind.group not in SHEETLESS)
        reach = max((shield.range for each in sheets for shield in each.shields), default=0)
        if len(_UMBRELLAS) >= MOST_UMBRELLAS:
            _UMBRELLAS.clear()
        found = _UMBRELLAS[id(kinds)] = kinds, reach
    return found[1]


def screening(umpire: Umpire, side: str, hexes: Iterable[str]) -> list[Piece]:
    """A side's units whose grey shields reach some hexes. Units that stand too far away for any shield are
    not looked at, so that it does not matter what they are."""
    state = umpire.state
    reach = umbrella(state)
    near: dict[str, int] = {}
    for hex in dict.fromkeys(hexes):
        for each in state.board.within(hex, reach):
            near[each] = min(near.get(each, reach), state.board.range(each, hex) or 0)
    units = [state.pieces[id] for id in on_map(state, side) if state.pieces[id].place in near]

    def is_of_use(unit: Piece) -> bool:
        return any(shield.range >= near[unit.place] for shield in sheet(unit).shields)

    return umpire.those_with(units, is_of_use)


def air_defence(state: State, units: Iterable[Piece]) -> list[tuple[Piece, Shield, int]]:
    """The grey shields that units can commit: whose, which, how many are left."""
    return [
        (unit, shield, ready_shields(state, unit, shield))
        for unit in units
        if unit.steps and not cannot_defend(state, unit)
        for shield in sheet(unit).shields
    ]


def may_meet(state: State, screen: Sequence[Piece], salvos: Sequence[Salvo]) -> dict[str, list[str]]:
    """Each grey shield that units can commit -> the salvos that it can meet: those at its own unit and at any
    unit in the range of its missile (9.2b)."""
    at = [(salvo, state.where(salvo.target)) for salvo in salvos]
    found: dict[str, list[str]] = {}
    for unit, shield, count in air_defence(state, screen):
        covered = frozenset(state.board.within(unit.place, shield.range))
        markers = [
            salvo.marker for salvo, hex in at if hex in covered and stops(state, unit, shield, salvo.weapon)
        ]
        if markers:
            found.update({f"{unit.id}/{shield.id}/{n}": markers for n in range(1, count + 1)})
    return found


def commit(
    umpire: Umpire, salvos: Sequence[Salvo], defender: str, screen: Sequence[Piece]
) -> dict[str, list[tuple[str, Shield]]]:
    """The defender's shot calculus (9.2.1b): the grey shields of these units that meet each salvo, by its
    marker, those of the highest number first. All of them are spent (9.2c), and ships and ground units that
    fire them are detected, where the option says so (9.9.4.2)."""
    state = umpire.state
    may = may_meet(state, screen, salvos)
    layered = on(state, "layered_shields")
    allotted = umpire.allot(
        defender,
        T("salvos that grey shields meet"),
        may,
        fits=two_layers if layered else None,
        suggest=one_shield_each(state, may, salvos),
        because=T("one shield for each salvo"),
        audience=(defender,),
        rule=R["9.2.1b"],
    )
    used: dict[str, dict[str, int]] = {}
    met: dict[str, list[tuple[str, Shield]]] = {}
    for item, marker in allotted.items():
        id, name, _ = item.rsplit("/", 2)
        shield = sheet(state.pieces[id]).shield(name)
        assert shield is not None
        of_unit = used.setdefault(id, {})
        of_unit[name] = of_unit.get(name, 0) + 1
        met.setdefault(marker, []).append((id, shield))
    for id, spent in used.items():
        expend(umpire, id, spent, rule=R["9.2c"])
        unit = state.pieces[id]
        if on(state, "shields_reveal") and unit.kind.group in (SHIP, GROUND) and not detected(state, unit):
            detect(umpire, id, rule=R["9.9.4.2"])
    return {marker: sorted(shields, key=lambda each: -each[1].number) for marker, shields in met.items()}


def two_layers(allotted: dict[str, str]) -> Why:
    """Why an allotment in layers may not be made: never more than two shields on a salvo (9.2.1.2b)."""
    markers = list(allotted.values())
    over = next((marker for marker in markers if markers.count(marker) > MOST_LAYERS), "")
    return T("too many grey shields", most=MOST_LAYERS, over=over) if over else ""


def one_shield_each(state: State, may: dict[str, list[str]], salvos: Sequence[Salvo]) -> dict[str, str]:
    """A sensible shot calculus: one shield for each salvo, the largest dice first, with the highest number
    that is left."""
    numbers = {}
    for item in may:
        id, name, _ = item.rsplit("/", 2)
        shield = sheet(state.pieces[id]).shield(name)
        numbers[item] = shield.number if shield is not None else 0
    found: dict[str, str] = {}
    for salvo in sorted(salvos, key=lambda each: -each.weapon.die):
        free = [item for item in may if item not in found and salvo.marker in may[item]]
        if free:
            found[max(free, key=lambda item: numbers[item])] = salvo.marker
    return {item: found[item] for item in may if item in found}


def settled(
    umpire: Umpire,
    salvos: Sequence[Salvo],
    met: dict[str, list[tuple[str, Shield]]],
    screen: Sequence[Piece],
) -> list[Engagement]:
    """What is rolled at each target, with the final die of each salvo: its promotions and demotions are
    logged, once for all salvos that have the same. screen: the defender's units with shields near there."""
    state = umpire.state
    ships = cec_ships(salvos, screen)
    alike: dict[tuple[Any, ...], list[Salvo]] = {}
    for salvo in salvos:
        shifts = (*salvo.shifts, *calculus_shifts(state, salvo, met.get(salvo.marker, []), ships))
        alike.setdefault((salvo.target, salvo.weapon, shifts), []).append(salvo)
    shots: dict[str, list[tuple[Salvo, Shot]]] = {}
    for (target, weapon, shifts), same in alike.items():
        struck = state.pieces[target]
        red, printed = defence(state, struck)
        shown = struck.known_to is None
        what = same[0].text if len(same) == 1 else salvos_together(same)
        die = modified(umpire, weapon.die, list(shifts), what)
        for salvo in same:
            grey = layers(state, met.get(salvo.marker, []))
            shots.setdefault(target, []).append((salvo, Shot(die, grey, red, printed, salvo.text, shown)))
    return [
        Engagement(
            target,
            tuple(shot for _, shot in fired),
            all(salvo.weapon.flight not in UNGUIDED for salvo, _ in fired),
        )
        for target, fired in shots.items()
    ]


def salvos_together(same: Sequence[Salvo]) -> Text:
    """What several salvos of a weapon at one target are called."""
    name = as_argument(same[0].weapon.name)
    return T("salvos together", number=len(same), weapon=name, target=same[0].target)


UNGUIDED = ("bomb", "rocket", "gun")
"""Salvos that are no cruise, ballistic or hypersonic missiles (9.4.1)."""


def layers(state: State, shields: Sequence[tuple[str, Shield]]) -> tuple[tuple[Text, int], ...]:
    """The grey shields that a salvo must beat: one, the highest (9.2.1c), or each where they are layers
    (9.2.1.2a)."""
    rolled = shields if on(state, "layered_shields") else shields[:1]
    return tuple((shield_text(state.pieces[id], shield), shield.number) for id, shield in rolled)


def shield_text(unit: Piece, shield: Shield) -> Text:
    """What a grey shield is called in a roll; of a unit that lies face down not by its make, which would say
    what the unit is, nor with its number."""
    if unit.known_to is not None:
        return T("grey shield of a hidden unit", unit=unit.id)
    return T("grey shield", shield=f"{unit.id}/{shield.id}", least=shield.number)


def calculus_shifts(
    state: State, salvo: Salvo, shields: Sequence[tuple[str, Shield]], ships: Sequence[Piece]
) -> list[Shift]:
    """What the shot calculus adds to a salvo: shields in excess (9.2.1.1), the down arrow of ballistic
    missile defence (2.2.2.7c), Cooperative Engagement (6.5.9.3). ships: those that could have it."""
    found = []
    excess = len(shields) - 1
    if excess > 0 and not on(state, "layered_shields"):
        found.append(Shift(T("excess grey shields"), -excess, R["9.2.1.1"]))
    if salvo.weapon.flight == BALLISTIC and any(shield.arrow for _, shield in shields):
        arrow = rungs(state, ARROW, salvo.weapon)
        found.append(Shift(T("ballistic missile defence"), arrow, R["2.2.2.7c"]))
    committed = {id for id, _ in shields}
    for ship in ships:
        shielded = ship.id in committed
        if shielded or covers(state, ship, salvo):
            links = cec_shifts(state, ship, salvo.weapon, shielded)
            if links:
                found.append(links[0]._replace(rungs=rungs(state, CEC, salvo.weapon)))
                break
    return found


def cec_ships(salvos: Sequence[Salvo], screen: Sequence[Piece]) -> list[Piece]:
    """The defender's ships near the targets of cruise missiles (6.5.9.3)."""
    if not any(salvo.weapon.flight in CRUISE for salvo in salvos):
        return []
    return [unit for unit in screen if unit.kind.group == SHIP]


def covers(state: State, ship: Piece, salvo: Salvo) -> bool:
    """Whether the range of a ship's missiles takes in the target of a salvo."""
    reach = max(shield.range for shield in sheet(ship).shields)
    distance = state.board.range(ship.place, state.where(salvo.target))
    return distance is not None and distance <= reach
