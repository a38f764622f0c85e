"""The rear area (ground.5, ground.6, 10.15.10.3 to 10.15.10.5): battles between Security Zones and Partisans
for control of zones, antitank ambushes, then the attacks of Partisans in the zones that they control."""

from collections.abc import Callable

from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.air.missions import in_the_air, sky
from adjudication.systems.ows.ground.forces.security import (
    DISRUPTS,
    PARTISANS,
    SECURITY,
    contested_zones,
    hexes_of,
    in_zone,
    markers,
    outcome,
    paid_by,
    rear_area,
)
from adjudication.systems.ows.ground.forces.suppression import suppress
from adjudication.systems.ows.ground.forces.units import (
    ATGM,
    INFANTRY,
    MECHANIZED,
    MOTORIZED,
    ground_units_at,
)
from adjudication.systems.ows.ground.rear.rear_forces import KINDS as SET_UP
from adjudication.systems.ows.ground.rear.rear_forces import remove
from adjudication.systems.ows.support.supply import NOT_SUPPLIED
from adjudication.systems.ows.table.counters import GROUND, SOF, TOKEN, sheet
from adjudication.systems.ows.table.damage import defence, take_hits
from adjudication.systems.ows.table.ladder import Shift, hits, modified, shifted
from adjudication.systems.ows.table.status import enemy_of, lose, sides
from adjudication.systems.ows.table.tokens import SIGINT_EMSO, hand, put_down, turn_up
from domain.events.seen import knows
from domain.table.dice import D4, D10, D12
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ows", __file__)
T = texts("ows")

ALONE, TOGETHER = 3, 4
"""The defence of a unit against an attack by Partisans: by itself, or with another combat unit in its hex
(10.15.10.4c)."""
ATTACK = 3
"""Dice of such an attack, and the hits that cost a step."""
SUPPORTING_INFANTRY = (INFANTRY, MOTORIZED, MECHANIZED)
HELICOPTER = "attack helicopter"
Zone = tuple[str, str]


def begin(umpire: Umpire) -> None:
    """Partisans are revealed; battles for control, ambushes, and attacks follow, zone by zone."""
    if not rear_area(umpire.state):
        return
    reveal(umpire)
    for side, name in contested_zones(umpire.state):
        battle(umpire, side, name)
    for side, name in contested_zones(umpire.state):
        ambushes(umpire, side, name)
    for side, name in contested_zones(umpire.state):
        if any(umpire.state.mark(each.id, DISRUPTS) for each in in_zone(umpire.state, side, PARTISANS, name)):
            partisan_attack(umpire, side, name)


def end(umpire: Umpire) -> None:
    """Nothing is left open."""


def reveal(umpire: Umpire) -> None:
    """All Partisans are made visible (10.15.10.3a)."""
    for side in sides(umpire.state):
        for id in markers(umpire.state, side, PARTISANS):
            umpire.expose(id, rule=R["10.15.10.3a"])
            umpire.reveal(id, rule=R["10.15.10.3a"])


# --- battles for control: 10.15.10.3 ------------------------------------------------------------------------


def battle(umpire: Umpire, side: str, name: Zone) -> None:
    """Partisans of a side in a zone: without a Security Zone they disrupt it at once; else both roll for
    control."""
    state = umpire.state
    enemy = enemy_of(state, side)
    partisans = in_zone(state, side, PARTISANS, name)
    guards = in_zone(state, enemy, SECURITY, name)
    if not guards:
        disrupt(umpire, partisans, True, R["10.15.10.3a"])
        return
    tokens = commit_tokens(umpire, {side: partisans[0], enemy: guards[0]}, name)
    security = total(umpire, enemy, guards, SECURITY, name, tokens)
    partisan = total(umpire, side, partisans, PARTISANS, name, tokens)
    match outcome(security, partisan):
        case "disrupted":
            disrupt(umpire, partisans, True, R["10.15.10.4a"])
        case "destroyed":
            destroy(umpire, partisans)
        case _:
            disrupt(umpire, partisans, False, R["10.15.10.3d"])


