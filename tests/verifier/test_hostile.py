"""Input that is meant to break it: refused or found, never a traceback, and soon."""

import random
import time
from pathlib import Path

import pytest

from reports.verifier import verify_log
from reports.verifier.verify_log import Check
from tests.verifier.checking import chained, check, kinds, plain, run

GAME = Path(__file__).parents[1] / "games" / "ramadi-sensible.jsonl"
LINES = GAME.read_bytes().splitlines(keepends=True)


def ended(path: Path, content: bytes) -> int:
    """The exit code for a file of these bytes."""
    path.write_bytes(content)
    try:
        found = Check(str(path), [])
    except ValueError:
        return 2
    return 1 if found.findings else 3 if found.unchecked else 0


def test_random_damage_never_ends_in_a_traceback(tmp_path: Path) -> None:
    chance = random.Random(7)
    codes = set()
    for _ in range(400):
        content = bytearray(b"".join(LINES[: chance.randrange(1, 40)]))
        for _ in range(chance.randrange(4)):
            place = chance.randrange(len(content))
            match chance.randrange(4):
                case 0:
                    content[place] = chance.randrange(256)
                case 1:
                    del content[place : place + chance.randrange(200)]
                case 2:
                    content[place:place] = content[: chance.randrange(300)]
                case _:
                    content[place:place] = chance.choice(
                        [b"\x00", b"\xff\xfe", b"\n", b"[" * 900, b"\\ud800"]
                    )
            if not content:
                break
        codes.add(ended(tmp_path / "log", bytes(content)))
    assert codes == {1, 2, 3}


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\n",
        b"{}\n",
        b"null\n",
        b"\xef\xbb\xbf" + LINES[0],
        LINES[0][:-1],
        LINES[1],
        b"[" * 100_000,
        b'{"number":1,"of":1,"event":"game-opened.1","body":' + b'{"a":' * 50_000 + b"\n",
    ],
    ids=range(9),
)
def test_what_does_not_begin_as_a_log_is_refused(content: bytes, tmp_path: Path) -> None:
    assert ended(tmp_path / "log", content) == 2
    done = run(tmp_path / "log")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_values_that_a_reader_may_stumble_over_are_found(tmp_path: Path) -> None:
    events = plain(GAME)[:60]
    place = next(p for p, (name, _) in enumerate(events) if name == "order-given.1")
    nested = '{"a":' * 90_000 + "1" + "}" * 90_000
    for text in (nested, "1e999", "NaN", "1" * 5000, '"\\ud800"', "[" * 5000 + "]" * 5000, '{"a":1,"a":1}'):
        events[place][1]["arguments"] = {"x": "HERE"}
        content = chained(events).replace(b'"HERE"', text.encode())
        assert ended(tmp_path / "log", content) == 1


def test_a_line_or_file_beyond_the_limits_is_not_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify_log, "LARGEST_BODY", 10_000)
    long = b'{"number":2,' + b" " * 50_000 + b"\n"
    found = check(tmp_path / "log", chained(plain(GAME)[:1]) + long)
    assert kinds(found) == {"form"}
    monkeypatch.setattr(verify_log, "LARGEST_FILE", 1_000)
    with pytest.raises(ValueError, match="larger than 1000 bytes"):
        Check(str(GAME), [])


def test_numbers_beyond_all_measure_cost_nothing(tmp_path: Path) -> None:
    events = plain(GAME)
    huge = 10**4000
    for name, fields in (
        ("die-rolled.1", ("die", "face", "chance", "again", "procedure")),
        ("piece-moved.1", ("procedure", "number")),
    ):
        for field in fields:
            place = next(p for p, (each, _) in enumerate(events) if each == name)
            body = dict(events[place][1])
            forged = [*events[:place], (name, {**body, field: huge}), *events[place + 1 :]]
            assert ended(tmp_path / "log", chained(forged)) == 1


def test_many_take_backs_and_many_events_take_little_time(tmp_path: Path) -> None:
    """3,000 take-backs, each of the order before it."""
    opened, *laid = plain(GAME)[:5]
    events = [opened, *laid]

    def add(name: str, **fields: object) -> None:
        envelope = {"number": len(events) + 1, "time": opened[1]["time"], "blind": "0" * 32}
        events.append((name, {**envelope, **fields}))

    first = len(events) + 1
    add("order-given.1", procedure=first, side="", order="begin")
    add("order-done.1", procedure=first)
    for _ in range(3000):
        order = len(events) + 1
        add("order-given.1", procedure=order, side="isf", order="pass")
        add("order-done.1", procedure=order)
        add("taken-back.1", first=order, by="", because="a slip")
    began = time.process_time()
    found = check(tmp_path / "log", chained(events))
    assert kinds(found) <= {"form"}
    assert len(found.struck) == 6000
    assert time.process_time() - began < 10


def test_no_character_of_a_log_reaches_the_terminal_as_it_is(tmp_path: Path) -> None:
    events = plain(GAME)
    events[0][1]["commitment"] = "\x1b[31m\u202e\u00e9"
    (tmp_path / "log").write_bytes(chained(events))
    done = run(tmp_path / "log")
    assert done.returncode == 1
    assert done.stdout.isascii()
    assert "commitment: \\x1b[31m\\u202e\\xe9\n" in done.stdout
