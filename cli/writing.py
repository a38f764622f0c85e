"""Where a file is to be written: whether that can be, and what is there already."""

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cli.terminal import complain, confirm
from domain.errors import BadData


def check_place(path: Path) -> None:
    """A file can be written there, before any work goes into it. Raises BadData."""
    if path.is_dir() or not path.parent.is_dir():
        raise BadData(f"{path} cannot be written: it is a folder, or its folder is not there.")


def may_overwrite(path: Path, yes: bool) -> None:
    """What is there already is overwritten only when that is meant; `yes`: it was said so."""
    if path.exists():
        confirm(f"{path} is there already, and would be overwritten.", yes)


@contextmanager
def warning_of_missing_letters() -> Iterator[None]:
    """Whatever is written inside, say in one line which letters no font has."""
    from reports.document.fonts import MissingLetters

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", MissingLetters)
        yield
    for sentence in dict.fromkeys(str(each.message) for each in caught if each.category is MissingLetters):
        complain(sentence)
    for each in caught:
        if each.category is not MissingLetters:
            warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
