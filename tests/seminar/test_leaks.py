"""No output of one side has anything in it that only another may know, or that counts what it may not see."""

import io
import json
import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from typer.main import get_group

from cli.main import COMMANDS, app
from tests.cli.conftest import Cell
from tests.cli.test_help import complete
from tests.seminar.three import NAME, SECRET, SIDES, WHITE_WORD

INJECTS = f"""id,turn,phase,time,audience,text,changes
{WHITE_WORD}-1,1,planning,,amber,Only for you: ambrosia,{WHITE_WORD} moves a piece
{WHITE_WORD}-2,1,planning,,coral,Only for you: corvette,
{WHITE_WORD}-3,1,planning,,all,A storm rises,{WHITE_WORD} changes the weather
{WHITE_WORD}-4,9,planning,,all,Never told: {WHITE_WORD},
{WHITE_WORD}-5,1,planning,,blue,Another text than {WHITE_WORD},
"""


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cell]:
    """A game in which each side, and the white cell, has secrets of every kind; it is only read here."""
    folder = tmp_path_factory.mktemp("full")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        yield full_of_secrets(Cell(folder / "games.db"))


@pytest.fixture(scope="module")
def shown(full: Cell) -> dict[str, dict[str, str]]:
    """By side, everything that it can be shown."""
    return {side: outputs(full, side) for side in SIDES}


def full_of_secrets(empty: Cell) -> Cell:
    """The game, played up to a question that one side has not answered yet."""
    Path("events.csv").write_text(INJECTS)
    empty.done("new", NAME, "--seed", "4")
    empty.done("roster", "Ada", "--role", "facilitator")
    empty.done("declare", "--purpose", f"To learn of {WHITE_WORD}", "--question", f"Q-{WHITE_WORD}=Why?")
    for side in SIDES:
        word = SECRET[side]
        empty.done("roster", f"P-{side}", "--side", side)
        empty.done("order", "scheme", f"plot={word}-coup", "--side", side)
        empty.done("answer", f"{side}-agent", "--side", side)
        empty.done("message", "--as", side, "--to", "white", "--field", f"text=We plan {word}")
        rfi = (
            "--form",
            "request-for-information",
            "--as",
            "white",
            "--to",
            side,
            "--field",
            f"question=Is {word} true?",
        )
        empty.done("message", *rfi)
        empty.done("note", f"They think of {word}", "--to", side)
        empty.done("submit", "--as", side, f"march piece={side}-spy to=hill", f"scheme plot={word}-ruse")
        scheme = next(event for event in reversed(empty.events()) if getattr(event, "order", "") == "scheme")
        empty.done("declare", "--marking", f"{word} EYES ONLY", "--event", str(scheme.number))
    empty.done("order", "march", "piece=coral-spy", "to=hill", "--side", "coral")
    empty.done("note", f"Privately: {WHITE_WORD}")
    empty.done("note", "insight", f"It was {WHITE_WORD}", "--about", "blue")
    empty.done("inject", "--file", "events.csv")
    for number in (1, 2, 3):
        empty.done("inject", f"{WHITE_WORD}-{number}", "deliver")
    empty.done("inject", f"{WHITE_WORD}-5", "alter", "--text", "The ferry is late", "--because", WHITE_WORD)
    empty.done("inject", f"{WHITE_WORD}-4", "skip", "--because", f"{WHITE_WORD} says so")
    empty.done("declare", "--marking", "OFFICIAL")
    empty.done("order", "next", "--yes")
    for side in SIDES[:2]:
        empty.done("answer", "1", "--side", side)
    return empty


