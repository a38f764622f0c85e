"""What is associated with winning: how often a side wins with and without something observable.

Each observation is cut in two without regard to who won: a number at the value that divides the games most
evenly. The intervals of all comparisons are widened (Bonferroni), so that they hold together: with 95 %
confidence none of those called clear is due to chance alone.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import NamedTuple

import msgspec

from adjudication.chances.study import GamePlayed
from reports.studies.shares import Difference, Share, difference_of_shares, share_of

LEAST_GAMES = 10
LEAST_SHARE = 0.05
"""At least this number of games, and this share of all, must be on either side of a cut."""
MOST_OF_A_SORT = 8
"""The most relations shown of each sort."""

PROCEED = "proceed"
"""The order that only ends a side's part in a phase."""

POINTS, HAPPENED, LOSSES, FIRSTS, ORDERS = "points", "events", "losses", "first orders", "orders"


class Relation(msgspec.Struct, frozen=True):
    """The association of one observation with one side's winning. sort: `points`, `events`, `losses`, `first
    orders` or `orders`.

    with_it, without: the share of games that the side won. difference: with it minus without it, with an
    interval widened for all comparisons.
    """

    sort: str
    what: str
    side: str
    with_it: Share
    without: Share
    difference: Difference


class Deciding(msgspec.Struct, frozen=True):
    """What is associated with winning in one variant. compared: the number of observations compared.
    relations: the clear ones, the largest difference of each sort first. clear: the number of clear ones."""

    variant: str
    compared: int
    clear: int
    relations: tuple[Relation, ...]


class _Cut(NamedTuple):
    """Something that happened in some games. of: the side that it is about; empty for none."""

    sort: str
    of: str
    what: str
    came: tuple[bool, ...]


def deciding(variant: str, games: Sequence[GamePlayed], sides: Mapping[str, str]) -> Deciding:
    """What is associated with winning in these games. For two sides, with the first one winning; for more,
    with each side winning."""
    whole = [game for game in games if not game.fault]
    cuts = [cut for cut in _cuts(whole, sides) if _large(cut.came)]
    winners = list(sides)[:1] if len(sides) == 2 else list(sides)
    pairs = [(cut, side) for cut in cuts for side in winners if len(winners) == 1 or cut.of in ("", side)]
    if not pairs:
        return Deciding(variant, 0, 0, ())
    z = NormalDist().inv_cdf(1 - 0.05 / (2 * len(pairs)))
    clear = [each for cut, side in pairs if (each := _relation(cut, side, whole, z)).difference.clear]
    clear.sort(key=lambda each: -abs(each.difference.difference))
    shown = [
        each
        for sort in (POINTS, HAPPENED, LOSSES, FIRSTS, ORDERS)
        for each in [one for one in clear if one.sort == sort][:MOST_OF_A_SORT]
    ]
    return Deciding(variant, len(pairs), len(clear), tuple(shown))


def _large(came: Sequence[bool]) -> bool:
    least = max(LEAST_GAMES, LEAST_SHARE * len(came))
    return least <= sum(came) <= len(came) - least


def _relation(cut: _Cut, side: str, games: Sequence[GamePlayed], z: float) -> Relation:
    won = Counter(came for came, game in zip(cut.came, games, strict=True) if game.winner == side)
    played = Counter(cut.came)
    shares = {came: share_of(won[came], played[came], z) for came in (True, False)}
    return Relation(
        cut.sort,
        cut.what,
        side,
        share_of(won[True], played[True]),
        share_of(won[False], played[False]),
        difference_of_shares(shares[False], shares[True]),
    )


def _cuts(games: Sequence[GamePlayed], sides: Mapping[str, str]) -> Iterable[_Cut]:
    yield from _leads(games, sides)
    yield from _happened(games)
    yield from _numbers(games, sides, LOSSES, lambda game: game.lost_of, _lost)
    yield from _numbers(games, sides, LOSSES, lambda game: game.lost_by, _lost_by)
    yield from _firsts(games, sides)
    yield from _numbers(games, sides, ORDERS, lambda game: game.ordered, _ordered)


def _leads(games: Sequence[GamePlayed], sides: Mapping[str, str]) -> Iterable[_Cut]:
    """Who had more points than each other side at the end of each turn."""
    turns = sorted({int(key.rpartition(" ")[2]) for game in games for key in game.points_by})
    for turn in turns:
        for side, name in list(sides.items())[: 1 if len(sides) == 2 else None]:
            came = tuple(_ahead(game.points_by, side, sides, turn) for game in games)
            yield _Cut(POINTS, side, f"{name} led on points after turn {turn}", came)


def _ahead(points: Mapping[str, int], side: str, sides: Iterable[str], turn: int) -> bool:
    others = [points.get(f"{other} {turn}", 0) for other in sides if other != side]
    return points.get(f"{side} {turn}", 0) > max(others, default=0)


def _numbers(
    games: Sequence[GamePlayed],
    sides: Mapping[str, str],
    sort: str,
    of: Callable[[GamePlayed], Mapping[str, int]],
    said: Callable[[str, str, int], str],
) -> Iterable[_Cut]:
    """Each number that games have, cut where it divides them most evenly; a game that lacks it has 0."""
    for key in _keys(games, sides, of):
        side, _, about = key.partition(" ")
        values = [of(game).get(key, 0) for game in games]
        least = _cut_of(values)
        yield _Cut(sort, side, said(sides[side], about, least), tuple(value >= least for value in values))


def _happened(games: Sequence[GamePlayed]) -> Iterable[_Cut]:
    """What came up, cut where it divides the games most evenly."""
    for name in dict.fromkeys(name for game in games for name in game.happened):
        values = [game.happened.get(name, 0) for game in games]
        least = max(1, _cut_of(values))
        text = f"{name} came up{f' {least} times or more' * (least > 1)}"
        yield _Cut(HAPPENED, "", text, tuple(value >= least for value in values))


def _firsts(games: Sequence[GamePlayed], sides: Mapping[str, str]) -> Iterable[_Cut]:
    """The turn of a side's first order of a kind; a game without one is later than all."""
    for key in _keys(games, sides, lambda game: game.first_in):
        side, _, kind = key.partition(" ")
        never = max(game.turns for game in games) + 1
        values = [game.first_in.get(key, never) for game in games]
        turn = _cut_of(values) - 1
        text = f"{sides[side]} first ordered {kind} in turn {turn}{' or before' * (turn > 1)}"
        yield _Cut(FIRSTS, side, text, tuple(value <= turn for value in values))


def _keys(
    games: Sequence[GamePlayed], sides: Mapping[str, str], of: Callable[[GamePlayed], Mapping[str, int]]
) -> list[str]:
    keys = dict.fromkeys(key for game in games for key in of(game))
    return sorted(
        key for key in keys for side, _, about in (key.partition(" "),) if side in sides and about != PROCEED
    )


def _cut_of(values: Sequence[int]) -> int:
    """The value for which `at least this many` divides the games most evenly."""
    counts = Counter(values)
    best, uneven, above = max(counts), len(values), 0
    for value in sorted(counts, reverse=True):
        above += counts[value]
        if abs(2 * above - len(values)) < uneven:
            best, uneven = value, abs(2 * above - len(values))
    return best


def _lost(name: str, group: str, least: int) -> str:
    return f"{name} lost {least} or more ({group or 'any counter'})"


def _lost_by(name: str, turn: str, least: int) -> str:
    return f"{name} had lost {least} or more by the end of turn {turn}"


def _ordered(name: str, kind: str, least: int) -> str:
    return f"{name} ordered {kind}{f' {least} times or more' if least > 1 else ''}"
