"""Decision, luck and ruling of single orders by hand, and what luck and what-ifs take from a log."""

from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace as struct_replace

from adjudication.chances import split as splitting
from adjudication.chances.forecast import Estimate, PlayedOut
from adjudication.chances.luck import (
    Luck,
    OrderLuck,
    Stake,
    _added,
    _has_chance,
    _name,
    _settled,
    _side,
    luck,
    pips,
)
from adjudication.chances.playout import _renamed
from adjudication.chances.positions import Position, play_on, position_at, replaced
from adjudication.chances.split import OrderSplit, Parts, Preferred, Split
from adjudication.chances.spreads import Spread
from adjudication.chances.whatif import where_replaced, with_order, with_roll
from adjudication.engine.orders import Order
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from adjudication.engine.umpire import Nobody, Umpire
from domain.errors import BadData, NotFound, Refused
from domain.events import (
    Chosen,
    CounterDrawn,
    DieRolled,
    Event,
    LookedUp,
    Marked,
    OrderGiven,
    Picked,
    PieceKnown,
    PieceMoved,
    PresenceKnown,
    Ruled,
    Scored,
    Shuffled,
    TrackData,
    TracksLaid,
)
from domain.game.game import Game
from domain.table.marks import Mark
from domain.table.state import State
from tests.builders import TOY, new_game, opening, session

# --- split ---------------------------------------------------------------------------------------------


def won(*winners: str) -> PlayedOut:
    return PlayedOut(winners)


def item(number: int = 5, side: str = "blue", **more: Any) -> splitting._Item:
    given = OrderGiven(number=number, procedure=number, side=side, order="advance", arguments={"to": "b1"})
    usual: dict[str, Any] = {"free": True, "others": [], "chance": True, "computed": 0}
    return splitting._Item(given, State(), 2, "a", **{**usual, **more})


BEFORE, GIVEN, AFTER, COMPUTED = (
    won("b", "b", "b", "b"),
    won("a", "b", "b", "b"),
    won("a", "a", "a", "b"),
    won("a", "a", "b", "b"),
)
"""Chances of side a: 0, 1/4, 3/4 and 1/2."""


def values(parts: Parts) -> list[float]:
    return [parts.decision.value, parts.luck.value, parts.ruling.value]


@pytest.mark.parametrize(
    ("free", "chance", "found", "parts"),
    [
        (True, True, {"given": GIVEN}, [0.25, 0.5, 0.0]),
        (True, True, {"given": GIVEN, "computed": COMPUTED}, [0.25, 0.25, 0.25]),
        (False, True, {}, [0.0, 0.75, 0.0]),  # nothing was decided
        (True, False, {}, [0.75, 0.0, 0.0]),  # nothing was left to chance
        (False, False, {}, [0.0, 0.75, 0.0]),
        (True, True, {}, [0.0, 0.75, 0.0]),
    ],
)
def test_what_an_order_did_is_decision_luck_or_ruling(
    free: bool, chance: bool, found: dict[str, PlayedOut], parts: list[float]
) -> None:
    played = {
        (3, "before"): BEFORE,
        (4, "before"): AFTER,
        **{(3, name): each for name, each in found.items()},
    }
    told = splitting._told(item(free=free, chance=chance), 3, played, None, ["a", "b"])
    assert values(told.parts["a"]) == parts
    assert values(told.parts["b"]) == pytest.approx([-part for part in parts])
    assert (told.number, told.turn, told.phase, told.side, told.order, told.arguments, told.free) == (
        5,
        2,
        "a",
        "blue",
        "advance",
        {"to": "b1"},
        free,
    )
    assert {side: estimate.value for side, estimate in told.before.items()} == {"a": 0.0, "b": 1.0}
    assert told.preferred is None


