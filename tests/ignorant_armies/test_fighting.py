"""Attacks, chemicals, Kuwait, the holy sites, and acts by hand."""

from collections.abc import Iterable
from typing import Any

import pytest

from adjudication.engine.orders import Order
from adjudication.systems.ignorant_armies.hints import objections
from adjudication.systems.ignorant_armies.lasting import left
from adjudication.systems.ignorant_armies.operations.moving import still_to_move
from domain.errors import IllegalOrder, Objected
from domain.events import Modified
from reports.words.lapsing import lapsing_words
from tests.ignorant_armies.war import FIRST_TURN, War
from tests.words import words_of

NO = "no effect"


def attack(war: War, hex: str, *units: str, answers: Iterable[Any] = (NO,), **more: Any) -> dict[str, int]:
    """An attack: the totals of its sums."""
    events = war.order("attack", hex=hex, units=list(units), answers=answers, **more)
    return {words_of(event.sum): event.total for event in events if isinstance(event, Modified)}


def facing(*iranians: str, hex: str = "2117", from_: str = "2118") -> War:
    """Iranian units beside an Iraqi division, in the Iranian combat phase."""
    war = War()
    war.put("armour-iran-81", "1912").put("infantry-2", hex)
    for unit in iranians:
        war.put(unit, from_)
    war.fights("iran")
    return war


@pytest.mark.rule("ignorant-armies event.55-61")
def test_an_engineer_division_shifts_one_column_however_many_attack() -> None:
    war = facing("engineers-1", "engineers-2", "brigade-84")
    war.mark("iran", "engineer divisions")
    assert attack(war, "2117", "engineers-1", "engineers-2") == {"column shift to the right": 1}
    assert attack(war, "2117", "brigade-84") == {}


@pytest.mark.rule("ignorant-armies holy.sites", "ignorant-armies holy.fanatic-shift")
def test_guards_alone_are_shifted_at_and_beside_the_holy_sites() -> None:
    for hex, from_ in (("1423", "1422"), ("1422", "1421"), ("1525", "1526")):
        war = facing("pasdaran-khorramshahr", "brigade-84", hex=hex, from_=from_)
        war.put("guard-baghdad", "1111").put("popular-1", "1111")
        assert attack(war, hex, "pasdaran-khorramshahr") == {"column shift to the right": 1}
        war = facing("pasdaran-khorramshahr", "brigade-84", hex=hex, from_=from_)
        war.put("guard-baghdad", "1111").put("popular-1", "1111")
        assert attack(war, hex, "pasdaran-khorramshahr", "brigade-84") == {}
    assert attack(facing("pasdaran-khorramshahr"), "2117", "pasdaran-khorramshahr") == {}


@pytest.mark.rule("ignorant-armies holy.fanatic-shift", "ignorant-armies event.55-61")
def test_both_shifts_add_up() -> None:
    war = facing("engineers-1", hex="1423", from_="1422")
    war.mark("iran", "engineer divisions").put("guard-baghdad", "1111").put("popular-1", "1111")
    assert attack(war, "1423", "engineers-1") == {"column shift to the right": 2}


@pytest.mark.rule("ignorant-armies event.15")
def test_each_popular_army_division_counts_one_more_on_either_side() -> None:
    war = facing("brigade-84")
    war.put("popular-1", "2117").put("popular-2", "2117").mark("game", "popular army +1")
    assert attack(war, "2117", "brigade-84") == {"defence strength": 2}
    war.fights("iraq")
    assert attack(war, "2118", "popular-1", "infantry-2") == {"attack strength": 1}


