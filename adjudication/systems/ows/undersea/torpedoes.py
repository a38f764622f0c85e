"""Local strikes: torpedo attacks in their five steps (9.9.5), and ASW attacks on detected submarines (8.5.2).

Sides act in turn, the one with the initiative first, each one attack in one hex, until both pass (seq.6.B.2).
A submarine that attacks stays unseen until ASW finds it.
"""

from dataclasses import dataclass

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, never, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.sensing.sensors import in_asw_mode
from adjudication.systems.ows.table.counters import (
    AMMUNITION,
    FACILITY,
    SEA,
    SHIP,
    SUBMARINE,
    UNDERSEA,
    sheet,
)
from adjudication.systems.ows.table.damage import take_hits
from adjudication.systems.ows.table.magazines import holds_fire
from adjudication.systems.ows.table.status import (
    ATTACKED,
    DETECTED,
    RAN_SILENT,
    SILENT,
    detected,
    enemy_of,
    leave_silent_running,
    on_map,
)
from adjudication.systems.ows.turn.turns import IN_TURN, acting, end_action
from adjudication.systems.ows.undersea.asw import (
    asw_attack,
    attack_shifts,
    capable,
    capable_at,
    has_screen,
    located,
    release,
    roll_for_hits,
    screen_attack,
    weapon_against,
    within,
)
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

BREAK_OFF = "break off"
HIT = Mark[bool]("scored a hit", seen_by=OWNER)
"""Mark of a submarine that may attack again (9.9.5.5a)."""
SSK = "ssk"


def begin(umpire: Umpire) -> None:
    """Nothing happens by itself."""


def end(umpire: Umpire) -> None:
    """Nothing happens by itself."""


def needed(state: State) -> bool:
    """Whether anything may be struck: a unit is detected, or infrastructure lies on the map."""
    return bool(state.marked(DETECTED) or state.ids_of(FACILITY) or state.ids_of(AMMUNITION))


@dataclass(frozen=True, slots=True)
class Torpedo:
    """Attack a detected ship or submarine in the submarine's hex (9.9.5)."""

    side: str
    submarine: Contact
    target: Contact


@dataclass(frozen=True, slots=True)
class AswAttack:
    """Attack a detected submarine (8.5.2)."""

    side: str
    unit: Contact
    target: Contact


# --- torpedo attacks --------------------------------------------------------------------------------------


def torpedo(umpire: Umpire, order: Torpedo) -> None:
    """The engagement of a submarine, from leaving Silent Running to breaking off."""
    state = umpire.state
    boat, enemy = state.pieces[order.submarine], enemy_of(state, order.side)
    capable_units = tuple(asset.id for asset in capable_at(state, enemy, boat.place))
    leave_silent_running(umpire, boat.id, rule=R["9.9.5.1"])
    umpire.mark(boat.id, ATTACKED, True, rule=R["9.9.5"])
    most = sum(state.pieces[id].steps for id in targets(state, boat.side, boat.id))
    attacks = [(boat.id, order.target, capable_units, reattacks) for reattacks in range(most + 1)]
    umpire.each(attack, attacks)
    end_action(umpire)


def attack(
    umpire: Umpire, submarine: str, target: str, capable_units: tuple[str, ...], reattacks: int
) -> None:
    """The first attack, or a re-attack: there are no more of them than steps to hit."""
    if reattacks:
        attack_again(umpire, submarine, capable_units, reattacks)
    else:
        first_attack(umpire, submarine, target)


def attack_again(umpire: Umpire, submarine: str, capable_units: tuple[str, ...], reattacks: int) -> None:
    """Step 5, as long as the submarine hits and is not found: ASW first, then the torpedo of a submarine that
    is not found either then."""
    state = umpire.state
    boat = state.pieces[submarine]
    if not state.mark(submarine, HIT):
        return
    target = BREAK_OFF if detected(state, boat) else reattack(umpire, boat)
    umpire.mark(submarine, HIT, None, rule=R["9.9.5.5a"])
    if target != BREAK_OFF and not hunted_down(umpire, submarine, capable_units, reattacks):
        strike_home(umpire, submarine, target, torpedo_hits(umpire, submarine, target))


def strike_home(umpire: Umpire, submarine: str, target: str, scored: int) -> None:
    """A target takes what a torpedo scored; after a hit the submarine may attack again, if it is left."""
    take_hits(umpire, target, scored, rule=R["9.9.5.4"], fires=False)
    if scored and umpire.state.pieces[submarine].steps:
        umpire.mark(submarine, HIT, True, rule=R["9.9.5.5a"])