def outputs(cell: Cell, side: str) -> dict[str, str]:
    """Everything that a side can be shown: each command with its output and what it complains of."""
    lines = [
        ["status"],
        ["map"],
        ["pieces"],
        ["orders"],
        ["log"],
        ["log", "--last", "5"],
        ["log", "--turn", "1"],
        ["message"],
        ["message", "--turn", "1"],
        ["message", "--form", "request-for-information"],
        ["inject"],
        ["note"],
        ["note", "insights"],
        ["note", "--tag", f"Q-{WHITE_WORD[:-1]}"],
        ["map", "--svg", "map.svg", "--force"],
        ["odds", "march", f"piece={side}-guard", "to=hill"],
        ["odds", "scheme", f"plot={SECRET[side]}-coup"],
        ["odds", "march", f"piece={side}-guard", "to=hill", "--then", f"scheme plot={SECRET[side]}-ruse"],
        ["odds", "1"],
        ["odds", "next"],
    ]
    seen = len(cell.done("log", "--as", side, "--json").json)
    lines += [["explain", str(number)] for number in range(seen + 2)]
    others = [each for each in SIDES if each != side]
    lines += [[what, "--piece", f"{other}-agent"] for what in ("pieces", "orders") for other in others]
    lines += [["odds", "march", f"piece={other}-agent", "to=hill"] for other in others]
    lines += [["pieces", "--at", place] for place in ("hill", "ford", "camp")]
    found = {}
    for line in lines:
        for json_too in ([], ["--json"]):
            result = cell(*line, "--as", side, *json_too)
            found[" ".join([*line, *json_too])] = result.out + result.err
    found["svg"] = Path("map.svg").read_text()
    cell.done("brief", side, "--out", "brief.html", "--force")
    cell.done("brief", side, "--out", "brief.pdf", "--force")
    found["brief, html"] = Path("brief.html").read_text()
    pages = PdfReader(io.BytesIO(Path("brief.pdf").read_bytes()))
    found["brief, pdf"] = "\n".join(page.extract_text() for page in pages.pages) + str(pages.metadata)
    for words in (
        "pieces --as {} --piece",
        "orders --as {} --piece",
        "orders --as {} --kind",
        "odds --as {}",
        "odds --as {} march",
        "odds --as {} scheme",
        "note --as {} --tag",
        "message --as {} --form",
        "submit --as {}",
        "message --as {}",
        "message --as {} --to",
        "inject --as {}",
        "pieces --as {} --at",
    ):
        asked = f"whitecell {words.format(side)} "
        found[f"completion of {asked}"] = "\n".join(complete(cell, asked))
    return found


@pytest.mark.parametrize("side", SIDES)
def test_no_word_of_another_is_in_any_output_of_a_side(shown: dict[str, dict[str, str]], side: str) -> None:
    strange = [WHITE_WORD, *(word for other, word in SECRET.items() if other != side)]
    hidden = [f"{other}-{what}" for other in SIDES if other != side for what in ("agent", "spy")]
    for name, text in shown[side].items():
        asked = [word for word in hidden if f"--piece {word}" in name or f"piece={word}" in name]
        for word in [*strange, *(word for word in hidden if word not in asked)]:
            assert word not in text.lower(), f"{side} reads {word!r} in {name}"


@pytest.mark.parametrize("side", SIDES)
def test_each_side_does_read_its_own(full: Cell, shown: dict[str, dict[str, str]], side: str) -> None:
    """What the search looks for is there to be found."""
    own = ("log", "log --json", "pieces", "message", "note", "brief, html", "brief, pdf")
    assert all(SECRET[side] in shown[side][name].lower() for name in own)
    assert ("pledge" in shown[side]["status"]) == (side == "coral")
    assert ("ferry" in shown[side]["inject"]) == (side == "blue")
    assert "storm" in shown[side]["inject"]
    white = full.done("log", "--as", "white").out + full.done("inject").out
    assert all(word in white for word in (WHITE_WORD, *SECRET.values()))


@pytest.mark.parametrize("side", SIDES)
def test_a_side_is_offered_its_own_orders_alone(empty: Cell, side: str) -> None:
    empty.done("new", NAME)
    for line in (
        ["orders"],
        ["orders", "--json"],
        ["orders", "--kind", "scheme"],
        ["orders", "--piece", f"{side}-spy"],
    ):
        shown = empty.done(*line, "--as", side).out
        assert SECRET[side] in shown.lower()
        assert not any(each in shown.lower() for each in SIDES if each != side)
    assert complete(empty, f"whitecell submit --as {side} ") == ["scheme", "march"]


@pytest.mark.parametrize("side", SIDES)
def test_a_piece_that_is_hidden_is_refused_like_one_that_is_not_there(full: Cell, side: str) -> None:
    seen = {piece.get("id") for piece in full.done("pieces", "--as", side, "--json").json}
    for other in SIDES:
        if other == side:
            continue
        for line in (["pieces"], ["orders"]):
            for more in ([], ["--json"]):
                hidden = full(*line, "--piece", f"{other}-spy", "--as", side, *more)
                ghost = full(*line, "--piece", f"{other}-elf", "--as", side, *more)
                assert hidden.code == ghost.code == 2
                assert hidden.out == ghost.out == ""
                refused, perhaps = hidden.err.split("; ")
                assert refused == ghost.err.split("; ")[0].replace(f"{other}-elf", f"{other}-spy")
                assert SECRET[other] not in hidden.err.replace(f"{other}-spy", "").lower()
                assert set(re.findall(r"[\w-]+(?= \()", perhaps)) <= seen, (
                    "only what that side sees is offered"
                )


