"""The verbs of cards, one by one (2.3, 3.2, 6.2c, 6.5): what each does, who is asked, what it may not do."""

from typing import Any

import pytest

from adjudication.systems.nineveh.table.blocks import blocks
from domain.events import Chosen, DieRolled, PieceKnown
from domain.views.view import see_log
from tests.nineveh.board import at, place, steps
from tests.nineveh.cards import trying
from tests.table import Table


def battle(phase: str = "combat", side: str = "isf", turn: int = 3, **places: str) -> Table:
    """A table with these blocks, on which effects can be tried."""
    return trying(at(phase, side, turn, **places))


def do(
    table: Table,
    *effects: dict[str, Any],
    side: str = "isf",
    here: str = "",
    dice: Any = (),
    answers: Any = (),
    **more: str,
) -> None:
    """Carry out effects."""
    table.order("try", side=side, effects=list(effects), here=here, dice=dice, answers=answers, **more)


def asked(table: Table) -> list[tuple[str, Any]]:
    """Who was asked, and what was offered, question by question."""
    return [(question.side, list(question.options)) for question in table.people.asked]


DAESH_UNIT = {"side": "daesh", "is": ["unit"], "at": "here"}


@pytest.mark.rule("nineveh 6.2c")
@pytest.mark.parametrize(
    ("track", "by", "value"), [("collateral", 2, 2), ("casualties", -1, 0), ("time", 1, 4)]
)
def test_score_moves_a_track_no_further_than_its_ends(track: str, by: int, value: int) -> None:
    table = battle().track("time", 3)
    do(table, {"score": {"track": track, "by": by}})
    assert table.state.track(track) == value


@pytest.mark.rule("nineveh 6.2c")
def test_the_owner_says_which_unit_loses_a_step_and_the_enemy_does_not_learn_which() -> None:
    table = battle(militia_1="faruq", veteran_1="faruq", rumour_1="faruq", cts_1="faruq")
    do(table, {"lose": {"of": DAESH_UNIT}}, here="faruq", answers=["veteran-1"])
    assert asked(table) == [("daesh", ["militia-1", "veteran-1"])]
    assert (steps(table, "veteran-1"), steps(table, "militia-1")) == (2, 2)
    chosen = [event.number for event in table.session.game.log if isinstance(event, Chosen)]
    assert not {line.number for line in see_log(table.session.game.log, "isf")} & set(chosen)


@pytest.mark.rule("nineveh 6.5b")
def test_fewer_than_asked_for_are_all_there_are_and_none_is_no_effect() -> None:
    table = battle(militia_1="faruq", veteran_1="faruq")
    do(table, {"disrupt": {"of": {**DAESH_UNIT, "count": 3}}}, here="faruq")
    assert [bool(table.state.mark_named(each, "disrupted")) for each in ("militia-1", "veteran-1")] == [
        True,
        True,
    ]
    before = table.state.number
    do(table, {"lose": {"of": {"side": "isf", "is": ["unit"], "at": "here"}}}, here="faruq")
    assert table.state.number == before + 2  # the order and its end, nothing between


@pytest.mark.rule("nineveh 6.31b")
def test_a_second_disruption_is_a_step_loss_and_what_is_no_unit_is_not_disrupted() -> None:
    table = battle(veteran_1="faruq", rumour_1="faruq")
    every = {"side": "daesh", "is": ["block"], "at": "here", "count": "all"}
    do(table, {"disrupt": {"of": every}}, {"disrupt": {"of": every}}, here="faruq")
    assert steps(table, "veteran-1") == 2
    assert table.state.mark_named("rumour-1", "disrupted") is None


@pytest.mark.rule("nineveh 6.2c")
def test_rally_takes_markers_off_only_where_there_are_some() -> None:
    table = (
        battle(cts_1="faruq", cts_2="faruq", erd_1="sikak")
        .mark("cts-2", "disrupted")
        .mark("erd-1", "disrupted")
    )
    do(table, {"rally": {"of": {"side": "isf", "is": ["cts", "erd"], "at": "anywhere"}}}, answers=["erd-1"])
    assert asked(table) == [("isf", ["cts-2", "erd-1"])]
    assert (table.state.mark_named("cts-2", "disrupted"), table.state.mark_named("erd-1", "disrupted")) == (
        True,
        None,
    )


