"""Databases, what belongs to them, and seals are replaced by no report, whatever they are called."""

import os
import sqlite3
from pathlib import Path

import pytest

from domain.errors import Refused
from domain.ledger.protected import check_file, check_replaceable, protected

SEAL = b'{"game":"aa","secret":"bb"}\n'


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("report.html", ""),
        ("games.db", "a database"),
        ("GAMES.SQLite3", "a database"),
        ("games.db-wal", "part of a database"),
        ("games.db-journal", "part of a database"),
        ("games-wal", ""),
        ("games.seals", "a file of seals"),
    ],
)
def test_a_file_is_told_by_its_ending(tmp_path: Path, name: str, what: str) -> None:
    path = tmp_path / name
    assert protected(path) == what
    if not what:
        check_replaceable(path)
        path.write_text("a report")
        check_replaceable(path)
        return
    with pytest.raises(Refused, match=f"would look like {what}; choose a name with another ending"):
        check_replaceable(path)
    path.write_text("a report")
    with pytest.raises(Refused, match=f"{name} is {what}, which is never replaced; choose another name"):
        check_replaceable(path)


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", ""),
        (b"SQLite format 3\0 and more", "a database"),
        (b"SQLite format 3", ""),
        (b"\x37\x7f\x06\x82", "part of a database"),
        (b"\x37\x7f\x06\x83", "part of a database"),
        (b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7", "part of a database"),
        ((3_007_000).to_bytes(4, "little"), "part of a database"),
        ((3_007_000).to_bytes(4, "big"), "part of a database"),
        (SEAL, "a file of seals"),
        (b'{"game":"aa"}\n' + SEAL, ""),
        (b'{"name":"aa","secret":"bb"}\n', ""),
    ],
)
def test_a_file_is_told_by_its_content_through_any_link(tmp_path: Path, content: bytes, what: str) -> None:
    path = tmp_path / "plain.txt"
    path.write_bytes(content)
    (tmp_path / "soft.txt").symlink_to(path)
    os.link(path, tmp_path / "hard.txt")
    assert [protected(tmp_path / name) for name in ("plain.txt", "soft.txt", "hard.txt")] == [what] * 3
    assert protected(tmp_path / "plain.txt-wal") == ("part of a database" if what else "")


def test_the_database_in_use_is_told_though_it_is_empty_or_not_there_yet(tmp_path: Path) -> None:
    used = tmp_path / "games"
    assert protected(used, str(used)) == "the database in use"
    assert protected(tmp_path / "other", str(used)) == ""
    used.touch()
    (tmp_path / "link").symlink_to(used)
    assert protected(tmp_path / "link", str(used)) == "the database in use"
    assert protected(tmp_path / "link") == ""


def test_a_real_database_is_told_under_any_name(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE games (id)")
    assert protected(path) == "a database"


def test_a_folder_and_a_dash_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="is a folder; name a file"):
        check_file(tmp_path)
    with pytest.raises(Refused, match="`-` is no file"):
        check_file(Path("-"))
    with pytest.raises(Refused, match="is a folder"):
        check_replaceable(Path())
    check_file(tmp_path / "-")
