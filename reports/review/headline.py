"""The result of a game in two sentences: who won by how much, and when that was decided."""

from collections.abc import Mapping

from reports.figures.hero import Line, changes_of_lead
from reports.review.moments import forecast_of
from reports.review.review import Review
from reports.review.setting import declaration
from reports.review.standing import line_side, scores
from reports.words.names import capital, is_plural, joined, number_of, one_line, shortened, spoken, wins

SURE = 0.9
"""A game is decided when the winner's chance of winning reaches this value and never falls below it again."""
_TIMES = ("", "once", "twice", "three times", "four times", "five times", "six times")
_LONGEST = 200


def headline(review: Review) -> str:
    """The result as a sentence: `Islamic State wins by 28 points, 31-3.`"""
    reached, names = review.state.verdict, review.names
    if reached is None:
        if review.judged:
            return one_line(review.opened.title)
        state = review.state
        phase = f", {spoken(state.phase)}" if state.phase else ""
        return f"Not decided: turn {state.turn_name()}{phase}." if state.phase else "The game has not begun."
    if not reached.winner:
        level = len(set(reached.scores.values())) == 1 and len(reached.scores) > 1
        return f"A draw, {'-'.join(map(str, reached.scores.values()))}." if level else "A draw."
    winner = capital(names.side(reached.winner))
    told = _by(reached.scores, reached.winner)
    return f"{wins(winner)}{told}."


def _by(scores: Mapping[str, int], winner: str) -> str:
    """` by 28 points, 31-3` if the scores agree with the verdict."""
    others = [score for side, score in scores.items() if side != winner]
    if winner not in scores or not others or scores[winner] <= max(others):
        return ""
    lead = scores[winner] - max(others)
    rest = "-".join(map(str, sorted(others, reverse=True)))
    return f" by {number_of(lead, 'point') if lead > 1 else 'one point'}, {scores[winner]}-{rest}"


def deck(review: Review) -> str:
    """The sentence below the headline: when it was decided, and how often the lead changed hands."""
    reached, declared = review.state.verdict, declaration(review)
    if review.judged and declared is not None and declared["purpose"]:
        return f"{capital(one_line(declared['purpose'])).rstrip('.')}."
    if review.judged and reached is None:
        return _of_a_seminar(review)
    told = _by_chances(review) or _by_score(review)
    if told or reached is None:
        return told
    reason = shortened(capital(review.names.text(reached.reason)).rstrip("."), _LONGEST)
    whose = "Judgement of the white cell: " if review.judged else ""
    return f"{whose}{reason}{'' if reason.endswith('…') else '.'}"


def _by_chances(review: Review) -> str:
    forecast = forecast_of(review)
    if forecast is None:
        return ""
    side = line_side(review)
    parts = [point.chances.sides[side] for point in forecast.points]
    line = Line("", "", [e.value for e in parts], [e.low for e in parts], [e.high for e in parts])
    two = len(forecast.points[0].chances.sides) == 2
    changes = len(changes_of_lead(line, 0.5)) if two else 0
    reached = review.state.verdict
    if reached is None or not forecast.decided:
        return f"The odds have changed hands {times(changes)} so far." if changes else ""
    winner = reached.winner
    if winner not in forecast.points[0].chances.sides:
        return f"The odds changed hands {times(changes)}." if changes else ""
    won = [point.chances.sides[winner].value for point in forecast.points]
    last = max((place for place, value in enumerate(won) if value < SURE), default=-1)
    turn = forecast.points[min(last + 1, len(won) - 1)].turn
    decided = f"Decided in turn {review.names.turn(turn)}"
    if last < 0:
        decided = "Decided from the start"
    if changes:
        return f"{decided}, after the odds changed hands {times(changes)}."
    favourite = capital(review.names.side(winner))
    if two and last >= 0 and min(won) > 0.5:
        were = "were the favourites" if is_plural(favourite) else "was the favourite"
        return f"{decided}; {favourite} {were} throughout."
    return f"{decided}."


def _by_score(review: Review) -> str:
    """The same by the score, if it agrees with the verdict."""
    course, reached = scores(review), review.state.verdict
    if reached is None or not reached.winner or len(course) < 2:
        return ""
    sides = list(course[0].points)
    if len(sides) != 2 or reached.winner not in sides:
        return ""
    other = next(side for side in sides if side != reached.winner)
    margin = [each.points[reached.winner] - each.points[other] for each in course]
    if margin[-1] <= 0:
        return ""
    changes = changes_of_lead(Line("", "", margin), 0)
    behind = max((place for place, value in enumerate(margin) if value <= 0), default=-1)
    turn = review.names.turn(course[min(behind + 1, len(course) - 1)].turn)
    led = f"{capital(review.names.side(reached.winner))} led from turn {turn} to the end"
    if changes:
        return f"The lead changed hands {times(len(changes))}; {led[0] + led[1:]}."
    return f"{led}."


def _of_a_seminar(review: Review) -> str:
    """How long the game was, and what moved most."""
    orders = sum(told.counts() for told in review.story.orders())
    turns = len([turn for turn in review.story.turns if turn.turn])
    told = [f"{number_of(turns, 'turn')}, {number_of(orders, 'order')}"] if turns else []
    moved = _moved(review)
    return f"{'; '.join([*told, *moved])}." if told or moved else ""


def _moved(review: Review) -> list[str]:
    start, now = review.story.start, review.story.turns[-1].tracks if review.story.turns else {}
    found = [
        (abs(value - start.get(track, value)), f"{review.names.track(track)} from {start[track]} to {value}")
        for track, value in now.items()
        if track in start and value != start[track]
    ]
    return [joined([words for _, words in sorted(found, key=lambda each: -each[0])[:3]])] if found else []


def times(count: int) -> str:
    """`once`, `twice`, `three times`."""
    return _TIMES[count] if 0 < count < len(_TIMES) else f"{count} times"
