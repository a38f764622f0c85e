"""The Operational Wargame System on land: an attack with fires and aircraft, and long lists of orders."""

import random
import tempfile
from pathlib import Path
from time import process_time

from adjudication.chances.odds import odds
from adjudication.chances.selfplay import PolicyPeople
from adjudication.chances.study import plan, play_batch
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.systems.ows import SYSTEM
from adjudication.systems.ows.ground.forces.acting import ACTIONING
from adjudication.systems.ows.player.policy import StaffPolicy
from adjudication.systems.ows.table.status import MISSION_FLOWN
from domain.game.game import Game
from domain.ledger.store import Ledger
from domain.program import program
from domain.table.dice import SampledDice
from domain.views.view import WHITE
from tests.bench import Measured, bench
from tests.bench.ows import longest_list
from tests.table import GAME, Table

TARGET = "0703"
ATTACK = (
    Order("blue", "fire", {"hex": TARGET, "missions": {"rockets-1": "rifle-12"}}),
    Order("blue", "proceed"),
    Order("blue", "attack", {"hex": TARGET, "units": ["armor-11", "stryker-12"]}),
    Order("blue", "proceed"),
    Order("blue", "support-attack", {"hex": TARGET, "fires": ["guns-11", "guns-12", "warthogs"]}),
    Order("blue", "proceed"),
    Order("red", "support-defence", {"hex": TARGET, "fires": ["group-1a"]}),
    Order("red", "proceed"),
    Order("blue", "resolve", {"hex": TARGET, "lead": "armor-11"}),
)
"""An attack on the bridgehead of Sarn, from prep fires to the result."""


def _before_the_attack() -> Game:
    """The first turn of the river: I Corps has the initiative, its attack aircraft fly close air support."""
    table = Table("ows", "river", dice="scripted")
    for piece in table.state.pieces.values():
        if piece.place == TARGET:
            table.known(piece.id).mark(piece.id, "tacsit 1")
    table.put("stryker-12", "0602").put("guns-11", "0603").put("guns-12", "0603").put("warthogs", TARGET)
    table.mark("warthogs", MISSION_FLOWN, {"type": "cas", "package": ""})
    table.mark("game", ACTIONING, {"side": "blue", "formations": ["i-corps", "ii-corps"]})
    return table.phase("prep fires", turn=1, side="blue").session.game


@bench
def ground_attack() -> Measured:
    """Declared, fired at, supported by guns and aircraft, defended, resolved; every order saved."""
    log, took = tuple(_before_the_attack().log), []
    for seed in (1, 2, 3):
        with tempfile.TemporaryDirectory() as folder:
            ledger = Ledger(str(Path(folder) / "games.db"))
            game = Game.from_events(GAME, log)
            ledger.start(game, "bench", None)
            session = Session(SYSTEM, game, SampledDice(seed), save=ledger.save, clock=lambda: "")
            session.people = PolicyPeople({}, StaffPolicy(), random.Random(seed))
            began = process_time()
            for order in ATTACK:
                session.order(order)
            took.append(process_time() - began)
            ledger.close()
    what = f"ground attack with fires and aircraft, {len(ATTACK)} orders saved"
    return Measured(what, min(took) * 1000, "ms", at_most=50)


def _study(policy: str, games: int) -> float:
    """Seconds of processor time that a game of the river takes a worker of a study."""
    study = plan(SYSTEM, games=games, seed=1, program=program(), policy=policy, scenario="river")
    batches = study.batches()
    play_batch(batches[0])  # the charts are read, the ways of a board worked out
    began = process_time()
    for batch in batches:
        play_batch(batch)
    return (process_time() - began) / games


@bench
def random_games_river() -> Measured:
    return Measured("games of river a core, random", 1 / _study("random", 20), "games/s", at_least=5)


@bench
def staff_games_river() -> Measured:
    return Measured("a study's game of river by staff", _study("staff", 10), "s", at_most=1)


@bench
def attack_odds_river() -> Measured:
    """The slowest odds of an order of the attack, for the white cell and for the side that gives it."""
    session = Session(SYSTEM, _before_the_attack(), SampledDice(1), clock=lambda: "")
    session.people = PolicyPeople({}, StaffPolicy(), random.Random(1))
    worst, what = 0.0, ""
    for order in ATTACK:
        for viewer in (WHITE, order.side) if order.name != "proceed" else ():
            began = process_time()
            found = odds(SYSTEM, session.state, [order], viewer, policy=StaffPolicy())
            took = process_time() - began
            assert found.exact
            if took > worst:
                worst, what = took, f"{order.name}, for {viewer}"
        session.order(order)
    return Measured(f"slowest exact odds of a ground attack: {what}", worst * 1000, "ms", at_most=300)


@bench
def legal_orders_river() -> Measured:
    """The longest list of the first turn of the river, by the staff."""
    return longest_list("river")


@bench
def legal_orders_littoral() -> Measured:
    """The longest list of the first turn of the littoral, by the staff."""
    return longest_list("littoral")
