"""The Operational Wargame System: what one phase costs in a full theater."""

import random
from time import perf_counter

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.engine.systems import RandomPolicy
from domain.game.game import Game
from domain.table.dice import SampledDice
from tests.bench import Measured, bench
from tests.ows.sensing import fly
from tests.table import Table

FLEETS = 7
"""Hexes in which all ships, submarines and aircraft are."""


@bench
def isr_phase() -> Measured:
    """Every naval unit hunts submarines, every aircraft flies, half of all units radiate; six pawns."""
    table = Table("ows", "proving-ground", dice="scripted").phase("theater isr", side="")
    sea = [space.id for space in table.state.board.data.spaces if space.terrain == "deep sea"]
    for number, piece in enumerate([*table.state.pieces.values()]):
        hex = sea[number % FLEETS]
        if piece.kind.group in ("ship", "submarine"):
            table.put(piece.id, hex).mark(piece.id, "asw")
        elif piece.kind.group == "air mission":
            fly(table, piece.id, hex, "aew" if piece.kind.data["type"] == "aew" else "cap")
        if number % 2 and piece.place == hex:
            table.mark(piece.id, "emitting")
    for side in ("blue", "red"):
        for hex in sea[:3]:
            table.order("survey", side=side, hex=hex)
    table.order("proceed", side="blue")
    log, system = tuple(table.session.game.log), table.session.system
    took = []
    for _ in range(3):
        session = Session(system, Game.from_events("0" * 32, log), SampledDice(7), clock=lambda: "")
        session.people = PolicyPeople({}, RandomPolicy(), random.Random(7))
        began = perf_counter()
        session.order(Order("red", "proceed"))
        took.append(perf_counter() - began)
    what = f"ISR of {len(table.state.pieces)} pieces resolved (ows)"
    return Measured(what, min(took) * 1000, "ms", at_most=100)
