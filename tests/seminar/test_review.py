"""The review of a seminar: what was learned, ruled and told, and where the time went."""

import re

import msgspec
import pytest

from adjudication.audits.audit import audit
from domain.events import DieRolled, MessageSent, Noted, OrderDone, OrderGiven
from domain.game.chain import GENESIS, enter
from domain.game.game import Game
from domain.views.view import WHITE
from reports.document.blocks import Section
from reports.review import build_review, render_aar
from tests.seminar.golden import seminar

SECTIONS = ("insights", "rulings", "messages", "clock", "corrections")


@pytest.fixture(name="game")
def game_of_the_seminar() -> Game:
    return seminar()[0]


def sections(game: Game, viewer: str = WHITE) -> dict[str, str]:
    """The sections of a review as plain text, by their names."""
    entries = enter(game.id, game.log, GENESIS)
    page = render_aar(game, entries, audit(entries), viewer)
    # Only sections of the first rank have a heading of the second.
    starts = list(re.finditer(r'<section id="([\w-]+)"[^>]*>\s*(?:<details>\s*<summary>)?<h2>', page))
    ends = [*(start.start() for start in starts[1:]), page.index("</main>")]
    bodies = [page[start.start() : end] for start, end in zip(starts, ends, strict=True)]
    plain = [" ".join(re.sub(r"<[^>]+>", " ", re.sub(r"</?a\b[^>]*>", "", body)).split()) for body in bodies]
    return {start[1]: body for start, body in zip(starts, plain, strict=True)}


def links(game: Game) -> tuple[set[str], set[str]]:
    """What a review links to, and what can be linked to."""
    entries = enter(game.id, game.log, GENESIS)
    page = render_aar(game, entries, audit(entries))
    return set(re.findall(r'href="#([^"]+)"', page)), set(re.findall(r' id="([^"]+)"', page))


def test_the_white_cell_reads_all_of_it(game: Game) -> None:
    told = sections(game)
    assert set(SECTIONS) <= told.keys()
    insights = told["insights"]
    assert "Purpose: How a strait is closed, and who can open it again" in insights
    first, second = (
        insights.index("RQ1: Who may close the strait?"),
        insights.index("LO1: Signals are read twice"),
    )
    assert first < insights.index("The pilots decided who passed, not the guns") < second
    assert "Learning outcome" in insights
    assert "(shared with all)" in insights
    assert re.search(
        r"71 Mara event 69: White cell .* answered .* fails. .* fails succeeds in part The", told["rulings"]
    )
    assert "2 Lights were seen; the table is too blunt, after event 122" in told["rulings"]
    assert "House rule H1" in told["house"]
    assert (
        "H1 When ships meet at night, roll a D6 on the escalation table. Reason: The rules say nothing"
        in told["house"]
    )
    assert "Turns 2 (changed from 3 in event 144)" in told["house"]
    assert "requested by Imhof, agreed by Haldor and Sirin" in told["corrections"]
    assert "Grain in Aldport lasts eleven days" in told["messages"]
    assert "Injects not used I4: A storm closes the Outer Banks." in told["messages"]
    assert "Waiting for answers" in told["clock"]
    assert "2 h 00 min in all, 2026-03-03 09:00 to 2026-03-03 11:00. All times are UTC." in told["clock"]


def test_what_is_linked_to_is_there(game: Game) -> None:
    wanted, there = links(game)
    assert wanted <= there


@pytest.mark.parametrize("side", ["aldmark", "verrin", "council"])
def test_a_side_reads_what_it_may_know(game: Game, side: str) -> None:
    told = sections(game, side)
    text = " ".join(told.values())
    assert "The pilots decided who passed" not in text
    assert "Everybody read the first search as a threat" in told["insights"]
    assert "RQ1" not in text, "the game was not declared to the sides"
    assert "I4" not in text
    assert ("Grain in Aldport" in text) == (side == "aldmark")
    assert ("May pilots refuse a warship" in text) == (side == "council")
    assert "Waiting" not in told["clock"]
    assert "nothing was recorded" not in told["clock"]


def test_what_was_taken_back_is_struck_through(game: Game) -> None:
    entries = enter(game.id, game.log, GENESIS)
    page = render_aar(game, entries, audit(entries))
    struck = re.findall(r'id="e(\d+)" class="struck"', page)
    assert struck
    assert {int(number) for number in struck} <= game.struck.keys()


def test_what_the_game_was_for_and_who_played_it(game: Game) -> None:
    told = sections(game)
    assert "How a strait is closed, and who can open it again" in told["purpose"]
    assert "Research questions RQ1 Who may close the strait?" in told["purpose"]
    assert "LO2 A treaty binds whom it protects" in told["purpose"]
    assert "The Selm Strait is the only way for ships" in told["purpose"], "the scenario's background"
    assert "Haldor Prime Minister Aldmark 11" in told["roster"]
    assert "Verrin Mara 2, Sirin 2, Kovac 1" in told["roster"], "who gave its orders"
    side = sections(game, "verrin")
    assert "Research questions" not in side["purpose"], "it was not declared to the sides"


