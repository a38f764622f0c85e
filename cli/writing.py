"""Where a file is to be written: whether that can be, and what is there already."""

from pathlib import Path

from cli.terminal import confirm
from domain.errors import BadData


def check_place(path: Path) -> None:
    """A file can be written there, before any work goes into it. Raises BadData."""
    if path.is_dir() or not path.parent.is_dir():
        raise BadData(f"{path} cannot be written: it is a folder, or its folder is not there.")


def may_overwrite(path: Path, yes: bool) -> None:
    """What is there already is overwritten only when that is meant; `yes`: it was said so."""
    if path.exists():
        confirm(f"{path} is there already, and would be overwritten.", yes)
