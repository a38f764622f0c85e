"""Lists and refusals of orders from the same checks."""

import random
from collections import Counter

import pytest

from adjudication.engine import texts
from adjudication.engine.legality import Legality, Listing, insist, never, only, refusal, unless
from adjudication.engine.orders import OrderGroup, OrderKind
from adjudication.engine.policies import RandomByKind
from adjudication.engine.reasons import Reason, Why
from adjudication.engine.refusals import in_words
from domain.errors import IllegalOrder
from domain.table.state import State
from domain.texts import Text
from tests.core.games import new_game, seat
from tests.toys import blocks
from tests.toys.kit import ours

WORDS = {
    "not its turn": "It is not the turn of {side}.",
    "no block of yours": "{block} is no block of yours.",
    "not beside": "{to} does not lie beside {place}.",
}


def whose_turn(state: State) -> tuple[str, ...]:
    return (state.side,)


def movers(state: State, side: str) -> list[str]:
    return ours(state, side)


def beside(state: State, block: str) -> tuple[str, ...]:
    return tuple(state.board.neighbours[state.pieces[block].place])


def not_beside(state: State, block: str, to: str) -> Why:
    return Text("not beside", {"to": to, "place": state.pieces[block].place})


def told(refused: IllegalOrder | None, state: State, side: str, *typed: str) -> str:
    if refused is not None:
        refused.said = in_words(refused.said, state, side, typed)
    return str(refused)


def of_move(*more: object) -> OrderKind:
    legality = Legality(
        only("side", whose_turn, "turn", "toy 1", "not its turn"),
        only("block", movers, "block", "toy 2", "no block of yours"),
        only("to", beside, "beside", "toy 2", not_beside),
        *more,  # type: ignore[arg-type]
        arguments={"block": movers, "to": beside},
        sides=whose_turn,
        phases=("movement",),
        elsewhere="toy 9",
    )
    return OrderKind("move", blocks.Move, blocks.move, "toy 2", "move", legality=(legality,))


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> State:
    monkeypatch.setattr(texts, "_catalogue", lambda system: texts._Catalogue(refusals=WORDS))
    session = seat(new_game((blocks.NAME, {})))
    session.begin()
    return session.state


def test_the_list_is_that_of_a_list_written_by_hand(state: State) -> None:
    by_hand = [order for order in blocks.SYSTEM.legal(state) if order.name == "move"]
    assert list(Listing([of_move()])(state)) == by_hand


@pytest.mark.parametrize(
    ("side", "block", "to", "said"),
    [
        ("black", "blk-1", "souk", "It is not the turn of Black. (toy 1)"),
        ("green", "blk-1", "souk", "blk-1 is no block of yours. (toy 2)"),  # and not what it is
        ("green", "grn-71", "souk", "souk does not lie beside gate. (toy 2)"),
        ("green", "nobody", "gate", "nobody is no block of yours. (toy 2)"),
        ("green", "grn-71", "bridge", "None"),
    ],
)
def test_the_first_check_that_fails_refuses(state: State, side: str, block: str, to: str, said: str) -> None:
    refused = refusal(of_move(), state, side, {"block": block, "to": to})
    assert told(refused, state, side, block, to) == said


def test_a_piece_that_the_side_does_not_know_is_named_only_as_it_was_typed(state: State) -> None:
    said = Text("no block of yours", {"block": "blk-1"})
    assert in_words(said, state, "black") == f"{state.pieces['blk-1'].name} is no block of yours."
    assert in_words(said, state, "") == in_words(said, state, "black")
    assert in_words(said, state, "green") == "A hidden black block is no block of yours."
    assert in_words(said, state, "green", {"block": "blk-1"}) == "blk-1 is no block of yours."
    state.conceal("blk-1", ("black",))
    assert in_words(said, state, "green") == "A hidden piece is no block of yours."


def test_what_was_typed_is_repeated_in_short_and_read_for_no_gaps(state: State) -> None:
    long, gap = "x" * 5_000, "{side}"
    for typed, told_as in (
        (long, f"{'x' * 60}…"),
        (gap, gap),
        ({"code": "not its turn"}, "code: not its turn"),
    ):
        refused = refusal(of_move(), state, "green", {"block": typed, "to": "souk"})
        assert told(refused, state, "green") == f"{told_as} is no block of yours. (toy 2)"


