"""Event cards (6.5): the deck, the number on its top card, and what a natural 1 or 6 to hit draws."""

from adjudication.engine.register import citations
from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.card_play import effects
from adjudication.systems.nineveh.card_play.player_events import drawn
from adjudication.systems.nineveh.cards.sheets import effects_of, event
from adjudication.systems.nineveh.cards.targets import Context
from adjudication.systems.nineveh.table.asking import alone
from domain.table.marks import Mark
from domain.table.state import Piece, State

R = citations("nineveh", __file__)

DECK, DISCARD, ASIDE = "event-deck", "event-discard", "aside"
TRIGGER = Mark[int]("event trigger")
"""Mark of the game: the number on the back of the top card. Without it there is no card to draw."""
MORE_EVENTS, PLAYER_EVENTS, RESHUFFLE = "more_events", "player_events", "reshuffle_events"
"""Options: any natural 1 or 6 draws a card (9.3a); the players' own events are in the deck (9.3c); an empty
deck is made of the discarded cards again."""


def lay_deck(umpire: Umpire) -> None:
    """Take out the players' own events where they are not used, and shuffle the rest (3.0c, 3.0d)."""
    state = umpire.state
    if not state.options[PLAYER_EVENTS]:
        for card in [card for card in state.pieces_at(DECK) if event(card).player]:
            umpire.move(card.id, ASIDE, rule=R["3.0c"])
    if state.at.get(DECK):
        umpire.shuffle(DECK, rule=R["3.0d"])
    show_number(umpire)


def show_number(umpire: Umpire) -> None:
    """The number on the back of the top card is for all to see (3.0d)."""
    cards = umpire.state.pieces_at(DECK)
    umpire.mark("game", TRIGGER, event(cards[0]).trigger if cards else None, rule=R["3.0d"])


def possible(state: State) -> bool:
    """Whether a die may draw a card: there is a deck."""
    return state.mark("game", TRIGGER) is not None


def draws(state: State, face: int) -> bool:
    """Whether that natural face of a to-hit die draws a card (6.5a): the number on the top card, with more
    events any 1 or 6 (9.3a)."""
    number = state.mark("game", TRIGGER)
    return number is not None and face in ((1, 6) if state.options[MORE_EVENTS] else (number,))


def check(umpire: Umpire, face: int, area: str, roller: str) -> None:
    """A natural 1 or 6 of a to-hit die draws the top card if it shows that number, with more events any
    card; it is carried out at once, before the die counts (6.5a, 9.3a)."""
    state = umpire.state
    if not draws(state, face):
        return
    card = state.pieces_at(DECK)[0]
    rule = R["6.5a"] if state.mark("game", TRIGGER) == face else R["9.3a"]
    umpire.discard(card.id, to=DISCARD, rule=rule)
    if state.options[RESHUFFLE] and not state.at.get(DECK):
        umpire.reshuffle(DECK, DISCARD, rule=R["2.3c"])
    show_number(umpire)
    carry_out(umpire, card, area, roller)


def carry_out(umpire: Umpire, card: Piece, area: str, roller: str) -> None:
    """What the card says, as far as it can be done, in the area of the combat (6.5b, 6.5d)."""
    sheet, context = event(card), Context(roller, area, R["6.5a"], roller=roller, card=card.id)
    if sheet.player:
        drawn(umpire, card, context)
    else:
        effects.carry_out(umpire, effects_of(sheet, alone(umpire.state)), context)
