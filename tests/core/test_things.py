"""Decks and hands, marks that lapse, the calendar, suggestions, losses, objections and counters adopted."""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from pyarrow import parquet

from adjudication.audits.audit import audit
from adjudication.chances.odds import odds
from adjudication.chances.study import plan, play_batch
from adjudication.chances.watching import scores
from adjudication.engine.games.systems import load
from adjudication.engine.house_counters import check_kind
from adjudication.engine.orders import Order
from adjudication.engine.session import Session
from adjudication.engine.umpire import Umpire
from domain.errors import BadData, NotFound, Objected, Refused
from domain.events import (
    Chosen,
    CountersAdopted,
    Event,
    KindData,
    Marked,
    OrderGiven,
    PhaseEntered,
    PieceKnown,
    PieceMoved,
    Shuffled,
)
from domain.program import program
from domain.table.dice import ScriptedDice
from domain.table.journal import Journal
from domain.table.marks import Mark
from domain.table.mutators import apply
from domain.table.state import State
from domain.views.view import WHITE, see, see_log
from reports.maps.drawing import by_place
from reports.review import render_aar
from reports.story.forces import exchange, in_all
from reports.story.turns import story
from reports.studies.tables import write_parquet
from reports.words.events import in_words
from reports.words.kinds import kind_lines
from reports.words.lapsing import lapsing_words
from tests.core.games import Variant, findings, new_game, play_orders, play_to_end, random_people, seat
from tests.toys.fortunes import NAME, SYSTEM

VARIANT: Variant = (NAME, {})
SEEDS = range(8)


def begun(seed: int = 1) -> Session:
    """A game that has begun, with people who answer."""
    session = seat(new_game(VARIANT), random_people(seed))
    session.begin()
    return session


def forged(log: list[Event], number: int, **changes: Any) -> list[Event]:
    """The log with other fields in one event."""
    return [msgspec.structs.replace(e, **changes) if e.number == number else e for e in log]


def umpire_of(state: State) -> Umpire:
    return Umpire(state, 0, ScriptedDice([1] * 20), random_people(1))


# --- decks and hands -----------------------------------------------------------------------------


def test_cards_are_dealt_from_the_top_into_a_hand_that_its_holder_knows() -> None:
    session = begun()
    state = session.state
    top = state.at["deck"][0]
    umpire = umpire_of(state.copy())
    assert umpire.deal("deck", to="hand-red", rule="r", discard="discard") == top
    assert umpire.state.pieces[top].known_to == ("red",)
    assert umpire.deal("deck", to="discard", known_to=None, rule="r") == state.at["deck"][1]
    assert umpire.state.pieces[state.at["deck"][1]].known_to is None
    assert umpire.deal("deck", to="hand-red", known_to=("blue",), rule="r")
    assert [type(event) for event in umpire.fresh[:2]] == [PieceMoved, PieceKnown]


def test_the_discard_becomes_the_deck_when_that_is_out_and_an_empty_one_is_refused() -> None:
    umpire = umpire_of(begun().state.copy())
    state = umpire.state
    while state.at["deck"]:
        umpire.discard(state.at["deck"][0], to="discard", rule="r")
    assert all(state.pieces[id].known_to is None for id in state.at["discard"])
    before = sorted(state.at["discard"])
    card = umpire.deal("deck", to="hand-red", discard="discard", rule="r 2")
    (shuffled,) = [event for event in umpire.fresh if isinstance(event, Shuffled)]
    assert shuffled.audience == ()
    assert sorted([card, *state.at["deck"]]) == before
    assert all(state.pieces[id].known_to == () for id in state.at["deck"])
    assert state.at["discard"] == []
    for id in list(state.at["deck"]):
        umpire.move(id, "hand-blue", rule="r")
    with pytest.raises(BadData, match="No card is left in deck or discard"):
        umpire.deal("deck", to="hand-red", discard="discard", rule="r")


@pytest.mark.parametrize("seed", SEEDS)
def test_no_card_is_lost_and_each_is_known_where_it_should_be(seed: int) -> None:
    state, cards = State(), set[str]()
    for event in play_to_end(VARIANT, seed).game.log:
        apply(state, event)
        if not cards:
            cards = {id for id in state.pieces if id.startswith("card-")}
        places = {state.pieces[id].place for id in cards}
        assert places <= {"deck", "discard", "hand-red", "hand-blue"}
        assert sum(len(state.at.get(place, ())) for place in places) == len(cards)
        if not state.procedures:  # between orders
            for id in cards:
                piece = state.pieces[id]
                holder = {"hand-red": ("red",), "hand-blue": ("blue",), "deck": (), "discard": None}
                assert piece.known_to == holder[piece.place]


