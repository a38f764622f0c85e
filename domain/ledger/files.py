"""Files on disk: written whole or not at all, and readable by their owner alone."""

import contextlib
import os
import stat
from collections.abc import Callable
from pathlib import Path

from domain.errors import Refused
from domain.ledger.protected import check_replaceable

PRIVATE = 0o600
"""The mode of every file that is written here, because logs, reports and databases show what is hidden."""


def write_whole(path: Path, content: bytes | Callable[[Path], object], replace: bool = True) -> None:
    """Put a file in its place once all of it is on the disk; until then the old file stays.

    content: its bytes, or a function that writes them to the path it is given. A new file is readable by its
    owner alone, whatever the umask; a replaced file keeps its mode. replace: whether to replace a file that
    exists by then. Raises Refused if the file cannot be written there, or is a database.
    """
    check_replaceable(path)
    try:
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        mode = stat.S_IMODE(path.stat().st_mode) if path.is_file() else PRIVATE
        try:
            part.unlink(missing_ok=True)
            make_private(part)
            if isinstance(content, bytes):
                part.write_bytes(content)
            else:
                content(part)
            with part.open("rb+") as file:
                os.fsync(file.fileno())
            part.chmod(mode)
            _put(part, path, replace)
        finally:
            part.unlink(missing_ok=True)
    except FileExistsError as error:
        raise Refused(f"{path} was written by somebody else meanwhile; it was not replaced.") from error
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.") from error


def _put(part: Path, path: Path, replace: bool) -> None:
    """Give a finished file its name. Raises FileExistsError if the name is taken and must not be replaced."""
    if not replace:
        try:
            path.hardlink_to(part)
        except FileExistsError:
            raise
        except OSError:  # the file system has no hard links
            if os.path.lexists(path):
                raise FileExistsError from None
        else:
            return
    part.replace(path)


def make_private(path: Path) -> None:
    """Create an empty file that only its owner may read, whatever the umask. Raises FileExistsError."""
    file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE)
    os.close(file)
    path.chmod(PRIVATE)


def private_folder(path: Path) -> None:
    """Create a folder, and missing folders above it, for the owner alone."""
    for folder in [*reversed(path.parents), path]:
        with contextlib.suppress(FileExistsError):
            if not folder.exists():
                folder.mkdir(mode=0o700)


def others_may_read(path: Path) -> bool:
    """Whether others than its owner may read a file, on a system that has owners."""
    if os.name == "nt":
        return False
    try:
        return bool(stat.S_IMODE(path.stat().st_mode) & 0o077)
    except OSError:
        return False


def close_to_others(path: Path) -> bool:
    """Remove the rights of others to a file that belongs to us. Returns whether that was done."""
    try:
        found = path.stat()
        if found.st_uid != os.geteuid():
            return False
        path.chmod(stat.S_IMODE(found.st_mode) & ~0o077)
    except OSError:
        return False
    return True


def was_open(path: Path) -> str:
    """The sentence about a file that was closed to others."""
    return f"{path} could be read by others on this machine; now only its owner can read it."


def is_open(path: Path) -> str:
    """The sentence about a file that only somebody else can close to others."""
    return f"{path} can be read by others on this machine; its owner can stop that with `chmod 600 {path}`."


def may_write(path: Path) -> bool:
    """Whether we may write to a file and beside it, given the medium and the file's mode."""
    effective = os.access in os.supports_effective_ids
    return all(os.access(each, os.W_OK, effective_ids=effective) for each in (path, path.parent))