def commit_tokens(umpire: Umpire, at: dict[str, Piece], name: Zone) -> list[str]:
    """Each side may commit a SIGINT & EMSO token from its hand, in secret: the sides that do
    (10.15.10.3c)."""
    held = {
        side: [token.id for token in hand(umpire.state, side, TOKEN) if sheet(token).type == SIGINT_EMSO]
        for side in at
    }
    options = {side: [None, *found] for side, found in held.items() if found}
    if not options:
        return []
    question = T("token for a battle", zone=name[1])
    answers = umpire.choose_together(question, options, rule=R["10.15.10.3c"])
    committed = []
    for side, id in answers.items():
        if id is not None:
            token = umpire.state.pieces[id]
            put_down(umpire, token, at[side].id)
            turn_up(umpire, token, rule=R["10.15.10.3c"])
            committed.append(side)
    return committed


def total(umpire: Umpire, side: str, own: list[Piece], type: str, name: Zone, tokens: list[str]) -> int:
    """What a side comes to in a battle for control: a D10, promoted, and 1 for each unit that supports it
    (10.15.10.3b, 10.15.10.3c)."""
    state = umpire.state
    what = (
        T("Security Zone in a battle", side=side, zone=name[1])
        if type == SECURITY
        else T("Partisans in a battle", side=side, zone=name[1])
    )
    shifts = []
    if side in tokens:
        shifts.append(Shift(T("SIGINT & EMSO"), 1, R["10.15.10.3c"]))
    if len(own) > 1:
        shifts.append(Shift(T("another marker in the zone"), 1, R["10.15.10.3c"]))
    die = modified(umpire, D10, shifts, what)
    found = umpire.sum(what)
    found.add(T("die"), umpire.roll(die, what, rule=R["10.15.10.3b"]), rule=R["10.15.10.3b"])
    for unit in supporters(state, side, own, type):
        found.add(T("supporting unit", unit=unit.id), 1, rule=R["10.15.10.3c"])
    return found.total


def supporters(state: State, side: str, own: list[Piece], type: str) -> list[Piece]:
    """The units that support a side's markers, in their hexes or with them: SOF and antitank units; for a
    Security Zone also attack helicopters and infantry (10.15.10.3c)."""
    found: list[Piece] = []
    for marker in own:
        there = [piece for piece in state.pieces_at(marker.place) if piece.side == side]
        for piece in (*there, *state.aboard(marker.id)):
            read = sheet(piece)
            special = piece.kind.group == SOF or (piece.kind.group == GROUND and read.type == ATGM)
            infantry = piece.kind.group == GROUND and read.type in SUPPORTING_INFANTRY
            if piece not in found and (special or (infantry and type == SECURITY)):
                found.append(piece)
        if type == SECURITY:
            for id in in_the_air(state, side):
                flown = state.pieces[id]
                near = marker.place in (flown.place, sky(state, flown))
                if near and sheet(flown).type == HELICOPTER and flown not in found:
                    found.append(flown)
    return found


def disrupt(umpire: Umpire, partisans: list[Piece], whether: bool, rule: str) -> None:
    """Partisans are flipped to their Disrupted side, or back."""
    for marker in partisans:
        if bool(umpire.state.mark(marker.id, DISRUPTS)) != whether:
            umpire.mark(marker.id, DISRUPTS, whether or None, rule=rule)


def destroy(umpire: Umpire, partisans: list[Piece]) -> None:
    """The Partisans are destroyed, with the units on their card, and SOF and antitank units stacked with them
    (10.15.10.3d)."""
    rule = R["10.15.10.3d"]
    for marker in partisans:
        state = umpire.state
        special = [
            piece.id
            for piece in state.pieces_at(marker.place)
            if piece.side == marker.side and piece.kind.group == SOF
        ]
        for unit in dict.fromkeys((*paid_by(state, marker.id), *special)):
            lose(umpire, unit, rule=rule)
        remove(umpire, marker.id, rule=rule)


# --- ambushes: 10.15.10.5 -------------------------------------------------------------------------------