def test_a_side_sees_its_own_hand_and_counts_the_others() -> None:
    state = begun().state
    table = by_place(see(state, "red"), state)
    assert all(card.known for card in table["hand-red"])
    assert [card.known for card in table["hand-blue"]] == [False, False]
    assert [(card.known, card.back) for card in table["deck"]] == [(False, "card")] * 4
    white = by_place(see(state, WHITE), state)
    assert not any(card.known for card in white["deck"]), "a map shows a deck by its back to anyone"
    assert all(card.known for card in white["hand-blue"])


def test_odds_of_a_side_deal_it_any_card_that_may_lie_in_the_deck() -> None:
    session = begun()
    state = session.state
    card = next(id for id in state.at["hand-red"])
    unseen = [id for id in state.pieces if id.startswith("card-") and id not in state.at["hand-red"]]
    found = odds(SYSTEM, state, [Order("red", "play", {"card": card})], "red", samples=50)
    dealt = {
        (fate.piece, fate.place)
        for outcome in found.outcomes
        for fate in outcome.fates
        if fate.place == "hand-red"
    }
    assert found.outcomes
    assert len(unseen) == 6
    assert state.at["deck"] == session.state.at["deck"]
    assert dealt is not None


# --- marks that lapse ----------------------------------------------------------------------------


def test_the_clock_takes_a_mark_off_by_the_rule_that_put_it_on() -> None:
    umpire = umpire_of(begun().state.copy())
    state = umpire.state
    umpire.mark("red-1", Mark[object]("suppressed"), True, until=3, rule="r 5")
    umpire.mark("red-2", Mark[object]("pinned"), 2, until=(2, "night"), rule="r 6", audience=("red",))
    umpire.mark("game", Mark[object]("truce"), "red", until="night", rule="r 7")
    umpire.mark("blue-1", Mark[object]("dug in"), True, rule="r 8")
    umpire.enter_phase(2, "play", rule="r 1")
    assert (state.mark_named("red-1", "suppressed"), state.mark_named("red-2", "pinned")) == (True, 2)
    umpire.enter_phase(2, "night", rule="r 1")
    assert [
        (each.subject, each.rule, each.audience) for each in umpire.fresh[-2:] if isinstance(each, Marked)
    ] == [
        ("red-2", "r 6", ("red",)),
        ("game", "r 7", None),
    ]
    umpire.enter_phase(4, "play", rule="r 1")
    assert state.mark_named("red-1", "suppressed") is None, "a turn that was passed over counts"
    assert state.mark_named("blue-1", "dug in") is True
    assert state.lapses == {}
    umpire.mark("red-1", Mark[object]("suppressed"), True, until=9, rule="r 5")
    umpire.mark("red-1", Mark[object]("suppressed"), True, rule="r 5")
    assert state.lapses == {}, "put on for good, it lapses no more"
    umpire.mark("red-1", Mark[object]("suppressed"), None, until=9, rule="r 5")
    assert (state.lapses, state.mark_named("red-1", "suppressed")) == ({}, None)


def test_what_lapses_is_undone_by_the_journal_and_copied_with_the_state() -> None:
    state = begun().state.copy()
    journal = Journal(state)
    journal.apply(Marked(number=90, subject="red-1", mark="m", value=1, until=2, rule="r"))
    other = state.copy()
    journal.apply(Marked(number=91, subject="red-1", mark="m"))
    assert (state.lapses, len(other.lapses)) == ({}, 1)
    journal.back_to(1)
    assert state.lapses == other.lapses
    journal.back_to(0)
    assert state.lapses == {}


def test_marks_that_lapse_are_told_with_their_end_to_those_who_see_them() -> None:
    umpire = umpire_of(begun().state.copy())
    umpire.mark("red-1", Mark[object]("suppressed"), True, until=2, rule="r 5")
    umpire.mark("game", Mark[object]("truce"), "red", until=(3, "play"), rule="r 7", audience=("red",))
    assert lapsing_words(umpire.state, "red") == [
        "Red company: suppressed, until turn 2 (Oct 1980) (r 5)",
        "The game: truce Red, until turn 3 (Nov 1980), play (r 7)",
    ]
    assert lapsing_words(umpire.state, "blue") == ["Red company: suppressed, until turn 2 (Oct 1980) (r 5)"]
    told = in_words(msgspec.structs.replace(umpire.fresh[0], rule=""), umpire.state)
    assert told == "Red company: suppressed until turn 2 (Oct 1980)"