SEARCHED = {
    *("status", "map", "pieces", "orders", "odds", "log", "explain", "message", "inject", "note"),
    *("read-model", "submit", "aar"),
}
"""The commands whose `--as SIDE` is searched here."""
SEARCHED_ELSEWHERE = {"begin", "correct", "what-if", "turning-points", "compare"}
TELLS_NO_SIDE = {"audit"}


def test_no_command_that_takes_a_side_is_forgotten() -> None:
    group: Any = get_group(app)
    commands = {name: group.get_command(None, name) for name in COMMANDS}
    taking = {
        name
        for name, command in commands.items()
        if command is not None and any("--as" in parameter.opts for parameter in command.params)
    }
    assert taking == SEARCHED | SEARCHED_ELSEWHERE | TELLS_NO_SIDE


@pytest.mark.parametrize("side", SIDES)
def test_a_review_for_a_side_holds_nothing_of_another(full: Cell, side: str) -> None:
    hidden = [f"{other}-{what}" for other in SIDES if other != side for what in ("agent", "spy")]
    strange = [WHITE_WORD, *(word for other, word in SECRET.items() if other != side), *hidden]
    for form in ("html", "md"):
        full.done("aar", "--as", side, "--out", f"{side}.{form}")
        review = Path(f"{side}.{form}").read_text().lower()
        assert [word for word in strange if word in review] == []
        assert SECRET[side] in review
    refused = full("audit", "--as", side)
    assert refused.code == 2
    assert not any(word in refused.err.lower() for word in strange)


@pytest.mark.parametrize("side", SIDES)
def test_a_read_model_of_a_side_holds_nothing_of_another(full: Cell, side: str) -> None:
    full.done("read-model", f"{side}.db", "--as", side, "--csv", f"{side}-csv")
    with sqlite3.connect(f"{side}.db") as database:
        held = "\n".join(database.iterdump())
    held += "\n".join(path.read_text() for path in Path(f"{side}-csv").iterdir())
    hidden = [f"{other}-{what}" for other in SIDES if other != side for what in ("agent", "spy")]
    strange = [WHITE_WORD, *(word for other, word in SECRET.items() if other != side), *hidden]
    assert [word for word in strange if word in held.lower()] == []
    assert SECRET[side] in held.lower()


@pytest.mark.parametrize("side", SIDES)
def test_what_a_side_hands_in_is_answered_without_a_word_of_another(
    empty: Cell, tmp_path: Path, side: str
) -> None:
    """Sealed orders and messages are taken in alike whether what they name is hidden or is not there."""
    full = full_of_secrets(empty)
    other = next(each for each in SIDES if each != side)
    for line in (
        ["submit", "--as", side, "march piece={} to=hill"],
        ["message", "--as", side, "--to", other, "--field", "text=Where is {}?"],
        ["message", "--as", side, "--to", "{}", "--field", "text=Where is it?"],
        ["odds", "--as", side, "march", "piece={}", "to=hill"],
    ):
        for more in ([], ["--json"]):
            told = [
                full(*(word.format(piece) for word in (*line, *more)))
                for piece in (f"{other}-spy", f"{other}-elf")
            ]
            shown = [_bare(each.out + each.err).replace(f"{other}-elf", f"{other}-spy") for each in told]
            assert told[0].code == told[1].code
            assert shown[0] == shown[1]
            strange = (WHITE_WORD, *(word for each, word in SECRET.items() if each != side))
            assert not any(word in shown[0].lower() for word in strange)


def test_odds_told_to_a_side_name_and_offer_its_own_orders_alone(empty: Cell) -> None:
    empty.done("new", NAME, "--seed", "4")
    assert complete(empty, "whitecell odds --as blue march ") == [
        *("piece=blue-guard", "to=hill", "to=ford", "piece=blue-agent", "piece=blue-spy")
    ]
    told = empty.done("odds", "--as", "blue", "march", "piece=blue-spy", "to=hill").out
    assert "Spy Bluebeard" in told
    for line in (["march", "piece=amber-spy", "to=hill"], ["march", "piece=amber-elf", "to=hill"]):
        sentence = empty.refused("odds", "--as", "blue", *line)
        assert "Ambrosia" not in sentence
    assert not re.search("amber|coral", empty.done("odds", "--as", "blue", "next").out)
    for line in (["1"], ["march", "piece=blue-spy", "to=hill", "--then", "1"]):
        assert not any(
            word in empty.refused("odds", "--as", "blue", *line).lower() for word in ("amber", "coral")
        )


