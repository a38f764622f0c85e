"""The name and version of this program."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def program() -> str:
    """The program's name and version."""
    try:
        return f"whitecell {version('whitecell')}"
    except PackageNotFoundError:
        return "whitecell"
