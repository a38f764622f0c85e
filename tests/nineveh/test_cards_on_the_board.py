"""What cards change in movement (5.0d), tunnels (5.5), retreats (6.4h), special orders and IEDs."""

import pytest

from adjudication.systems.nineveh.moving.movement import reach
from adjudication.systems.nineveh.moving.retreats import ways
from adjudication.systems.nineveh.table.blocks import FLANK
from domain.errors import IllegalOrder
from domain.views.view import see_log
from tests.nineveh.board import at, listed, place, rules, steps
from tests.nineveh.test_retreats import fall_back, may
from tests.table import Table

TUNNELS = {"allow": "tunnels", "of": {"side": "own", "is": ["veteran", "militia", "ashbal", "ied", "vbied"]}}
FLANKING = {"allow": "flank", "of": {"side": "own", "is": ["army"]}}


@pytest.mark.rule("nineveh 5.5", "nineveh 7.5d")
def test_daesh_units_go_from_tunnel_to_tunnel_and_vbieds_never() -> None:
    table = at("movement", "daesh", tunnel_1="grand-mosque", tunnel_2="najjar", militia_1="grand-mosque")
    table.put("ied-4", "grand-mosque").put("militia-2", "zanjili")
    assert "najjar" not in listed(table, "move", "to", unit="militia-1")
    rules(table, "daesh", TUNNELS)
    assert "najjar" in listed(table, "move", "to", unit="militia-1")
    assert "najjar" not in listed(table, "move", "to", unit="ied-4")
    assert "grand-mosque" not in listed(table, "move", "to", unit="militia-2")
    table.order("move", unit="militia-1", to="najjar")
    assert place(table, "militia-1") == "najjar"


@pytest.mark.rule("nineveh 5.5")
def test_only_the_units_of_the_card_use_tunnels_and_nobody_retreats_by_them() -> None:
    table = at("movement", "daesh", tunnel_1="thawra", tunnel_2="hawi", mortar="thawra", militia_1="thawra")
    rules(table, "daesh", TUNNELS)
    assert "hawi" not in listed(table, "move", "to", unit="mortar")
    assert "hawi" not in ways(table.state, table.state.pieces["militia-1"])


@pytest.mark.rule("nineveh 5.5")
@pytest.mark.parametrize(
    ("card", "leader"), [("small-tunnel-network", False), ("large-tunnel-network", True)]
)
def test_a_tunnel_network_is_turned_up_when_a_unit_first_goes_through_it(card: str, leader: bool) -> None:
    table = at(
        "movement", "daesh", tunnel_1="thawra", tunnel_2="grand-mosque", militia_1="thawra", leader_1="thawra"
    )
    table.put(card, "cards-daesh").known(card, "daesh")
    assert ("grand-mosque" in listed(table, "move", "to", unit="leader-1")) is leader
    table.order("move", unit="leader-1", to="abar")
    assert table.state.pieces[card].known_to == ("daesh",)
    table.order("move", unit="militia-1", to="grand-mosque")
    assert table.state.pieces[card].known_to is None


@pytest.mark.rule("nineveh 5.0d", "nineveh 5.3")
def test_a_card_opens_the_old_city_to_armour() -> None:
    table = at("movement", "isf", ad9_1="abi-tamam", army_hq="abi-tamam")
    rules(table, "isf", {"allow": "enter old city", "of": {"side": "own", "is": ["ad9"]}})
    assert "mushahada" in reach(table.state, "ad9-1")
    assert "mushahada" not in reach(table.state, "army-hq")
    table.order("move", unit="ad9-1", to="mushahada")


@pytest.mark.rule("nineveh 5.0d")
def test_cards_give_and_take_fast_movement_and_further_moves() -> None:
    table = at("movement", "daesh", militia_1="haramat", technical_1="haramat", veteran_1="thawra")
    assert "tal-rumman" not in reach(table.state, "militia-1")
    rules(
        table,
        "daesh",
        {"allow": "fast movement", "of": {"side": "own", "is": ["militia"]}},
        {"forbid": "fast movement", "of": {"side": "own", "is": ["technical"]}},
        {"modify": "movement", "by": 1, "of": {"side": "own", "is": ["veteran"]}},
    )
    assert "tal-rumman" in reach(table.state, "militia-1")
    assert "tal-rumman" not in reach(table.state, "technical-1")
    assert "rifai" in reach(table.state, "veteran-1")
    assert "rifai" not in reach(table.put("erd-1", "zanjili").put("erd-2", "najjar").state, "veteran-1")


@pytest.mark.rule("nineveh 5.0d")
def test_a_card_holds_units() -> None:
    table = rules(
        at("movement", "isf", cts_1="airport", erd_1="airport"),
        "isf",
        {"forbid": "move", "of": {"side": "own", "is": ["cts"]}},
    )
    with pytest.raises(IllegalOrder, match=r"may not move.*5.0d"):
        table.order("move", unit="cts-1", to="tayaran")
    table.order("move", unit="erd-1", to="tayaran")


