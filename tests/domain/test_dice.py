import hmac
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.errors import BadData
from domain.table.dice import (
    D4,
    D6,
    D8,
    D10,
    D12,
    D16,
    D20,
    LADDER,
    SampledDice,
    ScriptedDice,
    ScriptOver,
    SealedDice,
    check_face,
    secret_from_seed,
    step,
)

secrets = st.binary(min_size=32, max_size=32).map(bytes.hex)
entropies = st.lists(st.text(max_size=8), max_size=3).map(tuple)


# --- the ladder ----------------------------------------------------------------------------------


def test_the_ladder_has_seven_rungs() -> None:
    assert LADDER == (4, 6, 8, 10, 12, 16, 20)
    assert (D4, D6, D8, D10, D12, D16, D20) == LADDER


@pytest.mark.parametrize(
    ("die", "rungs", "becomes"),
    [(D4, 1, D6), (D12, 1, D16), (D16, 1, D20), (D10, -1, D8), (D8, -2, D4), (D6, 3, D12), (D10, 0, D10)],
)
def test_a_die_is_promoted_and_demoted_a_rung_at_a_time(die: int, rungs: int, becomes: int) -> None:
    assert step(die, rungs) == becomes


@pytest.mark.parametrize(
    ("die", "rungs", "becomes"), [(D20, 1, D20), (D4, -1, D4), (D6, 99, D20), (D20, -99, D4)]
)
def test_the_ladder_stops_at_its_ends(die: int, rungs: int, becomes: int) -> None:
    assert step(die, rungs) == becomes


@given(st.sampled_from(LADDER), st.integers(0, 6), st.integers(0, 6))
def test_promotions_add_up(die: int, first: int, second: int) -> None:
    assert step(step(die, first), second) == step(die, first + second)


@pytest.mark.parametrize("die", [0, 1, 7, 14, 100, -6])
def test_a_die_off_the_ladder_is_refused(die: int) -> None:
    with pytest.raises(BadData, match=rf"D{die} is not on the ladder: D4, D6, D8, D10, D12, D16, D20\."):
        step(die, 1)


# --- sealed dice ---------------------------------------------------------------------------------


@given(secrets, st.sampled_from(LADDER), st.integers(1, 10**12), entropies)
def test_the_same_secret_entropy_and_chance_give_the_same_face(
    secret: str, sides: int, chance: int, entropy: tuple[str, ...]
) -> None:
    face = SealedDice(secret).number(sides, chance, entropy)
    assert 1 <= face <= sides
    other = SealedDice(secret)
    other.number(sides, chance + 1, (*entropy, "before"))  # what was asked before does not matter
    assert other.number(sides, chance, entropy) == face


def faces(dice: SealedDice, entropy: tuple[str, ...] = (), sides: int = 20, count: int = 40) -> list[int]:
    return [dice.number(sides, chance, entropy) for chance in range(1, count + 1)]


def test_entropy_secret_and_chance_each_change_the_faces() -> None:
    secret = secret_from_seed(7)
    plain = faces(SealedDice(secret))
    assert faces(SealedDice(secret), ("stir",)) != plain
    assert faces(SealedDice(secret_from_seed(8))) != plain
    assert len(set(plain)) > 5


def test_entropy_is_taken_word_by_word() -> None:
    """Two sides' words run together, or given in another order, are other words."""
    dice = SealedDice(secret_from_seed(7))
    mixtures = [("ab", "c"), ("a", "bc"), ("abc",), ("c", "ab"), ("ab\0001:c",), ("ab", "c", "")]
    assert len({tuple(faces(dice, mixture)) for mixture in mixtures}) == len(mixtures)


def test_dice_stirred_and_stirred_back_are_the_same() -> None:
    dice = SealedDice(secret_from_seed(7))
    before = faces(dice)
    faces(dice, ("stir",))
    assert faces(dice) == before


def test_a_face_can_be_derived_with_nothing_but_a_hash() -> None:
    """The derivation as an auditor would write it from the guide, on its own."""
    secret = secret_from_seed(3)
    key = hmac.digest(bytes.fromhex(secret), b"entropy:4:blue\x003:red", "sha256")
    for chance in range(1, 200):
        value = int.from_bytes(hmac.digest(key, b"%d:0" % chance, "sha256")[:8], "big")
        assert SealedDice(secret).number(6, chance, ("blue", "red")) == value % 6 + 1


class _Values:
    """In the place of the hash: 64-bit values by attempt."""

    def __init__(self, *values: int) -> None:
        self.values = values
        self.asked: list[bytes] = []

    def digest(self, key: bytes, message: bytes, hash: str) -> bytes:
        self.asked.append(message)
        return self.values[len(self.asked) - 1].to_bytes(8, "big") + bytes(24)


