"""Questions under an order: what is assumed, what other answers would bring, and what cannot be foreseen."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import pytest

from adjudication.chances.odds import odds
from adjudication.engine.games.scenario import load_scenario, opening
from adjudication.engine.games.systems import RuleSystem, load
from adjudication.engine.orders import Order, OrderGroup, OrderKind
from adjudication.engine.session import Session
from adjudication.engine.umpire import Umpire
from domain.errors import IllegalOrder, Refused
from domain.events import KindData, PieceData, TrackData
from domain.game.game import Game
from domain.table.dice import ScriptedDice
from domain.table.state import State
from domain.views.view import WHITE
from tests.odds.oracle import as_order, situations
from tests.table import laid
from tests.toys.kit import areas, build, lay

NAME = "toy-odds"
CHARGE = "Stand or give way?"


@dataclass(frozen=True)
class Talk:
    side: str
    free: bool = False


@dataclass(frozen=True)
class Draw:
    side: str
    cups: int = 1


def talk(umpire: Umpire, order: Talk) -> None:
    """The white cell judges, with options or without; a good die is worth more to who is believed."""
    options = [] if order.free else ["red", "blue"]
    believed = umpire.judge("Who is believed?", options, rule=f"{NAME} 1")
    if umpire.roll(6, "how much", rule=f"{NAME} 1") > 4:
        umpire.score(f"vp-{believed}", 3, rule=f"{NAME} 1")


def draw(umpire: Umpire, order: Draw) -> None:
    """Draw until a number is drawn, then end the game if it is a 3."""
    for _ in range(order.cups):
        id = umpire.draw_until(
            "cup",
            "number",
            lambda piece: piece.kind_id != "blank",
            to="table",
            rule=f"{NAME} 2",
            back=f"{NAME} 2",
        )
        if id is None:
            umpire.score("vp-blue", 1, rule=f"{NAME} 2")
            return
        number = umpire.state.pieces[id].value("number")
        umpire.score("vp-red", number, rule=f"{NAME} 2")
        if number == 3:
            umpire.declare("red", "drew a 3", rule=f"{NAME} 2")
            return


def legal(state: State) -> Iterator[OrderGroup]:
    yield OrderGroup("red", "draw", {}, "cups", (1, 2))
    yield OrderGroup("red", "talk", {}, "free", (False, True))


lay(
    NAME,
    "Odds",
    sides="red blue",
    board=areas("table", boxes="cup aside"),
    kinds={
        "blank": KindData(name="Blank", back="chit"),
        "one": KindData(name="One", back="chit", values={"number": 1}),
        "three": KindData(name="Three", back="chit", values={"number": 3}),
    },
    pieces=[
        *(PieceData(id=f"blank-{n}", kind="blank", at="cup", known_to=()) for n in (1, 2)),
        *(PieceData(id=f"one-{n}", kind="one", at="cup", known_to=()) for n in (1, 2)),
        PieceData(id="three-1", kind="three", at="cup", known_to=()),
        PieceData(id="one-3", kind="one", at="aside", known_to=()),
    ],
    tracks=[TrackData(id=f"vp-{side}", highest=20, side=side) for side in ("red", "blue")],
)
SYSTEM = build(
    NAME,
    "Odds",
    lambda umpire: umpire.enter_phase(1, "talk", side="red", rule=f"{NAME} 1"),
    [
        OrderKind("talk", Talk, talk, f"{NAME} 1", "Talk."),
        OrderKind("draw", Draw, draw, f"{NAME} 2", "Draw."),
    ],
    legal,
)


def table(dice: str = "sealed") -> State:
    game = laid(NAME, dice=dice, time="")
    session = Session(SYSTEM, game, ScriptedDice([]), clock=str)
    session.begin()
    return session.state


def charging() -> tuple[RuleSystem, State, Order]:
    for system, state, given in situations(("toy-options", {}), 1):
        if given.side == "king":
            return system, state, Order("king", "charge", {"squadrons": 2})
    raise AssertionError


def test_what_other_answers_would_bring_is_told() -> None:
    system, state, order = charging()
    found = odds(system, state, [order], "king")
    (choice,) = found.choices
    assert (choice.side, choice.question, choice.kind) == ("emir", CHARGE, "choice")
    stand, give_way = choice.options
    assert (stand.answer, stand.assumed, give_way.answer, give_way.assumed) == (
        "stand",
        True,
        "give way",
        False,
    )
    assert stand.margins == found.margins
    assert stand.margins["king"].values == pytest.approx({0: 3 / 6, 2: 3 / 6})  # 4 or more, and 2 squadrons
    assert give_way.margins["king"].values == {1: 1.0}
    assert odds(system, state, [order], "king", with_choices=False).choices == ()


@pytest.mark.parametrize("key", [("emir", CHARGE), ("", CHARGE)])
def test_an_answer_given_beforehand_is_taken(key: tuple[str, str]) -> None:
    system, state, order = charging()
    found = odds(system, state, [order], "king", {key: "give way"})
    assert found.margins["king"].values == {1: 1.0}
    assert found.choices == ()
    assert found.asked == {CHARGE: ("stand", "give way")}
    other = odds(system, state, [order], "king", {("king", CHARGE): "give way"})
    assert other.margins["king"].mean == pytest.approx(1)
    assert len(other.choices) == 1


def test_the_policy_is_assumed_to_answer() -> None:
    class GivesWay:
        def order(self, state: State, legal: Any, chance: random.Random) -> Order:
            raise AssertionError

        def answer(self, question: Any, state: State, chance: random.Random) -> Any:
            return question.options[-1]

    system, state, order = charging()
    found = odds(system, state, [order], "king", policy=GivesWay())
    assert found.margins["king"].values == {1: 1.0}
    assert [option.assumed for option in found.choices[0].options] == [False, True]


def test_judgements_are_questions_too() -> None:
    state = table()
    found = odds(SYSTEM, state, [Order("red", "talk")], "red")
    assert found.margins["red"].values == pytest.approx({0: 4 / 6, 3: 2 / 6})
    (choice,) = found.choices
    assert (choice.side, choice.kind) == (WHITE, "judgement")
    assert choice.options[1].margins["red"].values == pytest.approx({-3: 2 / 6, 0: 4 / 6})


def test_a_judgement_that_nobody_can_foresee_has_no_odds_without_an_answer() -> None:
    state = table()
    free = Order("red", "talk", {"free": True})
    with pytest.raises(Refused, match="“Who is believed\\?” is left to people"):
        odds(SYSTEM, state, [free], "red")
    found = odds(SYSTEM, state, [free], "red", {("", "Who is believed?"): "blue"})
    assert found.margins["red"].mean == pytest.approx(-1)


def test_typed_dice_are_fanned_out_like_any_others() -> None:
    found = odds(SYSTEM, table("typed"), [Order("red", "talk")], "red")
    assert found.exact
    assert found.margins["red"].mean == pytest.approx(1)


@pytest.mark.parametrize("viewer", ["red", WHITE])
def test_drawing_until_something_fits(viewer: str) -> None:
    """For red any of the six chits may be the one aside; the white cell knows that it is a one."""
    found = odds(SYSTEM, table(), [Order("red", "draw")], viewer)
    won = found.probability(lambda outcome: outcome.winner == "red")
    assert won == pytest.approx(1 / 4 if viewer == "red" else 1 / 3)
    assert found.margins["red"].values == pytest.approx({1: 1 - won, 3: won})


def test_drawing_twice_counts_what_was_seen_on_the_way() -> None:
    """Held against every order of the six chits and, of each, every way to draw."""
    one_after_another = odds(SYSTEM, table(), [Order("red", "draw"), Order("red", "draw")], "red")
    at_once = odds(SYSTEM, table(), [Order("red", "draw", {"cups": 2})], "red")
    three = lambda outcome: outcome.winner == "red"  # noqa: E731
    expected = _drawn_twice()
    assert at_once.probability(three) == pytest.approx(expected)
    assert one_after_another.probability(three) == pytest.approx(expected)
    assert one_after_another.margins["red"].values == pytest.approx(at_once.margins["red"].values)


def _drawn_twice() -> float:
    """The chance of a 3 in two draws: the chit aside is any of six, then fitting chits are as likely each."""
    chits = ["blank"] * 2 + ["one"] * 3 + ["three"]
    chance = 0.0
    for aside in range(6):
        fitting = [chit for at, chit in enumerate(chits) if at != aside and chit != "blank"]
        chance += ("three" in fitting) * min(1.0, 2 / len(fitting)) / 6
    return chance


def test_orders_after_the_end_of_the_game_are_not_given() -> None:
    found = odds(SYSTEM, table(), [Order("red", "draw"), Order("red", "talk")], WHITE)
    assert found.probability(lambda o: o.given == 1) == pytest.approx(1 / 3)
    assert all((o.winner == "red") is (o.given == 1) for o in found.outcomes)


def test_an_order_that_is_never_legal_is_refused_also_as_a_later_one() -> None:
    system, state, order = charging()
    with pytest.raises(IllegalOrder):
        odds(system, state, [order, order], "king")
    with pytest.raises(IllegalOrder):
        odds(system, state, [Order("emir", "charge", {"squadrons": 1})], "king")


def test_an_order_that_is_legal_only_sometimes_says_how_often() -> None:
    """A march that may fail to take the hex from which the next one starts."""
    system = load("toy-two-maps")
    games = (situations(("toy-two-maps", {}), seed) for seed in range(4, 40))
    for _, state, given in chain.from_iterable(games):
        if given.order == "march" and state.side == "blue":
            unit = given.arguments["unit"]
            foe = next(id for id, piece in state.pieces.items() if piece.side == "red")
            state.at[state.pieces[foe].place].remove(foe)
            state.at.setdefault(given.arguments["to"], []).append(foe)
            state.pieces[foe].place = given.arguments["to"]
            if state.board.spaces[given.arguments["to"]].tags or not state.at["op-32"]:
                continue
            back = Order("red", "march", {"unit": foe, "to": state.pieces[unit].place})
            found = odds(system, state, [as_order(given), back], WHITE)
            assert 0 < found.probability(lambda o: o.given == 1) < 1
            return
    pytest.fail("no such march")


def test_nothing_can_be_ordered_when_the_game_waits_or_is_over() -> None:
    state = table()
    session = Session(SYSTEM, _game(), ScriptedDice([1, 6]), clock=str)
    session.begin()
    session.order(Order("red", "talk"))
    with pytest.raises(Refused, match="waits for an answer"):
        odds(SYSTEM, session.state, [Order("red", "draw")], "red")
    state.closed = True
    with pytest.raises(Refused, match="closed"):
        odds(SYSTEM, state, [Order("red", "draw")], "red")
    decided = next(s for _, s, _ in situations(("toy-blocks", {}), 2))
    from domain.events import VerdictReached

    decided.verdict = VerdictReached(number=1, winner="", reason="")
    with pytest.raises(Refused, match="decided"):
        odds(load("toy-blocks"), decided, [Order("green", "pass")], "green")


def _game() -> Game:
    scenario = load_scenario(NAME, "toy")
    return Game.from_events(
        "0" * 32,
        opening(scenario, game="0" * 32, name=NAME, options={}, dice="sealed", program="t", time=""),
    )
