"""Definitions that several drawings of a page have in common are written once: symbols, and counters made
of them."""

import re

_DEFS = re.compile(r"<defs>(.*?)</defs>", re.DOTALL)
_TAG = re.compile(r"<(/?)([a-zA-Z][\w:-]*)((?:\"[^\"]*\"|'[^']*'|[^\"'>])*?)(/?)>")
_ID = re.compile(r'^<[\w:-]+ id="([^"]+)"|^<[\w:-]+[^>]*? id="([^"]+)"')
_USED = re.compile(r'(href="#|url\(#)([^")]+)')


class Shared:
    """Takes the drawings of a page one after another; a definition that an earlier one has is left out,
    and its uses refer to the earlier one."""

    def __init__(self) -> None:
        self._first: dict[str, str] = {}

    def drawn(self, svg: str) -> str:
        """A drawing without what an earlier one defines."""
        other: dict[str, str] = {}

        def kept(match: re.Match[str]) -> str:
            return f"<defs>{''.join(self._kept(part, other) for part in _parts(match[1]))}</defs>"

        slim = _DEFS.sub(kept, svg)
        return _renamed(slim, other) if other else svg

    def known(self, svg: str) -> str:
        """A drawing unchanged, whose definitions later ones may use."""
        for match in _DEFS.finditer(svg):
            for part in _parts(match[1]):
                self._kept(part, {})
        return svg

    def _kept(self, part: str, other: dict[str, str]) -> str:
        """A definition, or empty if an earlier drawing has the same."""
        part = _renamed(part, other)
        found = _ID.match(part)
        if found is None:
            return part
        id = found[1] or found[2]
        first = self._first.setdefault(part.replace(f' id="{id}"', "", 1), id)
        if first == id:
            return part
        other[id] = first
        return ""


def _renamed(text: str, other: dict[str, str]) -> str:
    return _USED.sub(lambda match: match[1] + other.get(match[2], match[2]), text)


def _parts(inside: str) -> list[str]:
    """The elements at the top level of some markup."""
    parts, depth, start = [], 0, 0
    for match in _TAG.finditer(inside):
        closes, _, _, empty = match.groups()
        if depth == 0:
            start = match.start()
        depth += -1 if closes else 0 if empty else 1
        if depth == 0:
            parts.append(inside[start : match.end()])
    return parts
