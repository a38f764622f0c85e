"""The review's summary and figures: what they tell is counted here by other means."""

import io
import re
from collections import Counter
from functools import cache
from typing import TypeVar
from xml.etree import ElementTree

import msgspec
import pytest
from pypdf import PdfReader

from adjudication.audits.audit import AuditReport, Finding, audit
from adjudication.chances.forecast import Estimate
from adjudication.chances.luck import Luck, OrderLuck, SideLuck, Stake
from adjudication.chances.spreads import Spread
from adjudication.chances.turning_points import Chances, Forecast, Point
from domain.events import (
    DieRolled,
    HouseRuleAdopted,
    LookedUp,
    OptionChanged,
    OrderDone,
    OrderGiven,
    PhaseEntered,
    PieceChanged,
    PieceMoved,
    Ruled,
    Scored,
)
from domain.game.chain import Entry
from domain.game.game import Game
from domain.views.view import WHITE
from reports.document import FORMATS
from reports.document.blocks import (
    Block,
    Bullets,
    Card,
    Cards,
    Chips,
    Document,
    Facts,
    Figure,
    Section,
    Step,
    Steps,
    Table,
    Unfold,
    anchors,
    every_block,
    plain,
    spans,
)
from reports.document.html import html
from reports.figures.bars import bars_by_turn
from reports.figures.hero import Axis, Line, Note, changes_of_lead, course, places, sparks
from reports.figures.style import GAMES
from reports.review import build_review
from reports.review.forces import forces
from reports.review.luck import dice as dice_section
from reports.review.luck import luck as luck_section
from reports.review.moments import orders_told
from reports.review.opening import opening, spaces_of
from reports.review.review import Review
from reports.story.forces import strength_by_turn
from tests.reports.drawings import hidden_words, names_any
from tests.reports.games import HOSTILE, corrected, entries_of, played
from tests.reports.test_aar import Page
from tests.seminar.golden import seminar
from tests.words import spoken

SIDES = ("isf", "isis")
Kind = TypeVar("Kind", bound=Block)


def game_played() -> tuple[Game, list[Entry], AuditReport]:
    """A whole game that was won on points."""
    return played(3)


def review(viewer: str = WHITE, found: Luck | None = None, foretold: Forecast | None = None) -> Review:
    return Review(*game_played(), viewer, found, foretold)


def review_of(game: Game, viewer: str = WHITE) -> Review:
    entries = entries_of(game)
    return Review(game, entries, audit(entries), viewer)


def estimate(value: float, half: float = 0.02) -> Estimate:
    return Estimate(value, value - half, value + half)


def done_orders(game: Game) -> list[int]:
    """The orders of the game's play that are done and in force, but for the opening."""
    done = {e.procedure for e in game.log if isinstance(e, OrderDone)}
    given = [e.number for e in game.log if isinstance(e, OrderGiven) and e.order != "begin"]
    return [number for number in given if number in done and number not in game.struck]


def forecast(game: Game) -> Forecast:
    """A forecast whose chances are made up: a zigzag of which the tenth point is by far the largest."""
    points: list[Point] = []
    for index, number in enumerate(done_orders(game)[:30]):
        value = 0.5 + (0.3 if index == 10 else 0.01 * (index % 3))
        before = points[-1].chances.sides["isf"].value if points else value
        change = value - before
        points.append(
            Point(
                number,
                number,
                (number,),
                1 + index // 8,
                "operations",
                Chances({"isf": estimate(value), "isis": estimate(1 - value)}, Estimate(0.0, 0.0, 0.0)),
                None
                if index == 0
                else Chances({"isf": estimate(change), "isis": estimate(-change)}, Estimate(0.0, 0.0, 0.0)),
                (),
            )
        )
    return Forecast("sensible", "isf", 400, 1, False, tuple(points))


