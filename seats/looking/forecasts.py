"""What the chances were: decisions, turning points, and what would have come of another roll or order."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from typing import Any, NamedTuple

from adjudication.chances.forecast import PlayedOut
from adjudication.chances.positions import Position
from adjudication.chances.split import Split, split
from adjudication.chances.turning_points import Forecast, Point
from adjudication.engine.games.systems import RuleSystem
from domain.game.game import Game
from reports.studies.kept import Kept
from seats.looking.odds import marking_of_all
from seats.seat.marked import marking_line
from seats.seat.seat import Seat

Bar = Callable[[str, int, str], AbstractContextManager[Callable[[int], None]]]
"""Shows how far something is: what, of how many, in which units."""


def split_of(
    system: RuleSystem, game: Game, kept: Kept[Split], policy: str, games: int, seed: int, bar: Bar
) -> Split:
    """A game, split into decisions, luck and rulings: as it was worked out before, or now. Raises Refused
    where people judge."""
    found = kept.get()
    if found is None:
        with ExitStack() as stack:
            found = split(
                system,
                game,
                policy,
                games,
                seed,
                progress=lambda total: stack.enter_context(bar("Weighing decisions", total, "orders")),
            )
        kept.put(found)
    return found


def decisions(seat: Seat, found: Split) -> dict[str, Any]:
    """What decisions, luck and rulings did to the chances of winning."""
    marked = [order.number for order in found.marked()]
    data = {"split": found, "totals": found.totals(), "marked": marked}
    return {"game": seat.name, "marking": marking_of_all(seat), **data}


class Compared(NamedTuple):
    """A position, and perhaps another, each played to its end many times: from event `at`, by a policy, as
    the viewer knew the table. heads: what the positions are called. judged: whether the policy picked
    judgements of the white cell."""

    at: int
    positions: Sequence[Position]
    played: Sequence[PlayedOut]
    heads: Sequence[str]
    policy: str
    viewer: str
    seed: int
    judged: bool


def what_if(seat: Seat, of: Compared) -> dict[str, Any]:
    """What comes of a position, and what of another in its place."""
    from reports.words.forecasts import chances_of, change_of, unscored

    state = of.positions[0].state
    before = chances_of(of.played[0], state)
    after = chances_of(of.played[1], state) if len(of.played) > 1 else None
    change = change_of(of.played[0], of.played[1], state) if len(of.played) > 1 else None
    return {
        "game": seat.name,
        "marking": marking_line(seat.game.state),
        "at": of.at,
        "policy": of.policy,
        "viewer": of.viewer,
        "seed": of.seed,
        "judged": of.judged,
        "not_counted": unscored(state),
        "games": before.games,
        "as_it_was": before,
        "what_if": after,
        "altered": of.heads[-1] if after is not None else "",
        "change": change,
    }


def turning(seat: Seat, forecast: Forecast, top: int) -> tuple[list[Point], Mapping[int, str]]:
    """The points that moved the chances most, and their orders and rolls in words. top: how many."""
    from reports.words.then import words_then

    shown = [point for point in forecast.turning(top) if point.moved()]
    wanted = {number for point in shown for number in (point.order, *point.rolls)}
    views = [view for view in seat.seen(forecast.viewer) if view.number in wanted]
    return shown, words_then(seat.game.log, views, forecast.viewer)


def turning_points(seat: Seat, forecast: Forecast, top: int, judged: bool) -> dict[str, Any]:
    """The orders that moved the chances of winning most. judged: whether the policy picked judgements."""
    from reports.words.forecasts import unscored

    state = seat.game.state
    shown, told = turning(seat, forecast, top)
    named = [
        {
            "order": point.order,
            "words": told.get(point.order, ""),
            "moved": point.moved(),
            "beyond_noise": point.beyond_noise(),
            "rolls": [{"event": roll, "words": told[roll]} for roll in point.rolls if roll in told],
        }
        for point in shown
    ]
    own = [text for number, text in state.cell.markings.items() if number in told]
    return {
        "game": seat.name,
        "marking": marking_line(state, own),
        "judged": judged,
        "not_counted": unscored(state),
        "forecast": forecast,
        "turning_points": named,
    }