def test_an_event_that_is_hidden_is_refused_like_one_that_never_was(full: Cell) -> None:
    seen = len(full.done("log", "--as", "blue", "--json").json)
    total = len(full.events())
    assert seen < total
    told = [full("explain", str(number), "--as", "blue") for number in (seen + 1, total, total + 1)]
    assert {each.code for each in told} == {2}
    assert (
        len(
            {
                each.err.replace(str(n), "N")
                for each, n in zip(told, (seen + 1, total, total + 1), strict=True)
            }
        )
        == 1
    )


@pytest.mark.parametrize("side", SIDES)
def test_no_number_counts_what_a_side_does_not_see(full: Cell, side: str) -> None:
    seen = full.done("log", "--as", side, "--json").json
    assert [view["line"] for view in seen] == list(range(1, len(seen) + 1))
    assert not any("number" in view for view in seen)
    status = full.done("status", "--as", side, "--json").json
    assert status["events"] == len(seen)
    assert "head" not in status
    assert f"{len(full.events())}" not in full.done("status", "--as", side).out
    for number in (len(seen) // 2, len(seen)):
        told = full.done("explain", str(number), "--as", side, "--json").json
        assert all(step["number"] <= len(seen) for step in (*told["steps"], *told["corrections"]))


def same(text: str) -> str:
    """An output without what differs between any two games: ids, times, digests and commitments."""
    try:
        data = json.loads(text)
    except ValueError:
        return text
    drop = ("id", "game", "time", "commitment", "digest", "salt")

    def bare(value: object) -> object:
        if isinstance(value, dict):
            return {key: bare(item) for key, item in value.items() if key not in drop}
        return [bare(item) for item in value] if isinstance(value, list) else value

    return json.dumps(bare(data))


def test_two_games_that_differ_only_in_secrets_look_alike(
    empty: Cell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Blue reads the same in a game where amber and the white cell do much in secret, and in one without;
    also while amber's secret order waits for an answer."""
    minute = 0

    monkeypatch.setattr("domain.wall_clock.read", lambda: datetime(2026, 1, 1, 9, minute, tzinfo=UTC))
    quiet, busy = empty, Cell(tmp_path / "busy.db")
    Path("events.csv").write_text(INJECTS)
    for cell in (quiet, busy):
        minute = 0
        cell.done("new", NAME, "--seed", "4", "--name", "game")
        cell.done("roster", "Ada", "--white")
        cell.done("message", "--to", "blue", "--field", "text=Good morning")
        if cell is busy:
            minute = 11
            cell.done("inject", "--file", "events.csv")
            cell.done("inject", f"{WHITE_WORD}-1", "deliver")
            cell.done("message", "--as", "amber", "--to", "white", "--field", "text=Now")
            cell.done("note", "Amber is nervous")
            cell.done("declare", "--purpose", "To see who leaks")
            cell.done("declare", "--marking", "SECRET", "--event", str(len(cell.events()) - 1))
        minute = 30
        cell.done("order", "march", "piece=amber-agent", "to=hill", "--side", "amber")
        cell.done("submit", "--as", "blue", "--none")
        if cell is busy:
            minute = 47
            cell.done("inject", f"{WHITE_WORD}-2", "skip", "--because", "Not yet")
            cell.done("order", "scheme", "plot=ambrosia-ruse", "--side", "amber")
            cell.done("answer", "amber-agent", "--side", "amber")
            cell.done("undo", "--because", "Another plot was meant", "--yes")
            cell.done("order", "scheme", "plot=ambrosia-coup", "--side", "amber")
    minute = 59
    assert busy.done("status", "--json").json["pending"]
    shown = [{name: same(text) for name, text in outputs(cell, "blue").items()} for cell in (quiet, busy)]
    for cell, texts in zip((quiet, busy), shown, strict=True):
        for form in ("html", "md"):
            cell.done("aar", "--as", "blue", "--out", f"review.{form}", "--force")
            texts[f"review, {form}"] = Path(f"review.{form}").read_text()
        cell.done("read-model", f"{cell.database.stem}-of-blue.db", "--as", "blue")
        with sqlite3.connect(f"{cell.database.stem}-of-blue.db") as database:
            texts["read model"] = "\n".join(database.iterdump())
    for name in shown[0]:
        if name != "brief, pdf":
            masked = [text.get(name, "") for text in shown]
            assert _bare(masked[0]) == _bare(masked[1]), name


def _bare(text: str) -> str:
    """Text without digests, of which salt makes each another."""
    return re.sub(r"[0-9a-f]{12,64}", "...", text)
