"""Rules that cards add (6.2c): where, for whom and how long they hold; who chooses what a card is about, what
is suggested, and what the log says of it (3.2, 6.5b)."""

from typing import Any

import msgspec
import pytest

from adjudication.engine.umpire import Umpire
from adjudication.systems.nineveh.cards import standing
from adjudication.systems.nineveh.cards.selecting import all_of, best_of, who_may_know
from adjudication.systems.nineveh.cards.sheets import Rule
from adjudication.systems.nineveh.cards.standing import Held, applies, is_face_down, needs_face_down
from domain.events import DieRolled
from domain.table.dice import ScriptedDice
from tests.nineveh.battle import URBAN, battle, rolled
from tests.nineveh.board import at, place, steps
from tests.nineveh.test_effects import asked, do
from tests.nineveh.test_effects import battle as trial
from tests.nineveh.test_firing import card, fight
from tests.nineveh.words import words_of
from tests.table import Table

# --- whom a rule is about --------------------------------------------------------------------------

ENEMY_UNIT = {"side": "enemy", "is": ["unit"]}


def held(side: str = "isf", areas: tuple[str, ...] | None = None, unit: str = "", **rule: Any) -> Held:
    """A rule of a card that holds now: one more to hit, for what is said."""
    said = msgspec.convert({"modify": "to hit", "by": 1, **rule}, Rule)
    return Held(said, side, "", standing.T("some card"), areas, unit)


@pytest.mark.rule("nineveh 6.2c")
@pytest.mark.parametrize(
    ("said", "block", "area", "about"),
    [
        ({}, "cts-1", "faruq", True),  # blocks of the card's own side
        ({}, "militia-1", "faruq", False),
        ({"side": "daesh"}, "militia-1", "faruq", True),
        ({"of": ENEMY_UNIT}, "militia-1", "faruq", True),
        ({"of": ENEMY_UNIT}, "cts-1", "faruq", False),
        ({"of": ENEMY_UNIT}, "rumour-1", "faruq", False),
        ({"areas": ("faruq",)}, "cts-1", "faruq", True),
        ({"areas": ("sikak",)}, "cts-1", "faruq", False),
        ({"areas": ()}, "cts-1", "faruq", False),
        ({"at": "old city"}, "cts-1", "faruq", True),
        ({"at": "old city"}, "cts-1", "sikak", False),
        ({"unit": "cts-1"}, "cts-1", "faruq", True),
        ({"unit": "cts-2"}, "cts-1", "faruq", False),
        ({"unit": "militia-1"}, "militia-1", "faruq", True),
        ({"if": {"terrain": "old city"}}, "cts-1", "faruq", True),
        ({"if": {"terrain": "urban"}}, "cts-1", "faruq", False),
    ],
)
def test_which_blocks_a_rule_is_about(said: dict[str, Any], block: str, area: str, about: bool) -> None:
    state = at("combat", "isf", cts_1="faruq", militia_1="faruq", rumour_1="faruq").state
    assert applies(state, held(**said), state.pieces[block], area) is about


@pytest.mark.rule("nineveh 6.2c", "nineveh 3.2h")
@pytest.mark.parametrize(
    ("said", "side", "about"),
    [
        ({}, "isf", True),
        ({}, "daesh", False),
        ({"of": {"side": "enemy"}}, "daesh", True),
        ({"of": {"side": "enemy"}}, "isf", False),
        ({"of": {"side": "any"}}, "daesh", True),
        ({"of": {"side": "any"}}, "isf", True),
        ({"unit": "cts-1"}, "isf", False),
        ({"areas": ("sikak",)}, "isf", False),
        ({"if": {"terrain": "urban"}}, "isf", False),
    ],
)
def test_which_side_a_rule_is_about_where_there_is_no_block(
    said: dict[str, Any], side: str, about: bool
) -> None:
    state = at("combat", "isf", cts_1="faruq").state
    assert applies(state, held(**said), None, "faruq", side) is about


# --- how long a rule holds -------------------------------------------------------------------------


def more(until: str, **said: Any) -> dict[str, Any]:
    """One more to hit for Daesh for a while."""
    return {
        "modify": {"roll": "to hit", "by": 1, "of": {"side": "daesh", "is": ["unit"]}, "until": until, **said}
    }


