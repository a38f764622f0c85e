"""The standing of the sides over a game by their score, and the side whose line a review draws."""

from collections import Counter
from typing import NamedTuple

from reports.figures.style import side_colour
from reports.review.review import Review


class Score(NamedTuple):
    """The points of each side after a change. order: the number of the order that caused it."""

    order: int
    turn: int
    points: dict[str, int]


def line_side(review: Review) -> str:
    """The side for which a chart of two sides is drawn: the first that people play."""
    sides = review.state.sides
    return next(iter((*review.state.players(), *sides)), "")


def colour_of(review: Review, side: str) -> str:
    """The colour of a side, the same as on the map."""
    return side_colour(list(review.state.sides), side)


def scores(review: Review) -> list[Score]:
    """The points of the sides, from the start of play, change by change: those that the rule system counts
    on the table, else the tracks that belong to sides. Empty if they never changed."""
    found = _counted(review) if review.counts_points else _by_tracks(review)
    if len(found) < 2:
        return []
    last = review.story.turns[-1].turn if review.story.turns else 0
    return [*found, Score(0, last, found[-1].points)] if last > found[-1].turn else found


def _counted(review: Review) -> list[Score]:
    return [Score(each.order, each.turn, dict(each.points)) for each in review.standings]


def _by_tracks(review: Review) -> list[Score]:
    owners = {
        id: track.data.side
        for id, track in review.state.tracks.items()
        if track.data.side and id in review.story.start
    }
    if not owners:
        return []
    values = {id: review.story.start[id] for id in owners}
    turns = review.story.turns
    found = [Score(0, turns[0].turn if turns else 0, _points(values, owners))]
    for turn in turns:
        for phase in turn.phases:
            for order in phase.orders:
                for line in order.lines:
                    track = line.fields.get("track") if line.kind == "scored" else None
                    if track in owners and not line.struck_by:
                        values[track] = line.fields["value"]
                        found.append(Score(order.number, turn.turn, _points(values, owners)))
    return found


def _points(values: dict[str, int], owners: dict[str, str]) -> dict[str, int]:
    points: Counter[str] = Counter(dict.fromkeys(owners.values(), 0))
    for track, side in owners.items():
        points[side] += values[track]
    return dict(points)
