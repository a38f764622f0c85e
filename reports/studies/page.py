"""The report of a study: one HTML file with its plots, that needs nothing but itself."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from adjudication.chances.forecast import Estimate
from adjudication.chances.study import BatchPlayed, GamePlayed, Study
from adjudication.engine.systems import load
from domain.errors import NotFound
from reports.document.templating import templates
from reports.figures.plots import Interval, histograms, intervals
from reports.studies.figures import Figures, Spread, VariantFigures, margins_of
from reports.studies.folder import RunRecord
from reports.studies.shares import Share
from reports.words.forecasts import percent as percent_of
from reports.words.names import capital, one_line

MOST_LINES = 6
"""Variants that one histogram can show; of more, only the means are drawn."""
LONGEST_LABEL = 36
"""Characters of a variant's name beside a plot."""


def render_study(study: Study, parts: Sequence[BatchPlayed], told: Figures, record: RunRecord) -> str:
    """The report as one page of HTML."""
    games: dict[str, list[GamePlayed]] = {variant.name: [] for variant in study.variants}
    for part in parts:
        games[part.variant] += [game for game in part.games if not game.fault]
    labels = labels_of(study)
    plots = _Plots(told, games, labels)
    page = templates().get_template("study.html.j2")
    return page.render(
        told=told,
        record=record,
        system=_title(study.system),
        scenario=study.variants[0].opening[0],
        plots=plots,
        percent=percent,
        mean=mean,
        name=lambda name: one_line(labels.get(name, name)) or "unchanged",
        sides=told.sides,
        commands=[shown_settings(variant) for variant in study.variants],
    )


def labels_of(study: Study) -> dict[str, str]:
    """Variant -> what tells it from the others, as short as may be: `drones=on` for
    `option.drones=on policy=sensible` where the policy is the same in all. With its number when a plot has
    no room for all of it."""
    settings = [variant.settings for variant in study.variants]
    keys = [key for key in settings[0] if len({each[key] for each in settings}) > 1]
    last = [key.rpartition(".")[2] for key in keys]
    short = {key: end if last.count(end) == 1 else key for key, end in zip(keys, last, strict=True)}
    labels = {
        variant.name: " ".join(f"{short[key]}={variant.settings[key]}" for key in keys) or variant.name
        for variant in study.variants
    }
    if all(len(label) <= LONGEST_LABEL for label in labels.values()):
        return labels
    return {name: f"{number}: {label}" for number, (name, label) in enumerate(labels.items(), start=1)}


def shown_settings(variant: Any) -> dict[str, str]:
    """What a variant is played with, as one reads it."""
    options = ", ".join(f"{name} {_said(value)}" for name, value in variant.options.items())
    return {
        "name": variant.name,
        "scenario": variant.scenario,
        "policy": variant.policy,
        "options": options or "none",
        "digest": variant.digest,
    }


def _said(value: object) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else one_line(value)


def _title(system: str) -> str:
    try:
        return load(system).title
    except NotFound:
        return system


class _Plots:
    """The plots of a study, each drawn when the page asks for it."""

    def __init__(self, told: Figures, games: dict[str, list[GamePlayed]], labels: Mapping[str, str]) -> None:
        self.told = told
        self.labels = {
            name: label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"
            for name, label in labels.items()
        }
        self.games = games
        scoring = [side for side in told.sides if any(side in each.margins for each in told.variants)]
        self.scoring = scoring[:1] if len(scoring) == 2 else scoring  # of two, one's gain is the other's loss

    def wins(self) -> Markup:
        points = [
            Interval(self._label(self._side(side), variant), share.share, share.low, share.high)
            for side in (*self.told.sides, "")
            for variant in self.told.variants
            if (share := variant.wins[side]).count or side
        ]
        return Markup(intervals(points, "% of games won, with 95 % intervals", "wins", percent=True))

    def margins(self, side: str) -> Markup:
        spreads = {each.name: each.margins[side] for each in self.told.variants if side in each.margins}
        prefix = f"margin{self.scoring.index(side)}"
        return self._values(
            lambda game: margins_of(game).get(side, 0), spreads, f"margin of {self._side(side)}", prefix
        )

    def turns(self) -> Markup:
        spreads = {each.name: each.turns for each in self.told.variants}
        return self._values(lambda game: game.turns, spreads, "turns", "turns")

    def orders(self) -> Markup:
        spreads = {each.name: each.orders for each in self.told.variants}
        return self._values(lambda game: game.orders, spreads, "orders", "orders")

    def lost(self, side: str) -> Markup:
        spreads = {each.name: each.lost[side] for each in self.told.variants if side in each.lost}
        prefix = f"lost{list(self.told.sides).index(side)}"
        return self._values(
            lambda game: game.lost.get(side, 0), spreads, f"pieces lost by {self._side(side)}", prefix
        )

    def _values(
        self, value: Callable[[GamePlayed], int], spreads: dict[str, Spread], axis: str, prefix: str
    ) -> Markup:
        if len(self.games) <= MOST_LINES:
            shown = {
                self.labels[name] or axis: list(map(value, games))
                for name, games in self.games.items()
                if games
            }
            values = {each for some in shown.values() for each in some}
            if len(values) < 2:
                always = f"{min(values)} in every game" if values else "no game ended"
                return Markup("<p>{}: {}.</p>").format(capital(axis), always)
            return Markup(histograms(shown, axis, prefix))
        points = [
            Interval(self.labels[name], spread.mean, spread.mean - spread.error, spread.mean + spread.error)
            for name, spread in spreads.items()
        ]
        return Markup(intervals(points, f"mean {axis}, with 95 % intervals", prefix))

    def _side(self, side: str) -> str:
        return one_line(self.told.sides.get(side, side)) or "draw"

    def _label(self, side: str, variant: VariantFigures) -> str:
        label = self.labels[variant.name]
        return f"{side}: {label}" if label else side


def percent(share: Share) -> str:
    """`54.2 % (53.2 to 55.2)`."""
    return percent_of(Estimate(share.share, share.low, share.high))


def mean(spread: Spread) -> str:
    """`12.3 ± 0.4`: the mean and half its 95 % interval."""
    return f"{spread.mean:.2f} ± {spread.error:.2f}"