def ambushes(umpire: Umpire, side: str, name: Zone) -> None:
    """Antitank units with Partisans may attack a combat unit in the zone each (10.15.10.5b)."""
    for marker in in_zone(umpire.state, side, PARTISANS, name):
        for unit in umpire.state.aboard(marker.id):
            ambush(umpire, unit, name)


def ambush(umpire: Umpire, antitank: Piece, name: Zone) -> None:
    """An unmodified D12 against the unit's defence, and its die, demoted, back at the antitank unit; effects
    are simultaneous (10.15.10.5b)."""
    rule = R["10.15.10.5b"]
    question = T("whether a unit is ambushed", unit=antitank.id, zone=name[1])
    target = chosen_target(umpire, antitank.side, name, question, rule, is_combat_unit)
    state = umpire.state
    if not target or not is_combat_unit(state.pieces[target]):
        return
    unit = state.pieces[target]
    in_force, printed = defence(state, unit)
    scored = hits(
        umpire.roll(D12, T("ambush", unit=antitank.id, target=target, least=in_force), rule=rule),
        in_force,
        printed,
    )
    back = 0
    best = best_die(unit)
    if best:
        red, red_printed = defence(state, antitank)
        what = T("return fire", unit=target, least=red)
        back = hits(umpire.roll(shifted(best, -1), what, rule=rule), red, red_printed)
    if scored:
        take_hits(umpire, target, scored, rule=rule, fires=False)
    if back:
        take_hits(umpire, antitank.id, back, rule=rule, fires=False)


def best_die(unit: Piece) -> int:
    """The best combat die that a ground unit has left; 0 for none."""
    return max(sheet(unit).dice[: unit.steps], default=0)


# --- attacks: 10.15.10.4 --------------------------------------------------------------------------------


def partisan_attack(umpire: Umpire, side: str, name: Zone) -> None:
    """Partisans may attack one unit of choice in a zone that they control: 3 hits cost it a step, otherwise
    it is suppressed through the next turn (10.15.10.4c, 10.15.10.4d)."""
    question = T("whether Partisans attack", side=side, zone=name[1])
    target = chosen_target(umpire, side, name, question, R["10.15.10.4c"])
    if not target:
        return
    state = umpire.state
    unit = state.pieces[target]
    others = [piece for piece in ground_units_at(state, unit.place, unit.side) if piece.id != target]
    number = TOGETHER if any(is_combat_unit(piece) for piece in others) else ALONE
    what = T("attack by Partisans", target=target, least=number)
    scored = umpire.tally(ATTACK, D4, what, lambda face: int(face >= number), rule=R["10.15.10.4c"])
    if scored == ATTACK:
        take_hits(umpire, target, 1, rule=R["10.15.10.4d"], fires=False)
    else:
        suppress(umpire, target, rule=R["10.15.10.4d"], through=state.turn + 1)


def chosen_target(
    umpire: Umpire,
    side: str,
    name: Zone,
    question: Text,
    rule: str,
    fits: Callable[[Piece], bool] = lambda piece: True,
) -> str:
    """The enemy ground unit in a zone that a side attacks; empty where it sees none, or attacks none. Of
    units that it knows only those that fit; what the others are it finds out."""
    state = umpire.state
    units = [
        piece.id
        for hex in hexes_of(state.board, name)
        for piece in ground_units_at(state, hex, enemy_of(state, side))
        if knows(side, state.who_sees(piece.id))
        and (not knows(side, state.who_knows(piece.id)) or fits(piece))
    ]
    if not units:
        return ""
    if not umpire.choose(
        side, question, [True, False], suggest=True, because=T("it costs nothing"), rule=rule
    ):
        return ""
    return umpire.choose_piece(side, T("unit that is attacked"), units, rule=rule)


def is_combat_unit(piece: Piece) -> bool:
    """Whether a ground unit is a combat unit: no headquarters and no support unit."""
    return sheet(piece).type not in NOT_SUPPLIED


KINDS: tuple[OrderKind, ...] = SET_UP
