"""Odds of procedures in parts: totals, one part after the other, dice thrown together."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import icepool
import pytest

from adjudication.chances.odds import Odds, odds
from adjudication.chances.outcomes import throws_of, totals_of
from adjudication.engine.orders import Order
from adjudication.engine.play.running import RulesFailed
from adjudication.engine.session import Session
from adjudication.engine.umpire import Answer, Umpire, apart, step
from domain.events import DieRolled, Scored
from domain.table.state import State
from tests.core.games import new_game, seat
from tests.odds.oracle import far_apart, sampled
from tests.odds.oracle import told as as_told
from tests.toys import salvoes, volley


def chances(die: icepool.Die[int]) -> dict[int, float]:
    """Outcome -> probability, of a die of the library."""
    return {int(outcome): weight / die.denominator() for outcome, weight in die.items() if weight}


def begun(name: str) -> Session:
    session = seat(new_game((name, {})))
    session.begin()
    return session


def of(session: Session, order: Order, **how: Any) -> Odds:
    return odds(session.system, session.state, [order], "white", with_choices=False, **how)


# --- salvoes: totals -------------------------------------------------------------------------------


def strike(number: int, shields: int) -> tuple[Session, Odds]:
    """A strike at the carrier, which meets it with so many of its grey shields."""
    session = begun(salvoes.NAME)
    session.state.marks["cvn"]["found"] = True
    asked = ("blue", "How many grey shields meet the salvoes?")
    order = Order("red", "strike", {"target": "cvn", "salvoes": number})
    return session, of(session, order, answers={asked: shields})


def hits_by_icepool(number: int, shields: int, guns: int = 2) -> icepool.Die[int]:
    """The same by a library for dice: two guns of the carrier, grey 5, red 4, D12 before D8."""

    def one(die: int, grey: int) -> icepool.Die[int]:
        hits = icepool.d(die).map(lambda face: min(4, face // 4))
        return icepool.d(die).map(lambda face: hits if face >= grey else 0) if grey else hits

    def all_that_come(stopped: int) -> icepool.Die[int]:
        dice = [*[12] * 16, *[8] * 2][:number][stopped:]
        excess = max(0, shields - len(dice))
        total: icepool.Die[int] = icepool.Die([0])
        for nth, die in enumerate(dice):
            size = salvoes.demoted(die) if nth < excess else die
            total += one(size, 5 if nth < shields else 0)
        return total

    stopped = guns @ icepool.d(6).map(lambda face: int(face >= salvoes.GUNS_STOP_ON))
    return stopped.map(lambda count: all_that_come(count))


@pytest.mark.parametrize(("number", "shields"), [(1, 0), (2, 6), (5, 3), (18, 0), (18, 6)])
def test_a_strike_has_the_odds_that_a_library_for_dice_gives(number: int, shields: int) -> None:
    _, found = strike(number, shields)
    assert found.exact
    expected = chances(hits_by_icepool(number, shields))
    spread = found.tracks["hits-red"].values if "hits-red" in found.tracks else {0: 1.0}
    assert spread == pytest.approx(expected)
    afloat = found.probability(lambda outcome: not any(f.place == "attrition" for f in outcome.fates))
    assert afloat == pytest.approx(sum(p for hits, p in expected.items() if hits < 6))


def test_a_strike_of_eighteen_salvoes_costs_a_few_runs() -> None:
    _, found = strike(18, 6)
    assert found.exact
    assert found.runs < 300


# --- a combat of blocks: one after the other -------------------------------------------------------

EDGES = {
    "cts": (5, 4, 4, 3),
    "div-15": (6, 5, 4),
    "div-16": (6, 5, 4),
    "vets": (5, 4, 3),
    "mil-1": (6, 5, 4),
    "mil-2": (6, 5, 4),
}
"""Hit numbers by steps left, from one up."""
Steps = tuple[tuple[str, int], ...]


def struck(blocks: Steps, hits: int) -> Steps:
    """Blocks after so many hits, the first of the strongest taking each."""
    left = dict(blocks)
    for _ in range(hits):
        if left:
            most = max(left.values())
            block = next(name for name, steps in left.items() if steps == most)
            left[block] -= 1
            if not left[block]:
                del left[block]
    return tuple(left.items())


def fire(blocks: Steps) -> dict[int, Fraction]:
    """Hits -> probability, of a die for each block."""
    chances = [Fraction(7 - EDGES[name][steps - 1], 6) for name, steps in blocks]
    found: dict[int, Fraction] = defaultdict(Fraction)
    for shots in product((0, 1), repeat=len(chances)):
        p = Fraction(1)
        for hit, chance in zip(shots, chances, strict=True):
            p *= chance if hit else 1 - chance
        found[sum(shots)] += p
    return found


@cache
def fought(defenders: Steps, attackers: Steps, volleys: int) -> tuple[tuple[Steps, Steps, Fraction], ...]:
    """How it ends, by recursion: the defenders' volley first, then in turn."""
    if not volleys:
        return ((defenders, attackers, Fraction(1)),)
    ends: dict[tuple[Steps, Steps], Fraction] = defaultdict(Fraction)
    for hits, p in fire(defenders).items():
        for theirs, ours, q in fought(struck(attackers, hits), defenders, volleys - 1):
            ends[ours, theirs] += p * q
    return tuple((ours, theirs, p) for (ours, theirs), p in ends.items())


