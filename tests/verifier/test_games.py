"""Games as they are played: the verifier finds nothing in them, and says what it could not check."""

import random
from pathlib import Path

import pytest

from domain.events import CounterDrawn, DieRolled, Picked, Shuffled
from domain.events.chance import CHANCE
from domain.game.chain import GENESIS, enter
from domain.ledger.logfile import read_log
from domain.table.dice import SampledDice, secret_from_seed
from tests.core import test_forks as forks
from tests.core.games import SECRET, VARIANTS, Variant, forked, play_orders, play_to_end, variant_id
from tests.ramadi import playing as ramadi
from tests.seminar.games import act, freeform, go_on
from tests.verifier.checking import check
from tests.verifier.corrected import corrected

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.jsonl"))
every_toy = pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_recorded_games_are_verified(path: Path, tmp_path: Path) -> None:
    entries, _ = read_log(path)
    found = check(tmp_path / "log", entries)
    assert found.findings == set()
    assert found.unchecked == []
    assert found.head == entries[-1].digest
    thrown = any(isinstance(entry.event, CHANCE) for entry in entries)
    assert sum(found.count.values()) == found.count["derived"] == found.chances
    assert (found.chances > 0) is thrown


@every_toy
@pytest.mark.parametrize("dice", ["sealed", "typed"])
def test_games_of_every_toy_are_verified(variant: Variant, dice: str, tmp_path: Path) -> None:
    for seed in range(5):
        log = play_to_end(variant, seed, dice).game.log
        found = check(tmp_path / "log", enter("", log, GENESIS))
        assert (found.findings, found.unchecked) == (set(), [])
        kinds = [type(event) for event in log]
        typed = kinds.count(DieRolled) if dice == "typed" else 0
        chances = sum(kinds.count(kind) for kind in (DieRolled, CounterDrawn, Picked, Shuffled))
        assert found.count == {
            "derived": chances - typed,
            "repeated": 0,
            "not sealed": typed,
            "not derived": 0,
        }


@every_toy
def test_an_open_game_is_not_fully_checked_without_its_secret(variant: Variant, tmp_path: Path) -> None:
    log = enter("", play_to_end(variant, 2, close=False).game.log, GENESIS)
    found = check(tmp_path / "log", log)
    assert found.findings == set()
    sealed = found.count["not derived"]
    assert found.unchecked == ([f"{sealed} chances: their secret is not at hand."] if sealed else [])
    found = check(tmp_path / "log", log, SECRET)
    assert (found.findings, found.unchecked) == (set(), [])
    assert found.count["derived"] == sealed


@every_toy
def test_games_with_take_backs_and_rulings_are_verified(variant: Variant, tmp_path: Path) -> None:
    """Whatever is ruled on and taken back, at any point."""
    for seed in range(4):
        found = check(tmp_path / "log", enter("", corrected(variant, seed), GENESIS))
        assert (found.findings, found.unchecked) == (set(), [])


def test_answers_are_repeated_after_rulings(tmp_path: Path) -> None:
    repeated = dict.fromkeys(("toy-both-fire", "toy-cards", "toy-losses", "toy-detection"), 0)
    for toy in repeated:
        for seed in range(6):
            found = check(tmp_path / "log", enter("", corrected((toy, {}), seed), GENESIS))
            repeated[toy] += found.count["repeated"]
    assert sum(map(bool, repeated.values())) > 1, repeated


@pytest.mark.parametrize("options", [0, 21, 63])
def test_fresh_games_of_ramadi_are_verified(options: int, tmp_path: Path) -> None:
    session = ramadi.new_game(options, ramadi.combination(options))
    play_orders(session, 10_000, random.Random(options))
    session.close(secret_from_seed(options))
    found = check(tmp_path / "log", enter("", session.game.log, GENESIS))
    assert (found.findings, found.unchecked) == (set(), [])
    assert found.count["derived"] > 30


def test_a_seminar_is_verified(tmp_path: Path) -> None:
    session = freeform()
    sides = list(session.state.players())
    go_on(session)
    act(session, sides[0], "Sail at dawn")
    session.by_hand("hand-roll", {"dice": [6, 6], "purpose": "the weather"}, "Asked by the table", "Ada")
    number = len(session.game.log) + 1
    session.by_hand("hand-roll", {"dice": [20], "purpose": "the tide"}, "Asked by the table", "Ada")
    session.take_back(number, "nobody asked", "Ada")
    session.close(SECRET, "Ada")
    found = check(tmp_path / "log", enter("", session.game.log, GENESIS))
    assert (found.findings, found.unchecked) == (set(), [])
    assert found.count["derived"] == 3


def test_sampled_dice_come_from_no_secret(tmp_path: Path) -> None:
    session = freeform(dice=SampledDice(3))
    session.by_hand("hand-roll", {"dice": [6], "purpose": "the weather"}, "Asked by the table", "Ada")
    session.close(None)
    found = check(tmp_path / "log", enter("", session.game.log, GENESIS))
    assert (found.findings, found.unchecked) == (set(), [])
    assert found.count["not sealed"] == 1


@every_toy
def test_forks_are_verified_as_far_as_their_secrets_are_at_hand(variant: Variant, tmp_path: Path) -> None:
    game = play_to_end(variant, 4, close=False).game
    at = (forks.begins(game) + len(game.log)) // 2
    child = forks.goes_on(forked(game, at), 5).game
    again = (
        forks.goes_on(forked(child, at + 2, forks.NEWER, forks.ID_2), 6, forks.NEWER).game
        if len(child.log) > at + 12
        else child
    )
    for fork, mine in ((child, forks.NEW), (again, forks.NEWER)):
        log = forks.entries_of(fork)
        found = check(tmp_path / "log", log)
        taken_over = sum(
            isinstance(event, DieRolled | CounterDrawn | Picked | Shuffled) for event in game.log[:at]
        )
        assert found.findings == set()
        assert found.count["not derived"] >= taken_over
        missing = [each for each in found.unchecked if each.startswith("The log of the game")]
        assert len(missing) == (1 if fork is child else 2)
        assert len(found.unchecked) - len(missing) == (found.count["not derived"] > 0)
        found = check(tmp_path / "log", log, SECRET, *({forks.NEW} - {mine} if fork is not child else ()))
        assert (found.findings, found.unchecked, found.count["not derived"]) == (set(), missing, 0)
