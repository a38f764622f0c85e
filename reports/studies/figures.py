"""The results of a study: shares with their intervals, distributions, effects, and what never came up."""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev

import msgspec

from adjudication.chances.spreads import MANY, t95, within_t
from adjudication.chances.study import BatchPlayed, GamePlayed, Study
from adjudication.engine.games.systems import load
from adjudication.engine.register import cited_in_code
from domain.errors import NotFound
from domain.events import TableData
from reports.studies.deciding import Deciding, deciding
from reports.studies.shares import (
    Difference,
    Share,
    chance_of_shares,
    difference_of,
    difference_of_shares,
    holm,
    share_of,
)
from reports.studies.tables import RowCount, RuleCount, row_counts, rule_counts, tables_of
from reports.words.rulebook import rule_text

MOST_REASONS = 10


class Spread(msgspec.Struct, frozen=True):
    """A distribution of whole numbers. error: half the 95 % interval of its mean (Student's t; 0 for a single
    game). tenths: the values that 10 %, 20 % and so on up to 90 % of the games do not exceed."""

    mean: float
    error: float
    deviation: float
    least: int
    tenths: tuple[int, ...]
    most: int
    games: int

    @property
    def square(self) -> float:
        """The square of the standard error of the mean."""
        return self.deviation**2 / self.games if self.games else 0.0


class Ending(msgspec.Struct, frozen=True):
    """Why games ended (`reason_kinds`), who won them, and their number."""

    reason: str
    winner: str
    share: Share


class VariantFigures(msgspec.Struct, frozen=True):
    """One variant, or all games with one value of what was varied. wins: side -> share, `""` for draws.

    reasons: why games ended (`reason_kinds`), regardless of the winner, most frequent first. endings: the
    same by winner. entered: table -> times a game. faults: games that broke off; they count as games, and for
    nobody.
    """

    name: str
    games: int
    faults: int
    wins: dict[str, Share]
    reasons: dict[str, Share]
    scores: dict[str, Spread]
    margins: dict[str, Spread]
    lost: dict[str, Spread]
    steps_lost: dict[str, Spread]
    entered: dict[str, Spread]
    turns: Spread
    orders: Spread
    endings: tuple[Ending, ...] = ()


class Effect(msgspec.Struct, frozen=True):
    """The effect of one value of a key, compared with the key's first value, over everything else that was
    varied."""

    key: str
    value: str
    against: str
    figures: VariantFigures
    wins: dict[str, Difference]
    margins: dict[str, Difference]


class TableFigures(msgspec.Struct, frozen=True):
    """A table and how often each of its rows was found, in the variants that have it. rows: number, cells,
    times, games."""

    name: str
    title: str
    variants: tuple[str, ...]
    games: int
    rows: tuple[tuple[int, str, int, int], ...]


class ByYear(msgspec.Struct, frozen=True):
    """What came up in which year of the calendar, over all variants. played: year -> games that reached
    it. rules: citation, title, and year -> share of the games that reached it in which the rule was cited.
    endings: why games ended, and year -> how many did then."""

    played: dict[int, int]
    rules: tuple[tuple[str, str, dict[int, float]], ...]
    endings: tuple[tuple[str, dict[int, int]], ...]


class Figures(msgspec.Struct, frozen=True):
    """All results of a study. rules: citation -> how often it came up, and in how many games.

    never: rules that code enforces or asks about and that no game cited: rule, title and kind. silent: those
    of them that no rule code cites, so that no log shows whether they were followed. orders: kind of order,
    side, how often it was given, and in how many games. unused: kinds that nobody gave. deciding: for each
    variant, what is associated with winning. years: if the calendar has years. faults: variant, number, seed
    and reason of the first few games that broke off. judged: how often a game the policy judged for the white
    cell.
    """

    system: str
    games: int
    seed: int
    program: str
    sides: dict[str, str]
    variants: tuple[VariantFigures, ...]
    effects: tuple[Effect, ...]
    rules: tuple[tuple[str, str, str, int, int], ...]
    never: tuple[tuple[str, str, str], ...]
    tables: tuple[TableFigures, ...]
    faults: tuple[tuple[str, int, int, str], ...]
    seconds: float
    judged: float = 0.0
    silent: tuple[str, ...] = ()
    orders: tuple[tuple[str, str, int, int], ...] = ()
    unused: tuple[str, ...] = ()
    deciding: tuple[Deciding, ...] = ()
    years: ByYear | None = None

    @property
    def rate(self) -> float:
        """Games a second played by one worker."""
        played = sum(variant.games for variant in self.variants)
        return played / self.seconds if self.seconds else 0.0