def luck(game: Game) -> Luck:
    """Luck that is made up: the sides mirror each other, the fourth order is by far the luckiest for ISF."""
    orders = []
    for index, number in enumerate(done_orders(game)[:12]):
        gain = 5 if index == 3 else (index % 3) - 1
        spread = Spread({-5: 0.25, 0: 0.5, 5: 0.25}, 0.0)
        stakes = {
            side: Stake(spread, 0.0, sign * gain, sign * float(gain), spread.percentile(sign * gain))
            for side, sign in (("isf", 1), ("isis", -1))
        }
        orders.append(
            OrderLuck(number, 1 + index // 4, "operations", "isf", "execute", {}, "isf", True, 0, stakes)
        )
    total = sum(order.stakes["isf"].actual for order in orders)
    sides = {
        side: SideLuck(12, 0.0, sign * total, sign * float(total), 4.0, sign * total / 4.0, 0.9)
        for side, sign in (("isf", 1), ("isis", -1))
    }
    return Luck(tuple(orders), sides, (), 7, ())


@cache
def reviewed(viewer: str = WHITE, senior: bool = False) -> Document:
    game, entries, report = game_played()
    return build_review(game, entries, report, viewer, luck(game), forecast(game), senior=senior)


def section(told: Document | Section | None, anchor: str) -> Section | None:
    assert told is not None
    blocks = told.sections if isinstance(told, Document) else (told,)
    return next((each for each in of_kind(blocks, Section) if each.anchor == anchor), None)


def there(told: Document | Section | None, anchor: str) -> Section:
    found = section(told, anchor)
    assert found is not None, anchor
    return found


def of_kind(blocks: tuple[Block, ...], kind: type[Kind]) -> list[Kind]:
    return [block for block in every_block(blocks) if isinstance(block, kind)]


def text_of(part: Section) -> str:
    """All words of a section, for asking what is said."""
    said: list[str] = [part.heading]
    for block in every_block(part.blocks):
        match block:
            case Bullets():
                said += map(plain, block.items)
            case Table():
                said += [column.name for column in block.columns]
                said += [plain(cell) for row in block.rows for cell in row]
            case Facts():
                said += [f"{term} {plain(words)}" for term, words in block.rows]
            case Figure():
                said += [block.text, block.caption]
            case Unfold():
                said += [plain(block.summary), plain(block.came)]
            case Steps():
                said += [plain(step.words) for step in block.items]
            case Chips():
                said += [f"{chip.label} {chip.words}" for chip in block.items]
            case Cards():
                for card in block.items:
                    said += [card.label, card.value, card.heading, plain(card.words)]
                    said += map(plain, card.notes)
            case Section():
                said.append(block.heading)
            case _:
                said.append(plain(getattr(block, "words", "")))
    return "\n".join(said)


def links_of(part: Section) -> list[str]:
    found: list[str] = []
    for block in every_block(part.blocks):
        if isinstance(block, Cards | Chips):
            continue
        words = [*getattr(block, "items", ()), getattr(block, "words", ""), getattr(block, "summary", "")]
        words += [cell for row in getattr(block, "rows", ()) for cell in row]
        found += [
            span.to
            for each in words
            if not isinstance(each, Step)
            for span in spans(each)
            if span.to.startswith("e")
        ]
    return found


# --- what it opens with ----------------------------------------------------------------------------


def cards_of(document: Document | Section) -> list[Card]:
    blocks = document.sections if isinstance(document, Document) else (document,)
    return [card for block in of_kind(blocks, Cards) for card in block.items]


def orders_of(cards: list[Card]) -> list[int]:
    """The orders that cards lead to."""
    links = [span.to for card in cards for note in card.notes for span in spans(note) if span.to]
    return [int(link[1:]) for link in links]


def test_the_review_leads_with_the_result_and_its_reason() -> None:
    document = reviewed()
    assert document.sections[0].anchor == "summary"
    verdict = game_played()[0].state.verdict
    assert verdict is not None
    winner = {each.id: each.name for each in game_played()[0].opened.sides}[verdict.winner]
    high, low = sorted(verdict.scores.values(), reverse=True)
    said = re.fullmatch(rf"{winner} wins? by (\w+) points?, {high}-{low}\.", document.headline)
    assert said is not None, document.headline
    assert said[1] == ("one" if high - low == 1 else str(high - low))
    told = text_of(document.sections[0])
    assert spoken(verdict.reason, game_played()[0].state)[1:] in told
    assert verdict.rule in told


def test_what_nobody_reads_first_stands_in_the_footer_alone() -> None:
    document = reviewed()
    digest = game_played()[1][-1].digest
    assert digest in " ".join(document.meta)
    assert document.subtitle == ""
    page = html(document)
    assert page.index("<footer>") < page.index(digest) or "chain" in text_of(there(document, "audit"))
    first = page[page.index("<header>") : page.index('id="timeline"')]
    assert digest not in first
    assert not re.search(r"\d\d:\d\d:\d\d", re.sub(r"<[^>]*>", "", first))


def test_seniors_get_the_first_page_alone_without_a_command() -> None:
    document = reviewed(senior=True)
    assert [part.anchor for part in document.sections] == ["summary"]
    assert [card.value for card in cards_of(document)] == [card.value for card in cards_of(reviewed())]
    assert section(document, "limits") is not None
    assert "whitecell " not in html(document)


def test_the_page_for_seniors_is_one_page_of_paper() -> None:
    game, entries, report = game_played()
    for document in (
        reviewed(senior=True),
        build_review(game, entries, report, senior=True),
        build_review(seminar()[0], entries_of(seminar()[0]), audit(entries_of(seminar()[0])), senior=True),
    ):
        assert len(PdfReader(io.BytesIO(FORMATS["pdf"](document))).pages) == 1


def test_the_turning_points_are_those_that_moved_a_chance_most_in_the_order_of_time() -> None:
    game = game_played()[0]
    document = reviewed()
    largest = forecast(game).turning(3)
    cards = cards_of(document)
    assert orders_of(cards) == sorted(point.order for point in largest)
    assert [card.label[:4] for card in cards] == ["1 · ", "2 · ", "3 · "]
    place = [point.number for point in forecast(game).points].index(largest[0].number)
    before, after = (forecast(game).points[n].chances.sides["isf"].value for n in (place - 1, place))
    value = f"{100 * before:.0f} % to {100 * after:.0f} %"
    assert next(card for card in cards if orders_of([card]) == [largest[0].order]).value == value
    assert {f"e{number}" for number in orders_of(cards)} <= anchors(document)
    figure = of_kind(document.sections, Figure)[0]
    assert [f">{n}</text>" in figure.svg for n in (1, 2, 3)] == [True] * 3
    assert value.replace(" % to", " to") in figure.svg


@pytest.mark.parametrize("viewer", [WHITE, "isf"])
def test_the_map_of_a_card_is_cut_to_what_the_viewer_knew(viewer: str) -> None:
    given = review(viewer)
    on_map = {space.id for space in given.state.board.data.spaces}
    checked = 0
    for order in orders_told(given).values():
        named = {place for line in order.lines for place in re.findall(r"\b\d{4}\b", str(line.fields))}
        alone = spaces_of(given, order, {})
        assert set(alone) <= on_map & named, "nothing but what its lines tell"
        unit = next(
            (line.fields["arguments"].get("unit") for line in order.lines if "arguments" in line.fields), None
        )
        if isinstance(unit, str) and len(alone) < 6:
            assert "0806" in spaces_of(given, order, {unit: "0806"})
            checked += 1
    assert checked


def test_the_number_of_games_behind_the_chances_is_said() -> None:
    for document in (reviewed(), reviewed(senior=True)):
        assert "400 games" in of_kind(document.sections, Figure)[0].caption


def margins_by_order(game: Game) -> Counter[int]:
    """Order -> what it did to the margin of ISF, from the events alone."""
    owner = {"isf_vp": 1, "isis_vp": -1}
    found: Counter[int] = Counter()
    for event in game.log:
        if isinstance(event, Scored) and event.number not in game.struck:
            found[event.procedure] += owner.get(event.track, 0) * event.change
    return found


@pytest.mark.parametrize("viewer", [WHITE, "isf"])
def test_without_a_forecast_the_orders_that_changed_the_margin_most_stand_in(viewer: str) -> None:
    game = game_played()[0]
    document = opening(review(viewer))
    part = there(document, "turning-points")
    assert part.heading == "The largest changes of the score", "they are no turning points"
    largest = sorted((abs(change) for change in margins_by_order(game).values()), reverse=True)[:3]
    told = [re.fullmatch(r"([+-]?\d+) to ([+-]?\d+)", card.value) for card in cards_of(part)]
    moved = [abs(int(match[2]) - int(match[1])) for match in told if match]
    assert sorted(moved, reverse=True) == largest
    assert "not computed" in text_of(part)
    if viewer == WHITE:
        assert [abs(margins_by_order(game)[to]) for to in orders_of(cards_of(part))] == moved


def test_only_the_white_cell_s_own_copy_names_a_command() -> None:
    game, entries, report = game_played()
    for viewer, senior, named in ((WHITE, False, True), (WHITE, True, False), ("isf", False, False)):
        page = html(build_review(game, entries, report, viewer, senior=senior))
        assert ("whitecell " in page) == named, (viewer, senior)


def test_the_turns_are_told_by_what_they_did_to_the_score() -> None:
    game = game_played()[0]
    (chips,) = of_kind((opening(review()),), Chips)
    owner = {"isf_vp": 1, "isis_vp": -1}
    change: Counter[int] = Counter()
    turn = 0
    for event in game.log:
        turn = getattr(event, "turn", turn) if isinstance(event, PhaseEntered) else turn
        if isinstance(event, Scored) and event.number not in game.struck:
            change[turn] += owner.get(event.track, 0) * event.change
    assert len(chips.items) == game.state.turn
    for chip in chips.items:
        number = int(chip.label[1:])
        side = "ISF" if change[number] > 0 else "ISIS"
        assert chip.words == (f"{side} +{abs(change[number])}" if change[number] else "±0"), chip


def test_the_lead_changes_hands_only_beyond_the_interval() -> None:
    line = Line("", "", [60, 40, 60, 40], [55, 30, 55, 10], [65, 55, 65, 45])
    assert changes_of_lead(line, 50) == [3], "at 40 (30 to 55) nobody leads"
    assert changes_of_lead(Line("", "", [1, -1, 0, 1]), 0) == [1, 3]


def test_turns_are_evenly_spaced_on_a_curve() -> None:
    assert places([0, 1, 1, 2, 4]) == [0, 0.125, 0.25, 0.5, 1], "four turns, one without a point"


def test_an_order_that_moved_something_after_the_phase_that_it_ended_says_so() -> None:
    given = review()
    told = orders_told(given)
    later = [
        (order.number, phase.phase.replace("_", " "))
        for turn in given.story.turns
        for phase in turn.phases
        for order in phase.orders
        if order.continued and order.decisive()
    ]
    assert "isis attack" in {phase for _, phase in later}
    assert all(told[number].words.lower() == f"{phase} phase" for number, phase in later)
    assert not any(
        order.words.endswith(" phase") for number, order in told.items() if number not in dict(later)
    )


def test_how_much_was_luck_is_held_against_the_margin_that_the_game_was_won_by() -> None:
    game = game_played()[0]
    tracks = {id: track.value for id, track in game.state.tracks.items()}
    won_by = abs(tracks["isf_vp"] - tracks["isis_vp"])
    winner = game.state.verdict.winner if game.state.verdict else ""
    other = "isis" if winner == "isf" else "isf"
    for gain, said in ((won_by, "might not have won"), (won_by - 1, "more than luck gave it.")):
        sides = {
            winner: SideLuck(12, 0.0, gain, float(gain), 4.0, gain / 4.0, 0.9),
            other: SideLuck(12, 0.0, -gain, float(-gain), 4.0, -gain / 4.0, 0.1),
        }
        found = Luck(luck(game).orders, sides, (), 7, ())
        told = text_of(there(luck_section(review(WHITE, found)), "luck"))
        assert f"Luck accounts for {gain:+.1f}, more than in 90.0 % of such games" in told
        assert said in told


def test_without_luck_the_dice_are_told() -> None:
    game = game_played()[0]
    faces = [e.face for e in game.log if isinstance(e, DieRolled) and e.number not in game.struck]
    assert luck_section(review()) is None
    told = text_of(there(dice_section(review()), "dice"))
    assert f"D6\n{len(faces)}\n{sum(faces) / len(faces):.2f}\n3.5" in told
    counted = ", ".join(f"{face}: {faces.count(face)}" for face in range(1, 7))
    assert counted in told


def test_what_to_bear_in_mind() -> None:
    game = corrected()
    told = text_of(there(opening(review_of(game)), "limits"))
    assert "not decided" in told
    assert "ruling" not in told, "it was taken back"
    assert "1 undo: what was undone stays in the log but has no effect." in told
    assert re.search(r"reconstructed tables? (was|were) used: .*ISF Operations Table", told)
    game, entries, _ = game_played()
    report = AuditReport(game.id, "ramadi", len(entries), rules="broken")
    report.findings = [Finding(20, "rules", "It does not follow.")]
    told = text_of(there(opening(Review(game, entries, report)), "limits"))
    assert "The audit failed: 1 discrepancy." in told


def test_what_people_decided_is_counted_as_far_as_it_is_in_force() -> None:
    game = seminar()[0]
    told = text_of(there(opening(review_of(game)), "limits"))
    live = [event for event in game.log if event.number not in game.struck]
    for kind, said in (
        (Ruled, "replaced an outcome"),
        (HouseRuleAdopted, "adopted"),
        (OptionChanged, "changed in play"),
    ):
        count = sum(isinstance(event, kind) for event in live)
        assert count
        assert re.search(rf"^{count} .*{said}", told, re.MULTILINE), kind
    by_hand = sum(isinstance(event, OrderGiven) and event.order.startswith("hand-") for event in live)
    assert f"{by_hand} manual changes were made" in told


def test_insights_are_told_by_rating_each_with_its_event() -> None:
    game = seminar()[0]
    entries, report = entries_of(game), audit(entries_of(game))
    document = build_review(game, entries, report)
    part = there(document, "summary-insights")
    ratings = [int(n) for n in re.findall(r"rated (\d) of 5", text_of(part))]
    assert ratings == sorted(ratings, reverse=True)
    assert "The pilots decided who passed, not the guns" in text_of(part)
    assert set(links_of(part)) <= anchors(document)
    assert document.deck == "How a strait is closed, and who can open it again."
    anchors_in_order = [part.anchor for part in document.sections]
    assert anchors_in_order[:4] == ["summary", "insights", "purpose", "course"], "luck and losses come late"


# --- chances and luck ------------------------------------------------------------------------------


def test_the_curve_is_told_in_words_and_its_turning_points_lead_to_their_orders() -> None:
    document = reviewed()
    figure = of_kind(document.sections, Figure)[0]
    assert "50 % at the start" in figure.text
    assert "Turning points: 1, turn" in figure.text
    part = there(document, "chances")
    assert set(links_of(part)) <= anchors(document)
    assert len(links_of(part)) >= 30 + 3, "every point, and three turning points"
    assert "400 times by the policy “sensible”, from what Iraqi Security Forces could know" in text_of(part)
    unfolds = [block for block in of_kind(part.blocks, Unfold) if block.anchor]
    assert [block.anchor for block in unfolds] == [f"turning-{n}-in-full" for n in range(1, 4)]


def test_luck_by_stakes_sums_up_and_names_the_luckiest() -> None:
    game = game_played()[0]
    found = luck(game)
    part = there(reviewed(), "luck")
    told = text_of(part)
    total = found.sides["isf"].luck
    figure = of_kind(part.blocks, Figure)[0]
    assert f"{total:+.1f} after turn 3" in figure.text
    half = 1.959964 * (12 * 12.5) ** 0.5  # twelve orders of variance 25/2
    assert f"between {-half:+.1f} and {half:+.1f}" in figure.text
    first = of_kind(there(reviewed(), "luckiest-1").blocks, Table)[0]
    assert plain(first.rows[0][0]).startswith(f"event {found.luckiest('isf')[0].number}: ")
    assert "Good luck for Iraqi Security Forces was bad luck for Islamic State." in told
    assert section(reviewed(), "luckiest-2") is None, "the mirror of the first"
    assert set(links_of(part)) <= anchors(reviewed())


def test_a_side_reads_no_luck_and_no_chances_of_others() -> None:
    game = game_played()[0]
    document = reviewed("isf")
    assert section(document, "chances") is None
    told = " ".join(text_of(part) for part in document.sections)
    assert "play-out" not in told
    assert "luckier" not in told
    assert "--with-luck" not in told
    assert "points, +28.0" not in told
    dice = there(document, "dice")
    seen = [e for e in game.log if isinstance(e, DieRolled) and (e.audience is None or "isf" in e.audience)]
    assert f"D6\n{len(seen)}\n" in text_of(dice)


@pytest.mark.parametrize("viewer", [WHITE, "isf", "isis"])
def test_every_link_of_a_review_with_luck_and_forecast_leads_somewhere(viewer: str) -> None:
    page = Page(html(reviewed(viewer)))
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in page.values("href")} <= set(ids)
    assert page.values("style") == []
    assert page.unbalanced == []


