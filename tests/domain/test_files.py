"""A file is there whole, or what was there before is."""

from pathlib import Path

import pytest

from domain.errors import Refused
from domain.files import write_whole


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
    with pytest.raises(Refused, match=r"cannot be written: .+\.$"):
        write_whole(tmp_path / name, b"new")
    assert list(tmp_path.iterdir()) == []
    assert [each.name for each in tmp_path.parent.iterdir() if each.suffix == ".part"] == []
