"""Odds of ground combat: exact, told while an attack is declared, and to its side without secrets."""

import pytest

from adjudication.chances.odds import Odds, odds
from adjudication.engine.orders import Order
from adjudication.engine.scenario import load_scenario
from domain.table.tables import Table as Chart
from tests.ows.ground.fields import HILL, NORTH_WEST, WEST, declared, field
from tests.table import Table

ATTACK = Order("blue", "attack", {"hex": HILL, "units": ["abct-1", "stryker-1"]})
RESOLVE = Order("blue", "resolve", {"hex": HILL, "lead": "abct-1"})


def ready() -> Table:
    return field(abct_1=WEST, stryker_1=NORTH_WEST, tank_12=HILL, pal_1=WEST, bag_1="f0804")


def of(table: Table, order: Order, viewer: str = "blue") -> Odds:
    return odds(table.session.system, table.state, [order], viewer)


def left(found: Odds, unit: str, steps: int) -> float:
    return found.probability(
        lambda outcome: any((fate.piece, fate.steps) == (unit, steps) for fate in outcome.fates)
    )


@pytest.mark.rule("ows 10.15.9.1.5")
def test_the_odds_are_those_of_the_faces_of_the_die_on_the_table() -> None:
    """Two to one with a D16 against a shield of 5: the tank regiment alone takes all losses."""
    found = of(declared(ready(), HILL, abct_1=WEST, stryker_1=NORTH_WEST), RESOLVE)
    assert found.exact
    gcat = Chart("ground-combat", load_scenario("ows", "proving-field").tables["ground-combat"])
    cells = [gcat.look_up({"odds": "2:1", "margin": face - 5})[1] for face in range(1, 17)]
    for losses in (1, 2):
        assert left(found, "tank-12", 3 - losses) == sum(cell["d"] == losses for cell in cells) / 16
    destroyed = found.probability(
        lambda outcome: any((f.piece, f.place) == ("tank-12", "attrition-red") for f in outcome.fates)
    )
    assert destroyed == sum(cell["d"] == 3 for cell in cells) / 16


@pytest.mark.rule("ows ground.3.C", "ows ground.3.F")
def test_the_odds_of_an_attack_that_is_declared_are_those_of_its_combat() -> None:
    table = ready()
    before = len(table.session.game.log)
    declaring = of(table, ATTACK)
    fighting = of(declared(ready(), HILL, abct_1=WEST, stryker_1=NORTH_WEST), RESOLVE)
    for unit in ("abct-1", "stryker-1", "tank-12"):
        for steps in range(3):
            assert left(declaring, unit, steps) == left(fighting, unit, steps)
    assert len(table.session.game.log) == before
    assert not table.state.mark(HILL, "combat")


def test_a_side_may_be_told_the_odds_of_its_attack_on_units_that_it_knows() -> None:
    assert not of(ready(), ATTACK).on_secrets
    assert of(ready().mark("tank-12", "supply", "Low Supply"), ATTACK).exact


def test_the_odds_of_a_face_down_defender_are_those_of_all_that_it_may_be() -> None:
    table = field(abct_1=WEST, tank_12=HILL).known("tank-12", "red").mark("tank-12", "tacsit 1", None)
    found = of(table, Order("blue", "attack", {"hex": HILL, "units": ["abct-1"]}))
    kinds = {fate.kind for outcome in found.outcomes for fate in outcome.fates if not fate.piece}
    assert {"tank-regiment", "rifle-regiment"} <= kinds
    assert not any(fate.piece == "tank-12" for outcome in found.outcomes for fate in outcome.fates)