@pytest.mark.rule("nineveh 6.2c", "nineveh 6.3b")
def test_recover_gives_steps_back_but_not_more_than_a_unit_had() -> None:
    table = battle(cts_1="faruq", cts_2="faruq").change("cts-1", steps=3)
    do(
        table,
        {"recover": {"of": {"side": "isf", "is": ["cts"], "at": "here", "count": "all"}, "steps": 2}},
        here="faruq",
    )
    assert (steps(table, "cts-1"), steps(table, "cts-2")) == (4, 4)


@pytest.mark.rule("nineveh 7.4b", "nineveh 7.5f")
def test_the_enemy_says_what_is_revealed_by_contacts_a_rumour_goes_and_an_ied_stays() -> None:
    table = battle(militia_1="faruq", rumour_1="faruq", ied_1="faruq")
    contacts = {table.state.name_for("isf", each): each for each in ("militia-1", "rumour-1", "ied-1")}
    two = [name for name, block in contacts.items() if block != "militia-1"]
    do(
        table,
        {"reveal": {"of": {"side": "daesh", "is": ["block"], "at": "here", "count": 2}}},
        here="faruq",
        answers=two,
    )
    assert asked(table)[0] == ("isf", sorted(contacts))
    assert (place(table, "rumour-1"), place(table, "ied-1")) == ("eliminated", "faruq")
    assert table.state.pieces["ied-1"].known_to is None
    assert table.state.pieces["militia-1"].known_to == ("daesh",)


@pytest.mark.rule("nineveh 6.2c")
def test_who_does_not_know_the_blocks_may_name_one_that_is_not_meant() -> None:
    table = battle(veteran_1="faruq", ied_1="faruq", militia_1="faruq")
    lose = {"lose": {"of": {"side": "daesh", "is": ["militia"], "at": "here", "chosen": "isf"}}}
    do(table, lose, here="faruq", answers=[table.state.name_for("isf", "veteran-1")])
    assert len(asked(table)[0][1]) == 3  # the IED too: it might be anything
    assert [steps(table, each) for each in ("veteran-1", "militia-1")] == [3, 2]
    do(table, lose, here="faruq", answers=[table.state.name_for("isf", "militia-1")])
    assert steps(table, "militia-1") == 1


@pytest.mark.rule("nineveh 6.2c")
def test_chance_takes_one_of_those_meant_and_the_enemy_is_not_told_among_which() -> None:
    table = battle(veteran_1="faruq", militia_1="faruq", militia_2="faruq")
    of = {"side": "daesh", "is": ["militia"], "at": "here", "chosen": "random"}
    do(table, {"disrupt": {"of": of}}, here="faruq", dice=[2])
    assert table.state.mark_named("militia-2", "disrupted")
    assert "picked" not in [line.event for line in see_log(table.session.game.log, "isf")]


@pytest.mark.rule("nineveh 7.5g", "nineveh 6.3b")
def test_remove_puts_an_ied_back_for_another_time_and_units_out_of_the_game() -> None:
    table = battle(ied_1="faruq", militia_1="faruq").known("ied-1")
    do(
        table,
        {"remove": {"of": {"side": "daesh", "is": ["ied", "militia"], "at": "here", "count": "all"}}},
        here="faruq",
    )
    assert (place(table, "ied-1"), place(table, "militia-1")) == ("reserve-daesh", "eliminated")
    assert table.state.pieces["ied-1"].known_to == ("daesh",)


@pytest.mark.rule("nineveh 6.3c")
def test_a_unit_of_the_isf_that_a_card_removes_raises_casualties() -> None:
    table = battle(cts_1="faruq").change("cts-1", steps=1)
    do(table, {"lose": {"of": {"side": "isf", "is": ["unit"], "at": "here"}}}, side="daesh", here="faruq")
    assert (place(table, "cts-1"), table.state.track("casualties")) == ("eliminated", 2)


@pytest.mark.rule("nineveh 2.1g")
def test_hide_stands_shown_blocks_up_again() -> None:
    table = battle(militia_1="faruq", militia_2="faruq").known("militia-2")
    do(table, {"hide": {"of": {"side": "daesh", "is": ["block"], "at": "here"}}}, here="faruq", side="daesh")
    assert table.state.pieces["militia-2"].known_to == ("daesh",)