# --- losses and strength ---------------------------------------------------------------------------


def test_losses_are_counted_by_side_turn_and_kind() -> None:
    game = game_played()[0]
    state = game.state
    lost: Counter[str] = Counter()
    kinds: Counter[tuple[str, str]] = Counter()
    for event in game.log:
        gone = isinstance(event, PieceMoved) and event.to == "eliminated"
        if gone or (isinstance(event, PieceChanged) and event.face == "casualty"):
            piece = state.pieces[event.piece]  # type: ignore[attr-defined]
            lost[piece.side] += 1
            kinds[piece.side, piece.kind.name] += 1
    assert lost
    part = there(reviewed(), "losses")
    told = text_of(part)
    (table,) = of_kind(part.blocks, Table)
    names = {each.id: each.name for each in game.opened.sides}
    assert {(plain(row[0]), plain(row[1])): int(plain(row[2])) for row in table.rows} == {
        (names[side], kind): count for (side, kind), count in kinds.items()
    }
    ratio = f"{lost['isis'] / lost['isf']:.2f}"
    assert f"{lost['isf']} lost; exchange ratio {ratio} (losses of the others for each of its own)" in told
    (figure,) = of_kind(part.blocks, Figure)
    assert sum(int(n) for n in re.findall(r"(\d+) in turn", figure.text)) == sum(lost.values())


