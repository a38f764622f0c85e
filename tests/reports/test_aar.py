"""The after-action review: one page that needs nothing but itself, and keeps what is hidden hidden."""

import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise

import msgspec
import pytest

from adjudication.audits.audit import AuditReport, Finding, audit
from adjudication.chances.luck import Luck, OrderLuck, Stake
from adjudication.chances.spreads import Spread
from adjudication.engine.register import register
from domain.events import (
    DieRolled,
    LookedUp,
    OrderGiven,
    PhaseEntered,
    PieceChanged,
    PieceMoved,
    Ruled,
    TableAdopted,
    TableData,
    TakenBack,
)
from domain.game.game import Game
from domain.game.replay import walk
from domain.views.view import WHITE, knows, see_log
from reports.document.blocks import Document, Facts, Unfold, every_block, plain, spans
from reports.document.html import html as html_of
from reports.figures.chart import line_chart
from reports.review import build_review, render_aar
from reports.story.turns import tell
from tests.core.games import VARIANTS, Variant, play_to_end, variant_id
from tests.reports.drawings import hidden_words, names_any
from tests.reports.games import HOSTILE, corrected, entries_of, played
from tests.words import spoken

VOID = {"meta", "br", "link", "img", "input", "hr"}


class Page(HTMLParser):
    """A page read by the standard library's parser: elements, their attributes, and text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.unbalanced: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1] != tag:
            self.unbalanced.append(f"</{tag}> in {self.open[-3:]}")
        else:
            self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data

    def values(self, *names: str) -> list[str]:
        """The values of attributes of these names, anywhere."""
        return [value for _, given in self.elements for name, value in given.items() if name in names]


OUR_SCRIPTS = [{"type": "application/json"}, {}]
"""The data of the timeline, and the script that shows it."""


def scripts(page: Page) -> list[dict[str, str]]:
    """The attributes of every script in a page."""
    return [given for tag, given in page.elements if tag == "script"]


@cache
def review_of(game: Game, viewer: str = WHITE) -> Document:
    """The review of a game that does not go on."""
    entries = entries_of(game)
    return build_review(game, entries, audit(entries), viewer)


@cache
def page_of(game: Game, viewer: str = WHITE) -> Page:
    return Page(html_of(review_of(game, viewer)))


def test_the_page_is_whole_and_reaches_for_nothing_outside() -> None:
    game, entries, report = played()
    html = render_aar(game, entries, report)
    page = Page(html)
    assert page.unbalanced == []
    assert page.open == []
    assert html.startswith("<!doctype html>")
    namespace = "http://www.w3.org/2000/svg"  # a name, which nothing is fetched from
    assert "http:" not in html.replace(namespace, "")
    assert "https:" not in html
    assert "@import" not in html
    assert not {"link", "img", "iframe", "object", "embed", "form"} & {tag for tag, _ in page.elements}
    scripts = [given.get("type", "") for tag, given in page.elements if tag == "script"]
    assert sorted(scripts) == ["", "application/json"], "the timeline, and what it shows"
    assert page.values("src", "srcset", "action", "data") == []
    assert not re.sub(r"--[a-z]+: \d+(fr)?(; )?", "", "".join(page.values("style"))), "sizes of columns alone"
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    links = page.values("href")
    assert len(links) > 20
    assert {link[0] for link in links} == {"#"}
    assert {link[1:] for link in links} <= set(ids)
    assert len(html.encode()) < 3_000_000


def test_every_section_is_there_and_says_what_it_is_for() -> None:
    game, entries, report = played()
    page = page_of(game)
    sections = {section.anchor for section in review_of(game).sections}
    assert {
        "summary",
        "purpose",
        "roster",
        "house",
        "score",
        "course",
        "timeline",
        "orders",
        "casualties",
    } <= sections
    assert {"tables", "readings", "rules", "audit"} <= sections
    assert sections <= set(page.values("id"))
    empty = {"insights", "rulings", "corrections", "messages", "clock"}
    assert sections.isdisjoint(empty), "nothing was said, undone or timed here"
    verdict = game.state.verdict
    assert verdict is not None
    assert spoken(verdict.reason, game.state)[1:] in page.text
    winner = {side.id: side.name for side in game.opened.sides}[verdict.winner]
    assert re.search(rf"{winner} wins? by", page.text)
    assert entries[-1].digest in page.text
    assert game.opened.commitment in page.text
    assert f"Audit passed: {report.events} events, no discrepancies" in page.text
    for track in game.state.tracks.values():
        assert track.data.name in page.text


def test_every_event_stands_on_the_page_with_its_rule() -> None:
    game, _, _ = played()
    page = page_of(game)
    ids = set(page.values("id"))
    untold = ("OrderDone", "GameOpened", "BoardLaid", "CountersLaid", "TablesLaid", "TracksLaid")
    missing = [e for e in game.log if type(e).__name__ not in untold and f"e{e.number}" not in ids]
    quiet = {line.number for line in tell(game) if line.quiet}
    ends = {e.number for e in game.log if isinstance(e, OrderGiven) and e.order in ("begin", "proceed")}
    left_out = {e.number for e in missing} - quiet - ends
    entered = {e.number for e in missing if isinstance(e, PhaseEntered)}
    placed = {e.number for e in missing if isinstance(e, PieceMoved) and f"e{e.procedure}" in ids}
    assert left_out == entered | placed, "the clock, and the set-up, which stands in a table by its orders"
    assert max(placed) < next(e.number for e in game.log if isinstance(e, PhaseEntered) and e.turn == 1)
    titles = {rule.id: rule.title for rule in register("ramadi").rules.values()}
    for event in game.log:
        if event.rule:
            assert event.rule in page.text
            assert titles[event.rule.removeprefix("ramadi ")] in page.text


def tables_of(game: Game) -> dict[str, str]:
    """The tables that a review lists, each with the badge of where it comes from."""
    listed = {}
    for block in every_block(review_of(game).sections):
        if isinstance(block, Unfold) and block.anchor.startswith("table-"):
            badge = spans(block.summary)[-1]
            assert badge.style == ("badge" if badge.text == "document" else "warning")
            listed[block.anchor.removeprefix("table-")] = badge.text
    return listed


def test_every_table_that_is_not_the_document_s_own_is_listed_with_its_source() -> None:
    game, _, _ = played()
    page = page_of(game)
    assert tables_of(game) == {name: table.data.provenance for name, table in game.state.tables.items()}
    assert "reconstructed" in tables_of(game).values()
    text = " ".join(page.text.split())
    for table in game.state.tables.values():
        assert " ".join(table.data.source.split()) in text
    assert " ".join(game.state.board.data.source.split()) in text
    used = sum(isinstance(e, LookedUp) and e.table == "operations" for e in game.log)
    assert re.search(rf"ISF Operations Table\s+reconstructed\s*used {used} times", page.text)


def test_a_table_of_the_house_is_listed_too() -> None:
    game = Game.from_events(played()[0].id, played()[0].log[:-2])
    rows = game.state.tables["terrain"].data.rows
    house = TableData("Our own terrain", ("terrain",), rows, "house", "agreed over tea")
    game.append(TableAdopted(number=len(game.log) + 1, table="terrain", data=house, by="Ann", because="lost"))
    page = page_of(game)
    assert "agreed over tea" in page.text
    listed = tables_of(game)
    assert listed["terrain"] == "document"  # what was looked up before was looked up in it
    assert listed[f"terrain-{len(game.log)}"] == "house"
    assert "replaced (Ann) with “Our own terrain” (house). Reason: lost" in page.text


def test_every_reading_taken_is_there_with_its_option() -> None:
    page = page_of(played()[0])
    text = " ".join(page.text.split())
    readings = register("ramadi").readings
    assert len(readings) > 20
    for reading in readings:
        assert " ".join(reading.reading.split()) in text
    assert "Option strict government complex changes this; in this game: no." in text
    used = re.search(r"(\d+) interpretations of the rules where", text)
    others = re.search(r"(\d+) interpretations of rules that this game did not use", text)
    assert used is not None
    assert others is not None
    assert int(used[1]) + int(others[1]) == len(readings)


def test_casualties_are_counted_by_side() -> None:
    game, _, _ = played()
    count = sum(isinstance(e, PieceChanged) and e.face == "casualty" for e in game.log)
    assert re.search(rf"Iraqi Security Forces: {count}\b", page_of(game).text)


def test_corrections_stay_visible_and_what_they_struck_is_struck_through() -> None:
    game = corrected()
    page = page_of(game)
    struck = {given["id"] for _, given in page.elements if given.get("class") == "struck" and "id" in given}
    rolled = [e.number for e in game.log if isinstance(e, DieRolled) and e.number in game.struck]
    assert rolled
    assert {f"e{number}" for number in rolled} <= struck
    assert "(Ben), agreed by Iraqi Security Forces. Reason: a slip of the tongue" in page.text
    assert "Ruling (Ann) on event" in page.text
    assert f"{len(game.struck)} events are no longer in force" in page.text
    assert {TakenBack, Ruled} <= {type(event) for event in game.log}


def test_hostile_names_and_notes_stay_text() -> None:
    page = page_of(corrected())
    assert page.text.count("<script>alert('x')</script>") >= 4
    assert [tag for tag, _ in page.elements].count("script") == 2, "those of the timeline alone"
    assert "\x1b" not in page.text
    assert HOSTILE.split("\n")[1] in page.text
    assert not [value for value in page.values("href", "src") if "evil" in value]
    assert page.unbalanced == []


def test_a_side_s_review_names_nothing_that_is_hidden_from_it() -> None:
    game = corrected()
    hidden = hidden_words(game.state, "isf") - known_once(game, "isf")  # an undone order stays on its own map
    assert hidden
    mine, all_of_it = page_of(game, "isf"), page_of(game)
    assert not names_any(mine.text, hidden)
    assert not names_any(" ".join(v for _, given in mine.elements for v in given.values()), hidden)
    assert names_any(all_of_it.text, hidden)
    assert "After-action review for Iraqi Security Forces" in mine.text


def known_once(game: Game, viewer: str) -> set[str]:
    """What names the pieces that the viewer knew at some time."""
    known: set[str] = set()
    for _, state in walk(game.log):
        for piece in state.pieces.values():
            if knows(viewer, piece.known_to):
                known |= {piece.id, piece.name}
    return known


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_any_rule_system_has_a_review_for_everybody(variant: Variant) -> None:
    session = play_to_end(variant, seed=4, close=False)
    game = session.game
    for viewer in (WHITE, *game.state.sides):
        page = page_of(game, viewer)
        assert page.unbalanced == []
        assert len(page.values("id")) == len(set(page.values("id")))
        assert {link[1:] for link in page.values("href")} <= set(page.values("id"))
        shown = page.text + " ".join(v for _, given in page.elements for v in given.values())
        # What was known once and is hidden now stays in the log that the side has seen, and on the map of
        # that moment.
        log = msgspec.json.encode(see_log(game.log, viewer)).decode()
        hidden = hidden_words(game.state, viewer) - known_once(game, viewer)
        assert names_any(shown, hidden - set(names_any(log, hidden))) == []


def test_an_order_weighed_tells_its_odds_and_where_what_came_of_it_lies() -> None:
    game, entries, report = played()
    spread = Spread({-1: 0.25, 0: 0.5, 2: 0.25}, 0.25)
    order = next(event for event in game.log if isinstance(event, OrderGiven) and event.order == "execute")
    stake = Stake(spread, 0.25, 2, 1.75, spread.percentile(2))
    weighed = OrderLuck(
        order.number, 1, "", "isf", order.order, order.arguments, "isf", True, 0, {"isf": stake}
    )
    luck = Luck((weighed,), {}, (), 0, ())

    def of_the_order(viewer: str, number: int = order.number) -> str:
        blocks = every_block(build_review(game, entries, report, viewer, luck).sections)
        found = next(b for b in blocks if isinstance(b, Unfold) and b.anchor == f"e{number}")
        facts = next((block for block in found.blocks if isinstance(block, Facts)), Facts(()))
        return " | ".join(f"{term}: {plain(said)}" for term, said in facts.rows)

    white = of_the_order(WHITE)
    assert "Iraqi Security Forces could know (every case counted): " in white
    assert "-1: 25.0 %, 0: 50.0 %, +2: 25.0 %" in white
    assert "+2; +0.25 was expected. Luck +1.75, better than 87.5 %" in white
    given = (line for line in tell(game, "isf") if line.kind == "order-given")
    mine = next(line for line in given if "execute the" in line.words)
    assert of_the_order("isf", mine.number) == "", "luck draws on what is hidden"


def test_findings_are_listed_for_the_white_cell_alone() -> None:
    game, entries, _ = played()
    report = AuditReport(game.id, "ramadi", len(entries), rules="broken")
    report.findings = [Finding(20, "rules", "It does not follow.", "ramadi 4.1a", "that one", "this one")]
    white, side = (Page(render_aar(game, entries, report, viewer)) for viewer in (WHITE, "isf"))
    assert "It does not follow." in white.text
    assert "that one" in white.text
    assert "this one" not in side.text
    assert "Audit failed: 1 discrepancy in the whole game." in side.text


def test_a_game_that_has_only_been_opened_has_a_review() -> None:
    game = Game.from_events(played()[0].id, played()[0].log[:5])
    page = page_of(game)
    assert "The game has not begun" in page.text
    assert "casualties" not in page.values("id"), "nothing was lost"


def test_lines_that_go_far_apart_have_a_scale_each() -> None:
    chart = line_chart([1, 2, 3], {"index": [0, -2, 1], "points": [0, 90, 180]}, "Tracks")
    lines = re.findall(r'<polyline points="([^"]+)"', chart)
    heights = [[float(point.split(",")[1]) for point in line.split()] for line in lines]
    assert [round(max(line) - min(line)) for line in heights] == [70, 70]
    assert max(heights[0]) < min(heights[1])
    assert all(f">{words}<" in chart for words in ("index: 1", "points: 180", "-2", "180"))
    near = line_chart([1, 2, 3], {"one": [0, 4, 9], "two": [0, 20, 70]}, "Tracks")
    assert len({line.split()[0] for line in re.findall(r'<polyline points="([^"]+)"', near)}) == 1


def test_a_chart_keeps_the_names_of_its_lines_apart() -> None:
    chart = line_chart([1, 2, 3], {"one": [0, 4, 9], "two": [0, 5, 9], "three": [-2, -3, 8]}, "A & B")
    labels = re.findall(r'<text x="[\d.]+" y="([\d.]+)" font-size="12"', chart)
    heights = sorted(float(label) for label in labels)
    assert len(heights) == 3
    assert all(later - earlier >= 13 for earlier, later in pairwise(heights))
    assert "A &amp; B" in chart
    assert ">-4<" in chart  # of -3 to 9 in steps of two, with nought on a line of its own
    assert ">0<" in chart
    assert line_chart([1], {"one": [0]}, "One turn").startswith("<svg")
