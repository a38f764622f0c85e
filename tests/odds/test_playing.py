"""Games played by policies: who answers what, when a game is held not to end, and what is searched for."""

import gc
import os
import random
import threading
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle
from types import SimpleNamespace
from typing import Any, cast

import pytest

import tests.toys  # noqa: F401  (makes the tiny rule systems known)
from adjudication.chances import playout as playing
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
from adjudication.chances.playout import Playout, luck_of, undisturbed
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
from adjudication.chances.selfplay import GameDoesNotEnd, PolicyPeople, play_out
from adjudication.chances.turning_points import Chances, Forecast, Point
from adjudication.chances.workers import MOST_WORKERS, cores, spread
from adjudication.engine.orders import LegalOrders, Order, OrderGroup
from adjudication.engine.session import Session
from adjudication.engine.systems import RandomPolicy, RuleSystem, load
from adjudication.engine.umpire import Pending, Question, Umpire
from domain.errors import BadData, IllegalOrder
from domain.events import OrderGiven, TrackData, VerdictReached
from domain.events.mutators import apply, rebuild
from domain.table.state import State
from tests.builders import TOY, new_game, opening, session


class Says:
    """A policy that gives the first order, and always the same answer."""

    def __init__(self, answer: Any = "mine") -> None:
        self.said = answer
        self.ordered = 0

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        self.ordered += 1
        return legal[0]

    def answer(self, question: Question, state: State, chance: random.Random) -> Any:
        return self.said


# --- who answers ---------------------------------------------------------------------------------------


def answered(question: Question) -> tuple[Any, ...] | None:
    people = PolicyPeople({"blue": Says()}, Says("another's"), random.Random(1))
    answer = people.answer(question, State())
    return None if answer is None else (answer.value, answer.by, answer.because)


def test_the_policy_of_a_side_answers_for_it() -> None:
    assert answered(Question("blue", "?", ("mine",), "x")) == ("mine", "policy", "")
    assert answered(Question("red", "?", ("another's",), "x")) == ("another's", "policy", "")


def test_what_the_rules_suggest_is_judged_so() -> None:
    def judged(kind: str = "judgement", because: str = "so it is") -> Any:
        return answered(Question("white", "?", (1, 2), "x", kind, suggested=(2,), because=because))

    assert judged() == (2, "policy", "so it is")
    assert judged(because="") == (2, "policy", "suggested by the rules")
    assert judged(kind="choice") == ("another's", "policy", "")
    assert answered(Question("white", "?", (1, 2), "x", "judgement")) == (
        "another's",
        "policy",
        "played by policy",
    )


def test_what_is_left_open_is_answered_in_so_many_words_and_a_plan_stays() -> None:
    for kind in ("words", "judgement"):
        assert answered(Question("white", "?", (), "x", kind)) == (
            "played by policy",
            "policy",
            "played by policy",
        )
    assert answered(Question("blue", "?", (), "x", "choice")) == ("mine", "policy", "")
    assert answered(Question("blue", "?", ("mine",), "x", optional=True)) is None


def test_dice_thrown_on_the_table_are_fair() -> None:
    value, *_ = answered(Question("white", "?", (), "x", "dice", die=6, dice=40)) or ((),)
    assert isinstance(value, list)
    assert set(value) == {1, 2, 3, 4, 5, 6}


# --- games that do not end -------------------------------------------------------------------------------


def ending(after: int) -> RuleSystem:
    """The small game, decided by so many orders."""

    def advance(umpire: Umpire, order: Any) -> None:
        count = umpire.state.mark("game", "orders", 0) + 1
        umpire.mark("game", "orders", count, rule="toy 2")
        if count == after:
            umpire.declare("blue", "enough", rule="toy 3")

    kind = TOY.orders["advance"]._replace(procedure=advance)
    return replace(TOY, orders={"advance": kind})


def begun(system: RuleSystem) -> Session:
    found = session(new_game())
    found.system = system
    found.begin()
    return found


def test_a_game_is_played_to_its_verdict_and_each_order_is_told() -> None:
    played, told = begun(ending(3)), list[int]()
    policy = Says()
    play_out(played, policy, random.Random(1), lambda events: told.append(len(events)))
    assert played.state.verdict is not None
    assert policy.ordered == 3
    assert told == [3, 3, 4]


def test_a_game_without_an_end_or_without_orders_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudication.chances.selfplay.LONGEST_GAME", 4)
    with pytest.raises(GameDoesNotEnd, match="not decided after 4 orders"):
        play_out(begun(ending(5)), Says(), random.Random(1))
    with pytest.raises(GameDoesNotEnd, match="No order is legal"):
        play_out(
            begun(replace(TOY, legal=lambda state: LegalOrders(()))), cast(Any, Says()), random.Random(1)
        )


def table() -> State:
    return rebuild(opening("0" * 32))


def playout(system: RuleSystem, state: State | None = None, **more: Any) -> Playout:
    dice, chance = luck_of(1)
    return Playout(system, state or table(), Says(), dice, chance, **more)


def test_a_play_out_ends_with_the_verdict_after_so_many_orders_or_when_it_is_told_to() -> None:
    one = playout(ending(3))
    one.begin()
    assert one.play(2).verdict is None
    assert one.state.mark("game", "orders") == 2
    assert one.play(5).mark("game", "orders") == 3
    assert one.state.verdict is not None
    assert one.play(1) is one.state, "nothing is ordered after the verdict"
    other = playout(ending(9))
    other.begin()
    other.play(until=lambda state: state.mark("game", "orders") == 4)
    assert other.state.mark("game", "orders") == 4