def test_strength_is_that_of_the_table_at_the_end_of_each_turn() -> None:
    game = game_played()[0]
    board = game.state.board
    boxes = {box.id for box in board.data.boxes}
    standing = [
        piece
        for piece in game.state.pieces.values()
        if piece.side == "isf"
        and piece.kind.group != "marker"
        and piece.face != "casualty"
        and piece.place not in boxes
    ]
    by_turn = strength_by_turn(game)
    assert [each.turn for each in by_turn] == list(range(game.state.turn + 1))
    assert by_turn[-1].pieces["isf"] == len(standing)
    figure = of_kind(there(reviewed(), "strength").blocks, Figure)[0]
    assert f"{len(standing)} after turn {game.state.turn}" in figure.text


def test_what_was_taken_back_counts_for_no_strength() -> None:
    game = corrected()
    assert game.struck
    on_map = {space.id for space in game.state.board.data.spaces}
    boxes = {box.id for box in game.state.board.data.boxes}
    standing = Counter(
        piece.side
        for piece in game.state.pieces.values()
        if piece.side and piece.kind.group != "marker" and not piece.face and piece.place in on_map - boxes
    )
    assert strength_by_turn(game)[-1].pieces == dict(standing)


@pytest.mark.parametrize("viewer", SIDES)
def test_a_side_s_figures_name_nothing_that_is_hidden_from_it(viewer: str) -> None:
    game = corrected()
    part = forces(review_of(game, viewer))
    assert part is not None
    assert names_any(text_of(part), hidden_words(game.state, viewer)) == []


