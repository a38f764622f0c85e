"""Luck by stakes: what came of each order against all that could have come of it, and the dice alone."""

import random
from itertools import product
from math import exp, sqrt
from typing import Any

import pytest

from adjudication.chances.forecast import Estimate
from adjudication.chances.luck import Luck, Stake, _settled, _side, chi_square_tail, has_scores, luck, pips
from adjudication.chances.selfplay import PolicyPeople
from adjudication.chances.split import OrderSplit, Parts, Split
from adjudication.chances.spreads import Z95, Spread
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.engine.umpire import Answer, Question
from domain.errors import Refused
from domain.events import Chosen, DieRolled, Ruled
from domain.table.dice import ScriptedDice
from domain.table.state import State
from reports.words.luck import luck_lines
from tests.core.games import VARIANTS, new_game, play_to_end, variant_id
from tests.ramadi.cases import battlefield, ready
from tests.ramadi.table import RamadiTable
from tests.table import Table
from tests.words import words_of


class Says:
    """Answers what it was told to say, one after the other."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)

    def answer(self, question: Question, state: State) -> Answer | None:
        return Answer(self.answers.pop(0), "test") if self.answers else None


def charges(*answers: Any, dice: list[int]) -> Session:
    session = Session(
        load("toy-options"), new_game(("toy-options", {})), ScriptedDice(dice), Says(*answers), clock=str
    )
    session.begin()
    return session


def charge(session: Session, side: str, squadrons: int) -> None:
    session.order(Order(side, "charge", {"squadrons": squadrons}))


def weighed(session: Session) -> Luck:
    return luck(session.system, session.game)


def test_an_order_is_weighed_against_what_it_could_have_brought() -> None:
    session = charges("stand", dice=[5])
    charge(session, "king", 2)
    found = weighed(session)
    (order,) = found.orders
    assert (order.number, order.side, order.order, order.viewer, order.exact) == (
        session.orders_in_force()[0].number,
        "king",
        "charge",
        "king",
        True,
    )
    king, emir = order.stakes["king"], order.stakes["emir"]
    assert king.margin.values == pytest.approx({0: 0.5, 2: 0.5})  # 4, 5 or 6
    assert (king.expected, king.actual, king.luck) == pytest.approx((1, 2, 1))
    assert king.percentile == pytest.approx(0.75)
    assert (emir.actual, emir.luck, emir.percentile) == pytest.approx((-2, -1, 0.25))
    assert found.sides["king"].z == pytest.approx(1.0)


def test_answers_are_those_that_were_given() -> None:
    session = charges("give way", dice=[1])
    charge(session, "king", 2)
    (order,) = weighed(session).orders
    assert order.stakes["king"].margin.values == {1: 1.0}
    assert order.stakes["king"].luck == 0


def test_sums_over_the_game() -> None:
    session = charges("stand", "stand", "give way", "stand", dice=[6, 1, 2, 6])
    for side, squadrons in (("king", 2), ("emir", 1), ("king", 3), ("emir", 3)):
        charge(session, side, squadrons)
    found = weighed(session)
    king = found.sides["king"]
    spreads = [{0: 1 / 2, 2: 1 / 2}, {-2: 1 / 3, 0: 2 / 3}, {1: 1.0}, {-2: 2 / 3, 0: 1 / 3}]
    assert [order.stakes["king"].margin.values for order in found.orders] == [
        pytest.approx(spread) for spread in spreads
    ]
    assert king.actual == 2 + 0 + 1 - 2
    assert king.expected == pytest.approx(1 - 2 / 3 + 1 - 4 / 3)
    assert king.luck == pytest.approx(king.actual - king.expected)
    variance = 1 + 2 * (4 * 1 / 3 * 2 / 3)
    assert king.deviation == pytest.approx(sqrt(variance))
    assert king.z == pytest.approx(king.luck / sqrt(variance))
    below = equal = 0.0
    for ways in product(*(spread.items() for spread in spreads)):
        total, chance = sum(value for value, _ in ways), 1.0
        for _, p in ways:
            chance *= p
        below += chance * (total < king.actual)
        equal += chance * (total == king.actual)
    assert king.percentile == pytest.approx(below + equal / 2)
    assert found.sides["emir"].percentile == pytest.approx(1 - king.percentile)
    best = [order.number for order in found.luckiest("king")]
    worst = [order.number for order in found.unluckiest("king")]
    numbers = [order.number for order in found.orders]
    assert best == [numbers[0], numbers[1]]
    assert worst == [numbers[3]]
    assert [order.number for order in found.unluckiest("emir", 1)] == [numbers[0]]


def test_orders_taken_back_and_orders_that_wait_are_left_out() -> None:
    session = charges("stand", dice=[6, 3])
    charge(session, "king", 2)
    first = session.orders_in_force()[0].number
    session.take_back(first, "the wrong side", "test")
    assert weighed(session).orders == ()
    session.people = Says()
    charge(session, "king", 1)
    assert session.pending()
    assert weighed(session).orders == ()
    session.decide("stand")
    assert [order.stakes["king"].actual for order in weighed(session).orders] == [0]


def test_what_was_ruled_was_no_chance() -> None:
    session = charges("stand", dice=[1])
    charge(session, "king", 2)
    assert weighed(session).orders[0].stakes["king"].luck == pytest.approx(-1)
    roll = next(event for event in session.game.log if isinstance(event, DieRolled))
    session.people = Says("stand")
    session.rule(roll.number, 6, "the die was cocked", "test")
    (order,) = weighed(session).orders
    assert order.stakes["king"].margin.values == {2: 1.0}
    assert (order.stakes["king"].actual, order.stakes["king"].luck) == (2, 0)


def test_what_was_ruled_in_a_table_and_of_an_answer_holds_on_every_branch() -> None:
    session = charges("give way", dice=[6])
    charge(session, "king", 2)
    log = session.game.log
    looked_up = next(event.number for event in log if type(event).__name__ == "LookedUp")
    session.rule(looked_up, {"lost": 3}, "they ran", "test")
    assert weighed(session).orders[0].stakes["king"].margin.values == {3: 1.0}
    session.take_back(session.orders_in_force()[0].number, "once more")
    session.dice, session.people = ScriptedDice([6, 6]), Says("give way")
    charge(session, "king", 2)
    chosen = next(e.number for e in reversed(session.game.log) if type(e).__name__ == "Chosen")
    session.rule(chosen, "stand", "they cannot", "test")
    assert weighed(session).orders[0].stakes["king"].margin.values == pytest.approx({0: 0.5, 2: 0.5})


def test_a_ruled_die_leaves_the_others_to_chance() -> None:
    session = Session(load("toy-options"), new_game(("toy-options", {"duels": True})), ScriptedDice([1] * 9))
    session.begin()
    charge(session, "king", 1)
    rolls = [event for event in session.game.log if isinstance(event, DieRolled)]
    session.rule(rolls[0].number, 8, "a trick")
    (order,) = weighed(session).orders
    assert order.stakes["king"].margin.values == pytest.approx({0: 1 / 8, 1: 7 / 8})


def test_a_ruling_on_one_of_several_dice_of_a_name_cannot_be_weighed() -> None:
    rolls = [DieRolled(number=n, die=6, face=2, purpose="sonar", procedure=1) for n in (2, 3)]
    ruled = Ruled(number=4, concerns=2, value=5, by="", because="x")
    assert _settled([*rolls[:1], ruled], {2: ruled}) == ({}, {("die", "sonar"): 5})
    with pytest.raises(Refused, match="“sonar” is one of several"):
        _settled([*rolls, ruled], {2: ruled})


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_every_toy_is_weighed(variant: Any) -> None:
    session = play_to_end(variant, seed=12)
    found = luck(session.system, session.game, limit=2_000, samples=200)
    orders = session.orders_in_force()
    if has_scores(session.state):
        assert len(found.orders) + found.without_chance + len(found.left_out) == len(orders)
    else:
        assert not found.orders
    assert not found.left_out
    scoring = {track.data.side for track in session.state.tracks.values() if track.data.side}
    assert set(found.sides) == (scoring if found.orders else set())
    thrown = [e for e in session.game.log if isinstance(e, DieRolled) and e.number not in session.game.struck]
    assert sum(line.rolls for line in found.pips) == len(thrown)
    for line in found.pips:
        assert sum(line.faces.values()) == line.rolls
        assert line.mean * line.rolls == pytest.approx(sum(e.face for e in thrown if e.die == line.die))


def test_luck_evens_out_over_many_games() -> None:
    """What was to be expected is what comes on the average: else the odds or the weighing are wrong."""
    luck_of, squares, percentiles = [], [], []
    for seed in range(40):
        session = play_to_end(("toy-options", {}), seed, close=False)
        king = luck(session.system, session.game).sides["king"]
        luck_of.append(king.luck)
        squares.append((king.z or 0) ** 2)
        percentiles.append(king.percentile)
    spread = sqrt(sum(value**2 for value in luck_of) / 40)
    assert abs(sum(luck_of) / 40) < 2.5 * spread / sqrt(40)
    assert 0.6 < sum(squares) / 40 < 1.5
    assert 0.4 < sum(percentiles) / 40 < 0.6


def test_ramadi_is_weighed_through_the_eyes_of_the_isf() -> None:
    table = battlefield()
    ready(table, "0810", "0809", "cts-1", "cts-2")
    table.order("execute", target="0809", dice=[6, 1], answers=[["cts-1", "cts-2"]])
    found = luck(load("ramadi"), table.session.game)
    (order,) = found.orders
    stake = order.stakes["isf"]
    assert order.viewer == "isf"
    assert len(stake.margin.values) > 3
    assert stake.actual == 1  # an urban hex
    assert 0.5 < stake.percentile <= 1
    assert found.pips[0].faces == {1: 1, 2: 0, 3: 0, 4: 0, 5: 0, 6: 1}
    assert found.pips[0].rough


def test_an_order_that_cannot_be_weighed_is_told_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise Refused("Nobody can say.")

    session = charges("stand", dice=[5])
    charge(session, "king", 2)
    monkeypatch.setattr("adjudication.chances.luck.odds", refuse)
    found = weighed(session)
    assert found.orders == ()
    assert [left.why for left in found.left_out] == ["Nobody can say."]


def test_answers_to_what_chance_put_do_not_keep_an_order_from_being_weighed() -> None:
    """Which units arrive is drawn, and people say where: drawn otherwise, that answer fits nothing."""
    table = Table("somalia", "unosom", seed=1)
    session = table.session
    session.people = PolicyPeople({}, session.system.policy("sensible"), chance := random.Random(1))
    asked = set[str]()
    while session.state.turn < 2 and not any(
        question.startswith("Which of these units") for question in asked
    ):
        order = session.system.policy("sensible").order(session.state, session.legal(), chance)
        events = session.order(order).events
        asked |= {words_of(event.question) for event in events if isinstance(event, Chosen)}
    found = luck(session.system, session.game, samples=60)
    assert found.left_out == ()
    assert found.orders[-1].number == session.orders_in_force()[-1].number


def test_what_sampling_leaves_open_widens_the_spread_of_luck() -> None:
    stakes = [
        Stake(Spread({0: 0.5, 2: 0.5}, 1.0), 1.0, 2, 1.0, 0.75),
        Stake(Spread({0: 0.5, 4: 0.5}, 2.0, error=3 * Z95), 2.0, 2, 0.0, 0.5),
    ]
    assert _side(stakes).deviation == pytest.approx(sqrt(1 + 4 + 3**2))


def test_without_scores_luck_is_measured_in_the_chance_of_winning() -> None:
    session = Table("ows", "tutorial", seed=1).session
    play_orders(session, 40)
    found = luck(session.system, session.game)
    assert not found.orders
    assert not found.left_out
    told = luck_lines(found, session.state, 3)
    assert "`whitecell decisions` computes it" in told[1]
    chance = Estimate(0.5, 0.4, 0.6)
    parts = {
        side: Parts(chance, Estimate(luck, luck, luck), chance)
        for side, luck in (("blue", 0.125), ("red", -0.125))
    }
    number = session.orders_in_force()[-1].number
    split = Split(
        "staff",
        50,
        1,
        False,
        (OrderSplit(number, 1, "", "blue", "next", {}, False, {"blue": chance, "red": chance}, parts, None),),
        {"blue": chance, "red": chance},
    )
    told = luck_lines(found, session.state, 3, split)
    assert (
        told[1]
        == "Meridia: luck changed the chance of winning by +12.5 percentage points, all orders together."
    )
    assert told[2].startswith(f"    {number} (turn 1, Meridia)")
    assert told[2].endswith(": +12.5")
    assert "-12.5 percentage points" in told[3]


def play_orders(session: Session, count: int) -> None:
    policy, chance = session.system.policy("staff"), random.Random(1)
    session.people = PolicyPeople({}, policy, chance)
    for _ in range(count):
        session.order(policy.order(session.state, session.legal(), chance))


# --- the dice alone --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "freedom", "tail"),
    [
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (5.991465, 2, 0.05),
        (7.814728, 3, 0.05),
        (0.351846, 3, 0.95),
        (11.070498, 5, 0.05),
        (15.086272, 5, 0.01),
        (4.351460, 5, 0.5),
        (14.067140, 7, 0.05),
        (16.918978, 9, 0.05),
        (19.675138, 11, 0.05),
        (30.143527, 19, 0.05),
        (123.225221, 99, 0.05),
    ],
)
def test_chi_square_tails_are_those_of_the_printed_tables(value: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(tail, abs=2e-6)


def test_chi_square_tails_at_their_ends() -> None:
    for freedom in (1, 2, 5, 19):
        assert chi_square_tail(0.0, freedom) == 1.0
        assert chi_square_tail(1e6, freedom) == 0.0
    assert chi_square_tail(8.0, 2) == pytest.approx(exp(-4))
    falling = [chi_square_tail(value / 4, 11) for value in range(200)]
    assert falling == sorted(falling, reverse=True)


def test_pips_are_counted_by_kind_of_die() -> None:
    faces = [1, 1, 2, 3, 6, 6]
    events = [
        *(DieRolled(number=n, die=6, face=face, purpose="x") for n, face in enumerate(faces)),
        *(DieRolled(number=n, die=20, face=20, purpose="x") for n in (7, 8)),
    ]
    six, twenty = pips(events)
    assert (six.die, six.rolls, six.faces) == (6, 6, {1: 2, 2: 1, 3: 1, 4: 0, 5: 0, 6: 2})
    assert [six.mean, six.expected, six.chi_square] == pytest.approx([19 / 6, 3.5, 4.0])
    assert six.p == pytest.approx(0.549416, abs=1e-6)
    assert (twenty.faces[20], twenty.mean, twenty.rough) == (2, 20, True)
    assert twenty.chi_square == pytest.approx(38.0)


def test_fair_dice_look_fair_and_loaded_ones_do_not() -> None:
    chance = random.Random(1)
    fair = [chance.randint(1, 6) for _ in range(600)]
    loaded = [max(face, chance.randint(1, 6)) for face in fair]
    (good,) = pips([DieRolled(number=1, die=6, face=face, purpose="x") for face in fair])
    (bad,) = pips([DieRolled(number=1, die=6, face=face, purpose="x") for face in loaded])
    assert good.p > 0.05
    assert bad.p < 0.001
    assert not good.rough


def test_a_table_of_ramadi_without_orders_has_no_luck() -> None:
    found = luck(load("ramadi"), RamadiTable().session.game)
    assert found == Luck((), {}, (), 0, ())
