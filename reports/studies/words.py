"""A study in words: the labels of its variants, and its finding in a sentence."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from adjudication.chances.forecast import Estimate
from adjudication.chances.study import OWN, Study
from adjudication.engine.games.systems import load
from domain.errors import NotFound
from domain.text import value_said
from reports.studies.figures import Effect, Figures, Spread, VariantFigures
from reports.studies.shares import Difference, Share
from reports.words.forecasts import percent as percent_of
from reports.words.names import capital, number_of, one_line, spoken, wins

LONGEST_LABEL = 48
"""The most characters of a variant's label beside a plot."""
LEAST_FOR_A_FINDING = 100
"""The number of games of each variant below which a difference is no title."""
_FLAGS = {"True": "on", "False": "off", "true": "on", "false": "off", "on": "on", "off": "off"}


class Finding(NamedTuple):
    """The finding of a study: a sentence, and one that explains it."""

    headline: str
    deck: str


def setting_words(study: Study, key: str, value: str) -> str:
    """A setting as people say it: `drones off`, `turns: 5`, `policy: sensible`, a scenario by its title."""
    kind, _, name = key.partition(".")
    if key == "scenario":
        return _title_of(study, value)
    if kind == "table":
        return f"{_table_title(study, name)}: {'as in the scenario' if value == OWN else one_line(value)}"
    called = spoken(name or key)
    return (
        f"{called} {_FLAGS[value]}"
        if value in _FLAGS and kind == "option"
        else f"{called}: {one_line(value)}"
    )


def _table_title(study: Study, table: str) -> str:
    """The title of a table in the scenario."""
    for variant in study.variants:
        if variant.settings.get(f"table.{table}") == OWN:
            for event in variant.opening:
                found = getattr(event, "tables", {}).get(table)
                if found is not None and found.title:
                    return one_line(found.title)
    return f"{spoken(table)} table"


def _title_of(study: Study, scenario: str) -> str:
    """The title of a scenario that was varied; its file if two have the same title."""
    titles = {
        variant.settings["scenario"]: one_line(variant.opening[0].title)  # type: ignore[attr-defined]
        for variant in study.variants
        if "scenario" in variant.settings and variant.opening
    }
    alike = list(titles.values()).count(titles.get(scenario, "")) > 1
    return one_line(scenario) if alike or not titles.get(scenario) else titles[scenario]


def labels_of(study: Study) -> dict[str, str]:
    """Variant -> what distinguishes it from the others: `drones on` if all are played by the same policy.
    With its number if a plot has no room for the whole label."""
    settings = [variant.settings for variant in study.variants]
    keys = [key for key in settings[0] if len({each[key] for each in settings}) > 1]
    labels = {
        variant.name: ", ".join(setting_words(study, key, variant.settings[key]) for key in keys)
        for variant in study.variants
    }
    if all(len(label) <= LONGEST_LABEL for label in labels.values()):
        return labels
    return {name: f"{number}: {label}" for number, (name, label) in enumerate(labels.items(), start=1)}


def effect_words(study: Study, effect: Effect) -> str:
    """The setting whose effect it is: `drones off`."""
    return setting_words(study, effect.key, effect.value)


def against_words(study: Study, effect: Effect) -> str:
    """The setting it is compared with, without what both have in common: `on`, `random`."""
    value, other = effect_words(study, effect), setting_words(study, effect.key, effect.against)
    if effect.key == "scenario":
        return other
    for mark in (": ", " "):
        start, _, rest = other.partition(mark) if mark == ": " else other.rpartition(mark)
        if start and rest and value.startswith(f"{start}{mark}"):
            return rest
    return other


def title_of(system: str) -> str:
    """The title of a system; its name if it is not installed."""
    try:
        return load(system).title
    except NotFound:
        return system


def counted_sides(told: Figures) -> list[str]:
    """The sides whose shares say everything: for two sides without draws, the first."""
    return list(told.sides)[:1] if len(told.sides) == 2 and not draws(told) else list(told.sides)


def margin_sides(told: Figures) -> list[str]:
    """The sides that have a margin; for two, one's gain is the other's loss."""
    scoring = [side for side in told.sides if any(side in each.margins for each in told.variants)]
    return scoring[:1] if len(scoring) == 2 else scoring


def draws(told: Figures) -> bool:
    """Whether any game was a draw."""
    return any(variant.wins[""].count for variant in told.variants if "" in variant.wins)


def side_words(told: Figures, side: str) -> str:
    """A side by its name, as within a sentence."""
    return one_line(told.sides.get(side, side)) or "nobody"


# --- the finding -----------------------------------------------------------------------------------


def finding(study: Study, told: Figures) -> Finding:
    """The finding of the study."""
    if not any(variant.games > variant.faults for variant in told.variants):
        return Finding("No game ended", "Every game stopped with an error in the rule code or the policy.")
    if told.effects:
        return _of_effects(study, told)
    if len(told.variants) == 1:
        return _of_one(told, told.variants[0])
    return Finding(f"{len(told.variants)} ways to play", "Nothing that was varied has two values.")


