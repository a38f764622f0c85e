"""What odds are made of, piece by piece: words in arguments, spreads of leaves, questions, budgets."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast

import pytest

import tests.toys  # noqa: F401  (makes the tiny rule systems known)
from adjudication.chances.branching import _NoDice
from adjudication.chances.odds import (
    MOST_OPTIONS,
    Clock,
    Fate,
    Odds,
    Outcome,
    _Answers,
    _Asked,
    _in_order,
    _Leaf,
    _margins,
    _outcome,
    _Sampling,
    _seen,
    _some,
    _supposed,
    _track_spreads,
    _Tree,
    _unanswered,
    _words,
    check_open,
    odds,
)
from adjudication.chances.study import (
    BatchPlayed,
    Study,
    _check_key,
    _Chosen,
    default_policy,
    plan,
    play_batch,
    seed_of,
)
from adjudication.chances.turning_points import _stops, turning_points
from adjudication.engine.choices import Subset
from adjudication.engine.games.systems import OddsSettings, Players, RuleSystem, load
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.session import Session
from adjudication.engine.umpire import Question, Umpire
from domain.errors import BadData, Refused
from domain.events import DieRolled, OrderDone, OrderGiven, TrackData, VerdictReached
from domain.program import program
from domain.table.marks import Mark
from domain.table.mutators import rebuild
from domain.table.state import State
from tests.builders import TOY, new_game, opening, session


def table() -> State:
    state = rebuild(opening("0" * 32))
    state.lay_track(TrackData("vp-blue", value=3, highest=20, side="blue"))
    state.lay_track(TrackData("vp-red", value=1, highest=20, side="red"))
    return state


# --- outcomes -------------------------------------------------------------------------------------


def leaf(*tracks: tuple[str, int], marks: Any = (), winner: str | None = None) -> _Leaf:
    return _Leaf(tracks, (), winner, 1, marks, None)


def test_words_are_found_in_plain_data_wherever_they_stand() -> None:
    value = {"piece": "b1", "more": ["r1", {"r2": ("r3", 4)}], "number": 7}
    assert list(_words(value)) == ["piece", "b1", "more", "r1", "r2", "r3", "number"]


def test_an_outcome_says_what_its_leaf_does() -> None:
    found = _outcome(
        leaf(("vp", 2), marks=(("blue", "x", 1), ("blue", "y", None), ("game", "x", 2))), Fraction(1, 4)
    )
    assert found == Outcome(
        0.25, {"vp": 2}, (), None, 1, {"blue": {"x": 1, "y": None}, "game": {"x": 2}}, None
    )


def test_spreads_are_of_the_tracks_that_changed_anywhere() -> None:
    leaves = {
        leaf(("vp-blue", 2)): Fraction(1, 4),
        leaf(("vp-blue", 2), ("alert", 1)): Fraction(1, 4),
        leaf(): Fraction(1, 2),
    }
    found = _track_spreads(table(), leaves, 0, True)
    assert list(found) == ["alert", "vp-blue"], "in the order of the table"
    assert found["vp-blue"].values == {0: 0.5, 2: 0.5}
    assert found["alert"].values == {0: 0.75, 1: 0.25}
    margins = _margins(table(), leaves, 0, True)
    assert margins["blue"].values == {0: 0.5, 2: 0.5}
    assert margins["red"].values == {-2: 0.5, 0: 0.5}


def test_fates_come_by_piece_then_by_all_else() -> None:
    fates = [Fate("b", "x", "p"), Fate("a", "y", "p"), Fate("a", "x", "q"), Fate("a", "x", "p", "f", 2)]
    assert sorted(fates, key=_in_order) == [fates[3], fates[2], fates[1], fates[0]]
    assert _in_order(fates[3]) == ("a", "x", "p", "f", 2)


def test_a_probability_is_a_sum_and_its_interval_depends_on_the_samples() -> None:
    outcomes = (Outcome(0.25, {"vp": 1}, ()), Outcome(0.5, {"vp": 2}, ()), Outcome(0.25, {}, ()))
    exact = Odds(True, 0, 3, outcomes, {}, {})
    assert exact.probability(lambda outcome: bool(outcome.tracks)) == 0.75
    assert exact.interval(0.75) == (0.75, 0.75)
    low, high = Odds(False, 10, 10, outcomes, {}, {}).interval(0.8)
    assert (low, high) == pytest.approx((0.4902, 0.9433), abs=1e-4)


# --- whether there are odds -----------------------------------------------------------------------


def test_there_are_no_odds_when_the_game_is_over_or_waits() -> None:
    state = table()
    check_open(state)
    state.closed = True
    with pytest.raises(Refused, match="closed; there is nothing to order"):
        check_open(state)
    state.closed = False
    state.verdict = VerdictReached(number=9, winner="", reason="")
    with pytest.raises(Refused, match="decided; there is nothing to order"):
        check_open(state)


@pytest.mark.parametrize(
    ("beside", "during", "names", "open_"),
    [
        (True, (), ["advance"], True),
        (True, ("a",), ["advance"], True),
        (True, ("b",), ["advance"], False),
        (False, (), ["advance"], False),
        (True, (), ["advance", "dig"], False),
        (True, (), [], False),
    ],
)
def test_beside_an_order_that_waits_only_some_have_odds(
    beside: bool, during: tuple[str, ...], names: list[str], open_: bool
) -> None:
    state = table()
    state.phase = "a"
    state.procedures = {3: cast(OrderGiven, None)}
    kind = TOY.orders["advance"]._replace(beside=beside, during=during)
    system = replace(TOY, orders={"advance": kind})
    orders = [Order("blue", name) for name in names]
    if open_:
        check_open(state, system, orders)
        return
    with pytest.raises(Refused, match="still waits for an answer"):
        check_open(state, system, orders)
    with pytest.raises(Refused, match="still waits"):
        check_open(state)


def test_what_is_supposed_is_said_once_and_not_to_the_white_cell() -> None:
    said = {"advance": "No mines.", "dig": "No fog.", "shoot": "No mines."}
    system = replace(TOY, odds=OddsSettings(suppositions=said))
    orders = [Order("blue", name) for name in ("advance", "wait", "shoot", "dig")]
    assert _supposed(system, orders, "blue") == "No mines. No fog."
    assert _supposed(system, orders, "white") == ""


# --- questions ------------------------------------------------------------------------------------


def question(*options: Any, side: str = "blue", **more: Any) -> Question:
    return Question(side, "Which?", options, "x", **more)


def answered(given: dict[Any, Any], asked: Question, policy: Any = None) -> Any:
    return _Answers(given, policy).answer(asked, table()).value


def test_an_answer_said_beforehand_is_taken_by_its_side_by_anyone_or_in_words() -> None:
    assert answered({("blue", "Which?"): 2}, question(1, 2)) == 2
    assert answered({("", "Which?"): 2}, question(1, 2)) == 2
    assert answered({("red", "Which?"): 2}, question(1, 2)) == 1
    assert answered({("blue", "Which?"): "2"}, question(1, 2)) == 2, "as it is shown"
    assert answered({("blue", "Which?"): 3}, question(1, 2)) == 1, "what is not offered is no answer"
    assert answered({("blue", "Which?"): 3, ("", "Which?"): 2}, question(1, 2)) == 2
    assert answered({("blue", "Which?"): "any text"}, question()) == "any text"
    spoken = _Answers({("", "WHICH?"): 2}, None, lambda text, state: str(text).upper())
    assert spoken.answer(question(1, 2), table()).value == 2


def test_else_what_the_rules_suggest_else_the_policy_else_the_first() -> None:
    policy = SimpleNamespace(answer=lambda question, state, chance: question.options[-1])
    assert answered({}, question(1, 2, suggested=(2,))) == 2
    assert answered({}, question(1, 2, 3, suggested=(2,)), policy) == 2
    assert answered({}, question(1, 2, 3), policy) == 3
    assert answered({}, question(1, 2, 3)) == 1
    with pytest.raises(Refused, match="“Which\\?” is left to people"):
        answered({}, question())


def test_what_was_offered_and_answered_is_remembered() -> None:
    people = _Answers({}, None)
    for options in ((1, 2), (2, 3), (1, 2)):
        people.answer(question(*options), table())
    (asked,) = people.asked.values()
    assert asked.options == [1, 2, 3]
    assert asked.answers == [1, 2]
    assert asked.listed() == (1, 2, 3)
    assert asked.names() == ["Which?", 1, 2, 3]
    people.answer(question(1, side="red"), table())
    assert list(people.asked) == [("blue", "Which?"), ("red", "Which?")]


def test_of_too_many_answers_to_list_some_are_taken_at_random() -> None:
    many = Subset(tuple(f"u{n}" for n in range(10)), 0, 10)
    asked = _Asked(Question("blue", "Which?", many, "x"))
    asked.offered(asked.question)
    assert asked.of == many.size == 1_024
    assert len(asked.options) == MOST_OPTIONS
    assert len({repr(option) for option in asked.options}) == MOST_OPTIONS
    assert asked.listed() == ()
    before = list(asked.options)
    asked.offered(asked.question)
    assert asked.options == before, "the same is offered once"
    assert asked.names() == ["Which?", *before, many.data()]
    assert _some(many, 5) == _some(many, 9)[:5]
    few = Subset(("u1", "u2"), 0, 2)
    listed = _Asked(Question("blue", "Which?", few, "x"))
    listed.offered(listed.question)
    assert listed.of == 0
    assert len(listed.options) == few.size == 4


def test_the_answer_that_was_given_is_among_those_that_are_tried() -> None:
    many = Subset(tuple(f"u{n}" for n in range(10)), 0, 10)
    given = ["u3", "u5", "u7", "u8", "u9"]
    people = _Answers({("blue", "Which?"): given}, None)
    people.answer(Question("blue", "Which?", many, "x"), table())
    (asked,) = people.asked.values()
    assert asked.fitted
    assert asked.options[0] == given or given in asked.options
    assert len(asked.options) == MOST_OPTIONS
    unfit = _Answers({("blue", "Which?"): ["u99"]}, cast(Any, SimpleNamespace(answer=lambda *_: ["u1"])))
    assert unfit.answer(Question("blue", "Which?", many, "x"), table()).value == ["u1"]
    (asked,) = unfit.asked.values()
    assert asked.unfit
    assert not asked.fitted


def test_only_questions_that_were_not_answered_beforehand_are_left() -> None:
    for key, left in ((("blue", "Which?"), 0), (("", "Which?"), 0), (("red", "Which?"), 1)):
        people = _Answers({key: 2}, None)
        people.answer(question(1, 2), table())
        assert len(_unanswered(list(people.asked.values()), people, table())) == left
    spoken = _Answers({("", "WHICH?"): 2}, None, lambda text, state: str(text).upper())
    spoken.answer(question(1, 2), table())
    assert _unanswered(list(spoken.asked.values()), spoken, table()) == []


def test_a_secret_question_of_others_is_not_seen_nor_one_that_names_what_is_hidden() -> None:
    def seen(viewer: str, *options: Any, **more: Any) -> int:
        people = _Answers({}, None)
        people.answer(question(*options, side="red", **more), table())
        return len(_seen(people, table(), viewer))

    assert [seen(viewer, "yes", "no") for viewer in ("blue", "red", "white")] == [1, 1, 1]
    assert [seen(viewer, "yes", "no", secret=True) for viewer in ("blue", "red", "white")] == [0, 1, 1]
    assert [seen(viewer, "r1", "r2") for viewer in ("blue", "red", "white")] == [0, 1, 1]


# --- the tree -------------------------------------------------------------------------------------


def tree(procedure: Any, viewer: str = "white", **more: Any) -> tuple[_Tree, _Answers]:
    kind = TOY.orders["advance"]._replace(procedure=lambda umpire, order: procedure(umpire))
    system = replace(TOY, orders={"advance": kind}, odds=OddsSettings(**more))
    order = Order("blue", "advance", {"piece": "b1", "to": "b1"})
    return _Tree(system, table(), [order], viewer, None), _Answers({}, None)


def rolls_one(umpire: Umpire) -> None:
    if umpire.roll(6, "x", rule="toy 2") == 6:
        umpire.score("vp-blue", 1, rule="toy 2")


def test_a_tree_is_taken_whole_as_far_as_the_limit_goes_else_sampled() -> None:
    told: list[tuple[str, int]] = []

    @contextmanager
    def progress(what: str, count: int) -> Iterator[Any]:
        told.append((what, count))
        yield lambda number: told.append(("+", number))

    of, people = tree(rolls_one)
    leaves, runs, exact = of.spread(people, 6, _Sampling(100, 1, progress), "odds")
    assert (runs, exact, told) == (6, True, [])
    assert {dict(found.tracks).get("vp-blue", 0): weight for found, weight in leaves.items()} == {
        0: Fraction(5, 6),
        1: Fraction(1, 6),
    }
    leaves, runs, exact = of.spread(people, 5, _Sampling(100, 1, progress), "odds")
    assert (runs, exact) == (100, False)
    assert told == [("odds", 100), *[("+", 1)] * 100]
    assert sum(leaves.values()) == 1
    assert {weight.denominator <= 100 for weight in leaves.values()} == {True}
    again, *_ = tree(rolls_one)[0].spread(people, 5, _Sampling(100, 1, None), "odds")
    assert again == leaves, "the same seed, the same samples"


@pytest.mark.parametrize(
    ("more", "drawn"),
    [
        ({}, 400),
        ({"sampling_budget": 600}, 200),
        ({"budget": 1_200}, 200),  # half of it
        ({"budget": 1_200, "sampling_budget": 900}, 300),
        ({"sampling_budget": 30}, 50),  # never fewer
    ],
)
def test_samples_cost_no_more_than_their_budget(more: dict[str, Any], drawn: int) -> None:
    """Each sample is three deeds: the order given, a point scored, and the order done."""

    def scores(umpire: Umpire) -> None:
        umpire.roll(6, "x", rule="toy 2")
        umpire.score("vp-blue", 1, rule="toy 2")

    of, people = tree(scores, **more)
    before = of.journal.deeds
    _, runs, _ = of.spread(people, 0, _Sampling(400, 1, None), "odds")
    assert runs == drawn
    assert of.journal.deeds - before == pytest.approx(3 * runs, abs=20)


def test_odds_leave_the_table_as_it_is() -> None:
    state = table()
    kind = TOY.orders["advance"]._replace(procedure=lambda umpire, order: rolls_one(umpire))
    system = replace(TOY, orders={"advance": kind})
    order = Order("blue", "advance", {"piece": "b1", "to": "b1"})
    found = odds(system, state, [order], "white")
    assert (found.exact, found.samples, found.runs) == (True, 0, 6)
    assert state.track("vp-blue") == 3
    assert found.tracks["vp-blue"].mean == pytest.approx(1 / 6)
    assert [outcome.probability for outcome in found.outcomes] == pytest.approx([5 / 6, 1 / 6]), (
        "likely first"
    )
    sampled = odds(system, state, [order], "white", limit=5, samples=70, seed=3)
    assert (sampled.exact, sampled.samples, sampled.runs) == (False, 70, 70)


def test_an_outcome_has_the_clock_where_it_moved() -> None:
    def moves(umpire: Umpire) -> None:
        if umpire.roll(2, "x", rule="toy 2") == 2:
            umpire.enter_phase(2, "b", side="red", rule="toy 2")

    of, people = tree(moves)
    leaves, *_ = of.spread(people, 6, _Sampling(100, 1, None), "odds")
    assert {found.clock for found in leaves} == {None, Clock(2, "b", "red")}


def test_marks_of_the_game_and_of_sides_are_told_that_the_viewer_may_know() -> None:
    def marks(umpire: Umpire) -> None:
        umpire.mark("game", Mark[object]("rain"), 1, rule="toy 2")
        umpire.mark("red", Mark[object]("plan"), "r1", rule="toy 2", audience=("red",))
        umpire.mark("blue", Mark[object]("list"), [1], rule="toy 2")
        umpire.mark("b1", Mark[object]("hit"), 1, rule="toy 2")

    def changed(viewer: str, **more: Any) -> dict[str, Any]:
        of, people = tree(marks, viewer, **more)
        (found,) = of.spread(people, 6, _Sampling(100, 1, None), "odds")[0]
        return {f"{subject} {mark}": value for subject, mark, value in found.marks}

    assert changed("white") == {"game rain": 1, "red plan": "r1"}
    assert changed("red") == {"game rain": 1, "red plan": "r1"}
    assert changed("blue") == {"game rain": 1}
    assert changed("blue", marks=(Mark[int]("hit"),)) == {"game rain": 1, "b1 hit": 1}


def test_no_dice_are_rolled_for_odds() -> None:
    with pytest.raises(Refused, match="No dice are rolled for odds"):
        _NoDice().number(6, 1, ())


# --- studies --------------------------------------------------------------------------------------


def small_study(games: int = 45, **more: Any) -> Study:
    return plan(load("toy-losses"), games=games, seed=4, program=program(), **more)


@pytest.mark.parametrize(
    ("games", "batch"), [(1, 1), (20, 1), (21, 2), (40, 2), (41, 3), (2_000, 100), (9_999, 100)]
)
def test_a_study_has_twenty_batches_or_more(games: int, batch: int) -> None:
    assert small_study(games).batch == batch


def test_batches_cover_every_game_once() -> None:
    batches = small_study(45).batches()
    assert [(batch.first, batch.last) for batch in batches[:2]] == [(1, 3), (4, 6)]
    assert (batches[-1].first, batches[-1].last) == (43, 45)
    short = small_study(44).batches()[-1]
    assert (short.first, short.last) == (43, 44)
    assert {batch.seed for batch in batches} == {4}
    assert seed_of(4, 7) != seed_of(7, 4)


def test_two_hundred_variants_are_not_too_many() -> None:
    values = [str(n) for n in range(1, 201)]
    with pytest.raises(BadData, match="201 variants; a study has 200 at most"):
        plan(load("toy-options"), games=1, seed=4, program="x", vary={"option.turns": [*values, "201"]})


@pytest.mark.parametrize(
    ("key", "values", "fixed"),
    [
        ("policy", ["a"], {"policy": "b"}),
        ("scenario", ["a"], {"scenario": "b"}),
        ("option.duels", ["on"], {"options": {"duels": "off"}}),
    ],
)
def test_what_is_fixed_is_not_varied_as_well(key: str, values: list[str], fixed: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"options": {}, "scenario": None, "policy": None}
    _check_key(key, values, **usual)
    for other in ({"policy": "b"}, {"scenario": "b"}, {"options": {"duels": "off"}}):
        if other == fixed:
            with pytest.raises(BadData, match="both fixed and varied"):
                _check_key(key, values, **{**usual, **other})
        else:
            _check_key(key, values, **{**usual, **other})
    _check_key("table.duels", values, **{**usual, "options": {"duels": "off"}})
    for wrong in ([], [""], ["a", ""], ["a", "a"]):
        with pytest.raises(BadData):
            _check_key(key, wrong, **usual)


def test_a_setting_goes_where_its_key_says() -> None:
    chosen = _Chosen("s", {"duels": "on"}, None, {})
    for key, value in (("policy", "p"), ("scenario", "t"), ("option.turns", "3"), ("table.combat", "own")):
        chosen.set(key, value)
    assert (chosen.policy, chosen.scenario) == ("p", "t")
    assert chosen.options == {"duels": "on", "turns": "3"}
    assert chosen.tables == {"combat": "own"}


def test_who_plays_when_nobody_says() -> None:
    policy: Any = None
    assert default_policy(TOY) == "random"
    assert default_policy(replace(TOY, players=Players({"bold": policy, "sensible": policy}))) == "sensible"
    assert default_policy(replace(TOY, players=Players({"bold": policy, "timid": policy}))) == "bold"


def test_a_study_of_a_worker_has_whole_games() -> None:
    (batch, *_) = small_study(3).batches()
    part: BatchPlayed = play_batch(batch)
    (game,) = part.games
    assert (part.first, part.last, game.number, game.seed) == (1, 1, 1, seed_of(4, 1))
    assert part.seconds > 0
    assert game.chances > 0
    assert game.tracks == {}
    assert list(part.rules) == sorted(part.rules)
    assert set(part.rows) == {"combat"}
    assert list(part.rows["combat"]) == sorted(part.rows["combat"])
    assert part.years == {}
    assert game.happened == {}


# --- where chances are estimated ------------------------------------------------------------------


def mixed_orders() -> tuple[RuleSystem, Session]:
    """A game whose orders to b1 roll nothing, and those to a2 roll a die."""

    def advance(umpire: Umpire, order: Any) -> None:
        if order.to == "a2":
            umpire.roll(6, "x", rule="toy 2")

    system = replace(TOY, orders={"advance": TOY.orders["advance"]._replace(procedure=advance)})
    played = session(new_game())
    played.system = system
    played.begin()
    return system, played


def give(played: Session, *targets: str) -> list[int]:
    return [
        played.order(Order("blue", "advance", {"piece": "b1", "to": to})).events[0].number for to in targets
    ]


def test_chances_are_estimated_behind_orders_with_dice_and_before_them_where_one_could_choose() -> None:
    system, played = mixed_orders()
    begun = next(event.number for event in played.game.log if isinstance(event, OrderGiven))
    plain, other, rolled, second, last = give(played, "b1", "b1", "a2", "a2", "b1")
    stops = list(_stops(system, played.game.log, "white"))
    assert [stop.orders for stop in stops] == [(begun,), (plain, other), (rolled,), (second,), (last,)]
    assert [stop.order for stop in stops] == [begun, other, rolled, second, last]
    assert [len(stop.rolls) for stop in stops] == [0, 0, 1, 1, 0]
    done = {event.procedure: event.number for event in played.game.log if isinstance(event, OrderDone)}
    assert [stop.number for stop in stops] == [done[stop.order] for stop in stops]
    assert [stop.position.state.number for stop in stops] == [
        done[begun],
        rolled - 1,
        done[rolled],
        done[second],
        done[last],
    ]


def test_where_nothing_else_could_be_ordered_the_dice_stand_alone() -> None:
    system, played = mixed_orders()
    plain, rolled = give(played, "b1", "a2")
    one = replace(system, legal=lambda state: LegalOrders(system.legal(state).parts[:0]))
    stops = list(_stops(one, played.game.log, "white"))
    assert [stop.orders for stop in stops][1:] == [(plain, rolled)]


def test_dice_that_the_viewer_does_not_see_change_no_chance_as_they_know_it() -> None:
    def advance(umpire: Umpire, order: Any) -> None:
        umpire.roll(6, "x", rule="toy 2", audience=("red",))

    system, played = mixed_orders()
    played.system = replace(system, orders={"advance": TOY.orders["advance"]._replace(procedure=advance)})
    give(played, "b1", "b1", "b1")
    log = played.game.log
    assert len(list(_stops(system, log, "red"))) == len(list(_stops(system, log, "white"))) == 4
    assert len(list(_stops(system, log, "blue"))) == 2, "the first and the last"
    rolls = [event.number for event in log if isinstance(event, DieRolled)]
    assert [stop.rolls for stop in _stops(system, log, "red")][1:] == [(number,) for number in rolls]


def test_a_game_without_orders_has_no_points() -> None:
    found = turning_points(load("toy-losses"), new_game().log, "random", "white", 1, workers=1)
    assert (found.points, found.decided) == ((), False)
