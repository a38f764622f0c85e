"""Take-backs and rulings: what people put right at the table, in every toy and in the middle of orders."""

import random
from collections.abc import Sequence

import pytest

from adjudication.chances.selfplay import play_out
from adjudication.engine.play.running import BEGIN
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from adjudication.engine.umpire import Question
from domain.errors import BadData, NotFound, Refused
from domain.events import (
    Chosen,
    DieRolled,
    Event,
    LookedUp,
    Noted,
    OrderGiven,
    Picked,
    PieceMoved,
    Ruled,
    TableData,
    TakenBack,
)
from domain.views.view import WHITE, see_log
from tests.core.games import (
    SECRET,
    VARIANTS,
    Variant,
    asked,
    findings,
    new_game,
    play_orders,
    random_people,
    seat,
    table,
    variant_id,
)
from tests.thinned import thinned
from tests.toys.kit import said
from tests.words import words_of

every_toy = pytest.mark.parametrize("variant", thinned(VARIANTS, 2), ids=variant_id)


def finish(session: Session, seed: int) -> None:
    play_out(session, RandomPolicy(), random.Random(seed))
    session.close(SECRET)


def begun(variant: Variant, seed: int, dice: str = "sealed") -> Session:
    session = seat(new_game(variant, dice), random_people(seed))
    session.begin()
    return session


@every_toy
@pytest.mark.parametrize("back", [1, 2, 4])
def test_a_take_back_restores_the_table_and_keeps_the_log(variant: Variant, back: int) -> None:
    session = begun(variant, 1)
    before: dict[int, object] = {}
    chance = random.Random(1)
    for _ in range(5):
        number = len(session.game.log) + 1
        before[number] = table(session.state)
        play_orders(session, 1, chance)
        if session.state.verdict is None:
            session.note("A remark that stays.")
    orders = [order.number for order in session.orders_in_force()]
    assert list(before)[: len(orders)] == orders
    first = orders[-min(back, len(orders))]
    log = list(session.game.log)
    chances = session.state.chances
    session.take_back(first, "The wrong hex was meant.", by="Ada", agreed=tuple(session.state.sides))

    assert table(session.state) == before[first]
    assert session.state.chances == chances, "a die once rolled is never rolled again"
    assert session.game.log[:-1] == log
    lines = see_log(session.game.log, WHITE)
    struck = {line.number for line in lines if line.struck}
    assert struck == {e.number for e in log if e.number >= first and not isinstance(e, Noted)}
    assert [order.number for order in session.orders_in_force()] == orders[:-back]

    finish(session, 2)
    report = findings(session.game.log)
    assert report.findings == []
    assert f"(Ada): order {first} and everything after it was undone" in " ".join(report.notices)


@every_toy
def test_a_waiting_order_is_taken_back(variant: Variant) -> None:
    session = seat(new_game(variant, "typed"))
    session.begin()
    given = None
    for _ in range(30):
        if session.pending() or session.state.verdict is not None:
            break
        before = table(session.state)
        legal = session.legal()
        given = session.order(legal[len(session.game.log) % len(legal)]).events[0]
    assert given is not None
    assert session.pending(), "no order ever waits for anything"
    session.take_back(given.number, "Not yet.")
    assert session.pending() == ()
    assert table(session.state) == before
    finish(session, 3)
    assert findings(session.game.log).findings == []


def other_values(event: Event, questions: list[tuple[Question, object]]) -> Sequence[object]:
    """What else might have been answered there."""
    if isinstance(event, DieRolled):
        return [face for face in range(1, event.die + 1) if face != event.face]
    if isinstance(event, Picked):
        return [value for value in event.options if value != event.value]
    if isinstance(event, LookedUp):
        numbers = {column: cell for column, cell in event.result.items() if type(cell) is int}
        return [{column: 2 - cell if cell in (0, 1, 2) else cell} for column, cell in numbers.items()][:1]
    if isinstance(event, Chosen):
        offered = [q.options for q, _ in questions if q.text == event.question and q.side == event.side]
        return [value for value in offered[-1] if value != event.value] if offered else []  # as suggested
    return []


@every_toy
def test_rulings_in_every_order_leave_a_clean_audit(variant: Variant) -> None:
    """A roll, a pick, a look-up or a choice of the latest order is ruled on, again and again."""
    assert sum(rule_through_a_game(variant, seed) for seed in range(1, 5)) > 2


