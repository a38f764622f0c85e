"""Notes, observations, insights, decisions and questions: written, shared, listed, asked for and audited."""

from collections.abc import Sequence

import msgspec
import pytest

from adjudication.audits.audit import audit
from adjudication.engine.by_hand.noting import KINDS, called, without_insight
from domain.events import Event, GameDeclared, Noted
from domain.events.people import Topic
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from domain.ledger.store import Ledger
from domain.views.view import see_log
from tests.cli.conftest import Cell
from tests.reports.games import ramadi

SIDES = ("aldmark", "verrin", "council")


@pytest.fixture
def strait(empty: Cell) -> Cell:
    """A game of three sides, declared to be for a question and two outcomes."""
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "1")
    ledger = Ledger(str(empty.database))
    game = ledger.load(ledger.desk().game_id(None))
    game.append(declared(len(game.log) + 1))
    ledger.save(game)
    ledger.close()
    return empty


def declared(number: int) -> GameDeclared:
    return GameDeclared(
        number=number,
        purpose="How a strait is closed",
        questions=(Topic("RQ1", "Who may close it?"),),
        outcomes=(Topic("LO1", "Signals are read twice"), Topic("LO2", "Treaties bind the weak")),
    )


def last(cell: Cell) -> Noted:
    event = cell.events()[-1]
    assert isinstance(event, Noted)
    return event


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_typed_without_quotes_and_kept_for_the_white_cell(strait: Cell, kind: str) -> None:
    strait.done("note", called(kind), "Nobody", "asked", "the", "ferrymen")
    assert (last(strait).kind, last(strait).text) == (kind, "Nobody asked the ferrymen")
    assert last(strait).audience == ()
    for side in SIDES:
        assert "ferrymen" not in strait.done("log", "--as", side, "--json").out
        assert strait.done("note", "--as", side).out == "No notes yet.\n"


def test_an_insight_is_tied_to_events_turns_sides_and_topics_and_rated(strait: Cell) -> None:
    words = ["note", "insight", "The", "pilots", "decided", "it", "--on", "7", "--link", "3", "--link", "4"]
    words += ["--turn", "1", "--about", "council", "--tag", "LO1", "--tag", "RQ1", "--rate", "4"]
    told = strait.done(*words, "--by", "Mara").out
    note = last(strait)
    assert (note.concerns, note.links, note.turns, note.sides) == (7, (3, 4), (1,), ("council",))
    assert (note.tags, note.rating, note.by) == (("LO1", "RQ1"), 4, "Mara")
    assert (
        "Insight (Mara) on events 7, 3 and 4, turn 1, Council of the Straits, rated 4 of 5: "
        "The pilots decided it [LO1, RQ1]"
    ) in " ".join(told.split())
    (shown,) = strait.done("note", "--json").json
    assert (shown["turn"], shown["phase"], shown["tags"]) == (1, "planning", ["LO1", "RQ1"])


def test_an_unknown_topic_is_refused_with_those_there_are(strait: Cell) -> None:
    sentence = strait.refused("note", "insight", "x", "--tag", "LO9")
    assert "'LO9'" in sentence
    assert "RQ1, LO1, LO2" in sentence
    assert "RQ1, LO1, LO2" in strait.refused("note", "--tag", "LO9")


def test_a_note_is_shared_with_those_it_is_for_and_nobody_else(strait: Cell) -> None:
    strait.done("note", "observation", "for", "Verrin", "alone", "--to", "verrin")
    strait.done("note", "decision", "for", "everyone", "--to", "all")
    strait.done("note", "follow-up", "for", "two", "--to", "aldmark", "--to", "council")
    seen = {side: strait.done("note", "--as", side).out for side in SIDES}
    for side in SIDES:
        assert ("for Verrin alone" in seen[side]) == (side == "verrin")
        assert "for everyone" in seen[side]
        assert ("for two" in seen[side]) == (side != "verrin")
        assert "shared" not in seen[side], "a side is not told who else may read it"
    mine = strait.done("note").out
    assert "(shared with Verrin)" in mine
    assert "(shared with all)" in mine
    assert "(shared with Aldmark and Council of the Straits)" in mine


