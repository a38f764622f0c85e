"""A seat at the table: one game of one database, opened by somebody whom its door let in."""

import random
import time
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import msgspec

from adjudication.engine.games.systems import RuleSystem, load
from adjudication.engine.session import Session
from adjudication.engine.umpire import People
from adjudication.seminar.door import Admitted, Caller, acts, admit, default_viewer, leads, looks
from adjudication.seminar.roster import sign, speaker
from domain.errors import GameMoved, NotFound, Refused
from domain.events import Noted, PieceKnown
from domain.game.chain import Entry
from domain.game.game import Game
from domain.game.opening import commitment, opening_of
from domain.ledger.desk import Desk
from domain.ledger.store import Ledger
from domain.table.dice import Dice, SealedDice
from domain.table.state import State
from domain.text import check_names
from domain.views.view import WHITE, EventView, see_numbered
from seats.seat.warning import warnings_of_names

PATIENCE = 20.0
"""For how many seconds a command decides again when others write to its game meanwhile."""

_T = TypeVar("_T")


class Watcher(Protocol):
    """Who keeps for a seat what was shown there, and hears what was written there: a terminal, a service."""

    def wrote(self, game: Game, before: int, after: int, warnings: Sequence[str]) -> None:
        """The events after `before` and up to `after` are on disk. warnings: what the white cell is warned of
        about them, in sentences."""


class Seat:
    """A game with all that is needed to read it and to play on."""

    def __init__(
        self,
        ledger: Ledger,
        desk: Desk,
        id: str,
        caller: Caller,
        game: Game | None = None,
        watcher: Watcher | None = None,
    ) -> None:
        """caller: who comes, what for, and who reads the answers (`at`). Raises Refused or NotFound as the
        door does."""
        self.since_last: list[str] = []
        """What others did since this seat was last looked at, where that is kept: `since` in answers."""
        self.warnings: list[str] = []
        """What the white cell is warned of about what was written here, in sentences."""
        self.watcher = watcher
        self.ledger = ledger
        self.desk = desk
        self.game = game if game is not None else ledger.load(id)
        self.caller = caller
        self.me: Admitted = admit(self.game.state, caller)

    @property
    def name(self) -> str:
        """The name of the game in this database."""
        return self.desk.name_of(self.game.id)

    @property
    def system(self) -> RuleSystem:
        """Its rule system. Raises NotFound when it is not installed."""
        return load(self.game.opened.system)

    @property
    def secret(self) -> str | None:
        """The seal of its dice, if it is on this desk."""
        return self.desk.seal(self.game.id)

    @property
    def default_viewer(self) -> str:
        """Through whose eyes the white cell looks where it does not say."""
        return default_viewer(self.game.state)

    def check_speaks(self, side: str) -> None:
        """Raises Refused where who speaks may not speak for a side that turned out after the door."""
        speaker(self.game.state, self.me.by, "" if side == WHITE else side)

    def number(self, typed: int) -> int:
        """The number of the event that a number means which was typed here: for a side that of a line in its
        own log. Raises NotFound."""
        if not self.me.own:
            return typed
        from domain.game.replay import views_by_number

        for event, view in views_by_number(self.game.log, self.me.own).items():
            if view.line == typed:
                return event
        raise NotFound(f"Your log has no line {typed}.")

    def session(self, people: People | None = None) -> Session:
        """A session for giving orders and answers. Raises Refused when the seal is not here."""
        return Session(self.system, self.game, self._dice(), people, self._save)

    def session_without_dice(self) -> Session:
        """A session for what rolls nothing: notes, take-backs, tables, the end of the game."""
        return Session(self.system, self.game, _NoDice(), save=self._save)

    def _save(self, game: Game) -> None:
        """Put on disk what is new, signed as the roster wants it.

        Raises Refused when the roster does not let somebody speak, BadData for a name with hidden characters.
        """
        for event in game.log[game.saved :]:
            check_names(msgspec.to_builtins(event))
        sign(game)
        before = game.saved
        self.ledger.save(game)
        warnings = warnings_of_names(game.state, game.log[before:])
        self.warnings += warnings
        if self.watcher is not None:
            self.watcher.wrote(game, before, game.saved, warnings)

    def side(self, named: str) -> str:
        """The side of that name; empty is the white cell. Raises NotFound."""
        found = self.game.state.side_named(named, WHITE) if named else WHITE
        return "" if found == WHITE else found

    def seal_to_reveal(self) -> str | None:
        """The seal that the end of the game reveals, None where it committed itself to none.

        Raises Refused when it is not here: a game closed without it could never be checked.
        """
        if not self.game.opened.commitment:
            return None
        self._dice()
        return self.secret

    def _dice(self) -> Dice:
        opened = self.game.opened
        if opened.dice not in ("sealed", "typed"):
            raise Refused(
                f"This game was played with {opened.dice} dice; it can be read and audited, not played on."
            )
        if self.secret is None:
            why = self.desk.why_no_seal(self.game.id)
            raise Refused(
                f"The seal of this game's dice is not here: {why} The game can be read and audited here; it "
                "is played on where its seal is."
            )
        if commitment(self.secret, opening_of(self.game.log)) != opened.commitment:
            raise Refused("The seal in this database is not the one that the game committed itself to.")
        return SealedDice(self.secret)

    def deciding_again(self, act: Callable[[], _T], still_meant: Callable[[], None]) -> _T:
        """Do `act`; when another process wrote first, load the game afresh and do it again.

        still_meant: raises Refused when what was written meanwhile makes the act another one.
        Raises GameMoved when others have been first for too long.
        """
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return act()
            except GameMoved:
                if time.monotonic() > until:
                    raise
            time.sleep(random.uniform(0, 0.05))  # else those who wait stay in step
            self.game = self.ledger.load(self.game.id)
            self.me = admit(self.game.state, self.caller)  # the roster may be another one now
            still_meant()

    def seen(self, viewer: str, first: int = 1) -> list[EventView]:
        """The log from event `first` on as the viewer sees it, each line with its event's number.

        The view of a side leaves numbers out, because their gaps tell of what is hidden; the facilitator
        who looks through a side's eyes speaks of events by number.
        """
        log = self.game.log
        found = []
        for number, view in see_numbered(log, viewer):
            if number >= first:
                event = log[number - 1]
                fields = view.fields
                if "concerns" in fields:
                    fields = {**fields, "concerns": getattr(event, "concerns", 0)}
                    if isinstance(event, Noted):
                        fields["links"] = event.links
                elif isinstance(event, PieceKnown):
                    fields = {**fields, "piece": event.piece}  # it is just being made known to the viewer
                elif fields.get("again"):
                    fields = {**fields, "again": getattr(event, "again", 0)}
                found.append(msgspec.structs.replace(view, number=number, fields=fields))
        return found


class _NoDice:
    """For what must not roll."""

    source = "none"

    def number(self, sides: int, chance: int, entropy: tuple[str, ...]) -> int:
        raise Refused("No dice are rolled here.")


def entries_of(seat: Seat) -> list[Entry]:
    """The game's entries as they are on disk."""
    return seat.ledger.entries(seat.game.id)


def clock_of(state: State) -> tuple[int, str, str]:
    """Turn, phase and side: an order is meant for the phase that it was given in."""
    return state.turn, state.phase, state.side


__all__ = [
    "Admitted",
    "Caller",
    "Seat",
    "Watcher",
    "acts",
    "clock_of",
    "entries_of",
    "leads",
    "looks",
]
