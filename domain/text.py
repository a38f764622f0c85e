"""Characters that could deceive a reader, in text that people typed or that comes in a file.

Control characters control a terminal. Bidirectional controls make a line read differently from what it says.
Line separators start a line that nobody wrote. Zero-width characters make two different names look alike.
Names and ids with such characters are refused; all output shows them as escapes.
"""

import re
from typing import Any
from unicodedata import category, combining, normalize

from domain.errors import BadData

_HIDDEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""Unicode categories of characters that show nothing themselves: control, format, surrogate, separator."""
_BREAKS = "\t\n\v\f\r"
_ESCAPES = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
)


def visible(text: str, keep: str = "") -> str:
    """Text for display on one line: white space becomes spaces, any other unprintable character its escape
    (`\\x1b`, `\\u202e`). keep: white space that stays as it is."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() or char in keep else _shown(char) for char in text)


def _shown(char: str) -> str:
    return " " if char in _BREAKS or category(char) == "Zs" else _escape(char)


def _escape(char: str) -> str:
    code = ord(char)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def hidden_in(text: str, keep: str = "") -> str:
    """The first control or invisible character of a text, as its escape; empty if there is none.

    keep: characters that are allowed.
    """
    if text.isprintable():
        return ""
    return next((_escape(char) for char in text if category(char) in _HIDDEN and char not in keep), "")


def check_visible(text: str, what: str, keep: str = "") -> str:
    """The text. Raises BadData, with `what` as its subject, if it has a control or invisible character."""
    found = hidden_in(text, keep)
    if found:
        raise BadData(f"{what} has an invisible or control character ({found}); leave it out.")
    return text


def check_all_visible(data: Any, what: str, keep: str = "\t\n") -> None:
    """Check every text in plain data, including keys. Raises BadData as `check_visible` does."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            check_visible(value, what, keep)
        elif isinstance(value, dict):
            waiting += [*value, *value.values()]
        elif isinstance(value, list | tuple):
            waiting += value


_NAMES = frozenset(
    (
        "by",
        "name",
        "role",
        "cell",
        "sender",
        "asked_by",
        "agreed",
        "overruled",
        "id",
        "title",
        "marking",
        "tags",
    )
)
"""Fields that hold a name, or an id that people set."""


def check_names(data: Any) -> None:
    """Check every name and id in the plain data of an event. Raises BadData as `check_visible` does."""
    waiting = [data]
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            for key, inside in value.items():
                if key in _NAMES:
                    check_all_visible(inside, "A name or id", keep="")
            waiting += value.values()
        elif isinstance(value, list | tuple):
            waiting += value


def escaped_json(text: str) -> str:
    """JSON text whose control, direction and invisible characters are escaped (`\\uXXXX`)."""
    return text if text.isascii() and "\x7f" not in text else _ESCAPES.sub(_json_escape, text)


def _json_escape(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[place : place + 2].hex()}" for place in range(0, len(units), 2))


def slug(name: str) -> str:
    """A name as an id: small letters, digits, `-` and `_`, without accents; empty if nothing is left."""
    plain = "".join(char for char in normalize("NFKD", name.casefold()) if not combining(char))
    return re.sub(r"[^a-z0-9_]+", "-", plain).strip("-")


def headed(question: object) -> str:
    """A question as the beginning of a line about it: `Which side goes first?`, `D6: casualties:`."""
    words = str(question)
    return words if words.rstrip().endswith("?") else f"{words}:"


NO_VALUE = "none"
"""What an empty text is called."""


def value_said(value: object) -> str:
    """The value of an option as it is said: on, off, none where it is empty, or itself."""
    return ("on" if value else "off") if isinstance(value, bool) else str(value) or NO_VALUE
