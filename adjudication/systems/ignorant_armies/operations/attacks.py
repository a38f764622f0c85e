"""Attacks (event.15, 32, 46, 51-52, 55-61, 63, holy.fanatic-shift): who may attack, with chemicals or
without, and the column shifts and strengths that the supplement adds. The combat table is the base
game's: people read the result from it."""

from dataclasses import dataclass

from adjudication.engine.legality import Legality, insist, only, unless
from adjudication.engine.orders import OrderChoice, OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ignorant_armies.operations.moving import hexes
from adjudication.systems.ignorant_armies.table.holy_sites import fanatic
from adjudication.systems.ignorant_armies.table.sides import (
    CHEMICALS,
    CHEMICALS_USED,
    DEADPILE,
    ENEMY,
    ENGINEERS,
    HUMAN_WAVES,
    IRAN,
    IRAQ,
    MISSILES,
    NO_ATTACKS,
    STRONGER,
    box,
    has_done,
    in_turn,
    kind_of,
    may_again,
    note,
    places,
    units,
)
from adjudication.systems.ignorant_armies.table.turns import COMBATS
from domain.table.dice import D6
from domain.table.state import Piece, State
from domain.texts import Text

R = citations("ignorant-armies", __file__)
T = texts("ignorant-armies")

GROUND_USES = {IRAN: 1, IRAQ: 2}
"""Chemical attacks and defences on the ground, together, in a game-turn (event.46, event.51-52)."""
MISSILE_USES = 1
"""Chemical missile attacks in a player-turn."""
GRANTED = {IRAN: R["event.46"], IRAQ: R["event.51-52"]}
BANNED = {IRAN: R["event.32"], IRAQ: R["event.63"]}
RESULTS = ("no effect", "attacker loses", "defender loses", "both lose", "defender retreats")


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack a hex with units beside it."""

    side: str
    hex: str
    units: tuple[str, ...]
    chemicals: bool = False
    human_wave: bool = False


@dataclass(frozen=True, slots=True)
class Missile:
    """Attack a hex with a surface-to-surface missile."""

    side: str
    missile: str
    hex: str
    chemicals: bool = False


def attack(umpire: Umpire, order: Attack) -> None:
    """The shifts and changed strengths, then the result of the base game's table."""
    state = umpire.state
    attackers = [state.pieces[unit] for unit in order.units]
    for unit in order.units:
        note(umpire, unit, "attacked")
    shift = umpire.sum(T("column shift to the right"))
    if order.chemicals:
        use(umpire, order.side, "ground")
    if order.side == IRAN:
        if state.mark(IRAN, ENGINEERS) and any(unit.kind.data.get("engineer") for unit in attackers):
            shift.add(T("Revolutionary Guard engineers"), 1, rule=R["event.55-61"])
        if fanatic(state, attackers, order.hex):
            shift.add(T("Revolutionary Guards at a holy site"), 1, rule=R["holy.fanatic-shift"])
    if order.human_wave:
        human_wave(umpire)
    stronger(umpire, T("attack strength"), attackers)
    defenders = [unit for unit in units(state, ENEMY[order.side]) if unit.place == order.hex]
    stronger(umpire, T("defence strength"), defenders)
    for defender in defenders:
        may_again(umpire, defender.id, state.phase)
    other = ENEMY[order.side]
    if may_use(state, other, "ground") and umpire.choose(
        other, T("whether to defend with chemicals"), [True, False], rule=GRANTED[other], suggest=False
    ):
        use(umpire, other, "ground")
    umpire.judge(
        T("result of an attack", hex=order.hex),
        RESULTS,
        rule=R["doc.scope"],
    )


def human_wave(umpire: Umpire) -> None:
    """The die of a human wave, one more while political officers are kept out; the base game says what it
    does (event.21)."""
    total = umpire.sum(T("human wave"))
    total.add(T("die"), umpire.roll(D6, T("human wave"), rule=R["event.21"]), rule=R["event.21"])
    if umpire.state.mark("game", HUMAN_WAVES):
        total.add(T("no political officers"), 1, rule=R["event.21"])


def stronger(umpire: Umpire, strength: Text, fighting: list[Piece]) -> None:
    """Popular Army divisions count one more this game-turn (event.15)."""
    if not umpire.state.mark("game", STRONGER):
        return
    number = sum(kind_of(unit) == "popular army" for unit in fighting)
    if number:
        umpire.sum(strength).add(T("Popular Army divisions"), number, rule=R["event.15"])


def missile(umpire: Umpire, order: Missile) -> None:
    """A missile attack, with chemicals or without; the result is the base game's. The missile is spent."""
    umpire.move(order.missile, box(DEADPILE, order.side), rule=R["doc.scope"])
    if order.chemicals:
        use(umpire, order.side, "missiles")
    umpire.judge(
        T("result of a missile", hex=order.hex),
        ("no effect", "defender loses"),
        rule=R["doc.scope"],
    )


