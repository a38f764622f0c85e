"""Prep and defensive fires (ground.3.A, ground.3.E, 10.15.2 to 10.15.5)."""

import pytest

from adjudication.systems.ows.ground.fire_missions import FIRES, missions_left
from adjudication.systems.ows.status import EXPENDED, SUPPRESSED
from tests.ows.fire import dice_of, steps
from tests.ows.ground.fires import done, field


@pytest.mark.rule("ows ground.3.A", "ows 10.15.2b", "ows 10.15.5a", "ows 10.15.5d", "ows 2.2.7.3a")
def test_fires_are_declared_first_and_adjudicated_as_the_impulse_ends() -> None:
    table = field("tank-12", "rifle-1")
    declared = table.order("fire", hex="f0604", missions={"himars-1": "tank-12"})
    assert dice_of(declared) == []
    assert missions_left(table.state, table.state.pieces["himars-1"]) == 0
    events = done(table, 4, 5)
    assert dice_of(events) == [12, 12]
    state = table.state
    assert state.mark("tank-12", SUPPRESSED)
    assert state.mark("himars-1", EXPENDED)
    assert state.mark("blue", FIRES) is None
    assert steps(table, "tank-12") == 3
