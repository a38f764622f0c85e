"""A document as a PDF: tagged, with an outline and page numbers, the same bytes for the same document."""

import io
import json
import re
from importlib.resources import files
from itertools import groupby
from typing import Any

import msgspec

from domain.text import visible
from reports.document.blocks import (
    Block,
    Bullets,
    Card,
    Cards,
    Chip,
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
    every_block,
    plain,
    spans,
)
from reports.document.columns import widths
from reports.document.links import labels
from reports.words.names import one_line

_LONG_RUN = re.compile(r"\S{25,}")
_PIECE = 8
_NARROW_TABLE = 5
"""The most columns of a table in a column of text."""
_FONT = 'font-family="Source Sans Pro"'


def pdf(document: Document) -> bytes:
    """The document as a PDF of A4 pages, also for screen readers (PDF/UA). Raises Refused."""
    data = json.dumps(_Writer(document).document(document), ensure_ascii=False)
    template = files("reports").joinpath("templates", "document", "page.typ").read_bytes()
    (made,) = compiled(template, {"document": data}, pdf_standards=["ua-1"])
    return made


def drawings(figures: list[str]) -> list[bytes]:
    """Figures as PNG pictures, for formats without SVG. Raises Refused."""
    template = files("reports").joinpath("templates", "document", "figures.typ").read_bytes()
    if not figures:
        return []
    svgs = [_in_our_font(svg) for svg in figures]
    return [
        _fewer_colours(drawn)
        for drawn in compiled(template, {"figures": json.dumps(svgs)}, format="png", ppi=200)
    ]


def _fewer_colours(picture: bytes) -> bytes:
    """A PNG picture with a palette of 128 colours, so that maps of a long game fit into an e-mail."""
    from PIL import Image

    made = io.BytesIO()
    with Image.open(io.BytesIO(picture)) as drawn:
        flat = drawn.convert("RGB").quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    flat.save(made, "PNG", compress_level=9)
    return made.getvalue()


def compiled(template: bytes, inputs: dict[str, str], **settings: Any) -> list[bytes]:
    """The output of typst for a template of ours and data, page by page if the format has single pages.

    The fonts are those of `fonts_for`. Raises Refused.
    """
    import typst

    from domain.errors import Refused
    from reports.document.fonts import fonts_for

    fonts = fonts_for(inputs.values())
    try:
        made = typst.compile(
            template,
            sys_inputs=inputs,
            font_paths=fonts.folders,
            ignore_system_fonts=not fonts.with_system,
            **settings,
        )
    except typst.TypstError as error:
        raise Refused(f"The document cannot be set: {one_line(error)}.") from error
    return list(made) if isinstance(made, list) else [made]


