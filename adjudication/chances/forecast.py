"""Forecasts: the chances of a position, estimated by playing it to its end many times, by a policy.

Play-out number n of a position always has the same luck, whoever plays it and in whatever order; and two
positions are compared play-out by play-out, which tells small differences from noise sooner.
"""

import hashlib
import pickle
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from math import sqrt

import msgspec

from adjudication.chances.playout import undisturbed
from adjudication.chances.positions import Position, play_on
from adjudication.chances.spreads import Z95, margins, wilson
from adjudication.chances.workers import cores, spread
from adjudication.engine.games.systems import RuleSystem, load
from domain.errors import BadData, Refused
from domain.table.state import State

AT_ONCE = 50
"""Play-outs that one worker plays in one go."""
MOST_PLAYOUTS = 1_000_000

Progress = Callable[[int], None]
"""Called with how many play-outs have been played since it was called last."""


class PlayedOut(msgspec.Struct, frozen=True):
    """How the play-outs of one position ended, in their order: winners (empty: a draw; None: it did not
    end), and each side's margin in the score. `exact`: the game was decided already."""

    winners: tuple[str | None, ...]
    margins: dict[str, tuple[int, ...]] = {}
    exact: bool = False


class Estimate(msgspec.Struct, frozen=True):
    """A number estimated from play-outs, with its 95 % interval."""

    value: float
    low: float
    high: float


class Shot(msgspec.Struct, frozen=True):
    """Some play-outs of the position at `place`: all that a worker needs to know of them."""

    place: int
    module: str
    system: str
    policy: str
    viewer: str
    seed: int
    first: int
    last: int


def seed_of(seed: int, playout: int) -> int:
    """The seed of one play-out."""
    return seed * MOST_PLAYOUTS + playout


def play_shot(positions: Sequence[Position], shot: Shot) -> PlayedOut:
    """Play so many play-outs of one of these positions."""
    import_module(shot.module)
    system, position = load(shot.system), positions[shot.place]
    policy = system.policy(shot.policy)
    winners: list[str | None] = []
    found: dict[str, list[int]] = {}
    with undisturbed():
        for playout in range(shot.first, shot.last + 1):
            ending = play_on(system, position, policy, shot.viewer, seed_of(shot.seed, playout))
            winners.append(ending.winner)
            for side, margin in margins(ending.tracks, position.state).items():
                found.setdefault(side, []).append(margin)
    return PlayedOut(tuple(winners), {side: tuple(values) for side, values in found.items()})


_UNPACKED: dict[str, tuple[Position, ...]] = {}
"""The positions that this worker plays, by their digest. All of a game come packed together, because what
policies work out is kept by board and table: these must be the same from one shot to the next."""


def play_packed(packed: bytes, digest: str, shot: Shot) -> PlayedOut:
    """The same in a worker process."""
    if digest not in _UNPACKED:
        _UNPACKED.clear()
        _UNPACKED[digest] = pickle.loads(packed)
    return play_shot(_UNPACKED[digest], shot)


def check_forecast(system: RuleSystem) -> None:
    """Raises Refused where people judge the outcome: a policy's picks in their place mean nothing."""
    judged = system.rules.judged
    if judged:
        raise Refused(
            f"{system.title} has no chances of winning to estimate: the white cell judges {judged}, "
            "and a policy's picks in its place would mean nothing."
        )


def played_out(
    system: RuleSystem,
    positions: Sequence[Position],
    policy: str,
    viewer: str,
    playouts: int,
    seed: int = 1,
    workers: int | None = 1,
    progress: Progress | None = None,
) -> Iterable[PlayedOut]:
    """Play each position out so many times: one result for each, in their order, as soon as it is there.

    workers: processes, None for one a core; the results are the same. Raises BadData, NotFound, or Refused
    where people judge.
    """
    check_forecast(system)
    if not 1 <= playouts <= MOST_PLAYOUTS:
        raise BadData(f"Play 1 to {MOST_PLAYOUTS:,} games, not {playouts}.")
    system.policy(policy)
    module = load(system.name).begin.__module__
    shots = {
        place: [
            Shot(place, module, system.name, policy, viewer, seed, first, min(first + AT_ONCE - 1, playouts))
            for first in range(1, playouts + 1, AT_ONCE)
        ]
        for place, position in enumerate(positions)
        if not decided(position)
    }
    results = _results(positions, [shot for each in shots.values() for shot in each], workers)
    for place, position in enumerate(positions):
        parts = []
        for shot in shots.get(place, ()):
            parts.append(next(results))
            if progress is not None:
                progress(shot.last - shot.first + 1)
        yield _joined(parts) if parts else _decided(position.state, playouts)


