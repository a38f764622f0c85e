"""The verifier and the audit agree on genuine logs, on forged ones, and on logs damaged at random."""

import random
from collections.abc import Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from domain.game.chain import GENESIS, Entry, enter
from domain.ledger.logfile import to_lines
from tests.core import test_forks as forks
from tests.core.games import SECRET, VARIANTS, Variant, forked, play_to_end, variant_id
from tests.thinned import thinned
from tests.verifier.agreeing import difference
from tests.verifier.checking import Plain, chained, plain
from tests.verifier.corrected import corrected
from tests.verifier.test_forged import FORGERS

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.jsonl"))


def write(path: Path, entries: Sequence[Entry]) -> Path:
    path.write_bytes(b"".join(line + b"\n" for line in to_lines(entries)))
    return path


@pytest.mark.parametrize("path", thinned(GAMES, 3), ids=lambda path: path.stem)
def test_they_agree_on_recorded_games(path: Path) -> None:
    assert difference(path) == ""


@pytest.mark.parametrize("variant", thinned(VARIANTS, 3), ids=variant_id)
def test_they_agree_on_toys_closed_and_open_with_and_without_the_secret(
    variant: Variant, tmp_path: Path
) -> None:
    for seed, dice in ((1, "sealed"), (2, "typed")):
        for close in (True, False):
            log = write(
                tmp_path / "log", enter("", play_to_end(variant, seed, dice, close).game.log, GENESIS)
            )
            assert difference(log) == ""
            assert difference(log, SECRET) == ""
            assert "verifier" not in difference(log, "00" * 32) or close


def test_they_agree_on_forks(tmp_path: Path) -> None:
    game = play_to_end(("toy-cards", {}), 4, close=False).game
    at = (forks.begins(game) + len(game.log)) // 2
    fork = write(tmp_path / "log", forks.entries_of(forks.goes_on(forked(game, at), 5).game))
    origins = {game.opened.game: forks.entries_of(game)}
    for secrets in ({}, {game.opened.game: SECRET}):
        assert difference(fork, None, None, secrets) == ""
        assert difference(fork, None, origins, secrets) == ""


@pytest.mark.parametrize("name", thinned(FORGERS, 3))
def test_they_agree_on_forgeries(name: str, tmp_path: Path) -> None:
    for toy, dice in (("toy-cards", "sealed"), ("toy-detection", "typed")):
        log = write(tmp_path / "log", enter("", play_to_end((toy, {}), 1, dice).game.log, GENESIS))
        for forged in FORGERS[name][1](plain(log)):
            log.write_bytes(chained(forged))
            assert difference(log) == "", toy


@pytest.mark.parametrize("seed", thinned(range(6), 3))
@pytest.mark.parametrize("toy", ["toy-cards", "toy-losses", "toy-sealed", "toy-factions"])
def test_they_agree_on_random_damage(toy: str, seed: int, tmp_path: Path) -> None:
    """Fields and events changed, dropped, doubled and swapped; the forger makes the chain fit."""
    path = write(tmp_path / "log", enter("", play_to_end((toy, {}), 3).game.log, GENESIS))
    events = plain(path)
    chance = random.Random(f"{toy} {seed}")
    for _ in range(25):
        forged = damaged(events, chance)
        path.write_bytes(chained(forged))
        assert difference(path) == ""


@pytest.mark.parametrize("seed", thinned(range(4), 4))
@pytest.mark.parametrize("toy", ["toy-cards", "toy-both-fire", "toy-losses", "toy-detection"])
def test_they_agree_on_corrected_games_and_on_damage_to_them(toy: str, seed: int, tmp_path: Path) -> None:
    path = write(tmp_path / "log", enter("", corrected((toy, {}), seed), GENESIS))
    assert difference(path) == ""
    events = plain(path)
    chance = random.Random(f"corrected {toy} {seed}")
    for _ in range(15):
        path.write_bytes(chained(damaged(events, chance)))
        assert difference(path) == ""
    for field in ("again", "chance", "concerns", "decided_by", "first"):
        bearing = [place for place, (_, body) in enumerate(events) if field in body]
        for place in chance.sample(bearing, min(4, len(bearing))):
            forged = deepcopy(events)
            body = forged[place][1]
            if field == "decided_by":
                body[field] = body[field][1:]
            else:
                body[field] = chance.choice((body[field] - 1, body[field] + 1, chance.choice(bearing) + 1))
            path.write_bytes(chained(forged))
            assert difference(path) == ""


def damaged(events: list[Plain], chance: random.Random) -> list[Plain]:
    """A copy of the log with some damage, often renumbered afterwards."""
    copy = deepcopy(events)
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        place = chance.randrange(1, len(copy))
        name, body = copy[place]
        match chance.randrange(8):
            case 0:
                del copy[place]
            case 1:
                copy.insert(place, deepcopy(copy[place]))
            case 2:
                other = chance.randrange(1, len(copy))
                copy[place], copy[other] = copy[other], copy[place]
            case 3:
                field = chance.choice(list(body))
                body[field] = other_value(body[field], chance)
            case 4:
                field = chance.choice(list(body))
                if field != "number":
                    del body[field]
            case 5:
                copy[place] = (chance.choice(copy)[0], body)
            case 6:
                body["procedure"] = chance.randrange(len(copy))
                copy[place] = (name, dict(sorted(body.items(), key=lambda item: FIRST.index(item[0]))))
            case _:
                numbers = [field for field, value in body.items() if type(value) is int and field != "number"]
                if numbers:
                    field = chance.choice(numbers)
                    body[field] += chance.choice((-1, 1))
    if chance.random() < 0.7:
        for place, (_, body) in enumerate(copy, start=1):
            body["number"] = place
    return copy


class _First(list[str]):
    """The common members in their order; all others behind them, as they are."""

    def index(self, name: Any, *_: Any) -> int:
        return super().index(name) if name in self else len(self)


FIRST = _First(("number", "time", "procedure", "rule", "audience", "blind"))


def other_value(value: Any, chance: random.Random) -> Any:
    """Another value, mostly of the same kind."""
    if chance.random() < 0.1:
        return chance.choice((None, True, 0, "", [], {}, 1.0, "x"))
    if type(value) is int:
        return value + chance.choice((-1, 1, 1000))
    if isinstance(value, str):
        return chance.choice((value + "x", value[1:], "", value.upper(), "red", "\u202e"))
    if isinstance(value, list):
        return value[::-1] if chance.random() < 0.5 else [*value, *value[:1]]
    if isinstance(value, dict):
        return dict(reversed(value.items())) if chance.random() < 0.5 else {**value, "x": 1}
    return not value if isinstance(value, bool) else "x"