def test_a_preferred_order_is_told_where_it_is_worth_more() -> None:
    better, same = Order("a", "dig", {"at": "b1"}), GIVEN

    def told(preferred: PlayedOut | None, order: Order | None = better) -> Preferred | None:
        played = {(0, "before"): BEFORE, (1, "before"): AFTER, (0, "given"): GIVEN}
        if preferred is not None:
            played[0, "preferred"] = preferred
        return splitting._told(item(side="a"), 0, played, order, ["a", "b"]).preferred

    found = told(AFTER)
    assert found is not None
    assert (found.order, found.arguments, found.worth.value) == ("dig", {"at": "b1"}, 0.5)
    assert told(same) is None
    assert told(BEFORE) is None
    assert told(None) is None
    assert told(AFTER, None) is None


def order_split(side: str, own: float, preferred: float | None = None, number: int = 1) -> OrderSplit:
    def at(value: float) -> Estimate:
        return Estimate(value, value, value)

    parts = {"a": Parts(at(own), at(0.25), at(0.125)), "b": Parts(at(-own), at(-0.25), at(-0.125))}
    better = None if preferred is None else Preferred("dig", {}, Estimate(0.5, preferred, 0.9))
    before = {"a": at(0.1), "b": at(0.9)}
    return OrderSplit(number, 1, "a", side, "advance", {}, True, before, parts, better)


def test_totals_are_the_sums_of_the_parts() -> None:
    orders = (order_split("a", 0.5), order_split("b", 0.0625), order_split("a", -0.25))
    end = {side: Estimate(value, value, value) for side, value in (("a", 1.0), ("b", 0.0))}
    totals = Split("random", 1, 1, True, orders, end).totals()
    assert list(totals) == ["a", "b"]
    a, b = totals["a"], totals["b"]
    assert (a.start, a.own, a.others, a.luck, a.ruling, a.end) == (0.1, 0.25, 0.0625, 0.75, 0.375, 1.0)
    assert (b.start, b.own, b.others, b.luck, b.ruling, b.end) == (0.9, -0.0625, -0.25, -0.75, -0.375, 0.0)
    none = Split("random", 1, 1, True, (), end).totals()["a"]
    assert (none.start, none.own, none.others, none.luck, none.ruling, none.end) == (1.0, 0, 0, 0, 0, 1.0)


def test_an_order_is_marked_where_another_is_clearly_worth_more() -> None:
    orders = tuple(
        order_split("a", 0.0, preferred, number)
        for number, preferred in enumerate((None, 0.05, 0.0501, 0.4, -0.1), start=1)
    )
    found = Split("random", 1, 1, True, orders, {})
    assert [order.number for order in found.marked()] == [3, 4]


def names(item_: splitting._Item, after: splitting._Item | None, preferred: Order | None = None) -> list[str]:
    game: Any = SimpleNamespace(log=new_game().log)
    return [name for name, _ in splitting._positions(game, item_, after, preferred)]


def test_what_is_the_same_as_the_position_before_the_next_order_is_not_played_again() -> None:
    other = Order("blue", "dig")
    assert names(item(), item()) == ["before", "given"]
    assert names(item(chance=False), item()) == ["before"]
    assert names(item(chance=False), None) == ["before", "given"]
    assert names(item(chance=False), item(side="red")) == ["before", "given"], "red sees it otherwise"
    assert names(item(free=False), item()) == ["before"]
    assert names(item(), item(), other) == ["before", "given", "preferred"]
    assert names(item(chance=False, computed=3), item()) == ["before", "given", "computed"]
    assert item(side="").viewer == "white"
    assert item().viewer == "blue"


def test_positions_of_an_order_are_with_it_and_with_the_preferred_one() -> None:
    game: Any = SimpleNamespace(log=new_game().log)
    other = Order("blue", "dig")
    found = dict(splitting._positions(game, item(computed=3), None, other))
    assert found["before"].order is None
    assert found["given"].order == Order("blue", "advance", {"to": "b1"})
    assert found["preferred"].order == other
    assert found["computed"].state.number == 3


