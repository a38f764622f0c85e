"""The players' own events (9.3c): with the option each side writes its blank cards in secret before play.
When one is drawn the white cell says what happens: what its side had in mind, another effect, or nothing."""

from dataclasses import dataclass
from typing import TypedDict

from adjudication.engine.legality import Legality, insist, only
from adjudication.engine.orders import OrderKind
from adjudication.engine.reasons import Why
from adjudication.engine.register import citations
from adjudication.engine.texts import texts
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.card_play.effects import carry_out
from adjudication.systems.nineveh.cards.sheets import EVENT, event
from adjudication.systems.nineveh.cards.targets import Context
from adjudication.systems.nineveh.table.asking import alone
from adjudication.systems.nineveh.table.blocks import DAESH, ISF
from adjudication.systems.nineveh.table.phases import PREPARATION
from domain.table.marks import OWNER, Mark
from domain.table.state import Piece, State
from domain.texts import as_argument

R = citations("nineveh", __file__)
T = texts("nineveh")

OPTION = "player_events"


class Written(TypedDict):
    """What a side has written on a card."""

    text: str
    effect: str


WRITTEN = {face: Mark[Written](f"event on a {face}", seen_by=OWNER) for face in (1, 6)}
"""Marks of a side: what is written on its card, {text, effect}; known to it alone."""
MANUAL = "manual-change"
"""The judgement that none of the effects listed fits: the white cell makes a manual change."""
LONGEST = 400
"""Characters on a card."""


@dataclass(frozen=True, slots=True)
class WriteEvent:
    """Write a blank event card (9.3c). effect: what its side means to happen, one of those on the card."""

    side: str
    trigger: int
    effect: str
    text: str


def write(umpire: Umpire, order: WriteEvent) -> None:
    """The card is written; the enemy does not read it before it is drawn."""
    said = Written(text=order.text.strip(), effect=order.effect)
    umpire.mark(order.side, WRITTEN[order.trigger], said, rule=R["9.3c"])


def drawn(umpire: Umpire, card: Piece, context: Context) -> None:
    """A player's event is read out, and the white cell says what happens; a blank one does nothing (9.3c)."""
    side, sheet = card.side, event(card)
    said = umpire.state.mark(side, WRITTEN[sheet.trigger])
    if not said:
        return
    happens = umpire.judge(
        T("what happens by an event", card=card.id, words=as_argument(said["text"])),
        [*sheet.menu, MANUAL],
        suggest=said["effect"],
        because=T("its side wrote it so"),
        rule=R["9.3c"],
    )
    carry_out(umpire, sheet.menu.get(happens, ()), context)


# --- what may be written -----------------------------------------------------------------------------


def cards(state: State, side: str) -> dict[int, Piece]:
    """The blank cards of a side, by their trigger number."""
    return {event(card).trigger: card for card in state.of_group(EVENT) if card.side == side}


def writers(state: State) -> tuple[str, ...]:
    """The sides that write events: none without the option, and in the solitaire game nobody for Daesh."""
    if not state.options[OPTION]:
        return ()
    return tuple(side for side in (ISF, DAESH) if not (side == DAESH and alone(state)))


def blank(state: State, side: str) -> list[int]:
    """The trigger numbers of the cards that a side has still to write."""
    return [trigger for trigger in cards(state, side) if state.mark(side, WRITTEN[trigger]) is None]


def effects(state: State, side: str, trigger: int) -> list[str]:
    """The effects that a side may write on a card."""
    return list(event(cards(state, side)[trigger]).menu)


def _other_effect(state: State, side: str, trigger: int, effect: str) -> Why:
    return T("no small effect on the card", effect=effect, effects=effects(state, side, trigger))


def missing(state: State) -> Why:
    """What has still to be written before play."""
    left = [side for side in writers(state) if blank(state, side)]
    return T("must still write player events", sides=left) if left else ""


WRITE = Legality(
    insist(
        lambda state: bool(state.options[OPTION]),
        "option",
        R["9.3c"],
        "this game is played without player events",
    ),
    only("side", writers, "side", R["9.3c"], "in the solitaire game nobody writes events for Daesh"),
    only(
        "trigger",
        blank,
        "written",
        R["9.3c"],
        "no blank event card left",
    ),
    only("effect", effects, "effect", R["9.3c"], _other_effect),
    insist(
        lambda state, text: bool(text and text.strip()) and len(text) <= LONGEST,
        "text",
        R["9.3c"],
        T("say what happens", most=LONGEST),
    ),
    arguments={
        "trigger": blank,
        "effect": effects,
        "text": lambda state: ("Something that nobody had foreseen.",),
    },
    sides=writers,
    phases=(PREPARATION,),
    elsewhere=R["9.3c"],
)

KINDS = (
    OrderKind(
        "write-event",
        WriteEvent,
        write,
        R["9.3c"],
        "write a player event",
        secret=True,
        legality=(WRITE,),
        text="text",
    ),
)
