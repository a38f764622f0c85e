"""ASW screens and detection (6.4.4), and the reaction to a submarine's missiles (9.9.4.3)."""

from dataclasses import dataclass, replace
from typing import Any

import pytest

from adjudication.engine.contacts import Contact
from adjudication.engine.legality import Legality
from adjudication.engine.orders import OrderKind
from adjudication.engine.umpire import Umpire
from adjudication.systems.ows import SYSTEM
from adjudication.systems.ows.undersea.asw import asw_reaction
from adjudication.systems.ows.undersea.torpedoes import R
from domain.events import Event, PieceData, PiecePlaced
from tests.ows.undersea import HEX, asw_mode, patrol, read_by, rolled, sea, seen_by, steps
from tests.table import Table


@dataclass(frozen=True)
class Launch:
    """A submarine fires its missiles."""

    side: str
    submarine: Contact


def launch(umpire: Umpire, order: Launch) -> None:
    """The reaction, and then the launch: a destroyer is hit whatever happened to the submarine."""
    asw_reaction(umpire, order.submarine)
    umpire.roll(6, "the missiles fly", rule=R["9.9.5.4"])
    umpire.change("ddg-2", steps=1, rule=R["9.9.5.4"])


LEGAL = Legality(sides=lambda state: (state.side,))
KIND = OrderKind(
    "launch", Launch, launch, R["9.9.5"], "launch", secret=True, unlisted=("submarine",), legality=(LEGAL,)
)
LAUNCHING = replace(
    SYSTEM,
    orders={
        **SYSTEM.orders,
        "launch": KIND,
    },
)


def launched(table: Table, *dice: int, answers: tuple[Any, ...] = ()) -> list[Event]:
    table.session.system = LAUNCHING
    return table.order("launch", submarine="ssk-1", dice=[*dice, 6], answers=answers)[:-1]


@pytest.mark.rule("ows 9.9.4.3a")
def test_airborne_asw_in_the_hex_rolls_alone() -> None:
    table = patrol(asw_mode(sea(silent=False), "ddg-1", "ddg-2"))
    assert rolled(launched(table, 8)) == [(10, 8), (6, 6)]  # two destroyers in ASW mode add nothing


@pytest.mark.rule("ows 9.9.4.3a")
def test_ships_and_aircraft_elsewhere_or_on_other_missions_do_not_react() -> None:
    for table in (
        asw_mode(sea(silent=False), "ddg-1"),
        patrol(sea(silent=False), at="0405"),
        patrol(sea(silent=False), flies="cap"),
    ):
        assert rolled(launched(table)) == [(6, 6)]


@pytest.mark.rule("ows 9.9.4.3b")
def test_a_detected_launcher_is_turned_up_and_attacked_at_once() -> None:
    table = patrol(sea(silent=False))
    events = launched(table, 9, 4, 5, answers=(["ddg-1", "p8-1"],))
    assert rolled(events) == [(10, 9), (8, 4), (10, 5), (6, 6)]
    assert table.state.pieces["ssk-1"].place == "attrition-red"
    (question,) = table.people.asked
    assert question.side == "blue"


@pytest.mark.rule("ows 9.9.4.3b")
def test_a_launcher_that_survives_stays_detected() -> None:
    table = patrol(sea(silent=False))
    launched(table, 9, answers=([],))
    assert table.state.mark_named("ssk-1", "tacsit 1")
    assert "ssk-1" in seen_by(table, "blue")


@pytest.mark.rule("ows 9.9.4.3c")
@pytest.mark.parametrize("asw", [1, 5])
def test_the_missiles_fly_whatever_happens_to_the_submarine(asw: int) -> None:
    table = patrol(sea(silent=False))
    assert rolled(launched(table, 9, asw, answers=(["p8-1"],)))[-1] == (6, 6)
    assert steps(table, "ddg-2") == 1


@pytest.mark.rule("ows 9.9.4.3a")
def test_several_aircraft_roll_one_after_the_other_until_one_detects() -> None:
    second = PieceData(id="p8-2", kind="p8", at=HEX, steps=1, name="Second P-8", known_to=("blue",))
    for dice in ((1, 1), (1, 9), (9,)):
        table = patrol(sea(silent=False))
        table.session.record(lambda n, t: PiecePlaced(number=n, time=t, piece=second))
        patrol(table, "p8-2")
        answers: tuple[Any, ...] = ([],) if 9 in dice else ()
        assert rolled(launched(table, *dice, answers=answers)) == [*[(10, die) for die in dice], (6, 6)]


@pytest.mark.rule("ows 9.9.4.3a")
def test_the_roll_that_fails_tells_the_enemy_nothing() -> None:
    table = patrol(sea(silent=False))
    before = len(table.session.game.log)
    launched(table, 8)
    read = read_by(table, "blue", len(table.session.game.log) - before)
    assert "330" not in read
    assert "ssk" not in read


@pytest.mark.rule("ows 6.4.4.1", "ows 6.4.4b")
@pytest.mark.parametrize(
    ("hex", "marks", "die"),
    [
        (HEX, (), 10),
        ("0304", (), 8),
        (HEX, ("cavitating",), 12),
        (HEX, ("sigint",), 12),
        (HEX, ("sigint", "cavitating"), 12),
    ],
)
def test_the_die_of_a_screen(hex: str, marks: tuple[str, ...], die: int) -> None:
    table = asw_mode(sea(at=hex), "ddg-1", "ddg-2")
    for mark in marks:
        table.mark("ssk-1", mark)
    events = table.order("torpedo", submarine="ssk-1", target="cvn-1", dice=[1, 1])
    assert rolled(events)[0][0] == die


@pytest.mark.rule("ows 2.3.5")
@pytest.mark.parametrize(("now", "die"), [("fair", 10), ("rough", 8), ("storm", 8)])
def test_rough_seas_hamper_sonar(now: str, die: int) -> None:
    table = asw_mode(sea(), "ddg-1", "ddg-2").mark("game", "weather", {"everywhere": now})
    events = table.order("torpedo", submarine="ssk-1", target="cvn-1", dice=[1, 1])
    assert rolled(events)[0] == (die, 1)


@pytest.mark.rule("ows 2.3.5")
def test_the_weather_of_the_first_turn_is_the_scenarios() -> None:
    table = asw_mode(sea(first_weather="storm"), "ddg-1", "ddg-2")
    assert rolled(table.order("torpedo", submarine="ssk-1", target="cvn-1", dice=[1, 1]))[0] == (8, 1)