@pytest.mark.rule("nineveh 5.21a", "nineveh 5.2c")
def test_place_brings_blocks_from_the_reserve_within_the_stacking_limits() -> None:
    table = battle(militia_1="faruq", militia_2="faruq", rumour_1="sikak")
    effect = {
        "place": {"kind": "ashbal", "count": 4, "at": {"among": "anywhere", "holding": {"side": "daesh"}}}
    }
    table.put("ashbal-7", "reserve-daesh")
    do(table, effect, side="daesh")
    assert [piece.id for piece in blocks(table.state, "daesh", "sikak")] == [
        "rumour-1",
        "ashbal-1",
        "ashbal-2",
    ]
    assert len(blocks(table.state, "daesh", "faruq")) == 2


@pytest.mark.rule("nineveh 7.5g", "nineveh 7.4e")
@pytest.mark.parametrize("face", ["ied", "large", "vbied"])
def test_an_ied_comes_with_its_face_and_hidden_and_where_its_owner_says(face: str) -> None:
    table = battle(militia_1="faruq").known("ied-1")
    effect = {"place": {"kind": "ied", "face": face, "at": "near"}}
    do(table, effect, side="daesh", here="grand-mosque", answers=["shahwan"])
    ied = table.state.pieces["ied-1"]
    assert (ied.place, ied.face, ied.known_to) == ("shahwan", face, ("daesh",))
    assert not any(line.event == "chosen" for line in see_log(table.session.game.log, "isf"))


@pytest.mark.rule("nineveh 6.3b")
def test_without_a_block_nothing_is_placed_unless_the_card_brings_back_what_was_removed() -> None:
    table = battle(militia_1="faruq")
    for number in range(1, 10):
        table.put(f"rumour-{number}", "eliminated").known(f"rumour-{number}")
    do(table, {"place": {"kind": "rumour", "at": "here"}}, side="daesh", here="faruq")
    assert len(blocks(table.state, "daesh", "faruq")) == 1
    do(table, {"place": {"kind": "rumour", "at": "here", "again": True}}, side="daesh", here="faruq")
    assert table.state.pieces["rumour-1"].place == "faruq"
    assert table.state.pieces["rumour-1"].known_to == ("daesh",)


@pytest.mark.rule("nineveh 11.0v")
def test_markers_are_placed_while_there_are_some_and_removed_by_their_kind() -> None:
    table = battle(militia_1="faruq", cts_1="sikak")
    effect = {"place": {"kind": "tunnel", "count": 2, "at": {"control": "own"}, "by": "own"}}
    do(table, effect, side="daesh", answers=["maidan"])
    assert {place(table, "tunnel-1"), place(table, "tunnel-2")} == {"maidan", "faruq"}
    remove = {"remove": {"of": {"side": "any", "is": ["tunnel"], "at": "anywhere", "chosen": "isf"}}}
    do(table, remove, answers=["tunnel-1"])
    assert (place(table, "tunnel-1"), place(table, "tunnel-2")) == ("markers", "faruq")


@pytest.mark.rule("nineveh 5.0d", "nineveh 5.3")
def test_an_extra_move_goes_by_the_rules_of_movement_where_its_owner_says() -> None:
    table = battle("movement", ad9_1="sikak", militia_1="abi-tamam")
    do(
        table,
        {"move": {"of": {"side": "isf", "is": ["ad9"], "at": "here"}}},
        here="sikak",
        answers=["abi-tamam"],
    )
    (offered,) = [options for _, options in asked(table)]
    assert place(table, "ad9-1") == "abi-tamam"
    assert offered[0] is None
    assert "faruq" not in offered
    assert "aghawat" in offered


@pytest.mark.rule("nineveh 7.5a")
def test_an_extra_move_onto_an_ied_sets_it_off() -> None:
    table = battle("movement", erd_1="sikak", ied_1="abi-tamam").change("ied-1", face="ied")
    move = {
        "move": {
            "of": {"side": "isf", "is": ["erd"], "at": "here"},
            "to": {"holding": {"side": "enemy"}},
            "may": False,
        }
    }
    do(table, move, here="sikak", dice=[6])
    assert (place(table, "erd-1"), steps(table, "erd-1"), place(table, "ied-1")) == (
        "abi-tamam",
        2,
        "reserve-daesh",
    )


