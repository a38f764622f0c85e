"""Logs of earlier versions ask the same in other words: they are run again, and pass the audit."""

import msgspec
import pytest

from adjudication.engine.former_words import (
    asked,
    in_words_of_today,
    purpose_now,
    question_now,
    result_now,
    rolled_for,
)
from domain.events import Chosen, Concluded, DieRolled, Event, Modified, Scored
from domain.ledger.logfile import read_log
from tests.core.games import findings
from tests.forgeries.logs import log
from tests.record import FOLDER


@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("Aldmark: Sail at dawn - how does it come out?", "Aldmark: Sail at dawn. Outcome?"),
        ("Aldmark: Sail at dawn! - how does it come out?", "Aldmark: Sail at dawn! Outcome?"),
        ("Does Kallo Flotilla go to The Narrows?", "Move Kallo Flotilla to The Narrows?"),
        ("Whom has it served best?", "Which side achieved most?"),
        (
            "It succeeds, 8 where 7 or more was needed. How is it told?",
            "It succeeds (total 8, needed 7 or more). Narrate the outcome.",
        ),
        ("Tunnels: where does Tunnel lie?", "Tunnels: where is the Tunnel placed?"),
        ("Does anybody object?", "Does anybody object?"),
    ],
)
def test_a_question_is_asked_in_the_words_of_today(former: str, now: str) -> None:
    assert question_now(former) == now
    assert question_now(now) == now


@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("fails, 5 where 7 or more was needed", "fails (total 5, needed 7 or more)"),
        ("no, 6 where 7 or more was needed for 40 %", "no (rolled 6, needed 7 or more for 40 %)"),
        ("succeeds, 2 for and 1 against", "succeeds (2 for, 1 against)"),
        (
            "fails, 1 for and 1 against, an even vote goes against it",
            "fails (1 for, 1 against; a tie counts against)",
        ),
    ],
)
def test_a_result_is_told_in_the_words_of_today(former: str, now: str) -> None:
    assert result_now(former) == now
    assert result_now(now) == now


def test_a_wave_of_a_landing_is_asked_for_in_the_words_of_today() -> None:
    former = "Which units assault k1106 from the sea?"
    assert question_now(former) == f"{former} A wave has at most 6 steps."
    assert question_now(question_now(former)) == question_now(former)


def test_where_a_new_unit_appears_is_asked_with_its_name_and_formerly_was_not() -> None:
    former, now = (
        Chosen(side="bandit", question=f"In which Zone does {unit} appear?", value="jilib")
        for unit in ("the new unit", "Pink gang 1a")
    )
    assert in_words_of_today(former, now) == now
    other = msgspec.structs.replace(now, question="In which Zone does Pink gang 2b appear?")
    assert in_words_of_today(other, now) != now
    assert asked(former.question) == asked(now.question) == asked(other.question)
    assert asked("Does Kallo Flotilla go to The Narrows?") == "Move Kallo Flotilla to The Narrows?"


def test_a_die_of_ground_combat_is_told_in_the_words_of_today() -> None:
    now = "attack by 2nd Stryker Brigade on 11th Tank Regiment in 0603, 3 steps against 6, at 1:2, shield 5"
    assert purpose_now(now.replace(", shield 5", ": D16 against 5")) == now
    assert purpose_now(now) == now


def test_a_log_of_an_earlier_version_passes_the_audit_and_another_question_does_not() -> None:
    events = list(log("freeform-1").events)
    old = [event for event in events if in_words_of_today(event, event) != event]
    assert {type(event) for event in old} == {Chosen, Concluded}
    assert findings(events).findings == []
    place = next(n for n, event in enumerate(events) if isinstance(event, Chosen) and event in old)
    other: Event = msgspec.structs.replace(events[place], question="Verrin: Stay at home. Outcome?")
    assert findings([*events[:place], other, *events[place + 1 :]]).findings


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
    recorded = DieRolled(die=6, face=3, purpose=former)
    told = DieRolled(die=6, face=3, purpose=now)
    assert in_words_of_today(recorded, told) == told
    assert in_words_of_today(told, told) == told
    assert rolled_for(former, "nineveh 6.2c") == rolled_for(now, "nineveh 6.2c")


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
    told = DieRolled(die=6, face=3, purpose=now)
    assert in_words_of_today(DieRolled(die=6, face=3, purpose=other), told) != told


def test_sums_and_markers_of_nineveh_are_told_in_the_words_of_today() -> None:
    production = Modified(sum="production by Arms Cache 1", label="die", amount=3, total=3)
    former = msgspec.structs.replace(production, sum="Arms Cache 1: rockets, 5+")
    assert in_words_of_today(former, production) == production
    spent = Scored(track="orders-cts", change=-1, value=2, why="Rally", rule="nineveh 7.21a")
    assert in_words_of_today(msgspec.structs.replace(spent, why="special order"), spent) == spent
    damage = Scored(track="collateral", change=1, value=2, why="Air Support on Old Town")
    former_damage = msgspec.structs.replace(damage, why="Air Support on Old Town (Observer +1, Fog -1)")
    assert in_words_of_today(former_damage, damage) == damage


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
