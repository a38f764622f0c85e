"""What each toy is there to show, shown on whole games of it."""

import random
from itertools import pairwise

from adjudication.engine.session import Session
from adjudication.engine.umpire import WHITE_CELL
from domain.events import (
    AnswersOpened,
    Chosen,
    CounterDrawn,
    DieRolled,
    Event,
    LookedUp,
    Marked,
    OrderDone,
    OrderGiven,
    PhaseEntered,
    PieceChanged,
    PieceKnown,
    PieceMoved,
    PieceRemoved,
    Shuffled,
)
from domain.table.mutators import apply
from domain.table.state import State
from domain.texts import Text
from tests.core.games import (
    VARIANTS,
    altered,
    findings,
    new_game,
    play_orders,
    play_to_end,
    random_people,
    seat,
)
from tests.toys import event_table, factions
from tests.toys.detection import FOUND
from tests.toys.magazines import MAGAZINES

SEEDS = range(10)


def games(name: str) -> list[Session]:
    return [play_to_end((name, {}), seed) for seed in SEEDS]


def procedures(session: Session) -> list[list[Event]]:
    """The events of each order, one list an order."""
    orders = [event.number for event in session.game.log if isinstance(event, OrderGiven)]
    return [session.game.procedure(number) for number in orders]


def test_blocks_are_shown_to_fight_lose_steps_and_are_stood_up_again() -> None:
    turned = 0
    for session in games("toy-blocks"):
        for events in procedures(session):
            known = [event for event in events if isinstance(event, PieceKnown)]
            shown = {event.piece for event in known if event.sides is None}
            hidden = {event.piece for event in known if event.sides is not None}
            gone = {event.piece for event in events if isinstance(event, PieceRemoved)}
            assert shown - gone == hidden
            turned += sum(isinstance(event, PieceChanged) for event in events)
        assert all(piece.known_to == (piece.side,) for piece in session.state.pieces.values())
    assert turned > 3


def test_the_discard_is_shuffled_into_a_new_deck_and_cards_are_drawn_blindly() -> None:
    for session in games("toy-cards"):
        shuffles = [event for event in session.game.log if isinstance(event, Shuffled)]
        assert len(shuffles) > 1
        assert len(shuffles[0].order) == 12
        assert all(event.audience == () for event in shuffles)
    assert any(isinstance(event, CounterDrawn) for s in games("toy-cards") for event in s.game.log)


def test_secret_orders_are_opened_together() -> None:
    for session in games("toy-sealed"):
        for events in procedures(session):
            kinds = [type(event) for event in events]
            if Chosen in kinds:
                assert kinds[1:4] == [Chosen, Chosen, AnswersOpened]
                assert [event.audience for event in events[1:4]] == [("north",), ("south",), None]


def test_the_other_side_reacts_in_the_middle_of_a_move() -> None:
    cut_short = reacted = 0
    for session in games("toy-reaction"):
        for events in procedures(session):
            steps = [e for e in events if isinstance(e, PieceMoved) and e.piece.startswith("col")]
            answers = [e for e in events if isinstance(e, Chosen) and e.side == "gangs"]
            if steps and answers:
                reacted += steps[0].number < answers[0].number < steps[-1].number
                road = events[0].arguments["road"] if isinstance(events[0], OrderGiven) else []
                cut_short += len(steps) - 1 < len(road)
    assert reacted > 10
    assert cut_short > 3


def test_what_is_destroyed_has_fired_all_the_same() -> None:
    returned = 0
    for session in games("toy-both-fire"):
        for events in procedures(session)[1:]:
            rolls = [event for event in events if isinstance(event, DieRolled)]
            losses = [event for event in events if isinstance(event, PieceChanged | PieceMoved)]
            assert all(roll.number < loss.number for roll in rolls for loss in losses)
            wrecked = {event.piece for event in losses if isinstance(event, PieceMoved)}
            fired = {event.purpose.arguments["battery"] for event in rolls if isinstance(event.purpose, Text)}
            assert wrecked <= fired
            returned += len(wrecked)
    assert returned > 5


def test_the_owner_distributes_exactly_the_losses_there_are() -> None:
    chosen = 0
    for session in games("toy-losses"):
        for events in procedures(session):
            for one, other in pairwise(events):
                if isinstance(one, Chosen) and one.value:
                    assert isinstance(other, PieceChanged)
                    assert other.piece == one.value[0]
                    chosen += 1
        assert all(piece.steps > 0 for piece in session.state.pieces.values())
    assert chosen > 10