def adds(table: Table, unit: str = "militia-1", area: str = "faruq") -> int:
    """What cards add to the to-hit die of a unit."""
    return sum(each.by for each in standing.modifiers(table.state, "to hit", table.state.pieces[unit], area))


def later(table: Table, *phases: tuple[int, str, str]) -> list[int]:
    """What cards add to the die of a Militia as these phases are entered, one after the other."""
    umpire = Umpire(table.state.copy(), 0, ScriptedDice([]), table.people)
    found = []
    for turn, phase, side in phases:
        umpire.enter_phase(turn, phase, side=side, rule="nineveh 4.1")
        unit = umpire.state.pieces["militia-1"]
        found.append(sum(each.by for each in standing.modifiers(umpire.state, "to hit", unit, "faruq")))
    return found


@pytest.mark.rule("nineveh 6.2c")
@pytest.mark.parametrize("until", ["phase", "combat"])
@pytest.mark.parametrize(
    ("phase", "following"),
    [
        ("support", (3, "movement", "isf")),
        ("movement", (3, "combat", "isf")),
        ("combat", (3, "support", "daesh")),
    ],
)
def test_what_holds_for_a_phase_ends_with_it(until: str, phase: str, following: tuple[int, str, str]) -> None:
    table = trial(phase, "isf", militia_1="faruq")
    do(table, more(until))
    assert adds(table) == 1
    assert later(table, following) == [0]


@pytest.mark.rule("nineveh 6.2c")
def test_what_holds_to_the_end_of_the_turn_holds_in_all_its_phases() -> None:
    table = trial("support", "isf", militia_1="faruq")
    do(table, more("turn end"))
    assert adds(table) == 1
    rest = [(3, "movement", "isf"), (3, "combat", "isf"), (3, "support", "daesh"), (3, "combat", "daesh")]
    assert later(table, *rest, (4, "support", "isf")) == [1, 1, 1, 1, 0]


@pytest.mark.rule("nineveh 6.2c")
def test_rules_for_a_while_add_up_and_may_be_about_an_area_or_a_block() -> None:
    table = trial(militia_1="faruq", militia_2="faruq", militia_3="sikak")
    do(table, more("turn end"), more("turn end", by=2), more("turn end", at="here", by=4), here="faruq")
    assert [adds(table), adds(table, "militia-3", "sikak")] == [7, 3]
    do(
        table,
        {
            "each": {
                "of": {"side": "daesh", "is": ["militia"], "at": {"among": "anywhere", "terrain": "urban"}},
                "do": [more("turn end", of="it", by=-2)],
            }
        },
    )
    assert [adds(table), adds(table, "militia-3", "sikak")] == [7, 1]


@pytest.mark.rule("nineveh 6.2c")
def test_a_rule_that_a_card_grants_holds_where_it_says() -> None:
    table = trial(erd_1="faruq", erd_2="sikak")
    grant = {
        "grant": {
            "rule": {"allow": "second round", "of": {"side": "isf", "is": ["erd"]}, "at": "here"},
            "until": "turn end",
        }
    }
    do(table, grant, here="faruq")
    state = table.state
    assert standing.allows(state, "second round", state.pieces["erd-1"])
    assert not standing.allows(state, "second round", state.pieces["erd-2"])
    assert standing.allows(state, "second round", state.pieces["erd-2"], "faruq")
    assert not standing.forbids(state, "second round", state.pieces["erd-1"])


# --- cards that are turned up (3.2b) ---------------------------------------------------------------

SECOND = {"allow": "second round", "of": {"side": "own", "is": ["erd"]}}


@pytest.mark.rule("nineveh 3.2b", "nineveh 6.1g")
@pytest.mark.parametrize("face_down", [True, False])
def test_a_second_round_by_a_face_down_card_is_offered_and_not_suggested(face_down: bool) -> None:
    table = card(
        battle(URBAN, ["erd-1", "cts-1"], ["militia-1"]), "a-card", "isf", not face_down, standing=[SECOND]
    )
    state = table.state
    assert is_face_down(state, "a-card") is face_down
    assert not is_face_down(state, "no-card")
    assert needs_face_down(state, "second round", state.pieces["erd-1"]) is face_down
    assert not needs_face_down(state, "second round", state.pieces["cts-1"])
    fight(table, 1, 1, 1, 1, 1, *([] if face_down else [1]), answers=[[]])
    (question,) = [each for each in table.people.asked if "second round" in words_of(each.text)]
    assert question.suggested == ((["cts-1"] if face_down else ["erd-1", "cts-1"]),)
    assert is_face_down(table.state, "a-card") is face_down


