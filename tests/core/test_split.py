"""Decision, luck and ruling add up to the result, in every toy."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from adjudication.chances.split import Split, split
from adjudication.engine.games.systems import Players, Rules
from adjudication.engine.orders import LegalOrders, Order
from adjudication.engine.policies import RandomPolicy
from adjudication.engine.session import Session
from domain.errors import Refused
from domain.events import CHANCE, DieRolled
from domain.table.state import State
from tests.core.games import VARIANTS, Variant, new_game, play_to_end, random_people, seat, variant_id
from tests.thinned import thinned

some_toys = pytest.mark.parametrize("variant", thinned(VARIANTS, 3), ids=variant_id)
FEW = 10


def of(variant: Variant, seed: int = 3) -> Split:
    session = play_to_end(variant, seed, close=False)
    return split(session.system, session.game, "random", FEW, workers=1)


@some_toys
def test_the_parts_add_up_from_the_start_to_the_result(variant: Variant) -> None:
    session = play_to_end(variant, 3, close=False)
    found = split(session.system, session.game, "random", FEW, workers=1)
    verdict = session.state.verdict
    assert verdict is not None
    assert found.decided
    assert found.orders
    for side, total in found.totals().items():
        assert total.end == (side == verdict.winner)
        assert total.start + total.own + total.others + total.luck + total.ruling == pytest.approx(total.end)
    for order, after in zip(found.orders, found.orders[1:], strict=False):
        for side, parts in order.parts.items():
            changed = parts.decision.value + parts.luck.value + parts.ruling.value
            assert after.before[side].value - order.before[side].value == pytest.approx(changed)


@some_toys
def test_where_the_same_side_goes_on_and_nothing_is_rolled_there_is_no_luck(variant: Variant) -> None:
    session = play_to_end(variant, 4, close=False)
    chancy = {event.procedure for event in session.game.log if isinstance(event, CHANCE)}
    found = split(session.system, session.game, "random", FEW, workers=1)
    for order, after in zip(found.orders, found.orders[1:], strict=False):
        if order.number not in chancy and order.side == after.side and order.free:
            assert all(part.luck.value == 0 for part in order.parts.values())
        if not order.free:
            assert all(part.decision.value == 0 for part in order.parts.values())


def test_the_same_seed_gives_the_same_split_with_any_number_of_workers() -> None:
    session = play_to_end(("toy-losses", {}), 5, close=False)
    one, two = (split(session.system, session.game, "random", FEW, 1, workers) for workers in (1, 2))
    assert one == two
    assert one != split(session.system, session.game, "random", FEW, 2, 1)


def test_progress_is_told_of_every_order() -> None:
    session = play_to_end(("toy-losses", {}), 5, close=False)
    told: list[int] = []
    totals: list[int] = []

    def progress(total: int) -> Callable[[int], None]:
        totals.append(total)
        return told.append

    found = split(session.system, session.game, "random", FEW, workers=1, progress=progress)
    assert totals == [len(found.orders)] == [sum(told)]


def one_ruled_otherwise() -> tuple[Session, int]:
    """A game in which the first die is ruled to be its other extreme before the game is decided, and the
    order that it belongs to."""
    session = seat(new_game(("toy-both-fire", {})), random_people(1))
    session.begin()
    chance, given = random.Random(1), 0
    while not decided(session.state):
        done = session.order(RandomPolicy().order(session.state, session.legal(), chance), "policy")
        dice = [event for event in done.events if isinstance(event, DieRolled)]
        if dice and not given and not decided(session.state):
            session.rule(dice[0].number, 6 if dice[0].face < 4 else 1, "The gun had been moved.")
            given = done.events[0].number
    return session, given


def decided(state: State) -> bool:
    """Whether the game is."""
    return state.verdict is not None


def test_what_was_ruled_is_ruling_and_not_luck() -> None:
    """A die is ruled to be the other extreme: what that changed is neither decision nor luck."""
    session, given = one_ruled_otherwise()
    assert given
    result = split(session.system, session.game, "random", 200, workers=1)
    (ruled,) = [order for order in result.orders if order.number == given]
    assert any(part.ruling.value for part in ruled.parts.values())
    others = [order for order in result.orders if order.number != given]
    assert all(part.ruling.value == 0 for order in others for part in order.parts.values())


def test_where_people_judge_a_split_is_refused() -> None:
    session = play_to_end(("toy-losses", {}), 5, close=False)
    with pytest.raises(Refused, match="the white cell judges who is right"):
        split(replace(session.system, rules=Rules(judged="who is right")), session.game, "random", FEW)


def test_the_orders_that_a_system_proposes_are_considered_instead_of_others_by_chance() -> None:
    session = play_to_end(("toy-losses", {}), 5, close=False)
    asked: list[int] = []

    def propose(state: State, legal: LegalOrders) -> list[Order]:
        asked.append(state.number)
        return [legal[-1]]

    found = split(
        replace(session.system, players=Players(proposed=propose)), session.game, "random", FEW, workers=1
    )
    assert asked == [order.number - 1 for order in found.orders]


def test_an_order_beside_which_none_is_considered_is_a_decision_all_the_same() -> None:
    session = play_to_end(("toy-losses", {}), 5, close=False)
    system = replace(session.system, players=Players(proposed=lambda state, legal: []))
    found = split(system, session.game, "random", 40, workers=1)
    assert found.orders
    assert all(order.free for order in found.orders)
    assert any(part.decision.value for order in found.orders for part in order.parts.values())