def first_attack(umpire: Umpire, submarine: str, target: str) -> None:
    """Steps 2 to 4: the ASW Screen comes before the torpedo, a single ASW asset acts at the same time."""
    state = umpire.state
    boat = state.pieces[submarine]
    enemy = enemy_of(state, boat.side)
    active = [asset for asset in capable_at(state, enemy, boat.place) if in_asw_mode(state, asset)]
    on_boat = 0
    if has_screen(active):
        if located(umpire, submarine, active, rule=R["9.9.5.2a"]):
            on_boat = screen_attack(umpire, active, submarine, rule=R["9.9.5.2a"])
            take_hits(umpire, submarine, on_boat, rule=R["9.9.5.2a"], fires=False)
            return
    elif active and located(umpire, submarine, active, rule=R["9.9.5.3a"]):
        on_boat = asw_attack(umpire, active[0].id, submarine, rule=R["9.9.5.3a"])
    scored = torpedo_hits(umpire, submarine, target)
    take_hits(umpire, submarine, on_boat, rule=R["9.9.5.3a"], fires=False)
    strike_home(umpire, submarine, target, scored)


def torpedo_hits(umpire: Umpire, submarine: str, target: str) -> int:
    """Step 4: one torpedo die against the red shield, with as many hits as it goes into the roll."""
    state = umpire.state
    boat, prey = state.pieces[submarine], state.pieces[target]
    weapon = weapon_against(state, boat, element(prey))
    if weapon is None:
        return 0
    release(umpire, submarine, weapon, rule=R["9.5a"])
    shield = sheet(prey).defence
    what = T("torpedo attack", target=target, least=shield)
    shifts = tuple(attack_shifts(state, boat, prey))
    return umpire.result_of(roll_for_hits, weapon.die, shifts, what, shield, prey.steps, R["9.9.5.4"])


def reattack(umpire: Umpire, boat: Piece) -> str:
    """Step 5: the submarine may attack again, the same ship or another one in the hex, or break off."""
    question = T("target of a re-attack", submarine=boat.id)
    options = [*targets(umpire.state, boat.side, boat.id), BREAK_OFF]
    target: str = umpire.choose(boat.side, question, options, rule=R["9.9.5.5a"], audience=(boat.side,))
    return target


def hunted_down(umpire: Umpire, submarine: str, capable_units: tuple[str, ...], reattacks: int) -> bool:
    """ASW goes first against a re-attack, with all units in the hex that are capable of it and one promotion
    for each re-attack. Whether the submarine is sunk, or must abort and evade."""
    state = umpire.state
    hex = state.pieces[submarine].place
    active = [state.pieces[id] for id in capable_units if state.pieces[id].place == hex]
    if not active or not located(umpire, submarine, active, rule=R["9.9.5.5b"], reattacks=reattacks):
        return False
    on_boat = screen_attack(umpire, active, submarine, rule=R["9.9.5.5b"])
    take_hits(umpire, submarine, on_boat, rule=R["9.9.5.5c"], fires=False)
    return True


def element(target: Piece) -> str:
    """What a torpedo must engage to attack a target: SEA or UNDERSEA."""
    return UNDERSEA if target.kind.group == SUBMARINE else SEA


@derived
def boats(state: State, side: str) -> tuple[str, ...]:
    """A side's submarines with torpedoes that may fire."""
    pieces = (state.pieces[id] for id in on_map(state, side))
    return tuple(
        boat.id
        for boat in pieces
        if boat.kind.group == SUBMARINE
        and not holds_fire(state, boat)
        and (weapon_against(state, boat, SEA) or weapon_against(state, boat, UNDERSEA))
    )


def have_attacked(state: State) -> dict[str, bool]:
    """Units that have made their attack this turn."""
    return state.marked(ATTACKED)


def noisy_ssks(state: State, side: str) -> list[str]:
    """Diesel submarines that did not begin the Combat Phase in Silent Running (9.9.5.6)."""
    return [
        id
        for id in boats(state, side)
        if sheet(state.pieces[id]).type == SSK
        and not state.mark(id, SILENT)
        and not state.mark(id, RAN_SILENT)
    ]


def targets(state: State, side: str, submarine: str) -> tuple[str, ...]:
    """The detected ships and submarines of the enemy in a submarine's hex that its torpedoes engage."""
    boat = state.pieces.get(submarine)
    if boat is None:
        return ()
    return tuple(
        prey.id
        for prey in state.pieces_at(boat.place)
        if prey.side == enemy_of(state, side)
        and prey.kind.group in (SHIP, SUBMARINE)
        and detected(state, prey)
        and weapon_against(state, boat, element(prey))
    )