def _results(
    positions: Sequence[Position], shots: Sequence[Shot], workers: int | None
) -> Iterator[PlayedOut]:
    if min(cores(workers), len(shots)) < 2:
        return (play_shot(positions, shot) for shot in shots)
    packed = pickle.dumps(tuple(positions), pickle.HIGHEST_PROTOCOL)
    digest = hashlib.sha256(packed).hexdigest()
    return iter(spread(play_packed, [(packed, digest, shot) for shot in shots], workers))


def decided(position: Position) -> bool:
    """Whether there is nothing left to play."""
    return position.state.verdict is not None and not position.waiting


def _decided(state: State, playouts: int) -> PlayedOut:
    assert state.verdict is not None
    found = margins({id: track.value for id, track in state.tracks.items()}, state)
    return PlayedOut(
        (state.verdict.winner,) * playouts,
        {side: (margin,) * playouts for side, margin in found.items()},
        exact=True,
    )


def _joined(parts: Sequence[PlayedOut]) -> PlayedOut:
    return PlayedOut(
        tuple(winner for part in parts for winner in part.winners),
        {side: tuple(m for part in parts for m in part.margins[side]) for side in parts[0].margins},
    )


# --- what play-outs say ----------------------------------------------------------------------------


def chance_of(played: PlayedOut, winner: str | None) -> Estimate:
    """The chance that this side wins (empty: that it is a draw), with its Wilson interval."""
    value = played.winners.count(winner) / len(played.winners)
    if played.exact:
        return Estimate(value, value, value)
    return Estimate(value, *wilson(value, len(played.winners)))


def mean_margin(played: PlayedOut, side: str) -> Estimate:
    """A side's mean margin over the best of the others."""
    return _mean(played.margins[side])


def _mean(values: Sequence[int]) -> Estimate:
    count = len(values)
    mean = sum(values) / count
    spare = sum((value - mean) ** 2 for value in values) / max(1, count - 1)
    half = Z95 * sqrt(spare / count)
    return Estimate(mean, mean - half, mean + half)


def change_of_chance(before: PlayedOut, after: PlayedOut, winner: str | None) -> Estimate:
    """By how much a chance differs, play-out by play-out.

    The interval is that of Agresti and Min for paired proportions: half a play-out is added to each of the
    four cells, so that it does not shrink to nothing where few play-outs differ.
    """
    pairs = list(zip(before.winners, after.winners, strict=True))
    count = len(pairs)
    won = sum(a == winner != b for b, a in pairs)
    lost = sum(b == winner != a for b, a in pairs)
    value = (won - lost) / count
    if before.exact and after.exact:
        return Estimate(value, value, value)
    gained, given_up, of = won + 0.5, lost + 0.5, count + 2
    centre = (gained - given_up) / of
    half = Z95 * sqrt(max(0.0, gained + given_up - (gained - given_up) ** 2 / of)) / of
    return Estimate(value, max(-1.0, centre - half), min(1.0, centre + half))


def change_of_margin(before: PlayedOut, after: PlayedOut, side: str) -> Estimate:
    """By how much a side's mean margin differs, play-out by play-out."""
    pairs = zip(before.margins[side], after.margins[side], strict=True)
    return _mean([later - earlier for earlier, later in pairs])


def spread_of_margins(played: PlayedOut, side: str) -> Mapping[int, int]:
    """How often each margin came up."""
    counts: dict[int, int] = {}
    for margin in sorted(played.margins[side]):
        counts[margin] = counts.get(margin, 0) + 1
    return counts
