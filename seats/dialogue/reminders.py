"""What the white cell is reminded of when a phase begins, and whenever it asks where the game stands; when a
turn has ended, of topics without evidence too."""

from collections.abc import Callable

from seats.seat.seat import Seat


def insights_wanted(seat: Seat) -> list[str]:
    """An assessment phase asks for an insight on every topic that the game was declared to be for."""
    from adjudication.engine.by_hand.noting import asks_for_insights, topics, without_insight
    from reports.words.names import one_line

    if not asks_for_insights(seat.game):
        return []
    if not topics(seat.game):
        return ["This phase gathers what was learned: `whitecell note insight TEXT` keeps it."]
    left = without_insight(seat.game)
    if not left:
        return ["There is an insight on every declared topic; `whitecell note insights` lists them."]
    lines = [f"  {topic.id}: {one_line(topic.text)}" for topic in left]
    return [f"No insight yet on these; `whitecell note insight TEXT --tag {left[0].id}` writes one:", *lines]


def evidence_wanted(seat: Seat) -> list[str]:
    """The declared topics on which nothing was noted yet, in one line."""
    from adjudication.engine.by_hand.noting import asks_for_insights, evidence
    from reports.words.names import joined

    if asks_for_insights(seat.game):
        return []
    missing = [each.topic.id for each in evidence(seat.game) if not each.insights + each.notes]
    if not missing:
        return []
    return [f"No evidence yet on {joined(missing)}: `whitecell note TEXT --tag {missing[0]}` adds some."]


def asked(seat: Seat) -> list[str]:
    """What the phase asks of people, where the scenario says so."""
    from adjudication.seminar.asked import wanted
    from reports.words.asking import asked_lines
    from reports.words.names import Names

    return asked_lines(wanted(seat.game), Names(seat.game.state))


def timer(seat: Seat) -> list[str]:
    """The pause; how long the timer still runs, or that time is up; and the timer that the phase may have."""
    from adjudication.engine.durations import seconds_between
    from adjudication.seminar.timers import offered, running, seconds_left
    from domain.wall_clock import now
    from reports.words.names import one_line
    from reports.words.seminar import lasting

    clock = running(seat.game)
    cell, lines = seat.game.state.cell, []
    if cell.paused is not None and not seat.game.state.closed:
        why = f" ({one_line(cell.paused.purpose)})" if cell.paused.purpose else ""
        since = max(cell.paused.time, seat.game.opened.time)  # a fork may carry the pause over
        gone = lasting(seconds_between(since, now()))
        lines.append(f"The clock has been paused for {gone}{why}; `whitecell clock resume` starts it.")
    if clock is not None:
        left = seconds_left(clock, now(), cell)
        purpose = one_line(clock.purpose)
        if left > 0:
            lines.append(f"Timer for {purpose}: {lasting(left)} left of {lasting(clock.seconds)}.")
        else:
            lines.append(f"Timer for {purpose}: time is up, since {lasting(-left)}.")
    offer = offered(seat.game)
    if offer is not None:
        length = lasting(offer.seconds)
        lines.append(f"This phase has {length}: `whitecell clock start` starts the clock.")
    return lines


def injects_due(seat: Seat) -> list[str]:
    """The injects that are due, by their ids: what they say is not for every screen."""
    from adjudication.seminar.injects import by_the_clock, due
    from domain.time_zone import hour_here
    from reports.words.names import Names, joined

    state = seat.game.state
    if state.closed:
        return []
    names = Names(state)
    lines = []
    for inject in due(seat.game):
        audience = joined([names.side(side) for side in inject.audience]) if inject.audience else "everyone"
        at = f", at {inject.time}" if inject.time else ""
        lines.append(
            f"Inject {inject.id} is due{at}, for {audience}: `whitecell inject` shows it, "
            f"`whitecell inject {inject.id}` delivers it."
        )
    hour = hour_here()
    timed = [
        f"{inject.id} at {inject.time}{' (it is past that)' if inject.time.zfill(5) <= hour else ''}"
        for inject in by_the_clock(state)
    ]
    return [*lines, f"By the clock: inject {joined(timed)}."] if timed else lines


def sealed_orders(seat: Seat) -> list[str]:
    """Who has submitted sealed orders, and what was opened and not given yet."""
    from adjudication.seminar.secret_orders import awaited, to_give
    from reports.words.names import Names, joined

    state = seat.game.state
    if state.closed:
        return []
    names = Names(state)
    lines = []
    if state.cell.sealed:
        sides = joined([names.side(sealed.side) for sealed in state.cell.sealed.values()])
        missing = [names.side(side) for side in awaited(state)]
        wait = f"Not submitted yet: {joined(missing)}" if missing else "`whitecell open-orders` opens them"
        lines.append(f"Sealed orders submitted: {sides}. {wait}.")
    left = len(to_give(seat.game))
    if left:
        lines.append(f"Opened orders still to be given: {left}; `whitecell open-orders` lists them.")
    return lines


REMINDERS: tuple[Callable[[Seat], list[str]], ...] = (
    timer,
    asked,
    insights_wanted,
    evidence_wanted,
    injects_due,
    sealed_orders,
)
"""Each gives its lines for the white cell, none when there is nothing to be reminded of."""


def reminders(seat: Seat, *, evidence: bool = True) -> list[str]:
    """All that the white cell is reminded of now. evidence: of topics without evidence too."""
    wanted = [each for each in REMINDERS if evidence or each is not evidence_wanted]
    return [line for each in wanted for line in each(seat)]
