"""The course of a game by its score, and what was lost."""

from reports.document.blocks import (
    Block,
    Column,
    Figure,
    Paragraph,
    Section,
    Span,
    Table,
    Words,
    event_link,
)
from reports.figures.chart import line_chart
from reports.review.curves import of_scores
from reports.review.moments import forecast_of
from reports.review.review import Review
from reports.review.standing import scores
from reports.story.turns import Loss, TurnTold
from reports.words.audit import verdict as audit_verdict
from reports.words.names import capital, joined, number_of


def audit_sentence(review: Review) -> str:
    """The audit in one sentence. A side does not learn how much happened that it did not see, nor whether
    a check was left out, because a hidden order that waits leaves one out."""
    if review.white:
        return audit_verdict(review.audit)
    count = len(review.audit.findings)
    if count:
        return f"Audit failed: {number_of(count, 'discrepancy', 'discrepancies')} in the whole game."
    return "The audit found no discrepancies in the whole game."


def points(review: Review) -> Section | None:
    """The points of the sides over the game, if the rule system counts them on the table; None if they
    never changed."""
    found = [standing for standing in review.standings if standing.change or standing is review.standings[0]]
    if len(found) < 2:
        return None
    if forecast_of(review) is None:  # otherwise the review opens with them
        return None
    known = "" if review.points_are_open else " Only the white cell knows them during the game."
    curve = of_scores(review, scores(review), (), "points")
    return Section(
        "points", "Points by turn", (curve, Paragraph(f"Counted by the rules on the table.{known}", "soft"))
    )


def score(review: Review) -> Section | None:
    """The value of each track that moved, at the end of each turn; None if none did."""
    turns = [turn for turn in review.story.turns if turn.tracks]
    tracks = [track for track in review.state.tracks if _moved(track, [review.story.start, *_values(turns)])]
    if not turns or not tracks:
        return None
    columns = {track: [turn.tracks.get(track, 0) for turn in turns] for track in tracks}
    numbers = [turn.turn for turn in turns]
    names = review.names
    blocks: list[Block] = []
    moving = {names.track(track): line for track, line in columns.items()}
    if len(turns) > 1:
        told = [f"{name} from {line[0]} to {line[-1]}" for name, line in moving.items()]
        text = f"Turns {numbers[0]} to {numbers[-1]}: {joined(told)}."
        blocks.append(Figure(line_chart(numbers, moving, "Tracks by turn"), text, "Tracks by turn"))
    rows = tuple(
        (str(number), *(_with_change(line, index) for line in columns.values()))
        for index, number in enumerate(numbers)
    )
    heads = (Column("Turn", number=True), *(Column(names.track(track), number=True) for track in tracks))
    blocks.append(Table(heads, rows, "Tracks at the end of each turn, with the change", heads=True))
    still = [
        names.track(track) for track in review.state.tracks if track not in tracks and _shown(track, turns)
    ]
    if still:
        blocks.append(Paragraph(f"Unchanged: {joined(still)}.", "soft"))
    return Section("score", "Tracks by turn", tuple(blocks))


def _values(turns: list[TurnTold]) -> list[dict[str, int]]:
    return [turn.tracks for turn in turns]


def _shown(track: str, turns: list[TurnTold]) -> bool:
    return any(track in turn.tracks for turn in turns)


def _moved(track: str, values: list[dict[str, int]]) -> bool:
    return len({each[track] for each in values if track in each}) > 1


def _with_change(line: list[int], index: int) -> Words:
    change = line[index] - line[index - 1] if index else 0
    return (f"{line[index]} ", Span(f"{change:+d}", "soft")) if change else str(line[index])


def casualties(review: Review) -> Section | None:
    """Losses by side, each with its event; None if there were none."""
    by_side: dict[str, list[Loss]] = {}
    for loss in review.story.losses():
        by_side.setdefault(loss.side, []).append(loss)
    columns = (Column("Turn", number=True), Column("Unit"), Column("Loss"), Column("Event", number=True))
    if not by_side:
        return None
    blocks: list[Block] = []
    for index, (side, losses) in enumerate(by_side.items(), 1):
        name = capital(review.names.side(side) or "no side")
        rows = tuple(
            (str(loss.turn), capital(loss.name), loss.in_words(), event_link(loss.number, str(loss.number)))
            for loss in losses
        )
        table = Table(columns, rows, f"Losses of {name}")
        blocks.append(
            Section(f"casualties-{index}", f"{name}: {sum(loss.amount for loss in losses)}", (table,))
        )
    return Section("casualties", "Casualties", tuple(blocks))
