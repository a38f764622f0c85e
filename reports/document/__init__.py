"""A report as plain data, and the formats it is written in: HTML, Markdown, PDF and Word.

The review, the audit report and the comparison of games are built as a `Document`, and every format is a
function of it. Nothing in a document is markup: what people typed stays text in every format. The same
document gives the same bytes.
"""

from collections.abc import Callable

from reports.document.blocks import Document


def _html(document: Document) -> bytes:
    from reports.document.html import html

    return html(document).encode()


def _markdown(document: Document) -> bytes:
    from reports.document.markdown import markdown

    return markdown(document)


def _pdf(document: Document) -> bytes:
    from reports.document.pdf import pdf

    return pdf(document)


def _word(document: Document) -> bytes:
    from reports.document.word import word

    return word(document)


FORMATS: dict[str, Callable[[Document], bytes]] = {
    "html": _html,
    "md": _markdown,
    "pdf": _pdf,
    "docx": _word,
}
"""Every format, by the ending of its files; each is imported only when it is needed."""
