"""The policy `searching`: what it searches with, how many play-outs it takes, and what it may know."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from adjudication.chances.playout import Playout, luck_of, mix_unknown
from adjudication.chances.searching import WHOLE_GAMES, SearchingPolicy, considered, lead, searching
from adjudication.engine.games.systems import Players, load
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.policies import RandomPolicy
from domain.errors import NotFound
from domain.table.state import State
from tests.core.games import new_game, random_people, seat
from tests.table import laid

ORDERS = [Order("blue", name) for name in ("usual", "a", "b", "c", "d", "e")]


class Known(SearchingPolicy):
    """Searches among orders whose chances of winning are known."""

    def __init__(self, chances: Sequence[float], budget: int = 600) -> None:
        super().__init__(load("toy-factions"), RandomPolicy(), budget)
        self.chances = dict(zip((order.name for order in ORDERS), chances, strict=True))
        self.played: list[tuple[str, int]] = []

    def _worth(self, table: State, order: Order, seed: int) -> float:
        self.played.append((order.name, seed))
        return float(random.Random(f"{order.name} {seed}").random() < self.chances[order.name])

    def found(self, seed: int) -> str:
        """The order that it gives."""
        state = laid("toy-factions", "toy").state
        return self.best(state, ORDERS, seed * 10_000).name


def test_the_best_order_is_found_among_others() -> None:
    player = Known((0.3, 0.3, 0.2, 0.7, 0.4, 0.1))
    assert sum(player.found(seed) == "c" for seed in range(40)) >= 30


def test_the_usual_order_stays_where_no_other_is_clearly_better() -> None:
    player = Known((0.5, 0.5, 0.5, 0.5, 0.5, 0.5))
    assert sum(player.found(seed) == "usual" for seed in range(40)) >= 33


def test_where_whole_games_are_played_out_luck_alone_replaces_no_order() -> None:
    player = Known((0.5, 0.5, 0.5, 0.5, 0.5, 0.5), budget=WHOLE_GAMES)
    easily = sum(player.found(seed) != "usual" for seed in range(400))
    player.sure = searching(player.system).sure
    assert sum(player.found(seed) != "usual" for seed in range(400)) <= min(12, easily // 2)


def test_where_all_others_are_worse_it_stops_at_once() -> None:
    player = Known((1.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    assert player.found(1) == "usual"
    assert len(player.played) <= 6 * len(ORDERS)


def test_orders_share_their_luck_and_the_budget_holds() -> None:
    player = Known((0.5, 0.4, 0.5, 0.6, 0.5, 0.5), budget=100)
    player.found(2)
    assert 70 < len(player.played) <= 100
    usual = {seed for name, seed in player.played if name == "usual"}
    assert {seed for _, seed in player.played} == usual
    assert len(player.played) == len(set(player.played))


def test_a_lead_counts_standard_errors() -> None:
    assert lead([1.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 0.0]) == pytest.approx(0.5 / (1 / 3 / 4) ** 0.5)
    assert lead([0.5, 0.5], [0.5, 0.5]) == 0


def winner(system: str, players: "dict[str, RandomPolicy | SearchingPolicy]", seed: int) -> str:
    """Who wins a game in which each side has a policy of its own."""

    class Both:
        def order(self, state: State, legal: object, chance: random.Random) -> object:
            return players.get(state.side, RandomPolicy()).order(state, legal, chance)  # type: ignore[arg-type]

        def answer(self, question: object, state: State, chance: random.Random) -> object:
            return RandomPolicy().answer(question, state, chance)  # type: ignore[arg-type]

    dice, chance = luck_of(seed)
    state = laid(system, "toy").state
    playout = Playout(load(system), state, Both(), dice, chance)  # type: ignore[arg-type]
    playout.begin()
    playout.play()
    assert state.verdict is not None
    return state.verdict.winner


def test_searching_beats_the_policy_that_it_searches_with() -> None:
    """Toy factions: it rarely wins by chance."""
    system = load("toy-factions")
    player = SearchingPolicy(system, RandomPolicy(), budget=60)
    sides = tuple(new_game(("toy-factions", {})).state.sides)
    won = {}
    for name, one in (("searching", player), ("random", RandomPolicy())):
        won[name] = sum(winner("toy-factions", {sides[0]: one}, seed) == sides[0] for seed in range(40))
    assert won["searching"] >= won["random"] + 8


def test_searching_looks_at_nothing_that_its_side_does_not_know() -> None:
    """On two tables that look the same to a side it gives the same order."""
    system = load("toy-blocks")
    player = searching(system)
    session = seat(new_game(("toy-blocks", {})), random_people(1))
    session.begin()
    state, side = session.state, session.state.side
    tried = 0
    for seed in range(8):
        other = state.copy()
        mix_unknown(other, side, random.Random(seed))
        if [p.kind_id for p in other.pieces.values()] == [p.kind_id for p in state.pieces.values()]:
            continue
        tried += 1
        for nth in range(4):
            one = player.order(state, system.legal(state), random.Random(nth))
            assert one == player.order(other, system.legal(other), random.Random(nth))
    assert tried


def test_what_a_system_proposes_is_considered_and_nothing_by_chance() -> None:
    session = seat(new_game(("toy-losses", {})), random_people(1))
    session.begin()
    legal = session.legal()
    usual, last = legal[0], legal[-1]
    for proposed, found in ((legal[:3], [usual, legal[1]]), ([], [usual]), ([last], [usual, last])):

        def propose(state: State, legal: LegalOrders, found: Sequence[Order] = proposed) -> Sequence[Order]:
            return found

        system = replace(session.system, players=Players(proposed=propose))
        assert considered(system, session.state, legal, usual, RandomPolicy(), 2, random.Random(1)) == found


def test_every_system_has_it_but_where_people_judge() -> None:
    assert isinstance(load("ramadi").policy("searching"), SearchingPolicy)
    with pytest.raises(NotFound, match="has no policy 'searching'"):
        load("freeform").policy("searching")
    with pytest.raises(NotFound, match="searching"):
        load("ramadi").policy("genius")
