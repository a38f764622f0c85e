"""Rule registers: every rule of a system's document, counted, and citations checked against them.

A module of rule code makes its citations once, `R = citations("ramadi", __file__)`, and cites in place:
`rule=R["6.4e"]`. The module's own text is searched for citations when it is imported, so a wrong one fails
there and not in play.
"""

import hashlib
import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypedDict, TypeVar

import msgspec

from domain.errors import BadData, NotFound

HANDLED = ("enforced", "asked", "reference")
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,79}")
_CHAPTER = re.compile(r"[0-9]+|[^.]+")
_CITED = re.compile(r"""\bR\[["']([^"'\n]+)["']\]""")


class RuleEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One rule: `handled` is `enforced` (code does it), `asked` (the document leaves it to people), or
    `reference` (shown, needs no code). clauses: what it says, a few words each, where that is several things
    of which each needs a test."""

    id: str
    title: str
    kind: str
    option: str
    handled: str
    summary: str
    clauses: tuple[str, ...] = ()


class Reading(msgspec.Struct, frozen=True):
    """Where the document contradicts itself or is silent: the reading taken, and the option that
    changes it, if there is one."""

    rule: str
    question: str
    reading: str
    option: str | None = None


class UnknownRule(LookupError):
    """A citation of a rule that its system's register does not have."""


class Register:
    """All rules of one system, by the document's own numbers."""

    def __init__(self, system: str, rules: Iterable[RuleEntry], readings: Iterable[Reading]) -> None:
        self.system = system
        self.rules = {rule.id: rule for rule in rules}
        self.readings = tuple(readings)

    def cite(self, id: str) -> str:
        """The citation of a rule, `"ramadi 6.4e"`. Raises UnknownRule."""
        if id not in self.rules:
            raise UnknownRule(self.unknown(id))
        return f"{self.system} {id}"

    def unknown(self, id: str) -> str:
        """That there is no such rule, and which are like it."""
        likely = get_close_matches(id, self.rules, n=3)
        perhaps = f"; like it: {', '.join(likely)}" if likely else ""
        return f"{self.system} has no rule {id}{perhaps}"

    def rule(self, id: str) -> RuleEntry:
        """A rule by its number, with or without the system before it. Raises NotFound."""
        id = id.removeprefix(self.system).strip()
        if id not in self.rules:
            raise NotFound(f"{self.system} has no rule {id!r}; `whitecell rules` lists them.")
        return self.rules[id]


def folder(system: str) -> Traversable:
    """The data folder of a rule system. Raises NotFound for what cannot be the name of one."""
    if not _NAME.fullmatch(system):
        raise NotFound(f"There is no rule system {system[:40]!r}.")
    return files("scenarios").joinpath(system.replace("-", "_"))


def rules_digest(system: str) -> str:
    """The digest of a system's rule register and readings."""
    digest = hashlib.sha256()
    for name in ("rules.jsonl", "readings.jsonl"):
        path = folder(system).joinpath(name)
        if path.is_file():
            digest.update(path.read_bytes())
    return digest.hexdigest()


Entry = TypeVar("Entry")


def _lines(path: Traversable) -> list[bytes]:
    return path.read_bytes().splitlines() if path.is_file() else []


def registers() -> list[str]:
    """The systems that have a register, also those of which nothing else is there yet."""
    return sorted(
        place.name.replace("_", "-")
        for place in files("scenarios").iterdir()
        if place.is_dir() and place.joinpath("rules.jsonl").is_file()
    )


@cache
def register(system: str) -> Register:
    """The register of a system. Raises NotFound when it has none."""
    place = folder(system)
    rules = _lines(place.joinpath("rules.jsonl"))
    if not rules:
        raise NotFound(f"There is no rule register for {system!r}.")
    rule, reading = msgspec.json.Decoder(RuleEntry), msgspec.json.Decoder(Reading)
    readings = _lines(place.joinpath("readings.jsonl"))
    return Register(
        system,
        _decoded(rule, rules, f"rules.jsonl of {system}"),
        _decoded(reading, readings, f"readings.jsonl of {system}"),
    )


