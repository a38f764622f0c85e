"""What the white cell is reminded of when a phase begins, and whenever it asks where the game stands."""

from collections.abc import Callable

from cli.seat import Seat


def insights_wanted(seat: Seat) -> list[str]:
    """An assessment phase asks for an insight on every topic that the game was declared to be for."""
    from adjudication.noting import asks_for_insights, topics, without_insight
    from reports.names import one_line

    if not asks_for_insights(seat.game):
        return []
    if not topics(seat.game):
        return ["This phase gathers what was learned: `whitecell insight TEXT` keeps it."]
    left = without_insight(seat.game)
    if not left:
        return ["There is an insight on every declared topic; `whitecell notes --kind insight` lists them."]
    lines = [f"  {topic.id}: {one_line(topic.text)}" for topic in left]
    return [f"No insight yet on these; `whitecell insight TEXT --tag {left[0].id}` writes one:", *lines]


def timer(seat: Seat) -> list[str]:
    """The timer that runs, or the one that the phase may have."""
    from cli.timing import timer_lines

    return timer_lines(seat)


REMINDERS: tuple[Callable[[Seat], list[str]], ...] = (timer, insights_wanted)
"""Each gives its lines for the white cell, none when there is nothing to be reminded of."""


def reminders(seat: Seat) -> list[str]:
    """All that the white cell is reminded of now."""
    return [line for each in REMINDERS for line in each(seat)]
