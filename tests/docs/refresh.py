"""Brings what a document shows up to date, where its lines still tell which they are; the rest is told."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from tests.docs.documents import Shown

ALIKE = 0.6
"""How alike a shown and a printed line must be to be the same line, changed."""


def renewed(shown: Shown, printed: str) -> list[str] | None:
    """The lines to show now, with `...` where it stood; None when it must be done by hand."""
    lines = [line.rstrip() for line in printed.splitlines()]
    if not any("..." in line for line in shown.output):
        return [*lines, *([""] if shown.output[-1:] == [""] else [])]
    new, start = [], 0
    for line in shown.output:
        if line.strip() in ("", "..."):
            new.append(line)
            continue
        found = _found(line, lines[start:])
        if found is None:
            return None
        offset, now = found
        new.append(now)
        start += offset + 1
    return new if Shown(0, "", new).fits(printed) else None


def _found(line: str, printed: list[str]) -> tuple[int, str] | None:
    """Where a line is printed now, and how it is shown: only its numbers are others, or it is alike."""
    pattern = re.sub(r"\d+", r"(\\d+)", re.escape(line)).replace(re.escape("..."), ".*?")
    for offset, each in enumerate(printed):
        match = re.fullmatch(pattern, each)
        if match is not None:
            words = re.split(r"\d+", line)
            return offset, words[0] + "".join(map(str.__add__, match.groups(), words[1:]))
    alike = [SequenceMatcher(None, line, each, autojunk=False).ratio() for each in printed]
    if not alike or max(alike) < ALIKE:
        return None
    offset = alike.index(max(alike))
    return offset, printed[offset]


def write(path: Path, changes: list[tuple[Shown, list[str]]]) -> None:
    """Put the new lines in the place of the old ones."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for shown, new in sorted(changes, key=lambda change: -change[0].line):
        first = shown.line + shown.command.count("\n")
        lines[first : first + len(shown.output)] = new
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def differing(ran: Iterator[tuple[Shown, int, str]]) -> Iterator[tuple[Shown, str]]:
    """The commands that print something else than is shown."""
    for shown, _, printed in ran:
        if not shown.fits(printed):
            yield shown, printed
