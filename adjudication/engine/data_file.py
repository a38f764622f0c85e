"""Data files from outside: YAML as plain data, within bounds."""

from importlib.resources.abc import Traversable
from typing import Any

import yaml

from domain.errors import BadData, NotFound
from domain.text import check_all_visible

LARGEST_FILE = 2_000_000
"""Bytes that one data file may have."""

DEEPEST = 64
"""Lists and mappings that may lie inside each other in a data file."""


_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Traversable) -> tuple[Any, bytes]:
    """A YAML file as plain data, and its bytes. Raises BadData when too large or malformed."""
    if not path.is_file():
        raise NotFound(f"There is no file {path.name}.")
    with path.open("rb") as file:
        raw = file.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise BadData(f"{path.name} is larger than {LARGEST_FILE} bytes.")
    try:
        _check_shape(raw, path.name)
        data = yaml.load(raw, Loader=_Loader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError, ValueError) as error:
        line = " ".join(str(error).split())[:200]
        raise BadData(f"{path.name} is not readable YAML: {line}.") from error
    check_all_visible(data, path.name)
    return data, raw


def _check_shape(raw: bytes, name: str) -> None:
    """Raises BadData for lists nested deeper than any reader of them can follow, and for anchors and aliases,
    which let a small file grow without bound."""
    depth = 0
    for event in yaml.parse(raw, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None) is not None:
            raise BadData(f"{name} uses YAML anchors, which are not accepted.")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                raise BadData(f"{name} nests lists or mappings more than {DEEPEST} deep.")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
