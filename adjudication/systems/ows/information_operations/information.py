"""Information operations and cyber attacks (7.1 to 7.3, 7.5): planned in secret, placed together face down,
adjudicated; and the tokens placed in the Combat Phase."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import adjudication.systems.ows.space_and_cyber.cyber as cyber
from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, insist, never, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.information_operations.token_effects import adjudicate, disrupt, return_strays
from adjudication.systems.ows.space_and_cyber.space import FUNCTIONS, on_dashboard
from adjudication.systems.ows.table.counters import CYBER, GROUND, TOKEN, sheet
from adjudication.systems.ows.table.status import enemy_of, sides
from adjudication.systems.ows.table.tokens import (
    DISRUPT_C2,
    OFFENSIVE,
    ON_FUNCTIONS,
    PLANNED,
    by_name,
    can_generate,
    effect_of,
    friends,
    function_of,
    hand,
    in_play,
    lies_on,
    plan,
    put_down,
    set_token,
    source,
    threats,
    turn_up,
    within_radius,
)
from adjudication.systems.ows.turn.turns import IN_TURN, acting
from domain.table.derived import derived
from domain.table.state import State

R = citations("ows", __file__)
T = texts("ows")

COMBAT = (
    *("air combat", "long-range strikes", "local strikes"),
    *("prep fires", "supporting fires", "defensive fires"),
)
"""The steps of the Combat Phase in which tokens support an attack."""


@dataclass(frozen=True, slots=True)
class Influence:
    """Plan an information token (7.2): on a unit (target), or on a function of the space dashboard."""

    side: str
    token: Contact
    target: Contact | None = None
    function: str | None = None


@dataclass(frozen=True, slots=True)
class Cyber:
    """Plan a cyber card (7.3): on a unit or facility (target), or on a function of the space dashboard."""

    side: str
    card: Contact
    target: Contact | None = None
    function: str | None = None


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Change the plan: a token or card stays in hand (7.2)."""

    side: str
    token: Contact


@dataclass(frozen=True, slots=True)
class Support:
    """Place a token in the Combat Phase, in support of an attack (7.2.1)."""

    side: str
    token: Contact
    target: Contact


# --- seq.4.1: what each side plans ----------------------------------------------------------------------


def influence(umpire: Umpire, order: Influence) -> None:
    """The token is planned: it is placed when both sides are done."""
    subject = order.target or tracked(umpire.state, order.side, order.token, order.function or "")
    plan(umpire, order.token, subject, rule=R["7.2"])


def attack(umpire: Umpire, order: Cyber) -> None:
    """The card is planned: it is placed when both sides are done."""
    enemy = enemy_of(umpire.state, order.side)
    subject = order.target or function_of(enemy, order.function or "")
    plan(umpire, order.card, subject, rule=R["7.2"])


def withdraw(umpire: Umpire, order: Withdraw) -> None:
    """The token or card stays in hand."""
    umpire.mark(order.token, PLANNED, None, rule=R["7.2"])


def tracked(state: State, side: str, token: str, function: str) -> str:
    """The function that a token is meant for: the enemy's for an attack, one's own for Assure C2."""
    attacks = sheet(state.pieces[token]).type in OFFENSIVE
    return function_of(enemy_of(state, side) if attacks else side, function)


def free_tokens(state: State, side: str) -> list[str]:
    """The tokens in hand that are not planned yet."""
    return [piece.id for piece in hand(state, side, TOKEN) if not state.mark(piece.id, PLANNED)]


def free_cards(state: State, side: str) -> list[str]:
    """The cyber cards in hand that are not planned yet."""
    return [piece.id for piece in hand(state, side, CYBER) if not state.mark(piece.id, PLANNED)]


def of_ground_hqs(state: State, side: str) -> list[str]:
    """The tokens in hand of the side's ground headquarters that were not played in the information phase
    (ground.2.B)."""
    return [token for token in free_tokens(state, side) if _on_land(state, token)]


def planned_on_land(state: State, side: str) -> list[str]:
    """The tokens of ground headquarters that a side has planned."""
    return [token for token in planned(state, side) if _on_land(state, token)]


def _on_land(state: State, token: str) -> bool:
    hq = source(state, state.pieces[token])
    return hq is not None and hq.kind.group == GROUND


