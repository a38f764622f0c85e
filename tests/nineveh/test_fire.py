"""Fire in every case: modifiers of any size (6.2), who is asked for a reroll (2.4, 7.21c), who is offered a
hit and who is suggested to take it (6.1d, 6.3d)."""

from typing import Any

import pytest

from adjudication.engine.umpire import Question
from adjudication.systems.nineveh.fighting.combat import outgunned
from adjudication.systems.nineveh.fighting.firing import (
    best_to_lose,
    firepower,
    units,
    unlike,
    worth_rerolling,
)
from domain.table.state import Piece
from tests.nineveh.battle import OLD_CITY, OPEN, URBAN, battle, event_card, rolled, steps
from tests.nineveh.board import rules
from tests.nineveh.test_firing import AGAIN, REROLL, asked, card, fight, standing
from tests.nineveh.words import words_of
from tests.table import Table


def modified(table: Table, by: int, kind: str = "erd") -> Table:
    """The table with so much more on the to-hit dice of a kind of ISF units."""
    if by:
        rules(table, "isf", {"modify": "to hit", "by": by, "of": {"side": "isf", "is": [kind]}})
    return table


@pytest.mark.rule("nineveh 6.2c", "nineveh 2.1b")
@pytest.mark.parametrize("by", range(-7, 8))
@pytest.mark.parametrize(("left", "value"), [(3, 4), (1, 6)])
def test_a_unit_is_as_strong_as_the_faces_that_hit(by: int, left: int, value: int) -> None:
    table = modified(battle(URBAN, ["erd-1"], ["militia-1"], steps={"erd-1": left}), by)
    hitting = sum(face + by >= value for face in range(1, 7))
    assert firepower(table.state, table.state.pieces["erd-1"], URBAN) == hitting


@pytest.mark.rule("nineveh 6.2c", "nineveh 6.1e")
@pytest.mark.parametrize(
    ("by", "words", "die", "hit"),
    [
        (-4, "cannot hit", 6, False),
        (-3, "cannot hit", 6, False),
        (-2, "hits on 6+", 6, True),
        (-2, "hits on 6+", 5, False),
        (2, "hits on 2+", 2, True),
        (2, "hits on 2+", 1, False),
        (3, "hits on 1+", 1, True),
        (5, "hits on 1+", 1, True),
    ],
)
@pytest.mark.parametrize("deck", [False, True])
def test_the_face_that_hits_is_the_value_less_what_is_added(
    by: int, words: str, die: int, hit: bool, deck: bool
) -> None:
    """Whether there is a deck of events, by which each die is rolled by itself, makes no difference."""
    table = modified(battle(URBAN, ["erd-1"], ["militia-1"]), by)
    if deck:
        event_card(table, "nothing", 6 if die == 1 else 1)
    events = fight(table, 2, die)
    assert rolled(events)[1] == (f"fire by Emergency Response Division 1 in Al-Abar, {words}", die)
    assert steps(table, "militia-1") == [1 if hit else 2]


@pytest.mark.rule("nineveh 6.2a", "nineveh 6.2b", "nineveh 6.2c")
def test_modifiers_of_terrain_disruption_and_cards_add_up() -> None:
    table = battle(OLD_CITY, ["cts-1"], ["veteran-1"]).mark("veteran-1", "disrupted")
    rules(table, "daesh", {"modify": "to hit", "by": 2, "of": {"side": "own", "is": ["veteran"]}})
    assert firepower(table.state, table.state.pieces["veteran-1"], OLD_CITY) == 4 + 1 - 1 + 2
    assert firepower(table.state, table.state.pieces["veteran-1"], OPEN) == 4 - 1 + 2


@pytest.mark.rule("nineveh 6.1c", "nineveh 6.1e")
@pytest.mark.parametrize("deck", [False, True])
def test_all_hits_of_a_side_are_taken(deck: bool) -> None:
    table = battle(URBAN, ["erd-1", "erd-2"], ["militia-1", "militia-2", "militia-3"])
    if deck:
        event_card(table, "nothing", 1)
    fight(table, 5, 4, 6, 3, 3)
    assert sum(steps(table, "erd-1", "erd-2")) == 6 - 2
    assert steps(table, "militia-1", "militia-2", "militia-3") == [2, 2, 2]


