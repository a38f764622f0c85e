"""Documents as Markdown, PDF and Word: hostile words stay words, links lead somewhere."""

import io
import re
import subprocess
import sys
import warnings
import zipfile
from collections.abc import Iterator
from functools import cache
from typing import Any

import docx
import msgspec
import pytest
from docx.oxml.ns import qn
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pypdf import PdfReader

import reports.document.word
from adjudication.audits.audit import audit
from domain.text import visible
from reports.document import FORMATS
from reports.document.blocks import (
    Block,
    Bullets,
    Card,
    Cards,
    Chip,
    Chips,
    Column,
    Document,
    Facts,
    Figure,
    Grid,
    Interactive,
    Pair,
    Paragraph,
    Section,
    Span,
    Step,
    Steps,
    Table,
    Unfold,
    every_block,
)
from reports.document.fonts import MissingLetters, fonts_for
from reports.document.paper import on_paper
from reports.review import build_review
from tests.reports.games import HOSTILE, corrected, entries_of
from tests.reports.test_document import SVG, everything
from tests.thinned import thinned

MARKUP = [
    "# no heading",
    "- no list",
    "+ none",
    "1. none",
    "2) none",
    "> no quote",
    "    no code",
    "```",
    "---",
    "===",
    "<b>no</b> <!-- no --> <?no?> <![CDATA[no]]>",
    "&amp; &#60;",
    "[no](javascript:alert(1)) ![no](x) [no]: http://evil.example",
    "<https://evil.example> https://evil.example www.evil.example a@evil.example",
    "*no* _no_ **no** ~~no~~ `no` $no$ {{ no }}",
    "no | cell \\| no \\",
    "a\nb\r\nc\td",
    "#let x = 1; $1$ @no <no> `no`",
]
"""Texts that are markup in Markdown, HTML or Typst."""


def tokens(text: bytes) -> Iterator[Token]:
    """All tokens of a text of Markdown, those within lines too."""
    for token in MarkdownIt("gfm-like", {"linkify": False}).parse(text.decode()):
        yield token
        yield from token.children or ()


def shown(text: bytes) -> str:
    """The words that a reader of a text of Markdown sees."""
    return "".join(token.content for token in tokens(text) if token.type in ("text", "code_inline"))


def bare(text: str) -> str:
    """Text without spaces and what cannot be printed."""
    return "".join(char for char in text if char.isprintable() and not char.isspace())


def with_words(text: str) -> Document:
    """A document with the text at the beginning of every kind of line, and between styles."""
    cells = ((text, Span(text, "code")), ((Span(text, "strong"), text), Span(text, "struck")))
    blocks = (
        Paragraph(text),
        Bullets((text, text)),
        Table((Column(text), Column("b")), cells, text, heads=True),
    )
    return Document("t", "k", "s", "", (Section("all", "h", blocks), Section("other", text, ())))


