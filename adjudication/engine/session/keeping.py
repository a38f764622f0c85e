"""The game that a session keeps: what is done to it is put on disk, together or not at all."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from adjudication.engine.games.systems import RuleSystem
from adjudication.engine.play.entropy import Ceremony
from adjudication.engine.umpire import Nobody, People, Question
from domain.errors import BadData, Refused
from domain.events import Event
from domain.game.chain import misfit
from domain.game.game import Game
from domain.table.dice import Dice, SealedDice
from domain.table.state import State
from domain.wall_clock import now


class Outcome(NamedTuple):
    """What came of an order or answer: the new events, and what is asked now, if anything."""

    events: list[Event]
    questions: tuple[Question, ...]


def insist_recordable(*events: Event) -> None:
    """Raises BadData for an event that could not be read back."""
    for event in events:
        why = misfit(event)
        if why:
            raise BadData(f"This cannot be recorded: {why}.")


class Keeping:
    """What all parts of a session share: the game, its dice and its people, and how events are kept."""

    def __init__(
        self,
        system: RuleSystem,
        game: Game,
        dice: Dice,
        people: People | None = None,
        save: Callable[[Game], None] | None = None,
        clock: Callable[[], str] = now,
    ) -> None:
        self.system = system
        self.game = game
        self.dice = dice
        self.people = people or Nobody()
        self._save = save
        self._clock = clock
        if isinstance(dice, SealedDice):
            game.blind_with(lambda: dice.secret)

    @property
    def state(self) -> State:
        """The state on the table now."""
        return self.game.state

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Whatever is done inside is put on disk together at its end, or not at all when it is refused."""
        save, self._save = self._save, None
        before = len(self.game.log)
        try:
            yield
        except BaseException:
            self.game.forget_after(before)
            raise
        finally:
            self._save = save
        self._store()

    @contextmanager
    def on_trial(self) -> Iterator[None]:
        """Whatever is done inside is forgotten at its end: to see whether it would be refused."""
        save, self._save = self._save, None
        before = len(self.game.log)
        try:
            yield
        finally:
            self.game.forget_after(before)
            self._save = save

    def record(self, make: Callable[[int, str], Event]) -> Event:
        """Record one event that belongs to no order; `make` is given its number and time."""
        return self.record_all(lambda number, time: [make(number, time)])[0]

    def record_all(self, make: Callable[[int, str], Sequence[Event]]) -> list[Event]:
        """Record events that belong to no order, all or none; `make` is given the first's number and time."""
        before = len(self.game.log)
        events = make(before + 1, self._clock())
        insist_recordable(*events)
        self.game.append(*events)
        self._store()
        return self.game.log[before:]

    def _store(self) -> None:
        if self._save is not None:
            try:
                self._save(self.game)
            except Refused:
                self.game.forget_after(self.game.saved)
                raise

    def _refuse_if_closed(self) -> None:
        if self.state.closed:
            raise Refused("This game is closed; it can be read and audited, not changed.")

    def _ceremony(self) -> Ceremony:
        return Ceremony.of(self.game.log)
