"""Handling markings: on top and bottom of every page and export, and beside a marked event."""

import io
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfReader

from adjudication.seminar.markings import SCALE, highest
from domain.events import InjectHandled, MessageSent, Noted
from tests.cli.conftest import Cell
from tests.seminar.three import NAME


@pytest.fixture
def game(empty: Cell) -> Cell:
    empty.done("new", NAME, "--seed", "3")
    empty.done("order", "march", "piece=blue-guard", "to=hill", "--side", "blue")
    empty.done("declare", "--marking", "OFFICIAL")
    return empty


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ([], ""),
        (["", "SECRET"], "SECRET"),
        (["OFFICIAL", "SECRET", "RESTRICTED"], "SECRET"),
        (["Official: Sensitive", "OFFICIAL"], "Official: Sensitive"),
        (["top secret", "SECRET"], "top secret"),
        (["EXERCISE", "OFFICIAL"], "OFFICIAL / EXERCISE"),
        (["A", "B", "A"], "A / B"),
    ],
)
def test_the_highest_marking_of_a_page(said: list[str], shown: str) -> None:
    assert highest(said) == shown


def test_the_scale_is_in_its_order() -> None:
    for lower, higher in pairwise(SCALE):
        assert highest([higher, lower]) == highest([lower, higher]) == higher


@pytest.mark.parametrize(
    "line",
    [["status"], ["map"], ["log"], ["pieces"], ["message"], ["inject"], ["roster"], ["explain", "3"],
     ["orders"], ["note"], ["clock"], ["tables"], ["tables", "luck"], ["house-rule"], ["option"],
     ["status", "--as", "blue"], ["orders", "--as", "blue"], ["log", "--as", "amber"]],
    ids=" ".join,
)  # fmt: skip
def test_every_page_is_marked_above_and_below(game: Cell, line: list[str]) -> None:
    told = game.done(*line).out.splitlines()
    assert told[0] == told[-1] == "OFFICIAL"
    game.done("declare", "--marking", "")
    assert "OFFICIAL" not in "\n".join(game.done(*line).out.splitlines()[:1])


def test_json_has_it_in_a_field(game: Cell) -> None:
    game.done("roster", "Ada", "--white")
    game.done("note", "Hush")
    game.done("message", "--to", "blue", "--field", "text=Hush")
    Path("events.csv").write_text("id,text\nI1,Hush\n")
    game.done("inject", "--file", "events.csv")
    for line in (["status"], ["map"], ["status", "--as", "blue"], ["explain", "9"], ["clock"]):
        assert game.done(*line, "--json").json["marking"] == "OFFICIAL"
    for listing in ("log", "pieces", "tables", "roster", "note", "message", "inject"):
        rows = game.done(listing, "--json").json
        assert rows
        assert all(row["marking"] == "OFFICIAL" for row in rows)
    assert game.done("export", "log.jsonl", "--json").json["marking"] == "OFFICIAL"


def test_a_marked_event_raises_the_page_that_shows_it(game: Cell) -> None:
    game.done("declare", "--marking", "SECRET", "--event", "9")
    told = game.done("log").out.splitlines()
    assert told[0] == told[-1] == "SECRET"
    assert next(line for line in told if line.startswith("    9 ")).endswith("[SECRET]")
    assert game.done("status").out.splitlines()[0] == "OFFICIAL"  # shows no event
    assert game.done("log", "--last", "1").out.splitlines()[0] == "OFFICIAL"
    assert game.done("export", "log.jsonl", "--json").json["marking"] == "SECRET"
    shown = game.done("declare", "--json").json
    assert shown == {**shown, "marking": "OFFICIAL", "events": {"9": "SECRET"}}


