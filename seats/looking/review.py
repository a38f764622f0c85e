"""The after-action review: what people keep of a game."""

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from adjudication.audits.audit import AuditReport, audit
from adjudication.chances.luck import Luck, luck
from adjudication.chances.split import PLAYOUTS, Split
from adjudication.chances.study import default_policy
from adjudication.chances.turning_points import Forecast, turning_points
from adjudication.engine.games.systems import RuleSystem, load
from domain.errors import BadData, BadLog, NotFound, Refused
from domain.game.chain import Entry
from domain.game.game import Game
from domain.resolving import resolve
from domain.views.view import WHITE
from reports.document import FORMATS
from reports.document.blocks import Document
from reports.document.paper import check_annex, in_format
from reports.review import build_review
from reports.studies.forecast_cache import NotKept, OnlyKept, forecast_cache
from reports.studies.kept import largest_split, luck_cache, split_cache
from seats.looking.forecasts import Bar, split_of

ALL, SENIOR = "all", "senior"
_FAULTS = Exception
"""What telling an event raises that nobody could have recorded."""


class Logged(NamedTuple):
    """A game to review, what it is called, and the side whose review alone may be made, if there is one."""

    name: str
    game: Game
    entries: Sequence[Entry]
    of: int
    own: str = ""


class Wanted(NamedTuple):
    """Which review is wanted: for whom, as what, and what is worked out for it that takes long. games: how
    often the game is played on from each point."""

    format: str = "html"
    audience: str = ""
    annex: bool = False
    luck: bool = False
    turning_points: bool = False
    decisions: bool = False
    games: int = 200

    def check(self) -> None:
        """Raises BadData for a format that there is not, and an annex that it cannot have."""
        if self.format not in FORMATS:
            raise BadData(f"A review is one of {', '.join(FORMATS)}, not {self.format[:40]!r}.")
        check_annex("a review", self.format, self.annex)


@dataclass(frozen=True)
class Review:
    """A review that was made: its bytes, and what is said of it. eyes: whose it is."""

    log: Logged
    wanted: Wanted
    audience: str
    eyes: str
    content: bytes
    document: Document
    report: AuditReport
    luck: bool
    turning_points: bool
    decisions: bool


def made(log: Logged, wanted: Wanted, viewer: str | None, bar: Bar) -> Review:
    """The review of a game, from its log alone. viewer: through whose eyes it is looked at, where that was
    said. Raises NotFound or Refused for one that is not to be had, BadLog for a log that nobody can have
    played."""
    eyes, senior = audience_of(log.game, wanted.audience, log.own or viewer)
    found = _luck(log, eyes, wanted.luck, bar)
    forecast = _forecast(log, eyes, wanted.games, wanted.turning_points, bar)
    decisions = _decisions(log, eyes, wanted.decisions, bar)
    report = audit(log.entries, log.of)
    try:
        document = build_review(
            log.game, log.entries, report, eyes, found, forecast, decisions, senior=senior
        )
    except _FAULTS as error:
        if not report.findings:
            raise
        raise BadLog(
            "This log tells what nobody can have played; `whitecell audit` names the event."
        ) from error
    content = FORMATS[wanted.format](in_format(document, wanted.format, wanted.annex))
    return Review(
        log,
        wanted,
        wanted.audience or log.own or viewer or ALL,
        eyes,
        content,
        document,
        report,
        found is not None,
        forecast is not None,
        decisions is not None,
    )


def review(of: Review, file: str) -> dict[str, Any]:
    """What is said of a review that was written to a file."""
    return {
        "game": of.log.name,
        "audience": of.audience,
        "format": of.wanted.format,
        "file": file,
        "bytes": len(of.content),
        "marking": of.document.marking,
        "sections": [section.anchor for section in of.document.sections],
        **({"findings": len(of.report.findings)} if of.eyes == WHITE else {}),
        "luck": of.luck,
        "turning_points": of.turning_points,
        "decisions": of.decisions,
    }


