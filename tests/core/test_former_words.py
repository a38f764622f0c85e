"""Logs of earlier versions ask the same in other words: they are run again, and pass the audit."""

import msgspec
import pytest

from adjudication.engine.former_words import asked, in_words_of_today, question_now, result_now, rolled_for
from domain.events import Chosen, Concluded, Event
from tests.core.games import findings
from tests.forgeries.logs import log

FREEFORM = "freeform 3.1"


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
    assert question_now(former, FREEFORM) == now
    assert question_now(now, FREEFORM) == now
    assert asked(former, FREEFORM) == asked(now, FREEFORM) == now


@pytest.mark.parametrize("rule", ["", "ows 7.1", "nobody 1", "../freeform 1", "freeform.__init__ 1"])
def test_words_of_one_rule_system_are_not_those_of_another(rule: str) -> None:
    former = "Does Kallo Flotilla go to The Narrows?"
    assert question_now(former, rule) == former
    assert (
        rolled_for("Army HQ fires in Old Town, cannot hit", rule) == "Army HQ fires in Old Town, cannot hit"
    )


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


def test_a_log_of_an_earlier_version_passes_the_audit_and_another_question_does_not() -> None:
    events = list(log("freeform-1").events)
    old = [event for event in events if in_words_of_today(event, event) != event]
    assert {type(event) for event in old} == {Chosen, Concluded}
    assert findings(events).findings == []
    place = next(n for n, event in enumerate(events) if isinstance(event, Chosen) and event in old)
    other: Event = msgspec.structs.replace(events[place], question="Verrin: Stay at home. Outcome?")
    assert findings([*events[:place], other, *events[place + 1 :]]).findings