def test_the_order_that_ends_best_is_preferred_and_of_equals_the_one_that_was_given() -> None:
    others = [Order("blue", name) for name in ("b", "c", "d")]
    asked: list[splitting._Wanted] = []

    def best(*shares: PlayedOut | None) -> Order | None:
        def play(wanted: Sequence[splitting._Wanted]) -> list[PlayedOut | None]:
            asked[:] = wanted
            return list(shares)

        return splitting._preferred(item(others=others), play, 9, 4)

    none, half, all_won = won("red", "red"), won("blue", "red"), won("blue", "blue")
    assert best(none, half, all_won, all_won) == others[1]
    assert best(half, half, none, half) is None
    assert best(none, None, None, none) is None
    assert best(None, None, none, half) == others[2]
    assert [each.position.order for each in asked] == [Order("blue", "advance", {"to": "b1"}), *others]
    assert {(each.viewer, each.playouts, each.seed) for each in asked} == {("blue", 9, 1_000_007)}


def test_positions_alike_are_played_together_and_one_that_cannot_be_costs_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bad = Position(State(), (), Order("blue", "bad"))
    good = [Position(State(), (), Order("blue", name)) for name in "xyz"]
    together: list[int] = []

    def played_out(
        system: object, positions: Sequence[Position], policy: str, viewer: str, *more: Any
    ) -> list[PlayedOut]:
        together.append(len(positions))
        if bad in positions:
            raise Refused("It cannot be played.")
        return [won(viewer, each.order.name if each.order else "") for each in positions]

    monkeypatch.setattr(splitting, "played_out", played_out)
    wanted = [
        splitting._Wanted(good[0], "blue", 2, 1),
        splitting._Wanted(good[1], "red", 2, 1),
        splitting._Wanted(good[2], "blue", 2, 1),
        splitting._Wanted(bad, "green", 2, 1),
        splitting._Wanted(good[1], "green", 2, 1),
    ]
    found = splitting._play(TOY, wanted, "random", 1)
    assert found == [won("blue", "x"), won("red", "y"), won("blue", "z"), None, won("green", "y")]
    assert together == [2, 1, 2, 1, 1]


def test_each_item_comes_with_the_next_one() -> None:
    items = [item(number) for number in (5, 6, 7)]
    assert list(splitting._each_with_next(iter(items))) == [
        (items[0], items[1]),
        (items[1], items[2]),
        (items[2], None),
    ]
    assert list(splitting._each_with_next(iter(()))) == []


# --- what there is of luck in a log ----------------------------------------------------------------------


def test_only_what_could_have_fallen_otherwise_is_chance() -> None:
    chances: list[Event] = [
        DieRolled(number=1, die=6, face=1, purpose="x"),
        CounterDrawn(number=1, cup="cup", piece="r1", to="a1", purpose="x"),
        Picked(number=1, purpose="x", options=(1, 2), value=1),
        Shuffled(number=1, place="cup", order=()),
        PieceKnown(number=1, piece="r1", sides=None),
        PresenceKnown(number=1, piece="r1", sides=None),
    ]
    certain: list[Event] = [
        LookedUp(number=1, table="t", keys={}, row=1, result={}),
        Chosen(number=1, side="blue", question="?", value=1),
        PieceMoved(number=1, piece="b1", origin="a1", to="b1"),
        Scored(number=1, track="vp", change=1, value=1),
    ]
    assert all(_has_chance([*certain, each]) for each in chances)
    assert not _has_chance(certain)
    assert not _has_chance([])


def test_what_can_be_ruled_on_has_a_name() -> None:
    assert _name(DieRolled(number=1, die=6, face=1, purpose="fire")) == ("die", "fire")
    assert _name(Picked(number=1, purpose="who", options=(1,), value=1)) == ("pick", "who")
    assert _name(LookedUp(number=1, table="t", keys={}, row=1, result={})) == ("table", "t")
    assert _name(Marked(number=1, subject="game", mark="x", value=1)) is None


