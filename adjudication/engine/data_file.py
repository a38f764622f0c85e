"""Data files from outside: YAML as plain data, within bounds."""

import pickle
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources.abc import Traversable
from typing import Any

import yaml

from domain.errors import BadData, NotFound
from domain.text import check_all_visible

LARGEST_FILE = 2_000_000
"""Bytes that one data file may have."""

DEEPEST = 64
"""Lists and mappings that may lie inside each other in a data file."""


_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_Base):  # type: ignore[misc]
    """The library's loader, which takes the last of two values of one key."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        """Raises ConstructorError for a key that stands there twice."""
        found: dict[Any, Any] = super().construct_mapping(node, deep)
        if len(found) < len(node.value):
            keys: set[Any] = set()
            for each, _ in node.value:
                key = self.construct_object(each, deep=True)
                if key in keys:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"the key {key!r} stands twice", each.start_mark
                    )
                keys.add(key)
        return found


def read_yaml(path: Traversable) -> tuple[Any, bytes]:
    """A YAML file as plain data, and its bytes. Raises BadData when too large or malformed."""
    if not path.is_file():
        raise NotFound(f"There is no file {path.name}.")
    with path.open("rb") as file:
        raw = file.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise BadData(f"{path.name} is larger than {LARGEST_FILE} bytes.")
    return pickle.loads(_pickled(raw, path.name)), raw


@lru_cache(256)
def _pickled(raw: bytes, name: str) -> bytes:
    """The plain data of a file with this content, for each reader to have a copy of: an audit of many logs,
    and each of many commands, reads the same scenario again. There is room for every file that comes with the
    program. Raises BadData."""
    try:
        _check_shape(raw, name)
        data = yaml.load(raw, Loader=_Loader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        line = " ".join(str(error).split())[:200]
        raise BadData(f"{name} is not readable YAML: {line}.") from error
    check_all_visible(data, name)
    return pickle.dumps(data)


def _check_shape(raw: bytes, name: str) -> None:
    """Raises BadData for lists nested deeper than any reader of them can follow, and for anchors and aliases,
    which let a small file grow without bound."""
    depth = 0
    for event in _events(raw, name):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise BadData(f"{name} uses YAML anchors, which are not accepted.")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                raise _too_deep(name)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1


def _events(raw: bytes, name: str) -> Iterator[yaml.Event]:
    """What the parser comes upon. It reads ahead, and since version 6.0.4 has a bound of its own."""
    try:
        yield from yaml.parse(raw, Loader=_Loader)
    except yaml.YAMLError as error:
        if "nesting depth" in str(error):
            raise _too_deep(name) from error
        raise


def _too_deep(name: str) -> BadData:
    return BadData(f"{name} nests lists or mappings more than {DEEPEST} deep.")
