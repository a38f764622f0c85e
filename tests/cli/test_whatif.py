"""Forks, what-ifs and turning points at the command line."""

import msgspec

from adjudication.audit import audit
from domain.chain import GENESIS, enter
from domain.events import DieRolled, GameForked, GameOpened, OrderDone, OrderGiven
from domain.logfile import read_log, write_log
from tests.cli.conftest import Cell

# --- fork ------------------------------------------------------------------------------------------


def test_a_fork_is_the_current_game_and_both_logs_know(cell: Cell) -> None:
    before = cell.events("ramadi")
    at = next(e.number for e in reversed(before) if isinstance(e, OrderDone))
    told = cell.done("fork", "--at", str(at), "--name", "again", "--by", "Ann").out
    assert f"Game again goes on from event {at} of ramadi; it is now the current game." in told
    new, old = cell.events(), cell.events("ramadi")
    opened, forked = new[0], old[-1]
    assert isinstance(opened, GameOpened)
    assert isinstance(forked, GameForked)
    assert opened.forked_from is not None
    assert (opened.forked_from.name, opened.forked_from.event) == ("ramadi", at)
    assert (forked.game, forked.name, forked.at, forked.by) == (opened.game, "again", at, "Ann")
    assert new[1:at] == old[1:at]
    assert opened.commitment != old[0].commitment
    assert f"forked from ramadi at event {at}" in cell.done("log", "--as", "white").out
    told = cell.done("log", "--as", "white", "--game", "ramadi").out
    assert f"The game again is forked from event {at} of this one" in told
    assert "forked from ramadi" in cell.done("log").out


def test_both_are_clean_and_go_on_by_themselves(cell: Cell) -> None:
    at = len(cell.events("ramadi"))
    cell.done("fork", "--at", str(at))
    for game in ("ramadi", "ramadi-fork"):
        cell.done("order", "1", "--game", game)
        report = cell.done("audit", "--game", game, "--json").json
        assert (report["findings"], report["dice"]) == ([], "derived")
    rolls = [
        [e.face for e in cell.events(game)[at:] if isinstance(e, DieRolled)]
        for game in ("ramadi", "ramadi-fork")
    ]
    assert len(rolls[0]) >= 2
    assert len(rolls[1]) >= 2
    cell.done("close", "--yes")
    cell.done("export", "fork.jsonl")
    cell.done("export", "ramadi.jsonl", "--game", "ramadi")
    entries, of = read_log(cell.database.parent / "fork.jsonl")
    assert audit(entries, of).findings == []
    told = cell.done("audit", "fork.jsonl").out
    assert "The seal of ramadi is not known here" in told
    cell.done("close", "--yes", "--game", "ramadi")
    cell.done("export", "ramadi.jsonl", "--game", "ramadi")
    told = cell.done("audit", "fork.jsonl", "--origin", "ramadi.jsonl").out
    assert "Dice: derived" in told
    assert "not known here" not in told


def test_a_forged_fork_is_found_from_the_files_alone(cell: Cell) -> None:
    cell.done("export", "ramadi.jsonl")
    cell.done("fork", "--at", "40")
    cell.done("export", "fork.jsonl")
    file = cell.database.parent / "fork.jsonl"
    entries, _ = read_log(file)
    events = [entry.event for entry in entries]
    events[20] = msgspec.structs.replace(events[20], time="1999-01-01T00:00:00Z")
    write_log(file, enter(entries[0].game, events, GENESIS))
    result = cell("audit", "fork.jsonl", "--origin", "ramadi.jsonl", "--json")
    assert result.code == 1
    assert {21, 40} <= {finding["event"] for finding in result.json["findings"]}


def test_a_fork_inside_an_order_is_adjudicated_on(cell: Cell) -> None:
    """With sealed dice at once; with dice on the table the question is asked."""
    cell.done("order", "1")
    order = max(e.number for e in cell.events() if isinstance(e, OrderGiven))
    told = cell.done("fork", "--at", str(order), "--json").json
    assert [view["event"] for view in told["events"]].count("die-rolled") >= 2
    assert all(question["kind"] == "choice" for question in told["pending"])
    assert cell.events()[-1].procedure == order
    assert cell.done("audit", "--json").json["findings"] == []
    cell.done("order", "1", "--game", "typed")
    told = cell.done("fork", "--at", str(len(cell.events("typed"))), "--game", "typed", "--json").json
    assert told["pending"][0]["kind"] == "die"
    cell.done("decide", "3")
    assert cell.done("audit", "--json").json["findings"] == []


def test_a_closed_game_is_forked_and_stays_clean(cell: Cell) -> None:
    at = len(cell.events("closed")) - 10
    cell.done("fork", "--at", str(at), "--game", "closed")
    assert isinstance(cell.events("closed")[-1], GameForked)
    for game in ("closed", "closed-fork"):
        assert cell.done("audit", "--game", game, "--json").json["findings"] == []
    assert "is closed from event" in cell.refused("fork", "--at", str(at + 10), "--game", "closed")


def test_a_fork_can_be_exported_and_taken_in(cell: Cell) -> None:
    cell.done("fork", "--at", "30", "--name", "again")
    cell.done("export", "fork.jsonl")
    other = Cell(cell.database.parent / "other.db")
    other.done("import", "fork.jsonl", "--name", "theirs")
    report = other.done("audit", "--json").json
    assert report["findings"] == []
    assert any("Events 2 to 30 are those of ramadi" in notice for notice in report["notices"])
