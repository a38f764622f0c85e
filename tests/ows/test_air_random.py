"""Random air tasking, each kind of order with the same chance, so that rare ones are tried too."""

import random

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import Order, OrderChoice
from adjudication.engine.systems import RandomPolicy
from adjudication.systems.ows.fuel import fuelled, supported
from adjudication.systems.ows.missions import flown_from, in_the_air
from adjudication.systems.ows.sorties import capacity, squadrons_at
from domain.table.state import State
from tests.ows.playing import combination, entries
from tests.table import Table

RARE = ("jump", "lift", "disperse", "fortify", "package", "load", "recall")


def check(state: State) -> None:
    """Nobody flies without fuel, no tanker supports and no carrier or airfield sends out too many."""
    for side in ("blue", "red"):
        for id in in_the_air(state, side):
            piece = state.pieces[id]
            assert fuelled(state, piece), id
            assert len(supported(state, piece)) <= piece.kind.data.get("refuels", 0), id
    for ship in ("cvn-1", "lha-1"):
        types = [state.mark(piece.id, "mission")["type"] for piece in flown_from(state, ship)]
        support = sum(type in ("tanker", "aew") for type in types)
        most = sum(box["missions"] for box in state.pieces[ship].kind.data["boxes"])
        assert len(types) - support <= most
        assert support <= most
    for field in state.of_group("facility"):
        if field.kind_id == "airfield":
            assert len(squadrons_at(state, field)) <= capacity(state, field)


@pytest.mark.parametrize("seed", range(6))
def test_random_air_tasking_keeps_fuel_and_capacity(seed: int) -> None:
    chance = random.Random(seed)
    options = {**combination(seed * 2654435761 >> 5), "written_orders": False}
    table = Table("ows", "proving-ground", options, seed=seed, begun=False)
    session = table.session
    session.people = PolicyPeople({}, RandomPolicy(), chance)
    session.begin()
    while session.state.phase != "air tasking":
        proceed = session.system.proceed(session.state)
        assert proceed is not None
        session.order(proceed)
    given: list[str] = []
    while session.state.phase == "air tasking" and len(given) < 55:
        legal = session.legal()
        names = sorted({part.name for part in legal.parts} - {"proceed"})
        rare = [name for name in names if name in RARE]
        name = chance.choice(rare if rare and chance.random() < 0.6 else names) if names else "proceed"
        parts = [part for part in legal.parts if part.name == name]
        order: Order
        part = chance.choice(parts)
        if isinstance(part, OrderChoice):
            order = part.sample(chance)
        else:
            order = part.order(chance.randrange(len(part)))
        session.order(order)
        given.append(name)
        check(session.state)
        if len(given) == 30:
            session.order(Order(session.state.side, "proceed"))
    assert len(given) > 25
    assert audit(entries(session)).findings == []
