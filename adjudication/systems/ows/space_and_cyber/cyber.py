"""Cyber cards (7.3): chosen at the start, used once; what a card does stands in its data."""

import msgspec

from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.space_and_cyber.space import (
    EFFECT,
    FUNCTIONS,
    CyberEffect,
    damage,
    demote,
    named,
    on_dashboard,
)
from adjudication.systems.ows.table.counters import CYBER, FACILITY, sheet
from adjudication.systems.ows.table.damage import take_hits
from adjudication.systems.ows.table.settings import number
from adjudication.systems.ows.table.status import DISRUPTED, RSOI, detect, detected, enemy_of, on_map, sides
from adjudication.systems.ows.table.tokens import UNITS, hand, in_play, lies_on, take_off, threats, turn_up
from domain.errors import BadData
from domain.events.seen import knows
from domain.table.state import Piece, State

R = citations("ows", __file__)
T = texts("ows")

DEMOTE, DISRUPT, HIT, DETECT, DELAY = "demote", "disrupt", "hit", "detect", "delay"
"""What a card does: to a function of the space dashboard, to a unit's C2, to the boxes of a facility; it
shows where a unit is; or it delays a unit as if it arrived only now (2.3.1)."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cyber card. functions: of the dashboard, and groups: of pieces, of which the attacker names one. die,
    number: what the attack rolls and must meet; without a die it succeeds, without a number it must meet the
    red shield. boxes: how many boxes a function or facility loses. enduring: whether the effect outlasts the
    turn; recovery: the die, and the number at which it ends, rolled each Regeneration Phase (11.2c).
    permanent: the boxes of a function are lost for good."""

    does: str
    functions: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    die: int = 0
    number: int = 0
    boxes: int = 1
    enduring: bool = False
    recovery: tuple[int, int] | None = None
    permanent: bool = False


def card_of(card: Piece) -> Card:
    """What a card does. Raises BadData where its data cannot be read."""
    try:
        read = msgspec.convert(sheet(card).effect, Card)
    except msgspec.ValidationError as fault:
        raise BadData(f"The effect of {card.kind.name} cannot be read: {fault}") from None
    wrong = [function for function in read.functions if function not in FUNCTIONS]
    if wrong or read.does not in (DEMOTE, DISRUPT, HIT, DETECT, DELAY) or not (read.functions or read.groups):
        raise BadData(f"{card.kind.name} does not say what it does to which function or group of pieces.")
    return read


def select_cards(umpire: Umpire) -> None:
    """Each side keeps as many cyber cards as the scenario says; the others are out of the game (7.3)."""
    state = umpire.state
    for side in sides(state):
        cards = hand(state, side, CYBER)
        for card in cards:
            card_of(card)
        keeps = number(state, "cyber_cards")
        if len(cards) <= keeps:
            continue
        names = [card.id for card in cards]
        kept = umpire.choose_some(
            side, T("cyber cards that are kept"), names, keeps, keeps, rule=R["7.3"], audience=(side,)
        )
        for name in names:
            if name not in kept:
                umpire.remove(name, rule=R["7.3"])


def targets_of(state: State, side: str, card: Piece) -> tuple[str, ...]:
    """The enemy pieces that a card may be played on, as the side calls them. Whether an unknown one is of the
    right sort is found out when the card is adjudicated."""
    groups = card_of(card).groups
    units = [
        name
        for name in threats(state, side)
        if name not in state.pieces or state.pieces[name].kind.group in groups
    ]
    others = [
        id
        for id in on_map(state, enemy_of(state, side))
        if state.pieces[id].kind.group in groups
        and state.pieces[id].kind.group not in UNITS
        and knows(side, state.who_knows(id))
    ]
    return (*(units if any(group in UNITS for group in groups) else ()), *others)


def adjudicate_card(umpire: Umpire, card: Piece) -> None:
    """A card is turned up and its attack rolled; what it does holds for the turn, or goes on (7.5, 11.2a)."""
    rule = R["seq.4.2"]
    turn_up(umpire, card, rule=rule)
    effect, subject = card_of(card), lies_on(umpire.state, card.id)
    fits = on_dashboard(umpire.state, subject) or (umpire.state.pieces[subject].kind.group in effect.groups)
    if fits and succeeds(umpire, card, effect, subject):
        take_effect(umpire, card, effect, subject)


def succeeds(umpire: Umpire, card: Piece, effect: Card, subject: str) -> bool:
    """Whether the attack of a card meets its number, or the red shield of its target."""
    if not effect.die:
        return True
    state = umpire.state
    needed = effect.number
    if not needed and subject in state.pieces:
        needed = sheet(state.pieces[subject]).defence
    return umpire.roll(effect.die, T("cyber attack", card=card.id, target=subject), rule=R["7.3"]) >= needed


def take_effect(umpire: Umpire, card: Piece, effect: Card, subject: str) -> None:
    """What the card says happens."""
    state, rule = umpire.state, R["7.3"]
    if effect.does == DEMOTE:
        function, side = named(subject)
        demote(umpire, side, function, effect.boxes, why=T("cyber card", card=card.id), rule=R["7.5"])
        if effect.permanent:
            damage(umpire, side, function, effect.boxes)
        elif effect.enduring:
            umpire.mark(card.id, EFFECT, CyberEffect(function=subject, boxes=effect.boxes), rule=R["11.2a"])
    elif effect.does == DISRUPT:
        umpire.mark(subject, DISRUPTED, state.mark(subject, DISRUPTED, 0) + 1, rule=rule)
        if effect.enduring:
            umpire.mark(card.id, EFFECT, CyberEffect(unit=subject), rule=R["11.2a"])
    elif effect.does == HIT:
        take_hits(umpire, subject, effect.boxes, rule=rule, fires=False)
    elif effect.does == DETECT:
        if not detected(state, state.pieces[subject]) and state.pieces[subject].kind.group != FACILITY:
            detect(umpire, subject, rule=rule)
    else:
        umpire.mark(subject, RSOI, state.turn + 1, rule=rule)


def recover(umpire: Umpire) -> None:
    """Spent cards leave the game; of effects that go on those that say so are rolled for (11.2a, 11.2c)."""
    for side in sides(umpire.state):
        for card in in_play(umpire.state, side, CYBER):
            if not umpire.state.mark(card.id, EFFECT) or recovers(umpire, card):
                discard(umpire, card)


def recovers(umpire: Umpire, card: Piece) -> bool:
    """Whether the side under attack gets over an effect that goes on."""
    recovery = card_of(card).recovery
    if recovery is None:
        return False
    die, needed = recovery
    return umpire.roll(die, T("recovery from a cyber card", card=card.id), rule=R["11.2c"]) >= needed


def discard(umpire: Umpire, card: Piece) -> None:
    """A card is out of the game for good (7.1a)."""
    if umpire.state.mark(card.id, EFFECT):
        umpire.mark(card.id, EFFECT, None, rule=R["11.2c"])
    take_off(umpire, card, rule=R["11.2c"])
    umpire.remove(card.id, rule=R["7.1a"])


def still_disrupted(state: State) -> dict[str, int]:
    """How often the C2 of each unit stays disrupted by cyber effects that go on (11.2a)."""
    held: dict[str, int] = {}
    for effect in state.marked(EFFECT).values():
        if "unit" in effect:
            held[effect["unit"]] = held.get(effect["unit"], 0) + 1
    return held


__all__ = ["EFFECT", "Card", "adjudicate_card", "card_of", "recover", "select_cards", "targets_of"]
