"""The findings of a study: effects, who wins, by how much, and why games ended."""

from collections.abc import Callable, Iterable, Sequence

from adjudication.chances.study import GamePlayed
from reports.document.blocks import (
    Block,
    Bullets,
    Figure,
    Paragraph,
    Section,
    Span,
    Table,
    Unfold,
    Words,
)
from reports.figures.effects import Axis, Point, points
from reports.figures.ridges import MOST, Parts, Ridge, ridges
from reports.figures.stacked import Sort, stacked, tints
from reports.figures.style import NARROW, NEITHER
from reports.studies import words as said
from reports.studies.figures import Effect, Figures, VariantFigures, margins_of
from reports.studies.shares import Difference
from reports.studies.told import FOUND, Told, chart, columns, section, soft, spread_block
from reports.studies.words import effect_words, percent, side_words
from reports.words.names import capital, number_of, one_line, wins

MOST_SORTS = 6
"""The most reasons of one winner that a bar of endings shows separately; the rest are `other reasons`."""
OTHER = "other reasons"


def faults(it: Told) -> Section | None:
    """What went wrong, which comes first."""
    count = sum(variant.faults for variant in it.figures.variants)
    if not count:
        return None
    lead = (
        f"{number_of(count, 'game')} stopped with an error. This is a defect in the rule code or the policy; "
        "these games count as games that nobody won."
    )
    lines: list[Words] = [
        f"{capital(it.label(name))}, game {number} (seed {seed}): {one_line(why)}"
        for name, number, seed, why in it.figures.faults
    ]
    blocks = (Paragraph(lead, "lead"), Bullets(tuple(lines)))
    return section("faults", "Games that stopped with an error", FOUND, blocks)


def effects(it: Told) -> Section | None:
    """The effect of each setting: shares of games, and margins."""
    told = it.figures
    if not told.effects:
        return None
    share = [
        _effect_point(it, effect, side, effect.wins[side])
        for effect in told.effects
        for side in said.counted_sides(told)
    ]
    side = said.counted_sides(told)[0]
    two = len(said.counted_sides(told)) == 1
    toward = (f"for {side_words(told, it.other(side))}", f"for {side_words(told, side)}")
    axis = Axis(
        "effect on the share of games won, in percentage points",
        about=0.0,
        toward=toward if two else ("won less often", "won more often"),
        signed=True,
    )
    lead = (
        "Each setting against the first value given for it; all else that was varied is pooled. A full point "
        "is a clear difference: its interval does not include zero."
    )
    return section(
        "effects",
        "What each setting changes",
        FOUND,
        (
            soft(lead),
            chart(points, share, axis),
            _margin_effects(it),
            _effect_table(it),
        ),
    )


def _effect_point(it: Told, effect: Effect, side: str, change: Difference) -> Point:
    name = capital(effect_words(it.study, effect))
    if len(said.counted_sides(it.figures)) > 1:
        name = f"{name}: {side_words(it.figures, side)}"
    return Point(
        name,
        100 * change.difference,
        100 * change.low,
        100 * change.high,
        said.points(change),
        _colour_of(it, side, change),
    )


def _colour_of(it: Told, side: str, change: Difference) -> str:
    """The colour of the side that gains by a clear change; none if it is not clear."""
    if not change.clear:
        return ""
    gains = side if change.difference > 0 or not it.other(side) else it.other(side)
    return it.colour(gains)


def _margin_effects(it: Told) -> Figure | None:
    told = it.figures
    rows = []
    for effect in told.effects:
        for side in said.margin_sides(told):
            change = effect.margins.get(side)
            if change is not None:
                name = capital(effect_words(it.study, effect))
                name = name if len(said.margin_sides(told)) == 1 else f"{name}: {side_words(told, side)}"
                rows.append(
                    Point(name, *_ends(change), said.difference(change), _colour_of(it, side, change))
                )
    if not rows:
        return None
    one = said.margin_sides(told)
    whose = f" of {side_words(told, one[0])}" if len(one) == 1 else ""
    axis = Axis(f"effect on the mean margin{whose}, in points of score", about=0.0, signed=True)
    return chart(points, rows, axis)


