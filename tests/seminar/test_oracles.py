"""What a side could once find out of what is hidden from it by asking, guessing or comparing."""

import re
from pathlib import Path
from typing import Any

import pytest

from domain.events.entropy import words_digest
from tests.cli.conftest import Cell


@pytest.fixture
def strait(empty: Cell) -> Cell:
    """The strait with Mara in the white cell, Bo at Aldmark and Cy at Verrin."""
    empty.done("new", "freeform", "--scenario", "strait", "--name", "s", "--seed", "3")
    return seated(empty)


@pytest.fixture
def awaiting(empty: Cell) -> Cell:
    """The same, before play: words for the dice are still taken."""
    empty.done("new", "freeform", "--scenario", "strait", "--name", "s", "--seed", "3", "--await-words")
    return seated(empty)


def seated(empty: Cell) -> Cell:
    empty.done("roster", "Mara", "--role", "facilitator")
    empty.done("roster", "Bo", "--side", "aldmark", "--by", "Mara")
    empty.done("roster", "Cy", "--side", "verrin", "--by", "Mara")
    return empty


def log_of(cell: Cell, side: str) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = cell.done("log", "--as", side, "--json").json
    return lines


def test_the_salt_of_orders_that_are_shown_masked_is_withheld(strait: Cell) -> None:
    strait.done("submit", "--as", "verrin", "--by", "Cy", "move piece=ver-submarine to=outer-banks")
    strait.done("submit", "--as", "aldmark", "--by", "Bo", "move piece=ald-frigates to=narrows")
    strait.done("open-orders", "--of", "verrin", "--of", "aldmark", "--to", "all")
    salts = {}
    for side in ("aldmark", "verrin", "white"):
        (opened,) = [line for line in log_of(strait, side) if line["event"] == "secret-orders-opened"]
        salts[side] = opened["fields"]["opened"]
    assert salts["aldmark"]["verrin"] == {
        "salt": "?",
        "orders": [{"order": "move", "piece": "?", "to": "outer-banks"}],
    }
    assert len(salts["aldmark"]["aldmark"]["salt"]) == 32
    assert len(salts["verrin"]["verrin"]["salt"]) == len(salts["verrin"]["aldmark"]["salt"]) == 32


WORDS = "submarine-1 ver-submarine Boat 17 Boat 18"


def test_a_sides_own_words_are_never_masked(awaiting: Cell) -> None:
    assert "Boat 17" not in awaiting.done("pieces", "--as", "aldmark").out
    awaiting.done("message", "--as", "aldmark", "--by", "Bo", "--to", "aldmark", "--field", f"text={WORDS}")
    assert WORDS in awaiting.done("message", "--as", "aldmark").out
    as_bo = ("--side", "aldmark", "--by", "Bo")
    awaiting.done("begin", "promise", "--digest", words_digest("aldmark", WORDS), *as_bo)
    for side, who in (("verrin", "Cy"), ("council", "Mara")):
        awaiting.done(
            "begin",
            "promise",
            "--digest",
            words_digest(side, "the geese fly south"),
            "--side",
            side,
            "--by",
            who,
        )
    awaiting.done("begin", "give", *WORDS.split(), *as_bo)
    for side, who in (("verrin", "Cy"), ("council", "Mara")):
        awaiting.done("begin", "give", "the geese fly south", "--side", side, "--by", who)
    for side in ("aldmark", "council"):
        assert WORDS in awaiting.done("log", "--as", side).out
    awaiting.done("begin", "--by", "Mara")
    awaiting.done("next", "--by", "Mara")
    awaiting.done("order", "act", f"intent={WORDS}", "--side", "aldmark", "--by", "Bo")
    assert awaiting.done("log", "--as", "aldmark").out.count(WORDS) == 3


