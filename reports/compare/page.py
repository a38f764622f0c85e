"""A comparison as a document, with every decision beside those of the other groups."""

from collections.abc import Iterator
from itertools import zip_longest

from reports.compare.finding import finding, when
from reports.compare.found import Comparison, Decisions, Outcome, Parting, Row, Said, Score
from reports.compare.words import (
    DIFFERENT,
    NOTHING,
    SAME,
    VERDICT,
    luck_rows,
    outcome_rows,
    ratio_words,
    side_name,
)
from reports.document.blocks import (
    Block,
    Bullets,
    Card,
    Cards,
    Column,
    Document,
    Grid,
    Paragraph,
    Section,
    Span,
    Table,
    Unfold,
    Words,
)
from reports.document.blocks import Figure as FigureBlock
from reports.figures.panels import Panel, panels
from reports.figures.style import NARROW
from reports.words.names import capital, joined, one_line, spoken, wins
from reports.words.seminar import lasting

MOST_BESIDE = 5
"""The most games whose insights are in columns; for more they are one below another."""


FOUND, PLAYED, SAID, METHOD = "Findings", "Decisions", "What was said", "Method"


def comparison_document(found: Comparison) -> Document:
    """The comparison as a report."""
    names = [game.name for game in found.games]
    headline, deck = finding(found)
    sections = (
        _conditions(found),
        _outcomes(found),
        _scores(found),
        _parting(found),
        _decisions(found),
        _losses(found),
        _time(found),
        _luck(found),
        _insights(found),
        _rulings(found),
        _compared(found),
    )
    return Document(
        title=found.title,
        kicker="Comparison of games",
        subtitle=joined(names),
        marking=found.marking,
        sections=tuple(section for section in sections if section is not None),
        foot="Made from the logs of these games. No other source was used.",
        headline=headline,
        deck=deck,
        meta=(one_line(found.system),),
    )


def _columns(found: Comparison, first: str, number: bool = False) -> tuple[Column, ...]:
    return Column(first), *(Column(game.name, number) for game in found.games)


def _conditions(found: Comparison) -> Section | None:
    """The differences in conditions between the games, which come first."""
    if not found.differences:
        return None
    rows = tuple((each.what, *each.values) for each in found.differences)
    blocks = (
        Paragraph(Span(f"{DIFFERENT}:", "strong"), "over"),
        Table(_columns(found, "Difference"), rows, "Differences in conditions", heads=True),
    )
    return Section("conditions", "What limits this", blocks, FOUND, boxed=True)


def _compared(found: Comparison) -> Section:
    blocks: list[Block] = [] if found.differences else [Paragraph(SAME)]
    if found.dice:
        blocks.append(Paragraph(found.dice, "soft"))
    if not luck_rows(found):
        how = Span("whitecell aar --with-luck", "code")
        blocks.append(
            Paragraph(("Luck was not computed for these games. Run ", how, " for each of them."), "soft")
        )
    begun: list[tuple[Words, ...]] = [
        (game.name, hour_of(game.begun), hour_of(game.ended), Span(game.head, "code")) for game in found.games
    ]
    columns = (Column("Game"), Column("Begun (UTC)"), Column("Last event"), Column("Chain head"))
    blocks.append(Table(columns, tuple(begun), "Games", heads=True))
    return Section("compared", "Games compared", tuple(blocks), METHOD, annex=True)


def hour_of(time: str) -> str:
    """A time of an event for a table; empty if there is none."""
    return one_line(time[:16].replace("T", " "))


MOST_CARDS = 6
"""The most games that have a card each; for more the table suffices."""


def _outcomes(found: Comparison) -> Section:
    rows = [(what, *values) for what, values in outcome_rows(found)]
    blocks: list[Block] = []
    if len(found.games) <= MOST_CARDS:
        blocks.append(Cards(tuple(_card(found, game) for game in found.games)))
        told = {
            VERDICT,
            *(capital(found.sides.get(side, side)) for game in found.games for side in game.scores),
        }
        rows = [row for row in rows if row[0] not in told]
    blocks.append(Table(_columns(found, ""), tuple(rows), "Each game", heads=True))
    return Section("outcomes", "Outcomes", tuple(blocks), FOUND)


def _card(found: Comparison, game: Outcome) -> Card:
    """A game at a glance: its score, who won, and why."""
    score = "–".join(str(game.scores[side]) for side in found.sides if side in game.scores)
    if game.winner is None:
        heading = "Not decided"
    elif game.winner:
        heading = capital(wins(found.sides.get(game.winner, one_line(game.winner))))
    else:
        heading = "A draw"
    of = [found.sides[side] for side in found.sides if side in game.scores]
    notes = (f"Score: {' – '.join(of)}",) if score else ()
    return Card(game.name, score, heading, capital(game.reason), notes=notes)


