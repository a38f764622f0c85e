"""A document as Markdown (CommonMark with tables and strike-through), for wikis.

Anything in words that could be markup is escaped; the only HTML are the anchors of links. Figures are
replaced by their words, and what expands is expanded.
"""

import re
from collections.abc import Iterator
from unicodedata import category

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
    spans,
)
from reports.document.links import labels

_MARKUP = re.compile(r"[\\`*_\[\]<>&|~${}@]|:(?=//)|(?<=www)\.|!\Z", re.IGNORECASE)
_AT_THE_START = re.compile(r"([#+=-]|[0-9]+(?=[.)]))")
_MARKS = {"strong": "**", "struck": "~~", "badge": "*", "warning": "**", "marking": "**"}


def markdown(document: Document) -> bytes:
    """The document as one text of Markdown."""
    return "\n\n".join(_Writer(document).document(document)).encode() + b"\n"


class _Writer:
    """Writes paragraphs of Markdown; each link and anchor by its label."""

    def __init__(self, document: Document) -> None:
        self.labels = labels(document)
        self.unplaced = set(self.labels)
        self.odd = False

    def document(self, it: Document) -> Iterator[str]:
        marking = _styled(it.marking, "**").strip()
        if marking:
            yield marking
        if it.kicker.strip():
            yield _start(_escaped(it.kicker))
        yield f"# {_escaped(it.headline or it.title)}"
        if it.deck.strip():
            yield _start(_escaped(it.deck))
        if it.headline.strip():
            yield _start(_escaped(it.title))
        if it.subtitle.strip():
            yield _start(_escaped(it.subtitle))
        mark = self.bullet()
        yield "\n".join(f"{mark} {self.words(Span(each.heading, to=each.anchor))}" for each in it.sections)
        yield from self.blocks(it.sections, 2)
        if it.foot.strip():
            yield _start(_escaped(it.foot))
        if it.meta:
            yield _start(_escaped(" · ".join(it.meta)))
        if marking:
            yield marking

    def blocks(self, given: tuple[Block, ...], level: int) -> Iterator[str]:
        for block in given:
            yield from (text for text in self.block(block, level) if text.strip())

    def block(self, it: Block, level: int) -> Iterator[str]:
        match it:
            case Paragraph(words):
                yield _start(self.words(words))
            case Facts(rows):
                mark = self.bullet()
                told = (_start(f"{_styled(term, '**')}: {self.words(said)}") for term, said in rows)
                yield "\n".join(f"{mark} {line}" for line in told)
            case Bullets(items, numbered):
                mark = self.bullet()
                if numbered:
                    mark = "1." if mark == "-" else "1)"
                yield "\n".join(f"{mark} {_start(self.words(item))}" for item in items)
            case Table():
                yield _start(_styled(it.caption, "**"))
                yield self.table(it)
            case Steps(items):
                mark = self.bullet()
                yield "\n".join(line for step in items for line in self.step(step, mark))
            case Figure(_, text, caption):
                yield f"**Figure** {_escaped(caption)}".strip()
                yield _start(_escaped(text))
            case Grid(figures):
                yield from self.blocks(figures, level)
            case Pair(left, right):
                yield from self.blocks((left, right), level)
            case Cards(cards):
                for card in cards:
                    yield from (text for text in self.card(card, level) if text.strip())
            case Chips(chips):
                links = (self.words((Span(chip.label, to=chip.anchor), f" {chip.words}")) for chip in chips)
                yield _start(" · ".join(link.strip() for link in links))
            case Unfold():
                summary = self.styled(it.summary, "struck" if it.struck else "" if it.quiet else "strong")
                yield _start(self.anchor(it.anchor) + summary)
                yield _start(self.words(it.came))
                yield from self.blocks(it.blocks, level)
            case Interactive():
                yield from self.blocks(it.still, level)
            case Section():
                yield f"{'#' * min(level, 6)} {self.anchor(it.anchor)}{_escaped(it.heading).strip()}"
                yield from self.blocks(it.blocks, level + 1)

    def card(self, it: Card, level: int) -> Iterator[str]:
        parts = " · ".join(part for part in (it.label, it.heading, it.value) if part.strip())
        yield _start(self.anchor(it.anchor) + _styled(parts, "**"))
        yield _start(self.words(it.words))
        if it.figure is not None:
            yield from self.block(it.figure, level)
        mark = self.bullet()
        yield "\n".join(f"{mark} {_start(self.words(note))}" for note in it.notes)

    def bullet(self) -> str:
        """The bullet of another list than the one before: two lists with the same bullet would be read as
        one."""
        self.odd = not self.odd
        return "-" if self.odd else "*"

    def step(self, it: Step, mark: str) -> Iterator[str]:
        place = self.anchor(f"e{it.number}") if it.here else ""
        number = str(it.number) if it.here else self.words(Span(str(it.number), to=f"e{it.number}"))
        yield f"{mark} {place}{number}: {self.styled(it.words, 'struck' if it.struck else '')}"
        yield from (f"  {mark} {_start(self.words(note))}" for note in it.notes)

    def table(self, it: Table) -> str:
        rows = [
            "| " + " | ".join(_escaped(column.name) for column in it.columns) + " |",
            "|" + "|".join(" ---: " if column.number else " --- " for column in it.columns) + "|",
        ]
        for at, row in enumerate(it.rows):
            cells = [
                self.styled(cell, "strong" if it.heads and not place else "", in_table=True)
                for place, cell in enumerate(row)
            ]
            name = self.anchor(it.anchors[at]) if at < len(it.anchors) else ""
            rows.append(f"| {name}" + " | ".join(cells) + " |")
        return "\n".join(rows)

    def anchor(self, name: str) -> str:
        """The place to which links of that name lead; only the first with a name counts."""
        if name not in self.unplaced:
            return ""
        self.unplaced.remove(name)
        return f'<a id="{self.labels[name]}"></a>'

    def words(self, given: Words) -> str:
        return self.styled(given, "")

    def styled(self, given: Words, style: str, in_table: bool = False) -> str:
        """Words, each span in its own style, or in this one if it has none.

        Code loses its style if its characters, which cannot be escaped, would end a cell or a link.
        """
        mark = _MARKS.get(style, "")
        runs: list[tuple[str, str, str]] = []
        for span in (span for span in spans(given) if span.text):
            look, to = _MARKS.get(span.style, mark), self.labels.get(span.to, "")
            if span.style == "code":
                look = "" if (in_table and "|" in span.text) or (to and "]" in span.text) else "`"
            text = span.text
            if runs and runs[-1][1:] == (look, to):
                text = runs.pop()[0] + text  # two marks in a row would be read as another one
            runs.append((text, look, to))
        out = ""
        for place, (text, look, to) in enumerate(runs):
            behind = runs[place + 1] if place + 1 < len(runs) else ("", "", "")
            after = "[" if behind[2] else behind[0][:1]
            out += _run(text, look, to, out[-1:], after)
        return out


