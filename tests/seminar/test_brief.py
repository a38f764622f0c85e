"""A side's hand-out: what is in it, as HTML and as PDF, and that what people typed stays text."""

import io
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path

import docx
import pytest
from pypdf import PdfReader

from domain.game.game import Game
from domain.ledger.logfile import read_log
from domain.views.view import see
from reports.briefs import gather
from reports.story.forces import MARKER
from tests.cli.conftest import Cell
from tests.reports.test_formats import NoFonts
from tests.seminar.three import NAME
from tests.table import Table

GAMES = Path(__file__).parents[1] / "games"
SCENARIOS = Path(__file__).parents[2] / "scenarios" / "freeform"
NASTY = '<script>alert(1)</script> #pagebreak() *bold* $x$ @ref `code` "quote" \\u{1F600} [link](x)'


def pdf_text(path: Path) -> str:
    """The words of a PDF, however its lines are broken."""
    pages = PdfReader(io.BytesIO(path.read_bytes())).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def game(empty: Cell) -> Cell:
    Path("events.csv").write_text("id,audience,text\nI1,blue,The bridge is down\nI2,amber,A spy is caught\n")
    empty.done("new", NAME)
    empty.done("roster", "Ada", "--white")
    empty.done("roster", "Bo", "--role", "commander", "--side", "blue")
    empty.done("declare", "--purpose", "To learn who yields", "--share")
    empty.done("inject", "--file", "events.csv")
    empty.done("inject", "I1", "deliver")
    empty.done("inject", "I2", "deliver")
    empty.done("message", "--to", "blue", "--field", f"text={NASTY}")
    empty.done("note", "The ford was never scouted", "--to", "blue", "--on", "8")
    empty.done("note", "Blue is asleep")
    empty.done("submit", "--as", "blue", "march piece=blue-spy to=hill")
    return empty


PARTS = (
    "Blue",
    "Blue: turn 1, Planning",
    "To learn who yields",
    "Bo: commander",
    "The bridge is down",
    "Note (Ada): The ford was never scouted",
    "the white cell to Blue",
    "march, piece Spy Bluebeard, to Hill",
    "Guard of blue",
    "Spy Bluebeard",
    "2 × unidentified contact (Amber)",
)


def test_a_brief_has_all_that_its_side_may_know(game: Cell) -> None:
    game.done("brief", "blue", "--out", "blue.html")
    page = Tags()
    page.feed(Path("blue.html").read_text())
    text = " ".join(page.text.split())
    assert all(part in text for part in (*PARTS, NASTY))
    assert "<script>alert" not in Path("blue.html").read_text()
    assert page.tags.count("script") == 1, "the page's own, which folds figures"
    assert "svg" in page.tags
    assert "spy is caught" not in text


def test_the_pdf_says_the_same(game: Cell) -> None:
    game.done("brief", "blue", "--out", "blue.pdf")
    text = pdf_text(Path("blue.pdf"))
    assert all(part in text for part in PARTS)
    assert "#pagebreak() *bold* $x$ @ref `code`" in text
    assert "spy is caught" not in text


def test_the_format_is_said_or_follows_the_name(game: Cell) -> None:
    game.done("brief", "blue", "--format", "pdf")
    assert Path("brief-blue.pdf").read_bytes().startswith(b"%PDF")
    game.done("brief", "blue", "--format", "html", "--out", "hand-out.txt")
    assert Path("hand-out.txt").read_text().startswith("<!doctype html>")


def test_the_same_game_gives_the_same_brief(game: Cell) -> None:
    for name in ("one", "two"):
        game.done("brief", "blue", "--out", f"{name}.html")
        game.done("brief", "blue", "--out", f"{name}.pdf")
    assert Path("one.html").read_bytes() == Path("two.html").read_bytes()
    assert Path("one.pdf").read_bytes() == Path("two.pdf").read_bytes()


@pytest.mark.parametrize("system", ["ramadi", "toy-blocks", "freeform"])
def test_every_system_has_briefs(empty: Cell, system: str) -> None:
    empty.done("new", system)
    for side in [
        side["id"] for side in empty.done("log", "--as", "white", "--json").json[0]["fields"]["sides"]
    ]:
        empty.done("brief", side, "--out", f"{side}.html")
        empty.done("brief", side, "--out", f"{side}.pdf")
        assert pdf_text(Path(f"{side}.pdf"))


def test_a_brief_in_pdf_prints_other_scripts(game: Cell) -> None:
    said = "王小明 カード 김철수"
    game.done("message", "--to", "blue", "--field", f"text={said}")
    result = game.done("brief", "blue", "--out", "blue.pdf")
    assert result.err == ""
    text = pdf_text(Path("blue.pdf"))
    assert all(word in text for word in said.split())