@pytest.mark.rule("ignorant-armies event.32", "ignorant-armies event.63")
@pytest.mark.parametrize(("result", "side", "rule"), [(32, "iran", "32"), (63, "iraq", "63")])
def test_a_side_in_trouble_makes_no_attack_but_in_the_tanker_war(result: int, side: str, rule: str) -> None:
    war = facing("brigade-84")
    war.event(result, turn=FIRST_TURN[1987])
    assert war.index == (1 if result == 63 else 0)
    war.fights(side, turn=FIRST_TURN[1987])
    hex, unit = ("2117", "brigade-84") if side == "iran" else ("2118", "infantry-2")
    name = war.state.sides[side].name
    with pytest.raises(IllegalOrder, match=rf"^{name} may make no attack.*event\.{rule}"):
        war.order("attack", hex=hex, units=[unit])
    with pytest.raises(IllegalOrder, match=rf"event\.{rule}"):
        war.order("missile", missile=f"ssm-{side}-1", hex=hex)
    war.order("tanker-war", dice=[1])
    with pytest.raises(IllegalOrder, match=f"^{name} may roll once"):
        war.order("tanker-war", dice=[1])
    war.fights({"iran": "iraq", "iraq": "iran"}[side], turn=FIRST_TURN[1987])
    other = {"2117": ("2118", "infantry-2"), "2118": ("2117", "brigade-84")}[hex]
    attack(war, other[0], other[1])
    war.event(31, turn=FIRST_TURN[1987] + 1)
    attack(war.fights(side, turn=FIRST_TURN[1987] + 1), hex, unit)


@pytest.mark.rule("ignorant-armies event.46")
def test_iran_uses_chemicals_once_a_turn_on_the_ground_attack_or_defence() -> None:
    war = facing("brigade-84", "pasdaran-khorramshahr")
    with pytest.raises(IllegalOrder, match=r"event\.46"):
        war.order("attack", hex="2117", units=["brigade-84"], chemicals=True)
    war.event(46)
    war.fights("iraq")
    attack(war, "2118", "infantry-2", answers=[True, NO])  # Iran defends with chemicals
    war.fights("iran")
    with pytest.raises(IllegalOrder, match=r"event\.46"):
        war.order("attack", hex="2117", units=["brigade-84"], chemicals=True)
    war.event(46, turn=3)  # a repeat adds nothing, and the turn is a new one
    attack(war.fights("iran", turn=3), "2117", "brigade-84", chemicals=True)
    with pytest.raises(IllegalOrder, match=r"event\.46"):
        war.order("attack", hex="2117", units=["pasdaran-khorramshahr"], chemicals=True)


@pytest.mark.rule("ignorant-armies event.51-52")
def test_iraq_uses_chemicals_twice_a_turn_on_the_ground() -> None:
    war = facing("brigade-84", "pasdaran-khorramshahr")
    war.event(51)
    war.fights("iran")
    attack(war, "2117", "brigade-84", answers=[True, NO])
    war.fights("iraq")
    war.put("infantry-11", "2117").put("infantry-8", "2117")
    attack(war, "2118", "infantry-2", chemicals=True)
    with pytest.raises(IllegalOrder, match=r"event\.51-52"):
        war.order("attack", hex="2118", units=["infantry-8"], chemicals=True)
    attack(war, "2118", "infantry-11")


@pytest.mark.rule("ignorant-armies event.46", "ignorant-armies event.51-52")
@pytest.mark.parametrize("side", ["iran", "iraq"])
def test_one_chemical_missile_a_player_turn(side: str) -> None:
    war = War()
    for number in (1, 2):
        war.put(f"ssm-{side}-{number}", f"missiles-{side}")
    war.mark(side, "chemical weapons").fights(side)
    war.order("missile", missile=f"ssm-{side}-1", hex="1521", chemicals=True, answers=[NO])
    with pytest.raises(IllegalOrder, match="No chemical missile attack is left"):
        war.order("missile", missile=f"ssm-{side}-2", hex="1521", chemicals=True)
    assert war.state.pieces[f"ssm-{side}-1"].place == f"deadpile-{side}"
    war.event(31, turn=3)
    war.fights(side, turn=3)
    war.order("missile", missile=f"ssm-{side}-2", hex="1521", chemicals=True, answers=[NO])


