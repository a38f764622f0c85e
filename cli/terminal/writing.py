"""Where a file is to be written: whether that can be, and whether what is there may be replaced.

Every command that writes a file asks here first. A file that exists is replaced only with `--force` or after
a yes at the terminal; a database never is.
"""

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from cli.terminal.terminal import agrees, complain
from domain.errors import BadData, Refused
from domain.ledger.files import write_whole
from domain.ledger.protected import check_file, check_replaceable

Content = bytes | Callable[[Path], object]


class Target(NamedTuple):
    """A place where a file may be written. replaces: whether what is there may be replaced."""

    path: Path
    replaces: bool

    def write(self, content: Content) -> None:
        """Write the file, whole or not at all. Raises Refused when it cannot be written."""
        write_whole(self.path, content, self.replaces)


def target(path: Path, force: bool, otherwise: str = "--out NAME", database: str = "") -> Target:
    """The place for a file, looked at before any work goes into it.

    otherwise: how another name is given. database: the ledger in use; by default that of the environment.
    Raises BadData for a place that is not there, Refused for what is no file or is not to be replaced.
    """
    return targets([path], force, otherwise, database)[0]


def targets(
    paths: Sequence[Path], force: bool, otherwise: str = "--out NAME", database: str = ""
) -> list[Target]:
    """The places for several files that are written together, whose folder may still be made."""
    ledger = database or os.environ.get("WHITECELL_DB") or "whitecell.db"
    for path in paths:
        check_file(path)
        if len(paths) == 1 and not path.parent.is_dir():
            raise BadData(f"{path} cannot be written: there is no folder {path.parent}.")
        check_replaceable(path, "" if "://" in ledger else ledger)
    there = [path for path in paths if os.path.lexists(path)]
    if there and not force:
        _ask_to_replace(there, otherwise)
    return [Target(path, path in there) for path in paths]


def _ask_to_replace(there: Sequence[Path], otherwise: str) -> None:
    """Raises Refused unless a person at the terminal agrees."""
    one = len(there) == 1
    more = "" if one else f" and {len(there) - 1} more"
    exists = f"{there[0]}{more} {'exists' if one else 'exist'}"
    what = "it" if one else "them"
    agreed = agrees(f"{exists}. Replace {what}?")
    if agreed is None:
        raise Refused(f"{exists}; add --force to replace {what}, or {otherwise}.")
    if not agreed:
        raise Refused("Nothing was written.")


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