def _of_one(told: Figures, variant: VariantFigures) -> Finding:
    side, share = max(variant.wins.items(), key=lambda each: each[1].share)
    games = f"{variant.games:,} {'game' if variant.games == 1 else 'games'}"
    often = f"{100 * share.share:.0f} %"
    ended = f"{often} of {games} end in a draw"
    headline = f"{capital(wins(side_words(told, side)))} {often} of {games}" if side else ended
    parts = [f"95 % interval {100 * share.low:.0f} to {100 * share.high:.0f} %"]
    for each in [one for one in margin_sides(told) if one == side or len(told.sides) == 2]:
        spread = variant.margins.get(each)
        if spread is not None:
            parts.append(f"mean margin of {side_words(told, each)} {signed(spread.mean, 1)}")
    return Finding(headline, f"{'; '.join(parts)}. The same policy plays all sides.")


def _of_effects(study: Study, told: Figures) -> Finding:
    sides = counted_sides(told)
    effects = [(effect, side, effect.wins[side]) for effect in told.effects for side in sides]
    clear = [each for each in effects if each[2].clear]
    effect, side, change = max(clear or effects, key=lambda each: abs(each[2].difference))
    what = capital(effect_words(study, effect)).replace(": ", " ", 1)
    name = side_words(told, side)
    said = f"{what}: {_points(change.difference)} for {name}"
    headline = said if change.clear else f"{said}, not distinguishable from zero"
    if study.games < LEAST_FOR_A_FINDING:
        headline = f"{number_of(study.games, 'game')} of each variant: too few for a finding"
    share = effect.figures.wins[side]
    before = share.share - change.difference
    against = setting_words(study, effect.key, effect.against).replace(": ", " ", 1)
    deck = [
        f"{capital(wins(name))} {100 * share.share:.1f} % of games, against {100 * before:.1f} % with "
        f"{against}; 95 % interval of the difference "
        f"{signed(100 * change.low, 1)} to {signed(100 * change.high, 1)} points."
    ]
    if len(told.effects) > 1:
        count = len({id(each) for each, _, _ in clear})
        deck.append(
            f"{count or 'None'} of {len(told.effects)} differences {'is' if count <= 1 else 'are'} clear."
        )
    return Finding(headline, " ".join([*deck, *_of_margin(told, effect, len(told.effects) == 1)]))


def _of_margin(told: Figures, effect: Effect, alone: bool) -> Iterable[str]:
    """The effect of the only setting on the margin."""
    for side in margin_sides(told)[:1] if alone else ():
        change = effect.margins.get(side)
        if change is not None:
            clear = (
                ""
                if change.clear
                else ", also within chance"
                if not effect.wins[side].clear
                else ", within chance"
            )
            yield f"The margin changes by {difference(change)}{clear}."


# --- numbers ---------------------------------------------------------------------------------------


def signed(value: float, digits: int) -> str:
    """`+1.8`, `−0.4`, `0.0`."""
    shown = f"{abs(value):.{digits}f}"
    if not float(shown):
        return shown
    return f"{'−' if value < 0 else '+'}{shown}"


def _points(value: float) -> str:
    shown = signed(100 * value, 1)
    return f"{shown} {'point' if shown.lstrip('+−') == '1.0' else 'points'}"


def points(change: Difference) -> str:
    """A difference of shares in percentage points: `+1.8 (−0.4 to +4.0)`."""
    ends = f"{signed(100 * change.low, 1)} to {signed(100 * change.high, 1)}"
    return f"{signed(100 * change.difference, 1)} ({ends})"


def difference(change: Difference) -> str:
    """A difference of means: `+0.61 (−0.80 to +2.02)`."""
    return f"{signed(change.difference, 2)} ({signed(change.low, 2)} to {signed(change.high, 2)})"


def percent(share: Share) -> str:
    """`54.2 % (53.2 to 55.2)`."""
    return percent_of(Estimate(share.share, share.low, share.high))


def mean(spread: Spread) -> str:
    """`12.3 ± 0.4`: the mean and half its 95 % interval; only the value if it is always the same."""
    return str(spread.least) if spread.least == spread.most else f"{spread.mean:.2f} ± {spread.error:.2f}"


def constant(spreads: Iterable[Spread]) -> int | None:
    """The common value of all games, if there is one."""
    ends = {end for spread in spreads for end in (spread.least, spread.most)}
    return ends.pop() if len(ends) == 1 else None


def shown_settings(variant: object, options: Mapping[str, object]) -> str:
    """The options with which a variant is played: `drones on, turns 5`."""
    return (
        ", ".join(f"{spoken(name)} {one_line(value_said(value))}" for name, value in options.items())
        or "none"
    )
