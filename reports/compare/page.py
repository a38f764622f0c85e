"""A comparison as a document: every decision beside those of the other groups."""

from collections.abc import Iterator
from itertools import zip_longest

from reports.compare.found import Comparison, Decisions, Parting, Row, Said, Score
from reports.compare.words import (
    DIFFERENT,
    NOTHING,
    SAME,
    luck_rows,
    outcome_rows,
    ratio_words,
    side_name,
    when,
)
from reports.document.blocks import (
    Block,
    Bullets,
    Column,
    Document,
    Paragraph,
    Section,
    Span,
    Table,
    Unfold,
    Words,
)
from reports.document.blocks import Figure as FigureBlock
from reports.figures.chart import line_chart
from reports.words.names import capital, joined, one_line, spoken
from reports.words.seminar import lasting

MOST_BESIDE = 5
"""Games whose insights stand in columns; of more, below each other."""


def comparison_document(found: Comparison) -> Document:
    """The comparison as a report."""
    names = [game.name for game in found.games]
    sections = (
        _compared(found),
        _outcomes(found),
        _scores(found),
        _parting(found),
        _decisions(found),
        _losses(found),
        _time(found),
        _luck(found),
        _insights(found),
        _rulings(found),
    )
    return Document(
        title=found.title,
        kicker="Comparison of games",
        subtitle=f"{joined(names)} · {one_line(found.system)}",
        marking=found.marking,
        sections=tuple(section for section in sections if section is not None),
        foot="Made from the logs of these games. No other source was used.",
    )


def _columns(found: Comparison, first: str, number: bool = False) -> tuple[Column, ...]:
    return Column(first), *(Column(game.name, number) for game in found.games)


def _compared(found: Comparison) -> Section:
    blocks: list[Block] = []
    if found.differences:
        blocks.append(Paragraph(Span(f"{DIFFERENT}:", "warning"), "lead"))
        rows = tuple((each.what, *each.values) for each in found.differences)
        blocks.append(Table(_columns(found, "Difference"), rows, "Differences in conditions", heads=True))
    else:
        blocks.append(Paragraph(SAME))
    if found.dice:
        blocks.append(Paragraph(found.dice, "soft"))
    begun: list[tuple[Words, ...]] = [
        (game.name, hour_of(game.begun), hour_of(game.ended), Span(game.head, "code")) for game in found.games
    ]
    columns = (Column("Game"), Column("Begun (UTC)"), Column("Last event"), Column("Chain head"))
    blocks.append(Table(columns, tuple(begun), "Games", heads=True))
    return Section("compared", "Games compared", tuple(blocks))


def hour_of(time: str) -> str:
    """A time of an event, fit for a table; nothing where there is none."""
    return one_line(time[:16].replace("T", " "))


def _outcomes(found: Comparison) -> Section:
    rows = tuple((what, *values) for what, values in outcome_rows(found))
    reasons: list[Words] = [
        (Span(f"{game.name}: ", "strong"), capital(game.reason)) for game in found.games if game.reason
    ]
    blocks: list[Block] = [Table(_columns(found, ""), rows, "Outcome of each game", heads=True)]
    if reasons:
        blocks.append(Bullets(tuple(reasons)))
    return Section("outcomes", "Outcomes", tuple(blocks))


def _scores(found: Comparison) -> Section | None:
    sections = tuple(
        _score(found, score, place)
        for place, score in enumerate(found.scores, 1)
        if any(len(set(values)) > 1 for values in zip(*score.turns.values(), strict=True))
    )
    return Section("scores", "Scores by turn", sections) if sections else None


def _score(found: Comparison, score: Score, place: int) -> Section:
    blocks: list[Block] = []
    lines = {
        game.name: [value for values in score.turns.values() if (value := values[index]) is not None]
        for index, game in enumerate(found.games)
    }
    turns = list(score.turns)
    if len(turns) > 1 and all(lines.values()):
        told = [f"{name} from {line[0]} to {line[-1]}" for name, line in lines.items()]
        svg = line_chart(turns, lines, score.name, f"score-{place}")
        blocks.append(
            FigureBlock(svg, f"{capital(score.name)}: {joined(told)}.", f"{capital(score.name)} by turn")
        )
    rows = tuple(
        (str(turn), *("" if value is None else str(value) for value in values))
        for turn, values in score.turns.items()
    )
    blocks.append(
        Table(
            _columns(found, "Turn", True), rows, f"{capital(score.name)} at the end of each turn", heads=True
        )
    )
    return Section(f"score-{place}", capital(score.name), tuple(blocks))


# --- decisions -------------------------------------------------------------------------------------


def _parting(found: Comparison) -> Section:
    blocks: list[Block] = []
    for shared in found.shared:
        told = f"{shared.games[0]} and {shared.games[1]} share their log up to event {shared.last}."
        items = [
            (Span(f"{name}: ", "strong"), *_said(said))
            if said is not None
            else (Span(f"{name} ", "strong"), "ends there.")
            for name, said in zip(shared.games, shared.then, strict=True)
        ]
        blocks += [Paragraph(told), Bullets(tuple(items))]
    if found.decided is None:
        blocks.append(Paragraph("All orders are the same."))
    else:
        blocks.append(Paragraph(f"First different decision: {when(found.decided)}."))
        blocks.append(_each(found, found.decided))
    if found.rolled is not None:
        blocks.append(Paragraph(f"First different roll or draw: {when(found.rolled)}."))
        blocks.append(_each(found, found.rolled))
    return Section("parting", "Where the games diverge", tuple(blocks))