def test_an_own_sealed_order_stays_as_it_was_when_a_piece_of_that_name_is_placed(strait: Cell) -> None:
    strait.done("submit", "--as", "aldmark", "--by", "Bo", "move piece=ald-frigates to=narrows")
    strait.done("submit", "--as", "aldmark", "--by", "Bo", "act intent=ghost")
    strait.done("brief", "aldmark", "--out", "before.html")
    ghost = "place submarine at ocean id ghost known to verrin"
    strait.done("change", ghost, "--because", "x", "--by", "Mara")
    strait.done("brief", "aldmark", "--out", "after.html")
    before, after = (
        re.search(r'id="sealed".*?</section>', Path(f).read_text(), re.S)
        for f in ("before.html", "after.html")
    )
    assert before is not None
    assert after is not None
    assert before[0] == after[0]
    assert "ghost" in after[0]


@pytest.mark.parametrize("written", ["boat 17", "Boat-17", "BOAT  17", "Ver-Submarine"])
def test_a_hidden_name_stands_as_the_white_cell_wrote_it_and_it_is_warned(strait: Cell, written: str) -> None:
    told = strait.done("note", f"Watch {written} now", "--to", "aldmark", "--by", "Mara")
    assert "Warning: Aldmark can read this and may not know of Boat 17." in told.err
    text = strait.done("note", "--as", "aldmark").out
    assert f"Watch {' '.join(written.split())} now" in text


def test_a_draw_in_secret_stays_secret(strait: Cell) -> None:
    strait.done("change", "cou-pilots to reserve", "--because", "x", "--by", "Mara")
    before = log_of(strait, "aldmark")
    strait.done(
        "draw",
        "reserve",
        "--at",
        "ocean",
        "--for",
        "SECRET mole",
        "--only",
        "white",
        "--because",
        "x",
        "--by",
        "Mara",
    )
    [drawn] = log_of(strait, "aldmark")[len(before) :]
    assert drawn["event"] == "counter-drawn"
    assert drawn["fields"].keys() == {"cup", "piece", "to"}  # what all see on the table, not what it is for
    assert "SECRET mole" in strait.done("log", "--as", "white").out


def test_a_secret_detection_is_not_told_to_the_owner(strait: Cell) -> None:
    before = log_of(strait, "verrin")
    known = "ver-submarine known to verrin and aldmark"
    strait.done("change", known, "--only", "aldmark", "--because", "x", "--by", "Mara")
    assert log_of(strait, "verrin") == before
    told = [line for line in log_of(strait, "aldmark") if line["event"] == "piece-known"]
    assert told[-1]["fields"]["sides"] == ["aldmark"]


def test_who_else_knows_a_piece_is_not_said(strait: Cell) -> None:
    before = {side: len(log_of(strait, side)) for side in ("aldmark", "verrin")}
    ghost = "place submarine at ocean id ghost known to aldmark and verrin"
    strait.done("change", ghost, "--because", "x", "--by", "Mara")
    strait.done("change", "ghost known to aldmark and verrin and council", "--because", "x", "--by", "Mara")
    for side in ("aldmark", "verrin"):
        for line in log_of(strait, side)[before[side] :]:
            others = {"aldmark", "verrin", "council"} - {side}
            assert not [other for other in others if other in str(line["fields"])], line


def test_a_marking_on_a_seal_shows_only_to_the_side_that_sealed(strait: Cell) -> None:
    strait.done("submit", "--as", "verrin", "--by", "Cy", "move piece=ver-submarine to=outer-banks")
    sealed = next(e.number for e in strait.events() if type(e).__name__ == "SecretOrderSealed")
    before = log_of(strait, "aldmark")
    strait.done("declare", "--marking", "VERRIN EYES ONLY", "--event", str(sealed), "--by", "Mara")
    assert log_of(strait, "aldmark") == before
    assert "VERRIN EYES ONLY" in strait.done("log", "--as", "verrin").out


