"""What may stand on a card, and what holds where a word is left out (2.3, 3.2): each combination that means
something is read, each that does not is refused; and what a side may buy for its points (3.2a, 9.1, 9.2)."""

from typing import Any

import msgspec
import pytest

from adjudication.engine.orders import Order
from adjudication.engine.refusals import in_words
from adjudication.systems.nineveh import check_kinds, hints
from adjudication.systems.nineveh.card_play import player_events
from adjudication.systems.nineveh.card_play.play import first_aim
from adjudication.systems.nineveh.card_play.player_events import effects
from adjudication.systems.nineveh.cards import sheets
from adjudication.systems.nineveh.cards.purchase import fits, wares, wares_of
from adjudication.systems.nineveh.cards.sheets import POINTS, Effect
from adjudication.systems.nineveh.solitaire import sheets as council
from adjudication.systems.nineveh.table.forces import brought, force
from domain.errors import BadData, IllegalOrder
from domain.events import KindData, PieceChanged
from tests.nineveh.board import at, place, steps
from tests.nineveh.cards import cards
from tests.nineveh.test_effects import asked, battle, do
from tests.nineveh.test_firing import card as on_table
from tests.table import Table

SCORE = {"score": {"track": "time", "by": 1}}
UNIT = {"side": "isf", "is": ["unit"]}


def read(group: str = "capability", **data: Any) -> Any:
    """What stands on a card."""
    return sheets.read(KindData(name="Card", group=group, text="A card.", data=data))


@pytest.mark.rule("nineveh 2.3b", "nineveh 3.2a", "nineveh 3.2c")
@pytest.mark.parametrize(
    ("data", "readable"),
    [
        ({"cost": 1}, True),
        ({"cost": 30}, True),
        ({"cost": 31}, False),
        ({"cost": 0}, False),
        ({"cost": -1}, False),
        ({"core": True}, True),
        ({"core": True, "cost": 1}, False),
        ({"core": True, "levels": [{"cost": 1, "blocks": {}}]}, False),
        ({"levels": [{"cost": 2, "blocks": {"ashbal": 3}}, {"cost": 6, "blocks": {"ashbal": 6}}]}, True),
        ({"levels": [{"cost": 2, "blocks": {}}, {"cost": 31, "blocks": {}}]}, False),
        ({"levels": [{"cost": 2, "blocks": {}}, {"cost": -1, "blocks": {}}]}, False),
        ({"levels": [{"cost": 2, "blocks": {}}], "cost": 2}, False),
        ({"cost": 1, "use": "tap", "phase": ["combat"], "effects": [SCORE]}, True),
        ({"cost": 1, "use": "once", "phase": ["any"], "effects": [SCORE]}, True),
        ({"cost": 1, "use": "once", "effects": [SCORE]}, False),
        ({"cost": 1, "use": "tap", "phase": ["combat"]}, False),
        ({"cost": 1, "phase": ["combat"], "effects": [SCORE]}, False),
        ({"cost": 1, "use": "standing", "effects": [SCORE]}, True),
    ],
)
def test_a_card_costs_points_unless_it_is_core_and_is_used_in_a_phase_or_stands(
    data: dict[str, Any], readable: bool
) -> None:
    if readable:
        assert read(**data)
        return
    with pytest.raises(BadData):
        read(**data)


@pytest.mark.rule("nineveh 2.3b", "nineveh 6.2c")
@pytest.mark.parametrize(
    ("rule", "readable"),
    [
        ({"modify": "to hit", "by": 1}, True),
        ({"modify": "to hit"}, False),
        ({"allow": "flank"}, True),
        ({"allow": "flank", "by": 1}, False),
        ({"forbid": "fire"}, True),
        ({"reroll": "to hit"}, True),
        ({}, False),
        ({"allow": "flank", "forbid": "fire"}, False),
    ],
)
def test_a_rule_says_one_thing(rule: dict[str, Any], readable: bool) -> None:
    if readable:
        assert read(cost=1, standing=[rule]).standing
        return
    with pytest.raises(BadData, match=r"a rule says|goes with modify"):
        read(cost=1, standing=[rule])


