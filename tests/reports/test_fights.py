"""The lines of a review's fights and the record of all else."""

from functools import cache

import pytest

from adjudication.audits.audit import audit
from adjudication.chances.forecast import Estimate
from adjudication.chances.split import OrderSplit, Parts, Preferred, Split
from domain.events import (
    Chosen,
    DieRolled,
    LookedUp,
    Modified,
    OrderGiven,
    PhaseEntered,
    PieceChanged,
    PieceMoved,
    Scored,
)
from domain.game.game import Game
from domain.ledger.logfile import read_log
from domain.texts import code_of
from domain.views.view import WHITE
from reports.document.blocks import Bullets, Document, Section, Table, Unfold, Words, every_block, plain
from reports.document.html import html
from reports.document.paper import on_paper
from reports.review import build_review
from reports.story.fights import Fights, InALine, what_came_of_each
from reports.story.turns import OrderTold, story
from reports.words.names import Names
from reports.words.summaries import SummaryPart, in_a_line
from tests.record import FOLDER
from tests.reports.games import corrected, entries_of, played
from tests.seminar.golden import seminar


def fights_of(game: Game, viewer: str = WHITE) -> list[InALine]:
    told = story(game, viewer)
    orders = told.orders()
    lines = [line for order in orders for line in order.lines]
    fights = Fights(orders, lines, Names(game.state, viewer))
    return [each for turn in told.turns for each in fights.of(turn)]


def review_of(game: Game, viewer: str = WHITE, split: Split | None = None) -> Document:
    entries = entries_of(game)
    return build_review(game, entries, audit(entries), viewer, split=split)


def section(document: Document, anchor: str) -> Section:
    return next(b for b in every_block(document.sections) if isinstance(b, Section) and b.anchor == anchor)


@cache
def recorded(name: str) -> Game:
    entries, _ = read_log(FOLDER / f"{name}.jsonl")
    return Game.from_entries(entries[0].game, entries)


def test_each_operation_has_a_line_with_its_strengths_its_result_and_what_it_cost() -> None:
    game = played()[0]
    told = {each.number: each for each in fights_of(game) if each.order.name == "execute"}
    orders = [e for e in game.log if isinstance(e, OrderGiven) and e.order == "execute"]
    assert list(told) == [order.number for order in orders]
    results = set()
    for order in orders:
        events = [e for e in game.log if e.procedure == order.number]
        sums = {code_of(e.sum): e.total for e in events if isinstance(e, Modified)}
        (result,) = [e for e in events if isinstance(e, LookedUp) and e.table == "operations_results"]
        lost = sum(isinstance(e, PieceChanged) and e.face == "casualty" for e in events)
        strengths = f"{sums['ISF strength']} v {sums.get('ISIS strength', 0)}"
        won = {"isf": "won", "isis": "lost"}[str(result.result["winner"])]
        cost = {0: "no casualties", 1: "1 casualty"}.get(lost, f"{lost} casualties")
        assert told[order.number].parts[:3] == (strengths, won, cost)
        space = game.state.board.spaces[order.arguments["target"]]
        assert told[order.number].deed.endswith(f" to {space.name}"), "the lead before the place, no number"
        assert told[order.number].side == "", "one side alone gives orders"
        results.add(won)
    assert results == {"won", "lost"}


@pytest.mark.parametrize(
    ("summary", "said"),
    [
        ([], []),
        ([SummaryPart("Rampart", "no hits")], ["Rampart: no hits"]),
        (
            [SummaryPart("Rampart", "1 salvo", True), SummaryPart("", "1 hit, destroyed")],
            ["1 hit, destroyed"],
        ),
        (
            [
                SummaryPart("Rampart", "1 salvo", True),
                SummaryPart("", "fired by St. Louis. II; Jr: old"),
                SummaryPart("", "no hits"),
                SummaryPart("Citadel", "2 salvos", True),
                SummaryPart("", "2 hits: see below; both count. So it is"),
                SummaryPart("Bastion", "not reached", True),
            ],
            ["Rampart: no hits", "Citadel: 2 hits: see below; both count. So it is", "Bastion: not reached"],
        ),
        (  # of the first target the viewer knows only what came of it
            [SummaryPart("", "no hits"), SummaryPart("Citadel", "1 salvo", True), SummaryPart("", "1 hit")],
            ["no hits", "Citadel: 1 hit"],
        ),
    ],
)
def test_an_attack_ends_in_what_came_of_each_target(summary: list[SummaryPart], said: list[str]) -> None:
    assert what_came_of_each(summary) == said


