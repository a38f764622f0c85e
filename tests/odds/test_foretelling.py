"""Forecasts, turning points, searches and workers: what they come to, by hand."""

import gc
import os
import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import cycle
from types import SimpleNamespace
from typing import Any, cast

import pytest

import tests.toys  # noqa: F401  (makes the tiny rule systems known)
from adjudication.chances import workers
from adjudication.chances.forecast import (
    Estimate,
    PlayedOut,
    Shot,
    chance_of,
    change_of_chance,
    change_of_margin,
    mean_margin,
    play_shot,
    played_out,
    seed_of,
    spread_of_margins,
)
from adjudication.chances.positions import Position
from adjudication.chances.searching import (
    BUDGET,
    SURE,
    SURE_OF_WHOLE_GAMES,
    WHOLE_GAMES,
    SearchingPolicy,
    considered,
    lead,
    searching,
)
from adjudication.chances.turning_points import Chances, Forecast, Point
from adjudication.chances.workers import MOST_WORKERS, cores, spread
from adjudication.engine.games.systems import Players, RuleSystem, load
from adjudication.engine.orders import LegalOrders, Order, OrderGroup
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.umpire import Question, Umpire
from domain.errors import BadData
from domain.events import TrackData, VerdictReached
from domain.table.marks import Mark
from domain.table.mutators import apply
from domain.table.state import State
from tests.builders import TOY
from tests.odds.test_playing import Says, table

ORDERS = Mark[int]("orders")

# --- forecasts -------------------------------------------------------------------------------------------


def test_what_is_decided_needs_no_play_outs() -> None:
    state = table()
    apply(state, VerdictReached(number=9, winner="red", reason="x", scores={}))
    (found,) = played_out(load("toy-losses"), [Position(state)], "random", "white", 3)
    assert found == PlayedOut(("red",) * 3, {}, exact=True)


def test_how_often_each_margin_came_up() -> None:
    played = PlayedOut(("a", "", "b", "b"), {"a": (3, -1, 3, 0), "b": (-3, 1, -3, 0)})
    assert list(spread_of_margins(played, "a").items()) == [(-1, 1), (0, 1), (3, 2)]
    assert mean_margin(played, "a").value == 1.25
    assert mean_margin(PlayedOut(("a",), {"a": (3,)}), "a") == Estimate(3, 3, 3)


def test_a_decided_game_beside_played_ones_is_no_sure_thing() -> None:
    sure, open_ = PlayedOut(("a",) * 4, exact=True), PlayedOut(("a", "a", "b", "b"))
    change = change_of_chance(open_, sure, "a")
    assert change.value == 0.5
    assert change.low < 0.5 < change.high
    assert change_of_chance(sure, open_, "a").high > -0.5
    assert change_of_chance(open_, sure, "b").value == -0.5
    assert chance_of(open_, None).value == 0
    all_changed = change_of_chance(PlayedOut(("b",) * 90), PlayedOut(("a",) * 90), "a")
    assert (all_changed.value, all_changed.high) == (1, 1)
    assert change_of_chance(PlayedOut(("a",) * 90), PlayedOut(("b",) * 90), "a").low == -1


def test_a_margin_is_later_less_earlier() -> None:
    before, after = PlayedOut(("a", "a"), {"a": (1, 2)}), PlayedOut(("a", "a"), {"a": (4, 5)})
    assert change_of_margin(before, after, "a") == Estimate(3, 3, 3)


def test_every_play_out_has_a_seed_of_its_own() -> None:
    assert seed_of(1, 1) == 1_000_001
    assert seed_of(3, 7) == 3_000_007


def test_a_shot_plays_the_first_to_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table()
    for side in ("blue", "red"):
        state.lay_track(TrackData(f"vp-{side}", value=3, highest=90, side=side))
    seeds: list[int] = []

    def play_on(system: object, position: Position, policy: object, viewer: str, seed: int) -> Any:
        seeds.append(seed)
        assert not gc.isenabled()
        return SimpleNamespace(winner="blue" if seed % 2 else None, tracks={"vp-blue": seed % 10})

    monkeypatch.setattr("adjudication.chances.forecast.play_on", play_on)
    shot = Shot(1, "tests.toys", "toy-losses", "random", "white", 2, 5, 8)
    found = play_shot([cast(Position, None), Position(state)], shot)
    assert seeds == [2_000_005, 2_000_006, 2_000_007, 2_000_008]
    assert found.winners == ("blue", None, "blue", None)
    assert found.margins == {"blue": (5, 6, 7, 8)}


# --- turning points --------------------------------------------------------------------------------------


def point(number: int, change: float | None, draw: float = 0.0, half: float = 0.1) -> Point:
    def around(value: float) -> Estimate:
        return Estimate(value, value - half, value + half)

    def chances(blue: float) -> Chances:
        return Chances({"blue": around(blue), "red": around(0.0)}, around(draw))

    moved = None if change is None else chances(change)
    return Point(number, number, (number,), 1, "a", chances(0.5), moved, ())