@pytest.mark.rule("nineveh 5.0d")
def test_a_card_gives_a_second_move_and_no_third() -> None:
    table = at("movement", "daesh", militia_1="thawra")
    rules(table, "daesh", {"allow": "extra move", "of": {"side": "own", "is": ["militia"]}})
    for area in ("zanjili", "rifai"):
        table.order("move", unit="militia-1", to=area)
    with pytest.raises(IllegalOrder, match=r"has already moved.*5.0b"):
        table.order("move", unit="militia-1", to="hawi")


# --- the Flanking Maneuver ---------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.4h")
def test_army_units_with_the_card_retreat_westward_and_off_the_map() -> None:
    table = at("combat", "isf", ad9_1="badush-road", erd_1="badush-road", militia_1="badush-road")
    assert FLANK not in may(table, "ad9-1")
    assert "north-west" not in may(table, "ad9-1")
    rules(table, "isf", FLANKING)
    assert FLANK in may(table, "ad9-1")
    assert "north-west" in may(table, "ad9-1")
    assert FLANK not in may(table, "erd-1")
    fall_back(table, "ad9-1", answers=(FLANK,))
    assert place(table, "ad9-1") == FLANK


@pytest.mark.rule("nineveh 6.4h")
def test_only_from_the_west_edge_do_they_leave_the_map() -> None:
    table = rules(at("combat", "isf", ad9_1="matahin"), "isf", FLANKING)
    assert FLANK not in may(table, "ad9-1")
    assert "tanak" in may(table, "ad9-1")


@pytest.mark.rule("nineveh 6.4h")
def test_they_come_back_on_the_west_edge_next_turn_and_must() -> None:
    table = at("movement", "isf", 2, ad9_1=FLANK, ad9_2="airport", ad9_3=FLANK, leader_1="grand-mosque")
    with pytest.raises(IllegalOrder, match="must first enter an area on the west edge"):
        table.order("proceed")
    assert set(listed(table, "move", "to", unit="ad9-1")) == {
        "north-west",
        "tanak",
        "north-farms",
        "badush-road",
    }
    with pytest.raises(IllegalOrder, match=r"on the west edge, not in Mosul Airport.*6\.4h"):
        table.order("move", unit="ad9-1", to="airport")
    table.order("move", unit="ad9-1", to="badush-road")
    table.put("militia-1", "tanak")
    table.order("move", unit="ad9-3", to="tanak")
    assert place(table, "ad9-3") == place(table, "militia-1")
    with pytest.raises(IllegalOrder, match=r"already moved"):
        table.order("move", unit="ad9-1", to="north-west")
    table.order("proceed")


@pytest.mark.rule("nineveh 6.4h")
def test_those_for_whom_there_is_no_room_wait_for_the_next_turn() -> None:
    table = at("movement", "isf", 2, ad9_1=FLANK, leader_1="grand-mosque")
    blocks = iter(
        [*(f"cts-{n}" for n in range(1, 9)), *(f"erd-{n}" for n in range(1, 5)), "ad9-4", "ad9-5", "ad9-6"]
    )
    for area, limit in (("north-west", 4), ("tanak", 3), ("north-farms", 4), ("badush-road", 4)):
        for _ in range(limit):
            table.put(next(blocks), area)
    table.order("proceed")
    assert (table.state.phase, place(table, "ad9-1")) == ("combat", FLANK)


@pytest.mark.rule("nineveh 5.3", "nineveh 6.4d")
def test_armour_that_a_card_lets_into_the_old_city_may_retreat_there_and_shows_the_card() -> None:
    table = at("combat", "isf", ad9_1="abi-tamam", army_hq="faruq")
    table.put("armour-in-the-lanes", "cards-isf").known("armour-in-the-lanes", "isf")
    assert "mushahada" in may(table, "ad9-1")
    fall_back(table, "ad9-1", answers=("mushahada",))
    assert table.state.pieces["armour-in-the-lanes"].known_to is None


# --- retreats, orders, IEDs --------------------------------------------------------------------------


@pytest.mark.rule("nineveh 6.2c", "nineveh 6.4d")
def test_a_card_lets_units_retreat_in_any_direction_or_not_at_all() -> None:
    table = at("combat", "isf", militia_1="thawra", veteran_1="thawra")
    assert "abar" not in may(table, "militia-1")
    rules(
        table,
        "daesh",
        {"allow": "retreat anywhere", "of": {"side": "own", "is": ["militia"]}},
        {"forbid": "retreat", "of": {"side": "own", "is": ["veteran"]}},
    )
    assert "abar" in may(table, "militia-1")
    assert may(table, "veteran-1") == set()


@pytest.mark.rule("nineveh 7.2d")
def test_cards_lengthen_command_and_silence_an_hq() -> None:
    table = at("movement", "daesh", leader_1="thawra", militia_1="rifai", militia_2="thawra")
    assert "militia-1" not in listed(table, "maneuver", "unit", hq="leader")
    rules(table, "daesh", {"modify": "command range", "by": 1, "of": {"side": "own", "is": ["hq"]}})
    assert "militia-1" in listed(table, "maneuver", "unit", hq="leader")
    rules(table, "isf", {"forbid": "orders", "of": {"side": "enemy", "is": ["hq"]}})
    assert listed(table, "maneuver", "unit", hq="leader") == []