@pytest.mark.rule("nineveh 6.5a", "nineveh 6.1c")
def test_who_an_event_has_taken_out_of_the_area_does_not_fire_and_his_die_counts_for_nobody() -> None:
    gone = [{"remove": {"of": {"side": "daesh", "is": ["ashbal"], "at": "here"}}}]
    table = event_card(battle(URBAN, ["erd-1"], ["militia-1", "ashbal-1"]), "flight", 1, gone)
    assert len(rolled(fight(table, 1, 1))) == 2
    assert steps(table, "erd-1") == [3]


# --- the order of fire -----------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.5a")
@pytest.mark.parametrize(
    ("option", "daesh", "number"),
    [
        (True, ["militia-1", "militia-2"], 0),
        (True, ["militia-1", "ashbal-1"], 1),
        (False, ["militia-1", "ashbal-1"], 0),
    ],
)
def test_the_owner_is_asked_in_which_order_unlike_units_fire(
    option: bool, daesh: list[str], number: int
) -> None:
    table = battle(URBAN, ["erd-1"], daesh, options={"firing_order": option})
    event_card(table, "nothing", 6)
    fight(table, 1, 1, 1)
    questions = [each for each in table.people.asked if "order" in words_of(each.text).lower()]
    assert len(questions) == number
    if number:
        assert list(questions[0].options) == [["militia-1", "ashbal-1"], ["ashbal-1", "militia-1"]]
        assert questions[0].suggested == (["militia-1", "ashbal-1"],)


# --- rerolls by cards (2.4) ------------------------------------------------------------------------

ENEMY = {**AGAIN, "of": {"side": "enemy", "is": ["unit"]}}


def wanted(table: Table) -> list[Question]:
    """The questions for a reroll by a card."""
    return [each for each in table.people.asked if "reroll it" in words_of(each.text)]


@pytest.mark.rule("nineveh 2.4", "nineveh 6.5a")
@pytest.mark.parametrize(
    ("whose", "die", "trigger", "is_asked", "suggested"),
    [
        ("own", 3, 6, True, True),  # a miss
        ("own", 1, 6, True, True),
        ("own", 5, 6, False, None),  # a hit
        ("own", 6, 6, True, False),  # a hit that draws an event
        ("own", 1, 1, True, True),
        ("enemy", 3, 6, False, None),
        ("enemy", 1, 1, True, False),  # a miss that draws an event
        ("enemy", 5, 1, True, True),
        ("enemy", 6, 6, True, True),
    ],
)
@pytest.mark.parametrize("face_down", [False, True])
def test_who_has_a_card_is_asked_of_his_misses_the_enemys_hits_and_dice_that_draw(
    whose: str, die: int, trigger: int, is_asked: bool, suggested: bool | None, face_down: bool
) -> None:
    """An ERD, which hits on 4+, fires; the card is its own side's, or the enemy's. A card that lies face down
    is not suggested."""
    side = "isf" if whose == "own" else "daesh"
    table = battle(URBAN, ["erd-1"], ["militia-1", "militia-2"])
    card(table, "a-card", side, shown=not face_down, standing=[AGAIN if whose == "own" else ENEMY])
    rule = {"forbid": "fire", "of": {"side": "daesh", "is": ["militia"]}}
    event_card(rules(table, "isf", rule), "nothing", trigger)
    fight(table, die, answers=[False] if is_asked else [])
    questions = wanted(table)
    assert [question.side for question in questions] == ([side] if is_asked else [])
    if is_asked:
        (question,) = questions
        assert question.suggested == (bool(suggested) and not face_down,)
        assert question.secret is face_down
        assert ("a hit" in words_of(question.text)) is (die >= 4)


@pytest.mark.rule("nineveh 2.4")
def test_what_a_card_has_rerolled_this_turn_is_spent_until_the_next() -> None:
    table = standing(battle(URBAN, ["erd-1"], ["militia-1"]), "isf", AGAIN)
    table.put("erd-2", OPEN).put("militia-2", OPEN)
    fight(table, 2, 1, 1, answers=[True])
    fight(table, 2, 1, area=OPEN)
    assert len(wanted(table)) == 1
    table.order("proceed")
    for _ in range(2):
        table.order("proceed", side="daesh")
    table.put("erd-1", URBAN).put("militia-1", URBAN)
    fight(table, 1, 2)
    assert len(wanted(table)) == 1
    table.order("proceed")
    for _ in range(2):
        table.order("proceed", side="isf")
    table.put("erd-1", URBAN).put("militia-1", URBAN)
    fight(table, 2, 1, answers=[False])
    assert len(wanted(table)) == 2