@pytest.mark.parametrize("sides", [3, 6, 7, 10, 12, 20, 2**63 + 1])
def test_values_past_the_last_whole_round_of_faces_are_thrown_away(
    sides: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    last_fair = 2**64 // sides * sides - 1
    hashed = _Values(2**64 - 1, last_fair + 1, last_fair)
    monkeypatch.setattr("domain.table.dice.hmac", hashed)
    assert SealedDice("00" * 32).number(sides, 5, ()) == sides
    assert hashed.asked == [b"5:0", b"5:1", b"5:2"]


@pytest.mark.parametrize("sides", [1, 2, 4, 8, 16, 2**64])
def test_where_the_faces_divide_evenly_nothing_is_thrown_away(
    sides: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = _Values(2**64 - 1)
    monkeypatch.setattr("domain.table.dice.hmac", hashed)
    assert SealedDice("00" * 32).number(sides, 1, ()) == sides
    assert len(hashed.asked) == 1


@pytest.mark.parametrize(
    ("dice", "sides"),
    [
        (SealedDice("00" * 32), 0),
        (SealedDice("00" * 32), -6),
        (SealedDice("00" * 32), 2**64 + 1),
        (SampledDice(1), 0),
        (SampledDice(1), -6),
    ],
)
def test_a_die_that_cannot_be_is_refused(dice: SealedDice | SampledDice, sides: int) -> None:
    with pytest.raises(BadData, match=f"There is no die with {sides} sides"):
        dice.number(sides, 1, ())


CRITICAL = {3: 16.27, 5: 20.52, 7: 24.32, 9: 27.88, 11: 31.26, 15: 37.70, 19: 43.82}
"""Chi-square at 0.1 % by degrees of freedom, from a printed table."""


def chi_square(counts: Counter[int], sides: int) -> Fraction:
    rolled = sum(counts.values())
    expected = Fraction(rolled, sides)
    return sum(((counts[face] - expected) ** 2 / expected for face in range(1, sides + 1)), Fraction(0))


@pytest.mark.parametrize("sides", LADDER)
def test_sealed_and_sampled_faces_are_spread_evenly(sides: int) -> None:
    sealed, sampled = SealedDice(secret_from_seed(20151222)), SampledDice(20151222)
    for dice in (sealed, sampled):
        counts = Counter(dice.number(sides, chance, ("x",)) for chance in range(1, 12_001))
        assert set(counts) == set(range(1, sides + 1))
        assert chi_square(counts, sides) < CRITICAL[sides - 1]


def test_the_even_spread_test_would_find_a_loaded_die() -> None:
    loaded = Counter({face: 2250 if face == 6 else 1950 for face in range(1, 7)})
    assert chi_square(loaded, 6) > CRITICAL[5]


# --- seeds ---------------------------------------------------------------------------------------


def test_a_seed_makes_the_same_secret_again() -> None:
    assert secret_from_seed(5) == secret_from_seed(5)
    assert len({secret_from_seed(seed) for seed in range(-50, 50)}) == 100
    assert len(bytes.fromhex(secret_from_seed(5))) == 32


# --- scripted, sampled and typed -----------------------------------------------------------------


def test_a_script_is_followed_and_ends_with_a_sentence() -> None:
    dice = ScriptedDice([3, 20])
    assert dice.number(6, 1, ()) == 3
    assert dice.number(20, 2, ()) == 20
    with pytest.raises(ScriptOver, match="The script of dice is over; a number from 1 to 8 is needed"):
        dice.number(8, 3, ())


def test_a_script_that_does_not_fit_its_die_is_refused() -> None:
    with pytest.raises(BadData, match="A D6 shows 1 to 6, not 7"):
        ScriptedDice([7]).number(6, 1, ())


@settings(max_examples=30)
@given(st.integers(), st.integers(1, 100))
def test_sampled_dice_are_made_again_by_their_seed(seed: int, sides: int) -> None:
    one, other = SampledDice(seed), SampledDice(seed)
    first = [one.number(sides, chance, ()) for chance in range(50)]
    assert first == [other.number(sides, chance, ()) for chance in range(50)]
    assert all(1 <= face <= sides for face in first)


@given(st.sampled_from(LADDER), st.integers())
def test_only_a_face_that_is_on_the_die_is_taken(sides: int, face: int) -> None:
    if 1 <= face <= sides:
        check_face(face, sides)
    else:
        with pytest.raises(BadData) as refusal:
            check_face(face, sides)
        assert refusal.value.sentence == f"A D{sides} shows 1 to {sides}, not {face}."


def test_every_source_says_what_it_is() -> None:
    sources = [SealedDice("00" * 32).source, SampledDice(1).source, ScriptedDice([]).source]
    assert sources == ["sealed", "sampled", "scripted"]
