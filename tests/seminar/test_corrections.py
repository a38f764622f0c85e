"""Corrections of what was written or told, and what may still be written after the close."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from adjudication.audits.audit import audit
from domain.events import EntryCorrected, GameClosed
from domain.game.chain import GENESIS, enter
from tests.cli.conftest import Cell

VERIFIER = Path(__file__).parents[2] / "reports" / "verifier" / "verify_log.py"


@pytest.fixture
def strait(empty: Cell) -> Cell:
    """A game of three sides with a roster of four."""
    empty.done("new", "freeform", "--scenario", "strait", "--seed", "1")
    empty.done("roster", "Mara", "--role", "facilitator")
    for name, side in (("Åsa", "aldmark"), ("Bo", "aldmark"), ("Vic", "verrin"), ("Cy", "council")):
        empty.done("roster", name, "--side", side, "--by", "Mara")
    return empty


def last(cell: Cell) -> EntryCorrected:
    event = cell.events()[-1]
    assert isinstance(event, EntryCorrected)
    return event


def lines(cell: Cell, side: str) -> list[str]:
    return cell.done("log", "--all", "--as", side).out.splitlines()


def last_line(cell: Cell, side: str) -> int:
    """The number of the last line of a side's log."""
    return int(lines(cell, side)[-1].split()[0])


def message(cell: Cell, text: str = "We sail at dawn") -> int:
    words = [text, "--to", "verrin", "--by", "Bo", "--as", "aldmark"]
    cell.done("message", *words)
    return len(cell.events())


def test_a_note_is_corrected_and_both_versions_stay_in_the_log(strait: Cell) -> None:
    strait.done("note", "Three cables are cut", "--to", "verrin")
    number = len(strait.events())
    told = strait.done("correct", str(number), "Two cables are cut", "--because", "Misheard").out
    assert f"Note {number} corrected (Mara): Two cables are cut. Reason: Misheard" in told
    assert last(strait).audience == ("verrin",)
    log = strait.done("log").out
    assert f"{number:>5}  (corrected) Note (Mara): Three cables are cut" in log
    shown = "\n".join(lines(strait, "verrin"))
    assert "(corrected) Note (Mara): Three cables are cut" in shown
    assert "Two cables are cut" in shown
    assert "Misheard" not in shown, "the reason is for the white cell alone"
    assert "cables" not in strait.done("log", "--as", "council").out


def test_notes_show_what_holds_now_and_what_was_said_first(strait: Cell) -> None:
    strait.done("note", "Three cables are cut")
    strait.done("note", "It rains")
    first, second = len(strait.events()) - 1, len(strait.events())
    strait.done("correct", str(first), "Two cables are cut", "--because", "Misheard")
    strait.done("correct", str(second), "--withdraw", "--because", "It does not")
    one, two = strait.done("note", "--json").json
    assert (one["text"], one["was"], one.get("withdrawn", False)) == (
        "Two cables are cut",
        "Three cables are cut",
        False,
    )
    assert (two["text"], two["withdrawn"]) == ("It rains", True)
    told = strait.done("note").out
    assert "Two cables are cut (corrected; first: Three cables are cut)" in told
    assert "(withdrawn) Note (Mara): It rains" in told


def test_a_second_correction_concerns_the_original(strait: Cell) -> None:
    strait.done("note", "Three cables")
    number = len(strait.events())
    strait.done("correct", str(number), "Two cables", "--because", "Misheard")
    strait.done("correct", str(number + 1), "One cable", "--because", "Misread")
    assert (last(strait).concerns, last(strait).text) == (number, "One cable")
    (note,) = strait.done("note", "--json").json
    assert (note["text"], note["was"]) == ("One cable", "Three cables")


def test_a_sender_recalls_a_message_by_the_line_of_the_sides_own_log(strait: Cell) -> None:
    strait.done("note", "secret, so that lines and numbers differ")
    number = message(strait)
    line = last_line(strait, "aldmark")
    assert line != number
    assert f"Line {line - 1} of your log is no note" in strait.refused(
        "correct", str(line - 1), "x", "--because", "y", "--as", "aldmark", "--by", "Bo"
    )
    told = strait.done(
        "correct", str(line), "--withdraw", "--because", "Too early", "--as", "aldmark", "--by", "Bo"
    ).out
    assert f"Message {line} withdrawn (Bo)" in told
    assert (last(strait).concerns, last(strait).side, last(strait).by) == (number, "aldmark", "Bo")
    shown = "\n".join(lines(strait, "verrin"))
    assert "(withdrawn) Message from Bo (Aldmark) to Verrin: We sail at dawn" in shown, "it stays known"
    assert "(withdrawn)" in strait.done("message", "--as", "verrin").out


