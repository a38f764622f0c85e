"""What every event has, whatever it records."""

import msgspec

Value = str | int | bool | None
"""What a mark, an option or an argument may hold: plain data, never a float."""


Sides = tuple[str, ...] | None
"""The sides that may know of something; None is everyone. The white cell knows all."""


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What every event has.

    number: its place in the log, from 1; 0 before it is recorded. time: when it was recorded, ISO 8601, UTC.
    procedure: number of the `OrderGiven` whose adjudication it belongs to; 0 for none.
    rule: the rule it follows (`"ramadi 6.4e"`), `house` for one made at the table, or empty.
    audience: the sides that may know of it; None is everyone. The white cell knows all.
    blind: random digits, shown to no side, without which nobody can make the digest of the event.
    """

    number: int = 0
    time: str = ""
    procedure: int = 0
    rule: str = ""
    audience: Sides = None
    blind: str = ""
