"""Writing a file: whole, or not at all."""

import os
from collections.abc import Callable
from pathlib import Path

from domain.errors import Refused
from domain.protected import check_replaceable

PRIVATE = 0o600
"""Who may read a file with secrets: its owner."""


def write_whole(
    path: Path, content: bytes | Callable[[Path], object], replace: bool = True, private: bool = False
) -> None:
    """Put a file in its place once all of it is on the disk; until then what was there stays.

    content: its bytes, or a function that writes them to the path that it is given. replace: whether a file
    that is there by then is replaced. private: nobody else on the machine may read it. Raises Refused when
    the file cannot be written there, or is a database.
    """
    check_replaceable(path)
    try:
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        try:
            if private:
                os.close(os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, PRIVATE))
            if isinstance(content, bytes):
                part.write_bytes(content)
            else:
                content(part)
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            _put(part, path, replace)
        finally:
            part.unlink(missing_ok=True)
    except FileExistsError as error:
        raise Refused(f"{path} was written by somebody else meanwhile; it was not replaced.") from error
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.") from error


def _put(part: Path, path: Path, replace: bool) -> None:
    """Give a finished file its name. Raises FileExistsError where the name is taken and stays so."""
    if not replace:
        try:
            path.hardlink_to(part)
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            if os.path.lexists(path):
                raise FileExistsError from None
        else:
            return
    part.replace(path)