def test_what_was_settled_is_what_people_said_first_or_were_ruled_to_have_said() -> None:
    def chosen(number: int, value: int, digest: str = "", question: str = "how?") -> Chosen:
        return Chosen(number=number, side="blue", question=question, value=value, digest=digest)

    assert _settled([chosen(2, 1), chosen(3, 2)], {}) == ({("blue", "how?"): 1}, {})
    assert _settled([chosen(2, 1, "d"), chosen(3, 2, "d")], {}) == ({("blue", "how?"): 2}, {})
    ruled = Ruled(number=4, concerns=2, value=9, by="", because="x")
    assert _settled([chosen(2, 1), ruled], {2: ruled}) == ({("blue", "how?"): 9}, {})
    picked = Picked(number=2, purpose="who", options=(1, 9), value=1)
    assert _settled([picked, ruled], {2: ruled}) == ({}, {("pick", "who"): 9})
    two = [picked, struct_replace(picked, number=3), chosen(5, 1)]
    assert _settled(two, {}) == ({("blue", "how?"): 1}, {})


def test_a_side_without_chance_has_no_deviation() -> None:
    sure = [Stake(Spread({2: 1.0}, 2.0), 2.0, 2, 0.0, 0.5)] * 2
    found = _side(sure)
    assert (found.orders, found.expected, found.actual, found.luck) == (2, 4.0, 4, 0.0)
    assert (found.deviation, found.z, found.percentile) == (0.0, None, 0.5)
    assert _added({0: 0.5, 1: 0.5}, {0: 0.25, 2: 0.75}) == {0: 0.125, 2: 0.375, 1: 0.125, 3: 0.375}


def order_luck(number: int, change: float) -> OrderLuck:
    stake = Stake(Spread({0: 1.0}, 0.0), 0.0, 0, change, 0.5)
    return OrderLuck(number, 1, "a", "blue", "advance", {}, "blue", True, 0, {"blue": stake})


def test_the_luckiest_orders_come_first_and_of_equals_the_earlier() -> None:
    changes = [(1, 0.5), (2, -0.5), (3, 0.75), (4, 0.5), (5, 0.0), (6, 1e-10), (7, -0.75), (8, -0.5)]
    found = Luck(tuple(order_luck(*each) for each in reversed(changes)), {}, (), 0, ())
    assert [order.number for order in found.luckiest("blue")] == [3, 1, 4]
    assert [order.number for order in found.luckiest("blue", 2)] == [3, 1]
    assert [order.number for order in found.unluckiest("blue")] == [7, 2, 8]
    assert found.luckiest("red") == found.unluckiest("red") == []
    many = Luck(tuple(order_luck(n, n) for n in range(1, 9)), {}, (), 0, ())
    assert len(many.luckiest("blue")) == 5
    poor = Luck(tuple(order_luck(n, -n) for n in range(1, 9)), {}, (), 0, ())
    assert [order.number for order in poor.unluckiest("blue")] == [8, 7, 6, 5, 4]


def test_a_die_of_one_side_tells_nothing_and_five_of_each_face_are_enough() -> None:
    def thrown(die: int, count: int) -> Any:
        faces = [1 + n % die for n in range(count)]
        return pips([DieRolled(number=1, die=die, face=face, purpose="x") for face in faces])[0]

    assert (thrown(1, 3).p, thrown(1, 3).chi_square) == (1.0, 0.0)
    assert thrown(2, 9).rough
    assert not thrown(2, 10).rough


def rolled_twice() -> Session:
    """Two orders with a die each, of which the second was taken back and given again."""
    played = session(new_game())
    played.begin()
    for to in ("b1", "b2"):
        played.order(Order("blue", "advance", {"piece": "b1", "to": to}))
    return played


def test_where_no_track_is_a_score_nothing_is_weighed_and_the_dice_are_counted() -> None:
    played = rolled_twice()
    found = luck(TOY, played.game)
    assert (found.orders, found.sides, found.without_chance, found.left_out) == ((), {}, 0, ())
    assert [line.rolls for line in found.pips] == [2]
    last = played.orders_in_force()[-1].number
    played.take_back(last, "a slip")
    assert [line.rolls for line in luck(TOY, played.game).pips] == [1]


