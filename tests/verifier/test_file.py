"""The file itself: short, alone, for old Pythons, and true to the tables of the page it was written from."""

import ast
import hashlib
import hmac
import json
import re
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.events import WIRE_NAMES
from domain.events.base import Event as AnyEvent
from domain.events.kind import Undo
from domain.events.registry import KINDS
from domain.table.dice import SealedDice, shuffled
from reports.verifier import verify_log
from reports.verifier.verify_log import (
    BESIDE_THE_TABLE,
    COMMON,
    EVENTS,
    OF_AN_ORDER,
    OPENING,
    RECORDS,
    number,
)
from tests.docs.tables import EVENTS_FILE, events_table
from tests.verifier.checking import FILE, chained, plain, run

SOURCE = FILE.read_text(encoding="utf-8")
GAME = Path(__file__).parents[1] / "games" / "ramadi-corrected.jsonl"
SECRET = bytes(range(32)).hex()
GUIDE = EVENTS_FILE.read_text(encoding="utf-8")


def test_it_has_at_most_five_hundred_lines() -> None:
    assert len(SOURCE.splitlines()) <= 500


def test_it_imports_the_standard_library_alone() -> None:
    modules = set()
    for node in ast.walk(ast.parse(SOURCE)):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            modules.add(node.module or "")
    assert modules
    assert {name.partition(".")[0] for name in modules} <= sys.stdlib_module_names


def test_python_3_9_reads_it() -> None:
    tree = ast.parse(SOURCE, feature_version=(3, 9))
    assert "match" not in {type(node).__name__.lower() for node in ast.walk(tree)}
    assert "from __future__ import annotations" in SOURCE


def test_its_sections_are_those_of_the_page() -> None:
    titles = dict(re.findall(r"^## (\d+)\. (.+)$", GUIDE, re.MULTILINE))
    named = re.findall(r"# --- (.+?) -+$", SOURCE, re.MULTILINE)
    sections = [part.partition(". ") for each in named for part in each.split("; ")]
    assert {number for number, _, _ in sections} <= set(titles)
    for section, _, title in sections:
        assert titles[section].lower().startswith(title.lower()), (section, title)


def test_its_table_of_events_is_that_of_the_code() -> None:
    rows = dict(re.findall(r"^\| `([\w.-]+)` \| .+ \| (?:none|`(.*)`) \|$", events_table(), re.MULTILINE))
    known = verify_log.table("|".join(f"{name} {fields}" for name, fields in rows.items()))
    assert EVENTS.keys() == WIRE_NAMES.keys()
    for name in {**EVENTS, **RECORDS}:
        mine, theirs = {**EVENTS, **RECORDS}[name], known[name]
        assert list(mine) == list(theirs)
        for field in mine:
            assert mine[field][0] == theirs[field][0]
            required = verify_log.REQUIRED
            assert (mine[field][1] is required) == (theirs[field][1] is required)
            assert mine[field][1] is required or mine[field][1] == theirs[field][1]
    assert known.keys() == {**EVENTS, **RECORDS}.keys()


def test_its_common_fields_are_those_of_the_code() -> None:
    fields = [re.split("[:=]", each)[0] for each in COMMON.split()]
    assert fields == [field.name for field in msgspec.structs.fields(AnyEvent)]


def test_it_knows_what_a_take_back_strikes() -> None:
    beside = {kind.wire_name for kind in KINDS if kind.undo is Undo.KEPT}
    assert set(BESIDE_THE_TABLE) == beside
    paragraph = GUIDE.partition("These events happen *beside the table*")[2].partition("All others")[0]
    assert set(re.findall(r"`([\w.-]+)`", paragraph)) == beside