def _run(text: str, mark: str, to: str, before: str, after: str) -> str:
    """Text between its marks, as a link if it is one; before and after are the adjacent characters."""
    if to and text.strip():
        before, after = "[", "]"
    text = _code(text) if mark == "`" else _styled(text, mark, before, after)
    return f"[{text.strip()}](#{to})" if to and text.strip() else text


def _escaped(text: str) -> str:
    """Text that is read literally within a line."""
    return _MARKUP.sub(r"\\\g<0>", visible(text))


def _start(text: str) -> str:
    """A line that starts no list, heading or code."""
    text = text.strip()
    found = _AT_THE_START.match(text)
    if found is None:
        return text
    first = found.group()
    return f"{first}\\{text[found.end() :]}" if first.isdigit() else f"\\{text}"


def _styled(text: str, mark: str, before: str = "", after: str = "") -> str:
    """Text between two marks, which must touch its first and last letter to count as marks.

    They do not count either if the first or last character is a sign and a letter is on their other side:
    then the text has no marks.
    """
    text = _escaped(text)
    inside = text.strip()
    start, end = text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]
    if not mark or not inside or (not start and before == mark[0]):
        return text
    if (_is_sign(inside[0]) and not _is_edge(start[-1:] or before)) or (
        _is_sign(inside[-1]) and not _is_edge(end[:1] or after)
    ):
        return text
    return f"{start}{mark}{inside}{mark}{end}"


def _is_sign(char: str) -> bool:
    return category(char)[0] in "PS"


def _is_edge(char: str) -> bool:
    """Whether a mark can begin or end beside it: nothing, a space, or punctuation."""
    return not char or char.isspace() or category(char)[0] == "P"


def _code(text: str) -> str:
    """Text as code: its fence is longer than any run of back-ticks in it."""
    text = visible(text).strip()
    if not text:
        return " "
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    pad = " " if "`" in (text[0], text[-1]) else ""
    return f"{fence}{pad}{text}{pad}{fence}"
