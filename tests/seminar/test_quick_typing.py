"""What people type most takes few keys: topics within a note, several names behind one option."""

import pytest

from domain.events import HouseRuleAdopted, MessageSent, Noted, TakenBack
from tests.cli.conftest import Cell


@pytest.fixture(name="strait")
def a_seminar(empty: Cell) -> Cell:
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "3")
    empty.done("declare", "--question", "RQ1=Who pays?", "--question", "RQ2=Who sails?")
    return empty


@pytest.mark.parametrize(
    ("words", "text", "tags"),
    [
        ("The pilots decided #RQ1", "The pilots decided", ("RQ1",)),
        ("#rq2 The pilots decided #RQ1", "The pilots decided", ("RQ2", "RQ1")),
        ("The pilots #RQ1 decided #RQ1 --tag RQ2", "The pilots decided", ("RQ2", "RQ1")),
        ("We are #1, says #RQ3", "We are #1, says #RQ3", ()),
    ],
)
def test_a_topic_stands_in_the_text(strait: Cell, words: str, text: str, tags: tuple[str, ...]) -> None:
    strait.done("note", "insight", *words.split())
    note = strait.events()[-1]
    assert isinstance(note, Noted)
    assert (note.kind, note.text, note.tags) == ("insight", text, tags)


def test_a_note_of_nothing_but_topics_is_refused(strait: Cell) -> None:
    assert "needs a text" in strait.refused("note", "insight", "#RQ1")


def test_several_names_stand_behind_one_option(strait: Cell) -> None:
    strait.done("message", "The dam is mined", "--to", "aldmark,verrin", "--to", "council")
    sent = strait.events()[-1]
    assert isinstance(sent, MessageSent)
    assert sent.to == ("aldmark", "verrin", "council")
    assert "'nato'" in strait.refused("message", "The dam is mined", "--to", "aldmark,nato")


def test_a_comma_with_a_space_is_part_of_a_name(strait: Cell) -> None:
    for name, side in (("Mara", ""), ("Haldor, Jr.", "aldmark"), ("Sirin", "verrin")):
        strait.done("roster", name, *(["--role", "x", "--side", side] if side else ["--role", "facilitator"]))
    strait.done("order", "ald-brigade to aldport", "--by", "Mara")
    strait.done("undo", "--agreed", "Haldor, Jr.,Sirin", "--overrule", "--because", "A slip", "--by", "Mara")
    taken = strait.events()[-1]
    assert isinstance(taken, TakenBack)
    assert taken.agreed == ("Haldor, Jr.", "Sirin")


def test_a_house_rule_needs_no_quotes_and_is_cited_by_its_id(strait: Cell) -> None:
    because = ("--because", "The rules are silent")
    strait.done("house-rule", "H1", "Ships", "that", "meet", "at", "night", "roll", *because)
    adopted = strait.events()[-1]
    assert isinstance(adopted, HouseRuleAdopted)
    assert (adopted.id, adopted.text) == ("H1", "Ships that meet at night roll")
    strait.done("change", "tension+1", "--rule", "H1", *because)
    assert strait.events()[-2].rule == "house H1"
    assert "once" in strait.refused("house-rule", "H2", "Ships wait", "--text", "Ships wait", *because)
    assert "needs a text" in strait.refused("house-rule", "H2", *because)


def test_a_rule_of_the_register_is_not_hidden_by_a_house_rule_of_its_number(strait: Cell) -> None:
    because = ("--because", "The rules are silent")
    strait.done("house-rule", "2.1", "Nothing moves", *because)
    strait.done("change", "tension+1", "--rule", "2.1", *because)
    assert strait.events()[-2].rule == "freeform 2.1"
    strait.done("change", "tension+1", "--rule", "house 2.1", *because)
    assert strait.events()[-2].rule == "house 2.1"


def test_a_form_is_named_by_a_part_of_its_name_and_takes_its_text(strait: Cell) -> None:
    ask = ("message", "--form", "req", "--as", "council", "--to", "white")
    strait.done(*ask, "May", "pilots", "refuse?", "--field", "priority=immediate")
    sent = strait.events()[-1]
    assert isinstance(sent, MessageSent)
    assert sent.form == "request-for-information"
    assert sent.fields == {"question": "May pilots refuse?", "priority": "immediate"}
    assert "given twice" in strait.refused(*ask, "Who?", "--field", "question=Where?")
    assert "no form 'letter'" in strait.refused("message", "--form", "letter", "--to", "white", "Who?")
    assert len(strait.done("message", "--form", "request", "--json").json) == 1


def test_kinds_of_notes_have_short_names(strait: Cell) -> None:
    strait.done("note", "obs", "Nobody", "asked")
    strait.done("note", "ins", "Nobody", "asked")
    assert [event.kind for event in strait.events() if isinstance(event, Noted)] == ["observation", "insight"]
