"""Whose seal each chance of a log comes from, and whether a seal is the one that was committed to.

A game that was forked from another has that one's events up to some number, and that one's dice in them: they
are derived from that one's seal, all later ones from its own.
"""

from collections.abc import Mapping, Sequence

from adjudication.audits.chances import Source
from adjudication.audits.findings import AuditReport
from domain.events import Event, GameOpened, SealRevealed
from domain.game.lineage import Forebear
from domain.game.opening import commitment, opening_of


class Seals:
    """The seals of a game and of those it was forked from, as far as they are known here and fit."""

    def __init__(
        self,
        events: Sequence[Event],
        opened: GameOpened,
        line: Sequence[Forebear],
        secrets: Mapping[str, str],
        report: AuditReport,
    ) -> None:
        revealed = next((event for event in events if isinstance(event, SealRevealed)), None)
        if revealed is not None:
            secrets = {**secrets, opened.game: revealed.secret}
        at = revealed.number if revealed is not None else 1
        laid = opening_of(events)[1:]
        own = _fitting([opened, *laid], secrets.get(opened.game), "this game", at, report)
        self._parts: list[tuple[int, Source]] = []
        for each in reversed(line):
            whose = f"{each.origin.name[:60] or 'another game'} ({each.opened.game[:40]})"
            secret = _fitting([each.opened, *laid], secrets.get(each.opened.game), whose, 1, report)
            self._parts.append((each.last, Source(each.opened, secret)))
        self._parts.append((len(events) + 1, Source(opened, own)))
        self._parts.sort(key=lambda part: part[0])  # of equals the first: the oldest game

    def source(self, number: int) -> Source:
        """Where the chance of that event has to come from."""
        return next((source for last, source in self._parts if number <= last), self._parts[-1][1])


def _fitting(
    opening: Sequence[Event], secret: str | None, whose: str, at: int, report: AuditReport
) -> bytes | None:
    """The secret, if it and the opening are what the game committed itself to."""
    if secret is None:
        return None
    try:
        key = bytes.fromhex(secret)
        if key.hex() == secret and commitment(secret, opening) == getattr(opening[0], "commitment", ""):
            return key
    except ValueError:
        pass
    report.find(at, "dice", f"The seal of {whose} is not the one it committed itself to.")
    return None
