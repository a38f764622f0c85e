"""We Are Coming, Nineveh!: odds of a combat of three blocks on three."""

from adjudication.chances.odds import odds
from adjudication.engine.games.systems import load
from adjudication.engine.orders import Order
from domain.views.view import WHITE
from tests.bench import Measured, bench, best_of_a_core
from tests.nineveh.battle import URBAN, battle

ISF, DAESH = ("cts-1", "cts-2", "cts-3"), ("veteran-1", "militia-1", "ashbal-1")


@bench
def nineveh_odds() -> Measured:
    """Every answer to every question is tried too."""
    table = battle(URBAN, ISF, DAESH)
    system, order = load("nineveh"), Order("isf", "fight", {"area": URBAN})

    def work_out() -> None:
        assert odds(system, table.state, [order], WHITE).exact

    took = best_of_a_core(work_out, times=3)
    return Measured("exact odds of 3 on 3, all answers tried (nineveh)", took * 1000, "ms", at_most=1000)


@bench
def nineveh_hidden_odds() -> Measured:
    """The defenders are not known to the side that asks; the odds are sampled."""
    table = battle(URBAN, ISF, DAESH)
    system, order = load("nineveh"), Order("isf", "fight", {"area": URBAN})
    took = best_of_a_core(lambda: odds(system, table.state, [order], "isf"), times=3)
    return Measured("odds of 3 on 3 hidden blocks (nineveh)", took * 1000, "ms", at_most=1000)
