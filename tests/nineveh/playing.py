"""Whole games of West Mosul between two players."""

import random
from collections.abc import Mapping

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import LegalOrders, OrderGroup
from adjudication.engine.policies import Policy
from adjudication.systems.nineveh import SYSTEM
from domain.events import Value
from tests.table import Table

SIDES = {"isf": "daesh", "daesh": "isf"}


def play(
    seed: int,
    players: Mapping[str, Policy],
    scenario: str = "campaign",
    options: Mapping[str, Value] | None = None,
) -> Table:
    """A game to its end. Whoever may act beside the side in turn does so first, if it wants to; if it would
    rather have the phase end, it does nothing."""
    table = Table("nineveh", scenario, options, seed=seed)
    session, chance = table.session, random.Random(seed)
    session.people = PolicyPeople(players, SYSTEM.policy("random"), chance)
    while session.state.verdict is None:
        state, legal = session.state, session.legal()
        parts = {side: [part for part in legal.parts if part.side == side] for side in players}
        turn = state.side or next(side for side in players if parts[side])
        order = None
        if parts[SIDES[turn]] and chance.random() < 0.5:
            nothing = OrderGroup(turn, "proceed", {})
            order = players[SIDES[turn]].order(state, LegalOrders([*parts[SIDES[turn]], nothing]), chance)
        if order is None or order not in legal or order.side == turn:
            order = players[turn].order(state, LegalOrders(parts[turn]), chance)
        session.order(order, "policy")
    return table


def winner(table: Table) -> str:
    """Who won by victory points."""
    verdict = table.state.verdict
    return verdict.winner if verdict is not None else ""