@pytest.mark.rule("nineveh 2.3b", "nineveh 6.2c")
@pytest.mark.parametrize(
    ("needs", "readable"),
    [
        ({"track": "time", "at_least": 0}, True),
        ({"track": "time", "at_most": 3}, True),
        ({"present": UNIT, "at_least": 2, "at_most": 3}, True),
        ({"terrain": "urban", "at_least": 1}, False),
        ({"terrain": "urban", "at_most": 0}, False),
        ({"terrain": "urban", "phase": "combat"}, False),
        ({"at_least": 1}, False),
        ({}, False),
        ({"turn": {"at_least": 4}}, True),
    ],
)
def test_a_condition_says_one_thing(needs: dict[str, Any], readable: bool) -> None:
    if readable:
        assert read(cost=1, needs=needs).needs
        return
    with pytest.raises(BadData, match=r"a condition says one thing|go with"):
        read(cost=1, needs=needs)


@pytest.mark.rule("nineveh 2.3d", "nineveh 6.2c")
@pytest.mark.parametrize(
    ("choose", "readable"),
    [
        ({"options": {"A": [SCORE], "B": []}}, True),
        ({"options": {"A": [SCORE], "B": []}, "suggest": "B"}, True),
        ({"options": {"A": [SCORE], "B": []}, "suggest": "C"}, False),
        ({"options": {"A": [SCORE]}}, False),
    ],
)
def test_a_choice_has_two_options_or_more_and_suggests_one_of_them(
    choose: dict[str, Any], readable: bool
) -> None:
    effect = {"choose": {"by": "isf", "question": "Which?", **choose}}
    if readable:
        assert read("event", trigger=1, effects=[effect]).effects
        return
    with pytest.raises(BadData, match="a choice has"):
        read("event", trigger=1, effects=[effect])


@pytest.mark.rule("nineveh 10.2b")
@pytest.mark.parametrize(("sets", "readable"), [(1, False), (2, True), (3, True), (4, False)])
def test_a_council_card_has_two_or_three_sets_of_actions(sets: int, readable: bool) -> None:
    data = {"actions": [{"phase": "support", "do": [SCORE]}] * sets}
    kind = KindData(name="Card", group="council", text="A card.", data=data)
    if readable:
        assert len(council.read_kind(kind).actions) == sets
        return
    with pytest.raises(BadData, match="two or three sets"):
        council.read_kind(kind)


@pytest.mark.rule("nineveh 10.2b")
@pytest.mark.parametrize(
    ("text", "action", "why"),
    [
        ("A card.", {"produce": {"kind": "ashbal"}}, ""),
        (" ", {"produce": {"kind": "ashbal"}}, "has no text"),
        ("A card.", {"produce": {"kind": "dragon"}}, "places 'dragon', which is no kind of block"),
        ("A card.", {"rally": {"of": {"side": "isf", "is": ["wizard"]}}}, "names 'wizard'"),
        (
            "A card.",
            {"rally": {"of": {"side": "daesh", "is": ["large", "vbied", "cts", "militia", "whole"]}}},
            "",
        ),
    ],
)
@pytest.mark.parametrize("part", ["do", "else"])
def test_a_council_card_names_what_is_there(text: str, action: dict[str, Any], why: str, part: str) -> None:
    sets = [{"phase": "support", "do": [SCORE]}, {"phase": "combat", "do": [SCORE], part: [action]}]
    kind = KindData(name="Card", group="council", text=text, data={"actions": sets})
    kinds = {**Table("nineveh").state.kinds, "new": kind}
    if not why:
        council.check(kinds)
        return
    with pytest.raises(BadData, match=why):
        council.check(kinds)


def effect(**said: Any) -> Any:
    """The one thing that an effect says."""
    found = msgspec.convert(said, Effect, str_keys=True)
    return getattr(found, found.verb)


