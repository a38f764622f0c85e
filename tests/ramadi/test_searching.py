"""What Ramadi tells a player who thinks ahead: which orders are worth a thought, and how the ISF stands."""

import random

import pytest

from adjudication.chances.searching import searching
from adjudication.chances.selfplay import PolicyPeople
from adjudication.systems.ramadi.player.policy import proposed
from adjudication.systems.ramadi.player.standing import evaluate
from domain.table.state import State
from tests.ramadi.playing import new_game
from tests.ramadi.table import RamadiTable
from tests.ramadi.test_policy import shuffled_face_down


def standing(table: RamadiTable) -> float:
    """How the ISF stands after the operations of turn 5."""
    table.phase("movement", 5)
    found = evaluate(table.state, "isf")
    assert found is not None
    return found


def test_it_stands_better_nearer_to_the_complex_and_best_in_it() -> None:
    table = RamadiTable()
    far = standing(table)
    table.hold("0809")
    near = standing(table)
    assert 0 < far < near < 1
    table.hold(table.hex("Government Complex"))
    assert near < standing(table) < 1


def test_it_stands_worse_with_casualties_and_behind_on_points() -> None:
    table = RamadiTable()
    even = standing(table)
    table.track("isis_vp", 5)
    behind = standing(table)
    table.track("casualties", 4)
    assert standing(table) < behind < even


def test_the_chances_of_both_sides_are_one() -> None:
    table = RamadiTable()
    of_isis = evaluate(table.state, "isis")
    assert of_isis is None
    assert standing(table) + (evaluate(table.state, "isis") or 0) == pytest.approx(1)


@pytest.mark.parametrize(
    ("phase", "turn"), [("planning", 5), ("assets", 5), ("operations", 5), ("movement", 10)]
)
def test_in_the_midst_of_a_turn_and_in_the_last_one_it_is_played_on(phase: str, turn: int) -> None:
    table = RamadiTable()
    table.phase(phase, turn)
    assert evaluate(table.state, "isf") is None


@pytest.mark.parametrize("seed", range(3))
def test_what_is_proposed_is_legal_and_follows_from_what_lies_open(seed: int) -> None:
    session = new_game(seed)
    policy, chance = session.system.policy("sensible"), random.Random(seed)
    session.people = PolicyPeople({}, policy, chance)
    phases: dict[str, int] = {}
    while session.state.verdict is None:
        legal = session.legal()
        found = proposed(session.state, legal)
        listed = list(legal)
        assert all(order in listed for order in found)
        assert proposed(shuffled_face_down(session.state, chance), legal) == found
        phases[session.state.phase] = max(phases.get(session.state.phase, 0), len(found))
        session.order(policy.order(session.state, legal, chance))
    assert phases["planning"] > 4
    assert phases["assets"] > 2
    assert not phases["movement"]


@pytest.mark.rule("ramadi 6.3b", "ramadi 9.0b")
def test_searching_looks_under_no_counter() -> None:
    session = new_game(7)
    policy, chance = session.system.policy("sensible"), random.Random(7)
    session.people = PolicyPeople({}, policy, chance)
    player = searching(session.system)
    given: list[bool] = []

    def same(state: State, other: State) -> bool:
        legal, of_other = session.system.legal(state), session.system.legal(other)
        return player.order(state, legal, random.Random(1)) == player.order(other, of_other, random.Random(1))

    while len(given) < 12:
        if session.state.phase in ("planning", "assets"):
            given.append(same(session.state, shuffled_face_down(session.state, chance)))
        session.order(policy.order(session.state, session.legal(), chance))
    assert all(given)
