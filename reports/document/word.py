"""A document as a Word file: real headings, lists and tables, so that staffs can paste from it.

Links lead to bookmarks, figures are pictures with alternative text, the marking is in header and footer of
every page. The file has no date, so that the same document gives the same bytes.
"""

import io
import re
import zipfile
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import docx
from docx.document import Document as File
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_ALIGN_PARAGRAPH
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Length, Mm, Pt, RGBColor
from docx.text.paragraph import Paragraph as Line

from domain.text import visible
from reports.document.blocks import (
    Block,
    Bullets,
    Card,
    Cards,
    Chips,
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
    Words,
    anchors,
    every_block,
    spans,
)
from reports.document.columns import parts
from reports.document.pdf import drawings
from reports.words.names import one_line

_EPOCH = (1980, 1, 1, 0, 0, 0)
_DATED = datetime(1980, 1, 1)
_ACCENT, _SOFT = RGBColor(0x00, 0x55, 0x8A), RGBColor(0x5F, 0x5B, 0x54)
_BLACK = RGBColor(0x1A, 0x1A, 0x1A)
_WIDTH = Length(Mm(170))
_TALLEST = Mm(150)
_TEXT, _SERIF = "Calibri", "Cambria"
_HEADINGS = (
    ("Title", 22, 0),
    ("Heading 1", 15, 16),
    ("Heading 2", 12, 11),
    ("Heading 3", 10.5, 8),
    ("Heading 4", 10, 6),
    ("Heading 5", 9.5, 6),
)
"""Styles of headings: their sizes and the space above them, in points."""
_SERIF_FROM = 10
_CARDS = 3
_DEEP = 4
"""The level of headings in a cell, if there are any."""


def word(document: Document) -> bytes:
    """The document as a .docx file. Raises Refused if a figure cannot be drawn."""
    writer = _Writer(document)
    writer.document(document)
    made = io.BytesIO()
    writer.file.save(made)
    return _undated(made.getvalue())


def _undated(file: bytes) -> bytes:
    """The same file, without the time of packing."""
    packed = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file)) as source, zipfile.ZipFile(packed, "w") as target:
        for item in source.infolist():
            part = zipfile.ZipInfo(item.filename, _EPOCH)
            part.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(part, source.read(item))
    return packed.getvalue()