def figures(study: Study, parts: Sequence[BatchPlayed]) -> Figures:
    """The figures of a study whose batches have all been played."""
    sides = {
        side.id: side.name
        for variant in study.variants
        for event in variant.opening
        for side in getattr(event, "sides", ())
    }
    games: dict[str, list[GamePlayed]] = {variant.name: [] for variant in study.variants}
    for part in parts:
        games[part.variant] += part.games
    kinds = reason_kinds(game.reason for played in games.values() for game in played)
    rules = _over_all(rule_counts(study, parts))
    never = tuple(
        (rule, title, rule_text(study.system, rule).kind)
        for rule, (title, handled, times, _) in rules.items()
        if not times and handled != "reference"
    )
    orders = _orders(game for played in games.values() for game in played)
    cited = cited_in_code(study.system)
    return Figures(
        study.system,
        study.games,
        study.seed,
        study.program,
        sides,
        tuple(variant_figures(name, played, sides, kinds) for name, played in games.items()),
        _effects(study, games, sides),
        tuple((rule, *counted) for rule, counted in rules.items() if counted[2]),
        never,
        tuple(_tables(study, row_counts(study, parts))),
        tuple(
            (name, game.number, game.seed, game.fault)
            for name, played in games.items()
            for game in played
            if game.fault
        )[:20],
        sum(part.seconds for part in parts),
        fmean(game.judged for part in parts for game in part.games),
        tuple(rule for rule, _, _ in never if rule not in cited),
        orders,
        _unused(study.system, {kind for kind, *_ in orders}),
        tuple(deciding(name, played, sides) for name, played in games.items()),
        by_year(study, parts, kinds),
    )


def reason_kinds(reasons: Iterable[str]) -> dict[str, str]:
    """Reason -> its wording: up to its first semicolon; if reasons differ only in numbers, their first
    sentence, with `…` for a number that is not the same in all."""
    alike: dict[str, dict[str, None]] = {}
    every = dict.fromkeys(reasons)
    for reason in every:
        alike.setdefault(_without_numbers(reason), {}).setdefault(reason.partition(";")[0])
    told = {}
    for reason in every:
        kind = _without_numbers(reason)
        wholes = list(alike[kind])
        sentences = {whole.partition(". ")[0] for whole in wholes}
        told[reason] = wholes[0] if len(wholes) == 1 else kind if len(sentences) > 1 else sentences.pop()
    return told


def _without_numbers(reason: str) -> str:
    return re.sub(r"\d+", "…", reason.partition(";")[0].partition(". ")[0])


def by_year(
    study: Study, parts: Sequence[BatchPlayed], kinds: Mapping[str, str] | None = None
) -> ByYear | None:
    """What came up in which year; None if no calendar has years. kinds: the wording of each reason."""
    kinds = kinds if kinds is not None else reason_kinds(game.reason for part in parts for game in part.games)
    year_of = {
        (variant.name, turn.turn): turn.year
        for variant in study.variants
        for event in variant.opening
        for turn in getattr(event, "calendar", ())
        if turn.year
    }
    if not year_of:
        return None
    years = sorted(set(year_of.values()))
    played = dict.fromkeys(years, 0)
    endings: dict[str, dict[int, int]] = {}
    for part in parts:
        for game in part.games:
            last = year_of.get((part.variant, game.turns), 0)
            for year in years:
                played[year] += year <= last
            if game.winner is not None:
                ended = endings.setdefault(kinds[game.reason], {})
                ended[last] = ended.get(last, 0) + 1
    cited: dict[str, dict[int, int]] = {}
    for part in parts:
        for year, rules in part.years.items():
            for rule, reached in rules.items():
                counts = cited.setdefault(rule, {})
                counts[year] = counts.get(year, 0) + reached.games
    return ByYear(
        played,
        tuple(
            (
                rule,
                rule_text(study.system, rule).title,
                {
                    year: count / played[year]
                    for year, count in sorted(cited[rule].items())
                    if played.get(year)
                },
            )
            for rule in sorted(cited)
        ),
        tuple(sorted(endings.items(), key=lambda each: -sum(each[1].values()))),
    )