def test_a_play_out_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LONGEST_GAME", 4)
    long = playout(ending(9))
    long.begin()
    assert long.play(3).verdict is None
    with pytest.raises(GameDoesNotEnd, match="not decided after 4 orders"):
        long.play(4)
    just = playout(ending(4))
    just.begin()
    assert just.play(4).verdict is not None
    stuck = playout(replace(TOY, legal=lambda state: LegalOrders(())))
    stuck.begin()
    with pytest.raises(GameDoesNotEnd, match="No order is legal"):
        stuck.play(1)


def test_orders_of_a_play_out_are_numbered_on_and_watched() -> None:
    told: list[tuple[OrderGiven, list[str]]] = []
    one = playout(
        TOY, watch=lambda given, events: told.append((given, [type(event).__name__ for event in events]))
    )
    number = one.state.number
    one.begin()
    one.give(Order("blue", "advance", {"piece": "b1", "to": "b1"}))
    first, second = told
    assert (first[0].number, first[0].side, first[1]) == (number + 1, "", ["PhaseEntered", "OrderDone"])
    assert (second[0].number, second[0].procedure, second[0].order) == (number + 4, number + 4, "advance")
    assert second[1] == ["DieRolled", "LookedUp", "PieceMoved", "Marked", "OrderDone"]
    assert one.state.number == number + 9
    with pytest.raises(IllegalOrder):
        one.give(Order("blue", "advance", {"piece": "b1", "to": "c3"}))


def test_an_order_that_waits_for_people_cannot_be_played_out() -> None:
    def ask(umpire: Umpire, order: Any) -> None:
        umpire.choose("blue", "Which?", [1, 2], rule="toy 2")

    kind = TOY.orders["advance"]._replace(procedure=ask)
    one = playout(replace(TOY, orders={"advance": kind}))
    one.begin()
    one._umpire._people = SimpleNamespace(answer=lambda question, state: None)
    with pytest.raises(Pending):
        one.give(Order("blue", "advance", {"piece": "b1", "to": "b1"}))


@pytest.mark.parametrize("looking", [True, False])
def test_garbage_is_looked_for_again_afterwards_if_it_was_before(looking: bool) -> None:
    was = gc.isenabled()
    (gc.enable if looking else gc.disable)()
    try:
        with undisturbed():
            assert not gc.isenabled()
        assert gc.isenabled() == looking
        with pytest.raises(ZeroDivisionError), undisturbed():
            raise ZeroDivisionError
        assert gc.isenabled() == looking
    finally:
        (gc.enable if was else gc.disable)()


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

    def _worth(self, table: State, order: Order, seed: int) -> float:
        ends, nth = self.worth[order.name], self.played[order.name]
        self.played[order.name] += 1
        return ends[nth % len(ends)]

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
        count = umpire.state.mark("game", "orders", 0) + 1
        umpire.mark("game", "orders", count, rule="toy 2")
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
    system = replace(TOY, orders={"advance": kind}, stands=stands, legal=lambda state: legal)
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
        return 0.3 if state.mark("game", "orders", 0) == 2 and side == "blue" else None

    assert worth("blue", stands, orders=9) == 0.3
    assert worth("blue", stands, orders=1) == 1.0
    assert worth("", stands, orders=1) == 0.5
    assert worth("red", stands, orders=1) == 0.0


def test_an_order_that_cannot_be_given_on_the_table_that_was_dealt_is_lost() -> None:
    player = SearchingPolicy(TOY, Says())
    assert player._worth(table(), Order("blue", "advance", {"piece": "b1", "to": "c3"}), 1) == -0.25


def test_what_it_searches_with() -> None:
    policies = {"bold": Says("bold"), "sensible": Says("sensible")}
    found = searching(replace(TOY, policies=policies))
    assert found.with_policy is policies["sensible"]
    assert (found.budget, found.sure) == (WHOLE_GAMES, SURE_OF_WHOLE_GAMES)
    quick = searching(replace(TOY, policies={"bold": policies["bold"]}, stands=lambda state, side: 0.5))
    assert quick.with_policy is policies["bold"]
    assert (quick.budget, quick.sure) == (BUDGET, SURE)
    assert isinstance(searching(TOY).with_policy, RandomPolicy)
    assert quick.answer(cast(Question, None), table(), random.Random(1)) == "bold"


def by_turns() -> random.Random:
    """Chance that takes the first of three, then the second, then the third."""
    return cast(random.Random, SimpleNamespace(random=cycle((0.1, 0.5, 0.9)).__next__))


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
    proposing = replace(TOY, proposed=lambda state, legal: [legal[1], usual, legal[2]])
    assert considered(proposing, table(), legal, usual, Says(), 3, random.Random(1)) == [
        usual,
        legal[1],
        legal[2],
    ]


def test_with_one_order_to_consider_nothing_is_played_out() -> None:
    class NeverPlays(SearchingPolicy):
        def best(self, state: State, orders: Sequence[Order], seed: int) -> Order:
            return orders[-1]

    legal = LegalOrders([OrderGroup("blue", "advance", {"piece": "b1"}, "to", ("a2", "b1"))])
    only = NeverPlays(replace(TOY, proposed=lambda state, legal: []), Says())
    assert only.order(table(), legal, random.Random(1)) == legal[0]
    two = NeverPlays(replace(TOY, proposed=lambda state, legal: [legal[1]]), Says())
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
