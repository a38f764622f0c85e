"""Why something may not be done, with the rule that says so."""

import msgspec

from domain.texts import Said


class Reason(msgspec.Struct, frozen=True):
    """What a rule says against something. `rule` is its id."""

    said: Said
    rule: str


Why = Said | Reason
"""What speaks against something; empty where nothing does."""


def said_of(why: Why) -> Said:
    """What a reason says."""
    return why.said if isinstance(why, Reason) else why


def rule_of(why: Why, else_by: str) -> str:
    """The rule of a reason; `else_by` for words that name none."""
    return why.rule if isinstance(why, Reason) else else_by