@pytest.mark.parametrize("out", [(), ("div-15", "mil-1"), ("cts", "mil-1", "mil-2")])
def test_a_combat_of_blocks_has_the_odds_of_a_recursion_over_their_steps(out: tuple[str, ...]) -> None:
    session = begun(volley.NAME)
    state = session.state
    for block in out:
        state.take_off(block)
    found = of(session, Order("green", "attack", {"origin": "gate", "to": "bridge"}))
    assert found.exact
    left = [id for id in EDGES if id in state.pieces]
    here = {
        side: tuple(
            (id, state.pieces[id].steps)
            for id in EDGES
            if id in state.pieces and state.pieces[id].side == side
        )
        for side in volley.OTHER
    }
    rounds = 3 if "cts" in state.pieces else 2
    expected: dict[tuple[Steps, Steps], Fraction] = defaultdict(Fraction)
    ends = fought(here["black"], here["green"], 2 * rounds)
    for one, other, p in ends:
        expected[one, other] += p
    ours: dict[tuple[Steps, Steps], float] = defaultdict(float)
    for outcome in found.outcomes:
        steps = {id: state.pieces[id].steps for id in left}
        for fate in outcome.fates:
            if fate.piece in steps:
                steps[fate.piece] = fate.steps if fate.place else 0
        by_side: dict[str, list[tuple[str, int]]] = {"black": [], "green": []}
        for id, number in steps.items():
            if number:
                by_side[state.pieces[id].side].append((id, number))
        ours[tuple(by_side["black"]), tuple(by_side["green"])] += outcome.probability
    assert dict(ours) == pytest.approx({end: float(p) for end, p in expected.items()})


def test_three_blocks_on_three_are_exact_for_each_viewer_and_agree_with_casts() -> None:
    session = begun(volley.NAME)
    order = Order("green", "attack", {"origin": "gate", "to": "bridge"})
    for viewer in ("white", "green", "black"):
        found = odds(session.system, session.state, [order], viewer, with_choices=False)
        assert found.exact
        casts = sampled(session.system, session.state, [order], viewer, 300)
        for result, probability in as_told(found).items():
            assert not far_apart(probability, casts.get(result, 0), 300), result


def test_equal_tables_are_one_branch_after_each_part() -> None:
    """A hundred throws of which only the number of sixes is kept: two tables more after each, not twice."""

    def throw(umpire: Umpire, nth: int) -> None:
        if umpire.roll(6, "throw", rule="x") == 6:
            umpire.score("kills-green", 1, rule="x")

    session = begun(volley.NAME)
    found = procedure(session, lambda umpire: umpire.each(throw, range(100)))
    assert found.exact
    assert found.runs < 3_500
    assert found.tracks["kills-green"].values[4] == pytest.approx(1 - sum(binomial(100, n) for n in range(4)))


def binomial(number: int, sixes: int) -> float:
    return float((number @ icepool.d(6).map(lambda face: int(face == 6))).probability(sixes))


def procedure(session: Session, run: Callable[[Umpire], None], **how: Any) -> Odds:
    """The odds of a procedure made up for a test, given as the order `pass`."""
    kind = session.system.orders["pass"]._replace(procedure=lambda umpire, order: run(umpire))
    system = replace(session.system, orders={**session.system.orders, "pass": kind})
    order = Order(session.state.side, "pass")
    return odds(system, session.state, [order], "white", with_choices=False, **how)


def test_a_roll_that_is_made_until_it_succeeds_is_sampled() -> None:
    """The branch on which it never does has no end."""

    def until_a_six(umpire: Umpire) -> None:
        while umpire.roll(6, "again", rule="x") < 6:
            umpire.score("kills-green", 1, rule="x")

    found = procedure(begun(volley.NAME), until_a_six)
    assert (found.exact, found.samples) == (False, 2_000)
    assert found.tracks["kills-green"].values[1] == pytest.approx(5 / 36, abs=0.03)


# --- what a part may do ----------------------------------------------------------------------------


def scores(umpire: Umpire) -> int:
    umpire.score("kills-green", 1, rule="x")
    return 1


def asks(umpire: Umpire) -> int:
    return int(umpire.choose("green", "How many?", [1, 2], rule="x"))


@pytest.mark.parametrize("part", [scores, asks])
@pytest.mark.parametrize("verb", ["result_of", "total"])
def test_a_part_whose_result_is_all_may_only_roll_and_look_up(part: Any, verb: str) -> None:
    def run(umpire: Umpire) -> None:
        if verb == "total":
            umpire.total(part, [()])
        else:
            umpire.result_of(part)

    session = begun(volley.NAME)
    umpire = Umpire(session.state.copy(), 0, session.dice, _First())
    with pytest.raises(TypeError, match=f"{part.__name__} may roll, pick and look up"):
        run(umpire)