@pytest.mark.parametrize("format", FORMATS)
def test_the_same_document_gives_the_same_bytes(format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = FORMATS[format](everything())
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    monkeypatch.setattr("time.localtime", lambda *_: (2033, 5, 18, 3, 33, 20, 2, 138, 0))
    assert FORMATS[format](everything()) == made


def test_a_page_of_html_needs_no_other_format() -> None:
    code = (
        "import sys; from reports.document import FORMATS; from reports.document.blocks import Document;"
        "FORMATS['html'](Document('t', 'k', 's', '', ()));"
        "sys.exit(bool({'docx', 'typst', 'matplotlib', 'fontTools'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def nested(depth: int) -> Block:
    """Sections and things that unfold, inside each other."""
    if not depth:
        return Steps((Step(1, "x", here=True), Step(1, "again", here=True), Step(2, "y")))
    inside = (nested(depth - 1),)
    return Section(f"s{depth}", "h", inside) if depth % 2 else Unfold("u", inside, anchor=f"s{depth}")


ODD: dict[str, tuple[Block, ...]] = {
    "nothing": (),
    "empty": (
        Paragraph(""),
        Paragraph(()),
        Facts(()),
        Bullets(()),
        Bullets((), numbered=True),
        Table((), ()),
        Table((Column(""),), ((),)[:0]),
        Steps(()),
        Unfold("", ()),
        Figure(SVG, ""),
        Pair(Paragraph(""), Bullets(()), 0),
        Pair(Figure(SVG.replace("only", "left"), ""), Figure(SVG.replace("only", "right"), ""), 100),
        Grid(()),
        Cards(()),
        Cards((Card("", "", "", ""),)),
        Chips(()),
        Chips((Chip(""),)),
    ),
    "deep": (nested(20),),
    "an anchor twice": (Section("x", "x", ()), Section("x", "x", (Paragraph(Span("to it", to="x")),))),
    "a strange anchor": (Section('<a> "#', "x", (Paragraph(Span("to it", to='<a> "#')),)),),
    "a wide table": (Table(tuple(Column(f"c{n}") for n in range(20)), (("word " * 9,) * 20,) * 40),),
    "a long cell": (Table((Column("a"), Column("b")), (("word " * 4000, "b"),)),),
    "a tall figure": (Figure(SVG.replace("0 0 9 9", "0 0 9 4000"), "tall"),),
    "a flat figure": (Figure(SVG.replace("0 0 9 9", "0 0 4000 9"), "flat"),),
}


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("odd", ODD)
def test_odd_documents_are_written(odd: str, format: str) -> None:
    words = "" if odd == "empty" else "t"
    document = Document(words, words, words, "", (Section("all", words, ODD[odd]),))
    assert FORMATS[format](document)
    assert FORMATS[format](Document(words, words, words, "", ()))


# --- Markdown --------------------------------------------------------------------------------------


def test_markdown_has_its_blocks_and_links() -> None:
    made = FORMATS["md"](everything("a word"))
    kinds = {token.type for token in tokens(made)}
    assert {"heading_open", "ordered_list_open", "bullet_list_open", "table_open", "s_open"} <= kinds
    headings = [token.tag for token in tokens(made) if token.type == "heading_open"]
    assert headings == ["h1", "h2", "h3", "h2", "h2"]
    links = [token.attrGet("href") for token in tokens(made) if token.type == "link_open"]
    assert sorted(map(str, links)) == ["#all", "#box", "#deep", "#e3", "#e3", "#e3", "#more"]
    text = made.decode()
    assert text.startswith("**a word**\n")
    assert text.endswith("**a word**\n")
    places = re.findall(r'<a id="(.*?)"></a>', text)
    assert sorted(places) == ["all", "box", "card", "deep", "e3", "e7", "more"]


@pytest.mark.parametrize("text", [HOSTILE, *MARKUP])
def test_words_are_no_markdown(text: str) -> None:
    for document in (everything(text), with_words(text)):
        made = FORMATS["md"](document)
        html = [token for token in tokens(made) if token.type.startswith("html")]
        assert all(re.fullmatch(r'<a id="[a-z0-9-]+">|</a>', token.content) for token in html)
        links = [token.attrGet("href") for token in tokens(made) if token.type == "link_open"]
        assert all(str(link).startswith("#") for link in links)
        kinds = {token.type for token in tokens(made)}
        assert not kinds & {"image", "fence", "code_block", "hr", "blockquote_open"}
        assert bare(visible(text)) in bare(shown(made))


@pytest.mark.parametrize("text", [HOSTILE, *MARKUP])
def test_words_change_no_structure_of_markdown(text: str) -> None:
    def structure(made: bytes) -> list[str]:
        leaves = ("text", "text_special", "code_inline")
        return [token.type for token in tokens(made) if token.type not in leaves]

    assert structure(FORMATS["md"](with_words(text))) == structure(FORMATS["md"](with_words("a word")))


WORDS = st.lists(
    st.sampled_from(
        [
            *"ab 1.)#-+=*_~`<>[]()!|\\&;:/@$\"'{}x\n\tw^%,?—é",
            "www.",
            "http://",
            "<b>",
            "]:",
            "![",
            "```",
            "&amp;",
        ]
    ),
    max_size=8,
).map("".join)
STYLES = st.sampled_from(["", "strong", "soft", "struck", "badge", "warning", "marking", "code"])
SPANS = st.lists(st.builds(Span, WORDS, STYLES, st.sampled_from(["", "all"])), min_size=1, max_size=4)


@settings(max_examples=300, deadline=None)
@given(SPANS)
def test_any_words_in_any_styles_are_shown_as_they_are(parts: list[Span]) -> None:
    """No letter of theirs is taken for a mark, and no mark of ours is shown as a letter."""
    words = tuple(parts)
    table = Table((Column("c"),), ((words,),))
    blocks = (Paragraph(words), Bullets((words,)), table)
    made = FORMATS["md"](Document("t", "k", "s", "", (Section("all", "h", blocks),)))
    told = bare("".join(part.text for part in parts))
    assert bare(shown(made)) == f"ktshh{told}{told}c{told}"
    kinds = {token.type for token in tokens(made)}
    assert not kinds & {"image", "fence", "code_block", "hr", "blockquote_open", "html_block"}


# --- PDF -------------------------------------------------------------------------------------------


@cache
def pdf(text: str) -> PdfReader:
    return PdfReader(io.BytesIO(FORMATS["pdf"](everything(text))))


def test_a_pdf_is_tagged_with_outline_and_page_numbers() -> None:
    made = pdf("a word")
    root: Any = made.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    assert made.metadata is not None
    assert made.metadata.title == "a word"
    assert made.metadata.creation_date is None
    outline: Any = made.outline
    assert [outline[0].title, outline[1][0].title] == ["a word", "a word"]
    for number, page in enumerate(made.pages, start=1):
        text = page.extract_text()
        assert f"page {number} of {len(made.pages)}" in text
        assert text.startswith("a word\n")  # the marking on top; the one below stands above the number
        assert text.splitlines()[-2] == "a word"


def test_a_pdf_has_the_alternatives_of_its_figures_and_links_within_itself() -> None:
    made = pdf("a word")
    alternatives = [str(each["/Alt"]) for each in structure(made) if each.get("/S") == "/Figure"]
    assert alternatives == ["a word"] * 4
    links = [note.get_object() for page in made.pages for note in page.get("/Annots", ())]
    assert len(links) == 4, "a report with a headline has no contents on paper"
    assert all("/Dest" in link or link["/A"]["/S"] == "/GoTo" for link in links)


def structure(made: PdfReader) -> Iterator[Any]:
    """The elements of a tagged PDF's structure."""
    root: Any = made.trailer["/Root"]
    waiting = [root["/StructTreeRoot"]]
    while waiting:
        element = waiting.pop()
        element = element.get_object() if hasattr(element, "get_object") else element
        if not isinstance(element, dict):
            continue
        yield element
        below = element.get("/K", ())
        waiting += below if isinstance(below, list) else [below]


@pytest.mark.parametrize("text", [HOSTILE, "#let x = 1; $1$ @no <no> `no` */ // \\"])
def test_words_are_no_typst(text: str) -> None:
    made = pdf(text)
    told = bare("".join(page.extract_text() for page in made.pages))
    assert told.count(bare(visible(text))) >= 15
    links = [note.get_object() for page in made.pages for note in page.get("/Annots", ())]
    assert not any("/URI" in link.get("/A", {}) for link in links)


def test_a_long_word_stays_in_its_column() -> None:
    digest = "0123456789abcdef" * 8
    table = Table((Column("a"), Column("b")), ((digest, digest),))
    document = Document("t", "k", "s", "", (Section("all", "h", (table,)),))
    made = PdfReader(io.BytesIO(FORMATS["pdf"](document)))
    text = made.pages[0].extract_text()
    assert text.replace("\n", "").count("0123456789abcdef") == 16
    assert digest not in text


SCRIPTS = ("王小明指揮官", "山田太郎のカード", "김철수 장군", "مرحبا", "שלום", "Москва", "Αθήνα")
"""Chinese, Japanese, Korean, Arabic, Hebrew, Russian, Greek."""


class NoFonts:
    """A machine without fonts of its own."""

    def __init__(self, **settings: bool) -> None:
        pass

    def fonts(self) -> list[object]:
        return []


def drawn(pdf: bytes) -> set[str]:
    """The fonts that are embedded in a PDF."""
    found: Any = [page["/Resources"] for page in PdfReader(io.BytesIO(pdf)).pages]
    return {str(font["/BaseFont"]) for resources in found for font in resources["/Font"].values()}


def test_other_scripts_are_drawn_by_fonts_of_our_own() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", MissingLetters)
        made = FORMATS["pdf"](msgspec.structs.replace(everything("a word"), subtitle=" ".join(SCRIPTS)))
        assert fonts_for(SCRIPTS).with_system is False
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(made)).pages)
    for words in SCRIPTS[:3]:
        assert all(word in text for word in words.split()), words
    names = " ".join(drawn(made))
    assert "DroidSansFallback" in names
    assert "NanumGothic" in names