@pytest.mark.rule("nineveh 2.3b", "nineveh 6.2c")
def test_what_holds_where_a_word_is_left_out() -> None:
    assert effect(lose={"of": UNIT}).steps == 1
    assert effect(place={"kind": "ied", "at": "here"}).count == 1
    assert not effect(place={"kind": "ied", "at": "here"}).again
    assert effect(strike={"at": "here", "dice": 1, "hits": 5}).collateral > 6
    assert effect(cards={"of": "isf", "do": "tap"}).count == 1
    assert (effect(move={"of": UNIT}).may, effect(move={"of": UNIT}).far) == (True, False)
    assert read(cost=1, standing=[{"reroll": "to hit"}]).standing[0].count == 1
    plain = read(cost=1)
    assert (plain.core, plain.hasty, plain.historical) == (False, False, False)
    assert not read("event", trigger=6).player
    attack = msgspec.convert({"areas": 1}, council.Attack)
    ieds = msgspec.convert({"count": 1}, council.IedsAttack)
    mortar = msgspec.convert({}, council.MortarFires)
    produce = msgspec.convert({"kind": "ied"}, council.Produce)
    reinforce = msgspec.convert({"blocks": 1}, council.Reinforce)
    assert (attack.blocks, ieds.reach, produce.count) == (3, 1, 1)
    assert (mortar.reach, mortar.disrupts, mortar.hits, mortar.collateral > 6) == (2, 4, 6, True)
    assert (produce.where, reinforce.where, produce.face) == ("anywhere", "anywhere", "")


# --- extra moves and blocks from the reserve ---------------------------------------------------------


def extra(table: Table, *answers: Any, **said: Any) -> list[Any]:
    """A Militia in Al-Thawra makes an extra move; what was offered."""
    said = {"of": {"side": "daesh", "is": ["militia"], "at": "here"}, **said}
    do(table, {"move": said}, here="thawra", answers=answers)
    return asked(table)[-1][1] if asked(table) else []


@pytest.mark.rule("nineveh 5.0d", "nineveh 5.2a")
def test_an_extra_move_goes_to_areas_beside_with_room_or_nowhere() -> None:
    table = battle(
        "movement", "daesh", militia_1="thawra", rumour_1="uruba", rumour_2="uruba", rumour_3="uruba"
    )
    assert set(extra(table, None)) == {None, "abar", "zanjili", "abi-tamam"}
    assert place(table, "militia-1") == "thawra"
    table = battle("movement", "daesh", militia_1="thawra")
    assert set(extra(table, "abar", may=False)) == {"abar", "zanjili", "abi-tamam", "uruba"}
    assert place(table, "militia-1") == "abar"


@pytest.mark.rule("nineveh 5.0d")
def test_a_card_may_have_a_block_move_far_and_says_where_to() -> None:
    to = {"among": "anywhere", "tag": "supply"}
    table = battle("movement", "daesh", militia_1="thawra")
    assert extra(table, "mushahada", may=False, far=True, to=to) == ["mushahada", "bab-sinjar", "abi-tamam"]
    assert place(table, "militia-1") == "mushahada"
    table = battle("movement", "daesh", militia_1="thawra")
    assert extra(table, may=False, to=to) == []  # Abi Tamam alone is beside it
    assert place(table, "militia-1") == "abi-tamam"


@pytest.mark.rule("nineveh 5.0d", "nineveh 5.0a")
def test_what_a_card_holds_or_cannot_move_makes_no_extra_move() -> None:
    table = battle("movement", "daesh", militia_1="thawra").mark("militia-1", "halted")
    assert extra(table) == []
    assert place(table, "militia-1") == "thawra"
    table = battle("movement", "daesh", arms_cache_1="thawra")
    assert extra(table, of={"side": "daesh", "is": ["production"], "at": "here"}) == []
    assert place(table, "arms-cache-1") == "thawra"


@pytest.mark.rule("nineveh 5.2c", "nineveh 3.2e")
@pytest.mark.parametrize(("count", "placed"), [(1, 1), (2, 2), (4, 3)])
def test_as_many_blocks_are_placed_as_the_card_says_and_fit(count: int, placed: int) -> None:
    table = battle("support", "daesh")
    do(table, {"place": {"kind": "rumour", "at": "here", "count": count}}, side="daesh", here="thawra")
    assert len(table.state.pieces_at("thawra")) == placed