def test_a_point_moved_as_much_as_the_chance_that_it_moved_most() -> None:
    assert [point(1, None).moved(), point(1, -0.3).moved(), point(1, 0.1, draw=-0.2).moved()] == [
        0.0,
        0.3,
        0.2,
    ]


@pytest.mark.parametrize(
    ("change", "draw", "beyond"),
    [
        (None, 0.9, False),
        (0.05, 0.0, False),
        (0.1, 0.0, False),  # its interval ends at nought
        (0.11, 0.0, True),
        (-0.11, 0.0, True),
        (-0.1, 0.0, False),
        (0.0, -0.2, True),
        (0.0, 0.2, True),
    ],
)
def test_a_point_is_beyond_noise_where_an_interval_leaves_nought_out(
    change: float | None, draw: float, beyond: bool
) -> None:
    assert point(1, change, draw).beyond_noise() is beyond


def test_turning_points_come_largest_first_and_of_equals_the_earlier() -> None:
    points = (point(1, 0.9), point(2, 0.1), point(3, -0.3), point(4, 0.3))
    forecast = Forecast("random", "white", 1, 1, True, points)
    assert [each.number for each in forecast.turning(9)] == [3, 4, 2]
    assert [each.number for each in forecast.turning(2)] == [3, 4]


# --- searching -------------------------------------------------------------------------------------------


def searcher(budget: int = 60) -> SearchingPolicy:
    return SearchingPolicy(TOY, Says(), budget)


@pytest.mark.parametrize(
    ("left", "most", "budget", "kept", "times"),
    [
        ([1, 2, 3, 4, 5], 12, 1_000, [1, 2, 3], 12),  # the better half, rounded up
        ([1, 2, 3, 4], 12, 1_000, [1, 2], 12),
        ([1], 12, 1_000, [1], 12),
        ([1], 12, 12, [1], 6),  # six each for it and the usual one
        ([1], 12, 11, [1], 0),
        ([1, 2, 3], 12, 18, [1, 2], 6),
        ([1, 2, 3], 12, 17, [1], 8),
        ([], 12, 1_000, [], 12),
    ],
)
def test_the_worse_half_is_dropped_and_the_budget_is_shared(
    left: list[int], most: int, budget: int, kept: list[int], times: int
) -> None:
    assert searcher()._next_round(left, most, budget) == (kept, times)


def test_deals_go_on_where_those_before_ended() -> None:
    state = table()
    dealt = list(searcher()._deals(state, "blue", 100, 6, 3))
    assert [number for _, number in dealt] == [106, 107, 108]
    assert all(each is not state for each, _ in dealt)


class Scripted(SearchingPolicy):
    """Each order ends as it is said, play-out by play-out."""

    def __init__(self, worth: dict[str, Sequence[float]], budget: int) -> None:
        super().__init__(TOY, Says(), budget)
        self.worth = {name: list(ends) for name, ends in worth.items()}
        self.played: dict[str, int] = dict.fromkeys(worth, 0)
        self.rounds: list[int] = []

    def _worth(self, table: State, order: Order, seed: int) -> float:
        ends, nth = self.worth[order.name], self.played[order.name]
        self.played[order.name] += 1
        return ends[nth % len(ends)]

    def _deals(self, state: State, side: str, seed: int, first: int, count: int) -> Any:
        self.rounds.append(count)
        return super()._deals(state, side, seed, first, count)

    def found(self) -> str:
        return self.best(table(), [Order("blue", name) for name in self.worth], 1).name


def test_a_sure_lead_ends_the_search_at_once_and_a_slight_one_when_the_budget_is_spent() -> None:
    sure = Scripted({"usual": [0], "a": [1, 1, 1, 1, 1, 0.9]}, budget=600)
    assert sure.found() == "a"
    assert sure.played == {"usual": 6, "a": 6}
    # half of the time better by 1: after 36 play-outs that is far more than two standard errors
    slight = Scripted({"usual": [0], "a": [1, 0]}, budget=36)
    assert slight.found() == "a"
    assert slight.played == {"usual": 18, "a": 18}
    equal = Scripted({"usual": [0, 1], "a": [1, 0]}, budget=36)
    assert equal.found() == "usual"
    assert equal.played == {"usual": 18, "a": 18}


def test_each_round_has_twice_as_many_play_outs_as_far_as_the_budget_goes() -> None:
    for budget, rounds in (
        (24, [6, 6]),
        (36, [6, 12]),
        (60, [6, 12, 12]),
        (84, [6, 12, 24]),
        (90, [6, 12, 24]),
    ):
        equal = Scripted({"usual": [0, 1], "a": [1, 0]}, budget)
        assert equal.found() == "usual"
        assert equal.rounds == rounds, budget


