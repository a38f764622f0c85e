"""What is for one turn alone, and is over as the next one begins: who has fired, flown and searched."""

from collections.abc import Callable

import pytest

from adjudication.systems.ows.air_battle.sead import SEAD_HEXES
from adjudication.systems.ows.command.cards import Effect, apply
from adjudication.systems.ows.sensing.air_picture import ATTACKED, ENGAGED, FOUGHT
from adjudication.systems.ows.sensing.sensors import RECONNAISSANCE
from adjudication.systems.ows.special_operations.sof_teams import MOVED, TASK
from adjudication.systems.ows.strike_warfare.on_call import CALLED
from adjudication.systems.ows.strike_warfare.strike_plans import TARGETS
from adjudication.systems.ows.table.magazines import FIRED
from adjudication.systems.ows.theater_isr.isr import PAWNS, SHOWN
from adjudication.systems.ows.turn.allocations import USED
from adjudication.systems.ows.turn.turns import SET_ORDER
from tests.ows import umpiring
from tests.ows.fire import LOCAL, strike, war
from tests.ows.sensing import proving, resolve
from tests.ows.skies import HEX, fight, find, fly, skies
from tests.ows.test_strikes_from_the_air import package
from tests.table import Table

Done = tuple[Table, list[tuple[str, str]]]
"""A table on which something was done, and the marks that tell of it: subject and mark."""


def fought() -> Done:
    table = fly(skies(), HEX, f18_1="cap", j16_1="cap")
    fight(table, dice=[1, 1], answers=[{"f18-1": "j16-1"}])
    return table, [
        ("f18-1", ATTACKED.name),
        ("f18-1", ENGAGED.name),
        ("j16-1", ENGAGED.name),
        ("game", FOUGHT.name),
    ]


def struck_silent_batteries() -> Done:
    table = find(skies().put("hq9-1", "0502"), "hq9-1").mark("hq9-1", "spent", {"hq9": 2, "hq9-aa": 2})
    fight(fly(table, HEX, growler_1="sead"), dice=[1], answers=[{"growler-1/aargm-er/1": "hq9-1"}])
    return table, [("blue", SEAD_HEXES.name), ("blue", USED.name)]


def searched() -> Done:
    table = proving()
    table.order("survey", side="blue", hex="0108")
    resolve(table)
    return table, [("blue", PAWNS.name), ("blue", SHOWN.name)]


def played_a_card() -> Done:
    table = proving()
    effect = Effect(strike_order=("own",))
    umpiring.run(table, lambda umpire: apply(umpire, "blue", "A card", effect))
    return table, [("game", SET_ORDER.name)]


def sent_a_team() -> Done:
    table = proving().phase("special operations", side="blue")
    table.order("insert", team="oda-1", hex="0604")
    return table, [("oda-1", MOVED.name)]


def gave_a_mission() -> Done:
    table = proving().phase("special operations", side="blue").put("oda-1", "0904")
    table.order("sof-mission", team="oda-1", mission="target acquisition", target="port-r")
    table.order("proceed")
    table.order("proceed", dice=[1], answers=[0])
    return table, [("oda-1", RECONNAISSANCE.name)]


def named_a_mission() -> Done:
    table = proving().phase("special operations", side="blue").put("oda-1", "0904")
    table.order("sof-mission", team="oda-1", mission="target acquisition", target="port-r")
    return table, [("oda-1", TASK.name)]


def planned_strikes() -> Done:
    table = proving().phase("strike plans", side="")
    table.order("target", side="blue", target="port-r", means="strike")
    return table, [("blue", TARGETS.name)]


def called_a_package_in() -> Done:
    table = package("f18-1").put("airfield-r2", "0704")
    strike(table, "0704", {"f18-1/slam/1": "airfield-r2"}, [3])
    return table, [("f18-1", CALLED.name), ("blue", USED.name)]


def fired_a_gun() -> Done:
    table = war("marines-1", side="red", phase=LOCAL).put("marines-1", "1005").put("patriot-1", "0101")
    strike(table, "1005", {"guns-1/pcl181/1": "marines-1"}, [1])
    return table, [("guns-1", FIRED.name)]


@pytest.mark.rule("ows 3.1", "ows 3.9")
@pytest.mark.parametrize(
    "act",
    [
        *(fought, struck_silent_batteries, searched, played_a_card),
        *(sent_a_team, gave_a_mission, named_a_mission, planned_strikes),
        *(called_a_package_in, fired_a_gun),
    ],
)
def test_what_was_done_in_a_turn_is_over_with_it(act: Callable[[], Done]) -> None:
    table, marks = act()
    for subject, mark in marks:
        assert table.state.mark_named(subject, mark), mark
        lapse = table.state.lapses[subject, mark]
        assert not lapse.due(1, "regeneration"), mark
        assert lapse.due(2, "planning"), mark