@pytest.mark.rule("nineveh 6.3b")
def test_a_block_comes_from_the_reserve_before_those_that_were_removed() -> None:
    table = battle("support", "daesh").put("rumour-1", "eliminated")
    again = {"place": {"kind": "rumour", "at": "here", "again": True}}
    do(table, again, side="daesh", here="thawra")
    assert [piece.id for piece in table.state.pieces_at("thawra")] == ["rumour-2"]


@pytest.mark.rule("nineveh 7.5g")
@pytest.mark.parametrize(
    ("kind", "face", "placed"),
    [("ied", "", "ied"), ("large", "", "large"), ("vbied", "", "vbied"), ("ied", "large", "large")],
)
def test_the_type_of_an_ied_that_is_placed(kind: str, face: str, placed: str) -> None:
    for before in ("ied", "large", "vbied"):
        table = battle("support", "daesh")
        for nth in range(1, 11):
            table.change(f"ied-{nth}", face=before)
        do(
            table,
            {"place": {"kind": kind, "at": "here", **({"face": face} if face else {})}},
            side="daesh",
            here="thawra",
        )
        (block,) = table.state.pieces_at("thawra")
        assert (block.kind_id, block.face) == ("ied", placed)


@pytest.mark.rule("nineveh 11.0v")
def test_markers_that_are_all_on_the_map_move_only_where_the_card_says_so() -> None:
    table = battle("support", "daesh", tunnel_1="abar", tunnel_2="abar", tunnel_3="abar", tunnel_4="abar")
    do(table, {"place": {"kind": "tunnel", "at": "here"}}, side="daesh", here="thawra")
    assert table.state.pieces_at("thawra") == []
    do(table, {"place": {"kind": "tunnel", "at": "here", "again": True}}, side="daesh", here="thawra")
    assert len(table.state.pieces_at("thawra")) == 1


@pytest.mark.rule("nineveh 5.0d")
def test_only_its_owner_knows_which_block_is_held() -> None:
    table = battle("combat", "daesh", cts_1="faruq")
    do(table, {"stop": {"of": {"side": "isf", "is": ["cts"], "at": "here"}}}, side="daesh", here="faruq")
    assert table.state.mark_named("cts-1", "halted")


@pytest.mark.rule("nineveh 6.3b", "nineveh 2.1b")
@pytest.mark.parametrize(("left", "more", "then"), [(1, 1, 2), (1, 2, 3), (2, 2, 3), (1, 9, 3)])
def test_a_unit_regains_steps_up_to_those_that_it_began_with(left: int, more: int, then: int) -> None:
    table = battle(erd_1="faruq").change("erd-1", steps=left)
    do(table, {"recover": {"of": {"side": "isf", "is": ["erd"], "at": "here"}, "steps": more}}, here="faruq")
    assert steps(table, "erd-1") == then


@pytest.mark.rule("nineveh 6.3a", "nineveh 6.3b")
@pytest.mark.parametrize(("lost", "left"), [(1, 2), (2, 1), (3, 0), (5, 0)])
def test_a_unit_loses_as_many_steps_as_a_card_says(lost: int, left: int) -> None:
    table = battle(erd_1="faruq")
    do(table, {"lose": {"of": {"side": "isf", "is": ["erd"], "at": "here"}, "steps": lost}}, here="faruq")
    assert (steps(table, "erd-1") if place(table, "erd-1") == "faruq" else 0) == left
    assert table.state.track("casualties") == (0 if left else 2)


# --- points ----------------------------------------------------------------------------------------


@pytest.mark.rule("nineveh 3.2a")
@pytest.mark.parametrize("side", ["isf", "daesh"])
def test_thirty_points_may_be_spent_and_not_one_more(side: str) -> None:
    state = Table("nineveh").state
    on_offer = {
        name: ware.cost for name, ware in wares(state, side).items() if ware.level == 0 and ware.cost < 20
    }
    by_cost: dict[int, list[str]] = {0: []}
    for name, cost in on_offer.items():
        for total, names in sorted(by_cost.items(), reverse=True):
            by_cost.setdefault(total + cost, [*names, name])
    fitting = fits(state, side)

    def wrong(names: list[str]) -> str:
        return in_words(fitting(names), state, side)

    assert wrong(by_cost[POINTS]) == ""
    assert wrong(by_cost[POINTS + 1]).startswith("These cards cost 31 points")
    assert wrong([]) == ""


