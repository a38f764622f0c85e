"""A log held against what was written down in play."""

from pathlib import Path

import msgspec
import pytest

from adjudication.audits.paper import Paper, read_paper
from domain.errors import BadData
from domain.ledger.logfile import read_log
from tests.cli.conftest import Cell


@pytest.fixture
def game(empty: Cell) -> Cell:
    empty.done("new", "freeform")
    for _ in range(3):
        empty.done("next")
    return empty


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("3f2a91c0", Paper("3f2a91c0")),
        ("3F2A-91C0 77de", Paper("3f2a91c077de")),
        ("157:3f2a-91c0", Paper("3f2a91c0", 157)),
        (" 157 : 3f2a 91c0 ", Paper("3f2a91c0", 157)),
        ("a" * 64, Paper("a" * 64)),
    ],
)
def test_what_is_written_down_is_read_whatever_its_separators(text: str, read: Paper) -> None:
    assert read_paper(text) == read


@pytest.mark.parametrize(
    "text", ["", "3f2a91c", "a" * 65, "3f2a91cg", "x:3f2a91c0", "0:3f2a91c0", "-1:3f2a91c0"]
)
def test_what_is_no_digest_is_refused(text: str) -> None:
    with pytest.raises(BadData):
        read_paper(text)


def test_the_line_at_the_end_of_a_turn_is_what_the_audit_takes(game: Cell) -> None:
    told = game.done("status").out
    head, commitment = told[told.index("Head of the log: ") :].splitlines()[0].split("; ")
    head, commitment = head.rpartition(" ")[2], commitment.rpartition(" ")[2]
    ended = game.done("next").out + game.done("next").out + game.done("next").out
    line = next(line for line in ended.splitlines() if line.startswith("End of turn "))
    written = line.rpartition(" ")[2]
    game.done("export", "log.jsonl")
    for log in ((), ("log.jsonl",)):
        words = ("--head", head, "--head", written, "--commitment", commitment)
        checked = game.done("audit", *log, *words, "--json").json["checked"]
        assert len([each for each in checked if "is the one written down" in each]) == 3


def test_a_difference_is_a_finding(game: Cell) -> None:
    game.done("export", "log.jsonl")
    entries = read_log(Path("log.jsonl"))[0]
    last = len(entries)
    right = entries[-1].digest
    wrong = ("0" if right[0] != "0" else "1") + right[1:16]
    for words, event in (
        (("--head", wrong), last),
        (("--head", f"9:{right}"), 9),
        (("--head", f"{last + 1}:{right}"), last + 1),
        (("--commitment", right), 1),
    ):
        told = game("audit", "log.jsonl", *words, "--json")
        assert told.code == 1
        found = msgspec.json.decode(told.out)["findings"]
        assert [each["event"] for each in found] == [event]
        assert found[0]["kind"] == "chain"
        assert "written down" in found[0]["message"]


def test_what_is_no_digest_is_refused_by_the_command(game: Cell) -> None:
    game.done("export", "log.jsonl")
    for words in (("--head", "dawn"), ("--commitment", "3f2a"), ("--head", "x:3f2a91c0")):
        assert "hexadecimal" in game.refused("audit", *words) or "number" in game.refused("audit", *words)
