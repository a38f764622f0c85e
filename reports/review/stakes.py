"""The odds of an order before it was given, and the place of its result among them."""

from adjudication.chances.luck import OrderLuck, Stake
from reports.document.blocks import Block, Facts, Span, Words
from reports.review.review import Review
from reports.words.names import capital
from reports.words.odds import change, percent
from reports.words.split import instead, points_of

_MOST = 12


def stakes(review: Review, number: int) -> tuple[Block, ...]:
    """The odds of that order, if its luck was measured; empty for an order that left nothing to chance."""
    weighed = review.stakes.get(number)
    if weighed is None or not weighed.stakes:
        return ()
    side, stake = _whose(weighed)
    name = review.names.side(side)
    if len(stake.margin.values) == 1 and stake.actual in stake.margin.values:
        told = f"whatever the dice, the margin of {name} would change by {change(stake.actual)}"
        return (Facts((("Odds before the order", told),)),)
    values = sorted(stake.margin.values.items())
    if len(values) > _MOST:
        likely = sorted(values, key=lambda each: -each[1])[:_MOST]
        kept = {value for value, _ in likely} | {stake.actual}
        values = [each for each in values if each[0] in kept]
    parts: list[str | Span] = []
    for value, chance in values:
        told = f"{change(value)}: {percent(chance)}"
        parts += [", "] if parts else []
        parts.append(Span(told, "strong") if value == stake.actual else told)
    if len(values) < len(stake.margin.values):
        parts.append(f", and {len(stake.margin.values) - len(values)} less likely ones")
    how = "every case counted" if weighed.exact else f"{weighed.samples:,} samples"
    eyes = review.names.side(weighed.viewer)
    rows: tuple[tuple[str, Words], ...] = (
        (
            "Odds before the order",
            (f"change of the margin of {name}, given what {eyes} could know ({how}): ", *parts),
        ),
        (
            "Result",
            (
                Span(change(stake.actual), "strong"),
                f"; {stake.expected:+.2f} was expected. Luck {stake.luck:+.2f}, better than "
                f"{percent(stake.percentile)} of the possible results.",
            ),
        ),
    )
    return (Facts(rows),)


def strip(review: Review, number: int) -> list[Words]:
    """An order's result compared with its expected result, and separately the effect of its decision and
    its luck on the chance of winning, if they were computed."""
    told: list[Words] = []
    weighed = review.stakes.get(number)
    if weighed is not None and weighed.stakes:
        side, stake = _whose(weighed)
        name = review.names.brief(side)
        if len(stake.margin.values) > 1:
            told.append(
                f"{name} margin {change(stake.actual)}, {stake.expected:+.1f} expected: "
                f"luck {stake.luck:+.1f}, better than {percent(stake.percentile)} of results"
            )
    split = review.splits.get(number)
    if split is not None and split.side in split.parts:
        parts = split.parts[split.side]
        told.append(
            f"chance of winning: decision {points_of(parts.decision.value)} points, "
            f"luck {points_of(parts.luck.value)}"
        )
        if split.marked:
            told.append(instead(split, review.names))
    return told


def in_short(review: Review, number: int) -> str:
    """The same in a sentence, for the course of the game; empty if nothing was computed."""
    told = []
    weighed = review.stakes.get(number)
    if weighed is not None and weighed.stakes:
        side, stake = _whose(weighed)
        if len(stake.margin.values) > 1:
            name = review.names.brief(side)
            told.append(f"{name} luck {stake.luck:+.1f}, better than {percent(stake.percentile)} of results")
    split = review.splits.get(number)
    if split is not None and split.side in split.parts:
        parts = split.parts[split.side]
        told.append(
            f"chance of winning: decision {points_of(parts.decision.value)} points, "
            f"luck {points_of(parts.luck.value)}"
        )
    return f"{capital('; '.join(told))}." if told else ""


def _whose(weighed: OrderLuck) -> tuple[str, Stake]:
    """The side whose stake is shown: the one that gave the order, else the first."""
    side = weighed.side if weighed.side in weighed.stakes else next(iter(weighed.stakes))
    return side, weighed.stakes[side]
