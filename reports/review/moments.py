"""The orders that turned a game: by the chances of winning if they were computed, else by the score."""

import re
from collections import Counter
from typing import NamedTuple

import msgspec

from adjudication.chances.spreads import margins
from adjudication.chances.turning_points import Forecast, Point
from adjudication.engine.by_hand.acts import PREFIX
from domain.views.view import WHITE
from reports.review.review import Review
from reports.story.standings import margins_of
from reports.story.turns import SUMMARY, Line, OrderTold
from reports.words.names import capital, joined, one_line, shortened, signed, spoken
from reports.words.phrases import phrases

MOMENTS = 3
"""The most turning points that a summary names."""
MOST_TRACKS = 2
"""The most tracks that a summary of an order names."""
_CODE = re.compile(r"\s*\(\w{1,6}\)$")
"""The number of a hex after its name."""
LONGEST_GIST = 160
"""The most characters about the result of an order."""


class Moment(NamedTuple):
    """An order that changed something. number: as shown on the page. moved: by how much, in words. side:
    the side whose margin it changed."""

    number: int
    turn: int
    moved: str
    side: str = ""


def forecast_of(review: Review) -> Forecast | None:
    """The forecast, if there is one: it is for the white cell, because it uses what sides may not know."""
    forecast = review.forecast
    return forecast if review.white and forecast is not None and len(forecast.points) > 1 else None


def most_moving(forecast: Forecast, count: int) -> list[Point]:
    """The points that changed a chance most, largest first; none that changed nothing."""
    return [point for point in forecast.turning(count) if point.moved()]


def moved_words(review: Review, point: Point) -> str:
    """The effect of a point on the side that it changed most: `Blue: chance of winning 32 % to 63 %
    (...)`."""
    if point.change is None:
        return ""
    changes = point.change.sides
    moved = max(changes, key=lambda side: (abs(changes[side].value), changes[side].value))
    value, low, high = (100 * part for part in msgspec.structs.astuple(changes[moved]))
    now = 100 * point.chances.sides[moved].value
    noise = "" if point.beyond_noise() else ", within sampling error"
    side = capital(review.names.side(moved))
    change = f"{value:+.1f} points, {low:+.1f} to {high:+.1f}"
    return f"{side}: chance of winning {now - value:.0f} % to {now:.0f} % ({change}){noise}"


class Shift(NamedTuple):
    """The effect of an order on the margins of the sides. now: the margins after it."""

    change: Counter[str]
    now: dict[str, int]


def by_margin(review: Review, count: int) -> list[Moment]:
    """The orders in force that changed the margin between the sides most."""
    changed = _by_points(review) if review.counts_points else _by_scores(review)
    told, turns = orders_told(review), _turns(review)
    by_weight = sorted(review.standings, key=lambda standing: sum(map(abs, standing.change.values())))
    turns |= {standing.order: standing.turn for standing in by_weight if standing.change}
    moved = [
        (number, shift) for number, shift in changed.items() if number in told and any(shift.change.values())
    ]
    moved.sort(key=lambda each: (-max(map(abs, each[1].change.values())), each[0]))
    return [_by_margin(review, told[number], turns[number], shift) for number, shift in moved[:count]]


def _by_scores(review: Review) -> dict[int, Shift]:
    """The effect of each order on the margins, by the tracks that belong to sides."""
    tracks = dict(review.story.start)
    changed: dict[int, Shift] = {}
    for line in sorted(review.lines, key=lambda line: line.number):
        if line.kind != "scored" or line.struck_by or line.fields["track"] not in review.state.tracks:
            continue
        before = margins(tracks, review.state)
        tracks[line.fields["track"]] = line.fields["value"]
        _add(changed, line.procedure, before, margins(tracks, review.state))
    return changed


def _by_points(review: Review) -> dict[int, Shift]:
    """The same by the points that the rule system counts on the table."""
    changed: dict[int, Shift] = {}
    for standing in review.standings:
        if standing.change:
            before = {side: now - standing.change[side] for side, now in standing.points.items()}
            _add(changed, standing.order, margins_of(before), margins_of(standing.points))
    return changed


def _add(changed: dict[int, Shift], order: int, before: dict[str, int], after: dict[str, int]) -> None:
    found = changed.get(order, Shift(Counter(), {}))
    for side, margin in after.items():
        found.change[side] += margin - before.get(side, 0)
    changed[order] = found._replace(now=after)


def by_track(review: Review, count: int) -> list[Moment]:
    """The orders in force that moved any track furthest, as a share of the track's range.

    For games that people judge: a track that is no side's score, such as escalation, counts too.
    """
    told, turns = orders_told(review), _turns(review)
    moved: dict[int, list[str]] = {}
    weights: Counter[int] = Counter()
    for line in sorted(review.lines, key=lambda line: line.number):
        track = review.state.tracks.get(line.fields.get("track", "")) if line.kind == "scored" else None
        if track is None or line.struck_by or line.procedure not in told or not line.fields["change"]:
            continue
        span = max(1, track.data.highest - track.data.lowest)
        weights[line.procedure] += round(1_000_000 * abs(line.fields["change"]) / span)
        change = f"{review.names.track(track.data.id)} {signed(line.fields['change'])}"
        moved.setdefault(line.procedure, []).append(f"{change}, now {line.fields['value']}")
    most = sorted(moved, key=lambda number: (-weights[number], number))[:count]
    return [Moment(number, turns[number], "; ".join(moved[number])) for number in most]


