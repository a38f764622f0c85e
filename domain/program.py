"""Which program this is."""

from importlib.metadata import PackageNotFoundError, version


def program() -> str:
    """This program and its version."""
    try:
        return f"whitecell {version('whitecell')}"
    except PackageNotFoundError:
        return "whitecell"
