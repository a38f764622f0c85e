"""The after-action review: a document of sections, each of which reports one thing about a game.

A section is a function of the `Review` in a module of this package, and one line in `SECTIONS`; one that has
nothing to tell returns None.
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from adjudication.audits.audit import AuditReport
from domain.game.chain import Entry
from domain.game.game import Game
from domain.views.view import WHITE
from reports.document import blocks
from reports.document.html import html
from reports.review import (
    calendar,
    chances,
    course,
    decisions,
    forces,
    outcome,
    people,
    play,
    rulings,
    setting,
    sources,
    summary,
    timeline,
    verification,
)
from reports.review import luck as luck_told
from reports.review.review import Review
from reports.words.names import one_line

if TYPE_CHECKING:
    from adjudication.chances.luck import Luck
    from adjudication.chances.split import Split
    from adjudication.chances.turning_points import Forecast

Section = Callable[[Review], blocks.Section | None]

SECTIONS: tuple[Section, ...] = (
    summary.summary,
    calendar.calendar,
    setting.purpose,
    setting.roster,
    course.course,
    outcome.points,
    outcome.score,
    people.insights,
    chances.chances,
    decisions.decisions,
    luck_told.luck,
    forces.forces,
    outcome.casualties,
    rulings.rulings,
    rulings.arguments,
    rulings.corrections,
    people.messages,
    timeline.timeline,
    play.fights,
    play.orders,
    people.time_spent,
    setting.house,
    sources.tables,
    sources.printed,
    sources.rules,
    sources.readings,
    verification.audit,
)
"""The sections in their order."""

SENIOR: tuple[Section, ...] = (summary.summary, summary.who_when_what)
"""What seniors read."""

_BESIDE = {
    False: "No other source was used.",
    True: "Odds and chances of winning were computed from it with the same rules. No other source was used.",
}


def build_review(
    game: Game,
    entries: Sequence[Entry],
    audit: AuditReport,
    viewer: str = WHITE,
    luck: "Luck | None" = None,
    forecast: "Forecast | None" = None,
    split: "Split | None" = None,
    *,
    senior: bool = False,
) -> blocks.Document:
    """The review of a game as the viewer may read it. senior: the white cell's page for seniors alone."""
    review = Review(game, entries, audit, viewer, luck, forecast, split)
    found = [section(review) for section in (SENIOR if senior else SECTIONS)]
    opened = review.opened
    begun = f" · {review.day}" if opened.time else ""
    program = f", recorded with {one_line(opened.program)}" if opened.program else ""
    events = f"the {audit.events} events" if review.white else "what that side may know"
    worked_out = any(each is not None for each in (review.luck, review.forecast, review.split))
    whose = "" if review.white else f" for {review.names.side(viewer)}"
    return blocks.Document(
        title=one_line(opened.title),
        kicker=f"After-action review{whose}",
        subtitle=f"{one_line(opened.name)} · {one_line(opened.system)}, {one_line(opened.scenario)}{begun}",
        marking=review.marking,
        sections=tuple(section for section in found if section is not None),
        foot=f"Made from {events} of the game's log{program}. {_BESIDE[worked_out]}",
    )


def render_aar(game: Game, entries: Sequence[Entry], audit: AuditReport, viewer: str = WHITE) -> str:
    """The review of a game as one page of HTML, as the viewer may read it."""
    return html(build_review(game, entries, audit, viewer))


__all__ = ["SECTIONS", "Review", "build_review", "render_aar"]
