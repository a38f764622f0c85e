"""`whitecell aar`: every audience and format, from the database and from a log alone."""

import io
import re
from pathlib import Path

import msgspec
import pytest
from pypdf import PdfReader

from domain.events import Modified, OrderGiven
from domain.events.base import Event
from domain.game.chain import GENESIS, enter
from domain.ledger.logfile import write_log
from tests.cli.conftest import Cell


def test_a_review_is_written_under_the_name_of_the_game(cell: Cell) -> None:
    told = cell.done("aar").out
    assert told == "The review of ramadi is in aar-ramadi.html.\n"
    page = Path("aar-ramadi.html").read_text()
    assert "Not decided" in page, "it is the review of a game that goes on"
    cell.done("aar", "--audience", "isf")
    cell.done("aar", "--as", "isis")
    cell.done("aar", "--audience", "senior", "--format", "md")
    assert Path("aar-ramadi-isf.html").is_file()
    assert "After-action review for Islamic State" in Path("aar-ramadi-isis.html").read_text()
    assert Path("aar-ramadi-senior.md").is_file()


@pytest.mark.parametrize(
    ("format", "begins"), [("html", b"<!doctype"), ("md", b""), ("pdf", b"%PDF"), ("docx", b"PK")]
)
def test_every_format_is_the_same_from_the_database_and_from_the_log(
    cell: Cell, format: str, begins: bytes
) -> None:
    cell.done("export", "log.jsonl", "--game", "closed")
    cell.done("aar", "--game", "closed", "--format", format)
    cell.done("aar", "log.jsonl", "--out", f"from-log.{format}")
    here, there = Path(f"aar-closed.{format}").read_bytes(), Path(f"from-log.{format}").read_bytes()
    assert here.startswith(begins)
    assert here == there
    assert len(here) > 5_000


def test_the_head_of_the_log_is_on_paper(cell: Cell) -> None:
    head = cell.done("audit", "--game", "closed", "--json").json["head"]
    cell.done("aar", "--game", "closed", "--out", "review.pdf")
    text = "".join(page.extract_text() for page in PdfReader("review.pdf").pages)
    assert head in "".join(text.split())


def test_a_file_that_is_there_is_not_overwritten_unasked(cell: Cell) -> None:
    Path("aar-ramadi.html").write_text("mine")
    assert "--force" in cell.refused("aar")
    assert Path("aar-ramadi.html").read_text() == "mine"
    cell.done("aar", "--force")
    assert Path("aar-ramadi.html").read_text() != "mine"


def test_somebody_who_is_there_is_asked(cell: Cell, someone_there: None) -> None:
    Path("aar-ramadi.html").write_text("mine")
    assert cell("aar", said="n\n").code == 2
    assert Path("aar-ramadi.html").read_text() == "mine"
    assert cell("aar", said="y\n").code == 0
    assert Path("aar-ramadi.html").read_text() != "mine"


def test_luck_is_added_when_asked_for_and_kept_for_the_next_review(cell: Cell) -> None:
    def review(*words: str) -> str:
        cell.done("aar", "--game", "ramadi", "--out", "review.html", "--force", *words)
        return Path("review.html").read_text()

    cell.done("order", "1", "--game", "ramadi")
    without = review()
    assert "<code>whitecell aar --with-luck</code>" in without
    assert "Odds before the order" not in without
    with_luck = review("--with-luck")
    assert "Odds before the order" in with_luck
    assert "whitecell aar --with-luck" not in with_luck
    assert review() == with_luck
    cell.done("note", "A note changes no luck", "--game", "ramadi")
    assert "Odds before the order" in review()
    cell.done("order", "1", "--game", "ramadi")
    assert "Odds before the order" not in review(), "an order more is another game"
    cell.done("luck", "--game", "ramadi")
    assert "Odds before the order" in review(), "what the command `luck` weighed is known too"
    assert "Odds before the order" not in review("--as", "isf"), "luck looks at everything"


def test_chances_are_added_when_asked_for_and_kept_for_the_next_review(cell: Cell) -> None:
    def told(*words: str) -> bool:
        words = ("--game", "closed", "--out", "r.html", "--games", "2", "--force", "--json", *words)
        found = cell.done("aar", *words).json["turning_points"]
        assert found == ("whitecell aar --with-turning-points" not in Path("r.html").read_text())
        assert isinstance(found, bool)
        return found

    assert not told()
    assert told("--with-turning-points")
    assert told()
    assert told("--games", "3"), "what was played before serves whatever number is wanted"


