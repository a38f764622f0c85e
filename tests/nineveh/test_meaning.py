"""What the words of a card mean, one by one (2.3, 3.2, 6.5): sides, kinds of blocks, areas, conditions, and
what a side that does not know a block can tell of it."""

from typing import Any

import msgspec
import pytest

from adjudication.systems.nineveh.cards.sheets import CLASSES, FORMATIONS, AreaSet, Blocks, Cond
from adjudication.systems.nineveh.cards.targets import (
    Context,
    areas_of,
    extreme,
    fits,
    found,
    has,
    holds,
    in_words,
    strength,
    who,
)
from tests.nineveh.board import at
from tests.table import Table

RULE = "nineveh 6.2c"


def context(side: str = "isf", here: str = "", **more: str) -> Context:
    return Context(side, here, RULE, **more)


def blocks(**said: Any) -> Blocks:
    """Blocks as a card says it."""
    return msgspec.convert({"side": "any", **said}, Blocks)


@pytest.mark.rule("nineveh 6.2c", "nineveh 6.5a")
@pytest.mark.parametrize(
    ("word", "roller", "side"),
    [
        ("own", "", "daesh"),
        ("enemy", "", "isf"),
        ("roller", "", "daesh"),
        ("other", "", "isf"),
        ("own", "isf", "daesh"),
        ("enemy", "isf", "isf"),
        ("roller", "isf", "isf"),
        ("other", "isf", "daesh"),
        ("isf", "", "isf"),
        ("daesh", "isf", "daesh"),
    ],
)
def test_the_sides_that_a_card_of_daesh_means(word: str, roller: str, side: str) -> None:
    assert who(word, context("daesh", roller=roller)) == side
    assert holds(at("combat", "isf").state, Cond(roller=word), context("daesh", roller=roller)) is (  # type: ignore[arg-type]
        side == (roller or "daesh")
    )


@pytest.mark.rule("nineveh 2.11a", "nineveh 2.12a", "nineveh 7.5g")
@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("army-hq", {"army-hq", "hq", "block", "unit", "army", "combat unit"}),
        ("ad9-1", {"ad9", "unit", "block", "army", "combat unit"}),
        ("pmf-1", {"pmf", "unit", "block", "combat unit"}),
        ("leader-1", {"leader", "hq", "block", "unit", "daesh", "combat unit"}),
        ("mortar", {"mortar", "unit", "block", "daesh", "combat unit"}),
        ("arms-cache-1", {"arms-cache", "production", "block", "unit", "daesh"}),
        ("rumour-1", {"rumour", "block"}),
        ("human-shields-1", {"human-shields", "shields", "block"}),
        ("ied-1", {"ied", "block", "large"}),
    ],
)
def test_what_each_block_is_called(block: str, words: set[str]) -> None:
    table = at("combat", "isf").change("ied-1", face="large")
    piece = table.state.pieces[block]
    every = {*table.state.kinds, *CLASSES, *FORMATIONS, "daesh", "large", "vbied"}
    assert {word for word in every if in_words(piece, (word,))} == words
    assert in_words(piece, ())
    assert in_words(piece, ("vbied", *words))


BATTLE = {
    "militia_1": "faruq",
    "veteran_1": "faruq",
    "rumour_1": "faruq",
    "cts_1": "faruq",
    "erd_1": "sikak",
    "tunnel_1": "faruq",
}


def battle(**more: str) -> Table:
    """Blocks of both sides in Al-Faruq: the Veterans are shown and damaged, the CTS unit is disrupted."""
    table = at("combat", "isf", turn=3, **BATTLE, **more).change("veteran-1", steps=2)
    return table.known("veteran-1").mark("cts-1", "disrupted")


def fitting(table: Table, viewer: str = "", **said: Any) -> list[str]:
    """The pieces in Al-Faruq of which a card of the ISF speaks."""
    there = table.state.pieces_at("faruq")
    return [piece.id for piece in there if fits(table.state, piece, blocks(**said), context(), viewer)]