@pytest.mark.rule("nineveh 3.2c", "nineveh 3.2a")
def test_what_is_not_on_offer_or_bought_twice_is_refused() -> None:
    state = Table("nineveh").state
    fitting = fits(state, "isf")

    def wrong(names: list[str]) -> str:
        return in_words(fitting(names), state, "isf")

    assert "not on offer" in wrong(["human-shields-card"])
    assert "can be bought once" in wrong(["humint", "humint"])
    levels = [name for name, ware in wares(state, "isf").items() if ware.level]
    assert levels
    lower = next(
        name for name, ware in wares(state, "isf").items() if ware.card == wares(state, "isf")[levels[0]].card
    )
    assert "can be bought once" in wrong([lower, levels[0]])


@pytest.mark.rule("nineveh 9.2a")
def test_beside_a_hasty_attack_only_support_from_the_air_and_artillery_is_bought() -> None:
    state = Table("nineveh").state
    fitting = fits(state, "isf")

    def wrong(names: list[str]) -> str:
        return in_words(fitting(names), state, "isf")

    assert wrong(["hasty-attack"]) == ""
    for name, ware in wares(state, "isf").items():
        sheet = sheets.card(state.pieces[ware.card])
        if ware.cost <= 5 and not sheet.hasty:
            allowed = sheet.category in ("air support", "uav", "helicopter", "artillery")
            assert (wrong(["hasty-attack", name]) == "") is allowed, name
            assert wrong([name]) == ""


def hasty(*bought: str, dice: list[int]) -> Table:
    """Daesh has bought these cards; the ISF has Hasty Attack, and the last side has set up."""
    table = Table("nineveh", dice="scripted").put("militia-12", "maidan").put("hasty-attack", "cards-isf")
    for each in bought:
        table.put(each, "cards-daesh")
    table.phase("deployment", side="daesh")
    for piece in table.state.pieces_at("reserve-daesh"):
        table.put(piece.id, "eliminated")
    table.order("proceed", dice=dice)
    return table


@pytest.mark.rule("nineveh 9.2b", "nineveh 9.2c")
def test_daesh_loses_cards_worth_five_points_or_more() -> None:
    costs = {
        id: kind.data["cost"]
        for id, kind in cards().items()
        if kind.side == "daesh" and kind.group == "capability" and kind.data.get("cost")
    }
    two, three = (next(id for id, cost in costs.items() if cost == wanted) for wanted in (2, 3))
    other = [id for id, cost in costs.items() if cost in (2, 3) and id not in (two, three)][:1]
    table = hasty(two, three, *other, dice=[1, 1])
    lost = [each for each in (two, three, *other) if place(table, each) == "used-cards"]
    assert len(lost) == 2
    assert place(hasty(two, dice=[]), two) == "used-cards"


@pytest.mark.rule("nineveh 7.5g")
@pytest.mark.parametrize(
    ("kind", "before", "turned"), [("ied", "ied", 0), ("ied", "large", 1), ("rumour", "", 0)]
)
def test_a_block_is_turned_only_where_its_type_is_another(kind: str, before: str, turned: int) -> None:
    table = battle("support", "daesh")
    for nth in range(1, 11):
        if kind == "ied":
            table.change(f"ied-{nth}", face=before)
    events = len(table.session.game.log)
    do(table, {"place": {"kind": kind, "at": "here"}}, side="daesh", here="thawra")
    assert sum(isinstance(event, PieceChanged) for event in table.session.game.log[events:]) == turned


@pytest.mark.rule("nineveh 9.1b", "nineveh 3.2c")
@pytest.mark.parametrize(
    ("without", "larger"),
    [
        ([], set()),
        (["mouseholes"], {"daesh-arms-cache-2", "daesh-ied-factory-2", "daesh-additional-ieds-6"}),
        (
            ["daesh-snipers"],  # four points
            {"daesh-ashbal-6", "daesh-arms-cache-2", "daesh-ied-factory-2", "daesh-additional-ieds-6"},
        ),
    ],
)
def test_points_that_the_historical_cards_leave_buy_larger_numbers_of_their_units(
    without: list[str], larger: set[str]
) -> None:
    table = Table("nineveh", options={"historical": True})
    for each in without:
        table.put(each, "aside")
    state = table.state
    assert set(wares(state, "daesh")) == larger
    for name in larger:
        (bought,) = [
            ware for ware in wares_of(state, "daesh", [name]) if ware.card == wares(state, "daesh")[name].card
        ]
        assert bought.level == 1
    assert len(wares_of(state, "daesh", [])) == 10 - len(without)


