"""Events in lines: each in words, what came of an order below its own."""

from collections.abc import Callable, Sequence
from itertools import takewhile

from domain.events import OrderGiven
from domain.game.chain import short
from domain.game.game import Game
from domain.views.view import WHITE, EventView
from seats.dialogue.strong import Strong
from seats.seat.seat import Seat

QUIET = frozenset(("order-done", "board-laid", "counters-laid", "tables-laid", "tracks-laid"))
"""Kinds of events that need no telling just after a command."""

_STRUCK = "(undone) "
MOVED, MARKED = "piece-moved", "marked"
SAME_MARK = 4
"""So many lines that say the same of different things are told as one line."""
MOST_NAMED = 12
"""How many of these things that line names at most."""


def head_of(game: Game) -> str:
    """The number of the last event and the short form of the chain's head, as `audit --head` takes them."""
    return f"{len(game.log)}:{short(game.head)}"


def written_down(game: Game) -> str:
    """What is worth writing down on paper: a log can be held against it later."""
    committed = game.opened.commitment
    sealed = f"; commitment of the dice: {short(committed)}" if committed else ""
    return f"Head of the log: {head_of(game)}{sealed}"


def event_lines(
    seat: Seat,
    views: Sequence[EventView],
    viewer: str,
    quiet: frozenset[str] = QUIET,
    summed: dict[int, str] | None = None,
    each: bool = False,
) -> list[str]:
    """Events as lines: number, then the sentence; undone ones are marked. What came of an order stands below
    its lines. quiet: kinds that are left out, and bookkeeping with them; none to show every event. summed: as
    `summed_up` has it, where not of these views. each: a line for each event, also where many in a row mark
    different things alike."""
    from reports.words.quiet import worth_telling
    from reports.words.then import words_then

    told = words_then(seat.game.log, views, viewer)
    left = sorted((summed_up(seat, views, viewer) if summed is None else summed).items())
    if quiet:
        views = worth_telling(views, seat.game.opened.system, viewer)
    views = [view for view in views if view.event not in quiet]
    left = [each for each in left if views and each[0] >= (views[0].number or views[0].line)]

    def said(view: EventView) -> str:
        return (
            f"{_STRUCK if view.struck else ''}"
            f"{f'({view.amended}) ' if view.amended else ''}"
            f"{told[view.number or view.line]}"
            f"{f' [{view.marking}]' if view.marking else ''}"
        )

    lines: list[str] = []
    before, times, together = "", 1, 0
    for place, view in enumerate(views, start=1):
        after = views[place] if place < len(views) else None
        if together:
            together -= 1
            continue
        here = left and (after is None or left[0][0] < (after.number or after.line))
        if here and view.event == "phase-entered":
            lines.append(Strong(f"       {left.pop(0)[1]}."))  # what came of it, before the next phase begins
        words = said(view)
        run = [words, *_same_mark(view, words, views[place:], said)] if not each else []
        last = views[place + len(run) - 2] if run else view
        if len(run) >= SAME_MARK and not (left and left[0][0] < (last.number or last.line)):
            together = len(run) - 1
            lines.append(f"{view.number or view.line:>5}  {_of_several(run)}")
        elif words == before and view.event == MOVED:  # counters that cannot be told apart
            times += 1
            lines[-1] = f"{lines[-1].removesuffix(f' ({times - 1} times)')} ({times} times)"
        else:
            times = 1
            lines.append(f"{view.number or view.line:>5}  {words}")
        before = words
        while left and (after is None or left[0][0] < (after.number or after.line)):
            lines.append(Strong(f"       {left.pop(0)[1]}."))
            before = ""
    return lines


def _same_mark(
    view: EventView, words: str, others: Sequence[EventView], said: Callable[[EventView], str]
) -> list[str]:
    """The lines that follow one directly and say the same of other things: `Aurore: no longer detected`."""
    if view.event != MARKED or view.struck or words.count(": ") != 1:
        return []
    tail = words.partition(": ")[2]
    following = takewhile(lambda each: each.event == MARKED and not each.struck, others)
    return list(takewhile(lambda line: line.partition(": ")[2] == tail, map(said, following)))


def _of_several(lines: Sequence[str]) -> str:
    """`No longer detected: Aurore, Valiant and 12 more (ows 2.3.3)` of such lines."""
    from reports.words.names import capital, joined

    things, tail = [line.partition(": ")[0] for line in lines], lines[0].partition(": ")[2]
    mark, sign, rule = tail.rpartition(" (")
    more = len(things) - MOST_NAMED
    named = [*things[:MOST_NAMED], f"{more} more"] if more > 1 else things
    return f"{capital(mark if sign else tail)}: {joined(named)}{sign}{rule if sign else ''}"


def summed_up(seat: Seat, views: Sequence[EventView], viewer: str) -> dict[int, str]:
    """What came of the orders that are over in these lines, by the numbers that the lines have."""
    ended = any(view.event == "order-done" for view in views)
    if seat.system.words.summary is None:
        return _fought(seat, views, viewer) if ended else {}
    if not ended and seat.system.words.concludes is None:
        return {}
    from domain.game.replay import views_by_number
    from reports.words.summaries import summed

    first = min((view.number for view in views if view.number), default=1)
    found = {each.concluded: each.whole for each in summed(seat.game, viewer, first)}
    here = {view.number or view.line for view in views}
    if not any(view.number for view in views):
        lines = {number: view.line for number, view in views_by_number(seat.game.log, viewer).items()}
        found = {lines[number]: text for number, text in found.items()}
    return {number: text for number, text in found.items() if number in here}


def _fought(seat: Seat, views: Sequence[EventView], viewer: str) -> dict[int, str]:
    """The fights among these lines as a review has them, each in a line of its own."""
    from reports.story.fights import Fights
    from reports.story.turns import story
    from reports.words.names import Names
    from reports.words.phrases import phrases

    # What people judge was said when they did.
    fights = {name for name, fight in phrases(seat.game.opened.system).fights.items() if fight.strengths}
    if not fights:
        return {}
    ends = [view.number for view in views if view.event == "order-done"]
    if all(ends) and not any(_order_ended(seat.game, number) in fights for number in ends):
        return {}  # the whole game is not told for an order that is no fight
    told = story(seat.game, viewer)
    orders = told.orders()
    lines = [line for order in orders for line in order.lines]
    found = Fights(orders, lines, Names(seat.game.state, viewer))
    # A story of all that happened counts events, one of what a side knows counts its lines.
    ended = {
        view.number if viewer == WHITE else view.line: view.number or view.line
        for view in views
        if view.event == "order-done"
    }
    return {
        ended[last]: fight.whole()
        for turn in told.turns
        for fight in found.of(turn)
        if fight.order.name in fights and (last := fight.order.lines[-1].number) in ended
    }


def _order_ended(game: Game, number: int) -> str:
    """The name of the order that ended with an event."""
    ended = game.log[number - 1]
    given = game.log[ended.procedure - 1] if ended.procedure else ended
    return given.order if isinstance(given, OrderGiven) else ""