@pytest.mark.rule("nineveh 2.4")
def test_a_card_for_each_combat_rerolls_as_many_dice_as_it_says_in_each() -> None:
    table = standing(
        battle(URBAN, ["erd-1", "erd-2", "erd-3"], ["militia-1"]),
        "isf",
        {**AGAIN, "per": "combat", "count": 2},
    )
    table.put("cts-1", OPEN).put("militia-2", OPEN)
    fight(table, 2, 1, 1, 1, 1, 1, answers=[True, True])
    assert len(wanted(table)) == 2
    fight(table, 2, 1, 1, area=OPEN, answers=[True])
    assert len(wanted(table)) == 3


# --- Leadership (7.21c) ----------------------------------------------------------------------------


@pytest.mark.rule("nineveh 7.21c", "nineveh 7.21e")
@pytest.mark.parametrize(
    ("orders", "by", "likely"),
    [
        (3, 0, ["erd-1", "erd-2"]),
        (2, 0, ["erd-1"]),  # one order is kept
        (1, 0, []),
        (3, -1, []),  # two faces of six are no even chance
        (3, 1, ["erd-1", "erd-2"]),
    ],
)
def test_misses_with_an_even_chance_are_suggested_while_an_order_is_kept(
    orders: int, by: int, likely: list[str]
) -> None:
    table = battle(URBAN, ["erd-1", "erd-2"], ["militia-1"]).put("interior-hq", "mosul-jadida")
    modified(table.track("orders-interior", orders), by)
    led = {"erd-1": "interior", "erd-2": "interior"}
    assert worth_rerolling(table.state, led, URBAN) == likely
    fight(table, 1, 1, 1, *[1] * len(likely))
    assert asked(table, REROLL)[0].suggested == (likely,)


@pytest.mark.rule("nineveh 7.21c")
def test_only_misses_can_be_rerolled() -> None:
    table = battle(URBAN, ["erd-1", "erd-2"], ["militia-1"]).put("interior-hq", "mosul-jadida")
    fight(table, 1, 5, 1, answers=[[]])
    (question,) = asked(table, REROLL)
    assert question.listed(10) == [[], ["erd-2"]]


@pytest.mark.rule("nineveh 2.1f", "nineveh 7.21c")
@pytest.mark.parametrize(("known", "secret"), [(False, True), (True, False)])
def test_the_question_of_a_reroll_is_open_where_the_hq_is_known(known: bool, secret: bool) -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1"]).put("interior-hq", "mosul-jadida")
    if known:
        table.known("interior-hq")
    fight(table, 1, 1, answers=[[]])
    assert asked(table, REROLL)[0].secret is secret


# --- hits ------------------------------------------------------------------------------------------


def pieces(table: Table, *blocks: str) -> list[Piece]:
    return [table.state.pieces[block] for block in blocks]


@pytest.mark.rule("nineveh 6.1d")
def test_units_are_alike_that_are_of_one_kind_with_as_many_steps_and_both_disrupted_or_not() -> None:
    units = ["militia-1", "militia-2", "militia-3", "militia-4", "ashbal-1"]
    table = battle(URBAN, [], units, steps={"militia-2": 1}).mark("militia-3", "disrupted")
    there = pieces(table, *units)
    assert [unit.id for unit in unlike(table.state, there)] == [
        "militia-1",
        "militia-2",
        "militia-3",
        "ashbal-1",
    ]


@pytest.mark.rule("nineveh 6.1d", "nineveh 6.3a", "nineveh 6.3d")
@pytest.mark.parametrize(
    ("units", "left", "takes"),
    [
        (["erd-1", "federal-police-1"], {"federal-police-1": 1}, "erd-1"),  # nobody is lost
        (["federal-police-1", "erd-1"], {"erd-1": 1}, "federal-police-1"),
        (["erd-1", "ad9-1"], {}, "ad9-1"),  # armour may save
        (["ad9-1", "erd-1"], {"ad9-1": 1}, "erd-1"),  # but not at the price of the unit
        (["cts-1", "federal-police-1"], {}, "federal-police-1"),  # the weaker unit
        (["erd-1", "federal-police-1"], {}, "federal-police-1"),
    ],
)
def test_whose_step_is_missed_least(units: list[str], left: dict[str, int], takes: str) -> None:
    table = battle(URBAN, units, ["militia-1"], steps=left)
    assert best_to_lose(table.state, pieces(table, *units), URBAN) == takes


