"""Kinds of counters and cards in words: what is printed on them, and what the rules read."""

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from domain.events import KindData
from reports.words.names import one_line, spoken

LONG, WIDE = 80, 100
"""The most characters of a fact on one line, and of the lines of a longer one."""


def kind_data(id: str, kind: KindData) -> dict[str, Any]:
    """A kind for programs."""
    return {"kind": id, **msgspec.to_builtins(kind)}


def kind_lines(id: str, kind: KindData, system: str = "") -> list[str]:
    """A kind for readers: name, text, numbers, data, and provenance."""
    lines = [f"{one_line(id)}: {one_line(kind.name)}"]
    facts = {"side": kind.side, "group": kind.group, "back": kind.back}
    told = [f"{name} {one_line(value)}" for name, value in facts.items() if value]
    if told:
        lines.append(f"  {', '.join(told)}")
    lines += [f"  {one_line(line)}" for line in kind.text.splitlines() if line.strip()]
    for values in (kind.values, kind.data):
        for name, value in values.items():
            lines += _lines(name, value)
    rule = f"{system} {kind.rule}".strip() if kind.rule else ""
    lines.append(f"  {one_line(kind.provenance)}{f' ({one_line(rule)})' if rule else ''}")
    return lines


def facts_of(kind: KindData) -> list[str]:
    """The numbers and data of a kind, one line each: `dice: [6, 8]`."""
    return [
        f"{one_line(spoken(name))}: {_said(value)}"
        for values in (kind.values, kind.data)
        for name, value in values.items()
    ]


def _lines(name: str, value: Any) -> list[str]:
    """A fact on one line; a long list or mapping below it, in the form that a deck file uses."""
    said = f"  {one_line(spoken(name))}: {_said(value)}"
    if len(said) <= LONG or not isinstance(value, Mapping | list | tuple):
        return [said]
    import yaml

    written = yaml.safe_dump(
        msgspec.to_builtins(value), allow_unicode=True, sort_keys=False, default_flow_style=None, width=WIDE
    )
    return [f"  {one_line(name)}:", *(f"    {_one_line(line)}" for line in written.splitlines())]


def _one_line(text: str) -> str:
    """A line without characters that control a terminal, with its indentation."""
    return " " * (len(text) - len(text.lstrip(" "))) + one_line(text.lstrip(" "))


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping | list | tuple):
        return one_line(json.dumps(value, ensure_ascii=False))
    return "none" if value is None else one_line(value)
