"""Which fields hold words that people typed, and no id: every view shows these unchanged."""

from functools import cache
from typing import get_type_hints

from domain.events.base import Event
from domain.texts import Said

_OWN = frozenset(("because", "by", "narration", "text"))


@cache
def typed_in(kind: type[Event]) -> frozenset[str]:
    """The fields of an event in which a plain text is what people typed, and no id."""
    return frozenset(name for name, hint in get_type_hints(kind).items() if name in _OWN or hint == Said)