def used(state: State, side: str) -> dict[str, int]:
    """How often a side has used chemicals this game-turn. By missile it does so in its own player-turn alone,
    of which a game-turn has one."""
    return {"ground": 0, "missiles": 0, **state.mark(side, CHEMICALS_USED, {})}


def may_use(state: State, side: str, how: str) -> bool:
    """Whether a side may use chemicals on the ground, or by missile, once more."""
    most = GROUND_USES[side] if how == "ground" else MISSILE_USES
    return bool(state.mark(side, CHEMICALS)) and used(state, side)[how] < most


def use(umpire: Umpire, side: str, how: str) -> None:
    """Count a use of chemicals."""
    now = used(umpire.state, side)
    umpire.mark(side, CHEMICALS_USED, {**now, how: now[how] + 1}, rule=GRANTED[side])


def targets(state: State, side: str) -> list[str]:
    """The hexes with enemy units that a side's units stand beside."""
    fresh = {unit.place for unit in units(state, side) if not has_done(state, unit.id, "attacked")}
    beside = {near for hex in fresh for near in state.board.neighbours[hex]}
    return sorted(beside & places(state, ENEMY[side]))


def beside(state: State, side: str, hex: str) -> list[str]:
    """A side's units beside a hex that have not attacked this game-turn."""
    near = set(state.board.neighbours[hex])
    return [
        unit.id
        for unit in units(state, side)
        if unit.place in near and not has_done(state, unit.id, "attacked")
    ]


def all_beside(state: State, side: str, hex: str, units: list[str]) -> bool:
    """Whether all of these are units beside the hex."""
    return bool(units) and set(units) <= set(beside(state, side, hex))


def why_no_attacks(state: State, side: str) -> Why:
    """Why a side may make no attack this game-turn; empty where no event forbids it (event.32, event.63)."""
    if not state.mark(side, NO_ATTACKS):
        return ""
    why = T("no attack this game-turn", side=side)
    return Reason(why, BANNED[side])


def why_no_chemicals(state: State, side: str, chemicals: bool) -> Why:
    """Why chemicals may not be used on the ground; empty where they may, or are not to be."""
    if not chemicals or may_use(state, side, "ground"):
        return ""
    return Reason(T("no chemical attack or defence is left this game-turn"), GRANTED[side])


def why_no_chemical_missile(state: State, side: str, chemicals: bool) -> Why:
    """Why a missile may not carry chemicals; empty where it may, or is not to."""
    if not chemicals or may_use(state, side, "missiles"):
        return ""
    return Reason(T("no chemical missile attack is left this player-turn"), GRANTED[side])


def waves_are_iranian(state: State, side: str, human_wave: bool) -> bool:
    """Whether a human wave, if there is one, is Iran's."""
    return not human_wave or side == IRAN


def missiles(state: State, side: str) -> list[str]:
    """The missiles that a side holds."""
    return [piece.id for piece in state.pieces_at(box(MISSILES, side))]


def all_attacks(state: State) -> list[OrderChoice]:
    """Every attack that may be made: a target, and some of the units beside it."""
    side = state.side
    if not side or why_no_attacks(state, side):
        return []
    ways: list[dict[str, bool]] = [{}]
    if may_use(state, side, "ground"):
        ways.append({"chemicals": True})
    if side == IRAN:
        ways += [{**way, "human_wave": True} for way in ways]
    return [
        OrderChoice(
            side,
            "attack",
            {"hex": hex, **way},
            "units",
            of=beside(state, side, hex),
            least=1,
        )
        for hex in targets(state, side)
        for way in ways
    ]


BAN = unless(why_no_attacks, "no-attacks", R["event.32"])
SIDE = only("side", in_turn, "turn", R["doc.scope"], "not its player-turn")
ATTACK = Legality(
    SIDE,
    BAN,
    only("hex", targets, "target", R["doc.scope"], "no enemy beside your units"),
    insist(all_beside, "beside", R["doc.scope"], "attackers stand beside the hex"),
    insist(waves_are_iranian, "human-wave", R["event.21"], "human waves are Iran's"),
    unless(why_no_chemicals, "chemicals", R["event.46"]),
    arguments={"hex": targets},
    sides=in_turn,
    phases=COMBATS,
    elsewhere=R["doc.scope"],
    quickly=all_attacks,
)
MISSILE = Legality(
    SIDE,
    BAN,
    only("missile", missiles, "missiles", R["doc.scope"], "no missile of this side"),
    only("hex", hexes, "hex", R["doc.scope"], "no hex of land"),
    unless(why_no_chemical_missile, "chemicals", R["event.46"]),
    arguments={"missile": missiles, "hex": hexes},
    sides=in_turn,
    phases=COMBATS,
    elsewhere=R["doc.scope"],
)
KINDS = (
    OrderKind("attack", Attack, attack, R["doc.scope"], "attack a hex", legality=(ATTACK,)),
    OrderKind("missile", Missile, missile, R["doc.scope"], "attack with missiles", legality=(MISSILE,)),
)