# --- plots -----------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", GAMES)
@pytest.mark.parametrize("paper", ["#fdfcf9", "#161715", "#ffffff"])
def test_lines_stand_out_from_light_paper_and_from_dark(colour: str, paper: str) -> None:
    one, other = sorted((luminance(colour), luminance(paper)))
    assert (other + 0.05) / (one + 0.05) >= 3


def test_plots_are_whole_drawings_in_the_ink_of_the_page() -> None:
    name = f"$x^2$ _{HOSTILE}"
    line = Line(name, "#0072B2", [1.0, 2.0, 1.5], [0.5, 1.0, 1.0], [2.0, 3.0, 2.0])
    axis = Axis(0, 3, (0, 1, 2, 3), " %", 1.5, (name, "#0072B2"), (name, "#D55E00"))
    drawings = [
        course([line], [1, 1, 2], axis, name, "one", [Note(1, "1", name)]),
        course([line, line], [1, 1, 2], axis, name, "three", narrow=True),
        sparks([(name, [1, 2, 3])], [1, 1, 2], name, "four"),
    ]
    for prefix, drawn in zip(("one", "three", "four"), drawings, strict=True):
        root = ElementTree.fromstring(drawn)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        elements = list(root.iter())
        assert not [e for e in elements if e.tag.endswith(("script", "style", "image", "metadata"))]
        assert not [e for e in elements if "style" in e.attrib or any(k.startswith("on") for k in e.attrib)]
        ids = [e.attrib["id"] for e in elements if "id" in e.attrib]
        assert ids
        assert all(id.startswith(f"{prefix}-") for id in ids)
        assert "currentColor" in drawn
        words = " ".join(e.text or "" for e in elements)
        assert "$x^2$" in words
        assert "<script" not in drawn
    again = course([line], [1, 1, 2], axis, name, "one", [Note(1, "1", name)])
    assert drawings[0] == again, "the same bytes each time"