def test_orders_without_chance_are_counted_by_themselves() -> None:
    def advance(umpire: Umpire, order: Any) -> None:
        umpire.mark("game", Mark[object]("x"), 1, rule="toy 2")

    played = session(new_game())
    played.system = replace(TOY, orders={"advance": TOY.orders["advance"]._replace(procedure=advance)})
    played.begin()
    for _ in range(2):
        played.order(Order("blue", "advance", {"piece": "b1", "to": "b1"}))
    told: list[tuple[str, int]] = []

    def progress(what: str, count: int) -> Any:
        told.append((what, count))
        from contextlib import nullcontext

        return nullcontext(lambda number: None)

    assert luck(played.system, played.game, progress=progress).without_chance == 2
    assert told == [("Weighing orders", 0)]


# --- what if -----------------------------------------------------------------------------------------------


def test_a_die_is_thrown_otherwise_and_all_before_it_is_as_it_was() -> None:
    log = rolled_twice().game.log
    rolls = [event for event in log if isinstance(event, DieRolled)]
    (as_it_fell, otherwise) = with_roll(log, rolls[1].number, 1 + rolls[1].face % 6)
    for position in (as_it_fell, otherwise):
        assert position.state.number == rolls[1].number
        (waiting,) = position.waiting
        assert waiting.given.number == rolls[1].procedure
        assert [event.number for event in waiting.recorded] == [rolls[1].number]
        assert waiting.state.number == rolls[1].procedure
    fell = [each.waiting[0].recorded[0] for each in (as_it_fell, otherwise)]
    assert [cast(DieRolled, each).face for each in fell] == [rolls[1].face, 1 + rolls[1].face % 6]
    for face in (1, 6):
        with_roll(log, rolls[0].number, face)


def test_what_is_no_die_names_those_of_its_order() -> None:
    log = rolled_twice().game.log
    rolls = [event for event in log if isinstance(event, DieRolled)]
    with pytest.raises(BadData, match=rf"no roll of a die; in its order these are: {rolls[0].number}\."):
        with_roll(log, rolls[0].number + 1, 1)
    with pytest.raises(BadData, match=r"Event 1 is no roll of a die\."):
        with_roll(log, 1, 1)
    with pytest.raises(NotFound, match=f"the log has {len(log)} events"):
        with_roll(log, len(log) + 1, 1)


def test_the_order_of_an_event_or_else_the_next_is_replaced() -> None:
    log = rolled_twice().game.log
    first, second = (event for event in log if isinstance(event, OrderGiven) and event.order == "advance")
    for at, given in (
        (first.number - 1, first),
        (first.number, first),
        (first.number + 2, first),
        (second.number - 1, second),
        (second.number, second),
        (len(log), None),
    ):
        found = where_replaced(TOY, log, at)
        assert found.given == given
        assert len(found.before) == (given.number - 1 if given is not None else len(log))
    for at in (0, len(log) + 1):
        with pytest.raises(NotFound, match=f"no event {at}"):
            where_replaced(TOY, log, at)
    begun = next(event.number for event in log if isinstance(event, OrderGiven))
    for at in (1, begun - 1, begun):
        with pytest.raises(BadData, match="not open yet"):
            where_replaced(TOY, log, at)


def test_where_a_game_is_over_there_is_nothing_to_replace() -> None:
    def advance(umpire: Umpire, order: Any) -> None:
        umpire.declare("blue", "enough", rule="toy 3")

    played = session(new_game())
    played.system = replace(TOY, orders={"advance": TOY.orders["advance"]._replace(procedure=advance)})
    played.begin()
    played.order(Order("blue", "advance", {"piece": "b1", "to": "b1"}))
    with pytest.raises(BadData, match="decided at that event"):
        where_replaced(played.system, played.game.log, len(played.game.log))


