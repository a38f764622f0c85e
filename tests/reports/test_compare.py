"""Games beside each other: every order once, what is the same in one row, forks held against their origin."""

import random
import re
from collections import Counter
from functools import cache
from uuid import NAMESPACE_URL, uuid5

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.audits.audit import audit
from adjudication.chances.luck import Luck, SideLuck
from adjudication.chances.selfplay import play_out
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.seminar.declaring import declaring
from adjudication.seminar.house import adopt_rule, change_option
from domain.errors import BadData, Refused
from domain.events import DieRolled, GameForked, OrderGiven, PieceChanged, Value
from domain.game.game import Game
from domain.game.lineage import fork
from domain.table.dice import SealedDice, secret_from_seed
from reports.compare import Comparison, Group, compare
from reports.compare.decisions import _beside, _what_was_ordered
from reports.compare.finding import finding, margin_of
from reports.compare.page import comparison_document
from reports.compare.words import compare_lines
from reports.document.blocks import Figure, every_block
from reports.document.html import html
from reports.figures.colours import SIDE_COLOURS
from reports.figures.panels import Panel, game_style, panels
from reports.figures.style import GAMES, NARROW
from reports.story.turns import Line, OrderTold
from tests.builders import SECRET
from tests.reports.games import HOSTILE, TIME, entries_of
from tests.reports.test_aar import Page
from tests.reports.test_summary import text_of, there
from tests.seminar.games import act, freeform, go_on
from tests.table import Table


def ramadi(seed: int, orders: int = 0, **options: Value) -> Session:
    """A game of Ramadi with so many orders given by its policy, all of them for none."""
    id = uuid5(NAMESPACE_URL, f"group {seed} {options}").hex
    session = Table("ramadi", options=options, seed=seed, game=id, name=f"group {seed}").session
    policy, chance = session.system.policy("sensible"), random.Random(seed)
    for _ in range(orders):
        session.order(policy.order(session.state, session.legal(), chance))
    if not orders:
        play_out(session, policy, chance)
    return session


def group(name: str, game: Game, luck: Luck | None = None) -> Group:
    entries = entries_of(game)
    return Group(name, game, entries, audit(entries), luck)


@cache
def groups() -> tuple[Group, ...]:
    return tuple(group(f"group {seed}", ramadi(seed).game) for seed in (5, 6, 10))


@cache
def compared() -> Comparison:
    return compare(groups())


def given_in(game: Game) -> list[int]:
    """The orders in force that did more than end a phase, by their numbers, opening left out."""
    found = []
    for event in game.log:
        if isinstance(event, OrderGiven) and event.order != "begin" and event.number not in game.struck:
            kinds = {type(each).__name__ for each in game.procedure(event.number)}
            if kinds - {"OrderGiven", "OrderDone", "PhaseEntered"}:
                found.append(event.number)
    return found


# --- decisions -------------------------------------------------------------------------------------


def test_every_decision_of_every_game_stands_in_one_row_and_in_its_order() -> None:
    for place, each in enumerate(groups()):
        found = [
            row.orders[place]
            for point in compared().decisions
            for row in point.rows
            if row.orders[place] is not None
        ]
        numbers = [said.number for said in found if said is not None]
        # Orders that go on in a later phase begin where they were given.
        assert sorted(numbers) == given_in_phases(each.game)
        by_phase: dict[tuple[int, str], list[int]] = {}
        for point in compared().decisions:
            rows = [row.orders[place] for row in point.rows]
            by_phase.setdefault((point.turn, point.phase), []).extend(s.number for s in rows if s)
        assert all(numbers == sorted(numbers) for numbers in by_phase.values())


def given_in_phases(game: Game) -> list[int]:
    """Orders that did something before they ended their phase, if they did."""
    found = []
    for number in given_in(game):
        first = [type(each).__name__ for each in game.procedure(number)][1]
        if first not in ("PhaseEntered", "OrderDone"):
            found.append(number)
    return found