@pytest.mark.rule("nineveh 5.0d")
def test_a_unit_that_is_stopped_does_not_move_in_its_next_movement_phase() -> None:
    table = battle("combat", "daesh", cts_1="faruq", cts_2="faruq", militia_1="maidan")
    do(
        table,
        {"stop": {"of": {"side": "isf", "is": ["cts"], "at": "here"}}},
        here="faruq",
        side="daesh",
        answers=["cts-2"],
    )
    table.phase("movement", 4, "isf")
    movers = {
        order.arguments["unit"]
        for order in table.session.legal()
        if order.name == "move" and order.side == "isf"
    }
    assert movers == {"cts-1"}


@pytest.mark.rule("nineveh 6.4d")
def test_a_retreat_by_a_card_goes_to_a_secure_area() -> None:
    table = battle(veteran_1="wadi-hajar", cts_1="wadi-hajar")
    do(table, {"retreat": {"of": DAESH_UNIT}}, here="wadi-hajar", answers=["nabi-sheet"])
    assert place(table, "veteran-1") == "nabi-sheet"


STRIKE = {"strike": {"at": "here", "dice": 3, "hits": 4, "collateral": 6}}


@pytest.mark.rule("nineveh 7.4d", "nineveh 7.5e")
def test_hits_of_a_strike_are_given_out_by_the_owner_unseen_an_ied_alone_is_shown() -> None:
    table = battle(militia_1="faruq", rumour_1="faruq", ied_1="faruq").change("ied-1", face="ied")
    do(table, STRIKE, here="faruq", dice=[4, 5, 3], answers=["rumour-1", "ied-1"])
    assert asked(table) == [("daesh", ["militia-1", "rumour-1", "ied-1"]), ("daesh", ["militia-1", "ied-1"])]
    assert [place(table, each) for each in ("rumour-1", "ied-1")] == ["eliminated", "reserve-daesh"]
    assert table.state.pieces["rumour-1"].known_to == ("daesh",)
    shown = [
        event.piece
        for event in table.session.game.log
        if isinstance(event, PieceKnown) and event.sides is None
    ]
    assert shown == ["ied-1"]


@pytest.mark.rule("nineveh 6.2c")
def test_each_natural_die_of_a_strike_that_is_high_enough_harms_the_city() -> None:
    table = battle(militia_1="faruq")
    do(table, STRIKE, here="faruq", dice=[6, 6, 1])
    assert (place(table, "militia-1"), table.state.track("collateral")) == ("eliminated", 2)


@pytest.mark.rule("nineveh 6.2c", "nineveh 6.5e")
def test_surplus_hits_of_a_strike_are_lost_and_its_dice_draw_no_event() -> None:
    table = battle(militia_1="faruq").change("militia-1", steps=1)
    do(table, {"strike": {"at": "here", "dice": 2, "hits": 2}}, here="faruq", dice=[6, 6])
    assert (place(table, "militia-1"), table.state.track("collateral")) == ("eliminated", 0)
    assert len([event for event in table.session.game.log if isinstance(event, DieRolled)]) == 2


THROW = {
    "roll": {
        "for": "does the bomb go off",
        "plus": [{"if": {"terrain": "old city"}, "by": 1, "why": "narrow lanes"}],
        "at_least": {
            "5": [{"score": {"track": "collateral", "by": 3}}],
            "3": [{"score": {"track": "collateral", "by": 2}}],
        },
        "otherwise": [{"score": {"track": "collateral", "by": 1}}],
    }
}


@pytest.mark.rule("nineveh 6.2c")
@pytest.mark.parametrize(
    ("here", "die", "harm"),
    [("sikak", 5, 3), ("sikak", 4, 2), ("sikak", 2, 1), ("faruq", 4, 3), ("faruq", 2, 2)],
)
def test_a_roll_does_what_the_highest_number_met_says(here: str, die: int, harm: int) -> None:
    table = battle()
    do(table, THROW, here=here, dice=[die])
    assert table.state.track("collateral") == harm


