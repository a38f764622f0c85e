"""Play-outs from any event, what-ifs and turning points, of every toy."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import adjudication.chances.forecast
from adjudication.chances.forecast import (
    Estimate,
    PlayedOut,
    chance_of,
    change_of_chance,
    change_of_margin,
    mean_margin,
    played_out,
)
from adjudication.chances.playout import mix_unknown
from adjudication.chances.positions import Position, check_playable, play_on, position_at
from adjudication.chances.turning_points import Forecast, turning_points
from adjudication.chances.whatif import where_replaced, with_order, with_roll
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.play.running import BEGIN
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from domain.errors import BadData, IllegalOrder, NotFound
from domain.events import CHANCE, DieRolled, Event, OrderDone, OrderGiven
from domain.events.strikes import struck
from domain.table.mutators import rebuild
from domain.views.view import WHITE
from tests.core.games import (
    VARIANTS,
    Variant,
    new_game,
    play_orders,
    play_to_end,
    random_people,
    seat,
    stir,
    table,
    variant_id,
)
from tests.thinned import thinned
from tests.words import words_of

every_toy = pytest.mark.parametrize("variant", thinned(VARIANTS, 2), ids=variant_id)
ALL = ("toy-both-fire", "toy-losses", "toy-options")


def log_of(variant: Variant, seed: int, dice: str = "sealed") -> list[Event]:
    return play_to_end(variant, seed, dice, close=False).game.log


def begins(log: Sequence[Event]) -> int:
    return next(e.number for e in log if isinstance(e, OrderGiven) and e.order == BEGIN)


def play(variant: Variant, positions: Sequence[Position], count: int = 20, **more: Any) -> list[PlayedOut]:
    return list(played_out(load(variant[0]), positions, "random", more.pop("viewer", WHITE), count, **more))


# --- positions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", thinned(VARIANTS, 2), ids=variant_id)
@pytest.mark.parametrize("dice", ["sealed", "typed"])
def test_every_event_can_be_played_on_from(variant: Variant, dice: str) -> None:
    """Also from the middle of an order, and where dice were thrown on the table."""
    log = log_of(variant, 3, dice)
    system = load(variant[0])
    endings = set()
    inside = 0
    for number in range(begins(log), len(log) + 1, max(1, len(log) // 40)):
        position = position_at(log, number)
        assert table(position.state) == table(rebuild(log[:number]))
        before = table(position.state)
        for side in (WHITE, next(iter(position.state.sides))):
            ending = play_on(system, position, RandomPolicy(), side, number)
            assert ending.winner in (*position.state.sides, "")
            assert ending == play_on(system, position, RandomPolicy(), side, number), "same seed, same game"
            endings.add(repr(ending))
        assert table(position.state) == before, "a play-out leaves the position as it is"
        inside += bool(position.waiting)
    assert inside
    assert len(endings) > 1


def test_with_nothing_open_a_play_out_ends_where_the_session_would() -> None:
    """The last order but for its end: what is left is retraced, and nothing is rolled anew."""
    log = log_of(("toy-both-fire", {}), 4)
    ending = play_on(load("toy-both-fire"), position_at(log, len(log) - 1), RandomPolicy(), WHITE, 9)
    state = rebuild(log)
    assert state.verdict is not None
    assert ending.winner == state.verdict.winner


@pytest.mark.parametrize("name", ["toy-blocks", "toy-cards"])
def test_what_a_side_does_not_know_makes_no_difference_to_its_forecast(name: str) -> None:
    """Identities of face-down pieces that look alike are exchanged: the same play-outs end the same."""
    session = seat(new_game((name, {})), random_people(1))
    session.begin()
    play_orders(session, 3, random.Random(1))
    state = session.state
    system = load(name)
    tried = 0
    for viewer in state.sides:
        hidden = [p for p in state.pieces.values() if p.known_to is not None and viewer not in p.known_to]
        other = state.copy()
        mix_unknown(other, viewer, random.Random(5))
        if [p.kind_id for p in other.pieces.values()] == [p.kind_id for p in state.pieces.values()]:
            continue
        tried += 1
        assert len(hidden) > 1
        for seed in range(10):
            one = play_on(system, Position(state), RandomPolicy(), viewer, seed)
            assert one == play_on(system, Position(other), RandomPolicy(), viewer, seed)
        assert any(
            play_on(system, Position(state), RandomPolicy(), WHITE, seed)
            != play_on(system, Position(other), RandomPolicy(), WHITE, seed)
            for seed in range(40)
        ), "who knows what lies there counts on it"
    assert tried


@pytest.mark.parametrize("seed", [1, 2])
def test_what_if_goes_on_from_orders_and_rolls_about_what_a_side_does_not_see(seed: int) -> None:
    """Mines that go off under its ship, a boat that sails unseen: the order is adjudicated with them."""
    log = log_of(("toy-minefield", {}), seed)
    system, about_unseen = load("toy-minefield"), 0
    for event in log[begins(log) :]:
        if isinstance(event, OrderGiven) and event.order in system.orders:
            order = Order(event.side, event.order, event.arguments)
            about_unseen += order.arguments.get("ship") == "boat" or order.name in ("lay", "strike")
            position, _ = with_order(where_replaced(system, log, event.number), order)
        elif isinstance(event, DieRolled):
            position = position_at(log, event.number)
        else:
            continue
        for viewer in ("red", "blue"):
            check_playable(system, position, RandomPolicy(), viewer)
    assert about_unseen


def test_a_position_that_nobody_can_play_on_is_refused() -> None:
    log = log_of(("toy-losses", {}), 1)
    at = begins(log) + 1
    position = position_at(log, at, Order("", "surrender"))
    with pytest.raises(NotFound, match="no order 'surrender'"):
        check_playable(load("toy-losses"), position, RandomPolicy(), WHITE)
    for number in (0, len(log) + 1):
        with pytest.raises(NotFound, match=f"no event {number}"):
            position_at(log, number)


# --- played out ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_the_same_whatever_the_number_of_workers(name: str) -> None:
    log = log_of((name, {}), 2)
    positions = [position_at(log, number) for number in (begins(log) + 1, len(log) // 2, len(log))]
    one = play((name, {}), positions, 120, workers=1)
    assert one == play((name, {}), positions, 120, workers=2)
    assert one != play((name, {}), positions, 120, workers=1, seed=2)
    longer = play((name, {}), positions, 170, workers=1)
    assert longer[0].winners[:120] == one[0].winners, "more of them begin with the same ones"


def test_progress_is_told_of_every_play_out() -> None:
    log = log_of(("toy-losses", {}), 2)
    told: list[int] = []
    play(("toy-losses", {}), [position_at(log, 20), position_at(log, len(log))], 70, progress=told.append)
    assert told == [50, 20], "what is decided is not played"


@pytest.mark.parametrize("count", [0, -1, 10**9])
def test_a_senseless_number_of_games_is_refused(count: int) -> None:
    with pytest.raises(BadData, match="Play 1 to"):
        play(("toy-losses", {}), [], count)


def test_estimates_by_hand() -> None:
    before = PlayedOut(
        ("a", "a", "b", "", "b", "b", "b", "b", "b", "b"), {"a": (3, 1, 0, 0, 0, 0, 0, 0, 0, -2)}
    )
    after = PlayedOut(
        ("a", "a", "a", "a", "b", "b", "b", "b", "b", "b"), {"a": (3, 1, 2, 2, 0, 0, 0, 0, 0, 0)}
    )
    chance = chance_of(before, "a")
    assert chance.value == 0.2
    # Wilson's interval of 2 in 10, from the tables of any text on proportions.
    assert (round(chance.low, 4), round(chance.high, 4)) == (0.0567, 0.5098)
    assert chance_of(before, "").value == 0.1
    change = change_of_chance(before, after, "a")
    assert change.value == pytest.approx(0.2)
    # Two of twelve cells' worth: (2.5 - 0.5) / 12 +- 1.96 sqrt(2.5 + 0.5 - 4 / 12) / 12.
    assert change.low == pytest.approx(-0.10006, abs=1e-4)
    assert change.high == pytest.approx(0.43339, abs=1e-4)
    assert change_of_chance(after, before, "a").value == pytest.approx(-0.2)
    assert mean_margin(before, "a").value == pytest.approx(0.2)
    moved = change_of_margin(before, after, "a")
    # Differences 2, 2, 2 and seven noughts: mean 0.6, standard deviation 0.9661.
    assert moved.value == pytest.approx(0.6)
    assert moved.high - moved.value == pytest.approx(0.5988, abs=1e-4)
    sure = PlayedOut(("a",) * 10, exact=True)
    assert chance_of(sure, "a") == Estimate(1, 1, 1)
    assert change_of_chance(sure, sure, "a") == Estimate(0, 0, 0)


# --- what if -------------------------------------------------------------------------------------


@every_toy
def test_a_what_if_with_the_die_that_fell_is_the_game_unaltered(variant: Variant) -> None:
    log = log_of(variant, 6)
    rolls = [e for e in log if isinstance(e, DieRolled)]
    for rolled in rolls[:: max(1, len(rolls) // 4)]:
        one, other = play(variant, with_roll(log, rolled.number, rolled.face))
        assert one == other


def test_a_better_die_makes_a_better_chance() -> None:
    """Both fire: a six instead of a one hits, and hits win."""
    log = log_of(("toy-both-fire", {}), 6)
    rolled = next(e for e in log if isinstance(e, DieRolled) and "battery bty-east" in words_of(e.purpose))
    (_, miss), (_, hit) = with_roll(log, rolled.number, 1), with_roll(log, rolled.number, 6)
    worse, better = play(("toy-both-fire", {}), [miss, hit], 600)
    assert change_of_chance(worse, better, "east").low > 0
    assert change_of_chance(worse, better, "west").high < 0


def test_what_is_no_die_or_no_face_is_refused() -> None:
    log = log_of(("toy-both-fire", {}), 6)
    rolled = next(e for e in log if isinstance(e, DieRolled))
    for number, face, sentence in (
        (rolled.number, 0, "A D6 shows 1 to 6, not 0"),
        (rolled.number, 7, "A D6 shows 1 to 6, not 7"),
        (1, 1, "Event 1 is no roll"),
        (0, 1, "no event 0"),
        (len(log) + 1, 1, "no event"),
    ):
        with pytest.raises((BadData, NotFound), match=sentence):
            with_roll(log, number, face)


@every_toy
def test_the_order_that_was_given_given_instead_changes_nothing(variant: Variant) -> None:
    log = log_of(variant, 7)
    system = load(variant[0])
    orders = [e for e in log if isinstance(e, OrderGiven) and e.order != BEGIN]
    for given in orders[:: max(1, len(orders) // 3)]:
        for at in (given.number - 1, given.number, given.number + 1):
            replaced = where_replaced(system, log, at)
            assert replaced.given == given
            assert len(replaced.before) == given.number - 1
        one, other = play(
            variant, with_order(replaced, Order(given.side, given.order, dict(given.arguments)))
        )
        assert one == other


def test_behind_the_last_order_the_policy_chooses() -> None:
    session = seat(new_game(("toy-losses", {})), random_people(1))
    session.begin()
    play_orders(session, 2, random.Random(1))
    log = session.game.log
    replaced = where_replaced(session.system, log, len(log))
    assert replaced.given is None
    legal = session.legal()
    ending, other = play(("toy-losses", {}), with_order(replaced, legal[0]))
    assert len(ending.winners) == len(other.winners) == 20
    with pytest.raises(IllegalOrder):
        play(("toy-losses", {}), with_order(replaced, Order("nobody", legal[0].name, legal[0].arguments)))
    for number in range(1, begins(log) + 1):
        with pytest.raises(BadData, match="not open yet"):
            where_replaced(session.system, log, number)


# --- turning points ------------------------------------------------------------------------------


class Kept(dict[int, PlayedOut]):
    """A cache that is a dictionary."""

    def put(self, number: int, played: PlayedOut) -> None:
        self[number] = played


def find(variant: Variant, log: Sequence[Event], **more: Any) -> Forecast:
    settings = {"playouts": 30, "workers": 1, "viewer": WHITE, **more}
    return turning_points(load(variant[0]), log, "random", **settings)


@every_toy
def test_the_chances_go_from_the_opening_to_the_verdict(variant: Variant) -> None:
    log = log_of(variant, 8)
    forecast = find(variant, log, playouts=10)
    state = rebuild(log)
    assert state.verdict is not None
    assert forecast.decided
    first, last = forecast.points[0], forecast.points[-1]
    assert first.change is None
    assert first.orders == (begins(log),)
    for side, chance in last.chances.sides.items():
        assert chance.low == chance.value == chance.high == (side == state.verdict.winner)
    assert last.chances.draw.value == (state.verdict.winner == "")
    for point in forecast.points:
        total = sum(chance.value for chance in point.chances.sides.values()) + point.chances.draw.value
        assert total == pytest.approx(1)
    orders = [number for point in forecast.points for number in point.orders]
    assert orders == [e.number for e in log if isinstance(e, OrderGiven)]
    for before, point in zip(forecast.points, forecast.points[1:], strict=False):
        assert point.change is not None
        for side, change in point.change.sides.items():
            difference = point.chances.sides[side].value - before.chances.sides[side].value
            assert change.value == pytest.approx(difference)


@every_toy
def test_every_order_with_chance_is_a_point_and_its_rolls_are_named(variant: Variant) -> None:
    log = log_of(variant, 9)
    points = {point.order: point for point in find(variant, log, playouts=1).points}
    rolls: dict[int, list[int]] = {}
    for event in log:
        if isinstance(event, CHANCE):
            rolls.setdefault(event.procedure, []).append(event.number)
    for order, numbers in rolls.items():
        assert list(points[order].rolls) == numbers
    for point in points.values():
        done = log[point.number - 1]
        assert isinstance(done, OrderDone)
        assert done.procedure == point.order


def test_orders_taken_back_are_no_points_and_leave_the_others_as_they_were() -> None:
    variant: Variant = ("toy-both-fire", {})
    session = seat(new_game(variant), random_people(1))
    session.begin()
    play_orders(session, 3, random.Random(1))
    before = find(variant, session.game.log)
    taken = session.orders_in_force()[1]
    session.take_back(taken.number, "a slip")
    play_orders(session, 2, random.Random(9))
    after = find(variant, session.game.log)
    out_of_force = struck(session.game.log)
    assert {point.order for point in after.points}.isdisjoint(out_of_force)
    assert after.points[:2] == before.points[:2]
    assert len(after.points) == 4


def test_a_second_call_plays_nothing_and_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    variant: Variant = ("toy-losses", {})
    log = log_of(variant, 8)
    kept = Kept()
    first = find(variant, log, cache=kept)
    assert len(kept) == len(first.points)
    played: list[int] = []

    def count(wanted: int) -> Callable[[int], None]:
        played.append(wanted)
        return played.append

    def refuse(*_: Any) -> PlayedOut:
        raise AssertionError("it is in the cache")

    monkeypatch.setattr(adjudication.chances.forecast, "play_shot", refuse)
    assert find(variant, log, cache=kept, progress=count) == first
    assert played == [0]
    monkeypatch.undo()
    lost = first.points[3].number
    del kept[lost]
    assert find(variant, log, cache=kept, progress=count) == first
    assert played[1:] == [30, 30], "only what is missing is played"


def test_forecasts_are_the_same_with_two_workers() -> None:
    variant: Variant = ("toy-both-fire", {})
    log = log_of(variant, 8)
    assert find(variant, log, playouts=60) == find(variant, log, playouts=60, workers=2)


def test_the_order_that_decided_is_a_turning_point() -> None:
    variant: Variant = ("toy-both-fire", {})
    log = log_of(variant, 8)
    forecast = find(variant, log, playouts=100)
    moved = [point.moved() for point in forecast.turning(50)]
    assert moved == sorted(moved, reverse=True)
    assert forecast.turning(2) == forecast.turning(50)[:2]
    assert forecast.turning(1)[0].beyond_noise()
    assert forecast.points[0] not in forecast.turning(50)


def test_a_game_going_on_has_points_as_far_as_it_went() -> None:
    variant: Variant = ("toy-losses", {})
    session: Session = seat(new_game(variant))
    assert find(variant, session.game.log).points == ()
    stir(session, 1)
    session.begin()
    forecast = find(variant, session.game.log)
    assert not forecast.decided
    assert len(forecast.points) == 1
    with pytest.raises(NotFound, match="no policy"):
        turning_points(session.system, session.game.log, "genius", WHITE)
