"""What people add to the log beside the orders: notes, words for the dice, tables and counters, the end."""

from collections.abc import Callable, Mapping
from typing import Any

from adjudication.engine import house_counters
from adjudication.engine.by_hand.house_tables import fits
from adjudication.engine.by_hand.noting import check_note
from adjudication.engine.session.keeping import Keeping, insist_recordable
from domain.errors import BadData, Refused
from domain.events import (
    CountersAdopted,
    EntropyGiven,
    EntropyPromised,
    EntropyWaived,
    Event,
    GameClosed,
    KindData,
    Noted,
    SealRevealed,
    TableAdopted,
    TableData,
)


class BesidePlay(Keeping):
    """Records what people add to the log beside its orders."""

    def note(
        self, text: str, by: str = "", concerns: int = 0, audience: tuple[str, ...] | None = (), **more: Any
    ) -> Event:
        """Write a note beside the game, for the white cell alone, the sides in `audience`, or all (None).

        more: its kind, links, tags, turns, sides and rating. Raises BadData or NotFound, nothing written.
        """

        def make(number: int, time: str) -> Noted:
            return Noted(
                number=number, time=time, audience=audience, text=text, by=by, concerns=concerns, **more
            )

        check_note(self.state, make(0, ""))
        return self.record(make)

    def stir(self, side: str, text: str, by: str = "") -> Event:
        """Take the words of a side for the sealed dice. Raises Refused when they do not count."""
        return self._record_words(
            lambda number, time: EntropyGiven(number=number, time=time, side=side, text=text, by=by)
        )

    def promise(self, side: str, digest: str, by: str = "") -> Event:
        """Take a side's promise of words for the sealed dice: their digest, as `words_digest` makes it."""
        return self._record_words(
            lambda number, time: EntropyPromised(number=number, time=time, side=side, digest=digest, by=by)
        )

    def waive(self, side: str, because: str, by: str = "") -> Event:
        """Go on without the words that a side promised."""
        return self._record_words(
            lambda number, time: EntropyWaived(number=number, time=time, side=side, because=because, by=by)
        )

    def _record_words(self, make: Callable[[int, str], Event]) -> Event:
        self._refuse_if_closed()
        words = make(0, "")
        insist_recordable(words)
        fault = self._ceremony().fault(words)
        if fault:
            raise Refused(fault)
        return self.record(make)

    def adopt_table(self, name: str, data: TableData, because: str, by: str = "") -> Event:
        """Put a table in the place of the one of that name, from now on.

        Raises BadData without a reason, or when the new table does not have the old one's columns or does
        not answer all that the old one did.
        """
        if not because.strip():
            raise BadData("A new table needs a reason.")
        self._refuse_if_closed()
        fits(self.state, name, data)
        return self.record(
            lambda number, time: TableAdopted(
                number=number, time=time, table=name, data=data, by=by, because=because
            )
        )

    def adopt_counters(
        self,
        kinds: Mapping[str, KindData],
        pieces: Mapping[str, str],
        because: str,
        by: str = "",
        provenance: str = "house",
        source: str = "",
    ) -> Event:
        """Put kinds of counters or cards in the place of others from now on, and make pieces (by id) be of
        another kind.

        Raises BadData without a reason, or what `house_counters.fits` raises when they do not fit the rules.
        """
        if not because.strip():
            raise BadData("New counters need a reason.")
        self._refuse_if_closed()
        house_counters.fits(self.state, kinds, pieces, provenance)
        if self.system.rules.check_kinds is not None:
            self.system.rules.check_kinds({**self.state.kinds, **kinds})
        return self.record(
            lambda number, time: CountersAdopted(
                number=number,
                time=time,
                kinds=dict(kinds),
                pieces=dict(pieces),
                by=by,
                because=because,
                provenance=provenance,
                source=source,
            )
        )

    def close(self, secret: str | None, by: str = "", because: str = "") -> list[Event]:
        """Close the game and reveal the seal of its dice; nothing can be ordered after that."""
        self._refuse_if_closed()

        def ending(number: int, time: str) -> list[Event]:
            events: list[Event] = []
            if secret is not None and self.game.opened.commitment:
                events.append(SealRevealed(number=number, time=time, secret=secret))
                number += 1
            return [*events, GameClosed(number=number, time=time, by=by, because=because)]

        return self.record_all(ending)
