"""What people type most takes few keys: topics within a note, several names behind one option."""

from pathlib import Path

import pytest

from domain.events import (
    Chosen,
    DieRolled,
    GameOpened,
    HouseRuleAdopted,
    InjectsListed,
    LookedUp,
    MessageSent,
    Noted,
    OrderGiven,
    Ruled,
    TakenBack,
)
from domain.views.view import see_log
from tests.cli.conftest import Cell
from tests.words import words_of


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
    strait.done("note", "fu", "Who", "asked?")
    kinds = [event.kind for event in strait.events() if isinstance(event, Noted)]
    assert kinds == ["observation", "insight", "question"]


def test_a_roll_has_its_target_and_its_purpose_in_few_words(strait: Cell) -> None:
    strait.done("roll", "d6", "4+", "--because", "Do they find the ferry?")
    [given] = [
        event for event in strait.events() if isinstance(event, OrderGiven) and event.order == "hand-roll"
    ]
    assert (given.arguments["target"], given.arguments["purpose"]) == (4, "Do they find the ferry?")
    assert "one target" in strait.refused("roll", "d6", "4+", "--target", "5", "--because", "A ferry")
    assert "one target" in strait.refused("roll", "d6", "4+", "5+", "--because", "A ferry")
    strait.refused("roll", "4+", "--because", "A ferry")
    assert "reason" in strait.refused("roll", "d6", "--for", "A ferry")


def test_a_roll_for_a_covert_action_is_as_covert(strait: Cell) -> None:
    strait.done("next")
    strait.done("order", "--side", "verrin", "We mine the Narrows", "--only", "verrin")
    sides = ("verrin", "aldmark", "council")
    before = [len(see_log(strait.events(), side)) for side in sides]
    strait.done("roll", "d6", "4+", "--because", "Mines")
    after = [len(see_log(strait.events(), side)) for side in sides]
    assert after[0] > before[0]
    assert after[1:] == before[1:]


def test_a_ruling_has_its_value_behind_the_number(strait: Cell) -> None:
    strait.done("next")
    strait.done("order", "--side", "aldmark", "We open the strait")
    strait.done("answer", "fails", "--because", "Fog")
    number = next(event.number for event in strait.events() if isinstance(event, Chosen))
    because = ("--because", "The fog had lifted", "--yes")
    assert "once" in strait.refused("ruling", str(number), "succeeds", "--value", "succeeds", *because)
    strait.done("ruling", str(number), "succeeds", "in", "part", *because)
    [ruled] = [event for event in strait.events() if isinstance(event, Ruled)]
    assert (ruled.concerns, ruled.value) == (number, "succeeds in part")


def test_a_look_up_rolls_its_die(strait: Cell) -> None:
    strait.done("look-up", "escalation", "die=d6", "--because", "A tense night")
    rolled = next(event for event in strait.events() if isinstance(event, DieRolled))
    found = next(event for event in strait.events() if isinstance(event, LookedUp))
    assert (rolled.die, words_of(rolled.purpose)) == (6, "Escalation, die")
    assert found.keys == {"die": rolled.face, "tension": 3}
    assert "0 discrepancies" in (told := strait("audit").out) or "no discrepancies" in told
    assert "number" in strait.refused("look-up", "escalation", "die=d0", "--because", "A tense night")


def test_a_chance_is_about_the_action_that_waits(strait: Cell) -> None:
    strait.done("next")
    strait.done("order", "--side", "aldmark", "We open the strait")
    strait.done("ruling", "--hear", "Ash=70%,Bey=50%", "--because", "Nobody knows")
    given = next(event for event in reversed(strait.events()) if isinstance(event, OrderGiven))
    assert given.arguments["subject"] == "We open the strait"
    assert given.arguments["estimates"] == {"Ash": 70, "Bey": 50}


def test_a_scenario_says_which_rules_it_is_played_by(empty: Cell) -> None:
    empty.done("new", "cables")
    opened = empty.events()[0]
    assert isinstance(opened, GameOpened)
    assert (opened.system, opened.scenario) == ("freeform", "cables")
    assert "no rule system 'canals'" in empty.refused("new", "canals")


def test_a_file_of_injects_needs_no_option(strait: Cell, tmp_path: Path) -> None:
    listed = tmp_path / "events.csv"
    listed.write_text("id,text\nI1,A storm\n", encoding="utf-8")
    strait.done("inject", str(listed))
    assert isinstance(strait.events()[-1], InjectsListed)
    assert "no file nothing.csv" in strait.refused("inject", "nothing.csv")