def rule_through_a_game(variant: Variant, seed: int) -> int:
    session = begun(variant, seed)
    chance = random.Random(seed)
    while session.state.verdict is None:
        play_orders(session, 1, chance)
        order = session.orders_in_force()[-1].number
        answers = [(e, other_values(e, asked(session))) for e in session.game.procedure(order)]
        answers = [(event, values) for event, values in answers if values]
        if not answers or chance.random() < 0.3:
            continue
        event, values = answers[int(chance.random() * len(answers))]
        kept = [e for e in session.game.procedure(order) if e.number <= event.number]
        outcome = session.rule(event.number, values[int(chance.random() * len(values))], "As the card says.")
        assert isinstance(outcome.events[0], Ruled)
        assert outcome.questions == ()
        assert session.game.procedure(order)[: len(kept)] == kept
        assert all(e.number > outcome.events[0].number for e in session.game.procedure(order)[len(kept) :])
        assert not session.state.procedures
    session.close(SECRET)
    report = findings(session.game.log)
    assert report.findings == []
    assert report.dice in ("derived", "none")
    assert report.verdict == "verified"
    ruled = sum(isinstance(event, Ruled) for event in session.game.log)
    assert sum(" was ruled " in notice for notice in report.notices) == ruled
    return ruled


def duel() -> tuple[Session, int]:
    """A charge of one squadron, its champion beaten with 3 to 5; the number of the champion's roll."""
    session = seat(new_game(("toy-options", {"duels": True}), "typed"))
    session.begin()
    session.order(session.legal()[0])
    session.decide(3)
    rolled = session.game.log[-1].number
    session.decide(5)
    assert session.state.track("host-emir") == 8
    return session, rolled


def test_a_ruled_roll_takes_effect_and_no_die_is_typed_twice() -> None:
    session, rolled = duel()
    outcome = session.rule(rolled, 8, "The die was cocked.", by="Ada")
    assert outcome.questions == session.pending() == ()
    again = next(event for event in outcome.events if isinstance(event, DieRolled))
    first = session.game.event(again.again)
    assert isinstance(first, DieRolled)
    assert (again.face, again.chance, again.source) == (5, first.chance, "typed")
    assert session.state.track("host-emir") == 7
    recorded = session.game.event(rolled)
    assert isinstance(recorded, DieRolled)
    assert recorded.face == 3, "what was rolled stays on record"
    report = findings(session.game.log)
    assert report.findings == []
    ruled = f"(Ada): event {rolled} was ruled 8 (recorded: 3). Reason: The die was cocked."
    assert any(ruled in notice for notice in report.notices)


def test_a_roll_is_ruled_while_its_order_still_waits() -> None:
    session = seat(new_game(("toy-options", {"duels": True}), "typed"))
    session.begin()
    session.order(session.legal()[0])
    session.decide(3)
    rolled = session.game.log[-1].number
    session.rule(rolled, 8, "Misread.")
    assert words_of(session.pending()[0].text) == "D8: champion 1 of emir"
    session.note("Somebody speaks.")
    session.decide(7)
    assert session.state.track("host-emir") == 7
    assert findings(session.game.log).findings == []


def test_a_ruling_is_itself_ruled_over() -> None:
    session, rolled = duel()
    session.rule(rolled, 8, "The die was cocked.")
    assert session.state.track("host-emir") == 7
    session.rule(rolled, 4, "No, it was a four.")
    assert session.state.track("host-emir") == 8
    assert findings(session.game.log).findings == []


def test_a_ruled_look_up_takes_effect_in_the_cells_ruled() -> None:
    session = seat(new_game(("toy-both-fire", {})), random_people(4))
    session.begin()
    play_orders(session, 1, random.Random(4))
    found = [event for event in session.game.log if isinstance(event, LookedUp) and event.result["hits"] == 0]
    assert found, "with this seed somebody misses"
    target = session.game.log[found[-1].number - 6 : found[-1].number]
    chosen = next(event for event in reversed(target) if isinstance(event, Chosen))
    assert session.state.pieces[chosen.value].steps > 2
    session.rule(found[-1].number, {"hits": 2}, "The crew had been relieved.")
    assert session.state.pieces[chosen.value].steps <= 2
    assert findings(session.game.log, SECRET).findings == []


def test_a_ruled_choice_takes_effect_although_the_order_waits() -> None:
    session = seat(new_game(("toy-both-fire", {})))
    session.begin()
    session.order(session.legal()[0])
    session.decide("bty-west-heavy")
    waiting = session.pending()
    chosen = next(event for event in session.game.log if isinstance(event, Chosen))
    roll = next(event for event in session.game.log if isinstance(event, DieRolled))
    assert roll.purpose == said("fire at", battery="bty-east-heavy", target="bty-west-heavy")
    session.rule(chosen.number, "bty-west-light", "They said the light one.")
    assert session.pending() == waiting
    rolled = [event for event in session.game.procedure(chosen.procedure) if isinstance(event, DieRolled)]
    assert [event.purpose for event in rolled] == [
        said("fire at", battery="bty-east-heavy", target="bty-west-light")
    ]
    assert rolled[0].chance == roll.chance + 1
    finish(session, 5)
    assert findings(session.game.log).findings == []


