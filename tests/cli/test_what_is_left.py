"""What each side has still to do in a phase, as rule systems say it."""

from tests.cli.conftest import Cell


def test_the_white_cell_is_told_of_all_sides_and_a_side_of_itself(cell: Cell) -> None:
    told = cell.done("new", "ows", "--scenario", "proving-ground", "--seed", "1").out.splitlines()
    assert told[-2:] == ["  Blue: 1 decision card.", "  Red: 1 decision card."]
    status = cell.done("status", "--as", "red").out
    assert "  Red: 1 decision card." in status
    assert "Blue: 1 decision card" not in status
