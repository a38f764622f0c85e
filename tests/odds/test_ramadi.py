"""Odds of Ramadi, against icepool where it can say them, and against thousands of casts everywhere."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import icepool
import pytest

from adjudication.chances.odds import Odds, Outcome, odds
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from domain.table.tables import Table
from domain.views.view import WHITE
from tests.odds.oracle import Last, far_apart, sampled, told
from tests.odds.ramadi_games import every_phase
from tests.ramadi.cases import RESULTS, battlefield, ready
from tests.ramadi.table import RamadiTable

SOUTH, URBAN = "0810", "0809"
SYSTEM = load("ramadi")
D6 = icepool.d6
TABLE = Table("operations_results", RESULTS)


def executed(table: RamadiTable, viewer: str, target: str = URBAN) -> Odds:
    return odds(SYSTEM, table.state, [Order("isf", "execute", {"target": target})], viewer)


def spread(found: Odds, of: Callable[[Outcome], Any]) -> dict[Any, float]:
    """How likely it is what outcomes come to."""
    weights: dict[Any, float] = {}
    for outcome in found.outcomes:
        weights[of(outcome)] = weights.get(of(outcome), 0.0) + outcome.probability
    return weights


def probabilities(die: Any) -> dict[Any, float]:
    return {value: float(die.probability(value)) for value in die.outcomes()}


def result(attack: int, defence: int, advised: bool, trap: int = 0) -> Any:
    """Winner and casualties of an operation, by icepool."""
    ours = icepool.highest(D6, D6) if advised else D6
    difference = ours + attack - (D6 + defence)

    def casualties(difference: int) -> Any:
        found = TABLE.look_up({"difference": difference})[1]
        if found["automatic"] or found["casualty_on"] is None:
            return icepool.Die([(found["winner"], found["automatic"])])
        added = trap if found["winner"] == "isf" else 0
        hit = (D6 + added) >= found["casualty_on"]
        return hit.map(lambda is_hit: (found["winner"], int(is_hit)))

    return difference.map(casualties)


def won(outcome: Outcome) -> tuple[str, int]:
    winner = "isf" if any(f.place == URBAN and f.piece for f in outcome.fates) else "isis"
    return winner, sum(f.face == "casualty" for f in outcome.fates)


TERRAIN = int(
    battlefield(nobody_advances="neither")
    .state.tables["terrain"]
    .look_up({"terrain": "urban"})[1]["modifier"]
    or 0
)
STRENGTHS = {"cts": 4, "inf": 2, "militia": 1}


@pytest.mark.parametrize("advised", [False, True])
@pytest.mark.parametrize("lead", ["cts-1", "inf-1", "militia-1"])
@pytest.mark.parametrize(("fighters", "value"), [("f-militia-1", 0), ("f-special-forces-1", 3)])
def test_who_wins_and_what_it_costs(lead: str, advised: bool, fighters: str, value: int) -> None:
    table = battlefield(nobody_advances="neither")
    ready(table, SOUTH, URBAN, lead, "cts-2", fighters=fighters, ground="advisors-1" if advised else None)
    strength = STRENGTHS[lead.partition("-")[0]]
    expected = probabilities(result(strength + min(4, strength) + TERRAIN, value, advised))
    assert spread(executed(table, WHITE), won) == pytest.approx(expected)
    assert sum(expected.values()) == pytest.approx(1)


def test_victory_points_of_a_defeat_and_of_ground_taken() -> None:
    table = battlefield(nobody_advances="neither")
    ready(table, SOUTH, URBAN, "inf-1", None, fighters="f-specialists-1")

    def points(winner: str, casualties: int) -> int:
        lost = min(casualties, 1)  # one unit alone
        return -lost - (winner == "isis") + (winner == "isf" and not lost)

    operation = result(2 + TERRAIN, 2, False)
    expected = probabilities(operation.map(lambda found: points(*found)))
    assert executed(table, WHITE).margins["isf"].values == pytest.approx(expected)


def test_air_defence_aborts_half_the_flights() -> None:
    table = battlefield(nobody_advances="neither")
    ready(table, SOUTH, URBAN, "cts-1", "cts-2", asset="air-defence-1", air="bomber-1")
    found = executed(table, WHITE)
    aborted = found.probability(lambda outcome: outcome.tracks.get("isis_vp", 0) > _defeat(outcome))
    assert aborted == pytest.approx(float((D6 >= 4).probability(True)))


def _defeat(outcome: Outcome) -> int:
    winner, casualties = won(outcome)
    return casualties + (winner == "isis")


@pytest.mark.parametrize(("drone", "needed"), [(False, 4), (True, 2)])
def test_the_emir_is_caught_by_those_who_win(drone: bool, needed: int) -> None:
    table = battlefield(nobody_advances="neither")
    ready(table, SOUTH, URBAN, "cts-1", asset="emir-1", air="drone-1" if drone else None)
    winning = result(4 + 2 * drone + TERRAIN, 3, False).map(lambda found: found[0] == "isf")
    expected = float(winning.probability(True)) * float(D6.map(lambda face: face >= needed).probability(True))
    caught = executed(table, WHITE).probability(
        lambda o: any(f.kind == "emir" and f.place == "eliminated" for f in o.fates)
    )
    assert caught == pytest.approx(expected)


def test_civilians_suffer_from_those_who_lose() -> None:
    table = battlefield(nobody_advances="neither")
    ready(table, SOUTH, URBAN, "inf-1", asset="civilians-1")
    losing = result(2 + TERRAIN, 0, False).map(lambda found: found[0] == "isis")
    expected = float(losing.probability(True)) * float((D6 >= 3).probability(True))
    hurt = executed(table, WHITE).probability(
        lambda outcome: outcome.tracks.get("isis_vp", 0) > _defeat(outcome)
    )
    assert hurt == pytest.approx(expected)


def test_face_down_defenders_are_any_that_may_lie_there() -> None:
    """IED state and fighters are any of all; the asset is any but an Attack counter, which is replaced."""
    table = battlefield(nobody_advances="neither")
    for piece in table.state.pieces.values():
        if piece.kind.group in ("ied", "fighters", "isis asset"):
            assert piece.known_to == ()
    ready(table, SOUTH, URBAN, "cts-1", "cts-2")

    def of(group: str) -> Any:
        return icepool.Die(
            [
                piece.value("combat")
                for piece in table.state.pieces.values()
                if piece.kind.group == group and piece.kind_id != "attack"
            ]
        )

    defence = of("ied") + of("fighters") + of("isis asset")
    expected = probabilities(defence.map(lambda value: result(8 + TERRAIN, value, False)))
    assert spread(executed(table, "isf"), won) == pytest.approx(expected)


def test_the_number_of_operations_is_the_only_chance_of_a_new_turn() -> None:
    for system, state, order in every_phase(5):
        if order.name == "proceed" and state.phase == "set-up":
            found = odds(system, state, [order], "isf")
            assert (found.exact, found.runs) == (True, 6)
            offered: Counter[Any] = Counter()
            for die in range(1, 7):
                row = state.tables["operations"].look_up({"die": die, "casualties": 0})[1]
                offered[row["operations"]] += 1
            told = {each.marks["game"]["operations"]: each.probability for each in found.outcomes}
            assert told == {operations: pytest.approx(faces / 6) for operations, faces in offered.items()}
            assert {(each.clock and each.clock.phase) for each in found.outcomes} == {"planning"}


how_often = pytest.mark.parametrize("samples", [150, pytest.param(500, marks=pytest.mark.slow)])
"""How many casts odds are held against: with few, only what is far from them is found."""


@how_often
@pytest.mark.parametrize("viewer", ["isf", WHITE])
def test_every_phase_agrees_with_casts(viewer: str, samples: int) -> None:
    compared = 0
    for system, state, order in every_phase(6):
        policy = system.policy("sensible")
        found = odds(system, state, [order], viewer, policy=policy, with_choices=False, samples=200)
        if found.runs == 1 or not found.exact:
            continue
        casts = sampled(system, state, [order], viewer, samples, policy)
        ours = told(found)
        assert casts.keys() <= ours.keys()
        for outcome, probability in ours.items():
            assert not far_apart(probability, casts[outcome], samples), (order, outcome)
        compared += 1
    assert compared > 4


@how_often
def test_operations_in_a_row_agree_with_casts(samples: int) -> None:
    """What was seen of the first and went back cannot lie against the second."""
    table = battlefield(nobody_advances="neither")
    ready(table, SOUTH, URBAN, "cts-1", ied="ied-poor-1", asset="attack-1")
    ready(table, SOUTH, "0710", "cts-2", ied="ied-complex-1", fighters="f-special-forces-1", asset="emir-1")
    orders = [Order("isf", "execute", {"target": target}) for target in (URBAN, "0710")]
    many = 4 * samples
    for viewer in ("isf", WHITE):
        found = odds(SYSTEM, table.state, orders, viewer, policy=Last(), with_choices=False, samples=many)
        casts = sampled(SYSTEM, table.state, orders, viewer, many, Last())
        assert found.exact is (viewer == WHITE)
        for outcome, probability in told(found).items():
            size = many if found.exact else many // 2  # both sides are cast
            count = round(casts[outcome] * size / many)
            assert not far_apart(probability, count, size), outcome
