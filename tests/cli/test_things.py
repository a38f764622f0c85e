"""Kinds shown, counters adopted, suggestions taken, objections overruled, options of a list: the commands."""

import json
from pathlib import Path

import pytest

from domain.events import Chosen, CountersAdopted, OrderGiven
from tests.cli.conftest import Cell
from tests.cli.test_help import complete
from tests.toys import factions
from tests.toys.fortunes import NAME


@pytest.fixture
def fortunes(empty: Cell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cell:
    """A game of cards that has begun."""
    monkeypatch.chdir(tmp_path)
    empty.done("new", NAME, "--seed", "5", "--by", "Ann")
    return empty


def test_kinds_are_listed_with_what_is_printed_on_them(fortunes: Cell) -> None:
    assert "sniper: Sniper - One die, 3 or more hits." in fortunes.done("kinds").out
    shown = fortunes.done("kinds", "sniper").out.splitlines()
    assert shown[0] == "sniper: Sniper"
    assert "  One die, 3 or more hits." in shown
    assert "  dice: [6]" in shown
    assert fortunes.done("kinds", "sniper", "--json").json["data"] == {
        "effect": "fire",
        "dice": [6],
        "hits": 3,
    }
    assert "There is no kind of piece 'none'" in fortunes.refused("kinds", "none")


def test_a_deck_of_ones_own_is_adopted_with_a_reason(fortunes: Cell) -> None:
    data = "{effect: fire, dice: [8], hits: 2}"
    head = "provenance: document\nsource: Second edition\nkinds:\n"
    deck = f"{head}  sniper: {{text: Hits on 2., data: {data}}}\n"
    Path("deck.yaml").write_text(deck)
    assert "--because" in fortunes.refused("kinds", "--adopt", "deck.yaml")
    told = fortunes.done("kinds", "--adopt", "deck.yaml", "--because", "The printed deck", "--by", "Ann").out
    assert "Counters replaced (Ann): Sniper (document). Reason: The printed deck" in told
    event = fortunes.events()[-1]
    assert isinstance(event, CountersAdopted)
    assert (event.source, event.kinds["sniper"].name) == ("Second edition", "Sniper")
    assert "Hits on 2." in fortunes.done("kinds", "sniper").out
    report = fortunes.done("audit").out
    assert (
        "1 kind of counters (Sniper) was replaced by those that are said to be the published ones" in report
    )
    for content, sentence in (
        ("kinds: {sniper: {data: {effect: fire}}}", "dice is missing"),
        ("cards: []", "has no `kinds`"),
        ("kinds: {sniper: {colour: red}}", "kind sniper has no 'colour'"),
        ("kinds: [1]", "Expected `object`"),
        ("kinds: {sniper: {name: X}}\nrest: 1", "unknown key 'rest'"),
    ):
        Path("worse.yaml").write_text(content)
        assert sentence in fortunes.refused("kinds", "--adopt", "worse.yaml", "--because", "x")
    assert "There is no file" in fortunes.refused("kinds", "--adopt", "nowhere.yaml", "--because", "x")


def waiting(cell: Cell) -> None:
    """Play on until the rules ask for a judgement."""
    for _ in range(40):
        orders = cell.done("orders", "--json").json
        rally = next((n for n, each in enumerate(orders, 1) if "rally" in each["order"]["card"]), 1)
        if cell.done("order", str(rally), "--json").json["pending"]:
            return
    raise AssertionError("no card was a rally")


def test_a_suggested_answer_is_shown_and_taken(fortunes: Cell) -> None:
    assert "Nothing is asked" in fortunes.refused("answer", "--suggested")
    waiting(fortunes)
    shown = fortunes.done("answer").out
    assert "The rules suggest no: no unit has lost steps (`answer --suggested` accepts it)." in shown
    asked = fortunes.done("answer", "--json").json["pending"][0]
    assert (asked["suggested"], asked["because"]) == (False, "no unit has lost steps")
    assert "Give an answer, or --suggested" in fortunes.refused("answer", "yes", "--suggested")
    told = fortunes.done("answer", "--suggested").out
    assert "no (as suggested). Reason: no unit has lost steps" in told
    (chosen,) = [event for event in fortunes.events() if isinstance(event, Chosen)]
    assert (chosen.value, chosen.suggested) == (False, (False,))


def test_an_objection_is_told_and_overruled_with_anyway(fortunes: Cell) -> None:
    fortunes.done("change", "mark red-1 suppressed", "--because", "shelled")
    refused = fortunes.refused("change", "red-1 to lost", "--because", "they fled")
    assert f"The rules object: A suppressed unit does not move ({NAME} 5). Add --anyway" in refused
    told = fortunes.done("change", "red-1 to lost", "--because", "they fled", "--anyway").out
    assert "Overrides: A suppressed unit does not move" in told
    given = [event for event in fortunes.events() if isinstance(event, OrderGiven)][-1]
    assert len(given.objections) == 1
    assert "overruling: A suppressed unit does not move" in fortunes.done("audit").out


def test_status_tells_the_date_and_the_marks_that_end_by_themselves(fortunes: Cell) -> None:
    status = fortunes.done("status").out
    assert "Turn 1 (Sep 1980) · Play · Red" in status
    assert "Marks that end by themselves" not in status
    assert fortunes.done("status", "--json").json["date"] == {"turn": 1, "name": "Sep 1980", "year": 1980}
    for _ in range(12):
        if fortunes.done("status", "--json").json["lapsing"]:
            break
        orders = fortunes.done("orders", "--json").json
        smoke = next((n for n, each in enumerate(orders, 1) if "smoke" in each["order"]["card"]), 1)
        if fortunes.done("order", str(smoke), "--json").json["pending"]:
            fortunes.done("answer", "--suggested")
    status = fortunes.done("status").out
    assert "Marks that end by themselves:" in status
    assert ": suppressed, until turn 2 (Oct 1980)" in status


def test_options_of_a_list_are_checked_completed_and_listed(fortunes: Cell) -> None:
    assert "Option length is one of short, long, not 'endless'" in fortunes.refused(
        "new", NAME, "--option", "length=endless"
    )
    assert "length: long (one of short, long)" in fortunes.done("option").out
    refused = fortunes.refused("option", "length", "endless", "--because", "x")
    assert "Option length is one of short, long" in refused
    assert complete(fortunes, "whitecell option length ") == ["short", "long"]
    assert complete(fortunes, f"whitecell new {NAME} --option ") == ["length=short", "length=long"]
    assert "length: long (one of short, long)" in fortunes.done("new", NAME, "--options").out
    fortunes.done("option", "length", "short", "--because", "it is late")


def test_a_demonstration_is_played_by_the_policy_that_is_named(fortunes: Cell) -> None:
    told = json.loads(fortunes.done("demo", NAME, "--policy", "random", "--json").out)
    assert told["policy"] == "random"
    assert "has no policy 'wise'" in fortunes.refused("demo", NAME, "--policy", "wise", "--out", "other")


def test_a_player_looks_at_the_game_with_as(empty: Cell) -> None:
    empty.done("new", factions.NAME, "--seed", "5")
    for side in ("aidid", "morgan"):
        empty.done("change", f"mark {side} plan-{side}", "--only", side, "--because", "told in secret")
    log = empty.done("log", "--as", "habr-gidir").out
    assert "plan-aidid" in log
    assert "plan-morgan" not in log
    assert empty.done("status", "--as", "habr-gidir", "--json").json["viewer"] == "habr-gidir"
    assert empty.done("pieces", "--as", "habr-gidir").out
    assert empty.done("map", "--as", "habr-gidir").out
    empty.done("brief", "habr-gidir")
    own = {each["side"] for each in empty.done("orders", "--as", "habr-gidir", "--json").json}
    assert own <= {"aidid", "ali-mahdi"}
    assert "there are:" in empty.refused("log", "--as", "nobody")