def test_letters_that_no_font_has_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("typst.Fonts", NoFonts)
    with pytest.warns(MissingLetters, match=r"No font here has these characters.*\(U\+13000\)"):
        FORMATS["pdf"](msgspec.structs.replace(everything("a word"), subtitle="\U00013000"))


def test_letters_of_other_scripts_do_not_fail() -> None:
    document = msgspec.structs.replace(everything("a word"), subtitle="指揮官 🙂 مرحبا")
    assert FORMATS["pdf"](document).startswith(b"%PDF-")


# --- Word ------------------------------------------------------------------------------------------


def test_a_word_file_has_real_headings_lists_and_tables() -> None:
    made = docx.Document(io.BytesIO(FORMATS["docx"](everything("a word"))))
    styles = [line.style.name for line in made.paragraphs if line.style is not None]
    assert {"Title", "Heading 1", "Heading 2", "List Number", "List Bullet", "Caption"} <= set(styles)
    (table,) = [each for each in made.tables if each._tbl.find(".//" + qn("w:tblHeader")) is not None]
    assert [[cell.text for cell in row.cells] for row in table.rows] == [
        ["a word", "n"],
        ["a word", "3"],
        ["a word", "4"],
    ]
    assert table.rows[0]._tr.find(".//" + qn("w:tblHeader")) is not None
    (section,) = made.sections
    assert section.header.paragraphs[0].text == "a word"
    assert section.footer.paragraphs[0].text == "a word"
    assert "PAGE" in section.footer._element.xml
    assert [picture._inline.docPr.get("descr") for picture in made.inline_shapes] == ["a word"] * 4
    body = made.element.body
    places = {each.get(qn("w:name")) for each in body.iter(qn("w:bookmarkStart"))}
    links = [each.get(qn("w:anchor")) for each in body.iter(qn("w:hyperlink"))]
    assert len(places) == 7
    assert len(links) == 4, "a report with a headline has no contents"
    assert set(links) <= places


