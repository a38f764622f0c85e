"""Hypothesis strategies for every event of the closed registry, made from the types of their fields."""

from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

from domain.events import WIRE_NAMES, Event

texts = st.text(max_size=12)
whole = st.one_of(st.integers(-40, 40), st.integers(-(2**63), 2**64))
plain = st.recursive(
    st.one_of(st.none(), st.booleans(), whole, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(texts, inner, max_size=3)),
    max_leaves=6,
)
_SIMPLE: dict[Any, st.SearchStrategy[Any]] = {
    str: texts,
    int: whole,
    bool: st.booleans(),
    NoneType: st.none(),
    Any: plain,
}


def strategy(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a field's type. A type that no event should have is a KeyError."""
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return instances(kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return st.one_of([strategy(part) for part in parts])
    if origin is tuple and parts[-1] is Ellipsis:
        return st.lists(strategy(parts[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*(strategy(part) for part in parts))
    if origin is dict:
        return st.dictionaries(strategy(parts[0]), strategy(parts[1]), max_size=3)
    raise KeyError(kind)


def instances(kind: type[msgspec.Struct]) -> st.SearchStrategy[Any]:
    """Instances of a struct; every field is given, so that defaults are met and missed."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{name: strategy(hints[name]) for name in kind.__struct_fields__})


events: st.SearchStrategy[Event] = st.sampled_from(list(WIRE_NAMES.values())).flatmap(instances)
"""Any event at all."""
