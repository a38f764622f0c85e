"""What is to be done in each phase, by whom, what is still open and what ends it, in plain words; what a side
has still to do, and under which heading long lists have its blocks."""

from collections.abc import Callable

import adjudication.systems.nineveh.cards.purchase as purchase
import adjudication.systems.nineveh.fighting.combat as combat
import adjudication.systems.nineveh.moving.hq as hq
import adjudication.systems.nineveh.moving.movement as movement
import adjudication.systems.nineveh.solitaire.council as council
from adjudication.engine.refusals import in_words
from adjudication.systems.nineveh.course.deployment import deploying, groups_waiting, sets_up
from adjudication.systems.nineveh.sequence import waiting
from adjudication.systems.nineveh.table.asking import alone
from adjudication.systems.nineveh.table.blocks import BLOCKS, DAESH, ISF, is_unit, on_map, sheet
from adjudication.systems.nineveh.table.forces import waiting as to_set_up
from adjudication.systems.nineveh.table.phases import COMBAT, DEPLOYMENT, MOVEMENT, PREPARATION, SUPPORT
from domain.table.state import State

TO_DO = {
    (DEPLOYMENT, ISF): "set up each group in a starting area (deploy).",
    (DEPLOYMENT, DAESH): "set up all blocks anywhere but in the starting areas (deploy).",
    (SUPPORT, ISF): "rally disrupted units (rally) and use cards of the Support Phase (use).",
    (SUPPORT, DAESH): "rally units (rally), use cards of the Support Phase (use), and produce (produce).",
    (MOVEMENT, ISF): "move units (move), have HQs order extra moves (maneuver), use cards (use).",
    (
        MOVEMENT,
        DAESH,
    ): "move blocks (move), have the Leader order extra moves (maneuver), use cards (use).",
    (COMBAT, ISF): "fight where both sides have blocks, in any order (fight); use cards (use).",
    (
        COMBAT,
        DAESH,
    ): "fight where both sides have blocks, in any order (fight); use cards (use).",
}
PREPARE = "choose a priority and buy cards for up to 30 points, unseen by the other side (prepare)."
PREPARE_GIVEN = "choose a priority, unseen by the other side (prepare); the cards are those of 2017."
PREPARE_ALONE = "choose a priority and buy cards for up to 30 points (prepare)."
BY_THE_RULES = {
    DEPLOYMENT: "The Daesh blocks are placed.",
    SUPPORT: "The Military Council decides.",
    MOVEMENT: "The Military Council has finished its movement.",
    COMBAT: "Daesh fights where it has moved among the ISF.",
}
"""What happens in the Daesh phases of the solitaire game."""


def hint(state: State) -> str:
    """Who acts, what there is to do, and what ends the phase."""
    if state.side == DAESH and alone(state):
        number = len(council.to_fight(state))
        if state.phase == COMBAT and not number:
            return "Daesh has no combat left to fight. `next` goes on."
        ends = f"`next` fights the next of {_count(number, 'combat')}." if number else "`next` goes on."
        return f"{BY_THE_RULES[state.phase]}{_council_cards(state)} {ends}"
    missing = in_words(waiting(state), state, state.side)
    if state.phase == PREPARATION:
        names = " and ".join(state.sides[side].name for side in purchase.unprepared(state))
        given = PREPARE_GIVEN if state.options["historical"] else PREPARE
        prepare = f"{names}: {PREPARE_ALONE if alone(state) else given}"
        return prepare if names else missing or "All priorities and cards are chosen. `next` ends the phase."
    to_do = f"{state.sides[state.side].name}: {TO_DO[(state.phase, state.side)]}"
    if state.phase == DEPLOYMENT and missing:
        return to_do
    return f"{to_do} {missing or '`next` ends the phase.'}"


def _council_cards(state: State) -> str:
    """The Military Council cards of this turn, as they are read out when they are drawn."""
    cards = [state.pieces[card] for card in state.mark("game", council.CARDS, [])]
    if state.phase != SUPPORT:
        return ""
    return "".join(f" {card.name}: {card.kind.text}" for card in cards)


def left(state: State, side: str) -> list[str]:
    """What a side has still to do in this phase, or may still do, of its own knowledge."""
    if state.phase == PREPARATION:
        return purchase.on_offer(state, side)
    if side != state.side or (side == DAESH and alone(state)) or state.phase not in _LEFT:
        return []
    return [told for told in _LEFT[state.phase](state, side) if told]


def _deployment(state: State, side: str) -> list[str]:
    if not sets_up(state, side) or not deploying(state):
        return []
    if side == ISF:
        return [_count(len(groups_waiting(state)), "group to set up", "groups to set up")]
    return [_count(len(to_set_up(state, side)), "block to set up", "blocks to set up")]


def _support(state: State, side: str) -> list[str]:
    to_rally = {unit for each in hq.able(state, side) for unit in hq.disrupted(state, side, each)}
    return [
        _count(len(to_rally), "disrupted unit that an HQ can rally", "disrupted units that an HQ can rally"),
        _count(_orders(state, side), "special order", "special orders"),
    ]


def _movement(state: State, side: str) -> list[str]:
    return [
        _count(len(movement.movers(state, side)), "block that can move", "blocks that can move"),
        _count(_orders(state, side), "special order", "special orders"),
    ]


def _combat(state: State, side: str) -> list[str]:
    return [_count(len(combat.contested(state)), "combat to fight", "combats to fight")]


_LEFT: dict[str, Callable[[State, str], list[str]]] = {
    DEPLOYMENT: _deployment,
    SUPPORT: _support,
    MOVEMENT: _movement,
    COMBAT: _combat,
}


def _orders(state: State, side: str) -> int:
    """Special orders that the HQs of a side on the map have left."""
    return sum(state.track(hq.track(each)) for each in hq.headquarters(state, side))


def _count(number: int, one: str, many: str = "") -> str:
    """`2 blocks`; nothing for none."""
    return f"{number} {one if number == 1 else many or f'{one}s'}" if number else ""


HEADINGS = {
    "army": "Iraqi Army",
    "interior": "Ministry of the Interior",
    "cts": "Counter-Terrorism Service",
    "pmf": "Popular Mobilization Forces",
}
NOT_SET_UP = "Not on the map"


def heading(state: State, side: str, id: str) -> str:
    """The heading under which a list of a side's orders has a block: its formation for the ISF, the area
    where it is for Daesh and for blocks that the side does not know; a card under its sort."""
    piece = state.pieces[state.called(side, id) or id]
    if piece.kind.group not in BLOCKS:
        return ""
    if side == ISF and piece.side == ISF and is_unit(piece):
        return HEADINGS.get(sheet(piece).formation, "")
    return state.board.spaces[piece.place].name if on_map(state, piece) else NOT_SET_UP
