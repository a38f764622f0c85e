"""The Operational Wargame System on land: an attack with fires and aircraft, and long lists of orders."""

import random
import tempfile
from pathlib import Path
from time import process_time

from adjudication.chances.selfplay import PolicyPeople
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.systems.ows import SYSTEM
from adjudication.systems.ows.ground.acting import ACTIONING
from adjudication.systems.ows.staff.policy import StaffPolicy
from adjudication.systems.ows.status import MISSION_FLOWN
from domain.game.game import Game
from domain.ledger.store import Ledger
from domain.table.dice import SampledDice
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


@bench
def legal_orders_river() -> Measured:
    """The longest list of the first turn of the river, by the staff."""
    return longest_list("river")


@bench
def legal_orders_littoral() -> Measured:
    """The longest list of the first turn of the littoral, by the staff."""
    return longest_list("littoral")