def test_a_side_reads_lines_of_its_own_where_a_shared_note_names_events(strait: Cell) -> None:
    strait.done("note", "secret")
    secret = last(strait).number
    strait.done("note", "open", "--to", "all")
    shared = last(strait).number
    strait.done("note", "both", "--on", str(shared), "--link", str(secret), "--link", "1", "--to", "all")
    (*_, line) = strait.done("log", "--as", "verrin", "--json").json
    views = strait.done("log", "--as", "verrin", "--json").json
    assert views[line["fields"]["concerns"] - 1]["fields"]["text"] == "open"
    assert line["fields"]["links"] == [1]
    assert f"events {shared}, {secret} and 1" in strait.done("note").out


def test_notes_are_listed_by_kind_and_by_topic(strait: Cell) -> None:
    strait.done("note", "insight", "one", "--tag", "LO1")
    strait.done("note", "insight", "two", "--tag", "LO2")
    strait.done("note", "follow-up", "three", "--tag", "LO1")
    texts = {
        words: [note["text"] for note in strait.done("note", *words, "--json").json]
        for words in ((), ("insights",), ("--tag", "LO1"), ("follow-up", "--tag", "LO2"))
    }
    assert list(texts.values()) == [["one", "two", "three"], ["one", "two"], ["one", "three"], []]
    assert strait.done("note", "insight").out == strait.done("note", "insights").out
    assert strait.done("note", "--tag", "LO1", "--tag", "LO2").out == "No notes of that kind or topic yet.\n"


def test_a_note_is_dated_by_the_phase_it_was_written_in_also_after_a_take_back(strait: Cell) -> None:
    strait.done("next")
    strait.done("note", "in discussion")
    strait.done("undo", "--because", "too early")
    strait.done("note", "back in planning")
    assert [note["phase"] for note in strait.done("note", "--json").json] == ["discussion", "planning"]


def test_assessment_asks_for_the_topics_without_an_insight(strait: Cell) -> None:
    strait.done("next")
    assert "No insight yet" not in strait.done("status").out
    told = strait.done("next").out
    assert all(f"  {topic}: " in told for topic in ("RQ1", "LO1", "LO2"))
    strait.done("note", "observation", "no insight", "--tag", "LO2")
    told = strait.done("note", "insight", "found", "--tag", "LO1").out
    assert "  LO1: " not in told
    assert "  LO2: Treaties bind the weak" in told
    assert "  LO2: " in strait.done("status").out
    assert "No insight yet" not in strait.done("status", "--as", "verrin").out
    assert "No insight yet" not in strait.done("status", "--as", "verrin", "--json").out
    strait.done("note", "insight", "found", "too", "--tag", "LO2", "--tag", "RQ1")
    assert "an insight on every declared topic" in strait.done("status").out


def test_where_no_phase_assesses_a_decided_game_asks(cell: Cell) -> None:
    """`over` is decided and not closed; its rules know no phase of assessment."""
    assert "insight" not in cell.done("status", "--game", "over").out
    told = cell.done("declare", "--question", "RQ1=Why there?", "--game", "over").out
    assert "No insight yet" not in told
    assert "  RQ1: Why there?" in cell.done("status", "--game", "over").out
    assert "topic" not in cell.done("status", "--game", "closed").out


def test_without_a_declaration_assessment_asks_all_the_same(empty: Cell) -> None:
    empty.done("new", "freeform", "--scenario", "ford")
    empty.done("next")
    assert "`whitecell note insight TEXT` keeps it" in empty.done("next").out


# --- the audit -------------------------------------------------------------------------------------


def audited(events: Sequence[Event]) -> list[tuple[int, str]]:
    """What an audit finds in a log whose chain somebody has made anew."""
    game = Game.from_events("0" * 31 + "1", events)
    return [(each.event, each.message) for each in audit(enter(game.id, game.log, GENESIS)).findings]