@pytest.mark.rule("nineveh 6.2c")
def test_a_choice_is_made_by_the_side_that_the_card_names() -> None:
    table = battle(cts_1="faruq")
    options = {
        "Let them through": [{"stop": {"of": {"side": "isf", "is": ["unit"], "at": "here"}}}],
        "Fight on": [{"score": {"track": "collateral", "by": 1}}],
    }
    choice = {"choose": {"by": "isf", "question": "What do you do?", "options": options}}
    do(table, choice, side="daesh", here="faruq", answers=["Fight on"])
    assert asked(table) == [("isf", ["Fight on", "Let them through"])]
    assert table.state.track("collateral") == 1


@pytest.mark.rule("nineveh 6.2c")
def test_each_does_the_same_with_every_block_and_knows_where_it_is() -> None:
    table = battle(erd_1="sikak", erd_2="faruq", militia_1="faruq", militia_2="sikak")
    effect = {
        "each": {
            "of": {"side": "isf", "is": ["erd"], "at": "anywhere"},
            "do": [
                {"lose": {"of": "it"}},
                {"disrupt": {"of": {"side": "daesh", "is": ["militia"], "at": "its area"}}},
            ],
        }
    }
    do(table, effect)
    assert [steps(table, each) for each in ("erd-1", "erd-2")] == [2, 2]
    assert all(table.state.mark_named(each, "disrupted") for each in ("militia-1", "militia-2"))


@pytest.mark.rule("nineveh 7.21d")
def test_orders_are_lost_and_won_by_the_hq_that_the_side_names() -> None:
    table = battle().track("orders-army", 0)
    do(table, {"orders": {"hq": "any", "by": -1, "of": "isf"}}, side="daesh", answers=["cts"])
    assert asked(table) == [("isf", ["interior", "cts"])]
    assert table.state.track("orders-cts") == 2
    do(table, {"orders": {"hq": "leader", "by": 1, "of": "daesh"}})
    assert table.state.track("orders-leader") == 3


@pytest.mark.rule("nineveh 3.2b", "nineveh 3.2e")
def test_cards_are_tapped_untapped_discarded_and_shown() -> None:
    table = battle().put("humint", "cards-isf").put("eod-teams", "cards-isf").put("himars", "cards-isf")
    do(table, {"cards": {"of": "isf", "do": "tap", "chosen": "isf"}}, answers=["eod-teams"])
    assert table.state.mark_named("eod-teams", "tapped")
    do(table, {"cards": {"of": "isf", "do": "untap", "chosen": "isf"}})
    assert not table.state.mark_named("eod-teams", "tapped")
    do(table, {"cards": {"of": "isf", "do": "expose", "chosen": "random"}}, dice=[3])
    assert [table.state.pieces[each].known_to for each in ("himars", "humint")] == [None, ("isf",)]
    do(table, {"cards": {"of": "isf", "do": "discard", "category": "artillery"}})
    do(table, {"cards": {"of": "own", "do": "discard", "chosen": "this"}}, card="humint")
    assert [place(table, each) for each in ("himars", "humint", "eod-teams")] == [
        "used-cards",
        "used-cards",
        "cards-isf",
    ]


@pytest.mark.rule("nineveh 6.2c")
def test_an_area_that_a_side_chooses_is_here_for_what_follows_and_without_one_nothing_happens() -> None:
    table = battle(militia_1="faruq", veteran_1="sikak", cts_1="nabi-sheet", ashbal_7="reserve-daesh")
    aim = {"aim": {"choose": "own", "among": {"holding": {"side": "enemy"}}}}
    do(table, aim, {"disrupt": {"of": DAESH_UNIT}}, answers=["sikak"])
    assert asked(table) == [("isf", ["faruq", "sikak"])]
    assert table.state.mark_named("veteran-1", "disrupted")
    nowhere = {"aim": {"choose": "own", "among": {"holding": {"side": "enemy"}, "terrain": "open"}}}
    do(table, nowhere, {"disrupt": {"of": DAESH_UNIT}}, {"lose": {"of": {"side": "daesh"}}}, here="faruq")
    assert not table.state.mark_named("militia-1", "disrupted")
    assert steps(table, "militia-1") == 2