@pytest.mark.rule("nineveh 6.2c")
@pytest.mark.parametrize(
    ("said", "fit"),
    [
        ({}, ["militia-1", "veteran-1", "rumour-1", "cts-1"]),
        ({"side": "own"}, ["cts-1"]),
        ({"side": "enemy"}, ["militia-1", "veteran-1", "rumour-1"]),
        ({"is": ["known"]}, ["veteran-1"]),
        ({"is": ["hidden"]}, ["militia-1", "rumour-1", "cts-1"]),
        ({"is": ["hidden", "unit"]}, ["militia-1", "cts-1"]),
        ({"is": ["whole"]}, ["militia-1", "rumour-1", "cts-1"]),
        ({"is": ["damaged"]}, ["veteran-1"]),
        ({"is": ["damaged", "militia"]}, []),
        ({"disrupted": True}, ["cts-1"]),
        ({"disrupted": False}, ["militia-1", "veteran-1", "rumour-1"]),
        ({"is": ["tunnel"]}, ["tunnel-1"]),
        ({"is": ["tunnel", "militia"]}, ["militia-1", "tunnel-1"]),
        ({"is": ["call-of-jihad"]}, []),
        ({"is": ["tunnel"], "side": "daesh"}, []),
        ({"is": ["tunnel"], "side": "own"}, []),
    ],
)
def test_the_blocks_that_a_card_speaks_of(said: dict[str, Any], fit: list[str]) -> None:
    assert sorted(fitting(battle(), **said)) == sorted(fit)


@pytest.mark.rule("nineveh 2.1f", "nineveh 6.2c")
@pytest.mark.parametrize(
    ("said", "fit"),
    [
        (
            {"side": "daesh", "is": ["militia"]},
            ["militia-1", "rumour-1"],
        ),  # either may be one; shown is no Militia
        ({"side": "daesh", "is": ["veteran"]}, ["militia-1", "veteran-1", "rumour-1"]),
        ({"side": "daesh", "is": ["damaged"]}, ["militia-1", "veteran-1", "rumour-1"]),
        ({"side": "daesh", "is": ["whole"]}, ["militia-1", "rumour-1"]),
        ({"side": "daesh", "is": ["known"]}, ["veteran-1"]),
        ({"side": "daesh", "disrupted": True}, []),
        ({"side": "daesh", "is": ["tunnel"]}, []),
        ({"side": "any", "is": ["tunnel"]}, ["tunnel-1"]),
        ({"side": "isf", "is": ["erd"]}, []),
    ],
)
def test_a_side_takes_a_block_that_it_does_not_know_for_any(said: dict[str, Any], fit: list[str]) -> None:
    assert sorted(fitting(battle(), viewer="isf", **said)) == sorted(fit)


@pytest.mark.rule("nineveh 6.2c")
def test_how_strong_blocks_are() -> None:
    """By the faces that hit, of all steps that are left; what is no unit comes before the weakest."""
    table = battle(arms_cache_1="sikak")
    order = ["rumour-1", "arms-cache-1", "militia-1", "veteran-1", "erd-1", "cts-1"]
    strengths = [strength(table.state.pieces[each]) for each in order]
    assert strengths == [(0, 0), (1, 1), (1, 2 + 1), (1, 3 + 2), (1, 3 + 2 + 1), (1, 4 + 3 + 2 + 1)]
    table.change("cts-1", steps=1)
    assert strength(table.state.pieces["cts-1"]) == (1, 1)


@pytest.mark.rule("nineveh 6.2c", "nineveh 2.1f")
def test_the_weakest_and_strongest_are_told_apart_by_who_knows_them() -> None:
    table = battle(militia_2="faruq").change("militia-2", steps=1)
    there = [table.state.pieces[each] for each in ("militia-1", "militia-2", "veteran-1")]

    def ids(most: str, viewer: str) -> list[str]:
        return [piece.id for piece in extreme(table.state, there, most, viewer)]

    assert ids("weakest", "") == ids("weakest", "daesh") == ["militia-2"]
    assert ids("strongest", "") == ids("strongest", "daesh") == ["veteran-1"]
    assert (
        ids("weakest", "isf") == ids("strongest", "isf") == ids("", "daesh") == [piece.id for piece in there]
    )
    assert extreme(table.state, [], "weakest", "") == []
    assert len(extreme(table.change("militia-1", steps=1).state, there, "weakest", "")) == 2