def test_characters_that_no_font_has_are_named_in_one_line(
    game: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("typst.Fonts", NoFonts)
    game.done("message", "--to", "blue", "--field", "text=\U00013000 here")
    for words in (("brief", "blue", "--out", "out.pdf"), ("aar", "--out", "aar.pdf")):
        result = game.done(*words)
        assert result.err.count("\n") == 1
        assert "No font here has these characters" in result.err
        assert "U+13000" in result.err
    assert game.done("brief", "blue", "--out", "out.html").err == ""


def words_of(path: str) -> str:
    """The words of a brief in HTML."""
    page = Tags()
    page.feed(Path(path).read_text())
    return " ".join(page.text.split())


def docx_text(path: str) -> str:
    """The words of a Word file, tables included."""
    file = docx.Document(path)
    cells = [cell.text for table in file.tables for row in table.rows for cell in row.cells]
    return " ".join([*(line.text for line in file.paragraphs), *cells])


def test_all_sides_get_their_own_brief_in_one_command(game: Cell) -> None:
    told = game.done("brief", "--all", "--format", "docx", "--folder", "out").out
    assert told.startswith("3 briefs: out/brief-amber-turn-1.docx, out/brief-blue-turn-1.docx")
    blue, amber = (docx_text(f"out/brief-{side}-turn-1.docx") for side in ("blue", "amber"))
    assert "The bridge is down" in blue
    assert "A spy is caught" not in blue
    assert "A spy is caught" in amber
    assert "The bridge is down" not in amber
    assert "Guard of blue" in blue
    sentence = game.refused("brief", "--all", "--format", "docx", "--folder", "out")
    assert "add --force" in sentence
    rows = game.done("brief", "--all", "--folder", "out", "--json").json
    assert [row["side"] for row in rows] == ["amber", "blue", "coral"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "say --all"),
        (["blue", "--all"], "say --all"),
        (["--all", "--out", "x.html"], "--folder FOLDER"),
        (["blue", "--format", "odt"], "A brief is written as html, md, pdf or docx"),
        (["mars"], "There is no side"),
        (["blue", "--since", "999"], "There is no event 999"),
        (["amber", "--roles"], "No role is known"),
    ],
)
def test_a_brief_that_cannot_be_written_is_refused(game: Cell, words: list[str], sentence: str) -> None:
    assert sentence in game.refused("brief", *words)


def test_a_brief_tells_what_changed_since_the_last_one_in_the_sides_own_eyes(empty: Cell) -> None:
    empty.done("new", "freeform", "--scenario", "cables", "--seed", "3")
    empty.done("brief", "--all")
    assert "What has changed" not in words_of("brief-aldmark.html")
    empty.done("change", "escalation+1", "--because", "A relay failed")
    empty.done("change", "sv_deniability-1", "--because", "Somebody talked")
    empty.done("change", "al-mpa to gap", "--because", "It looks for the ship")
    empty.done("brief", "--all", "--force")
    aldmark, sverland = words_of("brief-aldmark.html"), words_of("brief-sverland.html")
    assert "What has changed since the last brief" in aldmark
    assert "Osprey Flight: from Skarn Air Base to Hald Gap" in aldmark
    assert "4 (was 3)" in aldmark
    assert "Somebody talked" not in aldmark, "Aldmark does not know that track"
    assert "5 (was 6)" in sverland
    empty.done("brief", "aldmark", "--format", "md")
    assert "What has changed since the last brief" in Path("brief-aldmark.md").read_text(), (
        "written again in another format it tells the same"
    )
    empty.done("note", "Tea")
    empty.done("brief", "aldmark", "--force")
    assert "What has changed" not in words_of("brief-aldmark.html")
    empty.done("brief", "aldmark", "--force", "--since", "7")
    assert "A relay failed" in words_of("brief-aldmark.html")


def test_a_brief_has_mission_timetable_orders_forms_and_pictures(empty: Cell) -> None:
    empty.done("new", "freeform", "--scenario", "cables", "--seed", "3")
    empty.done("brief", "aldmark")
    told = words_of("brief-aldmark.html")
    assert "Your mission: keep enough bandwidth" in told
    assert "make Aldmark lift its sanctions" not in told
    assert "was cut by the submersible" not in told
    assert "Turn 2: 6 November 2031" in told
    assert "Each side plans in its own room" in told
    assert "Discussion" in told
    assert "move piece=... to=..." in told
    assert "request-for-information" in told
    assert "<title>Own forces</title>" in Path("brief-aldmark.html").read_text()