def test_where_the_budget_allows_no_comparison_the_usual_order_is_given() -> None:
    few = Scripted({"usual": [0], "a": [1]}, budget=11)
    assert few.found() == "usual"
    assert few.played == {"usual": 0, "a": 0}
    two = Scripted({"usual": [0], "a": [0.5, 0.4], "b": [1]}, budget=12)
    assert two.found() == "a", "there is no budget for the third"
    assert two.played == {"usual": 6, "a": 6, "b": 0}


def test_an_order_that_is_hopeless_is_dropped() -> None:
    worse = Scripted({"usual": [1, 0], "a": [0, 0]}, budget=600)
    assert worse.found() == "usual"
    assert worse.played == {"usual": 6, "a": 6}


def test_a_lead_of_one_play_out_is_no_division_by_nought() -> None:
    assert lead([1.0], [0.0]) == pytest.approx(1 / 1e-9**0.5)
    assert lead([0.0, 1.0], [1.0, 0.0]) == 0
    assert lead([1.0, 0.0, 0.0], [0.0, 0.0, 0.0]) == pytest.approx((1 / 3) * 3**0.5 / (1 / 3) ** 0.5)


def worth(winner: str | None, stands: Any = None, orders: int = 1, side: str = "blue") -> float:
    """How one play-out ends of a game that one order decides."""

    def advance(umpire: Umpire, order: Any) -> None:
        count = umpire.state.mark("game", ORDERS, 0) + 1
        umpire.mark("game", Mark[object]("orders"), count, rule="toy 2")
        umpire.score("vp-blue", 2, rule="toy 2")
        if count == orders and winner is not None:
            umpire.declare(winner, "enough", rule="toy 3")

    kind = TOY.orders["advance"]._replace(procedure=advance)
    state = table()
    state.lay_track(TrackData("vp-blue", value=3, highest=90, side="blue"))
    state.lay_track(TrackData("vp-red", value=0, highest=90, side="red"))
    legal = LegalOrders(
        [OrderGroup(each, "advance", {"piece": "b1"}, "to", ("b1",)) for each in ("blue", "red")]
    )
    players = Players(evaluate=stands)
    system = replace(TOY, orders={"advance": kind}, players=players, legal=lambda state: legal)
    player = SearchingPolicy(system, Says())
    return player._worth(state, Order(side, "advance", {"piece": "b1", "to": "b1"}), 1)


def test_a_play_out_is_worth_its_result_and_a_little_for_the_margin() -> None:
    """A margin of 5 over a scale of 10 counts a third of a quarter."""
    assert worth("blue") == pytest.approx(1 + 0.25 * 5 / 15)
    assert worth("red") == pytest.approx(0.25 * 5 / 15)
    assert worth("") == pytest.approx(0.5 + 0.25 * 5 / 15)
    assert worth("red", side="red") == pytest.approx(1 - 0.25 * 5 / 15)
    assert worth("blue", orders=3) == pytest.approx(1 + 0.25 * 9 / 19)


def test_where_a_system_can_tell_how_a_side_stands_the_play_out_stops_there() -> None:
    def stands(state: State, side: str) -> float | None:
        return 0.3 if state.mark("game", ORDERS, 0) == 2 and side == "blue" else None

    assert worth("blue", stands, orders=9) == 0.3
    assert worth("blue", stands, orders=1) == 1.0
    assert worth("", stands, orders=1) == 0.5
    assert worth("red", stands, orders=1) == 0.0


def test_an_order_that_cannot_be_given_on_the_table_that_was_dealt_is_lost() -> None:
    player = SearchingPolicy(TOY, Says())
    assert player._worth(table(), Order("blue", "advance", {"piece": "b1", "to": "c3"}), 1) == -0.25


def test_what_it_searches_with() -> None:
    policies = {"bold": Says("bold"), "sensible": Says("sensible")}
    found = searching(replace(TOY, players=Players(policies)))
    assert found.with_policy is policies["sensible"]
    assert (found.budget, found.sure) == (WHOLE_GAMES, SURE_OF_WHOLE_GAMES)
    evaluating = Players({"bold": policies["bold"]}, evaluate=lambda state, side: 0.5)
    quick = searching(replace(TOY, players=evaluating))
    assert quick.with_policy is policies["bold"]
    assert (quick.budget, quick.sure) == (BUDGET, SURE)
    assert isinstance(searching(TOY).with_policy, RandomPolicy)
    assert quick.answer(cast(Question, None), table(), random.Random(1)) == "bold"


def by_turns() -> random.Random:
    """Chance that takes the first of three, then the second, then the third."""
    return cast(random.Random, SimpleNamespace(random=cycle((0.1, 0.5, 0.9)).__next__))