def test_the_parts_of_a_word_file_are_in_their_places() -> None:
    """As its format wants them: properties first, names and numbers once, every style known."""
    made = docx.Document(io.BytesIO(FORMATS["docx"](everything("a word"))))
    body = made.element.body
    for line in body.iter(qn("w:p")):
        assert [n for n, each in enumerate(line) if each.tag == qn("w:pPr")] in ([], [0])
    known = {style.style_id for style in made.styles}
    assert {each.get(qn("w:val")) for each in body.iter(qn("w:pStyle"))} <= known
    starts = [each.get(qn("w:id")) for each in body.iter(qn("w:bookmarkStart"))]
    assert starts == [each.get(qn("w:id")) for each in body.iter(qn("w:bookmarkEnd"))]
    assert len(starts) == len(set(starts))
    assert all(len(each.get(qn("w:name"))) <= 40 for each in body.iter(qn("w:bookmarkStart")))
    (table,) = [each for each in made.tables if each._tbl.find(".//" + qn("w:tblHeader")) is not None]
    widths = [column.width for column in table.columns]
    assert widths[0] > widths[1] > 0
    assert [cell.width for cell in table.rows[1].cells] == widths


def test_a_second_numbered_list_begins_at_one() -> None:
    blocks = (Bullets(("a", "b"), numbered=True), Paragraph("-"), Bullets(("c",), numbered=True))
    made = docx.Document(
        io.BytesIO(FORMATS["docx"](Document("t", "k", "s", "", (Section("all", "h", blocks),))))
    )
    numbers = "./w:pPr/w:numPr/w:numId/@w:val"
    lists = [line._p.xpath(numbers) for line in made.paragraphs if line.text in ("a", "b", "c")]
    assert lists[0] == lists[1] != lists[2]


