"""Legality is written once: what is listed is what no check refuses, along whole games."""

import random
from typing import Any

import pytest

from adjudication.chances.playout import Playout, luck_of
from adjudication.engine.games.scenario import load_scenario, opening
from adjudication.engine.legality import refusal
from adjudication.engine.orders import Order
from adjudication.systems.ramadi import KINDS, SYSTEM
from domain.table.dice import secret_from_seed
from domain.table.mutators import rebuild
from domain.table.state import State

EVERYTHING = {"drones": True, "close_air_support": True}
PLACES = ("to", "target", "hex", "box")


def laid(options: dict[str, Any]) -> State:
    scenario = load_scenario("ramadi", "historical")
    return rebuild(
        opening(
            scenario,
            game="0" * 32,
            name="test",
            options={**scenario.options, **options},
            dice="sealed",
            secret=secret_from_seed(1),
            program="tests",
            time="",
        )
    )


def any_order(state: State, chance: random.Random) -> Order:
    """Any order of any kind with any pieces and places: nearly always illegal."""
    kind = chance.choice(list(KINDS.values()))
    arguments: dict[str, Any] = {}
    for name in kind.form.__dataclass_fields__:
        if name in PLACES:
            arguments[name] = chance.choice([*state.board.spaces, "nowhere"])
        elif name != "follow_up" or chance.random() < 0.5:
            arguments[name] = chance.choice([*state.pieces, "nobody"])
    return Order("isf" if chance.random() < 0.95 else "isis", kind.name, arguments)


@pytest.mark.parametrize("policy", ["random", "sensible"])
@pytest.mark.parametrize("options", [{}, EVERYTHING], ids=["basic", "options"])
def test_an_order_is_listed_if_and_only_if_no_check_refuses_it(options: dict[str, Any], policy: str) -> None:
    compared = refused = 0
    for seed in range(2):
        state, chance = laid(options), random.Random(seed)
        dice, luck = luck_of(seed)
        game = Playout(SYSTEM, state, SYSTEM.policy(policy), dice, luck)
        game.begin()
        while state.verdict is None:
            legal = SYSTEM.legal(state)
            listed = [repr(order) for order in legal]
            by_checks = [
                repr(order)
                for kind in KINDS.values()
                for legality in kind.legality
                if not legality.phases or state.phase in legality.phases
                for part in legality.parts(state, kind.name)
                for order in (part.order(index) for index in range(len(part)))
            ]
            assert sorted(listed) == sorted(by_checks)
            assert len(set(listed)) == len(listed) == legal.size
            for order in chance.sample(list(legal), min(3, legal.size)):
                assert refusal(KINDS[order.name], state, order.side, order.arguments) is None, order
            for _ in range(12):
                order = any_order(state, chance)
                legal_now = refusal(KINDS[order.name], state, order.side, order.arguments) is None
                assert legal_now == (repr(order) in listed), order
                refused += repr(order) not in listed
                compared += 1
            game.give(game.policy.order(state, legal, luck))
    assert compared > refused > 1000
