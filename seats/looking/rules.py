"""The registers of rules: listed, shown, counted."""

from collections.abc import Iterable
from typing import Any

import msgspec

from adjudication.engine.register import Register, RuleEntry, coverage


def rules(known: Register) -> list[RuleEntry]:
    """The rules of a register."""
    return list(known.rules.values())


def rule(known: Register, id: str) -> dict[str, Any]:
    """A rule, with what its document leaves open and how it is read. Raises NotFound."""
    found = known.rule(id)
    readings = [reading for reading in known.readings if reading.rule == found.id]
    return {**msgspec.to_builtins(found), "readings": readings}


def counted(system: str, tested: Iterable[str] | None, uncited: list[str] | None = None) -> dict[str, Any]:
    """How the rules of a system are handled, and which lack a test. tested: the citations that tests carry,
    None where the tests are not here. uncited: rules that no recorded game cites."""
    found: dict[str, Any] = dict(coverage(system, tested or ()))
    if tested is None:
        found |= {"untested": None, "untested_clauses": None}
    return {**found, "uncited": uncited}
