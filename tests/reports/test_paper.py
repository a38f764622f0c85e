"""Reports on paper: what is left to the annex, and that nothing runs into the marking of a page."""

import io
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import docx
import msgspec
import pypdf
import pytest
from docx.oxml.ns import qn
from docx.shared import Mm

from adjudication.audits.audit import audit
from domain.game.game import Game
from domain.ledger.logfile import read_log
from reports.briefs.gather import gather
from reports.briefs.page import document as brief_of
from reports.document.blocks import (
    Bullets,
    Card,
    Cards,
    Column,
    Document,
    Figure,
    Grid,
    Pair,
    Paragraph,
    Section,
    Span,
    Step,
    Steps,
    Table,
    Unfold,
    anchors,
    every_block,
    plain,
)
from reports.document.columns import parts
from reports.document.fonts import fonts_for
from reports.document.paper import DERIVATIONS, on_paper
from reports.document.pdf import pdf
from reports.document.word import word
from reports.review import build_review
from tests.record import FOLDER
from tests.reports.games import corrected, entries_of
from tests.seminar.golden import seminar

MM = 72 / 25.4
TOP, BOTTOM = (297 - 19) * MM, 20 * MM
"""Between these heights, in points from the bottom, the text of a page stands."""
GAMES = sorted(FOLDER.glob("*.jsonl"))
MARKING = "OFFICIAL-SENSITIVE, EXERCISE ONLY"


def small() -> Document:
    steps = Steps((Step(12, "Rolled 5", here=True),))
    derived = Unfold("A fight · won", (steps,), "expected", "e11", derivation=True)
    plan = Unfold("An argument", (Paragraph("who said what"),))
    return Document(
        "Title",
        "Review",
        "",
        MARKING,
        (
            Section("record", "Record", (Paragraph(("see ", Span("event 12", to="e12"))),), annex=True),
            Section("fights", "Fights", (Section("fights-1", "Turn 1", (derived, plan)),)),
        ),
    )


def test_without_the_annex_a_fight_is_its_line_and_an_argument_is_whole() -> None:
    paper = on_paper(small())
    assert [section.anchor for section in paper.sections] == ["fights"]
    fight, plan = [block for block in every_block(paper.sections) if isinstance(block, Unfold)]
    assert (fight.blocks, plain(fight.summary), plain(fight.came)) == ((), "A fight · won", "expected")
    assert plan.blocks
    assert anchors(paper) == {"fights", "fights-1", "e11"}


def printed(document: Document) -> str:
    return "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf(document))).pages)


def test_with_the_annex_derivations_and_record_come_last_and_are_lettered() -> None:
    paper = on_paper(small(), annex=True)
    headings = [section.heading for section in paper.sections]
    assert headings == ["Fights", "Annex A. Derivations", "Annex B. Record"]
    assert paper.sections[1].anchor == DERIVATIONS
    assert {"e11", "e12"} <= anchors(paper)
    assert "Rolled 5" in printed(paper)
    assert "Rolled 5" not in printed(on_paper(small()))


def test_both_printed_formats_leave_the_annex_out() -> None:
    game = corrected()
    entries = entries_of(game)
    whole = build_review(game, entries, audit(entries))
    short, long = on_paper(whole), on_paper(whole, annex=True)
    assert len(word(short)) < len(word(long))
    assert not any(section.annex for section in short.sections)
    assert any(derivation.blocks for derivation in derivations(whole))
    assert not any(derivation.blocks for derivation in derivations(short))


def derivations(document: Document) -> list[Unfold]:
    """The lines of a report that unfold to a derivation."""
    unfolds = (block for block in every_block(document.sections) if isinstance(block, Unfold))
    return [block for block in unfolds if block.derivation]


def test_a_fight_that_the_course_tells_is_told_once_on_paper_and_derived_in_the_annex() -> None:
    entries, _ = read_log(FOLDER / "ramadi-sensible-drones-and-air-support.jsonl")
    whole = build_review(Game.from_entries(entries[0].game, entries), entries, audit(entries))
    fights = [plain(fight.summary).split(" · ")[0] for fight in derivations(whole)]
    assert len(fights) > 15
    sections = {section.anchor: section for section in on_paper(whole).sections}
    assert "fights" not in sections, "each of them is in the course"
    course = [
        plain(item)
        for block in every_block((sections["course"],))
        if isinstance(block, Bullets)
        for item in block.items
    ]
    for fight in dict.fromkeys(fights):
        assert sum(line.split(": ")[0] == fight for line in course) == fights.count(fight)
    (annex,) = [s for s in on_paper(whole, annex=True).sections if "Derivations" in s.heading]
    assert [plain(b.summary).split(" · ")[0] for b in annex.blocks if isinstance(b, Unfold)] == fights


