"""JSON that people type or keep in files, as plain data."""

import json
from typing import Any

import msgspec

from domain.errors import BadData


def read_json(text: bytes | str) -> Any:
    """JSON as plain data. Raises `msgspec.DecodeError`, or BadData for a key that stands twice."""
    data = msgspec.json.decode(text)
    json.loads(text, object_pairs_hook=_each_once)
    return data


def _each_once(pairs: list[tuple[str, Any]]) -> None:
    keys = [key for key, _ in pairs]
    twice = next((key for key in keys if keys.count(key) > 1), None)
    if twice is not None:
        raise BadData(f"The key {twice[:40]!r} stands twice.")
