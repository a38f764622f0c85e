"""Which program this is."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def program() -> str:
    """This program and its version."""
    try:
        return f"whitecell {version('whitecell')}"
    except PackageNotFoundError:
        return "whitecell"
