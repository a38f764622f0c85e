"""A file is there whole, or what was there before is."""

import os
import stat
from pathlib import Path

import pytest

from domain.errors import Refused
from domain.ledger.files import private_folder, write_whole


def test_a_file_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "map.svg"
    write_whole(file, b"old")
    write_whole(file, lambda part: part.write_bytes(b"new"))
    assert file.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [file]


def test_what_cannot_be_written_to_its_end_leaves_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "map.svg"
    write_whole(file, b"old")

    def half(part: Path) -> None:
        part.write_bytes(b"ne")
        raise OSError(28, "No space left on device")

    with pytest.raises(Refused, match=r"map\.svg cannot be written: No space left on device\.$"):
        write_whole(file, half)
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["missing/map.svg", ".", "/", "a\0b"])
def test_a_place_that_cannot_be_written_is_told_and_nothing_left(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused, match=r"(cannot be written: .+|is a folder; name a file)\.$"):
        write_whole(tmp_path / name, b"new")
    assert list(tmp_path.iterdir()) == []
    assert [each.name for each in tmp_path.parent.iterdir() if each.suffix == ".part"] == []


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_a_new_file_is_its_owners_alone_and_one_that_is_overwritten_keeps_its_mode(
    tmp_path: Path, umask: int
) -> None:
    file = tmp_path / "log.jsonl"
    seen = []

    def write(part: Path) -> None:
        seen.append(mode(part))
        part.write_bytes(b"new")

    before = os.umask(umask)
    try:
        write_whole(file, write)
        assert (seen, mode(file)) == ([0o600], 0o600)
        for wanted in (0o640, 0o600, 0o444):
            file.chmod(wanted)
            write_whole(file, b"newer")
            assert (mode(file), file.read_bytes()) == (wanted, b"newer")
        private_folder(tmp_path / "a" / "b")
        assert [mode(tmp_path / name) for name in ("a", "a/b")] == [0o700, 0o700]
    finally:
        os.umask(before)


def test_a_link_that_lies_in_wait_is_not_written_through(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"kept")
    (tmp_path / f"map.svg.{os.getpid()}.part").symlink_to(victim)
    write_whole(tmp_path / "map.svg", b"new")
    assert victim.read_bytes() == b"kept"
    assert (tmp_path / "map.svg").read_bytes() == b"new"
