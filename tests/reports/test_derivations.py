"""Derivations, turns and the audit in words."""

from itertools import pairwise

import pytest

from adjudication.audits.audit import AuditReport, Finding, audit
from domain.errors import NotFound
from domain.events import (
    DieRolled,
    LookedUp,
    OrderGiven,
    PhaseEntered,
    PieceChanged,
    Ruled,
    Scored,
    TakenBack,
    VerdictReached,
)
from domain.game.game import Game
from domain.game.replay import walk
from domain.table.mutators import rebuild
from domain.views.view import WHITE
from reports.story.turns import story, tell, turn_lines
from reports.words.audit import audit_lines
from reports.words.explain import explain
from reports.words.names import Names
from tests.core.games import VARIANTS, Variant, play_to_end, variant_id
from tests.reports.games import corrected, entries_of, played
from tests.words import spoken


def first(game: Game, kind: type, after: int = 0) -> int:
    """The number of the first event of a kind behind another."""
    return next(event.number for event in game.log if type(event) is kind and event.number > after)


def test_a_look_up_is_explained_from_its_order_down_to_the_row() -> None:
    game, _, _ = played()
    number = next(e.number for e in game.log if isinstance(e, LookedUp) and e.table == "operations_results")
    event = game.event(number)
    told = explain(game, number)
    order = game.event(event.procedure)
    assert isinstance(order, OrderGiven)
    assert told.order is not None
    assert (told.order.number, told.steps[0].number, told.steps[-1].number) == (
        event.procedure,
        event.procedure,
        number,
    )
    assert [step.number for step in told.steps] == [
        e.number for e in game.log if e.procedure == event.procedure and e.number <= number
    ]
    assert told.tables[-1].provenance == "reconstructed"
    assert told.tables[-1].source
    assert told.rule.citation == event.rule
    assert told.rule.title
    assert told.turn >= 1
    assert told.phase == "operations"
    lines = "\n".join(told.lines())
    assert f"Order {order.number}: Iraqi Security Forces: execute the operation" in lines
    assert "ISF Operations Results Table (reconstructed), row" in lines
    assert told.rule.summary in lines


def test_every_event_of_a_game_can_be_explained() -> None:
    for game in (played()[0], corrected()):
        for event in game.log[:120] + game.log[-10:]:
            told = explain(game, event.number)
            assert told.number == event.number
            assert told.steps[-1].number >= event.number
            assert all("\n" not in line for line in told.lines())


def test_an_order_is_explained_with_all_that_came_of_it() -> None:
    game, _, _ = played()
    number = first(game, DieRolled)
    order = game.event(number).procedure
    told = explain(game, order)
    assert [step.number for step in told.steps] == [e.number for e in game.log if e.procedure == order]


def test_a_struck_event_is_explained_as_it_was_with_what_struck_it() -> None:
    game = corrected()
    ruling, back = first(game, Ruled), first(game, TakenBack)
    ruled = game.event(ruling)
    assert isinstance(ruled, Ruled)
    told = explain(game, ruled.concerns)
    assert {step.number for step in told.corrections} == {ruling, back}
    assert told.struck_by == back
    replaced = explain(game, ruled.concerns + 1)
    assert replaced.struck_by == ruling
    assert [step.number for step in replaced.steps][-2:] == [ruled.concerns, ruled.concerns + 1]
    assert f"struck by event {ruling}" in "\n".join(replaced.lines())
    assert "the die was cocked" in "\n".join(replaced.lines())
    after = explain(game, ruling + 1)
    assert [step.number for step in after.steps][-3:] == [ruled.concerns, ruling, ruling + 1]


def test_there_is_no_derivation_of_an_event_that_never_was() -> None:
    with pytest.raises(NotFound):
        explain(played()[0], 100_000)


def test_a_walk_shows_each_event_the_table_it_fell_on() -> None:
    game = corrected()
    back = first(game, TakenBack)
    strike = game.event(back)
    assert isinstance(strike, TakenBack)
    seen = {event.number: {id: p.place for id, p in state.pieces.items()} for event, state in walk(game.log)}
    assert seen[back + 1] == seen[strike.first]
    assert list(seen) == [event.number for event in game.log]


