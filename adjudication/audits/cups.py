"""Which pieces lie where, in which order, at each event of a log: all that the candidates of a draw depend
on.

Nothing of the rules, of the umpire or of the state on the table is used here: what a draw chose from is
worked out a second time, by other code.
"""

from collections.abc import Callable, Sequence

from domain.events import (
    CounterDrawn,
    CountersLaid,
    Event,
    PieceMoved,
    PiecePlaced,
    PieceRemoved,
    Shuffled,
)
from domain.events.strikes import Strikes

_Undo = Callable[[], None]


class Cups:
    """at: place -> ids of the pieces there, in their order.

    What cannot be done (a forged log may move a piece that is not there) is left out: the replay finds it.
    """

    def __init__(self, events: Sequence[Event], strikes: Strikes) -> None:
        self.at: dict[str, list[str]] = {}
        self._where: dict[str, str] = {}
        self._events = events
        self._strikes = strikes
        self._done: list[tuple[int, _Undo]] = []

    def take(self, place: int) -> None:
        """Take in the event at that place of the log."""
        struck = self._strikes.of.get(place)
        if struck:
            self._go_back(struck)
        self._apply(place)

    def _go_back(self, struck: Sequence[int]) -> None:
        gone = set(struck)
        again: list[int] = []
        while self._done and self._done[-1][0] >= struck[0]:
            place, undo = self._done.pop()
            undo()
            if place not in gone and (not again or again[-1] != place):
                again.append(place)
        for place in reversed(again):
            self._apply(place)

    def _apply(self, place: int) -> None:
        match self._events[place]:
            case CountersLaid(pieces=pieces):
                for piece in pieces:
                    self._put(place, piece.id, piece.at)
            case PiecePlaced(piece=piece):
                self._put(place, piece.id, piece.at)
            case PieceRemoved(piece=id):
                self._take(place, id)
            case PieceMoved(piece=id, to=to) | CounterDrawn(piece=id, to=to) if id in self._where:
                self._take(place, id)
                self._put(place, id, to)
            case Shuffled(place=where, order=order):
                self._reorder(place, where, list(order))

    def _put(self, place: int, id: str, where: str) -> None:
        if id in self._where:
            return
        self.at.setdefault(where, []).append(id)
        self._where[id] = where

        def undo() -> None:
            self.at[where].pop()
            del self._where[id]

        self._done.append((place, undo))

    def _take(self, place: int, id: str) -> None:
        where = self._where.pop(id, None)
        if where is None:
            return
        index = self.at[where].index(id)
        del self.at[where][index]

        def undo() -> None:
            self.at[where].insert(index, id)
            self._where[id] = where

        self._done.append((place, undo))

    def _reorder(self, place: int, where: str, order: list[str]) -> None:
        before = self.at.get(where, [])
        if sorted(before) != sorted(order):
            return
        self.at[where] = order

        def undo() -> None:
            self.at[where] = before

        self._done.append((place, undo))