def test_a_fight_that_no_other_section_tells_stays_on_paper() -> None:
    lines = tuple(Unfold(name, (), derivation=True, told=name == "told") for name in ("told", "alone"))
    turns = (Section("1", "Turn 1", lines), Section("2", "Turn 2", lines[:1]))
    document = Document("Title", "Review", "", "", (Section("fights", "Fights", turns),))
    (fights,) = on_paper(document).sections
    (turn,) = fights.blocks
    assert isinstance(turn, Section)
    assert [plain(block.summary) for block in turn.blocks if isinstance(block, Unfold)] == ["alone"]


def test_texts_of_many_scripts_need_no_font_of_the_machine() -> None:
    texts = ["Ramadi – Ρώμη – Москва – Đà Nẵng", "الرمادي", "ירושלים", "東京, 北京, かな", "서울"]
    found = fonts_for(texts)
    assert not found.with_system
    assert [folder.name for folder in found.folders] == ["fonts"], "no font of a library either"
    document = Document("T", "K", "", "", (Section("a", "A", (Bullets(tuple(texts)),)),))
    fonts = set()
    for page in pypdf.PdfReader(io.BytesIO(pdf(document))).pages:
        resources: Any = page["/Resources"]
        named = resources["/Font"]
        fonts |= {str(font.get_object()["/BaseFont"]).partition("+")[2] for font in named.values()}
    assert any(name.startswith("SourceSansPro") for name in fonts)
    assert any(name.startswith("SourceSerifPro") for name in fonts), "headings"
    assert not any("DejaVu" in name for name in fonts)


def runs(page: pypdf.PageObject) -> Iterator[tuple[str, float]]:
    """Every piece of text of a page, with the height at which it stands."""
    found: list[tuple[str, float]] = []

    def visit(text: str, cm: list[float], tm: list[float], *_: object) -> None:
        if text.strip():
            found.append((text.strip(), tm[4] * cm[1] + tm[5] * cm[3] + cm[5]))

    page.extract_text(visitor_text=visit)
    yield from found


def no_text_on_the_marking(made: bytes, marking: str, title: str) -> None:
    """No text but the marking and the foot stands at the height of header and footer, and both are there."""
    mark, name = (re.sub(r"\s", "", text) for text in (marking, title))
    for page in pypdf.PdfReader(io.BytesIO(made)).pages:
        head = "".join(text for text, height in runs(page) if height > TOP)
        foot = "".join(text for text, height in runs(page) if height < BOTTOM)
        assert re.sub(r"\s", "", head) == mark
        own = re.escape(mark + name) + r"·page\d+of\d+"
        assert re.fullmatch(own, re.sub(r"\s", "", foot)), f"text over the footer: {foot}"


@cache
def recorded(file: Path) -> Game:
    entries, _ = read_log(file)
    return Game.from_entries(entries[0].game, entries)


def marked(document: Document, marking: str = MARKING) -> Document:
    return msgspec.structs.replace(document, marking=marking)


def without_drawings(document: Document) -> Document:
    """The document with empty figures of the same sizes: the heights of letters in a drawing are its own."""
    return msgspec.convert(_emptied(msgspec.to_builtins(document)), Document)


def _emptied(given: Any) -> Any:
    if isinstance(given, dict):
        drawn = [name for name in ("svg", "narrow") if given.get(name)]
        return {name: _empty(each) if name in drawn else _emptied(each) for name, each in given.items()}
    return [_emptied(each) for each in given] if isinstance(given, list | tuple) else given


def _empty(svg: str) -> str:
    head = svg.partition(">")[0].removesuffix("/")
    return f'{head}><rect width="9" height="9"/></svg>'


def check(game: Game, annex: bool) -> None:
    entries = entries_of(game)
    for document in (
        on_paper(build_review(game, entries, audit(entries)), annex),
        *(brief_of(gather(game, side)) for side in list(game.state.sides)[:1]),
    ):
        document = without_drawings(marked(document))
        no_text_on_the_marking(pdf(document), MARKING, document.title)


def test_no_text_stands_on_the_marking_of_a_review_or_brief() -> None:
    check(seminar()[0], annex=True)


