"""The register: every game opened in a database, chained, exported and checked."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import pytest

from domain.errors import BadLog
from domain.game.lineage import fork
from domain.ledger.register import (
    GENESIS,
    ExportedRegister,
    Registered,
    RegisterEntry,
    enter,
    fault_of,
    head_of,
    read_register,
    to_lines,
)
from domain.ledger.register_check import check_log, check_registers
from domain.ledger.store import Ledger
from tests.builders import TIME, add, new_game, note, session, started

Opener = Callable[[], Ledger]


def exported(ledger: Ledger, path: Path) -> ExportedRegister:
    desk = ledger.desk()
    path.write_bytes(b"".join(line + b"\n" for line in to_lines(desk.register, ledger.last_known(desk))))
    return read_register(path)


def test_every_game_is_registered_however_it_comes(ledger: Ledger, open_ledger: Opener) -> None:
    first = started(ledger, "alpha")
    session(first, ledger).begin()
    branch = fork(
        ledger.entries(first.id),
        len(first.log),
        game="ab" * 16,
        name="branch",
        called="alpha",
        secret="cd" * 32,
        program="whitecell",
        rules_digest="",
        code_digest="",
        time=TIME,
    )
    ledger.start(branch, "branch", "ee" * 32)
    guest = new_game(name="guest")
    ledger.bring_in(guest.unsaved(), "guest")
    register = open_ledger().desk().register
    assert [entry.number for entry in register] == [1, 2, 3]
    said = [entry.said for entry in register]
    assert [(each.name, each.how, each.forked_from, each.at) for each in said] == [
        ("alpha", "new", "", 0),
        ("branch", "fork", first.id, len(first.log)),
        ("guest", "import", "", 0),
    ]
    one = register[0].said
    assert (one.system, one.scenario, one.commitment) == ("toy", "field", first.opened.commitment)
    assert (one.opened, one.events, one.head) == (TIME, 5, ledger.entries(first.id)[4].digest)
    assert fault_of(register) == ""
    assert head_of(register) == register[-1].digest != head_of(register[:2])
    assert head_of(()) == GENESIS


def test_an_exported_register_says_how_far_each_game_has_come(ledger: Ledger, tmp_path: Path) -> None:
    game = started(ledger, "alpha")
    add(game, note("one"))
    ledger.save(game)
    register = exported(ledger, tmp_path / "register.jsonl")
    assert register.fault == ""
    [last] = register.last
    assert (last.events, last.head, last.closed) == (6, game.head, False)
    report = check_log(ledger.entries(game.id), register)
    assert report == ([], [])


def two_games(ledger: Ledger) -> tuple[str, str]:
    return started(ledger, "alpha").id, started(ledger, "bravo").id


FORGERIES: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "dropped": (lambda lines: lines[:1] + lines[2:], "Entry 2 of the register of games is missing"),
    "cut": (lambda lines: lines[:2], "The register says that it has 3 entries; it has 2"),
    "renamed": (lambda lines: [lines[0].replace(b"alpha", b"delta"), *lines[1:]], "Entry 1 of the register"),
    "swapped": (lambda lines: [lines[1], lines[0], lines[2]], "Entry 1 of the register of games is missing"),
    "spaced": (lambda lines: [lines[0].replace(b":", b": ", 1), *lines[1:]], "not in the canonical form"),
    "otherwise": (lambda lines: [lines[0].replace(b'"of":3', b'"of":4'), *lines[1:]], "counts otherwise"),
}


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forged_register_is_found(ledger: Ledger, tmp_path: Path, kind: str) -> None:
    two_games(ledger)
    started(ledger, "charlie")
    path = tmp_path / "register.jsonl"
    exported(ledger, path)
    forge, said = FORGERIES[kind]
    lines = forge(path.read_bytes().splitlines())
    path.write_bytes(b"".join(line + b"\n" for line in lines))
    assert said in read_register(path).fault


@pytest.mark.parametrize("content", [b"{\n", b"[]\n", b'{"number":1}\n', b"\xff\n", b"no register\n"])
def test_a_file_that_is_no_register_is_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "register.jsonl"
    path.write_bytes(content)
    with pytest.raises(BadLog, match=r"Line 1 of register\.jsonl is no entry of a register"):
        read_register(path)
    with pytest.raises(BadLog, match="There is no register"):
        read_register(tmp_path / "missing.jsonl")


def rechained(entries: Sequence[RegisterEntry], **changes: str) -> list[RegisterEntry]:
    """A register as a forger makes it: the first game dropped, and all digests made to fit."""
    said = [msgspec.structs.replace(entry.said, **changes) for entry in entries]
    return enter(said, ())


def test_a_register_that_was_rewritten_does_not_continue_an_earlier_export(
    ledger: Ledger, tmp_path: Path
) -> None:
    two_games(ledger)
    early = exported(ledger, tmp_path / "early.jsonl")
    started(ledger, "charlie")
    late = exported(ledger, tmp_path / "late.jsonl")
    assert check_registers([late, early]).findings == []
    without = rechained(late.entries[1:])
    forged = ExportedRegister(tuple(without), late.last[1:], fault_of(without))
    assert forged.fault == ""
    assert check_registers([early, forged]).findings == [
        "The registers differ from entry 1 on; one of them was rewritten."
    ]


def test_a_register_whose_digests_all_fit_names_no_game_twice(ledger: Ledger) -> None:
    two_games(ledger)
    one, other = (entry.said for entry in ledger.desk().register)
    assert fault_of(enter([one, other], ())) == ""
    twice = fault_of(enter([one, other, one], ()))
    assert twice == "Entry 3 of the register of games names a game a second time."


def test_discarded_games_of_the_same_scenario_show(ledger: Ledger, tmp_path: Path) -> None:
    one, two = two_games(ledger)
    register = exported(ledger, tmp_path / "register.jsonl")
    assert "toy field was opened 2 times; 0 of these games are closed." in check_registers([register]).notices
    findings, [notice] = check_log(ledger.entries(two), register)
    assert findings == []
    assert notice.startswith("The register has 1 other game of toy field: alpha (opened 2024-05-01T10:00:00Z")
    assert one in {entry.said.game for entry in register.entries}


def test_a_log_that_is_not_the_registered_one_is_found(ledger: Ledger, tmp_path: Path) -> None:
    game = started(ledger, "alpha")
    add(game, note("one"), note("two"))
    ledger.save(game)
    register = exported(ledger, tmp_path / "register.jsonl")
    entries = ledger.entries(game.id)
    assert check_log(entries[:6], register).findings == [
        "The log has 6 events; it had 7 when the register was exported."
    ]
    other = new_game(name="alpha")
    assert check_log(other.unsaved(), register).findings == ["This game is not in the register of games."]
    said = register.entries[0].said
    forged = ExportedRegister(
        tuple(enter([msgspec.structs.replace(said, commitment="ab" * 32)], ())), register.last, ""
    )
    assert check_log(entries, forged).findings == [
        f"The register has another commitment for this game: {'ab' * 32}."
    ]
    otherwise = msgspec.structs.replace(said, head="0" * 64)
    changed = ExportedRegister(tuple(enter([otherwise], ())), register.last, "")
    assert check_log(entries, changed).findings == [
        "The log is not the one that it was when it was registered: event 5 differs."
    ]


def test_an_entry_says_all_that_it_must() -> None:
    assert Registered.__struct_fields__ == (
        "game",
        "name",
        "system",
        "scenario",
        "dice",
        "commitment",
        "how",
        "opened",
        "registered",
        "events",
        "head",
        "forked_from",
        "at",
    )