def audience_of(game: Game, audience: str, viewer: str | None) -> tuple[str, bool]:
    """Through whose eyes, and whether it is the page for seniors. Raises NotFound or Refused."""
    sides = game.state.sides
    known = [*sides, WHITE]
    if viewer is not None:
        viewer = game.state.side_named(viewer, WHITE)
    own = "" if viewer in (None, WHITE) else viewer
    if audience and audience not in (*known, ALL, SENIOR):
        named = [(side.id, side.name) for side in sides.values()]
        audience = resolve([*named, (ALL, ""), (SENIOR, "seniors")], audience, "audience")
    if own and audience not in ("", own):
        raise Refused(f"With --as {own} there is the review of {own} alone; leave --audience out.")
    if own or audience in sides:
        return own or audience, False
    return WHITE, audience == SENIOR


def _rules_of(log: Logged, asked: bool) -> RuleSystem | None:
    """The rule system of a game; None where it is not at hand. Raises NotFound where it is asked for."""
    try:
        return load(log.game.opened.system)
    except NotFound:
        if asked:
            raise
        return None


def _luck(log: Logged, eyes: str, asked: bool, bar: Bar) -> Luck | None:
    """The luck of the game, when it is asked for or known already. Raises Refused for a side."""
    if eyes != WHITE:
        if asked:
            raise Refused("Luck is weighed with all that is hidden; it is in the white cell's review alone.")
        return None
    system = _rules_of(log, asked)
    if system is None:
        return None
    cache = luck_cache(system.name, log.entries)
    found = cache.get()
    if found is None and asked:
        found = luck(
            system,
            log.game,
            system.players.policies.get("sensible"),
            progress=lambda what, total: bar(what[:40], total, "orders"),
        )
        cache.put(found)
    return found


def _decisions(log: Logged, eyes: str, asked: bool, bar: Bar) -> Split | None:
    """What decisions, luck and rulings did, when it is asked for or known already. Raises Refused for a
    side."""
    if eyes != WHITE:
        if asked:
            raise Refused("Decisions are weighed with all that is hidden; see the white cell's review.")
        return None
    system = _rules_of(log, asked)
    if system is None:
        return None
    policy = default_policy(system)
    cache = split_cache(system.name, log.entries, policy, PLAYOUTS, 1)
    if asked:
        return split_of(system, log.game, cache, policy, PLAYOUTS, 1, bar)
    return cache.get() or largest_split(system.name, log.entries, policy, 1)


def _forecast(log: Logged, eyes: str, games: int, asked: bool, bar: Bar) -> Forecast | None:
    """The chances behind every order, when they are asked for or known already. Raises Refused for a side.

    They are worked out as `turning-points` does it: with what the only side that people play knew. Play-outs
    that are kept serve whoever asks for no more of them.
    """
    if eyes != WHITE:
        if asked:
            raise Refused("Forecasts draw on what is hidden; they are in the white cell's review alone.")
        return None
    players = log.game.state.players()
    knowing = players[0] if len(players) == 1 else WHITE
    system = _rules_of(log, asked)
    if system is None:
        return None
    who, seed = default_policy(system), 1
    kept = forecast_cache(system, log.entries, who, knowing, games, seed)
    # Whoever writes a review finds what was played before, in whatever number: two reviews of a game name the
    # same turning points.
    for number in kept.played():
        if asked and number < games:
            break
        with suppress(NotKept, Refused):
            known = OnlyKept(kept.of(number))
            found = turning_points(system, log.game.log, who, knowing, number, seed, None, known)
            return found if found.points else None
    if not asked:
        return None
    with ExitStack() as stack:
        found = turning_points(
            system,
            log.game.log,
            who,
            knowing,
            games,
            seed,
            None,
            kept,
            lambda wanted: stack.enter_context(bar("Playing on", wanted, "games")),
        )
    return found if found.points else None