class _Writer:
    """Documents in the form that `page.typ` reads: plain dictionaries, with every text printable."""

    def __init__(self, document: Document) -> None:
        self.labels = labels(document)
        self.unplaced = set(self.labels)

    def document(self, it: Document) -> dict[str, Any]:
        return {
            "title": one_line(it.title) or one_line(it.kicker) or "Report",
            "kicker": visible(it.kicker),
            "subtitle": visible(it.subtitle),
            "marking": visible(it.marking).strip(),
            "headline": one_line(it.headline),
            "deck": visible(it.deck),
            "meta": [visible(each) for each in it.meta],
            "foot": visible(it.foot),
            "alone": any(isinstance(block, Pair) for section in it.sections[:1] for block in section.blocks),
            "blocks": self.blocks(tuple(section for section in it.sections if not section.annex)),
            "annex": [
                {"columns": columns, "blocks": self.blocks(tuple(sections))}
                for columns, sections in groupby(
                    (section for section in it.sections if section.annex), key=_columns
                )
            ],
        }

    def blocks(self, given: tuple[Block, ...]) -> list[dict[str, Any]]:
        return [told for block in given for told in self.block(block)]

    def block(self, it: Block) -> list[dict[str, Any]]:
        match it:
            case Paragraph(words, style):
                return [{"kind": "paragraph", "style": style, "words": self.words(words)}]
            case Facts(rows):
                told = [[self.words(term), self.words(said)] for term, said in rows]
                widest = max((len(plain(term)) for term, _ in rows), default=0)
                return [{"kind": "facts", "rows": told, "widest": widest}]
            case Bullets(items, numbered):
                return [
                    {"kind": "bullets", "numbered": numbered, "items": [self.words(item) for item in items]}
                ]
            case Table():
                return [self.table(it)] if it.columns else []
            case Steps(items):
                return [{"kind": "steps", "items": [self.step(step) for step in items]}]
            case Figure():
                return [self.figure(it)]
            case Grid(figures, columns):
                drawn = [self.figure(figure) for figure in figures]
                return [{"kind": "grid", "columns": columns, "figures": drawn}]
            case Pair(left, right, share):
                beside = [self.block(_narrow(left)), self.block(_narrow(right))]
                return [{"kind": "pair", "share": share, "left": beside[0], "right": beside[1]}]
            case Cards(cards):
                return [{"kind": "cards", "items": [self.card(card) for card in cards]}]
            case Chips(chips):
                return [{"kind": "chips", "items": [self.chip(chip) for chip in chips]}]
            case Unfold():
                return [
                    {
                        "kind": "unfold",
                        "id": self.place(it.anchor),
                        "summary": self.words(it.summary),
                        "came": self.words(it.came),
                        "quiet": it.quiet,
                        "struck": it.struck,
                        "blocks": self.blocks(it.blocks),
                    }
                ]
            case Interactive():
                return self.blocks(it.still)
            case Section():
                return [
                    {
                        "kind": "section",
                        "id": self.place(it.anchor),
                        "heading": visible(it.heading).strip() or "…",
                        "boxed": it.boxed,
                        "blocks": self.blocks(it.blocks),
                    }
                ]

    def figure(self, it: Figure) -> dict[str, Any]:
        return {
            "kind": "figure",
            "svg": _in_our_font(it.svg),
            "text": visible(it.text) or visible(it.caption) or "A figure",
            "caption": visible(it.caption),
            "wide": it.kind == "map",
        }

    def chip(self, it: Chip) -> list[dict[str, Any]]:
        return self.words((Span(it.label, to=it.anchor), f" {it.words}".rstrip()))

    def card(self, it: Card) -> dict[str, Any]:
        return {
            "id": self.place(it.anchor),
            "label": visible(it.label),
            "value": visible(it.value),
            "heading": visible(it.heading),
            "words": self.words(it.words),
            "figure": [self.figure(it.figure)] if it.figure is not None else [],
            "notes": [self.words(note) for note in it.notes],
        }

    def table(self, it: Table) -> dict[str, Any]:
        return {
            "kind": "table",
            "caption": visible(it.caption),
            "columns": [[self.words(column.name), column.number] for column in it.columns],
            "widths": widths(it),
            "rows": [[self.words(cell) for cell in row] for row in it.rows],
            "heads": it.heads,
            "ids": [self.place(name) for name in it.anchors],
        }

    def step(self, it: Step) -> dict[str, Any]:
        name = f"e{it.number}"
        return {
            "number": it.number,
            "id": self.place(name) if it.here else "",
            "to": "" if it.here else self.labels.get(name, ""),
            "words": self.words(it.words),
            "notes": [self.words(note) for note in it.notes],
            "struck": it.struck,
        }

    def place(self, name: str) -> str:
        """The label of a place that links lead to; only the first with a name counts."""
        if name not in self.unplaced:
            return ""
        self.unplaced.remove(name)
        return self.labels[name]

    def words(self, given: Words) -> list[dict[str, Any]]:
        return [self.span(span) for span in spans(given) if span.text]

    def span(self, it: Span) -> dict[str, Any]:
        told: dict[str, Any] = {"text": _parts(visible(it.text))}
        if it.style:
            told["style"] = it.style
        if it.to in self.labels:
            told["to"] = self.labels[it.to]
        return told


def _columns(section: Section) -> int:
    """The number of columns for a section of the annex: one if it has figures or wide tables."""
    wide = any(
        isinstance(block, Figure) or (isinstance(block, Table) and len(block.columns) > _NARROW_TABLE)
        for block in every_block(section.blocks)
    )
    return 1 if wide else 2


def _in_our_font(svg: str) -> str:
    """A drawing for screens, with the font of the page instead of the reader's own."""
    return svg.replace("system-ui, ", "Source Sans Pro, ").replace('font-family="inherit"', _FONT)


def _narrow(it: Block) -> Block:
    """A figure that shares the width of a page, in its version for narrow screens, to be legible."""
    if isinstance(it, Figure) and it.narrow:
        return msgspec.structs.replace(it, svg=it.narrow)
    return it


def _parts(text: str) -> list[str | list[str]]:
    """Text in which long words are lists of short pieces: a line may end between them, as it must if a
    digest is longer than a column."""
    parts: list[str | list[str]] = []
    at = 0
    for run in _LONG_RUN.finditer(text):
        parts.append(text[at : run.start()])
        parts.append([text[n : min(n + _PIECE, run.end())] for n in range(*run.span(), _PIECE)])
        at = run.end()
    return [part for part in (*parts, text[at:]) if part]