def _ends(change: Difference) -> tuple[float, float, float]:
    return change.difference, change.low, change.high


def _effect_table(it: Told) -> Unfold:
    told = it.figures
    sides, margins = said.counted_sides(told), said.margin_sides(told)
    names = [f"Won by {side_words(told, side)}, points" for side in sides]
    names += [f"Margin of {side_words(told, side)}" for side in margins]
    rows: list[tuple[Words, ...]] = []
    for effect in told.effects:
        cells = [_clear(said.points(effect.wins[side]), effect.wins[side]) for side in sides]
        cells += [
            _clear(said.difference(effect.margins[side]), effect.margins[side])
            if side in effect.margins
            else ""
            for side in margins
        ]
        rows.append((capital(effect_words(it.study, effect)), said.against_words(it.study, effect), *cells))
    table = Table(
        columns("Setting", "Compared with", *names, numbers=2),
        tuple(rows),
        "Effects with 95 % intervals",
        heads=True,
    )
    return Unfold("The numbers", (table,), quiet=True)


def _clear(words: str, change: Difference) -> Words:
    return (words, " ", Span("clear", "badge")) if change.clear else words


def results(it: Told) -> Section | None:
    """How often each side won; a share is shown once if another is its complement."""
    told = it.figures
    sides = [*said.counted_sides(told), *([""] if said.draws(told) else [])]
    rows = [
        Point(
            capital(it.label(variant.name))
            if len(sides) == 1
            else it.of_side(variant.name, side_words(told, side) if side else "draw"),
            100 * share.share,
            100 * share.low,
            100 * share.high,
            percent(share),
            it.colour(side) if side else NEITHER,
        )
        for variant in told.variants
        for side in sides
        for share in (variant.wins[side],)
        if side or share.count
    ]
    heading = f"How often {wins(side_words(told, sides[0]))}" if len(sides) == 1 else "Who wins"
    half = 50.0 if len(sides) == 1 else None
    axis = Axis("share of games, with 95 % intervals", "%", half, (0.0, 100.0))
    blocks: list[Block] = [chart(points, rows, axis)]
    other = it.other(sides[0])
    if len(sides) == 1 and other and not any(variant.faults for variant in told.variants):
        blocks.append(soft(f"{capital(wins(side_words(told, other)))} all other games."))
    return section("results", capital(heading), FOUND, blocks)


def margins(it: Told) -> Section | None:
    """By how much each side led, as ridges on one axis."""
    told = it.figures
    sides = said.margin_sides(told)
    if not sides:
        return None
    lead = soft(
        "The margin is a side's score less the best score of the others. The mark below each row is its mean."
    )
    if len(sides) > 1:
        return section("margins", "By how much", FOUND, (lead, _all_margins(it, sides)))
    (side,) = sides
    other, name = it.other(side), side_words(told, side)
    parts = Parts(
        (it.colour(other) if other else NEITHER, NEITHER, it.colour(side)),
        (f"{capital(side_words(told, other)) if other else 'Another side'} ahead", f"{capital(name)} ahead"),
    )
    spreads = {each.name: each.margins[side] for each in told.variants if side in each.margins}
    block = spread_block(it, spreads, _margin_of(side), f"margin of {name}", parts)
    return section("margins", "By how much", FOUND, (lead, block))