@pytest.mark.rule("nineveh 3.2b", "nineveh 6.1g")
def test_the_card_is_turned_up_for_those_alone_who_need_it() -> None:
    table = card(battle(URBAN, ["erd-1", "cts-1"], ["militia-1"]), "a-card", "isf", standing=[SECOND])
    fight(table, 1, 1, 1, 1, 1, 1, answers=[[], ["erd-1", "cts-1"]])
    assert not is_face_down(table.state, "a-card")


# --- areas and blocks that a card is about ---------------------------------------------------------


@pytest.mark.rule("nineveh 3.2e", "nineveh 6.5b")
def test_the_area_with_the_most_enemies_is_suggested_then_the_old_city_then_the_fewest_of_ones_own() -> None:
    table = trial(militia_1="abar", cts_1="abar", militia_2="thawra", militia_3="faruq", militia_4="makkawi")
    table.put("cts-2", "makkawi").put("ashbal-7", "reserve-daesh")
    aim = {"aim": {"choose": "own", "among": {"holding": {"side": "enemy"}}}}
    for expected, block in (("faruq", "militia-3"), ("makkawi", "militia-4"), ("thawra", "militia-2")):
        do(table, aim, answers=[expected])
        assert table.people.asked[-1].suggested == (expected,)
        table.put(block, "eliminated")
    table.put("militia-2", "abar").put("militia-3", "faruq")
    do(table, aim, answers=["abar"])
    assert table.people.asked[-1].suggested == ("abar",)


@pytest.mark.rule("nineveh 6.5b")
def test_an_area_at_random() -> None:
    table = trial(militia_1="faruq", militia_2="sikak", ashbal_7="reserve-daesh")
    aim = {"aim": {"choose": "random", "among": {"holding": {"side": "daesh"}}}}
    hit = {"disrupt": {"of": {"side": "daesh", "is": ["militia"], "at": "here"}}}
    do(table, aim, hit, dice=[2])
    assert [bool(table.state.mark_named(each, "disrupted")) for each in ("militia-1", "militia-2")] == [
        False,
        True,
    ]
    do(table, {"aim": {"choose": "random", "among": {"holding": {"side": "isf"}}}}, hit)
    assert steps(table, "militia-1") == 2
    assert not table.state.mark_named("militia-1", "disrupted")


@pytest.mark.rule("nineveh 6.2c", "nineveh 2.1f")
def test_of_ones_own_the_least_is_best_and_of_the_enemys_the_strongest_that_is_shown() -> None:
    table = trial(militia_1="faruq", veteran_1="faruq", rumour_1="faruq", ashbal_1="faruq")
    names = ["militia-1", "rumour-1", "veteran-1", "ashbal-1"]
    assert best_of(table.state, names, own=True) == "rumour-1"
    assert best_of(table.state, ["veteran-1", "militia-1"], own=True) == "militia-1"
    table.known("militia-1").known("ashbal-1").change("ashbal-1", steps=1)
    assert best_of(table.state, names, own=False) == "militia-1"
    assert best_of(table.state, ["veteran-1", "ashbal-1"], own=False) == "ashbal-1"
    assert best_of(table.known("rumour-1").state, ["rumour-1", "veteran-1"], own=False) == "veteran-1"


@pytest.mark.rule("nineveh 2.1f", "nineveh 7.4d")
@pytest.mark.parametrize(
    ("blocks", "audience"),
    [
        (["militia-1", "veteran-1"], ("daesh",)),
        (["cts-1"], ("isf",)),
        (["cts-1", "militia-1"], ()),
        (["ashbal-1"], None),
        (["ashbal-1", "militia-1"], ("daesh",)),
    ],
)
def test_who_may_know_which_of_some_blocks_was_taken(
    blocks: list[str], audience: tuple[str, ...] | None
) -> None:
    table = trial(militia_1="faruq", veteran_1="faruq", cts_1="faruq", ashbal_1="faruq").known("ashbal-1")
    assert who_may_know(table.state, blocks) == audience
    assert all_of(table.state, blocks, "daesh") is ("cts-1" not in blocks)