@pytest.mark.rule("nineveh 9.2a")
def test_in_the_scenario_of_the_hasty_attack_the_isf_has_that_card_and_names_support_alone() -> None:
    state = Table("nineveh", options={"hasty_attack": True}).state
    assert {sheets.card(state.pieces[ware.card]).category for ware in wares(state, "isf").values()} == {
        "air support",
        "uav",
        "helicopter",
        "artillery",
    }
    assert [ware.card for ware in wares_of(state, "isf", ["himars"])] == ["hasty-attack", "himars"]
    assert fits(state, "isf")(["himars"]) == ""
    cost = in_words(fits(state, "isf")(["himars", "coalition-uav"]), state, "isf")
    assert cost.startswith("These cards cost 34")
    assert len(wares(state, "daesh")) > 20


@pytest.mark.rule("nineveh 3.2e")
@pytest.mark.parametrize(
    ("effects", "aimed"),
    [
        ([{"aim": {"choose": "own"}}], True),
        ([SCORE, {"disrupt": {"of": {**UNIT, "at": {"choose": "own"}}}}], True),
        ([{"strike": {"at": {"choose": "own"}, "dice": 1, "hits": 5}}], True),
        ([{"move": {"of": UNIT, "to": {"choose": "own"}}}], True),
        ([{"aim": {"terrain": "urban"}}], False),
        ([{"aim": "here"}, SCORE], False),
        ([{"roll": {"for": "luck"}}, {"aim": {"choose": "own"}}], False),
        ([{"when": {"if": {"phase": "combat"}}}, {"aim": {"choose": "own"}}], False),
        ([], False),
    ],
)
def test_the_area_is_named_with_the_order_unless_something_is_rolled_or_asked_before(
    effects: list[dict[str, Any]], aimed: bool
) -> None:
    found = first_aim(msgspec.convert(effects, tuple[Effect, ...], str_keys=True))
    assert (found is not None and found.choose == "own") is aimed


@pytest.mark.rule("nineveh 3.2a", "nineveh 3.0b")
def test_what_is_left_to_do_before_the_first_turn_is_the_cards_on_offer_with_their_points() -> None:
    table = Table("nineveh", dice="scripted")
    (told,) = hints.left(table.state, "isf")
    assert told.startswith("cards on offer, with their points: ")
    assert "humint" in told
    table.order("prepare", side="isf", priority="time", cards=["himars"])
    assert hints.left(table.state, "isf") == ["handed in: priority Time, 5 of 30 points"]
    historical = Table("nineveh", options={"historical": True})
    assert hints.left(historical.state, "isf") == ["a priority to hand in"]
    assert hints.left(Table("nineveh", "solitaire").state, "daesh") == []


@pytest.mark.rule("nineveh 3.0b", "nineveh 3.2a", "nineveh 9.1b")
def test_preparations_are_listed_with_cards_where_there_are_some_to_buy() -> None:
    table = Table("nineveh", dice="scripted")
    bought = {"priority": "time", "cards": ["humint"]}
    assert Order("isf", "prepare", bought) in table.session.legal()
    historical = Table("nineveh", options={"historical": True}).session.legal()
    assert Order("isf", "prepare", {"priority": "time"}) in historical
    assert Order("isf", "prepare", bought) not in historical
    for side in ("isf", "daesh"):
        table.order("prepare", side=side, priority="time", cards=[])
        assert not any(part.name == "prepare" and part.side == side for part in table.session.legal().parts)
    table.order("proceed", side="isf")
    assert [table.state.mark_named(side, "preparation") for side in ("isf", "daesh")] == [None, None]


