"""Decision cards (4.2): what the data of a card says of readiness, tracks, initiative, the order of strikes,
arrivals and timers, and how that is done."""

from dataclasses import dataclass
from typing import Any, TypedDict

import msgspec

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows.table.counters import DECISION, sheet
from adjudication.systems.ows.table.status import HAND, INITIATIVE, READINESS, UNREADY, enemy_of, sides
from adjudication.systems.ows.turn.turns import IN_TURN, SET_ORDER, acting
from domain.errors import BadData
from domain.table.derived import derived
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State
from domain.texts import as_argument

R = citations("ows", __file__)
T = texts("ows")


class CardPlayed(TypedDict):
    """A decision card, and the sides whose formations act first by it."""

    card: str
    order: list[str]


GROUND_CARDS = Mark[list[CardPlayed]]("ground cards")
"""Mark of a side: the decision cards of ground initiative that it has played for this Ground Phase
(10.2.5)."""


class Waiting(TypedDict):
    """An effect of a decision card, and the turn in which it comes."""

    turn: int
    card: str
    effect: dict[str, Any]


TIMERS = Mark[list[Waiting]]("timers", seen_by=OWNER)
"""Mark of a side: effects of decision cards that are still to come; its own knowledge, as they name its
units."""


class Timer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What happens so many turns after a card was played, as the Planning Phase begins."""

    turns: int
    effect: dict[str, Any]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a decision card does.

    phases: when it may be played. readies: the units that it makes ready; until one of the cards that name
    them is played they cannot act. unreadies: units that it makes unready. countdowns: units that become
    ready in so many turns, as the countdown in the Regeneration Phase runs out (11.5). tracks: changes of
    tracks. initiative: whose it is from now on, strike_order: whose strike actions come first this turn, one
    by one, ground_order: whose formations act first in the next Ground Phase, one by one, of that side's
    choice (10.2.5); `own` or `enemy`. arrive: units that come in from off the map, with their hexes. timers:
    what follows in later turns.
    """

    phases: tuple[str, ...] = ("planning",)
    readies: tuple[str, ...] = ()
    unreadies: tuple[str, ...] = ()
    countdowns: dict[str, int] = {}
    tracks: dict[str, int] = {}
    initiative: str = ""
    strike_order: tuple[str, ...] = ()
    ground_order: tuple[str, ...] = ()
    arrive: dict[str, str] = {}
    timers: tuple[Timer, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a decision card from the hand (4.2)."""

    side: str
    card: Contact


def play(umpire: Umpire, order: PlayCard) -> None:
    """The card is shown, does what it says, and leaves the game."""
    card = umpire.state.pieces[order.card]
    umpire.reveal(card.id, rule=R["4.2"])
    apply(umpire, order.side, card.name, effect_of(card))
    umpire.remove(card.id, rule=R["4.2"])


def apply(umpire: Umpire, side: str, card: str, effect: Effect) -> None:
    """Do what a card says, in the order of its fields."""
    for unit in effect.readies:
        if umpire.state.mark(unit, UNREADY):
            umpire.mark(unit, UNREADY, None, rule=R["4.2"])
    for unit in effect.unreadies:
        if unit in umpire.state.pieces:
            umpire.mark(unit, UNREADY, True, rule=R["4.2"])
    for unit, turns in effect.countdowns.items():
        if umpire.state.mark(unit, UNREADY):
            umpire.mark(unit, READINESS, turns, rule=R["11.5"])
    for track, change in effect.tracks.items():
        umpire.score(track, change, why=T("decision card", card=as_argument(card)), rule=R["4.2"])
    if effect.initiative:
        umpire.mark("game", INITIATIVE, whose(umpire.state, side, effect.initiative), rule=R["4.2"])
    if effect.strike_order:
        order = [whose(umpire.state, side, word) for word in effect.strike_order]
        umpire.mark("game", SET_ORDER, order, until=umpire.state.turn + 1, rule=R["9.8a"])
    if effect.ground_order:
        order = [whose(umpire.state, side, word) for word in effect.ground_order]
        before = umpire.state.mark(side, GROUND_CARDS, [])
        umpire.mark(side, GROUND_CARDS, [*before, CardPlayed(card=card, order=order)], rule=R["10.2.5a"])
    for unit, hex in effect.arrive.items():
        if unit in umpire.state.pieces:
            umpire.move(unit, hex, rule=R["4.2"])
    if effect.timers:
        state = umpire.state
        new = [
            Waiting(turn=state.turn + timer.turns, card=card, effect=timer.effect) for timer in effect.timers
        ]
        waiting = [*state.mark(side, TIMERS, []), *new]
        umpire.mark(side, TIMERS, waiting, rule=R["4.2"])


def run_timers(umpire: Umpire) -> None:
    """What cards of earlier turns said of this one happens now."""
    for side in sides(umpire.state):
        timers = umpire.state.mark(side, TIMERS, [])
        due = [timer for timer in timers if timer["turn"] <= umpire.state.turn]
        if due:
            left = [timer for timer in timers if timer not in due]
            umpire.mark(side, TIMERS, left or None, rule=R["4.2"])
        for timer in due:
            apply(umpire, side, timer["card"], read(timer["effect"], timer["card"]))


def hold_back(umpire: Umpire) -> None:
    """As the game begins, the units that some decision card makes ready are not ready (4.2)."""
    for card in umpire.state.of_group(DECISION):
        for unit in readied_by(effect_of(card), card.name):
            if unit not in umpire.state.pieces:
                raise BadData(f"The decision card {card.name} makes {unit} ready, which is not in the game.")
            umpire.mark(unit, UNREADY, True, rule=R["4.2"])


def readied_by(effect: Effect, card: str) -> list[str]:
    """The units that a card makes ready, at once or later."""
    later = [unit for timer in effect.timers for unit in readied_by(read(timer.effect, card), card)]
    return [*effect.readies, *effect.countdowns, *later]


def whose(state: State, side: str, word: str) -> str:
    """The side that `own` or `enemy` means on a card."""
    return side if word == "own" else enemy_of(state, side)


def effect_of(card: Piece) -> Effect:
    """What a decision card says. Raises BadData where its data cannot be read."""
    return read(sheet(card).effect, card.name)


def read(data: dict[str, Any], card: str) -> Effect:
    """The effect that plain data says. Raises BadData where it cannot be read."""
    try:
        return msgspec.convert(data, Effect)
    except msgspec.ValidationError as fault:
        raise BadData(f"The decision card {card} cannot be read: {fault}") from None


@derived
def playable(state: State, side: str) -> tuple[str, ...]:
    """The decision cards in a side's hand that may be played in this phase (4.2a)."""
    return tuple(
        card.id
        for card in state.pieces_at(f"{HAND}-{side}")
        if card.kind.group == DECISION and state.phase in effect_of(card).phases
    )


CARD = Legality(
    IN_TURN,
    only("card", playable, "card", R["4.2"], "no decision card in your hand for this phase"),
    arguments={"card": playable},
    sides=acting,
)

KINDS = (OrderKind("card", PlayCard, play, R["4.2"], "play a decision card", legality=(CARD,)),)