def test_odds_refuse_a_part_that_changes_the_table_too() -> None:
    with pytest.raises(RulesFailed) as failed:
        procedure(begun(volley.NAME), lambda umpire: _nothing(umpire.result_of(scores)))
    assert "scores changes the table" in failed.value.detail


def _nothing(result: object) -> None:
    """What a procedure gives."""


class _First:
    def answer(self, question: Any, state: State) -> Any:
        return Answer(question.options[0])


def test_results_that_are_no_numbers_are_put_together_as_rule_code_says() -> None:
    def shot(umpire: Umpire, number: int) -> tuple[int, int]:
        face = umpire.roll(6, "shot", rule="x")
        return int(face >= number), int(face == 6)

    def both(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
        return one[0] + other[0], one[1] + other[1]

    def run(umpire: Umpire) -> None:
        hits, sixes = umpire.total(shot, [3, 3, 5], both, (0, 0))
        umpire.score("kills-green", hits, rule="x")
        umpire.score("kills-black", sixes, rule="x")

    found = procedure(begun(volley.NAME), run)
    expected: dict[tuple[int, int], float] = defaultdict(float)
    for faces in product(range(1, 7), repeat=3):
        hits = sum(face >= number for face, number in zip(faces, (3, 3, 5), strict=True))
        expected[hits, faces.count(6)] += 1 / 216
    ours = {
        (outcome.tracks.get("kills-green", 0), outcome.tracks.get("kills-black", 0)): outcome.probability
        for outcome in found.outcomes
    }
    assert ours == pytest.approx(dict(expected))


# --- dice thrown together --------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "die"), [(1, 6), (3, 6), (4, 4), (2, 20)])
def test_throws_are_weighed_by_the_ways_in_which_they_come_about(number: int, die: int) -> None:
    throws, weights = throws_of(number, die)
    expected: dict[tuple[int, ...], int] = defaultdict(int)
    for faces in product(range(1, die + 1), repeat=number):
        expected[tuple(sorted(faces, reverse=True))] += 1
    assert dict(zip(throws, weights, strict=True)) == dict(expected)


def test_totals_of_dice_are_those_of_a_library_for_dice() -> None:
    worths = {face: face // 3 for face in range(1, 11)}
    counted: dict[int, int] = defaultdict(int)
    for worth in worths.values():
        counted[worth] += 1
    totals, weights = totals_of(12, tuple(counted.items()))
    expected = 12 @ icepool.d10.map(worths)
    all_weight = sum(weights)
    ours = {total: weight / all_weight for total, weight in zip(totals, weights, strict=True)}
    assert ours == pytest.approx(chances(expected))


def test_more_dice_than_can_be_taken_one_by_one_are_sampled() -> None:
    def run(umpire: Umpire) -> None:
        if umpire.rolls(30, 20, "storm", rule="x")[0] == 20:
            umpire.score("kills-green", 1, rule="x")

    found = procedure(begun(volley.NAME), run, samples=400)
    assert not found.exact
    low, high = found.interval(found.tracks["kills-green"].mean)
    assert low < 1 - 0.95**30 < high
    counted = procedure(
        begun(volley.NAME),
        lambda umpire: umpire.score(
            "kills-green", min(1, umpire.tally(30, 20, "storm", lambda f: f == 20, rule="x")), rule="x"
        ),
    )
    assert counted.exact
    assert counted.tracks["kills-green"].mean == pytest.approx(1 - 0.95**30)


def test_in_play_parts_are_loops_and_every_die_an_event_of_its_own() -> None:
    session = begun(salvoes.NAME)
    session.state.marks["cvn"]["found"] = True
    umpire = Umpire(session.state, 0, session.dice, _First())
    salvoes.strike(umpire, salvoes.Strike("red", "cvn", 3))
    events = umpire.fresh
    rolled = [event for event in events if isinstance(event, DieRolled)]
    guns = [event.face for event in rolled if event.purpose == "close-in guns"]
    assert len(guns) == 2
    at_red = [event for event in rolled if event.purpose == "salvo against the red shield"]
    assert len(at_red) == 3 - sum(face >= salvoes.GUNS_STOP_ON for face in guns)
    hits = sum(min(4, event.face // 4) for event in at_red)
    assert sum(event.change for event in events if isinstance(event, Scored)) == hits


def test_nothing_to_add_up_is_the_start() -> None:
    umpire = Umpire(State(), 0, begun(volley.NAME).dice, _First())
    assert umpire.total(scores, []) == 0
    assert umpire.total(scores, [], max, 7) == 7
    umpire.each(scores, [])  # type: ignore[arg-type]
    assert umpire.fresh == []


@pytest.mark.parametrize("made", [apart, step])
def test_a_part_takes_its_arguments_by_place(made: Callable[..., Any]) -> None:
    """It is told from others by them; one by name would be lost."""
    umpire = Umpire(State(), 0, begun(volley.NAME).dice, _First())

    @made
    def double(umpire: Umpire, number: int) -> int:
        return 2 * number

    assert double(umpire, 3) == 6
    with pytest.raises(TypeError, match="give number by place"):
        double(umpire, number=3)