def test_each_turn_has_its_plans_decisions_and_time(game: Game) -> None:
    told = sections(game)["orders"]
    first = told[told.index("Time 1 h 05") : told.index("Time 55")]
    assert first.startswith("Time 1 h 05 min, of which 28 min waiting for answers Tracks Tension +1, now 4")
    plans = first[first.index("Plans and messages") : first.index("Decisions")]
    assert "Verrin (Kovac) submitted sealed orders" in plans
    assert "Question: May pilots refuse a warship?" in plans
    assert "Sealed orders opened (Mara)" in plans
    assert "Decision (Mara) on turn 1, Verrin: Verrin searches by day" in first
    assert first.count("Verrin (Kovac) submitted sealed orders") == 1, "it stands there and nowhere else"
    mine = sections(game, "verrin")["orders"]
    assert "move Boat 17 to Outer Banks" in mine
    assert "May pilots refuse" not in mine
    assert "waiting for answers" not in mine


def test_what_was_ruled_stands_beside_what_was_computed(game: Game) -> None:
    told = sections(game)
    assert (
        "D6 for a night off the Outer Banks: 4 OFFICIAL-SENSITIVE house H1 ruling: 2 , event 126"
        in told["orders"]
    )
    assert "4 2 Lights were seen; the table is too blunt, after event 122" in told["rulings"]


def test_an_argument_is_told_with_what_was_said_and_how_it_was_weighed(game: Game) -> None:
    told = sections(game)["arguments"]
    assert told.startswith(
        "Arguments and estimates Verrin: Verrin stops the grain ships Succeeds (total 8, needed 7 or more"
    )
    assert "For strong (+1) two destroyers and a boat lie there Kovac" in told
    assert "Against strong (-1) pilots take them round by night Duarte" in told
    assert "7 or more succeeds." in told, "the method in words"
    assert "Estimates Brandt 30 %, Imhof 40 % and Kovac 60 %" in told
    assert "No (rolled 6, needed 7 or more for 40 %)" in told


def test_the_row_of_a_table_is_quoted_and_counted(game: Game) -> None:
    told = sections(game)
    quoted = "row 1 of 8 (house): die 2 or less, tension 0 to 3: change -1, told The day is quiet"
    assert quoted in told["orders"]
    assert "with how often each row was used" in told["tables"]
    assert "2 or less 0 to 3 -1 The day is quiet 1 3 or more" in told["tables"]


def test_every_inject_says_what_became_of_it(game: Game) -> None:
    told = sections(game)["messages"]
    assert (
        "I1 turn 1, discussion Aldmark Grain in Aldport lasts eleven days, says the Treasury. delivered 50"
        in told
    )
    altered = (
        "fault in her battery. Boat 17 has lost one of her two batteries altered. Reason: They had moved her"
    )
    assert altered in told
    assert "They had moved her already" not in sections(game, "verrin")["messages"]


def test_insights_are_borne_out_by_their_events(game: Game) -> None:
    told = sections(game)["insights"]
    assert "turn 2, assessment event 56: D6 for Verrin stops the grain ships: 5" in told


@pytest.mark.parametrize("side", ["aldmark", "verrin", "council"])
def test_what_a_side_may_not_know_leaves_no_trace_in_its_review(game: Game, side: str) -> None:
    """Notes, rolls and messages that others keep to themselves change nothing but the head of the chain."""
    before = Game.from_events(game.id, game.log[:-2])
    number, time, chance = len(before.log) + 1, before.log[-1].time, before.state.chances + 1
    others = tuple(name for name in before.state.sides if name != side)
    hidden = [
        Noted(number=number, time=time, audience=(), text="Kept back", by="Mara", kind="insight", rating=5),
        MessageSent(
            number=number + 1,
            time=time,
            audience=others,
            form="message",
            fields={"text": "Not for everybody"},
            sender="Mara",
            to=others,
            turn=before.state.turn,
            phase=before.state.phase,
        ),
        OrderGiven(
            number=number + 2,
            procedure=number + 2,
            time=time,
            audience=(),
            rule="house",
            side="",
            order="hand-roll",
            arguments={"dice": [6], "purpose": "what nobody sees"},
            because="to see",
        ),
        DieRolled(
            number=number + 3,
            procedure=number + 2,
            time=time,
            audience=(),
            rule="house",
            die=6,
            face=6,
            purpose="what nobody sees",
            chance=chance,
        ),
        OrderDone(number=number + 4, procedure=number + 2, time=time, audience=()),
    ]
    hidden = [msgspec.structs.replace(event, blind="0" * 32) for event in hidden]
    after = Game.from_events(game.id, [*before.log, *hidden])
    told, told_later = (_all_but_the_audit(each, side) for each in (before, after))
    assert told == told_later
    white, white_later = (_all_but_the_audit(each, WHITE) for each in (before, after))
    assert white != white_later


def _all_but_the_audit(game: Game, viewer: str) -> tuple[Section, ...]:
    entries = enter(game.id, game.log, GENESIS)
    document = build_review(game, entries, audit(entries), viewer)
    return tuple(section for section in document.sections if section.anchor != "audit")


def test_what_the_white_cell_judged_stands_out(game: Game) -> None:
    entries = enter(game.id, game.log, GENESIS)
    page = render_aar(game, entries, audit(entries))
    assert "<strong>Verrin: Our ships stop every grain ship" in page
    assert '<summary class="quiet">Aldmark (Brandt): move' in page
