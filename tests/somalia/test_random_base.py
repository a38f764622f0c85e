"""Whole games of the base game at random, with one, two and three Bandit players, with talks."""

import random

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import play_out
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.systems import RandomPolicy
from domain.table.state import State
from tests.table import Table


class Dutiful(RandomPolicy):
    """Any order, but Convoys that are owed first, and a pass now and then: else the UN forfeits in turn 1."""

    def order(self, state: State, legal: LegalOrders, chance: random.Random) -> Order:
        parts = [part for part in legal.parts if part.name == "convoy"]
        if not parts and chance.random() < 0.8:
            parts = [part for part in legal.parts if part.name != "pass"]
        return super().order(state, LegalOrders(parts) if parts else legal, chance)


@pytest.mark.parametrize("scenario", ["unosom", "two-bandits", "three-bandits"])
@pytest.mark.parametrize("seed", [1, 2])
def test_games_of_chance_end_and_pass_the_audit(scenario: str, seed: int) -> None:
    game = Table("somalia", scenario, {"talks": seed == 1}, seed=seed)
    counters = len(game.state.pieces)
    play_out(game.session, Dutiful(but=("resign",)), random.Random(seed))
    state = game.state
    assert state.verdict is not None
    assert state.turn > 3
    assert len(state.pieces) == counters == sum(len(ids) for ids in state.at.values())
    game.session.close(game.secret)
    assert audit(game.session.game.unsaved()).findings == []