def test_marks_lapse_in_whole_games() -> None:
    lapsed = 0
    for seed in SEEDS:
        log = play_to_end(VARIANT, seed).game.log
        for number, event in enumerate(log):
            if isinstance(event, Marked) and event.value is None:
                before = next(each for each in reversed(log[:number]) if not isinstance(each, Marked))
                assert isinstance(before, PhaseEntered)
                lapsed += 1
    assert lapsed > 3


def test_a_mark_that_outlives_its_time_is_found() -> None:
    for seed in SEEDS:
        log = play_to_end(VARIANT, seed).game.log
        off = [event for event in log if isinstance(event, Marked) and event.value is None]
        if off:
            forged = [
                msgspec.structs.replace(event, value=True) if event is off[0] else event for event in log
            ]
            assert findings(forged).findings
            return
    pytest.fail("no mark lapsed")


# --- the calendar --------------------------------------------------------------------------------


def test_turns_are_called_by_the_calendar() -> None:
    session = begun()
    state = session.state
    assert (state.turn_name(), state.date().year) == ("1 (Sep 1980)", 1980)
    assert (state.turn_name(4), state.date(4).name) == ("4", "")
    entered = next(event for event in session.game.log if isinstance(event, PhaseEntered))
    assert in_words(msgspec.structs.replace(entered, rule=""), state) == "Turn 1 (Sep 1980), play, Red"


# --- suggestions ---------------------------------------------------------------------------------


def judged(session: Session) -> list[Chosen]:
    return [event for event in session.game.log if isinstance(event, Chosen)]


def test_policies_take_the_suggestion_and_the_log_says_that_it_was_followed() -> None:
    found = [event for seed in SEEDS for event in judged(play_to_end(VARIANT, seed))]
    assert len(found) > 3
    assert all(event.suggested == (event.value,) for event in found)
    assert {event.because for event in found} <= {"a unit has lost steps", "no unit has lost steps"}
    assert in_words(msgspec.structs.replace(found[0], rule=""), State()).count("(as suggested)") == 1


def asked(seed: int = 0) -> Session:
    """A game that waits for a judgement."""
    for number in range(seed, seed + 50):
        session = seat(new_game(VARIANT), None)
        session.begin()
        for _ in range(12):
            if session.pending() or session.state.verdict is not None:
                break
            legal = session.legal()
            session.order(legal[number % len(legal)])
        if session.pending():
            return session
    raise AssertionError("nothing was ever asked")


def test_another_answer_than_the_suggested_is_recorded_beside_it() -> None:
    session = asked()
    (question,) = session.pending()
    (suggested,) = question.suggested
    session.decide(not suggested, because="they are tired")
    (event,) = judged(session)
    assert (event.value, event.suggested, event.because) == (not suggested, (suggested,), "they are tired")
    told = in_words(event, session.state)
    assert f"(suggested: {'yes' if suggested else 'no'})" in told
    told_otherwise = forged(session.game.log, event.number, suggested=(event.value,))
    assert findings(told_otherwise).findings, "what was suggested follows from the rules"


def test_what_is_suggested_is_one_of_the_options() -> None:
    with pytest.raises(ValueError, match="not among the options"):
        umpire_of(begun().state.copy()).judge("Is it?", ["a", "b"], suggest="c", rule="r")
    side = next(iter(begun().state.sides))
    with pytest.raises(ValueError, match="'c' is suggested"):
        umpire_of(begun().state.copy()).choose(side, "Which?", ["a", "b"], suggest="c", rule="r")


# --- losses --------------------------------------------------------------------------------------


def test_step_losses_count_in_story_study_and_read_model_and_what_comes_back_is_taken_off() -> None:
    steps = {"red": 0, "blue": 0}
    returned = 0
    for seed in SEEDS:
        game = play_to_end(VARIANT, seed).game
        told = story(game)
        lost = in_all(told.losses())
        for side in steps:
            left = sum(piece.steps for piece in game.state.pieces.values() if piece.side == side)
            assert lost[side] == 4 - left
            assert in_all(story(game, side).losses())[side] == lost[side]
            steps[side] += lost[side]
        returned += sum(loss.how == "returned" for loss in told.losses())
    assert all(steps.values())
    assert returned
    assert exchange({"red": 0, "blue": 3}, "red") is None


