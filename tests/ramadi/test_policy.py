"""The policies: `sensible` plays by the rules, far better than chance, and never looks under a counter."""

import random

import pytest

from adjudication.chances.selfplay import PolicyPeople, play_out
from adjudication.engine.policies import Policy
from adjudication.engine.umpire import Answer, Question
from domain.table.state import State
from tests.ramadi.playing import combination, new_game


def wins(policy: str, seeds: range) -> int:
    """Games of so many that the ISF wins."""
    won = 0
    for seed in seeds:
        session = new_game(seed)
        play_out(session, session.system.policy(policy), random.Random(seed))
        assert session.state.verdict is not None
        won += session.state.verdict.winner == "isf"
    return won


@pytest.mark.parametrize(
    "seeds", [range(40, 52), pytest.param(range(40, 70), marks=pytest.mark.slow)], ids=len
)
def test_sensible_beats_random_clearly(seeds: range) -> None:
    sensible, by_chance = wins("sensible", seeds), wins("random", seeds)
    assert sensible >= len(seeds) * 40 // 100
    assert by_chance <= len(seeds) * 10 // 100


@pytest.mark.parametrize("seed", range(6))
def test_its_orders_and_answers_are_always_among_those_offered(seed: int) -> None:
    session = new_game(seed, combination(31 if seed % 2 else 0))
    policy, chance = session.system.policy("sensible"), random.Random(seed)
    session.people = PolicyPeople({}, policy, chance)  # an answer that was not offered is refused
    orders = 0
    while session.state.verdict is None:
        legal = session.legal()
        order = policy.order(session.state, legal, chance)
        assert order in list(legal)
        session.order(order)
        orders += 1
    assert orders > 60


def shuffled_face_down(state: State, chance: random.Random) -> State:
    """The same table to anyone's eye: face-down counters of one back change places at random."""
    other = state.copy()
    for group in ("ied", "fighters", "isis asset"):
        ids = [id for id, p in other.pieces.items() if p.kind.group == group and p.known_to == ()]
        places = [other.pieces[id].place for id in ids]
        chance.shuffle(places)
        for place in dict.fromkeys(places):
            other.at[place] = [id for id in other.at[place] if id not in ids]
        for id, place in zip(ids, places, strict=True):
            other.pieces[id].place = place
            other.at[place].append(id)
    return other


class BothTables:
    """Has a policy answer each question twice, the second time with the face-down counters exchanged."""

    def __init__(self, policy: Policy, chance: random.Random) -> None:
        self.policy = policy
        self.chance = chance
        self.compared = 0

    def answer(self, question: Question, state: State) -> Answer:
        answer = self.policy.answer(question, state, random.Random(1))
        other = shuffled_face_down(state, self.chance)
        assert self.policy.answer(question, other, random.Random(2)) == answer
        self.compared += 1
        return Answer(answer, "policy")


@pytest.mark.rule("ramadi 6.3b", "ramadi 9.0b")
@pytest.mark.parametrize("seed", range(4))
def test_it_never_looks_under_a_counter(seed: int) -> None:
    session = new_game(seed, combination(31 - 2))
    policy = session.system.policy("sensible")
    chance = random.Random(seed)
    session.people = people = BothTables(policy, chance)
    compared = moved = 0
    while session.state.verdict is None:
        state = session.state
        order = policy.order(state, session.legal(), random.Random(1))
        for again in range(2):
            other = shuffled_face_down(state, chance)
            moved += any(p.place != state.pieces[id].place for id, p in other.pieces.items())
            chosen = policy.order(other, session.system.legal(other), random.Random(again))
            assert chosen == order
            compared += 1
        session.order(order)
    assert compared > 100
    assert moved > 10
    assert people.compared > 4


@pytest.mark.rule("ramadi 9.0b")
def test_legal_orders_do_not_tell_what_lies_face_down() -> None:
    session = new_game(5, combination(1))
    chance = random.Random(5)
    session.people = PolicyPeople({}, session.system.policy("random"), chance)
    while session.state.verdict is None and session.state.turn < 4:
        listed = list(session.legal())
        other = shuffled_face_down(session.state, chance)
        assert list(session.system.legal(other)) == listed
        session.order(listed[chance.randrange(len(listed))])


def test_it_draws_no_lots_of_its_own() -> None:
    logs = []
    for luck in (1, 2):
        session = new_game(11, combination(4))
        play_out(session, session.system.policy("sensible"), random.Random(luck))
        logs.append(session.game.log)
    assert logs[0] == logs[1]