def what(game: Game, number: int) -> tuple[str, str, object]:
    event = game.event(number)
    assert isinstance(event, OrderGiven)
    return event.side, event.order, event.arguments


def test_a_row_is_the_same_when_all_ordered_the_same() -> None:
    rows = [row for point in compared().decisions for row in point.rows]
    assert {row.same for row in rows} == {True, False}
    for row in rows:
        ordered = [
            None if said is None else what(each.game, said.number)
            for each, said in zip(groups(), row.orders, strict=True)
        ]
        assert row.same == all(one == ordered[0] for one in ordered)
    first = next((point, row) for point in compared().decisions for row in point.rows if not row.alike)
    decided = compared().decided
    assert decided is not None
    assert (decided.turn, decided.phase, decided.each) == (first[0].turn, first[0].phase, first[1].orders)


@given(st.lists(st.lists(st.integers(0, 4), max_size=12), min_size=2, max_size=4))
def test_rows_keep_every_order_in_its_place(games: list[list[int]]) -> None:
    """Whatever is ordered, no order is lost or moved, and two of the same stand together where they can."""
    told = [[order_told(number, what) for number, what in enumerate(orders, 1)] for orders in games]
    rows = _beside(told)
    for place, orders in enumerate(told):
        assert [row[place] for row in rows if row[place] is not None] == orders
    assert all(any(order is not None for order in row) for row in rows)
    if len({tuple(orders) for orders in games}) == 1:
        assert len(rows) == len(games[0])


def order_told(number: int, what: int) -> OrderTold:
    line = Line(number, "order-given", "", {"arguments": {"unit": what}})
    return OrderTold(number, "blue", "march", "", [line])


def test_the_first_roll_that_fell_otherwise_is_that_of_the_logs() -> None:
    rolled = compared().rolled
    assert rolled is not None
    dice = [[e for e in each.game.log if isinstance(e, DieRolled)] for each in groups()]
    first = next(faces for faces in zip(*dice, strict=False) if len({die.face for die in faces}) > 1)
    assert [said.number for said in rolled.each if said is not None] == [die.number for die in first]


# --- forks -----------------------------------------------------------------------------------------


def forked() -> tuple[Session, Game]:
    """A game in set-up, and a fork of it that goes on otherwise."""
    session = ramadi(9, orders=6)
    game = session.game
    at = len(game.log)
    new = fork(
        entries_of(game),
        at,
        game=uuid5(NAMESPACE_URL, "fork").hex,
        name="again",
        called="group 9",
        secret=secret_from_seed(10),
        program="tests",
        rules_digest=game.opened.rules_digest,
        code_digest=game.opened.code_digest,
        time=TIME,
    )
    game.append(GameForked(number=at + 1, time=TIME, audience=(), game=new.id, name="again", at=at))
    other = Session(session.system, new, SealedDice(secret_from_seed(10)), clock=lambda: TIME)
    orders = session.legal()
    session.order(orders[0])
    other.order(next(order for order in other.legal() if order.data() != orders[0].data()))
    return session, new


def test_a_fork_shares_its_origin_s_log_up_to_where_it_was_forked() -> None:
    session, new = forked()
    found = compare([group("first", session.game), group("again", new)])
    (shared,) = found.shared
    assert new.opened.forked_from is not None
    assert (shared.games, shared.last) == (("first", "again"), new.opened.forked_from.event)
    then = [session.game.log[shared.last + 1], new.log[shared.last]]
    assert [said.number for said in shared.then if said is not None] == [event.number for event in then]
    assert found.decided is not None
    assert [said.number for said in found.decided.each if said is not None] == [
        event.number for event in then
    ]
    assert not [difference for difference in found.differences if difference.what != "dice"]
    assert "share their log up to event" in "\n".join(compare_lines(found))


def test_games_that_are_not_related_share_nothing() -> None:
    assert compared().shared == ()


# --- the rest --------------------------------------------------------------------------------------