def test_only_the_sender_or_the_white_cell_corrects_a_message(strait: Cell) -> None:
    number = message(strait)
    line = str(last_line(strait, "aldmark"))
    words = [line, "We sail at noon", "--because", "Tide", "--as", "aldmark"]
    assert "Only Bo or the white cell" in strait.refused("correct", *words, "--by", "Åsa")
    theirs = str(last_line(strait, "verrin"))
    assert "its own messages only" in strait.refused(
        "correct", theirs, "--withdraw", "--because", "x", "--as", "verrin", "--by", "Vic"
    )
    strait.done("correct", *words, "--by", "Bo")
    strait.done("correct", str(number), "We sail", "--because", "Shorter", "--by", "Mara")
    assert last(strait).fields == {"text": "We sail"}


def test_a_field_of_a_form_is_corrected_and_the_others_stay(strait: Cell) -> None:
    words = ["--field", "question=Who holds the dam?", "--as", "aldmark", "--by", "Bo", "--to", "white"]
    strait.done("message", "--form", "request-for-information", *words)
    number = str(len(strait.events()))
    before = strait.events()[-1].fields
    strait.done("correct", number, "--field", "question=Who holds the lock?", "--because", "Slip")
    assert last(strait).fields == {**before, "question": "Who holds the lock?"}
    assert "there is no field 'colour'" in strait.refused(
        "correct", number, "--field", "colour=red", "--because", "x"
    )


def test_a_delivered_inject_is_corrected_for_those_who_were_told(strait: Cell) -> None:
    Path("events.csv").write_text("id,text,audience\nI1,Two boats are lost,verrin\nI2,Rain,all\n")
    strait.done("inject", "--file", "events.csv")
    strait.done("inject", "I1", "deliver")
    number = str(len(strait.events()))
    strait.done("correct", number, "One boat is lost", "--because", "Read the wrong card")
    shown = strait.done("inject", "--as", "verrin").out
    assert "One boat is lost (corrected; first: Two boats are lost)" in shown
    assert "boat" not in strait.done("log", "--as", "council").out
    strait.done("inject", "I2", "skip", "--because", "No time")
    skipped = str(len(strait.events()))
    assert "was skipped" in strait.refused("correct", skipped, "Snow", "--because", "x")


def test_a_declared_topic_is_corrected_and_withdrawn(strait: Cell) -> None:
    strait.done("declare", "--question", "RQ1=Who starts?", "--question", "RQ2=Who repairs?", "--share")
    strait.done("correct", "RQ1", "Who escalates first?", "--because", "Sharper")
    strait.done("correct", "RQ2", "--withdraw", "--because", "Out of scope")
    declared = strait.done("declare").out
    assert "RQ1: Who escalates first?" in declared
    assert "RQ2" not in declared
    assert "Who escalates first?" in strait.done("log", "--as", "verrin").out
    assert "There is no research question" in strait.refused("correct", "RQ2", "Why?", "--because", "x")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["1", "x", "--because", "y"], "is no note, message or inject"),
        (["99", "x", "--because", "y"], "There is no event 99"),
        (["N", "x"], "A correction needs a reason"),
        (["N", "--because", "y"], "needs the new text, or --withdraw"),
        (["N", "x", "--withdraw", "--because", "y"], "not both"),
        (["N", "Tea", "--because", "y"], "says that already"),
        (["N", "--field", "a=b", "--because", "y"], "Only a message has fields"),
        (["N", "x", "--because", "y", "--as", "verrin", "--by", "Vic"], "its own messages only"),
    ],
)
def test_what_cannot_be_corrected_is_refused(strait: Cell, words: list[str], sentence: str) -> None:
    strait.done("note", "Tea", "--to", "verrin")
    number = last_line(strait, "verrin") if "verrin" in words else len(strait.events())
    assert sentence in strait.refused("correct", *(str(number) if word == "N" else word for word in words))


