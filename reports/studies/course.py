"""The course of the games of a study: what is associated with winning, length, scores and losses, year by
year."""

from collections.abc import Callable, Iterable

from adjudication.chances.study import GamePlayed
from reports.document.blocks import (
    Block,
    Figure,
    Paragraph,
    Section,
    Span,
    Table,
    Unfold,
    Words,
)
from reports.figures.effects import Axis, Change, changes
from reports.figures.heat import heat
from reports.figures.style import NARROW
from reports.studies import words as said
from reports.studies.deciding import Deciding
from reports.studies.figures import Spread
from reports.studies.told import PLAYED, Told, chart, columns, section, soft, spread_block
from reports.studies.words import mean, side_words
from reports.words.names import capital, joined, number_of, one_line

MOST_TIED = 12
"""The most associations with winning in the plot of one variant; its table has all."""


def deciding(it: Told) -> Section | None:
    """What is associated with winning, variant by variant."""
    found = [each for each in it.figures.deciding if each.compared]
    lead = (
        "How often a side won where something happened (full point), and where it did not (hollow point). "
        "What goes with winning need not cause it: a side that is ahead also acts differently."
    )
    if not found:
        few = Paragraph("There are too few games to compare what goes with winning.", "soft")
        return section("deciding", "What goes with winning", PLAYED, (few,))
    blocks: list[Block] = [soft(lead)]
    first = next((each for each in found if each.relations), found[0])
    for each in found:
        inside = _tied(it, each)
        if not it.several:
            blocks += inside
        elif each is first:
            blocks += [Paragraph(Span(capital(it.label(each.variant)), "strong"), "over"), *inside]
        else:
            count = number_of(each.clear, "clear relation")
            blocks.append(
                Unfold(capital(it.label(each.variant)), tuple(inside), f"{count} of {each.compared} compared")
            )
    return section("deciding", "What goes with winning", PLAYED, blocks)


def _tied(it: Told, found: Deciding) -> list[Block]:
    told = it.figures
    if not found.relations:
        return [Paragraph(f"None of the {found.compared} things compared clearly goes with winning.")]
    widest = sorted(found.relations, key=lambda one: -abs(one.difference.difference))[:MOST_TIED]
    one_side = len(told.sides) == 2
    rows = [
        Change(
            capital(one_line(one.what))
            if one_side or side_words(told, one.side) in one.what
            else f"{capital(one_line(one.what))}: {side_words(told, one.side)}",
            100 * one.without.share,
            100 * one.with_it.share,
            f"{100 * one.without.share:.0f} % → {100 * one.with_it.share:.0f} %",
            it.colour(one.side),
        )
        for one in widest
    ]
    whose = f" by {side_words(told, widest[0].side)}" if one_side else ""
    axis = Axis(f"share of games won{whose}", "%", 50.0 if one_side else None, (0.0, 100.0))
    count = f"{found.clear} of the {found.compared} things compared clearly go with winning."
    return [
        Paragraph(count),
        chart(changes, rows, axis),
    ]


def measures(it: Told) -> Section | None:
    """Length, scores and losses; values that are the same in all games in a sentence."""
    told = it.figures
    always, rows = [], []
    plots: list[Block] = []
    for what, spreads, value in _measured(it):
        same = said.constant(spreads.values())
        if same is not None:
            always.append(f"{what} {same}")
            continue
        cells = [
            _spread_words(spreads[variant.name]) if variant.name in spreads else ""
            for variant in told.variants
        ]
        rows.append((capital(what), *cells))
        if value is not None:
            plots.append(spread_block(it, spreads, value, what))
    names = [capital(it.label(variant.name)) if it.several else "Mean" for variant in told.variants]
    caption = "Means with half their 95 % interval, and the range of eight games in ten"
    blocks = [
        Paragraph(f"The same in every game: {joined(always)}.") if always else None,
        Table(columns("", *names, numbers=1), tuple(rows), caption, heads=True) if rows else None,
        Unfold("How these numbers are spread", tuple(plots)) if plots else None,
    ]
    return section("measures", "Length, scores and losses", PLAYED, blocks)


def _measured(it: Told) -> Iterable[tuple[str, dict[str, Spread], Callable[[GamePlayed], int] | None]]:
    told = it.figures
    yield "turns", {each.name: each.turns for each in told.variants}, lambda game: game.turns
    yield "orders", {each.name: each.orders for each in told.variants}, lambda game: game.orders
    for side in told.sides:
        of = side_words(told, side)
        scores = {each.name: each.scores[side] for each in told.variants if side in each.scores}
        lost = {each.name: each.lost[side] for each in told.variants if side in each.lost}
        steps = {each.name: each.steps_lost[side] for each in told.variants if side in each.steps_lost}
        if scores:
            yield f"score of {of}", scores, None
        if lost:
            yield f"losses of {of}", lost, lambda game, whose=side: game.lost.get(whose, 0)  # type: ignore[misc]
        if steps:
            yield f"steps lost by {of}", steps, None


def _spread_words(spread: Spread) -> Words:
    if spread.least == spread.most:
        return str(spread.least)
    return mean(spread), Span(f"  ({spread.tenths[0]} to {spread.tenths[8]})", "soft")


def years(it: Told) -> Section | None:
    """When games ended, and what came up when, if the calendar has years."""
    told = it.figures.years
    if told is None:
        return None
    years = list(told.played)
    if len(years) < 2:
        return None
    ended: list[tuple[Words, ...]] = [
        (one_line(reason), *(str(by.get(year, "")) for year in years), str(sum(by.values())))
        for reason, by in told.endings
    ]
    ended.append(
        (Span("Games that reached the year", "strong"), *(str(told.played[year]) for year in years), "")
    )
    names = tuple(map(str, years))
    rows = [
        (one_line(title) or one_line(rule), [by.get(year, 0.0) for year in years])
        for rule, title, by in told.rules
    ]
    caption = "The share of the games that reached a year in which a rule was cited in it, in per cent"
    table = Table(
        columns("Rule", *names, numbers=1),
        tuple(
            (
                one_line(title) or one_line(rule),
                *(f"{100 * share:.1f}" if (share := by.get(year)) else "" for year in years),
            )
            for rule, title, by in told.rules
        ),
        caption,
        heads=True,
    )
    blocks: list[Block] = [
        Table(
            columns("Verdict", *names, "All", numbers=1),
            tuple(ended),
            "In which year games ended",
            heads=True,
        )
    ]
    if rows:
        spoken_rows = "; ".join(
            f"{name}: "
            + ", ".join(f"{y} {100 * share:.0f} %" for y, share in zip(years, shares, strict=True) if share)
            for name, shares in rows
        )
        blocks += [
            Figure(
                heat(names, rows, caption),
                f"{caption}. {spoken_rows}.",
                caption,
                narrow=heat(names, rows, caption, width=NARROW),
            ),
            Unfold("The numbers", (table,), quiet=True),
        ]
    return section("years", "Year by year", PLAYED, blocks)