@pytest.mark.rule("nineveh 10.1c", "nineveh 10.1e")
def test_what_stands_on_a_card_for_the_solitaire_game_holds_there_alone() -> None:
    two = {"score": {"track": "time", "by": 2}}
    used: dict[str, Any] = {"cost": 1, "use": "tap", "phase": ["combat"], "effects": [SCORE]}
    plain, other = read(**used), read(**used, solitaire={"effects": [two]})
    assert sheets.effects_of(plain, True) == sheets.effects_of(plain, False) == plain.effects
    assert [
        each.score.by for alone in (False, True) for each in sheets.effects_of(other, alone) if each.score
    ] == [1, 2]
    assert sheets.effects_of(read(**used, solitaire={"effects": []}), True) == ()
    fire, move = {"forbid": "fire"}, {"forbid": "move"}
    stands = read(cost=1, standing=[fire], solitaire={"standing": [move]})
    assert [rule.forbid for alone in (False, True) for rule in sheets.rules_of(stands, alone)] == [
        "fire",
        "move",
    ]
    assert sheets.rules_of(read(cost=1, standing=[fire]), True) == sheets.rules_of(
        read(cost=1, standing=[fire]), False
    )


@pytest.mark.rule("nineveh 9.3c")
@pytest.mark.parametrize(
    ("text", "written"), [("", False), ("  ", False), ("R", True), ("R" * 400, True), ("R" * 401, False)]
)
def test_an_event_is_written_in_one_to_four_hundred_characters(text: str, written: bool) -> None:
    table = Table("nineveh", dice="scripted", options={"player_events": True})
    said: dict[str, Any] = {"trigger": 1, "effect": effects(table.state, "isf", 1)[0], "text": text}
    if written:
        table.order("write-event", side="isf", **said)
        return
    with pytest.raises(IllegalOrder, match="Say what happens in 1 to 400 characters"):
        table.order("write-event", side="isf", **said)


@pytest.mark.rule("nineveh 9.3c")
@pytest.mark.parametrize("side", ["isf", "daesh"])
def test_each_side_has_a_blank_event_of_its_own_for_a_one_and_for_a_six(side: str) -> None:
    state = Table("nineveh", options={"player_events": True}).state
    found = player_events.cards(state, side)
    assert sorted(found) == [1, 6]
    assert all(card.side == side for card in found.values())


@pytest.mark.rule("nineveh 10.2b", "nineveh 2.3b")
def test_a_scenario_with_a_card_that_cannot_be_read_is_refused() -> None:
    kinds = dict(Table("nineveh").state.kinds)
    check_kinds(kinds)
    for group in ("council", "event", "unit"):
        with pytest.raises(BadData):
            check_kinds({**kinds, "new": KindData(name="New", group=group, text="New.", data={})})


@pytest.mark.rule("nineveh 3.3j", "nineveh 7.5g")
def test_a_type_of_ied_that_no_card_brings_is_not_set_up() -> None:
    table = Table("nineveh")
    assert sorted(set(force(table.state, "daesh").values()) & {"ied", "large", "vbied"}) == [
        "ied",
        "large",
        "vbied",
    ]
    for card in table.state.pieces_at("cards-daesh"):
        if "vbied" in brought(table.state, card):
            table.put(card.id, "aside")
    assert sorted(set(force(table.state, "daesh").values()) & {"ied", "large", "vbied"}) == ["ied", "large"]


@pytest.mark.rule("nineveh 7.3c")
@pytest.mark.parametrize(("by", "die", "made"), [(0, 2, True), (0, 1, False), (1, 1, True), (-1, 2, False)])
def test_cards_change_the_die_of_a_production_unit_and_are_turned_up(by: int, die: int, made: bool) -> None:
    table = at("support", "daesh", ied_factory_1="thawra").put("daesh-ied-factory", "cards-daesh")
    if by:
        rule = {"modify": "production", "by": by, "of": {"side": "own", "is": ["production"]}}
        on_table(table, "a-card", "daesh", standing=[rule])
    table.order("produce", unit="ied-factory-1", operation="ied", dice=[die], answers=["thawra"] * made)
    assert (len(table.state.pieces_at("thawra")) == 2) is made
    if by:
        assert table.state.pieces["a-card"].known_to is None
