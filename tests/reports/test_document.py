"""Documents: every block in a page of HTML, hostile words that stay words, links that lead somewhere."""

from reports.document.blocks import (
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
    Pair,
    Paragraph,
    Section,
    Span,
    Step,
    Steps,
    Table,
    Unfold,
    anchors,
    event_link,
)
from reports.document.html import html
from tests.reports.games import HOSTILE

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9" id="only"/></svg>'


def everything(text: str = HOSTILE) -> Document:
    """A document with every kind of block, and the text wherever text may stand."""
    blocks = (
        Paragraph((Span("Won. ", "strong"), text), "verdict"),
        Facts(((text, (text, event_link(3))),)),
        Bullets((text, Span(text, "struck")), numbered=True),
        Bullets((text,)),
        Table(
            (Column(text), Column("n", number=True)),
            ((text, "3"), (Span(text, "badge"), "4")),
            text,
            heads=True,
        ),
        Steps((Step(3, text, (text,), here=True), Step(4, text, struck=True), Step(3, "again"))),
        Figure(SVG, text, text, "map"),
        Pair(Figure(SVG.replace("only", "left"), text), Paragraph(text), 40),
        Grid((Figure(SVG.replace("only", "cell"), text, text),), 2),
        Cards(
            (
                Card(text, text, text, text, Figure(SVG.replace("only", "card"), text), (text,), "card"),
                Card("", "", "", (text, event_link(3))),
            )
        ),
        Chips((Chip(text, text, "deep"), Chip(text)), text),
        Unfold(
            text, (Paragraph(text, "soft"), Section("deep", text, (Paragraph(event_link(9)),))), text, "e7"
        ),
    )
    sections = (
        Section("all", text, blocks, text),
        Section("box", text, (Paragraph(text),), text, boxed=True),
        Section("more", text, (Paragraph(text),), text, annex=True),
    )
    return Document(text, text, text, text, sections, text, text, text, (text,))


def test_every_link_leads_somewhere() -> None:
    document = everything("a word")
    assert anchors(document) == {"all", "box", "card", "deep", "e3", "e7", "more"}
    page = html(document)
    assert page.count('href="#e3"') == 3
    assert '"#e9"' not in page
    assert "event 9" in page


def test_words_are_never_markup() -> None:
    page = html(everything())
    assert page.count("<script") == 1, "the one that unfolds what a link leads to"
    assert page.count("&lt;script&gt;") >= 15
    assert "http:" not in page
    assert "\x1b" not in page