@pytest.mark.rule("nineveh 6.2c")
def test_blocks_of_both_sides_are_each_chosen_by_their_owner() -> None:
    table = trial(militia_1="faruq", militia_2="faruq", cts_1="faruq", cts_2="faruq")
    lose = {"lose": {"of": {"side": "any", "is": ["unit"], "at": "here"}}}
    do(table, lose, here="faruq", answers=["cts-2", "militia-2"])
    assert asked(table) == [("isf", ["cts-1", "cts-2"]), ("daesh", ["militia-1", "militia-2"])]
    assert [steps(table, each) for each in ("cts-1", "cts-2", "militia-1", "militia-2")] == [4, 3, 2, 1]


@pytest.mark.rule("nineveh 6.5b", "nineveh 6.2c")
@pytest.mark.parametrize(
    ("count", "questions", "lost"), [(1, 1, 1), (2, 2, 2), (3, 0, 3), (5, 0, 3), ("all", 0, 3)]
)
def test_as_many_blocks_as_the_card_says(count: Any, questions: int, lost: int) -> None:
    units = ["militia-1", "militia-2", "militia-3"]
    table = trial(militia_1="thawra", militia_2="thawra", militia_3="thawra")
    lose = {"lose": {"of": {"side": "daesh", "is": ["militia"], "at": "here", "count": count}}}
    do(table, lose, here="thawra", answers=units[:questions])
    assert len(table.people.asked) == questions
    assert sum(steps(table, unit) for unit in units) == 6 - lost


@pytest.mark.rule("nineveh 7.21d")
@pytest.mark.parametrize(
    ("side", "by", "orders", "options"),
    [
        ("isf", -1, (0, 1, 2, 3), ["interior", "cts"]),
        ("isf", 1, (0, 1, 3, 0), ["army", "interior"]),
        ("isf", -1, (0, 0, 0, 3), []),
        ("isf", 1, (3, 3, 3, 0), []),
        ("daesh", 1, (0, 0, 0, 3), []),
    ],
)
def test_orders_are_won_by_an_hq_with_fewer_than_three_and_lost_by_one_with_some(
    side: str, by: int, orders: tuple[int, ...], options: list[str]
) -> None:
    table = trial()
    for hq, left in zip(("army", "interior", "cts", "leader"), orders, strict=True):
        table.track(f"orders-{hq}", left)
    do(table, {"orders": {"hq": "any", "by": by, "of": side}}, answers=options[-1:])
    assert asked(table) == ([(side, options)] if options else [])
    after = tuple(table.state.track(f"orders-{hq}") for hq in ("army", "interior", "cts", "leader"))
    assert sum(after) == sum(orders) + (by if options else 0)


@pytest.mark.rule("nineveh 7.21d")
def test_the_leader_alone_wins_and_loses_the_orders_of_daesh() -> None:
    table = trial().track("orders-leader", 1)
    do(table, {"orders": {"hq": "any", "by": 1, "of": "daesh"}})
    assert (table.state.track("orders-leader"), table.people.asked) == (2, [])


CARDS = ("humint", "eod-teams", "himars")


def with_cards() -> Table:
    """Three cards of the ISF in play."""
    table = trial()
    for each in CARDS:
        table.put(each, "cards-isf")
    return table


def in_play(table: Table) -> list[str]:
    return [each for each in CARDS if place(table, each) == "cards-isf"]


@pytest.mark.rule("nineveh 3.2f")
@pytest.mark.parametrize(
    ("count", "dice", "left"), [(1, [2], 2), (2, [1, 2], 1), (3, [], 0), (4, [], 0), ("all", [], 0)]
)
def test_as_many_cards_as_the_card_says_are_discarded_by_chance(
    count: Any, dice: list[int], left: int
) -> None:
    table = with_cards()
    do(table, {"cards": {"of": "isf", "do": "discard", "count": count}}, dice=dice)
    assert len(in_play(table)) == left