def test_never_and_insist_leave_out_what_they_refuse(state: State) -> None:
    kept = of_move(never("to", lambda state: ["mosque"], "no", "toy 3", "not there"))
    assert "mosque" in {order.arguments["to"] for order in Listing([of_move()])(state)}
    assert "mosque" not in {order.arguments["to"] for order in Listing([kept])(state)}
    whole = of_move(insist(lambda state, block, to: (block, to) != ("grn-71", "bridge"), "x", "toy 4", "no"))
    assert len(Listing([of_move()])(state)) - len(Listing([whole])(state)) == 1
    assert str(refusal(whole, state, "green", {"block": "grn-71", "to": "bridge"})) == "no (toy 4)"
    state.phase = "rest"
    told = "This order is given in movement; the phase is now rest. (toy 9)"
    assert str(refusal(whole, state, "green", {})) == told
    assert list(Listing([whole])(state)) == []


def counted(name: str, orders: list[str], listed: list[str]) -> OrderKind:
    """A kind with such orders, which notes each time that it is listed."""

    def quickly(state: State) -> list[OrderGroup]:
        listed.append(name)
        return [OrderGroup("green", name, {}, "block", orders)] if orders else []

    legality = Legality(sides=whose_turn, quickly=quickly)
    return OrderKind(name, blocks.Move, blocks.move, "toy 2", name, legality=(legality,))


def test_a_kind_is_listed_when_it_is_first_asked_for(state: State) -> None:
    listed: list[str] = []
    kinds = [counted("rest", [], listed), counted("move", ["grn-71"], listed), counted("fire", ["a"], listed)]
    legal = Listing(kinds)(state)
    assert listed == []
    assert [group.name for group in legal.named("move")] == ["move"]
    assert listed == ["move"]
    assert legal
    assert legal.may_order("green")
    assert listed == ["move", "rest"]
    assert [order.name for order in legal] == ["move", "fire"]
    assert legal.size == 2
    assert listed == ["move", "rest", "fire"]


def test_no_kind_is_listed_after_the_table_has_changed(state: State) -> None:
    listed: list[str] = []
    legal = Listing([counted("move", ["grn-71"], listed), counted("fire", ["a"], listed)])(state)
    assert len(legal.of_kind("move")) == 1
    state.number += 1
    assert len(legal.of_kind("move")) == 1
    with pytest.raises(RuntimeError, match="after another one"):
        legal.of_kind("fire")


def test_by_kind_each_kind_has_the_same_chance_and_each_order_some(state: State) -> None:
    """Kinds without an order are passed over, what only takes back comes last, and little is listed."""
    listed: list[str] = []
    sizes = {"move": 8, "none": 0, "fire": 2, "back": 5}
    kinds = [counted(name, [f"{name}-{n}" for n in range(size)], listed) for name, size in sizes.items()]
    policy, chance = RandomByKind(but=("back",)), random.Random(1)
    drawn = Counter(
        policy.order(state, Listing(kinds)(state), chance).arguments["block"] for _ in range(2_000)
    )
    assert set(drawn) == {f"move-{n}" for n in range(8)} | {"fire-0", "fire-1"}
    assert abs(drawn["fire-0"] + drawn["fire-1"] - 1_000) < 5 * 22  # five standard deviations
    assert "back" not in listed
    only_back = [kind for kind in kinds if kind.name in ("none", "back")]
    assert policy.order(state, Listing(only_back)(state), chance).name == "back"
    with pytest.raises(IndexError):
        policy.order(state, Listing(only_back[:1])(state), chance)


def test_what_refuses_says_by_which_rule(state: State) -> None:
    def against(state: State, to: str) -> Why:
        if to == "sea":
            return Reason("Nobody swims.", "toy 2")
        return "Nobody flies." if to == "sky" else ""

    legality = Legality(unless(against, "way", "toy 1"), sides=whose_turn)
    for to, said in {"sea": "Nobody swims. (toy 2)", "sky": "Nobody flies. (toy 1)", "land": "None"}.items():
        assert str(legality.refusal(state, state.side, {"to": to})) == said