def _orders(games: Iterable[GamePlayed]) -> tuple[tuple[str, str, int, int], ...]:
    """Kind of order, side, how often and in how many games; those given most often first."""
    times: Counter[str] = Counter()
    in_games: Counter[str] = Counter()
    for game in games:
        times.update(game.ordered)
        in_games.update(game.ordered.keys())
    return tuple(
        (kind, side, count, in_games[key])
        for key, count in times.most_common()
        for side, _, kind in (key.partition(" "),)
    )


def _unused(system: str, used: Container[str]) -> tuple[str, ...]:
    """The kinds of order of a system that nobody gave; empty for a system that is not installed."""
    try:
        return tuple(kind for kind in load(system).orders if kind not in used)
    except NotFound:
        return ()


def variant_figures(
    name: str, games: Sequence[GamePlayed], sides: Iterable[str], kinds: Mapping[str, str] | None = None
) -> VariantFigures:
    """The figures of some games. kinds: the wording of each reason."""
    kinds = kinds if kinds is not None else reason_kinds(game.reason for game in games)
    whole = [game for game in games if not game.fault]
    wins = {side: share_of(sum(game.winner == side for game in whole), len(games)) for side in (*sides, "")}
    reasons = Counter(kinds[game.reason] for game in whole)
    return VariantFigures(
        name,
        len(games),
        len(games) - len(whole),
        wins,
        {reason: share_of(count, len(games)) for reason, count in reasons.most_common(MOST_REASONS)},
        _spreads(whole, lambda game: game.scores),
        _spreads(whole, margins_of),
        _spreads(whole, lambda game: game.lost),
        _spreads(whole, lambda game: game.steps),
        _spreads(whole, lambda game: game.entered),
        spread_of([game.turns for game in whole]),
        spread_of([game.orders for game in whole]),
        _endings(whole, len(games), tuple(wins), kinds),
    )


def _endings(
    games: Sequence[GamePlayed], of: int, winners: Sequence[str], kinds: Mapping[str, str]
) -> tuple[Ending, ...]:
    """Why games ended, by winner in the order of the sides, most frequent first."""
    counts = Counter((game.winner or "", kinds[game.reason]) for game in games)
    listed = sorted(counts.items(), key=lambda each: (winners.index(each[0][0]), -each[1], each[0][1]))
    return tuple(Ending(reason, winner, share_of(count, of)) for (winner, reason), count in listed)


def margins_of(game: GamePlayed) -> dict[str, int]:
    """Side -> its score minus the best score of the others."""
    scores = game.scores
    if len(scores) < 2:
        return {}
    return {
        side: score - max(other for name, other in scores.items() if name != side)
        for side, score in scores.items()
    }


