"""The after-action review: a document of sections, each of which reports one aspect of a game.

A section is a function of the `Review` in a module of this package, and one line in `SECTIONS`; a section
without content returns None.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

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
    opening,
    outcome,
    people,
    play,
    rulings,
    setting,
    sources,
    timeline,
    verification,
)
from reports.review import luck as luck_told
from reports.review.headline import deck, headline
from reports.review.review import Review
from reports.words.names import one_line

if TYPE_CHECKING:
    from adjudication.chances.luck import Luck
    from adjudication.chances.split import Split
    from adjudication.chances.turning_points import Forecast

Section = Callable[[Review], blocks.Section | None]

RESULT, COURSE, LESSONS, ANALYSIS, RECORD = "Result", "The game", "Lessons", "Analysis", "Record"
ANNEXED = "Annex"
"""The parts of a review, in the order of its contents."""

SECTIONS: dict[str, tuple[Section, ...]] = {
    RESULT: (opening.opening,),
    LESSONS: (people.insights, setting.purpose),
    COURSE: (
        timeline.timeline,
        calendar.calendar,
        course.course,
        play.fights,
        rulings.rulings,
        rulings.arguments,
    ),
    ANALYSIS: (chances.chances, decisions.decisions, luck_told.luck, chances.to_compute),
    RECORD: (
        people.messages,
        rulings.corrections,
        setting.roster,
        people.time_spent,
        setting.house,
        verification.audit,
    ),
}
"""The sections of each part, in their order."""

ANNEX: tuple[Section, ...] = (
    play.orders,
    outcome.points,
    outcome.score,
    forces.forces,
    outcome.casualties,
    luck_told.dice,
    sources.tables,
    sources.printed,
    sources.rules,
    sources.readings,
)
"""Details that few readers look up; they belong to the record."""

SENIOR: tuple[Section, ...] = (opening.senior,)
"""The parts for seniors."""

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
    """The review of a game as the viewer may read it. senior: the white cell's single page for seniors."""
    review = Review(game, entries, audit, viewer, luck, forecast, split)
    opened = review.opened
    events = f"the {audit.events} events" if review.white else "what that side may know"
    worked_out = any(each is not None for each in (review.luck, review.forecast, review.split))
    whose = "" if review.white else f" for {review.names.side(viewer)}"
    return blocks.Document(
        title=one_line(opened.title),
        kicker=f"After-action review{whose}",
        subtitle="",
        marking=review.marking,
        sections=tuple(_sections(review, senior=senior)),
        headline=headline(review),
        deck=deck(review),
        meta=(
            f"Game {one_line(opened.name)}",
            f"{one_line(opened.system)}, scenario {one_line(opened.scenario)}",
            *((f"begun {review.day}",) if opened.time else ()),
            *((f"recorded with {one_line(opened.program)}",) if opened.program else ()),
            *((f"chain head {entries[-1].digest}",) if review.white and entries else ()),
            f"made from {events} of the game's log. {_BESIDE[worked_out]}",
        ),
    )


def _sections(review: Review, *, senior: bool) -> Iterator[blocks.Section]:
    """The sections with content, each in its part; those of the annex come last."""
    parts = {RESULT: SENIOR} if senior else _ordered(review)
    for part, sections in parts.items():
        for section in sections:
            found = section(review)
            if found is not None:
                yield msgspec.structs.replace(found, group="" if senior else part)
    for section in () if senior else ANNEX:
        found = section(review)
        if found is not None:
            yield msgspec.structs.replace(found, group=ANNEXED, annex=True)


def _ordered(review: Review) -> dict[str, tuple[Section, ...]]:
    """The parts in their order: where people judge, what was learned comes before the game; where the
    rules decide, after it."""
    order = (
        (RESULT, LESSONS, COURSE, RECORD) if review.judged else (RESULT, COURSE, LESSONS, ANALYSIS, RECORD)
    )
    found = {part: SECTIONS[part] for part in order}
    if review.judged:  # what was argued comes before the final position
        first = course.course
        found[COURSE] = (first, *(section for section in found[COURSE] if section is not first))
        found[RECORD] = (*found[RECORD], *SECTIONS[ANALYSIS])
    return found


def render_aar(game: Game, entries: Sequence[Entry], audit: AuditReport, viewer: str = WHITE) -> str:
    """The review of a game as one page of HTML, as the viewer may read it."""
    return html(build_review(game, entries, audit, viewer))


__all__ = ["SECTIONS", "Review", "build_review", "render_aar"]