TORPEDO = Legality(
    IN_TURN,
    only("submarine", boats, "submarine", R["9.9.5"], "no torpedoes to fire"),
    never("submarine", have_attacked, "attacked", R["9.9.5.5c"], "attacked this turn"),
    never(
        "submarine",
        noisy_ssks,
        "ssk",
        R["9.9.5.6"],
        "a diesel submarine not in Silent Running",
    ),
    only(
        "target",
        targets,
        "target",
        R["9.9.5"],
        "no detected enemy in its hex",
    ),
    arguments={"submarine": boats, "target": targets},
    sides=acting,
    phases=("local strikes",),
    elsewhere=R["seq.6.B.2"],
)


# --- ASW attacks on detected submarines -------------------------------------------------------------------


def asw(umpire: Umpire, order: AswAttack) -> None:
    """A unit attacks a detected submarine; the submarine may fire back at the same time (9.9.1d)."""
    state = umpire.state
    unit, boat = state.pieces[order.unit], state.pieces[order.target]
    umpire.mark(unit.id, ATTACKED, True, rule=R["8.5.2"])
    fires_back = may_fire_back(state, boat, unit) and umpire.choose(
        boat.side,
        T("whether a submarine fires back", submarine=boat.id, unit=unit.id),
        [True, False],
        rule=R["9.9.1d"],
    )
    on_boat = asw_attack(umpire, unit.id, boat.id, rule=R["8.5.2"])
    on_unit = 0
    if fires_back:
        leave_silent_running(umpire, boat.id, rule=R["9.9.5.1"])
        umpire.mark(boat.id, ATTACKED, True, rule=R["9.9.5"])
        on_unit = torpedo_hits(umpire, boat.id, unit.id)
    take_hits(umpire, boat.id, on_boat, rule=R["8.5.2"], fires=False)
    take_hits(umpire, unit.id, on_unit, rule=R["9.9.5.4"], fires=False)
    end_action(umpire)


def may_fire_back(state: State, boat: Piece, attacker: Piece) -> bool:
    """Whether a submarine may answer an attack: the attacker is a detected ship in its hex, and it has not
    attacked yet this turn."""
    return (
        boat.id in boats(state, boat.side)
        and not state.mark(boat.id, ATTACKED)
        and attacker.id in targets(state, boat.side, boat.id)
    )


def hunters(state: State, side: str) -> tuple[str, ...]:
    """A side's ships and aircraft that can attack submarines, where any is detected."""
    if not any(state.pieces[id].side != side for id in submarines_found(state)):
        return ()
    pieces = (state.pieces[id] for id in on_map(state, side))
    return tuple(unit.id for unit in pieces if unit.kind.group != SUBMARINE and capable(state, unit))


@derived
def submarines_found(state: State) -> tuple[str, ...]:
    """The detected submarines."""
    return tuple(id for id in state.marked(DETECTED) if state.pieces[id].kind.group == SUBMARINE)


def submarines_near(state: State, side: str, unit: str) -> tuple[str, ...]:
    """The detected submarines of the enemy within range of a unit's ASW weapon."""
    hunter = state.pieces.get(unit)
    weapon = weapon_against(state, hunter, UNDERSEA) if hunter is not None else None
    if hunter is None or weapon is None:
        return ()
    return tuple(
        id
        for id in submarines_found(state)
        if state.pieces[id].side != side
        and within(state, state.where(hunter.id), state.where(id), weapon.range)
    )


ASW_ATTACK = Legality(
    IN_TURN,
    only("unit", hunters, "unit", R["8.5.2"], "cannot attack submarines"),
    never("unit", have_attacked, "attacked", R["8.5.2"], "attacked a submarine this turn"),
    only(
        "target",
        submarines_near,
        "target",
        R["8.5.2"],
        "no detected submarine within range",
    ),
    arguments={"unit": hunters, "target": submarines_near},
    sides=acting,
    phases=("local strikes",),
    elsewhere=R["seq.6.B.2"],
)

KINDS = (
    OrderKind(
        "torpedo",
        Torpedo,
        torpedo,
        R["9.9.5"],
        "attack a detected ship or submarine with torpedoes",
        secret=True,
        shown=("target",),
        legality=(TORPEDO,),
    ),
    OrderKind("asw", AswAttack, asw, R["8.5.2"], "attack a detected submarine", legality=(ASW_ATTACK,)),
)
