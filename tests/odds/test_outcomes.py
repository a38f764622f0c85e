"""Outcomes put together, which of them are the same, and parts that are known already."""

from fractions import Fraction
from operator import add
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.chances.face_down import hands_of
from adjudication.chances.known_parts import KnownParts
from adjudication.chances.outcomes import combined, key_of, totals_of, weighed
from adjudication.engine.umpire import Row
from domain.events import KindData
from domain.table.state import Piece

COIN = ([0, 1], [1, 1])


def test_results_put_together_weigh_what_their_ways_do() -> None:
    assert combined([COIN, COIN], add, 0) == ([0, 1, 2], [1, 2, 1])
    assert combined([([0, 5], [1, 3]), COIN], add, 10) == ([10, 11, 15, 16], [1, 1, 3, 3])
    assert combined([], add, 7) == ([7], [1])
    assert combined([COIN], lambda total, result: total - result, 0) == ([0, -1], [1, 1])


def test_weights_are_shortened_by_what_all_have_in_common() -> None:
    assert combined([([1, 2], [4, 6])], add, 0) == ([1, 2], [2, 3])
    assert combined([([1, 2], [4, 6]), ([0], [10])], add, 0) == ([1, 2], [2, 3])


spreads = st.lists(
    st.lists(st.tuples(st.integers(-3, 3), st.integers(1, 6)), min_size=1, max_size=4), max_size=4
)


@given(spreads)
def test_the_mean_of_a_sum_is_the_sum_of_the_means(parts: list[list[tuple[int, int]]]) -> None:
    given = [([value for value, _ in part], [weight for _, weight in part]) for part in parts]
    assert _mean(combined(given, add, 0)) == sum(map(_mean, given))


def _mean(outcomes: tuple[list[int], list[int]]) -> Fraction:
    return Fraction(sum(value * weight for value, weight in zip(*outcomes, strict=True)), sum(outcomes[1]))


def test_totals_of_dice_of_which_a_third_hits() -> None:
    assert totals_of(2, ((0, 4), (1, 2))) == ([0, 1, 2], [4, 4, 1])
    assert totals_of(0, ((0, 4), (1, 2))) == ([0], [1])


def test_fractions_are_weighed_in_whole_numbers() -> None:
    assert weighed([("a", Fraction(1, 6)), ("b", Fraction(1, 4)), ("c", Fraction(7, 12))]) == (
        ["a", "b", "c"],
        [2, 3, 7],
    )


class Sides:
    """Something that is like another where its number of sides is."""

    def __init__(self, sides: list[int]) -> None:
        self.sides = sides

    def alike(self) -> Any:
        return self.sides


def piece(id: str) -> Piece:
    return Piece(id, "tank", KindData("Tank"), "Tank", "blue", "a1", "", 1, None)


def test_a_result_is_told_from_another_by_what_it_says() -> None:
    assert [key_of(each) for each in (1, "a", True, None)] == [1, "a", True, None]
    assert key_of((1, [2, {3: [4]}])) == (1, (2, ((3, (4,)),)))
    assert key_of([1, (2,)]) == (1, (2,))
    assert key_of({"a": [1], "b": 2}) == (("a", (1,)), ("b", 2))
    assert key_of(piece("t1")) == key_of(piece("t1")) != key_of(piece("t2"))
    assert key_of(Sides([6])) == key_of(Sides([6])) != key_of(Sides([8]))
    assert key_of(Row(1, {"loss": 1})) == key_of(Row(2, {"loss": 1})) != key_of(Row(1, {"loss": 2}))
    assert key_of(frozenset({1})) == frozenset({1})


# --- hands ---------------------------------------------------------------------------------------


def test_hands_of_two_sorts_and_others() -> None:
    """Two out of an ace, two kings and two others: ten hands."""
    assert dict(hands_of([1, 2], 2, 2)) == {(0, 0): 1, (0, 1): 4, (0, 2): 1, (1, 0): 2, (1, 1): 2}
    assert hands_of([2], 0, 2) == [((2,), 1)]
    assert hands_of([], 3, 2) == [((), 3)]


