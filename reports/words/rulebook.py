"""The text behind a citation: title and summary of a rule from the register, if there is one."""

from functools import cache

import msgspec

from adjudication.engine.register import Reading, Register, register
from domain.errors import Refused
from reports.words.phrases import phrases


class RuleText(msgspec.Struct, frozen=True):
    """A cited rule as the register has it; everything but the citation is empty if it is not there."""

    citation: str
    title: str = ""
    summary: str = ""
    handled: str = ""
    kind: str = ""


@cache
def _register(system: str) -> Register | None:
    try:
        return register(system)
    except Refused:
        return None


@cache
def rule_text(system: str, citation: str) -> RuleText:
    """The rule behind a citation (`ramadi 6.4e`); for a house rule only the citation."""
    known = _register(system)
    rule = known.rules.get(citation.removeprefix(system).strip()) if known is not None else None
    if rule is None:
        return RuleText(citation)
    return RuleText(citation, rule.title, rule.summary, rule.handled, rule.kind)


def short_rule(system: str, citation: str) -> str:
    """The name of a rule within a sentence: its short name, else its title, else its citation."""
    title = rule_text(system, citation).title
    if citation in phrases(system).rules:
        return phrases(system).rules[citation]
    return title[:1].lower() + title[1:] if title[1:2].islower() else title or citation


def cited_rules(system: str) -> list[str]:
    """The citations of all rules in the register, in order; none without a register."""
    known = _register(system)
    return [known.cite(id) for id in known.rules] if known is not None else []


def readings(system: str) -> tuple[Reading, ...]:
    """The readings taken where the document is silent or contradicts itself; none without a register."""
    known = _register(system)
    return known.readings if known is not None else ()