@pytest.mark.rule("nineveh 7.1b")
def test_a_card_spares_daesh_the_loss_of_supply() -> None:
    table = at("combat", "isf", 2, militia_1="thawra", erd_1="hawi", erd_2="mushayrifa", erd_3="north-farms")
    rules(table, "daesh", {"forbid": "supply loss", "of": {"side": "own", "is": ["unit"]}})
    table.order("proceed")
    assert (steps(table, "militia-1"), steps(table, "ashbal-7")) == (2, 2)


@pytest.mark.rule("nineveh 7.5a", "nineveh 6.2c")
@pytest.mark.parametrize(
    ("side", "by", "is_", "die", "left"),
    [("isf", -1, "unit", 5, 3), ("daesh", 1, "ied", 4, 2), ("isf", -1, "unit", 1, 3)],
)
def test_cards_change_the_die_of_an_ied(side: str, by: int, is_: str, die: int, left: int) -> None:
    table = at("movement", "isf", ad9_1="mamun", ied_1="shuhada")
    rules(table, side, {"modify": "ied", "by": by, "of": {"side": "own", "is": [is_]}})
    table.order("move", unit="ad9-1", to="shuhada", dice=[die])
    assert steps(table, "ad9-1") == left


@pytest.mark.rule("nineveh 7.5a", "nineveh 6.2c")
def test_a_card_keeps_ieds_from_going_off() -> None:
    table = at("movement", "isf", ad9_1="mamun", ied_1="shuhada")
    rules(table, "isf", {"forbid": "ied", "of": {"side": "enemy", "is": ["ied"]}})
    table.order("move", unit="ad9-1", to="shuhada")
    assert (place(table, "ied-1"), steps(table, "ad9-1")) == ("shuhada", 3)


# --- cards that strike an area or reveal blocks ------------------------------------------------------


def shelling(**blocks: str) -> Table:
    """A table on which ISF may shell Al-Thawra, in its Support Phase."""
    table = at("support", "isf", erd_1="abar", iraqi_artillery_support="cards-isf")
    for block, area in blocks.items():
        table.put(block.replace("_", "-"), area)
    return table


@pytest.mark.rule("nineveh 7.4d")
def test_daesh_gives_a_rumour_for_the_step_loss_and_isf_does_not_learn_it() -> None:
    table = shelling(militia_1="thawra", rumour_1="thawra")
    before = len(see_log(table.session.game.log, "isf"))
    table.order("use", card="iraqi-artillery-support", at="thawra", dice=[5, 2], answers=["rumour-1"])
    assert place(table, "rumour-1") == "eliminated"
    assert steps(table, "militia-1") == 2
    told = str([view.fields for view in see_log(table.session.game.log, "isf")[before:]]).lower()
    assert "rumour" not in told
    assert "militia" not in told


@pytest.mark.rule("nineveh 7.5e")
@pytest.mark.parametrize("ied", ["ied-1", "ied-3", "ied-4"])
def test_an_ied_of_any_type_may_take_the_step_loss(ied: str) -> None:
    table = shelling(militia_1="thawra").put(ied, "thawra")
    table.order("use", card="iraqi-artillery-support", at="thawra", dice=[6, 1], answers=[ied])
    assert place(table, ied) == "reserve-daesh"
    assert table.state.pieces[ied].known_to == ("daesh",)
    assert (steps(table, "militia-1"), table.state.track("collateral")) == (2, 1)


@pytest.mark.rule("nineveh 7.5f", "nineveh 7.4b")
def test_humint_reveals_an_ied_that_stays_and_a_rumour_that_goes() -> None:
    table = at("support", "isf", erd_1="abar", humint="cards-isf", ied_1="thawra", rumour_1="thawra")
    table.order("use", card="humint", answers=["Blocks in an area", "thawra"])
    assert (place(table, "ied-1"), place(table, "rumour-1")) == ("thawra", "eliminated")
    assert table.state.pieces["ied-1"].known_to is None


@pytest.mark.rule("nineveh 4.1.4b")
def test_tapped_cards_are_untapped_when_the_turn_ends() -> None:
    table = shelling(militia_1="thawra", leader_1="grand-mosque")
    table.order("use", card="iraqi-artillery-support", at="thawra", dice=[1, 2])
    with pytest.raises(IllegalOrder):
        table.order("use", card="iraqi-artillery-support", at="thawra")
    for _ in range(6):
        assert table.state.mark_named("iraqi-artillery-support", "tapped")
        table.order("proceed")
    assert table.state.turn == 2
    assert table.state.mark_named("iraqi-artillery-support", "tapped") is None
    table.order("use", card="iraqi-artillery-support", at="thawra", dice=[1, 2])