@pytest.mark.rule("nineveh 3.2f", "nineveh 3.2b")
@pytest.mark.parametrize(("chosen", "questions"), [("isf", 2), ("daesh", 2)])
def test_or_as_a_side_says(chosen: str, questions: int) -> None:
    table = with_cards()
    names = [table.state.name_for(chosen, each) for each in ("humint", "himars")]
    do(table, {"cards": {"of": "isf", "do": "discard", "count": 2, "chosen": chosen}}, answers=names)
    assert in_play(table) == ["eod-teams"]
    assert [question.side for question in table.people.asked] == [chosen] * questions
    assert all(question.secret is (chosen == "isf") for question in table.people.asked)
    assert [len(question.listed(9) or ()) for question in table.people.asked] == [3, 2]


@pytest.mark.rule("nineveh 3.2e", "nineveh 3.2b")
def test_only_what_can_be_shown_tapped_or_untapped_is() -> None:
    table = with_cards().known("humint").mark("eod-teams", "tapped")
    do(table, {"cards": {"of": "isf", "do": "tap", "count": "all"}})
    assert all(
        table.state.mark_named(each, "tapped")
        for each in CARDS
        if table.state.pieces[each].kind.data["use"] == "tap"
    )
    do(table, {"cards": {"of": "isf", "do": "expose", "count": "all", "card": "himars"}})
    assert [table.state.pieces[each].known_to for each in CARDS] == [None, ("isf",), None]
    do(table, {"cards": {"of": "isf", "do": "untap", "count": "all"}})
    assert not any(table.state.mark_named(each, "tapped") for each in CARDS)


# --- rolls and strikes -----------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.2c")
@pytest.mark.parametrize(
    ("purpose", "told"),
    [
        ("does it work", "does it work (Rocket Artillery)"),
        ("does the Artillery hit", "does the Artillery hit"),
    ],
)
def test_a_roll_names_its_card_once(purpose: str, told: str) -> None:
    table = with_cards()
    do(table, {"roll": {"for": purpose}}, dice=[1], card="himars")
    (die,) = [event for event in table.session.game.log if isinstance(event, DieRolled)]
    assert words_of(die.purpose) == told


STRIKE = {"at": "here", "dice": 2, "hits": 5, "collateral": 6}


@pytest.mark.rule("nineveh 3.2h", "nineveh 6.2c")
@pytest.mark.parametrize(
    ("modify", "by", "dice", "lost", "harm"),
    [
        ("strike", 0, [4, 5], 1, 0),
        ("strike", 1, [4, 3], 1, 0),
        ("strike", -1, [5, 6], 1, 1),
        ("strike", -2, [6, 6], 0, 2),
        ("collateral", 1, [4, 5], 1, 1),
        ("collateral", -1, [6, 6], 2, 0),
        ("collateral", 6, [1, 1], 0, 2),
    ],
)
def test_cards_change_what_a_strike_needs(
    modify: str, by: int, dice: list[int], lost: int, harm: int
) -> None:
    table = trial(militia_1="thawra", militia_2="thawra", cts_1="thawra")
    if by:
        said = {
            "rule": {"modify": modify, "by": by},
            "side": "isf",
            "card": "",
            "label": "a card",
            "areas": None,
        }
        table.mark("game", "rules until turn ends", [said])
    do(table, {"strike": STRIKE}, here="thawra", dice=dice, answers=["militia-1"] * lost)
    assert sum(
        steps(table, each) if place(table, each) == "thawra" else 0 for each in ("militia-1", "militia-2")
    ) in (
        4 - lost,
        2,
    )
    assert table.state.track("collateral") == harm


@pytest.mark.rule("nineveh 3.2h")
def test_a_strike_that_harms_nobody_else_says_so_and_hits_units_ieds_and_rumours_alone() -> None:
    table = trial(militia_1="thawra", human_shields_1="thawra", rumour_1="thawra")
    do(table, {"strike": {"at": "here", "dice": 1, "hits": 5}}, here="thawra", dice=[6], answers=["rumour-1"])
    assert asked(table) == [("daesh", ["militia-1", "rumour-1"])]
    assert table.state.track("collateral") == 0
    do(table, {"strike": {"at": "here", "dice": 1, "hits": 5}}, here="sikak", dice=[6])
    assert rolled(table.session.game.log)[-1][0] == "strike on Al-Sikak, hits on 5+"