def proposing(proposed: Callable[[State, LegalOrders], list[Order]]) -> RuleSystem:
    """The small game with orders that are worth a thought."""
    return replace(TOY, players=Players(proposed=proposed))


def test_other_orders_are_those_of_the_policy_and_of_chance_in_turn() -> None:
    legal = LegalOrders(
        [
            OrderGroup("blue", "advance", {"piece": "b1"}, "to", ("a2", "b1", "b2")),
            OrderGroup("red", "advance", {"piece": "r1"}, "to", ("a2", "b1", "b2")),
        ]
    )
    usual = legal[0]
    for most in (1, 2, 3, 5):
        found = considered(TOY, table(), legal, usual, Says(), most, by_turns())
        assert found == [usual, *legal[1:most]][:3]
    policy = Says()
    considered(TOY, table(), legal, usual, policy, 3, by_turns())
    assert policy.ordered == 3
    endless = LegalOrders([OrderGroup("blue", "advance", {"piece": "b1"}, "to", ("a2", "b1"))])
    never: Any = SimpleNamespace(random=lambda: 0.0)
    assert considered(TOY, table(), endless, usual, policy, 2, never) == [usual]
    assert policy.ordered == 3 + 3, "six tries, every other by the policy"
    proposed = proposing(lambda state, legal: [legal[1], usual, legal[2]])
    assert considered(proposed, table(), legal, usual, Says(), 3, random.Random(1)) == [
        usual,
        legal[1],
        legal[2],
    ]


def test_with_one_order_to_consider_nothing_is_played_out() -> None:
    class NeverPlays(SearchingPolicy):
        def best(self, state: State, orders: Sequence[Order], seed: int) -> Order:
            return orders[-1]

    legal = LegalOrders([OrderGroup("blue", "advance", {"piece": "b1"}, "to", ("a2", "b1"))])
    only = NeverPlays(proposing(lambda state, legal: []), Says())
    assert only.order(table(), legal, random.Random(1)) == legal[0]
    two = NeverPlays(proposing(lambda state, legal: [legal[1]]), Says())
    assert two.order(table(), legal, random.Random(1)) == legal[1]


# --- workers ---------------------------------------------------------------------------------------------


def test_workers_are_as_many_as_are_wanted_within_bounds() -> None:
    assert [cores(1), cores(MOST_WORKERS)] == [1, 1_000]
    assert cores(None) >= 1
    for wanted in (0, -1, MOST_WORKERS + 1):
        with pytest.raises(BadData, match=f"1 to 1000 workers, not {wanted}"):
            cores(wanted)


def test_one_worker_works_here_in_order() -> None:
    assert list(spread(divmod, [(7, 2), (9, 4)], 1)) == [(3, 1), (2, 1)]
    assert list(spread(divmod, [(7, 2)], 8)) == [(3, 1)], "one task needs no second process"
    assert list(spread(divmod, [], 8)) == []


def test_several_workers_are_processes_and_one_that_is_lost_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from joblib.externals.loky.process_executor import BrokenProcessPool

    asked: list[Any] = []

    def parallel(work: Any, tasks: Any, settings: dict[str, Any], ordered: bool) -> Any:
        asked.append((tasks, settings["backend"], settings["n_jobs"], ordered))
        yield "first"
        raise BrokenProcessPool

    monkeypatch.setattr(workers, "parallel", parallel)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    found = spread(divmod, [(7, 2), (9, 4), (8, 3)], 2, ordered=False)
    assert next(found) == "first"
    assert threading.excepthook is workers._of_our_own_threads
    with pytest.raises(workers.WorkerLost, match="ended before its games were played"):
        next(found)
    ((tasks, *settings),) = asked
    assert [task[1:] for task in tasks] == [(divmod, 7, 2), (divmod, 9, 4), (divmod, 8, 3)]
    assert {task[0] for task in tasks} == {os.getpid()}
    assert settings == ["loky", 2, False]
    with pytest.raises(workers.WorkerLost):
        list(spread(divmod, [(7, 2), (9, 4)], 5))
    assert asked[1][1:] == ("loky", 2, True), "no more processes than tasks"


def test_only_the_noise_of_the_pool_itself_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[Any] = []
    monkeypatch.setattr(threading, "__excepthook__", told.append)
    faults = [
        SimpleNamespace(thread=None if name is None else SimpleNamespace(name=name))
        for name in (None, "Thread-1", "ExecutorManagerThread-1")
    ]
    for fault in faults:
        workers._of_our_own_threads(cast(Any, fault))
    assert told == faults[:2]


def test_a_search_gives_up_a_game_just_before_it_is_held_not_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudication.chances.searching.LONGEST_GAME", 4)
    assert worth(None, orders=9) == pytest.approx(0.5 + 0.25 * 11 / 21), "the first order and three more"
