"""The parts of a report: words, blocks, sections, as plain data without a format."""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from domain.text import visible

Style = Literal["", "strong", "soft", "struck", "badge", "warning", "marking", "code"]
"""How words look. `badge`: the provenance of a thing; `warning`: a badge that calls for caution;
`marking`: a handling marking."""


class Span(msgspec.Struct, frozen=True):
    """A few words in a style. to: the anchor in this document that they link to; without such an anchor
    they are plain words."""

    text: str
    style: Style = ""
    to: str = ""


Words = str | Span | tuple[str | Span, ...]
"""Text for one line or paragraph."""


class Paragraph(msgspec.Struct, frozen=True, tag="paragraph"):
    """A paragraph. `lead`: the main point of the section; `verdict`: the main point of the whole document;
    `over`: a line above what follows, kept on the same page."""

    words: Words
    style: Literal["", "soft", "lead", "verdict", "over"] = ""


class Facts(msgspec.Struct, frozen=True, tag="facts"):
    """Terms with their descriptions."""

    rows: tuple[tuple[str, Words], ...]


class Bullets(msgspec.Struct, frozen=True, tag="bullets"):
    """A list; numbered if its order matters."""

    items: tuple[Words, ...]
    numbered: bool = False


class Column(msgspec.Struct, frozen=True):
    """A column of a table: its heading, and whether it holds numbers."""

    name: str
    number: bool = False


class Table(msgspec.Struct, frozen=True, tag="table"):
    """A table. Each row has a cell for each column; with `heads` the first cell is the heading of its row.

    caption: what a reader needs who cannot see the surroundings; it is above the table. anchors: the link
    names of the rows, if they have any.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Words, ...], ...]
    caption: str = ""
    heads: bool = False
    anchors: tuple[str, ...] = ()


class Step(msgspec.Struct, frozen=True):
    """An event in a list of events: its number, its words, and further lines such as its rule.

    here: this is the place of the event in the document, to which others link; elsewhere its number is a link
    to that place.
    """

    number: int
    words: Words
    notes: tuple[Words, ...] = ()
    struck: bool = False
    here: bool = False


class Steps(msgspec.Struct, frozen=True, tag="steps"):
    """A list of events."""

    items: tuple[Step, ...]


class Figure(msgspec.Struct, frozen=True, tag="figure"):
    """A drawing.

    svg: one complete `svg` element drawn by this program, with its namespace; no other figure of the document
    uses its ids. text: the content in words, for those who cannot see it. narrow: the same drawn for narrow
    screens.
    """

    svg: str
    text: str
    caption: str = ""
    kind: Literal["map", "chart"] = "chart"
    narrow: str = ""


class Grid(msgspec.Struct, frozen=True, tag="grid"):
    """Small figures side by side, as many in a row as fit. columns: the number in a row on paper."""

    figures: tuple[Figure, ...]
    columns: int = 3


class Card(msgspec.Struct, frozen=True):
    """One thing at a glance: its kind (`label`), its figure in large type (`value`), its name, a sentence,
    a drawing, and further lines."""

    label: str
    value: str
    heading: str
    words: Words
    figure: Figure | None = None
    notes: tuple[Words, ...] = ()
    anchor: str = ""


class Cards(msgspec.Struct, frozen=True, tag="cards"):
    """Cards side by side, one below another on narrow screens."""

    items: tuple[Card, ...]


class Chip(msgspec.Struct, frozen=True):
    """A short link: its label, a word or two beside it, and its anchor."""

    label: str
    words: str = ""
    anchor: str = ""


class Chips(msgspec.Struct, frozen=True, tag="chips"):
    """A row of short links. heading: where they lead, for those who cannot see them."""

    items: tuple[Chip, ...]
    heading: str = ""


class Pair(msgspec.Struct, frozen=True, tag="pair"):
    """Two blocks side by side, one below the other on narrow screens. share: the percentage of the width
    for the left one."""

    left: "Block"
    right: "Block"
    share: int = 60


class Unfold(msgspec.Struct, frozen=True, tag="unfold"):
    """A line that expands to more; on paper it is expanded. came: a second line with the result.
    derivation: its content belongs in the annex on paper. told: another section has the line in the same
    words, so that paper leaves it out here."""

    summary: Words
    blocks: "tuple[Block, ...]"
    came: Words = ""
    anchor: str = ""
    quiet: bool = False
    struck: bool = False
    derivation: bool = False
    told: bool = False


class Interactive(msgspec.Struct, frozen=True, tag="interactive"):
    """A part that moves in a browser. template: its file in `templates/document`, which receives `data`.
    still: what replaces it in every format without a script."""

    template: str
    data: dict[str, Any]
    still: "tuple[Block, ...]"


class Section(msgspec.Struct, frozen=True, tag="section"):
    """A heading with its content. anchor: its name for links.

    group: the part of the contents that lists it. annex: it is folded on a screen, and left out on paper
    unless requested. boxed: it is in a box.
    """

    anchor: str
    heading: str
    blocks: "tuple[Block, ...]"
    group: str = ""
    annex: bool = False
    boxed: bool = False


Block = (
    Paragraph
    | Facts
    | Bullets
    | Table
    | Steps
    | Figure
    | Grid
    | Cards
    | Chips
    | Pair
    | Unfold
    | Interactive
    | Section
)


class Document(msgspec.Struct, frozen=True):
    """A whole report. kicker: the kind of report. marking: its handling marking, at top and bottom of every
    page. foot: what it was made from.

    headline: the result of the report in a sentence, shown in place of the title. deck: the sentence below
    it. meta: names, times and numbers that nobody reads first; they are in the footer.
    """

    title: str
    kicker: str
    subtitle: str
    marking: str
    sections: tuple[Section, ...]
    foot: str = ""
    headline: str = ""
    deck: str = ""
    meta: tuple[str, ...] = ()


def spans(words: Words) -> tuple[Span, ...]:
    """Words as spans."""
    parts = words if isinstance(words, tuple) else (words,)
    return tuple(part if isinstance(part, Span) else Span(part) for part in parts)


def plain(words: Words) -> str:
    """Words without their styles, for output as text."""
    return "".join(visible(span.text) for span in spans(words))


def event_link(number: int, words: str = "") -> Span:
    """A link to the place of an event: `event 12`, or other words."""
    return Span(words or f"event {number}", to=f"e{number}")


def every_block(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """All blocks in the order of the document, including those inside others."""
    for block in blocks:
        yield block
        yield from every_block(_inside(block))


def _inside(block: Block) -> "tuple[Block, ...]":
    """The blocks inside this one."""
    match block:
        case Section() | Unfold():
            return block.blocks
        case Interactive():
            return block.still
        case Pair():
            return block.left, block.right
        case Grid():
            return block.figures
        case Cards():
            return tuple(card.figure for card in block.items if card.figure is not None)
        case _:
            return ()


def groups(document: Document) -> list[tuple[str, list[Section]]]:
    """The sections by the parts of the contents, in the order in which each part first occurs."""
    found: dict[str, list[Section]] = {}
    for section in document.sections:
        found.setdefault(section.group, []).append(section)
    return list(found.items())


def anchors(document: Document) -> set[str]:
    """Every name in a document that can be linked to."""
    found: set[str] = set()
    for block in every_block(document.sections):
        if isinstance(block, Section | Unfold):
            found.add(block.anchor)
        elif isinstance(block, Steps):
            found.update(f"e{step.number}" for step in block.items if step.here)
        elif isinstance(block, Table):
            found.update(block.anchors)
        elif isinstance(block, Cards):
            found.update(card.anchor for card in block.items)
    return found - {""}