def test_a_brief_has_the_orders_of_this_phase_and_the_names_of_all_others_by_phase() -> None:
    table = Table("ows", "river").phase("prep fires", side="red")
    found = gather(table.session.game, "red")
    typed = [order.typed.partition(" ")[0] for order in found.orders]
    assert "proceed" not in typed
    assert set(typed) <= {"fire", "support"}
    assert gather(table.session.game, "blue").orders == [], "it is Torvia's impulse"
    others = dict(found.other_orders)
    assert "march" in others["Ground movement"].split(", ")


def test_a_unit_that_is_lost_is_called_lost_in_a_brief() -> None:
    table = Table("ows", "river")
    before = len(table.session.game.log)
    table.put("cav-2", "attrition-blue")
    told = gather(table.session.game, "blue", before).changes
    assert [line for line in told if "Cavalry" in line] == ["2nd Cavalry: lost (was at 1008)"]


def test_a_role_has_a_brief_of_its_own_with_what_only_that_role_may_know(empty: Cell) -> None:
    scenario = Path("crisis.yaml")
    empty.done("new", "freeform", "--name", "shown")
    source = SCENARIOS / "cables.yaml"
    for file in source.parent.glob("cables-*.yaml"):
        shutil.copy(file, file.name)
    secret = "  aldmark/Chief of Defence: The boat has no torpedoes.\n  white: >-"
    scenario.write_text(source.read_text().replace("  white: >-", secret))
    empty.done("new", "freeform", "--scenario", "crisis.yaml", "--name", "crisis", "--seed", "3")
    empty.done("roster", "Ada", "--role", "facilitator")
    empty.done("roster", "Bo", "--role", "Chief of Defence", "--by", "Ada")
    empty.done("brief", "aldmark", "--roles", "--folder", "out")
    chief = words_of("out/brief-aldmark-chief-of-defence-turn-1.html")
    minister = words_of("out/brief-aldmark-prime-minister-turn-1.html")
    assert "The boat has no torpedoes" in chief
    assert "Aldmark: Chief of Defence" in chief
    assert "torpedoes" not in minister
    empty.done("brief", "aldmark")
    assert "torpedoes" not in words_of("brief-aldmark.html")
    for words in (("log", "--as", "aldmark", "--json"), ("log", "--as", "sverland", "--json")):
        assert "torpedoes" not in empty.done(*words).out
    scenario.write_text(scenario.read_text().replace("aldmark/Chief of Defence", "aldmark/Cook"))
    assert "'aldmark/Cook' is no side" in empty.refused(
        "new", "freeform", "--scenario", "crisis.yaml", "--name", "more"
    )


def test_a_corrected_message_says_so_in_a_brief(game: Cell) -> None:
    number = next(e.number for e in game.events() if type(e).__name__ == "InjectHandled")
    game.done("correct", str(number), "The bridge holds", "--because", "Wrong card", "--by", "Ada")
    game.done("brief", "blue")
    assert "The bridge holds (corrected; first: The bridge is down)" in words_of("brief-blue.html")


def in_turn_5() -> Game:
    entries, _ = read_log(GAMES / "ramadi-sensible-drones-and-air-support.jsonl")
    return Game.from_entries(entries[0].game, entries[: len(entries) * 3 // 5])


def test_a_brief_tells_of_forces_and_not_of_markers() -> None:
    """Markers of tracks and of cleared hexes are on the map, and are no forces of anybody."""
    game = in_turn_5()
    markers = {piece.name for piece in see(game.state, "isf").pieces if piece.group == MARKER}
    assert len(markers) > 10
    found = gather(game, "isf")
    told = [*(unit.name for unit in found.own), *(line for place in found.others for line in place.pieces)]
    told += found.changes
    assert not [line for line in told if any(line.startswith(marker) for marker in markers)]
    hidden = [piece for piece in see(game.state, "isf").pieces if not piece.known]
    counted = [re.match(r"(?:(\d+) × )?unidentified", line) for p in found.others for line in p.pieces]
    assert sum(int(each[1] or 1) for each in counted if each) == len(hidden)


def test_a_side_is_told_its_own_orders_apart_from_what_changed() -> None:
    game = in_turn_5()
    found = gather(game, "isf")
    assert any(line.startswith("Execute the operation against") for line in found.ordered)
    assert not [
        line for line in (*found.ordered, *found.changes) if line.startswith("Iraqi Security Forces:")
    ]
