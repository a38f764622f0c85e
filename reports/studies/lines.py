"""A study in plain lines for the terminal. The report has everything."""

from collections.abc import Iterator

from adjudication.chances.study import Study
from reports.studies import words as said
from reports.studies.deciding import Relation
from reports.studies.figures import Figures, Spread
from reports.studies.words import mean, percent, side_words
from reports.words.forecasts import table_lines
from reports.words.names import capital, number_of


def study_lines(study: Study, told: Figures) -> list[str]:
    """The findings of the study, each variant, each effect, and what is associated with winning."""
    of = f" of each of {len(told.variants)} variants" if len(told.variants) > 1 else ""
    played = f"{told.games:,} {'game' if told.games == 1 else 'games'}{of}"
    found = said.finding(study, told)
    return [
        f"{told.system}: {played}, seed {told.seed} ({_rate(told.rate)} games per second and worker)",
        f"{_plain(found.headline)}.",
        "",
        *_variants(study, told),
        *_effects(study, told),
        *_tied(study, told),
        *_rest(told),
    ]


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"


def _plain(text: str) -> str:
    """A text for terminals that lack the minus sign."""
    return text.replace("−", "-")


def _variants(study: Study, told: Figures) -> Iterator[str]:
    """A row for each variant; no column repeats another."""
    labels = said.labels_of(study)
    sides = said.counted_sides(told)
    margins = said.margin_sides(told) if len(told.sides) == 2 else []  # for more, the report has them
    heads = [f"won by {side_words(told, side)}" for side in sides]
    heads += ["draws"] if said.draws(told) else []
    heads += [f"margin of {side_words(told, side)}" for side in margins]
    rows = [["", *heads, "turns", "orders"]]
    for variant in told.variants:
        cells = [percent(variant.wins[side]) for side in sides]
        cells += [percent(variant.wins[""])] if said.draws(told) else []
        cells += [_margin(variant.margins.get(side)) for side in margins]
        name = capital(labels[variant.name]) or "All games"
        rows.append([name, *cells, mean(variant.turns), mean(variant.orders)])
    yield from table_lines(rows)


def _margin(spread: Spread | None) -> str:
    return "" if spread is None else f"{spread.mean:+.2f} ± {spread.error:.2f}"


def _effects(study: Study, told: Figures) -> Iterator[str]:
    if not told.effects:
        return
    yield "Effects, with 95 % intervals:"
    sides = said.counted_sides(told)
    margins = said.margin_sides(told) if len(told.sides) == 2 else []
    heads = [f"won by {side_words(told, side)}" for side in sides]
    rows = [["", "against", *heads, *(f"margin of {side_words(told, side)}" for side in margins)]]
    for effect in told.effects:
        cells = [f"{said.points(effect.wins[side])} points" for side in sides]
        cells += [said.difference(effect.margins[side]) if side in effect.margins else "" for side in margins]
        name, against = said.effect_words(study, effect), said.against_words(study, effect)
        rows.append([capital(name), against, *map(_plain, cells)])
    yield from table_lines(rows)


def _tied(study: Study, told: Figures) -> Iterator[str]:
    """What is most closely associated with winning, in each variant."""
    labels = said.labels_of(study)
    for found in told.deciding:
        if found.relations:
            first = max(found.relations, key=lambda one: abs(one.difference.difference))
            name = f" ({labels[found.variant]})" if labels[found.variant] else ""
            yield f"Most closely tied to winning{name}: {_relation(told, first)}."


def _relation(told: Figures, one: Relation) -> str:
    side, with_it, without = side_words(told, one.side), one.with_it, one.without
    return (
        f"{one.what}. {capital(side)} won {100 * with_it.share:.0f} % of those {with_it.games:,} games "
        f"and {100 * without.share:.0f} % of the other {without.games:,}"
    )


def _rest(told: Figures) -> Iterator[str]:
    if told.judged:
        often = f"{told.judged:.1f} per game"
        yield f"The policy picked the white cell's judgements ({often}), so who wins depends on them."
    if told.never:
        some = sum(kind == "procedure" for _, _, kind in told.never)
        rules = number_of(len(told.never), "rule")
        yield f"No game cited {rules} ({some} of them procedures); see the report."
