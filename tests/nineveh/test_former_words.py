"""Logs of earlier versions tell dice, sums and markers in other words: they are run again all the same."""

import msgspec
import pytest

from adjudication.engine.former_words import asked, in_words_of_today, rolled_for
from domain.events import Chosen, DieRolled, Event, Modified, Scored
from domain.ledger.logfile import read_log
from tests.core.games import findings
from tests.record import FOLDER

RULE = "nineveh 6.2c"


def test_where_a_tunnel_is_placed_is_asked_in_the_words_of_today() -> None:
    former, now = "Tunnels: where does Tunnel lie?", "Tunnels: where is the Tunnel placed?"
    recorded = Chosen(side="daesh", question=former, value="zanjili", rule=RULE)
    told = msgspec.structs.replace(recorded, question=now)
    assert in_words_of_today(recorded, told) == told
    assert asked(former, RULE) == asked(now, RULE) == now


DICE = [
    ("Militia 1 fires in Old Town, hits on 5+", "fire by Militia 1 in Old Town, hits on 5+"),
    ("Army HQ fires in Old Town, cannot hit", "fire by Army HQ in Old Town, cannot hit"),
    ("Militia 1 fires again in Old Town, hits on 5+", "reroll by Militia 1 in Old Town, hits on 5+"),
    (
        "Militia 1 fires in Old Town, hits on 5+, rerolled by Training",
        "fire by Militia 1 in Old Town, hits on 5+, rerolled by Training",
    ),
    ("Arms Cache 1: rockets, 5+", "production by Arms Cache 1, succeeds on 5+"),
    ("IED Factory 2: large-ied, 5+", "production by IED Factory 2, succeeds on 5+"),
    ("Field Hospitals: wounded who return", "wounded who return (Field Hospitals)"),
    ("Coalition UAV: missile of the UAV", "missile of the UAV"),
    ("Air Support on Old Town", "Air Support on Old Town, hits on 4+, Collateral Damage on 6+"),
    ("Air Support on Old Town", "Air Support on Old Town, cannot hit"),
    (
        "Air Support on Old Town (Observer +1, Observer -1, Fog -1)",
        "Air Support on Old Town, hits on 4+ (Observer, Fog)",
    ),
]
"""Dice of We Are Coming, Nineveh! in the words of earlier versions, and in those of today."""


@pytest.mark.parametrize(("former", "now"), DICE)
def test_a_die_of_nineveh_is_told_and_recalled_in_the_words_of_today(former: str, now: str) -> None:
    recorded = DieRolled(die=6, face=3, purpose=former, rule=RULE)
    told = DieRolled(die=6, face=3, purpose=now, rule=RULE)
    assert in_words_of_today(recorded, told) == told
    assert in_words_of_today(told, told) == told
    assert rolled_for(former, RULE) == rolled_for(now, RULE)


@pytest.mark.parametrize(
    ("other", "now"),
    [
        ("Militia 2 fires in Old Town, hits on 5+", "fire by Militia 1 in Old Town, hits on 5+"),
        ("Militia 1 fires in Old Town, hits on 4+", "fire by Militia 1 in Old Town, hits on 5+"),
        ("Militia 1 in Old Town", "fire by Militia 1 in Old Town, hits on 5+"),
        ("Arms Cache 1: rockets, 4+", "production by Arms Cache 1, succeeds on 5+"),
        ("Aviation: wounded who return", "wounded who return (Field Hospitals)"),
        ("Air Support on New Town", "Air Support on Old Town, hits on 4+"),
        ("Air Support on Old Town, hits on 3+", "Air Support on Old Town, hits on 4+"),
        ("Air Support on Old Town (Fog -1)", "Air Support on Old Town, hits on 4+ (Observer)"),
    ],
)
def test_another_die_of_nineveh_is_not_taken_for_it(other: str, now: str) -> None:
    told = DieRolled(die=6, face=3, purpose=now, rule=RULE)
    assert in_words_of_today(DieRolled(die=6, face=3, purpose=other, rule=RULE), told) != told


def test_sums_and_markers_of_nineveh_are_told_in_the_words_of_today() -> None:
    production = Modified(sum="production by Arms Cache 1", label="die", amount=3, total=3, rule=RULE)
    former = msgspec.structs.replace(production, sum="Arms Cache 1: rockets, 5+")
    assert in_words_of_today(former, production) == production
    spent = Scored(track="orders-cts", change=-1, value=2, why="Rally", rule="nineveh 7.21a")
    assert in_words_of_today(msgspec.structs.replace(spent, why="special order"), spent) == spent
    damage = Scored(track="collateral", change=1, value=2, why="Air Support on Old Town", rule=RULE)
    former_damage = msgspec.structs.replace(damage, why="Air Support on Old Town (Observer +1, Fog -1)")
    assert in_words_of_today(former_damage, damage) == damage


def test_another_suggestion_is_taken_in_logs_of_the_formats_that_had_it_alone() -> None:
    told = Chosen(side="isf", question="Retreat?", value=True, suggested=(True,), rule="nineveh 6.1f")
    recorded = msgspec.structs.replace(told, suggested=(False,))
    assert in_words_of_today(recorded, told, format=2) == told
    assert in_words_of_today(recorded, told, format=3) == recorded
    unasked = msgspec.structs.replace(told, suggested=())
    assert in_words_of_today(unasked, told, format=2) == unasked
    elsewhere = msgspec.structs.replace(recorded, rule="nineveh 6.2c")
    assert in_words_of_today(elsewhere, told, format=2) == elsewhere


def test_in_a_log_of_nineveh_of_an_earlier_version_another_number_is_found() -> None:
    """The recorded game itself passes (tests/test_recorded_games.py)."""
    events = [entry.event for entry in read_log(FOLDER / "nineveh-earlier-words.jsonl")[0]]
    place, fired = next(
        (n, event)
        for n, event in enumerate(events)
        if isinstance(event, DieRolled) and event.purpose.endswith("hits on 5+")
    )
    other: Event = msgspec.structs.replace(fired, purpose=fired.purpose.replace("5+", "4+"))
    forged = findings([*events[:place], other, *events[place + 1 :]])
    assert {found.event for found in forged.findings} == {fired.number}
