"""Random mutations of real logs: each ends in a verdict, and what passes is on the list of the unseen."""

from pathlib import Path

import pytest

from tests.forgeries.mutations import trials


def faults(count: int, path: Path, first: int = 0) -> list[str]:
    return [outcome.fault for outcome in trials(count, path, first) if outcome.fault]


def test_a_mutated_log_ends_in_a_verdict(tmp_path: Path) -> None:
    assert faults(24, tmp_path / "log") == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(20_000, 30_000, 500))
def test_ten_thousand_mutated_logs_end_in_a_verdict(first: int, tmp_path: Path) -> None:
    """In parts, which several workers share."""
    assert faults(500, tmp_path / "log", first) == []