@given(st.lists(st.integers(1, 4), max_size=3), st.integers(0, 4), st.data())
def test_hands_are_as_many_as_there_are_ways_to_choose(
    numbers: list[int], others: int, data: st.DataObject
) -> None:
    """Vandermonde's identity; and on the average a hand has its share of each sort."""
    all_of_them = sum(numbers) + others
    size = data.draw(st.integers(0, all_of_them))
    hands = hands_of(numbers, others, size)
    ways = sum(weight for _, weight in hands)
    assert ways == _choose(all_of_them, size)
    assert len({hand for hand, _ in hands}) == len(hands)
    for nth, number in enumerate(numbers):
        assert sum(hand[nth] * weight for hand, weight in hands) * all_of_them == number * size * ways


def _choose(of: int, number: int) -> int:
    ways = Fraction(1)
    for nth in range(number):
        ways *= Fraction(of - nth, nth + 1)
    return int(ways)


# --- known parts ---------------------------------------------------------------------------------


class Parts:
    """Parts that are taken apart, each noted; some ask a question or have others in them."""

    def __init__(self) -> None:
        self.known = KnownParts()
        self.taken: list[str] = []

    def take(self, name: str, *asked: str, inner: "tuple[Any, ...] | None" = None) -> Any:
        """Take a part of that name apart, which asks so; what it came to is its number."""

        def take_apart() -> Any:
            self.taken.append(name)
            for question in asked:
                self.known.asked("blue", question)
            if inner is not None:
                self.take(*inner)
            return [len(self.taken)], [1]

        return self.known.come_to(name, take_apart)


def test_a_part_is_taken_apart_once() -> None:
    parts = Parts()
    assert parts.take("fire") == parts.take("fire") == ([1], [1])
    assert parts.take("move") == ([2], [1])
    assert parts.taken == ["fire", "move"]


@pytest.mark.parametrize("whose", ["blue", ""])
def test_a_part_is_taken_apart_again_with_another_answer_that_it_asks_for(whose: str) -> None:
    parts = Parts()
    parts.take("fire", "how?")
    parts.known.said = {(whose, "how?"): "boldly", ("blue", "when?"): "now"}
    assert parts.take("fire", "how?") == ([2], [1])
    parts.known.said = {(whose, "how?"): "boldly"}
    assert parts.take("fire", "how?") == ([2], [1])
    parts.known.said = {("red", "how?"): "boldly"}
    assert parts.take("fire", "how?") == ([1], [1]), "what another side says is no answer to it"
    assert parts.taken == ["fire", "fire"]


def test_what_is_asked_in_an_inner_part_counts_for_the_outer_one_known_or_not() -> None:
    for known_before in (False, True):
        parts = Parts()
        if known_before:
            parts.take("shot", "at whom?")
        parts.take("volley", inner=("shot", "at whom?"))
        parts.taken.clear()
        parts.known.said = {("blue", "at whom?"): "them"}
        parts.take("volley", inner=("shot", "at whom?"))
        assert parts.taken == ["volley", "shot"]


def test_what_is_asked_after_a_part_does_not_count_for_it() -> None:
    parts = Parts()
    parts.take("fire")
    parts.known.asked("blue", "how?")
    parts.known.said = {("blue", "how?"): "boldly"}
    parts.take("fire")
    assert parts.taken == ["fire"]

    def fails() -> Any:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        parts.known.come_to("broken", fails)
    assert parts.known._open == []


def test_a_part_that_cannot_be_looked_up_is_taken_apart_each_time() -> None:
    known = KnownParts()
    taken: list[int] = []

    def take_apart() -> Any:
        taken.append(1)
        return [len(taken)], [1]

    key = ("part", [1])
    assert [known.come_to(key, take_apart)[0] for _ in range(2)] == [[1], [2]]
