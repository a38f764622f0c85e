"""The anchors of a document as names that are valid in every format."""

import re

from reports.document.blocks import Document, anchors

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,60}")


def labels(document: Document) -> dict[str, str]:
    """Each anchor's name in letters, digits and hyphens; one with other characters gets a number."""
    found: dict[str, str] = {}
    for place, anchor in enumerate(sorted(anchors(document)), start=1):
        found[anchor] = anchor if _PLAIN.fullmatch(anchor) else f"place--{place}"
    return found
