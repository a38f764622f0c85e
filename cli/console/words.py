"""A line typed at the console: its words, and which command it means."""

import re
from collections.abc import Container

_WORD = re.compile(
    r"""(?P<key>[^\s"'=]+=)?(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)')(?=\s|$)|(?P<plain>\S+)"""
)

_OPTION = re.compile("--[a-z][a-z-]*")

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


def meant(
    line: str,
    commands: Container[str],
    asked: bool,
    reasoned: Container[str] = (),
    judged: bool = True,
) -> list[str]:
    """The command that a line means. A number gives the order of that number; while a question is open, a
    number, or whatever is no command, answers it: `2 because The bridge was seen`.

    reasoned: the commands behind which a reason may be said in the same way. judged: whether the answer takes
    a reason; else the word `because` is part of it.
    """
    words = split(line)
    if words[:1] == ["whitecell"] and len(words) > 1:
        words = words[1:]
    number = words[0].isascii() and words[0].isdigit()
    if asked and (number or words[0] not in commands):
        if judged and any(_OPTION.fullmatch(word) for word in words[1:]):
            return ["answer", *_with_reason(line, words)]
        answer, _, because = line.strip().partition(BECAUSE) if judged else (line, "", "")
        return ["answer", *(["--because", because.strip()] if because.strip() else []), "--", answer.strip()]
    if number:
        return ["order", *words]
    return _with_reason(line, words) if words[0] in reasoned else words


_FOR_SIDE = re.compile(r"(?P<side>[^\s:\"'=][^:\"'=]{0,59}):\s+(?P<rest>\S.*)")


def for_side(line: str) -> tuple[str, str] | None:
    """Whose order a line says before a colon, and the rest of it: `Aldmark: osprey to gap`."""
    found = _FOR_SIDE.fullmatch(line.strip())
    return (found["side"], found["rest"]) if found is not None else None


def order_of(side: str, rest: str, reasoned: Container[str] = ()) -> list[str]:
    """The command that a side's words mean: an order, `submit osprey to gap`, or `next`."""
    words = split(rest)
    if words[0] == "submit":
        return ["submit", "--as", side, *words[1:]]
    if words[0] == "next":
        return ["next", "--side", side, *words[1:]]
    words = _with_reason(f"order {rest}", ["order", *words]) if "order" in reasoned else ["order", *words]
    return [words[0], "--side", side, *words[1:]]


def _options_behind(reason: str) -> tuple[str, list[str]]:
    """A reason, and the options typed behind it: `They ran --yes`."""
    for found in _WORD.finditer(reason):
        if found.start() and found["plain"] and _OPTION.fullmatch(found["plain"].partition("=")[0]):
            return reason[: found.start()].strip(), split(reason[found.start() :])
    return reason, []


def _with_reason(line: str, words: list[str]) -> list[str]:
    """The words, what stands behind a bare `because` as the reason: `move cts-1 0407 because They ran`."""
    for found in _WORD.finditer(line):
        if found["plain"] == BECAUSE.strip() and found.start() and "--because" not in words:
            said = split(line[: found.start()])
            because, options = _options_behind(line[found.end() :].strip())
            whole = split(because)
            return [
                *(said[1:] if said[0] == "whitecell" else said),
                "--because",
                whole[0] if len(whole) == 1 else because,
                *options,
            ]
    return words
