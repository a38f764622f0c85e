"""Decks, hands and discards: places whose cards are dealt from the top, and seen by those who hold them.

A deck is a place like any other. Its order is set by a shuffle that nobody but the white cell sees.
"""

from adjudication.engine.umpire.chances import Chances
from domain.errors import BadData


class Decks(Chances):
    """Dealing and discarding."""

    def deal(
        self,
        deck: str,
        *,
        to: str,
        rule: str,
        known_to: tuple[str, ...] | None = (),
        discard: str = "",
    ) -> str:
        """Deal the top card of a deck to a place, and let these sides know it (None: everyone): its id.

        The hand of a side is known to its holder by itself. discard: where the cards lie that are shuffled
        into a new deck when the deck is out. Raises BadData when there is no card in either.
        """
        if not self.state.at.get(deck):
            self.reshuffle(deck, discard, rule=rule)
        card = self.state.at[deck][0]
        self.move(card, to, rule=rule)
        holder = self.state.board.spaces[to].side if to in self.state.board.spaces else ""
        if known_to is not None and holder and holder not in known_to:
            known_to = (*known_to, holder)
        self.reveal(card, to=known_to, rule=rule)
        return card

    def reshuffle(self, deck: str, discard: str, *, rule: str) -> None:
        """Turn the discarded cards face down, put them under what is left of the deck, and shuffle it.

        Raises BadData when there is no card in either.
        """
        cards = list(self.state.at.get(discard, ()))
        if not cards and not self.state.at.get(deck):
            where = f"{deck} or {discard}" if discard else deck
            raise BadData(f"No card is left in {where}.")
        for card in cards:
            self.hide(card, rule=rule)
            self.move(card, deck, rule=rule)
        self.shuffle(deck, rule=rule)

    def discard(self, card: str, *, to: str, rule: str, known_to: tuple[str, ...] | None = None) -> None:
        """Put a card on a discard, shown to everyone, or to these sides alone."""
        self.reveal(card, to=known_to, rule=rule)
        self.move(card, to, rule=rule)