def test_no_digest_that_covers_hidden_pieces_is_shown_to_a_side(strait: Cell) -> None:
    digest = strait.events()[0].scenario_digest
    assert len(digest) == 64
    assert digest not in strait.done("log", "--as", "aldmark", "--json").out
    strait.done("aar", "--as", "aldmark", "--out", "side.html")
    assert digest not in Path("side.html").read_text()
    strait.done("read-model", "side.db", "--as", "aldmark")
    assert digest.encode() not in Path("side.db").read_bytes()
    assert digest in strait.done("log", "--as", "white", "--json").out


def test_a_hidden_note_changes_nothing_in_a_sides_review(strait: Cell) -> None:
    strait.done("aar", "--as", "aldmark", "--out", "before.html")
    strait.done("note", "They know nothing", "--by", "Mara")
    strait.done("aar", "--as", "aldmark", "--out", "after.html")
    assert Path("before.html").read_bytes() == Path("after.html").read_bytes()


# --- what the roster guards ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ("fork", "--at", "8", "--name", "mine"),
        ("note", "What is in event 7?", "--on", "7"),
        ("note", "insight", "Mine"),
        ("clock", "start", "Talk", "5m"),
    ],
    ids=lambda words: words[0],
)
def test_a_player_does_not_do_what_is_the_white_cells(strait: Cell, words: tuple[str, ...]) -> None:
    assert "Bo sits at Aldmark and may not speak for the white cell" in strait.refused(*words, "--by", "Bo")
    strait.done(*words, "--by", "Mara")


def test_a_player_takes_nothing_back_and_learns_nothing_of_secret_orders_by_trying(strait: Cell) -> None:
    strait.done("order", "move", "piece=ald-frigates", "to=narrows", "--side", "aldmark", "--by", "Bo")
    own = str(strait.events()[-1].procedure)
    tries = (("undo",), ("undo", own), ("undo", "999"))
    told = [strait.refused(*words, "--because", "x", "--by", "Bo", "--yes") for words in tries]
    assert set(told) == {
        "Bo sits at Aldmark and may not undo orders; the white cell can, with `undo --asked-by Bo`."
    }
    strait.done("roll", "3d6", "--for", "x", "--only", "white", "--because", "x", "--by", "Mara")
    assert told == [strait.refused(*words, "--because", "x", "--by", "Bo", "--yes") for words in tries]
    strait.done("undo", own, "--because", "x", "--asked-by", "Bo", "--overrule", "--by", "Mara", "--yes")
    assert not strait.done("log", "--as", "aldmark", "--json").json[-1].get("struck")


def test_a_player_gives_orders_by_their_names(strait: Cell) -> None:
    """A number is good for a list of all sides' orders, and tells how many those are."""
    for number in ("1", "99999"):
        sentence = strait.refused("order", number, "--by", "Bo")
        assert (
            sentence == "Say the order by its name: the numbers of `whitecell orders` are the white cell's."
        )
    strait.done("order", "1", "--by", "Mara")


def test_a_refused_take_back_says_nothing_of_dice_that_a_player_did_not_see(strait: Cell) -> None:
    strait.done("roll", "3d6", "--for", "x", "--only", "white", "--because", "x", "--by", "Mara")
    rolled = next(e.number for e in strait.events() if getattr(e, "order", "") == "hand-roll")
    for number in (str(rolled), str(rolled + 1), "999"):
        assert "dice" not in strait.refused("undo", number, "--because", "x", "--by", "Bo")


def test_a_game_is_not_closed_under_its_open_forks(strait: Cell) -> None:
    at = len(strait.events())
    strait.done("fork", "--at", str(at), "--name", "again", "--by", "Mara")
    sentence = strait.refused("close", "--yes", "--game", "s", "--by", "Mara")
    assert sentence.startswith("again: a fork of it that is still open; closing s would reveal")
    strait.done("close", "--yes", "--game", "again", "--by", "Mara")
    strait.done("close", "--yes", "--game", "s", "--by", "Mara")


def test_a_game_is_closed_under_its_forks_where_that_is_meant(strait: Cell) -> None:
    strait.done("fork", "--at", str(len(strait.events())), "--name", "again", "--by", "Mara")
    strait.done("close", "--yes", "--anyway", "--game", "s", "--by", "Mara")
    assert "This game is closed" in strait.refused("next", "--game", "s", "--by", "Mara")