@pytest.mark.rule("nineveh 6.5d")
def test_blocks_are_looked_for_here_or_where_there_is_no_here_anywhere() -> None:
    state = battle().state

    def ids(here: str, **said: Any) -> list[str]:
        return [piece.id for piece in found(state, blocks(side="isf", **said), context(here=here))]

    assert ids("sikak") == ["erd-1"]
    assert ids("") == ids("sikak", at="anywhere") == ["cts-1", "erd-1"]
    assert ids("-") == ids("maidan") == []


MOSQUE = {"grand-mosque", "faruq", "khazraj", "makkawi", "sarjkhana", "shahwan"}


@pytest.mark.rule("nineveh 6.5d", "nineveh 2.2d")
@pytest.mark.parametrize(
    ("word", "here", "areas"),
    [
        ("here", "maidan", {"maidan"}),
        ("here", "", set()),
        ("here", "-", set()),
        ("adjacent", "maidan", {"qulayat", "shahwan", "sarjkhana"}),
        ("adjacent", "", set()),
        ("near", "maidan", {"maidan", "qulayat", "shahwan", "sarjkhana"}),
        ("near", "-", set()),
        ("mosque", "", {"grand-mosque"}),
        ("near mosque", "", MOSQUE),
        ("combat", "", {"faruq"}),
        ("its area", "", {"sikak"}),
    ],
)
def test_the_areas_that_a_word_means(word: str, here: str, areas: set[str]) -> None:
    assert set(areas_of(battle().state, word, context(here=here, it="erd-1"))) == areas


@pytest.mark.rule("nineveh 6.5d")
def test_anywhere_is_the_whole_map_and_a_block_off_it_has_no_area() -> None:
    state = battle().put("erd-1", "eliminated").state
    assert len(areas_of(state, "anywhere", context())) == 54
    assert len(areas_of(state, "old city", context())) == 12
    assert areas_of(state, "its area", context(it="erd-1")) == []
    assert areas_of(state, "its area", context()) == []


SETS: list[tuple[dict[str, Any], set[str]]] = [
    ({"among": "near", "terrain": "urban"}, {"sikak"}),
    (
        {"among": "near", "terrain": ["urban", "old city"]},
        {"sikak", "faruq", "bab-jadid", "makkawi", "mushahada", "grand-mosque"},
    ),
    ({"among": "near", "tag": "ring road"}, {"sikak"}),
    ({"within": 0}, {"faruq"}),
    ({"within": 1, "terrain": "urban"}, {"sikak"}),
    (
        {"within": 1, "of": {"holding": {"side": "isf", "is": ["erd"]}}, "tag": "ring road"},
        {"sikak", "abi-tamam", "aghawat", "nabi-sheet"},
    ),
    ({"control": "own"}, {"sikak"}),
    ({"control": "enemy"}, {"maidan"}),
    ({"holding": {"side": "own"}}, {"faruq", "sikak"}),
    ({"holding": {"side": "enemy", "is": ["rumour"]}}, {"faruq"}),
    ({"among": {"holding": {"side": "any"}}, "without": {"side": "enemy"}}, {"sikak"}),
]


@pytest.mark.rule("nineveh 6.5d")
@pytest.mark.parametrize(("said", "areas"), SETS, ids=[str(each[0])[:60] for each in SETS])
def test_areas_fit_all_that_a_card_says_of_them(said: dict[str, Any], areas: set[str]) -> None:
    wanted = msgspec.convert(said, AreaSet)
    assert set(areas_of(battle().state, wanted, context(here="faruq"))) == areas


@pytest.mark.rule("nineveh 2.1f")
def test_a_side_may_aim_at_what_it_does_not_know() -> None:
    wanted = msgspec.convert({"holding": {"side": "enemy", "is": ["mortar"]}}, AreaSet)
    assert set(areas_of(battle().state, wanted, context(), "isf")) == {"faruq", "maidan"}
    assert areas_of(battle().state, wanted, context()) == []


