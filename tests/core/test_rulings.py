"""Rulings roll nothing again: recorded answers stay, whatever is ruled, and nothing else is struck."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.audits.rulings import effects
from adjudication.engine.play.later_acts import InTheWay
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from domain.errors import BadData, Refused
from domain.events import (
    CHANCE,
    Chosen,
    Concluded,
    DieRolled,
    Event,
    LookedUp,
    OrderDone,
    Picked,
    Ruled,
)
from domain.game.game import Game
from domain.game.rulings import origin, ruled_answers
from domain.table.dice import SealedDice
from domain.texts import code_of
from tests.core.games import (
    SECRET,
    VARIANTS,
    Variant,
    altered,
    asked,
    findings,
    forked,
    new_game,
    play_orders,
    random_people,
    seat,
    table,
    variant_id,
)
from tests.core.test_corrections import begun, duel, other_values
from tests.ramadi.playing import new_game as new_ramadi
from tests.seminar.games import act, freeform, go_on, of_kind
from tests.words import words_of

CHANCES = CHANCE
WHY = "As the card says"
METHOD = {"id": "two-dice", "title": "two dice", "kind": "dice", "dice": [6, 6], "target": 7}


def facts(events: list[Event]) -> list[Any]:
    """Events without where in the log they stand."""
    bare = [msgspec.structs.replace(event, number=0, time="", procedure=0, blind="") for event in events]
    return [msgspec.structs.replace(e, again=0) if hasattr(e, "again") else e for e in bare]


def in_force(session: Session, order: int) -> list[Any]:
    return facts(session.game.procedure(order))


def argued(session: Session) -> list[DieRolled]:
    """A matrix argument by two dice: the dice."""
    session.by_hand("hand-argue", {"action": "Grain passes", "method": METHOD}, "Seminar", "Ada")
    return of_kind(session.game.log, DieRolled)[-2:]


def clean(session: Session) -> list[str]:
    """No finding, and the same table from the log alone; the notices."""
    report = findings(session.game.log, SECRET)
    assert report.findings == []
    again = Game.from_events("again", session.game.log)
    assert table(again.state) == table(session.state)
    assert again.state.procedures.keys() == session.state.procedures.keys()
    return report.notices


# --- the same again --------------------------------------------------------------------------------


def test_the_same_value_ruled_leaves_the_second_die_as_it_was() -> None:
    session = freeform()
    first, second = argued(session)
    before = in_force(session, first.procedure)
    events = session.rule(first.number, first.face, "same").events
    again = of_kind(events, DieRolled)
    assert [(die.face, die.chance, die.again) for die in again] == [
        (second.face, second.chance, second.number)
    ]
    assert in_force(session, first.procedure) == before
    assert session.state.chances == second.chance
    clean(session)


def test_a_value_ruled_again_gives_what_it_gave_the_first_time() -> None:
    """By A, then B, then A again, in a duel whose dice are as many as the champions lose."""
    session = begun(("toy-options", {"duels": True}), 1)
    play_orders(session, 1, random.Random(1))
    given_number = session.orders_in_force()[-1].number
    die = next(e for e in session.game.procedure(given_number) if isinstance(e, DieRolled))
    seen: dict[int, list[Any]] = {}
    for value in (1, 8, 2, 8, 1, 2, die.face):
        session.rule(die.number, value, WHY)
        told = in_force(session, given_number)
        assert seen.setdefault(value, told) == told
    clean(session)


def test_no_number_of_rulings_rolls_a_die_twice() -> None:
    session = freeform()
    first, second = argued(session)
    for value in (1, 2, 3, 4, 5, 6, 1):
        session.rule(first.number, value, WHY)
        dice = [e for e in session.game.procedure(first.procedure) if isinstance(e, DieRolled)]
        assert [(die.face, die.chance) for die in dice] == [
            (first.face, first.chance),
            (second.face, second.chance),
        ]
    assert session.state.chances == second.chance
    assert sum(not die.again for die in of_kind(session.game.log, DieRolled)) == 2
    clean(session)


# --- what is not struck ----------------------------------------------------------------------------


def test_an_earlier_ruling_on_the_same_order_stays() -> None:
    session = freeform()
    first, second = argued(session)
    session.rule(second.number, 6, WHY)
    session.rule(first.number, 6, WHY)
    assert not {e.number for e in session.game.log if isinstance(e, Ruled)} & session.game.struck.keys()
    concluded = of_kind(session.game.procedure(first.procedure), Concluded)[0]
    assert words_of(concluded.result) == "succeeds (total 12, needed 7 or more)"
    values = ruled_answers(session.game.log, session.game.struck)
    assert [(origin(session.game.event(number)), each.value) for number, each in values.items()] == [
        (first.number, 6),
        (second.number, 6),
    ]
    clean(session)


def test_a_ruling_on_a_look_up_stays_where_it_is_looked_up_again() -> None:
    session = begun(("toy-both-fire", {}), 4)
    play_orders(session, 1, random.Random(4))
    order = session.orders_in_force()[-1].number
    found = next(e for e in session.game.procedure(order) if isinstance(e, LookedUp))
    die = next(e for e in session.game.procedure(order) if isinstance(e, DieRolled))
    assert die.number < found.number
    session.rule(found.number, {"hits": 2 - found.result["hits"]}, WHY)  # type: ignore[operator]
    ruled = in_force(session, order)
    session.rule(die.number, die.face, "It was so.")
    assert in_force(session, order) == ruled
    clean(session)


def test_a_decision_on_another_order_stays() -> None:
    session = freeform()
    go_on(session)
    act(session, "verrin", "Close the Narrows", "ver-destroyers:outer-banks")
    first, _ = argued(session)
    session.decide("succeeds", "Mara", "By the argument")
    decided = of_kind(session.game.log, Chosen)[-1]
    session.rule(first.number, 6, WHY)
    assert decided.number not in session.game.struck
    assert session.state.pieces["ver-destroyers"].place == "outer-banks"
    assert session.pending() == ()
    clean(session)


def test_a_take_back_and_an_act_by_hand_stay() -> None:
    session = freeform()
    first, _ = argued(session)
    before = session.state.track("tension")
    session.by_hand("hand-score", {"track": "tension", "change": 1}, WHY)
    session.by_hand("hand-score", {"track": "tension", "change": 1}, WHY)
    session.take_back(session.orders_in_force()[-1].number, "A slip")
    session.note("Somebody speaks.")
    log = list(session.game.log)
    events = session.rule(first.number, 6, WHY).events
    since = [e.number for e in log if e.number > first.number and e.procedure != first.procedure]
    assert all(session.game.struck.get(number, 0) <= len(log) for number in since)
    assert isinstance(events[-1], OrderDone)
    assert session.state.track("tension") == before + 1
    clean(session)


# --- later acts ------------------------------------------------------------------------------------


def judged(verdict: str = "succeeds") -> tuple[Session, Chosen]:
    """An action with its judgement; when it succeeds the flotilla has moved."""
    session = freeform()
    go_on(session)
    act(session, "verrin", "Close the Narrows", "ver-destroyers:outer-banks")
    session.decide(verdict, "Mara", "Seen")
    return session, of_kind(session.game.log, Chosen)[-1]


def test_a_later_act_on_another_piece_stays() -> None:
    session, judgement = judged()
    session.by_hand("hand-move", {"piece": "ald-frigates", "to": "narrows"}, WHY)
    session.rule(judgement.number, "fails", WHY)
    places = {id: session.state.pieces[id].place for id in ("ver-destroyers", "ald-frigates")}
    assert places == {"ver-destroyers": "naval-base", "ald-frigates": "narrows"}
    clean(session)


@pytest.mark.parametrize(
    ("acts", "in_the_way", "why"),
    [
        ([("move", {"piece": "ver-destroyers", "to": "narrows"})], 0, "it rests on what order"),
        ([("score", {"track": "tension", "change": 1}), ("remove", {"piece": "ver-destroyers"})], 1, ""),
    ],
)
def test_a_later_act_that_could_not_stand_is_named(
    acts: list[tuple[str, dict[str, Any]]], in_the_way: int, why: str
) -> None:
    session, judgement = judged()
    given = [session.by_hand(f"hand-{kind}", arguments, WHY).events[0] for kind, arguments in acts]
    log = list(session.game.log)
    before = table(session.state)
    with pytest.raises(InTheWay, match=rf"Event {given[in_the_way].number} \(.*{why}") as found:
        session.rule(judgement.number, "fails", WHY)
    assert found.value.act == given[in_the_way]
    assert session.game.log == log
    assert table(session.state) == before
    with session.at_once():
        session.take_back(found.value.act.number, "Undone with the ruling")
        session.rule(judgement.number, "fails", WHY)
    assert session.state.pieces["ver-destroyers"].place == "naval-base"
    clean(session)


def test_the_same_value_is_refused_where_an_act_has_moved_the_piece_on() -> None:
    """The order told anew would move it back: people say which is to hold."""
    session, judgement = judged()
    session.by_hand("hand-move", {"piece": "ver-destroyers", "to": "narrows"}, WHY)
    with pytest.raises(InTheWay):
        session.rule(judgement.number, "succeeds", WHY)
    assert session.state.pieces["ver-destroyers"].place == "narrows"


def test_a_later_order_of_the_rules_is_refused() -> None:
    session, judgement = judged()
    go_on(session)
    with pytest.raises(
        Refused, match=r"Order \d+ \(proceed\) was given after event \d+, .* Add --late for a late ruling"
    ):
        session.rule(judgement.number, "fails", WHY)


def test_what_a_ruling_replaced_is_ruled_on_where_it_stands_now() -> None:
    session = freeform()
    first, second = argued(session)
    session.rule(first.number, 6, WHY)
    now = of_kind(session.game.procedure(first.procedure), DieRolled)[1]
    with pytest.raises(BadData, match=f"Event {second.number} stands as event {now.number} since a ruling"):
        session.rule(second.number, 3, WHY)
    session.rule(now.number, 3, WHY)
    assert words_of(of_kind(session.game.procedure(first.procedure), Concluded)[0].result).startswith(
        "succeeds (total 9, "
    )
    clean(session)


# --- what is asked of people, and typed ---------------------------------------------------------------


def test_only_what_is_new_is_asked_of_people() -> None:
    session, judgement = judged("fails")
    asked_now = session.rule(judgement.number, "succeeds in part", WHY).questions
    assert [code_of(question.text) for question in asked_now] == ["whether a piece moves"]
    session.decide(True, "Mara", "They slip out")
    assert session.rule(judgement.number, "fails", WHY).questions == ()
    outcome = session.rule(judgement.number, "succeeds in part", WHY)
    assert outcome.questions == ()
    [again] = of_kind(outcome.events, Chosen)
    assert (again.value, again.by, again.because) == (True, "Mara", "They slip out")
    assert session.game.event(again.again).because == "They slip out"  # type: ignore[attr-defined]
    assert session.state.pieces["ver-destroyers"].place == "outer-banks"
    clean(session)


def test_typed_dice_are_not_asked_again() -> None:
    session, rolled = duel()
    assert session.rule(rolled, 8, WHY).questions == ()
    assert session.rule(rolled, 3, WHY).questions == ()
    assert session.state.chances == 2


# --- the audit -------------------------------------------------------------------------------------


def ruled_argument() -> tuple[Session, DieRolled, DieRolled]:
    session = freeform()
    argued(session)
    first, _ = argued(session)
    session.rule(first.number, 6, WHY)
    return session, first, of_kind(session.game.log, DieRolled)[-1]


def test_a_fresh_die_where_a_recorded_one_is_due_is_found() -> None:
    session, _, again = ruled_argument()
    dice = SealedDice(SECRET)
    face = dice.number(6, 5, ())
    log = [altered(e, again=0, chance=5, face=face) if e is again else e for e in session.game.log]
    found = findings(log, SECRET).findings
    assert any(each.event == again.number and each.kind == "rules" for each in found)


@pytest.mark.parametrize("changes", [{"again": 0}, {"face": 6}, {"face": 1}, {"chance": 1}, {"again": 1}])
def test_a_forged_repetition_is_found(changes: dict[str, int]) -> None:
    session, _, again = ruled_argument()
    changes = {name: value if value != getattr(again, name) else value + 1 for name, value in changes.items()}
    log = [altered(e, **changes) if e is again else e for e in session.game.log]
    assert findings(log, SECRET).findings


def test_a_repetition_without_a_ruling_is_found() -> None:
    session = freeform()
    _, second = argued(session)
    log = [altered(e, again=second.number - 1, chance=1) if e is second else e for e in session.game.log]
    assert findings(log, SECRET).findings


def test_the_audit_names_every_chance_that_a_ruling_added_or_dropped() -> None:
    session = seat(new_game(("toy-both-fire", {})), random_people(4))
    session.begin()
    session.order(session.legal()[0])
    order = session.orders_in_force()[-1].number
    chosen = next(e for e in session.game.procedure(order) if isinstance(e, Chosen))
    other = other_values(chosen, asked(session))[0]
    before = len(session.game.log)
    for value in (other, chosen.value, other):
        session.rule(chosen.number, value, WHY)
    first, second, third = (each.number for each in of_kind(session.game.log, Ruled))
    own = of_kind(session.game.log[before : second - 1], DieRolled)
    fresh = [die for die in own if not die.again]
    assert fresh
    told = {
        number: [n for n in clean(session) if f"Event {number}: the ruling" in n] for number in (first, third)
    }
    for die in fresh:
        assert f"a D6 for {die.purpose}: {die.face} (event {die.number})" in told[first][0]
    assert " added " in told[first][0]
    assert " dropped " in told[first][0]
    assert " added " not in told[third][0], "what was rolled for it is on record"
    assert [effect.open for effect in effects(session.game.log)] == [False] * 3


# --- forks -----------------------------------------------------------------------------------------


def test_a_fork_carries_recorded_answers_over() -> None:
    session, first, again = ruled_argument()
    for at in (again.number, len(session.game.log)):
        game = forked(session.game, at)
        other = Session(session.system, game, SealedDice("11" * 32), clock=lambda: "2026-02-02T00:00:00Z")
        if other.state.procedures:
            other.proceed_with(other.people)
        other.rule(first.number, 2, WHY)
        dice = of_kind(other.game.procedure(first.procedure), DieRolled)
        assert [(die.face, die.chance) for die in dice] == [
            (first.face, first.chance),
            (again.face, again.chance),
        ]


# --- any ruling on any order -----------------------------------------------------------------------


def answers(session: Session, order: int) -> list[Any]:
    return [
        event
        for event in session.game.procedure(order)
        if isinstance(event, DieRolled | Picked | LookedUp | Chosen)
    ]


def recorded_chances(session: Session) -> dict[int, Any]:
    """What each chance gave when it was first recorded."""
    return {
        event.chance: facts([event])[0]
        for event in session.game.log
        if isinstance(event, CHANCES) and not event.again
    }


def rule_at_random(session: Session, chance: random.Random) -> None:
    """A ruling or two on the latest order, and one with the value that holds, which changes nothing."""
    order = session.orders_in_force()[-1].number
    for _ in range(chance.randint(1, 3)):
        open_now = [(e, other_values(e, asked(session))) for e in answers(session, order)]
        open_now = [(event, values) for event, values in open_now if values]
        if not open_now:
            return
        event, values = chance.choice(open_now)
        before = recorded_chances(session)
        refusal, value = "", chance.choice(list(values))
        try:
            session.rule(event.number, value, WHY)
        except BadData as refused:  # an earlier ruling would no longer be possible: the refusal names it
            refusal = str(refused)
        if refusal:
            assert any(f"Event {other.number}" in refusal for other in answers(session, order))
            if f"Event {event.number}" in refusal:  # after a ruling before it, the question has fewer options
                offered = refusal.partition("can be ruled one of ")[2].partition(", not ")[0]
                assert str(value) not in offered.split(", ")
            assert recorded_chances(session) == before
            return
        after = recorded_chances(session)
        assert before.items() <= after.items(), "a recorded chance stays as it is"
        for each in session.game.procedure(order):
            if isinstance(each, CHANCES):
                assert facts([each])[0] == after[each.chance]
    held = ruled_answers(session.game.log, session.game.struck)
    event = chance.choice(answers(session, order))
    value = held[event.number].value if event.number in held else _said(event)
    before_it, lying, used = in_force(session, order), table(session.state), session.state.chances
    session.rule(event.number, value, "It was so.")
    assert in_force(session, order) == before_it
    assert table(session.state) == lying
    assert session.state.chances == used


def _said(event: Any) -> Any:
    match event:
        case DieRolled():
            return event.face
        case LookedUp():
            return dict(event.result)
        case _:
            return event.value


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(VARIANTS), st.integers(1, 10_000), st.integers(1, 6))
def test_no_ruling_changes_a_recorded_chance_in_any_toy(variant: Variant, seed: int, orders: int) -> None:
    chance = random.Random(seed)
    session = begun(variant, seed)
    for _ in range(orders):
        if session.state.verdict is not None:
            break
        play_orders(session, 1, chance)
        rule_at_random(session, chance)
        assert not session.state.procedures
    clean(session)


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 10_000))
def test_no_ruling_changes_a_recorded_chance_in_ramadi(seed: int) -> None:
    chance = random.Random(seed)
    session = new_ramadi(seed)
    session.people = random_people(seed)
    ruled = 0
    while ruled < 6 and session.state.verdict is None:
        session.order(RandomPolicy().order(session.state, session.legal(), chance), "policy")
        if answers(session, session.orders_in_force()[-1].number):
            rule_at_random(session, chance)
            ruled += 1
    assert isinstance(session.dice, SealedDice)
    assert findings(session.game.log, session.dice.secret).findings == []


@pytest.mark.parametrize("variant", VARIANTS, ids=variant_id)
def test_a_ruling_ends_where_a_game_without_it_would(variant: Variant) -> None:
    """The value that was rolled, ruled on every answer in turn, leaves the game as it is."""
    session = begun(variant, 7)
    while session.state.verdict is None:
        play_orders(session, 1, random.Random(7))
        order = session.orders_in_force()[-1].number
        for nth in range(len(answers(session, order))):
            before = in_force(session, order), table(session.state)
            event = answers(session, order)[nth]
            session.rule(event.number, _said(event), "It was so.")
            assert (in_force(session, order), table(session.state)) == before
    session.close(SECRET)
    assert findings(session.game.log).findings == []