@pytest.mark.rule("ignorant-armies event.36-44", "ignorant-armies event.21", "ignorant-armies event.34")
def test_status_says_what_lasts() -> None:
    war = War()
    war.event(43, turn=FIRST_TURN[1984])
    assert any("no fog of war" in line for line in left(war.state, "iraq"))
    assert not any("fog of war" in line for line in left(war.state, "iran"))
    war.event(21, turn=FIRST_TURN[1984] + 1)
    assert "human wave rolls: +1 this game-turn" in left(war.state, "iran")
    war.event(34, turn=FIRST_TURN[1984] + 2, answers=["brigade-84", "brigade-84"])
    assert "human wave rolls: +1 this game-turn" not in left(war.state, "iran")
    assert "84th Infantry Brigade holds TOW missiles and HAWK missiles" in left(war.state, "iran")


@pytest.mark.rule("ignorant-armies kuwait.no-game-end", "ignorant-armies kuwait.vp")
def test_the_index_moves_as_iran_comes_and_goes() -> None:
    war = War()
    war.iran_moves().order("move", unit="brigade-84", to="2334")
    war.order("move", unit="brigade-23", to="2534")
    assert (war.index, war.state.verdict) == (1, None)
    war.fights("iran").order("move", unit="brigade-84", to="2020")
    assert war.index == 1
    war.order("lose", unit="brigade-23")
    assert war.index == 0


@pytest.mark.rule("ignorant-armies kuwait.no-game-end")
@pytest.mark.parametrize(("index", "winner"), [(3, "iran"), (0, ""), (-2, "iraq")])
def test_without_the_option_iranian_entry_ends_the_game_and_the_index_decides(
    index: int, winner: str
) -> None:
    war = War(joint_arab=False)
    war.track("index", index).iran_moves().order("move", unit="brigade-84", to="2334")
    verdict = war.state.verdict
    assert verdict is not None
    assert verdict.winner == winner
    assert words_of(verdict.reason, "ignorant-armies").startswith(
        "Iranian units have entered Kuwait; the victory index stands at "
    )


def test_the_other_side_retreats_in_a_combat_phase_and_towns_and_kuwait_count_at_once() -> None:
    war = War()
    war.put("brigade-84", "2333").put("mech-5", "2332").fights("iraq")
    war.order("attack", hex="2333", units=["mech-5"], answers=["defender retreats"])
    war.order("move", side="iran", unit="brigade-84", to="2334")
    assert (war.state.pieces["brigade-84"].place, war.index) == ("2334", 1)
    assert "brigade-84" not in still_to_move(war.state, "iran")
    war.put("mech-1", "2434").put("armour-12", "2534")
    war.order("attack", hex="2334", units=["mech-1"], answers=["defender retreats"])
    war.order("move", side="iran", unit="brigade-84", to="2333")
    assert war.index == 0


def test_a_unit_retreats_into_no_hex_that_the_supplement_closes_and_in_no_movement_phase() -> None:
    war = War()
    war.put("brigade-84", "2334").fights("iraq")
    with pytest.raises(IllegalOrder, match=r"kuwait\.road-hex"):
        war.order("move", side="iran", unit="brigade-84", to="2435")
    with pytest.raises(IllegalOrder, match=r"retreats are recorded in a combat phase"):
        war.iraq_moves().order("move", side="iran", unit="brigade-84", to="2333")


