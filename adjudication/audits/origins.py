"""Where an audited game comes from: what a fork carries over is held against the game it was forked from."""

from collections.abc import Mapping, Sequence

from adjudication.audits.findings import AuditReport
from domain.errors import BadLog
from domain.events import GameForked, GameOpened
from domain.game.chain import Entry, broken_links
from domain.game.lineage import Forebear, digest_carried, forebears

_OF_THE_GAME = (
    "system",
    "scenario",
    "title",
    "sides",
    "options",
    "dice",
    "scenario_digest",
    "background",
    "format",
)
"""What a fork's opening takes over from the game that it was forked from."""


def audit_origin(
    entries: Sequence[Entry],
    opened: GameOpened,
    origins: Mapping[str, Sequence[Entry]],
    report: AuditReport,
) -> list[Forebear]:
    """Is what a fork carries over what was recorded in the game that it was forked from?

    The digest of the last event carried over is worked out again; and where the log of the other game is at
    hand (`origins`, by game) the events are held against it one by one.
    """

    def find(event: int, message: str, kind: str = "log") -> None:
        report.find(event, kind, message)

    found: list[Forebear] = []
    child = opened
    try:
        for forebear in forebears(opened, len(entries)):
            origin, before, last = forebear
            found.append(forebear)
            named = f"{origin.name or 'another game'} ({origin.game})"
            report.notices.append(
                f"Events 2 to {last} were carried over from {named}, from which this game was forked."
            )
            if before.game != origin.game or any(
                getattr(before, name) != getattr(child, name) for name in _OF_THE_GAME
            ):
                find(1, f"The opening differs from that of {named}, from which this game was forked.")
            if origin.event > last and child is opened:
                find(len(entries) + 1, f"Event {origin.event}, from which this game was forked, is missing.")
            elif origin.event <= last and digest_carried(origin, entries) != origin.digest:
                find(last, f"The events up to here do not have the digest they had in {named}.", "chain")
            if origin.game in origins:
                _hold_against(entries, opened, forebear, origins[origin.game], report)
            else:
                report.unchecked.append(
                    f"The log of {named} is not at hand: what was carried over was not compared with it."
                )
            child = before
    except BadLog as error:
        find(1, f"What the opening says of the game it was forked from cannot be read: {error}")
    return found


def _hold_against(
    entries: Sequence[Entry],
    opened: GameOpened,
    forebear: Forebear,
    origin: Sequence[Entry],
    report: AuditReport,
) -> None:
    """Hold the events carried over against the log that they were taken from."""
    last, named = forebear.last, forebear.origin.name or forebear.origin.game
    for number, fault in broken_links(origin[:last]):
        report.unchecked.append(
            f"The log of {named} was not compared: it is broken at its event {number}: {fault}."
        )
        return
    if len(origin) < last:
        report.unchecked.append(f"The log of {named} at hand ends before event {last}; it was not compared.")
        return
    if origin[0].body.decode(errors="replace") != forebear.origin.opening:
        report.find(1, "log", f"The log of {named} has a different opening.")
    for mine, other in zip(entries[1:last], origin[1:last], strict=True):
        if (mine.wire_name, mine.body) != (other.wire_name, other.body):
            report.find(mine.number, "log", f"{named} has a different event here.")
            return
    if forebear.origin == opened.forked_from and not any(
        isinstance(entry.event, GameForked) and entry.event.game == opened.game for entry in origin
    ):
        report.notices.append(f"The log of {named} at hand does not mention this fork.")
