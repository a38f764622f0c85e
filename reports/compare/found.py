"""The results of a comparison of games: tuples have one entry for each game, in the order in which they
were named."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from adjudication.audits.audit import AuditReport
from adjudication.chances.luck import Luck, SideLuck
from domain.game.chain import Entry
from domain.game.game import Game


class Group(NamedTuple):
    """One game of a comparison. luck: if it was measured before."""

    name: str
    game: Game
    entries: Sequence[Entry]
    audit: AuditReport
    luck: Luck | None = None


class Difference(msgspec.Struct, frozen=True):
    """Something that should be the same and is not: the values of the games, in their order."""

    what: str
    values: tuple[str, ...]


class Outcome(msgspec.Struct, frozen=True):
    """How one game went. winner: a side's id, empty for a draw, None while it is not decided."""

    name: str
    game: str
    begun: str
    ended: str
    seconds: int
    events: int
    orders: int
    turns: int
    winner: str | None
    reason: str
    scores: dict[str, int]
    closed: bool
    findings: int
    head: str


class Score(msgspec.Struct, frozen=True):
    """A track in all games: turn -> its position at the end of the turn, None if there was no such turn.
    side: the side whose score it is, if any."""

    track: str
    name: str
    turns: dict[int, tuple[int | None, ...]]
    side: str = ""


class Said(msgspec.Struct, frozen=True):
    """An order of one game, or an event: its number, its words, and its result if dice were rolled, a
    score moved, something was lost or somebody was asked. short: the order's words without its side."""

    number: int
    words: str
    came: str = ""
    short: str = ""


class Row(msgspec.Struct, frozen=True):
    """The orders given at the same place of a phase; None for a game that has none there.

    same: whether all ordered the same. answered: whether people gave the same answers to the same questions
    in it.
    """

    orders: tuple[Said | None, ...]
    same: bool
    answered: bool = True

    @property
    def alike(self) -> bool:
        """Whether all decided the same."""
        return self.same and self.answered


class Decisions(msgspec.Struct, frozen=True):
    """What was ordered in the same phase of the same turn, order by order."""

    turn: int
    phase: str
    side: str
    rows: tuple[Row, ...]


class Parting(msgspec.Struct, frozen=True):
    """Where games first differ, and what each did there."""

    turn: int
    phase: str
    each: tuple[Said | None, ...]


class Shared(msgspec.Struct, frozen=True):
    """Two games whose logs have a common part: up to event `last`, and what follows in each."""

    games: tuple[str, str]
    last: int
    then: tuple[Said | None, ...]


class Losses(msgspec.Struct, frozen=True):
    """A side's losses in each game, by kinds, and the losses of the others for each of its own."""

    side: str
    lost: tuple[int, ...]
    kinds: dict[str, tuple[int, ...]]
    exchange: tuple[float | None, ...]


class Topic(msgspec.Struct, frozen=True):
    """A learning outcome or research question with the insights of each game about it, the best rated
    first."""

    id: str
    what: str
    text: str
    insights: tuple[tuple[Said, ...], ...]


class Comparison(msgspec.Struct, frozen=True):
    """Games side by side.

    decided: the first decision that differs. rolled: the first roll or draw for the same purpose that came
    out differently after equal decisions. dice: whether they had the same dice, as a sentence. luck: None for
    a game whose luck was not measured.
    """

    system: str
    title: str
    sides: dict[str, str]
    games: tuple[Outcome, ...]
    differences: tuple[Difference, ...]
    dice: str
    scores: tuple[Score, ...]
    shared: tuple[Shared, ...]
    decided: Parting | None
    rolled: Parting | None
    decisions: tuple[Decisions, ...]
    losses: tuple[Losses, ...]
    seconds: dict[int, tuple[int, ...]]
    luck: tuple[dict[str, SideLuck] | None, ...]
    topics: tuple[Topic, ...]
    rulings: tuple[tuple[Said, ...], ...]
    marking: str