@pytest.mark.rule("nineveh 6.1d", "nineveh 2.1c")
def test_a_step_that_makes_a_unit_no_weaker_is_missed_less() -> None:
    """The next value of the 9th Armoured Division is in the campaign the same as its first."""
    table = Table("nineveh").put("cts-1", URBAN).put("cts-2", URBAN).put("militia-1", URBAN)
    table.change("cts-2", steps=3)  # 4 and then 4 again, where a whole one turns from 3 to 4
    assert best_to_lose(table.state, pieces(table, "cts-1", "cts-2"), URBAN) == "cts-2"


@pytest.mark.rule("nineveh 11.0s", "nineveh 6.1d")
def test_human_shields_are_suggested_for_a_hit_and_one_of_them_is_offered() -> None:
    table = battle(URBAN, ["erd-1"], ["militia-1", "human-shields-1", "human-shields-2"])
    fight(table, 1, 4)
    (question,) = asked(table, "Which unit takes a hit in Al-Abar?")
    assert list(question.options) == ["militia-1", "human-shields-1"]
    assert question.suggested == ("human-shields-1",)
    assert table.state.track("collateral") == 1


@pytest.mark.rule("nineveh 6.3d", "nineveh 6.2c")
@pytest.mark.parametrize(("by", "needed"), [(0, 5), (1, 4), (-1, 6), (4, 1), (6, 1)])
def test_armour_saves_on_five_less_what_cards_add_and_never_below_one(by: int, needed: int) -> None:
    for die, saves in ((needed, True), (needed - 1, False)):
        if not die:
            continue
        table = battle(URBAN, ["ad9-1"], ["militia-1"])
        if by:
            rules(table, "isf", {"modify": "save", "by": by, "of": {"side": "own", "is": ["ad9"]}})
        events = fight(table, 5, die, 1)
        assert rolled(events)[1][0].endswith(f"{needed}+")
        assert steps(table, "ad9-1") == [3 if saves else 2]


# --- who is stronger (6.1f, 6.1g) --------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.1g")
@pytest.mark.parametrize(
    ("isf", "daesh", "isf_outgunned", "daesh_outgunned"),
    [
        (["erd-1"], ["militia-1"], False, True),  # three faces against two
        (["federal-police-1"], ["militia-1"], False, False),
        (["erd-1"], ["militia-1", "militia-2"], True, False),
    ],
)
def test_who_has_fewer_faces_that_hit_is_outgunned(
    isf: list[str], daesh: list[str], isf_outgunned: bool, daesh_outgunned: bool
) -> None:
    state = battle(URBAN, isf, daesh).state
    assert outgunned(state, "isf", URBAN) is isf_outgunned
    assert outgunned(state, "daesh", URBAN) is daesh_outgunned
    assert [unit.id for unit in units(state, "daesh", URBAN)] == daesh


def suggested(table: Table, text: str) -> Any:
    """What is suggested for a question, and why."""
    (question,) = asked(table, text)
    return question.suggested[0], words_of(question.because)


@pytest.mark.rule("nineveh 6.1g")
@pytest.mark.parametrize(
    ("daesh", "fights"),
    [(["militia-1", "militia-2"], True), (["militia-1", "militia-2", "militia-3"], False)],
)
def test_a_second_round_is_suggested_unless_the_defenders_hit_more_often(
    daesh: list[str], fights: bool
) -> None:
    """A CTS hits with four faces of six, each Militia with two."""
    table = battle(URBAN, ["cts-1"], daesh)
    dice = [1] * (len(daesh) + 1)
    fight(table, *dice, *(dice if fights else []))
    found, because = suggested(table, "Which attackers fight a second round in Al-Abar?")
    assert found == (["cts-1"] if fights else [])
    assert ("hit more often" in because) is not fights


@pytest.mark.rule("nineveh 6.1f", "nineveh 6.1g")
@pytest.mark.parametrize(
    ("isf", "retreats"), [(["cts-1"], True), (["erd-1"], False), (["federal-police-1", "cts-1"], True)]
)
def test_a_retreat_is_suggested_where_stronger_attackers_may_fight_on(isf: list[str], retreats: bool) -> None:
    table = battle(URBAN, isf, ["militia-1"])
    fight(table, 1, *[1] * len(isf))
    found, because = suggested(table, "Which defenders retreat from Al-Abar?")
    assert found == (["militia-1"] if retreats else [])
    assert ("stronger" in because) is retreats