@pytest.mark.parametrize("written", ["note", "message", "inject"])
def test_what_was_withdrawn_is_not_corrected_again(strait: Cell, written: str) -> None:
    strait.done(written, "Tea", "--to", "verrin")
    number = str(len(strait.events()))
    strait.done("correct", number, "--withdraw", "--because", "x")
    assert "was withdrawn already" in strait.refused("correct", number, "Coffee", "--because", "x")


def test_the_hot_wash_writes_after_the_close_and_the_table_stays(strait: Cell) -> None:
    strait.done("declare", "--question", "RQ1=Who starts?")
    strait.done("note", "Three cables")
    noted = str(len(strait.events()))
    strait.done("close", "--yes")
    closed = len(strait.events())
    head = enter("", strait.events(), GENESIS)[-1].digest
    strait.done("roster", "Ana", "--role", "analyst", "--white", "--by", "Mara")
    strait.done("note", "insight", "It was the tide", "--tag", "RQ1", "--by", "Ana")
    strait.done("correct", noted, "Two cables", "--because", "Misheard", "--by", "Mara")
    strait.done("declare", "--outcome", "LO1=Trust", "--by", "Mara")
    strait.done("declare", "--marking", "OFFICIAL", "--by", "Mara")
    assert "After the close" in strait.done("note").out
    note = strait.done("note", "insights", "--json").json[0]
    assert note["after_close"] is True
    for words in (
        ["message", "--to", "all", "--field", "text=x", "--by", "Mara"],
        ["clock", "start", "tea", "5m", "--by", "Mara"],
        ["order", "proceed", "--by", "Mara"],
        ["change", "escalation+1", "--because", "x", "--by", "Mara"],
        ["house-rule", "H1", "--text", "x", "--because", "y", "--by", "Mara"],
    ):
        assert "closed" in strait.refused(*words)
    entries = enter("", strait.events(), GENESIS)
    report = audit(entries, heads=[head])
    assert report.findings == []
    assert isinstance(entries[closed - 1].event, GameClosed)
    strait.done("export", "game.jsonl")
    for given, code in ((head, 0), (f"{closed}:{head[:16]}", 0), (entries[-1].digest, 0), ("0" * 64, 1)):
        ran = subprocess.run(
            [sys.executable, str(VERIFIER), "game.jsonl", "--head", given], capture_output=True, check=False
        )
        assert ran.returncode == code, given
        told = strait("audit", "game.jsonl", "--head", given)
        assert told.code == code, told.out


def test_the_review_strikes_through_what_was_corrected_and_says_by_what(strait: Cell) -> None:
    Path("events.csv").write_text("id,text,audience\nI1,Two boats are lost,verrin\n")
    strait.done("inject", "--file", "events.csv")
    strait.done("inject", "I1")
    told = str(len(strait.events()))
    strait.done("correct", told, "One boat is lost", "--because", "Read the wrong card")
    number = message(strait)
    strait.done("correct", str(number), "--withdraw", "--because", "Too early")
    strait.done("inject", "The radio is out", "--to", "all")
    strait.done("aar", "--out", "aar.md")
    review = Path("aar.md").read_text()
    assert "~~Two boats are lost~~ One boat is lost" in review
    assert "We sail at dawn~~" in review
    assert "withdrawn: [event" in review
    assert "delivered, unplanned" in review
    strait.done("aar", "--as", "verrin", "--out", "verrin.md")
    assert "Read the wrong card" not in Path("verrin.md").read_text()
    assert "One boat is lost" in Path("verrin.md").read_text()


def test_the_read_model_has_corrections_and_leaves_out_what_was_withdrawn(strait: Cell) -> None:
    strait.done("declare", "--question", "RQ1=Who starts?")
    for text in ("Three cables", "Tea"):
        strait.done("note", "insight", text, "--tag", "RQ1")
    first, second = len(strait.events()) - 1, len(strait.events())
    strait.done("correct", str(first), "Two cables", "--because", "Misheard")
    strait.done("correct", str(second), "--withdraw", "--because", "No insight")
    strait.done("correct", "RQ1", "Who escalates first?", "--because", "Sharper")
    strait.done("read-model", "read.db")
    with sqlite3.connect("read.db") as database:
        rows = database.execute("SELECT topic_text, text FROM insights_by_topic").fetchall()
        kinds = database.execute("SELECT kind, withdrawn FROM corrections ORDER BY event").fetchall()
    assert rows == [("Who escalates first?", "Two cables")]
    assert kinds == [("note", 0), ("note", 1), ("topic", 0)]