AREAS = [
    ("here", ["faruq"]),
    ("mosque", ["grand-mosque"]),
    ("combat", ["sikak"]),
    ({"terrain": "old city", "control": "daesh"}, ["faruq", "maidan"]),
    (
        {"within": 1, "of": {"holding": {"side": "isf", "is": ["pmf"]}}, "terrain": "open"},
        ["north-west", "mushayrifa", "north-farms"],
    ),
    ({"among": "near", "holding": {"side": "isf", "is": ["cts"]}}, ["sikak"]),
    ({"among": {"holding": {"side": "daesh"}}, "without": {"side": "isf"}}, ["faruq", "maidan"]),
    ({"tag": "west edge", "holding": {"side": "isf"}}, ["north-farms"]),
]


@pytest.mark.rule("nineveh 6.5d")
@pytest.mark.parametrize(("areas", "found"), AREAS, ids=[str(number) for number in range(len(AREAS))])
def test_areas_are_those_that_the_words_mean(areas: Any, found: list[str]) -> None:
    table = battle(militia_1="faruq", cts_1="sikak", veteran_1="sikak", pmf_1="north-farms")
    choice = {"aim": {"choose": "own", "among": areas}}
    every = {"each": {"of": {"side": "any", "at": areas}, "do": [{"reveal": {"of": "it"}}]}}
    answers = [found[0]] if len(found) > 1 else []
    do(table, choice, here="faruq", answers=answers)
    assert asked(table) == ([("isf", found)] if answers else [])
    do(table, every, here="faruq")
    shown = {
        piece.place
        for piece in table.state.pieces.values()
        if piece.known_to is None and piece.kind.group == "unit"
    }
    assert shown == {
        area for area in found if blocks(table.state, "isf", area) or blocks(table.state, "daesh", area)
    }


CONDITIONS = [
    ({"card": "humint"}, True),
    ({"card": "himars"}, False),
    ({"present": {"side": "daesh", "is": ["militia"], "at": {"holding": {"side": "isf"}}}}, False),
    ({"category": "artillery"}, False),
    ({"category": "uav"}, True),
    ({"supply": "daesh"}, True),
    ({"track": "collateral", "at_least": 5}, False),
    ({"track": "collateral", "at_most": 5}, True),
    ({"present": {"side": "daesh", "is": ["militia"], "at": "near"}}, True),
    ({"present": {"side": "daesh", "is": ["militia"], "at": "anywhere"}, "at_least": 2}, False),
    ({"present": {"side": "isf", "is": ["production"], "at": "anywhere"}, "at_most": 0}, True),
    ({"terrain": "old city"}, True),
    ({"here": "near mosque"}, True),
    ({"here": {"tag": "tigris"}}, False),
    ({"attacker": "isf"}, True),
    ({"attacker": "enemy"}, False),
    ({"roller": "daesh"}, True),
    ({"turn": {"at_least": 4}}, False),
    ({"option": "solitaire"}, False),
    ({"phase": "combat"}, True),
    ({"not": {"card": "humint"}}, False),
    ({"all": [{"card": "humint"}, {"terrain": "urban"}]}, False),
    ({"any": [{"card": "himars"}, {"terrain": "old city"}]}, True),
]


@pytest.mark.rule("nineveh 6.2c")
@pytest.mark.parametrize(("condition", "true"), CONDITIONS, ids=[str(each[0])[:50] for each in CONDITIONS])
def test_conditions_hold_as_the_table_stands(condition: dict[str, Any], true: bool) -> None:
    table = (
        battle(militia_1="faruq", cts_1="grand-mosque")
        .put("humint", "cards-isf")
        .put("coalition-uav", "cards-isf")
    )
    up, down = ([{"score": {"track": "collateral", "by": by}}] for by in (2, 1))
    do(table, {"when": {"if": condition, "then": up, "else": down}}, here="faruq", roller="daesh")
    assert table.state.track("collateral") == (2 if true else 1)


@pytest.mark.rule("nineveh 6.2c")
@pytest.mark.parametrize(("most", "chosen"), [("weakest", "militia-2"), ("strongest", "veteran-1")])
def test_the_weakest_or_the_strongest_of_the_blocks(most: str, chosen: str) -> None:
    table = battle(militia_1="faruq", militia_2="faruq", veteran_1="faruq").change("militia-2", steps=1)
    do(table, {"disrupt": {"of": {**DAESH_UNIT, "most": most}}}, here="faruq")
    assert [
        each for each in ("militia-1", "militia-2", "veteran-1") if table.state.mark_named(each, "disrupted")
    ] == [chosen]
