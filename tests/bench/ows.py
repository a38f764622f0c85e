"""The Operational Wargame System: what phases, strikes and whole games cost."""

import random
from time import perf_counter, process_time

from adjudication.chances.odds import odds
from adjudication.chances.selfplay import PolicyPeople, play_out
from adjudication.engine.orders import Order
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from adjudication.systems.ows.player.policy import StaffPolicy
from domain.game.game import Game
from domain.table.dice import SampledDice
from tests.bench import Measured, bench
from tests.ows.playing import new_game
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


@bench
def staff_game() -> Measured:
    """A whole game of the strait by two staffs, recorded in memory."""
    session, staff = new_game("strait", 1), StaffPolicy()
    session.people = PolicyPeople({}, staff, random.Random(1))
    session.begin()
    began = process_time()
    play_out(session, staff, random.Random(1))
    took = process_time() - began
    return Measured(f"strait by staff, {len(session.game.log)} events (ows)", took, "s", at_most=5)


@bench
def strike_odds() -> Measured:
    """The slowest odds of a strike in the first turn of the strait, for the side that fires: it does not know
    what stands beside its targets."""
    session, staff = new_game("strait", 1), StaffPolicy()
    session.people = PolicyPeople({}, staff, random.Random(1))
    session.begin()
    worst, what = 0.0, ""
    while session.state.turn == 1:
        order = staff.order(session.state, session.legal(), random.Random(1))
        if order.name == "strike":
            began = process_time()
            found = odds(session.system, session.state, [order], order.side, policy=staff)
            took = process_time() - began
            if took > worst:
                how = "exact" if found.exact else f"{found.samples} samples"
                worst, what = took, f"{len(order.arguments['salvos'])} salvos, {how}"
        session.order(order)
    return Measured(f"slowest odds of a strike for its side: {what} (ows)", worst * 1000, "ms", at_most=500)


@bench
def legal_orders() -> Measured:
    """The longest list of the first turn of the strait, by the staff."""
    return longest_list("strait")


def longest_list(scenario: str) -> Measured:
    """The longest list of legal orders as each phase of a scenario's first turn begins, nothing kept."""
    session, staff = new_game(scenario, 1), StaffPolicy()
    session.people = PolicyPeople({}, staff, random.Random(1))
    session.begin()
    worst, what, phase = 0.0, "", ("", "")
    while session.state.turn == 1:
        if (session.state.phase, session.state.side) != phase:
            phase = session.state.phase, session.state.side
            took = min(_listed(session) for _ in range(3))
            if took > worst:
                worst, what = took, f"{session.state.phase}, {len(session.legal())} orders"
        session.order(staff.order(session.state, session.legal(), random.Random(1)))
    what = f"legal orders of {scenario}: {what} (ows)"
    return Measured(what, worst * 1000, "ms", at_most=50)


def _listed(session: Session) -> float:
    """Seconds to list the legal orders of a table that keeps nothing."""
    state = session.state.copy()
    state.forget()
    began = process_time()
    len(session.system.legal_now(state))
    return process_time() - began


@bench
def strike_adjudicated() -> Measured:
    """Eighteen Tomahawks at three targets, adjudicated and recorded in memory."""
    table = Table("ows", "proving-ground", dice="scripted").phase("long-range strikes", side="blue")
    targets = ("airfield-r", "sq-j16", "sq-h6")
    salvos = {f"ssgn-1/tomahawk/{n}": targets[n % 3] for n in range(1, 19)}
    log, system = tuple(table.session.game.log), table.session.system
    took = []
    for _ in range(3):
        session = Session(system, Game.from_events("0" * 32, log), SampledDice(7), clock=lambda: "")
        session.people = PolicyPeople({}, RandomPolicy(), random.Random(7))
        began = process_time()
        session.order(Order("blue", "strike", {"hex": "0903", "salvos": salvos}))
        took.append(process_time() - began)
    return Measured("strike of 18 salvos adjudicated (ows)", min(took) * 1000, "ms", at_most=50)
