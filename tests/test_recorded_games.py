"""Every log in `tests/games/` imports, replays to what it came to, and passes the audit.

Dropping a log in, with its outcome (`python -m tests.record NAME.jsonl`), is enough to test it.
"""

import json
from pathlib import Path

import pytest

from adjudication.audits.audit import audit
from adjudication.engine.register import registers
from domain.game.chain import broken_links
from domain.game.game import Game
from domain.ledger.logfile import read_log, write_log
from domain.ledger.store import Ledger
from tests.record import FOLDER, outcome

LOGS = sorted(FOLDER.glob("*.jsonl"))


def test_there_is_a_recorded_game_of_every_rule_system() -> None:
    recorded = {Game.from_entries("", read_log(path)[0]).opened.system for path in LOGS}
    assert set(registers()) <= recorded


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_what_it_came_to(path: Path) -> None:
    entries, of = read_log(path)
    assert of == len(entries)
    assert list(broken_links(entries)) == []
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert outcome(Game.from_entries(entries[0].game, entries)) == expected


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_game_passes_the_audit(path: Path) -> None:
    report = audit(*read_log(path))
    assert report.findings == []
    assert (report.chain, report.rules) == ("whole", "followed")
    assert report.procedures > 0


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_recorded_game_is_imported_and_exported_byte_for_byte(path: Path, tmp_path: Path) -> None:
    entries, of = read_log(path)
    ledger = Ledger(str(tmp_path / "games.db"))
    try:
        game = ledger.bring_in(entries, path.stem, of)
        assert outcome(game) == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        write_log(tmp_path / "again.jsonl", ledger.entries(game.id))
    finally:
        ledger.close()
    assert (tmp_path / "again.jsonl").read_bytes() == path.read_bytes()