def planned(state: State, side: str) -> list[str]:
    """The tokens and cards that a side has planned."""
    held = (*hand(state, side, TOKEN), *hand(state, side, CYBER))
    return [piece.id for piece in held if state.mark(piece.id, PLANNED)]


def grounded(state: State, side: str) -> list[str]:
    """The tokens that their headquarters cannot generate now (7.2.1.1b)."""
    return [piece.id for piece in hand(state, side, TOKEN) if not can_generate(state, piece)]


def units_for(state: State, side: str, token: str) -> Sequence[str | None]:
    """The units that a token may be placed on, as the side calls them; None for a function instead."""
    piece = state.pieces[token]
    offensive = sheet(piece).type in OFFENSIVE
    hq = source(state, piece)
    if hq is not None:
        return in_reach(state, side, hq.id, offensive)
    units = threats(state, side) if offensive else friends(state, side)
    if sheet(piece).type in ON_FUNCTIONS:
        return (None, *units)
    return units


@derived
def in_reach(state: State, side: str, hq: str, offensive: bool) -> tuple[str, ...]:
    """The units within the radius of a headquarters that its tokens may be placed on (2.2.7.1a)."""
    units = by_name(state, side) if offensive else {unit: unit for unit in friends(state, side)}
    piece = state.pieces[hq]
    return tuple(name for name, id in units.items() if within_radius(state, piece, state.where(id)))


def functions_for(state: State, token: str, target: str | None) -> Sequence[str | None]:
    """The functions that a token may be placed on where no unit is named."""
    piece = state.pieces[token]
    if target is not None or sheet(piece).type not in ON_FUNCTIONS or source(state, piece) is not None:
        return (None,)
    return FUNCTIONS


def one_target(state: State, target: str | None, function: str | None) -> bool:
    """Whether an order names a unit or a function, and not both."""
    return (target is None) != (function is None)


def why_no_target(state: State, side: str, token: str) -> Why:
    """Why a token may not be placed on a unit."""
    piece = state.pieces[token]
    whose = "an enemy unit that you see" if sheet(piece).type in OFFENSIVE else "a unit of your own"
    hq = source(state, piece)
    if hq is None:
        return T("placed on such a unit", token=token, whose=whose)
    why = T("placed within the radius of its headquarters", token=token, whose=whose, hq=hq.id)
    return Reason(why, R["2.2.7.1a"])


ONE_TARGET = insist(
    one_target,
    "target",
    R["7.2.1"],
    "name either a unit or a function",
)
GENERATED = never(
    "token",
    grounded,
    "headquarters",
    R["7.2.1.1b"],
    "its headquarters cannot generate it",
)


def _influence(phase: str, tokens: Callable[..., list[str]], rule: str, why: str) -> Legality:
    """When a token may be planned in a phase: these tokens of the hand."""
    return Legality(
        IN_TURN,
        only("token", tokens, "token", rule, why),
        GENERATED,
        only("target", units_for, "target", R["7.2.1"], why_no_target),
        only(
            "function",
            functions_for,
            "function",
            R["7.6"],
            "not placed on that function",
        ),
        ONE_TARGET,
        arguments={"token": tokens, "target": units_for, "function": functions_for},
        sides=acting,
        phases=(phase,),
        elsewhere=R["seq.4.1"],
    )


INFLUENCE = _influence("information", free_tokens, R["2.1.4"], "no information token in your hand")
INFLUENCE_ON_LAND = _influence(
    "ground organization",
    of_ground_hqs,
    R["ground.2.B"],
    "no token of a ground headquarters in your hand",
)


def marks_of(state: State, side: str, card: str) -> Sequence[str | None]:
    """What a card may be played on, as the side calls it; None for a function instead."""
    piece = state.pieces[card]
    targets = cyber.targets_of(state, side, piece)
    return (None, *targets) if cyber.card_of(piece).functions else targets


def functions_of(state: State, card: str, target: str | None) -> Sequence[str | None]:
    """The functions that a card may be played on where no unit is named."""
    return (None,) if target is not None else cyber.card_of(state.pieces[card]).functions or (None,)


CYBER_ATTACK = Legality(
    IN_TURN,
    only("card", free_cards, "card", R["2.1.4"], "no cyber card in your hand"),
    only("target", marks_of, "target", R["7.3"], "cannot be played on that unit"),
    only("function", functions_of, "function", R["7.3"], "cannot be played on that function"),
    ONE_TARGET,
    arguments={"card": free_cards, "target": marks_of, "function": functions_of},
    sides=acting,
    phases=("information",),
    elsewhere=R["seq.4.1"],
)