def test_a_summary_reads_as_one_line_by_its_parts() -> None:
    parts = [
        SummaryPart("Rampart", "1 salvo"),
        SummaryPart("", "hit"),
        SummaryPart("Citadel", "2 salvos", True),
    ]
    assert in_a_line(parts) == "Rampart: 1 salvo; hit. Citadel: 2 salvos"


def test_what_a_summary_says_of_the_deed_itself_does_not_repeat_the_deed() -> None:
    game = recorded("somalia-random-other-readings")
    deeds = [each for each in fights_of(game) if each.order.name == "terrorise" and each.parts]
    assert deeds
    assert not [each for each in deeds if each.deed in each.parts[0]]


def test_names_of_units_are_shortened_and_those_of_others_are_not() -> None:
    names = Names(played()[0].state)
    assert names.designation("cts-1") == "1/1 ISOF"
    assert names.designation("mech-1") == "1/34 Bde"
    assert names.designation("tank-1") == "T-72 tanks"
    assert names.brief("isf") == "ISF"
    assert names.short(["cts-1", "mech-1"]) == "1/1 ISOF and 1/34 Bde"


def test_a_judged_action_has_a_line_with_its_outcome() -> None:
    game = seminar()[0]
    told = {each.number: each for each in fights_of(game)}
    judged = [
        e
        for e in game.log
        if isinstance(e, Chosen)
        and e.side == WHITE
        and e.number not in game.struck
        and isinstance(e.value, str)
    ]
    acts = {e.number: e for e in game.log if isinstance(e, OrderGiven) and e.order == "act"}
    shown = [e for e in judged if e.procedure in acts]
    assert shown
    for event in shown:
        line = told[event.procedure]
        assert acts[event.procedure].arguments["intent"] in line.deed
        assert event.value in line.parts
    argued = [e for e in game.log if isinstance(e, OrderGiven) and e.order == "hand-argue"]
    assert {e.number for e in argued if e.number not in game.struck} <= told.keys()


@pytest.mark.parametrize(
    ("name", "orders"),
    [
        ("ows-proving-ground-staff", ("strike",)),
        ("ignorant-armies-offensives", ("attack", "missile", "tanker-war")),
        ("ramadi-random-all-options", ("execute",)),
    ],
)
def test_every_order_that_is_a_fight_and_came_to_something_has_one_line(
    name: str, orders: tuple[str, ...]
) -> None:
    game = recorded(name)
    numbers = [each.number for each in fights_of(game) if each.order.name in orders]
    rolled = {e.procedure for e in game.log if isinstance(e, DieRolled)}
    given = {e.number for e in game.log if isinstance(e, OrderGiven) and e.order in orders}
    assert given & rolled
    assert given & rolled <= set(numbers)
    assert len(numbers) == len(set(numbers))


def test_the_end_of_a_phase_has_a_line_where_points_moved() -> None:
    game = played()[0]
    ends = {e.number for e in game.log if isinstance(e, OrderGiven) and e.order == "proceed"}
    moved = {
        e.procedure
        for e in game.log
        if isinstance(e, Scored) and e.procedure in ends and game.state.tracks[e.track].data.side
    }
    assert moved
    assert moved <= {each.number for each in fights_of(game)}


def test_the_set_up_is_one_table_and_nothing_else_of_it_is_told() -> None:
    game = played()[0]
    first = next(e.number for e in game.log if isinstance(e, PhaseEntered) and e.turn == 1)
    placed = [e for e in game.log if isinstance(e, PieceMoved) and e.number < first and e.procedure]
    part = section(review_of(game), "orders")
    (unfold,) = [b for b in part.blocks if isinstance(b, Unfold) and b.anchor == "set-up"]
    (table,) = unfold.blocks
    assert isinstance(table, Table)
    assert [plain(row[0]) for row in table.rows] == [str(e.number) for e in placed]
    assert list(table.anchors) == [f"e{e.procedure}" for e in placed]
    later = " ".join(plain(b.summary) for b in every_block(part.blocks) if isinstance(b, Unfold))
    assert "deploy 1st Battalion, 1st ISOF Brigade to Humaira" not in later