def test_its_classes_are_those_of_the_page() -> None:
    section = GUIDE.partition("## 10. Accounting")[2].partition("## 11")[0]
    order = section.partition("2. **An order.**")[2].partition("3. **")[0].partition("they are")[2]
    assert {f"{name}.1" for name in re.findall(r"`([\w-]+)`", order)} == set(OF_AN_ORDER)
    people = section.partition("4. **An event by people**")[2].partition("5. **")[0].partition(":")[2]
    named = {f"{name}.{n}" for name in re.findall(r"`([\w-]+)`", people) for n in (1, 2)} & set(EVENTS)
    others = {*OPENING, *OF_AN_ORDER, "order-given.1", "seal-revealed.1", "game-closed.1"}
    assert named == set(EVENTS) - others


# --- the derivation ----------------------------------------------------------------------------------


@given(st.integers(1, 2**64), st.integers(1, 2**40), st.lists(st.text(max_size=20), max_size=3))
def test_it_derives_what_the_sealed_dice_give(sides: int, chance: int, words: list[str]) -> None:
    joined = b"entropy:" + "\0".join(f"{len(text)}:{text}" for text in words).encode(errors="replace")
    if any(text.encode(errors="replace").decode() != text for text in words):
        return
    key = bytes.fromhex(SECRET)
    key = hmac.new(key, joined, hashlib.sha256).digest() if words else key
    assert number(key, sides, chance) == SealedDice(SECRET).number(sides, chance, tuple(words))


def test_the_vectors_of_the_page_are_what_the_sealed_dice_give() -> None:
    shown = GUIDE.partition("$ python vectors.py")[2].partition("```")[0]
    dice = SealedDice(SECRET)
    faces = [dice.number(6, chance, ()) for chance in range(1, 11)]
    stirred = [dice.number(6, chance, ("grüße", "fair play")) for chance in range(1, 11)]
    wide = [dice.number(2**63 + 1, chance, ()) for chance in (1, 2, 3)]
    order = shuffled("abcde", dice, 12, ())
    for name, values in (
        ("D6, chances 1 to 10", faces),
        ("D6 with both words, chances 1 to 10", stirred),
        ("1 to 2^63 + 1, chances 1 to 3", wide),
        ("a b c d e shuffled by chance 12", order),
    ):
        assert f"{name}: {' '.join(map(str, values))}\n" in shown


# --- run as an auditor does --------------------------------------------------------------------------


def test_it_runs_alone_and_says_what_it_found(tmp_path: Path) -> None:
    done, events = run(GAME), len(plain(GAME))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"verdict: verified\nevents: {events}\n")
    cut = tmp_path / "cut.jsonl"
    cut.write_bytes(b"".join(GAME.read_bytes().splitlines(keepends=True)[:400]))
    done = run(cut)
    assert done.returncode == 3
    assert f"not checked: The end of the log: the file has 400 of {events} events." in done.stdout


def test_a_head_and_a_commitment_are_compared(tmp_path: Path) -> None:
    head, commitment = plain_head(GAME), plain(GAME)[0][1]["commitment"]
    assert run(GAME, "--head", head[:8], "--commitment", commitment).returncode == 0
    other = run(GAME, "--head", "0" * 64)
    assert other.returncode == 1
    assert f"finding: event {len(plain(GAME))}, chain: The head is not the given one." in other.stdout
    assert run(GAME, "--commitment", "0" * 8).returncode == 1
    assert run(GAME, "--head", "12").returncode == 2


def plain_head(path: Path) -> str:
    last = path.read_bytes().splitlines()[-1]
    return str(json.loads(last)["digest"])


@pytest.mark.parametrize("arguments", [[], ["no-such-file.jsonl"], [FILE], [FILE.parent]], ids=str)
def test_what_is_no_log_is_refused(arguments: list[object]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr


@pytest.mark.parametrize("format", [1, 2, 4])
def test_a_log_of_another_format_is_refused(format: int, tmp_path: Path) -> None:
    events = plain(GAME)
    events[0][1]["format"] = format
    other = tmp_path / "other.jsonl"
    other.write_bytes(chained(events))
    done = run(other)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"Refused: The log is in format {format}; this program reads format 3.\n"
