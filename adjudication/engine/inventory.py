"""Inventories: the rules of a document, counted before any code, made a system's register.

An inventory is one YAML file. Only what the register needs is read; what else it holds (worked examples,
missing charts) is for whoever writes the rules.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Annotated, Any, NamedTuple

import msgspec
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adjudication.engine.data_file import read_yaml
from adjudication.engine.register import HANDLED, Reading, Register, RuleEntry
from domain.errors import BadData

OPTIONS = ("basic", "optional", "advanced")
REFERENCE = ("definition", "guidance")
"""Kinds of rules that need no code, unless the inventory says otherwise."""
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,39}")

Line = Annotated[str, Field(min_length=1, max_length=200)]
Text = Annotated[str, Field(min_length=1, max_length=10_000)]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class InventoryRule(_Entry):
    """One rule: `must` is what it demands, in one's own words; `handled` where it is decided already;
    `clauses` the several things that it says, a few words each, where each needs a test."""

    id: str
    title: Line
    kind: Line
    option: str = "basic"
    must: Text
    handled: str = ""
    clauses: tuple[Line, ...] = ()
    see: tuple[str, ...] = ()


class InventoryReading(_Entry):
    """A gap or contradiction of the document: the reading taken, and the option that changes it."""

    rule: str
    question: Text
    reading: Text
    option: str | None = None


class Inventory(BaseModel):
    """An inventory file: its rules, and the readings of what is ambiguous."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    rules: tuple[InventoryRule, ...] = Field(min_length=1)
    ambiguous: tuple[InventoryReading, ...] = ()


class Registered(NamedTuple):
    """A register made from an inventory. kept: rules whose handling is that of the register there was.
    unknown: what rules refer to that is no rule of the inventory, in order."""

    register: Register
    kept: int
    unknown: list[str]


def read_inventory(path: Traversable, system: str, before: Register | None = None) -> Registered:
    """The register of a system from an inventory file.

    A rule is handled as the file says, else as the register `before` has it, else as a reference where its
    kind is a definition or guidance, else enforced. Raises NotFound, or BadData that names the place.
    """
    raw, _ = read_yaml(path)
    try:
        inventory = Inventory.model_validate(raw)
    except ValidationError as error:
        raise BadData(f"{path.name}: {_plainly(error.errors(include_url=False)[0], raw)}.") from error
    ids = [rule.id for rule in inventory.rules]
    for rule in inventory.rules:
        if not _ID.fullmatch(rule.id):
            raise BadData(
                f"{path.name}: {rule.id[:60]!r} cannot be cited; a rule's id has 1 to 40 letters, "
                "digits, points, hyphens or slashes."
            )
        if rule.option not in OPTIONS:
            raise BadData(
                f"{path.name}: rule {rule.id}: `option` is {_one_of(OPTIONS)}, not {rule.option[:40]!r}."
            )
        if rule.handled and rule.handled not in HANDLED:
            raise BadData(
                f"{path.name}: rule {rule.id}: `handled` is {_one_of(HANDLED)}, not {rule.handled[:40]!r}."
            )
        again = [clause for clause, times in Counter(map(_one_line, rule.clauses)).items() if times > 1]
        if again:
            raise BadData(f"{path.name}: rule {rule.id} has the clause {again[0][:60]!r} twice.")
    twice = [id for id, times in Counter(ids).items() if times > 1]
    if twice:
        raise BadData(f"{path.name}: rule {twice[0]} is there twice; each rule has an id of its own.")
    for reading in inventory.ambiguous:
        if reading.rule not in ids:
            raise BadData(
                f"{path.name}: `ambiguous` speaks of rule {reading.rule[:60]!r}, which is not listed."
            )
    known = {} if before is None else before.rules
    rules = [_entry(rule, known) for rule in inventory.rules]
    options = {} if before is None else {(each.rule, each.question): each.option for each in before.readings}
    readings = [
        Reading(
            each.rule,
            _one_line(each.question),
            _one_line(each.reading),
            each.option or options.get((each.rule, _one_line(each.question))),
        )
        for each in inventory.ambiguous
    ]
    kept = sum(not rule.handled and rule.id in known for rule in inventory.rules)
    refers = dict.fromkeys(other for rule in inventory.rules for other in rule.see)
    return Registered(
        Register(system, rules, readings), kept, [each for each in refers if not _is_there(each, ids)]
    )


def _is_there(reference: str, ids: Sequence[str]) -> bool:
    """Whether a reference is to a rule, or to a section that has rules: `9.5` where there is 9.5.1."""
    return any(id.startswith(reference) and not id[len(reference) :][:1].isdigit() for id in ids)


def _entry(rule: InventoryRule, known: Mapping[str, RuleEntry]) -> RuleEntry:
    before = known.get(rule.id)
    handled = rule.handled or (before.handled if before is not None else "")
    if not handled:
        handled = "reference" if rule.kind in REFERENCE else "enforced"
    clauses = rule.clauses or (before.clauses if before is not None else ())
    return RuleEntry(
        rule.id,
        _one_line(rule.title),
        rule.kind,
        rule.option,
        handled,
        _one_line(rule.must),
        tuple(map(_one_line, clauses)),
    )


def as_lines(entries: Sequence[RuleEntry] | Sequence[Reading]) -> bytes:
    """Entries of a register as its files hold them: one JSON object a line."""
    import json

    lines = (json.dumps(msgspec.to_builtins(each), ensure_ascii=False) for each in entries)
    return "".join(f"{line}\n" for line in lines).encode()


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _one_of(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"


def _plainly(fault: Any, raw: Any) -> str:
    """What is wrong, and with which rule, as whoever wrote the file would say it."""
    where = list(fault["loc"])
    if not isinstance(raw, dict) or not where:
        return "it holds no `rules`"
    place = str(where[0])
    if len(where) > 1 and isinstance(where[1], int):
        entry = raw[place][where[1]]
        named = entry.get("id" if place == "rules" else "rule") if isinstance(entry, dict) else None
        place = f"rule {named}" if place == "rules" and named else f"`{place}`, number {where[1] + 1}"
        where = where[1:]
    field = ".".join(str(part) for part in where[1:])
    if fault["type"] == "missing":
        return f"{place} has no `{field}`" if field else f"it holds no `{place}`"
    if fault["type"] == "too_short":
        return "it holds no rules"
    if fault["type"] == "string_type":
        return f"{place}: `{field}` is text; put it in quotes"
    return f"{place}: {f'`{field}`: ' if field else ''}{fault['msg'].lower()}"