def test_an_order_stands_once_in_the_fights_or_in_the_record() -> None:
    for game in (played()[0], corrected(), seminar()[0], recorded("ows-proving-ground-staff")):
        document = review_of(game)
        found = [b.anchor for b in every_block(document.sections) if isinstance(b, Unfold) and b.anchor]
        assert len(found) == len(set(found))
        page = html(document)
        named = [each.partition('"')[0] for each in page.split(' id="')[1:]]
        events = [each for each in named if each.startswith("e") and each[1:].isdigit()]
        assert len(events) == len(set(events))


def test_the_policy_is_said_to_have_preferred_another_order_only_where_that_is_clear() -> None:
    game = played()[0]
    first, second = [e for e in game.log if isinstance(e, OrderGiven) and e.order == "execute"][:2]

    def split(order: OrderGiven, low: float) -> OrderSplit:
        even = Estimate(0.5, 0.4, 0.6)
        parts = Parts(Estimate(-0.031, -0.06, 0.0), Estimate(0.102, 0.05, 0.15), Estimate(0.0, 0.0, 0.0))
        better = Preferred("move", {"unit": "cts-1", "to": "0308"}, Estimate(0.2, low, 0.3))
        before = {"isf": even, "isis": even}
        return OrderSplit(
            order.number, 1, "", "isf", order.order, order.arguments, True, before, {"isf": parts}, better
        )

    worked_out = Split("sensible", 100, 1, True, (split(first, 0.1), split(second, -0.1)), {})
    for viewer in (WHITE, "isf"):
        document = review_of(game, viewer, worked_out)
        came = {
            block.anchor: plain(block.came)
            for block in every_block(section(document, "fights").blocks)
            if isinstance(block, Unfold)
        }
        text = " ".join(came.values())
        assert ("decision -3.1 points, luck +10.2" in text) == (viewer == WHITE)
        if viewer == WHITE:
            assert "the policy preferred" in came[f"e{first.number}"]
            assert "the policy preferred" not in came[f"e{second.number}"]
        story = " ".join(plain(item) for item in course_of(document))
        assert story.count("Chance of winning: decision -3.1 points, luck +10.2.") == 2 * (viewer == WHITE)
        paper = on_paper(document)
        told = [plain(item) for item in course_of(paper)]
        left = [each for each in every_block(paper.sections) if isinstance(each, Unfold) and each.derivation]
        assert not left, "weighed or not, each fight is told once"
        met = [line for line in fights_of(game, viewer) if any(" v " in part for part in line.parts)]
        assert sum(" against " in each for each in told) == len(met) > 1


def course_of(document: Document) -> list[Words]:
    """The entries of the course of the game."""
    return [
        item
        for block in every_block(section(document, "course").blocks)
        if isinstance(block, Bullets)
        for item in block.items
    ]


def test_a_strike_on_several_targets_names_each_of_them_once() -> None:
    games = map(recorded, ("ows-proving-ground-staff", "ows-tutorial-staff"))
    lines = [line for game in games for line in fights_of(game) if line.order.name == "strike"]
    several = [line for line in lines if len(line.parts) > 1]
    one = [line for line in lines if len(line.parts) == 1]
    assert several
    assert one
    assert all(" to " not in line.deed for line in several)
    assert all(": " in part for line in several for part in line.parts)
    assert all(" to " in line.deed for line in one)


def test_the_record_of_a_game_weighs_no_more_than_it_must() -> None:
    game = played()[0]
    whole = review_of(game)
    for anchor, most in (("fights", 160_000), ("orders", 130_000)):
        (part,) = [each for each in whole.sections if each.anchor == anchor]
        alone = Document("A", "B", "", "", (part,))
        empty = Document("A", "B", "", "", ())
        assert len(html(alone)) - len(html(empty)) < most


def test_a_fight_whose_parts_have_commas_is_said_with_semicolons() -> None:
    order = OrderTold(1, "blue", "resolve", "", [])
    line = InALine(1, 1, "combat", "", "attack on 0603", ("12 v 5", "won"), "", order)
    assert line.spoken() == "Attack on 0603: 12 against 5, won"
    line = line._replace(parts=("6 steps, at 3:1", "D10 rolled 8"))
    assert line.spoken() == "Attack on 0603: 6 steps, at 3:1; D10 rolled 8"
