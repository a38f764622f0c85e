"""The parts of the audit that others rest on: what was struck, the table as it was then, where pieces lay."""

import random
from typing import Any

import pytest

from adjudication.audits.cups import Cups
from adjudication.audits.guards import could_be
from domain.events import Chosen, DieRolled, Event, LookedUp, Noted, Picked
from domain.events.strikes import Strikes, struck
from domain.game.timeline import Timeline
from domain.table.mutators import rebuild
from tests.core.games import (
    TIME,
    VARIANTS,
    Variant,
    new_game,
    play_orders,
    random_people,
    seat,
    stir,
    table,
    variant_id,
)


def corrected(variant: Variant, seed: int) -> list[Event]:
    """A random game in which orders were taken back, some far back, with notes and words in between."""
    session = seat(new_game(variant), random_people(seed))
    chance = random.Random(seed)
    stir(session, seed)
    session.begin()
    for _ in range(25):
        play_orders(session, chance.randrange(1, 8), chance)
        if chance.random() < 0.4:
            session.note(f"note {chance.random()}")
        orders = session.orders_in_force()
        if orders and (chance.random() < 0.6 or session.state.verdict is not None):
            back = chance.choice(orders) if chance.random() < 0.3 else orders[-1]
            session.take_back(back.number, "Once more")
        if orders and chance.random() < 0.2:
            session.record(lambda number, time: Noted(number=number, time=TIME, text="between", audience=()))
    return list(session.game.log)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_the_table_is_followed_through_take_backs_as_rebuilding_it_would(variant: Variant, seed: int) -> None:
    events = corrected(variant, seed)
    strikes = Strikes(events)
    whole = struck(events)
    assert {events[at].number: events[by].number for at, by in strikes.by.items()} == whole
    assert whole
    timeline, cups = Timeline(events, strikes), Cups(events, strikes)
    for place, event in enumerate(events):
        timeline.take(place)
        cups.take(place)
        so_far = events[: place + 1]
        if event.number in whole.values() or place % 17 == 0 or place == len(events) - 1:
            wanted = rebuild(so_far, struck(so_far))
            assert table(timeline.state) == table(wanted)
            assert (timeline.state.number, timeline.state.chances) == (wanted.number, wanted.chances)
            assert timeline.state.entropy == wanted.entropy
            assert {where: ids for where, ids in cups.at.items() if ids} == {
                where: ids for where, ids in wanted.at.items() if ids
            }


DIE = DieRolled(die=6, face=3, purpose="odds")
PICK = Picked(purpose="unit", options=("b1", 2, True), value="b1")
ROW = LookedUp(table="results", keys={"roll": 3}, row=2, result={"loss": 1, "retreat": 0})


@pytest.mark.parametrize(
    ("answer", "value", "possible"),
    [
        *((DIE, face, 1 <= face <= 6) for face in (0, 1, 6, 7)),
        (DIE, True, False),
        (DIE, "3", False),
        (PICK, "b1", True),
        (PICK, 2, True),
        (PICK, True, True),
        (PICK, 1, False),
        (PICK, "b2", False),
        (ROW, {"loss": 9}, True),
        (ROW, {"loss": 9, "retreat": 1}, True),
        (ROW, {"loss": 9, "advance": 1}, False),
        (ROW, {}, False),
        (ROW, 1, False),
        (Chosen(side="red", question="stand", value="yes"), "anything", True),
    ],
)
def test_an_outcome_is_one_that_the_die_the_options_or_the_row_could_give(
    answer: Event, value: Any, possible: bool
) -> None:
    assert could_be(answer, value) is possible