def spread_of(values: Sequence[int]) -> Spread:
    """A distribution; without values it is all zero."""
    if not values:
        return Spread(0.0, 0.0, 0.0, 0, (0,) * 9, 0, 0)
    ordered = sorted(values)
    deviation = stdev(values) if len(values) > 1 else 0.0
    error = t95(len(values) - 1) * deviation / sqrt(len(values)) if len(values) > 1 else 0.0
    tenths = tuple(ordered[(len(ordered) * tenth - 1) // 10] for tenth in range(1, 10))
    return Spread(fmean(values), error, deviation, ordered[0], tenths, ordered[-1], len(values))


def _spreads(games: Sequence[GamePlayed], of: Callable[[GamePlayed], Mapping[str, int]]) -> dict[str, Spread]:
    """The spread of each key's values; a game that lacks a key that others have counts as 0."""
    values = [of(game) for game in games]
    keys = dict.fromkeys(key for value in values for key in value)
    return {key: spread_of([value.get(key, 0) for value in values]) for key in keys}


def difference_of_means(first: Spread, second: Spread) -> Difference:
    """Second minus first, with Welch's interval."""
    error = t95(_freedom(first, second)) * sqrt(first.square + second.square)
    difference = second.mean - first.mean
    return difference_of(difference, difference - error, difference + error)


def chance_of_means(first: Spread, second: Spread) -> float:
    """The probability that chance alone makes the means differ this much (Welch's t)."""
    error, difference = sqrt(first.square + second.square), abs(second.mean - first.mean)
    if not error:
        return 0.0 if difference and min(first.games, second.games) > 1 else 1.0
    return 1.0 - within_t(difference / error, min(MANY, _freedom(first, second)))


def _freedom(first: Spread, second: Spread) -> int:
    """Welch's degrees of freedom, rounded down."""
    parts = sum(each.square**2 / max(1, each.games - 1) for each in (first, second))
    return max(1, int((first.square + second.square) ** 2 / parts)) if parts else MANY


def _effects(
    study: Study, games: Mapping[str, Sequence[GamePlayed]], sides: Iterable[str]
) -> tuple[Effect, ...]:
    """For each key that was varied, its values compared with the first, pooling all values of other keys.
    Which differences are clear is decided for all of them together."""
    pairs: list[tuple[str, VariantFigures, VariantFigures]] = []
    for key in study.variants[0].settings:
        pooled: dict[str, list[GamePlayed]] = {}
        for variant in study.variants:
            pooled.setdefault(variant.settings[key], []).extend(games[variant.name])
        first, *others = (variant_figures(value, played, sides) for value, played in pooled.items())
        pairs += [(key, first, other) for other in others]
    drawn = any(each.wins[""].count for _, *both in pairs for each in both if "" in each.wins)
    chances: dict[tuple[int, str, str], float] = {}
    for nth, (_, first, other) in enumerate(pairs):
        for side in _telling(tuple(sides), alone=not drawn):
            chances[nth, "won", side] = chance_of_shares(first.wins[side], other.wins[side])
        for side in _telling([side for side in first.margins if side in other.margins], alone=True):
            chances[nth, "margin", side] = chance_of_means(first.margins[side], other.margins[side])
    clear = dict(zip(chances, holm(list(chances.values())), strict=True))

    def told(nth: int, what: str, found: Mapping[str, Difference]) -> dict[str, Difference]:
        """With the result for each side, or for the other side, whose difference has the opposite sign."""
        of = {key[2]: told for key, told in clear.items() if key[:2] == (nth, what)}
        either = any(of.values())
        return {
            side: msgspec.structs.replace(each, clear=of.get(side, either)) for side, each in found.items()
        }

    return tuple(
        Effect(
            key,
            other.name,
            first.name,
            other,
            told(
                nth,
                "won",
                {side: difference_of_shares(first.wins[side], other.wins[side]) for side in first.wins},
            ),
            told(
                nth,
                "margin",
                {
                    side: difference_of_means(spread, other.margins[side])
                    for side, spread in first.margins.items()
                    if side in other.margins
                },
            ),
        )
        for nth, (key, first, other) in enumerate(pairs)
    )


def _telling(sides: Sequence[str], alone: bool) -> Sequence[str]:
    """The sides whose differences say everything: for two sides of which one's gain is the other's loss,
    the first."""
    return sides[:1] if len(sides) == 2 and alone else sides


def _over_all(counts: Iterable[RuleCount]) -> dict[str, tuple[str, str, int, int]]:
    """Citation -> title, handling, times, games; for all variants together."""
    found: dict[str, tuple[str, str, int, int]] = {}
    for count in counts:
        _, _, times, games = found.get(count.rule, ("", "", 0, 0))
        found[count.rule] = (count.title, count.handled, times + count.times, games + count.games)
    return found


def _tables(study: Study, counts: Sequence[RowCount]) -> Iterable[TableFigures]:
    """Each table once, with all variants that share it."""
    by_variant: dict[tuple[str, str], list[RowCount]] = {}
    for count in counts:
        by_variant.setdefault((count.variant, count.table), []).append(count)
    names = dict.fromkeys(table for _, table in by_variant)
    for name in names:
        shared: list[tuple[TableData, list[str]]] = []
        for variant in study.variants:
            data = tables_of(study, variant.name).get(name)
            same = next((variants for other, variants in shared if other == data), None)
            if data is not None and same is None:
                shared.append((data, [variant.name]))
            elif same is not None:
                same.append(variant.name)
        for table, variants in shared:
            rows = [by_variant[variant, name] for variant in variants]
            yield TableFigures(
                name,
                table.title,
                tuple(variants),
                study.games * len(variants),
                tuple(
                    (
                        same_row[0].row,
                        same_row[0].cells,
                        sum(row.times for row in same_row),
                        sum(row.games for row in same_row),
                    )
                    for same_row in zip(*rows, strict=True)
                ),
            )
