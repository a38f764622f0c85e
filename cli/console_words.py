"""A line typed at the console: its words, and which command it means."""

import re
from collections.abc import Container

_WORD = re.compile(
    r"""(?P<key>[^\s"'=]+=)?(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)')(?=\s|$)|(?P<plain>\S+)"""
)

BECAUSE = " because "
"""Parts an answer from its reason."""


def split(line: str) -> list[str]:
    """The words of a line. Quotes hold words together only around a whole word, so that an apostrophe may
    be typed as it is: `note They don't know "the bridge"`."""
    words = []
    for found in _WORD.finditer(line):
        quoted = found["double"] if found["double"] is not None else found["single"]
        words.append((found["key"] or "") + quoted if quoted is not None else found["plain"])
    return words


def meant(line: str, commands: Container[str], asked: bool) -> list[str]:
    """The command that a line means. A number gives the order of that number; while a question is open, a
    number, or whatever is no command, answers it: `2 because The bridge was seen`."""
    words = split(line)
    if words[:1] == ["whitecell"] and len(words) > 1:
        words = words[1:]
    number = words[0].isascii() and words[0].isdigit()
    if asked and (number or words[0] not in commands):
        answer, _, because = line.strip().partition(BECAUSE)
        return ["decide", *(["--because", because.strip()] if because.strip() else []), "--", answer.strip()]
    return ["order", *words] if number else words