def test_a_story_has_every_event_once_and_the_score_of_every_turn() -> None:
    game, _, _ = played()
    told = story(game)
    numbers = [line.number for line in told.set_up]
    numbers += [line.number for order in told.orders() for line in order.lines]
    assert sorted(numbers) == [event.number for event in game.log]
    state = rebuild(game.log)
    assert told.turns[-1].tracks == {id: track.value for id, track in state.tracks.items()}
    for earlier, later in pairwise(told.turns):
        started = next(e.number for e in game.log if isinstance(e, PhaseEntered) and e.turn == later.turn)
        before = rebuild(game.log[: started - 1])
        assert earlier.tracks == {id: track.value for id, track in before.tracks.items()}


def test_losses_are_the_pieces_turned_to_their_casualty_side() -> None:
    game, _, _ = played()
    turned = [e.number for e in game.log if isinstance(e, PieceChanged) and e.face == "casualty"]
    assert turned
    assert [loss.number for loss in story(game).losses() if loss.how == "casualty"] == turned
    assert {loss.side for loss in story(game).losses() if loss.how == "casualty"} == {"isf"}


def test_what_was_taken_back_counts_neither_as_score_nor_as_loss() -> None:
    game = corrected()
    told = story(game)
    assert told.turns[-1].tracks == {id: track.value for id, track in game.state.tracks.items()}
    assert all(loss.number not in game.struck for loss in told.losses())
    struck = [line.number for order in told.orders() for line in order.lines if line.struck_by]
    assert sorted(struck) == sorted(game.struck)


def test_a_turn_is_told_in_a_few_lines() -> None:
    game, _, _ = played()
    told = story(game)
    names = Names(game.state)
    for turn in told.turns:
        lines = turn_lines(turn, names)
        assert lines[0].startswith(f"Turn {turn.turn}")
        assert len(lines) <= 25
    text = "\n".join(line for turn in told.turns for line in turn_lines(turn, names))
    verdict = next(event for event in game.log if isinstance(event, VerdictReached))
    assert "ISF Operations Results Table" in text
    assert spoken(verdict.reason, game.state) in text


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_any_rule_system_is_told_to_all_who_may_look(variant: Variant) -> None:
    game = play_to_end(variant, seed=2).game
    score = {id: track.value for id, track in game.state.tracks.items()}
    for viewer in (WHITE, *game.state.sides):
        told = story(game, viewer)
        assert told.turns[-1].tracks == score
        assert sum(len(order.lines) for order in told.orders()) == len(tell(game, viewer)) - len(told.set_up)
        for turn in told.turns:
            assert all(line.isprintable() for line in turn_lines(turn, Names(game.state, viewer)))
    for event in game.log[::5]:
        assert explain(game, event.number).lines()


def test_a_clean_audit_is_told_in_words() -> None:
    _, entries, report = played()
    lines = audit_lines(report)
    assert lines[0] == f"Audit passed: {len(entries)} events, no discrepancies"
    assert lines[1].startswith("  Chain: whole")
    assert "derived from the seal" in lines[2]
    assert entries[-1].digest in "\n".join(lines)


def test_a_finding_names_its_event_what_was_recorded_and_what_should_be() -> None:
    game, _, _ = played()
    altered = Game.from_events(game.id, game.log)
    number = first(game, Scored)
    del altered.log[number - 1]
    report = audit(entries_of(altered))
    text = "\n".join(audit_lines(report))
    assert f", event {number}: " in text or f", event {number + 1}: " in text
    assert f"{len(report.findings)} finding" in text


def test_one_finding_is_one() -> None:
    report = AuditReport("g", "toy", 3, "findings", findings=[Finding(2, "dice", "No.", "toy 1", "4", "5")])
    assert audit_lines(report)[0] == "Audit failed: 3 events, 1 finding"
    assert audit_lines(report)[-3:] == [
        "  Dice, event 2: No. (toy 1)",
        "    recorded: 4",
        "    expected: 5",
    ]