# --- scores ----------------------------------------------------------------------------------------


def _scores(found: Comparison) -> Section | None:
    """The course of the scores, all on one axis; other tracks below, each on its own."""
    told = [score for score in found.scores if _differs(score)]
    if not told:
        return None
    blocks: list[Block] = []
    sides = [score for score in found.scores if score.side]
    if any(_differs(score) for score in sides):
        margin = _margin(found, sides)
        blocks += [_figure(found, [margin])] if margin is not None else []
        blocks.append(_figure(found, sides))
    others = [score for score in told if not score.side]
    if others:
        blocks.append(Grid(tuple(_figure(found, [score], small=True) for score in others), columns=2))
    tables = tuple(_score_table(found, score) for score in told)
    blocks.append(Unfold("The numbers", tables, quiet=True))
    return Section("scores", "Scores by turn", tuple(blocks), FOUND)


def _differs(score: Score) -> bool:
    return any(len(set(values)) > 1 for values in zip(*score.turns.values(), strict=True))


def _margin(found: Comparison, sides: list[Score]) -> Score | None:
    """For two sides with a score each, the lead of the first."""
    if len(found.sides) != 2 or sorted(score.side for score in sides) != sorted(found.sides):
        return None
    first, second = sorted(sides, key=lambda score: list(found.sides).index(score.side))
    turns = {
        turn: tuple(
            None if one is None or other is None else one - other
            for one, other in zip(first.turns[turn], second.turns[turn], strict=True)
        )
        for turn in first.turns
    }
    return Score(MARGIN, f"lead of {found.sides[first.side]}", turns)


MARGIN = "margin"


def _figure(found: Comparison, scores: list[Score], small: bool = False) -> FigureBlock:
    turns = list(scores[0].turns)
    given = [
        Panel(
            capital(score.name),
            {
                game.name: [values[place] for values in score.turns.values()]
                for place, game in enumerate(found.games)
            },
            score.track == MARGIN,
        )
        for score in scores
    ]
    told = "; ".join(f"{panel.name}: {joined(_lines_told(panel))}" for panel in given)
    caption = " and ".join(panel.name for panel in given) if len(given) < 3 else "Scores of the sides"
    narrow = panels(turns, given, f"{caption} by turn", width=NARROW)
    svg = narrow if small else panels(turns, given, f"{caption} by turn")
    return FigureBlock(svg, f"{caption} by turn. {told}.", narrow="" if small else narrow)


def _lines_told(panel: Panel) -> list[str]:
    told = []
    for name, line in panel.values.items():
        known = [value for value in line if value is not None]
        if known:
            told.append(f"{name} from {known[0]} to {known[-1]}")
    return told


def _score_table(found: Comparison, score: Score) -> Table:
    rows = tuple(
        (str(turn), *("" if value is None else str(value) for value in values))
        for turn, values in score.turns.items()
    )
    caption = f"{capital(score.name)} at the end of each turn"
    return Table(_columns(found, "Turn", True), rows, caption, heads=True)


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
    return Section("parting", "Where the games diverge", tuple(blocks), FOUND)


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
    return Section("decisions", "Decisions at the same points", (Paragraph(lead, "soft"), *unfolds), PLAYED)


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
        PLAYED,
    )


def _time(found: Comparison) -> Section | None:
    if not found.seconds:
        return None
    rows = tuple(
        (str(turn), *(lasting(seconds) if seconds else "" for seconds in spent))
        for turn, spent in found.seconds.items()
    )
    table = Table(_columns(found, "Turn", True), rows, "Real time of each turn", heads=True)
    return Section("time", "Time", (table,), PLAYED)


def _luck(found: Comparison) -> Section | None:
    rows = luck_rows(found)
    if not rows:
        return None
    caption = "Margin of each side above what its orders could expect"
    table = Table(_columns(found, "Side", True), tuple(map(tuple, rows)), caption, heads=True)
    return Section("luck", "Luck", (table,), PLAYED)


def _insights(found: Comparison) -> Section | None:
    if not found.topics:
        return None
    return Section("insights", "Insights", tuple(_topics(found)), SAID)


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
                blocks.append(Paragraph(Span(game.name, "strong"), "over"))
                blocks.append(
                    Bullets(tuple(map(_said, insights))) if insights else Paragraph("No insight.", "soft")
                )
        yield Section(f"topic-{place}", heading, tuple(blocks))


def _rulings(found: Comparison) -> Section | None:
    if not any(found.rulings):
        return None
    blocks: list[Block] = []
    for game, rulings in zip(found.games, found.rulings, strict=True):
        blocks.append(Paragraph(Span(game.name, "strong"), "over"))
        blocks.append(Bullets(tuple(map(_said, rulings))) if rulings else Paragraph("None.", "soft"))
    return Section("rulings", "Rulings, house rules and undos", tuple(blocks), SAID)
