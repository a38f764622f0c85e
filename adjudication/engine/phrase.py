"""Phrases with gaps: `{unit} moves to {to}[; it carries {cargo}]`, from the words of a rule system.

A part in brackets is left out where one of its gaps has nothing to fill it. A gap may say how its value is
written: `{steps:step|steps}` is `1 step` or `3 steps`, `{amount:+}` a number with its sign, `{hex:id}` an id
or number as it is, `{zone:quoted}` the same in quotes, `{side:brief}` a name in the fewest words,
`{units:and}` a list with "and" before its last, `{question:capital}` a beginning of a sentence.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from domain.events.seen import UNKNOWN

_OPTIONAL = re.compile(r"\[([^\]]*)\]")
_GAP = re.compile(r"\{([a-z_]+)(?::([^{}]+))?\}")
_GAPS = re.compile(r"\{([^{}:]*)(?::[^{}]*)?\}")
"""All that looks like a gap, also what can be none."""

_NOTHING: tuple[object, ...] = (None, "", [], (), {})

Saying = Callable[[Any], str]
"""How a value is written."""


def gaps(phrase: str) -> list[str]:
    """The names of the gaps of a phrase, also of those that can be none."""
    return _GAPS.findall(phrase)


def needed(phrase: str) -> set[str]:
    """The gaps that must be filled: those outside brackets."""
    return set(gaps(_OPTIONAL.sub("", phrase)))


def phrased(
    phrase: str,
    values: Mapping[str, Any],
    said: Saying,
    written: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
    brief: Saying | None = None,
) -> str:
    """A phrase with its gaps filled, or nothing where a gap that is not in brackets has no value. written:
    by gap, how some values are written. brief: how a value is written in the fewest words."""

    def part(match: re.Match[str]) -> str:
        return "" if any(values.get(gap) in _NOTHING for gap in gaps(match[1])) else match[1]

    def fill(gap: re.Match[str]) -> str:
        value = _written(values[gap[1]], written.get(gap[1], {}))
        return "(hidden)" if value == UNKNOWN else _as(gap[2], value, said, brief or said)

    text = _OPTIONAL.sub(part, phrase)
    if any(gap not in values for gap in gaps(text)):
        return ""
    return _GAP.sub(fill, text)


def unsaid(phrase: str, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values that a phrase has no gap for, where they are something."""
    named = gaps(phrase)
    return {name: value for name, value in values.items() if name not in named and value not in _NOTHING}


def _as(form: str | None, value: Any, said: Saying, brief: Saying) -> str:
    match form:
        case None:
            return said(value)
        case "id":
            return str(value)
        case "quoted":
            return repr(value)
        case "and":
            return _joined([brief(part) for part in value]) if isinstance(value, list) else brief(value)
        case "+":
            return f"{value:+d}" if type(value) is int else said(value)
        case "brief":
            return brief(value)
        case "capital":
            words = said(value)
            return f"{words[:1].upper()}{words[1:]}"
    one, _, many = form.partition("|")
    return f"{said(value)} {one if value == 1 else many or f'{one}s'}"


def _joined(parts: Sequence[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if parts[1:] else "".join(parts)


def _written(value: Any, written: Mapping[str, str]) -> Any:
    """A value as it is written, or a mapping or a list with its values so."""
    if not written:
        return value
    if isinstance(value, Mapping):
        return {key: _written(part, written) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_written(part, written) for part in value]
    return written.get(str(value), value) if type(value) in (str, int) else value