# --- objections ----------------------------------------------------------------------------------


def suppressed() -> Session:
    session = begun()
    session.by_hand(
        "hand-change", {"subject": "red-1", "mark": "suppressed", "value": True}, because="they were shelled"
    )
    return session


def test_an_act_by_hand_that_the_rules_object_to_is_told_with_the_rule_and_may_be_done_all_the_same() -> None:
    session = suppressed()
    move = {"piece": "red-1", "to": "lost"}
    before = list(session.game.log)
    with pytest.raises(Objected, match=rf"A suppressed unit does not move \({NAME} 5\)"):
        session.by_hand("hand-move", move, because="they fled")
    with pytest.raises(Objected):
        session.by_hand(
            "hand-together",
            {"acts": [{"act": "hand-score", "track": "rallies", "change": 1}, {"act": "hand-move", **move}]},
            because="they fled",
        )
    assert session.game.log == before
    session.by_hand("hand-move", {**move, "piece": "red-2"}, because="unhindered")
    session.by_hand("hand-move", move, because="they fled", anyway=True)
    given = [event for event in session.game.log if isinstance(event, OrderGiven)]
    assert [[(each.rule, each.why) for each in event.objections] for event in given[-2:]] == [
        [],
        [(f"{NAME} 5", "A suppressed unit does not move.")],
    ]
    report = findings(session.game.log)
    assert report.findings == []
    assert any("overruling: A suppressed unit does not move" in notice for notice in report.notices)
    assert "Overrides: A suppressed unit does not move" in in_words(given[-1], session.state)
    assert all("objections" not in view.fields for view in see_log(session.game.log, "red"))
    for had in ((), tuple(given[-1].objections * 2)):
        assert findings(forged(session.game.log, given[-1].number, objections=had)).findings
    other = forged(session.game.log, given[-2].number, objections=given[-1].objections)
    assert findings(other).findings


# --- counters adopted ----------------------------------------------------------------------------


def own(state: State, **changes: Any) -> dict[str, KindData]:
    return {"sniper": msgspec.structs.replace(state.kinds["sniper"], **changes)}


def test_adopted_cards_hold_from_then_on_and_are_audited() -> None:
    session = begun()
    state = session.state
    data = {"effect": "fire", "dice": [8, 8, 8], "hits": 2}
    text = "Three dice, 2 or more hits."
    kinds = own(state, name="Marksman", text=text, data=data)
    pieces = {"card-smoke-1": "sniper"}
    event = session.adopt_counters(kinds, pieces, "the printed deck", "Ann", "document", "second edition")
    assert isinstance(event, CountersAdopted)
    for id in ("card-sniper-1", "card-sniper-2", "card-smoke-1"):
        assert (session.state.pieces[id].kind.data, session.state.pieces[id].name) == (data, "Marksman")
    play_orders(session, 30, random.Random(1))
    report = findings(session.game.log)
    assert report.findings == []
    assert any(
        "(Ann): 1 kind of counters (Marksman) and the kind of 1 piece were" in n for n in report.notices
    )
    seen = next(view for view in see_log(session.game.log, "red") if view.event == "counters-adopted")
    assert "pieces" not in seen.fields
    lines = kind_lines("sniper", session.state.kinds["sniper"], NAME)
    assert text in " ".join(lines)
    assert any("[8, 8, 8]" in line for line in lines)
    assert findings(forged(session.game.log, event.number, because="")).findings
    worse = own(state, data={"effect": "fire"})
    assert findings(forged(session.game.log, event.number, kinds=worse)).findings


@pytest.mark.parametrize(
    ("changes", "pieces", "sentence"),
    [
        ({"data": {"effect": "fire", "dice": [6]}}, {}, "hits is missing"),
        ({"data": {"effect": "fire", "dice": 6, "hits": 3}}, {}, "dice is a list"),
        ({"data": {"effect": "fire", "dice": [6.5], "hits": 3}}, {}, "its data holds 6.5"),
        ({"back": "other"}, {}, "its back is 'card'"),
        ({"side": "red"}, {}, "its side is 'empty'"),
        ({"provenance": "heaven"}, {}, "provenance must be one of"),
        ({"name": "Sniper"}, {}, "nothing would change"),
        ({"name": "Marksman"}, {"nobody": "sniper"}, "There is no piece 'nobody'"),
        ({"name": "Marksman"}, {"red-1": "sniper"}, "its side is 'red'"),
        ({"name": "Marksman"}, {"card-smoke-1": "nothing"}, "there is no kind 'nothing'"),
    ],
)
def test_counters_that_the_rules_could_not_use_are_refused(
    changes: dict[str, Any], pieces: dict[str, str], sentence: str
) -> None:
    session = begun()
    before = list(session.game.log)
    with pytest.raises(Refused, match=sentence):
        session.adopt_counters(own(session.state, **changes), pieces, "mine")
    with pytest.raises(BadData, match="reason"):
        session.adopt_counters(own(session.state, name="Marksman"), {}, " ")
    assert session.game.log == before