def cause(review: Review, order: OrderTold) -> str:
    """What moved a track: the reason of a manual change, else the order."""
    given = review.by_number.get(order.number)
    reason = one_line(given.fields.get("because") or "") if given is not None else ""
    return reason.rstrip(".") if reason and order.name.startswith(PREFIX) else order.words


def _turns(review: Review) -> dict[int, int]:
    """The turn in which each order was given."""
    turns: dict[int, int] = {}
    for turn in review.story.turns:
        for phase in turn.phases:
            for order in phase.orders:
                turns.setdefault(order.number, phase.turn)
    return turns


def _by_margin(review: Review, order: OrderTold, turn: int, shift: Shift) -> Moment:
    side = max(shift.change, key=lambda each: (abs(shift.change[each]), shift.change[each]))
    moved = f"margin of {review.names.side(side)} {shift.change[side]:+d}"
    if review.counts_points:
        moved += f", now {shift.now[side]:+d}"
    return Moment(order.number, turn, moved, side)


def orders_told(review: Review) -> dict[int, OrderTold]:
    """The orders in force by their numbers on the page, each with all its results.

    An order that only ends a phase is named by that, `End of combat`; if it changed something in a later
    phase, by the later one, `Isis attack phase`: if there are several, by the one that changed the points of
    the sides most, or the last if none did. An order that changed more itself keeps its own name.
    """
    if review.orders_told:
        return review.orders_told
    said = phrases(review.opened.system)
    found = review.orders_told
    moved = _points_moved(review)
    most: Counter[int] = Counter()
    for phase in (phase for turn in review.story.turns for phase in turn.phases):
        for order in phase.orders:
            if not order.number or order.struck_by:
                continue
            first = found.get(order.number)
            points = sum(moved[line.number] for line in order.lines)
            if first is None:
                if order.name in said.ends_phase and phase.phase:
                    order = msgspec.structs.replace(order, words=f"End of {spoken(phase.phase)}")
                elif order.decisive():
                    most[order.number] = max(points, 1)
                found[order.number] = order
            else:
                ended = order.name in said.ending and phase.phase and order.decisive()
                ended = ended and points >= most[order.number]
                most[order.number] = max(points, most[order.number])
                told = _phase(phase.phase) if ended else ""
                found[order.number] = msgspec.structs.replace(
                    first, words=told or first.words, lines=[*first.lines, *order.lines], summed=None
                )
    return found


def _phase(phase: str) -> str:
    name = capital(spoken(phase))
    return name if name.endswith("phase") else f"{name} phase"


def _points_moved(review: Review) -> Counter[int]:
    """Line -> how many points of the sides it changed, if the rule system counts them."""
    return Counter({each.number: sum(map(abs, each.change.values())) for each in review.standings})


def place_of(review: Review, order: OrderTold) -> str:
    """The place that an order was about, by its name alone: the first one that its arguments name."""
    given = review.by_number.get(order.number)
    arguments = given.fields.get("arguments") if given is not None else None
    spaces = {space.id for space in review.state.board.data.spaces}
    found = [value for value in (arguments or {}).values() if isinstance(value, str) and value in spaces]
    return _CODE.sub("", review.names.space(found[0])) if found else ""


def came_of(review: Review, order: OrderTold) -> str:
    """The result of an order in a sentence: losses and the change of each track, else its system's
    summary."""
    live = [line for line in order.lines if not line.struck_by]
    parts = ["the game was decided"] if any(line.kind == "verdict-reached" for line in live) else []
    lost = [
        review.names_in(line).piece(line.loss.piece)
        for line in live
        if line.loss is not None and line.loss.piece
    ]
    named = list(dict.fromkeys(map(one_line, lost)))
    more = f" and {len(named) - 3} more" if len(named) > 3 else ""
    parts += [f"lost: {joined(named[:3]) if not more else ', '.join(named[:3])}{more}"] if named else []
    parts += _tracks_moved(review, live)[:MOST_TRACKS]
    parts = parts or [line.words for line in live if line.kind in (SUMMARY, "concluded")] or order.outcome()
    told = short("; ".join(part.rstrip(".") for part in parts), LONGEST_GIST)
    return told if not told or told.endswith("…") else f"{told}."


def _tracks_moved(review: Review, live: list[Line]) -> list[str]:
    """The total change of each track in some lines, tracks of sides first: `ISIS victory points +3, now
    31`."""
    changed: dict[str, int] = {}
    now: dict[str, int] = {}
    for line in live:
        if line.kind == "scored" and line.fields["track"] in review.state.tracks:
            track = line.fields["track"]
            changed[track] = changed.get(track, 0) + line.fields["change"]
            now[track] = line.fields["value"]
    order = sorted(
        (track for track in changed if changed[track]),
        key=lambda each: not review.state.tracks[each].data.side,
    )
    return [f"{review.names.track(track)} {signed(changed[track])}, now {now[track]}" for track in order]


def eyes(review: Review, forecast: Forecast) -> str:
    """The viewer through whose eyes chances were computed."""
    if forecast.viewer == WHITE:
        return "from all that the white cell knows"
    return f"from what {review.names.side(forecast.viewer)} could know"


def short(text: str, longest: int = 240) -> str:
    """A text cut to a length, after a word."""
    return shortened(text, longest)
