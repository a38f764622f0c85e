"""A whole seminar, three sides and six roles, played at the console from a script and read as it was."""

import difflib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from cli.main import COMMANDS
from domain.events import (
    Concluded,
    InjectHandled,
    MarkingSet,
    Noted,
    Ruled,
    SeatTaken,
    SecretOrdersOpened,
    TakenBack,
)
from domain.game.game import Game
from tests.docs.documents import ROOT, blocks
from tests.seminar.golden import GOLDEN, INJECTS, SCRIPT, seminar, transcript

SIDES = ("aldmark", "verrin", "council")
HIDDEN = {"aldmark": "Troop Grebe", "verrin": "Boat 17", "council": "Inquiry of Judge Imhof"}
"""What each side alone knows the name of."""

MEANT_TO_BE_REFUSED = (
    "Not submitted yet: Council of the Straits. Wait, or open the others with --anyway --because REASON.",
    "Aldmark (Haldor and Brandt) and Verrin (Sirin and Kovac) have not agreed. Add --agreed NAME, or "
    "--overrule.",
)


@pytest.fixture(name="seminar")
def whole_seminar() -> tuple[Game, str]:
    return seminar()


def test_the_seminar_reads_as_it_was_approved() -> None:
    approved = GOLDEN.read_text(encoding="utf-8").splitlines()
    difference = list(
        difflib.unified_diff(approved, transcript().splitlines(), "approved", "now", n=1, lineterm="")
    )
    assert difference == [], "\n".join(difference[:60])


def test_all_that_a_seminar_is_made_of_happens_in_it(seminar: tuple[Game, str]) -> None:
    game, shown = seminar
    kinds = [type(event) for event in game.log]
    assert len({event.side for event in game.log if isinstance(event, SeatTaken)} - {""}) == 3
    assert sum(isinstance(event, SeatTaken) and event.side != "" for event in game.log) == 6
    assert kinds.count(Ruled) == 2
    assert {Concluded, InjectHandled, MarkingSet, SecretOrdersOpened} <= set(kinds)
    (taken,) = (event for event in game.log if isinstance(event, TakenBack))
    assert (taken.asked_by, taken.agreed, taken.overruled) == ("Imhof", ("Haldor", "Sirin"), ())
    assert {event.kind for event in game.log if isinstance(event, Noted)} >= {
        "insight",
        "observation",
        "decision",
        "question",
    }
    assert game.state.closed
    assert "1 h 55 min, " in shown
    assert "Audit passed: 15" in shown
    assert "events, no discrepancies" in shown


def test_only_what_is_meant_to_be_is_refused(seminar: tuple[Game, str]) -> None:
    _, shown = seminar
    for sentence in MEANT_TO_BE_REFUSED:
        assert shown.count(sentence) == 1
    rest = shown
    for sentence in MEANT_TO_BE_REFUSED:
        rest = rest.replace(sentence, "")
    assert not re.search(r"There is no |is refused|needs a reason|fault of whitecell|--help` shows", rest)


@pytest.mark.parametrize("side", SIDES)
def test_no_log_of_a_side_names_what_only_another_knows(seminar: tuple[Game, str], side: str) -> None:
    _, shown = seminar
    mine = shown.split(f"> log --as {side}\n")[1].split("\nselm, ")[0]
    for owner, name in HIDDEN.items():
        if owner != side:
            assert name not in mine
    assert ("Grain in Aldport lasts eleven days" in mine) == (side == "aldmark")
    assert ("lost one of her two batteries" in mine) == (side == "verrin")
    assert ("Guns stay trained" in mine) == (side == "aldmark")
    assert "The pilots decided who passed" not in mine
    assert "Everybody read the first search" in mine
    assert "LO1" not in mine


def as_typed_at_a_shell(line: str) -> list[str]:
    """The words of a line of the console, as they follow `whitecell` at a shell."""
    first, *_ = line.split()
    if first.isdigit():
        return ["order", line]
    if first not in COMMANDS:
        answer, _, because = line.partition(" because ")
        return ["answer", answer, "--because", because]
    return shlex.split(line)


def test_the_guide_walks_through_exactly_this_seminar() -> None:
    """Each line of the script, in its order, and nothing else up to the page's last part."""
    script = SCRIPT.read_text(encoding="utf-8").splitlines()
    played = [as_typed_at_a_shell(line) for line in script if line and not line.startswith("#")]
    guide = [
        shlex.split(shown.command.replace("\\\n", " "))[1:]
        for block in blocks(ROOT / "docs" / "facilitating" / "seminar.md")
        if block.language == "console"
        for shown in block.commands()
    ]
    assert guide[-1][0] == "run"
    assert guide[:-1] == played
    listed = [block.text for block in blocks(ROOT / "docs" / "facilitating" / "seminar.md") if block.file]
    assert INJECTS.read_text(encoding="utf-8") in listed


def test_the_same_script_from_a_pipe(tmp_path: Path) -> None:
    """As a facilitator would replay it: a process of its own, lines from a file."""
    (tmp_path / "injects.csv").write_bytes(INJECTS.read_bytes())
    root = Path(__file__).resolve().parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root), "NO_COLOR": "1"}
    with SCRIPT.open("rb") as script:
        ended = subprocess.run(
            [sys.executable, "-c", "from cli.main import run; run()", "run"],
            stdin=script,
            capture_output=True,
            cwd=tmp_path,
            env=environment,
            check=False,
            timeout=120,
        )
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr.decode().split("\n")[:-1] == list(MEANT_TO_BE_REFUSED)
    assert b"events, no discrepancies" in ended.stdout