@pytest.mark.rule(
    "ignorant-armies kuwait.road-hex", "ignorant-armies kuwait.islands", "ignorant-armies kuwait.iraqi-units"
)
@pytest.mark.parametrize(
    ("side", "unit", "hex", "rule"),
    [
        ("iran", "brigade-84", "2435", r"kuwait\.road-hex"),
        ("iran", "brigade-84", "2335", r"kuwait\.no-game-end"),
        ("iran", "brigade-84", "2634", r"kuwait\.islands"),
        ("iraq", "infantry-2", "2635", r"kuwait\.islands"),
        ("iraq", "infantry-2", "2334", r"kuwait\.iraqi-units"),
        ("iraq", "infantry-2", "2435", r"kuwait\.iraqi-units"),
    ],
)
def test_who_stays_out_of_which_hex(side: str, unit: str, hex: str, rule: str) -> None:
    war = War()
    war.iran_moves() if side == "iran" else war.iraq_moves()
    with pytest.raises(IllegalOrder, match=rule):
        war.order("move", unit=unit, to=hex)
    act = Order("", "hand-move", {"piece": unit, "to": hex})
    assert len(objections(war.state, act)) == 1
    with pytest.raises(Objected, match=rule):
        war.session.by_hand("hand-move", {"piece": unit, "to": hex}, because="a mistake")


@pytest.mark.rule("ignorant-armies kuwait.road-hex", "ignorant-armies kuwait.iraqi-units")
def test_they_may_attack_into_kuwait() -> None:
    war = War()
    war.put("gcc", "2435").put("brigade-84", "2434").fights("iran")
    with pytest.raises(IllegalOrder, match=r"kuwait\.road-hex"):  # and not because an enemy is in it
        war.order("move", unit="brigade-84", to="2435")
    attack(war, "2435", "brigade-84")
    war.put("infantry-2", "2433").fights("iraq")
    attack(war, "2434", "infantry-2")


@pytest.mark.rule("ignorant-armies holy.sword-of-allah")
@pytest.mark.parametrize(("supplied", "wins"), [(True, True), (False, False)])
def test_both_holy_sites_held_through_an_iraqi_turn_win_at_once(supplied: bool, wins: bool) -> None:
    war = War()
    war.put("pasdaran-khorramshahr", "1423").put("brigade-84", "1525").track("index", -9)
    war.begin_iraqi_turn(2)
    war.fights("iraq")
    war.order("proceed", answers=[supplied])
    assert (war.state.verdict is not None) is wins
    if war.state.verdict is not None:
        assert war.state.verdict.winner == "iran"


@pytest.mark.rule("ignorant-armies holy.sword-of-allah", "ignorant-armies holy.sites")
def test_taken_during_the_iraqi_turn_is_not_held_through_it() -> None:
    war = War()
    war.begin_iraqi_turn(2)
    war.put("pasdaran-khorramshahr", "1423").put("brigade-84", "1525").fights("iraq")
    war.order("proceed")
    assert war.state.verdict is None
    war = War(holy_sites=False)
    war.put("pasdaran-khorramshahr", "1423").put("brigade-84", "1525")
    war.begin_iraqi_turn(2)
    war.fights("iraq").order("proceed")
    assert war.state.verdict is None


def test_status_leaves_bookkeeping_out_of_the_marks_that_end() -> None:
    war = facing("brigade-84")
    attack(war, "2117", "brigade-84")
    war.event(15)
    assert lapsing_words(war.state, "white") == [
        "The game: Popular Army divisions are one stronger, until turn 3 (Spring 1981) (ignorant-armies "
        "event.15)"
    ]


def test_losses_of_the_other_side_say_how_they_are_recorded() -> None:
    war = War().iran_moves()
    war.order("move", unit="brigade-84", to="2334")
    with pytest.raises(IllegalOrder, match="is not a unit of Iraq: say --side iran"):
        war.order("lose", side="iraq", unit="brigade-84")


@pytest.mark.parametrize("where", ["2533", "2117"])
def test_a_unit_put_where_it_may_not_go_can_move_on(where: str) -> None:
    """A hex of the sea, or one that the enemy holds: it is in none of the goals that its moves vary over."""
    war = War().put("infantry-2", "2117").put("brigade-84", where).iran_moves()
    legal = war.session.legal()
    moves = [order for order in legal if order.name == "move"]
    listed = [order for order in moves if order.arguments["unit"] == "brigade-84"]
    assert listed
    assert where not in [order.arguments["to"] for order in listed]
    assert all(order in legal for order in listed[::50])
