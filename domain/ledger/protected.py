"""Files that no report, log or export may replace: databases, what belongs to them, and seals of dice.

They are recognised by their content, so that another name, a symbolic link or a hard link hides nothing; and
by their ending, so that no report is later mistaken for one of them.
"""

from pathlib import Path

from domain.errors import Refused

ENDINGS = (".db", ".db3", ".sqlite", ".sqlite3")
_PARTS = ("-wal", "-shm", "-journal")
_SEALS = ".seals"
_SHARED = 3_007_000
"""The number with which SQLite's shared memory begins, in the byte order of the machine."""
_HEADS = {
    b"SQLite format 3\0": "a database",
    b"\x37\x7f\x06\x82": "part of a database",
    b"\x37\x7f\x06\x83": "part of a database",
    b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7": "part of a database",
    _SHARED.to_bytes(4, "little"): "part of a database",
    _SHARED.to_bytes(4, "big"): "part of a database",
}


def protected(path: Path, ledger: str = "") -> str:
    """What kind of file it is that must not be replaced (`a database`); empty if it may be replaced.

    ledger: the database in use, if it is a file.
    """
    name = path.name.lower()
    base = next((name.removesuffix(part) for part in _PARTS if name.endswith(part)), "")
    if name.endswith(ENDINGS):
        return "a database"
    if base.endswith(ENDINGS) or (base and _of_content(path.with_name(path.name[: len(base)]))):
        return "part of a database"
    if name.endswith(_SEALS):
        return "a file of seals"
    return _of_content(path) or ("the database in use" if ledger and _same(path, Path(ledger)) else "")


def check_file(path: Path) -> None:
    """Raises Refused for a folder, and for `-`, which other programs take as the standard output."""
    if str(path) == "-":
        raise Refused("`-` is no file: say the name of one.")
    if not path.name or path.is_dir():
        raise Refused(f"{path} is a folder; name a file.")


def check_replaceable(path: Path, ledger: str = "") -> None:
    """Raises Refused for anything but a file, and for a file that must not be replaced."""
    check_file(path)
    what = protected(path, ledger)
    if not what:
        return
    if path.exists():
        raise Refused(f"{path} is {what}, which is never replaced; choose another name.")
    raise Refused(f"{path} would look like {what}; choose a name with another ending.")


def _of_content(path: Path) -> str:
    """What kind of file it is by its first bytes; empty if it does not exist."""
    try:
        if not path.is_file():
            return ""
        with path.open("rb") as file:
            head = file.read(200)
    except (OSError, ValueError):
        return ""
    if head.startswith(b'{"game":"') and b'"secret":"' in head.partition(b"\n")[0]:
        return "a file of seals"
    return next((what for begins, what in _HEADS.items() if head.startswith(begins)), "")


def _same(path: Path, other: Path) -> bool:
    try:
        return path.samefile(other)
    except (OSError, ValueError):
        return path.absolute() == other.absolute()
