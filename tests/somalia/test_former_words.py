"""Logs of earlier versions ask in other words: they are run again all the same."""

import msgspec

from adjudication.engine.former_words import asked, in_words_of_today
from domain.events import Chosen

RULE = "somalia 5.4"


def test_where_a_new_unit_appears_is_asked_with_its_name_and_formerly_was_not() -> None:
    former, now = (
        Chosen(side="bandit", question=f"In which Zone does {unit} appear?", value="jilib", rule=RULE)
        for unit in ("the new unit", "Pink gang 1a")
    )
    assert in_words_of_today(former, now) == now
    other = msgspec.structs.replace(now, question="In which Zone does Pink gang 2b appear?")
    assert in_words_of_today(other, now) != now
    assert asked(former.question, RULE) == asked(now.question, RULE) == asked(other.question, RULE)
