"""Which files of tests are read when tests are named."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from tests.conftest import pytest_ignore_collect

HERE = Path(__file__)
OTHER = HERE.with_name("test_layers.py")


@pytest.mark.parametrize(
    ("keyword", "here", "other"),
    [
        ("", True, True),
        ("test_the_named_file_is_read", True, False),
        ("TEST_THE_NAMED_file", True, False),
        ("test_collecting", True, False),
        ("test_collecting or test_layers", True, True),
        ("ramadi", True, True),  # it may be part of a parameter, which stands in no file
        ("not test_layers", True, True),
        ("test_layers or ramadi", True, True),
        ("test_collecting and other", True, True),
    ],
)
def test_the_named_file_is_read(keyword: str, here: bool, other: bool) -> None:
    config = cast(pytest.Config, SimpleNamespace(option=SimpleNamespace(keyword=keyword)))
    read = [pytest_ignore_collect(path, config) is not True for path in (HERE, OTHER)]
    assert read == [here, other]
    assert pytest_ignore_collect(HERE.with_name("conftest.py"), config) is None