def test_default_ids_do_not_count_hidden_pieces(strait: Cell) -> None:
    strait.done("change", "place pilots at ocean known to verrin", "--because", "x", "--by", "Mara")
    strait.done("change", "place pilots at ocean", "--because", "x", "--by", "Mara")
    ids = [event.piece.id for event in strait.events() if type(event).__name__ == "PiecePlaced"]
    assert re.fullmatch("pilots-x[0-9a-f]{8}", ids[0])
    assert ids[1] == "pilots-1"


# --- what a player types is answered with what the player knows ------------------------------------------


def test_an_order_of_a_player_is_told_by_the_lines_of_the_own_log(strait: Cell) -> None:
    for _ in range(5):
        strait.done("note", "For the white cell alone", "--by", "Mara")
    out = strait.done(
        "order", "move", "piece=ald-frigates", "to=narrows", "--side", "aldmark", "--by", "bo"
    ).out
    last = len(log_of(strait, "aldmark"))
    shown = [int(line.split()[0]) for line in out.splitlines() if line[:5].strip().isdigit()]
    assert shown
    assert max(shown) <= last < len(strait.events()) - 4
    assert "`whitecell orders --as aldmark`" in out
    words = ("order", "move", "piece=ald-brigade", "to=aldport", "--side", "aldmark", "--by", "Bo", "--json")
    told = strait.done(*words).json
    assert [event["line"] for event in told["events"]] == list(
        range(last + 1, len(log_of(strait, "aldmark")) + 1)
    )
    assert not [event for event in told["events"] if event.get("number")]
    white = strait.done(
        "order", "move", "piece=ver-missiles", "to=narrows", "--side", "verrin", "--by", "Mara"
    ).out
    assert str(len(strait.events()) - 2) in white  # the last but the end of the order


def test_what_waits_in_secret_neither_holds_up_a_player_nor_is_named(strait: Cell) -> None:
    strait.done("new", "freeform", "--scenario", "strait", "--name", "typed", "--dice", "typed")
    strait.done("roster", "Mara", "--role", "facilitator")
    strait.done("roster", "Bo", "--side", "aldmark", "--by", "Mara")
    strait.done("roll", "d6", "--for", "x", "--only", "white", "--because", "x", "--by", "Mara")
    order = ("order", "move", "piece=ald-frigates", "to=narrows", "--side", "aldmark", "--by", "Bo")
    told = strait.done(*order)
    assert "1st Frigate Squadron: Aldport to The Narrows" in told.out
    assert "roll" not in (told.out + told.err).lower()


def test_what_holds_secrets_is_readable_by_its_owner_alone(strait: Cell) -> None:
    strait.done("export", "s.jsonl")
    for path in (strait.database, Path("s.jsonl")):
        assert path.stat().st_mode & 0o077 == 0, path


def test_the_white_cell_that_types_for_a_player_sees_all(
    strait: Cell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WHITECELL_USER", "Mara")
    strait.done("note", "For the white cell alone")
    order = ("order", "move", "piece=ald-frigates", "to=narrows", "--side", "aldmark", "--by", "Bo")
    assert str(len(strait.events()) + 1) in strait.done(*order).out


def test_hidden_and_missing_are_refused_alike(empty: Cell) -> None:
    empty.done("new", "ramadi", "--name", "r", "--seed", "1")
    empty.done("note", "For the white cell alone")
    last = len(empty.events())
    hidden, missing = (empty.refused("explain", str(number)) for number in (last, last + 1))
    assert hidden.replace(str(last), "N") == missing.replace(str(last + 1), "N")
    known, unknown = (empty.refused("orders", "--piece", piece) for piece in ("ied-poor-1", "nosuch-one"))
    assert known.replace("ied-poor-1", "X") == unknown.replace("nosuch-one", "X")
