"""The log, and why something happened."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from domain.errors import BadData, NotFound
from domain.views.view import WHITE, EventView, see_log
from seats.dialogue.eyes import views_of
from seats.seat.marked import marking_line
from seats.seat.seat import Seat

if TYPE_CHECKING:
    from reports.words.explain import Derivation


def log(seat: Seat, last: int | None = None, turn: int | None = None) -> list[dict[str, Any]]:
    """The log as whoever sits here may read it: a side by lines of its own. last: only so many lines at its
    end. turn: only that turn. Raises BadData."""
    views = log_views(seat, last, turn)
    views = views if last is None else views[-last:]
    return [{**msgspec.to_builtins(view), **_marked(seat, view)} for view in views]


def log_views(seat: Seat, last: int | None = None, turn: int | None = None) -> list[EventView]:
    """The lines of the log as whoever sits here may read it. turn: only that turn. Raises BadData for a
    number of lines (`last`) that is none."""
    if last is not None and last < 1:
        raise BadData("--last takes a whole number from 1.")
    views = see_log(seat.game.log, seat.me.eyes) if seat.me.own else seat.seen(seat.me.eyes)
    return views if turn is None else _of_turn(views, turn)


def _marked(seat: Seat, view: EventView) -> dict[str, str]:
    """How an event's line is to be handled, where it is."""
    marking = marking_line(seat.game.state, [view.marking])
    return {"marking": marking} if marking else {}


def _of_turn(views: Sequence[EventView], turn: int) -> list[EventView]:
    """The lines between the first event of a turn and that of another, as often as it was played."""
    found = []
    now = 0
    for view in views:
        if view.event == "phase-entered":
            now = view.fields["turn"]
        if now == turn:
            found.append(view)
    return found


def explain(seat: Seat, number: int) -> dict[str, Any]:
    """Why the event of that number happened, or for a side the line of its own log. Raises NotFound."""
    told = derivation(seat, number)
    marking = marking_line(seat.game.state, markings_of(seat, told))
    return {**msgspec.to_builtins(told), **({"marking": marking} if marking else {})}


def derivation(seat: Seat, number: int) -> "Derivation":
    """The derivation of an event as far as whoever sits here may know it. Raises NotFound."""
    side = seat.me.own
    return explained(seat, side, number) if side else _derivation(seat, number, seat.me.eyes)


def markings_of(seat: Seat, told: "Derivation") -> list[str]:
    """The markings of their own that the events of a derivation have."""
    side = seat.me.own
    views = views_of(seat, side) if side else seat.seen(WHITE)
    shown = {step.number for step in (*told.steps, *told.corrections)}
    return [view.marking for view in views if (view.number or view.line) in shown]


def _derivation(seat: Seat, number: int, viewer: str) -> "Derivation":
    """The derivation of an event, by its number. Raises NotFound for one that is hidden from the viewer."""
    from reports.words.explain import explain as derive
    from reports.words.explain import explain_seen

    if viewer == WHITE:
        return derive(seat.game, number)
    views = {view.number: view for view in seat.seen(viewer)}
    if number not in views:  # whether it is hidden or not there is not told
        raise NotFound(f"There is no event {number} that {viewer} sees; `--as white` explains any event.")
    return explain_seen(seat.game, number, views, viewer)


def explained(seat: Seat, side: str, line: int) -> "Derivation":
    """The derivation of a line of the side's own log, its steps by that log's lines. Raises NotFound."""
    from reports.words.explain import explain_seen

    views = views_of(seat, side)
    if not 1 <= line <= len(views):
        raise NotFound(
            f"There is no line {line} in what {side} sees; `whitecell log --as {side}` numbers its lines."
        )
    numbers = [view.number for view in seat.seen(side)]
    return explain_seen(seat.game, numbers[line - 1], dict(zip(numbers, views, strict=True)), side)