def _decoded(decoder: msgspec.json.Decoder[Entry], lines: Sequence[bytes], file: str) -> list[Entry]:
    """The entries of a file, one a line. Raises BadData, with the file and the line, for what is none."""
    found = []
    for number, line in enumerate(lines, start=1):
        try:
            found += [decoder.decode(line)] if line else []
        except msgspec.DecodeError as error:
            raise BadData(f"The {file}, line {number}: {str(error).rstrip('.')}.") from error
    return found


@cache
def rules_of(system: str) -> frozenset[str] | None:
    """All citations of a system's rules; None where it has no register."""
    try:
        known = register(system)
    except NotFound:
        return None
    return frozenset(map(known.cite, known.rules))


def citations(system: str, module: str, also: Iterable[str] = ()) -> dict[str, str]:
    """The citations of one module, rule number -> citation; `module` is its `__file__`.

    also: rule numbers that its data cites (cards, counters), checked with those of its text.
    Raises UnknownRule, with the place and the nearest rules, when it cites what the register does not have.
    """
    known = register(system)
    text = Path(module).read_text(encoding="utf-8")
    found = {}
    for cited in _CITED.finditer(text):
        id = cited[1]
        if id not in known.rules:
            line = text.count("\n", 0, cited.start()) + 1
            raise UnknownRule(f"{Path(module).name}, line {line}: {known.unknown(id)}")
        found[id] = known.cite(id)
    for id in also:
        if id not in known.rules:
            raise UnknownRule(f"{Path(module).name}, cited by its data: {known.unknown(id)}")
        found[id] = known.cite(id)
    _CITED_IN.setdefault(system, set()).update(found.values())
    return found


_CITED_IN: dict[str, set[str]] = {}
"""The citations of the rule code that this process has imported, by system."""


def cited_in_code(system: str) -> frozenset[str]:
    """The citations that the rule code of a system makes somewhere, as far as it is imported here."""
    return frozenset(_CITED_IN.get(system, ()))


def by_chapter(ids: Iterable[str]) -> dict[str, list[str]]:
    """Rule numbers by the chapter that they begin with: `10.15a` is of chapter 10, `event.21` of `event`."""
    chapters: dict[str, list[str]] = {}
    for id in ids:
        begins = _CHAPTER.match(id)
        chapters.setdefault(begins[0] if begins else id, []).append(id)
    return chapters


class Coverage(TypedDict):
    """How the rules of a system are handled and tested. untested: rules, and untested_clauses: clauses
    (`"6.4e: a tie"`), that no test names; unknown: what tests name and the register does not have."""

    system: str
    rules: int
    enforced: int
    asked: int
    reference: int
    clauses: int
    untested: list[str]
    untested_clauses: list[str]
    unknown: list[str]


def coverage(system: str, tested: Iterable[str]) -> Coverage:
    """How many rules are handled how, and which enforced or asked ones, and which clauses, no test names.

    tested: citations (`"ramadi 6.4e"`, or a clause, `"ramadi 6.4e: a tie"`) that tests carry.
    """
    known = register(system)
    named = {name.removeprefix(f"{system} ") for name in tested if name.startswith(f"{system} ")}
    clauses = [f"{id}: {clause}" for id, rule in known.rules.items() for clause in rule.clauses]
    rules = {name.partition(":")[0] for name in named}
    counts = {handled: sum(rule.handled == handled for rule in known.rules.values()) for handled in HANDLED}
    return {
        "system": system,
        "rules": len(known.rules),
        "enforced": counts["enforced"],
        "asked": counts["asked"],
        "reference": counts["reference"],
        "clauses": len(clauses),
        "untested": [
            id for id, rule in known.rules.items() if rule.handled != "reference" and id not in rules
        ],
        "untested_clauses": [clause for clause in clauses if clause not in named],
        "unknown": sorted(named - known.rules.keys() - set(clauses)),
    }