@pytest.mark.parametrize("listing", ["note", "message", "inject"])
def test_a_list_is_marked_by_what_it_shows(game: Cell, listing: str) -> None:
    Path("events.csv").write_text("id,text\nI1,Hush\n")
    for number in (1, 2):
        game.done("note", f"Hush {number}", "--to", "blue")
        game.done("message", "--to", "blue", "--field", f"text=Hush {number}")
    game.done("inject", "--file", "events.csv")
    game.done("inject", "I1", "deliver")
    for kind in (Noted, MessageSent, InjectHandled):
        first = next(event for event in game.events() if isinstance(event, kind))
        game.done("declare", "--marking", "SECRET", "--event", str(first.number))
    for side in ("white", "blue"):
        told = game.done(listing, "--as", side).out.splitlines()
        assert told[0] == told[-1] == "SECRET"
        markings = [row["marking"] for row in game.done(listing, "--as", side, "--json").json]
        assert markings == (["SECRET"] if listing == "inject" else ["SECRET", "OFFICIAL"])
    assert ("SECRET" in game.done(listing, "--as", "amber").out) == (listing == "inject")  # told to all


def test_who_may_not_know_an_event_does_not_learn_its_marking(game: Cell) -> None:
    game.done("message", "--to", "amber", "--field", "text=Hush")
    game.done("declare", "--marking", "SECRET", "--event", str(len(game.events())))
    before = game.done("log", "--as", "amber").out.splitlines()
    assert before[0] == "SECRET"
    other = game.done("log", "--as", "blue").out
    assert "SECRET" not in other
    assert "Marking of the game" in other  # the game's own marking, and no other
    assert other.count("Marking of") == 1


def test_maps_briefs_reviews_and_demos_are_marked(game: Cell) -> None:
    game.done("map", "--svg", "map.svg")
    assert Path("map.svg").read_text().count(">OFFICIAL</text>") == 2
    game.done("brief", "blue", "--out", "blue.html")
    assert Path("blue.html").read_text().count('<p class="marking">OFFICIAL</p>') == 2
    html = Path("blue.html").read_text()
    for place in ("header", "footer"):  # repeated on each sheet when it is printed
        assert f"display: table-{place}-group; break-inside: avoid" in html
    assert '<div class="top"><p class="marking">' in html
    assert '<div class="bottom"><p class="marking">' in html
    game.done("brief", "blue", "--out", "blue.pdf")
    pages = PdfReader(io.BytesIO(Path("blue.pdf").read_bytes())).pages
    assert all(page.extract_text().count("OFFICIAL") >= 2 for page in pages)


def test_a_review_marks_the_page_and_the_event(game: Cell) -> None:
    from adjudication.audits.audit import audit
    from domain.ledger.store import Ledger
    from reports.review import render_aar

    game.done("declare", "--marking", "SECRET", "--event", "9")
    ledger = Ledger(str(game.database))
    id = ledger.desk().game_id(None)
    entries = ledger.entries(id)
    page = render_aar(ledger.load(id), entries, audit(entries))
    ledger.close()
    assert page.count('<p class="marking">SECRET</p>') == 2
    assert page.count(">SECRET</span>") == 1
    assert page.index('<span class="marking">SECRET</span>') > page.index('id="e9"')


def test_a_demonstration_can_be_marked(empty: Cell) -> None:
    told = empty.done("demo", "toy-cards", "--marking", "UNCLASSIFIED").out.splitlines()
    assert told[0] == told[-1] == "UNCLASSIFIED"
    assert Path("demo/aar.html").read_text().count('<p class="marking">UNCLASSIFIED</p>') == 2
    assert '"marking":"UNCLASSIFIED"' in Path("demo/log.jsonl").read_text()


def test_marking_changes_nothing_else(game: Cell) -> None:
    def pieces() -> list[dict[str, object]]:
        listed = game.done("pieces", "--as", "white", "--json").json
        return [{name: value for name, value in row.items() if name != "marking"} for row in listed]

    before = pieces()
    game.done("declare", "--marking", "SECRET")
    game.done("order", "march", "piece=amber-guard", "to=hill", "--side", "amber")
    game.done("undo", "--because", "x", "--yes")
    assert game.done("declare", "--json").json["marking"] == "SECRET"
    assert pieces() == before
    assert game.done("audit", "--json").json["findings"] == []