@pytest.mark.parametrize("text", thinned([HOSTILE, *MARKUP], 4))
def test_words_are_no_markup_of_word(text: str) -> None:
    made = FORMATS["docx"](everything(text))
    read = docx.Document(io.BytesIO(made))
    wanted = visible(text)
    assert sum(wanted in line.text for line in read.paragraphs) >= 14
    with zipfile.ZipFile(io.BytesIO(made)) as packed:
        outside = [packed.read(name) for name in packed.namelist() if name.endswith(".rels")]
    assert not any(b'TargetMode="External"' in each for each in outside)


def test_a_word_file_bears_no_date_of_its_making() -> None:
    made = FORMATS["docx"](everything("a word"))
    with zipfile.ZipFile(io.BytesIO(made)) as packed:
        assert {item.date_time for item in packed.infolist()} == {reports.document.word._EPOCH}
    about = docx.Document(io.BytesIO(made)).core_properties
    assert about.created is not None
    assert about.created.year == 1980
    assert about.author == ""


# --- what moves on a screen ------------------------------------------------------------------------


@pytest.mark.parametrize("format", ["md", "pdf", "docx"])
def test_what_moves_on_a_screen_stands_still_elsewhere(format: str) -> None:
    moving = Interactive("not-there", {"a": 1}, (Paragraph("It stands still."),))
    made = FORMATS[format](Document("t", "k", "s", "", (Section("all", "h", (moving,)),)))
    text = {
        "md": lambda: made.decode(),
        "pdf": lambda: PdfReader(io.BytesIO(made)).pages[0].extract_text(),
        "docx": lambda: "\n".join(line.text for line in docx.Document(io.BytesIO(made)).paragraphs),
    }[format]()
    assert "It stands still." in text


# --- a real review ---------------------------------------------------------------------------------


def test_a_whole_review_in_every_format() -> None:
    game = corrected()
    entries = entries_of(game)
    review = on_paper(build_review(game, entries, audit(entries)), annex=True)
    made = {format: FORMATS[format](review) for format in ("md", "pdf", "docx")}
    read = PdfReader(io.BytesIO(made["pdf"]))
    titles = [each.title for each in read.outline if not isinstance(each, list)]
    headings = [section.heading for section in review.sections]
    assert titles == headings
    pictures = [block for block in every_block(review.sections) if isinstance(block, Figure)]
    alternatives = [str(each["/Alt"]) for each in structure(read) if each.get("/S") == "/Figure"]
    assert sorted(alternatives) == sorted(block.text for block in pictures)
    word = docx.Document(io.BytesIO(made["docx"]))
    assert [p.text for p in word.paragraphs if p.style and p.style.name == "Heading 1"] == headings
    assert len(word.inline_shapes) == len(pictures)
    with zipfile.ZipFile(io.BytesIO(made["docx"])) as parts:
        drawn = [part.file_size for part in parts.infolist() if part.filename.endswith(".png")]
    assert len(drawn) == len(pictures)
    assert max(drawn) < 250_000, "a dozen maps go into a letter"
    links = [str(token.attrGet("href")) for token in tokens(made["md"]) if token.type == "link_open"]
    places = re.findall(r'<a id="(.*?)"></a>', made["md"].decode())
    assert len(places) == len(set(places)) > 50
    assert {link.removeprefix("#") for link in links} <= set(places)
    assert entries[-1].digest in shown(made["md"])
