"""The game along its calendar, where its turns have dates."""

from reports.document.blocks import Figure, Paragraph, Section
from reports.figures.calendar import along, down
from reports.review.review import Review
from reports.story.calendar import Course, course_of
from reports.words.names import joined, number_of

CAPTION = "What came up in each turn, what lasted, and the {track} at the end of each turn"


def calendar(review: Review) -> Section | None:
    """Years and turns along an axis, with what came up and what lasted; None if the rule system declares
    nothing."""
    course = course_of(review.story, review.state, review.names)
    if course is None:
        return None
    caption = CAPTION.format(track=course.track)
    drawing = along(course, caption, "wide")
    void = sum(event.void for event in course.events)
    blocks = [Figure(drawing, _in_words(course, review), caption, narrow=down(course, caption, "narrow"))]
    hollow = f" A hollow number came to nothing ({number_of(void, 'turn')})." if void else ""
    return Section(
        "calendar",
        "Calendar",
        (
            *blocks,
            Paragraph(f"A number is the result of the dice, with the name of the event.{hollow}", "soft"),
        ),
    )


def _in_words(course: Course, review: Review) -> str:
    """The same in words, for those who cannot see it."""
    turn = review.names.turn
    came = [f"{turn(event.turn)}: {event.number}, {event.name}" for event in course.events if not event.void]
    lasted = [
        f"{effect.name} {joined([_span(first, last - 1, review) for first, last in effect.spans])}"
        for effect in course.effects
    ]
    values = list(course.values.values())
    told = [f"{'; '.join(came)}." if came else "No event came up."]
    told += [f"{'; '.join(lasted)}."] if lasted else []
    told.append(
        f"{course.track}: {values[0]} at first, {min(values)} to {max(values)}, {values[-1]} at last."
    )
    told += [f"{course.ending}."] if course.ending else []
    return " ".join(told)


def _span(first: int, last: int, review: Review) -> str:
    turn = review.names.turn
    return f"in turn {turn(first)}" if first == last else f"from turn {turn(first)} to {turn(last)}"