def test_a_roll_of_the_opening_is_ruled_on_before_the_first_order() -> None:
    session = begun(("toy-factions", {}), 1)
    picked = next(event for event in session.game.log if isinstance(event, Picked))
    first = next(value for value in picked.options if value != picked.value)
    session.rule(picked.number, first, "Drawn by hand.")
    assert session.state.side == first
    begin = session.game.event(picked.procedure)
    assert isinstance(begin, OrderGiven)
    assert begin.order == BEGIN
    finish(session, 1)
    assert findings(session.game.log).findings == []


@pytest.mark.parametrize(
    ("value", "sentence"),
    [(0, "can be ruled one of 1, 2, 3"), (9, "not 9"), ("8", "can be ruled one of"), (None, "not none")],
)
def test_a_ruling_the_rules_cannot_go_on_with_is_refused(value: object, sentence: str) -> None:
    session, rolled = duel()
    before = list(session.game.log)
    with pytest.raises(BadData, match=sentence):
        session.rule(rolled, value, "As I please.")
    assert session.game.log == before
    assert session.state.track("host-emir") == 8


@pytest.mark.parametrize("value", ["two", 2, {"hit": 2}, ["hits"]])
def test_a_look_up_is_ruled_on_by_its_columns(value: object) -> None:
    session = begun(("toy-both-fire", {}), 4)
    play_orders(session, 1, random.Random(4))
    found = next(event for event in session.game.log if isinstance(event, LookedUp))
    before = list(session.game.log)
    with pytest.raises(BadData, match="can be ruled on by its columns: hits"):
        session.rule(found.number, value, "As I please.")
    assert session.game.log == before


def test_what_cannot_be_corrected_is_refused_in_a_sentence() -> None:
    session = begun(("toy-options", {}), 1)
    play_orders(session, 3, random.Random(1))
    orders = [order.number for order in session.orders_in_force()]
    rolls = [event.number for event in session.game.log if isinstance(event, DieRolled)]
    moved = next(event.number for event in session.game.log if isinstance(event, PieceMoved))
    before = list(session.game.log)
    with pytest.raises(BadData, match="needs a reason"):
        session.take_back(orders[0], " ")
    with pytest.raises(BadData, match="needs a reason"):
        session.rule(rolls[-1], 1, "")
    with pytest.raises(NotFound, match="is not an order in force"):
        session.take_back(orders[0] + 1, "why not")
    with pytest.raises(Refused, match="Add --late for a late ruling"):
        session.rule(rolls[0], 1, "too late")
    with pytest.raises(BadData, match="piece-moved"):
        session.rule(moved, "van", "moves are no answers")
    with pytest.raises(NotFound, match="There is no event 9999"):
        session.rule(9999, 1, "nothing there")
    assert session.game.log == before
    session.take_back(orders[-1], "Once.")
    with pytest.raises(NotFound, match="is not an order in force"):
        session.take_back(orders[-1], "Twice.")
    with pytest.raises(BadData, match="undone already"):
        session.rule(rolls[-1], 1, "gone")
    session.close(SECRET)
    with pytest.raises(Refused, match="closed"):
        session.take_back(orders[0], "after the end")


def test_an_adopted_table_counts_from_then_on_and_until_taken_back() -> None:
    session = begun(("toy-options", {}), 1)
    play_orders(session, 2, random.Random(1))
    old = session.state.tables["charge"].data
    new = TableData(
        title="Ours",
        keys=("score", "stance"),
        rows=(
            {"score": (None, None), "stance": "stand", "lost": 3},
            {"score": (None, None), "stance": "give way", "lost": 3},
        ),
    )
    session.adopt_table("charge", new, "We own the printed chart.")
    play_orders(session, 1, random.Random(2))
    looked_up = [event for event in session.game.log if isinstance(event, LookedUp)]
    assert looked_up[-1].result == {"lost": 3}
    session.take_back(session.orders_in_force()[-2].number, "Start over.")
    assert session.state.tables["charge"].data == old
    finish(session, 3)
    report = findings(session.game.log)
    assert report.findings == []
    assert any('the table "Charge" was replaced' in notice for notice in report.notices)
    assert sum(isinstance(event, TakenBack) for event in session.game.log) == 1
