"""What others did in a game since the last command at this terminal, in one line, as its reader may know it.

A terminal remembers, for each reader, up to which event its last command had seen the game.
"""

import textwrap
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from typing import Any

import msgspec

from adjudication.engine.games.systems import RuleSystem
from adjudication.seminar.door import Admitted
from cli.terminal.memory import Shown, memory
from domain.events.seen import WHITE
from domain.game.game import Game
from domain.views.view import EventView

said: ContextVar[Mapping[str, Any] | None] = ContextVar("said", default=None)
"""What the command that runs was said with, such as `as_json`."""

_MOST_TOLD = 3
_LONGEST = 110

_TOLD = frozenset(
    (
        "order-given",
        "chosen",
        "ruled",
        "taken-back",
        "phase-entered",
        "message-sent",
        "secret-order-sealed",
        "secret-orders-opened",
        "secret-order-dropped",
        "disclosed",
        "inject-handled",
        "noted",
        "seat-taken",
        "house-rule-adopted",
        "option-changed",
        "table-adopted",
        "timer-set",
        "verdict-reached",
        "game-closed",
    )
)
"""Events that say what somebody did; what followed from it is in the log."""


class Since:
    """One command at a terminal, from the opening of its game to the end."""

    def __init__(
        self,
        game: Game,
        me: Admitted,
        system: Callable[[], RuleSystem],
        seen: Callable[[str, int], list[EventView]],
    ) -> None:
        """me: who was let in to it. system: loads its rules. seen: the log as a reader sees it from an event
        on, with numbers."""
        self._game = game
        self._system = system
        self._seen = seen
        self._said = said.get()
        self.as_json = bool((self._said or {}).get("as_json"))
        self._began = len(game.log)
        self._own: list[tuple[int, int]] = []
        self._reader = me.eyes if self._said is not None else ""

    def wrote(self, before: int, after: int) -> None:
        """The command itself has written these events."""
        self._own.append((before, after))

    def lines(self) -> list[str]:
        """What others did since the last command here; nothing at the first."""
        if self._said is None or memory().scripted:
            return []
        shown = memory().get(self._game.id)
        seen = shown.seen.get(self._reader)
        if seen is None or seen >= self._began:
            return []
        numbers = [number for number in range(seen + 1, self._began + 1) if not _in(number, shown.mine)]
        told = self._told(numbers)
        if self._reader == WHITE and told and self._renumbered(shown):
            told.append("the numbers of `whitecell orders` have changed")
        return told

    def _told(self, numbers: Sequence[int]) -> list[str]:
        if not numbers:
            return []
        of_others = set(numbers)
        views = [
            view
            for view in self._seen(self._reader, numbers[0])
            if view.number in of_others and view.event in _TOLD and not view.struck
        ]
        from reports.words.then import words_then

        words = words_then(self._game.log, views[:_MOST_TOLD], self._reader)
        told = [
            textwrap.shorten(words.get(view.number, view.event), _LONGEST, placeholder="...")
            for view in views[:_MOST_TOLD]
        ]
        more = len(views) - len(told)
        return [*told, f"{more} more {'entry' if more == 1 else 'entries'} in the log"] if more else told

    def _renumbered(self, shown: Shown) -> bool:
        """Whether a list of orders that was shown here has other numbers now."""
        from domain.events.strikes import struck
        from domain.table.mutators import rebuild

        if not 0 < shown.orders < self._began:
            return False
        before = self._game.log[: shown.orders]
        system = self._system()
        then = system.legal_now(rebuild(before, struck(before)))
        return then.parts != system.legal_now(self._game.state).parts

    def end(self) -> None:
        """Remember up to where this terminal has seen the game."""
        if self._said is None:
            return
        kept, game = memory(), self._game
        shown = kept.get(game.id)
        last = max(game.saved, max((after for _, after in self._own), default=0))
        others = (number for number in range(self._began + 1, last + 1) if not _in(number, self._own))
        now = next(others, last + 1) - 1  # what others wrote during this command is told by the next
        seen = {reader: now if number >= self._began else number for reader, number in shown.seen.items()}
        seen[self._reader] = now
        least = min(seen.values())
        mine = tuple(span for span in (*shown.mine, *self._own) if span[1] > least)
        if (seen, mine) != (shown.seen, shown.mine):
            kept.put(game.id, msgspec.structs.replace(kept.get(game.id), seen=seen, mine=mine))


def _in(number: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(before < number <= after for before, after in spans)
