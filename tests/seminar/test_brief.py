"""A side's hand-out: what is in it, as HTML and as PDF, and that what people typed stays text."""

import io
from html.parser import HTMLParser
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.conftest import Cell
from tests.reports.test_formats import NoFonts
from tests.seminar.three import NAME

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
    "Turn 1, Planning",
    "To learn who yields",
    "Bo: commander",
    "The bridge is down",
    "Note by Ada: The ford was never scouted",
    "the white cell to Blue",
    "march, piece Spy Bluebeard, to Hill",
    "Guard of blue",
    "Spy Bluebeard",
    "2 not known: contact of Amber",
)


def test_a_brief_has_all_that_its_side_may_know(game: Cell) -> None:
    game.done("brief", "blue", "--out", "blue.html")
    page = Tags()
    page.feed(Path("blue.html").read_text())
    text = " ".join(page.text.split())
    assert all(part in text for part in (*PARTS, NASTY))
    assert "script" not in page.tags
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
