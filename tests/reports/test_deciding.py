"""What goes with winning: the cuts, the intervals, and that chance alone is not called clear."""

import random

import pytest

from adjudication.chances.study import GamePlayed
from reports.studies.deciding import MOST_OF_A_SORT, deciding

SIDES = {"blue": "Blue", "red": "Red"}


def game(number: int, winner: str, **more: dict[str, int]) -> GamePlayed:
    counted: dict[str, dict[str, int]] = {
        each: {} for each in ("scores", "tracks", "lost", "steps", "entered", "marks")
    }
    return GamePlayed(number, number, winner, "", 9, 3, 9, 9, **counted, **more)  # type: ignore[arg-type]


def test_what_goes_with_winning_is_told_with_both_shares() -> None:
    """Blue wins 36 of 40 games in which it struck three times or more, and 6 of the 40 others."""
    games = [
        game(n, "blue" if n < 36 or 40 <= n < 46 else "red", ordered={"blue strike": 3 if n < 40 else 2})
        for n in range(80)
    ]
    found = deciding("", games, SIDES)
    assert (found.compared, found.clear) == (1, 1)
    (one,) = found.relations
    assert (one.sort, one.what, one.side) == ("orders", "Blue ordered strike 3 times or more", "blue")
    assert (one.with_it.count, one.with_it.games) == (36, 40)
    assert (one.without.count, one.without.games) == (6, 40)
    assert one.difference.difference == pytest.approx(0.75)
    # Wilson 0.7695 to 0.9604 and 0.0706 to 0.2907, and Newcombe's interval of these, worked out by hand
    assert (one.difference.low, one.difference.high) == pytest.approx((0.5581, 0.8498), abs=5e-5)


def test_first_orders_count_by_their_turn_and_never_is_later_than_all() -> None:
    early: list[dict[str, int]] = [{"red land": 1}] * 15 + [{"red land": 2}] * 15
    late: list[dict[str, int]] = [{"red land": 3}] * 10 + [{}] * 20
    games = [game(n, "red", first_in=first) for n, first in enumerate(early)]
    games += [game(n, "blue", first_in=first) for n, first in enumerate(late, start=30)]
    (one,) = deciding("", games, SIDES).relations
    assert one.what == "Red first ordered land in turn 2 or before"
    assert (one.with_it.games, one.without.games) == (30, 30)
    assert (one.with_it.share, one.without.share) == (0.0, 1.0)  # of two sides it is told how the first fares


def test_what_came_up_is_compared_for_the_game_as_a_whole() -> None:
    games = [
        game(n, "blue" if n % 2 else "red", happened={"Storm": n % 2, "Fog": 2 + n % 2, "Frost": 0})
        for n in range(60)
    ]
    assert [(one.sort, one.what, one.side) for one in deciding("", games, SIDES).relations] == [
        ("events", "Storm came up", "blue"),
        ("events", "Fog came up 3 times or more", "blue"),
    ]
    of_three = deciding("", games, {**SIDES, "green": "Green"}).relations
    assert {(one.what, one.side) for one in of_three} >= {("Storm came up", "blue"), ("Storm came up", "red")}


def test_points_losses_by_group_and_losses_by_turn_are_compared() -> None:
    games = [
        game(
            n,
            "blue" if n % 2 else "red",
            points_by={"blue 1": n % 2, "red 1": 0},
            lost_of={"red ship": 4 * (n % 2), "blue ": n % 2},
            lost_by={"red 2": 2 + n % 2},
        )
        for n in range(60)
    ]
    assert [(one.sort, one.what) for one in deciding("", games, SIDES).relations] == [
        ("points", "Blue led on points after turn 1"),
        ("losses", "Blue lost 1 or more (any counter)"),
        ("losses", "Red lost 4 or more (ship)"),
        ("losses", "Red had lost 3 or more by the end of turn 2"),
    ]


def test_what_hardly_ever_or_nearly_always_happens_is_not_compared() -> None:
    games = [game(n, "blue" if n < 100 else "red", ordered={"red strike": int(n < 9)}) for n in range(200)]
    assert deciding("", games, SIDES).compared == 0
    games = [game(n, "blue" if n < 100 else "red", ordered={"red strike": int(n < 10)}) for n in range(200)]
    assert deciding("", games, SIDES).compared == 1


def test_a_game_with_an_error_does_not_count() -> None:
    whole = [game(n, "blue", ordered={"red strike": n % 2}) for n in range(40)]
    broken = GamePlayed(99, 99, None, "", 1, 1, 1, 1, {}, {}, {}, {}, {}, {}, "stopped", 0, {"red strike": 1})
    found = deciding("", [*whole, broken], SIDES)
    assert found == deciding("", whole, SIDES)


def test_of_many_things_that_mean_nothing_hardly_any_study_calls_one_clear() -> None:
    """Forty orders a game that have nothing to do with who wins, in a hundred studies: of one in twenty at
    most is any called clear; with plain 95 % intervals it would be nearly all of them."""
    chance = random.Random(11)
    studies = 0
    for _ in range(100):
        games = [
            game(
                n,
                chance.choice(["blue", "red"]),
                ordered={f"red o{k}": chance.randint(0, 1) for k in range(40)},
            )
            for n in range(100)
        ]
        studies += deciding("", games, SIDES).clear > 0
    assert studies <= 9  # binomial of 100 with 0.05: more than 9 has a chance of 0.03


def test_the_widest_differences_are_shown_and_all_are_counted() -> None:
    games = [
        game(n, "blue" if n < 50 else "red", ordered={f"blue o{k}": int(n < 50 + k) for k in range(20)})
        for n in range(100)
    ]
    found = deciding("", games, SIDES)
    assert found.compared == found.clear == 20
    assert [one.what for one in found.relations] == [f"Blue ordered o{k}" for k in range(MOST_OF_A_SORT)]


def test_of_three_sides_each_is_compared_with_its_own_doings() -> None:
    sides = {**SIDES, "green": "Green"}
    games = [
        game(
            n, list(sides)[n % 3], ordered={f"{side} strike": int(i == n % 3) for i, side in enumerate(sides)}
        )
        for n, side in enumerate(list(sides) * 30)
    ]
    found = deciding("", games, sides)
    assert found.compared == 3
    assert {(one.side, one.with_it.share, one.without.share) for one in found.relations} == {
        (side, 1.0, 0.0) for side in sides
    }