def test_munitions_are_spent_from_one_magazine_for_two_purposes() -> None:
    for_strikes = for_defence = 0
    for session in games("toy-magazines"):
        state = State()
        for event in session.game.log:
            if isinstance(event, Marked) and event.mark == "dual":
                before = state.mark(event.subject, MAGAZINES["dual"], 0)
                given = next(iter(state.procedures.values()))
                if event.value < before:
                    for_strikes += given.arguments.get("ship") == event.subject
                    for_defence += given.arguments.get("target") == event.subject
                assert event.value >= 0
            apply(state, event)
    assert for_strikes > 3
    assert for_defence > 3


def test_a_detection_lasts_until_its_turn_ends() -> None:
    found = 0
    for session in games("toy-detection"):
        state = State()
        for event in session.game.log:
            apply(state, event)
            found += isinstance(event, Marked) and event.mark == "found" and event.value is not None
            if isinstance(event, PhaseEntered) and event.turn > 1:
                ended = "wolf" if event.side == "orca" else "orca"
                assert ended not in state.marked(FOUND).values()
                for piece in state.pieces.values():
                    seen = piece.known_to is None and piece.place != "sunk"
                    assert not seen or state.mark_named(piece.id, "found") is not None
    assert found > 10


def test_events_keep_to_their_years_and_to_once() -> None:
    gated = happened = 0
    for session in games("toy-events"):
        state = State()
        once: list[str] = []
        for event in session.game.log:
            if isinstance(event, LookedUp):
                assert event.keys["roll"] in range(11, 67)
                row = event.result
                assert isinstance(row["first_year"], int)
                assert isinstance(row["last_year"], int)
                gated += not row["first_year"] <= event_table.year(state) <= row["last_year"]
            if isinstance(event, Marked):
                once.append(event.mark)
                assert event_table.year(state) >= 1982
            if isinstance(event, Chosen):
                assert event.side == WHITE_CELL
                assert event.because
            apply(state, event)
        assert len(once) == len(set(once))
        happened += len(once)
    assert gated > 5
    assert happened > 5


def test_four_players_score_apart_and_play_in_a_drawn_order() -> None:
    orders: set[tuple[str, ...]] = set()
    for session in games("toy-factions"):
        verdict = session.state.verdict
        assert verdict is not None
        assert set(verdict.scores) == set(factions.FACTIONS)
        best = [side for side, score in verdict.scores.items() if score == max(verdict.scores.values())]
        assert verdict.winner == (best[0] if len(best) == 1 else "")
        given = [event.side for event in session.game.log if isinstance(event, OrderGiven)][1:]
        for turn in range(0, len(given), 4):
            assert sorted(given[turn : turn + 4]) == sorted(factions.FACTIONS)
            orders.add(tuple(given[turn : turn + 4]))
    assert len(orders) > 8


def test_two_maps_touch_only_where_the_rules_say() -> None:
    board = new_game(("toy-two-maps", {})).state.board
    for space, near in board.neighbours.items():
        assert {board.spaces[other].map for other in near} <= {board.spaces[space].map}
    went_down = 0
    for session in games("toy-two-maps"):
        for events in procedures(session):
            moves = [event for event in events if isinstance(event, PieceMoved)]
            below = [event for event in moves if event.to.startswith("tac-")]
            if below:
                went_down += 1
                assert len(below) == 2
                assert moves[-1].to == "op-22"
        assert not any(session.state.at.get(f"tac-{name}") for name in ("outskirts", "station", "citadel"))
    assert went_down > 3


def test_an_option_changes_the_procedure_and_is_audited_as_played() -> None:
    for seed in SEEDS:
        plain = play_to_end(("toy-options", {}), seed)
        optional = play_to_end(VARIANTS[-1], seed)
        assert any(isinstance(event, LookedUp) for event in plain.game.log)
        assert not any(isinstance(event, LookedUp | Chosen) for event in optional.game.log)
        assert {e.die for e in optional.game.log if isinstance(e, DieRolled)} == {8}
        assert optional.state.turn <= 3
    opened = optional.game.opened
    forged = [altered(opened, options={**opened.options, "duels": False}), *optional.game.log[1:]]
    report = findings(forged)
    assert report.findings[0].kind == "rules"
    assert report.findings[0].event == next(e.number for e in forged if isinstance(e, DieRolled))


def test_every_order_of_every_toy_is_done() -> None:
    for variant in VARIANTS:
        session = seat(new_game(variant), random_people(1))
        session.begin()
        play_orders(session, 4, random.Random(1))
        log = session.game.log
        assert sum(isinstance(e, OrderDone) for e in log) == sum(isinstance(e, OrderGiven) for e in log)