def test_outcomes_scores_and_losses_are_those_of_each_game() -> None:
    found = compared()
    for place, each in enumerate(groups()):
        game, outcome = each.game, found.games[place]
        verdict = game.state.verdict
        assert verdict is not None
        assert (outcome.winner, outcome.scores, outcome.head) == (
            verdict.winner,
            verdict.scores,
            each.entries[-1].digest,
        )
        for score in found.scores:
            assert score.turns[game.state.turn][place] == game.state.track(score.track)
        lost = Counter(
            game.state.pieces[event.piece].kind.name
            for event in game.log
            if isinstance(event, PieceChanged) and event.face == "casualty"
        )
        (isf,) = (losses for losses in found.losses if losses.side == "isf")
        assert isf.lost[place] == lost.total()
        assert {kind: counts[place] for kind, counts in isf.kinds.items() if counts[place]} == lost
    assert {outcome.winner for outcome in found.games} == {"isf", "isis"}


def test_what_differs_before_play_is_said() -> None:
    alike = compare([group("one", ramadi(1, 2).game), group("other", ramadi(2, 2).game)])
    assert alike.differences == ()
    assert "were the same throughout" in "\n".join(compare_lines(alike))
    other = compare([group("one", ramadi(1, 2).game), group("other", ramadi(2, 2, drones=True).game)])
    assert [(each.what, each.values) for each in other.differences] == [("option drones", ("off", "on"))]
    for told in ("\n".join(compare_lines(other)), text_of(comparison_document(other).sections[0])):
        assert "option drones" in told
        assert "The games were not played under the same conditions" in told


def test_what_was_changed_in_play_is_said() -> None:
    sessions = [freeform("strait", turns=turns) for turns in (2, 3)]
    one = sessions[0]
    old = one.state.tables["escalation"].data
    rows = tuple({**row, "change": 0} for row in old.rows)
    one.adopt_table("escalation", msgspec.structs.replace(old, rows=rows), "Ours", "Ann")
    for _ in range(3):
        go_on(one)
    change_option(one, "actions", 2, "Time", "Ann")
    for session, text in zip(sessions, ("In fog nobody sails", "In fog only pilots sail"), strict=True):
        adopt_rule(session, "H1", text, "Fog", "Ann")
    found = compare([group(f"g{n}", session.game) for n, session in enumerate(sessions)])
    told = {each.what: each.values for each in found.differences}
    assert told.pop("option turns") == ("2", "3")
    assert told.pop("option actions") == ("1, then 2 from turn 2 on", "1")
    assert told.pop("house rule H1") == (
        "In fog nobody sails from turn 2 on",
        "In fog only pilots sail from turn 1 on",
    )
    adopted, laid = told.pop('table "Escalation"')
    assert adopted.startswith(f"{laid}, then adopted from turn 1 on (rows ")
    assert told == {}
    for shown in ("\n".join(compare_lines(found)), text_of(comparison_document(found).sections[0])):
        assert "In fog nobody sails" in shown
        assert "1, then 2 from turn 2 on" in shown
        assert "throughout" not in shown


def test_the_dice_are_said_as_they_are() -> None:
    one, other = freeform("strait", turns=2), freeform("strait", turns=3)
    pair = [group("one", one.game), group("other", other.game)]
    assert compare(pair).dice == "Each has sealed dice of its own."  # nobody can tell yet
    for session in (one, other):
        session.close(SECRET, "", "over")
    assert compare(pair).dice == "All have the same sealed dice."
    assert compared().dice == "Each has sealed dice of its own."


def test_games_that_cannot_be_compared_are_refused() -> None:
    one, other = groups()[:2]
    with pytest.raises(BadData, match="2 to 12 games"):
        compare([one])
    with pytest.raises(BadData, match="group 5 and again are the same game"):
        compare([one, other, group("again", one.game)])
    with pytest.raises(Refused, match="different rule systems"):
        compare([one, group("strait", freeform().game)])


