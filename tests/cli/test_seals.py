"""A seal that is not there: every command that needs it says so, and no other dice are used in its place."""

from pathlib import Path

import pytest

from tests.cli.conftest import Cell

NEEDS_A_SEAL = (
    ("roll", "d6", "--for", "a test", "--because", "x"),
    ("order", "1"),
    ("close", "--because", "x", "--yes"),
)


@pytest.mark.parametrize("words", NEEDS_A_SEAL, ids=lambda words: words[0])
@pytest.mark.parametrize("state", ["missing", "without it", "damaged", "exchanged"])
def test_without_its_seal_a_game_is_not_played_on(cell: Cell, words: tuple[str, ...], state: str) -> None:
    seals = cell.database.with_suffix(".seals")
    said = {
        "missing": f"{seals} is not there.",
        "without it": f"{seals} does not hold it.",
        "damaged": f"{seals} does not hold it; its line 6 is damaged.",
        "exchanged": "not the one that the game committed itself to",
    }[state]
    if state == "missing":
        seals.unlink()
    elif state == "without it":
        seals.write_bytes(b"")
    elif state == "damaged":
        seals.write_bytes(seals.read_bytes().replace(b'"secret":', b'"sacred":'))
    else:
        secret = b'"secret":"'
        head, _, tail = seals.read_bytes().rpartition(secret)
        seals.write_bytes(head + secret + b"0" * 64 + tail[64:])
    assert said in cell.refused(*words)
    cell.done("status")
    cell.done("log")
    assert cell("audit").code == (1 if state == "exchanged" else 3)


def test_seals_may_be_in_a_file_that_is_named(cell: Cell, monkeypatch: pytest.MonkeyPatch) -> None:
    seals = cell.database.with_suffix(".seals")
    elsewhere = seals.with_name("elsewhere")
    seals.rename(elsewhere)
    assert "is not there" in cell.refused("order", "1")
    monkeypatch.setenv("WHITECELL_SEALS", str(elsewhere))
    cell.done("order", "1")
    cell.done("new", "toy-losses", "--name", "another")
    assert not seals.exists()
    assert elsewhere.read_bytes().count(b"\n") == 7


def test_the_register_says_what_games_and_status_say(cell: Cell) -> None:
    rows = cell.done("games", "--json").json
    head = cell.done("status", "--json").json["register"]
    assert head == {"games": 6, "head": rows[-1]["registered"]["digest"]}
    assert f"Register of games, to write down: 6:{head['head']}\n" in cell.done("games").out
    told = cell.done("games", "--register", "register.jsonl", "--json").json
    assert told["head"].startswith(head["head"].replace("-", ""))
    assert "exists; add --force" in cell.refused("games", "--register", "register.jsonl")
    checked = cell.done("audit", "--register", "register.jsonl", "--json").json
    assert (checked["verdict"], checked["head"]) == ("verified", told["head"])
    assert [game["name"] for game in checked["games"]] == [row["name"] for row in rows]
    third = rows[2]["registered"]["digest"]
    cell.done("audit", "--register", "register.jsonl", "--head", f"6:{head['head']}", "--head", f"3:{third}")
    wrong = cell("audit", "--register", "register.jsonl", "--head", f"2:{third}", "--head", f"7:{third}")
    assert wrong.code == 1
    assert "The head of the register after game 2 is not the one written down." in wrong.out
    assert "A head was written down after game 7; the register ends before it." in wrong.out
    assert [game["last"]["events"] for game in checked["games"]] == [row["events"] for row in rows]


def test_an_audit_looks_a_game_up_in_the_register(cell: Cell) -> None:
    cell.done("export", "over.jsonl", "--game", "over")
    cell.done("games", "--register", "register.jsonl")
    plain = cell("audit", "over.jsonl", "--json")
    result = cell("audit", "over.jsonl", "--register", "register.jsonl", "--json")
    assert result.code == plain.code
    assert any(
        "The register has 2 other games of ramadi historical" in each for each in result.json["notices"]
    )
    cell.done("new", "ramadi", "--name", "unregistered", "--db", "other.db")
    cell.done("export", "other.jsonl", "--db", "other.db")
    result = cell("audit", "other.jsonl", "--register", "register.jsonl", "--json")
    assert result.code == 1
    [finding] = result.json["findings"]
    assert finding["message"] == "This game is not in the register of games."
    register = Path("register.jsonl").read_bytes()
    Path("forged.jsonl").write_bytes(register.replace(b'"typed"', b'"tiped"'))
    assert cell("audit", "--register", "forged.jsonl").code == 1
    assert "is no entry of a register" in cell.refused("audit", "--register", "over.jsonl")
