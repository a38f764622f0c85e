"""Parameters of which `make test` takes some, spread over all of them; the others are slow."""

from collections.abc import Iterable
from typing import Any

import pytest


def thinned(values: Iterable[Any], every: int, several: bool = False) -> list[Any]:
    """The values of a parameter: the first of each so many as they are, the others marked slow. several: each
    is the values of several parameters."""
    return [
        pytest.param(*(value if several else (value,)), marks=[pytest.mark.slow] if nth % every else [])
        for nth, value in enumerate(values)
    ]