def test_an_order_is_given_on_the_table_before_it() -> None:
    log = rolled_twice().game.log
    replaced_at = where_replaced(TOY, log, len(log) - 1)
    assert replaced_at.given is not None
    other = Order("blue", "advance", {"piece": "b2", "to": "b1"})
    actual, instead = with_order(replaced_at, other)
    assert actual.order == Order("blue", "advance", {"piece": "b1", "to": "b2"})
    assert instead.order == other
    assert actual.state.number == instead.state.number == replaced_at.given.number - 1
    now, instead = with_order(where_replaced(TOY, log, len(log)), other)
    assert (now.order, instead.order) == (None, other)


def test_a_log_with_an_event_otherwise_ends_with_it() -> None:
    log = new_game().log
    found = replaced(log, 2, time="later")
    assert [event.number for event in found] == [1, 2]
    assert (found[1].time, found[0]) == ("later", log[0])


def test_a_position_inside_of_orders_has_the_latest_first() -> None:
    def ask(umpire: Umpire, order: Any) -> None:
        umpire.choose("blue", "Which?", [1, 2], rule="toy 2")

    kind = TOY.orders["advance"]._replace(procedure=ask, beside=True)
    played = session(new_game())
    played.system, played.people = replace(TOY, orders={"advance": kind}), Nobody()
    played.begin()
    for piece in ("b1", "b2"):
        played.order(Order("blue", "advance", {"piece": piece, "to": "b1"}))
    log = played.game.log
    position = position_at(log, len(log))
    numbers = [event.number for event in log if isinstance(event, OrderGiven) and event.order == "advance"]
    assert [waiting.given.number for waiting in position.waiting] == numbers[::-1]
    assert [waiting.state.number for waiting in position.waiting] == numbers[::-1]
    assert [len(waiting.recorded) for waiting in position.waiting] == [0, 1]


def test_what_a_viewer_does_not_know_is_dealt_before_the_last_order_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ask(umpire: Umpire, order: Any) -> None:
        umpire.choose("blue", "Which?", [1, 2], rule="toy 2")
        umpire.roll(6, "x", rule="toy 2")
        umpire.declare("blue", "enough", rule="toy 3")

    kind = TOY.orders["advance"]._replace(procedure=ask)
    played = session(new_game())
    played.system, played.people = replace(TOY, orders={"advance": kind}), Nobody()
    played.begin()
    played.order(Order("blue", "advance", {"piece": "b1", "to": "b1"}))
    log = played.game.log
    dealt: list[tuple[str, bool]] = []

    def mix(state: State, viewer: str, chance: object, midway: bool = False) -> None:
        dealt.append((viewer, midway))

    monkeypatch.setattr("adjudication.chances.positions.mix_unknown", mix)
    inside = position_at(log, len(log))
    before = inside.state.number
    ending = play_on(played.system, inside, RandomPolicy(), "red", 1)
    assert ending.winner == "blue"
    assert dealt == [("red", True)]
    assert inside.state.number == before, "the position stays as it is"


def test_names_in_plain_data_are_exchanged() -> None:
    ids = {"a": "b", "b": "a"}
    assert _renamed({"a": ["b", 1, ("c", None)]}, ids) == {"b": ["a", 1, ["c", None]]}
    assert _renamed("a", ids) == "b"
    assert _renamed(3, ids) == 3


def test_progress_is_told_of_every_order_that_is_weighed() -> None:
    told: list[Any] = []

    @contextmanager
    def progress(what: str, count: int) -> Any:
        told.append((what, count))
        yield told.append

    log = opening("0" * 32)
    laid = [struct_replace(event, tracks=SCORES) if isinstance(event, TracksLaid) else event for event in log]
    played = session(Game.from_events("0" * 32, laid))
    played.begin()
    for to in ("b1", "b2"):
        played.order(Order("blue", "advance", {"piece": "b1", "to": to}))
    found = luck(TOY, played.game, progress=progress)
    assert told == [("Weighing orders", 2), 1, 1]
    assert len(found.orders) == 2
    assert found.orders[0].stakes["blue"].actual == 0


SCORES = (TrackData("vp-blue", value=3, highest=9, side="blue"), TrackData("vp-red", highest=9, side="red"))