def _each(found: Comparison, parting: Parting) -> Bullets:
    items: list[Words] = []
    for game, said in zip(found.games, parting.each, strict=True):
        items.append((Span(f"{game.name}: ", "strong"), *(_said(said) if said is not None else (NOTHING,))))
    return Bullets(tuple(items))


def _said(said: Said) -> tuple[str | Span, ...]:
    came = f" → {said.came}" if said.came else ""
    return said.words, Span(f"{came} (event {said.number})", "soft")


def _decisions(found: Comparison) -> Section | None:
    turns: dict[int, list[Decisions]] = {}
    for point in found.decisions:
        turns.setdefault(point.turn, []).append(point)
    if not turns:
        return None
    lead = (
        "The orders of each game, phase by phase. Orders that are the same share a row; orders that only end "
        "a phase are left out. The number is the event in that game's log. After the arrow: the result, if "
        "there was a roll, a change of a track, a loss or a question."
    )
    unfolds = tuple(_turn(found, turn, points) for turn, points in turns.items())
    return Section("decisions", "Decisions at the same points", (Paragraph(lead, "soft"), *unfolds))


def _turn(found: Comparison, turn: int, points: list[Decisions]) -> Unfold:
    rows = [row for point in points for row in point.rows]
    same = sum(row.alike for row in rows)
    given = [
        f"{game.name} {sum(row.orders[place] is not None for row in rows)}"
        for place, game in enumerate(found.games)
    ]
    tables = tuple(_phase(found, point) for point in points)
    return Unfold(f"Turn {turn}", tables, f"orders: {', '.join(given)}; {same} the same in all")


def _phase(found: Comparison, point: Decisions) -> Table:
    side = f", {found.sides.get(point.side, one_line(point.side))}" if point.side else ""
    name = f"Turn {point.turn}, {spoken(point.phase) or 'opening'}{side}"
    return Table(_columns(found, "Same?"), tuple(map(_row, point.rows)), name)


def _row(row: Row) -> tuple[Words, ...]:
    alike = "same" if row.alike else Span("other answer" if row.same else "different", "warning")
    return (alike, *map(_cell, row.orders))


def _cell(said: Said | None) -> Words:
    if said is None:
        return Span("—", "soft")
    words: list[str | Span] = [Span(f"{said.number}  ", "soft"), said.short or said.words]
    return (*words, Span(f" → {said.came}", "soft")) if said.came else tuple(words)


# --- losses, time, luck, what was said -------------------------------------------------------------


def _losses(found: Comparison) -> Section | None:
    if not found.losses:
        return None
    rows: list[tuple[Words, ...]] = []
    for losses in found.losses:
        rows.append((Span(side_name(found, losses.side), "strong"), *map(str, losses.lost)))
        rows += [(kind, *map(str, counts)) for kind, counts in losses.kinds.items()]
        if any(ratio is not None for ratio in losses.exchange):
            rows.append(("exchange ratio", *map(ratio_words, losses.exchange)))
    return Section(
        "losses",
        "Losses",
        (Table(_columns(found, "", True), tuple(rows), "Losses of each side", heads=True),),
    )


def _time(found: Comparison) -> Section | None:
    if not found.seconds:
        return None
    rows = tuple(
        (str(turn), *(lasting(seconds) if seconds else "" for seconds in spent))
        for turn, spent in found.seconds.items()
    )
    table = Table(_columns(found, "Turn", True), rows, "Real time of each turn", heads=True)
    return Section("time", "Time", (table,))


def _luck(found: Comparison) -> Section:
    rows = luck_rows(found)
    if not rows:
        how = Span("whitecell aar --with-luck", "code")
        told = Paragraph(("Luck was not computed for these games. Run ", how, " for each of them."), "soft")
        return Section("luck", "Luck", (told,))
    table = Table(
        _columns(found, "Side", True),
        tuple(map(tuple, rows)),
        "Margin of each side above what its orders could expect",
        heads=True,
    )
    return Section("luck", "Luck", (table,))


def _insights(found: Comparison) -> Section | None:
    if not found.topics:
        return None
    return Section("insights", "Insights", tuple(_topics(found)))


def _topics(found: Comparison) -> Iterator[Section]:
    for place, topic in enumerate(found.topics, 1):
        heading = f"{topic.id}: {topic.text}" if topic.id else "Other insights"
        blocks: list[Block] = [Paragraph(capital(topic.what), "soft")] if topic.what else []
        if len(found.games) <= MOST_BESIDE:
            said: list[list[Words]] = [
                [_said(each) for each in insights] or ["No insight."] for insights in topic.insights
            ]
            rows: Iterator[tuple[Words, ...]] = zip_longest(*said, fillvalue="")
            columns = tuple(Column(game.name) for game in found.games)
            blocks.append(Table(columns, tuple(rows), "Insights, highest rated first"))
        else:
            for game, insights in zip(found.games, topic.insights, strict=True):
                blocks.append(Paragraph(Span(game.name, "strong")))
                blocks.append(
                    Bullets(tuple(map(_said, insights))) if insights else Paragraph("No insight.", "soft")
                )
        yield Section(f"topic-{place}", heading, tuple(blocks))


def _rulings(found: Comparison) -> Section | None:
    if not any(found.rulings):
        return None
    blocks: list[Block] = []
    for game, rulings in zip(found.games, found.rulings, strict=True):
        blocks.append(Paragraph(Span(game.name, "strong")))
        blocks.append(Bullets(tuple(map(_said, rulings))) if rulings else Paragraph("None.", "soft"))
    return Section("rulings", "Rulings, house rules and undos", tuple(blocks))