def test_two_reviews_of_a_game_never_name_different_turning_points(cell: Cell) -> None:
    """Made in any order, for anybody and in any format: what was played for the first one serves them all."""

    def written(name: str, *words: str) -> bytes:
        cell.done("aar", "--game", "closed", "--out", name, "--force", *words)
        return Path(name).read_bytes()

    def cards(page: bytes) -> list[str]:
        return re.findall(r'<p class="value">(.*?)</p>', page.decode())

    first = written("all.html", "--with-turning-points", "--games", "3")
    named = cards(first)
    assert named
    assert all(re.fullmatch(r"\d+ % to \d+ %", value) for value in named)
    assert b"3 games were played" in first
    assert cards(written("senior.html", "--audience", "senior")) == named
    assert cards(written("again.html", "--games", "7")) == named
    assert cards(written("fewer.html", "--with-turning-points", "--games", "2")) == named
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(written("all.pdf"))).pages)
    assert "3 games were played" in " ".join(text.split())
    assert all(value in " ".join(text.split()) for value in named)
    side = written("blue.html", "--audience", "blue").decode()
    assert "Turning points" not in side, "the chances draw on what is hidden from a side"
    more = written("more.html", "--with-turning-points", "--games", "4")
    assert cards(written("most.html")) == cards(more), "the most play-outs count"


def test_json_says_what_was_written(cell: Cell) -> None:
    cell.done("declare", "--marking", "OFFICIAL")
    told = cell.done("aar", "--audience", "senior", "--json").json
    assert told["file"] == "aar-ramadi-senior.html"
    assert told["bytes"] == Path("aar-ramadi-senior.html").stat().st_size
    assert told["marking"] == "OFFICIAL"
    assert told["sections"][0] == "summary"
    assert "orders" not in told["sections"]
    assert (told["luck"], told["turning_points"], told["findings"]) == (False, False, 0)


def test_a_side_named_like_an_audience_gets_its_own_review_and_no_more(empty: Cell) -> None:
    from domain.views.view import WHITE
    from seats.looking.review import audience_of
    from tests.core.games import VARIANTS, play_to_end

    game = play_to_end(VARIANTS[0], seed=1, close=False).game
    side = next(iter(game.state.sides))
    game.state.sides["senior"] = game.state.sides[side]
    assert audience_of(game, "senior", None) == ("senior", False)
    assert audience_of(game, "all", None) == (WHITE, False)


def test_a_broken_log_is_refused_and_a_forged_one_says_what_was_found(cell: Cell) -> None:
    cell.done("export", "log.jsonl", "--game", "over")
    lines = Path("log.jsonl").read_text().splitlines()
    broken = [line.replace('"face":', '"face": ') if '"die-rolled' in line else line for line in lines]
    assert broken != lines
    Path("broken.jsonl").write_text("\n".join(broken))
    assert "broken at event" in cell.refused("aar", "broken.jsonl")
    Path("short.jsonl").write_text("\n".join(lines[:-1]))
    assert "broken at event" in cell.refused("aar", "short.jsonl")
    events = cell.events("over")
    first = next(event for event in events if isinstance(event, Modified))
    events[first.number - 1] = msgspec.structs.replace(first, total=first.total + 1)
    _write(Path("forged.jsonl"), events)
    assert "finding" in cell.done("aar", "forged.jsonl").out
    assert "Discrepancy" in Path("aar-forged.html").read_text()


def test_a_log_that_no_one_can_have_played_is_refused_in_a_sentence(cell: Cell) -> None:
    events = cell.events("ramadi")
    order = next(event for event in events if isinstance(event, OrderGiven) and event.side)
    number = events.index(order)
    bad = OrderGiven(
        number=order.number,
        procedure=order.procedure,
        rule="house",
        side="",
        order="hand-argue",
        arguments={"method": 7},
    )
    _write(Path("forged.jsonl"), [*events[:number], bad, *events[number + 1 :]])
    assert "nobody can have played" in cell.refused("aar", "forged.jsonl")


def _write(path: Path, events: list[Event]) -> None:
    """A log with a chain of its own, whole in itself."""
    write_log(path, enter(getattr(events[0], "game", ""), events, GENESIS))
