"""A game: its log, the state rebuilt from it, and which events of the log are still in force."""

from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import force_setattr

from domain.errors import BadData, BadLog, NotFound
from domain.events import Event, GameOpened, OrderGiven, Ruled, TakenBack
from domain.events.strikes import struck
from domain.game.blinding import blind, is_blinded, unblinded
from domain.game.chain import GENESIS, Entry, enter
from domain.table.mutators import apply, rebuild
from domain.table.state import State

_FAULTS = Exception
"""What mutators may raise on an event of a damaged log: anything, because nothing was checked before."""


class Game:
    """The aggregate: events in order, and everything that follows from them.

    unsaved: events appended since the game was loaded or last saved.
    """

    def __init__(self, id: str) -> None:
        self.id = id
        self.log: list[Event] = []
        self.head = GENESIS
        self.saved = 0
        self.state = State()
        self.struck: dict[int, int] = {}
        self._secret: Callable[[], str] | None = None
        self._key = b""

    @classmethod
    def from_entries(cls, id: str, entries: Sequence[Entry]) -> "Game":
        """A game from its stored entries. Raises BadLog when they do not replay."""
        game = cls(id)
        game.log = [entry.event for entry in entries]
        game.saved = len(game.log)
        if entries:
            game.head = entries[-1].digest
        game._rebuild()
        return game

    @classmethod
    def from_events(cls, id: str, events: Iterable[Event]) -> "Game":
        """A game from events alone, as if nothing had been saved yet."""
        game = cls(id)
        game.append(*events)
        return game

    @property
    def opened(self) -> GameOpened:
        """The event that opened the game. Raises NotFound when there is none."""
        if self.state.opened is None:
            raise NotFound("This game was never opened.")
        return self.state.opened

    def blind_with(self, secret: Callable[[], str]) -> None:
        """Blind what is recorded from now on with a secret, which is read when it is first needed."""
        self._secret, self._key = secret, b""

    def _blind(self, events: Iterable[Event]) -> None:
        if self._secret is None or not is_blinded(self.state.opened):
            return
        self._key = self._key or bytes.fromhex(self._secret())
        for event in events:
            force_setattr(event, "blind", blind(self._key, event.number))

    def append(self, *events: Event) -> None:
        """Add events to the log and apply them."""
        self._blind(events)
        for event in events:
            self.log.append(event)
            if isinstance(event, TakenBack | Ruled):
                self._rebuild()
            else:
                apply(self.state, event)

    def take_in(self, events: Sequence[Event]) -> None:
        """Add events to the log that have already been applied to the state."""
        self._blind(events)
        self.log.extend(events)

    def forget_after(self, length: int) -> None:
        """Forget all events but the first `length`, none of which may have been saved."""
        del self.log[max(length, self.saved) :]
        self._rebuild()

    def unsaved(self) -> list[Entry]:
        """Entries for everything that is not saved yet, chained on to the saved head.

        Raises BadData for an event that has to be blinded and is not.
        """
        for event in self.log[self.saved :]:
            if unblinded(self.state.opened, event):
                raise BadData(f"Event {event.number} is not blinded; its digest could be searched.")
        return enter(self.id, self.log[self.saved :], self.head)

    def mark_saved(self, entries: Sequence[Entry]) -> None:
        """Note that the entries are on disk."""
        if entries:
            self.head = entries[-1].digest
        self.saved = len(self.log)

    def event(self, number: int) -> Event:
        """The event of that number. Raises NotFound."""
        if not 1 <= number <= len(self.log):
            raise NotFound(f"There is no event {number}; the log has {len(self.log)} events.")
        return self.log[number - 1]

    def procedure(self, number: int) -> list[Event]:
        """The events in force that belong to the procedure of that order, the order first."""
        return [
            event
            for event in self.log[number - 1 :]
            if event.procedure == number and event.number not in self.struck
        ]

    def open_procedure(self) -> OrderGiven | None:
        """The latest order whose adjudication has not ended, or None."""
        procedures = self.state.procedures
        return procedures[max(procedures)] if procedures else None

    def state_before(self, number: int) -> State:
        """The state before the event with that number, rebuilt from the events that are in force now."""
        return rebuild(self.log[: number - 1], self.struck)

    def _rebuild(self) -> None:
        try:
            self.struck = struck(self.log)
            self.state = rebuild(self.log, self.struck)
        except _FAULTS as error:
            number = find_fault(self.log)
            raise BadLog(
                f"Event {number} cannot be replayed: it names what is not on the table.", number
            ) from error


def find_fault(events: Sequence[Event]) -> int:
    """The number of the first event that does not replay; 0 if all do."""
    out_of_force = struck(events)
    state = State()
    for event in events:
        try:
            if event.number not in out_of_force:
                apply(state, event)
        except _FAULTS:
            return event.number
    return 0