@pytest.mark.parametrize("width", [760.0, 360.0])
def test_bars_are_as_high_as_what_they_count(width: float) -> None:
    lost = {HOSTILE: [0, 3, 6], "ISIS": [1, 0, 2]}
    drawn = bars_by_turn([1, 2, 3], lost, {HOSTILE: "#0072B2", "ISIS": "#D55E00"}, "losses", width)
    assert "<script" not in drawn
    svg = "{http://www.w3.org/2000/svg}"
    bars = [each for each in ElementTree.fromstring(drawn).iter(f"{svg}rect") if list(each)]
    told = {each.findtext(f"{svg}title", ""): each for each in bars}
    assert [title.rpartition(", turn ")[2] for title in told] == ["1: 1", "2: 3", "3: 6", "3: 2"]
    heights = {title: float(each.attrib["height"]) for title, each in told.items()}
    (unit,) = {round(height / int(title.rpartition(": ")[2]), 1) for title, height in heights.items()}
    assert unit > 10
    ends = [float(each.attrib["x"]) + float(each.attrib["width"]) for each in bars]
    assert max(ends) <= width


@pytest.mark.parametrize("viewer", [WHITE, "isf"])
def test_a_log_that_looks_into_no_table_of_the_game_can_be_reviewed(viewer: str) -> None:
    log = list(game_played()[0].log)
    place = next(n for n, event in enumerate(log) if isinstance(event, LookedUp) and event.audience is None)
    log[place] = msgspec.structs.replace(log[place], table="nowhere")
    told = text_of(opening(review_of(Game.from_events("forged", log), viewer)))
    assert "The audit failed" in told