def test_insights_stand_side_by_side_under_their_learning_outcome() -> None:
    sessions = [freeform("strait"), freeform("strait", turns=3)]
    for session, said in zip(sessions, ("Sooner", "Later"), strict=True):
        number = len(session.game.log) + 1
        outcomes = {"LO1": "When to talk"}
        session.game.append(declaring(session.state, number, TIME, "To learn", {}, outcomes, by="Ann"))
        session.note(said, by="Ann", kind="insight", tags=("LO1",), rating=3)
        session.note("No topic", by="Ann", kind="insight")
    found = compare([group(f"g{n}", session.game) for n, session in enumerate(sessions)])
    topic, rest = found.topics
    assert (topic.id, topic.what, topic.text) == ("LO1", "learning outcome", "When to talk")
    assert [["Sooner" in said.words for said in each] for each in topic.insights] == [[True], [False]]
    assert [len(each) for each in rest.insights] == [1, 1]
    told = text_of(there(comparison_document(found), "insights"))
    assert told.index("Sooner") < told.index("Later") < told.index("Other insights")


def test_luck_is_told_where_it_was_weighed() -> None:
    weighed = Luck((), {"isf": SideLuck(3, 1.0, 4, 3.0, 2.0, 1.5, 0.9)}, (), 0, ())
    found = compare([groups()[0]._replace(luck=weighed), groups()[1]])
    told = text_of(there(comparison_document(found), "luck"))
    assert "+3.0" in told
    assert "not computed" in told
    assert "+3.0" in "\n".join(compare_lines(found))
    assert "Luck" not in "\n".join(compare_lines(compared()))


def test_the_report_is_whole_and_hostile_words_stay_words() -> None:
    sessions = [ramadi(1, 4), ramadi(2, 4)]
    for session in sessions:
        session.note(HOSTILE, by=HOSTILE, kind="insight")
        session.take_back(session.orders_in_force()[-1].number, HOSTILE, by=HOSTILE, agreed=("isf",))
    found = compare([group(f"{HOSTILE[:30]} {n}", each.game) for n, each in enumerate(sessions)])
    page = Page(html(comparison_document(found)))
    assert page.unbalanced == []
    assert [tag for tag, _ in page.elements].count("script") == 1, "the one that folds and unfolds"
    assert "\x1b" not in page.text
    assert "<script>" in page.text
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in page.values("href")} <= set(ids)
    assert not any("\x1b" in line or "\n" in line for line in compare_lines(found))


def test_the_whole_comparison_can_be_written_as_json() -> None:
    written = msgspec.json.decode(msgspec.json.encode(compared()), type=Comparison)
    assert written == compared()


def test_the_same_order_with_other_arguments_is_another_decision() -> None:
    sessions = [ramadi(1, 1), ramadi(2, 1)]
    for place, session in enumerate(sessions):
        orders: list[Order] = [order for order in session.legal() if order.name == "deploy"]
        session.order(orders[place])
    found = compare([group(f"g{n}", session.game) for n, session in enumerate(sessions)])
    assert found.decisions[-1].rows[-1].same is False


def test_judgements_of_the_same_orders_are_decisions_too() -> None:
    sessions = [freeform("strait"), freeform("strait", turns=3)]
    for session, verdict in zip(sessions, ("fails", "succeeds"), strict=True):
        if verdict == "succeeds":
            session.note("One event more")
        go_on(session)
        act(session, "aldmark", "Sail", "ald-frigates:narrows")
        session.decide(verdict, because="So it is")
    found = compare([group(f"g{n}", session.game) for n, session in enumerate(sessions)])
    row = found.decisions[-1].rows[0]
    assert (row.same, row.answered) == (True, False)
    assert found.decided is not None
    assert found.decided.each == row.orders
    told = text_of(there(comparison_document(found), "decisions"))
    assert "other answer" in told
    assert "fails. Reason: So it is" in told
    assert "fails. Reason: So it is" in "\n".join(compare_lines(found))