def _withdraw(phase: str, tokens: Callable[..., list[str]]) -> Legality:
    """When a planned token or card may be kept in hand."""
    return Legality(
        IN_TURN,
        only("token", tokens, "token", R["7.2"], "not planned"),
        arguments={"token": tokens},
        sides=acting,
        phases=(phase,),
        elsewhere=R["seq.4.1"],
    )


WITHDRAW = _withdraw("information", planned)
WITHDRAW_ON_LAND = _withdraw("ground organization", planned_on_land)


# --- 7.2.1: in the Combat Phase ---------------------------------------------------------------------------


def support(umpire: Umpire, order: Support) -> None:
    """The token is placed, turned up and adjudicated at once; it takes no action."""
    token = umpire.state.pieces[order.token]
    put_down(umpire, token, order.target)
    turn_up(umpire, token, rule=R["7.2.1"])
    if sheet(token).type == DISRUPT_C2:
        disrupt(umpire, token)
    else:
        set_token(umpire, token)


def tokens_of_support(state: State, side: str) -> list[str]:
    """The tokens in hand that may be placed in the Combat Phase."""
    return [piece.id for piece in hand(state, side, TOKEN) if effect_of(piece).combat]


def units_only(state: State, side: str, token: str) -> Sequence[str | None]:
    """The units that a token may be placed on."""
    return [unit for unit in units_for(state, side, token) if unit is not None]


SUPPORT = Legality(
    IN_TURN,
    only(
        "token",
        tokens_of_support,
        "token",
        R["7.2.1"],
        "no token in your hand that may be placed",
    ),
    GENERATED,
    only("target", units_only, "target", R["7.2.1"], why_no_target),
    arguments={"token": tokens_of_support, "target": units_only},
    sides=acting,
    phases=COMBAT,
    elsewhere=R["7.2.1"],
)


# --- seq.4.2, seq.4.3: what comes of it -------------------------------------------------------------------


def begin(umpire: Umpire) -> None:
    """Tokens whose unit has left the map return to hand."""
    return_strays(umpire, R["11.2b"])


def end(umpire: Umpire) -> None:
    """Both sides are done: their tokens and cards are placed together, then adjudicated (seq.4)."""
    place_planned(umpire)


def place_planned(umpire: Umpire) -> None:
    """What both sides have planned is placed together, then adjudicated, that on space functions last. What
    lay on the map before was adjudicated when it was placed."""
    state = umpire.state
    placed = [id for side in sides(state) for id in planned(state, side)]
    for id in umpire.mixed(placed, rule=R["seq.4.1"]):
        put_down(umpire, state.pieces[id], state.marked(PLANNED)[id])
    lying = [
        piece
        for group in (CYBER, TOKEN)
        for side in sides(state)
        for piece in in_play(state, side, group)
        if piece.id in placed
    ]
    on_units = [piece for piece in lying if not on_dashboard(state, lies_on(state, piece.id))]
    on_space = [piece for piece in lying if on_dashboard(state, lies_on(state, piece.id))]
    for piece in (*on_units, *on_space):
        adjudicate(umpire, piece)


def needed(state: State) -> bool:
    """Whether the game has information tokens or cyber cards, in whoever's hand."""
    return bool(state.of_group(TOKEN) or state.of_group(CYBER))


KINDS: tuple[OrderKind, ...] = (
    OrderKind(
        "influence",
        Influence,
        influence,
        R["7.2"],
        "plan an information token, unseen by the enemy",
        secret=True,
        legality=(INFLUENCE, INFLUENCE_ON_LAND),
    ),
    OrderKind(
        "cyber",
        Cyber,
        attack,
        R["7.3"],
        "plan a cyber card, unseen by the enemy",
        secret=True,
        legality=(CYBER_ATTACK,),
    ),
    OrderKind(
        "withdraw",
        Withdraw,
        withdraw,
        R["7.2"],
        "keep a planned token or card in hand",
        secret=True,
        legality=(WITHDRAW, WITHDRAW_ON_LAND),
    ),
    OrderKind(
        "support",
        Support,
        support,
        R["7.2.1"],
        "place an information token in support of an attack",
        legality=(SUPPORT,),
    ),
)

__all__ = [
    "KINDS",
    "begin",
    "end",
    "needed",
]
