"""Lines of a log as blocks: each with its number, its marking, and the rule it rests on."""

from collections.abc import Iterable

from reports.aar.review import Review
from reports.document.blocks import Span, Step, Steps, Words, event_link
from reports.names import capital
from reports.rulebook import rule_text
from reports.turns import Line

UNTOLD = ("order-given", "order-done")
"""Kinds of events that have no line of their own: the order stands above its lines."""


def step(review: Review, line: Line, notes: tuple[Words, ...] = (), here: bool = False) -> Step:
    """A line with its rule under it. here: this is where it stands in the document."""
    told: list[Words] = [_rule(review, line.rule)] if line.rule else []
    if line.struck_by > 0:
        told.append(("struck by ", event_link(line.struck_by)))
    words = (capital(line.words), *marked(review, line.number))
    return Step(line.number, words, (*told, *notes), bool(line.struck_by), here)


def steps(review: Review, lines: Iterable[Line], here: bool = False) -> Steps:
    """Lines one under another, but for those that have none of their own."""
    return Steps(tuple(step(review, line, here=here) for line in lines if line.kind not in UNTOLD))


def marked(review: Review, number: int) -> tuple[str | Span, ...]:
    """The handling marking of a single event, behind its words."""
    marking = review.markings.get(number)
    return (" ", Span(marking, "marking")) if marking else ()


def _rule(review: Review, citation: str) -> Words:
    title = rule_text(review.opened.system, citation).title
    return f"{citation}, {title}" if title else citation