def test_forged_notes_are_found() -> None:
    session = ramadi()
    session.record(lambda number, time: msgspec.structs.replace(declared(number), time=time))
    session.note("The dam", concerns=7, links=(3,), tags=("LO1",), rating=3, kind="insight")
    assert audited(session.game.log) == []
    assert [topic.id for topic in without_insight(session.game)] == ["RQ1", "LO2"]
    *before, note = session.game.log
    for change, message in (
        ({"concerns": note.number}, "There is no event"),
        ({"links": (note.number + 5,)}, "There is no event"),
        ({"tags": ("LO7",)}, "is called"),
        ({"kind": "verdict"}, "There is no kind of note"),
        ({"rating": 6}, "A rating goes from 1 to 5"),
    ):
        forged = msgspec.structs.replace(note, **change)
        ((event, said),) = audited([*before, forged])
        assert event == note.number
        assert message in said


def test_a_note_never_reaches_a_side_by_the_log_either() -> None:
    session = ramadi()
    session.note("for the white cell")
    session.note("for isf", audience=("isf",))
    texts = {
        side: [view.fields["text"] for view in see_log(session.game.log, side) if view.event == "noted"]
        for side in ("isf", "isis", "white")
    }
    assert texts == {"isf": ["for isf"], "isis": [], "white": ["for the white cell", "for isf"]}


def test_a_topic_that_was_not_declared_to_a_side_is_not_named_to_it() -> None:
    session = ramadi()
    session.record(lambda number, time: msgspec.structs.replace(declared(number), audience=("isis",)))
    session.note("for all", audience=None, tags=("LO1",), kind="insight")
    for side, tags in (("isf", []), ("isis", ["LO1"]), ("white", ["LO1"])):
        assert list(see_log(session.game.log, side)[-1].fields["tags"]) == tags


def test_status_says_on_which_topics_there_is_no_evidence_yet(strait: Cell) -> None:
    assert "No evidence yet on RQ1, LO1 and LO2: `whitecell note TEXT --tag RQ1` adds some." in (
        strait.done("status").out
    )
    strait.done("note", "They asked the pilots", "--tag", "RQ1", "--on", "7")
    strait.done("note", "insight", "Signals were misread", "--tag", "LO2", "--tag", "RQ1", "--on", "3")
    assert "No evidence yet on LO1: " in strait.done("status").out
    assert "No evidence" not in strait.done("status", "--as", "aldmark").out
    told = strait.done("declare").out
    assert "question RQ1: Who may close it? (1 insight and 1 other note, on 2 events)" in told
    assert "outcome LO1: Signals are read twice (no evidence yet)" in told
    assert "outcome LO2: Treaties bind the weak (1 insight, on 1 event)" in told
    counts = strait.done("declare", "--json").json["evidence"]
    assert counts["RQ1"] == {"insights": 1, "notes": 1, "events": 2}
    number = len(strait.events()) - next(
        place for place, event in enumerate(reversed(strait.events())) if isinstance(event, Noted)
    )
    strait.done("correct", str(number), "--withdraw", "--because", "It was another signal")
    assert "LO1 and LO2" in strait.done("status").out, "what was withdrawn is no evidence"


def test_the_hot_wash_is_told_which_topics_lack_an_insight(strait: Cell) -> None:
    strait.done("note", "insight", "Read twice", "--tag", "LO1")
    strait.done("close", "--yes")
    told = strait.done("status").out
    assert "No insight yet on these" in told
    assert "RQ1: Who may close it?" in told
    assert "LO1" not in told


def test_a_note_says_with_whom_it_was_shared_and_repeats_no_hint(strait: Cell) -> None:
    assert strait.done("note", "Tea", "--to", "verrin", "--to", "aldmark").out.splitlines()[1:] == [
        "Shared with Verrin and Aldmark."
    ]
    assert strait.done("note", "Tea", "--to", "all").out.splitlines()[1:] == ["Shared with all sides."]
    assert strait.done("note", "Tea").out.splitlines()[1:] == []