class _Writer:
    """Puts blocks into a file, one after another."""

    def __init__(self, document: Document) -> None:
        self.file: File = docx.Document()
        self.into: Any = self.file
        self.width = _WIDTH
        self.bookmarks = {
            name: f"_{place}_{re.sub(r'[^A-Za-z0-9]', '_', name)}"[:40]
            for place, name in enumerate(sorted(anchors(document)))
        }
        self.unplaced = set(self.bookmarks)
        self.style_ids: dict[str, str] = {}
        self.figures = iter(
            drawings([block.svg for block in every_block(document.sections) if isinstance(block, Figure)])
        )

    # --- the file as a whole -------------------------------------------------------------------------

    def document(self, it: Document) -> None:
        self.properties(it)
        self.page(it)
        self.style()
        self.run(self.line(), Span(it.kicker, "soft"))
        self.file.add_heading(one_line(it.headline or it.title), 0)
        if it.deck:
            self.words(self.line(), it.deck)
        if it.headline:
            self.words(self.line(), Span(it.title, "soft"))
        self.words(self.line(), Span(it.subtitle, "soft"))
        if it.foot:
            self.words(self.line(), Span(it.foot, "soft"))
        if not it.headline:
            for section in it.sections:
                self.words(self.line("List Bullet"), Span(section.heading, to=section.anchor))
        self.blocks(it.sections, 1)
        if it.meta:
            self.words(self.line(), Span(" · ".join(it.meta), "soft"))

    def properties(self, it: Document) -> None:
        about = self.file.core_properties
        about.title, about.subject = one_line(it.title)[:255], one_line(it.kicker)[:255]
        about.author = about.last_modified_by = about.comments = about.keywords = ""
        about.created = about.modified = _DATED
        about.language = "en"

    def page(self, it: Document) -> None:
        (section,) = self.file.sections
        section.page_width, section.page_height = Mm(210), Mm(297)
        section.left_margin = section.right_margin = Mm(20)
        section.top_margin = section.bottom_margin = Mm(22)
        head, foot = section.header.paragraphs[0], section.footer.paragraphs[0]
        if it.marking.strip():
            self.run(head, Span(it.marking, "strong"))
            self.run(foot, Span(it.marking, "strong"))
            head.alignment = WD_ALIGN_PARAGRAPH.CENTER
            foot.alignment = WD_ALIGN_PARAGRAPH.CENTER
            foot = section.footer.add_paragraph()
        foot.alignment = WD_ALIGN_PARAGRAPH.CENTER
        self.run(foot, Span(f"{one_line(it.title)} · page ", "soft"))
        _field(foot, "PAGE")

    def style(self) -> None:
        """The look of the PDF with common office fonts: a serif for headings, black on white."""
        styles: Any = self.file.styles
        normal = styles["Normal"]
        normal.font.name, normal.font.size = _TEXT, Pt(10)
        normal.paragraph_format.space_after, normal.paragraph_format.line_spacing = Pt(4), 1.08
        for name, size, before in _HEADINGS:
            _in_font(styles[name], _SERIF if size > _SERIF_FROM else _TEXT)
            styles[name].font.size, styles[name].font.bold = Pt(size), True
            styles[name].font.italic = False
            styles[name].font.color.rgb = _BLACK
            lines = styles[name].paragraph_format
            lines.space_before, lines.space_after, lines.keep_with_next = Pt(before), Pt(4), True
        border = styles["Title"].element.pPr.find(qn("w:pBdr"))
        if border is not None:
            styles["Title"].element.pPr.remove(border)
        quote, caption = styles["Intense Quote"], styles["Caption"]
        quote.font.bold, quote.font.italic, quote.font.color.rgb = False, False, _BLACK
        quote.paragraph_format.left_indent = quote.paragraph_format.right_indent = Mm(3)
        caption.font.bold, caption.font.size, caption.font.color.rgb = False, Pt(8.5), _SOFT
        caption.paragraph_format.space_after = Pt(3)
        cell = styles.add_style("Table Text", WD_STYLE_TYPE.PARAGRAPH)
        cell.base_style = normal
        cell.font.size = Pt(9)
        cell.paragraph_format.space_after, cell.paragraph_format.line_spacing = Pt(0), 1.0
        small = styles.add_style("Small", WD_STYLE_TYPE.PARAGRAPH)
        small.base_style = normal
        small.font.size = Pt(8.5)
        small.paragraph_format.space_after = Pt(2)
        figure = styles.add_style("Big Figure", WD_STYLE_TYPE.PARAGRAPH)
        figure.base_style = normal
        figure.font.size, figure.font.bold = Pt(15), True
        _in_font(figure, _SERIF)
        figure.paragraph_format.space_after = Pt(0)
        figure.paragraph_format.keep_with_next = True
        step = styles.add_style("Step", WD_STYLE_TYPE.PARAGRAPH)
        step.base_style = normal
        step.font.size = Pt(8.5)
        step.paragraph_format.space_after, step.paragraph_format.line_spacing = Pt(1), 1.0
        step.paragraph_format.left_indent = Mm(12)
        step.paragraph_format.first_line_indent = Mm(-12)
        step.paragraph_format.tab_stops.add_tab_stop(Mm(12))

    # --- blocks --------------------------------------------------------------------------------------

    def blocks(self, given: tuple[Block, ...], level: int) -> None:
        for block in given:
            self.block(block, level)

    def block(self, it: Block, level: int) -> None:
        match it:
            case Paragraph(words, style):
                named = "Intense Quote" if style in ("lead", "verdict") else None
                line = self.line(named)
                line.paragraph_format.keep_with_next = True if style == "over" else None
                self.words(line, words, "soft" if style == "soft" else "")
            case Facts(rows):
                for term, said in rows:
                    line = self.line()
                    self.run(line, Span(f"{term}: ", "strong"))
                    self.words(line, said)
            case Bullets(items, numbered):
                begun = self.begun_numbers() if numbered else None
                for item in items:
                    line = self.line("List Number" if numbered else "List Bullet")
                    if begun is not None:
                        _numbered(line, begun)
                    self.words(line, item)
            case Table():
                self.table(it)
            case Steps(items):
                for step in items:
                    self.step(step)
            case Figure(_, text, caption):
                self.figure(text, caption)
            case Grid(figures, columns):
                self.beside([(figure,) for figure in figures], [1 / columns] * columns)
            case Pair(left, right, share) if not any(
                isinstance(block, Section | Table) for block in every_block((left, right))
            ):
                self.beside([(left,), (right,)], [share / 100, 1 - share / 100])
            case Pair(left, right):
                self.blocks((left, right), level)
            case Cards(cards):
                columns = min(_CARDS, max(1, len(cards)))
                self.beside(list(cards), [1 / columns] * columns)
            case Chips(chips):
                line = self.line()
                for place, chip in enumerate(chips):
                    between = " · " if place else ""
                    self.words(line, (between, Span(chip.label, to=chip.anchor), f" {chip.words}".rstrip()))
            case Unfold():
                line = self.line()
                line.paragraph_format.keep_with_next = bool(it.blocks)
                look = "struck" if it.struck else "" if it.quiet else "strong"
                self.words(line, it.summary, look, it.anchor)
                if it.came:
                    line.add_run().add_break()
                    self.words(line, it.came, "soft")
                self.blocks(it.blocks, level)
            case Interactive():
                self.blocks(it.still, level)
            case Section():
                heading = self.file.add_heading(level=min(level, 9))
                self.words(heading, it.heading, "", it.anchor)
                self.blocks(it.blocks, level + 1)

    def beside(self, given: Sequence[Card | tuple[Block, ...]], shares: Sequence[float]) -> None:
        """Cards, or blocks, side by side: in a table without lines, with as many in a row as fit."""
        if not given:
            return
        columns = len(shares)
        table: Any = self.into.add_table(rows=-(-len(given) // columns), cols=columns)
        whole, wide = self.width, [Length(int(self.width * share)) for share in shares]
        for column, width in zip(table._tbl.tblGrid.gridCol_lst, wide, strict=True):
            column.w = width
        into = self.into
        for row in table.rows:
            row._tr.get_or_add_trPr().append(_element("w:cantSplit"))
        boxes = [(box, width) for row in table.rows for box, width in zip(row.cells, wide, strict=True)]
        for each, (box, width) in zip(given, boxes, strict=False):
            box.width = width
            self.into, self.width = box, Length(max(int(width - Mm(4)), Mm(4)))
            if isinstance(each, Card):
                self.card(each)
            else:
                self.blocks(each, _DEEP)
            first = box.paragraphs[0]
            if len(box.paragraphs) > 1 and not first.text and not first.runs:
                box._tc.remove(first._p)
        self.into, self.width = into, whole
        self.line("Small")

    def card(self, it: Card) -> None:
        if it.figure is not None:
            self.figure(it.figure.text, it.figure.caption)
        if it.label.strip():
            self.words(self.line("Small"), it.label, "soft")
        if it.value.strip():
            self.words(self.line("Big Figure"), it.value)
        if it.heading.strip() or it.anchor:
            self.words(self.line("Small"), it.heading, "strong", it.anchor)
        self.words(self.line("Small"), it.words)
        for note in it.notes:
            self.words(self.line("Small"), note, "soft")

    def step(self, it: Step) -> None:
        line = self.line("Step")
        name = f"e{it.number}"
        number = Span(str(it.number), "soft") if it.here else Span(str(it.number), to=name)
        self.words(line, number, "soft", name if it.here else "")
        line.add_run().add_tab()
        self.words(line, it.words, "struck" if it.struck else "")
        for note in it.notes:
            line.add_run().add_break()
            self.words(line, note, "soft")

    def table(self, it: Table) -> None:
        if it.caption:
            caption = self.line("Caption")
            caption.paragraph_format.keep_with_next = True
            self.run(caption, Span(it.caption))
        table: Any = self.into.add_table(rows=1 + len(it.rows), cols=len(it.columns))
        table._tblPr.find(qn("w:tblLook")).addprevious(_lines())
        if it.caption:
            table._tblPr.append(_element("w:tblCaption", val=visible(it.caption)))
        heads = tuple(column.name for column in it.columns)
        style = self.style_id("Table Text")
        wide = [Length(int(self.width * part)) for part in parts(it)]
        for column, width in zip(table._tbl.tblGrid.gridCol_lst, wide, strict=True):
            column.w = width
        names = ("", *it.anchors, *[""] * (len(it.rows) - len(it.anchors)))
        for row, cells, name in zip(table.rows, (heads, *it.rows), names, strict=True):
            settings = row._tr.get_or_add_trPr()
            settings.append(_element("w:cantSplit"))
            if cells is heads:
                settings.append(_element("w:tblHeader"))
            for place, (box, cell) in enumerate(zip(row._tr.tc_lst, cells, strict=True)):
                line = Line(box.p_lst[0], table._parent)
                line._p.style = style
                box.width = wide[place]
                if it.columns[place].number:
                    line.alignment = WD_ALIGN_PARAGRAPH.RIGHT
                line.paragraph_format.keep_with_next = True if cells is heads else None
                head = cells is heads or (it.heads and not place)
                self.words(line, cell, "strong" if head else "", "" if place else name)
        self.line()

    def figure(self, text: str, caption: str) -> None:
        line = self.line()
        line.alignment = WD_ALIGN_PARAGRAPH.CENTER
        picture = line.add_run().add_picture(io.BytesIO(next(self.figures)), width=self.width)
        if picture.height > _TALLEST:
            picture.width = Length(int(picture.width * _TALLEST / picture.height))
            picture.height = _TALLEST
        picture._inline.docPr.set("descr", visible(text))
        if caption:
            line.paragraph_format.keep_with_next = True
            self.run(self.line("Caption"), Span(caption))

    def line(self, style: str | None = None) -> Line:
        """A new paragraph of that style."""
        line: Line = self.into.add_paragraph()
        if style is not None:
            line._p.style = self.style_id(style)
        return line

    def style_id(self, name: str) -> str:
        """The id of a style in the file; looked up once, because that takes time."""
        if name not in self.style_ids:
            self.style_ids[name] = self.file.styles[name].style_id
        return self.style_ids[name]

    # --- words ---------------------------------------------------------------------------------------

    def words(self, line: Line, given: Words, style: str = "", anchor: str = "") -> None:
        """Words at the end of a line, in the style if they have none of their own. anchor: the name for
        links to them."""
        with_place = anchor in self.unplaced
        if with_place:
            self.unplaced.remove(anchor)
            number = str(len(self.bookmarks) - len(self.unplaced))
            line._p.append(_element("w:bookmarkStart", id=number, name=self.bookmarks[anchor]))
        for span in spans(given):
            self.run(line, span, style)
        if with_place:
            line._p.append(_element("w:bookmarkEnd", id=number))

    def run(self, line: Line, it: Span, style: str = "") -> None:
        run = line.add_run(visible(it.text))
        style = it.style or style
        font = run.font
        if style in ("strong", "badge", "warning", "marking"):
            font.bold = True
        elif style == "struck":
            font.strike = True
        elif style == "code":
            font.name = "Consolas"
        if style == "soft":
            font.color.rgb = _SOFT
        if it.to in self.bookmarks:
            font.color.rgb = _ACCENT
            link = _element("w:hyperlink", anchor=self.bookmarks[it.to])
            line._p.append(link)
            link.append(run._r)

    def begun_numbers(self) -> int:
        """A new numbered list that begins at one."""
        numbering: Any = self.file.part.numbering_part.element
        style: Any = self.file.styles["List Number"]
        used = style.element.pPr.numPr.numId.val
        kind = next(each for each in numbering.num_lst if each.numId == used).abstractNumId.val
        number = numbering.add_num(kind)
        number.add_lvlOverride(ilvl=0).add_startOverride(1)
        return int(number.numId)


def _numbered(line: Line, list_number: int) -> None:
    settings: Any = line._p.get_or_add_pPr().get_or_add_numPr()
    settings.get_or_add_ilvl().val = 0
    settings.get_or_add_numId().val = list_number


def _in_font(style: Any, name: str) -> None:
    """A style with a font, whatever its theme says."""
    style.font.name = name
    fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
    for kind in ("asciiTheme", "hAnsiTheme", "eastAsiaTheme", "cstheme"):
        fonts.attrib.pop(qn(f"w:{kind}"), None)


def _lines() -> Any:
    """The lines of a table: a thin one below each row."""
    borders = _element("w:tblBorders")
    for where in ("bottom", "insideH"):
        borders.append(_element(f"w:{where}", val="single", sz="4", space="0", color="C4C4C4"))
    return borders


def _element(tag: str, **given: str) -> Any:
    """An element of the file with attributes of Word's own."""
    element = OxmlElement(tag)
    for key, value in given.items():
        element.set(qn(f"w:{key}"), value)
    return element


def _field(line: Line, code: str) -> None:
    """A field that Word computes, such as the page number."""
    field = _element("w:fldSimple", instr=code)
    line._p.append(field)
    run = line.add_run("1")
    field.append(run._r)
