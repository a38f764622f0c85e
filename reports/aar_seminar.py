"""Sections of a review on the seminar around the table: what was learned, ruled and told, and the clock."""

from typing import TYPE_CHECKING, Any

from domain.seminar import InjectData
from domain.view import see_log
from reports.clock import clock
from reports.notes import by_topic, notes_told, shared

if TYPE_CHECKING:
    from reports.aar import Review

_HOUSE = frozenset(("ruled", "house-rule-adopted", "option-changed", "table-adopted", "concluded"))
_SENT = frozenset(("message-sent", "inject-handled"))


def insights(review: "Review") -> dict[str, Any] | None:
    """What was noted, by the topics that the game was declared to be for, with those nobody spoke to."""
    views = see_log(review.game.log, review.viewer)
    notes = notes_told(review.game, views, review.viewer)
    topics = by_topic(views, notes)
    declared = [view.fields for view in views if view.event == "game-declared" and not view.struck]
    purpose = declared[-1]["purpose"] if declared else ""
    if not topics and not purpose:
        return None
    return {"purpose": purpose, "topics": topics, "shared": shared, "anchors": review.anchors}


def rulings(review: "Review") -> dict[str, Any] | None:
    """Rulings, house rules, options and tables changed in play, and what arguments came to."""
    lines = [line for line in review.lines if line.kind in _HOUSE]
    told = {line.number: line for line in review.lines}
    ruled = {
        line.number: told[line.fields["concerns"]]
        for line in lines
        if line.kind == "ruled" and line.fields["concerns"] in told
    }
    return {"lines": lines, "ruled": ruled} if lines else None


def messages(review: "Review") -> dict[str, Any] | None:
    """Messages and injects that the viewer may know of; the white cell reads which injects were left over."""
    lines = [line for line in review.lines if line.kind in _SENT]
    left: list[InjectData] = []
    if review.white:
        cell = review.state.cell
        left = [inject for id, inject in cell.injects.items() if id not in cell.handled]
    return {"lines": lines, "left": left} if lines or left else None


def time_spent(review: "Review") -> dict[str, Any] | None:
    """How long each turn and phase took; how much of it was waiting, and pauses, for the white cell."""
    told = clock(review.game)
    return {"clock": told, "white": review.white, "anchors": review.anchors} if told.seconds else None
