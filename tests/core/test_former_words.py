"""Logs of earlier versions ask the same in other words: they are run again, and pass the audit."""

import msgspec
import pytest

from adjudication.engine.former_words import in_words_of_today, purpose_now, question_now, result_now
from domain.events import Chosen, Concluded, Event
from tests.core.games import findings
from tests.forgeries.logs import log


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


def test_a_die_of_ground_combat_is_told_in_the_words_of_today() -> None:
    now = "attack by 2nd Stryker Brigade on 11th Tank Regiment in 0603, 3 steps against 6, at 1:2, shield 5"
    assert purpose_now(now.replace(", shield 5", ": D16 against 5")) == now
    assert purpose_now(now) == now


def test_a_log_of_an_earlier_version_passes_the_audit_and_another_question_does_not() -> None:
    events = list(log("freeform-1").events)
    old = [event for event in events if in_words_of_today(event) != event]
    assert {type(event) for event in old} == {Chosen, Concluded}
    assert findings(events).findings == []
    place = next(n for n, event in enumerate(events) if isinstance(event, Chosen) and event in old)
    other: Event = msgspec.structs.replace(events[place], question="Verrin: Stay at home. Outcome?")
    assert findings([*events[:place], other, *events[place + 1 :]]).findings
