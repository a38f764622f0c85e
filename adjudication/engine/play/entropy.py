"""Words of the sides for the dice: what may be promised, given and waived when, and what an audit says of it.

Whoever draws the seal of the dice can draw again until its rolls suit. Words that nobody knows when they are
promised, and that are given only when every promise is made, put the dice out of everybody's choice. The
rules of that are in `Ceremony.fault` alone: a session refuses what it names, an audit finds it.
"""

from collections.abc import Iterable

from adjudication.engine.play.running import BEGIN
from domain.events import CHANCE, Event, GameOpened, OrderGiven, SideAdded, SideData
from domain.events.entropy import EntropyGiven, EntropyPromised, EntropyWaived, words_digest

SHORTEST_WORDS, LONGEST_WORDS = 12, 200
"""Characters that the words of a side may have; fewer could be guessed from their digest."""

DIGEST_LENGTH = 64


class Ceremony:
    """Where the words of the sides stand.

    promised: digest by side, in order of the promises; given: words by side; waived: by side, the event.
    begun: whether play has been opened; from then on nobody's words count.
    thrown: the number of the event with the first chance, else 0.
    joined: the sides that joined in play.
    """

    def __init__(self) -> None:
        self.opened: GameOpened | None = None
        self.joined: list[SideData] = []
        self.promised: dict[str, str] = {}
        self.given: dict[str, str] = {}
        self.waived: dict[str, EntropyWaived] = {}
        self.begun = False
        self.thrown = 0

    @classmethod
    def of(cls, log: Iterable[Event]) -> "Ceremony":
        """The ceremony as these events leave it; once it is over nothing changes any more."""
        ceremony = cls()
        for event in log:
            ceremony.take(event)
            if ceremony.over:
                ceremony.begun = True
                break
        return ceremony

    @property
    def over(self) -> bool:
        """Whether no more words are taken. Play that is open ends it, which everybody sees: were it the first
        roll, a refusal would tell of a roll that is hidden."""
        return bool(self.thrown) or self.begun

    @property
    def outstanding(self) -> list[str]:
        """The sides whose promised words are neither given nor waived, in the order of their promises."""
        return [side for side in self.promised if side not in self.given and side not in self.waived]

    @property
    def open(self) -> bool:
        """Whether play is open, with nothing left to do about the sides' words."""
        return bool(self.thrown) or (self.begun and not self.outstanding)

    def take(self, event: Event) -> None:
        """Take in an event, whether it was allowed or not."""
        match event:
            case GameOpened():
                self.opened = event
            case EntropyPromised(side=side, digest=digest):
                self.promised.setdefault(side, digest)
            case EntropyGiven(side=side, text=text):
                self.given.setdefault(side, text)
            case EntropyWaived(side=side):
                self.waived.setdefault(side, event)
            case SideAdded(side=joined):
                self.joined.append(joined)
            case OrderGiven(order=order, side=""):
                self.begun = self.begun or order == BEGIN
            case _ if isinstance(event, CHANCE):
                self.thrown = self.thrown or event.number

    def fault(self, event: Event) -> str:
        """Why an event breaks the rules of the ceremony, in a sentence; empty when it does not."""
        match event:
            case EntropyPromised():
                return self._promised(event)
            case EntropyGiven():
                return self._given(event)
            case EntropyWaived():
                return self._waived(event)
        if isinstance(event, CHANCE) and not self.thrown and self.outstanding:
            return f"The dice were thrown before {self.name(self.outstanding[0])} gave the words it promised."
        return ""

    def _promised(self, event: EntropyPromised) -> str:
        side = self.name(event.side)
        if len(event.digest) != DIGEST_LENGTH or event.digest.strip("0123456789abcdef"):
            return "A promise is the SHA-256 of the words: 64 hexadecimal digits."
        if self._no_seal(event.side) or self._too_late():
            return self._no_seal(event.side) or self._too_late()
        if event.side in self.promised:
            return f"{side} promised words already; a promise cannot be changed."
        if self.given:
            return (
                f"{self.name(next(iter(self.given)))} gave words already; "
                "all promises come before the first words."
            )
        return ""

    def _given(self, event: EntropyGiven) -> str:
        side = self.name(event.side)
        wrong = self._no_seal(event.side) or unfit(event.text) or self._too_late()
        if wrong:
            return wrong
        if event.side in self.given:
            return f"{side} gave words already."
        if event.side in self.waived:
            return f"The words of {side} have been waived; they are not taken any more."
        if event.side not in self.promised:
            return f"{side} promised no words; only words promised beforehand count."
        first = self.outstanding[0]
        if first != event.side:
            return (
                f"Words are given in the order of the promises, so that nobody chooses their order. "
                f"Next: {self.name(first)}."
            )
        if words_digest(event.side, event.text) != self.promised[event.side]:
            return (
                f"These are not the words that {side} promised: their digest is another. Capitals, spaces "
                "and punctuation count."
            )
        return ""

    def _waived(self, event: EntropyWaived) -> str:
        side = self.name(event.side)
        if event.side not in self.promised:
            return f"{side} promised no words; there is nothing to waive."
        if event.side in self.given:
            return f"{side} gave words already; they count."
        if event.side in self.waived:
            return f"The words of {side} have been waived already."
        return self._too_late() or ("" if event.because.strip() else "Waiving words needs a reason.")

    def _too_late(self) -> str:
        if not self.over:
            return ""
        return (
            "Play is open. Words for the dice count only when they are given before: whoever holds the "
            "seal could choose later ones to steer the dice. `new --await-words` waits for them."
        )

    def _no_seal(self, side: str) -> str:
        if self.opened is None or not self.opened.commitment:
            return "Nothing in this game is derived from a seal, so no words can count."
        if side not in {each.id for each in (*self.opened.sides, *self.joined)}:
            return f"There is no side {side[:40]!r} in this game."
        return ""

    def name(self, side: str) -> str:
        """What a side is called."""
        sides = (*self.opened.sides, *self.joined) if self.opened is not None else ()
        return next((each.name or each.id for each in sides if each.id == side), side)


def unfit(text: str) -> str:
    """Why words cannot be taken, in a sentence; empty when they can."""
    if not text.strip():
        return "There are no words."
    if not SHORTEST_WORDS <= len(text) <= LONGEST_WORDS:
        return f"The words have {len(text)} characters; they need {SHORTEST_WORDS} to {LONGEST_WORDS}."
    return "" if text.isprintable() else "The words contain a control character."