def _all_margins(it: Told, sides: Sequence[str]) -> Figure:
    """The margins of more than two sides, a row for each in each variant."""
    told = it.figures
    rows = [
        Ridge(
            it.of_side(variant.name, side_words(told, side)),
            [margins_of(game).get(side, 0) for game in it.games(variant.name)],
            variant.margins[side].mean,
            f"mean {said.signed(variant.margins[side].mean, 1)}",
            it.colour(side),
        )
        for variant in told.variants
        for side in sides
        if side in variant.margins
    ][:MOST]
    parts = Parts((NEITHER, NEITHER, NEITHER), ("another side ahead", "ahead"))
    words = "; ".join(f"{row.name}: {row.said}" for row in rows)
    axis = "margin of each side (height: share of games)"
    return Figure(
        ridges(rows, axis, "Margins", parts),
        f"Margin of each side in each game. {words}.",
        narrow=ridges(rows, axis, "Margins", parts, width=NARROW),
    )


def _margin_of(side: str) -> Callable[[GamePlayed], int]:
    return lambda game: margins_of(game).get(side, 0)


def endings(it: Told) -> Section | None:
    """Why games ended, by winner."""
    told = it.figures
    totals: dict[tuple[str, str], int] = {}
    for variant in told.variants:
        for ending in variant.endings:
            key = (ending.winner, ending.reason)
            totals[key] = totals.get(key, 0) + ending.share.count
    if not totals:
        return None
    sorts = _sorts(it, totals)
    rows = [
        (capital(it.label(variant.name)) if it.several else "", _shares(variant, sorts))
        for variant in told.variants
    ]
    named = [Sort(_ending_words(told, winner, reason), colour) for (winner, reason), colour in sorts.items()]
    shown = "; ".join(
        f"{name or 'all games'}: "
        + ", ".join(
            f"{sort.name} {100 * share:.1f} %" for share, sort in zip(shares, named, strict=True) if share
        )
        for name, shares in rows
    )
    caption = "Why games ended"
    figure = Figure(
        stacked(rows, named, caption),
        f"{caption}. {shown}.",
        narrow=stacked(rows, named, caption, width=NARROW),
    )
    return section("endings", caption, FOUND, (figure, _ending_table(it, list(totals))))


def _sorts(it: Told, totals: dict[tuple[str, str], int]) -> dict[tuple[str, str], str]:
    """Winner and reason -> colour, in the order of the sides, draws in the middle of two."""
    sides = list(it.figures.sides)
    order = [*sides[:1], "", *sides[1:]]
    found: dict[tuple[str, str], str] = {}
    for winner in order:
        own = sorted((key for key in totals if key[0] == winner), key=lambda key: -totals[key])
        if len(own) > MOST_SORTS:
            own = [*own[: MOST_SORTS - 1], (winner, OTHER)]
        shades = tints(it.colour(winner), len(own))
        if winner != order[0]:
            own.reverse()
            shades.reverse()  # the most frequent are at the ends of the bar
        found.update(zip(own, shades, strict=True))
    return found


def _shares(variant: VariantFigures, sorts: Iterable[tuple[str, str]]) -> list[float]:
    found = dict.fromkeys(sorts, 0.0)
    for ending in variant.endings:
        key = (ending.winner, ending.reason)
        found[key if key in found else (ending.winner, OTHER)] += ending.share.share
    return list(found.values())


def _ending_words(told: Figures, winner: str, reason: str) -> str:
    who = capital(wins(side_words(told, winner))) if winner else "Draw"
    return f"{who}: {one_line(reason)}" if reason else who


def _ending_table(it: Told, listed: Sequence[tuple[str, str]]) -> Unfold:
    told = it.figures
    by_variant = [
        {(each.winner, each.reason): each.share for each in variant.endings} for variant in told.variants
    ]
    rows: list[tuple[Words, ...]] = [
        (
            side_words(told, winner) if winner else "draw",
            one_line(reason),
            *(percent(shares[winner, reason]) if (winner, reason) in shares else "" for shares in by_variant),
        )
        for winner, reason in listed
    ]
    names = [capital(it.label(variant.name)) for variant in told.variants]
    table = Table(columns("Won by", "Verdict", *names, numbers=2), tuple(rows), "Why games ended")
    return Unfold("The numbers", (table,), quiet=True)