def test_counters_are_not_changed_while_an_order_waits() -> None:
    session = asked()
    with pytest.raises(Refused, match="waits for an answer"):
        session.adopt_counters(own(session.state, name="Marksman"), {}, "mine")


def test_adopted_counters_are_undone_by_the_journal() -> None:
    state = begun().state.copy()
    journal = Journal(state)
    before = {id: (p.kind_id, p.kind, p.name, p.side) for id, p in state.pieces.items()}
    kinds = state.kinds
    journal.apply(
        CountersAdopted(
            number=99, kinds=own(state, name="X"), pieces={"card-rally-1": "sniper"}, by="", because="b"
        )
    )
    assert state.pieces["card-rally-1"].name == "X"
    journal.back_to(0)
    assert {id: (p.kind_id, p.kind, p.name, p.side) for id, p in state.pieces.items()} == before
    assert state.kinds is kinds


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"a": [0.5]}, "holds 0.5"),
        ({"a": {1: 2}}, "names in its data are text"),
        ({"a": list(range(3000))}, "at most 2000 values"),
        ({"a": Path("x")}, "put it in quotes"),
        ({"a": [[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]}, "nested more than 20 deep"),
    ],
)
def test_the_data_of_a_kind_is_plain_and_bounded(data: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadData, match=sentence):
        check_kind("card", KindData(name="Card", data=data))
    with pytest.raises(BadData, match="its text has at most"):
        check_kind("card", KindData(name="Card", text="x" * 5000))


def test_a_system_that_is_not_at_hand_has_no_losses_of_its_own() -> None:
    from adjudication.engine.games.systems import losses_in
    from adjudication.engine.losses import usual

    assert losses_in("nowhere") is usual
    assert losses_in(NAME) is load(NAME).reports.losses
    with pytest.raises(NotFound):
        load("nowhere")
    assert scores(begun().state) == {}


# --- reports and studies ---------------------------------------------------------------------------


def test_the_review_shows_what_cards_say_and_what_was_overruled() -> None:
    session = suppressed()
    session.by_hand("hand-move", {"piece": "red-1", "to": "lost"}, because="they fled", anyway=True)
    session.adopt_counters(own(session.state, text="Hits on 3, 4, 5 or 6."), {}, "the printed deck", "Ann")
    game = session.game
    page = render_aar(game, game.unsaved(), audit(game.unsaved()))
    assert "Hits on 3, 4, 5 or 6." in page
    assert "The rules objected to one of these" in page
    assert "Overrides: A suppressed unit does not move" in page
    assert "1 counter set was replaced" in page


def test_a_study_of_games_with_marks_of_any_kind_is_written(tmp_path: Path) -> None:
    values: list[dict[str, Any]] = [
        {"a": True, "b": 1},
        {"a": 2, "b": "x"},
        {"b": None},
        {"a": False, "c": True},
    ]
    columns: dict[str, list[Any]] = {
        f"mark.{name}": [each.get(name) for each in values] for name in ("a", "b", "c")
    }
    write_parquet(tmp_path / "games.parquet", columns)
    read = parquet.read_table(tmp_path / "games.parquet").to_pydict()
    assert read == {
        "mark.a": ["True", "2", None, "False"],
        "mark.b": ["1", "x", None, None],
        "mark.c": [None, None, None, True],
    }


def test_a_study_counts_the_losses_of_the_rules() -> None:
    study = plan(load(NAME), games=20, seed=4, program=program(), policy="random")
    games = [game for batch in study.batches() for game in play_batch(batch).games]
    assert {game.fault for game in games} == {""}
    lost = sum(sum(game.lost.values()) for game in games)
    steps = sum(sum(game.steps.values()) for game in games)
    assert 0 < lost < steps, "what came back is taken off"
