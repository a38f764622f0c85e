"""A document for print: without its annex, or with the annex at the end."""

from collections.abc import Iterator

import msgspec

from domain.errors import BadData
from reports.document.blocks import Block, Document, Section, Unfold, every_block

PAPER = ("pdf", "docx")
"""Formats for print: the annex is left out unless requested."""
DERIVATIONS = "derivations"


def check_annex(report: str, format: str, annex: bool) -> None:
    """Raises BadData if the annex is requested for a format that always has it. report: for example `a
    review`."""
    if annex and format not in PAPER:
        raise BadData(f"--annex is for {' and '.join(PAPER)}; {report} as {format} always has its annex.")


def in_format(document: Document, format: str, annex: bool) -> Document:
    """The document for a format: on paper without its annex, unless requested."""
    return on_paper(document, annex) if format in PAPER else document


def on_paper(document: Document, annex: bool = False) -> Document:
    """The document for paper. The derivations of lines are in the annex, which is left out unless
    requested; the sections of the annex come last, each marked as such."""
    main = tuple(
        closed
        for section in document.sections
        if not section.annex and ((closed := _closed(section)).blocks or not section.blocks)
    )
    if not annex:
        return msgspec.structs.replace(document, sections=main)
    found = [*_derivations(document), *(section for section in document.sections if section.annex)]
    lettered = (
        msgspec.structs.replace(section, heading=f"Annex {_letter(place)}. {section.heading}")
        for place, section in enumerate(found)
    )
    return msgspec.structs.replace(document, sections=(*main, *lettered))


def _letter(place: int) -> str:
    """A, B, ... Z, AA, AB."""
    more, at = divmod(place, 26)
    return (_letter(more - 1) if more else "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[at]


def _closed(section: Section) -> Section:
    """The section without its derivations, and without what another section also has."""
    blocks = (_without(block) for block in section.blocks if not (isinstance(block, Unfold) and block.told))
    kept = (block for block in blocks if not isinstance(block, Section) or block.blocks)
    return msgspec.structs.replace(section, blocks=tuple(kept))


def _without(block: Block) -> Block:
    match block:
        case Section():
            return _closed(block)
        case Unfold() if block.derivation:
            return msgspec.structs.replace(block, blocks=())
        case _:
            return block


def _derivations(document: Document) -> Iterator[Section]:
    """The derivations of all sections that are not in the annex themselves."""
    main = tuple(section for section in document.sections if not section.annex)
    found = tuple(
        msgspec.structs.replace(block, anchor="", came="", derivation=False, told=False)
        for block in every_block(main)
        if isinstance(block, Unfold) and block.derivation and block.blocks
    )
    if found:
        yield Section(DERIVATIONS, "Derivations", found, annex=True)