HOLD: list[tuple[dict[str, Any], bool]] = [
    ({"track": "time", "at_least": 3}, True),
    ({"track": "time", "at_least": 4}, False),
    ({"track": "time", "at_most": 3}, True),
    ({"track": "time", "at_most": 2}, False),
    ({"track": "time", "at_least": 2, "at_most": 3}, True),
    ({"track": "collateral", "at_most": 0}, True),
    ({"track": "collateral", "at_least": 1}, False),
    ({"present": {"side": "daesh", "is": ["militia", "veteran"]}}, True),
    ({"present": {"side": "daesh", "is": ["ashbal"]}}, False),
    ({"present": {"side": "daesh", "is": ["militia", "veteran"]}, "at_least": 2}, True),
    ({"present": {"side": "daesh", "is": ["militia", "veteran"]}, "at_least": 3}, False),
    ({"present": {"side": "daesh", "is": ["militia", "veteran"]}, "at_most": 2}, True),
    ({"present": {"side": "daesh", "is": ["militia", "veteran"]}, "at_most": 1}, False),
    ({"present": {"side": "daesh", "is": ["ashbal"]}, "at_most": 1}, True),
    ({"present": {"side": "daesh", "is": ["ashbal"]}, "at_least": 1, "at_most": 1}, False),
    ({"turn": {"at_least": 3}}, True),
    ({"turn": {"at_most": 3}}, True),
    ({"turn": {"at_most": 2}}, False),
    ({"turn": {"at_least": 4}}, False),
    ({"terrain": "old city"}, True),
    ({"terrain": "urban"}, False),
    ({"here": "near mosque"}, True),
    ({"here": "mosque"}, False),
    ({"attacker": "own"}, True),
    ({"attacker": "enemy"}, False),
    ({"phase": "combat"}, True),
    ({"phase": "movement"}, False),
    ({"option": "old_city_clearance"}, True),
    ({"option": "solitaire"}, False),
    ({"option": "no such option"}, False),
    ({"supply": "daesh"}, True),
    ({"card": "humint"}, True),
    ({"card": "isf-snipers"}, False),
    ({"category": "uav"}, False),
    ({"category": "helicopter"}, False),
    ({"all": [{"phase": "combat"}, {"attacker": "own"}]}, True),
    ({"all": [{"phase": "combat"}, {"attacker": "enemy"}]}, False),
    ({"any": [{"phase": "movement"}, {"attacker": "own"}]}, True),
    ({"any": [{"phase": "movement"}, {"attacker": "enemy"}]}, False),
    ({"not": {"phase": "combat"}}, False),
    ({"not": {"phase": "movement"}}, True),
]


@pytest.mark.rule("nineveh 6.2c")
@pytest.mark.parametrize(("said", "true"), HOLD, ids=[str(each[0])[:80] for each in HOLD])
def test_a_condition_holds(said: dict[str, Any], true: bool) -> None:
    table = battle().track("time", 3).put("humint", "cards-isf")
    assert holds(table.state, msgspec.convert(said, Cond), context(here="faruq")) is true
    assert holds(table.state, None, context())


@pytest.mark.rule("nineveh 6.2c", "nineveh 7.1a")
def test_conditions_without_a_here_and_out_of_supply() -> None:
    table = battle(cts_2="mushahada", cts_3="bab-sinjar", cts_4="abi-tamam")
    assert not holds(table.state, Cond(supply="daesh"), context())
    for here in ("", "-"):
        assert not holds(table.state, Cond(terrain="urban"), context(here=here))
        assert not holds(table.state, Cond(here="here"), context(here=here))


@pytest.mark.rule("nineveh 3.2b")
def test_a_card_is_in_play_on_either_side_face_down_or_not() -> None:
    table = battle().put("humint", "cards-isf").put("isf-snipers", "used-cards")
    table.put("human-shields-card", "cards-daesh")
    assert has(table.state, "humint")
    assert has(table.state, "human-shields-card")
    assert not has(table.state, "isf-snipers")