def test_the_number_of_the_event_that_one_by_hand_concerns_makes_no_other_decision() -> None:
    def by_hand(number: int, **given: object) -> OrderTold:
        line = Line(number, "order-given", "", {"arguments": given})
        return OrderTold(number, "", "hand-chance", "", [line])

    alike = _beside([[by_hand(9, percent=40, concerns=7)], [by_hand(12, percent=40, concerns=10)]])
    assert len(alike) == 1
    assert _what_was_ordered(by_hand(9, percent=40)) != _what_was_ordered(by_hand(9, percent=60))


# --- the finding, and what is drawn ------------------------------------------------------------------


def test_the_headline_says_who_won() -> None:
    games = compared().games
    winners = Counter(game.winner for game in games)
    assert winners == {"isf": 1, "isis": 2}
    assert finding(compared())[0] == "Islamic State wins 2 of 3 games"
    won = tuple(game for game in games if game.winner == "isf") * 2
    same = msgspec.structs.replace(compared(), games=won)
    by = margin_of(won[0], "isf")
    assert finding(same)[0] == f"Iraqi Security Forces win both games, by {by} and {by} points"
    split = msgspec.structs.replace(compared(), games=games[1:])
    assert finding(split)[0] == "Iraqi Security Forces win group 6, Islamic State wins group 10"
    drawn = tuple(msgspec.structs.replace(game, winner="") for game in games)
    assert finding(msgspec.structs.replace(compared(), games=drawn))[0] == "All three games end in a draw"
    assert compare_lines(compared())[1] == "Islamic State wins 2 of 3 games."
    assert comparison_document(compared()).headline == finding(compared())[0]


def test_games_without_an_end_are_told_by_where_they_part() -> None:
    found = compare([group("one", ramadi(1, 2).game), group("other", ramadi(2, 2).game)])
    headline, deck = finding(found)
    if found.decided is None:
        assert headline == "Both games have the same orders so far"
    else:
        assert headline.startswith("The games first decide differently in turn ")
    assert deck == "Scenario, rules, options and tables are the same."


def test_no_game_has_the_colour_of_a_side() -> None:
    assert not set(GAMES) & set(SIDE_COLOURS)
    document = comparison_document(compared())
    for figure in [block for block in every_block(document.sections) if isinstance(block, Figure)]:
        assert not [colour for colour in SIDE_COLOURS if colour in figure.svg]


def test_scores_are_drawn_where_they_stood_on_one_axis() -> None:
    given = [Panel("Blue", {"one": [0, 4, 8], "two": [0, None, 2]}), Panel("Red", {"one": [0, 2, 4]})]
    svg = panels([0, 1, 2], given, "told")
    lines = re.findall(r'<polyline points="([^"]+)"[^>]*stroke="(#\w+)"', svg)
    heights = [[float(point.split(",")[1]) for point in points.split()] for points, _ in lines]
    assert [colour for _, colour in lines] == [game_style(place)[0] for place in (0, 1, 0)]
    unit = (heights[0][0] - heights[0][2]) / 8
    assert heights[0][1] == pytest.approx(heights[0][0] - 4 * unit, abs=0.1)
    assert heights[1] == pytest.approx([heights[0][0], heights[0][0] - 2 * unit], abs=0.1)
    assert heights[2] == pytest.approx([heights[0][0] - n * unit for n in (0, 2, 4)], abs=0.1)
    assert [name in svg for name in ("one 8", "two 2", "one 4")] == [True] * 3
    narrow = panels([0, 1, 2], given, "told", width=NARROW)
    assert f'viewBox="0 0 {NARROW:.0f} ' in narrow


def test_the_lead_is_the_first_score_less_the_second() -> None:
    document = comparison_document(compared())
    lead = next(block for block in every_block(document.sections) if isinstance(block, Figure))
    assert "Lead of Iraqi Security Forces by turn" in lead.text
    scores = {score.side: score for score in compared().scores if score.side}
    last = max(scores["isf"].turns)
    for place, game in enumerate(compared().games):
        by = (scores["isf"].turns[last][place] or 0) - (scores["isis"].turns[last][place] or 0)
        assert f"{game.name} from 0 to {by}" in lead.text