@pytest.mark.slow
@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_no_text_stands_on_the_marking_of_any_recorded_game(file: Path) -> None:
    check(recorded(file), annex=False)


def test_a_long_marking_stays_in_its_line() -> None:
    marking = "OFFICIAL-SENSITIVE, EXERCISE ONLY, RELEASABLE TO MANY AND TO ALL THEIR STAFFS " * 3
    document = marked(small(), marking.strip())
    no_text_on_the_marking(pdf(document), marking, "Title")


def test_columns_in_word_have_room_for_their_headings() -> None:
    columns = tuple(Column(name) for name in ("Turn", "Unit", "Loss", "Event"))
    table = Table(columns, (("1", "1st Battalion, 34th Brigade, 9th Division", "casualty", "245"),))
    made = docx.Document(io.BytesIO(word(Document("T", "K", "", "", (Section("a", "A", (table,)),)))))
    (drawn,) = made.tables
    widths = [column.width or 0 for column in drawn.columns]
    assert sum(widths) <= Mm(170)
    for column, width in zip(columns, widths, strict=True):
        # A bold letter of 9 points is about 1.75 mm wide; a cell has margins of 1.9 mm at both sides.
        assert width >= Mm(1.75 * len(column.name) + 3.8), column.name


def test_cards_and_small_maps_stand_side_by_side_in_word() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    figures = tuple(Figure(svg, f"map {number}", f"turn {number}", "map") for number in range(5))
    cards = tuple(Card(str(place), "32 %", "heading", "words", figures[place]) for place in range(2))
    blocks = (Grid(figures, 3), Cards(cards), Pair(figures[0], Paragraph("beside"), 60))
    made = docx.Document(io.BytesIO(word(Document("T", "K", "", "", (Section("a", "A", blocks),)))))
    grid, beside, pair = made.tables
    sizes = [(len(table.rows), len(table.columns)) for table in (grid, beside, pair)]
    assert sizes == [(2, 3), (1, 2), (1, 2)]
    assert [cell.text.strip() for cell in grid.rows[1].cells] == ["turn 3", "turn 4", ""]
    assert "32 %" in beside.rows[0].cells[0].text
    assert pair.rows[0].cells[1].text == "beside"
    told = [each.get("descr") for each in made.element.body.iter(qn("wp:docPr"))]
    assert told == [f"map {number}" for number in (0, 1, 2, 3, 4, 0, 1, 0)]


@pytest.mark.parametrize("many", [3, 20])
def test_the_first_page_holds_what_belongs_to_it_and_nothing_else(many: int) -> None:
    lines = tuple(f"Limit {number} of this review, in a sentence of some length" for number in range(many))
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
    first = Section(
        "first", "At a glance", (Pair(Figure(svg, "map", "", "map"), Paragraph("b")), Bullets(lines))
    )
    later = Section("later", "Later", (Paragraph("On another page."),))
    document = Document("T", "K", "", MARKING, (first, later), headline="Blue wins.", deck="Decided late.")
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf(document))).pages]
    assert len(pages) == 2
    assert all(f"Limit {number} of" in pages[0] for number in range(many))
    assert "On another page." in pages[1]


def test_a_line_over_what_follows_stays_with_it_on_a_page() -> None:
    """Lines of text push the line over them to the foot of the page, from which it goes to the next one."""
    over = Paragraph(Span("Operations", "strong"), "over")
    for filling in range(20, 60):
        text = tuple(Paragraph(f"Line {number}") for number in range(filling))
        document = Document("T", "K", "", "", (Section("a", "A", (*text, over, Paragraph("What follows"))),))
        pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf(document))).pages]
        (page,) = [page for page in pages if "Operations" in page]
        assert "What follows" in page
    lines = docx.Document(io.BytesIO(word(document))).paragraphs
    assert [line.paragraph_format.keep_with_next for line in lines if line.text == "Operations"] == [True]


def test_a_table_in_word_uses_the_room_of_the_page_before_it_breaks_a_line() -> None:
    rows = (("main-effort unit=... hq=...", "designate the main effort of a headquarters (ows seq.1.3)"),)
    table = Table((Column("Order"), Column("What it does")), rows)
    room = 110
    for part, text in zip(parts(table), rows[0], strict=True):
        assert part * room > len(text), "the text needs no second line"
    assert sum(parts(table)) < 1
    long = Table((Column("Order"), Column("What it does")), ((("x" * 300), ("y" * 300)),))
    assert sum(parts(long)) == pytest.approx(1)
